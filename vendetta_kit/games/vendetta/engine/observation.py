"""What a seat may know of a game, as numbers. Only this module decides that.

Tokens, counts, Alliances, Drained and face-up cards are public; hands, Clan decks and other players' face-down cards
are hidden (RUL-20). :mod:`vendetta_kit.kernel.visibility` describes observations and what every game hides.

The back of a card shows its clan.

>>> from vendetta_kit import Game
>>> from vendetta_kit.games.vendetta.engine import state as s
>>> from vendetta_kit.kernel.visibility import is_back
>>> game = Game.new(seats=4, seed=7, clans=["brujah", "gangrel", "tremere", "ventrue"])
>>> seen = game.observe(0)
>>> len(seen.z[s.HAND]), seen.z[s.DECK + 1], is_back(seen.z[s.DECK + 1][0])
(2, (-2, -2, -2, -2, -2, -2, -2), True)
"""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.kernel import visibility
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.state import ANSWER, ASK, WHO

from . import state as s
from .agenda import KEEP
from .card_knowledge import exact, known
from .card_tables import BIT, CARDS_OF_A_CLAN, CLANS, OF_CLAN
from .game import Game
from .planning import end_of_planning, turn, turn_again
from .rounds import cards_looked_at

_BACKS: Final = tuple([tuple([(-1 - clan,) * k for k in range(10)]) for clan in range(len(CLANS))])
_NO_CARDS: Final = [0] * s.MAX_SEATS
_TURNS: Final = (turn, turn_again, end_of_planning)


def backs(clan: int, count: int) -> tuple[int, ...]:
    """Return the numbers that represent the backs of ``count`` cards of a clan."""
    return _BACKS[clan][count] if clan >= 0 else ()


def known_cards(n: list[int], seat: int) -> int:
    """Return the bit set of Clan cards whose identity a seat knows; -1 is a spectator.

    These are face-up cards, cards of its own clan, and cards that it has seen where they are.
    """
    return identified(n, seat, exact(n, seat if seat >= 0 else None))


def identified(n: list[int], seat: int, sure: int) -> int:
    """Return :func:`known_cards`, from the hidden cards whose exact place the seat knows."""
    cards = n[s.UP] | sure
    if seat >= 0 and n[s.CLAN + seat] >= 0:
        cards |= OF_CLAN[n[s.CLAN + seat]]
    return cards


def known_in_deck(g: Game, seat: int) -> tuple[int, int]:
    """Return how many cards of its own Clan deck a seat knows, at the top and at the bottom.

    At the top are the cards that it is looking at, at the bottom those that were put under the deck.
    """
    n = g.n
    looks = n[ASK] == KEEP and (n[WHO] >> seat & 1 > 0 or n[ANSWER + seat] >= 0)
    top = len(cards_looked_at(g, seat)) if looks else 0
    return top, min(n[s.KNOWN_BOTTOM + seat], len(g.z[s.DECK + seat]) - top)


def clear_location(n: list[int]) -> None:
    """Clear values of the last Location that no rule reads again; they could name hidden cards."""
    if n[s.LOC] < 0:
        n[s.HELD] = n[s.HERE] = 0


class VendettaObservation(visibility.Observation):
    """All that one seat may know of a game of Vendetta.

    ``turns`` counts the Planning turns that each seat has left; ``location_card`` and ``mate`` do not change.
    """

    def __init__(
        self,
        seat: int,
        seats: int,
        n: list[int],
        z: list[tuple[int, ...]],
        offer: Options,
        turns: list[int],
        location_card: tuple[int, ...],
        mate: tuple[int, ...],
    ) -> None:
        super().__init__(seat, seats, n, z, offer)
        self.turns = turns
        self.location_card = location_card
        self.mate = mate

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = self.seat, self.seats, self.n, self.z, self.offer, self.turns, self.location_card, self.mate
        return VendettaObservation, made_of

    def copy(self) -> VendettaObservation:
        """Return a copy whose lists can be changed."""
        n, z = self.n[:], self.z[:]
        return VendettaObservation(self.seat, self.seats, n, z, self.offer, self.turns, self.location_card, self.mate)


