"""How smoothly things go on Vendetta's table in the browser, beside a bare animation in the same page.

    python -m benchmarks.glide [--plays N] [--json]

A trace of Chromium is recorded of each play: the card glides to its Location, Blood flies, numbers count. Of that time
it is told how many frames were drawn, and how long the page's own thread was busy in each with scripts, styles, layout
and painting. Beside it, interleaved, one empty box glides for the same time: what the machine can do at all. It is
information, not a test: the exit code is 0 whatever was measured.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.engines import ROOT, BenchmarkError
from benchmarks.measure import Spread
from benchmarks.run import machine, positive
from benchmarks.served import PATIENCE, chromium, served

GAME: Final = "09_whole_game"
SIZE: Final = {"width": 1280, "height": 800}
FRAME: Final = 1000 / 60
"""Milliseconds of a frame."""
TIME: Final = 500
"""Milliseconds from the first frame of a glide in which all that moves has come to rest, nearly."""
WORK: Final = ("FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "FireAnimationFrame")
"""Events of a trace that are the page's own work."""

PRESSES: Final = (
    ".vk-show-next",
    ".vk-panel .vk-answers .vk-button:not(.vk-locked)",
    ".vk-confirm",
    ".vk-frame:has(.vk-what) .vk-target",
    ".vk-held .vk-take",
)
"""What is pressed, the first of it that can be seen: on, an answer, a play's confirmation, its place, a card."""
NEXT: Final = """wanted => !document.querySelector('.vk[data-waiting]')
    && wanted.find(one => [...document.querySelectorAll(one)].some(e => e.checkVisibility()))"""

GLIDES: Final = f"""async press => {{
    const frames = [], root = document.querySelector('.vk');
    if (press) document.querySelector(press).click();
    else document.body.append(Object.assign(document.createElement('i'), {{ id: 'bare', style:
        'position: fixed; left: 0; top: 0; width: 8rem; height: 11rem; background: #888; z-index: 99' }}));
    const moves = () => root.getAnimations({{ subtree: true }}).some(one => one.playState === 'running'
        && one.effect.getTiming().iterations !== Infinity);
    const next = () => new Promise(requestAnimationFrame);
    if (press) while (root.hasAttribute('data-waiting') || !moves()) await next();
    else bare.animate([{{ transform: 'translate(600px, 300px)' }}, {{}}], {TIME});
    performance.mark(press ? 'glide' : 'bare');
    for (let at = await next(), end = at + {TIME}; at < end; at = await next()) frames.push(at);
    performance.mark('rest');
    if (!press) bare.remove();
    return frames;
}}"""
"""Press something (or let one box go), and return when each frame of the glide was begun."""


def busy(events: list[dict[str, Any]], mark: str) -> list[float]:
    """Return the milliseconds of the page's own work in each frame between a mark and the mark of rest after it."""
    thread = next(event for event in events if event["name"] == mark and "blink.user_timing" in event["cat"])
    rest = next(event for event in events if event["name"] == "rest" and event["ts"] > thread["ts"])
    own = [e for e in events if e.get("tid") == thread["tid"] and e.get("ph") == "X" and e["name"] in WORK]
    own = sorted((e for e in own if thread["ts"] <= e["ts"] < rest["ts"]), key=lambda e: (e["ts"], -e.get("dur", 0)))
    frames: dict[int, float] = {}
    end = 0
    for event in own:
        if event["ts"] >= end:  # what lies inside another has been counted
            end = event["ts"] + event.get("dur", 0)
            k = int((event["ts"] - thread["ts"]) / 1000 / FRAME)
            frames[k] = frames.get(k, 0) + event.get("dur", 0) / 1000
    return [frames.get(k, 0.0) for k in range(int(TIME / FRAME))]


def traced(page: Page, press: str | None) -> tuple[list[float], list[float]]:
    """Return the milliseconds between the frames of one glide, and the page's own work in each of them."""
    session: CDPSession = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": "devtools.timeline,blink.user_timing"})
    frames = page.evaluate(GLIDES, press)
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    session.detach()
    apart = [after - before for before, after in itertools.pairwise(frames)]
    return apart, busy(events, "glide" if press else "bare")


def plays(browser: Browser, home: str, count: int) -> dict[str, list[float]]:
    """Return what was measured in so many plays of a game of four, and of as many bare glides beside them."""
    page = browser.new_context(viewport=SIZE).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{home}voila/render/{GAME}.ipynb?seed=5")
    found: dict[str, list[float]] = {name: [] for name in ("apart", "work", "bare apart", "bare work")}
    measured = 0
    while measured < count:
        press = page.wait_for_function(NEXT, arg=PRESSES).json_value()
        if press == ".vk-confirm":
            for name, what in (("", press), ("bare ", None)):
                apart, work = traced(page, what)
                found[f"{name}apart"] += apart
                found[f"{name}work"] += work
            measured += 1
        else:
            page.evaluate(
                "press => [...document.querySelectorAll(press)].find(e => e.checkVisibility()).click()", press
            )
            page.wait_for_timeout(100)
    page.context.close()
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser("python -m benchmarks.glide", description=__doc__.splitlines()[0])
    parser.add_argument("--plays", type=positive(int), default=6, help="plays of a card that are traced (default 6)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(argv)
    try:
        with TemporaryDirectory() as place:
            (Path(place) / f"{GAME}.ipynb").write_bytes((ROOT / "notebooks" / f"{GAME}.ipynb").read_bytes())
            with served(Path(place)) as home, chromium() as browser:
                found = plays(browser, home, given.plays)
    except BenchmarkError as fault:
        print(f"benchmark: {fault}", file=sys.stderr)
        return 2
    rows = {}
    for name in ("", "bare "):
        apart, work = found[f"{name}apart"], found[f"{name}work"]
        rows[name.strip() or "glide"] = {
            "frames a second": 1000 / statistics.fmean(apart),
            "late": sum(one > 1.5 * FRAME for one in apart) / len(apart),
            "work": asdict(Spread.of(work)),
            "over": sum(one > FRAME for one in work) / len(work),
        }
    if given.json:
        print(json.dumps({"machine": machine(), "plays": given.plays, **rows}, indent=1))
        return 0
    for name, row in rows.items():
        print(
            f"{name:6} {row['frames a second']:5.1f} frames a second, {row['late']:.0%} late; own work in a frame: "
            f"median {row['work']['median']:.1f} ms, {row['over']:.1%} of the frames over {FRAME:.1f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
