"""Predictions: questions about what is about to happen, graded with an explanation once it has happened.

The question is made from the view before alone, so it reveals nothing. The answer and its explanation are made from
the events and ledger entries that the view after has in addition. Each game defines what can be predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.events import Entry, Event

from .questions import AnswerOption, ExplanationLine, Log, Question, Words, log_explanation, numbers_from

At = int | str
AROUND: Final = (5, 14)
"""How many numbers below the one that holds now a prediction offers at most, and how many in all."""


class BadPrediction(BadInput):
    """Error: a prediction cannot be asked. The message is one line."""


class Since(NamedTuple):
    """The views before and after, and the events and ledger entries since the prediction was asked."""

    after: Any
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


class PredictionAnswer(NamedTuple):
    """The answer to a prediction: the right values, the rows of the log that show it, and the ids of its rules."""

    right: tuple[str, ...]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...] = ()
    about: tuple[str, ...] = ()
    last: tuple[ExplanationLine, ...] = ()


Find = Callable[[Since, "At | None", int], "PredictionAnswer | None"]


class PredictionKind(NamedTuple):
    """A kind of prediction.

    Args:
        form: the form of its question.
        ask: returns prompt and options: ``(view, place, seat)``.
        answer: returns the answer, or ``None`` as long as it is not decided: ``(since, place, seat)``.
        of_seat, of_place: whether it needs a seat, or a place.
        main: the id of its most important rule.
        now: returns the number that holds before, around which numbers are offered; without it the answer is typed.
    """

    form: str
    ask: Callable[[Any, At | None, int | None], tuple[Words, tuple[AnswerOption, ...]]]
    answer: Find
    of_seat: bool = False
    of_place: bool = False
    main: str = ""
    now: Callable[[Any, int], int] | None = None


def _nowhere(view: Any, of_place: bool) -> At | None:
    return None


@dataclass(frozen=True, slots=True)
class Predictions:
    """The predictions of a game.

    Args:
        kinds: the kinds of predictions by name.
        log: returns log lines.
        passing: kinds of events that only mark time; if there are no others, nothing has happened yet.
        here: returns the place to use if none is named: ``(view, whether one is needed)``.
    """

    kinds: Mapping[str, PredictionKind]
    log: Log
    passing: frozenset[str] = frozenset()
    here: Callable[[Any, bool], At | None] = _nowhere

    def of(self, kind: str, at: At | None = None, seat: int | str | None = None) -> Prediction:
        """Return a prediction of a kind, about a place and a seat (a number or a name) if it needs them.

        Raises:
            BadPrediction: there is no such kind, or it needs a seat.
        """
        if kind not in self.kinds:
            raise BadPrediction(
                "", Message("no_prediction", value=kind), Message("want.one_of", words=tuple(self.kinds))
            )
        if self.kinds[kind].of_seat and seat is None:
            raise BadPrediction("", Message("prediction_seat", value=kind))
        return Prediction(self, kind, at, seat)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A prediction of one of its game's kinds, with a place ``at`` and a ``seat`` if the kind needs them."""

    game: Predictions
    kind: str
    at: At | None = None
    seat: int | str | None = None

    def question(self, view: Any) -> tuple[str, Words, tuple[AnswerOption, ...]]:
        """Return form, prompt and options of the question, made from the view before."""
        kind, seat = self.game.kinds[self.kind], self.who(view)
        prompt, options = kind.ask(view, self.place(view), seat)
        if kind.now is not None and seat is not None:
            below, count = AROUND
            options = numbers_from(max(0, kind.now(view, seat) - below), count)
        return kind.form, prompt, options

    def settled(self, before: Any, after: Any) -> Question | None:
        """Return the question with its answer once it has happened; ``None`` before."""
        last = max([*(event.n for event in before.events[-1:]), *(entry.n for entry in before.ledger[-1:])], default=-1)
        events = tuple(event for event in after.events if event.n > last)
        entries = tuple(entry for entry in after.ledger if entry.n > last)
        if not entries and all(event.kind in self.game.passing for event in events):
            return None
        at, seat = self.place(before), self.who(before)
        kind = self.game.kinds[self.kind]
        answer = kind.answer(Since(after, events, entries), at, -1 if seat is None else seat)
        if answer is None:
            return None
        form, prompt, options = self.question(before)
        shown = [*(event.rules for event in answer.events), *(entry.rules for entry in answer.entries)]
        rules = [*answer.about, *(rule for some in shown for rule in some)]
        rules.sort(key=lambda rule: rule != kind.main)  # the most important rule first
        working = log_explanation(self.game.log, after.me, after.names, answer.events, answer.entries)
        return Question(
            f"prediction:{self.kind}:{at}:{seat}:{last}",
            form,
            tuple(dict.fromkeys(rules)),
            prompt,
            options,
            answer.right,
            (*working, *answer.last),
            before,
        )

    def place(self, view: Any) -> At | None:
        """Return the place that it is about."""
        return self.at if self.at is not None else self.game.here(view, self.game.kinds[self.kind].of_place)

    def who(self, view: Any) -> int | None:
        """Return the seat that it is about."""
        if isinstance(self.seat, str):
            if self.seat not in view.names:
                raise BadPrediction("", Message("nobody", value=self.seat), Message("want.one_of", words=view.names))
            return tuple(view.names).index(self.seat)
        return self.seat
