"""Who: who wins, who takes what, who enters Frenzy and who is paid, who is asked, who comes first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.course.drills.families import (
    Asked,
    Body,
    Family,
    Outcome,
    family,
    names,
    rules_in,
    without_agenda,
    without_scores,
)
from vendetta_kit.course.drills.numbers import alive
from vendetta_kit.course.questions import NOBODY, Line, Option, names_of, phrase, plain
from vendetta_kit.engine import resolution
from vendetta_kit.engine.agenda import TOKEN
from vendetta_kit.engine.state import ACTED, AMBITION, ASK, BLOOD, CARDS, OUT, POOL, ROUND, UP, WHO
from vendetta_kit.engine.tables import BIT, HAVEN, LOCATION_NUMBER, NUMBER

if TYPE_CHECKING:
    from vendetta_kit.course.drills.stories import Unit
    from vendetta_kit.engine.events import Event

WINNER_RULES: Final = frozenset((
    "CONF-04", "CONF-05", "CONF-07", "CONF-08", "CONF-11", "SET-04", "CONTR-03", "RUL-30", "RUL-32", "RUL-33",
    "RUL-40", "KIT-05", "VTAG-07", "RUL-29", "WDR-10",
))  # fmt: skip
PLACE_RULES: Final = frozenset(
    ("CONF-06", "CONF-11", "REW-03", "REW-11", "REW-12", "VTAG-07", "CONTR-03", "RUL-30", "RUL-40", "KIT-05")
)
AMBITION_RULES: Final = frozenset((
    "COMP-09", "REW-09", "REW-10", "REW-13", "REW-14", "RUL-44", "RUL-14", "DIAB-03", "RUL-42",
))  # fmt: skip
FRENZY_RULES: Final = frozenset(("FRZ-01", "FRZ-11", "FRZ-13", "GLOS-11", "GLOS-12", "FRZ-03", "CONTR-05"))
PAID_RULES: Final = frozenset(("FRZ-02", "FRZ-12", "RUL-06", "VTAG-06", "KIT-15"))
OUT_RULES: Final = frozenset(("DIAB-03", "FRZ-09", "RUL-14", "RUL-15", "KIT-10"))
GAME_RULES: Final = frozenset((
    "EOG-04", "EOG-05", "EOG-06", "EOG-07", "FLOW-05", "VTAG-08", "VTAG-09", "RUL-40", "RUL-44", "RUL-49", "KIT-10",
    "RUL-14", "EOR-05",
))  # fmt: skip


def first_of(events: Iterable[Event], *kinds: str) -> Event | None:
    """The first event of one of these kinds."""
    return next((event for event in events if event.kind in kinds), None)


def ranked(out: Outcome) -> tuple[int, ...]:
    """Who is ranked, best first."""
    event = first_of(out.events, "winner", "lone")
    if event is None:
        return ()
    return tuple(event.data.get("ranking", (event.seat,)))


def _value(seat: int | None) -> tuple[str, ...]:
    return (NOBODY if seat is None else str(seat),)


def _everybody(unit: Unit, nobody: bool = True) -> tuple[Option, ...]:
    return names_of(unit.game.names, alive(unit), nobody)


# The ranking and what it brings ----------------------------------------------------------------------------


def _until_ranking(unit: Unit) -> int:
    event = first_of(unit.events, "winner", "lone", "nobody")
    return event.n if event is not None else 0


def _winner_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "winner", "lone", "nobody")
    if event is not None:
        counts = [row for row in unit.events if row.kind == "count"]
        yield Asked("winner", rules_in((event, *counts), WINNER_RULES | {"CONF-03"}))


def _winner_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    ranking = ranked(out)
    return _value(ranking[0] if ranking else None)


def _winner_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase("winner", at=unit.events[0].at), _everybody(unit), scene=False)


family(Family("winner", "one", _winner_about, _winner_right, _winner_body, until=_until_ranking))


def _place_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "winner", "lone")
    if event is not None:
        for place in (2, 3):
            unlike = {2: ("REW-03", "REW-11"), 3: ("REW-11",)}[place]
            yield Asked(str(place), tuple(r for r in rules_in((event,), PLACE_RULES) if r not in unlike))


def _place_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    ranking = ranked(out)
    place = int(key)
    return _value(ranking[place - 1] if len(ranking) >= place else None)


def _place_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase(f"place.{key}", at=unit.events[0].at), _everybody(unit), scene=False)


family(Family("place", "one", _place_about, _place_right, _place_body, until=_until_ranking))


_PRIZES: Final = {
    "ally": ("ally", "ally_removed", ("REW-01", "SET-21", "RUL-42", "REW-04", "CONF-08", "LOC-05", "GLOS-05")),
    "victim": ("victim", "no_victim", ("REW-02", "SET-21", "REW-04", "RUL-13", "REW-12")),
}


def _prize_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "winner", "lone", "nobody")
    if event is None or sum(row.kind == "victim" for row in unit.events) > 1:
        return
    for prize, (_, _, known) in _PRIZES.items():
        rows = [row for row in unit.events if row.kind in (prize, f"{prize}_removed", f"no_{prize}", "nobody")]
        rules = rules_in(rows, frozenset(known))
        if prize == "victim" and not rows:
            rules = rules_in((event,), frozenset(("REW-12",)))
        if prize == "ally" and event.kind == "nobody":
            rules = ("CONF-08", "LOC-05")
        yield Asked(prize, rules)


def _prize_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    event = first_of(out.events, key)
    return _value(event.seat if event is not None else None)


def _prize_body(unit: Unit, key: str, viewer: int) -> Body | None:
    view = unit.position().view(viewer, log=False)
    at = unit.events[0].at
    ally = next(place.ally for place in view.locations if place.at == at)
    if ally is None:
        return None
    return Body(phrase(f"prize.{key}", at=at, card=ally), _everybody(unit), scene=False)


family(Family("prize", "one", _prize_about, _prize_right, _prize_body))


def _nothing_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "winner")
    if event is not None and len(event.data["ranking"]) > 3:
        yield Asked("nothing", ("REW-11", "REW-03", "CONF-11"))


def _nothing_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    paid = {entry.target.seat for entry in out.entries if entry.cause == "reward"}
    return tuple(str(seat) for seat in alive(unit) if seat not in paid)


def _nothing_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase("nothing", at=unit.events[0].at), _everybody(unit, nobody=False), scene=False)


family(Family("nothing", "many", _nothing_about, _nothing_right, _nothing_body))


def _ambition_about(unit: Unit) -> Iterable[Asked]:
    rows = [row for row in unit.events if row.kind in ("ambition", "ambition_stays", "ally")]
    if any(row.kind != "ally" for row in rows):
        more = ("AFT-04", "RUL-43", "SET-03") if unit.events[0].at == "haven" else ("SET-03",)
        yield Asked("ambition", rules_in(rows, AMBITION_RULES))
        yield Asked("order", (*rules_in(rows, frozenset(("REW-10", "REW-13", "RUL-44"))), *more))


def _ambition_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    return (str(out.n[AMBITION]),)


def _ambition_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase(f"ambition.{key}"), _everybody(unit, nobody=False))


family(Family("ambition", "one", _ambition_about, _ambition_right, _ambition_body))


# Frenzy and elimination ------------------------------------------------------------------------------------


def _frenzy_about(unit: Unit) -> Iterable[Asked]:
    taken = [entry for entry in unit.entries if entry.cause in ("lose", "steal") and entry.token == "blood"]
    frenzies = [event for event in unit.events if event.kind == "frenzy"]
    close = any(
        entry.source.seat is not None and unit.after[0][POOL + entry.source.seat] < 3 for entry in taken
    )
    if frenzies or close:
        yield Asked("who", rules_in((*frenzies, *taken), FRENZY_RULES) if frenzies else ("FRZ-01", "FRZ-11"))


def _frenzy_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    seats = {event.seat for event in out.events if event.kind == "frenzy"}
    return tuple(str(seat) for seat in alive(unit) if seat in seats) or (NOBODY,)


def _frenzy_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase("frenzy"), _everybody(unit))


family(Family("frenzy", "many", _frenzy_about, _frenzy_right, _frenzy_body))


def _paid_about(unit: Unit) -> Iterable[Asked]:
    frenzies = [event for event in unit.events if event.kind == "frenzy"]
    if len(frenzies) == 1:
        rows = [entry for entry in unit.entries if entry.cause == "frenzy_paid"]
        yield Asked(str(frenzies[0].seat), rules_in((*frenzies, *rows), PAID_RULES))


def _paid_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    paid = [e.target.seat for e in out.entries if e.cause == "frenzy_paid" and e.token == "influence"]
    return _value(paid[0] if paid else None)


def _paid_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase("paid", name=names(unit, key)), _everybody(unit))


family(Family("paid", "one", _paid_about, _paid_right, _paid_body))


def _out_about(unit: Unit) -> Iterable[Asked]:
    rows = [event for event in unit.events if event.kind in ("eliminated", "diablerie", "drain", "game_over")]
    if any(row.kind == "diablerie" for row in rows):
        yield Asked("out", rules_in(rows, OUT_RULES) or ("DIAB-03",))


def _out_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    return tuple(str(seat) for seat in alive(unit) if out.n[OUT] >> seat & 1) or (NOBODY,)


def _out_body(unit: Unit, key: str, viewer: int) -> Body:
    return Body(phrase("out"), _everybody(unit))


family(Family("out", "many", _out_about, _out_right, _out_body))


# Turns and tokens ------------------------------------------------------------------------------------------


def _turn_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "turn")
    if event is None or unit.action is not None:
        return
    earlier = unit.position().events
    last = next((e for e in reversed(earlier) if e.kind in ("turn", "phase")), None)
    if last is None or last.kind == "phase":
        rules: tuple[str, ...] = ("PLAN-01", "SET-03", *(("EOR-06",) if unit.before[0][ROUND] > 1 else ()))
        yield Asked("first", rules)
    else:
        teams = ("VTAG-04",) if unit.game.table.teams else ()
        yield Asked(f"next-{last.seat}", ("PLAN-01", "SET-03", *teams))


def _turn_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    event = first_of(out.events, "turn")
    return _value(event.seat if event is not None else None)


def _turn_body(unit: Unit, key: str, viewer: int) -> Body:
    kind, _, seat = key.partition("-")
    holder = names(unit, unit.before[0][AMBITION])
    line = Line(phrase("line.order", order=[names(unit, s) for s in unit.position().view(None, log=False).order]))
    values = {"name": names(unit, seat)} if seat else {}
    prompt = phrase(f"turn.{kind}", holder=holder, **values)
    return Body(prompt, _everybody(unit, nobody=False), (line,), scene=False)


family(Family("turn", "one", _turn_about, _turn_right, _turn_body, open=True, strip=without_agenda))


def _asked_about(unit: Unit) -> Iterable[Asked]:
    if unit.after[0][ASK] == TOKEN and first_of(unit.events, "step") is not None:
        alone = any(not _cards(unit, seat) for seat in _at(unit))
        yield Asked("asked", ("WDR-01", *(("GLOS-08",) if alone else ()), *(("WDR-12",) if _place(unit) else ())))


def _place(unit: Unit) -> int:
    at: Any = unit.events[0].at
    return LOCATION_NUMBER[at]


def _cards(unit: Unit, seat: int) -> tuple[int, ...]:
    return unit.before[1][CARDS + seat * 4 + _place(unit)]


def _at(unit: Unit) -> list[int]:
    n = unit.before[0]
    return [seat for seat in alive(unit) if _cards(unit, seat) or n[BLOOD + seat * 4 + _place(unit)]]


def _asked_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    return tuple(str(seat) for seat in range(unit.game.seats) if unit.after[0][WHO] >> seat & 1)


def _asked_body(unit: Unit, key: str, viewer: int) -> Body:
    lines = [
        Line(
            phrase(
                "line.there", name=names(unit, seat), cards=len(_cards(unit, seat)),
                blood=unit.before[0][BLOOD + seat * 4 + _place(unit)],
            ),  # fmt: skip
            ("WDR-01",),
        )
        for seat in alive(unit)
    ]
    prompt = phrase("asked", at=unit.events[0].at)
    return Body(prompt, _everybody(unit, nobody=False), last=tuple(lines), scene=False)


family(Family("asked", "many", _asked_about, _asked_right, _asked_body, open=True, until=lambda unit: -1))


# Rivals and the order of cards -----------------------------------------------------------------------------


def _rivals_about(unit: Unit) -> Iterable[Asked]:
    if unit.game.table.teams:
        return  # there the mate is a Rival only if its player says so
    event = first_of(unit.events, "act")
    if event is not None and event.at is not None:
        yield Asked(f"{event.seat}-{event.data['card']}", ("GLOS-17", "GLOS-18"))


def _rivals_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    me = int(key.partition("-")[0])
    return tuple(str(seat) for seat in _at(unit) if seat != me) or (NOBODY,)


def _rivals_body(unit: Unit, key: str, viewer: int) -> Body | None:
    seat, _, card = key.partition("-")
    if NUMBER[card] not in _cards(unit, int(seat)):
        return None
    others = [s for s in alive(unit) if s != int(seat)]
    prompt = phrase("rivals", name=names(unit, seat), card=card, at=unit.events[0].at)
    lines = [
        Line(
            phrase(
                "line.there", name=names(unit, s), cards=len(_cards(unit, s)),
                blood=unit.before[0][BLOOD + s * 4 + _place(unit)],
            ),  # fmt: skip
            ("GLOS-17",) if s in _at(unit) else ("GLOS-18",),
        )
        for s in others
    ]
    options = names_of(unit.game.names, others, nobody=True)
    return Body(prompt, options, last=tuple(lines), scene=False)


family(Family("rivals", "many", _rivals_about, _rivals_right, _rivals_body, open=True, until=lambda unit: -1))

_ORDER_RULES: Final = {
    "preparation": ("PREP-01", "CONTR-02", "REV-05"),
    "conflict": ("CONF-02", "CONTR-02", "REV-05"),
    "aftermath": ("AFT-01", "CONTR-02", "REV-05"),
}


def _step_begun(unit: Unit) -> str | None:
    """The step whose cards begin to act in this unit."""
    if unit.action is not None or unit.step is None or first_of(unit.events, "act", "order") is None:
        return None
    step = first_of(unit.events, "step")
    if step is not None:
        name = str(step.data["name"])
    elif unit.step[0] is resolution.act_all and not unit.before[0][ACTED]:
        name = str(unit.step[1])
    else:
        return None
    return name if name in _ORDER_RULES else None


def _order_about(unit: Unit) -> Iterable[Asked]:
    step = _step_begun(unit)
    if step is not None and len(_with_cards(unit, step)) > 1:
        late = ("AFT-04", "RUL-43") if step == "aftermath" and unit.events[0].at == "haven" else ()
        lost = ("AFT-02",) if step == "aftermath" else ()
        yield Asked(step, (*late, *_ORDER_RULES[step], *lost))


_TIMED: Final = {
    "preparation": resolution.PREPARATION,
    "conflict": resolution.CONFLICT,
    "aftermath": resolution.AFTERMATH,
}


def _with_cards(unit: Unit, step: str) -> list[int]:
    """Who has a face-up card of this step's kind there."""
    up = unit.before[0][UP] & _TIMED[step]
    return [seat for seat in alive(unit) if any(up & BIT[card] for card in _cards(unit, seat))]


