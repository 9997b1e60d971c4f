"""The base class of all pages: a widget that shows HTML made in Python and handles what the user does there.

A page is a *frame* with placeholders and *parts* that fill them. After each action of the user all parts are written
again, and only their changes (:mod:`.html_diff`) go to the browser, which keeps focus, scroll position and typed text.
The browser's side, ``surface.js``, knows nothing of the game. No exception leaves a page: it shows errors in words.

Long work (bots that think) is done in steps, between which the page handles messages, such as the one that stops the
work. All of it runs on the kernel's one event loop, as Python in the browser has no threads.
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

from . import appearance, art
from .controls import button, value_of
from .html import Html, HtmlWriter, joined, tag
from .html_diff import Edit, edits, update_with_words
from .notebook_cell import save_boxes
from .page_arguments import checked_language
from .page_phrases import UserError, languages, say
from .sounds import SAMPLE

__all__ = ["BasePage", "UserError", "script"]

_log = logging.getLogger(__name__)
_numbers = itertools.count(1)
_HERE: Final = Path(__file__).parent
_SILENT: Final = ("busy", "lost", "lost.back", "silent", "silent.lab", "silent.reload", "silent.save")
"""Keys of the words that the browser shows without Python."""
_STATIC: Final = "template/voila/templates/vendetta/static"
LARGEST_FILE: Final = 12_000_000
_PRESSES: Final = ("do", "file")
"""Types of messages on the user's actions."""
MOST_VIEWS: Final = 20
"""The most views of one page (tabs of JupyterLab, for example) whose actions are counted."""
LONGEST_VIEW: Final = 40
"""The most characters of a view's name."""
LONGEST_ADDRESS: Final = 400
"""The most characters of a page's address; a QR code can hold them."""
AT_ONCE: Final = 0.4
"""Seconds of processor time after which the page is drawn with the work done so far."""
BREATH: Final = 0.01
"""Seconds between two steps of long work, in which messages are handled."""
BEHIND: Final = 0.05
"""Seconds of each step of long work that goes on behind a page in use."""
REST: Final = 1.0
"""Seconds at least between two drawings of such a page that nobody has asked for."""
T = TypeVar("T")


@cache
def script() -> str:
    """Return the JavaScript of every page, with its own words in all languages."""
    words = {lang: {key: say(key, lang) for key in _SILENT} for lang in languages()}
    names = (f"{_STATIC}/dress.js", f"{_STATIC}/reach.js", "tips.js", "sounds.js", "glide.js", "surface.js")
    parts = [(_HERE / name).read_text("utf-8") for name in names]
    return "\n".join([f"const WORDS = {json.dumps(words)};", *parts])


@cache
def _styles() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((_HERE / "styles").glob("*.css")))


