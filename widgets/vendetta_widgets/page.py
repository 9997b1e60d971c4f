"""The page: a game at the table, from the first choice to the final score.

:class:`GamePage` is an ordinary widget: the last line of a notebook cell shows it. All that it shows is made from the
view of the person's own seat. Nothing raises out of it: whatever goes wrong is told in words, in the page.
"""

from __future__ import annotations

import base64
import itertools
import logging
import os
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

from ipywidgets import HTML, Box, FileUpload, Text, VBox

from vendetta_kit.engine.actions import Action
from vendetta_kit.engine.refusal import IllegalAction

from . import log, table
from .controls import Option, Row, note, show
from .panel import Panel
from .pen import Pen, tag
from .phrases import languages, say
from .session import ME, BadSave, NotASeed, Session, seed_of, tidy_name

__all__ = ["GamePage", "play"]

_log = logging.getLogger(__name__)
_numbers = itertools.count(1)
PAUSE: Final = 0.3
"""For so many seconds after an action a click on the next question is taken for the rest of a double click."""


def play(seed: int | None = None, lang: str | None = None, name: str = "") -> GamePage:
    """A game to be played on the page, against three bots.

    Args:
        seed: decides everything random; left out, any.
        lang: ``"en"`` or ``"de"``.
        name: the person's name.

    What is left out may stand in the page's address, as in ``?seed=7&lang=de``.
    """
    asked = {key: values[-1] for key, values in parse_qs(_query()).items()}
    fault = ""
    if seed is None:
        try:
            seed = seed_of(asked.get("seed", ""))
        except NotASeed as error:
            fault = str(error)
    lang = lang or asked.get("lang", "")
    page = GamePage(seed, lang if lang in languages() else "en", name or asked.get("name", ""))
    if fault:
        page.tell("bad.seed", seed=fault[:40])
    return page


def _query() -> str:
    """What stands behind the question mark in the page's address, where Voilà tells it."""
    return os.environ.get("QUERY_STRING", "") if os.environ.get("SERVER_SOFTWARE", "").startswith("voila") else ""


