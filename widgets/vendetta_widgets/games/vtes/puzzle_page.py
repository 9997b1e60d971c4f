"""The page of V:TES's puzzles: all that may be done with what it changes, and the table at the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from vendetta_kit.course.puzzle_set import Outcome
from vendetta_kit.games.vtes.puzzles.played_move import PlayedMove
from vendetta_kit.kernel.actions import Action

from ...html import Html, HtmlWriter, joined, tag
from ...lesson_page import LessonTable
from ...page_arguments import language_by_name
from ...puzzle_page import BasePuzzlePage
from . import ring_html, stage_html
from .decision_bar import DecisionBar
from .lesson_page import VtesLessonTable
from .offers import action_words


@language_by_name()
def vtes_puzzles(*, lang: str | None = None) -> VtesPuzzlePage:
    """Return the page of V:TES's puzzles; ``?puzzle=ID`` opens one, ``?theme=vote&grade=2`` one of a kind.

    >>> vtes_puzzles(lang="en").title().endswith("· Puzzles")
    True
    """
    return VtesPuzzlePage(lang=lang)


class VtesPuzzlePage(BasePuzzlePage):
    """The page of V:TES's puzzles."""

    GAME: ClassVar[str] = "vtes"
    TABLE: ClassVar[type[LessonTable]] = VtesLessonTable
    SURE: ClassVar[str] = "puzzle.share"
    PICTURE: ClassVar[str] = "event"

    def said(self, action: Action, view: Any) -> str:
        """Return an action as an answer to the open decision."""
        return action_words(action, view, self.lang, view.decision)

    def at_stake(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the question with every legal answer; what each changes is told at the easiest puzzles alone."""
        view, bar = self.walk.view, self.stage.panel
        if view is None or view.decision is None:
            return {}
        assert isinstance(bar, DecisionBar)
        assert self.scenario.puzzle is not None
        return {"panel": bar.every_answer(view, pen, self.scenario.puzzle.grade == 1)}

    def after(self, outcome: Outcome, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the great moment that ended on the way to the end of the turn, and the players as they are then."""
        assert isinstance(outcome, PlayedMove)
        view = outcome.view
        told = stage_html.told(view, outcome.events[0].n if outcome.events else 0, pen)
        table = tag("div", ring_html.players(view, pen, None), cls="vk-ring_table vt-after")
        return {
            "clock": ring_html.clock(view, pen),
            "seat_row": ring_html.strip(view, pen, related=True) if told else Html(""),
            "event": joined([told, table]) if told else Html(""),
            "ring_table": Html("") if told else table,
            "hand": Html(""),
        }
