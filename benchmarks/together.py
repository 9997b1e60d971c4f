"""One command that measures common tables: from a press on one page until the others show it, and what idle pages cost.

    python -m benchmarks.together [--tables 1 5] [--presses N] [--idle SECONDS] [--json]

README.md beside this file says what is counted. It is information, not a test: the exit code is 0 whatever
was measured.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import psutil
from playwright.sync_api import Browser, Error, Page

from benchmarks.engines import BenchmarkError
from benchmarks.run import machine, positive, version
from benchmarks.served import PATIENCE, chromium, fill, served

NOTEBOOK: Final = "17_play_together"
PEOPLE: Final = 4
MEDIAN_GOAL: Final = 300.0
LATE_GOAL: Final = 600.0
"""Milliseconds: the median and the 95th percentile that are aimed at."""
IDLE_GOAL: Final = 1.0
"""Percent of a core that an idle page may cost."""
NOW: Final = "performance.timeOrigin + performance.now()"
WATCH: Final = f"""() => {{
    window.turns = [];
    const seen = new MutationObserver(() => window.turns.push({NOW}));
    seen.observe(document.querySelector(".vk-frame"), {{ childList: true, subtree: true, characterData: true }});
}}"""
CAN: Final = """() => [
    ".vk-recap-box .vk-next", ".vk-panel .vk-yes", ".vk-confirm", ".vk-panel .vk-step-at .vk-button:not(.vk-locked)",
    ".vk-panel .vk-answers .vk-button:not(.vk-locked)", ".vk-panel .vk-hand .vk-choice > .vk-button:not(.vk-locked)",
].map(where => [...document.querySelectorAll(where)].find(one => one.checkVisibility())).find(Boolean) || null"""
DRAWN: Final = "window.turns.some(turn => turn > then)"
UNSEEN: Final = 1500
"""Milliseconds after which a press was none that others see."""
PRESS: Final = f"""button => {{ const then = {NOW}; button.click(); return then; }}"""


@dataclass(frozen=True)
class Row:
    """What was measured with so many tables."""

    tables: int
    presses: int
    """So many times a press was waited for on another page."""
    median: float
    late: float
    """The 95th percentile; both in milliseconds."""
    idle: float
    """Percent of a core, for each page while nobody presses."""

    def words(self) -> str:
        reached = self.median <= MEDIAN_GOAL and self.late <= LATE_GOAL
        times = f"median {self.median:.0f} ms, 95th percentile {self.late:.0f} ms over {self.presses}"
        goals = f"goals {MEDIAN_GOAL:.0f} and {LATE_GOAL:.0f} ms: {'reached' if reached else 'missed'}"
        calm = f"idle {self.idle:.2f} % of a core a page (goal {IDLE_GOAL:.0f})"
        return f"{self.tables} table(s) of {PEOPLE}: {times} ({goals}); {calm}"


class Table:
    """Four pages at one table, each in a browser of its own."""

    def __init__(self, browser: Browser, home: str, number: int) -> None:
        address = f"{home}voila/render/{NOTEBOOK}.ipynb"
        self.pages: list[Page] = []
        code = ""
        for seat in range(PEOPLE):
            page = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.goto(f"{address}?table={code}" if code else address, wait_until="commit")
            form = page.locator("form[data-do=table_join]" if code else "form[data-do=table_open]")
            form.locator("input[name=name]").fill(f"P{number}{seat}")
            form.locator("[type=submit]").click()
            code = code or page.locator(".vk-code").inner_text()
            page.locator(".vk-seats").wait_for()
            self.pages.append(page)
        self.pages[0].locator("[data-do=table_begin]").click()
        for page in self.pages:
            page.locator(".vk-turn-bar").wait_for()
            page.evaluate(WATCH)

    def press(self) -> list[float]:
        """Let somebody who can do something press; how many milliseconds later each of the others was drawn anew."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for page in self.pages:
                button = page.evaluate_handle(CAN).as_element()
                if button is not None:
                    return self._pressed(page, button)
            if all(page.locator("[data-part=result]:not([hidden])").count() for page in self.pages):
                return []
        raise BenchmarkError("nobody at the table can do anything")

    def _pressed(self, page: Page, button: object) -> list[float]:
        then = float(page.evaluate(PRESS, button))
        others = [other for other in self.pages if other is not page]
        took = []
        page.wait_for_function(f"then => {DRAWN} && !document.querySelector('.vk[data-waiting]')", arg=then)
        for other in others:  # what is half chosen in a panel is nobody else's to see
            try:
                other.wait_for_function(f"then => {DRAWN}", arg=then, timeout=UNSEEN)
            except Error:
                continue
            took.append(float(other.evaluate("then => window.turns.find(turn => turn > then)", then)) - then)
        return took


def spent() -> float:
    """Seconds of processor that all kernels have taken."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            if "ipykernel" in " ".join(process.cmdline()):
                total += sum(process.cpu_times()[:2])
        except psutil.Error:
            continue
    return total


def measure(browser: Browser, home: str, tables: int, presses: int, idle: float) -> Row:
    """Let people press at so many tables by turns, then let all rest."""
    there = [Table(browser, home, number) for number in range(tables)]
    took: list[float] = []
    turn = 0
    while len(took) < presses:
        new = there[turn % tables].press()
        if not new and turn > 20 * presses:
            raise BenchmarkError("the games were over too early")
        took += new
        turn += 1
    before, began = spent(), time.monotonic()
    time.sleep(idle)
    share = 100 * (spent() - before) / (time.monotonic() - began) / (tables * PEOPLE)
    for table in there:
        for page in table.pages:
            page.context.close()
    late = statistics.quantiles(took, n=20)[-1]
    return Row(tables, len(took), statistics.median(took), late, share)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.together", description=__doc__)
    parser.add_argument("--tables", type=positive, nargs="+", default=[1, 5])
    parser.add_argument("--presses", type=positive, default=60, help="presses that others see, with each number")
    parser.add_argument("--idle", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    about = {key: value for key, value in machine().items() if key in ("python", "system", "cores")}
    about |= {name: version(name) for name in ("voila", "SQLAlchemy")}
    rows = []
    try:
        with tempfile.TemporaryDirectory() as folder, chromium() as browser:
            os.environ["VENDETTA_TABLES"] = f"sqlite:///{folder}/tables.sqlite"
            notebooks = Path(folder) / "notebooks"
            notebooks.mkdir()
            fill(notebooks)
            with served(notebooks) as home:
                for tables in options.tables:
                    rows.append(measure(browser, home, tables, options.presses, options.idle))
                    if not options.json:
                        print(rows[-1].words(), flush=True)
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps({"machine": about, "results": [asdict(row) for row in rows]}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