class GamePage(VBox):
    """One person's table: menu and language, the open decision, the log, the Locations, the players."""

    def __init__(self, seed: int | None = None, lang: str = "en", name: str = "") -> None:
        self.session = Session(seed, name)
        self.lang = lang
        self.pause = PAUSE
        self._prefix = f"vk{next(_numbers)}"
        self._seen = 0  # events from this number on are new
        self._acted = 0.0
        self._drawer_open = ""

        self._style = HTML(f"<style>{Path(__file__).with_name('styles.css').read_text('utf-8')}</style>")
        self._head, self._intro = note("vk-head"), note("vk-intro")
        self.languages = Row(self._guarded(self._speak), "vk-languages")
        self.menu = Row(self._guarded(self._menu_chosen), "vk-menu")
        self._alert = note("vk-alert")
        self._clock = note("vk-clock-box")
        self.panel = Panel(self.session, self._guarded, self._act)
        self._result = note("vk-result-box")
        self._places, self._players = note("vk-places-box"), note("vk-players-box")
        self._log_title = note("vk-log-title")
        self._chapters = VBox()
        self._said, self._popovers, self._foot = note("vk-said-box"), note("vk-popovers"), note("vk-foot")
        self._make_drawer()

        bar = Box([self._head, self.menu, self.languages])
        bar.add_class("vk-bar")
        scroll = Box([self._chapters])
        scroll.add_class("vk-log-scroll")
        story = VBox([self._log_title, scroll])
        story.add_class("vk-log")
        felt = VBox([self._places, self._players])
        felt.add_class("vk-felt")
        main = Box([story, felt])
        main.add_class("vk-main")
        top = VBox([bar, self._intro, self._alert, self.drawer, self._clock, self._result, self.panel])
        top.add_class("vk-top")
        super().__init__([self._style, top, main, self._foot, self._popovers, self._said])
        self.add_class("vk")
        self.redraw()

    # Callbacks --------------------------------------------------------------------------------------------

    def _guarded(self, callback: Callable[..., None]) -> Callable[..., None]:
        """A callback that tells in words what went wrong, and never raises."""

        @wraps(callback)
        def call(*args: Any) -> None:
            try:
                self._alert.value = ""
                callback(*args)
            except BadSave as fault:
                self.tell("bad.save", fault=str(fault))
            except NotASeed as fault:
                self.tell("bad.seed", seed=str(fault)[:40])
            except IllegalAction as fault:
                self.tell("bad.action", fault=fault.why.text(self.lang))
            except Exception as fault:
                _log.debug("in a callback of the page", exc_info=True)
                self.tell("bad.kit", fault=type(fault).__name__)

        return call

    def tell(self, key: str, **values: object) -> None:
        """Say in the page that something cannot be."""
        sign = tag("span", "⚠\ufe0e ", aria_hidden="true")
        self._alert.value = tag("p", sign, say(key, self.lang, **values), role="alert", lang=self.lang)

    def _act(self, action: Action) -> None:
        if time.monotonic() - self._acted < self.pause:
            return
        events = self.session.view.events
        before = events[-1].n + 1 if events else 0
        self.session.act(action)
        self._seen = before
        self._open("")
        self.redraw()
        self._acted = time.monotonic()

    def _speak(self, lang: str) -> None:
        self.lang = lang
        self.redraw()

    # The drawer: new game, undo, save, load ----------------------------------------------------------------

    def _make_drawer(self) -> None:
        self._drawer_text = note("vk-drawer-text")
        self.name = Text()
        self.seed = Text()
        for field in (self.name, self.seed):
            field.continuous_update = False
            field.add_class("vk-field")
        self.upload = FileUpload(accept=".json", multiple=False)
        self.upload.icon = self.upload.description = ""  # its label would count the files: the styles show the tooltip
        self.upload.add_class("vk-upload")
        self.upload.observe(self._guarded(self._uploaded), "value")
        self.choices = Row(self._guarded(self._drawer_chosen), "vk-drawer-choices")
        self.drawer = VBox([self._drawer_text, self.name, self.seed, self.upload, self.choices])
        self.drawer.add_class("vk-drawer")

    def _menu_chosen(self, which: str) -> None:
        if which == "undo" and not self.session.crossing().seen:
            self._undo()
            return
        self._open("" if self._drawer_open == which else which)
        self.redraw()

    def _open(self, which: str) -> None:
        """Open one part of the drawer, or close it."""
        self._drawer_open = which

    def _drawer_chosen(self, what: str) -> None:
        if what == "start":
            seed = seed_of(self.seed.value)
            self.session.new(seed, tidy_name(self.name.value) or self.session.view.names[ME])
            self.seed.value = ""
            self._begun()
        elif what == "undo":
            self._undo()
        else:
            self._open("")
            self.redraw()

    def _undo(self) -> None:
        self.session.undo()
        self._begun()

    def _begun(self) -> None:
        """The game on the table is another one, or an earlier one: nothing in it is new."""
        events = self.session.view.events
        self._seen = events[-1].n + 1 if events else 0
        self._open("")
        self.redraw()

    def _uploaded(self, change: Any) -> None:
        if not change["new"]:
            return
        file = change["new"][0]
        content, name = bytes(file["content"]), str(file["name"])[:80]
        with self.upload.hold_trait_notifications():
            self.upload.value = ()
        self.session.load_bytes(content, name)
        self._begun()

    # Drawing ----------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show everything anew; only what has changed goes to the browser."""
        view, pen = self.session.view, Pen(self.lang, self._prefix)
        self._draw_head(pen)
        self._draw_drawer(pen)
        self._clock.value = table.clock(view, pen)
        self._result.value = table.result(view, pen) if view.over else ""
        show(self._result, view.over)
        self.panel.show(view, pen)
        self._places.value = table.places(view, pen)
        self._players.value = table.players(view, pen)
        self._draw_log(pen)
        self._foot.value = _foot(pen)
        self._popovers.value = pen.popovers()

    def _draw_head(self, pen: Pen) -> None:
        self._head.value = tag("h1", pen.say("title"), lang=pen.lang)
        self._intro.value = tag("p", pen.say("intro"), lang=pen.lang)
        show(self._intro, not self.session.can_undo)
        self.languages.show("", [Option(lang, say("language", lang)) for lang in languages()], self.lang)
        menu = ["new", *(["undo"] if self.session.can_undo else []), "save", "load"]
        self.menu.show("", [Option(which, pen.say(which)) for which in menu], self._drawer_open or None)

    def _draw_drawer(self, pen: Pen) -> None:
        which = self._drawer_open
        show(self.drawer, bool(which))
        for field, wanted in ((self.name, "new"), (self.seed, "new"), (self.upload, "load")):
            show(field, which == wanted)
        self.name.description, self.name.placeholder = pen.say("name"), self.session.view.names[ME]
        self.seed.description, self.seed.placeholder = pen.say("seed"), pen.say("seed.any")
        self.upload.tooltip = pen.say("file")
        close = Option("close", pen.say("cancel" if which in ("new", "undo") else "close"))
        choices = {
            "new": [Option("start", pen.say("start"), primary=True)],
            "undo": [Option("undo", pen.say("undo.do"))],
        }
        self.choices.show("", [*choices.get(which, []), close] if which else [])
        self._drawer_text.value = self._drawer_words(which, pen) if which else ""

    def _drawer_words(self, which: str, pen: Pen) -> str:
        if which == "undo":
            crossing = self.session.crossing()
            seen = pen.say("comma").join(pen.say(key) for key in crossing.seen)
            hint = pen.say("undo.hint", n=crossing.others, seen=seen)
        else:
            hint = pen.say(f"{which}.hint", seed=self.session.seed)
        parts = [tag("h2", pen.say(which)), tag("p", hint)]
        if which == "save":
            content = base64.b64encode(self.session.save_text().encode()).decode()
            file = f"vendetta-{self.session.seed}-{self.session.actions}.json"
            address = f"data:application/json;base64,{content}"
            link = tag("a", pen.say("save.link", file=file), href=address, download=file, cls="vk-link")
            parts.append(tag("p", link))
        return tag("div", parts, lang=pen.lang)

    def _draw_log(self, pen: Pen) -> None:
        view = self.session.view
        found = log.chapters(view, pen)
        self._log_title.value = tag("h2", pen.say("log"), lang=pen.lang)
        shown = list(self._chapters.children[: len(found)])
        while len(shown) < len(found):
            shown.append(HTML())
        for widget, chapter in zip(shown, found, strict=True):
            widget.value = chapter.html(pen, self._seen)
        if len(shown) != len(self._chapters.children):
            self._chapters.children = tuple(shown)
        told = log.news(found, self._seen, pen)
        asked = self.panel.question_text
        self._said.value = tag("div", told, " ", asked, cls="vk-said", aria_hidden="true", lang=pen.lang)


def _foot(pen: Pen) -> str:
    marks = [
        tag("li", tag("b", pen.say(f"mark.{key}.sign"), " ", pen.say(f"mark.{key}")), ": ", pen.say(f"mark.{key}.long"))
        for key in ("community", "kit_name", "kit", "doubt")
    ]
    return tag("footer", tag("ul", marks, cls="vk-marks"), tag("p", pen.say("notice")), lang=pen.lang)
