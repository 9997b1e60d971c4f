"""What every game's hood has: the table behind a part of a lesson, and a move of it to be tried otherwise.

A game says how it names things; its own hood adds the tables that only it has: :mod:`.hood` is Vendetta's.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from vendetta_kit.kernel.options import Options

from .phrases import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vendetta_kit.course.fork import Fork
    from vendetta_kit.kernel.actions import Action
    from vendetta_kit.kernel.refusal import WhyNot
    from vendetta_kit.rulebook import Rulebook
    from vendetta_kit.scenarios.run import Telling

__all__ = ["Behind", "Lines", "NotHere", "Tried", "chosen_first", "frame", "library"]


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


class _Named:
    """What says a game's things in words."""

    BOOK: ClassVar[Rulebook]
    """The rulebook of the game."""
    lang: str
    view: Any
    """All that the own seat may know, as the game's views have it."""

    def said(self, action: Action) -> str:
        """Return what an action is called, to the own seat."""
        raise NotImplementedError

    def _reasons(self, why: WhyNot | None) -> Lines:
        """Say what forbids an action, each rule with its page, and what would do instead."""
        if why is None:
            return Lines(say("hood.allowed", self.lang))
        told = [f"✗ {reason.text(self.lang)} [{self.BOOK.cite(reason.rule, self.lang)}]" for reason in why.reasons]
        if why.nearest is not None:
            told.append(f"→ {say('why.nearest', self.lang, action=self.said(why.nearest))}")
        return Lines("\n".join(told))

    def _frame(self, rows: list[dict[str, Any]], columns: tuple[str, ...]) -> Any:
        return frame(rows, columns, self.lang)


class Behind(_Named):
    """The table behind a part of a lesson, where the learner stands in it.

    Args:
        telling: the story as far as it is told.
        seat: the learner's.
        lang: ``"en"`` or ``"de"``.
        light: whether figures are for a light ground.
    """

    ACTIONS: ClassVar[Any]
    """The actions of the game's engine."""

    def __init__(self, telling: Telling, seat: int | None, lang: str = "en", light: bool = False) -> None:
        self._game = telling.game
        self._light = light
        self.seat = seat
        self.lang = lang
        self.view = telling.game.view(seat)

    @property
    def legal(self) -> Options:
        """All that the seat may do now; empty where it is not asked."""
        return self.view.decision.legal if self.view.decision is not None else Options((), self.ACTIONS)

    def why_not(self, action: Action) -> Lines:
        """Say why the own seat may not do this now: every rule against it with its page, and the nearest legal action.

        Args:
            action: as the engine's ``actions`` has them, such as ``Play("BR07", 1, "down", blood=2)``.
        """
        return self._reasons(self._game.why_not(self.seat, action))


class Tried(_Named):
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
    def moves(self) -> list[tuple[str, Action]]:
        """All that can be done here, in words, the story's own move first."""
        decision = self.view.decision
        assert decision is not None
        return [(self.said(action), action) for action in chosen_first(self.usual, decision.legal)]

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
            return self._reasons(why)
        told, tried = self.outcome(self._fork.after(self.usual)), self.outcome(self._fork.after(action))
        columns = tuple(say(f"hood.{key}", self.lang) for key in ("what", "told", "tried"))
        rows = [(what, told.get(what, "–"), tried.get(what, "–")) for what in {**told, **tried}]
        different = [dict(zip(columns, row, strict=True)) for row in rows if row[1] != row[2]]
        return self._frame(different, columns) if different else Lines(say("hood.same", self.lang))

    def outcome(self, view: Any) -> dict[str, object]:
        """Return how a story ended, thing by thing."""
        raise NotImplementedError


def chosen_first(chosen: Any, among: Iterable[Any]) -> list[Any]:
    """Return all of them, what is chosen first if it is one of them."""
    return sorted(among, key=lambda one: one != chosen)
