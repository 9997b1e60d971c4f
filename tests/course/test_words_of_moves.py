"""A word in a lesson is the word on the button: whoever is told what to choose finds it there."""

from __future__ import annotations

import pytest

from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer, MoveOutcome
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Stay, Withdraw
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook import languages

PRESSED = Stay, Withdraw, Choose, Bid
"""What is done by one press of a button with a few words; a card is played in several steps."""


@pytest.mark.parametrize("lesson", lessons.shipped(), ids=lambda lesson: lesson.id)
def test_a_move_is_called_in_the_text_what_its_button_is_called(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, missing = LessonPlayer.act, []

    def noted(walk: LessonPlayer, action: Action) -> MoveOutcome:
        beat, view = walk.beat, walk.view
        if isinstance(beat, YourMove) and isinstance(action, PRESSED):
            assert view is not None
            assert view.decision is not None
            for lang in languages():
                button = message_text.answer_label(view.decision, action, view.names, lang)
                for text in (beat.words, beat.other):
                    if text is not None and button.lower() not in markup.plain(text[lang], lang).lower():
                        missing.append(f"line {beat.mark.line}: {button!r} is not in {text[lang]!r}")
        return act(walk, action)

    monkeypatch.setattr(LessonPlayer, "act", noted)
    LessonPlayer(lesson).run_through()
    assert not missing, "\n".join(missing)
