"""A person before a page of the kit: she presses, reads, and walks through lessons and games as it comes."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.world import SCREENSHOTS
from vendetta_widgets.base_page import script

QUESTION = ".vk-panel .vk-question"
"""What is asked."""
TAKE = ".vk-fanned:not(.vk-resting) .vk-take"
"""A card that can be taken."""
TARGET = ".vk-target"
"""A Location to which a card can go."""

_SHOWN = "[...document.querySelectorAll('.vk-frame, .vk-dialog')].map(part => part.outerHTML).join()"
_PARTS = "[...document.querySelectorAll('.vk-frame [data-part], .vk-dialog')].map(e => [e, e.outerHTML])"
_KEEP = f"""() => {{
    if (document.querySelector('.vk[data-waiting]')) return false;  // while it answers, it would not hear her
    window.vkBefore = {_SHOWN};
    window.vkParts = new Map({_PARTS});
    return true;
}}"""
_STILL = re.search(r"^const STILL = (\d+);", script(), re.MULTILINE)
assert _STILL is not None
_HEARD = f"""button => {{
    if (window.vkWentOn === undefined) {{
        window.vkWentOn = -Infinity;
        const notes = e => {{ if (e.target.closest?.('[data-space], [data-enter]')) window.vkWentOn = e.timeStamp; }};
        addEventListener('click', notes, true);
    }}
    return button.dataset.space !== undefined || performance.now() - window.vkWentOn >= {_STILL[1]};
}}"""
"""Whether the page hears a press there: what comes too soon after she went on is meant for what lay there before."""
_IN_SIGHT = f"""() => {{
    const seen = part => [part, ...part.querySelectorAll('*')].some(e => {{
        const box = e.getBoundingClientRect();
        return e.checkVisibility() && box.width && box.height
            && Math.min(box.bottom, innerHeight) - Math.max(box.top, 0) >= Math.min(16, box.height);
    }});
    const changed = {_PARTS}.filter(([e, html]) => window.vkParts.get(e) !== html).map(([e]) => e)
        .filter(e => e.childElementCount)
        .filter(e => !/^(head|foot|log|agenda|goal|clock|timeline|bar|glance)/.test(e.dataset.part || ""));
    return !changed.length || changed.some(seen);
}}"""
_ANSWERED = (
    f"told => {{ if ({_SHOWN} === window.vkBefore) return false;"
    + """
    const root = document.querySelector('.vk');
    if (root.hasAttribute('data-waiting') || root.querySelector('.vk-at-work')) return false;
    const alert = [...root.querySelectorAll('[role=alert]')].find(e => e.checkVisibility());
    if (told && !alert?.innerText.includes(told)) return false;  // what was drawn may be the end of something else
    return {
        alert: alert ? alert.innerText : '',
        seen: ("""
    + _IN_SIGHT
    + """)(),
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        lost: document.activeElement === document.body,
        moving: root.getAnimations({ subtree: true }).filter(one => one.playState === 'running')
            .map(one => one.effect.target.outerHTML.slice(0, 160)),
    };
}"""
)
_UNANSWERED = f"""() => {{
    const root = document.querySelector('.vk');
    return {{
        changed: {_SHOWN} !== window.vkBefore,
        waiting: root?.hasAttribute('data-waiting'),
        working: Boolean(root?.querySelector('.vk-at-work')),
        told: [...document.querySelectorAll('[role=alert], [data-says]')].map(e => e.innerText),
        focus: document.activeElement.outerHTML.slice(0, 160),
    }};
}}"""
"""What a page that has not answered says of itself."""
_LIES_IN = """button => {
    const closed = [];
    for (let box = button.parentElement; box; box = box.parentElement) {
        if (box.matches(".vk-aside") && box.closest(".vk").dataset.drawer === undefined) closed.unshift("drawer");
        const folded = box.nodeName === "DETAILS" && !box.open && !box.querySelector("summary").contains(button);
        if (folded) closed.unshift(`details.${[...box.classList].join(".")} > summary`);
    }
    const drawn = button.closest(".vk")?.dataset.drawer !== undefined && !button.closest(".vk-aside, dialog");
    if (drawn && !button.matches(".vk-drawer-button")) closed.unshift("above");
    return closed;
}"""
"""What must be opened before somebody sees it, from the outside in."""
_FIRST_OF = """selectors => {
    for (const [k, selector] of selectors.entries()) {
        const n = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility()).length;
        if (n) return [k, n];
    }
    return [-1, 0];
}"""
_CUT = """() => {
    const clips = new Map(), cut = [];
    const clip = e => {  // what an element's words must lie in: null where they can be scrolled to
        if (clips.has(e)) return clips.get(e);
        const { overflowX, clipPath } = getComputedStyle(e), box = e.getBoundingClientRect();
        let own = e === document.body ? [0, innerWidth] : clip(e.parentElement);
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none' || e.matches('.vk-figure')) own = null;
        else if (own && /hidden|clip/.test(overflowX)) own = [Math.max(own[0], box.left), Math.min(own[1], box.right)];
        clips.set(e, own);
        return own;
    };
    for (const e of document.querySelectorAll('.vk *')) {
        const words = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim();
        const says = words || e.matches('button, input, select');
        const { left, right, width, height } = e.getBoundingClientRect();
        if (!says || width < 2 || height < 2 || !e.checkVisibility({ visibilityProperty: true })) continue;
        const room = getComputedStyle(e).clipPath === 'none' && clip(e.parentElement);
        if (room && (left < room[0] - 2 || right > room[1] + 2)) cut.push(e.outerHTML.slice(0, 160));
    }
    return cut;
}"""
_HEADINGS = ".vk-frame :is(h1, h2, h3, h4, h5, h6):visible"
_FAULTS = """async known => {
    const seen = new Set(known), fresh = [], again = [];
    const { lang, dataset } = document.documentElement, root = document.querySelector('.vk');
    const look = [location.pathname, innerWidth, lang, dataset, root.className, getComputedStyle(root).backgroundColor];
    for (const part of document.querySelectorAll('.vk-frame [data-part]')) {
        const { width, height } = part.getBoundingClientRect();  // what was hidden was not looked at
        const words = JSON.stringify([look, width, height, part.checkVisibility(), part.outerHTML]);
        const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words));
        const mark = btoa(String.fromCharCode(...new Uint8Array(bytes)));
        if (seen.has(mark)) again.push(part);
        else fresh.push(mark);
    }
    const names = /^(id|href|aria-label|aria-labelledby|aria-describedby|data-(open|value|key))$/;  // may be any words
    const shape = e => [e.tagName,
        [...e.attributes].map(a => [a.name, names.test(a.name) ? Boolean(a.value.trim()) : a.value]).sort(),
        [...e.childNodes].map(n => n.nodeType === 3 ? Boolean(n.data.trim()) : n.nodeType === 1 ? shape(n) : 0)];
    for (const list of document.querySelectorAll('.vk-frame :is(ul, ol, tbody)')) {
        const shapes = new Set();
        for (const row of list.children) {
            const made = JSON.stringify(shape(row));
            if (shapes.has(made)) again.push(row);
            else shapes.add(made);
        }
    }
    const rules = Object.fromEntries(axe._audit.rules
        .filter(rule => !['serious', 'critical'].includes(rule.impact)).map(rule => [rule.id, { enabled: false }]));
    const found = await axe.run({ include: [document], exclude: again }, { resultTypes: ['violations'], rules });
    return {
        fresh,
        told: found.violations.flatMap(fault => fault.nodes.map(node =>
            `${fault.id}: ${node.html.slice(0, 300)} ${node.failureSummary}`)),
    };
}"""


class Way(NamedTuple):
    """Something that can be pressed: where it is, and which of several is taken (``None``: the turn decides)."""

    kind: str
    selector: str
    which: int | None = 0


GLOWS = ".vk-held.vk-glow > .vk-take, .vk-target.vk-glow, .vk-drain.vk-glow"
"""What glows in the hand, at a Location, and in one's own Alliance."""
DONE = Way("done", ".vk-learned h2")
SKIP = Way("skip", ".vk-show .vk-skip")
MOVES = (
    Way("go on", ".vk-show .vk-show-next[data-do=recap_on], .vk-recap-box .vk-next"),
    Way("move", ".vk-panel .vk-yes"),
    Way("move", ".vk-confirm"),
    Way("move", ".vk-frame:has(.vk-what) .vk-target", None),
    Way("move", ".vk-panel .vk-step-at .vk-button:not(.vk-locked)", None),
    Way("move", ".vk-panel .vk-answers .vk-button:not(.vk-locked)", 0),
    Way("move", ".vk-fanned:not(.vk-resting) .vk-held:not(.vk-raised) > .vk-take", None),
    Way("move", ".vk-panel .vk-hand .vk-choice > .vk-button:not(.vk-locked)", None),
    SKIP,
)
"""A simple player: she plays her cards one after the other, here and there, and stays where she may go.

Where the others' moves are shown she waits for nothing: she presses on, and skips them where nothing else can be done.
"""
STORY = (
    Way("move", ".vk-panel .vk-yes"),
    Way("move", f"{GLOWS}, .vk-panel .vk-choice.vk-glow > .vk-button, .vk-panel .vk-button.vk-glow", -1),
    Way("answer", ".vk-coach .vk-quiz-options .vk-button", None),
    Way("fill", ".vk-coach .vk-quiz-form"),
    Way("go on", ".vk-steer .vk-next"),
    DONE,
    *MOVES,
)
"""A learner: she does what glows, answers anything, and goes on."""


