"""The scenario maker in a browser: by mouse, by keyboard alone, on a phone; the saved file runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.hands import TAKE, TARGET, Hands
from tests.browser.test_teachers import TEACHERS, tell
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases
from vendetta_kit import scenarios
from vendetta_kit.cli import main

MAKER = "room=maker"


def put(her: Hands, label: str, value: str, told: str = "") -> None:
    """Write into a field and leave it."""
    field = her.page.get_by_label(label, exact=True)
    field.focus()
    her.keep()
    field.fill(value)
    field.press("Tab")
    her.answered(told)


def play(her: Hands) -> None:
    """One step of the story: whatever can be done first."""
    steps = her.page.locator(".vk-make_more .vk-todo-mine li").count()
    for _ in range(12):
        her.move(0)
        if her.page.locator(".vk-make_more .vk-todo-mine li").count() > steps:
            return
    raise AssertionError("no step comes about")


@cases("size, lang", [(DESKTOP, "en"), (PHONE, "en")], quick=[(DESKTOP, "en")], ids=["desktop", "phone"])
def test_a_scenario_is_made_saved_opened_and_told(
    hands: Callable[..., Hands], size: tuple[int, int], lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    her = hands(size, lang, calm=True).open(TEACHERS, MAKER)
    her.accessible()
    put(her, "Title, English", "My night: the <b>feast</b>")
    her.press(her.button("Ann"))
    her.accessible()
    put(her, "Blood in the Pool", "600", told="600")
    expect(her.page.get_by_label("Blood in the Pool", exact=True)).to_be_visible()
    put(her, "Blood in the Pool", "5")
    expect(her.page.locator(".vk-player.vk-me .vk-number-blood b")).to_contain_text("5")
    her.change(her.page.get_by_label("Show of Force", exact=True), "1/down")
    expect(her.page.locator(".vk-place").first).to_contain_text("Show of Force")
    her.picture(f"maker-1-table-{size[0]}", full=True)
    her.press(her.button("2 · The story"))
    play(her)
    play(her)
    told = her.page.locator(".vk-make_more .vk-todo-mine li")
    her.ask_why(her.find(".vk-panel .vk-locked").first)
    her.press(her.find(".vk-why .vk-button").first)
    expect(told).to_have_count(3)
    expect(told.last).to_contain_text("refused by")
    her.accessible()
    her.picture(f"maker-2-story-{size[0]}", full=True)
    her.press(her.button("3 · What must be true"))
    her.press(her.button("at this point already"))
    her.press(her.find(".vk-tick").first)
    her.press(her.button("at the end of the story"))
    her.page.locator(".vk-make_more summary", has_text="What is hidden from whom").click()
    her.press(her.find(".vk-tick").filter(has_text="may not see").first)
    expect(her.page.locator(".vk-tick[aria-pressed=true]")).to_have_count(1)
    her.accessible()
    her.picture(f"maker-3-ticks-{size[0]}", full=True)
    her.press(her.button("4 · The file"))
    her.accessible()
    her.picture(f"maker-4-file-{size[0]}")
    saved = her.is_given(her.button("Save the file"), tmp_path)
    assert saved.name == "my-night-the-b-feast-b.yaml"
    scenario = scenarios.load(str(saved))
    assert [type(step).__name__ for step in scenario.steps] == ["Do", "Do", "RefusedStep", "Check"]
    assert scenario.expect[0].kind == "hidden"
    assert scenario.title["en"] == "My night: the <b>feast</b>"
    assert main(["scenario", "check", str(saved)]) == 0
    capsys.readouterr()

    her.reload()  # the address still says which room, the browser still holds the scenario
    expect(her.page.get_by_label("Title, English", exact=True)).to_have_value("My night: the <b>feast</b>")
    her.press(her.button("Begin a new one"))
    expect(her.page.get_by_label("Title, English", exact=True)).to_have_value("My scenario")
    her.choose_file("Open a scenario file", saved)
    expect(her.page.get_by_label("Title, English", exact=True)).to_have_value("My night: the <b>feast</b>")
    her.press(her.button("Tell it"))
    tell(her)
    expect(her.page.get_by_role("alert")).to_have_count(0)
    her.accessible()


def reach(her: Hands, wanted: Locator) -> None:
    """Go to something with the Tab key alone."""
    for _ in range(150):
        if wanted.evaluate("e => e === document.activeElement"):
            return
        her.page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def strike(her: Hands, wanted: Locator) -> None:
    """Press something by the keyboard alone."""
    reach(her, wanted)
    her.keep()
    her.page.keyboard.press("Enter")
    her.answered()


@pytest.mark.long
def test_a_scenario_is_made_by_keyboard_alone(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open(TEACHERS, MAKER)
    strike(her, her.button("Bob"))
    reach(her, her.page.get_by_label("Blood in the Pool", exact=True))
    her.keep()
    her.page.keyboard.press("Control+A")
    her.page.keyboard.type("2")
    her.page.keyboard.press("Tab")
    her.answered()
    expect(her.page.get_by_label("Influence in the Pool", exact=True)).to_be_focused()
    strike(her, her.button("2 · The story"))
    strike(her, her.find(TAKE).first)
    strike(her, her.find(TARGET).nth(1))
    strike(her, her.find(".vk-panel .vk-confirm").first)
    expect(her.page.locator(".vk-make_more .vk-todo-mine li")).to_have_count(1)
    strike(her, her.button("3 · What must be true"))
    strike(her, her.find(".vk-tick").nth(1))
    expect(her.find(".vk-tick").nth(1)).to_be_focused()
    expect(her.find(".vk-tick").nth(1)).to_have_attribute("aria-pressed", "true")
    reach(her, her.button("Save the file"))
    with her.page.expect_download() as download:
        her.page.keyboard.press("Enter")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    verdict = scenarios.run(scenarios.load(str(saved)))
    assert verdict.ok
    assert (len(verdict.scenario.steps), len(verdict.scenario.expect)) == (1, 1)
    strike(her, her.button("Undo"))
    expect(her.page.locator(".vk-tick[aria-pressed=true]")).to_have_count(0)


@pytest.mark.long
def test_a_scenario_of_the_kit_is_opened_in_german_on_a_phone(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, "de", calm=True).open(TEACHERS, "scenario=w-07-vanish")
    her.press(her.button("Im Baukasten öffnen"))
    title = scenarios.load(scenarios.find("w-07-vanish")).title["de"]
    expect(her.page.get_by_label("Titel, deutsch", exact=True)).to_have_value(title)
    for name in ("2 · Die Geschichte", "3 · Was stimmen muss", "4 · Die Datei", "1 · Der Tisch"):
        her.press(her.button(name))
        her.accessible()
    her.picture("maker-phone-de", full=True)
