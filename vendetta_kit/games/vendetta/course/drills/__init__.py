"""The drills of Vendetta: questions on numbers, players, legality, verbs of tokens, and the text of rules.

>>> from random import Random
>>> question = drill(Random(1), ["REW-02"])
>>> "REW-02" in question.rules, question.grade(question.right)
(True, True)
>>> by_id(question.id).prompt == question.prompt
True
>>> question = statement("PLAN-03")
>>> question.prompt["en"], len(question.options), question.grade(question.right)
('Planning: In each turn you must play …', 3, True)
"""

from __future__ import annotations

from functools import partial
from typing import Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.rule_statements import Statements
from vendetta_kit.data_paths import read_json, read_words
from vendetta_kit.games.vendetta.course.question_words import phrase
from vendetta_kit.games.vendetta.wording.log_lines import TELLER
from vendetta_kit.rulebook import VENDETTA

from . import (
    drain_and_score_questions,
    legality_questions,
    number_questions,
    order_questions,
    player_questions,
    sequence_questions,
    token_verb_questions,
)
from .drill_positions import units
from .puzzle_questions import puzzle_drill, puzzles_by_rule
from .question_families import FAMILIES

_MODULES: Final = (
    legality_questions,
    number_questions,
    order_questions,
    player_questions,
    sequence_questions,
    token_verb_questions,
    drain_and_score_questions,
)
"""The modules of questions; importing them has filled FAMILIES."""


moments: Final = partial(read_json, "vendetta", "drills", "moments.json")
"""The stories in which each rule can be asked about, from the index file."""
_STATEMENTS: Final = Statements(
    VENDETTA,
    lambda lang: read_words("course.json", lang)["gaps"],
    phrase,
    TELLER.text,
    plain=frozenset({"COMP", "CARD", "GLOS"}),
    aside=frozenset({"COMP"}),
)
DRILLS: Final = Drills(FAMILIES, units, _STATEMENTS, moments, puzzles_by_rule, puzzle_drill)
drill = DRILLS.drill
by_id = DRILLS.by_id
rules_with_drills = DRILLS.rules
statement = DRILLS.statements.statement
why = DRILLS.statements.why
