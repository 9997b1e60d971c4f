"""Planning: turns, plays, Blood, Drains, and what a play sets off (sections PLAN, DRAIN, DIAB)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.kernel.agenda import ask, ask_all, close
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from .actions import DRAIN0, END_CODE, LOOK0, NO, USE0, YES, play_parts
from .agenda import AFTER, PLAN, YES_OR_NO
from .draining import can_be_drained, drain, use_relic
from .knowledge import exact, hide, know
from .ledger import deploy, lose_influence
from .numbers import BLOOD_OF_A_TOKEN, FEE, FEWEST_SEATS, LOOK_COSTS
from .rounds import begin_phase
from .state import (
    ACTIVE,
    ALLIANCE,
    BANK_BLOOD,
    BLOOD,
    BOUND_MATE,
    CARDS,
    DRAINED,
    HAND,
    OUT,
    PLANNING,
    RELIC,
    RELIC_USED,
    ROUND,
    TOKENS_DOWN,
    TOKENS_UP,
    TURN_NUMBER,
    UP,
    place_of,
    turn_order,
    without,
)
from .tables import (
    AMBRUS,
    BIT,
    CARMELITA,
    CHALICE,
    ERICHTHO,
    EYES,
    HAVEN,
    IDS,
    NUMBER,
    PLANNING_TURNS,
    PORTIA,
    QUAY,
    RAMOS,
)
from .verbs import can_spend, lose, play_blood, spend

if TYPE_CHECKING:
    from .game import Game

CHALLENGE = NUMBER["BR03"]
ON_THE_PROWL = NUMBER["GA06"]
MASTER_PLAN = NUMBER["VE01"]
ORDINARY = frozenset((ERICHTHO, RAMOS, PORTIA, AMBRUS)).isdisjoint
"""Whether nobody in an Alliance changes what its player may do in Planning."""
_TRIGGERS = BIT[CHALLENGE] | BIT[ON_THE_PROWL] | BIT[EYES]


def planning(g: Game, step: Step) -> None:
    """The turns of this round's Planning, as many as the round asks for (PLAN-01, PLAN-02)."""
    n = g.n
    turns = PLANNING_TURNS[g.seats][n[ROUND] - 1]
    begin_phase(g, PLANNING, ("PLAN-02", "V3P-03") if g.seats == FEWEST_SEATS else ("PLAN-02",))
    n[BOUND_MATE] = 0
    order = turn_order(g)
    g.agenda.append((end_of_planning,))
    g.agenda.extend([(turn, seat, k) for k in range(turns, 0, -1) for seat in reversed(order)])


def turn(g: Game, step: Step) -> None:
    """One seat's Planning turn: it must play a card (PLAN-03). Step: ``(turn, seat, number of the turn)``."""
    n = g.n
    seat = step[1]
    if n[OUT] >> seat & 1:
        return
    n[TURN_NUMBER] = step[2]
    if not g.z[HAND + seat]:
        if g.rec is not None:
            g.rec.event(g, "turn_skipped", seat)
        return
    n[ACTIVE] = seat
    if g.rec is not None:
        g.rec.event(g, "turn", seat, number=step[2])
    ask_all(g, PLAN, 1 << seat)


def rest_of_turn(g: Game, step: Step) -> None:
    """After the play: Drains and the like, as long as something can still be done (PLAN-22, RUL-18)."""
    n = g.n
    seat = step[1]
    alliance = g.z[ALLIANCE + seat]  # empty if the play has brought its player out of the game
    if ORDINARY(alliance) and not g.table.relics:
        more = bool(alliance)
    else:
        more = bool(can_be_drained(alliance) or extras(g, seat))
    if more:
        ask_all(g, AFTER, 1 << seat)
    else:
        n[ACTIVE] = -1


def extras(g: Game, seat: int) -> tuple[int, ...]:
    """Codes of the rarer things a seat can do in its Planning turn: Ambrus Maropis, the Isaac Chalice."""
    n, z = g.n, g.z
    codes: tuple[int, ...] = ()
    if AMBRUS in z[ALLIANCE + seat] and can_spend(g, seat, LOOK_COSTS):
        known = n[UP] | exact(n, seat)
        codes = tuple(
            LOOK0 + pos * 16 + slot
            for pos in range(g.seats * 4)
            if pos // 4 != seat
            for slot, card in enumerate(z[CARDS + pos])
            if not known & BIT[card]
        )
    if n[RELIC + seat] == CHALICE and not n[RELIC_USED + seat]:
        codes += tuple(USE0 + card for card in z[DRAINED + seat])
    return codes


def fee(g: Game, seat: int, loc: int) -> int:
    """What a card face down costs this seat there, in Blood (PLAN-09; Erichtho, Ryan Ramos, a Location card)."""
    return fee_of(g.z[ALLIANCE + seat], g.table.location_card[loc])


