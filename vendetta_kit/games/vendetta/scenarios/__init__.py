"""Scenario files of Vendetta: the keys in addition to those of every game."""

from __future__ import annotations

from typing import Final

from vendetta_kit.games.vendetta.engine.position import TABLE_KEYS, prepare
from vendetta_kit.games.vendetta.engine.rules import RULES
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.rulebook import is_id
from vendetta_kit.scenarios.dialect import Dialect

from . import story_playback
from .expectations import FORMS
from .step_syntax import StepReader
from .step_writing import step_of

THEMES: Final = (
    "withdraw", "drain", "frenzy", "face_down", "last_haven", "diablerie", "ties", "planning",
    "feed", "hand", "effect",
)  # fmt: skip
"""The possible themes of a puzzle."""

DIALECT: Final = Dialect(
    format="vendetta-scenario/1",
    rules=RULES,
    table=TABLE_KEYS,
    reader=StepReader,
    prepare=prepare,
    forms=FORMS,
    fits=story_playback.FITS,
    default=story_playback.default,
    is_rule=is_id,
    step=step_of,
    goals=story_playback.GOALS,
    pauses=story_playback.pauses,
    start=story_playback.start,
    by_order=story_playback.by_order,
    never_by_default=story_playback.NEVER_BY_DEFAULT,
    idle=story_playback.IDLE,
    turn_ends=story_playback.TURN_ENDS,
    says=action_text,
    themes=THEMES,
)
