"""How long a step of a dashboard's slider takes in the browser, beside a bare plotly update in the same page.

    python -m benchmarks.figures [--steps N] [--json]

From the slider's input to the frame that shows all figures of the page drawn anew: the way to Python and back, new
figures, log and words, and plotly's drawing. Beside it, interleaved, what plotly alone needs to draw those very figures
again from data that lies ready. It is information, not a test: the exit code is 0 whatever was measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page

from benchmarks.engines import ROOT, BenchmarkError
from benchmarks.measure import Spread
from benchmarks.run import machine, positive
from benchmarks.served import PATIENCE, chromium, served

GOAL: Final = 100.0
"""Milliseconds that a step may take."""
PAGES: Final = ("blood", "influence", "locations", "watch")
SIZE: Final = {"width": 1280, "height": 900}

STEP: Final = """async step => {
    const slider = document.querySelector(".vk-slide input[type=range]");
    const root = document.querySelector(".vk");
    const words = () => document.querySelector(".vk-step-words").textContent;
    for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
    const before = words();
    const painted = () => new Promise(done => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    }));
    const start = performance.now();
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done, fail) => {
        setTimeout(fail, 10_000, new Error("nothing is drawn"));
        const look = () => {
            if (words() !== before && !root.hasAttribute("aria-busy") && !Number(root.dataset.drawing || 0)) done();
            else setTimeout(look, 1);
        };
        look();
    });
    await painted();
    const took = performance.now() - start;
    const plots = [...document.querySelectorAll("[data-figure] .vk-plot")];
    const copies = plots.map(plot => [JSON.parse(JSON.stringify(plot.data)), JSON.parse(JSON.stringify(plot.layout))]);
    const lib = await window.vendettaPlotly.come;
    const again = performance.now();
    for (const [k, plot] of plots.entries()) await lib.react(plot, ...copies[k], { displayModeBar: false });
    await painted();
    return words() === before ? null : [took, performance.now() - again];
}"""


def fill(folder: Path) -> None:
    """The kit's dashboards, at the place where they stand."""
    (folder / "dashboards").mkdir()
    for path in (ROOT / "notebooks" / "dashboards").glob("*.ipynb"):
        (folder / "dashboards" / path.name).write_bytes(path.read_bytes())


def measure(browser: Browser, home: str, name: str, steps: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each step of one dashboard, and of plotly alone."""
    context = browser.new_context(viewport=SIZE)  # type: ignore[arg-type]
    page: Page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{home}voila/render/dashboards/{name}.ipynb?seed=7&players=4&at={'end' if name == 'watch' else 300}")
    page.wait_for_function(
        "[...document.querySelectorAll('[data-figure]')].every(one => one.dataset.drawn)"
        " && document.querySelector('[data-figure]')"
    )
    last = int(page.locator(".vk-slide input[type=range]").get_attribute("max") or 0)
    took, bare = [], []
    for k in range(steps + 2):
        at = last // 4 + k * max(1, last // (2 * (steps + 2)))
        both = page.evaluate(STEP, at)
        if k > 1:  # the first ones find cold caches
            took.append(both[0])
            bare.append(both[1])
    context.close()
    return took, bare


def main(argv: list[str] | None = None) -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser("python -m benchmarks.figures", description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=positive(int), default=40, help="steps of each dashboard's slider (default 40)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(argv)
    rows: dict[str, dict[str, Any]] = {}
    try:
        with TemporaryDirectory() as place:
            fill(Path(place))
            with served(Path(place)) as home, chromium() as browser:
                for name in PAGES:
                    took, bare = measure(browser, home, name, given.steps)
                    step, alone = Spread.of(took), Spread.of(bare)
                    over = sum(one > GOAL for one in took)
                    rows[name] = {"step": asdict(step), "plotly": asdict(alone), "over": over, "steps": len(took)}
                    rows[name]["reached"] = step.median <= GOAL
                    if not given.json:
                        print(
                            f"{name:10}  step {step.median:6.1f} ms (goal {GOAL:.0f}: "
                            f"{'reached' if step.median <= GOAL else 'not reached'}; {over} of {len(took)} over it)"
                            f"   plotly alone {alone.median:6.1f} ms",
                            flush=True,
                        )
    except BenchmarkError as fault:
        print(f"benchmark: {fault}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps({"machine": machine(), "goal": GOAL, "dashboards": rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
