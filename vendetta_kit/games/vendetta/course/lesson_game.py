"""Vendetta for the lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import EndTurn
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS
from vendetta_kit.games.vendetta.engine.rule_numbers import FEWEST_SEATS
from vendetta_kit.games.vendetta.engine.views import COUNTERS, SeatView, View
from vendetta_kit.games.vendetta.scenarios import DIALECT
from vendetta_kit.rulebook import is_id, switches

from .first_game import first_game
from .markup import MARKUP, kind_of
from .predictions import PREDICTIONS


def _turn(view: View) -> tuple[int, int] | None:
    """Return round and number of the Planning turn that the reader is in, if any."""
    if view.decision is None or view.decision.kind not in ("plan", "after_play"):
        return None
    return view.round, view.turn_number


def _end_of_turn(view: View) -> EndTurn | None:
    return EndTurn() if view.decision is not None and view.decision.kind == "after_play" else None


def _of(what: Callable[[SeatView], int | bool | None]) -> Callable[[View, int], int | bool | None]:
    return lambda view, seat: what(view.seats[seat])


def _drills() -> Drills:
    from .drills import DRILLS

    return DRILLS


def _guided() -> frozenset[str]:
    return frozenset(sentence.rule for sentence in first_game().sentences)


CONFUSIONS: Final = 12
"""How many usual mistakes of beginners there are, by number; the last is about similar words in other games."""

SIGNS: Final[Mapping[str, Callable[[View], bool]]] = {
    "FEED-01": lambda view: view.round > 1,
    "DRAIN-03": lambda view: any(seat.drained for seat in view.seats),
    "DIAB-01": lambda view: any(seat.tokens_up or seat.tokens_down for seat in view.seats),
    "DIAB-03": lambda view: any(seat.out for seat in view.seats),
    "V3P-01": lambda view: len(view.seats) == FEWEST_SEATS,
    "VLOC-01": lambda view: any(place.location_card for place in view.locations),
    "VREL-01": lambda view: bool(view.offer) or any(seat.relic for seat in view.seats),
    "VTAG-01": lambda view: bool(view.teams),
}

SUBJECT: Final = LessonGame(
    format="vendetta-lesson/1",
    dialect=DIALECT,
    markup=MARKUP,
    predictions=PREDICTIONS,
    places=AT,
    confusions=CONFUSIONS,
    turn=_turn,
    end_of_turn=_end_of_turn,
    people=lambda: {card.id for card in box.people()},
    switches=switches,
    watched={
        **{key: _of(attrgetter(key)) for key in COUNTERS},
        "tokens": _of(lambda seat: seat.tokens_up + seat.tokens_down),
        "alliance": _of(lambda seat: len(seat.alliance)),
        "drained": _of(lambda seat: len(seat.drained)),
        "score": _of(lambda seat: seat.score),
        "out": _of(lambda seat: seat.out),
    },
    signs=SIGNS,
    drills=_drills,
    guided=_guided,
    shown=("clock", "verbs", "rewards", "decks", "false_friends", "aid"),
    shown_of={"deck": CLANS.__contains__, "card": lambda item: kind_of(item) == "card", "rule": is_id},
)
