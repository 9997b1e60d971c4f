"""A lesson part by part, for its notebook: a cell for each part, and cells that look behind it.

>>> from vendetta_widgets import step_by_step
>>> lesson = step_by_step("planning", "en")
>>> page = lesson.moment("first-turn")  # the last line of a cell shows it
>>> lesson.at("first-turn")
Ann · round 1 · Planning · 0 lines in the ledger

Each part can be shown again and again; :meth:`StepByStep.at` looks at the one that was shown last, where the learner
stands in it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson
from vendetta_kit.course.what_if import Fork, NoMove
from vendetta_kit.games import FIRST, named_in

from .lesson_inspector import NotHere

if TYPE_CHECKING:
    from .lesson_part_page import LessonPartPage, LessonPartTools

__all__ = ["StepByStep", "step_by_step"]


def parts_of(game: str) -> LessonPartTools:
    """Return what a game shows of a part; a game's are imported only for its own lessons."""
    found: LessonPartTools = import_module(f".games.{game}.lesson_part_page", __package__).PARTS
    return found


def step_by_step(name: str, lang: str | None = None, game: str = FIRST) -> StepByStep:
    """Return a lesson of a game's course, to be gone through part by part.

    Args:
        name: the lesson's id, such as ``"planning"``.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        game: the game's id, such as ``"vtes"``.

    Raises:
        NotHere: there is no such lesson; the line names those that there are.
    """
    if name not in lessons.ids(game):
        raise NotHere("notebook.no_lesson", lang or "en", name=repr(name), expected=", ".join(lessons.ids(game)))
    return StepByStep(lessons.find(name, game), lang)


class StepByStep:
    """A lesson in parts. What is done in one of them is kept with the progress of all pages in this browser."""

    def __init__(self, lesson: Lesson, lang: str | None = None) -> None:
        self.lesson = lesson
        self._wished = lang
        self._made = parts_of(named_in({"format": lesson.subject.format}))
        self._pages: dict[str, LessonPartPage] = {}

    def __repr__(self) -> str:
        parts = ", ".join(moment.id for moment in self.lesson.moments)
        return f"{self.lesson.title[self.lang]}: {parts}"

    @property
    def lang(self) -> str:
        """The language that was asked for, else that of the part that was shown last."""
        return next((page.lang for page in reversed(self._pages.values())), self._wished or "en")

    def moment(self, name: str) -> LessonPartPage:
        """Show a part of the lesson from its start.

        Args:
            name: the part's id, such as ``"first-turn"``.

        Raises:
            NotHere: there is no such part; the line names those that there are.
        """
        place = self._place(name)
        old = self._pages.pop(name, None)
        if old is not None:
            old.close()  # it is shown no more: the cell shows the new one
        page = self._pages[name] = self._made.page(self.lesson, place, self._wished)
        return page

    def at(self, name: str) -> Any:
        """Look under the hood of a part, where the learner stands in it now; gives the game's
        :class:`.lesson_inspector.LessonInspector`.

        Raises:
            NotHere: there is no such part, or it has no table.
        """
        page = self._pages.get(name)
        if page is None:
            page = self._made.page(self.lesson, self._place(name), self._wished)
        story, seat = page.walk.story(), page.lesson.moments[0].you
        if story is None:
            raise NotHere("notebook.no_table", self.lang, name=repr(name))
        return self._made.hood(story[0], seat, self.lang, page.looks["theme"] == "light")

    def what_if(self, name: str, move: int = 1) -> Any:
        """Try one of the learner's moves in a part otherwise: the story plays on, and shows what was hidden.

        Gives the game's :class:`.lesson_inspector.MoveTrial`.

        Args:
            name: the part's id.
            move: which of her moves in it, from 1.

        Raises:
            NotHere: there is no such part, or no such move in it.
        """
        self._place(name)
        try:
            return self._made.trial(Fork(self.lesson, name, move), self.lang)
        except NoMove as fault:
            expected = " … ".join(dict.fromkeys(("1", str(fault.most)))) if fault.most else "–"
            raise NotHere("hood.bad", self.lang, what="move", value=repr(move), expected=expected) from None

    def _place(self, name: str) -> int:
        try:
            return self.lesson.find(name)
        except KeyError:
            parts = ", ".join(repr(moment.id) for moment in self.lesson.moments)
            raise NotHere("notebook.no_moment", self.lang, name=repr(name), expected=parts) from None
