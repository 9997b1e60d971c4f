"""A kernel that dies says so, and the game it held goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import Server


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_dead_kernel_says_so_and_the_game_goes_on(
    hands: Callable[..., Hands], server: Server, tmp_path: Path, lang: str
) -> None:
    words = {"en": "does not answer", "de": "antwortet nicht"}[lang]
    save, again = {
        "en": ("Save the game to a file", "Reload the page"),
        "de": ("Spiel in eine Datei sichern", "Seite neu laden"),
    }[lang]
    her = hands(lang=lang, calm=True, may=("Cannot send",)).open("09_whole_game", "seed=3" if lang == "en" else "")
    for turn in range(3):
        her.move(turn)
    question = her.page.locator(".vk-panel .vk-question h2").inner_text()
    server.kernel_of(her.page).kill()
    her.find(".vk-panel .vk-hand .vk-button, .vk-panel .vk-answers .vk-button").first.click()
    silent = her.page.locator(".vk-silent")
    expect(silent).to_contain_text(words)
    expect(silent).to_have_attribute("role", "alert")
    her.accessible()
    her.picture(f"silent-{lang}")
    kept = her.is_given(her.button(save, ".vk-silent"), tmp_path)
    assert json.loads(kept.read_text("utf-8"))["moves"]
    her.button(again, ".vk-silent").click()
    expect(silent).to_be_hidden()
    her.ready()
    expect(her.page.locator(".vk-panel .vk-question h2")).to_have_text(question)
    her.move(0)
