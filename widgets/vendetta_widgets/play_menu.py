"""The menu of a page on which a game is played, and what can be wrong with what is given to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from vendetta_kit.kernel.actions import BadAction
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.saves import BadSave

from . import art
from .controls import Option, button, row
from .help_level import LEVELS
from .html import Html, HtmlWriter, joined, tag
from .move_replay import PACES
from .parts import drawer_button, folded_menu

SIGNS: Final = {"new": "play", "undo": "undo", "save": "save", "load": "load", "export": "save", "pictures": "round"}
"""The signs of what the menu offers."""


def menu(pen: HtmlWriter, offered: Sequence[str], absent: Collection[str], level: str) -> tuple[Html, Html]:
    """Write what the menu offers, and how much help is shown now: one of :data:`.LEVELS`.

    What is ``absent`` now cannot be pressed, but has its place: nothing moves when it comes.
    """
    items = [item(pen, which, which in absent) for which in offered]
    helps = row(pen, pen.say("help"), "help", [Option(k, pen.say(f"help.{k}")) for k in LEVELS], level)
    return (
        tag("div", items, cls="vk-menu vk-buttons", role="group", aria_label=pen.say("menu")),
        tag("div", helps, cls="vk-helps"),
    )


def one_row(
    pen: HtmlWriter, offered: Sequence[str], absent: Collection[str], level: str, pace: str, tools: Html
) -> list[Html | None]:
    """Return the end of a head of one row: the drawer's button, Undo, and all else behind one button.

    Args:
        pen: writes.
        offered: what the menu offers.
        absent: what of it cannot be pressed now.
        level: how much help is shown now.
        pace: how the others' moves go on now.
        tools: what every page's head has.
    """
    folded = [which for which in offered if which != "undo"]
    paces = row(pen, pen.say("pace"), "pace", [Option(way, pen.say(f"pace.{way}")) for way in PACES], pace)
    undo = item(pen, "undo", "undo" in absent) if "undo" in offered else None
    inside = [*menu(pen, folded, (), level), paces, tools]
    return [drawer_button(pen, pen.say("drawer")), undo, folded_menu(pen, inside)]


def item(pen: HtmlWriter, which: str, absent: bool = False) -> Html:
    """Write one thing that the menu offers, or that stands elsewhere when it is time for it."""
    words = joined([art.use(SIGNS[which]), " ", tag("span", pen.say(which))])
    return button(words, "menu", which, on=None, data_key=f"menu-{which}", disabled=absent)


def fault_words(fault: Exception, pen: HtmlWriter) -> str | None:
    """Say what is wrong with a save or a set-up; ``None`` for what is no fault of those."""
    if isinstance(fault, BadSave):
        return pen.say("bad.save", fault=fault.text(pen.lang))
    if isinstance(fault, BadSetup | BadAction):
        return pen.say("bad.setup", fault=fault.text(pen.lang))
    return None
