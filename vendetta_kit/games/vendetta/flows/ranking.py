"""The ranking of players by score and tie-breaks, one for all figures."""

from __future__ import annotations

from vendetta_kit.kernel.known_history import KnownHistory

from .blood import pools
from .influence import scores_of
from .location_history import Ties


def ranked_sides(history: KnownHistory) -> tuple[tuple[int, ...], ...]:
    """Return the sides that can still win, the best first: single players, or pairs in Tag Team.

    Ties go to the player with Fiorenza Savona, then to more Blood in the Pool, then by turn order (EOG-04 to EOG-06,
    RUL-40, VTAG-09).
    """
    scores, ties, blood = scores_of(history), Ties(len(history.names)), [0 for _ in history.names]
    for event in history.events:
        ties.follow(event)
    for point in pools(history):
        blood[point.seat] = point.blood
    order = ties.order()

    def alive(side: tuple[int, ...]) -> list[int]:
        return [seat for seat in side if scores[seat] is not None]

    def key(side: tuple[int, ...]) -> tuple[int, bool, int, int]:
        left = alive(side)
        return (
            -sum(scores[seat] or 0 for seat in left),
            ties.fiorenza not in left,
            -sum(blood[seat] for seat in left),
            min(map(order.index, left)),
        )

    return tuple(sorted(filter(alive, sides(history)), key=key))


def places_by_seat(history: KnownHistory) -> tuple[int, ...]:
    """Return each seat's place: 1 is the best, team mates share one, players out of the game share the last."""
    order = ranked_sides(history)
    return tuple(next((k for k, side in enumerate(order, 1) if seat in side), len(order) + 1) for seat in history.seats)


def sides(history: KnownHistory) -> list[tuple[int, ...]]:
    """Return the seats that win together: single players, or pairs in Tag Team. There are as many places as sides."""
    teams = any("teams" in event.data["variants"] for event in history.events if event.kind == "table")
    half = len(history.names) // 2
    return [(seat, seat + half) for seat in range(half)] if teams else [(seat,) for seat in history.seats]
