"""Windows and polls: decisions in which several seats may act, and none must.

A *window* asks its seats in order. When a seat acts, the window starts again from the first seat; it closes when all
have passed in a row. A seat that could only pass is not asked, unless the game is set to ask always; the decision
kind's ``quiet`` hides who is asked.

A *poll* asks all of its seats at once. When one acts, all the others may answer again; it closes when all have passed.
"""

from __future__ import annotations

from collections.abc import Sequence

from .agenda import ask_all, close_decision
from .game import AnyGame
from .state import Step


def open_window(g: AnyGame, kind: int, order: Sequence[int]) -> None:
    """Push a window on the agenda.

    Args:
        kind: number of the kind of decision that each seat is asked.
        order: the seats, in the order in which they are asked.
    """
    g.agenda.append((window, kind, tuple(order), 0, 0))


def window(g: AnyGame, step: Step) -> None:
    """Ask the next seat that could do something. Step: ``(window, kind, order, whose turn, passes in a row)``."""
    _, kind, order, k, passes = step
    while passes < len(order):
        seat = order[k]
        if g.rules.has_choice(g, seat, kind):
            g.agenda.append((window, kind, order, k, passes))
            ask_all(g, kind, 1 << seat)
            return
        k, passes = (k + 1) % len(order), passes + 1


def window_passed(g: AnyGame) -> None:
    """Record that the seat asked in the window has passed; the next seat is asked."""
    _, kind, order, k, passes = g.agenda.pop()
    close_decision(g)
    g.agenda.append((window, kind, order, (k + 1) % len(order), passes + 1))


def window_used(g: AnyGame) -> None:
    """Record that the seat asked in the window acts: the window starts again from the first seat.

    Call this before pushing the steps of the action, so that they are finished before the window goes on.
    """
    _, kind, order, _, _ = g.agenda.pop()
    close_decision(g)
    g.agenda.append((window, kind, order, 0, 0))


def open_poll(g: AnyGame, kind: int, seats: Sequence[int]) -> None:
    """Push a poll of ``seats`` on the agenda, where it stays until it closes."""
    g.agenda.append((poll, kind, tuple(seats), 0))


def poll(g: AnyGame, step: Step) -> None:
    """Ask all seats that could act and have not passed. Step: ``(poll, kind, seats, bit set of who has passed)``."""
    _, kind, seats, done = step
    who = 0
    for seat in seats:
        if not done >> seat & 1 and g.rules.has_choice(g, seat, kind):
            who |= 1 << seat
    if who:
        g.agenda.append(step)
        ask_all(g, kind, who)


def poll_answered(g: AnyGame, seat: int, passes: bool) -> None:
    """Record a seat's answer in the open poll; unless it ``passes``, all seats may answer again."""
    _, kind, seats, done = g.agenda.pop()
    close_decision(g)
    g.agenda.append((poll, kind, seats, done | 1 << seat if passes else 0))
