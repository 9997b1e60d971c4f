"""Compares a story under both readings of a ruling: what happens, line by line, and the numbers at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from vendetta_kit.rulebook import languages
from vendetta_kit.scenarios.model import Do
from vendetta_kit.scenarios.runner import ScenarioRun

from .lesson_game import LessonGame
from .lesson_model import Both, lesson_words
from .questions import ExplanationLine, Words, log_explanation


@dataclass(frozen=True, slots=True)
class RulingReading:
    """A story under one reading of a ruling.

    ``option`` is the reading's name, ``words`` its text, ``lines`` what happened, refused steps included, ``numbers``
    what is compared at the end, by seat and name; ``default`` says whether it is the kit's default.
    """

    ruling: str
    option: str
    default: bool
    words: Words
    lines: tuple[ExplanationLine, ...]
    numbers: Mapping[int, Mapping[str, int | bool | None]]
    names: tuple[str, ...]
    view: Any


def compare_readings(subject: LessonGame, beat: Both) -> tuple[RulingReading, ...]:
    """Return the story of a beat under each reading, the default first."""
    return tuple(_reading(subject, beat, option) for option in subject.dialect.rules.switches[beat.switch])


def _reading(subject: LessonGame, beat: Both, option: str) -> RulingReading:
    telling = ScenarioRun(replace(beat.scenario, table=_under(subject, beat, option)))
    game = telling.game
    lines: list[ExplanationLine] = []
    for step in beat.scenario.steps:
        events, entries = len(game.events), len(game.ledger)
        if isinstance(step, Do) and not telling.reach(step):
            lines += _refused(telling, step)
            continue
        telling.do(step)
        lines += log_explanation(subject.predictions.log, None, game.names, game.events[events:], game.ledger[entries:])
    telling.finish()
    view = game.view(None)
    ruling = {lang: subject.switches(lang)[beat.switch] for lang in languages()}
    default = option == subject.dialect.rules.switches[beat.switch][0]
    said = {lang: (entry.default if default else entry.other) or "" for lang, entry in ruling.items()}
    numbers = {
        seat: {what: subject.watched[what](view, seat) for what in several} for seat, several in beat.watch.items()
    }
    return RulingReading(ruling["en"].id, option, default, said, tuple(lines), numbers, game.names, view)


def _under(subject: LessonGame, beat: Both, option: str) -> Mapping[str, Any]:
    """Return the position of a beat's story with a reading set, as a key of its own or in ``rulings``."""
    table = beat.scenario.table
    if beat.switch in subject.dialect.table:
        return {**table, beat.switch: option}
    return {**table, "rulings": {**table.get("rulings", {}), beat.switch: option}}


def _refused(telling: ScenarioRun, step: Do) -> list[ExplanationLine]:
    """Return the lines on a step that this reading forbids, with the reasons."""
    names = telling.game.names
    why = telling.game.why_not(step.seat, step.action)
    template = lesson_words("refused")
    tried = {
        lang: template[lang].format(name=names[step.seat], action=telling.dialect.says(step.action, names, lang))
        for lang in languages()
    }
    reasons = why.reasons if why is not None else ()
    return [
        ExplanationLine(tried, ()),
        *(ExplanationLine({lang: reason.text(lang) for lang in languages()}, (reason.rule,)) for reason in reasons),
    ]
