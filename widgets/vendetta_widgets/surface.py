"""What every page of the kit stands on: one widget that shows HTML made in Python and hears what a person does there.

A page is a *frame* with holes and *parts* that fill them. After whatever a person does, all parts are written anew and
only what has changed in them (:mod:`.edits`) goes to the browser, which keeps focus, scroll and what was typed. The
browser's side is ``surface.js``; it knows nothing of the game. Nothing raises out of a page: what goes wrong is told
in words.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs

import anywidget

from vendetta_kit.engine.refusal import IllegalAction

from .edits import Edit, edits
from .pen import Html, Pen, tag
from .phrases import languages, say

__all__ = ["Surface"]

_log = logging.getLogger(__name__)
_numbers = itertools.count(1)
_HERE: Final = Path(__file__).parent
_SILENT: Final = ("silent", "silent.lab", "silent.reload", "silent.save")
LARGEST_FILE: Final = 12_000_000
T = TypeVar("T")


@cache
def _styles() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((_HERE / "styles").glob("*.css")))


class Told(Exception):
    """Something cannot be, and the page says so. ``key`` and ``values`` make the words."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(say(key, "en", **values))
        self.key = key
        self.values = values


class Surface(anywidget.AnyWidget):
    """A page of the kit: subclasses say what it shows and what a click does.

    ``lang`` is the language now; ``stored`` what this browser keeps for the kit (known once the page has arrived).
    """

    _esm = _HERE / "surface.js"
    _css = _styles()

    def __init__(self, lang: str | None = None) -> None:
        super().__init__()
        self.lang = lang if lang in languages() else "en"
        self._wished = lang in languages()  # the language was asked for: it is not for the browser to choose
        self.stored: dict[str, str] = {}
        self._prefix = f"vk{next(_numbers)}"
        self._shown: dict[str, Html] = {}
        self._frame = ""
        self._fault = ""
        self._extra: dict[str, Any] = {}
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._arrived = False
        self.on_msg(self._received)

    # What a page is made of; for subclasses ------------------------------------------------------------------

    def frame(self, pen: Pen) -> Html:
        """The page's skeleton, with an element ``data-part="name"`` for each part."""
        raise NotImplementedError

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        """What fills the holes now. ``name:1``, ``name:2`` … are pieces of the element with ``data-pieces="name"``."""
        raise NotImplementedError

    def handle(self, do: str, value: Any) -> None:
        """A person has done something on the page. What is raised is told in words."""
        raise NotImplementedError

    def file(self, do: str, name: str, content: bytes) -> None:
        """A person has chosen a file."""
        raise NotImplementedError

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

    # For subclasses to say things -------------------------------------------------------------------------------

    def pen(self) -> Pen:
        """A pen in the page's language."""
        return Pen(self.lang, self._prefix)

    def tell(self, key: str, **values: object) -> None:
        """Say in the page that something cannot be."""
        self._fault = say(key, self.lang, **values)

    def announce(self, text: str) -> None:
        """Have a screen reader say this."""
        self._extra["say"] = text

    def store(self, key: str, text: str | None) -> None:
        """Have the browser keep this until another day; ``None`` forgets it."""
        if text is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = text
        self._extra.setdefault("store", {})[key] = text

    def dialog(self, html: Html | None) -> None:
        """Show something in a dialog above the page; ``None`` closes it."""
        self._extra["dialog"] = html

    def download(self, name: str, text: str, mime: str = "application/json") -> None:
        """Give the person a file."""
        self._extra["download"] = {"name": name, "text": text, "mime": mime}

    def focus_on(self, selector: str) -> None:
        """Put the keyboard's focus there after the next drawing."""
        self._extra["focus"] = selector

    def kept(self, name: str, made_of: tuple[object, ...], write: Callable[[], T]) -> T:
        """What ``write`` gave the last time, as long as it is made of the very same things; else it writes anew."""
        before = self._kept.get(name)
        if before is None or any(a is not b for a, b in zip(before[0], made_of, strict=True)):
            before = self._kept[name] = (made_of, write())
        found: T = before[1]
        return found

    # Drawing --------------------------------------------------------------------------------------------------------

    def redraw(self, n: int | None = None) -> None:
        """Write everything anew and send what has changed; ``n`` is the message that this answers."""
        if not self._arrived:
            return
        pen = self.pen()
        frame = str(self.frame(pen))
        parts = {**self.parts(pen), "alert": _alert(self._fault, self.lang)}
        if frame != self._frame:
            self._shown = {}
        message: dict[str, Any] = {"type": "draw", "lang": self.lang, **self._extra}
        if n is not None:
            message["n"] = n
        if frame != self._frame:
            message["frame"] = frame
            message["title"] = self.title()
            message["words"] = {key: say(key, self.lang) for key in _SILENT}
        changed: dict[str, str | list[Edit] | None] = dict.fromkeys(self._shown.keys() - parts.keys())
        for name, html in parts.items():
            before = self._shown.get(name)
            if before != html:
                smaller = edits(before, html) if before else None
                changed[name] = html if smaller is None else smaller
        message["parts"] = changed
        self._frame, self._shown, self._extra = frame, parts, {}
        self.send(message)

    # Hearing ----------------------------------------------------------------------------------------------------------

    def _received(self, _: Any, message: Any, buffers: Any) -> None:
        """A message of the browser; whatever it is, nothing is raised and an answer goes back."""
        kind = message.get("type") if isinstance(message, dict) else None
        n = message.get("n") if kind else None
        if kind in ("do", "file"):
            self._fault = ""
        try:
            if kind == "ready":
                self._ready(message)
            elif kind == "stored":
                self._stored(message)
            elif kind == "again":
                self._forget()
            elif kind == "storage-full":
                self.tell("storage.full")
            elif kind == "do":
                self._do(str(message.get("do")), message.get("value"))
            elif kind == "file":
                self._file(message, buffers)
        except Exception as fault:
            self._tell_fault(fault)
        try:
            self.redraw(n)
        except Exception as fault:
            self._tell_fault(fault)
            self._shown["alert"] = _alert(self._fault, self.lang)
            self.send({"type": "draw", "n": n, "parts": {"alert": self._shown["alert"]}})

    def _tell_fault(self, fault: Exception) -> None:
        if isinstance(fault, Told):
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
        if not first:
            return
        self.stored = {str(key): str(text) for key, text in dict(message.get("stored") or {}).items()}
        query = {key: values[-1] for key, values in parse_qs(str(message.get("query") or "").lstrip("?")).items()}
        wishes = [query.get("lang", ""), self.stored.get("lang", ""), *map(str, message.get("wishes") or ())]
        if not self._wished:
            short = [wish[:2].lower() for wish in wishes]
            self.lang = next((wish for wish in short if wish in languages()), "en")
        self.arrived(query)

    def _forget(self) -> None:
        """The next drawing sends everything."""
        self._frame, self._shown = "", {}

    def _stored(self, message: Mapping[str, Any]) -> None:
        for key, text in dict(message.get("stored") or {}).items():
            self.stored[str(key)] = str(text)
            self.stored_elsewhere(str(key), str(text))

    def _do(self, do: str, value: Any) -> None:
        if do == "lang":
            if value in languages():
                self.lang = value
                self.store("lang", value)
            return
        if do == "open":
            from .rulecard import opened

            self.dialog(opened(str(value), self.pen()))
            return
        self.handle(do, value)

    def _file(self, message: Mapping[str, Any], buffers: Any) -> None:
        about = dict(message.get("value") or {})
        name = str(about.get("name", ""))[:80] or "?"
        if int(about.get("size", 0)) > LARGEST_FILE:
            raise Told("bad.large", file=name, most=LARGEST_FILE // 1_000_000)
        self.file(str(message.get("do")), name, bytes(buffers[0]) if buffers else b"")


def _alert(words: str, lang: str) -> Html:
    if not words:
        return Html("")
    sign = tag("span", "⚠\ufe0e ", aria_hidden="true")
    return tag("p", sign, words, role="alert", lang=lang)
