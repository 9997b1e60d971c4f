"""The rulebook of Vampire: The Eternal Struggle (the text of 8 October 1998): whole, short, and in words of its own.

What holds for every game's rulebook (records, links, languages, numbers, the command) is in ``tests/rulebook``.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

import pytest

from vendetta_kit.games.vtes.course.lesson_game import FALSE_FRIENDS
from vendetta_kit.rulebook import VENDETTA, VTES, Entry, Ruling, UnknownGame, game_and_name

LANGS = ("en", "de")
LINES = 1834
# How many rules each section of the numbered list has, in the order of the text.
SECTIONS = {
    "OBJ": 3, "COMP": 14, "CRYPT": 8, "LIB": 20, "START": 7, "PHASE": 2, "UNTAP": 4, "CONT": 5, "TCON": 5, "MAST": 4,
    "MIN": 3, "ACT": 1, "BLEED": 3, "HUNT": 4, "EQUIP": 2, "RET": 2, "ALLY": 2, "ACARD": 2, "POLA": 1, "BLOCK": 14,
    "POL": 13, "TITLE": 4, "COMB": 4, "RANGE": 5, "STRIKE": 7, "PRESS": 1, "EFF": 9, "DMG": 6, "RTC": 2, "TORP": 8,
    "DBL": 5, "INF": 7, "DISC": 1, "END": 7, "WITH": 4, "SECT": 4, "GLOS": 2,
}  # fmt: skip
ASKED_OF_THE_GLOSSARY = {
    "tap", "untap", "crypt", "library", "ash_heap", "methuselah", "prey", "predator", "edge", "minion", "stealth",
    "intercept", "bleed", "torpor", "diablerie", "referendum", "contest", "sect", "primogen", "prince", "justicar",
    "inner_circle", "bishop", "archbishop", "priscus", "cardinal",
}  # fmt: skip
NOT_SAID = {
    r"\b[Uu]ntap": "enttappen",
    r"\b[Cc]rypt\b|Gruft": "Krypta",
    r"\b[Ll]ibrary\b|Bücherei": "Bibliothek",
    r"\b[Pp]rey\b": "Beute",
    r"\b[Pp]redator\b": "Jäger",
    r"[Aa]sh [Hh]eap|Abwurfhaufen": "Aschehaufen",
    r"Methuselah": "Methusalem",
    r"[Hh]eimlichkeit": "Stealth",
    r"\b[Jj]usticar\b|\bPrince\b|\bBishop\b": "Justikar, Prinz, Bischof",
    r"\bStarre\b": "Torpor",
    r"\bVorrat\b": "Pool",
    r"[Aa]usgestoßen|[Rr]ausgeworfen": "ausscheiden",
}
"""What German does not say of this game (only where it speaks of Vendetta), and what it says: one word for a thing."""


def entries(lang: str) -> tuple[Entry, ...]:
    return (*VTES.all_rules(lang), *VTES.all_rulings(lang), *VTES.all_terms(lang))


def texts(entry: Entry) -> list[str]:
    if isinstance(entry, Ruling):
        return [text for text in (entry.question, entry.default, entry.other) if text is not None]
    return [entry.title, entry.text]


def test_every_rule_of_the_numbered_list_is_there_in_its_order() -> None:
    ids = [f"{section}-{n:02d}" for section, count in SECTIONS.items() for n in range(1, count + 1)]
    assert len(ids) == 195
    assert [rule.id for rule in VTES.all_rules()] == ids
    assert VTES.sections() == (*SECTIONS, "RUL")
    assert all(rule.section == rule.id.partition("-")[0] for rule in VTES.all_rules())


def test_rules_name_their_lines_in_the_order_of_the_text() -> None:
    for entry in (*VTES.all_rules(), *VTES.all_rulings()):
        assert entry.pages == tuple(sorted(set(entry.pages)))
        assert entry.pages
        assert 1 <= entry.pages[0] <= entry.pages[-1] <= LINES
    # Each section of the list follows the text, and the text has them in this order.
    firsts = {section: min(r.pages[0] for r in VTES.all_rules() if r.section == section) for section in SECTIONS}
    assert list(firsts.values()) == sorted(firsts.values())


@pytest.mark.parametrize(
    ("rule", "line"),
    [("OBJ-02", 107), ("UNTAP-01", 490), ("COMB-02", 1049), ("BLOCK-07", 856), ("INF-05", 1497), ("DISC-01", 1523)],
)
def test_a_few_lines_were_looked_up_by_hand(rule: str, line: int) -> None:
    assert line in VTES.rule(rule).pages


def test_most_is_printed_and_little_deduced() -> None:
    assert Counter(rule.kind for rule in VTES.all_rules()) == {"printed": 194, "deduced": 1}
    assert VTES.rule("INF-07").kind == "deduced"
    assert {rule.id for rule in VTES.all_rules() if rule.no_effect} == {
        "COMP-08", "COMP-13", "SECT-04", "GLOS-01", "GLOS-02",
    }  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
def test_texts_are_short_sentences(lang: str) -> None:
    for entry in entries(lang):
        for text in texts(entry):
            assert 3 <= len(text) <= 420, entry.id
        assert entry.text.endswith("."), entry.id
    for rule in VTES.all_rules(lang):
        assert 1 <= len(re.findall(r"[.!?;](?:\s|$)", rule.text)) <= 5, rule.id
        assert len(rule.text) <= 270, rule.id
        assert len(rule.title) <= 60, rule.id


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_entries_share_eight_words_in_a_row(lang: str) -> None:
    owner: dict[tuple[str, ...], str] = {}
    for entry in entries(lang):
        for text in texts(entry):
            said = re.findall(r"[\w'’]+", text.casefold())
            for run in zip(*(said[k:] for k in range(8)), strict=False):
                assert owner.setdefault(run, entry.id) == entry.id, (entry.id, owner[run], " ".join(run))


def test_there_is_a_ruling_on_every_silence() -> None:
    rulings = VTES.all_rulings()
    assert [entry.id for entry in rulings] == [f"RUL-{n:02d}" for n in range(1, 25) if n not in (11, 14)]
    assert {name: (entry.id, entry.options) for name, entry in VTES.switches().items()} == {
        "first_player": ("RUL-01", ("lot", "first_seat")),
        "contested_counters": ("RUL-03", ("keep", "burn")),
        "turn_limit": ("RUL-05", ("none", "rounds")),
    }
    for lang in LANGS:
        for entry in VTES.all_rulings(lang):
            assert entry.question.endswith("?")
            assert entry.other, "the other reading, and what speaks for it"
            assert re.search(r"[.:,;] ", entry.other), entry.id


def test_the_glossary_has_the_games_words() -> None:
    keys = {term.key for term in VTES.all_terms()}
    assert keys >= ASKED_OF_THE_GLOSSARY
    assert len(keys) >= 45
    rested_on = set(chain.from_iterable(term.rules for term in VTES.all_terms()))
    assert {rule.partition("-")[0] for rule in rested_on} >= SECTIONS.keys() - {"GLOS"}


def test_the_lists_of_words_are_in_the_glossary() -> None:
    world = [
        "amaranth", "antediluvian", "archon", "autarkis", "beast", "blood_bond", "blood_hunt", "book_of_nod", "caine",
        "camarilla", "canaille", "clan", "consanguineous", "cunctator", "domain", "elysium", "garou", "gehenna",
        "ghoul", "golconda", "inner_circle", "justicar", "jyhad", "kindred", "masquerade", "methuselah", "praxis",
        "primogen", "prince", "retainer", "sabbat", "society_of_leopold", "traditions",
    ]  # fmt: skip
    assert len(world) == 33
    terms = {term.key: term for term in VTES.all_terms()}
    assert [key for key in world if key not in terms or "GLOS-02" not in terms[key].rules] == []
    assert [key for key in ("active_region", "inactive_region") if "GLOS-01" not in terms[key].rules] == []


@pytest.mark.parametrize("lang", LANGS)
def test_false_friends_name_vendetta(lang: str) -> None:
    for key in FALSE_FRIENDS:
        assert "Vendetta" in VTES.term(key, lang).text, key
    assert "Vendetta" not in "".join(rule.text for rule in VTES.all_rules(lang))


@pytest.mark.parametrize("pattern", NOT_SAID)
def test_german_has_one_word_for_a_thing(pattern: str) -> None:
    said = [(entry.id, text) for entry in entries("de") for text in texts(entry) if "Vendetta" not in text]
    found = [(name, text) for name, text in said if re.search(pattern, text)]
    assert found == [], f"here it is: {NOT_SAID[pattern]}"


def test_the_edition_is_named_in_both_languages() -> None:
    for lang in LANGS:
        edition = VTES.edition(lang)
        assert edition is not None
        assert "1998" in edition
        assert "Eternal Struggle" in edition
    assert VENDETTA.edition() is None


def test_fifteen_ids_mean_something_else_in_vendetta() -> None:
    both = {rule.id for rule in VTES.all_rules()} & {rule.id for rule in VENDETTA.all_rules()}
    assert both == {*(f"COMP-{n:02d}" for n in range(1, 14)), "GLOS-01", "GLOS-02"}
    for lang in LANGS:
        for rule_id in both:
            assert VTES.rule(rule_id, lang).text != VENDETTA.rule(rule_id, lang).text


def test_a_name_may_carry_its_game() -> None:
    assert game_and_name(" VTES :COMP-01") == ("vtes", "COMP-01")
    assert game_and_name("vendetta:COMP-01", "vtes") == ("vendetta", "COMP-01")
    for wrong in ("whist:COMP-01", ":COMP-01", "rules:x:y"):
        with pytest.raises(UnknownGame, match=r"^game: found '.*'; expected one of vendetta, vtes, rivals$"):
            game_and_name(wrong)
