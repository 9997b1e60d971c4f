"""How the last Prince's Haven changed scores and places."""

from __future__ import annotations

from dataclasses import dataclass

from vendetta_kit.kernel.known_history import KnownHistory

from .influence import score_changes, scores_of
from .ranking import places_by_seat

__all__ = ["LastHaven", "last_haven"]


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


def last_haven(told: KnownHistory) -> LastHaven | None:
    """Return the last resolution of the Prince's Haven, as far as it has been played; ``None`` before the first."""
    begun = next((e for e in reversed(told.events) if e.kind == "location" and e.at == "haven"), None)
    if begun is None:
        return None
    end = next((e.n for e in told.events if e.n > begun.n and e.kind in ("resolved", "phase")), told.last)
    changed = tuple(dict.fromkeys(point.n for point in score_changes(told) if begun.n < point.n <= end))
    before, after = told.until(begun.n), told.until(end)
    scores, ranks = (scores_of(before), scores_of(after)), (places_by_seat(before), places_by_seat(after))
    return LastHaven(begun.n, begun.moment.round, *scores, *ranks, changed)
