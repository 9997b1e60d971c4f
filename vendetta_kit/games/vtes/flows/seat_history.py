"""Seats over a game: who is still in it, victory points, and where each round of turns begins."""

from __future__ import annotations

from vendetta_kit.kernel.known_history import KnownHistory


def seats_in_game(told: KnownHistory) -> tuple[int, ...]:
    """Return the seats of players who have neither been ousted nor withdrawn."""
    gone = {event.seat for event in told.events if event.kind in ("ousted", "withdrawn")}
    return tuple(seat for seat in told.seats if seat not in gone)


def points_of(told: KnownHistory) -> tuple[int, ...]:
    """Return the victory points by seat (OBJ-03)."""
    points = [0] * len(told.names)
    for event in told.events:
        if event.kind == "point" and event.seat is not None:
            points[event.seat] = event.data["points"]
    return tuple(points)


def rounds(told: KnownHistory) -> list[tuple[int, int]]:
    """Return (round, running number of its first event) for each round; one begins when turns pass the first seat."""
    found: list[tuple[int, int]] = []
    first: int | None = None
    last = 0
    for event in told.events:
        if event.kind != "turn" or event.seat is None:
            continue
        first = event.seat if first is None else first
        place = (event.seat - first) % len(told.names)
        if not found or place <= last:
            found.append((len(found) + 1, event.n))
        last = place
    return found
