"""How the last Prince's Haven changed scores and places."""

from __future__ import annotations

from dataclasses import dataclass

from vendetta_kit.kernel.known_history import KnownHistory

from .influence import score_changes, scores_of
from .ranking import places_by_seat


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
