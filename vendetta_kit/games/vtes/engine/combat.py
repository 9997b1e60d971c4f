"""Combat: rounds of range, strikes and presses (COMB-01 to RANGE-05, PRESS-01)."""

from __future__ import annotations

from vendetta_kit.kernel import agenda, priority_windows
from vendetta_kit.kernel.state import Step

from . import actions as do
from . import bonuses, uses
from . import state as s
from .action_codes import PASS, code_of
from .board import (
    is_ready,
    loss,
    on,
    printed,
    seat_of,
    seats_from,
)
from .card_play import window_action
from .card_verbs import BEFORE_RANGE as BEFORE_RANGE_VERBS
from .combatants import against_verb, break_off, fighter, fighters, finish, level_of, plays_for, stand, which
from .decision_kinds import BEFORE_RANGE, MANEUVER, PRESS
from .game import Game
from .masters import let_others_play, out_of_turn_plays, play_out_of_turn
from .strikes import ask_additional, more_strikes, strike_pair
from .uses import level_brought, play_in_combat, usable_for, used_now, value_brought


def begin(g: Game, step: Step) -> None:
    """Begin a combat between two ready minions of two seats (COMB-01). Step: ``(begin, acting minion, the other)``."""
    _, one, other = step
    if not is_ready(g, one) or not is_ready(g, other) or seat_of(g, one) == seat_of(g, other):
        return
    n = g.n
    n[s.FIGHTER], n[s.FIGHTER + 1] = one, other
    n[s.ROUND] = 0
    bonuses.begin_combat(g)
    for k in (0, 1):
        loss(g, seat_of(g, n[s.FIGHTER + k]))  # a combat ends a withdrawal (WITH-02)
        for card in on(g, n[s.FIGHTER + k]):
            g.rows[s.LOST + card * s.WIDTH] = 0
    if g.rec is not None:
        g.rec.event(g, "combat", seat_of(g, one), minion=g.rules.card(g, one), other=g.rules.card(g, other))
    g.agenda += [(finish,), (begin_round,)]


def begin_round(g: Game, step: Step) -> None:
    """Begin a round, at close range (RANGE-01)."""
    if not stand(g):
        return
    n = g.n
    n[s.ROUND] += 1
    n[s.RANGE] = s.CLOSE
    n[s.LAST] = -1
    n[s.PRESSED] = 0
    for k in (0, 1):
        n[s.BOUND + k] = n[s.STRIKE + k] = s.NO_STRIKE
        n[s.MORE + k] = n[s.MORE_FROM + k] = 0
        for card in on(g, fighter(g, k)):
            g.rows[s.MARKS + card * s.WIDTH] &= ~s.STOLEN
    bonuses.begin_round(g)
    uses.begin_round(g)
    if g.rec is not None:
        g.rec.event(g, "round", None, number=n[s.ROUND])
    order = [seat_of(g, n[s.FIGHTER]), seat_of(g, n[s.FIGHTER + 1])]
    others: list[Step] = []
    if g.table.masters_in_combat or g.table.setup["ask_always"] == "yes":
        order += [seat for seat in seats_from(g, n[s.ACTIVE]) if seat not in order]
        others.append((others_play,))
    g.agenda += [
        (press_over,), (ask_press, 0), *others, (more_strikes,), (ask_additional, 0),
        (strike_pair, False), *others, (ask_maneuver, 0, -1),
    ]  # fmt: skip
    priority_windows.open_window(g, BEFORE_RANGE, order)


def others_play(g: Game, step: Step) -> None:
    """Let out-of-turn masters be played before strikes are chosen, and before presses (LIB-14)."""
    if stand(g):
        g.n[s.STRIKE] = g.n[s.STRIKE + 1] = s.NO_STRIKE
        let_others_play(g)


# Before range ----------------------------------------------------------------------------------------------


def before_range_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a seat's plays before range, and of passing: its fighter's (RANGE-03), masters (LIB-14)."""
    mine = fighters(g, seat)
    codes = [action.code for action in plays_for(g, seat, *BEFORE_RANGE_VERBS)] if mine else []
    return [*codes, *out_of_turn_plays(g, seat), PASS]


def before_range_answered(g: Game, seat: int, code: int) -> None:
    """Play a card before range, or pass."""
    action = window_action(g, code)
    if action is None:
        return
    assert isinstance(action, do.Play)
    if action.minion < 0:
        play_out_of_turn(g, seat, action)
        return
    level = level_of(action)
    play_in_combat(g, seat, action, level, "", (_prepared, which(g, seat), action.card, level))


def _prepared(g: Game, step: Step) -> None:
    """Let what was played before range take hold. Step: ``(…, fighter, card, level)``."""
    _, k, card, level = step
    bonuses.take_hold(g, k, printed(g, card).effects(level))


# Range -----------------------------------------------------------------------------------------------------


def ask_maneuver(g: Game, step: Step) -> None:
    """Ask a fighter for a maneuver. Step: ``(ask_maneuver, fighter, the fighter of the last one or -1)``.

    Fighters take turns, and none maneuvers twice in a row (RANGE-02). Declining ends it once a maneuver was made or
    both were asked.
    """
    _, k, last = step
    if not stand(g):
        return
    seat = seat_of(g, fighter(g, k))
    if not agenda.ask_if_choice(g, MANEUVER, seat, PASS, step):
        _no_maneuver(g, k, last)


def _no_maneuver(g: Game, k: int, last: int) -> None:
    if k == 0 and last == -1:
        g.agenda.append((ask_maneuver, 1, -1))
    elif g.rec is not None:
        g.rec.event(g, "range", None, long=g.n[s.RANGE] == s.LONG)


def maneuver_options(g: Game, seat: int) -> list[int]:
    """Return the codes of a fighter's possible maneuvers, and of passing (RANGE-04)."""
    n = g.n
    k = which(g, seat)
    if against_verb(g, k, "maneuver") is not None:
        return [PASS]
    no_strike = n[s.BOUND + k] != s.NO_STRIKE or against_verb(g, k, "strike") is not None
    codes = []
    for action in plays_for(g, seat, "maneuver"):
        if not (no_strike and printed(g, action.card).does("strike", level_of(action)) is not None):
            codes.append(action.code)
    for card in usable_for(g, fighter(g, k), "maneuver"):
        if not (no_strike and value_brought(g, card, "strike") is not None):
            codes.append(code_of(do.Use, card))
    return [*codes, PASS]


