"""One command that measures the kit's pages against bare ones in the same browser, interleaved, and prints the ratios.

    python -m benchmarks.pages [--rounds N] [--clicks N] [--only load|click] [--again] [--json]

README.md beside this file says what is counted. It is information, not a test: the exit code is 0 whatever
was measured.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from itertools import cycle
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from benchmarks.engines import BenchmarkError
from benchmarks.measure import Spread, ratios
from benchmarks.run import machine, positive, version
from benchmarks.served import BARE_BUTTON, BARE_TEXT, BARE_WIDGET, Clicked, Opened, chromium, fill, served
from vendetta_kit.course import lessons as course
from vendetta_widgets.lesson_page import notebook_of

PARTS = ("load", "click")
GOAL = 1.5
ONE_FRAME = 16.0
"""Milliseconds that nobody sees: a screen shows some 60 pictures a second."""
SIZE: ViewportSize = {"width": 1280, "height": 900}
FRONT, GAME, DRILLS = "00_start_here", "09_whole_game", "15_drills"
LESSONS_A_ROUND = 3
MOST_PRESSES = 60
"""Between two "Go on" of a lesson there are never so many."""
LESSONS = "lesson"
BARE = "empty notebook"
REST = 0.3
"""Seconds between two loads, for the last page's kernel to end in."""

TAUGHT = [heading.id for heading in course.headings()]
STORY = "03_planning"
VTES_STORY = "vtes/00_first_bleed"
PRESS = "document.querySelector('.widget-button')"
LABEL = "document.querySelector('.widget-label')"
FRAME = "document.querySelector('.vk-frame')"
ANSWER = "document.querySelector('.vk-coach [data-do=answer][data-value]')"
GO_ON = "document.querySelector('.vk-steer [data-do=go_on]')"
SURE = "document.querySelector('.vk-panel .vk-yes')"
GLOWS = (
    "[...document.querySelectorAll('.vk-panel .vk-choice.vk-glow > .vk-button, .vk-panel .vk-button.vk-glow')].at(-1)"
)
STEPS = "[...document.querySelectorAll('.vk-panel [data-do=step][aria-pressed=false]')]"
NEXT_MOMENT = (
    "(all => all[(all.findIndex(one => one.matches('.vk-now')) + 1) % all.length])"
    "([...document.querySelectorAll('[data-do=moment]')])"
)
ACT = "document.querySelector('.vk-panel .vk-confirm [data-do=act], .vk-panel [data-do=act]')"


@dataclass(frozen=True)
class Row:
    """What was measured of one thing: milliseconds, and how many times as long as the bare one beside it.

    ``more``: milliseconds more than the bare one; where they are known, the goal is one of them.
    """

    name: str
    milliseconds: Spread
    ratio: Spread | None = None
    goal: bool = False
    more: Spread | None = None

    def reached(self) -> bool:
        if self.more is not None:
            return self.more.median <= ONE_FRAME
        return self.ratio is not None and self.ratio.median <= GOAL

    def verdict(self) -> str:
        """What was found beside what was aimed at."""
        if self.more is not None:
            return f"{self.more.median:+.1f} ms beside the bare one (at most {ONE_FRAME:g} ms more)"
        assert self.ratio is not None
        return f"{self.ratio.median:.2f}x (at most {GOAL:g}x)"


@dataclass(frozen=True)
class Table:
    title: str
    rows: list[Row]
    notes: list[str]

    def as_json(self) -> dict[str, Any]:
        rows = [
            asdict(row) | ({"goal": row.verdict(), "reached": row.reached()} if row.goal else {}) for row in self.rows
        ]
        return {"title": self.title, "rows": rows, "notes": self.notes}


class Times:
    """Milliseconds of several things, each with those of the bare one beside it."""

    def __init__(self) -> None:
        self.own: dict[str, list[float]] = {}
        self.ratios: dict[str, list[float]] = {}

    def add(self, name: str, took: float, bare: float) -> None:
        self.own.setdefault(name, []).append(took)
        self.ratios.setdefault(name, []).append(took / bare)

    def row(self, name: str, goal: bool = True) -> Row:
        return Row(name, Spread.of(self.own[name]), Spread.of(self.ratios[name]), goal)


# --- the two parts ----------------------------------------------------------------------------------------


