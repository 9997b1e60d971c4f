"""Effects of Allies when they are acquired (RUL-41), and their lasting abilities."""

from __future__ import annotations

from itertools import combinations

from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..actions import LOOK0, USE0, keep_code
from ..card_hooks import (
    ACQUIRED,
    CHANGES_PLANNING,
    DRAINED_FIRST,
    FEES,
    KEEPS_MORE,
    NOT_DRAINED,
    PAID,
    PAYS_BLOOD,
    PLAYED_BY_OWN,
    SCORES,
    TOKENS,
    WINS_TIES,
    ability,
    lasting_ability,
    planning_action,
)
from ..card_knowledge import exact, know
from ..card_tables import BIT, HAVEN, HUMAN_ALLIES, IDS, NUMBER
from ..game import Game
from ..ledger import gain, gain_influence
from ..planning import bank_blood_here
from ..rule_numbers import HUMAN_ALLY_MORE, LOOK_COSTS
from ..setup import take_victim
from ..state import ALLIANCE, BANK_BLOOD, CARDS, DECK, DRAINED, HAND, OUT, POOL, UP
from ..token_verbs import can_spend, opponents, spend, steal_each, with_mate

AMBRUS = NUMBER["AL13"]


@ability("AL01", ACQUIRED)
def anita_wainwright(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 3 Blood."""
    gain(g, me, 3, card)


@ability("AL02", ACQUIRED)
def sgt_mctavish(g: Game, me: int, loc: int, card: int) -> None:
    """Steal 2 Blood from every opponent."""
    mate = g.table.mate[me]
    with_mate(g, me, mate >= 0 and not g.n[OUT] >> mate & 1, card, (mctavish_steals, me, loc, card))


def mctavish_steals(g: Game, step: Step) -> None:
    """Steal 2 Blood from each opponent in turn order (RUL-07)."""
    _, me, loc, card = step
    steal_each(g, opponents(g, me), 2, me, loc, card)


@ability("AL03", ACQUIRED)
def khadija_al_kindi(g: Game, me: int, loc: int, card: int) -> None:
    """Draw a card of the player's Clan deck."""
    z = g.z
    if z[DECK + me]:
        top = z[DECK + me][0]
        z[DECK + me] = z[DECK + me][1:]
        z[HAND + me] += (top,)
        if g.rec is not None:
            g.rec.event(g, "draw", me, ("CARD-04",), {"card": IDS[top]}, 1 << me, by=IDS[card])


@ability("AL04", ACQUIRED)
def wauneka(g: Game, me: int, loc: int, card: int) -> None:
    """Acquire a Victim from the deck."""
    take_victim(g, me, rules=("CARD-04",))


@ability("AL06", ACQUIRED)
def maldavis(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 5 Blood."""
    gain(g, me, 5, card)


@ability("AL29", ACQUIRED)
def sarah_mcaleer(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 1 Blood for each Ally and Victim, including herself and Drained ones (KIT-04)."""
    drained = g.z[DRAINED + me] if g.table.counts_drained else ()
    gain(g, me, len(g.z[ALLIANCE + me]) + len(drained), card, ("KIT-04",))


# Lasting abilities ---------------------------------------------------------------------------------------------


@ability("AL05", PLAYED_BY_OWN)
def carmelita(g: Game, me: int, loc: int, card: int) -> Step:
    """Return the step that puts 1 Blood from the Bank on the Position, after a play to the Prince's Haven."""
    return (bank_blood_here, me, loc, card) if loc == HAVEN else ()


@ability("AL12", PAID)
def talley(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 1 more Influence for causing a Frenzy."""
    gain_influence(g, me, 1, "frenzy_paid", card, ("CARD-03", "CARD-04"))


@ability("AL15", PAID)
def damp(g: Game, me: int, loc: int, card: int) -> None:
    """Gain 2 Blood for causing a Frenzy, a team mate's included (KIT-15)."""
    move(g, BANK_BLOOD, POOL + me, 2, "gain", card, me, ("CARD-04",))


lasting_ability("AL15", PAYS_BLOOD)


@ability("AL26", SCORES)
def julie(alliance: tuple[int, ...]) -> int:
    """Return the extra Influence if exactly one Ally is a human."""
    return HUMAN_ALLY_MORE if sum(card in HUMAN_ALLIES for card in alliance) == 1 else 0


lasting_ability("AL08", WINS_TIES)
lasting_ability("AL11", NOT_DRAINED, CHANGES_PLANNING)
lasting_ability("AL30", DRAINED_FIRST)
TOKENS[NUMBER["AL14"]] = 2
lasting_ability("AL14")


@ability("AL07", FEES)
def erichtho(fee: int) -> int:
    """Return the fee for a face-down card, 1 Blood less."""
    return fee - 1


@ability("AL28", FEES)
def ryan_ramos(fee: int) -> int:
    """Return the fee for a face-down card, 1 Blood more."""
    return fee + 1


def hidden_from(g: Game, seat: int) -> tuple[int, ...]:
    """Return the codes of looking at face-down cards of other players with Ambrus Maropis (RUL-22)."""
    n = g.n
    if not can_spend(g, seat, LOOK_COSTS):
        return ()
    known = n[UP] | exact(n, seat)
    return tuple(
        [
            LOOK0 + pos * 16 + slot
            for pos in range(g.seats * 4)
            if pos // 4 != seat
            for slot, card in enumerate(g.z[CARDS + pos])
            if not known & BIT[card]
        ]
    )


def look(g: Game, seat: int, code: int) -> None:
    """Pay for Ambrus Maropis and see the card (RUL-22, KIT-19)."""
    pos, slot = divmod(code - LOOK0, 16)
    card = g.z[CARDS + pos][slot]
    spend(g, seat, LOOK_COSTS, -1, "spend", AMBRUS, ("RUL-22", "KIT-19"))
    know(g, BIT[card], seat)
    if g.rec is not None:
        secret = {"card": IDS[card]}
        g.rec.event(g, "look", seat, (), secret, 1 << seat, at=pos % 4, owner=pos // 4, slot=slot)


planning_action("AL13", LOOK0, USE0, hidden_from, look, any_time=True)


@ability("AL27", KEEPS_MORE)
def roberta(g: Game, seat: int, cards: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """Return the ways to keep one more card and give a card of the hand instead."""
    return tuple([keep_code(some, give) for some in combinations(cards, keep + 1) for give in g.z[HAND + seat]])
