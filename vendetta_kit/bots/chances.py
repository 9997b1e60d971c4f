"""The chances at a Location in words: the one sentence that most of the greedy bot's advice begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit import box

from .bot import Reason
from .cards import GUESSED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vendetta_kit.engine.actions import At

    from .cards import Lying
    from .sight import Place, Sight

__all__ = ["likely", "odds", "prize", "shown"]

SURE, FAIR = 0.6, 0.35


def likely(place: Place) -> tuple[str, float]:
    """The rank that is best worth naming, and its chance: first, second, third or last."""
    first, second, third = (*place.chances, 0.0, 0.0, 0.0)[:3]
    if first >= SURE:
        return "first", first
    if first >= FAIR:
        return "first.fair", first
    if first + second >= SURE:
        return "second", first + second
    if first + second + third >= SURE:
        return "third", first + second + third
    return "last", first + second + third


def shown(sight: Sight, at: At) -> int:
    """The highest Power that another player shows there now."""
    return max([0, *(rival.shown for rival in sight.rivals(at))])


def odds(sight: Sight, at: At, add: tuple[Lying, ...], blood: int, weight: float, key: str) -> Reason:
    """What Power one has there, what the others show, and what that is likely to come to.

    ``key`` is the moment: a play with or without Blood, staying or leaving.
    """
    spot = sight.spot(at, add, blood)
    has = sight.power_of(at, spot)
    rank, _ = likely(sight.place(at, has))
    here = [sight.position(s, at) for s in sight.others]
    if not any(spot.cards or spot.blood for spot in here):
        rank = "alone"
    values = {
        "at": at,
        "mine": round(has),
        "theirs": shown(sight, at),
        "hidden": sum(1 for spot in here for c in spot.cards if c.card is None),
        "blood": blood,
        "about": any(lying.card in GUESSED for lying in spot.cards),
    }
    return Reason(f"odds.{key}.{rank}", max(weight, 0.5) + 1, values, ("CONF-03", *_RULES[rank.split(".")[0]]))


_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "alone": ("CONF-07",),
    "first": ("CONF-04", "REW-01"),
    "second": ("REW-02",),
    "third": ("REW-05",),
    "last": ("REW-11",),
}


def prize(sight: Sight, at: At, weight: float) -> list[Reason]:
    """What the winner gets there."""
    ally = sight.allies.get(at)
    if ally is None:
        return []
    record = box.find(ally)
    assert isinstance(record, box.Person)
    values = {"at": at, "ally": ally, "n": record.influence, "feed": record.feed}
    if at == "haven":
        return [Reason("prize.haven", weight, values, ("REW-01", "REW-08", "REW-09"))]
    feeds = record.feed > 0 and sight.round < 3
    return [Reason("prize.feeds" if feeds else "prize", weight, values, ("REW-01", "CARD-01"))]
