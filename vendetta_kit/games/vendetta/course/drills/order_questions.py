"""Questions on order: turns in Planning, tokens in the Withdraw step, Rivals, and cards in a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from vendetta_kit.course.drills.question_families import FEWEST, Body, Family, QuestionKey, UnitOutcome
from vendetta_kit.course.questions import NOBODY, ExplanationLine, Words, seat_options, with_reasons
from vendetta_kit.games.vendetta.course.question_words import nobody, phrase, rule_line
from vendetta_kit.games.vendetta.engine import resolution
from vendetta_kit.games.vendetta.engine.agenda import TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import BIT, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.effects import AFTERMATH, CONFLICT, PREPARATION
from vendetta_kit.games.vendetta.engine.state import ACTED, AMBITION, BLOOD, CARDS, ROUND, UP
from vendetta_kit.kernel.state import ASK, WHO

from .drill_positions import StoryUnit
from .player_questions import first_event, player_options, seat_answer
from .question_families import at_location, family, name_of, without_agenda

# Turns and tokens ------------------------------------------------------------------------------------------


def _turn_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "turn")
    if event is None or unit.action is not None:
        return
    earlier = unit.position().events
    last = next((e for e in reversed(earlier) if e.kind in ("turn", "phase")), None)
    if last is None or last.kind == "phase":
        rules: tuple[str, ...] = ("PLAN-01", "SET-03", *(("EOR-06",) if unit.before.n[ROUND] > 1 else ()))
        yield QuestionKey("first", rules)
    else:
        teams = ("VTAG-04",) if unit.before.table.teams else ()
        yield QuestionKey(f"next-{last.seat}", ("PLAN-01", "SET-03", *teams))


def _turn_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    event = first_event(out.events, "turn")
    return seat_answer(event.seat if event is not None else None)


def _turn_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    kind, _, seat = key.partition("-")
    holder = ExplanationLine(phrase("line.holder", name=name_of(unit, unit.before.n[AMBITION])))
    line = ExplanationLine(
        phrase("line.order", order=[name_of(unit, s) for s in unit.position().view(None, log=False).order])
    )
    values = {"name": name_of(unit, seat)} if seat else {}
    lines = (line,) if seat else (holder, line)
    others = [other for other in unit.in_game() if str(other) != seat]  # the one whose turn is over is in the prompt
    return Body(phrase(f"turn.{kind}", **values), seat_options(unit.names, others), lines, scene=False)


family(Family("turn", "one", _turn_about, _turn_right, _turn_body, open=True, strip=without_agenda, pressed=True))


def _asked_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.after.n[ASK] == TOKEN and first_event(unit.events, "step") is not None:
        alone = any(not _cards(unit, seat) for seat in _at(unit))
        yield QuestionKey("asked", ("WDR-01", *(("GLOS-08",) if alone else ()), *(("WDR-12",) if _place(unit) else ())))


def _place(unit: StoryUnit) -> int:
    at: Any = unit.events[0].at
    return LOCATION_NUMBER[at]


def _cards(unit: StoryUnit, seat: int) -> tuple[int, ...]:
    return unit.before.z[CARDS + seat * 4 + _place(unit)]


def _at(unit: StoryUnit) -> list[int]:
    n = unit.before.n
    return [seat for seat in unit.in_game() if _cards(unit, seat) or n[BLOOD + seat * 4 + _place(unit)]]


def _what_lies_there(unit: StoryUnit, seat: int, rule_id: str) -> ExplanationLine:
    blood = unit.before.n[BLOOD + seat * 4 + _place(unit)]
    words = phrase("line.there", name=name_of(unit, seat), cards=len(_cards(unit, seat)), blood=blood)
    return ExplanationLine(words, (rule_id,))


def _asked_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(seat) for seat in range(unit.before.seats) if unit.after.n[WHO] >> seat & 1)


def _asked_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    lines = [_what_lies_there(unit, seat, "WDR-01") for seat in unit.in_game()]
    prompt = phrase("asked", at=unit.events[0].at)
    whys = {str(seat): line.text for seat, line in zip(unit.in_game(), lines, strict=True)}
    options = with_reasons(player_options(unit, or_nobody=False), whys)
    return Body(prompt, options, last=tuple(lines), scene=False)


family(
    Family(
        "asked",
        "many",
        _asked_about,
        _asked_right,
        _asked_body,
        open=True,
        until=lambda unit: -1,
        pressed=True,
        shows=at_location,
    )
)


def _choices_of(unit: StoryUnit) -> tuple[Sequence[int], Sequence[int]]:
    """Return the seats that stay and those that leave where tokens are turned up; two empty ones where none are."""
    event = first_event(unit.events, "tokens")
    return (event.data["staying"], event.data["leaving"]) if event is not None else ((), ())


def _stays_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    staying, leaving = _choices_of(unit)
    alone = all(row.kind.startswith(("tokens", "withdraw")) for row in unit.events)  # no card changes who goes
    if staying and leaving and len(staying) + len(leaving) >= FEWEST["many"] and alone:
        yield QuestionKey("stays", ("WDR-04", "WDR-07"))


def _stays_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    me, *others = _choices_of(unit)[0]
    return tuple(str(seat) for seat in sorted(others) if seat != unit.before.table.mate[me]) or (NOBODY,)


def _stays_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    staying, leaving = _choices_of(unit)
    whys: dict[str, Words] = {}
    for which, seats in (("stays", staying), ("leaves", leaving)):
        whys |= {str(seat): phrase(f"why.{which}", name=name_of(unit, seat)) for seat in seats}
    me, line = staying[0], rule_line("WDR-07")
    others = sorted({*staying, *leaving} - {me, unit.before.table.mate[me]})
    options = with_reasons(seat_options(unit.names, others, nobody()), whys)
    prompt = phrase("stays", name=name_of(unit, me), at=unit.events[0].at)
    return Body(prompt, options, last=(line,), why=line.text)


family(
    Family(
        "stays",
        "many",
        _stays_about,
        _stays_right,
        _stays_body,
        open=True,
        until=lambda unit: -1,
        kept={NOBODY: 1.0},
        pressed=True,
        shows=at_location,
    )
)


# Rivals and the order of cards -----------------------------------------------------------------------------


def _rivals_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    if unit.before.table.teams:
        return  # in a team game the player says whether the mate is a Rival
    event = first_event(unit.events, "act")
    if event is not None and event.at is not None:
        yield QuestionKey(f"{event.seat}-{event.data['card']}", ("GLOS-17", "GLOS-18"))


def _rivals_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    me = int(key.partition("-")[0])
    return tuple(str(seat) for seat in _at(unit) if seat != me) or (NOBODY,)


def _rivals_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    seat, _, card = key.partition("-")
    if NUMBER[card] not in _cards(unit, int(seat)) or not unit.before.n[UP] & BIT[NUMBER[card]]:
        return None  # the card is turned up or moved here only in this unit
    others = [s for s in unit.in_game() if s != int(seat)]
    prompt = phrase("rivals", name=name_of(unit, seat), card=card, at=unit.events[0].at)
    lines = [_what_lies_there(unit, s, "GLOS-17" if s in _at(unit) else "GLOS-18") for s in others]
    whys = {str(s): line.text for s, line in zip(others, lines, strict=True)}
    options = with_reasons(seat_options(unit.names, others, nobody()), whys)
    return Body(prompt, options, last=tuple(lines), scene=False)


family(
    Family(
        "rivals",
        "many",
        _rivals_about,
        _rivals_right,
        _rivals_body,
        open=True,
        until=lambda unit: -1,
        kept={NOBODY: 1.0},
        pressed=True,
        shows=at_location,
    )
)

_ORDER_RULES: Final = {
    "preparation": ("PREP-01", "CONTR-02", "REV-05"),
    "conflict": ("CONF-02", "CONTR-02", "REV-05"),
    "aftermath": ("AFT-01", "CONTR-02", "REV-05"),
}


def _step_begun(unit: StoryUnit) -> str | None:
    """Return the step of Resolution that begins in this unit, if its cards begin to act."""
    if unit.action is not None or unit.step is None or first_event(unit.events, "act", "order") is None:
        return None
    step = first_event(unit.events, "step")
    if step is not None:
        name = str(step.data["name"])
    elif unit.step[0] is resolution.act_all and not unit.before.n[ACTED]:
        name = str(unit.step[1])
    else:
        return None
    return name if name in _ORDER_RULES else None


def _order_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    step = _step_begun(unit)
    if step is not None and len(_with_cards(unit, step)) > 1:
        late = ("AFT-04", "RUL-43") if step == "aftermath" and unit.events[0].at == "haven" else ()
        lost = ("AFT-02",) if step == "aftermath" else ()
        yield QuestionKey(step, (*late, *_ORDER_RULES[step], *lost))


_TIMED: Final = {
    "preparation": PREPARATION,
    "conflict": CONFLICT,
    "aftermath": AFTERMATH,
}


def _with_cards(unit: StoryUnit, step: str) -> list[int]:
    """Return the seats with a face-up card of this step's type there."""
    up = unit.before.n[UP] & _TIMED[step]
    return [seat for seat in unit.in_game() if any(up & BIT[card] for card in _cards(unit, seat))]


def _order_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    event = first_event(out.events, "act", "order")
    return seat_answer(event.seat if event is not None else None)


def _order_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    order = unit.position().view(None, log=False).order
    several = [name_of(unit, seat) for seat in order if seat in _with_cards(unit, key)]
    line = ExplanationLine(phrase("line.order", order=[name_of(unit, seat) for seat in order]), ("SET-03",))
    prompt = phrase("order", step=key, at=unit.events[0].at, several=sorted(several))
    return Body(prompt, seat_options(unit.names, _with_cards(unit, key)), (line,), scene=False)


def _until_first(unit: StoryUnit) -> int:
    event = first_event(unit.events, "act", "order")
    return event.n if event is not None else 0


family(
    Family(
        "order",
        "one",
        _order_about,
        _order_right,
        _order_body,
        until=_until_first,
        pressed=True,
        shows=at_location,
    )
)
