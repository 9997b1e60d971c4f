"""A prediction in the middle of a game: before tokens are turned over, what comes of this Location? Afterwards, why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.course.predictions import Prediction
from vendetta_kit.course.questions import NOBODY, AnswerOption, Question, Words
from vendetta_kit.games.vendetta.engine.views import View

from ... import question_html
from ...html import Html, HtmlWriter, tag

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["PredictionPrompt"]

KINDS: Final = ("winner", "leaves", "ally")
"""What is asked, in turn: questions that the Location itself settles."""
OTHERS: Final = ("leaves",)
"""… and of these she is asked about the others: what she does herself is her own choice."""


class PredictionPrompt:
    """One open prediction at most; the last one that is settled stays until it has been read."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Another game: nothing is predicted."""
        self._prediction: Prediction | None = None
        self._before: View | None = None
        self._given: tuple[str, ...] | None = None
        self._settled: Question | None = None

    def handle(self, do: str, value: Any, view: View) -> bool:
        """What was pressed; whether it was for this."""
        if do != "bet":
            return False
        prediction = _prediction(view)
        if prediction is not None:
            self._prediction, self._before, self._settled = prediction, view, None
            self._given = question_html.answer_to(prediction.question(view)[0], value)
        return True

    def before(self, view: View) -> None:
        """The person is about to act: an answer of long ago goes."""
        if self._given is None or self._settled is not None:
            self.reset()

    def after(self, view: View) -> None:
        """She has acted: perhaps what was asked has come about."""
        if self._prediction is not None and self._before is not None and self._settled is None:
            self._settled = _settled(self._prediction, self._before, view)

    def read(self) -> None:
        """How it came out has been read: the next question may come."""
        if self._settled is not None:
            self.reset()

    def html(self, view: View, pen: HtmlWriter, offered: bool) -> Html:
        """The question where there is one, or how the last one came out."""
        if self._settled is not None and self._given is not None:
            return tag("div", question_html.graded(self._settled, self._given, pen), lang=pen.lang)
        prediction = _prediction(view)
        if prediction is None or not offered:
            return Html("")
        asked = question_html.asked(_asked(prediction, view), "bet", self._given or (), pen, quiet=True)
        summary = tag("summary", pen.say("bet"))
        return tag("details", summary, asked, cls="vk-bet-box", data_key="bet", open=bool(self._given), lang=pen.lang)


def _of_others(view: View, at: Any, options: Sequence[AnswerOption]) -> tuple[Words, tuple[AnswerOption, ...]]:
    """Ask about the others alone."""
    from vendetta_kit.games.vendetta.course.question_words import phrase

    return phrase("predict.leaves.others", at=at), tuple(option for option in options if option.value != str(view.me))


def _asked(prediction: Prediction, view: View) -> tuple[str, Words, tuple[AnswerOption, ...]]:
    """The question as it is put to her."""
    form, prompt, options = prediction.question(view)
    if prediction.kind in OTHERS:
        prompt, options = _of_others(view, prediction.place(view), options)
    return form, prompt, options


def _settled(prediction: Prediction, before: View, after: View) -> Question | None:
    """The question with its answer, as it was put to her."""
    found = prediction.settled(before, after)
    if found is None or prediction.kind not in OTHERS:
        return found
    prompt, options = _of_others(before, prediction.place(before), found.options)
    right = tuple(value for value in found.right if value != str(before.me)) or (NOBODY,)
    return replace(found, prompt=prompt, options=options, right=right)


def _prediction(view: View) -> Prediction | None:
    """Before the tokens of a Location are turned over: one of the questions that this Location will answer."""
    decision = view.decision
    if decision is None or decision.kind != "withdraw" or decision.at is None:
        return None
    from vendetta_kit.games.vendetta.course.predictions import PREDICTIONS

    place = [location.at for location in view.locations].index(decision.at)
    return PREDICTIONS.of(KINDS[(view.round + place) % len(KINDS)], at=decision.at)
