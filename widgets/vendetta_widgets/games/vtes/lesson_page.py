"""The lesson page of V:TES: the machinery of all lessons, on V:TES's table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from vendetta_kit.course.beats import Show
from vendetta_kit.games.vtes.course.subject import FALSE_FRIENDS

from ... import log
from ...course_page import CoursePage
from ...pen import Html, Pen, tag
from ...rulecard import rule_card
from ...sounds import heard
from . import table
from .choices import action_words
from .panel import Panel
from .strip import strip
from .told import SOUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vendetta_kit.course.beats import Display
    from vendetta_kit.course.telling import Walk
    from vendetta_kit.games.vtes.engine.views import View
    from vendetta_kit.kernel.actions import Action

__all__ = ["VtesLessonPage", "vtes_lesson"]


def vtes_lesson(name: str, lang: str | None = None) -> VtesLessonPage:
    """Show a lesson of V:TES by its id; without ``lang`` in the browser's language.

    >>> vtes_lesson("first_bleed", "en").check()  # doctest: +ELLIPSIS
    '5 moves, 4 questions, ...
    """
    return VtesLessonPage(name, lang)


class VtesLessonPage(CoursePage):
    """A lesson of V:TES, from its first move to its last prediction.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
    """

    GAME: ClassVar[str] = "vtes"
    MOVES: ClassVar[tuple[str, ...]] = ("pick", "act")
    FELT: ClassVar[tuple[str, ...]] = ("stage", "players", "fan")

    # What is V:TES's own ----------------------------------------------------------------------------------------

    def panel_of(self, walk: Walk) -> Panel:
        return Panel(walk.why_not, at_once=False)

    def said(self, action: Action, view: Any) -> str:
        return action_words(action, view, self.lang)

    def show(self, beat: Display) -> Html:
        assert isinstance(beat, Show)
        pen, item = self.pen("lesson"), beat.item
        if beat.what == "card" and item is not None:
            return tag("div", pen.writing.card(pen, item), cls="vk-shown-card")
        if beat.what == "rule" and item is not None:
            return tag("div", rule_card(item, pen), cls="vk-shown-rule")
        terms = [pen.writing.book.term(key, pen.lang) for key in FALSE_FRIENDS]
        lines = [[tag("dt", term.term), tag("dd", pen.told(term.text, term.rules))] for term in terms]
        return tag("dl", lines, cls="vt-friends")

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        return heard(view, since, SOUNDS)

    # Showing ----------------------------------------------------------------------------------------------------

    def laid(self, view: View | None, own: View | None, pen: Pen) -> Mapping[str, Html]:
        stage = self.stage
        if view is None:
            return dict.fromkeys(("clock", "stage", "players", "fan"), Html(""))
        return {
            "clock": self.kept("clock", (view, pen.lang), lambda: table.clock(view, pen)),
            "stage": strip(view, pen),
            "players": self.kept("players", (view, pen.lang), lambda: table.players(view, pen)),
            "fan": stage.panel.hand(view, pen, live=own is not None),
            **self.kept("log", (view, pen.lang, stage.seen), lambda: log.pieces(view, pen, stage.seen)),
        }
