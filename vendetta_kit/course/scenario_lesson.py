"""Makes a small lesson of any scenario: it is played step by step, and its expectations are shown at the end.

>>> from vendetta_kit.games.vendetta.course.lesson_game import SUBJECT
>>> from vendetta_kit.scenarios import find, load
>>> lesson = lesson_of(load(find("frenzy-02-vampire")), SUBJECT)
>>> lesson.id, [beat.key for beat in lesson.moments[0].beats][0]
('frenzy-02-vampire', 'say')
"""

from __future__ import annotations

from typing import Final

from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios import BadScenario, Scenario, ScenarioRun
from vendetta_kit.scenarios.model import Check, Order, SourceMark

from .lesson_game import LessonGame
from .lesson_model import Beat, Lesson, LessonPart, Say, Steps, lesson_words

STORY: Final = "story"
"""The id of the one moment of such a lesson."""

_NOWHERE = SourceMark(1, "", "")


def lesson_of(scenario: Scenario, subject: LessonGame) -> Lesson:
    """Return a lesson of one moment that plays a scenario, seen by its first seat."""
    title = {lang: scenario.title.get(lang, next(iter(scenario.title.values()), scenario.id)) for lang in languages()}
    told = [step for step in scenario.steps if not isinstance(step, Check | Order)]
    beats: list[Beat] = [Say(_NOWHERE, scenario.rules, lesson_words("story.begin"))]
    beats += [Steps(step.mark, (), 1) for step in told]
    if _goes_on(scenario):
        beats.append(Steps(_NOWHERE, (), 0))
    beats.append(Say(_NOWHERE, (), lesson_words("story.end")))
    moment = LessonPart(_NOWHERE, STORY, title, scenario, 0, None, tuple(beats))
    return Lesson(
        subject=subject,
        file=scenario.file,
        id=scenario.id,
        number=0,
        title=title,
        goal=lesson_words("story.goal"),
        minutes=2,
        moments=(moment,),
        learned=(),
        rules=scenario.rules,
        drill_count=3,
        next=None,
        lines={},
    )


def _goes_on(scenario: Scenario) -> bool:
    """Return whether something happens between the last step and the check of the expectations, such as the scoring."""
    try:
        telling = ScenarioRun(scenario)
        for step in scenario.steps:
            telling.do(step)
        told = len(telling.game.events)
        telling.settle()
    except BadScenario:
        return False  # the page reports it when the story comes there
    return len(telling.game.events) > told
