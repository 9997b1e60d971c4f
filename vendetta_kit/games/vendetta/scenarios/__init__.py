"""Vendetta's scenario files: what they say beside what every game's say."""

from __future__ import annotations

from typing import Final

from vendetta_kit.games.vendetta.engine.game import RULES
from vendetta_kit.games.vendetta.engine.position import TABLE_KEYS, prepare
from vendetta_kit.games.vendetta.wording.words import action_text
from vendetta_kit.rulebook import is_id
from vendetta_kit.scenarios.dialect import Dialect

from . import telling
from .forms import FORMS
from .reading import Reader
from .writing import step_of

__all__ = ["DIALECT", "THEMES"]

THEMES: Final = ("withdraw", "drain", "frenzy", "face_down", "last_haven", "diablerie", "ties")
"""What a puzzle can be about."""

DIALECT: Final = Dialect(
    format="vendetta-scenario/1",
    rules=RULES,
    table=TABLE_KEYS,
    reader=Reader,
    prepare=prepare,
    forms=FORMS,
    fits=telling.FITS,
    default=telling.default,
    is_rule=is_id,
    step=step_of,
    goals=telling.GOALS,
    pauses=telling.pauses,
    start=telling.start,
    by_order=telling.by_order,
    never_by_default=telling.NEVER_BY_DEFAULT,
    idle=telling.IDLE,
    turn_ends=telling.TURN_ENDS,
    says=action_text,
    themes=THEMES,
)
