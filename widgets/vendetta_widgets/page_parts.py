"""Pieces that several pages show: the tools in the head, what the marks mean, holes for parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from . import art
from .appearance import settings
from .controls import Option, button, row
from .html import Html, HtmlWriter, joined, tag
from .page_phrases import languages, say

__all__ = ["foot", "framed", "hole", "holes", "jumps", "seat_name", "table", "tools", "track"]


def hole(name: str, cls: str = "") -> Html:
    """Where a part of a page goes."""
    return tag("div", data_part=name, cls=f"vk-{name} {cls}".strip())


def holes(cls: str, *names: str) -> Html:
    """Where several parts of a page go, one below the other."""
    return tag("div", [hole(name) for name in names], cls=cls)


def framed(cls: str, top: Sequence[str], *inside: object) -> Html:
    """A page: all drawings, unseen; the parts at its ``top``; what has gone wrong; and what is ``inside``."""
    return tag("div", art.sheet(), holes("vk-top", *top), hole("alert"), inside, cls=cls)


def track(words: Sequence[str], now: int, label: str, cls: str = "vk-track") -> Html:
    """Stages in their order, by their words: which is at hand (``now``), and which are past."""
    items = []
    for k, word in enumerate(words):
        state = "vk-now" if k == now else "vk-past" if k < now else "vk-later"
        items.append(tag("li", word, cls=state, aria_current="step" if k == now else None))
    return tag("ol", items, cls=cls, aria_label=label)


def table(heads: Iterable[object], rows: Sequence[Html], cls: str | None = None, **more: object) -> Html:
    """A table of these rows under the heads of its columns; where it is too wide it can be moved to and fro."""
    top = tag("tr", [tag("th", head, scope="col") for head in heads])
    return tag("div", tag("table", tag("thead", top), tag("tbody", rows), cls=cls), cls="vk-wide", **more)


def tools(pen: HtmlWriter, looks: Mapping[str, str]) -> Html:
    """What every page has in its head: the search, how the page looks, the language."""
    sign = tag("span", "⌕ ", aria_hidden="true")
    find = button(joined([sign, pen.say("find")]), "find", "", "vk-quiet vk-find", aria_keyshortcuts="/")
    return joined([find, settings(pen, looks), _language_choice(pen)])


def _language_choice(pen: HtmlWriter) -> Html:
    """The languages, each in its own words."""
    options = [Option(lang, say("language", lang)) for lang in languages()]
    return tag("div", row(pen, "", "lang", options, pen.lang), cls="vk-languages")


def jumps(pen: HtmlWriter, question: str = ".vk-side") -> Html:
    """On a narrow screen, where all lies one below the other: from the question to the table and back."""
    ways = {"question": question, "table": ".vk-felt", "log": ".vk-log"}
    buttons = [
        tag("button", pen.say(f"jump.{key}"), type="button", data_go=there, cls="vk-button")
        for key, there in ways.items()
    ]
    return tag("nav", buttons, cls="vk-jumps", aria_label=pen.say("jump"), lang=pen.lang)


def foot(pen: HtmlWriter) -> Html:
    """What the marks on the cards mean, and whose game this is."""
    return _foot(pen.writing.game, pen.lang)


@cache
def _foot(game: str, lang: str) -> Html:
    pen = HtmlWriter(lang, game=game)
    marks = [
        tag("li", tag("b", pen.say(f"mark.{key}.sign"), " ", pen.say(f"mark.{key}")), ": ", pen.say(f"mark.{key}.long"))
        for key in pen.writing.marks
    ]
    return tag(
        "footer", tag("ul", marks, cls="vk-marks") if marks else None, tag("p", pen.say("notice")), lang=pen.lang
    )


def seat_name(names: tuple[str, ...], seat: int, me: int | None, pen: HtmlWriter) -> Html:
    """A player's name with the seat's own shape and colour."""
    sign = art.use(f"seat{seat}", "vk-sign")
    own = tag("span", f" {pen.say('you')}", cls="vk-you") if seat == me else None
    return tag("span", sign, " ", names[seat], own, cls=f"vk-name vk-seat{seat}")
