"""Under the hood of a lesson: the table behind a part of it, as tables, figures and answers for a reader of Python.

All of it is what the learner's own seat may know, but for two things that say so by their names:
:meth:`Hood.lift_the_curtain`, and :class:`Trial`, which plays the story on.

pandas and plotly are imported where they are needed; where they are missing, one line says what installs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.actions import ACTIONS, Play
from vendetta_kit.games.vendetta.wording import words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.options import Options

from .phrases import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vendetta_kit.course.fork import Fork
    from vendetta_kit.games.vendetta.engine.views import PositionView, SeatView, View
    from vendetta_kit.games.vendetta.flows import Part, Powers
    from vendetta_kit.kernel.refusal import WhyNot
    from vendetta_kit.scenarios.run import Telling

__all__ = ["Hood", "Lines", "NotHere", "Trial"]

At = int | str
LEDGER = ("n", "round", "phase", "at", "source", "target", "amount", "cause", "card", "rules")
POWER = ("player", "cards", "blood", "power", "counted")
"""The columns of the tables; the methods that make them say what each holds."""
PARTS = ("card", "at", "face", "blood", "flips")
"""What a play is made of."""


class NotHere(ValueError):
    """Something that a cell asks for and that is not there; a notebook shows its one line and no traceback."""

    def __init__(self, key: str, lang: str, **values: object) -> None:
        super().__init__(say(key, lang, **values))

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Lines(str):
    """Words that a notebook shows as they are, without quotation marks.

    >>> Lines("You have 3 Blood.")
    You have 3 Blood.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def library(name: str, lang: str) -> Any:
    """Import pandas or plotly.

    Raises:
        NotHere: it is not installed; the line names the command that installs it.
    """
    try:
        return import_module(name)
    except ImportError:
        raise NotHere("hood.missing", lang, name=name.partition(".")[0]) from None


def frame(rows: list[dict[str, Any]], columns: tuple[str, ...], lang: str) -> Any:
    """Return rows as a pandas DataFrame; the first column says what each row is about."""
    return library("pandas", lang).DataFrame(rows, columns=list(columns)).set_index(columns[0])


def reasons(why: WhyNot | None, view: View, lang: str) -> Lines:
    """Say what forbids an action, each rule with its page, and what would do instead."""
    if why is None:
        return Lines(say("hood.allowed", lang))
    told = [f"✗ {reason.text(lang)} [{rulebook.cite(reason.rule, lang)}]" for reason in why.reasons]
    if why.nearest is not None:
        told.append(f"→ {say('why.nearest', lang, action=words.action_text(why.nearest, view.names, lang))}")
    return Lines("\n".join(told))


