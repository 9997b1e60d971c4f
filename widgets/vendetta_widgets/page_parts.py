"""Pieces of several pages: placeholders for parts, the tools in the head, the foot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from . import art
from .appearance import settings
from .controls import Option, button, row
from .html import Html, HtmlWriter, joined, tag
from .page_phrases import languages, say


def hole(name: str, cls: str = "") -> Html:
    """Return a placeholder for a part."""
    return tag("div", data_part=name, cls=f"vk-{name} {cls}".strip())


def holes(cls: str, *names: str) -> Html:
    """Return placeholders for several parts, one below the other."""
    return tag("div", [hole(name) for name in names], cls=cls)


def framed(cls: str, top: Sequence[str], *inside: object) -> Html:
    """Return a page's frame: the parts at its ``top``, the error, and ``inside``."""
    return tag("div", holes("vk-top", *top), hole("alert"), inside, cls=cls)


def track(words: Sequence[str], now: int, label: str) -> Html:
    """Return stages in order by their words, with the current one (``now``) and the past ones marked."""
    items = []
    for k, word in enumerate(words):
        state = "vk-now" if k == now else "vk-past" if k < now else "vk-later"
        items.append(tag("li", word, cls=state, aria_current="step" if k == now else None))
    return tag("ol", items, cls="vk-track", aria_label=label)


def table(heads: Iterable[object], rows: Sequence[Html], cls: str | None = None, **more: object) -> Html:
    """Return a table of rows under the titles of its columns; a wide one can be scrolled."""
    top = tag("tr", [tag("th", head, scope="col") for head in heads])
    return tag("div", tag("table", tag("thead", top), tag("tbody", rows), cls=cls), cls="vk-wide", **more)


def tools(pen: HtmlWriter, looks: Mapping[str, str]) -> Html:
    """Return the tools in every page's head: search, settings, language."""
    sign = tag("span", "⌕ ", aria_hidden="true")
    find = button(joined([sign, pen.say("find")]), "find", "", "vk-quiet vk-find", aria_keyshortcuts="/")
    return joined([find, settings(pen, looks), _language_choice(pen)])


def _language_choice(pen: HtmlWriter) -> Html:
    """Return the choice of language, each in its own words."""
    options = [Option(lang, say("language", lang)) for lang in languages()]
    return tag("div", row(pen, "", "lang", options, pen.lang), cls="vk-languages")


def jumps(pen: HtmlWriter, question: str = ".vk-side") -> Html:
    """Return buttons for narrow screens that scroll to the question, the table or the log."""
    ways = {"question": question, "table": ".vk-felt", "log": ".vk-log"}
    buttons = [
        tag("button", pen.say(f"jump.{key}"), type="button", data_go=there, cls="vk-button")
        for key, there in ways.items()
    ]
    return tag("nav", buttons, cls="vk-jumps", aria_label=pen.say("jump"), lang=pen.lang)


def foot(pen: HtmlWriter) -> Html:
    """Return the page's foot: the meaning of the marks on cards, and the game's owner."""
    return _foot(pen.writing.game, pen.lang)


@cache
def _foot(game: str, lang: str) -> Html:
    pen = HtmlWriter(lang, game=game)
    marks = [
        tag("li", tag("b", pen.say(f"mark.{key}.sign"), " ", pen.say(f"mark.{key}")), ": ", pen.say(f"mark.{key}.long"))
        for key in pen.writing.marks
    ]
    folded = tag("details", tag("summary", pen.say("marks.key")), tag("ul", marks, cls="vk-marks"))
    return tag("footer", folded if marks else None, tag("p", pen.say("notice")), lang=pen.lang)


def colour_of(seat: int, me: int | None) -> int:
    """Return which colour and sign a seat has: the reader's are always the first, gold; who would have them has hers.

    >>> [colour_of(seat, 2) for seat in range(4)], [colour_of(seat, None) for seat in range(2)]
    ([2, 1, 0, 3], [0, 1])
    """
    if me is None or seat not in (0, me):
        return seat
    return 0 if seat == me else me


def seat_name(names: tuple[str, ...], seat: int, me: int | None, pen: HtmlWriter) -> Html:
    """Return a player's name with the seat's sign and colour."""
    colour = colour_of(seat, me)
    sign = art.use(f"seat{colour}", "vk-sign")
    own = tag("span", f" {pen.say('you')}", cls="vk-you") if seat == me else None
    return tag("span", sign, " ", names[seat], own, cls=f"vk-name vk-seat{colour}")
