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

from vendetta_kit.kernel.state import MAX_SEATS, NUMBERS, ZONES

# --- g.n: the whole game -----------------------------------------------------------------------------------
TURN: Final = NUMBERS  # number of the turn, from 1
ACTIVE: Final = NUMBERS + 1  # whose turn it is
PHASE: Final = NUMBERS + 2
EDGE: Final = NUMBERS + 3  # who has the Edge, or -1
IN: Final = NUMBERS + 4  # bit set of the seats still in the game
BANK: Final = NUMBERS + 5
MASTERS: Final = NUMBERS + 6  # master phase actions left
TRANSFERS_LEFT: Final = NUMBERS + 7
OUSTING: Final = NUMBERS + 8  # bit set of seats that have just lost their last pool
VOTING: Final = NUMBERS + 9  # 1 while a referendum runs: nobody draws (POL-03)
FIRST: Final = NUMBERS + 10  # who had the first turn
POOL: Final = NUMBERS + 11  # + seat
POINTS: Final = POOL + MAX_SEATS  # + seat: victory points
DEBT: Final = POINTS + MAX_SEATS  # + seat: 1 if an out-of-turn master is owed
LEAVING: Final = DEBT + MAX_SEATS  # + seat: 1 from the announcement of a withdrawal on

# --- the current action ------------------------------------------------------------------------------------
ACT: Final = LEAVING + MAX_SEATS  # which kind of action, 0 if none
ACTOR: Final = ACT + 1
ACT_CARD: Final = ACT + 2  # the card played for it, or -1
ACT_LEVEL: Final = ACT + 3  # BASIC or SUPERIOR, with what was chosen: do.Play.part
ACT_TARGET: Final = ACT + 4  # a card, or a seat, by what the action is aimed at
ACT_MORE: Final = ACT + 5  # what else was announced: who pays a rescue, which equipment
STEALTH: Final = ACT + 6
BLEED: Final = ACT + 7
BLOCKER: Final = ACT + 8  # the minion that tries to block, or -1
INTERCEPT: Final = ACT + 9
DEFENDER: Final = ACT + 10  # seat at which the action is directed, or -1
UNTAPS: Final = ACT + 11  # 1 if the actor untaps after it

# --- the referendum ----------------------------------------------------------------------------------------
CALLED_BY: Final = ACT + 12  # the card that called it; -1 for a blood hunt
CALLER: Final = ACT + 13  # seat
TERMS: Final = ACT + 14  # what was chosen: a card or a seat
FOR: Final = ACT + 15
AGAINST: Final = ACT + 16
PRISCI_FOR: Final = ACT + 17
PRISCI_AGAINST: Final = ACT + 18
DIABOLIST: Final = ACT + 19
VICTIM: Final = ACT + 20

# --- the combat, twice what belongs to a fighter: 0 is the acting minion, 1 the other -----------------------
ROUND: Final = ACT + 21  # round of the combat, 0 if none
RANGE: Final = ACT + 22  # 0 close, 1 long
FIGHTER: Final = ACT + 23  # + 0, 1
STRIKE: Final = FIGHTER + 2  # + 0, 1: the card struck with, HANDS, or NO_STRIKE
STRIKE_LEVEL: Final = STRIKE + 2
STRIKE_AT: Final = STRIKE_LEVEL + 2  # + 0, 1: retainer or equipment aimed at, or -1
BOUND: Final = STRIKE_AT + 2  # + 0, 1: the strike fixed by its maneuver, or NO_STRIKE
BOUND_LEVEL: Final = BOUND + 2
MORE: Final = BOUND_LEVEL + 2  # + 0, 1: additional strikes left
MORE_FROM: Final = MORE + 2  # + 0, 1: 1 once the source of this round is used
STRENGTH: Final = MORE_FROM + 2  # + 0, 1: more strength in this round
HURT: Final = STRENGTH + 2  # + 0, 1: ordinary damage still to be prevented or healed
AGGRAVATED: Final = HURT + 2  # + 0, 1
LAST: Final = AGGRAVATED + 2  # who used the last maneuver or press, or -1
PRESSED: Final = LAST + 1  # 1 if another round follows as of now
MODES: Final = PRESSED + 1  # + 0, 1: bit set of a fighter's modes in this round, see below
COMBAT_MODES: Final = MODES + 2  # + 0, 1: the same for all rounds of the combat
COMBAT_STRENGTH: Final = COMBAT_MODES + 2  # + 0, 1: more strength in all rounds of the combat
BESIDE: Final = COMBAT_STRENGTH + 2  # + 0, 1: how much of the ordinary damage is not from a strike at this fighter
COMBAT_END: Final = BESIDE + 2

FIRST_CARD: Final = MAX_SEATS
"""The number of the first card; lower numbers are seats, so that a target needs no type."""

# --- each card: its counters in g.n, all else in g.rows -------------------------------------------------------
DECLINED: Final = COMBAT_END  # bit set of seats that have declined to block this action (BLOCK-04)
STAGE: Final = DECLINED + 1  # stage of the action: ANNOUNCED, DECLARED or UNBLOCKED
ANSWERED: Final = STAGE + 1  # the card being played that may be cancelled now, or -1
CONTINUES: Final = ANSWERED + 1  # 1 if the action continues after the block that is settled next
NOTHING: Final = CONTINUES + 1  # always 0: the counters of cards that bear none
PLACES_END: Final = NOTHING + 1  # end of the kernel's and the game's places; the cards' counters follow
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
USED: Final = ZONES  # codes of what was used and may be used once
TRIED: Final = ZONES + 1  # minions that have tried to block in this action
BARS: Final = ZONES + 2  # cards played that bar minions from blocking this action: card * PARTS + part
AWAKE: Final = ZONES + 3  # tapped minions that count as untapped for blocks and reactions in this action
THIS_TURN: Final = ZONES + 4  # as USED, until the turn ends
BORROWED: Final = ZONES + 5  # cards controlled until the turn ends: card * 8 + the seat that gets it back
SHARES: Final = ZONES + 6  # seats of a referendum's shares, each once for each share
HAND: Final = ZONES + 7  # + seat
LIBRARY: Final = HAND + MAX_SEATS
CRYPT: Final = LIBRARY + MAX_SEATS
UNCONTROLLED: Final = CRYPT + MAX_SEATS
READY: Final = UNCONTROLLED + MAX_SEATS
TORPOR: Final = READY + MAX_SEATS
NEW: Final = TORPOR + MAX_SEATS  # allies recruited in this turn (ALLY-01)
HELD: Final = NEW + MAX_SEATS  # cards in play on no minion, such as masters
ATTACHED: Final = HELD + MAX_SEATS  # cards on minions
CONTESTED: Final = ATTACHED + MAX_SEATS
PLAYED: Final = CONTESTED + MAX_SEATS  # being played just now
ASH: Final = PLAYED + MAX_SEATS
REMOVED: Final = ASH + MAX_SEATS
ANTE: Final = REMOVED + MAX_SEATS
REGIONS_END: Final = ANTE + MAX_SEATS
ZONES_OF_MINIONS: Final = (NEW,)  # beside ready and torpor

REGION_NAMES: Final = (
    "hand", "library", "crypt", "uncontrolled", "ready", "torpor", "new", "held", "attached", "contested", "played",
    "ash", "removed", "ante",
)  # fmt: skip
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
