"""Questions on numbers: Blood, Influence, Power, tokens, cards, turns and scores after an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import ExplanationLine, Words, untranslated
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.engine.actions import Drain, Keep
from vendetta_kit.games.vendetta.engine.card_tables import AT, FEED, LOCATION_NUMBER, NUMBER, PLANNING_TURNS
from vendetta_kit.games.vendetta.engine.rounds import count_looked_at, usually_kept
from vendetta_kit.games.vendetta.engine.rule_numbers import FEWEST_SEATS
from vendetta_kit.games.vendetta.engine.state import BLOOD, DECK, HAND, INFL, OUT, POOL, ROUND
from vendetta_kit.kernel.events import Entry

from .drill_positions import StoryUnit
from .question_families import at_location, cards_of, family, name_of, outcome, power_sum, seat_of, without_agenda

Right = Callable[["StoryUnit", UnitOutcome, str], tuple[str, ...]]
Bodies = Callable[["StoryUnit", str, int], "Body | None"]

_KIT: Final = tuple(f"KIT-{number:02}" for number in (4, 6, 7, 8, 9, 11, 13, 14, 15, 16, 19))
POOL_RULES: Final = frozenset((
    "FEED-01", "FEED-02", "FEED-04", "FEED-05", "RUL-12", "PLAN-08", "PLAN-09", "PLAN-10", "PLAN-12",
    "GLOS-06", "GLOS-09", "GLOS-10", "GLOS-11", "GLOS-12", "GLOS-13", "DRAIN-04", "DRAIN-02", "DIAB-05", "FRZ-01",
    "FRZ-03", "FRZ-04", "FRZ-06", "FRZ-07", "FRZ-11", "FRZ-13", "FRZ-14", "RUL-04", "RUL-05", "RUL-07", "RUL-08",
    "RUL-09", "RUL-10", "RUL-22", "RUL-27", "RUL-28", "RUL-34", "RUL-41", "CONTR-05", "CONTR-06", "WDR-05", "WDR-08",
    "WDR-11", "RUL-17", "RUL-25", "RUL-47", "VLOC-04", "VREL-05", *_KIT,
))  # fmt: skip
INFLUENCE_RULES: Final = frozenset((
    "REW-05", "REW-06", "REW-07", "REW-08", "REW-11", "REW-12", "REW-14", "REW-15", "GLOS-19", "FRZ-02", "FRZ-07",
    "FRZ-12", "FRZ-14", "RUL-06", "RUL-11", "RUL-48", "VTAG-06", "KIT-15", "GLOS-09", "GLOS-11", "VLOC-04", "CONF-08",
    "RUL-47", "RUL-30", "CARD-04",
))  # fmt: skip
DEPLOYED_RULES: Final = frozenset((
    "PLAN-12", "PLAN-13", "PLAN-14", "PLAN-24", "DIAB-04", "DIAB-05", "DIAB-06", "DIAB-08", "RUL-16", "GLOS-01",
    "GLOS-06", "GLOS-07", "RUL-05", "RUL-21", "RUL-45", "RUL-52", "EOR-02", "WDR-05", "GLOS-13", "KIT-11", "KIT-14",
    "RUL-07", "CONTR-05", "GLOS-03", "VREL-05", "VLOC-04",
))  # fmt: skip
POWER_RULES: Final = frozenset((
    "CONF-03", "CONF-09", "CONF-10", "GLOS-02", "GLOS-07", "GLOS-14", "GLOS-16", "REV-04", "RUL-31", "RUL-36",
    "RUL-37", "RUL-38", "RUL-39", "KIT-08", "KIT-09", "VREL-05",
))  # fmt: skip
HAND_RULES: Final = frozenset(
    ("EOR-03", "HAND-02", "HAND-05", "HAND-07", "HAND-08", "V3P-02", "V3P-04", "RUL-24", "RUL-25", "WDR-08", "KIT-18")
)
DECK_RULES: Final = frozenset(("HAND-03", "HAND-09", "V3P-02", "V3P-04"))


def number_at(first: int) -> Right:
    """Return a function that answers with a number of the state, of the seat in the key."""
    return lambda unit, out, key: (str(out.n[first + int(key)]),)


def size_at(first: int) -> Right:
    """Return a function that answers with the number of cards in a zone, of the seat in the key."""
    return lambda unit, out, key: (str(len(out.z[first + int(key)])),)


def prompt_for(words: str, first: int) -> Bodies:
    """Return a function that asks for a number of the state, of a seat."""
    return lambda unit, key, viewer: number_body(unit, phrase(words, name=name_of(unit, key)), first + int(key))


def number_body(unit: StoryUnit, prompt: Words, index: int, *more: ExplanationLine, steps: Sequence[int] = ()) -> Body:
    """Return a question for a number of the state; the explanation begins with the old value and ends with the new.

    Its reason is the sum of the ``steps`` that led there, if they are all that did.
    """
    had, has = unit.before.n[index], unit.after.n[index]
    before, after = phrase("line.before", n=had), phrase("line.after", n=has)
    sum_ = "".join(f" {'+-'[step < 0]} {abs(step)}" for step in steps).replace("-", "\N{MINUS SIGN}")
    why = untranslated(f"{had}{sum_} = {has}.") if steps and had + sum(steps) == has else None
    return Body(prompt, first=(ExplanationLine(before), *more), last=(ExplanationLine(after),), why=why)


def _steps(unit: StoryUnit, token: str, *account: object) -> list[int]:
    """Return by how much each entry of the unit changes an account: its kind, seat and Location."""
    moved = [
        entry.amount * ((entry.target[: len(account)] == account) - (entry.source[: len(account)] == account))
        for entry in unit.entries
        if entry.token == token
    ]
    return [step for step in moved if step]


# Blood and Influence in a Pool -----------------------------------------------------------------------------


def _touching(unit: StoryUnit, token: str, seat: int) -> list[Entry]:
    here = [entry for entry in unit.entries if entry.token == token]
    return [e for e in here if any(a.kind == "pool" and a.seat == seat for a in (e.source, e.target))]


_CAUSES: Final = ("frenzy", "frenzy_bare", "protected", "eliminated", "withdraw", "withdraw_haven")
_GENERAL: Final = ("phase", "choice", "act", "ignored", "bids", "relic_used", "play", "winner", "lone")


def _about(unit: StoryUnit, token: str, known: frozenset[str]) -> Iterable[QuestionKey]:
    for seat in unit.in_game():
        entries = _touching(unit, token, seat)
        causes = [event for event in unit.events if event.seat == seat and event.kind in _CAUSES]
        if not entries and not any(event.kind == "protected" for event in causes):
            continue
        if any(entry.cause in ("start", "eliminated", "score_tokens", "score_diablerie") for entry in entries):
            continue
        drains = [event for event in unit.events if event.kind == "drain" and event.seat == seat]
        general = [e for e in unit.events if e.kind in _GENERAL and (e.kind != "play" or e.seat == seat)]
        yield QuestionKey(str(seat), rules_in((*causes, *drains, *entries, *general), known))


def _pool_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    index = POOL + int(key)
    fed = any(entry.cause == "feed" for entry in unit.entries)
    more = [_feeding(unit, int(key))] if fed else []
    steps = _steps(unit, "blood", "pool", int(key))
    return number_body(unit, phrase("pool", name=name_of(unit, key)), index, *more, steps=steps)


def _influence_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    steps = _steps(unit, "influence", "pool", int(key))
    return number_body(unit, phrase("influence", name=name_of(unit, key)), INFL + int(key), steps=steps)


def _feeding(unit: StoryUnit, seat: int) -> ExplanationLine:
    view = unit.position().view(seat, log=False)
    cards = view.seats[seat].alliance
    values: dict[str, list[int]] = {}
    for card in cards:
        name = box.name(card)
        values.setdefault(name, []).append(FEED[NUMBER[card]])
    parts = [f"{name} {sum(feed)}" for name, feed in values.items()]
    return ExplanationLine(phrase("line.feed", parts=parts), ("FEED-01",))


def _pool_shows(unit: StoryUnit, key: str) -> tuple[str, ...]:
    """Return the player's own cards where they alone decide: in a Feed and a Drain."""
    alone = isinstance(unit.action, Drain) or any(entry.cause == "feed" for entry in unit.entries)
    return cards_of(unit, key) if alone else ()


