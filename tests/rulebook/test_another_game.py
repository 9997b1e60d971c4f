"""A rulebook is an object: another game's lies in another folder, and the two know nothing of each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vendetta_kit import rulebook
from vendetta_kit.rulebook import Rulebook, UnknownLanguage, UnknownRule

RULE: dict[str, Any] = {
    "id": "TURN-01",
    "section": "TURN",
    "title": "Who begins",
    "pages": [1],
    "kind": "printed",
    "type": "S",
    "related": [],
    "no_effect": None,
}
RULING: dict[str, Any] = {
    "id": "RUL-01",
    "switch": "lot",
    "options": ["lot", "eldest"],
    "default": "lot",
    "pages": [],
    "related": ["TURN-01"],
    "doubtful": False,
}
WORDS: dict[str, Any] = {
    "rules.json": {"TURN-01": "The lot falls on somebody."},
    "rulings.json": {"RUL-01": {"question": "Whose lot?", "default": "Drawn.", "other": "The eldest."}},
    "glossary.json": {"lot": {"term": "lot", "text": "What decides."}},
    "sections.json": {"sections": {"TURN": "Turns"}, "kinds": {"printed": "printed"}, "labels": {"page": "p."}},
}


@pytest.fixture
def toy(tmp_path: Path) -> Rulebook:
    files: dict[str, Any] = {
        "rules/rules.json": [RULE],
        "rules/rulings.json": [RULING],
        "rules/glossary.json": [{"key": "lot", "rules": ["TURN-01"]}],
        **{f"lang/en/{name}": words for name, words in WORDS.items()},
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(content), "utf-8")
    return Rulebook(str(tmp_path))


def test_it_finds_its_own_and_nothing_else(toy: Rulebook) -> None:
    assert [rule.id for rule in toy.all_rules()] == ["TURN-01"]
    assert toy.rule("turn-01").rulings == ("RUL-01",)
    assert toy.cite("TURN-01") == "TURN-01 · p. 1 · printed"
    assert toy.switches()["lot"].options == ("lot", "eldest")
    assert [entry.id for entry in toy.search("somebody")] == ["TURN-01"]
    assert toy.find("lot").text == "What decides."
    assert not toy.is_id("PLAN-11")
    with pytest.raises(UnknownRule, match="PLAN-11"):
        toy.rule("PLAN-11")
    assert toy.written() == ("en",)
    assert toy.rule("TURN-01", "de").text == toy.rule("TURN-01").text, (
        "what is not written in a language is read in English"
    )
    with pytest.raises(UnknownLanguage, match="'xx'; expected de or en"):
        toy.rule("TURN-01", "xx")


def test_one_id_means_in_each_game_what_its_own_rulebook_says(toy: Rulebook) -> None:
    assert toy.ruling("RUL-01").question == "Whose lot?"
    assert rulebook.ruling("RUL-01").question != "Whose lot?"