def fee_of(alliance: tuple[int, ...], location_card: int) -> int:
    """Return the same of this Alliance and Location card."""
    if location_card == QUAY:
        return 0
    if ORDINARY(alliance):
        return FEE
    return max(0, FEE - (ERICHTHO in alliance) + (RAMOS in alliance))


def must_hide(g: Game, seat: int, loc: int) -> bool:
    """Whether somebody's Eyes in the Dark makes this seat play face down there."""
    n = g.n
    if not n[UP] & BIT[EYES]:
        return False
    pos = place_of(g, EYES)
    owner = pos // 4
    return pos % 4 == loc and owner != seat and (g.table.mate[owner] != seat or n[BOUND_MATE] > 0)


# Answers ---------------------------------------------------------------------------------------------------


def plan_answered(g: Game, seat: int, code: int) -> None:
    """A play, or something before the play."""
    close(g)
    if code < DRAIN0:
        below = len(g.agenda)
        _play(g, seat, code)
        if len(g.agenda) == below:
            rest_of_turn(g, (rest_of_turn, seat))
        else:
            g.agenda.insert(below, (rest_of_turn, seat))  # what the play has set off comes first
    else:
        g.agenda.append((turn_again, seat))
        _aside(g, seat, code)


def turn_again(g: Game, step: Step) -> None:
    """The same turn goes on, its card not yet played."""
    if not g.n[OUT] >> step[1] & 1:
        ask_all(g, PLAN, 1 << step[1])


def after_answered(g: Game, seat: int, code: int) -> None:
    """Something after the play, or the end of the turn."""
    close(g)
    if code == END_CODE:
        g.n[ACTIVE] = -1
        return
    g.agenda.append((rest_of_turn, seat))
    _aside(g, seat, code)


