"""The places of this game's state, after the kernel's.

``g.n`` has numbers of the game and of the current action, referendum and combat, then the counters on cards: blood,
life, or pool on an uncontrolled vampire; ``n[g.table.purse[card]]`` are those on a card. ``g.rows``, an array for its
quick copies, has :data:`WIDTH` more numbers for each card, such as ``rows[TAPPED + card * WIDTH]``. ``g.z`` has the
regions of each seat (``z[HAND + seat]``). A card is in one region; a card *on* another is in its controller's
:data:`ATTACHED` and names its host.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Final

from vendetta_kit.kernel.state import MAX_SEATS, NOBODY, OWNER, SEAT, SIGNED, TRUTH, StateSchema

from .rule_numbers import POOL_AT_START

SCHEMA: Final = StateSchema()
"""Every number and every zone of the game, declared in order; the counters of cards follow the numbers."""

# --- g.n: the whole game -----------------------------------------------------------------------------------
TURN: Final = SCHEMA.number("number of the turn, from 1", saved=True)
ACTIVE: Final = SCHEMA.number("whose turn it is", saved=True)
PHASE: Final = SCHEMA.number("phase", saved=True)
EDGE: Final = SCHEMA.number("who has the Edge", holds=SEAT, initial=-1, scenario_key="edge", saved=True)
IN: Final = SCHEMA.number("seats still in the game, as bits", saved=True)
BANK: Final = SCHEMA.number("bank", account="bank", counts="counter", saved=True)
MASTERS: Final = SCHEMA.number("master phase actions left", saved=True)
TRANSFERS_LEFT: Final = SCHEMA.number("transfers left", scenario_key="transfers", saved=True)
OUSTING: Final = SCHEMA.number("seats that have just lost their last pool, as bits")
VOTING: Final = SCHEMA.number("1 while a referendum runs: nobody draws (POL-03)", saved=True)
FIRST: Final = SCHEMA.number("who had the first turn")
POOL: Final = SCHEMA.number(
    "pool", per=MAX_SEATS, account="pool", counts="counter", scenario_key="pool", usual=POOL_AT_START, least=1,
    saved=True,
)  # fmt: skip
POINTS: Final = SCHEMA.number("victory points", per=MAX_SEATS, scenario_key="points", saved=True)
DEBT: Final = SCHEMA.number(
    "1 if an out-of-turn master is owed", per=MAX_SEATS, holds=TRUTH, scenario_key="owes_master", saved=True
)
LEAVING: Final = SCHEMA.number(
    "1 from the announcement of a withdrawal on", per=MAX_SEATS, holds=TRUTH, scenario_key="withdrawing", saved=True
)

# --- the current action ------------------------------------------------------------------------------------
ACT: Final = SCHEMA.number("which kind of action, 0 if none")
ACTOR: Final = SCHEMA.number("who acts")
ACT_CARD: Final = SCHEMA.number("the card played for it, or -1")
ACT_LEVEL: Final = SCHEMA.number("BASIC or SUPERIOR, with what was chosen: do.Play.part")
ACT_TARGET: Final = SCHEMA.number("a card, or a seat, by what the action is aimed at")
ACT_MORE: Final = SCHEMA.number("what else was announced: who pays a rescue, which equipment")
STEALTH: Final = SCHEMA.number("stealth", holds=SIGNED, scenario_key="stealth")
BLEED: Final = SCHEMA.number("bleed")
BLOCKER: Final = SCHEMA.number("the minion that tries to block", initial=-1)
INTERCEPT: Final = SCHEMA.number("intercept", holds=SIGNED, scenario_key="intercept")
DEFENDER: Final = SCHEMA.number("seat at which the action is directed, or -1")
UNTAPS: Final = SCHEMA.number("1 if the actor untaps after it")

# --- the referendum ----------------------------------------------------------------------------------------
CALLED_BY: Final = SCHEMA.number("the card that called it; -1 for a blood hunt")
CALLER: Final = SCHEMA.number("seat that called it")
TERMS: Final = SCHEMA.number("what was chosen: a card or a seat")
FOR: Final = SCHEMA.number("votes for it")
AGAINST: Final = SCHEMA.number("votes against it")
PRISCI_FOR: Final = SCHEMA.number("ballots of prisci for it")
PRISCI_AGAINST: Final = SCHEMA.number("ballots of prisci against it")
DIABOLIST: Final = SCHEMA.number("who is hunted")
VICTIM: Final = SCHEMA.number("who was diablerized")

# --- the combat, twice what belongs to a fighter: 0 is the acting minion, 1 the other -----------------------
ROUND: Final = SCHEMA.number("round of the combat, 0 if none")
RANGE: Final = SCHEMA.number("0 close, 1 long")
FIGHTER: Final = SCHEMA.number("fighter", per=2)
STRIKE: Final = SCHEMA.number("the card struck with, HANDS, or NO_STRIKE", per=2)
STRIKE_LEVEL: Final = SCHEMA.number("level of the strike", per=2)
STRIKE_AT: Final = SCHEMA.number("retainer or equipment aimed at, or -1", per=2)
BOUND: Final = SCHEMA.number("the strike fixed by its maneuver, or NO_STRIKE", per=2)
BOUND_LEVEL: Final = SCHEMA.number("level of that strike", per=2)
MORE: Final = SCHEMA.number("additional strikes left", per=2)
MORE_FROM: Final = SCHEMA.number("1 once the source of this round is used", per=2)
STRENGTH: Final = SCHEMA.number("more strength in this round", per=2)
HURT: Final = SCHEMA.number("ordinary damage still to be prevented or healed", per=2)
AGGRAVATED: Final = SCHEMA.number("aggravated damage still to be prevented", per=2)
LAST: Final = SCHEMA.number("who used the last maneuver or press, or -1")
PRESSED: Final = SCHEMA.number("1 if another round follows as of now")
MODES: Final = SCHEMA.number("bit set of a fighter's modes in this round, see below", per=2)
COMBAT_MODES: Final = SCHEMA.number("the same for all rounds of the combat", per=2)
COMBAT_STRENGTH: Final = SCHEMA.number("more strength in all rounds of the combat", per=2)
BESIDE: Final = SCHEMA.number("how much of the ordinary damage is not from a strike at this fighter", per=2)

# --- what was added later, and the end --------------------------------------------------------------------------
DECLINED: Final = SCHEMA.number("seats that have declined to block this action (BLOCK-04), as bits")
STAGE: Final = SCHEMA.number("stage of the action: ANNOUNCED, DECLARED or UNBLOCKED")
ANSWERED: Final = SCHEMA.number("the card being played that may be cancelled now", initial=-1)
CONTINUES: Final = SCHEMA.number("1 if the action continues after the block that is settled next")
NOTHING: Final = SCHEMA.number("always 0: the counters of cards that bear none")
PLACES_END: Final = NOTHING + 1  # end of the kernel's and the game's places; the cards' counters follow

FIRST_CARD: Final = MAX_SEATS
"""The number of the first card; lower numbers are seats, so that a target needs no type."""

# --- each card: its counters in g.n, all else in g.rows -------------------------------------------------------
WIDTH: Final = 9
TAPPED: Final = 0
AT: Final = 1  # index of its region in g.z
HOST: Final = 2  # the card on which it is, or -1
TITLE: Final = 3  # number of its title, 0 for none
RIVALS: Final = 4  # 1 while its title is contested
HOME: Final = 5  # the kind of region where a contested card was before
LOST: Final = 6  # a retainer's life lost in this combat
MARKS: Final = 7  # bit set of the following
ADDED: Final = 8  # intercept that it was given in the current action
PARALYZED: Final = 1
STOLEN: Final = 2  # not to be used by its new owner in this round

FIRST_STRIKES: Final = 1
AGGRAVATED_HANDS: Final = 2
HANDS_ONLY: Final = 4
NO_MANEUVER: Final = 8
NO_PRESS: Final = 16

HANDS: Final = -2
NO_STRIKE: Final = -1
ANNOUNCED: Final = 0
DECLARED: Final = 1  # a seat has declared not to block
UNBLOCKED: Final = 2  # no seat can block any more
CLOSE: Final = 0
LONG: Final = 1

# --- g.z: regions ------------------------------------------------------------------------------------------
USED: Final = SCHEMA.zone("codes of what was used and may be used once")
TRIED: Final = SCHEMA.zone("minions that have tried to block in this action")
BARS: Final = SCHEMA.zone("cards played that bar minions from blocking this action: card * PARTS + part")
AWAKE: Final = SCHEMA.zone("tapped minions that count as untapped for blocks and reactions in this action")
THIS_TURN: Final = SCHEMA.zone("as USED, until the turn ends")
BORROWED: Final = SCHEMA.zone("cards controlled until the turn ends: card * 8 + the seat that gets it back")
SHARES: Final = SCHEMA.zone("seats of a referendum's shares, each once for each share")
HAND: Final = SCHEMA.zone("hand", OWNER, per=MAX_SEATS, saved=True)
LIBRARY: Final = SCHEMA.zone("library", NOBODY, per=MAX_SEATS, saved=True)
CRYPT: Final = SCHEMA.zone("crypt", NOBODY, per=MAX_SEATS, saved=True)
UNCONTROLLED: Final = SCHEMA.zone("uncontrolled", OWNER, per=MAX_SEATS, saved=True)
READY: Final = SCHEMA.zone("ready", per=MAX_SEATS, saved=True)
TORPOR: Final = SCHEMA.zone("torpor", per=MAX_SEATS, saved=True)
NEW: Final = SCHEMA.zone("new", per=MAX_SEATS, saved=True)  # allies recruited in this turn (ALLY-01)
HELD: Final = SCHEMA.zone("held", per=MAX_SEATS, saved=True)  # cards in play on no minion, such as masters
ATTACHED: Final = SCHEMA.zone("attached", per=MAX_SEATS, saved=True)  # cards on minions
CONTESTED: Final = SCHEMA.zone("contested", per=MAX_SEATS, saved=True)
PLAYED: Final = SCHEMA.zone("played", per=MAX_SEATS, saved=True)  # being played just now
ASH: Final = SCHEMA.zone("ash", per=MAX_SEATS, saved=True)
REMOVED: Final = SCHEMA.zone("removed", per=MAX_SEATS, saved=True)
ANTE: Final = SCHEMA.zone("ante", per=MAX_SEATS, saved=True)
REGIONS_END: Final = ANTE + MAX_SEATS
ZONES_OF_MINIONS: Final = (NEW,)  # beside ready and torpor

REGION_NAMES: Final = tuple([places.name for places in SCHEMA.zones if places.of_seats])
"""The kinds of regions in order, by ``(index - HAND) // MAX_SEATS``."""

