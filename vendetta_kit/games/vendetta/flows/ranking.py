"""The ranking of players by score and tie-breaks, one for all figures, and what the last Haven changed."""

from __future__ import annotations

from dataclasses import dataclass

from vendetta_kit.kernel.known_history import KnownHistory

from .blood import pools
from .influence import score_changes, scores_of
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


@dataclass(frozen=True, slots=True)
class LastHaven:
    """Scores and places before and after the Prince's Haven of the last round."""

    n: int
    round: int
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    places_before: tuple[int, ...]
    places_after: tuple[int, ...]
    lines: tuple[int, ...]

    def place(self, seat: int, after: bool) -> int:
        """Return a seat's place, before or after."""
        return (self.places_after if after else self.places_before)[seat]


def last_haven(history: KnownHistory) -> LastHaven | None:
    """Return the last resolution of the Prince's Haven, as far as it has been played; ``None`` before the first."""
    begun = next((e for e in reversed(history.events) if e.kind == "location" and e.at == "haven"), None)
    if begun is None:
        return None
    end = next((e.n for e in history.events if e.n > begun.n and e.kind in ("resolved", "phase")), history.last)
    changed = tuple(dict.fromkeys(point.n for point in score_changes(history) if begun.n < point.n <= end))
    before, after = history.until(begun.n), history.until(end)
    scores, ranks = (scores_of(before), scores_of(after)), (places_by_seat(before), places_by_seat(after))
    return LastHaven(begun.n, begun.moment.round, *scores, *ranks, changed)
