"""Under the hood of a lesson of V:TES: its table as tables and answers for a reader of Python.

All of it is what the learner's own seat may know, but for :meth:`VtesHood.lift_the_curtain` and :class:`VtesTrial`,
which plays the story on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.games.vtes.engine.actions import ACTIONS
from vendetta_kit.games.vtes.wording.words import practice_words
from vendetta_kit.games.vtes.wording.words import say as game_word
from vendetta_kit.rulebook import VTES

from ...behind import Behind, Tried
from ...phrases import say
from .choices import in_play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vendetta_kit.games.vtes.engine.views import SeenCard, View
    from vendetta_kit.kernel.actions import Action

__all__ = ["VtesHood", "VtesTrial"]

LEDGER = ("n", "turn", "phase", "source", "target", "amount", "cause", "card", "rules")
"""The columns of the ledger; the method that makes it says what each holds."""


def called(action: Action, view: View, lang: str) -> str:
    """Return what a button says that does an action, to the reader of a view."""
    known = in_play(view)
    return practice_words().action_text(
        action, view.names, lambda number: known[number].card if number in known else None, lang, view.decision
    )


def named(card: str | None, lang: str) -> str:
    """Return a card's name, ``?`` for one that the reader may not know."""
    return "?" if card is None else game_word("account", "card", lang, {"card": card})


class VtesHood(Behind):
    """V:TES's table behind a part of a lesson: see :class:`vendetta_widgets.behind.Behind`."""

    BOOK = VTES
    ACTIONS = ACTIONS
    view: View

    def said(self, action: Action) -> str:
        return called(action, self.view, self.lang)

    def __repr__(self) -> str:
        return say(
            "hood.here.turn",
            self.lang,
            name=self.view.names[self.seat] if self.seat is not None else "–",
            n=self.view.moment.turn,
            phase=game_word("phase", self.view.moment.phase, self.lang),
            lines=len(self.view.ledger),
        )

    def ledger(self) -> Any:
        """Return the lines of the ledger as a pandas DataFrame, one for each time that counters went somewhere.

        Columns: ``n`` (running number), ``turn``, ``phase``, ``source``, ``target``, ``amount`` (counters), ``cause``
        (a key of the engine's causes), ``card``, ``rules``.

        Raises:
            NotHere: pandas is missing.
        """
        words, names = practice_words(), self.view.names
        rows = [
            {
                "n": entry.n,
                "turn": entry.moment.turn,
                "phase": entry.moment.phase,
                "source": words.account_text(entry.source, names, self.lang),
                "target": words.account_text(entry.target, names, self.lang),
                "amount": entry.amount,
                "cause": entry.cause,
                "card": "" if entry.card is None else named(entry.card, self.lang),
                "rules": " ".join(entry.rules),
            }
            for entry in self.view.ledger
        ]
        return self._frame(rows, LEDGER)

    def knows(self) -> Any:
        """Return what the own seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``hand`` and ``uncontrolled`` (? is a card that this seat does not know), ``ready``,
        ``torpor``, ``ash_heap``, and how many cards are left in ``library`` and ``crypt``.

        Raises:
            NotHere: pandas is missing.
        """
        rows = [
            {
                "player": seat.name,
                "hand": self._names(seat.hand),
                "uncontrolled": self._names(seat.uncontrolled),
                "ready": self._names(seat.ready),
                "torpor": self._names(seat.torpor),
                "ash_heap": ", ".join(named(card, self.lang) for card in seat.ash),
                "library": seat.library,
                "crypt": seat.crypt,
            }
            for seat in self.view.seats
        ]
        return self._frame(rows, tuple(rows[0]))

    def lift_the_curtain(self) -> Any:
        """Return every player's hand and uncontrolled cards as a DataFrame: what the own seat may **not** know.

        A teaching table may be opened; at a real one this would be cheating.

        Raises:
            NotHere: pandas is missing.
        """
        own = [self._game.view(k).seats[k] for k in range(len(self.view.seats))]
        rows = [
            {"player": seat.name, "hand": self._names(seat.hand), "uncontrolled": self._names(seat.uncontrolled)}
            for seat in own
        ]
        return self._frame(rows, tuple(rows[0]))

    def _names(self, cards: Iterable[SeenCard]) -> str:
        return ", ".join(named(card.card, self.lang) for card in cards)


class VtesTrial(Tried):
    """A move of V:TES, to be tried otherwise: see :class:`vendetta_widgets.behind.Tried`."""

    BOOK = VTES
    view: View

    def said(self, action: Action) -> str:
        return called(action, self.view, self.lang)

    def outcome(self, view: View) -> dict[str, object]:
        found: dict[str, object] = {}
        for seat in view.seats:
            counted = {"pool": seat.pool, "points": seat.points}
            for key, value in counted.items():
                found[f"{say(f'watch.{key}', self.lang)} · {seat.name}"] = value
            for key, cards in (("ready", seat.ready), ("torpor", seat.torpor)):
                label = f"{say(f'watch.{key}', self.lang)} · {seat.name}"
                found[label] = ", ".join(f"{named(card.card, self.lang)} {card.counters}" for card in cards) or "–"
        found[say("hood.edge", self.lang)] = "–" if view.edge is None else view.names[view.edge]
        return found
