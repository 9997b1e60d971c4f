"""Theme, size and sound of the pages, and the names of cards: what can be chosen, and the menu for it.

The browser stores the choice; ``dress.js`` applies the first three as soon as a page opens, the page the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .controls import Option, row
from .html import Html, HtmlWriter, tag

CHOICES: Final = {
    "theme": ("dark", "light", "system"),
    "size": ("normal", "large", "larger"),
    "sound": ("off", "on"),
    "motion": ("full", "quick", "none"),
    "names": ("printed", "translated"),
}
"""The values of each setting, the default first; the browser stores them under these names."""


def chosen(stored: Mapping[str, str]) -> dict[str, str]:
    """Return the value of each setting: the stored one, or the default."""
    return {key: stored[key] if stored.get(key) in ways else ways[0] for key, ways in CHOICES.items()}


def settings(pen: HtmlWriter, now: Mapping[str, str]) -> Html:
    """Return the menu of settings in a page's head."""
    rows = [
        row(pen, pen.say(f"look.{key}"), key, [Option(way, pen.say(f"look.{key}.{way}")) for way in ways], now[key])
        for key, ways in CHOICES.items()
    ]
    summary = tag("summary", tag("span", "Aa ", aria_hidden="true"), tag("span", pen.say("look"), cls="vk-look-words"))
    return tag("details", summary, tag("div", rows, cls="vk-look-ways"), cls="vk-look")
