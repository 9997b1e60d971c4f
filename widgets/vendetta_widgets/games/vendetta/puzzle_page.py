"""The page of puzzles: the puzzle of the day, or one by theme and grade; the learner answers by a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.games.vendetta.puzzles import headings, open_puzzle, solution
from vendetta_kit.games.vendetta.puzzles.puzzle_lesson import lesson_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.scenarios import Scenario
from vendetta_widgets.base_page import UserError
from vendetta_widgets.controls import button, link, select
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.page_parts import framed, hole

from .lesson_page import LessonPage

__all__ = ["PuzzlePage", "of_the_day", "puzzles"]

KEPT: Final = "puzzles"
"""The name under which the browser stores the answers and the rating."""
FIRST_DAY: Final = date(2026, 1, 1)


@language_by_name()
def puzzles(*, lang: str | None = None) -> PuzzlePage:
    """Return the page of puzzles; ``?puzzle=ID`` opens one, ``?theme=drain&grade=2`` one of that theme and grade.

    >>> puzzles(lang="en").title().endswith("· Puzzles")
    True
    """
    return PuzzlePage(lang=lang)


@cache
def _read(name: str) -> Scenario:
    """Return a puzzle by its name."""
    return open_puzzle(headings()[name].path)


def of_the_day(day: date) -> str:
    """Return the name of a day's puzzle, the same for everybody; none is repeated before all have been used.

    >>> of_the_day(date(2026, 3, 1)) == of_the_day(date(2026, 3, 1)) != of_the_day(date(2026, 3, 2))
    True
    """
    found = sorted(headings())
    turn, place = divmod((day - FIRST_DAY).days, len(found))
    Random(f"puzzles/{turn}").shuffle(found)
    return found[place]


class PuzzlePage(LessonPage):
    """A page with a puzzle: the table from its seat, the learner's move, its result, and by how much it was best."""

    NOUN: ClassVar[str] = "puzzle"
    GLOWS = False
    ends_lesson = False

    def __init__(self, *, lang: str | None = None) -> None:
        self.id = of_the_day(datetime.now(UTC).date())
        self.theme, self.grade = "", 0
        self.record = PuzzleRecord()
        self.shown_solution = False
        super().__init__(lesson_of(_read(self.id)), lang=lang)

    @property
    def scenario(self) -> Scenario:
        """The current puzzle."""
        return _read(self.id)

    def _open(self, name: str) -> None:
        if name not in headings():
            raise UserError("puzzle.none", name=name[:40])
        self.begin(lesson_of(_read(name)))
        self.id, self.shown_solution = name, False

    def _chosen(self) -> Sequence[str]:
        """Return the names of the puzzles of the chosen theme and grade."""
        return [
            name
            for name, one in sorted(headings().items())
            if self.theme in ("", *one.themes) and self.grade in (0, one.grade)
        ]

    def _another(self) -> None:
        """Open the next puzzle of this kind without an answer, or the next one if all are answered."""
        found = self._chosen()
        if not found:
            raise UserError("puzzle.none_of_kind")
        after = [name for name in found if name > self.id] + [name for name in found if name <= self.id]
        self._open(next((name for name in after if name not in self.record.answers), after[0]))

    # Handling messages ----------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        self.record = PuzzleRecord.loads(self.stored.get(KEPT, ""))
        self._ask_for(query.get("theme", ""), query.get("grade", ""))
        try:
            if "puzzle" in query:
                self._open(query["puzzle"])
            elif self.theme or self.grade:
                self._another()
        except UserError as fault:
            self._tell_fault(fault)

    def _ask_for(self, theme: str, grade: str) -> None:
        self.theme = theme if theme in themes() else ""
        self.grade = int(grade) if grade in ("1", "2", "3") else 0

    def handle(self, do: str, value: Any) -> None:
        if do == "puzzle_of":
            theme, _, grade = str(value).partition("/")
            self._ask_for(theme, grade)
            self._another()
            self.focus_on("[data-home]")
        elif do == "theme":
            self._ask_for(str(value), str(self.grade))
            self._another()
        elif do == "grade":
            self._ask_for(self.theme, str(value))
            self._another()
        elif do == "next_puzzle":
            self._another()
            self.focus_on("[data-home]")
        elif do == "today":
            self.theme, self.grade = "", 0
            self._open(of_the_day(datetime.now(UTC).date()))
            self.focus_on("[data-home]")
        elif do == "solution":
            self._show_solution()
        else:
            super().handle(do, value)

    def stored_elsewhere(self, key: str, text: str) -> None:
        super().stored_elsewhere(key, text)
        if key == KEPT:
            self.record = PuzzleRecord.loads(text)

    def acted(self, action: Action, done: bool) -> None:
        """Count the first legal move as the answer."""
        if not self.shown_solution:
            self._count(done)

    def _count(self, right: bool) -> None:
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        before, self.record = self.record, self.record.answered(self.id, puzzle.grade, right)
        if self.record is not before:
            self.store(KEPT, self.record.dumps())

    def _show_solution(self) -> None:
        """Make the solution's move, which counts as a wrong answer."""
        if self._waits:
            self._count(False)
            self.shown_solution = True
            left = self.walk.place[0]
            self.stage.act(solution(self.scenario).action)
            self._moved(left)

    @property
    def _waits(self) -> bool:
        """Whether the puzzle waits for the learner's move."""
        return self.walk.place == (0, 0)

    # HTML -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.lesson.title[self.lang]} · {self.pen().say('puzzle.title')}"

    def _frame_anew(self, pen: HtmlWriter) -> Html:
        return framed("vk-course vk-beginner vk-puzzle", ("head", "goal", "choice"), self.body(pen), hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        return {**super().parts(pen), "goal": self._about(pen), "choice": self._choice(pen)}

    def _about(self, pen: HtmlWriter) -> Html:
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        today = self.id == of_the_day(datetime.now(UTC).date())
        kind = [pen.say(f"puzzle.theme.{theme}") for theme in puzzle.themes]
        words = pen.say("puzzle.about", grade=puzzle.grade, themes=pen.say("comma").join(kind))
        if today:
            words = f"{pen.say('puzzle.today')} · {words}"
        title = tag("h1", self.lesson.title[pen.lang])
        return tag("header", title, tag("p", words, " ", self._state(pen)), lang=pen.lang)

    def _state(self, pen: HtmlWriter) -> Html:
        answer = self.record.answers.get(self.id)
        if answer is None:
            return Html("")
        key = "puzzle.solved" if answer else "puzzle.failed"
        return tag("b", pen.say(key), cls="vk-small")

    def _choice(self, pen: HtmlWriter) -> Html:
        """Return the choice of the puzzle, and the learner's rating."""
        every = [("", pen.say("puzzle.theme.any")), *((theme, pen.say(f"puzzle.theme.{theme}")) for theme in themes())]
        grades = [("0", pen.say("puzzle.grade.any")), *((str(n), pen.say("puzzle.grade", n=n)) for n in (1, 2, 3))]
        record = self.record
        score = pen.say("puzzle.none_yet")
        if record.tried:
            rating, spread = round(record.rating), round(2 * record.deviation)
            score = pen.say("puzzle.score", rating=rating, spread=spread, solved=record.solved, tried=record.tried)
        ways = [
            button(pen.say("puzzle.to_today"), "today", None, "vk-quiet"),
            button(pen.say("puzzle.next"), "next_puzzle", None, "vk-quiet"),
        ]
        fields = [
            select(pen, pen.say("puzzle.theme"), "theme", every, self.theme),
            select(pen, pen.say("puzzle.of_grade"), "grade", grades, str(self.grade)),
        ]
        row = tag("div", fields, tag("div", ways, cls="vk-buttons"), cls="vk-choices")
        return tag("div", row, tag("p", score, cls="vk-small", role="status"), lang=pen.lang)

    def lesson_parts(self) -> Mapping[str, Html]:
        found = dict(super().lesson_parts())
        if self._waits:
            show = button(self.pen().say("puzzle.show"), "solution", None, "vk-quiet")
            found["steer"] = joined([found["steer"], tag("p", show, cls="vk-ways")])
        return found

    def end(self, pen: HtmlWriter) -> Html:
        """Return the solution, by how much it was best, and the links to go on."""
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        answer = self.record.answers.get(self.id)
        title = tag("h2", pen.say("puzzle.solved" if answer else "puzzle.failed"), data_home=True)
        right = self.said(solution(self.scenario).action, self.walk.view).rstrip(".")
        told = [tag("p", pen.say("puzzle.right", move=right))]
        if puzzle.gap is not None and puzzle.interval is not None:
            low, high = puzzle.interval
            words = pen.say("puzzle.gap", gap=puzzle.gap, low=low, high=high, n=puzzle.simulations or 0)
            told.append(tag("p", words, cls="vk-hint"))
        rules = tag("p", pen.say("puzzle.rules"), " ", pen.rules(self.lesson.rules, most=300))
        ways = [
            button(pen.say("puzzle.next"), "next_puzzle", cls="vk-primary"),
            button(pen.say("lesson.again"), "again", cls="vk-quiet"),
            link(pen.say("lesson.home"), "00_start_here"),
        ]
        return tag("section", title, told, rules, tag("div", ways, cls="vk-buttons"), lang=pen.lang)


@cache
def themes() -> tuple[str, ...]:
    """Return the themes of the kit's puzzles."""
    return tuple(sorted({theme for one in headings().values() for theme in one.themes}))
