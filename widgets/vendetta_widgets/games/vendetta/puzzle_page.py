"""The page of Vendetta's puzzles: the Location of the decision on a stage, and as it ends after a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from vendetta_kit.course.puzzle_set import Outcome
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import PlayedMove, PuzzleAnswer
from vendetta_widgets.html import Html, HtmlWriter, tag
from vendetta_widgets.lesson_page import LessonTable
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.puzzle_page import BasePuzzlePage

from .lesson_page import VendettaLessonTable
from .stage_scenes import Told, location_scene


@language_by_name()
def puzzles(*, lang: str | None = None) -> PuzzlePage:
    """Return the page of puzzles; ``?puzzle=ID`` opens one, ``?theme=drain&grade=2`` one of that theme and grade.

    >>> puzzles(lang="en").title().endswith("· Puzzles")
    True
    """
    return PuzzlePage(lang=lang)


class PuzzleTable(VendettaLessonTable):
    """Vendetta's table below the stage with the Location of the decision."""

    FELT: ClassVar[tuple[str, ...]] = ("scene", *VendettaLessonTable.FELT)


class PuzzlePage(BasePuzzlePage):
    """The page of Vendetta's puzzles."""

    TABLE: ClassVar[type[LessonTable]] = PuzzleTable

    def at_stake(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the Location of the decision on a stage, with all its cards; empty while players plan.

        Where one stays or withdraws, the panel has the question alone: neither hand nor Alliance matters for it.
        """
        view = self.walk.view
        if view is None or view.at is None:
            return {"scene": Html("")}
        found = {"scene": location_scene(view, None, view.at, Told((), ()), pen, True)}
        if view.decision is not None and all(isinstance(action, Stay | Withdraw) for action in view.decision.legal):
            found["panel"] = tag("div", self.stage.panel.bar(view, pen), cls="vk-controls")
        return found

    def after(self, outcome: Outcome, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the Location that tells the moves apart as it ends; empty if it was not resolved."""
        assert isinstance(outcome, PlayedMove)
        assert isinstance(self.answer, PuzzleAnswer)
        found = outcome.location(self.answer.at)
        if found is None:
            return {"scene": Html("")}
        told = Told(found.span, ())
        scene = location_scene(found.view, found.before, self.answer.at, told, pen, False, self.answer.cards)
        return {"scene": scene}
