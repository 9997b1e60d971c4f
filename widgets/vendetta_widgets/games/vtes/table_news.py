"""What is told and heard at the table of V:TES: great moments, and what has happened last where nothing goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.log import LogLine

from ...html import Html, HtmlWriter, tag
from ...move_replay import lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["NONE", "SOUNDS", "banners", "lately", "weightiest"]

SOUNDS: Final = {"played": "card", "torpor": "frenzy", "destroyed": "frenzy", "ousted": "frenzy", "over": "victory"}
"""The sound of an event, by its kind (:mod:`vendetta_widgets.sounds`)."""

NONE: Final = "no_votes"
"""The kind of a line that no event tells: the reader had no votes."""
COME_TO: Final = (
    NONE, "blocked", "bled", "entry.bleed", "torpor", "destroyed", "diablerie", "outcome", "ousted", "point",
)  # fmt: skip
"""Kinds of lines that say what something has come to."""
LATELY: Final = 3
"""So many lines stand above the table where nothing goes on."""
GREAT: Final = ("ousted", "withdrawn")
"""Moments that have a banner of their own …"""
GIVES: Final = ("point", "entry.prey_ousted")
"""… and what they give to the predator, which is told with them."""


def banners(view: View, since: int, pen: HtmlWriter) -> Html:
    """A banner for great moments from number ``since`` on: somebody is out of the game, and what her predator gets."""
    lines = lines_of(view, since, pen)
    told = [line for line in lines if line.kind in (*GREAT, *GIVES)] if {line.kind for line in lines} & {*GREAT} else []
    items = [tag("li", pen.told(line.text, line.rules)) for line in told]
    return tag("div", tag("ul", items), cls="vk-banner", lang=pen.lang) if items else Html("")


def weightiest(lines: Sequence[LogLine], most: int) -> list[LogLine]:
    """Return the lines that say what has come of something, then the last ones: so many, in their order."""
    by_weight = sorted(range(len(lines)), key=lambda k: (lines[k].kind in COME_TO, k))
    return [lines[k] for k in sorted(by_weight[-most:])]


def lately(view: View, since: int, pen: HtmlWriter) -> Html:
    """What of all that is new from number ``since`` on weighs most; where that is little, the last lines."""
    lines = lines_of(view, 0, pen)
    new = [line for line in lines if line.n >= since]
    shown = weightiest(new, LATELY) if len(new) > LATELY else lines[-LATELY:]
    told = [tag("li", pen.told(line.text, line.rules)) for line in shown]
    return tag("ul", told, cls="vt-lately", lang=pen.lang) if told else Html("")
