"""Look-up, search and citations."""

from __future__ import annotations

import pytest

from vendetta_kit import rulebook


def test_a_rule_knows_its_page_kind_and_neighbours() -> None:
    entry = rulebook.rule("PLAN-11")
    assert (entry.pages, entry.kind, entry.section) == ((8, 24), "deduced", "PLAN")
    assert "GLOS-10" in entry.related
    assert "RUL-03" in entry.rulings
    assert "RUL-02" in entry.related
    assert entry.lang == "en"


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rulebook.rule("PLAN-11").kind = "printed"  # type: ignore[misc]


@pytest.mark.parametrize("name", ["PLAN-11", "plan-11", " Plan-11 "])
def test_ids_may_be_typed_loosely(name: str) -> None:
    assert rulebook.find(name).id == "PLAN-11"


def test_each_kind_of_entry_is_found() -> None:
    assert isinstance(rulebook.find("PLAN-11"), rulebook.Rule)
    assert isinstance(rulebook.find("RUL-01"), rulebook.Ruling)
    assert isinstance(rulebook.find("pool"), rulebook.Term)
    assert isinstance(rulebook.find("Zuflucht des Prinzen", "de"), rulebook.Term)


def test_every_id_is_found_in_every_language() -> None:
    for lang in rulebook.languages():
        for entry in (*rulebook.all_rules(lang), *rulebook.all_rulings(lang), *rulebook.all_terms(lang)):
            assert rulebook.find(entry.id, lang) is entry
            assert "\n" not in rulebook.cite(entry.id, lang)


@pytest.mark.parametrize("look_up", [rulebook.rule, rulebook.ruling, rulebook.term, rulebook.find])
@pytest.mark.parametrize("name", ["PLAN-99", "", "fr enzy", "💧", "x" * 300])
def test_what_is_unknown_gets_one_line(look_up: object, name: str) -> None:
    with pytest.raises(rulebook.UnknownRule, match="expected an id such as") as fault:
        look_up(name)  # type: ignore[operator]
    assert "\n" not in str(fault.value)


def test_an_unknown_rule_names_its_nearest() -> None:
    with pytest.raises(rulebook.UnknownRule, match="FRZ-0"):
        rulebook.rule("FRZ-99")
    with pytest.raises(ValueError, match=r"\bpool\b"):
        rulebook.find("pol")


def test_an_unknown_language_gets_one_line() -> None:
    with pytest.raises(rulebook.UnknownLanguage, match="'fr'; expected de or en"):
        rulebook.rule("PLAN-11", "fr")


def test_citations() -> None:
    assert rulebook.cite("PLAN-11") == "PLAN-11 · p. 8, 24 · deduced"
    assert rulebook.cite("PLAN-26", "de") == "PLAN-26 · S. 9, 16 · offen"
    assert rulebook.cite("RUL-01") == "RUL-01 · p. 9, 16, 24 · ruling"
    assert rulebook.cite("pool") == "Pool · glossary"


@pytest.mark.parametrize(
    ("words", "lang", "best"),
    [
        ("frenzy", "en", "frenzy"),
        ("FRENZY", "en", "frenzy"),
        ("PLAN-11", "en", "PLAN-11"),
        ("tokens come back", "en", "DIAB-07"),
        ("mate frenzy", "en", "VTAG-06"),
        ("Raserei", "de", "frenzy"),
        ("Naehren", "de", "feed"),
        ("nähren", "de", "feed"),
        ("Rückzug Zuflucht", "de", "WDR-08"),
    ],
)
def test_search_puts_the_best_first(words: str, lang: str, best: str) -> None:
    assert rulebook.search(words, lang)[0].id == best


def test_search_finds_beginnings_of_words_after_whole_words() -> None:
    assert "PLAN-09" in {entry.id for entry in rulebook.search("Blo")}
    drain = [entry.id for entry in rulebook.search("drain")]
    assert drain[0] == "drain"
    assert "drained" in drain


def test_entries_with_all_words_come_before_those_with_some() -> None:
    found = rulebook.search("steal frenzy")
    text = [f"{entry.title} {entry.text}".casefold() for entry in found]
    both = ["steal" in line and "frenzy" in line for line in text]
    assert both[0]
    assert both == sorted(both, reverse=True)


@pytest.mark.parametrize("words", ["", "  ", "...", "qqqqq"])
def test_search_without_a_hit_is_empty(words: str) -> None:
    assert rulebook.search(words) == ()


def test_all_that_speaks_of_frenzy_is_found() -> None:
    found = {entry.id for entry in rulebook.search("frenzy")}
    assert {entry.id for entry in rulebook.all_rules() if "frenzy" in entry.text.casefold()} <= found


def test_sections() -> None:
    assert rulebook.section_title("frz") == "Frenzy"
    assert rulebook.section_title("FRZ", "de") == "Raserei"
    with pytest.raises(rulebook.UnknownRule, match="expected one of COMP, FLOW"):
        rulebook.section_title("NOPE")
