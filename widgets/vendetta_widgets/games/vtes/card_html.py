"""Cards of V:TES in HTML: minions in play, cards in hand, and the small names that open them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.cards import ANYBODY, Card, Needs, Title
from vendetta_kit.games.vtes.engine.views import SeenCard
from vendetta_kit.games.vtes.wording.card_text import card_lines, costs
from vendetta_kit.games.vtes.wording.message_text import practice_words

from ... import art
from ...controls import button
from ...html import Html, HtmlWriter, tag

if TYPE_CHECKING:
    from collections.abc import Iterable


__all__ = ["back", "brief", "cost", "hand_card", "minion", "past_card", "record"]

_SHORT: Final = 3
"""So many letters stand for a discipline: small ones for the basic level, capitals for the superior one."""


def record(card: str) -> Card:
    """Return what is printed on a card."""
    return practice_set()[card]


def disciplines(pen: HtmlWriter, known: Iterable[tuple[str, int]]) -> Html | None:
    """Disciplines in brief, as players write them: small letters are basic, capitals superior."""
    shown = [
        tag(
            "abbr",
            in_brief(discipline).upper() if level > 1 else in_brief(discipline),
            title=pen.game("card", "discipline", discipline=discipline, level="superior" if level > 1 else "basic"),
        )
        for discipline, level in known
    ]
    return tag("span", shown, cls="vt-disciplines") if shown else None


def in_brief(discipline: str) -> str:
    """Return a discipline as it stands on a card.

    >>> in_brief("auspex")
    'aus'
    """
    return discipline[:_SHORT]


def cost(pen: HtmlWriter, card: str) -> Html | None:
    """What a card costs: blood of the minion, or pool."""
    printed = record(card)
    parts = [
        tag("span", art.use("blood") if key == "blood" else None, pen.game("card", key, n=n), cls=f"vt-cost-{key}")
        for key, n in costs(printed)
        if n
    ]
    return tag("span", parts, cls="vt-cost") if parts else None


def back(pen: HtmlWriter, counters: int) -> Html:
    """A face-down card of the crypt with its counters."""
    words = pen.unseen(pen.say("vtes.back", n=counters))
    return tag("span", art.use("back"), tag("b", str(counters), aria_hidden="true"), words, cls="vt-back")


def minion(pen: HtmlWriter, seen: SeenCard, marks: Iterable[str] = ()) -> Html:
    """A minion in play: blood of its capacity, title, numbers, disciplines, and what lies on it.

    ``marks`` say what it is doing now: keys of the page's words, as ``acts`` or ``blocks``.
    """
    assert seen.card is not None
    doing = tuple(marks)
    said = [tag("span", pen.say(f"vtes.mark.{key}"), cls=f"vt-mark vt-mark-{key}") for key in doing]
    if seen.tapped:
        said.append(tag("span", pen.say("vtes.tapped"), cls="vt-mark vt-mark-tapped"))
    head = pen.opens_card(seen.card, pen.name(seen.card), "vt-name")
    facts = tag(
        "p", _counters(pen, seen), _numbers(pen, seen), disciplines(pen, seen.disciplines), said, cls="vt-facts"
    )
    title = None
    if seen.title is not None:
        title = tag("p", practice_words().title_text(Title(seen.title, seen.of), pen.lang), cls="vt-title")
    lying = tag("p", [pen.chip(on.card, _life(pen, on)) for on in seen.on if on.card], cls="vt-on") if seen.on else None
    cls = "vt-minion" + (" vt-tapped" if seen.tapped else "") + "".join(f" vt-is-{key}" for key in doing)
    return tag("div", head, facts, title, lying, cls=cls)


def _counters(pen: HtmlWriter, seen: SeenCard) -> Html:
    """Blood on a vampire beside its capacity, life on an ally."""
    if seen.capacity:
        key, shown = "vtes.blood", f"{seen.counters}/{seen.capacity}"
    else:
        key, shown = "vtes.life", str(seen.counters)
    words = pen.unseen(pen.say(key, n=seen.counters, capacity=seen.capacity))
    return tag("span", art.use("blood"), tag("b", shown, aria_hidden="true"), words, cls="vt-blood")


def _numbers(pen: HtmlWriter, seen: SeenCard) -> list[Html]:
    """Strength and bleed, where they are not the 1 that every vampire has."""
    numbers = (("strength", seen.strength), ("bleed", seen.bleed))
    usual = 1 if seen.capacity else -1
    return [tag("span", pen.say(f"vtes.{key}"), " ", tag("b", str(n)), cls="vt-n") for key, n in numbers if n != usual]


def _life(pen: HtmlWriter, on: SeenCard) -> Html | None:
    """The life of a retainer, and that a card is tapped."""
    parts = [str(on.counters)] if on.counters else []
    if on.tapped:
        parts.append(pen.say("vtes.tapped"))
    return tag("small", " ", " · ".join(parts)) if parts else None


def hand_card(pen: HtmlWriter, card: str, number: int, usable: bool, on: bool) -> Html:
    """A card of the own hand: what it is and does in brief; a press picks it, and the panel says what it can do."""
    cls = "vt-hand-card" + ("" if usable else " vt-idle")
    key = f"hand-{number}"
    return button(_face(pen, card), "pick", number, cls, on=on, data_key=key, aria_description=pen.described(card))


def past_card(pen: HtmlWriter, card: str) -> Html:
    """A card of the hand where nothing can be done with it: a press opens it."""
    return pen.opens_card(card, _face(pen, card), "vk-button vt-hand-card")


def _face(pen: HtmlWriter, card: str) -> list[Html | None]:
    printed = record(card)
    needs = [(name, 1) for name in (printed.needs.discipline, printed.needs.second) if name]
    known = [" · ", disciplines(pen, needs)] if needs else None
    return [
        tag("b", pen.name(card), cls="vt-hand-name"),
        tag("span", pen.game("type", printed.type), known, cls="vt-hand-type"),
        cost(pen, card),
        tag("span", brief(card, pen.lang), cls="vt-hand-text"),
        art.use(f"type-{printed.type}", "vt-hand-sign"),
    ]


@cache
def brief(card: str, lang: str) -> str:
    """Return what a card does, without its type, cost and discipline, which stand beside."""
    printed = record(card)
    needs = printed.needs
    shown = needs == Needs(needs.discipline, second=needs.second) != ANYBODY
    skip = 1 + any(n for _, n in costs(printed)) + shown
    return " ".join(card_lines(printed, lang)[skip:])
