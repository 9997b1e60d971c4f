"""The lesson page of Vendetta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course.lesson_model import Display
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.kernel.actions import Action

from ... import log_html
from ...html import Html, HtmlWriter
from ...lesson_page import BaseLessonPage, LessonTable
from ...page_arguments import language_by_name
from ...sounds import heard
from . import lesson_displays, player_strip, table_html
from .decision_controls import PRESSES, DecisionControls, PanelInput

if TYPE_CHECKING:
    from collections.abc import Iterable


@language_by_name()
@takes(name=TEXT)
def lesson(name: str, *, lang: str | None = None) -> LessonPage:
    """Return the page of a lesson of Vendetta by its id; ``lang`` is ``None`` for the browser's language.

    >>> lesson("planning", lang="en").title()
    'Planning · The Vendetta Kit'
    """
    return LessonPage(name, lang=lang)


class VendettaLessonTable(LessonTable):
    """Vendetta's table on a lesson page."""

    MOVES: ClassVar[tuple[str, ...]] = PRESSES
    FELT: ClassVar[tuple[str, ...]] = ("faces", "places", "players")

    def panel_of(self, walk: LessonPlayer) -> DecisionControls:
        panel = DecisionControls(PanelInput(walk.why_not, lambda at: walk.view.fee(at)))
        panel.leads = False  # it would say what is to be found
        return panel

    def said(self, action: Action, view: Any) -> str:
        return action_text(action, view.names if view is not None else (), self.page.lang)

    def nearly(self, action: Action, wanted: Action, pen: HtmlWriter) -> str:
        if not (isinstance(action, Play) and isinstance(wanted, Play)):
            return ""
        if (action.card, action.at) != (wanted.card, wanted.at):
            return ""
        lacks = [pen.say(f"lesson.nearly.{wanted.face}")] if action.face != wanted.face else []
        if action.blood != wanted.blood:
            lacks.append(pen.say(f"lesson.nearly.{'blood' if wanted.blood else 'bare'}", n=wanted.blood))
        return pen.say("lesson.nearly", card=pen.name(action.card), how=pen.say("comma").join(lacks)) if lacks else ""

    def show(self, beat: Display) -> Html:
        return lesson_displays.shown(beat, self.page.pen("lesson"), self.page.stage.drained)

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        return heard(view, since)

    def parts(self, view: Any, own: Any, pen: HtmlWriter) -> Mapping[str, Html]:
        stage = self.page.stage
        on = stage.panel.on_table(own, pen) if own is not None else table_html.OnTable()
        aiming = stage.panel.aiming if on.targets else ""
        counts = not (stage.walk.predicts or stage.walk.open_predictions)  # they would tell what is to be foretold
        return {
            **self.page.kept(
                "table", (view, pen.lang, stage.seen, counts), lambda: table_parts(view, pen, stage.seen, counts)
            ),
            "places": Html("")
            if view is None
            else self.page.kept(
                "places", (view, pen.lang, aiming, counts), lambda: table_html.places(view, pen, counts, on)
            ),
        }


class LessonPage(BaseLessonPage):
    """The page of a lesson of Vendetta.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    TABLE: ClassVar[type[LessonTable]] = VendettaLessonTable


def table_parts(view: View | None, pen: HtmlWriter, seen: int, counts: bool = True) -> dict[str, Html]:
    """Return the HTML of the table's parts and the log by name; empty without a view."""
    if view is None:
        return dict.fromkeys(("clock", "players", "faces"), Html(""))
    return {
        "faces": player_strip.seats(view, pen, counts),
        "clock": table_html.clock(view, pen),
        "players": table_html.players(view, pen, counts),
        **log_html.pieces(view, pen, seen),
    }


TABLE: Final = VendettaLessonTable
