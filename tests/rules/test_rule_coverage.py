"""No rule without a test, none that the engine does not cite, and no rule id in the code that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from vendetta_kit import rulebook
from vendetta_kit.games import FIRST
from vendetta_kit.games.vendetta.engine import agenda, event_kinds, events
from vendetta_kit.rulebook import GAMES, Rulebook, all_rules, word
from vendetta_kit.rulebook.rule_coverage import read_coverage

ROOT = Path(__file__).resolve().parents[2]
# Rules that nothing on the table depends on. Whoever adds one must be able to say why (sections.json, "no_effect").
WITHOUT_EFFECT = {"HAND-10": "known_cards", "VTAG-03": "advice"}
RULE_ID = re.compile(r"""(["'])(([A-Z][A-Z0-9]{2,4})-\d\d)\1""")


def test_every_rule_with_an_effect_is_held_by_a_test_or_a_scenario() -> None:
    coverage = read_coverage(str(ROOT / "tests"), str(ROOT / "data" / "vendetta" / "scenarios"))
    assert not coverage.errors
    assert not coverage.missing, f"left without a test or scenario: {', '.join(coverage.missing)}"
    assert coverage.complete


def test_only_the_listed_rules_have_no_effect_and_each_says_why() -> None:
    coverage = read_coverage(str(ROOT / "tests"), str(ROOT / "data" / "vendetta" / "scenarios"))
    assert coverage.without_effect == WITHOUT_EFFECT
    for reason in WITHOUT_EFFECT.values():
        for lang in ("en", "de"):
            assert len(word("no_effect", reason, lang)) > 20


def ids_in_code() -> Iterator[tuple[str, str, Rulebook]]:
    """Ids by their places, and the rulebook that they stand in: inside a game's folder its own, else Vendetta's."""
    for folder in ("vendetta_kit", "widgets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "_data" in path.parts:
                continue
            parts = path.relative_to(ROOT).parts
            book = GAMES[parts[2] if parts[1] == "games" and len(parts) > 3 else FIRST]
            known = {*book.sections(), "RUL", "KIT"}
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for match in RULE_ID.finditer(line):
                    if match[3] in known:
                        yield f"{path.relative_to(ROOT)}:{number}", match[2], book


def test_every_rule_id_in_the_code_exists() -> None:
    found = list(ids_in_code())
    # Doctests show on purpose what happens with an id that does not exist.
    unknown = [f"{place}: {name}" for place, name, book in found if not book.is_id(name) and not name.endswith("-99")]
    assert not unknown
    for book in GAMES.values():
        assert len({name for _, name, own in found if own is book}) > 20


@pytest.mark.parametrize("kind", ["printed", "deduced", "open"])
def test_each_kind_of_rule_is_there(kind: str) -> None:
    assert any(entry.kind == kind for entry in all_rules())


# Rules that are cited --------------------------------------------------------------------------------------


ENGINE = Path(events.__file__).parent
CITED = re.compile(r"(?:[A-Z0-9]{3,5})-\d\d")


def cited() -> set[str]:
    """Rule ids that stand in the engine's code as values, docstrings left out."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.fullmatch(node.value):
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