def measure_load(browser: Browser, home: str, lessons: Sequence[str], rounds: int, again: bool) -> Table:
    """Empty notebook, a page, empty notebook, the next, ...: each page is set beside the empty ones around it."""
    kept = browser.new_context(viewport=SIZE) if again else None

    def load(notebook: str) -> Opened:
        with visit(browser, kept) as context:
            opened = Opened(context, home, notebook)
            opened.close()
        time.sleep(REST)
        return opened

    turn = cycle(lessons)
    others = {BARE_WIDGET: "bare widget", FRONT: "front page", GAME: "free game", DRILLS: "drills"}
    others[VTES_STORY] = "V:TES lesson"
    for notebook in (BARE_TEXT, *others, *lessons[:1]):
        load(notebook)  # leaves byte code behind, and what the server and the system keep
    times, shown, empty = Times(), [], []
    by_lesson: dict[str, list[float]] = {}
    before = load(BARE_TEXT)
    for _ in range(rounds):
        for notebook in (*(next(turn) for _ in range(LESSONS_A_ROUND)), *others):
            page, after = load(notebook), load(BARE_TEXT)
            bare = (before.ready + after.ready) / 2
            times.add(others.get(notebook, LESSONS), page.ready, bare)
            if notebook not in others:
                by_lesson.setdefault(notebook, []).append(page.ready / bare)
            shown.append(after.shown)
            empty.append(after.ready)
            before = after
    slowest, most = max(((name, Spread.of(of).median) for name, of in by_lesson.items()), key=lambda pair: pair[1])
    visits = "one browser that has been here before" if again else "a fresh browser each time"
    return Table(
        f"Milliseconds until a page is ready, {rounds} rounds, {visits} (less is better)",
        [
            Row(BARE, Spread.of(empty)),
            Row("  its text alone seen", Spread.of(shown)),
            times.row(others[BARE_WIDGET], goal=False),
            times.row(LESSONS),
            *(times.row(others[notebook]) for notebook in (FRONT, GAME, DRILLS, VTES_STORY)),
        ],
        [
            f"{len(by_lesson)} lessons in turn; the slowest was {slowest} ({most:.2f}x)",
            "Ratios are to the empty notebook: the mean of the load before and the load after.",
        ],
    )


@contextmanager
def visit(browser: Browser, kept: BrowserContext | None) -> Iterator[BrowserContext]:
    """A browser that knows nothing of the kit, or the one that has been kept."""
    if kept is not None:
        yield kept
        return
    with browser.new_context(viewport=SIZE) as context:
        yield context


def measure_click(browser: Browser, home: str, rounds: int, clicks: int) -> Table:
    """A bare button, a step of a play, a bare button, "Go on" in a lesson, a bare button, a move, ...

    Each kind has a bare button of its own, whose kernel has been idle for as long as that of the page beside it.
    """
    with browser.new_context(viewport=SIZE, reduced_motion="reduce") as context:
        hands: dict[str, Hand] = {
            STEP: Choosing(Opened(context, home, GAME, "?seed=7")),
            ON: Telling(Opened(context, home, STORY)),
            ON_VTES: Telling(Opened(context, home, VTES_STORY)),
            MOVE: Moving(context, home),
        }
        bare = {name: Pressing(Opened(context, home, BARE_BUTTON)) for name in hands}
        found: list[list[tuple[str, Clicked, Clicked]]] = []
        for turn in range(rounds + 1):  # the first one warms up
            found.append([])
            for _ in range(clicks if turn else WARM):
                for name, hand in hands.items():
                    pressed = bare[name].next()
                    found[-1].append((name, pressed, hand.next()))
        for hand in (*bare.values(), *hands.values()):
            hand.page.close()
    times = found[1:]
    rows = []
    for title, of in ((": changed", CHANGED), (": painted", PAINTED)):
        rows.append(Row(f"bare button{title}", Spread.of([of(pressed) for took in times for _, pressed, _ in took])))
        for name in hands:
            own = [[of(clicked) for kind, _, clicked in took if kind == name] for took in times]
            beside = [[of(pressed) for kind, pressed, _ in took if kind == name] for took in times]
            figure = Spread.of([one for took in own for one in took])
            mine, bares = ([statistics.median(one) for one in took] for took in (own, beside))
            more = Spread.of([a - b for a, b in zip(mine, bares, strict=True)])
            rows.append(Row(f"{name}{title}", figure, ratios(mine, bares), of is CHANGED and name != MOVE, more))
    return Table(
        f"Milliseconds from a click to the page redrawn, {rounds} rounds of {clicks} clicks of each (less is better)",
        rows,
        [
            "Changed: all that the click brings about stands in the page. Painted: the frame that shows it is painted.",
            "Ratios are to the bare button beside it, changed or painted likewise: median by median of each round.",
        ],
    )


CHANGED: Final = attrgetter("changed")
PAINTED: Final = attrgetter("painted")
WARM = 5
STEP = "a step of a play"
ON = "a lesson's Go on"
ON_VTES = "a V:TES lesson's Go on"
MOVE = "a move, bots included"


class Hand(Protocol):
    """What clicks on a page, again and again."""

    page: Opened

    def next(self) -> Clicked: ...


