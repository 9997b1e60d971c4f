"""The kit in Firefox: each kind of page opens, answers a press, complains of nothing and asks no other host."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.browser.world import READY, ROOT, Known

OTHER_LANGUAGE = ".vk-frame .vk-languages .vk-button:not([aria-pressed=true])"
PAGES = {
    "00_start_here": ".vk-take[data-do=step]",
    "09_whole_game": ".vk-take[data-do=act]",
    "03_planning": OTHER_LANGUAGE,
    "15_drills": "[data-do=drill_next], .vk-quiz-options .vk-button, .vk-drill .vk-quiz-form .vk-button",
    "17_play_together": OTHER_LANGUAGE,
    "18_play_vtes": ".vk-panel .vk-button:not(.vk-locked)",
    "dashboards/blood": OTHER_LANGUAGE,
    "vtes/00_first_bleed": OTHER_LANGUAGE,
}
"""Pages by name, and what is pressed on each: a move where there is one, else the other language."""


@pytest.mark.long
def test_each_kind_of_page_opens_and_answers_in_firefox(server: Known) -> None:
    firefox = subprocess.run(["sh", "scripts/firefox.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert firefox.returncode == 0, firefox.stderr
    puppeteer = ROOT / "build/firefox/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js"
    script = ["node", ROOT / "tests/browser/firefox.mjs", puppeteer, firefox.stdout.strip()]
    ran = subprocess.run(
        [*script, json.dumps(list(PAGES.items())), server.address],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=READY * len(PAGES),
    )
    assert ran.returncode == 0, ran.stderr[-2000:] + ran.stdout[-500:]
    found = json.loads(ran.stdout)
    assert list(found) == list(PAGES)
    for name, page in found.items():
        assert page["faults"] == [], name
        assert page["after"] != page["before"], name
        assert page["bars"] != "auto", f"{name}: the scrollbars have the system's colours, white on a dark page"
