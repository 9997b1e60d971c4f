"""What each seat may know (START-04, START-06, LIB-02): by region, with the rows of known cards.

Counters on cards are open, so those on a hidden card are given by its place in its region instead of its number.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel.visibility import Observation, VisibilityTable, is_back

from . import actions as do
from .board import blood
from .game import Game
from .state import SCHEMA, UNCONTROLLED, WIDTH, as_rows

if TYPE_CHECKING:
    from random import Random


def _back(g: Game, card: int) -> int:
    """Return the kind of back of a card, which differs by owner and by crypt or library."""
    return g.table.owner[card] * 2 + (g.table.printed[card].type == "vampire")


def _renamed(code: int, new: Mapping[int, int]) -> int:
    action = do.ACTIONS[code]
    return do.Choose(new.get(action.value, action.value)).code if isinstance(action, do.Choose) else code


KNOWN: Final = VisibilityTable(SCHEMA.zones, SCHEMA.numbers, _back, _renamed)


class VtesObservation(Observation):
    """A seat's knowledge, with ``rows`` of the cards and ``counters`` on uncontrolled ones by seat and place."""

    rows: array[int] = as_rows([])
    counters: tuple[tuple[int, ...], ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return (*super().__reduce__(), {"rows": self.rows, "counters": self.counters})


def observe(g: Game, seat: int) -> VtesObservation:
    """Return what a seat (-1: a spectator) may know; rows of unknown cards are empty."""
    plain = KNOWN.observe(g, seat)
    seen = VtesObservation(plain.seat, plain.seats, plain.n, plain.z, plain.offer)
    seen.rows = g.rows[:]
    nothing = as_rows([])[:WIDTH]
    for zone, _ in KNOWN.hidden_zones:
        if plain.z[zone] and is_back(plain.z[zone][0]):
            for card in g.z[zone]:
                seen.n[g.table.purse[card]] = 0
                seen.rows[card * WIDTH : (card + 1) * WIDTH] = nothing
    seen.counters = tuple([tuple([blood(g, card) for card in g.z[UNCONTROLLED + s]]) for s in range(g.seats)])
    return seen


def imagine(g: Game, seat: int, rng: Random) -> Any:
    """Return a random game that the seat cannot tell from this one; counters keep their places."""
    world = KNOWN.imagine(g, seat, rng)
    for zone, owner in KNOWN.hidden_zones:
        if owner < 0 or owner != seat:
            for was, now in zip(g.z[zone], world.z[zone], strict=True):
                world.n[g.table.purse[now]] = blood(g, was)
                world.rows[now * WIDTH : (now + 1) * WIDTH] = g.rows[was * WIDTH : (was + 1) * WIDTH]
    return world