def _aside(g: Game, seat: int, code: int) -> None:
    n, z = g.n, g.z
    if code < LOOK0:
        card = code - DRAIN0
        rules = ("DRAIN-01", "DIAB-01") if n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat] > 1 else ("DRAIN-01",)
        drain(g, seat, card, rules)
    elif code < USE0:
        pos, slot = divmod(code - LOOK0, 16)
        card = z[CARDS + pos][slot]
        spend(g, seat, LOOK_COSTS, -1, "spend", AMBRUS, ("RUL-22", "KIT-19"))
        know(g, BIT[card], seat)
        if g.rec is not None:
            secret = {"card": IDS[card]}
            g.rec.event(g, "look", seat, (), secret, 1 << seat, at=pos % 4, owner=pos // 4, slot=slot)
    else:
        card = code - USE0
        use_relic(g, seat)
        z[DRAINED + seat] = without(z[DRAINED + seat], card)
        z[ALLIANCE + seat] += (card,)
        if g.rec is not None:
            g.rec.event(g, "alliance", seat, ("VREL-05", "KIT-16"), card=IDS[card])


def _play(g: Game, seat: int, code: int) -> None:
    """Fee, card, Blood and flips are one move; then its triggers (RUL-53)."""
    n, z = g.n, g.z
    card, loc, down, blood, flips = play_parts[code]
    pos = seat * 4 + loc
    agenda = g.agenda
    n_up = n[UP]
    if n_up & _TRIGGERS or (loc == HAVEN and CARMELITA in z[ALLIANCE + seat]):
        agenda.append((played, seat, loc, down, 1))
    hand = z[HAND + seat]
    if down:
        cost = fee_of(z[ALLIANCE + seat], g.table.location_card[loc])
        hide(g, seat, hand, card, loc)
        if g.rec is not None:
            why = ("PLAN-07", "PLAN-09", "PLAN-17") if cost else ("PLAN-07", "PLAN-17")
            g.rec.event(
                g, "play", seat, why, {"card": IDS[card]}, _who_sees(g, seat, loc), loc,
                face="down", blood=blood, flips=flips, fee=cost,
            )  # fmt: skip
        spend(g, seat, cost, loc, "fee")
    else:
        n[UP] = n_up | BIT[card]
        if g.rec is not None:
            g.rec.event(
                g,
                "play",
                seat,
                ("PLAN-07", "PLAN-08"),
                at=loc,
                card=IDS[card],
                face="up",
                blood=blood,
                flips=flips,
                fee=0,
            )
    z[HAND + seat] = without(hand, card)
    z[CARDS + pos] += (card,)
    if blood:
        play_blood(g, seat, loc, blood, "play", -1)
    if flips:
        n[TOKENS_UP + seat] -= flips
        n[TOKENS_DOWN + seat] += flips
        if g.rec is not None:
            g.rec.event(g, "flip", seat, at=loc, tokens=flips)
        move(g, BANK_BLOOD, BLOOD + pos, BLOOD_OF_A_TOKEN * flips, "flip", -1, seat)
    if card == EYES and not down and g.table.teams:
        agenda.append((ask_bound_mate, seat))


def _who_sees(g: Game, seat: int, loc: int) -> int:
    """Seats that may know a card played face down there: its player, and whose Eyes in the Dark lies there."""
    if g.n[UP] & BIT[EYES]:
        pos = place_of(g, EYES)
        if pos % 4 == loc:
            return 1 << seat | 1 << pos // 4
    return 1 << seat


# What a play sets off --------------------------------------------------------------------------------------


def played(g: Game, step: Step) -> None:
    """Triggers of a card being played (GLOS-03, PLAN-20), in turn order of who owns them.

    Step: ``(played, seat, Location, face down, in Planning)``. "Played" by an effect counts too (RUL-21), always face
    up; that it is not in Planning stands in the step only because marks of saves hold it.
    """
    _, seat, loc, down, _ = step
    n, z = g.n, g.z
    if n[OUT] >> seat & 1:
        return
    set_off: list[Step] = []
    if loc == HAVEN and CARMELITA in z[ALLIANCE + seat]:
        set_off.append((bank_blood_here, seat, loc, CARMELITA))
    if n[UP] & _TRIGGERS:
        for trigger in (CHALLENGE, ON_THE_PROWL, EYES):
            if n[UP] & BIT[trigger]:
                pos = place_of(g, trigger)
                owner, at = divmod(pos, 4)
                if trigger == EYES:
                    if down and at == loc:
                        set_off.append((bank_blood_here, owner, loc, EYES))
                elif owner != seat and (at != loc if trigger == CHALLENGE else at == loc):
                    then: Step = (
                        (challenge, seat, owner, at)
                        if trigger == CHALLENGE
                        else (bank_blood_here, owner, loc, ON_THE_PROWL)
                    )
                    if g.table.mate[owner] == seat:
                        then = (ask_mate_first, owner, trigger, then)
                    set_off.append(then)
    if len(set_off) > 1:
        order = turn_order(g)
        set_off.sort(key=lambda s: order.index(s[2] if s[0] is challenge else s[1]))
    g.agenda.extend(reversed(set_off))


def bank_blood_here(g: Game, step: Step) -> None:
    """Bank Blood onto a Position. Step: ``(…, seat, Location, card)``."""
    _, seat, loc, card = step
    deploy(g, seat, loc, 1, card, ("RUL-21", "GLOS-03"))


def challenge(g: Game, step: Step) -> None:
    """Challenge: an opponent played a card at another Location.

    Step: ``(…, opponent, owner, Location of the card)``.
    """
    _, seat, owner, at = step
    lose(g, seat, 1, owner, at, CHALLENGE)


def ask_mate_first(g: Game, step: Step) -> None:
    """The mate set a trigger off: does its owner want it? (RUL-51)"""
    _, owner, card, then = step
    ask(g, owner, "mate", YES_OR_NO, (mate_trigger_answered, then), card)


def mate_trigger_answered(g: Game, step: Step, code: int) -> None:
    """Carry the trigger out, or not."""
    if code == YES:
        g.agenda.append(step[1])


def ask_bound_mate(g: Game, step: Step) -> None:
    """Eyes in the Dark turned up in a team game: is the mate bound too? Asked once (RUL-51)."""
    ask(g, step[1], "mate", YES_OR_NO, (bound_mate_answered,), EYES)


def bound_mate_answered(g: Game, step: Step, code: int) -> None:
    """The answer holds as long as the card lies there."""
    g.n[BOUND_MATE] = 0 if code == NO else 1


# The end of Planning ---------------------------------------------------------------------------------------


def end_of_planning(g: Game, step: Step) -> None:
    """When Planning ends: Master Plan."""
    g.n[ACTIVE] = -1
    if g.n[UP] & BIT[MASTER_PLAN]:
        pos = place_of(g, MASTER_PLAN)
        owner, loc = divmod(pos, 4)
        mate = g.table.mate[owner]
        if mate >= 0 and not g.n[OUT] >> mate & 1 and not g.z[CARDS + mate * 4 + loc]:
            ask(g, owner, "mate", YES_OR_NO, (master_plan_mate, owner, loc), MASTER_PLAN)
        else:
            _master_plan(g, owner, loc, -1)


def master_plan_mate(g: Game, step: Step, code: int) -> None:
    """Master Plan with the question about the mate answered."""
    _, owner, loc = step
    _master_plan(g, owner, loc, -1 if code == YES else g.table.mate[owner])


def _master_plan(g: Game, owner: int, loc: int, spared: int) -> None:
    """Opponents without a Deployed card here Lose 1 Influence each; ``spared`` is the mate, or -1."""
    for seat in turn_order(g):
        if seat not in (owner, spared) and not g.z[CARDS + seat * 4 + loc]:
            lose_influence(g, seat, 1, owner, MASTER_PLAN, rules=("CONTR-01", "RUL-11"))
