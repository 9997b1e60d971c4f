"""Drills of V:TES: questions about positions from scenarios and games of bots, answered and graded by the engine.

>>> question = by_id("statement:BLEED-03:0")
>>> question.prompt["de"], len(question.options), question.grade(question.right)
('Bleeden: Nach einem gelungenen Bleed …', 3, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.rule_statements import Statements
from vendetta_kit.data_paths import read_json, read_words
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.rulebook import VTES

from ..question_words import phrase
from . import (
    bleed_questions,
    block_questions,
    board_questions,
    counter_questions,
    damage_questions,
    oust_questions,
    phase_questions,
    transfer_questions,
    turn_questions,
    vote_questions,
)
from .drill_positions import units
from .question_families import FAMILIES

_MODULES: Final = (
    bleed_questions,
    block_questions,
    transfer_questions,
    damage_questions,
    vote_questions,
    turn_questions,
    oust_questions,
    board_questions,
    phase_questions,
    counter_questions,
)
"""The modules of questions; importing them fills ``FAMILIES``."""


def _told(row: Event | Entry, names: Sequence[str], lang: str, seat: int) -> str:
    return practice_words().teller.text(row, names, lang, seat)


moments: Final = partial(read_json, "vtes", "drills", "moments.json")
"""Return the index: for each rule, the units from which questions about it can be made."""
_STATEMENTS: Final = Statements(VTES, lambda lang: read_words("drills.json", lang, "vtes")["gaps"], phrase, _told)
DRILLS: Final = Drills(FAMILIES, units, _STATEMENTS, moments)
drill = DRILLS.drill
by_id = DRILLS.by_id