_pool_about = partial(_about, token="blood", known=POOL_RULES)
_influence_about = partial(_about, token="influence", known=INFLUENCE_RULES)
family(
    Family(
        "pool",
        "number",
        _pool_about,
        number_at(POOL),
        _pool_body,
        drawn=True,
        focus=seat_of,
        shows=_pool_shows,
        then=outcome,
    )
)
family(Family("influence", "number", _influence_about, number_at(INFL), _influence_body, focus=seat_of, then=outcome))


# Deployed Blood --------------------------------------------------------------------------------------------


def _deployed_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    places: dict[tuple[int, Any], list[Any]] = {}
    for entry in unit.entries:
        for account in (entry.source, entry.target):
            if account.kind == "position" and account.seat is not None:
                places.setdefault((account.seat, account.at), []).append(entry)
    for (seat, at), rows in places.items():
        more = [event for event in unit.events if event.kind in ("play", "flip", "choice") and event.seat == seat]
        rules = rules_in((*rows, *more), DEPLOYED_RULES)
        if any(event.kind == "end_of_planning" for event in unit.events) or unit.before.n[OUT] >> seat & 1:
            continue
        yield QuestionKey(f"{seat}-{at}", rules)


def _index(key: str) -> int:
    seat, _, at = key.partition("-")
    return BLOOD + int(seat) * 4 + LOCATION_NUMBER[int(at) if at.isdigit() else at]


