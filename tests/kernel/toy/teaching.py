"""Lessons about *Hush*: what they can refer to, and what can be predicted."""

from __future__ import annotations

from typing import Any, NamedTuple

import tests.kernel.toy as hush
from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.course.markup import Markup
from vendetta_kit.course.predictions import At, PredictionAnswer, PredictionKind, Predictions, Since
from vendetta_kit.course.questions import AnswerOption, Words, seat_options

from .stories import DIALECT


class LogLine(NamedTuple):
    """A line of the log."""

    text: str
    rules: tuple[str, ...]


def log(stretch: Any, lang: str) -> list[LogLine]:
    said = {"en": "{who}: {kind}.", "de": "{kind}: {who}."}[lang]
    return [
        LogLine(said.format(who=stretch.names[event.seat or 0], kind=event.kind), event.rules)
        for event in stretch.events
    ]


def ask_winner(view: hush.HushView, at: At | None, seat: int | None) -> tuple[Words, tuple[AnswerOption, ...]]:
    return {"en": "Who takes the coins?", "de": "Wer nimmt die Münzen?"}, seat_options(
        view.names, range(len(view.names))
    )


def winner(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    won = tuple(event for event in since.events if event.kind == "won")
    return PredictionAnswer((str(won[0].seat),), won) if won else None


SUBJECT = LessonGame(
    format="hush-lesson/1",
    dialect=DIALECT,
    markup=Markup(lambda name: "rule" if DIALECT.is_rule(name) else None, lambda kind, name, lang: name),
    predictions=Predictions(
        {"winner": PredictionKind("one", ask_winner, winner, main="HUSH-03")}, log, frozenset({"round"})
    ),
)
