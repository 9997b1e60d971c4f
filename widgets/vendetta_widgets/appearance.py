"""How the pages look to a person, and whether she hears them: her browser keeps what she has chosen.

``dress.js`` puts theme and size on as soon as a page opens; here is only what is chosen, and the choosing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .controls import Option, row
from .html import Html, HtmlWriter, tag

__all__ = ["CHOICES", "chosen", "settings"]

CHOICES: Final = {
    "theme": ("dark", "light", "system"),
    "size": ("normal", "large", "larger"),
    "sound": ("off", "on"),
}
"""What can be chosen, the usual one first; the browser keeps it under these names."""


def chosen(stored: Mapping[str, str]) -> dict[str, str]:
    """What is chosen, or the usual."""
    return {key: stored[key] if stored.get(key) in ways else ways[0] for key, ways in CHOICES.items()}


def settings(pen: HtmlWriter, now: Mapping[str, str]) -> Html:
    """The place in a page's head where a person chooses."""
    rows = [
        row(pen, pen.say(f"look.{key}"), key, [Option(way, pen.say(f"look.{key}.{way}")) for way in ways], now[key])
        for key, ways in CHOICES.items()
    ]
    summary = tag("summary", tag("span", "Aa ", aria_hidden="true"), tag("span", pen.say("look"), cls="vk-look-words"))
    return tag("details", summary, tag("div", rows, cls="vk-look-ways"), cls="vk-look")
