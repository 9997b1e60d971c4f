"""Power at a Location by card, as one reader may know it now, or as it was counted.

>>> from vendetta_kit.scenarios import ScenarioRun, find, load
>>> view = ScenarioRun(load(find("lesson-04-leave"))).game.view(0)
>>> [(row.seat, row.power, row.blood, row.hidden) for row in powers(view, 1)]
[(0, 2, 2, 1), (1, 9, 4, 0), (2, 1, 1, 0)]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS, LITANY, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.conflict import current_power, known_location, turned_up
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rule_numbers import LITANY_POWER
from vendetta_kit.games.vendetta.engine.state import BLOOD, CARDS, LITANY_ON, LOC, POOL, UP
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.visibility import is_back

from .card_positions import At


@dataclass(frozen=True, slots=True)
class Part:
    """A Clan card on a Position: ``card`` is ``None`` if hidden from the reader; ``power`` is the Power that counts."""

    card: str | None
    up: bool
    power: int


@dataclass(frozen=True, slots=True)
class Powers:
    """The Power of one Position: its cards, its Deployed Blood and the Power of that Blood, and the sum.

    ``counted`` says that the conflict there has been counted this round and this is the sum of it (CONF-03). ``known``
    is the sum if all cards known to the reader were face up.
    """

    seat: int
    parts: tuple[Part, ...]
    blood: int
    blood_power: int
    power: int
    known: int
    counted: bool = False

    @property
    def hidden(self) -> int:
        """The number of face-down cards; they count 0 until they are turned up, unless a card says otherwise."""
        return sum(not part.up for part in self.parts)


def powers(view: View, at: At, round: int = 0) -> list[Powers]:
    """Return the Power of every Position with a card or Blood at a Location, by seat.

    Args:
        view: what the reader knows.
        at: 1, 2, 3 or ``"haven"``.
        round: the round whose count is read, if it was counted then; 0 for the view's.

    Raises:
        KeyError: the table has no such Location.
    """
    if all(here.at != at for here in view.locations):
        raise KeyError(at)
    counts = [event for event in view.events if event.kind == "count" and event.at == at]
    counted = [event for event in counts if event.moment.round == (round or view.round)]
    if counted:
        latest = {event.seat: event for event in counted if event.seat is not None}
        return [_counted(seat, event.data) for seat, event in sorted(latest.items())]
    seen, loc, found = view.observation, LOCATION_NUMBER[at], []
    now, later = known_location(seen, loc), known_location(turned_up(seen, loc), loc)
    for seat in range(seen.seats):
        pos = seat * 4 + loc
        if seen.z[CARDS + pos] or seen.n[BLOOD + pos]:
            found.append(_lying(seen, now, later, seat, loc))
    return found


def power_of_play(view: View, play: Play, fee: int) -> Powers:
    """Return the Power of the own Position after a play, as if all cards known to the reader were face up.

    Args:
        view: the view of the player who is to play.
        play: the card, the Location, its facing and Blood.
        fee: the fee in Blood if played face down.
    """
    assert view.decision is not None
    seat, loc, card = view.decision.seat, LOCATION_NUMBER[play.at], NUMBER[play.card]
    seen = view.observation.copy()
    pos = seat * 4 + loc
    seen.z[CARDS + pos] += (card,)
    seen.n[BLOOD + pos] += play.blood + play.flips
    seen.n[POOL + seat] -= play.blood + fee
    seen = turned_up(seen, loc)
    later = known_location(seen, loc)
    return _lying(seen, later, later, seat, loc)


def _counted(seat: int, data: Mapping[str, Any]) -> Powers:
    parts = [Part(card, True, n) for card, n in data["cards"].items()]
    parts += [Part(None, False, n) for n in data["face_down"]]
    if data["litany"]:
        rest = data["power"] - data["blood_power"] - sum(part.power for part in parts)
        parts.append(Part(data["litany"], True, rest))
    return Powers(seat, tuple(parts), data["blood"], data["blood_power"], data["power"], data["power"], True)


def _lying(seen: VendettaObservation, now: Game, later: Game, seat: int, loc: int) -> Powers:
    counts, blood = current_power(now, seat, loc)
    known, known_blood = current_power(later, seat, loc)
    parts = [
        Part(None, False, n) if is_back(card) else Part(IDS[card], bool(seen.n[UP] & BIT[card]), n)
        for card, n in zip(seen.z[CARDS + seat * 4 + loc], counts, strict=True)
    ]
    more = LITANY_POWER if seen.n[LITANY_ON] >> seat & 1 and seen.n[LOC] == loc else 0  # holds for this conflict
    if more:
        parts.append(Part(IDS[LITANY], True, more))
    whole = blood + sum(part.power for part in parts)
    return Powers(seat, tuple(parts), seen.n[BLOOD + seat * 4 + loc], blood, whole, known_blood + sum(known) + more)
