"""Planning: turns, plays, Blood, Drains and the triggers of a play (sections PLAN, DRAIN and DIAB)."""

from __future__ import annotations

from collections.abc import Container

from vendetta_kit.kernel.agenda import ask, ask_all, close_decision
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from . import state as s
from .actions import DRAIN0, END_CODE, INT0, LOOK0, YES, play_parts
from .agenda import AFTER, PLAN, QUESTIONS, YES_OR_NO
from .card_hooks import (
    CARDS_AT,
    CHANGES_PLANNING,
    FEES,
    ON_PLAY,
    OWN_TRIGGERS,
    PLANNING_ACTIONS,
    PLAYED_BY_OWN,
    UP_AT,
    call_cards,
    face_up,
    has,
    seat_that_watches,
)
from .card_knowledge import hide
from .card_tables import BIT, IDS, PLANNING_TURNS
from .draining import can_be_drained, drain
from .game import Game
from .ledger import deploy
from .rounds import begin_phase
from .rule_numbers import BLOOD_OF_A_TOKEN, FEE, FEWEST_SEATS
from .state import turn_order, without
from .token_verbs import most_to_play, play_blood, spend

CALM = OWN_TRIGGERS.isdisjoint
"""Return whether no card of an Alliance has an effect when its player plays a card."""
ORDINARY = CHANGES_PLANNING.isdisjoint
"""Return whether no card of an Alliance changes what its player may do in Planning."""


def planning(g: Game, step: Step) -> None:
    """Begin the Planning turns of this round (PLAN-01, PLAN-02)."""
    n = g.n
    turns = PLANNING_TURNS[g.seats][n[s.ROUND] - 1]
    begin_phase(g, s.PLANNING, ("PLAN-02", "V3P-03") if g.seats == FEWEST_SEATS else ("PLAN-02",))
    n[s.BOUND_MATE] = 0
    order = turn_order(g)
    g.agenda.append((end_of_planning,))
    g.agenda.extend([(turn, seat, k) for k in range(turns, 0, -1) for seat in reversed(order)])


def turn(g: Game, step: Step) -> None:
    """Begin a seat's turn, in which it must play a card (PLAN-03). Step: ``(turn, seat, number of the turn)``."""
    n = g.n
    seat = step[1]
    if n[s.OUT] >> seat & 1:
        return
    n[s.TURN_NUMBER] = step[2]
    if not g.z[s.HAND + seat]:
        _without_a_card(g, step)
        return
    if n[s.UP] & UP_AT["turn"]:
        for owner, at, card in face_up(g, "turn"):
            if CARDS_AT["turn"][card](g, owner, at, card, step):
                return
    n[s.ACTIVE] = seat
    if g.rec is not None:
        g.rec.event(g, "turn", seat, number=step[2])
    ask_all(g, PLAN, 1 << seat)


def _without_a_card(g: Game, step: Step) -> None:
    """Begin the turn of a seat with an empty hand: it plays no card but has the rest of the turn (RUL-19)."""
    seat = step[1]
    if g.rec is not None and not g.table.skips_turn:
        g.rec.event(g, "turn", seat, number=step[2])
    if g.rec is not None:
        g.rec.event(g, "turn_skipped", seat)
    if not g.table.skips_turn:
        g.n[s.ACTIVE] = seat
        rest_of_turn(g, (rest_of_turn, seat))


def rest_of_turn(g: Game, step: Step) -> None:
    """Ask for Drains and other actions after the play, while any is legal (PLAN-22, RUL-18)."""
    n = g.n
    seat = step[1]
    alliance = g.z[s.ALLIANCE + seat]  # empty if the play has eliminated the player
    if ORDINARY(alliance) and not g.table.relics:
        more = bool(alliance)
    else:
        more = bool(can_be_drained(alliance) or planning_action_codes(g, seat))
    if more:
        ask_all(g, AFTER, 1 << seat)
    else:
        n[s.ACTIVE] = -1


def planning_action_codes(g: Game, seat: int, among: Container[int] = PLANNING_ACTIONS) -> tuple[int, ...]:
    """Return the codes of the additional actions that a seat can take, of all cards or of those in ``among``."""
    codes: tuple[int, ...] = ()
    for card in PLANNING_ACTIONS:
        if card in among and has(g, seat, card):
            codes += PLANNING_ACTIONS[card].codes(g, seat)
    return codes


