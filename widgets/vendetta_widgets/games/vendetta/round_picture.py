"""A round of Vendetta in six pictures, ten seconds each, for whoever has not played yet."""

from __future__ import annotations

from typing import Final

from ... import art
from ...html import Html, HtmlWriter, tag
from ...parts import back, card, portrait, tokens
from . import card_html

ALLIES: Final = ("AL12", "AL05", "AL20")
"""Those who wait at the three Locations."""
HERS: Final = "VI09"
"""Who is in the player's Alliance already."""
KEPT: Final = "BR07"
"""The card that is kept and played."""
LEFT: Final = "BR02"
"""The card that is not kept."""
EACH: Final = 10_000
"""Milliseconds for each picture, as in the style sheet."""
RIVALS: Final = "VE07"
"""A Rival's card."""


def round_picture(pen: HtmlWriter) -> Html:
    """Return the dialog with the pictures: one follows the other by itself; without motion they stand together.

    They can be held, and turned back and on by hand.
    """
    scenes = (_feed(), _allies(), _hand(pen), _plan(pen), _conflict(pen), _reward())
    items = [
        tag("li", tag("div", *scene, cls="vk-scene", aria_hidden="true"), tag("p", words), style=f"--k:{k}")
        for k, (scene, words) in enumerate(zip(scenes, _words(pen), strict=True))
    ]
    begin, cls = pen.say("round.begin"), "vk-button vk-primary"
    close = tag("button", begin, type="button", data_close=True, autofocus=True, cls=cls)
    turns = [
        tag("button", pen.say(f"round.{key}"), type="button", data_scenes=turn, cls="vk-button", aria_pressed=pressed)
        for key, turn, pressed in (("back", "-1", None), ("hold", "hold", "false"), ("on", "1", None))
    ]
    return tag(
        "div",
        tag("h3", pen.say("pictures")),
        tag("ol", items, cls="vk-scenes"),
        tag(
            "div",
            tag("i", cls="vk-scenes-time", aria_hidden="true"),
            tag("span", turns, cls="vk-scenes-turns"),
            close,
            cls="vk-buttons",
        ),
        cls="vk-round-picture",
        data_each=EACH,
        lang=pen.lang,
    )


def _words(pen: HtmlWriter) -> list[str]:
    names = ("feed", "allies", "hand", "plan", "conflict", "reward")
    return [pen.say(f"round.{name}") for name in names]


def _face(person: str, seat: int = 0) -> Html:
    return portrait(f"person-{person}", f"vk-seat{seat}")


def _held(pen: HtmlWriter, name: str, cls: str = "") -> Html:
    return card(pen, card_html.face(pen, name), size="row", cls=cls)


def _feed() -> tuple[Html, ...]:
    arrow = tag("span", "→", cls="vk-scene-arrow")
    return _face(HERS), arrow, tokens(2, ""), arrow, tag("b", "7", cls="vk-scene-number")


def _allies() -> tuple[Html, ...]:
    return tuple(_face(person, 5) for person in ALLIES)


def _hand(pen: HtmlWriter) -> tuple[Html, ...]:
    return _held(pen, KEPT, "vk-raised"), _held(pen, LEFT, "vk-scene-gone")


def _plan(pen: HtmlWriter) -> tuple[Html, ...]:
    return _face(ALLIES[0], 5), _held(pen, KEPT), tokens(2, ""), back("", "row")


def _conflict(pen: HtmlWriter) -> tuple[Html, ...]:
    mine, theirs = tag("b", "5", cls="vk-scene-number"), tag("b", "4", cls="vk-scene-number vk-scene-gone")
    against = tag("span", art.use("conflict"), cls="vk-scene-arrow")
    return _held(pen, KEPT), mine, against, theirs, _held(pen, RIVALS, "vk-scene-gone")


def _reward() -> tuple[Html, ...]:
    sign = tag("span", art.use("influence"), cls="vk-scene-arrow")
    return _face(HERS), _face(ALLIES[0]), sign, tag("b", "+1", cls="vk-scene-number")
