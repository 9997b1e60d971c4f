"""What Python says has changed, carried out by surface.js in a real browser, makes what Python has written.

The messages of whole walks are recorded without a server and played to a page that has nothing but surface.js.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.selection import cases
from tests.widgets.helpers import Reader, click_any
from tests.widgets.walking import step, walk_of
from vendetta_kit.course import lessons
from vendetta_widgets import DrillPage, FrontPage, GamePage, LessonPage, TeacherPage
from vendetta_widgets.base_page import script

CLICKS = 60

SHOW = """(script) => {
  window.asked = [];
  document.body.replaceChildren();
  const show = (heard) => render({
    model: { on: (_, hear) => (heard.hear = hear), off() {}, send: (message) => asked.push(message.type) },
    el: document.body,
  });
  (0, eval)(script.replace("export default { render }", "window.render = render"));
  show((window.heard = {}));
}"""

HEAR = """([message, parts]) => {
  heard.hear(message);
  const own = (node, name) => name === "tabindex" || (name === "href" && node.hasAttribute("data-notebook"));
  const attributes = (node) =>
    [...node.attributes].filter(({ name }) => !own(node, name)).map(({ name, value }) => `${name}=${value}`).sort();
  const differs = (old, now, way) => {
    if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName) return `${way}: ${old.nodeName}`;
    if (old.nodeType !== 1) return old.nodeValue === now.nodeValue ? "" : `${way}: ${old.nodeValue}`;
    const [is, should] = [attributes(old), attributes(now)].map((all) => all.join(" "));
    if (is !== should) return `${way}: <${old.nodeName} ${is}> for ${should}`;
    return inside(old, now, `${way} ${old.nodeName}`);
  };
  const inside = (old, now, way) => {
    if (old.childNodes.length !== now.childNodes.length)
      return `${way}: ${old.childNodes.length} nodes for ${now.childNodes.length}`;
    for (const [at, node] of old.childNodes.entries()) {
      const found = differs(node, now.childNodes[at], `${way}/${at}`);
      if (found) return found;
    }
    return "";
  };
  for (const [name, html] of Object.entries(parts)) {
    const wanted = document.createElement("template");
    wanted.innerHTML = html;
    const found = inside(document.querySelector(`[data-part="${name}"]`), wanted.content, name);
    if (found) return found;
  }
  return asked.includes("again") ? "asks for everything again" : "";
}"""


class Player(Reader):
    """A reader that plays all she is sent to a browser too, and looks at what has become of it."""

    def __init__(self, browser: Page, page: Any, query: str = "") -> None:
        self.browser = browser
        self.edited = 0
        self.fault = ""
        browser.evaluate(SHOW, script())
        super().__init__(page, query=query)

    def _hear(self, message: Any, buffers: Any = None) -> None:
        super()._hear(message, buffers)
        changed = [name for name, part in message.get("parts", {}).items() if part is not None]
        self.edited += sum(not isinstance(message["parts"][name], str) for name in changed)
        written = {name: str(self.page._shown[name]) for name in changed}
        self.fault = self.fault or self.browser.evaluate(HEAR, [message, written])

    def send(self, buffers: Sequence[bytes] = (), **message: Any) -> None:
        super().send(buffers, **message)
        assert not self.fault, self.fault  # a page would catch it and go on


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop that runs here is that of the browser's driver and no kernel's: nothing is put off."""
    for module in ("base_page", "help_level", "page_hooks"):
        monkeypatch.setattr(f"vendetta_widgets.{module}.running_loop", lambda: None)


@pytest.fixture
def player(page: Page) -> Callable[..., Player]:
    """Plays a page of the kit's to an empty page of the browser's."""
    return lambda kit, query="": Player(page, kit, query)


@cases("name", lessons.ids(), quick=["diablerie"])
def test_a_lesson_stands_as_it_was_written(player: Callable[..., Player], name: str) -> None:
    her = player(LessonPage(name, lang="de" if len(name) % 2 else "en"))
    walk = walk_of(her)
    while not walk.done:
        step(her)
    assert her.edited > 5
    for moment in reversed(range(len(walk.lesson.moments))):
        her.do("moment", moment)


@pytest.mark.long
def test_a_game_stands_as_it_was_written(player: Callable[..., Player]) -> None:
    rng = random.Random(3)
    her = player(GamePage(3, lang="en"), "?players=4&location_cards=1&relics=1")
    for turn in range(CLICKS):
        click_any(her, rng)
        if turn % 7 == 0:
            her.do("lang", "de" if turn % 2 else "en")
    assert her.edited > CLICKS


def test_the_other_pages_stand_as_they_were_written(player: Callable[..., Player]) -> None:
    her = player(FrontPage(lang="en"))
    for _ in range(4):
        step(her)
    teacher = player(TeacherPage(lang="en"))
    for seat in (1, 0, 2):
        teacher.do("eyes", seat)
    drills = player(DrillPage("all", lang="en"))
    for _ in range(6):
        for button in drills.buttons("drill")[:2]:
            drills.press(button)
    assert min(her.edited, teacher.edited) > 0


def test_a_page_that_stands_otherwise_is_given_everything_again(page: Page) -> None:
    her = Player(page, LessonPage("planning", lang="en"))
    title = page.locator("[data-part=goal] h1")
    assert title.count() == 1
    page.evaluate("document.querySelector('[data-part=goal]').replaceChildren()")
    with pytest.raises(AssertionError, match="goal"):
        her.do("moment", 2)
    assert page.evaluate("asked.at(-1)") == "again"
    page.evaluate("asked.length = 0")
    her.fault = ""
    her.send(type="again")
    assert title.count() == 1
    her.do("moment", 1)
