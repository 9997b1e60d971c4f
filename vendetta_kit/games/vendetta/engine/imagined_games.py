"""Random games that a seat cannot tell from the real one.

An imagined game keeps all that the seat knows and deals the rest again: each other player's hidden cards are mixed
among hand, face-down cards and Clan deck, secret answers of others are drawn again, and later random events differ.
The bit sets that decide what a view shows also decide which cards may be mixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.kernel.state import ASK, ASKER, CHOICES, WHO
from vendetta_kit.kernel.visibility import clear_question, redraw_sealed_answer, reseed

from . import state as s
from .actions import BID0, CARD0
from .agenda import BID, CHOOSE
from .card_knowledge import among
from .card_tables import BIT, CLAN_CARDS, OF_CLAN
from .game import Game
from .observation import clear_location, known_cards, known_in_deck

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


def imagine(g: Game, seat: int, rng: Random) -> Game:
    """Return an unrecorded copy of ``g`` in which ``rng`` has dealt again all that ``seat`` does not know.

    All arrangements that agree with the seat's view are equally likely; what players' choices suggest is not used. -1
    is a spectator.
    """
    world = g.copy(record=False)
    n, z = world.n, world.z
    clear_question(g, n, z, True)
    clear_location(n)
    for other in range(g.seats):
        if other != seat:
            _deal_anew(world, seat, other, rng)
    if seat >= 0:
        _own_deck_anew(world, seat, rng)
    reseed(world, rng)
    z[s.NEXT_FRENZY] = z[s.NEXT_ALLY] = z[s.NEXT_VICTIM] = ()
    return world


def _own_deck_anew(g: Game, seat: int, rng: Random) -> None:
    """Shuffle the unknown part of the seat's own Clan deck."""
    deck = g.z[s.DECK + seat]
    top, bottom = known_in_deck(g, seat)
    ends = len(deck) - bottom
    between = sorted(deck[top:ends])
    rng.shuffle(between)
    g.z[s.DECK + seat] = (*deck[:top], *between, *deck[ends:])


class UnknownCards(NamedTuple):
    """What a seat does not know of another player's cards."""

    near: list[int]
    """Cards in the hand or face down, in order; the hand's first."""
    far: list[int]
    """Cards in the Clan deck."""
    sure: list[int]
    """Cards that the seat knows to be in ``near``; sorted, as ``free`` is."""
    free: list[int]
    """All other cards, each of which may be in ``near``."""


def unknown_cards(g: Game, seat: int, other: int) -> UnknownCards:
    """Return what ``seat`` does not know of the cards of ``other``, who has a clan and is not out."""
    n, z = g.n, g.z
    hidden = OF_CLAN[n[s.CLAN + other]] & ~n[s.UP]
    down = [c for pos in range(g.seats * 4) for c in z[s.CARDS + pos] if hidden & BIT[c]]
    cards = known_cards(n, seat)
    sure = among(n, seat if seat >= 0 else None)
    near = [c for c in (*z[s.HAND + other], *down) if not cards & BIT[c]]
    far = list(z[s.DECK + other])
    # sorted, so that the real arrangement has no influence
    surely_near = sorted(c for c in near if sure & BIT[c])
    free = sorted(c for c in (*near, *far) if not sure & BIT[c])
    return UnknownCards(near, far, surely_near, free)


def arrange(g: Game, seat: int, other: int, hidden: UnknownCards, near: Sequence[int], far: Sequence[int]) -> None:
    """Put these cards in the places of the cards that the seat does not know, in order."""
    new = dict(zip((*hidden.near, *hidden.far), (*near, *far), strict=True))
    if any(old != card for old, card in new.items()):
        _rename(g, seat, other, new)


def _deal_anew(g: Game, seat: int, other: int, rng: Random) -> None:
    n = g.n
    clan = n[s.CLAN + other]
    if clan < 0:
        return
    if n[s.OUT] >> other & 1:
        _forget_clan(g, seat, clan)
        return
    hidden = unknown_cards(g, seat, other)
    free = list(hidden.free)
    rng.shuffle(free)
    missing = len(hidden.near) - len(hidden.sure)
    near = hidden.sure + free[:missing]
    rng.shuffle(near)
    arrange(g, seat, other, hidden, near, free[missing:])
    redraw_sealed_answer(g, other, rng, BID0 if n[ASK] == BID else 0)


def _forget_clan(g: Game, seat: int, clan: int) -> None:
    """Clear what is recorded of the cards of an eliminated player: some left the game unseen."""
    n = g.n
    gone = OF_CLAN[clan]
    n[s.HELD] &= ~gone
    n[s.HERE] &= ~gone
    for other in range(g.seats):
        if other != seat:
            for k in (s.EXACT, s.AMONG, s.MAYBE):
                n[k + 1 + other] &= ~gone


def _rename(g: Game, seat: int, other: int, new: dict[int, int]) -> None:
    """Replace each hidden card ``c`` by ``new[c]`` wherever it is."""
    n, z = g.n, g.z

    def cards(zone: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([c if c not in new or n[s.UP] & BIT[c] else new[c] for c in zone])

    def mask(bits: int) -> int:
        if not bits:
            return 0
        out = bits
        for c in new:
            out &= ~BIT[c]
        for c, card in new.items():
            if bits & BIT[c]:
                out |= BIT[card]
        return out

    for zone in (s.HAND + other, s.DECK + other, *range(s.CARDS, s.CARDS + g.seats * 4)):
        z[zone] = cards(z[zone])
    for each in range(g.seats):
        if each != seat:  # what everybody or this seat knows stays the same
            for k in (s.EXACT, s.AMONG, s.MAYBE):
                n[k + 1 + each] = mask(n[k + 1 + each])
    n[s.HELD] = mask(n[s.HELD])
    n[s.HERE] = mask(n[s.HERE])
    if n[ASK] == CHOOSE and n[WHO] >> other & 1:
        if n[ASKER] in new:
            n[ASKER] = new[n[ASKER]]
        z[CHOICES] = tuple(
            [CARD0 + new.get(c - CARD0, c - CARD0) if CARD0 <= c < CARD0 + CLAN_CARDS else c for c in z[CHOICES]]
        )
