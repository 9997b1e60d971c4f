"""What every page of the kit stands on: one widget that shows HTML made in Python and hears what a person does there.

A page is a *frame* with holes and *parts* that fill them. After whatever a person does, all parts are written anew and
only what has changed in them (:mod:`.html_diff`) goes to the browser, which keeps focus, scroll and what was typed. The
browser's side is ``surface.js``; it knows nothing of the game. Nothing raises out of a page: what goes wrong is told
in words.

What takes long (bots that think) is done in steps, between which the page hears what a person does: to stop it, first
of all. The browser's own Python has no threads, so this is all on the kernel's one loop.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar
from urllib.parse import parse_qs

import anywidget

from vendetta_kit.games import FIRST
from vendetta_kit.input_errors import cut
from vendetta_kit.kernel.refusal import IllegalAction

from . import appearance
from .controls import button, value_of
from .html import Html, HtmlWriter, joined, tag
from .html_diff import Edit, edits
from .page_phrases import languages, say
from .sounds import SAMPLE

__all__ = ["BasePage", "UserError", "script"]

_log = logging.getLogger(__name__)
_numbers = itertools.count(1)
_HERE: Final = Path(__file__).parent
_SILENT: Final = ("busy", "lost", "lost.back", "silent", "silent.lab", "silent.reload", "silent.save")
"""What the browser's side says by itself, where Python cannot."""
_STATIC: Final = "template/voila/templates/vendetta/static"
LARGEST_FILE: Final = 12_000_000
_PRESSES: Final = ("do", "file")
"""Messages of what a person does."""
MOST_VIEWS: Final = 20
"""Views of one page, as in several tabs of JupyterLab, whose presses are told apart."""
LONGEST_VIEW: Final = 40
"""Characters of a view's name."""
LONGEST_ADDRESS: Final = 400
"""No page of the kit has a longer one, in characters; a QR code holds it."""
AT_ONCE: Final = 0.4
"""Seconds of work after which an answer goes out with what is done so far. Of work, not of time: what is done at once
on a calm machine is so on a busy one, too."""
BREATH: Final = 0.01
"""Seconds between two pieces of long work in which the page hears what a person does."""
T = TypeVar("T")


@cache
def script() -> str:
    """The browser's side of every page, with the words that it says itself in all languages."""
    words = {lang: {key: say(key, lang) for key in _SILENT} for lang in languages()}
    names = (f"{_STATIC}/dress.js", f"{_STATIC}/reach.js", "tips.js", "sounds.js", "surface.js")
    parts = [(_HERE / name).read_text("utf-8") for name in names]
    return "\n".join([f"const WORDS = {json.dumps(words)};", *parts])


@cache
def _styles() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((_HERE / "styles").glob("*.css")))


