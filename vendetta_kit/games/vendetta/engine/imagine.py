"""Other games that a seat cannot tell from the real one.

An imagined world keeps all that the seat knows and deals the rest anew: every other player's hidden cards change places
among their hand, their face-down cards and their Clan deck; sealed answers of others are drawn again; the stream of
random numbers is a new one. What each place may hold is decided by the same masks as the views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.state import ASK, ASKER, CHOICES, WHO
from vendetta_kit.kernel.visibility import answer_anew, chance_anew, forget_the_question

from .actions import BID0, CARD0
from .agenda import BID, CHOOSE
from .knowledge import among
from .observe import forget_what_is_over, known, known_of_deck
from .state import (
    AMONG,
    CARDS,
    CLAN,
    DECK,
    EXACT,
    HAND,
    HELD,
    HERE,
    MAYBE,
    NEXT_ALLY,
    NEXT_FRENZY,
    NEXT_VICTIM,
    OUT,
    UP,
)
from .tables import BIT, CLAN_CARDS, OF_CLAN

if TYPE_CHECKING:
    from random import Random

    from .game import Game


def imagine(g: Game, seat: int, rng: Random) -> Game:
    """A twin of ``g`` (not recorded) with everything that ``seat`` does not know dealt anew by ``rng``.

    All arrangements that agree with the seat's view are equally likely, but for what play itself gives away.
    """
    world = g.copy(record=False)
    n, z = world.n, world.z
    forget_the_question(g, n, z, True)
    forget_what_is_over(n)
    for other in range(g.seats):
        if other != seat:
            _deal_anew(world, seat, other, rng)
    _own_deck_anew(world, seat, rng)
    chance_anew(world, rng)
    z[NEXT_FRENZY] = z[NEXT_ALLY] = z[NEXT_VICTIM] = ()
    return world


def _own_deck_anew(g: Game, seat: int, rng: Random) -> None:
    """The own Clan deck: what is not known of it lies in another order."""
    deck = g.z[DECK + seat]
    top, bottom = known_of_deck(g, seat)
    ends = len(deck) - bottom
    between = sorted(deck[top:ends])
    rng.shuffle(between)
    g.z[DECK + seat] = (*deck[:top], *between, *deck[ends:])


def _deal_anew(g: Game, seat: int, other: int, rng: Random) -> None:
    n, z = g.n, g.z
    clan = n[CLAN + other]
    if clan < 0:
        return
    if n[OUT] >> other & 1:
        _forget_clan(g, seat, clan)
        return
    hidden = OF_CLAN[clan] & ~n[UP]
    down = [c for pos in range(g.seats * 4) for c in z[CARDS + pos] if hidden & BIT[c]]
    cards = known(n, seat)
    near = [c for c in (*z[HAND + other], *down) if not cards & BIT[c]]  # places in the hand or face down
    far = list(z[DECK + other])
    # sorted first: the real arrangement must not shape the imagined one
    surely_near = sorted(c for c in near if among(n, seat) & BIT[c])
    free = sorted(c for c in (*near, *far) if not among(n, seat) & BIT[c])
    rng.shuffle(free)
    new_near = surely_near + free[: len(near) - len(surely_near)]
    rng.shuffle(new_near)
    new = dict(zip((*near, *far), (*new_near, *free[len(near) - len(surely_near) :]), strict=True))
    if any(old != card for old, card in new.items()):
        _rename(g, seat, other, new)
    answer_anew(g, other, rng, BID0 if n[ASK] == BID else 0)


def _forget_clan(g: Game, seat: int, clan: int) -> None:
    """Clear what is noted of the cards of who is out: some of them left the game unseen."""
    n = g.n
    gone = OF_CLAN[clan]
    n[HELD] &= ~gone
    n[HERE] &= ~gone
    for s in range(g.seats):
        if s != seat:
            for k in (EXACT, AMONG, MAYBE):
                n[k + 1 + s] &= ~gone


def _rename(g: Game, seat: int, other: int, new: dict[int, int]) -> None:
    """Put card ``new[c]`` wherever hidden card ``c`` is."""
    n, z = g.n, g.z

    def cards(zone: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([c if c not in new or n[UP] & BIT[c] else new[c] for c in zone])

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

    for zone in (HAND + other, DECK + other, *range(CARDS, CARDS + g.seats * 4)):
        z[zone] = cards(z[zone])
    for s in range(g.seats):
        if s != seat:  # what everybody knows, and the reader, does not change
            for k in (EXACT, AMONG, MAYBE):
                n[k + 1 + s] = mask(n[k + 1 + s])
    n[HELD] = mask(n[HELD])
    n[HERE] = mask(n[HERE])
    if n[ASK] == CHOOSE and n[WHO] >> other & 1:
        if n[ASKER] in new:
            n[ASKER] = new[n[ASKER]]
        z[CHOICES] = tuple(
            [CARD0 + new.get(c - CARD0, c - CARD0) if CARD0 <= c < CARD0 + CLAN_CARDS else c for c in z[CHOICES]]
        )