def _order_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    event = first_of(out.events, "act", "order")
    return _value(event.seat if event is not None else None)


def _order_body(unit: Unit, key: str, viewer: int) -> Body:
    order = unit.position().view(None, log=False).order
    several = [names(unit, seat) for seat in order if seat in _with_cards(unit, key)]
    line = Line(phrase("line.order", order=[names(unit, seat) for seat in order]), ("SET-03",))
    prompt = phrase("order", step=key, at=unit.events[0].at, several=sorted(several))
    return Body(prompt, names_of(unit.game.names, _with_cards(unit, key)), (line,), scene=False)


def _until_first(unit: Unit) -> int:
    event = first_of(unit.events, "act", "order")
    return event.n if event is not None else 0


family(Family("order", "one", _order_about, _order_right, _order_body, until=_until_first))


# The end of the game ---------------------------------------------------------------------------------------


def _game_about(unit: Unit) -> Iterable[Asked]:
    event = first_of(unit.events, "game_over")
    if event is not None:
        phases = [row for row in unit.events if row.kind == "phase"]
        yield Asked("game", rules_in((event, *phases), GAME_RULES))


def _game_right(unit: Unit, out: Outcome, key: str) -> tuple[str, ...]:
    event = first_of(out.events, "game_over")
    assert event is not None
    return ("-".join(map(str, sorted(event.data["winners"]))),)


def _game_body(unit: Unit, key: str, viewer: int) -> Body:
    view = unit.position().view(viewer, log=False)
    if view.teams:
        options = tuple(
            Option("-".join(map(str, sorted(team))), phrase("team", names=[names(unit, seat) for seat in team]))
            for team in view.teams
        )
        return Body(phrase("game.team"), options)
    return Body(phrase("game"), _everybody(unit, nobody=False))


family(Family("game", "one", _game_about, _game_right, _game_body, open=True, strip=without_scores))

__all__ = ["HAVEN", "first_of", "plain", "ranked"]
