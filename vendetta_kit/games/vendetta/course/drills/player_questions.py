"""Questions on players: who wins, takes a reward, enters Frenzy, is paid, or is out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.course.drills.question_families import Body, Family, QuestionKey, UnitOutcome, rules_in
from vendetta_kit.course.questions import NOBODY, AnswerOption, Words, seat_options, with_reasons
from vendetta_kit.games.vendetta.course.question_words import nobody, phrase, rule_line
from vendetta_kit.games.vendetta.engine.card_tables import ALL_LOCATION_CARDS, IDS, REWARD_INFLUENCE
from vendetta_kit.games.vendetta.engine.state import AMBITION, OUT, POOL, ROUND
from vendetta_kit.kernel.events import Event

from .drill_positions import StoryUnit
from .question_families import at_location, family, name_of, outcome, power_sum, without_scores

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


def first_event(events: Iterable[Event], *kinds: str) -> Event | None:
    """Return the first event of one of these kinds, or ``None``."""
    return next((event for event in events if event.kind in kinds), None)


def ranked_seats(out: UnitOutcome) -> tuple[int, ...]:
    """Return the ranked seats, the best first."""
    event = first_event(out.events, "winner", "lone")
    if event is None:
        return ()
    return tuple(event.data.get("ranking", (event.seat,)))


def seat_answer(seat: int | None) -> tuple[str, ...]:
    """Return the right answer for a seat, or for nobody."""
    return (NOBODY if seat is None else str(seat),)


def player_options(unit: StoryUnit, or_nobody: bool = True) -> tuple[AnswerOption, ...]:
    """Return all seats still in the game as answers."""
    return seat_options(unit.names, unit.in_game(), nobody() if or_nobody else None)


def _in_game(unit: StoryUnit) -> list[str]:
    """Return the names of all players still in the game: with all in the prompt, to be named there tells nothing."""
    return [name_of(unit, seat) for seat in unit.in_game()]


# The ranking and its rewards -------------------------------------------------------------------------------


def _until_ranking(unit: StoryUnit) -> int:
    event = first_event(unit.events, "winner", "lone", "nobody")
    return event.n if event is not None else 0


def _why_ranked(unit: StoryUnit) -> Words | None:
    """Return the Power there, the most first, or who is alone; ``None`` where a card makes the ranking another."""
    lone = first_event(unit.events, "lone")
    if lone is not None:
        return phrase("why.lone", name=name_of(unit, lone.seat))
    counts = {event.seat: event for event in unit.events if event.kind == "count"}
    powers = {seat: event.data["power"] for seat, event in counts.items()}
    order = unit.before.view(None, log=False).order
    most = sorted(powers, key=lambda seat: (-powers[seat], order.index(seat)))
    if not powers or tuple(most) != ranked_seats(unit.outcome()):
        return None
    tied = len(set(powers.values())) < len(powers)
    told = [power_sum(unit, counts[seat]) for seat in most]
    listed = {lang: [one[lang] for one in told] for lang in told[0]}
    return phrase("why.power.tied" if tied else "why.power", powers=listed)


def _winner_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "winner", "lone", "nobody")
    if event is not None:
        counts = [row for row in unit.events if row.kind == "count"]
        yield QuestionKey("winner", rules_in((event, *counts), WINNER_RULES | {"CONF-03"}))


def _winner_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    ranking = ranked_seats(out)
    return seat_answer(ranking[0] if ranking else None)


def _winner_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase("winner", at=unit.events[0].at), player_options(unit), scene=False, why=_why_ranked(unit))


family(
    Family(
        "winner",
        "one",
        _winner_about,
        _winner_right,
        _winner_body,
        until=_until_ranking,
        pressed=True,
        shows=at_location,
    )
)


def _place_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "winner", "lone")
    if event is not None:
        for place in (2, 3):
            unlike = {2: ("REW-03", "REW-11"), 3: ("REW-11",)}[place]
            yield QuestionKey(str(place), tuple(r for r in rules_in((event,), PLACE_RULES) if r not in unlike))


def _place_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    ranking = ranked_seats(out)
    place = int(key)
    return seat_answer(ranking[place - 1] if len(ranking) >= place else None)


def _place_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase(f"place.{key}", at=unit.events[0].at), player_options(unit), scene=False, why=_why_ranked(unit))


family(
    Family(
        "place", "one", _place_about, _place_right, _place_body, until=_until_ranking, pressed=True, shows=at_location
    )
)


_PRIZES: Final = {
    "ally": ("ally", "ally_removed", ("REW-01", "SET-21", "RUL-42", "REW-04", "CONF-08", "LOC-05", "GLOS-05")),
    "victim": ("victim", "no_victim", ("REW-02", "SET-21", "REW-04", "RUL-13", "REW-12")),
}


def _prize_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "winner", "lone", "nobody")
    if event is None or sum(row.kind == "victim" for row in unit.events) > 1:
        return
    for prize, (_, _, known) in _PRIZES.items():
        rows = [row for row in unit.events if row.kind in (prize, f"{prize}_removed", f"no_{prize}", "nobody")]
        rules = rules_in(rows, frozenset(known))
        if prize == "victim" and not rows:
            rules = rules_in((event,), frozenset(("REW-12",)))
        if prize == "ally" and event.kind == "nobody":
            rules = ("CONF-08", "LOC-05")
        yield QuestionKey(prize, rules)


def _prize_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    event = first_event(out.events, key)
    return seat_answer(event.seat if event is not None else None)


def _prize_body(unit: StoryUnit, key: str, viewer: int) -> Body | None:
    view = unit.position().view(viewer, log=False)
    at = unit.events[0].at
    ally = next(place.ally for place in view.locations if place.at == at)
    if ally is None:
        return None
    prompt = phrase(f"prize.{key}", at=at, card=ally)
    return Body(prompt, player_options(unit), scene=False, why=_why_ranked(unit) if key == "ally" else None)


family(Family("prize", "one", _prize_about, _prize_right, _prize_body, pressed=True, shows=at_location))


def _nothing_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "winner")
    if event is not None and len(event.data["ranking"]) > 3:
        yield QuestionKey("nothing", ("REW-11", "REW-03", "CONF-11"))


def _nothing_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    paid = {entry.target.seat for entry in out.entries if entry.cause == "reward"}
    return tuple(str(seat) for seat in unit.in_game() if seat not in paid)


def _nothing_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase("nothing", at=unit.events[0].at), player_options(unit, or_nobody=False), scene=False)


family(Family("nothing", "many", _nothing_about, _nothing_right, _nothing_body, pressed=True, shows=at_location))


def _rewards_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "winner")
    if event is not None:
        rule = ("REW-05", "REW-06", "REW-07")[unit.before.n[ROUND] - 1]
        for place in range(3):
            yield QuestionKey(f"{unit.before.n[ROUND]}-{place + 1}", ("GLOS-19", rule))


def _rewards_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    number, place = map(int, key.split("-"))
    return (str(REWARD_INFLUENCE[number - 1][place - 1]),)


def _rewards_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase("rewards"), last=(rule_line("REW-08"),), scene=False, why=phrase("rewards.why"))


family(
    Family(
        "rewards",
        "number",
        _rewards_about,
        _rewards_right,
        _rewards_body,
        open=True,
        until=lambda unit: -1,
        shows=lambda unit, key: (f"rewards-{key}",),
    )
)


def _ambition_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    rows = [row for row in unit.events if row.kind in ("ambition", "ambition_stays", "ally")]
    if any(row.kind != "ally" for row in rows):
        more = ("AFT-04", "RUL-43", "SET-03") if unit.events[0].at == "haven" else ("SET-03",)
        yield QuestionKey("ambition", rules_in(rows, AMBITION_RULES))
        yield QuestionKey("order", (*rules_in(rows, frozenset(("REW-10", "REW-13", "RUL-44"))), *more))


def _ambition_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return (str(out.n[AMBITION]),)


def _ambition_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase(f"ambition.{key}"), player_options(unit, or_nobody=False))


family(Family("ambition", "one", _ambition_about, _ambition_right, _ambition_body, pressed=True))


# Frenzy and elimination ------------------------------------------------------------------------------------


def _frenzy_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    taken = [entry for entry in unit.entries if entry.cause in ("lose", "steal") and entry.token == "blood"]
    frenzies = [event for event in unit.events if event.kind == "frenzy"]
    close = any(entry.source.seat is not None and unit.after.n[POOL + entry.source.seat] < 3 for entry in taken)
    if frenzies or close:
        yield QuestionKey("who", rules_in((*frenzies, *taken), FRENZY_RULES) if frenzies else ("FRZ-01", "FRZ-11"))


def _frenzy_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    seats = {event.seat for event in out.events if event.kind == "frenzy"}
    return tuple(str(seat) for seat in unit.in_game() if seat in seats) or (NOBODY,)


def _frenzy_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    pool = unit.before.n, unit.after.n
    whys = {}
    for seat in unit.in_game():
        had, left = (n[POOL + seat] for n in pool)
        hit = str(seat) in _frenzy_right(unit, unit.outcome(), key)
        whys[str(seat)] = phrase("why.frenzy" if hit else "why.no_frenzy", name=name_of(unit, seat), n=had, left=left)
    return Body(phrase("frenzy", names=_in_game(unit)), with_reasons(player_options(unit), whys))


family(Family("frenzy", "many", _frenzy_about, _frenzy_right, _frenzy_body, pressed=True, then=outcome))


_SAYS_WHO: Final = frozenset(IDS[card] for card in ALL_LOCATION_CARDS)
"""Cards whose text, shown with the question, says who is paid."""


def _paid_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    frenzies = [event for event in unit.events if event.kind == "frenzy"]
    if len(frenzies) == 1 and not any(entry.card in _SAYS_WHO for entry in unit.entries if entry.cause == "lose"):
        rows = [entry for entry in unit.entries if entry.cause == "frenzy_paid"]
        yield QuestionKey(str(frenzies[0].seat), rules_in((*frenzies, *rows), PAID_RULES))


def _paid_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    paid = [e.target.seat for e in out.entries if e.cause == "frenzy_paid" and e.token == "influence"]
    return seat_answer(paid[0] if paid else None)


def _paid_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase("paid", name=name_of(unit, key), names=_in_game(unit)), player_options(unit))


family(Family("paid", "one", _paid_about, _paid_right, _paid_body, pressed=True, then=outcome))


def _out_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    rows = [event for event in unit.events if event.kind in ("eliminated", "diablerie", "drain", "game_over")]
    if any(row.kind == "diablerie" for row in rows):
        yield QuestionKey("out", rules_in(rows, OUT_RULES) or ("DIAB-03",))


def _out_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    return tuple(str(seat) for seat in unit.in_game() if out.n[OUT] >> seat & 1) or (NOBODY,)


def _out_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    return Body(phrase("out", names=_in_game(unit)), player_options(unit))


family(Family("out", "many", _out_about, _out_right, _out_body, drawn=True, kept={NOBODY: 0.02}, pressed=True))


# The end of the game ---------------------------------------------------------------------------------------


def _game_about(unit: StoryUnit) -> Iterable[QuestionKey]:
    event = first_event(unit.events, "game_over")
    if event is not None:
        phases = [row for row in unit.events if row.kind == "phase"]
        yield QuestionKey("game", rules_in((event, *phases), GAME_RULES))


def _game_right(unit: StoryUnit, out: UnitOutcome, key: str) -> tuple[str, ...]:
    event = first_event(out.events, "game_over")
    assert event is not None
    return ("-".join(map(str, sorted(event.data["winners"]))),)


def _game_body(unit: StoryUnit, key: str, viewer: int) -> Body:
    view = unit.position().view(viewer, log=False)
    if view.teams:
        options = tuple(
            AnswerOption("-".join(map(str, sorted(team))), phrase("team", names=[name_of(unit, seat) for seat in team]))
            for team in view.teams
        )
        return Body(phrase("game.team"), options)
    return Body(phrase("game"), player_options(unit, or_nobody=False))


def _all_cards(unit: StoryUnit, key: str) -> tuple[str, ...]:
    return tuple(f"cards-{seat}" for seat in unit.in_game())


family(
    Family(
        "game",
        "one",
        _game_about,
        _game_right,
        _game_body,
        open=True,
        strip=without_scores,
        pressed=True,
        shows=_all_cards,
    )
)
