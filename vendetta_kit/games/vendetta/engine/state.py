"""Where each value is stored: the places of Vendetta in the two flat lists that are a game's changing state.

The first places belong to the kernel (:mod:`vendetta_kit.kernel.state`). ``n[POOL + seat]`` is a seat's Blood,
``z[HAND + seat]`` its hand, ``z[CARDS + seat * 4 + location]`` its Clan cards at a Location. Only :mod:`.ledger` moves
Blood and Influence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel import state as kernel

from .card_tables import ORDERS

if TYPE_CHECKING:
    from .game import Game

MAX_SEATS: Final = 6

# --- g.n: numbers, after the kernel's ----------------------------------------------------------------------
ROUND: Final = 11  # 1 … 3; 0 before the first Feed
PHASE: Final = 12  # one of PHASES
STEP: Final = 13  # one of STEPS, within Resolution
LOC: Final = 14  # Location being resolved, -1 if none
AMBITION: Final = 15  # seat that holds the Ambition token
ACTIVE: Final = 16  # seat whose Planning turn it is, -1 if none
OUT: Final = 17  # bit set of eliminated seats
UP: Final = 18  # bit set of Clan cards that lie face up on Positions
STAY: Final = 19  # bit set of seats that take part in the conflict being resolved
WITHDREW: Final = 20  # bit set of seats that withdrew at this Location
LONE: Final = 21  # 1 + the only seat with Clan cards after the Withdraw step, else 0
NOBODY: Final = 22  # 1 if nobody had Clan cards, tested at the time that the ruling says
WINNER: Final = 23  # 1 + the seat that won this Location, else 0
ACTED: Final = 24  # Clan cards that have acted in this step
CURFEW: Final = 25  # seats without Preparation and Aftermath effects at this Location
MINDLESS: Final = 26  # seats whose face-down cards here are worth 4
LITANY_ON: Final = 27  # seats with 3 extra Power here (Relic)
GIVEN: Final = 28  # seats that got a card from this Location's conflict
BANE: Final = 29  # seats that owe a card to their Clan deck at the end of the round
TURNED: Final = 30  # seats that turned a card up in this Revelation
HELD: Final = 31  # Clan cards that stay face down through this Revelation
FORESTALLED: Final = 32  # 1 + the Clan card that cannot take Blood of FORESTALLER, else 0
FORESTALLER: Final = 33  # the seat that named the card
MATE: Final = 34  # 1 if the current effect includes the team mate
BOUND_MATE: Final = 35  # Eyes in the Dark: + 1 the team mate must play face down, + 2 asked for the next turn
TURN_NUMBER: Final = 36  # which of the round's Planning turns it is, from 1
BANK_BLOOD: Final = 37
BANK_INFLUENCE: Final = 38
POOL: Final = 39  # + seat: Blood in the Pool
INFL: Final = POOL + MAX_SEATS  # + seat: Influence tokens in the Pool
BLOOD: Final = INFL + MAX_SEATS  # + seat * 4 + location: Deployed Blood
TOKENS_UP: Final = BLOOD + MAX_SEATS * 4  # + seat: Diablerie tokens face up
TOKENS_DOWN: Final = TOKENS_UP + MAX_SEATS  # + seat: Diablerie tokens face down
CLAN: Final = TOKENS_DOWN + MAX_SEATS  # + seat: clan number, -1 before it is chosen
RELIC: Final = CLAN + MAX_SEATS  # + seat: Relic's card number, -1 if none
RELIC_USED: Final = RELIC + MAX_SEATS  # + seat: 0 or 1
KNOWN_BOTTOM: Final = RELIC_USED + MAX_SEATS  # + seat: how many bottom cards of its Clan deck the player knows
ALLY_AT: Final = KNOWN_BOTTOM + MAX_SEATS  # + location: Ally's card number, -1 if none
# Knowledge of hidden Clan cards, as bit sets: first what everybody knows, then what each seat knows (+ 1 + seat)
EXACT: Final = ALLY_AT + 4  # the seat knows the card and its place
AMONG: Final = EXACT + 1 + MAX_SEATS  # the seat knows that it is in its owner's hand or face down
MAYBE: Final = AMONG + 1 + MAX_SEATS  # the seat saw it there once; it may be back in the deck now
PRIVATE: Final = MAYBE + 1 + MAX_SEATS  # 1 once a seat alone knew something, else 0
COUNTED_MATE: Final = PRIVATE + 1  # seats that count their team mate as a Rival at this Location
HERE: Final = COUNTED_MATE + 1  # Clan cards that have been at the Location being resolved since its Revelation
NUMBERS: Final = HERE + 1

# --- g.z: zones, after the kernel's ------------------------------------------------------------------------
HAND: Final = 1  # + seat
DECK: Final = HAND + MAX_SEATS  # + seat, top first
ALLIANCE: Final = DECK + MAX_SEATS  # + seat, in the order of gaining
DRAINED: Final = ALLIANCE + MAX_SEATS  # + seat
CARDS: Final = DRAINED + MAX_SEATS  # + seat * 4 + location
VICTIMS: Final = CARDS + MAX_SEATS * 4  # Victims deck, face up, so without an order
ALLIES: Final = VICTIMS + 1  # Allies not yet seen, as a set; their order is drawn when needed
REMOVED: Final = ALLIES + 1  # Allies and Victims that left the game
RANKING: Final = REMOVED + 1  # seats, best first, at the Location being resolved
PRINTED: Final = RANKING + 1  # printed Powers changed at this Location: card, value, card, value …
OFFER: Final = PRINTED + 1  # clan sheets or Relics on offer
NEXT_FRENZY: Final = OFFER + 1  # the next cards to come, fixed by scenario files
NEXT_ALLY: Final = NEXT_FRENZY + 1
NEXT_VICTIM: Final = NEXT_ALLY + 1
RELICS_OPEN: Final = NEXT_VICTIM + 1  # Relics shown until everybody has a clan (VREL-01)
ZONES: Final = RELICS_OPEN + 1

# Written as numbers for the compiler; the kernel's places come before them.
assert (MAX_SEATS, ROUND, HAND) == (kernel.MAX_SEATS, kernel.NUMBERS, kernel.ZONES)

PHASES: Final = (
    "set_up",
    "feed",
    "location_setup",
    "hand_building",
    "planning",
    "resolution",
    "end_of_round",
    "scoring",
)
SET_UP, FEEDING, LOCATION_SETUP, HAND_BUILDING, PLANNING, RESOLUTION, END_OF_ROUND, SCORING = range(8)
STEPS: Final = ("", "withdraw", "revelation", "preparation", "conflict", "aftermath")
NO_STEP, WITHDRAW_STEP, REVELATION_STEP, PREPARATION_STEP, CONFLICT_STEP, AFTERMATH_STEP = range(6)


def turn_order(g: Game) -> tuple[int, ...]:
    """Return the seats still in the game, from the Ambition holder clockwise (SET-03)."""
    n = g.n
    seats = ORDERS[g.seats][n[AMBITION]]
    out = n[OUT]
    return tuple([s for s in seats if not out >> s & 1]) if out else seats


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return ``cards`` without one copy of ``card``, which must be among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def position_of(g: Game, card: int) -> int:
    """Return the Position (seat * 4 + location) of a deployed Clan card; -1 if it is not deployed."""
    z = g.z
    for pos in range(g.seats * 4):
        if card in z[CARDS + pos]:
            return pos
    return -1


def owner_of(g: Game, card: int) -> int:
    """Return the seat that owns a Clan card; -1 if that seat is out of the game."""
    n = g.n
    clan = card // 9
    for seat in range(g.seats):
        if n[CLAN + seat] == clan and not n[OUT] >> seat & 1:
            return seat
    return -1


def begin_step(g: Game, number: int) -> None:
    """Begin one of the five steps of Resolution."""
    g.n[STEP] = number
    g.n[ACTED] = 0
    if g.rec is not None:
        g.rec.event(g, "step", name=STEPS[number])
