"""The rulebook of Rivals: as much as the source holds, in words of its own, and honest about the rest.

What holds for every game's rulebook (records, links, languages, numbers) is in ``tests/rulebook/test_data.py``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from vendetta_kit.cli import main
from vendetta_kit.rulebook import RIVALS
from vendetta_kit.rulebook.rule_coverage import read_coverage

LANGS = ("en", "de")
SECTIONS = {
    "COMP": 6, "GOAL": 9, "SET": 21, "VAMP": 12, "AGD": 6, "HAV": 4, "CITY": 7, "TURN": 1, "BEG": 4, "ACT": 5,
    "MOVE": 3, "END": 8, "ATK": 4,
}  # fmt: skip


def test_all_90_rules_are_there_in_their_order() -> None:
    ids = [f"{section}-{n:02d}" for section, count in SECTIONS.items() for n in range(1, count + 1)]
    assert len(ids) == 90
    assert [rule.id for rule in RIVALS.all_rules()] == ids
    assert RIVALS.sections() == (*SECTIONS, "RUL")


def test_what_is_lost_or_missing_is_said() -> None:
    kinds = {rule.id: rule.kind for rule in RIVALS.all_rules()}
    assert Counter(kinds.values()) == {"printed": 79, "deduced": 3, "open": 6, "missing": 2}
    lost = {"AGD-04", "AGD-05", "BEG-03", "MOVE-01", "END-03", "END-04"}
    assert {name for name, kind in kinds.items() if kind == "open"} == lost
    assert {name for name, kind in kinds.items() if kind == "missing"} == {"GOAL-09", "END-06"}
    for lang, words in (("en", "not in our source"), ("de", "nicht in unserer Quelle")):
        assert RIVALS.cite("END-06", lang).endswith(words)


def test_pages_are_those_that_the_source_has() -> None:
    found = [entry.pages for entry in RIVALS.all_rules()] + [entry.pages for entry in RIVALS.all_rulings()]
    for pages in found:
        assert pages == tuple(sorted(set(pages)))
        assert pages
        assert 2 <= pages[0] <= pages[-1] <= 6


@pytest.mark.parametrize("lang", LANGS)
def test_texts_are_short(lang: str) -> None:
    for rule in RIVALS.all_rules(lang):
        assert len(rule.text) <= 270, rule.id
        assert len(rule.title) <= 60, rule.id


@pytest.mark.parametrize("lang", LANGS)
def test_every_shown_rule_says_that_the_source_is_a_part(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert main(("rules", "rivals:SET-18", "--lang", lang)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert RIVALS.rule("SET-18", lang).text in said
    assert str(RIVALS.edition(lang)) in said


def test_every_rule_is_held_but_those_with_a_reason() -> None:
    coverage = read_coverage(game="rivals")
    assert coverage.errors == []
    assert coverage.missing == ()
    assert len(coverage.without_effect) == 28


@pytest.mark.parametrize(
    ("rule", "said", "not_said"),
    [
        ("SET-05", {"en": "edge of the table", "de": "Tischkante"}, {"en": "room between", "de": "Platz dazwischen"}),
        ("GOAL-05", {"en": "last active", "de": "letzte aktive"}, {"en": "none counts", "de": "zählt keiner"}),
        ("END-01", {"en": "both actions", "de": "beide Aktionen"}, {"en": "until you", "de": "bis du"}),
        ("MOVE-03", {"en": "any of your parties", "de": "jede deiner Gruppen"}, {"en": "Phase", "de": "phase"}),
        (
            "ATK-03",
            {"en": "not in our source", "de": "nicht in unserer Quelle"},
            {"en": "Ranged one", "de": "Fernattribut"},
        ),
        ("AGD-06", {"en": "any player", "de": "von jedem"}, {"en": "your turn", "de": "deinem Zug"}),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_a_rule_says_what_the_text_says(rule: str, said: dict[str, str], not_said: dict[str, str], lang: str) -> None:
    text = RIVALS.rule(rule, lang).text
    assert said[lang] in text
    assert not_said[lang] not in text


@pytest.mark.parametrize("lang", LANGS)
def test_a_rival_is_one_of_three_ways_to_win(lang: str) -> None:
    term = next(term for term in RIVALS.all_terms(lang) if term.key == "rival")
    assert {"en": "one of three ways", "de": "einer von drei Wegen"}[lang] in term.text
    assert {"GOAL-02", "GOAL-03", "GOAL-04"} <= set(term.rules)
