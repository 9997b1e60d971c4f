"""Power at a Location, worked out: what lies there as one reader may know it, card by card, or as it was counted.

>>> from vendetta_kit.scenarios import Telling, find, load
>>> view = Telling(load(find("lesson-04-leave"))).game.view(0)
>>> [(row.seat, row.power, row.blood, row.hidden) for row in powers(view, 1)]
[(0, 2, 2, 1), (1, 9, 4, 0), (2, 1, 1, 0)]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vendetta_kit import box

if TYPE_CHECKING:
    from vendetta_kit.engine.views import PositionView, View

    from .lying import At

__all__ = ["Part", "Powers", "powers"]


@dataclass(frozen=True, slots=True)
class Part:
    """A Clan card on a Position: ``card`` is ``None`` where the reader may not know it; ``power`` is what it counts."""

    card: str | None
    up: bool
    power: int


@dataclass(frozen=True, slots=True)
class Powers:
    """The Power of one Position: cards, Deployed Blood and what it counts (1 each, if no card says more), and the sum.

    ``counted``: the conflict there has been counted this round, and this is its very sum (CONF-03).
    """

    seat: int
    parts: tuple[Part, ...]
    blood: int
    blood_power: int
    power: int
    counted: bool = False

    @property
    def hidden(self) -> int:
        """How many cards lie face down; they count 0 until they are turned up."""
        return sum(not part.up for part in self.parts)


def powers(view: View, at: At) -> list[Powers]:
    """Return the Power of every Position at a Location that holds something, by seat.

    Args:
        view: what the reader knows.
        at: 1, 2, 3 or ``"haven"``.

    Raises:
        KeyError: there is no such Location at this table.
    """
    if all(here.at != at for here in view.locations):
        raise KeyError(at)
    counted = [
        event for event in view.events if event.kind == "count" and event.at == at and event.moment.round == view.round
    ]
    if counted:
        latest = {event.seat: event for event in counted if event.seat is not None}
        return [_counted(seat, event.data) for seat, event in sorted(latest.items())]
    now = _printed(view)
    found = []
    for seat in view.seats:
        here = next((position for position in seat.positions if position.at == at), None)
        if here is not None and (here.cards or here.blood):
            found.append(_lying(seat.seat, here, now))
    return found


def _counted(seat: int, data: Mapping[str, Any]) -> Powers:
    parts = [Part(card, True, n) for card, n in data["cards"].items()]
    parts += [Part(None, False, n) for n in data["face_down"]]
    if data["litany"]:
        rest = data["power"] - data["blood_power"] - sum(part.power for part in parts)
        parts.append(Part(data["litany"], True, rest))
    return Powers(seat, tuple(parts), data["blood"], data["blood_power"], data["power"], True)


def _lying(seat: int, here: PositionView, now: Mapping[str, int]) -> Powers:
    parts = [
        Part(lying.card, lying.face == "up", now[lying.card] if lying.card is not None and lying.face == "up" else 0)
        for lying in here.cards
    ]
    return Powers(seat, tuple(parts), here.blood, here.blood, here.blood + sum(part.power for part in parts))


def _printed(view: View) -> Mapping[str, int]:
    """Printed Power of every Clan card, as effects have left it; a Location that is done ends them."""
    now = {card.id: card.power for card in box.clan_cards()}
    changed: dict[str, int] = {}
    for event in view.events:
        if event.kind == "printed":
            changed[event.data["card"]] = event.data["after"]
        elif event.kind == "resolved":
            changed.clear()
    return now | changed
