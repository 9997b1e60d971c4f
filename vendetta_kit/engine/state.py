"""Where everything lies: the layout of the two flat lists that are the whole changing state of a game.

A game's state is ``g.n`` (whole numbers), ``g.z`` (zones: tuples of card numbers) and ``g.agenda`` (what is still to be
done). Two flat lists and a stack copy in well under a microsecond; the names below are what makes them readable:
``n[POOL + seat]`` is a seat's Blood, ``z[HAND + seat]`` its hand, ``z[CARDS + seat * 4 + location]`` the Clan cards on
its Position at a Location. Nothing here changes anything: Blood and Influence are moved by :mod:`.ledger` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .tables import ORDERS

if TYPE_CHECKING:
    from .game import Game

Step = tuple[Any, ...]
"""One thing still to be done: a function and what it needs, all immutable."""

MAX_SEATS: Final = 6

# --- g.n: whole numbers ------------------------------------------------------------------------------------
RNG: Final = 0  # state of the game's own random numbers, 64 bits
ROUND: Final = 1  # 1 … 3; 0 before the first Feed
PHASE: Final = 2  # one of PHASES
STEP: Final = 3  # one of STEPS, within Resolution
LOC: Final = 4  # Location being resolved, -1 if none
AMBITION: Final = 5  # seat that holds the Ambition token
ASK: Final = 6  # kind of the open decision, 0 while the game runs on by itself
WHO: Final = 7  # bit set of the seats that must still answer it
ACTIVE: Final = 8  # seat whose Planning turn it is, -1 if none
OUT: Final = 9  # bit set of eliminated seats
UP: Final = 10  # bit set of Clan cards that lie face up on Positions
STAY: Final = 11  # bit set of seats that take part in the conflict being resolved
WITHDREW: Final = 12  # bit set of seats that withdrew at this Location
LONE: Final = 13  # 1 + the only seat with Clan cards after the Withdraw step, else 0
NOBODY: Final = 14  # 1: nobody had Clan cards (tested when the ruling says)
WINNER: Final = 15  # 1 + the seat that won this Location, else 0
ACTED: Final = 16  # Clan cards that have acted in this step
CURFEW: Final = 17  # seats whose Preparation and Aftermath effects are off at this Location
MINDLESS: Final = 18  # seats whose face-down cards here are worth 4
LITANY_ON: Final = 19  # seats with 3 extra Power here (Relic)
GIVEN: Final = 20  # seats that got a card from this Location's conflict
BANE: Final = 21  # seats that owe a card to their Clan deck at the end of the round
TURNED: Final = 22  # seats that turned a card up in this Revelation
HELD: Final = 23  # Clan cards that stay face down through this Revelation
FORESTALLED: Final = 24  # 1 + the Clan card that may not touch FORESTALLER, else 0
FORESTALLER: Final = 25  # seat
MATE: Final = 26  # 1: the team mate is in for the effect being carried out
BOUND_MATE: Final = 27  # 1: Eyes in the Dark binds its player's team mate too
QUESTION: Final = 28  # what is asked, one of decisions.QUESTIONS
ASKER: Final = 29  # card number that asks, or -1
TURN_NUMBER: Final = 30  # which of the round's Planning turns it is, from 1
BANK_BLOOD: Final = 31
BANK_INFLUENCE: Final = 32
POOL: Final = 33  # + seat: Blood in the Pool
INFL: Final = POOL + MAX_SEATS  # + seat: Influence tokens in the Pool
BLOOD: Final = INFL + MAX_SEATS  # + seat * 4 + location: Deployed Blood
TOKENS_UP: Final = BLOOD + MAX_SEATS * 4  # + seat: Diablerie tokens face up
TOKENS_DOWN: Final = TOKENS_UP + MAX_SEATS  # + seat: Diablerie tokens face down
CLAN: Final = TOKENS_DOWN + MAX_SEATS  # + seat: clan number, -1 before it is chosen
RELIC: Final = CLAN + MAX_SEATS  # + seat: Relic's card number, -1 if none
RELIC_USED: Final = RELIC + MAX_SEATS  # + seat: 0 or 1
KNOWN_BOTTOM: Final = RELIC_USED + MAX_SEATS  # + seat: how many bottom cards of its Clan deck the player knows
ANSWER: Final = KNOWN_BOTTOM + MAX_SEATS  # + seat: sealed answer to a simultaneous decision, -1 if none
ALLY_AT: Final = ANSWER + MAX_SEATS  # + location: Ally's card number, -1 if none
# What is known of hidden Clan cards, as bit sets: by everybody (EXACT, AMONG, MAYBE) and by one seat alone (+ 1 + seat)
EXACT: Final = ALLY_AT + 4  # which card it is and where it is
AMONG: Final = EXACT + 1 + MAX_SEATS  # that it is in its owner's hand or face down
MAYBE: Final = AMONG + 1 + MAX_SEATS  # that it was there once; now in hand, face down or back in the deck
PRIVATE: Final = MAYBE + 1 + MAX_SEATS  # 1 once a seat knew something alone: only then is there more than EXACT[0] …
COUNTED_MATE: Final = PRIVATE + 1  # seats that count their team mate as a Rival at this Location
HERE: Final = COUNTED_MATE + 1  # Clan cards that lie, or lay, at the Location being resolved since its Revelation
NUMBERS: Final = HERE + 1

# --- g.z: zones --------------------------------------------------------------------------------------------
HAND: Final = 0  # + seat
DECK: Final = HAND + MAX_SEATS  # + seat, top first
ALLIANCE: Final = DECK + MAX_SEATS  # + seat, in the order of gaining
DRAINED: Final = ALLIANCE + MAX_SEATS  # + seat
CARDS: Final = DRAINED + MAX_SEATS  # + seat * 4 + location
VICTIMS: Final = CARDS + MAX_SEATS * 4  # Victims deck (face up: no order to hide)
ALLIES: Final = VICTIMS + 1  # Allies not yet seen, as a set: its order is drawn when it is needed
REMOVED: Final = ALLIES + 1  # Allies and Victims that left the game
CHOICES: Final = REMOVED + 1  # options of the open question
RANKING: Final = CHOICES + 1  # seats, best first, at the Location being resolved
PRINTED: Final = RANKING + 1  # changed printed Powers at this Location: card, value, card, value …
OFFER: Final = PRINTED + 1  # clan sheets or Relics on offer
NEXT_FRENZY: Final = OFFER + 1  # scenario files fix what comes up next
NEXT_ALLY: Final = NEXT_FRENZY + 1
NEXT_VICTIM: Final = NEXT_ALLY + 1
ZONES: Final = NEXT_VICTIM + 1

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

_MASK64: Final = (1 << 64) - 1


def scramble(seed: int) -> int:
    """Spread a seed over 64 bits, so that neighbouring seeds share nothing (one round of splitmix64)."""
    x = (seed + 0x9E3779B97F4A7C15) & _MASK64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK64
    return x ^ (x >> 31)


def chance(n: list[int], k: int) -> int:
    """A random whole number 0 … k-1 from the game's own stream (64-bit linear congruential, high bits)."""
    x = (n[RNG] * 6364136223846793005 + 1442695040888963407) & _MASK64
    n[RNG] = x
    return ((x >> 33) * k) >> 31


