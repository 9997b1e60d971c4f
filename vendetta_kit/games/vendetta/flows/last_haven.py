"""What the last Prince's Haven changed."""

from __future__ import annotations

from dataclasses import dataclass

from vendetta_kit.kernel.known_history import KnownHistory

from .influence import points, scores_of
from .ranking import places_of

__all__ = ["LastHaven", "last_haven"]


@dataclass(frozen=True, slots=True)
class LastHaven:
    """What the Prince's Haven of the last round changed: scores and places before it and after."""

    n: int
    round: int
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    places_before: tuple[int, ...]
    places_after: tuple[int, ...]
    lines: tuple[int, ...]

    def place(self, seat: int, after: bool) -> int:
        """Which place a seat had."""
        return (self.places_after if after else self.places_before)[seat]


def last_haven(told: KnownHistory) -> LastHaven | None:
    """The last time that the Prince's Haven was resolved, as far as it has been; ``None`` before the first time."""
    begun = next((e for e in reversed(told.events) if e.kind == "location" and e.at == "haven"), None)
    if begun is None:
        return None
    end = next((e.n for e in told.events if e.n > begun.n and e.kind in ("resolved", "phase")), told.last)
    changed = tuple(dict.fromkeys(point.n for point in points(told) if begun.n < point.n <= end))
    before, after = told.until(begun.n), told.until(end)
    scores, ranks = (scores_of(before), scores_of(after)), (places_of(before), places_of(after))
    return LastHaven(begun.n, begun.moment.round, *scores, *ranks, changed)
