"""The families of Vendetta's questions, and helpers that most of them use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Family
from vendetta_kit.course.questions import Words
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import languages

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


def power_sum(unit: StoryUnit, event: Event) -> Words:
    """Return somebody's counted Power as a sum of cards and Blood, by language: ``Ann 4 + 3 + 2 Blood = 9``."""
    data, name = event.data, name_of(unit, event.seat)
    cards = [n for n in (*data["cards"].values(), *data["face_down"]) if n]
    blood = phrase("why.power.blood", n=data["blood_power"])
    parts = len(cards) + bool(data["blood_power"])
    found = {}
    for lang in languages():
        terms = [*(str(n) for n in cards), *([blood[lang]] if data["blood_power"] else [])]
        whole = parts > 1 and sum(cards) + data["blood_power"] == data["power"]  # a card may set another floor
        found[lang] = f"{name} {' + '.join(terms)} = {data['power']}" if whole else f"{name} {data['power']}"
    return found
