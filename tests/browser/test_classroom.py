"""The room for a class in a browser: a list becomes a link, pupils walk it, and their files come back to a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.test_teachers import TEACHERS, tell
from tests.browser.world import DESKTOP, PHONE
from tests.selection import cases
from vendetta_kit import scenarios
from vendetta_kit.course.progress import Progress

STORY = "w-14-first-hand"
TITLE = next(heading.title["en"] for heading in scenarios.headings() if heading.id == STORY)
_DROP = """(zone, files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name, { type: "application/json" }));
    for (const kind of ["dragover", "drop"])
        zone.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


def add(her: Hands, kind: str, label: str) -> None:
    """Put something on the list, by keyboard."""
    field = her.page.get_by_label(kind, exact=True)
    field.select_option(label=label)
    her.keep()
    field.press("Tab")
    her.page.keyboard.press("Enter")
    her.answered()


@cases("size", [DESKTOP, PHONE], quick=[DESKTOP], ids=["desktop", "phone"])
def test_a_list_is_made_walked_by_a_pupil_and_comes_back_as_a_table(
    hands: Callable[..., Hands], size: tuple[int, int], tmp_path: Path
) -> None:
    her = hands(size, calm=True).open(TEACHERS)
    her.press(her.button("Your class"))
    expect(her.page.get_by_role("heading", name="A list for your class")).to_be_visible()
    her.accessible()
    add(her, "A scenario", TITLE)
    add(her, "A lesson", "3 Planning")
    her.press(her.button("Further down: " + TITLE))
    her.press(her.button("Further up: " + TITLE))
    address = her.page.get_by_label("The link for your class").input_value()
    assert address.startswith(her.home)
    her.page.locator(".vk-frame").get_by_role("button", name="Copy the link").click()
    expect(her.button("Copied")).to_be_visible()
    her.accessible()
    her.picture(f"class-1-list-{size[0]}", full=True)

    pupil = hands(size, calm=True)
    pupil.page.goto(address)
    pupil.ready()
    expect(pupil.page.locator(".vk-todo [role=status]")).to_have_text("Done: 0 of 2")
    pupil.accessible()
    pupil.picture(f"class-2-pupil-{size[0]}")
    pupil.follow(TITLE)
    tell(pupil)
    pupil.accessible()
    pupil.follow("The Vendetta Kit")
    expect(pupil.page.locator(".vk-todo [role=status]")).to_have_text("Done: 1 of 2")
    expect(pupil.page.locator(".vk-todo .vk-done")).to_have_count(1)
    saved = pupil.is_given(pupil.button("Save my progress to a file"), tmp_path)

    broken = Progress().dumps()[:-3]
    zone = her.page.locator("[data-drop-files]")
    her.keep()
    zone.evaluate(
        _DROP, [["ann.json", saved.read_text("utf-8")], ["bad.json", broken], ["bob.json", Progress().dumps()]]
    )
    expect(her.page.locator(".vk-class-table tbody tr")).to_have_count(2)
    her.answered(told="bad.json")
    assert "Traceback" not in her.page.content()
    expect(her.page.locator(".vk-class-table tbody tr").first).to_contain_text("ann")
    expect(her.page.locator(".vk-class-table tbody tr").first).to_contain_text("✓")
    her.accessible()
    her.picture(f"class-3-table-{size[0]}", full=True)
    table = her.is_given(her.button("The table as a CSV file"), tmp_path)
    assert table.read_text("utf-8").splitlines()[1].startswith("ann,")
    her.choose_file("Choose progress files", saved)
    expect(her.page.locator(".vk-class-table tbody tr")).to_have_count(3)