# --- phases ------------------------------------------------------------------------------------------------
SETUP: Final = 0
UNTAP: Final = 1
MASTER: Final = 2
MINION: Final = 3
INFLUENCE: Final = 4
DISCARD: Final = 5
ENDED: Final = 6
PHASES: Final = ("set-up", "untap", "master", "minion", "influence", "discard", "over")

# --- actions of minions ------------------------------------------------------------------------------------
NO_ACTION: Final = 0
BLEEDING: Final = 1
HUNTING: Final = 2
EQUIPPING: Final = 3
TAKING: Final = 4
EMPLOYING: Final = 5
RECRUITING: Final = 6
CARD_ACTION: Final = 7
POLITICAL: Final = 8
LEAVING_TORPOR: Final = 9
RESCUING: Final = 10
DIABLERIZING: Final = 11
ACTION_NAMES: Final = (
    "", "bleed", "hunt", "equip", "take", "employ", "recruit", "card", "political", "leave_torpor", "rescue",
    "diablerize",
)  # fmt: skip


def blank_card(region: int) -> list[int]:
    """Return the initial row of a card in a region."""
    row = [0] * WIDTH
    row[AT] = region
    row[HOST] = -1
    return row


def as_rows(cards: Sequence[Sequence[int]]) -> array[int]:
    """Return the rows of all cards in one array; those of the seats' numbers are 0."""
    return array("h", [*[0] * (FIRST_CARD * WIDTH), *chain.from_iterable(cards)])
