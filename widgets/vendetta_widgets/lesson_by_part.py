"""A lesson part by part, for its notebook: a cell for each part, and cells that inspect it.

>>> from vendetta_widgets import step_by_step
>>> lesson = step_by_step("planning", lang="en")
>>> page = lesson.moment("first-turn")  # the last line of a cell shows it
>>> lesson.at("first-turn")
Ann · round 1 · Planning · 0 lines in the ledger

Parts can be shown repeatedly; :meth:`StepByStep.at` inspects the last one shown, at the learner's place in it.
``lesson.at("leave").live.ledger()`` shows what ``lesson.at("leave").ledger()`` shows, and keeps it up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

import ipywidgets
from IPython.core.formatters import DisplayFormatter
from IPython.core.getipython import get_ipython

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson
from vendetta_kit.course.what_if import Fork, NoMove
from vendetta_kit.registered_games import FIRST, named_in

from .lesson_inspector import LessonInspector, NotHere
from .lesson_part_page import LessonPartPage, LessonPartTools
from .page_arguments import checked_language, language_by_name

Shown = Callable[[], Any]


class LiveOutput(ipywidgets.Output):  # type: ignore[misc]
    """The output of a cell that is shown anew by :meth:`refresh`.

    Args:
        call: returns what is to be shown; a :class:`NotHere` that it raises is shown in words.
    """

    WIDGET: ClassVar[str] = "application/vnd.jupyter.widget-view+json"

    def __init__(self, call: Shown) -> None:
        super().__init__()
        self._call = call
        self._data: dict[str, Any] = {}
        self.refresh()

    def refresh(self) -> None:
        """Call the function again, and show what it returns now."""
        try:
            self._data, about = _formatted(self._call())
        except NotHere as fault:
            self._data, about = {"text/plain": str(fault)}, {}
        self.outputs = ({"output_type": "display_data", "data": self._data, "metadata": about},)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the widget, and for where none can be shown what it shows now."""
        found: Any = super()._repr_mimebundle_(**kwargs)
        return {**(found or {}), **self._data}


def _formatted(shown: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an object as a notebook would show it: its MIME bundle, and what is said about it."""
    if hasattr(shown, "_repr_mimebundle_"):
        bundle = shown._repr_mimebundle_()
        return {"text/plain": type(shown).__name__, **bundle}, {}
    shell: Any = get_ipython()
    formatter = DisplayFormatter() if shell is None else shell.display_formatter
    data, about = formatter.format(shown)
    return dict(data), dict(about)


class LiveInspector:
    """The methods of a part's inspector; each returns a :class:`LiveOutput` that follows the learner's moves.

    Args:
        inspect: returns the inspector as things stand.
        follow: calls a function after each move: ``follow(key, function)``, in the place of an earlier one of that key.
    """

    def __init__(
        self, inspect: Callable[[], LessonInspector], follow: Callable[[str, Callable[[], None]], None]
    ) -> None:
        self._inspect = inspect
        self._follow = follow

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._inspect()) if not name.startswith("_") and name != "live"]

    def __getattr__(self, name: str) -> Callable[..., LiveOutput]:
        if name.startswith("_") or not callable(getattr(self._inspect(), name, None)):
            raise AttributeError(f"{name}: expected a method of {type(self._inspect()).__name__}")

        def shown(*given: Any, **named: Any) -> LiveOutput:
            output = LiveOutput(lambda: getattr(self._inspect(), name)(*given, **named))
            self._follow(f"{name}{given}{sorted(named.items())}", output.refresh)
            return output

        return shown


def parts_of(game: str) -> LessonPartTools:
    """Return a game's page, inspector and move trial for parts of lessons."""
    found: LessonPartTools = import_module(f".games.{game}.lesson_inspector", __package__).PARTS
    return found


@language_by_name("game")
@takes(name=TEXT, game=TEXT)
def step_by_step(name: str, *, lang: str | None = None, game: str = FIRST) -> StepByStep:
    """Return a lesson of a game's course in parts.

    Args:
        name: the lesson's id, such as ``"planning"``.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        game: the game's id, such as ``"vtes"``.

    Raises:
        UnknownName: there is no such game.
        NotHere: there is no such lesson; the message lists the lessons.

    >>> len(step_by_step("planning", lang="en").lesson.moments)
    11
    """
    if name not in lessons.ids(game):
        raise NotHere(
            "notebook.no_lesson", checked_language(lang) or "en", name=repr(name), expected=", ".join(lessons.ids(game))
        )
    return StepByStep(lessons.find(name, game), lang=lang)


class StepByStep:
    """A lesson in parts; what the learner does in them goes into the progress of this browser."""

    def __init__(self, lesson: Lesson, *, lang: str | None = None) -> None:
        self.lesson = lesson
        self._wished = checked_language(lang)
        self._made = parts_of(named_in({"format": lesson.subject.format}))
        self._pages: dict[str, LessonPartPage] = {}
        self._followers: dict[str, dict[str, Callable[[], None]]] = {}  # what is shown anew after a move, by part

    def __repr__(self) -> str:
        parts = ", ".join(moment.id for moment in self.lesson.moments)
        return f"{self.lesson.title[self.lang]}: {parts}"

    @property
    def lang(self) -> str:
        """The language of the part shown last, else the one asked for."""
        return next((page.lang for page in reversed(self._pages.values())), self._wished or "en")

    def moment(self, name: str) -> LessonPartPage:
        """Return the page of a part of the lesson, at its start.

        Args:
            name: the part's id, such as ``"first-turn"``.

        Raises:
            NotHere: there is no such part; the message lists the parts.
        """
        place = self._place(name)
        old = self._pages.pop(name, None)
        if old is not None:
            old.close()  # the cell shows the new page
        page = self._pages[name] = self._made.page(self.lesson, place, lang=self._wished)
        page.on_move(lambda _: self._moved(name))
        self._moved(name)
        return page

    def _moved(self, name: str) -> None:
        """Show anew what follows the moves of a part."""
        for refresh in tuple(self._followers.get(name, {}).values()):
            refresh()

    def at(self, name: str) -> Any:
        """Return the :class:`.lesson_inspector.LessonInspector` of a part, at the learner's place in it.

        What its ``live`` shows follows the learner's moves: ``lesson.at("leave").live.ledger()``.

        Raises:
            NotHere: there is no such part, or it has no table.
        """
        page = self._pages.get(name)
        if page is None:
            page = self._made.page(self.lesson, self._place(name), lang=self._wished)
        story, seat = page.walk.story(), page.lesson.moments[0].you
        if story is None:
            raise NotHere("notebook.no_table", self.lang, name=repr(name))
        found = self._made.hood(story[0], seat, self.lang, page.light)
        found.live = LiveInspector(lambda: self.at(name), self._followers.setdefault(name, {}).__setitem__)
        return found

    def what_if(self, name: str, move: int = 1) -> Any:
        """Return a :class:`.lesson_inspector.MoveTrial`, which tries one of the learner's moves otherwise.

        Args:
            name: the part's id.
            move: the number of the learner's move in it, from 1.

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
