"""A prediction during a game: before tokens are turned over, the result at this Location; afterwards, the reasons."""

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


KINDS: Final = ("winner", "leaves", "ally")
"""The kinds of predictions that are asked in turn; the Location decides each."""
OTHERS: Final = ("leaves",)
"""The kinds that ask only about the other players, as the player's own action is no prediction."""


class PredictionPrompt:
    """At most one open prediction; the last decided one stays until it has been read."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Drop any prediction, for another game."""
        self._prediction: Prediction | None = None
        self._before: View | None = None
        self._given: tuple[str, ...] | None = None
        self._settled: Question | None = None

    def handle(self, do: str, value: Any, view: View) -> bool:
        """Handle what was pressed; return whether it was about a prediction."""
        if do != "bet":
            return False
        prediction = _prediction(view)
        if prediction is not None:
            self._prediction, self._before, self._settled = prediction, view, None
            self._given = question_html.answer_to(prediction.question(view)[0], value)
        return True

    def before(self, view: View) -> None:
        """Drop an old answer before the player acts."""
        if self._given is None or self._settled is not None:
            self.reset()

    def after(self, view: View) -> None:
        """Grade the prediction after the player's action, if it has been decided."""
        if self._prediction is not None and self._before is not None and self._settled is None:
            self._settled = _settled(self._prediction, self._before, view)

    def read(self) -> None:
        """Drop the graded prediction, as it has been read."""
        if self._settled is not None:
            self.reset()

    def html(self, view: View, pen: HtmlWriter, offered: bool) -> Html:
        """Return the open question, or the graded last one; empty if there is neither."""
        if self._settled is not None and self._given is not None:
            return tag("div", question_html.graded(self._settled, self._given, pen), lang=pen.lang)
        prediction = _prediction(view)
        if prediction is None or not offered:
            return Html("")
        asked = question_html.asked(_asked(prediction, view), "bet", self._given or (), pen, quiet=True)
        summary = tag("summary", pen.say("bet"))
        return tag("details", summary, asked, cls="vk-bet-box", data_key="bet", open=bool(self._given), lang=pen.lang)


def _of_others(view: View, at: Any, options: Sequence[AnswerOption]) -> tuple[Words, tuple[AnswerOption, ...]]:
    """Return the prompt and the options without the player."""
    from vendetta_kit.games.vendetta.course.question_words import phrase

    return phrase("predict.leaves.others", at=at), tuple(option for option in options if option.value != str(view.me))


def _asked(prediction: Prediction, view: View) -> tuple[str, Words, tuple[AnswerOption, ...]]:
    """Return the form, prompt and options of a prediction, as the player is asked."""
    form, prompt, options = prediction.question(view)
    if prediction.kind in OTHERS:
        prompt, options = _of_others(view, prediction.place(view), options)
    return form, prompt, options


def _settled(prediction: Prediction, before: View, after: View) -> Question | None:
    """Return the question with its answer, as the player was asked; ``None`` if not decided yet."""
    found = prediction.settled(before, after)
    if found is None or prediction.kind not in OTHERS:
        return found
    prompt, options = _of_others(before, prediction.place(before), found.options)
    right = tuple(value for value in found.right if value != str(before.me)) or (NOBODY,)
    return replace(found, prompt=prompt, options=options, right=right)


def _prediction(view: View) -> Prediction | None:
    """Return the prediction to ask for before the tokens of a Location are turned over, else ``None``."""
    decision = view.decision
    if decision is None or decision.kind != "withdraw" or decision.at is None:
        return None
    from vendetta_kit.games.vendetta.course.predictions import PREDICTIONS

    place = [location.at for location in view.locations].index(decision.at)
    return PREDICTIONS.of(KINDS[(view.round + place) % len(KINDS)], at=decision.at)
