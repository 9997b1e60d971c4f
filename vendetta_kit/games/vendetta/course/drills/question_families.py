"""The families of Vendetta's questions, and helpers that most of them use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Family
from vendetta_kit.games.vendetta.engine.views import View

from .drill_positions import StoryUnit

FAMILIES: Final[dict[str, Family]] = {}


def family(entry: Family) -> Family:
    """Register a family of questions and return it."""
    FAMILIES[entry.name] = entry
    return entry


# Views without the answer ---------------------------------------------------------------------------------


def without_scores(view: View) -> View:
    """Return the view without current scores."""
    seats = tuple(replace(seat, score=None) for seat in view.seats)
    return replace(view, seats=seats, scores=tuple(None for _ in view.scores))


def without_agenda(view: View) -> View:
    """Return the view without the coming agenda."""
    return replace(view, agenda=())


def seat_of(key: str) -> int:
    """Return the seat at the beginning of a key."""
    return int(key.partition("-")[0])


# What of the table a question needs: a page shows nothing else ----------------------------------------------


def at_location(unit: StoryUnit, key: str) -> tuple[str, ...]:
    """Return the Location at which the unit happens."""
    return (str(unit.events[0].at),)


def cards_of(unit: StoryUnit, key: str) -> tuple[str, ...]:
    """Return the cards of the seat at the beginning of a key."""
    return (f"cards-{seat_of(key)}",)


def outcome(unit: StoryUnit, key: str) -> Any:
    """Return the game after the unit: once a question about its outcome is answered, it is seen on the table."""
    return unit.after


def name_of(unit: StoryUnit, seat: Any) -> str:
    """Return a player's name."""
    return unit.names[int(seat)]
