"""Questions where cards go, and what comes next among rounds, phases and steps."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Words
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.engine.card_tables import AT, LOCATIONS
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import ROUND

from .drill_positions import StoryUnit
from .player_questions import first_event
from .question_families import family, name_of, seat_of, without_agenda

WITHDRAW_RULES: Final = frozenset(
    ("WDR-06", "WDR-07", "WDR-08", "WDR-09", "RUL-23", "RUL-24", "RUL-25", "KIT-12", "KIT-20", "GLOS-02", "GLOS-05")
)
STEPS: Final = ("withdraw", "revelation", "preparation", "conflict", "aftermath")
PHASES: Final = ("feed", "location_setup", "hand_building", "planning", "resolution")


# A Withdraw ------------------------------------------------------------------------------------------------

_DESTINATIONS: Final = ("haven_up", "haven_down", "hand", "deck")
"""Two pairs of like answers, so that being like another one tells nothing."""


def _withdraw_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind in ("withdraw", "withdraw_haven") and event.data["count"] and event.get("to") in (None, "haven"):
            yield QuestionKey(str(event.seat), rules_in((event,), WITHDRAW_RULES))


def _withdraw_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    event = next(e for e in out.events if e.kind in ("withdraw", "withdraw_haven") and e.seat == int(key))
    return ("hand" if event.kind == "withdraw_haven" else "haven_up",)


def _withdraw_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    options = tuple(AnswerOption(to, phrase(f"to.{to}")) for to in _DESTINATIONS)
    return Body(phrase("withdrawn", name=name_of(unit, key)), options)


family(
    Family(
        "withdrawn",
        "one",
        _withdraw_about,
        _withdraw_right,
        _withdraw_body,
        open=True,
        focus=seat_of,
        kept={"haven_up": 0.6},
    )
)


# Rounds, phases and steps ----------------------------------------------------------------------------------

Moment = tuple[str, Any]
"""A phase, a step with its Location, the end of a round, or the scoring."""


def _words(moment: Moment) -> Words:
    kind, at = moment
    if kind in STEPS:
        return phrase("clock.step", step=kind, at=at)
    if kind == "round":
        return phrase("clock.round", n=at)
    return phrase(f"clock.{kind}") if kind in ("end_of_round", "scoring") else phrase("clock.phase", phase=kind)


def moments_of_round(seats: int, last: bool) -> list[Moment]:
    """Return all phases and steps of a round in order."""
    moments: list[Moment] = [(phase, None) for phase in PHASES[:-1]]
    moments += [(step, AT[loc]) for loc in LOCATIONS[seats] for step in STEPS]
    moments.append(("scoring", None) if last else ("end_of_round", None))
    return moments


def _clock_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.action is not None:
        return
    event = first_event(unit.events, "phase", "step")
    if event is None or (event.kind == "phase" and event.moment.phase in ("resolution", "feed", "set_up")):
        return
    now: Moment = (event.moment.phase, None) if event.kind == "phase" else (event.data["name"], event.at)
    moments = moments_of_round(unit.before.seats, unit.before.n[ROUND] == ROUNDS)
    if now in moments[1:] and first_event(unit.events, "eliminated") is None:
        yield QuestionKey("next", _clock_rules(now))


def _clock_rules(now: Moment) -> tuple[str, ...]:
    kind, at = now
    if kind == "withdraw":
        return ("RES-02", "RES-01", "SET-08") if at != 1 else ("FLOW-02", "RES-01", "RES-02")
    if kind in STEPS:
        return ("RES-01", "RES-02")
    if kind == "end_of_round":
        return ("RES-03", "FLOW-06", "EOR-01")
    if kind == "scoring":
        return ("EOR-05", "EOG-01", "FLOW-06", "FLOW-01", "RES-03")
    return ("FLOW-02",)


def _now(unit: StoryUnit) -> tuple[Moment, Moment, list[Moment]]:
    """Return what is over, what comes next, and the whole round."""
    event = first_event(unit.events, "phase", "step")
    assert event is not None
    now: Moment = (event.moment.phase, None) if event.kind == "phase" else (event.data["name"], event.at)
    moments = moments_of_round(unit.before.seats, unit.before.n[ROUND] == ROUNDS)
    place = moments.index(now)
    return moments[place - 1], now, moments


def _clock_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    kind, at = _now(unit)[1]
    return (f"{kind}-{at}",)


def _clock_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    over, now, moments = _now(unit)
    rng = Random(f"{unit.story}:{unit.n}")
    others = [moment for moment in (*moments, *_elsewhere(unit, now)) if moment not in (now, over)]
    near = [moment for moment in others if _alike(moment, now)]
    rng.shuffle(near)
    rng.shuffle(others)
    picked = list(dict.fromkeys((now, *near, *others)))[:4]
    options = tuple(AnswerOption(f"{kind}-{at}", _words((kind, at))) for kind, at in picked)
    line = ExplanationLine(phrase("line.next", now=_words(now)), _clock_rules(now))
    return Body(phrase("clock", over=_words(over)), options, last=(line,), scene=False)


def _elsewhere(unit: StoryUnit, now: Moment) -> list[Moment]:
    """Return wrong answers that do not occur in this round."""
    number = unit.before.n[ROUND]
    return (
        [("feed", None), ("round", number + 1)] if number < ROUNDS and now[0] != "scoring" else [("end_of_round", None)]
    )


def _alike(one: Moment, other: Moment) -> bool:
    """Return whether the words of two moments are alike: steps at the same Location, or both phases."""
    return one[1] == other[1] if other[1] is not None else one[0] in PHASES and other[0] in PHASES


family(
    Family(
        "clock",
        "one",
        _clock_about,
        _clock_right,
        _clock_body,
        open=True,
        strip=without_agenda,
        until=lambda unit: -1,
        shows=lambda unit, key: tuple(map(str, AT)),
    )
)