_SHOW_ALL = "(all => { all?.click(); return Boolean(all); })(document.querySelector('.vk-steer [data-do=show_all]'))"
"""She presses on where the story moves by itself, at once, as what she presses may go meanwhile."""


class Hands:
    """She sits before one page; ``home`` is the address of the server.

    ``calm``: she has asked her machine for less motion, so that nothing may move.
    """

    _looked_at: ClassVar[set[str]] = set()
    """Marks of parts of pages in which axe-core has found nothing: for each page, width, language and look."""
    quick: ClassVar[bool] = False
    """Whether this is the quick run, in which axe-core looks at each kind of page once in each theme."""

    def __init__(self, page: Page, home: str, calm: bool = False) -> None:
        self.page = page
        self.home = home
        self._calm = calm

    # Getting there ------------------------------------------------------------------------------------------

    def open(self, notebook: str, query: str = "") -> Hands:
        """Open a notebook of the kit, and wait until it is there."""
        self.page.goto(f"{self.home}voila/render/{notebook}.ipynb{'?' + query if query else ''}")
        return self.ready()

    def reload(self) -> Hands:
        """Load the page again."""
        self.page.reload()
        return self.ready()

    def follow(self, name: str | re.Pattern[str]) -> Hands:
        """Go where a link leads, and wait for that page."""
        with self.page.expect_navigation(wait_until="commit"):
            self.page.locator(".vk-frame").get_by_role("link", name=name).first.click()
        return self.ready()

    def ready(self) -> Hands:
        """Wait until the page is there."""
        there = ".vk-frame :is(.vk-brand, .vk-languages .vk-button)"
        expect(self.page.locator(f"{there} >> visible=true").first).to_be_visible()
        return self

    # Finding ------------------------------------------------------------------------------------------------

    def find(self, selector: str) -> Locator:
        """What can be seen there."""
        return self.page.locator(f"{selector} >> visible=true")

    def button(self, name: str | re.Pattern[str], within: str = ".vk-frame") -> Locator:
        """The button of this name, though it may lie in a menu or a drawer that is closed."""
        exact, there = isinstance(name, str), self.page.locator(within)
        shown = there.get_by_role("button", name=name, exact=exact)
        return shown if shown.count() else there.get_by_role("button", name=name, exact=exact, include_hidden=True)

    # Doing --------------------------------------------------------------------------------------------------

    def press(self, button: Locator, told: str = "") -> None:
        """Press it, and wait until the page has answered; ``told``: words about what is wrong that must be there."""
        self.keep()
        self.page.wait_for_function(_HEARD, arg=button.element_handle())
        self.touch(button)
        self.answered(told)

    def keep(self) -> None:
        """Remember what the page shows before she does something, as soon as it hears her."""
        self.page.wait_for_function(_KEEP)

    def touch(self, button: Locator) -> None:
        """How she presses: with the mouse."""
        self.bring(button)
        if button.get_attribute("data-target") is None:
            button.click()
        else:  # a whole Location: beside what lies there and opens
            button.click(position={"x": 60, "y": 0.35 * button.evaluate("place => place.offsetHeight")})

    def bring(self, button: Locator) -> None:
        """Open the menu or the drawer in which it lies, if that is closed; close the drawer if it lies under that."""
        lies = button.first.evaluate(_LIES_IN)
        if "drawer" in lies:
            self.open_here(self.page.locator(".vk-drawer-button"))
        elif "above" in lies:
            self.open_here(self.page.locator(".vk-drawer-shut"))
        for way in lies:
            if way not in ("drawer", "above"):
                self.open_here(self.page.locator(way).first)

    def open_here(self, button: Locator) -> None:
        """Press something that opens or closes by itself, without the page's answer."""
        button.click()

    def ask_why(self, locked: Locator) -> None:
        """Press what may not be done now: it says why."""
        self.bring(locked)
        self.keep()
        locked.scroll_into_view_if_needed()
        box = locked.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.answered()

    def answered(self, told: str = "") -> None:
        """Wait for the answer; nothing may be wider than the window, be lost, or go wrong unless it shall."""
        try:
            state: dict[str, Any] = self.page.wait_for_function(_ANSWERED, arg=told).json_value()
        except TimeoutError:
            raise AssertionError(f"no answer: {self.page.evaluate(_UNANSWERED)}") from None
        assert told or state["alert"] == "", state["alert"]
        assert state["wide"] <= 0, f"{state['wide']} pixels must be scrolled sideways"
        assert not state["lost"], "nothing has the keyboard's focus"
        assert not (self._calm and state["moving"]), state["moving"]
        if not state["seen"]:
            self.page.wait_for_function(_IN_SIGHT)  # something of the answer, wherever she pressed

    def change(self, field: Locator, value: str) -> None:
        """Choose from a list or move a slider, and wait for the answer."""
        self.bring(field)
        field.focus()
        self.keep()
        if field.evaluate("field => field.nodeName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
        self.answered()

    def choose_file(self, label: str, path: Path, told: str = "") -> None:
        """Press what asks for a file, and choose one."""
        with self.page.expect_file_chooser() as chooser:
            self.page.locator(".vk-frame").get_by_label(label).click()
        self.keep()
        chooser.value.set_files(path)
        self.answered(told)

    def is_given(self, button: Locator, path: Path) -> Path:
        """Press it and keep the file that comes, in a folder."""
        self.bring(button)
        with self.page.expect_download() as download:
            button.click()
        saved = path / download.value.suggested_filename
        download.value.save_as(saved)
        return saved

    # Looking ------------------------------------------------------------------------------------------------

    def picture(self, name: str, full: bool = False) -> None:
        """Keep a screenshot, if somebody wants to look at it."""
        if SCREENSHOTS:
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)

    def accessible(self, always: bool = False) -> None:
        """axe-core finds nothing serious on the page as it stands; it has one title, and no heading skips a level.

        A part of a page that was looked at before, and is there again to the letter and just as large, is not looked at
        again; of the rows of a list or a table that differ in nothing but words, names and addresses, one is.
        In the quick run axe-core is asked only where ``always`` is said.
        """
        levels = self.page.locator(_HEADINGS).evaluate_all("titles => titles.map(title => Number(title.nodeName[1]))")
        assert levels.count(1) == 1, levels
        assert all(later <= before + 1 for before, later in itertools.pairwise(levels)), levels
        self.uncut()
        if self.quick and not always:
            return
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        found = self.page.evaluate(_FAULTS, sorted(self._looked_at))
        assert found["told"] == [], found["told"]
        self._looked_at.update(found["fresh"])

    def uncut(self, what: str = "") -> None:
        """No words are cut at an edge behind which nothing can be scrolled to; axe-core sees nothing of that."""
        cut = self.page.evaluate(_CUT)
        assert cut == [], (what, cut)

    def show(self, part: str, html: str) -> None:
        """Put something else in the place of a part of the page, to look at it there."""
        self.find(part).evaluate("(part, html) => { part.innerHTML = html; }", html)

    # Walking ------------------------------------------------------------------------------------------------

    def move(self, turn: int) -> None:
        """The next press in a game."""
        self._take(MOVES, turn)

    def walk(self, turn: int) -> str:
        """The next press in a lesson; what kind of thing it was, ``"done"`` at the end."""
        return self._take(STORY, turn)

    def _take(self, ways: tuple[Way, ...], turn: int) -> str:
        if ways is STORY and self.page.evaluate(_SHOW_ALL):
            self.page.wait_for_function("!document.querySelector('.vk-steer [data-every]')")
        found, count = self.page.evaluate(_FIRST_OF, [way.selector for way in ways])
        assert found >= 0, f"nothing can be done: {self.page.locator('.vk-frame').inner_text()[:3000]}"
        way = ways[found]
        if way.kind == "fill":
            self.fill(".vk-coach", turn)
        elif way is SKIP:
            self.page.keyboard.press("Escape")
            expect(self.page.locator(way.selector)).to_be_hidden()  # by the key, or because all has been shown
        elif way is not DONE:
            which = turn % count if way.which is None else way.which % count
            self.press(self.find(way.selector).nth(which))
        return way.kind

    def fill(self, part: str, turn: int) -> None:
        """Answer a question with ticks, places or a number, and send it."""
        places = self.find(f"{part} .vk-quiz-form select")
        for k in range(places.count()):
            places.nth(k).select_option(str(k + 1))
        ticks = self.find(f"{part} .vk-quiz-form input[type=checkbox]")
        if count := ticks.count():
            ticks.nth(turn % count).check()
        elif not places.count():
            self.find(f"{part} .vk-quiz-form input[name=number]").fill(str(turn % 6))
        self.press(self.find(f"{part} .vk-quiz-form [type=submit]"))

    def drill(self, turn: int) -> None:
        """Answer one drill question, with anything; it is graded and worked out."""
        options = self.find(".vk-drill .vk-quiz-options .vk-button")
        if count := options.count():
            self.press(options.nth(turn % count))
        else:
            self.fill(".vk-drill", turn)
        expect(self.find(".vk-drill [data-verdict]")).to_be_visible()
        expect(self.find(".vk-drill .vk-graded .vk-rule").first).to_be_visible()
