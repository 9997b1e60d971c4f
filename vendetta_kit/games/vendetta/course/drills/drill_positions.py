"""The positions of Vendetta's drills, from scenario files and from random games.

What is about to happen there is told in words, as the first part of a drill's prompt.
A unit ends before a decision, or before the next step of the game (:data:`_BREAKS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from vendetta_kit.course.drills.drill_positions import DrillStory, Played, ToldGame, units_of
from vendetta_kit.course.questions import ExplanationLine, Words, join_texts
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.question_words import log_explanation, phrase
from vendetta_kit.games.vendetta.engine import conflict, resolution
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Keep, Play, UseRelic, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import CHOOSE
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, ALLY_AT, OUT, UP, position_of
from vendetta_kit.games.vendetta.engine.views import SHOWN
from vendetta_kit.games.vendetta.wording.message_text import event_text, say
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.state import ASK, WHO
from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import find

_SIZES: Final[dict[str, dict[str, Any]]] = {
    "3": {"seats": 3},
    "4": {"seats": 4},
    "5": {"seats": 5},
    "4t": {"seats": 4, "teams": True},
    "6t": {"seats": 6, "teams": True},
}
_VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "l": {"location_cards": True},
    "r": {"relics": True},
    "lr": {"location_cards": True, "relics": True},
}
TABLES: Final[dict[str, dict[str, Any]]] = {
    f"{size}{variant}": {**seats, **options} for variant, options in _VARIANTS.items() for size, seats in _SIZES.items()
}
"""The tables of random games by their names in ids: number of players, t for teams, l and r for cards."""

_VERSION: Final = 2
"""The version of the rules of random games: ids of drills count their steps, so it must not change."""
_BREAKS: Final = frozenset({*SHOWN, resolution.act_all, conflict.rank})
"""Steps of the agenda that end a unit, because questions ask about them separately."""
_SCENERY: Final = ("act", "choice", "order", "tokens", "winner", "lone", "nobody", "bids", "relic_used", "ignored")
"""Kinds of events that concern all players."""


class RandomGame:
    """A whole game at one of :data:`TABLES`, played at random, with some plays made more likely."""

    def __init__(self, name: str) -> None:
        table, _, number = name.partition("/")
        self.rng = Random(f"{table}/{number}")
        self.options = {**TABLES[table], "seed": int(number)}

    def begin(self) -> Game:
        return Game.new(**self.options, version=_VERSION)

    def next(self, g: Game) -> tuple[int, Action] | None:
        rng = self.rng
        seats = [seat for seat in range(g.seats) if g.n[WHO] >> seat & 1]
        if not seats:
            return None
        seat = seats[rng.randrange(len(seats))]
        options = g.legal(seat)
        action = options.sample(rng)
        for _ in range(3):
            if rng.random() > _WEIGHT.get(type(action), 1.0) or (isinstance(action, Play) and _dull(action, rng)):
                action = options.sample(rng)
        if isinstance(options[0], Play) and rng.random() < 0.08:
            drains = [option for option in options if isinstance(option, Drain)]
            action = drains[rng.randrange(len(drains))] if drains else action
        return seat, action


_WEIGHT: Final[dict[type[Action], float]] = {Withdraw: 0.45, Drain: 0.25, EndTurn: 1.0}
"""The chance that a random action of this kind is kept and not drawn again."""


def _dull(action: Play, rng: Random) -> bool:
    """Return whether to draw a play again, so that more cards meet at Locations and Diablerie tokens are used."""
    return (action.at in (2, 3) and rng.random() < 0.4) or (not action.flips and rng.random() < 0.1)


def story(name: str) -> DrillStory:
    """Return the story of this name: ``s/`` and a scenario's id, or a table and the number of a game.

    Raises:
        KeyError: there is no such story.
    """
    if name.startswith("s/"):
        return ToldGame(find(name[2:]))
    if not name.partition("/")[2].isdigit():
        raise KeyError(name)
    return RandomGame(name)


# Units -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class StoryUnit(Played):
    """One step or action of a story of Vendetta."""

    before: Game
    after: Game

    WORLDS: ClassVar[int] = 6

    def over(self) -> Callable[[Game], bool]:
        """Return a function that says whether the unit is over: all new entries of the agenda are done."""
        answers = self.action is not None and self.before.n[ASK] == CHOOSE
        base = len(self.before.agenda) - (1 if answers or self.action is None else 0)
        return lambda g: len(g.agenda) <= base or g.agenda[-1][0] in _BREAKS

    def in_game(self) -> list[int]:
        return [seat for seat in range(self.before.seats) if not self.before.n[OUT] >> seat & 1]

    def position(self) -> Game:
        return self.before.copy()

    def by_chance(self) -> bool:
        """Return whether the result was random: a Frenzy chose among unlike cards, or an unknown card came up."""
        for event in self.events:
            if event.kind == "drain" and "FRZ-04" in event.rules and event.seat is not None:
                cards = [IDS[card] for card in self.before.z[ALLIANCE + event.seat]]
                cards += [e.data["card"] for e in self.events if e.kind in ("ally", "victim") and e.seat == event.seat]
                people = [box.find(card) for card in cards]
                worth = {(getattr(p, "drain_blood", 0), getattr(p, "creature", "")) for p in people}
                if len(worth) > 1:
                    return True
        return any(event.kind in ("draw", "look") for event in self.events)

    def scene(self) -> Words | None:
        return scene(self)

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[ExplanationLine, ...]:
        last = 1 << 60 if until is None else until
        events = [event for event in self.events if event.n <= last and event.kind not in ("phase", "step")]
        entries = [line for line in self.entries if line.n <= last]
        if seat is not None:
            events = [event for event in events if event.seat == seat or event.kind in _SCENERY]
            entries = [line for line in entries if seat in (line.source.seat, line.target.seat)]
        return log_explanation(viewer, self.names, events, entries)


def units(name: str) -> Iterator[StoryUnit]:
    """Yield all units of a story in order. Raises ``KeyError`` for an unknown story."""
    return units_of(name, story(name), StoryUnit)


MOST_ACTS = 3
"""The most acting cards in a scene; more are too many to work out without notes."""


def card_text(card: str) -> Words:
    """Return what a card does, in every language."""
    return {lang: box.text(card, lang) for lang in languages()}


def scene(unit: StoryUnit) -> Words | None:
    """Return what is about to happen in this unit; ``None`` if that would give the answer away."""
    if unit.action is not None:
        return _action(unit)
    assert unit.step is not None
    name = unit.step[0].__name__
    kinds = {event.kind for event in unit.events}
    if kinds & {"winner", "lone", "nobody"}:
        return _conflict(unit)
    if "act" in kinds:
        return _acts(unit)
    if name in _STEPS:
        return phrase(f"scene.{name}", at=unit.events[0].at if unit.events else None)
    if "location_effect" in kinds or "relic_used" in kinds:
        return _effect(unit)
    return None


_STEPS = ("feed", "end_of_round", "planning", "finish", "withdraw_step", "hand_building", "begin_round")


def _said(unit: StoryUnit, event: Event) -> Words:
    return {lang: event_text(event, unit.names, lang) for lang in languages()}


def _action(unit: StoryUnit) -> Words | None:
    action, names = unit.action, unit.names
    assert unit.seat is not None
    name = names[unit.seat]
    if isinstance(action, Play):
        return _play(unit, action, name)
    if isinstance(action, Drain):
        return phrase("scene.drain", name=name, card=action.card)
    if isinstance(action, UseRelic):
        return join_texts([phrase("scene.relic", name=name, card="RE01"), _quoted("RE01")])
    if isinstance(action, Keep):
        return phrase("scene.kept")
    first = unit.events[0] if unit.events else None
    if first is None:
        return None
    if first.kind == "tokens":
        return join_texts([_said(unit, first), *_triggers(unit)])
    if first.kind == "order":
        return _acts(unit)
    if first.kind == "choice" and first.data["card"] is not None:
        return join_texts([_said(unit, first), _owned(unit, first.data["card"])])
    if first.kind == "bids":
        return join_texts([_said(unit, first), _owned(unit, first.data["card"])])
    return None


def _play(unit: StoryUnit, action: Play, name: str) -> Words:
    parts = [(part, n) for part, n in (("blood", action.blood), ("flips", action.flips)) if n]
    extra: Words = {
        lang: say("part", "with", lang, {"things": [say("part", part, lang, {"n": n}) for part, n in parts]})
        if parts
        else phrase("scene.bare")[lang]
        for lang in languages()
    }
    words = phrase(f"scene.play.{action.face}", name=name, card=action.card, at=action.at, extra=extra)
    return join_texts([words, *_triggers(unit)])


def _triggers(unit: StoryUnit) -> list[Words]:
    """Return the texts of cards that a play triggers, Passive cards or Allies."""
    cards = [entry.card for entry in unit.entries if entry.card is not None]
    cards = [card for card in cards if box.text(card)]
    return [_named(card) for card in dict.fromkeys(cards)]


def _acts(unit: StoryUnit) -> Words | None:
    acts = [event for event in unit.events if event.kind == "act"]
    if not 0 < len(acts) <= MOST_ACTS:
        return None
    said = []
    for event in acts:
        assert event.seat is not None
        card = event.data["card"]
        if not unit.before.n[UP] & BIT[NUMBER[card]]:
            return None  # the card is turned up or comes here only now
        key = "scene.act" if box.text(card) else "scene.act.plain"
        said.append(phrase(key, name=unit.names[event.seat], card=card, text=card_text(card)))
    return join_texts(said)


def _conflict(unit: StoryUnit) -> Words | None:
    at: Any = unit.events[0].at
    parts = [phrase("scene.conflict", at=at)]
    ally = unit.before.n[ALLY_AT + LOCATION_NUMBER[at]]
    if ally >= 0 and any(entry.card == IDS[ally] for entry in unit.entries):
        parts.append(phrase("scene.ally", card=IDS[ally], text=card_text(IDS[ally])))
    return join_texts(parts)


def _effect(unit: StoryUnit) -> Words:
    event = next(event for event in unit.events if event.kind in ("location_effect", "relic_used"))
    return join_texts([_said(unit, event), _quoted(event.data["card"])])


def _quoted(card: str) -> Words:
    return phrase("scene.text", text=card_text(card)) if box.text(card) else dict.fromkeys(languages(), "")


def _owned(unit: StoryUnit, card: str) -> Words:
    """Return the text of a card with the player on whose Position it lies."""
    place = position_of(unit.position(), NUMBER[card])
    if place < 0 or not box.text(card):
        return _quoted(card)
    return phrase("scene.owned", name=unit.names[place // 4], card=card, text=card_text(card))


def _named(card: str) -> Words:
    return phrase("scene.card", card=card, text=card_text(card))
