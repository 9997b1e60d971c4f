"""The base classes to inspect lessons in Python: the table of a part of a lesson, and a move to try otherwise.

A game's subclasses name its things and add its own tables.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.course.what_if import Fork
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Account, Entry
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.refusal import WhyNot
from vendetta_kit.scenarios.runner import ScenarioRun

from .games import writing
from .html import HtmlWriter
from .page_phrases import say

if TYPE_CHECKING:
    from collections.abc import Iterable


TYPES: Final = {
    **dict.fromkeys(("n", "turn", "round", "amount", "blood", "power"), "int64"),
    **dict.fromkeys(("phase", "at", "source", "target", "cause", "card", "cards", "rules", "player"), "str"),
    "counted": "bool",
}
"""The types of columns of tables, which they have without any row, too."""


class NotHere(ValueError):
    """What a cell asks for does not exist; a notebook shows one line without a traceback."""

    def __init__(self, key: str, lang: str, **values: object) -> None:
        super().__init__(say(key, lang, **values))

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Lines(str):
    """Text that a notebook shows without quotation marks.

    >>> Lines("You have 3 Blood.")
    You have 3 Blood.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def library(name: str, lang: str) -> Any:
    """Import pandas or plotly.

    Raises:
        NotHere: it is not installed; the message names the command that installs it.
    """
    try:
        return import_module(name)
    except ImportError:
        raise NotHere("hood.missing", lang, name=name.partition(".")[0]) from None


class Named:
    """Names a game's actions and cards in words."""

    GAME: ClassVar[str]
    """The game's id."""
    lang: str
    view: Any
    """The view of the learner's seat."""

    def said(self, action: Action) -> str:
        """Return an action in words."""
        raise NotImplementedError

    def name(self, card: str | None) -> str:
        """Return a card's name, ``?`` for one that the reader may not know."""
        return "?" if card is None else writing(self.GAME).name(card, self.lang)

    def _names(self, cards: Iterable[str | None]) -> str:
        return ", ".join(map(self.name, cards))

    def _reasons(self, why: WhyNot | None) -> Lines:
        """Return what forbids an action, each rule with its page, and the nearest legal action."""
        if why is None:
            return Lines(say("hood.allowed", self.lang))
        book = writing(self.GAME).book
        told = [f"✗ {reason.text(self.lang)} [{book.cite(reason.rule, self.lang)}]" for reason in why.reasons]
        if why.nearest is not None:
            told.append(f"→ {say('why.nearest', self.lang, action=self.said(why.nearest))}")
        return Lines("\n".join(told))

    def _frame(self, rows: list[dict[str, Any]], columns: tuple[str, ...] = ()) -> Any:
        """Return rows as a pandas DataFrame with the first column as index.

        ``columns`` are needed if there may be no rows.
        """
        names = columns or tuple(rows[0])
        types = {name: TYPES[name] for name in names if name in TYPES}
        table = library("pandas", self.lang).DataFrame(rows, columns=list(names)).astype(types)
        return table.set_index(table.columns[0])