class Hood:
    """The table behind a part of a lesson, where the learner stands in it.

    Args:
        telling: the story as far as it is told.
        seat: the learner's.
        lang: ``"en"`` or ``"de"``.
        light: whether figures are for a light ground.
    """

    def __init__(self, telling: Telling, seat: int | None, lang: str = "en", light: bool = False) -> None:
        self._game = telling.game
        self._light = light
        self.seat = seat
        self.lang = lang
        self.view = telling.game.view(seat)
        """All that the seat may know: see :class:`vendetta_kit.games.vendetta.engine.views.View`."""

    def __repr__(self) -> str:
        return say(
            "hood.here",
            self.lang,
            name=self.view.names[self.seat] if self.seat is not None else "–",
            n=self.view.round,
            phase=words.fill("{phase:phase}", self.lang, {"phase": self.view.phase}),
            lines=len(self.view.ledger),
        )

    @property
    def legal(self) -> Options:
        """All that the seat may do now; empty where it is not asked."""
        return self.view.decision.legal if self.view.decision is not None else Options((), ACTIONS)

    # Tables ---------------------------------------------------------------------------------------------------

    def ledger(self, token: str = "blood") -> Any:
        """Return the lines of the ledger as a pandas DataFrame, one for each time that a token went somewhere.

        Columns: ``n`` (running number), ``round``, ``phase``, ``at`` (Location), ``source``, ``target``, ``amount``
        (tokens), ``cause`` (a key of the engine's ``CAUSE_RULES``), ``card``, ``rules``.

        Args:
            token: ``"blood"`` or ``"influence"``.

        Raises:
            NotHere: there is no such token, or pandas is missing.
        """
        if token not in ("blood", "influence"):
            raise NotHere("hood.bad", self.lang, what="token", value=repr(token), expected="'blood', 'influence'")
        rows = [
            {
                "n": entry.n,
                "round": entry.moment.round,
                "phase": entry.moment.step or entry.moment.phase,
                "at": "" if entry.at is None else entry.at,
                "source": words.account_text(entry.source, self.view.names, self.lang),
                "target": words.account_text(entry.target, self.view.names, self.lang),
                "amount": entry.amount,
                "cause": entry.cause,
                "card": "" if entry.card is None else box.name(entry.card, self.lang),
                "rules": " ".join(entry.rules),
            }
            for entry in self.view.ledger
            if entry.token == token
        ]
        return self._frame(rows, LEDGER)

    def power(self, at: At) -> Any:
        """Return the Power at a Location, worked out, as a DataFrame: a row for each player who has something there.

        Columns: ``player``, ``cards`` (each with what it counts), ``blood`` (Deployed), ``power``, and ``counted``:
        whether the conflict has been counted, or this is what lies there now.

        Args:
            at: 1, 2, 3 or ``"haven"``.

        Raises:
            NotHere: there is no such Location, or pandas is missing.
        """
        rows = [
            {
                "player": self.view.names[row.seat],
                "cards": ", ".join(self._part(part) for part in row.parts),
                "blood": row.blood,
                "power": row.power,
                "counted": row.counted,
            }
            for row in self._powers(at)
        ]
        return self._frame(rows, POWER)

    def knows(self) -> Any:
        """Return what the own seat knows of every player's cards as a DataFrame.

        Columns: ``player``, ``in_hand`` (how many), ``known`` (surely in that hand), ``hand_or_table`` (in the hand or
        face down), ``perhaps`` (seen once, but a card went back since), ``in_deck``, ``face_down`` (with the Location;
        ? is a card that this seat does not know).
        """
        rows = [self._known(seat) for seat in self.view.seats]
        return self._frame(rows, tuple(rows[0]))

    def lift_the_curtain(self) -> Any:
        """Return every player's hand and face-down cards as a DataFrame: what the own seat may **not** know.

        A teaching table may be opened; at a real one this would be cheating.
        """
        own = [self._game.view(seat.seat).seats[seat.seat] for seat in self.view.seats]
        rows = [
            {"player": seat.name, "hand": self._names(seat.hand or ()), "face_down": self._face_down(seat.positions)}
            for seat in own
        ]
        return self._frame(rows, tuple(rows[0]))

    def _known(self, seat: SeatView) -> dict[str, object]:
        return {
            "player": seat.name,
            "in_hand": seat.hand_size,
            "known": self._names(seat.known_hand if seat.hand is None else seat.hand),
            "hand_or_table": self._names(seat.among),
            "perhaps": self._names(seat.maybe),
            "in_deck": seat.deck_size,
            "face_down": self._face_down(seat.positions),
        }

    def _face_down(self, positions: Iterable[PositionView]) -> str:
        found = [
            f"{'?' if card.card is None else box.name(card.card, self.lang)} ({position.at})"
            for position in positions
            for card in position.cards
            if card.face == "down"
        ]
        return ", ".join(found)

    def _names(self, cards: Iterable[str]) -> str:
        return ", ".join(box.name(card, self.lang) for card in cards)

    def _part(self, part: Part) -> str:
        name = "?" if part.card is None else box.name(part.card, self.lang)
        return f"{name} {part.power}" if part.up else say("hood.down", self.lang, name=name, n=part.power)

    def _powers(self, at: At) -> list[Powers]:
        try:
            return flows.powers(self.view, at)
        except KeyError:
            places = ", ".join(repr(here.at) for here in self.view.locations)
            raise NotHere("hood.bad", self.lang, what="at", value=repr(at), expected=places) from None

    def _frame(self, rows: list[dict[str, Any]], columns: tuple[str, ...]) -> Any:
        return frame(rows, columns, self.lang)

    # Figures and answers --------------------------------------------------------------------------------------

    def blood(self) -> Any:
        """Return a plotly figure of where the Blood went in this part, from left to right; words where none has moved.

        Raises:
            NotHere: plotly is missing.
        """
        from .games.vendetta.figures import figure
        from .games.vendetta.figures.blood import flow_figure
        from .games.vendetta.figures.style import in_light

        drawn = library("plotly.io", self.lang).renderers
        drawn.default = "plotly_mimetype"  # the only one that asks no other host
        drawn["plotly_mimetype"].config = {"displayModeBar": False}  # it would offer to send the figure to one
        links = flows.links(flows.flows(flows.story(self.view)))
        if not links:
            return Lines(say("dash.empty", self.lang))
        spec = flow_figure(links, links, self.view.names, self.seat, lambda key, **v: say(key, self.lang, **v))
        return figure(in_light(spec) if self._light else spec)

    def why_not(self, action: Action) -> Lines:
        """Say why the own seat may not do this now: every rule against it with its page, and the nearest legal action.

        Args:
            action: as the engine's ``actions`` has them, such as ``Play("BR07", 1, "down", blood=2)``.
        """
        return reasons(self._game.why_not(self.seat, action), self.view, self.lang)