class UserError(Exception):
    """Something cannot be, and the page says so. ``key`` and ``values`` make the words."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(say(key, "en", **values))
        self.key = key
        self.values = values


class BasePage(anywidget.AnyWidget):
    """A page of the kit: subclasses say what it shows and what a click does.

    ``lang`` is the language now; ``stored`` what this browser keeps for the kit (known once the page has arrived).
    """

    GAME: ClassVar[str] = FIRST
    """The game that the page is about."""
    NOUN: ClassVar[str] = "page"
    """What kind of page it is, as ``plain.`` and this say where no widget can be shown."""
    WATCHES: ClassVar[float] = 0.0
    """So many seconds apart the page looks whether something has come from elsewhere; 0: nothing can."""
    _esm = script()
    _css = _styles()

    def __init__(self, lang: str | None = None) -> None:
        super().__init__()
        self.lang = lang if lang in languages() else "en"
        self._wished = lang in languages()  # the language was asked for: it is not for the browser to choose
        self.stored: dict[str, str] = {}
        self._prefix = f"vk{next(_numbers)}"
        self._shown: dict[str, Html] = {}
        self._frame = Html("")
        self._fault = ""
        self._extra: dict[str, Any] = {}
        self._unkept: dict[str, str | None] = {}
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._arrived = False
        self._at = 0  # the number of the last drawing
        self._once: dict[tuple[str, str], tuple[int, Any]] = {}  # what travels once, until it is known to have come
        self._counts: dict[str, int] = {}  # the number of each view's last press
        self._next: asyncio.TimerHandle | None = None
        self._title = ""
        self._unseen = ""  # what has gone wrong when it looked in the last time, in words
        self.address = ""
        """Where the browser shows the page, without what it asks for; empty where that is no page of its own."""
        self.working = False
        """Whether something takes long and is still being done."""
        self.calm = True
        """Whether nothing may move by itself: the browser asks for less motion, or has not said."""
        self.on_msg(self._received)

    def __repr__(self) -> str:
        """Say what this is, where no widget can be shown; in all languages until one is asked for."""
        known = (self.lang,) if self._wished else languages()
        return " · ".join(say("plain", lang, what=say(f"plain.{self.NOUN}", lang)) for lang in known)

    # What a page is made of; for subclasses ------------------------------------------------------------------

    def frame(self, pen: HtmlWriter) -> Html:
        """The page's skeleton, with an element ``data-part="name"`` for each part."""
        raise NotImplementedError

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """What fills the holes now. ``name:1``, ``name:2`` … are pieces of the element with ``data-pieces="name"``."""
        raise NotImplementedError

    def handle(self, do: str, value: Any) -> None:
        """A person has done something on the page. What is raised is told in words."""
        raise NotImplementedError

    def file(self, do: str, name: str, content: bytes) -> None:
        """A person has chosen a file."""
        raise NotImplementedError

    def work_on(self) -> bool:
        """Do a little of what takes long; whether there may be more to do."""
        return False

    def doing(self) -> str:
        """What takes long, in words; asked while :attr:`working`."""
        raise NotImplementedError

    def stop(self) -> None:
        """A person does not want to wait for it any longer."""
        raise NotImplementedError

    def look_in(self) -> bool:
        """Look whether something has come from elsewhere; whether there is anything to draw."""
        return False

    def arrived(self, query: Mapping[str, str]) -> None:
        """A browser shows the page: ``stored`` is known, and what stands in the address."""

    def stored_elsewhere(self, key: str, text: str) -> None:
        """Another page of the kit in this browser has stored something."""

    def fault_words(self, fault: Exception) -> str | None:
        """The words for a fault that people can bring about; ``None`` for one of the kit's own."""
        return fault.why.text(self.lang) if isinstance(fault, IllegalAction) else None

    def title(self) -> str:
        """The page's title in the browser."""
        return say("title", self.lang)

    @property
    def looks(self) -> Mapping[str, str]:
        """How this browser shows the pages."""
        return appearance.chosen(self.stored)

    # For subclasses to say things -------------------------------------------------------------------------------

    def pen(self, part: str = "") -> HtmlWriter:
        """A pen in the page's language; what is kept has a pen, and so ids, of its own."""
        return HtmlWriter(self.lang, f"{self._prefix}-{part}" if part else self._prefix, self.GAME)

    def tell(self, key: str, **values: object) -> None:
        """Say in the page that something cannot be."""
        self._fault = say(key, self.lang, **values)

    def announce(self, text: str) -> None:
        """Have a screen reader say this."""
        self._extra["say"] = text

    def sound(self, names: Iterable[str]) -> None:
        """Have the browser make these sounds of :mod:`.sounds`, if the person wants to hear any."""
        if self.looks["sound"] == "on":
            wanted = dict.fromkeys((*self._extra.get("sounds", ()), *names))
            if wanted:
                self._extra["sounds"] = list(wanted)

    def store(self, key: str, text: str | None) -> None:
        """Have the browser keep this until another day; ``None`` forgets it."""
        if text is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = text
        self._unkept[key] = text

    def dialog(self, html: Html | None) -> None:
        """Show something in a dialog above the page; ``None`` closes it."""
        self._extra["dialog"] = html

    def download(self, name: str, text: str, mime: str = "application/json") -> None:
        """Give the person a file."""
        self._extra["download"] = {"name": name, "text": text, "mime": mime}

    def focus_on(self, selector: str) -> None:
        """Put the keyboard's focus there after the next drawing."""
        self._extra["focus"] = selector

    def begin_at_top(self) -> None:
        """Show the page from its top: what stands on it now is another thing."""
        self._extra["top"] = True

    def work_box(self, pen: HtmlWriter, stop: str = "work.stop") -> Html:
        """What takes long, with a way to stop it; empty if nothing does. Subclasses say where it stands."""
        if not self.working:
            return Html("")
        words = tag("p", self.doing(), role="status", data_home=True)
        return tag("div", words, button(pen.say(stop), "stop"), cls="vk-at-work", lang=pen.lang)

    def kept(self, name: str, made_of: tuple[object, ...], write: Callable[[], T]) -> T:
        """What ``write`` gave the last time, as long as it is made of the same things; else it writes anew.

        Numbers and words are the same if they are equal, all else (a view) only if it is the very same.
        """
        before = self._kept.get(name)
        if before is None or not all(map(_same, before[0], made_of)):
            before = self._kept[name] = (made_of, write())
        found: T = before[1]
        return found

    # Drawing --------------------------------------------------------------------------------------------------------

    def redraw(self, n: int | None = None) -> None:
        """Write everything anew and send what has changed; ``n`` is the message that this answers."""
        if not self._arrived:
            return
        pen = self.pen()
        frame = self.frame(pen)
        parts = {**self.parts(pen), "alert": _alert(self._fault, self.lang)}
        self.keep()
        if frame != self._frame:
            self._shown = {}
        self._at += 1
        message: dict[str, Any] = {"type": "draw", "at": self._at, "lang": self.lang, **self._extra}
        if n is not None:
            message["n"] = n
        if frame != self._frame:
            message["frame"] = frame
        title = self.title()
        if frame != self._frame or title != self._title:
            message["title"] = self._title = title
        changed: dict[str, str | list[Edit] | None] = dict.fromkeys(self._shown.keys() - parts.keys())
        for name, html in parts.items():
            if self._shown.get(name) != html:
                changed[name] = self._changes(name, html)
        message["parts"] = changed
        if self._unkept:
            message["store"] = self._unkept
        for kind in ("dialog", "download"):
            if kind in self._extra:
                self._once[kind, ""] = self._at, self._extra[kind]
        for key, text in self._unkept.items():
            self._once["store", key] = self._at, text
        self._frame, self._shown, self._extra, self._unkept = frame, parts, {}, {}
        self.send(message)

    def keep(self) -> None:
        """Subclasses `store` here what the browser is to keep of the page as it is drawn now."""

    def _changes(self, name: str, html: Html) -> str | list[Edit]:
        """What a part has become: edits, or all of it."""
        before = self._shown.get(name)
        if before is None:
            return html
        smaller = edits(before, html)
        return html if smaller is None else smaller

    # What takes long ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Go on with it for a moment; if it is not done then, go on soon. Where nobody waits, all of it at once."""
        if not self._arrived:
            return
        if self._next is not None:
            self._next.cancel()
        loop, began = _loop(), time.process_time()
        self._next, self.working = None, True
        try:
            while self.work_on():
                if loop is not None and time.process_time() - began > AT_ONCE:
                    self._next = loop.call_later(BREATH, self._work_again)
                    return
        except Exception as fault:
            self._tell_fault(fault)
        self.working = False

    def _work_again(self) -> None:
        self._work()
        self._draw()

    def _watch(self) -> None:
        """Look in, and again in a while."""
        loop = _loop()
        if self.comm is None or loop is None:
            return
        loop.call_later(self.WATCHES, self._watch)
        if not self.working:
            self._look_around()

    def _look_around(self) -> None:
        """Look in, and draw what is new. What goes wrong is told, until it goes well again."""
        before, unseen = self._fault, self._unseen
        try:
            new = self.look_in()
            self._unseen = ""
        except Exception as fault:
            self._tell_fault(fault)
            self._unseen = self._fault
            new = self._fault != before
        if unseen and not self._unseen and self._fault == unseen:
            self._fault, new = "", True
        if new:
            self._work()
            self._draw()

    # Hearing ----------------------------------------------------------------------------------------------------------

    def _received(self, _: Any, message: Any, buffers: Any) -> None:
        """A message of the browser; whatever it is, nothing is raised and an answer goes back."""
        kind = message.get("type") if isinstance(message, dict) else None
        if kind:
            self._note_seen(message.get("seen"))
        if kind == "again" or (kind in _PRESSES and self._is_repeated(message)):
            self._forget()
            self._extra["missed"] = [[at, *key, value] for key, (at, value) in self._once.items()]
        else:
            self._heed(kind, message, buffers)
        if kind == "file" and message.get("follows") is True:
            return  # drawn and answered with the last of them
        self._work()
        self._draw(message.get("n") if kind else None)

    def _heed(self, kind: Any, message: Any, buffers: Any) -> None:
        """Do what a message asks for; what goes wrong is told."""
        before = ""
        if kind in _PRESSES:
            before, self._fault = self._fault if message.get("more") is True else "", ""
        try:
            message = _readable(message)
            if kind == "ready":
                self._ready(message)
            elif kind == "stored":
                self._stored(message)
            elif kind == "storage-full":
                self.tell("storage.full")
            elif kind == "do":
                self._pressed(str(message.get("do")), message.get("value"))
            elif kind == "file":
                self._file(message, buffers)
        except Exception as fault:
            self._tell_fault(fault)
        if before:  # of several files that come at once, each that is bad is told
            self._fault = f"{before}\n{self._fault}".strip()

    def _is_repeated(self, message: Mapping[str, Any]) -> bool:
        """Whether a press has been heard before: a browser that has lost its connection sends it again to be sure.

        It is known by its view of the page and its running number there.
        """
        view, n = message.get("view"), message.get("n")
        if not isinstance(view, str) or type(n) is not int:
            return False
        view = view[:LONGEST_VIEW]
        if n <= self._counts.get(view, 0):
            return True
        self._counts.pop(view, None)
        self._counts[view] = n
        if len(self._counts) > MOST_VIEWS:
            del self._counts[next(iter(self._counts))]
        return False

    def _note_seen(self, seen: Any) -> None:
        """Forget what was given once and has come: ``seen`` is the number of the last drawing that the browser has."""
        if type(seen) is int:
            self._once = {key: given for key, given in self._once.items() if given[0] > seen}

    def _draw(self, n: int | None = None) -> None:
        """Draw the page; if that cannot be, say so."""
        try:
            self.redraw(n)
        except Exception as fault:
            self._tell_fault(fault)
            self._shown["alert"] = _alert(self._fault, self.lang)
            self.send({"type": "draw", "n": n, "parts": {"alert": self._shown["alert"]}})

    def _tell_fault(self, fault: Exception) -> None:
        if isinstance(fault, UserError):
            self.tell(fault.key, **fault.values)
            return
        known = self.fault_words(fault)
        if known is not None:
            self._fault = known
            return
        _log.debug("on the page", exc_info=fault)
        self.tell("bad.kit", fault=type(fault).__name__)

    def _ready(self, message: Mapping[str, Any]) -> None:
        first, self._arrived = not self._arrived, True
        self._forget()  # another view of this page begins with nothing
        self.calm = bool(message.get("calm", True))
        if not first:
            return
        self.stored = {str(key): str(text) for key, text in dict(message.get("stored") or {}).items()}
        query = {key: values[-1] for key, values in parse_qs(str(message.get("query") or "").lstrip("?")).items()}
        wishes = [query.get("lang", ""), self.stored.get("lang", ""), *map(str, message.get("wishes") or ())]
        if not self._wished:
            short = [wish[:2].lower() for wish in wishes]
            self.lang = next((wish for wish in short if wish in languages()), "en")
        self.address = str(message.get("address") or "")[:LONGEST_ADDRESS]
        try:
            self.arrived(query)
        finally:
            if self.WATCHES:
                self._watch()

    def _forget(self) -> None:
        """The next drawing sends everything."""
        self._frame, self._shown = Html(""), {}

    def _stored(self, message: Mapping[str, Any]) -> None:
        for key, text in dict(message.get("stored") or {}).items():
            self.stored[str(key)] = str(text)
            self.stored_elsewhere(str(key), str(text))

    def _pressed(self, do: str, value: Any) -> None:
        """Do what was asked for. What fails because nobody was offered it is not a fault of the kit's."""
        try:
            self._do(do, value)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            if isinstance(fault, IllegalAction) or self.fault_words(fault) is not None or self._offered(do, value):
                raise
            _log.debug("not offered", exc_info=fault)
            key = "bad.open" if do in ("open", "found") else "bad.click"
            raise UserError(key, what=cut(str(value if key == "bad.open" else do), 40)) from None

    def _offered(self, do: str, value: Any) -> bool:
        """Whether something on the page, as it was drawn, sends just this."""
        sends = re.compile(f'<[^>]*data-do="{re.escape(escape(do))}"[^>]*>')
        found = [one for html in (self._frame, *self._shown.values()) for one in sends.findall(html)]
        if value is None:
            return any("data-value=" not in one for one in found)
        return any(f'data-value="{escape(value_of(value))}"' in one for one in found)

    def _do(self, do: str, value: Any) -> None:
        if do == "lang":
            if value in languages():
                self.lang = value
                self.store("lang", value)
            return
        if do == "open":
            from .rule_card import opened

            self.dialog(opened(str(value), self.pen()))
            return
        if do == "keys":
            self.dialog(_keys(self.pen()))
            return
        if do in ("find", "found"):
            from . import search_dialog

            pen, of = self.pen("find"), value if isinstance(value, Mapping) else {}
            words = str(of.get("words", "") if of or do == "found" else value or "")
            if do == "found":
                self.dialog(search_dialog.found(str(of.get("what")), words, pen))
            else:
                self.dialog(search_dialog.finder(words, pen, whole=of.get("all") is True))
            return
        if do in appearance.CHOICES:
            if value in appearance.CHOICES[do]:
                self.store(do, value)
                self.sound([SAMPLE] if do == "sound" else [])
            return
        if do == "stop":
            if self.working:
                self.stop()
            return
        self.handle(do, value)

    def _file(self, message: Mapping[str, Any], buffers: Any) -> None:
        about = dict(message.get("value") or {})
        name = str(about.get("name", ""))[:80] or "?"
        if int(about.get("size", 0)) > LARGEST_FILE:
            raise UserError("bad.large", file=name, most=LARGEST_FILE // 1_000_000)
        self.file(str(message.get("do")), name, bytes(buffers[0]) if buffers else b"")


def _readable(value: Any) -> Any:
    """A message with nothing in it that cannot be written again: halves of a letter become signs of a lost one.

    >>> _readable({"do": ["a\\ud800", 7, None]})
    {'do': ['a\ufffd', 7, None]}
    """
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {_readable(key): _readable(one) for key, one in value.items()}
    return [_readable(one) for one in value] if isinstance(value, list) else value


def _loop() -> asyncio.AbstractEventLoop | None:
    """The kernel's; ``None`` where there is none, and so nobody who waits."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _same(a: object, b: object) -> bool:
    return a is b or (isinstance(a, int | str) and a == b)


def _keys(pen: HtmlWriter) -> Html:
    """The keys that work on every page."""
    rows = [
        joined([tag("dt", tag("kbd", pen.say(f"keys.{key}.key"))), tag("dd", pen.say(f"keys.{key}"))])
        for key in ("choose", "enter", "undo", "help")
    ]
    close = tag("button", pen.say("close"), type="button", data_close=True, cls="vk-button vk-close")
    return tag("div", tag("h3", pen.say("keys")), tag("dl", rows, cls="vk-keys"), close, lang=pen.lang)


def _alert(words: str, lang: str) -> Html:
    if not words:
        return Html("")
    sign = tag("span", "⚠\ufe0e ", aria_hidden="true")
    first, *more = words.split("\n")
    return tag("p", sign, first, [tag("span", line, cls="vk-alert-line") for line in more], role="alert", lang=lang)