def maneuver_answered(g: Game, seat: int, code: int) -> None:
    """Make a maneuver or pass; a maneuver of a strike card fixes the strike too (RANGE-04)."""
    agenda.close_decision(g)
    _, k, last = g.agenda.pop()
    if code == PASS:
        _no_maneuver(g, k, last)
        return
    action = g.rules.actions[code]
    assert isinstance(action, do.Play | do.Use)
    card = action.card
    if isinstance(action, do.Play):
        level = level_of(action)
        bound = level if printed(g, card).does("strike", level) is not None else 0
        then = (_maneuvered, k, card, bound)
        play_in_combat(g, seat, action, level, "maneuver", then, (ask_maneuver, k, last))
    else:
        used_now(g, card, "maneuver")
        bound = level_brought(g, card) if value_brought(g, card, "strike") is not None else 0
        _maneuvered(g, (_maneuvered, k, card, bound))


def _maneuvered(g: Game, step: Step) -> None:
    """Change the range. Step: ``(…, fighter, card, at which level it is its strike, too; 0: it is none)``."""
    _, k, card, bound = step
    n = g.n
    if bound:
        n[s.BOUND + k], n[s.BOUND_LEVEL + k] = card, bound
    n[s.RANGE] = s.LONG if n[s.RANGE] == s.CLOSE else s.CLOSE
    if g.rec is not None:
        minion = fighter(g, k)
        g.rec.event(
            g, "maneuver", seat_of(g, minion), minion=g.rules.card(g, minion), card=g.rules.card(g, card),
            long=n[s.RANGE] == s.LONG,
        )  # fmt: skip
    g.agenda.append((ask_maneuver, 1 - k, k))


# Presses ---------------------------------------------------------------------------------------------------


def ask_press(g: Game, step: Step) -> None:
    """Ask a fighter for a press, in turns as for maneuvers (PRESS-01). Step: ``(ask_press, fighter)``."""
    if not stand(g):
        break_off(g)
        return
    k = step[1]
    seat = seat_of(g, fighter(g, k))
    if not agenda.ask_if_choice(g, PRESS, seat, PASS, step):
        _no_press(g, k)


def _no_press(g: Game, k: int) -> None:
    if k == 0 and g.n[s.LAST] == -1:
        g.agenda.append((ask_press, 1))


def _presses(value: object, goes_on: int) -> bool:
    """Check whether a press is of use now: to continue while the combat would end, to end while it would go on."""
    return value == "either" or value == ("end" if goes_on else "continue")


def press_options(g: Game, seat: int) -> list[int]:
    """Return the codes of the presses that a fighter can use now, and of passing."""
    n = g.n
    k = which(g, seat)
    if against_verb(g, k, "press") is not None:
        return [PASS]
    codes = [
        action.code
        for action in plays_for(g, seat, "press")
        if _presses(printed(g, action.card).does("press", level_of(action)), n[s.PRESSED])
    ]
    for card in usable_for(g, fighter(g, k), "press"):
        if _presses(value_brought(g, card, "press"), n[s.PRESSED]):
            codes.append(code_of(do.Use, card))
    return [*codes, PASS]


def press_answered(g: Game, seat: int, code: int) -> None:
    """Use a press or pass."""
    agenda.close_decision(g)
    _, k = g.agenda.pop()
    if code == PASS:
        _no_press(g, k)
        return
    action = g.rules.actions[code]
    assert isinstance(action, do.Play | do.Use)
    then = (_pressed, k, action.card)
    if isinstance(action, do.Play):
        play_in_combat(g, seat, action, level_of(action), "press", then, (ask_press, k))
    else:
        used_now(g, action.card, "press")
        _pressed(g, then)


def _pressed(g: Game, step: Step) -> None:
    """Take a press, and ask the other fighter. Step: ``(…, fighter, card)``."""
    _, k, card = step
    n = g.n
    n[s.PRESSED] = 1 - n[s.PRESSED]
    n[s.LAST] = k
    if g.rec is not None:
        minion = fighter(g, k)
        g.rec.event(
            g, "press", seat_of(g, minion), minion=g.rules.card(g, minion), card=g.rules.card(g, card),
            goes_on=bool(n[s.PRESSED]),
        )  # fmt: skip
    g.agenda.append((ask_press, 1 - k))


def press_over(g: Game, step: Step) -> None:
    """Begin a new round if a press to continue was made last."""
    if g.n[s.PRESSED]:
        g.agenda.append((begin_round,))