class LessonInspector(Named):
    """The table of a part of a lesson, at the learner's place in it.

    Args:
        telling: the story so far.
        seat: the learner's seat.
        lang: ``"en"`` or ``"de"``.
        light: whether figures are in the light theme.
    """

    LEDGER: ClassVar[tuple[str, ...]] = (
        "n", "turn", "phase", "source", "target", "amount", "cause", "card", "rules"
    )  # fmt: skip
    """The columns of :meth:`ledger`."""
    live: Any
    """The same methods, each shown anew after every move of the learner's (:class:`.lesson_by_part.LiveInspector`)."""

    def __init__(self, telling: ScenarioRun, seat: int | None, lang: str = "en", light: bool = False) -> None:
        self._game = telling.game
        self._light = light
        self.seat = seat
        self.lang = lang
        self.view = telling.game.view(seat)

    @property
    def legal(self) -> Options:
        """The actions that the seat may take now; empty if it has no decision."""
        found: Options = self.view.decision.legal if self.view.decision is not None else self._game.rules.nothing
        return found

    def __repr__(self) -> str:
        return self._here("hood.here.turn", self.view.moment.turn, self.view.moment.phase)

    def _here(self, key: str, n: int, phase: str) -> str:
        """Return the seat's player, the turn or round, the phase and the number of ledger entries in words."""
        name = self.view.names[self.seat] if self.seat is not None else "–"
        words = HtmlWriter(self.lang, game=self.GAME).game("phase", phase)
        return say(key, self.lang, name=name, n=n, phase=words, lines=len(self.view.ledger))

    def ledger(self) -> Any:
        """Return the ledger's entries as a pandas DataFrame, a row for each.

        Columns: ``n`` (running number), ``turn``, ``phase``, ``source``, ``target``, ``amount`` (counters), ``cause``
        (a key of the engine's causes), ``card``, ``rules``.

        Raises:
            NotHere: pandas is missing.
        """
        return self._ledger(self.view.ledger)

    def _ledger(self, entries: Iterable[Entry]) -> Any:
        rows = [
            {
                "n": entry.n,
                **self.when(entry),
                "source": self.account(entry.source),
                "target": self.account(entry.target),
                "amount": entry.amount,
                "cause": entry.cause,
                "card": "" if entry.card is None else self.name(entry.card),
                "rules": " ".join(entry.rules),
            }
            for entry in entries
        ]
        return self._frame(rows, self.LEDGER)

    def when(self, entry: Entry) -> dict[str, object]:
        """Return the columns of a ledger entry for its time and place."""
        return {"turn": entry.moment.turn, "phase": entry.moment.phase}

    def account(self, account: Account) -> str:
        """Return the name of an account, from or to which counters move."""
        raise NotImplementedError

    def why_not(self, action: Action) -> Lines:
        """Return why the seat may not do this now: each rule against it with its page, and the nearest legal action.

        Args:
            action: an action of the engine, such as ``Play("BR07", 1, "down", blood=2)``.
        """
        return self._reasons(self._game.why_not(self.seat, action))


class MoveTrial(Named):
    """One of the learner's moves, to try otherwise; the story then plays on from there.

    It plays on the real table, so that it reveals what was hidden at the move.

    Args:
        fork: the story from that move on.
        lang: ``"en"`` or ``"de"``.
    """

    def __init__(self, fork: Fork, lang: str = "en") -> None:
        self._fork = fork
        self.lang = lang
        self.view = fork.view

    def __repr__(self) -> str:
        return say("hood.trial", self.lang, usual=self.said(self.usual), n=len(self.moves) - 1)

    @property
    def usual(self) -> Action:
        """The move that the story takes."""
        return self._fork.usual

    @property
    def moves(self) -> list[tuple[str, Action]]:
        """The legal actions, each as (words, action), the story's own first."""
        decision = self.view.decision
        assert decision is not None
        return [(self.said(action), action) for action in chosen_first(self.usual, decision.legal)]

    def do(self, action: Action) -> Any:
        """Take an action instead, play the story on, and return the differences as a DataFrame.

        Its columns, named in the learner's language, are the result in the story and the result of this action. If the
        rules forbid the action, the reasons are returned in words.

        Args:
            action: an action of :attr:`moves`.

        Raises:
            NotHere: pandas is missing.
        """
        why = self._fork.why_not(action)
        if why is not None:
            return self._reasons(why)
        told, tried = self.outcome(self._fork.after(self.usual)), self.outcome(self._fork.after(action))
        columns = tuple(say(f"hood.{key}", self.lang) for key in ("what", "told", "tried"))
        rows = [(what, told.get(what, "–"), tried.get(what, "–")) for what in {**told, **tried}]
        different = [dict(zip(columns, row, strict=True)) for row in rows if row[1] != row[2]]
        return self._frame(different, columns) if different else Lines(say("hood.same", self.lang))

    def outcome(self, view: Any) -> dict[str, object]:
        """Return the results of a story by name, for comparison."""
        raise NotImplementedError


def chosen_first(chosen: Any, among: Iterable[Any]) -> list[Any]:
    """Return the things in ``among``, the chosen one first."""
    return sorted(among, key=lambda one: one != chosen)
