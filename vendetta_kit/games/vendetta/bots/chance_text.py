"""The chances at a Location in words: the sentence with which most of the greedy bot's advice begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_estimates import A_CARD
from vendetta_kit.games.vendetta.engine.card_tables import AT, HAVEN, IDS
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import ALLY_AT, BLOOD, CARDS

from .bot import ChoiceReason
from .own_position_value import OwnPositionValue
from .position_value import GUESSED

if TYPE_CHECKING:
    from collections.abc import Mapping


SURE, FAIR = 0.6, 0.35


def likely(chances: tuple[float, float, float]) -> str:
    """Return the rank to name for these chances: first, first.fair, second, third or last."""
    first, second, third = chances
    if first >= SURE:
        return "first"
    if first >= FAIR:
        return "first.fair"
    if first + second >= SURE:
        return "second"
    return "third" if first + second + third >= SURE else "last"


def odds(
    own: OwnPositionValue, loc: int, weight: float, key: str, add: tuple[int, bool] | None = None, blood: int = 0
) -> ChoiceReason:
    """Return a reason that names the bot's Power there, what others show, and the rank that is likely.

    Power that visible cards take away is named with these cards.

    ``key`` is the situation: a play with or without Blood, staying or leaving. ``add`` is a card that is added, and
    whether face up.
    """
    own.lay(loc, float(blood))
    if add is not None:
        own.add(*add)
    has = own.power_here(loc)
    lost = round(own.power(A_CARD)) - round(has)  # before the others' Positions are set up in the same place
    about = any(own.cards[k].card in GUESSED for k in range(own.count))
    rank = likely(own.chances(loc, has))
    theirs = [(own.zones[CARDS + s.seat * 4 + loc], own.counts[BLOOD + s.seat * 4 + loc]) for s in own.others]
    if not any(cards or blood for cards, blood in theirs):
        rank = "alone"
    most, loses_tie = own.shown(loc)
    hidden = sum(card < 0 for cards, _ in theirs for card in cards)
    tied = rank != "alone" and most == round(has) and not hidden and not about
    if tied and loses_tie and rank.startswith("first"):
        rank = "second"
    values: dict[str, Any] = {
        "at": AT[loc],
        "mine": round(has),
        "theirs": most,
        "tie": ("lost" if loses_tie else "won") if tied else "",
        "hidden": hidden,
        "blood": blood,
        "about": about,
    }
    if lost > 0:
        values["curbs"] = tuple(dict.fromkeys(IDS[card] for card in own.curbs(loc)))
        values["lost"] = lost
    return ChoiceReason(
        f"odds.{key}.{rank}",
        max(weight, 0.5) + 1,
        values,
        ("CONF-03", *_RULES[rank.split(".")[0]], *(("CONTR-03",) if tied else ())),
    )


_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "alone": ("CONF-07",),
    "first": ("CONF-04", "REW-01"),
    "second": ("REW-02",),
    "third": ("REW-05",),
    "last": ("REW-11",),
}


def prize(own: OwnPositionValue, loc: int, weight: float) -> list[ChoiceReason]:
    """Return the reasons that name what the winner gets there."""
    ally = own.counts[ALLY_AT + loc]
    if ally < 0:
        return []
    record = box.find(IDS[ally])
    assert isinstance(record, box.Person)
    values = {"at": AT[loc], "ally": IDS[ally], "n": record.influence, "feed": record.feed}
    if loc == HAVEN:
        return [ChoiceReason("prize.haven", weight, values, ("REW-01", "REW-08", "REW-09"))]
    feeds = record.feed > 0 and own.round < ROUNDS
    return [ChoiceReason("prize.feeds" if feeds else "prize", weight, values, ("REW-01", "CARD-01"))]
