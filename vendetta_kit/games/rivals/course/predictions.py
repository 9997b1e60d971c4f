"""Predictions of Rivals: a player's Rival, Prestige, Blood, the cards of the city, and where a vampire is.

>>> from vendetta_kit.games.rivals.engine.game import Game
>>> form, prompt, options = PREDICTIONS.of("rival", seat=0).question(Game.new(3).view(0))
>>> form, prompt["en"], [option.text["en"] for option in options]
('one', 'Whose token will Ann hold?', ['Bob', 'Cy'])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendetta_kit.course.predictions import At, Find, PredictionAnswer, PredictionKind, Predictions, Since
from vendetta_kit.course.questions import AnswerOption, Words, seat_options
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.log_lines import log_lines
from vendetta_kit.games.rivals.wording.message_text import say
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import RIVALS

YES, NO = "yes", "no"
_CLOCK: Final = frozenset({"turn"})
"""Kinds of events that only say when something happens."""
_DECIDED: Final = {
    "prestige": ("first_player",),
    "revealed": ("start_of_turn",),
    "burned": ("start_of_turn",),
    "blood": ("end_of_turn", "discarded", "end_phase"),
    "streets": ("moved", "returned"),
    "torpor": ("end_of_turn", "awake"),
}
"""The kinds of events that decide each prediction."""


def _words(key: str, **values: str) -> Words:
    return {lang: say("predict", key, lang, values) for lang in RIVALS.languages()}


def _yes_no(view: View, seat: int | None) -> tuple[AnswerOption, ...]:
    return AnswerOption(YES, _words("yes")), AnswerOption(NO, _words("no"))


def _others(view: View, seat: int | None) -> tuple[AnswerOption, ...]:
    taken = [rival for rival in view.rivals if rival is not None]
    return seat_options(view.names, [k for k in range(len(view.names)) if k != seat and k not in taken])


def _none(view: View, seat: int | None) -> tuple[AnswerOption, ...]:
    return ()


def _decided(since: Since, kind: str) -> tuple[Event, ...]:
    return tuple(event for event in since.events if event.kind in _DECIDED[kind])


def _rival(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = tuple(e for e in since.events if e.kind in ("own_token", "rival", "turned_up") and e.seat in (seat, None))
    rival = since.after.rivals[seat]
    return PredictionAnswer((str(rival),), rows) if rival is not None and rows else None


def _prestige(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    if not _decided(since, "prestige"):
        return None
    entries = tuple(entry for entry in since.entries if entry.source.seat == seat)
    return PredictionAnswer((str(since.after.prestige[seat]),), (), entries)


def _revealed(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    if not _decided(since, "revealed"):
        return None
    rows = tuple(event for event in since.events if event.kind == "revealed")
    return PredictionAnswer((str(len(rows)),), rows)


def _burned(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    end = _decided(since, "burned")
    if not end:
        return None
    rows = tuple(event for event in since.events if event.kind == "burned")
    return PredictionAnswer((YES if rows else NO,), rows or end[:1], about=("CITY-04",))


def _blood(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    end = _decided(since, "blood")
    if not end:
        return None
    mine = (*since.after.haven[seat], *since.after.out[seat], *since.after.torpor[seat])
    entries = tuple(entry for entry in since.entries if entry.target.seat == seat)
    return PredictionAnswer((str(sum(since.after.blood[card] for card in mine)),), () if entries else end[:1], entries)


def _streets(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = _decided(since, "streets")
    return PredictionAnswer((str(len(since.after.out[seat])),), rows) if rows else None


def _torpor(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = _decided(since, "torpor")
    return PredictionAnswer((str(len(since.after.torpor[seat])),), rows) if rows else None


def _kind(form: str, key: str, options: Callable[[View, int | None], tuple[AnswerOption, ...]], find: Find, main: str,
          of_seat: bool = True) -> PredictionKind:  # fmt: skip
    def ask(view: View, at: At | None, seat: int | None) -> tuple[Words, tuple[AnswerOption, ...]]:
        return _words(key, **({} if seat is None else {"name": view.names[seat]})), options(view, seat)

    return PredictionKind(form, ask, find, of_seat=of_seat, main=main)


KINDS: Final[dict[str, PredictionKind]] = {
    "rival": _kind("one", "rival", _others, _rival, "SET-13"),
    "prestige": _kind("number", "prestige", _none, _prestige, "SET-08"),
    "revealed": _kind("number", "revealed", _none, _revealed, "BEG-01", of_seat=False),
    "burned": _kind("one", "burned", _yes_no, _burned, "CITY-04", of_seat=False),
    "blood": _kind("number", "blood", _none, _blood, "END-02"),
    "streets": _kind("number", "streets", _none, _streets, "BEG-04"),
    "torpor": _kind("number", "torpor", _none, _torpor, "END-04"),
}
"""All kinds of predictions. Each is answered as soon as its deciding event has happened."""

PREDICTIONS: Final = Predictions(KINDS, log_lines, _CLOCK)