def hide_deployed(z: list[tuple[int, ...]], seats: int, seat: int, cards: int) -> int:
    """Replace other players' deployed cards that are not in ``cards``, a bit set, by backs.

    Returns the bit set of clans with such cards.
    """
    down = 0
    for pos, here in enumerate(z[s.CARDS : s.CARDS + seats * 4]):
        if here and pos // 4 != seat:
            hides = False
            for c in here:
                if not cards & BIT[c]:
                    hides = True
                    down |= 1 << c // CARDS_OF_A_CLAN
            if hides:
                z[s.CARDS + pos] = tuple([c if cards & BIT[c] else -1 - c // CARDS_OF_A_CLAN for c in here])
    return down


def surely_in_hand(n: list[int], seats: int, seat: int, near: int, down: int) -> int:
    """Return those of ``near``, others' cards that are in hand or face down, that can only be in a hand.

    Args:
        down: bit set of the clans of which cards lie face down that ``seat`` does not know.
    """
    found = 0
    if near:
        for other in range(seats):
            clan = n[s.CLAN + other]
            if (
                clan >= 0
                and near & OF_CLAN[clan]
                and other != seat
                and not n[s.OUT] >> other & 1
                and not down >> clan & 1
            ):
                found |= near & OF_CLAN[clan]
    return found


def observe(g: Game, seat: int) -> VendettaObservation:
    """Return what a seat may know of a game now; -1 is a spectator."""
    n, z = visibility.without_secrets(g, seat)
    seats = g.seats
    out = n[s.OUT]
    up = n[s.UP]
    sure_of, near, perhaps = known(n, seat)
    near &= ~up
    perhaps &= ~up
    cards = identified(n, seat, sure_of)
    in_hand = surely_in_hand(n, seats, seat, near, hide_deployed(z, seats, seat, cards))
    near &= ~in_hand
    for other in range(seats):
        clan = n[s.CLAN + other]
        if clan < 0:
            continue
        if other == seat:
            near &= ~OF_CLAN[clan]
            perhaps &= ~OF_CLAN[clan]
            z[s.DECK + other] = own_deck(g, other)
            continue
        own = OF_CLAN[clan]
        if out >> other & 1:
            near &= ~own
            perhaps &= ~own
        sure = (cards | in_hand) & own
        back = _BACKS[clan]
        hand = z[s.HAND + other]
        if sure:
            shown = sorted([c for c in hand if sure & BIT[c]])
            z[s.HAND + other] = (*shown, *back[len(hand) - len(shown)])
        else:
            z[s.HAND + other] = back[len(hand)]
        z[s.DECK + other] = back[len(z[s.DECK + other])]
    if n[s.PRIVATE]:
        for other in range(1, s.MAX_SEATS + 1):
            n[s.EXACT + other] = n[s.AMONG + other] = n[s.MAYBE + other] = 0
        n[s.PRIVATE] = 0
    n[s.EXACT], n[s.AMONG], n[s.MAYBE] = sure_of, near, perhaps
    n[s.HELD] &= cards
    n[s.HERE] &= cards
    bottom = n[s.KNOWN_BOTTOM + seat] if seat >= 0 else 0
    n[s.KNOWN_BOTTOM : s.KNOWN_BOTTOM + s.MAX_SEATS] = _NO_CARDS
    if seat >= 0:
        n[s.KNOWN_BOTTOM + seat] = bottom
    clear_location(n)
    z[s.NEXT_FRENZY] = z[s.NEXT_ALLY] = z[s.NEXT_VICTIM] = ()
    offer = visibility.legal_or_nothing(g, seat)
    return VendettaObservation(seat, seats, n, z, offer, _turns(g), g.table.location_card, g.table.mate)


def own_deck(g: Game, seat: int) -> tuple[int, ...]:
    """Return the seat's own Clan deck, with backs for the cards that it does not know."""
    deck = g.z[s.DECK + seat]
    top, bottom = known_in_deck(g, seat)
    if not top and not bottom:
        return _BACKS[g.n[s.CLAN + seat]][len(deck)]
    unknown = len(deck) - bottom - top
    return (*deck[:top], *_BACKS[g.n[s.CLAN + seat]][unknown], *deck[len(deck) - bottom :])


def _turns(g: Game) -> list[int]:
    """Return how many Planning turns each seat has left, without the current one."""
    turns = [0] * s.MAX_SEATS
    if g.n[s.PHASE] == s.PLANNING:
        begins, goes_on, ends = _TURNS
        agenda = g.agenda
        for k in range(len(agenda) - 1, -1, -1):
            step = agenda[k]
            todo = step[0]
            if todo is begins or todo is goes_on:
                seat: int = step[1]
                turns[seat] += 1
            elif todo is ends:
                break
    return turns