def _deployed_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(out.n[_index(key)]),)


def _deployed_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    index = _index(key)
    prompt = phrase("deployed", name=name_of(unit, seat_of(key)), at=AT[(index - BLOOD) % 4])
    steps = _steps(unit, "blood", "position", seat_of(key), AT[(index - BLOOD) % 4])
    return number_body(unit, prompt, index, steps=steps)


def _deployed_shows(unit: StoryUnit, key: str) -> tuple[str, ...]:
    return (key.partition("-")[2],)


family(
    Family(
        "deployed",
        "number",
        _deployed_about,
        _deployed_right,
        _deployed_body,
        focus=seat_of,
        shows=_deployed_shows,
        then=outcome,
    )
)


# Power -----------------------------------------------------------------------------------------------------


def _power_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind == "count":
            yield QuestionKey(str(event.seat), rules_in((event,), POWER_RULES))


def _power_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(event.data["power"]) for event in out.events if event.kind == "count" and event.seat == int(key))


def _power_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    counted = next(event for event in unit.events if event.kind == "count" and event.seat == int(key))
    why = phrase("why.power", powers={lang: [told] for lang, told in power_sum(unit, counted).items()})
    return Body(phrase("power", name=name_of(unit, key), at=unit.events[0].at), scene=False, why=why)


def _counted(unit: StoryUnit) -> int:
    return max(event.n for event in unit.events if event.kind == "count")


family(
    Family("power", "number", _power_about, _power_right, _power_body, until=_counted, focus=seat_of, shows=at_location)
)


# Cards in hand and deck, turns -----------------------------------------------------------------------------


def _hand_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind in ("cards_back", "withdraw_haven", "kept"):
            assert event.seat is not None
            yield QuestionKey(str(event.seat), rules_in((event,), HAND_RULES))


def _kept_body(words: str, first: int) -> Bodies:
    """Return a function that asks for the number of cards in a zone, unless a player kept an unusual number."""

    def body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
        zone = first + int(key)
        line = phrase("line.cards", before=len(unit.before.z[zone]), after=len(unit.after.z[zone]))
        return None if _more_kept(unit) else Body(phrase(words, name=name_of(unit, key)), last=(ExplanationLine(line),))

    return body


def _more_kept(unit: StoryUnit) -> bool:
    """Return whether a player kept one card more than usual, which nobody could know before."""
    usual = usually_kept(count_looked_at(unit.before.seats, unit.before.n[ROUND]))
    return isinstance(unit.action, Keep) and any(
        event.kind == "kept" and event.data["count"] != usual for event in unit.events
    )


family(Family("hand", "number", _hand_about, size_at(HAND), _kept_body("hand", HAND), open=True, focus=seat_of))


def _deck_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind == "kept":
            yield QuestionKey(str(event.seat), rules_in((event,), DECK_RULES))


family(Family("deck", "number", _deck_about, size_at(DECK), _kept_body("deck", DECK), open=True, focus=seat_of))


def _turns_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    for event in unit.events:
        if event.kind == "phase" and event.moment.phase == "planning":
            rules = ("V3P-03", "V3P-01") if unit.before.seats == FEWEST_SEATS else ("PLAN-02",)
            yield QuestionKey("turns", rules)


def _turns_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(PLANNING_TURNS[unit.before.seats][unit.before.n[ROUND] - 1]),)


def _turns_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    turns = "/".join(map(str, PLANNING_TURNS[unit.before.seats]))
    line = ExplanationLine(
        phrase("line.turns", turns=turns), ("V3P-03",) if unit.before.seats == FEWEST_SEATS else ("PLAN-02",)
    )
    return Body(phrase("turns"), last=(line,))


family(Family("turns", "number", _turns_about, _turns_right, _turns_body, open=True, strip=without_agenda))