def shuffled(n: list[int], cards: tuple[int, ...]) -> tuple[int, ...]:
    """``cards`` in a random order (Fisher-Yates)."""
    pile = list(cards)
    x = n[RNG]
    for i in range(len(pile) - 1, 0, -1):
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK64  # as in chance()
        j = ((x >> 33) * (i + 1)) >> 31
        pile[i], pile[j] = pile[j], pile[i]
    n[RNG] = x
    return tuple(pile)


def turn_order(g: Game) -> tuple[int, ...]:
    """Seats still in the game, Ambition holder first, then clockwise (SET-03)."""
    n = g.n
    seats = ORDERS[g.seats][n[AMBITION]]
    out = n[OUT]
    return tuple([s for s in seats if not out >> s & 1]) if out else seats


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """``cards`` less one copy of ``card``, which must be there."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def place_of(g: Game, card: int) -> int:
    """Position (seat * 4 + location) where a deployed Clan card lies; -1 if it is not deployed."""
    z = g.z
    for pos in range(g.seats * 4):
        if card in z[CARDS + pos]:
            return pos
    return -1


def begin_step(g: Game, number: int) -> None:
    """Enter one of the five steps."""
    g.n[STEP] = number
    g.n[ACTED] = 0
    if g.rec is not None:
        g.rec.event(g, "step", name=STEPS[number])