class BasePage(anywidget.AnyWidget):
    """A page of the kit: subclasses define what it shows and how it handles actions.

    ``lang`` is the current language; ``stored`` what this browser stores for the kit, once it has sent that.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadSetup: the pages have no such language.
    """

    GAME: ClassVar[str] = FIRST
    """The id of the page's game."""
    TOLD: ClassVar[tuple[str, ...]] = ("lang", "layout", "observe", "unobserve", "close")
    """The names of a page that are for a program."""
    NOUN: ClassVar[str] = "page"
    """The kind of page: the words of ``plain.`` and this name it where no widget can be shown."""
    WATCHES: ClassVar[float] = 0.0
    """Seconds between two calls of :meth:`look_in`; 0 for none."""
    _esm = script()
    _css = _styles()

    def __dir__(self) -> list[str]:
        """Return what completion offers: not what a page is made with, nor what all widgets have and nobody needs."""
        return sorted({*dir(object), *self.TOLD})

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(layout={"flex": "1 1 auto"})  # in an HBox the width that is left: it has none of its own
        asked = checked_language(lang)
        self.lang = asked or "en"
        self._wished = asked is not None  # a language that was asked for goes before the browser's
        self.game_id = self.GAME
        """The id of the game that is shown; a page on several games may change it."""
        self.stored: dict[str, str] = {}
        self._prefix = f"vk{next(_numbers)}"
        self._shown: dict[str, Html] = {}
        self._frame = Html("")
        self._has_drawings = False  # the browser has the drawings: they travel once
        self._fault = ""
        self._extra: dict[str, Any] = {}
        self._unkept: dict[str, str | None] = {}
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._arrived = False
        self._at = 0  # the number of the last update sent
        self._names_of = ("", "")  # the language and the setting of card names of what is shown
        self._once: dict[tuple[str, str], tuple[int, Any]] = {}  # sent once, until the browser confirms it
        self._counts: dict[str, int] = {}  # the number of each view's last action
        self._next: asyncio.TimerHandle | None = None
        self._drawn_then: tuple[object, float] = (None, 0.0)
        self._title = ""
        self._unseen = ""  # the last error of look_in, in words
        self.address = ""
        """The page's address without its query; empty inside a notebook."""
        self.working = False
        """Whether long work is still being done."""
        self.calm = True
        """Whether nothing may move by itself: the browser asks for reduced motion, or has not said yet."""
        self.light = False
        """Whether the browser shows the page in light colours."""
        self.on_msg(self._received)
        save_boxes()

    def __repr__(self) -> str:
        """Return the name of the page for where no widget can be shown, in all languages if none was asked for."""
        known = (self.lang,) if self._wished else languages()
        return " · ".join(say("plain", lang, what=say(f"plain.{self.NOUN}", lang)) for lang in known)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, and for where none can be shown a picture of what it shows, as HTML, and its name."""
        found = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        picture = self.still_picture()
        if found is not None and picture:
            found[0]["text/html"] = picture
        return found

    # For subclasses to override ------------------------------------------------------------------------------

    def still_picture(self) -> str:
        """Return what the page shows as HTML for saved notebooks, with what its reader may know; empty for none."""
        return ""

    def frame(self, pen: HtmlWriter) -> Html:
        """Return the page's frame, with an element ``data-part="name"`` for each part."""
        raise NotImplementedError

    def drawings(self) -> Html:
        """Return all drawings that the page may show: the browser is given them once, and calls them by name."""
        return art.sheet(self.game_id)

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the parts by name; ``name:1``, ``name:2`` … are pieces of the element with ``data-pieces="name"``."""
        raise NotImplementedError

    def handle(self, do: str, value: Any) -> None:
        """Handle an action of the user; an exception is shown in words."""
        raise NotImplementedError

    def file(self, do: str, name: str, content: bytes) -> None:
        """Handle a file that the user has chosen."""
        raise NotImplementedError

    def work_on(self) -> bool:
        """Do one step of long work; return whether there may be more."""
        return False

    def works_behind(self) -> object:
        """Return a value where long work goes on behind the page, after presses; another one when it brought news."""

    def doing(self) -> str:
        """Return the words for the long work; called while :attr:`working`."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the long work, as the user asks."""
        raise NotImplementedError

    def look_in(self) -> bool:
        """Check for changes from outside the page; return whether to draw."""
        return False

    def arrived(self, query: Mapping[str, str]) -> None:
        """Handle the first message of a browser: ``stored`` is known, and ``query`` is that of the address."""

    def stored_elsewhere(self, key: str, text: str) -> None:
        """Handle that another page of the kit in this browser has stored something."""

    def fault_words(self, fault: Exception) -> str | None:
        """Return the words for an error that users can cause; ``None`` for a fault of the kit's own."""
        return fault.why.text(self.lang) if isinstance(fault, IllegalAction) else None

    def drawn(self) -> None:
        """Handle that an update has gone to the browser."""

    def title(self) -> str:
        """Return the page's title in the browser."""
        return say("title", self.lang)

    @property
    def looks(self) -> Mapping[str, str]:
        """The settings of this browser (:mod:`.appearance`)."""
        return appearance.chosen(self.stored)

    # For subclasses to call -------------------------------------------------------------------------------------

    def pen(self, part: str = "") -> HtmlWriter:
        """Return a writer in the page's language; a part that is cached needs its own, so that its ids are unique."""
        return HtmlWriter(self.lang, f"{self._prefix}-{part}" if part else self._prefix, self.game_id)

    def tell(self, key: str, **values: object) -> None:
        """Show an error on the page."""
        self._fault = say(key, self.lang, **values)

    def announce(self, text: str) -> None:
        """Make a screen reader say ``text``."""
        self._extra["say"] = text

    def sound(self, names: Iterable[str]) -> None:
        """Play these sounds of :mod:`.sounds` in the browser, unless sound is off."""
        if self.looks["sound"] == "on":
            wanted = dict.fromkeys((*self._extra.get("sounds", ()), *names))
            if wanted:
                self._extra["sounds"] = list(wanted)

    def store(self, key: str, text: str | None) -> None:
        """Store a text in the browser under ``key``; ``None`` removes it."""
        if text is None:
            self.stored.pop(key, None)
        else:
            self.stored[key] = text
        self._unkept[key] = text

    def dialog(self, html: Html | None) -> None:
        """Show a dialog above the page; ``None`` closes it."""
        self._extra["dialog"] = html

    def download(self, name: str, text: str, mime: str = "application/json") -> None:
        """Make the browser download a file."""
        self._extra["download"] = {"name": name, "text": text, "mime": mime}

    def focus_on(self, selector: str) -> None:
        """Move the keyboard's focus to ``selector`` with the next update."""
        self._extra["focus"] = selector

    def change_drawings(self) -> None:
        """Send the drawings again with the next update, as another game is shown."""
        self._has_drawings = False

    def begin_at_top(self) -> None:
        """Scroll the page to its top with the next update."""
        self._extra["top"] = True

    def work_box(self, pen: HtmlWriter, stop: str = "work.stop") -> Html:
        """Return a box that names the long work, with a button to stop it; empty if there is none."""
        if not self.working:
            return Html("")
        words = tag("p", self.doing(), role="status", data_home=True)
        return tag("div", words, button(pen.say(stop), "stop"), cls="vk-at-work", lang=pen.lang)

    def kept(self, name: str, made_of: tuple[object, ...], write: Callable[[], T]) -> T:
        """Return the result of ``write``, cached under ``name`` as long as ``made_of`` is the same.

        Numbers and strings are the same if equal, other objects only if identical.
        """
        before = self._kept.get(name)
        if before is None or not all(map(_same, before[0], made_of)):
            before = self._kept[name] = (made_of, write())
        found: T = before[1]
        return found

    # Drawing --------------------------------------------------------------------------------------------------------

    def redraw(self, n: int | None = None) -> None:
        """Write all parts and send the changes; ``n`` is the number of the message that this answers."""
        if not self._arrived:
            return
        names_of = (self.lang, self.looks["names"])
        if names_of != self._names_of:
            self._names_of, self._frame, self._shown = names_of, Html(""), {}
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
        if not self._has_drawings:
            message["drawings"] = self.drawings()
            self._has_drawings = True
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
        translated = pen.writing.translated
        if self.looks["names"] == "translated" and translated is not None:
            message = update_with_words(message, lambda words: translated(words, self.lang))
        self.send(message)

    def keep(self) -> None:
        """Store in the browser what belongs to the page as drawn; for subclasses."""

    def _changes(self, name: str, html: Html) -> str | list[Edit]:
        """Return the edits that change a part, or its whole HTML if that is shorter."""
        before = self._shown.get(name)
        if before is None:
            return html
        smaller = edits(before, html)
        return html if smaller is None else smaller

    # Long work ----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Do long work for a short time and schedule the rest; without an event loop do all of it."""
        if not self._arrived:
            return
        if self._next is not None:
            self._next.cancel()
        loop, began, since = running_loop(), time.process_time(), time.monotonic()
        self._next, self.working = None, True
        try:
            while self.work_on():
                behind = self.works_behind() is not None and time.monotonic() - since > BEHIND
                if loop is not None and (behind or time.process_time() - began > AT_ONCE):
                    self._next = loop.call_later(BREATH, self._work_again)
                    return
        except Exception as fault:
            self._tell_fault(fault)
        self.working = False

    def _work_again(self) -> None:
        self._work()
        now, (then, at) = self.works_behind(), self._drawn_then
        if not self.working or now is None or (now != then and time.monotonic() - at > REST):
            self._draw()

    def _watch(self) -> None:
        """Call :meth:`look_in` now and again after :attr:`WATCHES` seconds."""
        loop = running_loop()
        if self.comm is None or loop is None:
            return
        loop.call_later(self.WATCHES, self._watch)
        if not self.working:
            self._look_around()

    def _look_around(self) -> None:
        """Call :meth:`look_in` and draw what is new; an error is shown until a call succeeds."""
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

    # Handling messages ------------------------------------------------------------------------------------------------

    def _received(self, _: Any, message: Any, buffers: Any) -> None:
        """Handle any message of the browser: nothing is raised, and an answer goes back."""
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
        if self._next is None or self.works_behind() is None:
            self._work()
        self._draw(message.get("n") if kind else None)

    def _heed(self, kind: Any, message: Any, buffers: Any) -> None:
        """Do what a message asks for; errors are shown."""
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
        if before:  # errors of several files sent at once are all shown
            self._fault = f"{before}\n{self._fault}".strip()

    def _is_repeated(self, message: Mapping[str, Any]) -> bool:
        """Check whether an action is a repetition: a browser that lost its connection sends its last one again.

        It is identified by its view and its number there.
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
        """Drop what was sent once and has arrived; ``seen`` is the number of the browser's last update."""
        if type(seen) is int:
            self._once = {key: given for key, given in self._once.items() if given[0] > seen}

    def _draw(self, n: int | None = None) -> None:
        """Draw the page, or the error that prevents it."""
        self._drawn_then = self.works_behind(), time.monotonic()
        try:
            self.redraw(n)
        except Exception as fault:
            self._tell_fault(fault)
            self._shown["alert"] = _alert(self._fault, self.lang)
            self.send({"type": "draw", "n": n, "parts": {"alert": self._shown["alert"]}})
            return
        self.drawn()

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
        self._forget()  # a new view has nothing yet
        self.calm = bool(message.get("calm", True))
        self.light = bool(message.get("light", False))
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
        """Make the next update send everything."""
        self._frame, self._shown, self._has_drawings = Html(""), {}, False

    def _stored(self, message: Mapping[str, Any]) -> None:
        for key, text in dict(message.get("stored") or {}).items():
            self.stored[str(key)] = str(text)
            self.stored_elsewhere(str(key), str(text))

    def _pressed(self, do: str, value: Any) -> None:
        """Do an action; one that fails and was not on the page is reported as the user's error."""
        try:
            self._do(do, value)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            if isinstance(fault, IllegalAction) or self.fault_words(fault) is not None or self._offered(do, value):
                raise
            _log.debug("not offered", exc_info=fault)
            key = "bad.open" if do in ("open", "found") else "bad.click"
            raise UserError(key, what=cut(str(value if key == "bad.open" else do), 40)) from None

    def opened(self, what: str, pen: HtmlWriter) -> Html:
        """Return the content of the dialog for a rule, a card, a deck or a term (:func:`.rule_card.opened`)."""
        from .rule_card import opened

        return opened(what, pen)

    def _offered(self, do: str, value: Any) -> bool:
        """Check whether an element of the page as drawn sends this action."""
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
            self.dialog(self.opened(str(value), self.pen()))
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
    """Return a message in which lone surrogates, which cannot be encoded, are replaced.

    >>> _readable({"do": ["a\\ud800", 7, None]})
    {'do': ['a\ufffd', 7, None]}
    """
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {_readable(key): _readable(one) for key, one in value.items()}
    return [_readable(one) for one in value] if isinstance(value, list) else value


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the kernel's event loop, ``None`` if none runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _same(a: object, b: object) -> bool:
    return a is b or (isinstance(a, int | str) and a == b)


def _keys(pen: HtmlWriter) -> Html:
    """Return the list of keys that work on every page."""
    rows = [
        joined([tag("dt", tag("kbd", pen.say(f"keys.{key}.key"))), tag("dd", pen.say(f"keys.{key}"))])
        for key in ("choose", "along", "enter", "look", "next", "undo", "drawer", "help")
    ]
    close = tag("button", pen.say("close"), type="button", data_close=True, cls="vk-button vk-close")
    return tag("div", tag("h3", pen.say("keys")), tag("dl", rows, cls="vk-keys"), close, lang=pen.lang)


def _alert(words: str, lang: str) -> Html:
    if not words:
        return Html("")
    sign = tag("span", "⚠\ufe0e ", aria_hidden="true")
    first, *more = words.split("\n")
    return tag("p", sign, first, [tag("span", line, cls="vk-alert-line") for line in more], role="alert", lang=lang)
