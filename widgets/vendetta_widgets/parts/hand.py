"""The hand at the bottom edge: cards in a fan; the one that is taken is raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..controls import value_of
from ..html import Html, HtmlWriter, tag
from .card import CardFace, card


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card that can be taken: ``do`` and ``value`` are what a press sends, ``drag`` what is let go elsewhere."""

    face: CardFace
    key: str
    do: str = ""
    """Empty: it cannot be pressed now."""
    value: Any = None
    drag: Any = None
    on: bool | None = None
    """Whether it is the one that is taken; ``None`` where none is."""
    glow: bool = False
    opens: str = ""
    """What opens large: ``card:BR07``."""
    label: str = ""
    """What a press does, in words, where the name alone does not say it."""
    mark: str = ""
    """A word on what has been decided about it."""
    idle: bool = False
    """Whether it is of no use now: it can be taken, and then says why."""
    proposed: bool = False
    """Whether it stands out, as the card that one would take."""


def hand(pen: HtmlWriter, cards: Sequence[HandCard], label: str, cls: str = "") -> Html:
    """The cards side by side; each is one button, which a screen reader reads whole."""
    shown = [_held(pen, one, k, len(cards)) for k, one in enumerate(cards)]
    looks = f"vk-fanned vk-fanned-{len(cards)} {cls}".strip()
    return tag("div", shown, cls=looks, role="group", aria_label=label, lang=pen.lang)


def _held(pen: HtmlWriter, one: HandCard, k: int, of: int) -> Html:
    face = card(pen, one.face, "hand", one.key)
    looks = (
        "vk-held"
        + (" vk-raised" if one.on else "")
        + (" vk-glow" if one.glow else "")
        + (" vk-idle" if one.idle else "")
    )
    turn = f"--k:{k - (of - 1) / 2:g}"
    words = tag("span", one.label, cls="vk-press-word") if one.label else None
    mark = tag("span", one.mark, cls="vk-held-mark") if one.mark else None
    more = (
        pen.opens(one.opens, "i", "vk-look-at", tabindex=-1, aria_label=pen.say("look.card", name=one.face.name))
        if one.opens
        else None
    )
    if not one.do:
        return tag("div", face, more, cls=looks, style=turn, data_key=f"held-{one.key}")
    press = tag(
        "button",
        face,
        words,
        mark,
        type="button",
        cls="vk-take vk-proposed" if one.proposed else "vk-take",
        data_do=one.do,
        data_value=None if one.value is None else value_of(one.value),
        data_drag=None if one.drag is None else value_of(one.drag),
        data_key=f"hand-{one.key}",
        data_pick=True,
        aria_pressed=None if one.on is None else str(one.on).lower(),
    )
    return tag("div", press, more, cls=looks, style=turn, data_key=f"held-{one.key}")