def fee(g: Game, seat: int, loc: int) -> int:
    """Return the fee in Blood for a face-down card of this seat at a Location (PLAN-09)."""
    return fee_of(g.z[s.ALLIANCE + seat], g.table.location_card[loc])


def fee_of(alliance: tuple[int, ...], location_card: int) -> int:
    """Return the fee for an Alliance and a Location card."""
    if location_card in FEES:
        return FEES[location_card](FEE)
    if ORDINARY(alliance):
        return FEE
    cost = FEE
    for card in alliance:
        if card in FEES:
            cost = FEES[card](cost)
    return max(0, cost)


def card_that_hides(g: Game, seat: int, loc: int) -> int:
    """Return the card that forces this seat to play face down at a Location, or -1."""
    if g.n[s.UP] & UP_AT["hides"]:
        for owner, at, card in face_up(g, "hides"):
            if CARDS_AT["hides"][card](g, owner, at, card, seat, loc):
                return card
    return -1


# Answers ---------------------------------------------------------------------------------------------------


def plan_answered(g: Game, seat: int, code: int) -> None:
    """Carry out a play, or an action before the play."""
    close_decision(g)
    if code < DRAIN0:
        below = len(g.agenda)
        _play(g, seat, code)
        if len(g.agenda) == below:
            rest_of_turn(g, (rest_of_turn, seat))
        else:
            g.agenda.insert(below, (rest_of_turn, seat))  # triggers of the play come first
    else:
        g.agenda.append((turn_again, seat))
        do_planning_action(g, seat, code)


def turn_again(g: Game, step: Step) -> None:
    """Ask the same seat again, which has not played a card yet."""
    if not g.n[s.OUT] >> step[1] & 1:
        ask_all(g, PLAN, 1 << step[1])


def after_answered(g: Game, seat: int, code: int) -> None:
    """Carry out an action after the play, or end the turn."""
    close_decision(g)
    if code == END_CODE:
        g.n[s.ACTIVE] = -1
        return
    g.agenda.append((rest_of_turn, seat))
    do_planning_action(g, seat, code)


def do_planning_action(g: Game, seat: int, code: int) -> None:
    """Carry out a Drain or another additional action."""
    n = g.n
    if code < LOOK0:
        card = code - DRAIN0
        rules = ("DRAIN-01", "DIAB-01") if n[s.TOKENS_UP + seat] + n[s.TOKENS_DOWN + seat] > 1 else ("DRAIN-01",)
        drain(g, seat, card, rules)
        return
    for other in PLANNING_ACTIONS.values():
        if other.first <= code < other.after:
            other.do(g, seat, code)


def _play(g: Game, seat: int, code: int) -> None:
    """Pay the fee, play the card and run triggers, then Blood and tokens; at once if no step intervenes (RUL-53)."""
    n, z = g.n, g.z
    card, loc, down, blood, flips = play_parts[code]
    agenda = g.agenda
    below = len(agenda)
    n_up = n[s.UP]
    if n_up & UP_AT["played"] or (not CALM(z[s.ALLIANCE + seat]) and _by_own(g, seat, loc)):
        agenda.append((played, seat, loc, down, 1))
    hand = z[s.HAND + seat]
    if down:
        cost = fee_of(z[s.ALLIANCE + seat], g.table.location_card[loc])
        hide(g, seat, hand, card, loc)
        if g.rec is not None:
            why = ("PLAN-07", "PLAN-09", "PLAN-17") if cost else ("PLAN-07", "PLAN-17")
            g.rec.event(
                g, "play", seat, why, {"card": IDS[card]}, _who_sees(g, seat, loc), loc,
                face="down", blood=blood, flips=flips, fee=cost,
            )  # fmt: skip
        spend(g, seat, cost, loc, "fee")
    else:
        n[s.UP] = n_up | BIT[card]
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
    z[s.HAND + seat] = without(hand, card)
    z[s.CARDS + seat * 4 + loc] += (card,)
    laid = not down and card in ON_PLAY
    if g.table.plays_in_one:
        _blood_and_flips(g, seat, loc, blood, flips)
        if laid:
            ON_PLAY[card](g, seat, loc, card)
        return
    if laid:
        ON_PLAY[card](g, seat, loc, card)
    if blood or flips:
        if len(agenda) > below:
            agenda.insert(below, (blood_after_card, seat, loc, blood, flips))
        else:
            _blood_and_flips(g, seat, loc, blood, flips)


