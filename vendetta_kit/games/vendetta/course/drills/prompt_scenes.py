"""Descriptions of what is about to happen: the first part of a drill's prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.course.questions import Words, join_texts
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.engine.actions import Drain, Keep, Play, UseRelic
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.state import ALLY_AT, UP, position_of
from vendetta_kit.games.vendetta.wording.message_text import event_text, say
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import languages

if TYPE_CHECKING:
    from .drill_positions import StoryUnit

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
