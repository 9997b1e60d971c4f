"""The end of a game: the winner with what she gathered, all players, the reader's own sum, the moments that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..controls import button
from ..html import Html, HtmlWriter, tag

MOMENTS: Final = 3
"""So many moments are told."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the winner has gathered: a card, or a player who is out because of her."""

    picture: Html
    name: str
    worth: str = ""
    card: str = ""
    """What a press opens; empty: nothing."""
    spent: bool = False
    """Whether it is shown grey: somebody who was drained, or who is out."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Who has won: ``title`` says so, ``told`` with what; ``gathered`` begins with what is worth most."""

    face: Html
    title: str
    told: object
    gathered: tuple[Gathered, ...] = ()


@dataclass(frozen=True, slots=True)
class EndRank:
    """A player with what counts at the end."""

    tint: str
    face: Html
    name: str
    total: str
    note: str = ""
    """What the number counts, or that there is none."""
    you: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class SumPart:
    """One number of a sum: negative where it was lost."""

    label: str
    n: int


@dataclass(frozen=True, slots=True)
class DecidingMoment:
    """A moment that decided: ``n`` is the running number of the act.

    ``before`` is after how many actions the reader last had a choice before it; ``None``: she had none.
    """

    n: int
    before: int | None
    when: str
    picture: Html
    title: str
    told: object
    worth: int
    unit: str = ""
    against: bool = False
    """Whether what it brought went to somebody else."""


def closing_scene(
    pen: HtmlWriter,
    won: bool,
    winner: Winner,
    ranks: Sequence[EndRank],
    own: Html | None,
    moments: Sequence[DecidingMoment],
    lesson: Html | None = None,
) -> Html:
    """Return the scene; ``won``: the reader is among the winners; ``own`` is her sum (:func:`own_sum`).

    ``lesson`` is one sentence on what she could do better, beside the moments.
    """
    shown = [_rank(k, one) for k, one in enumerate(ranks, 1)]
    pieces = [
        _winner(pen, winner),
        tag("ol", shown, cls=f"vk-ranks vk-ranks-{len(shown)}"),
        own,
        _moments(pen, moments, lesson) if moments else lesson,
    ]
    cls = "vk-end vk-won" if won else "vk-end"
    return tag("section", pieces, cls=cls, aria_label=pen.say("over.title"), lang=pen.lang)


def own_sum(
    pen: HtmlWriter,
    title: str,
    terms: Sequence[SumPart] = (),
    total: SumPart | None = None,
    gap: str = "",
    more: Html | None = None,
) -> Html:
    """Return the reader's sum in one row: its terms, what they come to, how far she is behind; ``more`` on a press.

    Without a ``total`` it is the title alone: of whoever has no sum.
    """
    shown: list[Html] = []
    for k, term in enumerate(terms):
        if k or term.n < 0:
            shown.append(tag("em", "−" if term.n < 0 else "+"))
        shown.append(_term(term, " vk-loss" if term.n < 0 else ""))
    why = None
    if more is not None:
        summary = tag("summary", pen.say("over.why"))
        why = tag("details", summary, tag("div", more, cls="vk-all-sums"), cls="vk-end-why", data_key="end-why")
    behind = tag("span", gap, cls="vk-gap") if gap else None
    comes_to = [tag("em", "="), _term(total, " vk-sum-total")] if total is not None else None
    return tag("div", tag("h3", title), shown, comes_to, behind, why, cls="vk-own-sum")


def _term(term: SumPart, cls: str) -> Html:
    return tag("span", tag("b", str(abs(term.n))), term.label, cls=f"vk-sum{cls}")


def _winner(pen: HtmlWriter, one: Winner) -> Html:
    shown = one.gathered
    half = (len(shown) + 1) // 2
    wings = [
        tag("ul", [tag("li", _gathered(pen, each), cls="vk-end-one") for each in several], cls="vk-end-wing")
        for several in (shown[:half][::-1], shown[half:])
    ]
    middle = tag(
        "div",
        tag("span", "♛\ufe0e", cls="vk-end-crown", aria_hidden="true"),
        one.face,
        tag("h2", one.title, data_home=True, data_ahead=True),
        tag("p", one.told, data_ahead=True),
        cls="vk-end-winner",
    )
    return tag("div", wings[0], middle, wings[1], cls="vk-end-top")


def _gathered(pen: HtmlWriter, one: Gathered) -> Html:
    worth = tag("b", one.worth) if one.worth else None
    shown = tag("span", one.picture, tag("span", one.name, cls="vk-end-name"), worth, cls="vk-end-shown")
    cls = "vk-end-person" + (" vk-drained" if one.spent else "")
    return pen.opens_card(one.card, shown, cls) if one.card else tag("span", shown, cls=cls)


def _rank(place: int, one: EndRank) -> Html:
    you = tag("small", one.you) if one.you else None
    note = tag("small", " ", one.note) if one.note else None
    cls = f"vk-rank {one.tint}" + (" vk-first" if one.won else "") + (" vk-me" if you else "")
    return tag("li", tag("i", str(place)), one.face, tag("h3", one.name, " ", you), tag("b", one.total, note), cls=cls)


def _moments(pen: HtmlWriter, moments: Sequence[DecidingMoment], lesson: Html | None) -> Html:
    shown = [_moment(pen, one) for one in sorted(moments, key=lambda one: one.n)]
    title = tag(
        "h3",
        pen.say("over.moments" if len(shown) == MOMENTS else "over.moments.few"),
        cls="vk-moments-title",
        data_ahead=True,
    )
    head = tag("div", title, lesson, cls="vk-end-lesson-row") if lesson is not None else title
    return tag("div", head, tag("div", shown, cls="vk-end-moments"), cls="vk-end-decided")


def _moment(pen: HtmlWriter, one: DecidingMoment) -> Html:
    sign = "+" if one.worth > 0 else "−"
    unit = tag("small", " ", one.unit) if one.unit else None
    gain = one.worth > 0 and not one.against
    worth = tag("b", f"{sign}{abs(one.worth)}", unit, cls="vk-gain" if gain else "vk-loss")
    presses = [button(pen.say("over.look"), "look_act", one.n, "vk-quiet", data_key=f"look-{one.n}")]
    if one.before is not None:
        presses.append(button(pen.say("over.what_if"), "what_if", one.before, "vk-quiet", data_key=f"what-if-{one.n}"))
    scene = tag("div", tag("span", one.when), one.picture, cls="vk-moment-picture")
    footer = tag("footer", worth if one.worth else None, presses)
    told = tag(
        "div", tag("h4", one.title, data_ahead=True), tag("p", one.told, data_ahead=True), footer, cls="vk-moment-told"
    )
    return tag("article", scene, told, cls="vk-end-moment")