def _blood_and_flips(g: Game, seat: int, loc: int, blood: int, flips: int) -> None:
    n = g.n
    if blood:
        play_blood(g, seat, loc, blood, "play", -1)
    if flips:
        n[s.TOKENS_UP + seat] -= flips
        n[s.TOKENS_DOWN + seat] += flips
        if g.rec is not None:
            g.rec.event(g, "flip", seat, at=loc, tokens=flips)
        move(g, s.BANK_BLOOD, s.BLOOD + seat * 4 + loc, BLOOD_OF_A_TOKEN * flips, "flip", -1, seat)


def blood_after_card(g: Game, step: Step) -> None:
    """Play the Blood after the triggers of the card; ask for a new amount if the Pool is too small now (RUL-53).

    Step: ``(blood_after_card, seat, Location, Blood, tokens to flip)``.
    """
    _, seat, loc, blood, flips = step
    if g.n[s.OUT] >> seat & 1:
        return
    most = most_to_play(g, seat)
    if blood > most:
        if not most and g.rec is not None:  # nothing to choose, but the event is recorded
            why = QUESTIONS["blood_after_card"]
            g.rec.event(g, "choice", seat, why, question="blood_after_card", card=None, answer=0)
        ask(g, seat, "blood_after_card", tuple(range(INT0, INT0 + most + 1)), (blood_said, seat, loc, flips))
    else:
        _blood_and_flips(g, seat, loc, blood, flips)


def blood_said(g: Game, step: Step, code: int) -> None:
    """Play the newly chosen amount of Blood."""
    _, seat, loc, flips = step
    _blood_and_flips(g, seat, loc, code - INT0, flips)


def _who_sees(g: Game, seat: int, loc: int) -> int:
    """Return the bit set of seats that may know a card played face down: its player and any seat that watches there."""
    other = seat_that_watches(g, loc)
    return 1 << seat | 1 << other if other >= 0 else 1 << seat


# Triggers of a play -----------------------------------------------------------------------------------------


def played(g: Game, step: Step) -> None:
    """Run the triggers of a played card in turn order of their owners (GLOS-03, PLAN-20).

    Step: ``(played, seat, Location, face down, in Planning)``. Cards played by an effect count too (RUL-21) and are
    face up. The last value is not used; fingerprints in saves contain it.
    """
    _, seat, loc, down, _ = step
    if g.n[s.OUT] >> seat & 1:
        return
    set_off = [(seat, step) for step in _by_own(g, seat, loc)]
    for owner, at, trigger in face_up(g, "played"):
        then: Step = CARDS_AT["played"][trigger](g, owner, at, trigger, seat, loc, down)
        if then:
            set_off.append((owner, then))
    if len(set_off) > 1:
        order = turn_order(g)
        set_off.sort(key=lambda one: order.index(one[0]))
    g.agenda.extend([then for _, then in reversed(set_off)])


def _by_own(g: Game, seat: int, loc: int) -> list[Step]:
    """Return the steps of a seat's own Allies after it plays a card there."""
    set_off: list[Step] = []
    for card in g.z[s.ALLIANCE + seat]:
        if card in PLAYED_BY_OWN:
            step = PLAYED_BY_OWN[card](g, seat, loc, card)
            if step:
                set_off.append(step)
    return set_off


def bank_blood_here(g: Game, step: Step) -> None:
    """Put Blood from the Bank on a Position. Step: ``(…, seat, Location, card)``."""
    _, seat, loc, card = step
    deploy(g, seat, loc, 1, card, ("RUL-21", "GLOS-03"))


def unless_mate(g: Game, owner: int, seat: int, card: int, then: Step) -> Step:
    """Return ``then``, or if ``seat`` is the owner's mate, a step that first asks the owner (RUL-51)."""
    return (ask_mate_first, owner, card, then) if g.table.mate[owner] == seat else then


def ask_mate_first(g: Game, step: Step) -> None:
    """Ask the owner whether to carry out a trigger that the team mate caused (RUL-51)."""
    _, owner, card, then = step
    ask(g, owner, "mate", YES_OR_NO, (mate_trigger_answered, then), card)


def mate_trigger_answered(g: Game, step: Step, code: int) -> None:
    """Carry out the trigger if the owner wants it."""
    if code == YES:
        g.agenda.append(step[1])


# The end of Planning ---------------------------------------------------------------------------------------


def end_of_planning(g: Game, step: Step) -> None:
    """Run the effects of cards at the end of Planning."""
    g.n[s.ACTIVE] = -1
    call_cards(g, "planned")
