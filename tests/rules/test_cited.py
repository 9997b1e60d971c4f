"""Every rule that has an effect is cited by the engine: by an event, a ledger entry, a decision or a refusal."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from vendetta_kit import rulebook
from vendetta_kit.games.vendetta.engine import agenda, event_kinds, events

ENGINE = Path(events.__file__).parent
RULE_ID = re.compile(r"(?:[A-Z0-9]{3,5})-\d\d")


def cited() -> set[str]:
    """Rule ids that stand in the engine's code as values, docstrings left out."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                found.add(node.value)
    return found


def test_every_rule_with_an_effect_is_cited_by_the_engine() -> None:
    with_effect = {rule.id for rule in rulebook.all_rules() if not rule.no_effect}
    assert with_effect - cited() == set()


def test_every_ruling_is_cited_by_the_engine() -> None:
    assert {ruling.id for ruling in rulebook.all_rulings()} - cited() == set()


def test_what_the_engine_cites_exists() -> None:
    known = {rule.id for rule in rulebook.all_rules()} | {ruling.id for ruling in rulebook.all_rulings()}
    assert cited() - known == set()


def test_every_kind_of_event_cause_and_question_has_a_rule() -> None:
    kinds = {name: kind.rules for name, kind in event_kinds.EVENTS.items()}
    for table in (kinds, events.CAUSE_RULES, agenda.QUESTIONS):
        assert all(table.values())