class Trial:
    """One of the learner's moves in a part, to be tried otherwise: the story then plays on from there.

    It plays on the true table, so it shows what was still hidden at the move.

    Args:
        fork: the story from that move on.
        lang: ``"en"`` or ``"de"``.
    """

    def __init__(self, fork: Fork, lang: str = "en") -> None:
        self._fork = fork
        self.lang = lang
        self.view = fork.view

    @property
    def usual(self) -> Action:
        """The move that the story takes."""
        return self._fork.usual

    @property
    def hand(self) -> list[tuple[str, str]]:
        """The cards in hand, each with its name, as a Dropdown takes them; the story's own first."""
        hand = self.view.seats[self._fork.you].hand or ()
        return [(box.name(card, self.lang), card) for card in _first(getattr(self.usual, "card", None), hand)]

    @property
    def places(self) -> list[tuple[str, At]]:
        """The Locations, each with its name; the story's own first."""
        there = [here.at for here in self.view.locations]
        return [(words.place(at, self.lang), at) for at in _first(getattr(self.usual, "at", None), there)]

    @property
    def moves(self) -> list[tuple[str, Action]]:
        """All that can be done here, in words, the story's own move first."""
        decision = self.view.decision
        assert decision is not None
        actions = _first(self.usual, decision.legal)
        return [(words.answer_label(decision, action, self.view.names, self.lang), action) for action in actions]

    def play(self, **given: Any) -> Any:
        """Play a card here in place of the story's move, and compare: see :meth:`do`.

        Args:
            given: any of ``card``, ``at``, ``face``, ``blood`` and ``flips``, as
                an engine's ``Play`` has them; what is left out stays as in the story.

        Raises:
            NotHere: the story plays no card here, or something else is given.
        """
        if not isinstance(self.usual, Play):
            raise NotHere("hood.no_play", self.lang)
        own = self.usual.to_json()
        parts = {key: own[key] for key in PARTS if key in own}
        for key in given:
            if key not in PARTS:
                raise NotHere("hood.bad", self.lang, what="play", value=key, expected=", ".join(PARTS))
        return self.do(Play(**(parts | given)))

    def do(self, action: Action) -> Any:
        """Do this here, let the story play on, and compare: a DataFrame with a row for each thing that is different.

        Its columns, in the reader's language, are what came of it in the story and what comes of this. Where the rules
        forbid it, the reasons come back in words.

        Args:
            action: as :attr:`moves` has them.

        Raises:
            NotHere: pandas is missing.
        """
        why = self._fork.why_not(action)
        if why is not None:
            return reasons(why, self.view, self.lang)
        told, tried = self._outcome(self._fork.after(self.usual)), self._outcome(self._fork.after(action))
        columns = tuple(say(f"hood.{key}", self.lang) for key in ("what", "told", "tried"))
        rows = [(what, told.get(what, "–"), tried.get(what, "–")) for what in {**told, **tried}]
        different = [dict(zip(columns, row, strict=True)) for row in rows if row[1] != row[2]]
        return frame(different, columns, self.lang) if different else Lines(say("hood.same", self.lang))

    def _outcome(self, view: View) -> dict[str, object]:
        """How a story ended, thing by thing."""
        found: dict[str, object] = {}
        for here in view.locations:
            place = words.place(here.at, self.lang)
            for row in flows.powers(view, here.at):
                found[say("hood.power_of", self.lang, name=view.names[row.seat], at=place)] = row.power
            ends = [e for e in view.events if e.at == here.at and e.kind in ("winner", "lone", "nobody")]
            if ends:
                ranking = ends[-1].data.get("ranking", ())
                winner = ranking[0] if ranking else ends[-1].seat
                found[say("hood.winner", self.lang, at=place)] = "–" if winner is None else view.names[winner]
        for seat in view.seats:
            for key in ("blood", "influence"):
                label = say(f"hood.{key}_of", self.lang, name=seat.name)
                found[label] = getattr(seat, key)
            before = self.view.seats[seat.seat].alliance
            come = [f"+ {box.name(card, self.lang)}" for card in seat.alliance if card not in before]
            gone = [f"− {box.name(card, self.lang)}" for card in before if card not in seat.alliance]
            found[say("hood.alliance_of", self.lang, name=seat.name)] = ", ".join([*come, *gone]) or "–"
        return found


def _first(chosen: Any, among: Iterable[Any]) -> list[Any]:
    """All of them, what is chosen first if it is one of them."""
    return sorted(among, key=lambda one: one != chosen)
