"""Leaving the game by an oust at 0 pool (END-01 to END-07) or a withdrawal (WITH-01 to WITH-04), and the game's end."""

from __future__ import annotations

from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.state import Step

from . import combatants
from . import state as s
from .board import burn, gain_pool, predator, put, refill, seats_from
from .card_play import settle_hands
from .game import Game
from .rule_numbers import POOL_FOR_PREY
from .turn import begin_turn


def schedule(g: Game) -> None:
    """Schedule the oust of seats without pool as the next step."""
    if (oust,) not in g.agenda:
        g.agenda.append((oust,))


def oust(g: Game, step: Step) -> None:
    """Oust all seats without pool at once, in turn order (END-01, END-02, END-05, END-07, RUL-04)."""
    n = g.n
    leaving = [other for other in seats_from(g, n[s.ACTIVE]) if n[s.OUSTING] >> other & 1]
    n[s.OUSTING] = 0
    hunters = {seat: predator(g, seat) for seat in leaving}
    for seat in leaving:
        if g.rec is not None:
            g.rec.event(g, "ousted", seat, predator=hunters[seat] if hunters[seat] >= 0 else None)
    for seat in leaving:
        hunter = hunters[seat]
        if hunter < 0 or hunter == seat:
            continue
        n[s.POINTS + hunter] += 1
        if g.rec is not None:
            g.rec.event(g, "point", hunter, ("END-02",), prey=seat, points=n[s.POINTS + hunter])
        if hunter not in leaving:
            gain_pool(g, hunter, POOL_FOR_PREY, "prey_ousted")
        for card in g.z[s.ANTE + seat]:
            if g.table.owner[card] == seat:  # only the ousted player's own ante, not what the player has won
                put(g, card, s.ANTE, hunter)
    for seat in leaving:
        gone(g, seat)
    settle(g, leaving)


def withdraw(g: Game, seat: int) -> None:
    """Carry out a seat's withdrawal, which has lost nothing since its announcement (WITH-04, END-03, RUL-13)."""
    n = g.n
    n[s.POINTS + seat] += 1
    if g.rec is not None:
        g.rec.event(g, "withdrawn", seat)
        g.rec.event(g, "point", seat, ("WITH-04",), prey=None, points=n[s.POINTS + seat])
    gone(g, seat)
    settle(g, [seat])


def gone(g: Game, seat: int) -> None:
    """Burn all that a leaving seat controls; its hand and decks leave the game too (COMP-12, RUL-12)."""
    n = g.n
    n[s.IN] &= ~(1 << seat)
    n[s.LEAVING + seat] = n[s.DEBT + seat] = 0
    if n[s.EDGE] == seat:
        n[s.EDGE] = -1
        if g.rec is not None:
            g.rec.event(g, "edge", None, old=seat)
    for region in (s.READY, s.TORPOR, s.NEW, s.HELD, s.ATTACHED, s.CONTESTED, s.UNCONTROLLED, s.PLAYED):
        for card in g.z[region + seat]:
            if card in g.z[region + seat]:  # not burned with its host
                burn(g, card, "ousted")


def settle(g: Game, leaving: list[int]) -> None:
    """Continue after seats have left: end the game, begin the next turn, or continue the current one."""
    n = g.n
    left = seats_from(g, n[s.ACTIVE])
    if len(left) <= 1:
        if left:
            n[s.POINTS + left[0]] += 1
            if g.rec is not None:
                g.rec.event(g, "point", left[0], ("END-03",), prey=None, points=n[s.POINTS + left[0]])
        finish(g)
    elif n[s.ACTIVE] in leaving:
        break_off(g)
        g.agenda.append((begin_turn, left[0]))
    elif n[s.ROUND] and not combatants.stand(g):
        combatants.break_off(g)
    if g.table.for_all and len(left) > 1:
        settle_hands(g)  # what held for everybody may be gone with them (LIB-05)


def break_off(g: Game) -> None:
    """End the current turn, as its player has left."""
    n = g.n
    g.agenda.clear()
    n[s.ACT] = n[s.VOTING] = 0
    n[s.ANSWERED] = -1
    if n[s.ROUND]:
        combatants.finish(g, (combatants.finish,))
    g.z[s.USED] = g.z[s.TRIED] = g.z[s.BARS] = g.z[s.AWAKE] = ()
    for seat in range(g.seats):
        for card in g.z[s.PLAYED + seat]:
            burn(g, card)
        refill(g, seat)


def end_by_limit(g: Game) -> bool:
    """End the game if its limit of rounds is reached (RUL-05). Return whether it has ended."""
    rounds = g.table.setup["rounds"]
    if not rounds or g.n[s.TURN] < rounds * g.seats:
        return False
    if g.rec is not None:
        g.rec.event(g, "time", rounds=rounds)
    finish(g)
    return True


def finish(g: Game) -> None:
    """End the game: the most victory points win, even of seats that have left (END-04, RUL-23)."""
    g.agenda.clear()
    g.n[s.PHASE] = s.ENDED
    agenda.end_game(g)
    if g.rec is not None:
        g.rec.event(g, "over", winners=winners(g), points={seat: g.n[s.POINTS + seat] for seat in range(g.seats)})


def winners(g: Game) -> tuple[int, ...]:
    """Return all seats with the most victory points (RUL-23)."""
    points = g.n[s.POINTS : s.POINTS + g.seats]
    return tuple(seat for seat in range(g.seats) if points[seat] == max(points))
