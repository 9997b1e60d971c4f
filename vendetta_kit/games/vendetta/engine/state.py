"""Where each value is stored: the places of Vendetta in the two flat lists that are a game's changing state.

The first places belong to the kernel (:mod:`vendetta_kit.kernel.state`). ``n[POOL + seat]`` is a seat's Blood,
``z[HAND + seat]`` its hand, ``z[CARDS + seat * 4 + location]`` its Clan cards at a Location. Only :mod:`.ledger` moves
Blood and Influence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel.state import StateSchema

from .card_tables import AT, ORDERS
from .rule_numbers import BOX_BLOOD, BOX_INFLUENCE, MOST_TOKENS, START_BLOOD, START_INFLUENCE

if TYPE_CHECKING:
    from .game import Game

MAX_SEATS: Final = 6
SCHEMA: Final = StateSchema(saved=True)
"""Every number and every zone, declared in order. What comes later is declared at the end, and ``late``."""

# --- g.n: numbers, after the kernel's ----------------------------------------------------------------------
ROUND: Final = SCHEMA.number("1 … 3; 0 before the first Feed")
PHASE: Final = SCHEMA.number("one of PHASES")
STEP: Final = SCHEMA.number("one of STEPS, within Resolution")
LOC: Final = SCHEMA.number("Location being resolved, -1 if none", initial=-1)
AMBITION: Final = SCHEMA.number("seat that holds the Ambition token")
ACTIVE: Final = SCHEMA.number("seat whose Planning turn it is, -1 if none", initial=-1)
OUT: Final = SCHEMA.number("bit set of eliminated seats")
UP: Final = SCHEMA.number("bit set of Clan cards that lie face up on Positions")
STAY: Final = SCHEMA.number("bit set of seats that take part in the conflict being resolved")
WITHDREW: Final = SCHEMA.number("bit set of seats that withdrew at this Location")
LONE: Final = SCHEMA.number("1 + the only seat with Clan cards after the Withdraw step, else 0")
NOBODY: Final = SCHEMA.number("1 if nobody had Clan cards, tested at the time that the ruling says")
WINNER: Final = SCHEMA.number("1 + the seat that won this Location, else 0")
ACTED: Final = SCHEMA.number("Clan cards that have acted in this step")
CURFEW: Final = SCHEMA.number("seats without Preparation and Aftermath effects at this Location")
MINDLESS: Final = SCHEMA.number("seats whose face-down cards here are worth 4")
LITANY_ON: Final = SCHEMA.number("seats with 3 extra Power here (Relic)")
GIVEN: Final = SCHEMA.number("seats that got a card from this Location's conflict")
BANE: Final = SCHEMA.number("seats that owe a card to their Clan deck at the end of the round")
TURNED: Final = SCHEMA.number("seats that turned a card up in this Revelation")
HELD: Final = SCHEMA.number("Clan cards that stay face down through this Revelation")
FORESTALLED: Final = SCHEMA.number("1 + the Clan card that cannot take Blood of FORESTALLER, else 0")
FORESTALLER: Final = SCHEMA.number("the seat that named the card")
MATE: Final = SCHEMA.number("1 if the current effect includes the team mate")
BOUND_MATE: Final = SCHEMA.number(
    "Eyes in the Dark: + 1 the team mate must play face down, + 2 asked for the next turn"
)
TURN_NUMBER: Final = SCHEMA.number("which of the round's Planning turns it is, from 1")
BANK_BLOOD: Final = SCHEMA.number("Blood in the Bank", account="bank", counts="blood", initial=BOX_BLOOD)
BANK_INFLUENCE: Final = SCHEMA.number(
    "Influence in the Bank", account="bank", counts="influence", initial=BOX_INFLUENCE
)
POOL: Final = SCHEMA.number(
    "Blood in the Pool", per=MAX_SEATS, account="pool", counts="blood",
    scenario_key="blood", usual=START_BLOOD, most=MOST_TOKENS,
)  # fmt: skip
INFL: Final = SCHEMA.number(
    "Influence in the Pool", per=MAX_SEATS, account="pool", counts="influence",
    scenario_key="influence", usual=START_INFLUENCE, most=MOST_TOKENS,
)  # fmt: skip
BLOOD: Final = SCHEMA.number(
    "Deployed Blood, + seat * 4 + location", per=MAX_SEATS, each=4, account="position", counts="blood", parts=AT
)
TOKENS_UP: Final = SCHEMA.number("Diablerie tokens face up", per=MAX_SEATS)
TOKENS_DOWN: Final = SCHEMA.number("Diablerie tokens face down", per=MAX_SEATS)
CLAN: Final = SCHEMA.number("clan number, -1 before it is chosen", per=MAX_SEATS, initial=-1)
RELIC: Final = SCHEMA.number("Relic's card number, -1 if none", per=MAX_SEATS, initial=-1)
RELIC_USED: Final = SCHEMA.number("0 or 1", per=MAX_SEATS)
KNOWN_BOTTOM: Final = SCHEMA.number("how many bottom cards of its Clan deck the player knows", per=MAX_SEATS)
ALLY_AT: Final = SCHEMA.number("Ally's card number at each Location, -1 if none", per=4, initial=-1)
# Knowledge of hidden Clan cards, as bit sets: first what everybody knows, then what each seat knows (+ 1 + seat)
EXACT: Final = SCHEMA.number("the seat knows the card and its place", per=1 + MAX_SEATS)
AMONG: Final = SCHEMA.number("the seat knows that it is in its owner's hand or face down", per=1 + MAX_SEATS)
MAYBE: Final = SCHEMA.number("the seat saw it there once; it may be back in the deck now", per=1 + MAX_SEATS)
PRIVATE: Final = SCHEMA.number("1 once a seat alone knew something, else 0")
COUNTED_MATE: Final = SCHEMA.number("seats that count their team mate as a Rival at this Location")
HERE: Final = SCHEMA.number("Clan cards that have been at the Location being resolved since its Revelation")

BANKS: Final = {places.counts: places.first for places in SCHEMA.numbers if places.account == "bank"}
"""The Bank's place for each kind of token."""

# --- g.z: zones, after the kernel's ------------------------------------------------------------------------
HAND: Final = SCHEMA.zone("hand", per=MAX_SEATS)
DECK: Final = SCHEMA.zone("Clan deck, top first", per=MAX_SEATS)
ALLIANCE: Final = SCHEMA.zone("Alliance, in the order of gaining", per=MAX_SEATS)
DRAINED: Final = SCHEMA.zone("Drained", per=MAX_SEATS)
CARDS: Final = SCHEMA.zone("deployed Clan cards, + seat * 4 + location", per=MAX_SEATS, each=4)
VICTIMS: Final = SCHEMA.zone("Victims deck, face up, so without an order")
ALLIES: Final = SCHEMA.zone("Allies not yet seen, as a set; their order is drawn when needed")
REMOVED: Final = SCHEMA.zone("Allies and Victims that left the game")
RANKING: Final = SCHEMA.zone("seats, best first, at the Location being resolved")
PRINTED: Final = SCHEMA.zone("printed Powers changed at this Location: card, value, card, value …")
OFFER: Final = SCHEMA.zone("clan sheets or Relics on offer")
NEXT_FRENZY: Final = SCHEMA.zone("the next cards to come, fixed by scenario files")
NEXT_ALLY: Final = SCHEMA.zone("the next Allies")
NEXT_VICTIM: Final = SCHEMA.zone("the next Victims")
RELICS_OPEN: Final = SCHEMA.zone("Relics shown until everybody has a clan (VREL-01)", late="58")

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
