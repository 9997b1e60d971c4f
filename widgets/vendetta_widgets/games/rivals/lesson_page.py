"""The lesson page of Rivals, with as much of a table as the source describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course.lesson_model import Display, Show
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.message_text import action_text
from vendetta_kit.kernel.actions import Action

from ... import log_html
from ...html import Html, HtmlWriter, tag
from ...lesson_page import BaseLessonPage, LessonTable
from ...page_arguments import language_by_name
from ...rule_card import rule_card
from . import lesson_displays, table_html
from .decision_panel import Panel

if TYPE_CHECKING:
    from collections.abc import Mapping


@language_by_name()
@takes(name=TEXT)
def rivals_lesson(name: str, *, lang: str | None = None) -> RivalsLessonPage:
    """Return the page of a lesson of Rivals by its id; ``lang`` is ``None`` for the browser's language.

    >>> rivals_lesson("set_up", lang="en").check()  # doctest: +ELLIPSIS
    '... moves, ... questions, ... rules: all well'
    """
    return RivalsLessonPage(name, lang=lang)


class RivalsLessonTable(LessonTable):
    """Rivals's table on a lesson page."""

    MOVES: ClassVar[tuple[str, ...]] = ("act",)
    FELT: ClassVar[tuple[str, ...]] = ("city", "players", "fan")

    def panel_of(self, walk: LessonPlayer) -> Panel:
        return Panel(walk.why_not)

    def said(self, action: Action, view: Any) -> str:
        return action_text(action, self.page.lang, view.decision if view is not None else None)

    def show(self, beat: Display) -> Html:
        assert isinstance(beat, Show)
        pen = self.page.pen("lesson")
        if beat.what == "rule" and beat.item is not None:
            return tag("div", rule_card(beat.item, pen), cls="vk-shown-rule")
        return lesson_displays.attack(pen) if beat.what == "attack" else lesson_displays.draws(int(beat.what[-1]), pen)

    def parts(self, view: View | None, own: View | None, pen: HtmlWriter) -> Mapping[str, Html]:
        stage = self.page.stage
        if view is None:
            return dict.fromkeys(("clock", "city", "players", "fan"), Html(""))
        return {
            "clock": self.page.kept("clock", (view, pen.lang), lambda: table_html.clock(view, pen)),
            "city": self.page.kept("city", (view, pen.lang), lambda: table_html.city(view, pen)),
            "players": self.page.kept("players", (view, pen.lang), lambda: table_html.players(view, pen)),
            "fan": table_html.hand(view, pen),
            **self.page.kept("log", (view, pen.lang, stage.seen), lambda: log_html.pieces(view, pen, stage.seen)),
        }


class RivalsLessonPage(BaseLessonPage):
    """The page of a lesson of Rivals.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    GAME: ClassVar[str] = "rivals"
    TABLE: ClassVar[type[LessonTable]] = RivalsLessonTable

    def footnote(self, pen: HtmlWriter) -> Html:
        """Return the note on what the rules' source covers."""
        return tag("p", pen.writing.book.edition(pen.lang), cls="vk-hint rv-edition", lang=pen.lang)


TABLE: Final = RivalsLessonTable
