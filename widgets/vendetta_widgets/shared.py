"""Pieces that several pages show: the tools in the head, what the marks mean, holes for parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .controls import Option, button, row
from .looks import settings
from .pen import Html, Pen, joined, tag
from .phrases import languages, say

__all__ = ["foot", "hole", "jumps", "tools"]


def hole(name: str, cls: str = "") -> Html:
    """Where a part of a page goes."""
    return tag("div", data_part=name, cls=f"vk-{name} {cls}".strip())


def tools(pen: Pen, looks: Mapping[str, str]) -> Html:
    """What every page has in its head: the search, how the page looks, the language."""
    sign = tag("span", "⌕ ", aria_hidden="true")
    find = button(joined([sign, pen.say("find")]), "find", "", "vk-quiet vk-find", aria_keyshortcuts="/")
    return joined([find, settings(pen, looks), _language_choice(pen)])


def _language_choice(pen: Pen) -> Html:
    """The languages, each in its own words."""
    options = [Option(lang, say("language", lang)) for lang in languages()]
    return tag("div", row(pen, "", "lang", options, pen.lang), cls="vk-languages")


def jumps(pen: Pen) -> Html:
    """On a narrow screen, where all lies one below the other: from the question to the table and back."""
    ways = {"question": ".vk-side", "table": ".vk-felt", "log": ".vk-log"}
    buttons = [
        tag("button", pen.say(f"jump.{key}"), type="button", data_go=there, cls="vk-button")
        for key, there in ways.items()
    ]
    return tag("nav", buttons, cls="vk-jumps", aria_label=pen.say("jump"), lang=pen.lang)


def foot(pen: Pen) -> Html:
    """What the marks on the cards mean, and whose game this is."""
    return _foot(pen.lang)


@cache
def _foot(lang: str) -> Html:
    pen = Pen(lang)
    marks = [
        tag("li", tag("b", pen.say(f"mark.{key}.sign"), " ", pen.say(f"mark.{key}")), ": ", pen.say(f"mark.{key}.long"))
        for key in ("community", "kit_name", "kit", "doubt")
    ]
    return tag("footer", tag("ul", marks, cls="vk-marks"), tag("p", pen.say("notice")), lang=pen.lang)
