"""Under the hood of a lesson of Rivals: its table as tables and answers for a reader of Python.

All of it is what the learner's own seat may know, but for :meth:`RivalsHood.lift_the_curtain` and
:class:`RivalsTrial`, which plays the story on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.games.rivals.engine.actions import ACTIONS
from vendetta_kit.games.rivals.wording.words import account_text, action_text, name_of
from vendetta_kit.games.rivals.wording.words import say as game_word
from vendetta_kit.rulebook import RIVALS

from ...behind import Behind, Tried
from ...phrases import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vendetta_kit.games.rivals.engine.views import View
    from vendetta_kit.kernel.actions import Action

__all__ = ["RivalsHood", "RivalsTrial"]

LEDGER = ("n", "turn", "phase", "source", "target", "amount", "cause", "card", "rules")
"""The columns of the ledger; the method that makes it says what each holds."""


class RivalsHood(Behind):
    """The table of Rivals behind a part of a lesson: see :class:`vendetta_widgets.behind.Behind`."""

    BOOK = RIVALS
    ACTIONS = ACTIONS
    view: View

    def said(self, action: Action) -> str:
        return action_text(action, self.lang, self.view.decision)

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
        """Return the lines of the ledger as a pandas DataFrame, one for each time that tokens went somewhere.

        Columns: ``n`` (running number), ``turn``, ``phase``, ``source``, ``target``, ``amount`` (tokens), ``cause``
        (a key of the engine's causes), ``card``, ``rules``.

        Raises:
            NotHere: pandas is missing.
        """
        names = self.view.names
        rows = [
            {
                "n": entry.n,
                "turn": entry.moment.turn,
                "phase": entry.moment.phase,
                "source": account_text(entry.source, names, self.lang),
                "target": account_text(entry.target, names, self.lang),
                "amount": entry.amount,
                "cause": entry.cause,
                "card": "" if entry.card is None else name_of(entry.card, self.lang),
                "rules": " ".join(entry.rules),
            }
            for entry in self.view.ledger
        ]
        return self._frame(rows, LEDGER)

    def knows(self) -> Any:
        """Return what the own seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``hand`` (? is a card that this seat does not know), ``haven``, ``streets``, ``torpor``,
        ``rival``, and how many cards are left in ``library`` and ``faction``.

        Raises:
            NotHere: pandas is missing.
        """
        view = self.view
        rows = []
        for seat, name in enumerate(view.names):
            rival = view.rivals[seat]
            own = view.hand if seat == view.me and view.hand is not None else None
            rows.append(
                {
                    "player": name,
                    "hand": self._names(own) if own is not None else ", ".join("?" * view.hands[seat]),
                    "haven": self._names(view.haven[seat]),
                    "streets": self._names(view.out[seat]),
                    "torpor": self._names(view.torpor[seat]),
                    "rival": "?" if rival is None else view.names[rival],
                    "library": view.libraries[seat],
                    "faction": view.factions[seat],
                }
            )
        return self._frame(rows, tuple(rows[0]))

    def lift_the_curtain(self) -> Any:
        """Return every player's hand as a DataFrame: what the own seat may **not** know.

        A teaching table may be opened; at a real one this would be cheating.

        Raises:
            NotHere: pandas is missing.
        """
        names = self.view.names
        rows = [{"player": name, "hand": self._names(self._game.view(k).hand or ())} for k, name in enumerate(names)]
        return self._frame(rows, tuple(rows[0]))

    def _names(self, cards: Iterable[str]) -> str:
        return ", ".join(name_of(card, self.lang) for card in cards)


class RivalsTrial(Tried):
    """A move of Rivals, to be tried otherwise: see :class:`vendetta_widgets.behind.Tried`."""

    BOOK = RIVALS
    view: View

    def said(self, action: Action) -> str:
        return action_text(action, self.lang, self.view.decision)

    def outcome(self, view: View) -> dict[str, object]:
        found: dict[str, object] = {}
        for seat, name in enumerate(view.names):
            found[f"{game_word('board', 'prestige', self.lang)} · {name}"] = view.prestige[seat]
            for key, cards in (("haven", view.haven), ("out", view.out), ("torpor", view.torpor)):
                words = say("rivals.streets" if key == "out" else f"rivals.{key}", self.lang)
                shown = ", ".join(f"{name_of(card, self.lang)} {view.blood[card]}" for card in cards[seat])
                found[f"{words} · {name}"] = shown or "–"
        return found
