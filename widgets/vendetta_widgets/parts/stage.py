"""A stage: a great moment that takes the table's place: two or three sides, a prize between them, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import art
from ..html import Html, HtmlWriter, tag
from .seat_strip import portrait

MOST_ROOMY = 3
"""So many bars have their full height, and so many cards of a side lie beside each other; of more, each gets less."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a stage: who, with which cards, and what lies beside them."""

    tint: str
    name: str
    sign: str = ""
    portrait: str = ""
    crest: str = ""
    cards: tuple[Html, ...] = ()
    beside: Html | None = None
    note: object = None
    """A word on how this side stands: gone, waits."""
    lost: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """A bar of a race: whose, what it is made of (a class and how many), the sum, what it was, and whether it leads."""

    key: str
    tint: str
    name: str
    parts: tuple[tuple[str, int], ...]
    total: str
    portrait: str = ""
    was: str = ""
    leads: bool = False
    said: str = ""


def side(one: Side) -> Html:
    """A side with its cards."""
    sign = art.use(one.sign, "vk-sign") if one.sign else None
    cards = "vk-side-cards" + (" vk-side-cards-many" if len(one.cards) > MOST_ROOMY else "")
    return tag(
        "section",
        tag(
            "header",
            portrait(one.portrait, one.tint, one.crest, cls="vk-por-mid") if one.portrait else None,
            tag("h3", sign, tag("span", one.name)),
        ),
        tag("div", list(one.cards), cls=cards) if one.cards else None,
        one.beside,
        tag("p", one.note, cls="vk-side-note") if one.note else None,
        cls=f"vk-stage-side {one.tint}" + (" vk-lost" if one.lost else ""),
        data_key=f"side-{one.key}" if one.key else None,
    )


def lanes(shown: Sequence[Lane], label: str, legend: Sequence[tuple[str, str]] = ()) -> Html:
    """The bars of a race, one below the other, all on one scale; ``legend`` names the classes of their parts."""
    most = max([1, *(sum(n for _, n in lane.parts) for lane in shown)])
    rows = []
    for lane in shown:
        pieces = [tag("i", cls=f"vk-part-{cls}", style=f"flex:{n}", data_key=cls) for cls, n in lane.parts if n > 0]
        share = sum(n for _, n in lane.parts) / most
        fill = tag("span", pieces, cls="vk-lane-fill", style=f"--share:{share:.3f}")
        rows.append(
            tag(
                "li",
                tag(
                    "span",
                    portrait(lane.portrait, lane.tint, cls="vk-por-small"),
                    tag("span", lane.name),
                    cls="vk-lane-who",
                ),
                tag("span", fill, cls="vk-lane-track", aria_hidden="true"),
                tag(
                    "b",
                    lane.total,
                    data_count=lane.key,
                    aria_label=lane.said or None,
                    role="img" if lane.said else None,
                ),
                tag("span", lane.was, cls="vk-lane-was"),
                cls=f"vk-lane {lane.tint}" + (" vk-leads" if lane.leads else ""),
                data_key=f"lane-{lane.key}",
            )
        )
    named = [tag("span", tag("i", cls=f"vk-part-{cls}"), words) for cls, words in legend]
    return tag(
        "div",
        tag("ol", rows, cls="vk-lanes" + (" vk-lanes-many" if len(rows) > MOST_ROOMY else ""), aria_label=label),
        tag("p", named, cls="vk-legend", aria_hidden="true") if named else None,
        cls="vk-race",
    )


def stage(
    pen: HtmlWriter,
    label: str,
    left: Sequence[Html],
    middle: Html,
    right: Sequence[Html],
    below: Html | None = None,
    cls: str = "",
    behind: str = "",
) -> Html:
    """A stage with what stands at its left, in its middle and at its right, and below all of them.

    ``behind`` is the drawing of the place, in the ground.
    """
    ground = tag("span", art.use(behind), cls="vk-stage-ground", aria_hidden="true") if behind else None
    wings = (tag("div", list(left), cls="vk-wing vk-wing-left"), tag("div", list(right), cls="vk-wing vk-wing-right"))
    return tag(
        "section",
        tag("h2", label, cls="vk-unseen"),
        ground,
        tag("div", wings[0], tag("div", middle, cls="vk-stage-middle"), wings[1], cls="vk-stage-row"),
        below,
        cls=f"vk-stage {cls}".strip(),
        aria_label=label,
        data_stage=True,
        lang=pen.lang,
    )