class Pressing:
    """The bare button."""

    def __init__(self, page: Opened) -> None:
        self.page = page

    def next(self) -> Clicked:
        took = self.page.click(PRESS, LABEL)
        if took is None:
            raise BenchmarkError("the bare button is not there")
        return took


class Choosing:
    """The free game in Planning: one step of a play after the other is chosen, and none is done."""

    def __init__(self, page: Opened) -> None:
        self.page = page
        self._turn = 0
        while not page.page.evaluate(f"{STEPS}.length"):
            if page.click(ACT, FRAME) is None:
                raise BenchmarkError("the game does not come to Planning")

    def next(self) -> Clicked:
        self._turn += 1
        took = self.page.click(f"{STEPS}[{self._turn * 5} % {STEPS}.length]", FRAME)
        if took is None:
            raise BenchmarkError("there is no step to choose")
        return took


class Telling:
    """A lesson as a learner walks it: she does what glows and answers; only her "Go on" is measured.

    Where she would have to type, she goes to the next moment; at the end she begins again.
    """

    def __init__(self, page: Opened) -> None:
        self.page = page

    def next(self) -> Clicked:
        for _ in range(MOST_PRESSES):
            took = self.page.click(GO_ON, FRAME)
            if took is not None:
                return took
            if all(self.page.click(way, FRAME) is None for way in (ANSWER, SURE, GLOWS)):
                self.page.click(NEXT_MOMENT, FRAME)
        raise BenchmarkError("the lesson has nothing to go on from")


class Moving:
    """The free game, one move after the other; another game when it is over."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self._open = partial(Opened, context, home, GAME)
        self._turn = 0
        self.page = self._open("?seed=1")

    def next(self) -> Clicked:
        while True:
            took = self.page.click(ACT, FRAME)
            if took is not None:
                return took
            self._turn += 1
            if self.page.click(f"{STEPS}[{self._turn} % {STEPS}.length]", FRAME) is None:
                self.page.close()
                self.page = self._open(f"?seed={self._turn}")


# --- the command ------------------------------------------------------------------------------------------


def show(table: Table) -> str:
    lines = [table.title, f"  {'':<32}{'median':>9}{'min .. max':>19}{'times the bare one':>30}"]
    for row in table.rows:
        time_ = row.milliseconds
        line = f"  {row.name:<32}{time_.median:>9,.1f}{f'{time_.low:,.1f} .. {time_.high:,.1f}':>19}"
        if row.ratio is not None:
            line += f"{row.ratio.median:>12.2f}x {f'({row.ratio.low:.2f} .. {row.ratio.high:.2f})':>17}"
        lines.append(line)
    return "\n".join(lines + [f"  - {note}" for note in table.notes])


def show_goals(tables: Sequence[Table]) -> str:
    lines = ["Goals (information, not a test)"]
    for row in (row for table in tables for row in table.rows if row.goal and row.ratio is not None):
        reached = "goal reached" if row.reached() else "not reached"
        lines.append(f"  {reached:<14}{row.name}: {row.verdict()}")
    return "\n".join(lines)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("benchmarks/pages.py", description="Measure the kit's pages against bare ones.")
    parser.add_argument("--rounds", type=positive(int), default=5, help="each with every page (default 5)")
    parser.add_argument("--clicks", type=positive(int), default=10, help="of each kind in a round (default 10)")
    parser.add_argument("--only", choices=PARTS, help="one part instead of both")
    parser.add_argument("--again", action="store_true", help="load in a browser that has been here before")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = arguments(argv)
    about = {key: value for key, value in machine().items() if key in ("python", "system", "cores")}
    about |= {name: version(name) for name in ("voila", "ipywidgets", "anywidget")}
    tables: dict[str, Table] = {}
    try:
        with tempfile.TemporaryDirectory() as folder, chromium() as browser:
            about["chromium"] = browser.version
            if not options.json:
                print(", ".join(f"{key} {value}" for key, value in about.items()), flush=True)
            fill(Path(folder))
            lessons = [name for name in map(notebook_of, TAUGHT) if name != FRONT]
            with served(Path(folder)) as home:
                parts: dict[str, Callable[[], Table]] = {
                    "load": lambda: measure_load(browser, home, lessons, options.rounds, options.again),
                    "click": lambda: measure_click(browser, home, options.rounds, options.clicks),
                }
                for part in [options.only] if options.only else PARTS:
                    tables[part] = parts[part]()
                    if not options.json:
                        print(f"\n{show(tables[part])}", flush=True)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    if options.json:
        results = {part: table.as_json() for part, table in tables.items()}
        print(json.dumps({"machine": about, "results": results}, indent=1))
    else:
        print(f"\n{show_goals(list(tables.values()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
