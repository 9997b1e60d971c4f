"""The lesson page of V:TES."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course.lesson_model import Display, Show
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.games import FIRST
from vendetta_kit.games.vtes.course.lesson_game import FALSE_FRIENDS
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.actions import Action

from ... import log_html
from ...html import Html, HtmlWriter, tag
from ...lesson_page import BaseLessonPage, LessonTable
from ...page_arguments import language_by_name
from ...rule_card import rule_card
from ...sounds import heard
from . import ring_html, stage_html
from .beat_text import SOUNDS
from .decision_bar import DecisionBar
from .offers import action_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


INSTEAD: Final = frozenset((
    "pass.untap", "pass.minion", "pass.block", "pass.react", "hunt", "bleed", "rescue", "diablerize", "play",
    "withdraw",
))  # fmt: skip
"""The moves of which words say what would come of them, where a lesson's story does not take them."""


@language_by_name()
@takes(name=TEXT)
def vtes_lesson(name: str, *, lang: str | None = None) -> VtesLessonPage:
    """Return the page of a lesson of V:TES by its id; ``lang`` is ``None`` for the browser's language.

    >>> vtes_lesson("first_bleed", lang="en").check()  # doctest: +ELLIPSIS
    '5 moves, 4 questions, ...
    """
    return VtesLessonPage(name, lang=lang)


class VtesLessonTable(LessonTable):
    """V:TES's table on a lesson page."""

    MOVES: ClassVar[tuple[str, ...]] = ("pick", "act", "aim")
    FELT: ClassVar[tuple[str, ...]] = ("seat_row", "event", "ring_table", "hand")

    def panel_of(self, walk: LessonPlayer) -> DecisionBar:
        untold = () if "WITH-01" in walk.lesson.rules else (do.Withdraw,)  # only its own lesson says what that is
        return DecisionBar(walk.why_not, at_once=False, all_in_bar=True, leaves_out=untold)

    def said(self, action: Action, view: Any) -> str:
        return action_words(action, view, self.page.lang)

    def instead(self, action: Action, view: View, pen: HtmlWriter) -> str:
        asked = view.decision
        what = f"pass.{asked.kind}" if isinstance(action, do.Pass) and asked is not None else action.do
        return pen.say(f"vtes.instead.{what}") if what in INSTEAD else ""

    def show(self, beat: Display) -> Html:
        assert isinstance(beat, Show)
        pen, item = self.page.pen("lesson"), beat.item
        if beat.what == "card" and item is not None:
            return tag("div", pen.writing.card(pen, item), cls="vk-shown-card")
        if beat.what == "rule" and item is not None:
            return tag("div", rule_card(item, pen), cls="vk-shown-rule")
        terms = [pen.writing.book.term(key, pen.lang) for key in FALSE_FRIENDS]
        lines = [[tag("dt", term.term), tag("dd", pen.told(term.text, term.rules))] for term in terms]
        listed = tag("dl", lines, cls="vt-friends")
        if self.page.progress.of(FIRST).lessons:
            return listed
        summary = tag("summary", pen.say("vtes.friends", n=len(terms)))
        # they tell nothing to who has not learned that game
        return tag("details", summary, listed, data_key="false-friends")

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        return heard(view, since, SOUNDS)

    def parts(self, view: View | None, own: View | None, pen: HtmlWriter) -> Mapping[str, Html]:
        stage = self.page.stage
        if view is None:
            return dict.fromkeys(("clock", "seat_row", "event", "ring_table", "hand"), Html(""))
        going_on = stage_html.going_on(view, pen)
        return {
            "seat_row": ring_html.strip(view, pen, related=True) if going_on else Html(""),
            "clock": self.page.kept("clock", (view, pen.lang), lambda: ring_html.clock(view, pen)),
            "event": going_on,
            "ring_table": ring_html.players(
                view, pen, stage.panel if own is not None and view.decision is not None else None
            ),
            "hand": stage.panel.hand(view, pen, live=own is not None),
            **self.page.kept("log", (view, pen.lang, stage.seen), lambda: log_html.pieces(view, pen, stage.seen)),
        }


class VtesLessonPage(BaseLessonPage):
    """The page of a lesson of V:TES.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    GAME: ClassVar[str] = "vtes"
    TABLE: ClassVar[type[LessonTable]] = VtesLessonTable


TABLE: Final = VtesLessonTable
