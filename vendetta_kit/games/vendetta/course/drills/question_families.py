"""The families of Vendetta's questions, and what most of them need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Family
from vendetta_kit.games.vendetta.engine.views import View

from .drill_positions import StoryUnit

__all__ = ["FAMILIES", "family", "names", "seat_of", "without_agenda", "without_scores"]

FAMILIES: Final[dict[str, Family]] = {}


def family(entry: Family) -> Family:
    """Put a family among those that are asked."""
    FAMILIES[entry.name] = entry
    return entry


# Views that do not give the answer away --------------------------------------------------------------------


def without_scores(view: View) -> View:
    """The same view without the running scores."""
    seats = tuple(replace(seat, score=None) for seat in view.seats)
    return replace(view, seats=seats, scores=tuple(None for _ in view.scores))


def without_agenda(view: View) -> View:
    """The same view without what is to come."""
    return replace(view, agenda=())


def seat_of(key: str) -> int:
    """The seat that a key begins with."""
    return int(key.partition("-")[0])


def names(unit: StoryUnit, seat: Any) -> str:
    """A player's name."""
    return unit.names[int(seat)]
