"""The teachers' page: any scenario as a story, a lesson or scenario of one's own, and sheets to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import PHONE
from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.data_paths import data_dir

TEACHERS = "16_for_teachers"
STORIES = ("auction-01-bids", "frenzy-11-one-after-the-other", "feed-01-the-sum")


def tell(her: Hands) -> None:
    """A story to its end."""
    for turn in range(120):
        if her.walk(turn) == "done":
            return
    raise AssertionError("the story does not end")


def seek(her: Hands, words: str) -> None:
    """Type into the search, and wait until that has been sought; what is typed and the focus stay."""
    field = her.page.get_by_label("Search in titles, rules and texts")
    if field.input_value() == words:
        return
    field.fill(words)
    told = her.page.locator(".vk-all-stories [role=status]")
    expect(told).to_contain_text(" of " if words else f"{len(scenarios.headings())} scenarios")
    expect(her.page.locator(".vk[data-waiting]")).to_have_count(0)
    expect(field).to_have_value(words)
    expect(field).to_be_focused()


def test_scenarios_are_found_by_keyboard_alone(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, calm=True).open(TEACHERS)
    field = her.page.get_by_label("Search in titles, rules and texts")
    field.focus()
    her.page.keyboard.type("tie fior")
    expect(her.find(".vk-story")).to_have_count(1)
    expect(her.page.locator(".vk-all-stories [role=status]")).to_have_text(
        f"1 of {len(scenarios.headings())} scenarios"
    )
    expect(field).to_be_focused()
    expect(field).to_have_value("tie fior")
    her.accessible()
    her.picture("teachers-search-phone")
    for _ in range(3):  # past what was found and its topic
        her.page.keyboard.press("Tab")
    expect(her.find(".vk-story")).to_be_focused()
    her.keep()
    her.page.keyboard.press("Enter")
    her.answered()
    expect(her.page.locator(".vk-goal")).to_contain_text("Fiorenza")


def test_scenarios_are_told_with_any_eyes(hands: Callable[..., Hands]) -> None:
    her = hands(calm=True).open(TEACHERS)
    her.accessible()
    her.picture("teachers-1-first")
    assert her.page.locator(".vk-story").count() == len(scenarios.headings())
    for name in STORIES:
        title = next(heading.title["en"] for heading in scenarios.headings() if heading.id == name)
        seek(her, name)
        her.press(her.find(".vk-story").filter(has_text=title))
        expect(her.page.locator(".vk-goal")).to_contain_text(title)
    seek(her, "")
    other = her.page.locator(".vk-eyes").get_by_role("button").nth(1)
    her.press(other)
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(her.page.locator(".vk-player.vk-me h3")).to_contain_text(other.inner_text()[-3:])
    tell(her)
    her.accessible()
    her.picture("teachers-2-told", full=True)


def test_the_address_names_a_scenario(hands: Callable[..., Hands]) -> None:
    her = hands(PHONE, "de", calm=True).open(TEACHERS, f"scenario={STORIES[0]}")
    title = next(heading.title["de"] for heading in scenarios.headings() if heading.id == STORIES[0])
    expect(her.page.locator(".vk-goal")).to_contain_text(title)
    her.picture("teachers-phone")


def test_a_scenario_of_her_own_is_told_and_a_broken_one_is_named(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open(TEACHERS)
    model = her.is_given(her.button("Its file, as a model"), tmp_path)
    goal = her.page.locator(".vk-goal")
    before = goal.inner_text()
    text, title = model.read_text("utf-8"), goal.get_by_role("heading").first.inner_text()
    broken = tmp_path / "broken.yaml"
    for content, fault in (
        (text.replace("steps:", "stepps:"), "stepps"),
        ("[" * 50, "broken.yaml"),
        ("\x00", "broken.yaml"),
        ("format: vendetta-lesson/1\nid: x\n", "broken.yaml"),
    ):
        broken.write_text(content, "utf-8")
        her.choose_file("Try a lesson or scenario of my own", broken, told=fault)
        assert "Traceback" not in her.page.content()
        assert goal.inner_text() == before
    her.accessible()
    her.picture("teachers-3-broken-file")
    own = tmp_path / "my-own.yaml"
    own.write_text(text.replace(title, "My own night <b>").replace("id: ", "id: my-"), "utf-8")
    her.choose_file("Try a lesson or scenario of my own", own)
    expect(goal).to_contain_text("My own night <b>")
    tell(her)


def test_a_lesson_of_her_own_is_taught(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open(TEACHERS)
    model = (Path(data_dir()) / "vendetta" / "lessons" / "12_relics.yaml").read_text("utf-8")
    own = tmp_path / "own_lesson.yaml"
    own.write_text(model, "utf-8")
    her.choose_file("Try a lesson or scenario of my own", own)
    expect(her.page.locator(".vk-goal")).to_contain_text(lessons.find("relics").title["en"])
    assert her.walk(0) in ("move", "answer", "fill", "go on")


def test_the_sheets_come_as_files(hands: Callable[..., Hands], tmp_path: Path) -> None:
    her = hands(calm=True).open(TEACHERS)
    for name, file in (("Player aid, A4", "vendetta-en-a4.html"), ("Player aid, US Letter", "vendetta-en-letter.html")):
        assert her.is_given(her.button(name), tmp_path).name == file
