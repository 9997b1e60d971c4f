"""Windows and polls: moments in which several may do something, and none must.

A *window* goes round an order of seats. Whoever does something starts it again; when all have passed in a row it
closes. A seat that could do nothing is not asked, unless the game is set to ask always; who is asked is then hidden
from the others by the kind's ``quiet``.

A *poll* is open to all of its seats at once, in no order. Whoever answers opens it again for the others; it closes when
all have passed since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .agenda import ask_all, close
from .state import Step

if TYPE_CHECKING:
    from .game import AnyGame


def open_window(g: AnyGame, kind: int, order: Sequence[int]) -> None:
    """Lay a window on the agenda.

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


def passed(g: AnyGame) -> None:
    """Take it that who was asked in the window passes: the next one is asked."""
    _, kind, order, k, passes = g.agenda.pop()
    close(g)
    g.agenda.append((window, kind, order, (k + 1) % len(order), passes + 1))


def used(g: AnyGame) -> None:
    """Take it that who was asked in the window does something: it starts again, from the first seat.

    What is done goes onto the agenda after this, and so is finished before the window goes on.
    """
    _, kind, order, _, _ = g.agenda.pop()
    close(g)
    g.agenda.append((window, kind, order, 0, 0))


def open_poll(g: AnyGame, kind: int, seats: Sequence[int]) -> None:
    """Open a poll to ``seats``, all at once. It lies on the agenda until it closes."""
    g.agenda.append((poll, kind, tuple(seats), 0))


def poll(g: AnyGame, step: Step) -> None:
    """Ask all who could still answer and have not passed. Step: ``(poll, kind, seats, bit set of who has passed)``."""
    _, kind, seats, done = step
    who = 0
    for seat in seats:
        if not done >> seat & 1 and g.rules.has_choice(g, seat, kind):
            who |= 1 << seat
    if who:
        g.agenda.append(step)
        ask_all(g, kind, who)


def answered(g: AnyGame, seat: int, passes: bool) -> None:
    """Take a seat's answer in the open poll: that it ``passes``, or something that lets all others think again."""
    _, kind, seats, done = g.agenda.pop()
    close(g)
    g.agenda.append((poll, kind, seats, done | 1 << seat if passes else 0))
