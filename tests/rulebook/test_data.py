"""The rules, rulings and terms as data: complete, linked, and in both languages; each game's, then Vendetta's own."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from vendetta_kit import rulebook
from vendetta_kit.course import lesson_file, lesson_model, lessons
from vendetta_kit.data_paths import languages_of, read_json
from vendetta_kit.games import TAUGHT
from vendetta_kit.games.vendetta.box import card_names
from vendetta_kit.games.vendetta.course import first_game
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.rulebook import lookup, templates

ROOT = Path(__file__).parents[2]
LANGS = ("en", "de")
FOLDERS = {"vendetta": "vendetta", "vtes": "vtes", "rivals": "rivals"}
each_game = pytest.mark.parametrize("game", FOLDERS)
# How many rows each section of the list of rules has.
SECTIONS = {
    "COMP": 13, "FLOW": 6, "CARD": 5, "SET": 22, "FEED": 6, "LOC": 5, "HAND": 10, "PLAN": 26, "DRAIN": 10, "DIAB": 10,
    "RES": 4, "WDR": 12, "REV": 6, "PREP": 4, "CONF": 11, "REW": 15, "AFT": 4, "FRZ": 14, "EOR": 6, "EOG": 8,
    "CONTR": 6, "V3P": 5, "VLOC": 5, "VREL": 7, "VTAG": 9, "GLOS": 19,
}  # fmt: skip
# What was a ruling once and was found to follow from the text is a rule of that section, under its old id.
ONCE_RULINGS = {
    "PLAN": ("RUL-02",), "FRZ": ("RUL-11",), "WDR": ("RUL-17", "RUL-23", "RUL-24", "RUL-25", "RUL-45"),
    "PREP": ("RUL-26",), "CONF": ("RUL-31", "RUL-34", "RUL-36", "RUL-39", "KIT-05"), "AFT": ("RUL-43",),
    "EOG": ("RUL-49",),
}  # fmt: skip
FORMER = {name for names in ONCE_RULINGS.values() for name in names}
RULE_KEYS = {"id", "section", "title", "pages", "kind", "type", "related", "rulings", "no_effect"}
RULING_KEYS = {"id", "switch", "options", "default", "pages", "related", "doubtful", "read"}


def facts(game: str, name: str) -> Any:
    return read_json(FOLDERS[game], "rules", name)


def words(game: str, lang: str, name: str) -> Any:
    return read_json(FOLDERS[game], "lang", lang, name)


def entries(game: str, lang: str) -> list[rulebook.Entry]:
    """All rules and rulings of a game in their order, and its terms by their keys."""
    book = rulebook.GAMES[game]
    return [*book.all_rules(lang), *book.all_rulings(lang), *sorted(book.all_terms(lang), key=lambda term: term.key)]


def said(entry: rulebook.Entry) -> str:
    """The words of an entry."""
    if isinstance(entry, rulebook.Ruling):
        return " ".join(filter(None, (entry.question, entry.default, entry.other)))
    return f"{entry.title} {entry.text}"


def leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for inner in value.values() for leaf in leaves(inner)]
    return [value] if value is not None else []


def test_every_game_is_looked_at() -> None:
    assert FOLDERS.keys() == rulebook.GAMES.keys()


def test_there_are_248_rules_in_their_sections_and_those_that_were_rulings() -> None:
    rules = read_json("vendetta", "rules", "rules.json")
    assert len(rules) == len({record["id"] for record in rules}) == sum(SECTIONS.values()) + len(FORMER) == 263
    assert list(dict.fromkeys(record["section"] for record in rules)) == list(SECTIONS)
    for section, count in SECTIONS.items():
        found = [record["id"] for record in rules if record["section"] == section]
        assert found[:count] == [f"{section}-{number:02d}" for number in range(1, count + 1)]
        assert set(found[count:]) == set(ONCE_RULINGS.get(section, ()))


def test_what_was_a_ruling_leads_to_its_rule() -> None:
    """Links, progress, drills and scenarios hold old ids: each is a rule now, said to follow from its pages."""
    for name in FORMER:
        entry = rulebook.find(name.lower())
        assert isinstance(entry, rulebook.Rule)
        assert (entry.id, entry.kind, bool(entry.pages)) == (name, "deduced", True)
        assert rulebook.is_id(name)
        assert rulebook.cite(name).endswith("deduced")


def test_there_are_53_rulings_and_the_kits_own_come_after_them() -> None:
    rulings = [record["id"] for record in read_json("vendetta", "rules", "rulings.json")]
    numbered = [f"RUL-{number:02d}" for number in range(1, 54)] + [f"KIT-{number:02d}" for number in range(1, 27)]
    assert rulings == [name for name in numbered if name not in FORMER]


@each_game
def test_each_rule_record_is_whole(game: str) -> None:
    for record in facts(game, "rules.json"):
        assert record.keys() - {"former"} == RULE_KEYS, record["id"]
        assert not {*record.get("former", ())} & {row["id"] for row in facts(game, "rulings.json")}
        assert record["kind"] in {"printed", "deduced", "open", "missing"}
        assert record["type"] in set("NLSEI")
        assert record["title"].strip()
        assert record["no_effect"] is None or record["no_effect"] in words(game, "en", "sections.json")["no_effect"]


@each_game
def test_each_ruling_record_is_whole(game: str) -> None:
    for record in facts(game, "rulings.json"):
        assert record.keys() - {"source", "no_effect"} == RULING_KEYS, record["id"]
        assert (record.get("source") == "kit") is record["id"].startswith("KIT-")
        assert (record["switch"] is None) is (record["options"] == []) is (record["default"] is None)
        if record["options"]:
            assert record["default"] == record["options"][0]
            assert len(record["options"]) == 2


@each_game
def test_every_ruling_names_the_paragraphs_that_were_read_and_why_they_leave_it_open(game: str) -> None:
    """``read`` has pages with their paragraphs, or lines; together they are what the ruling cites."""
    book, seen = rulebook.GAMES[game], Counter[str]()
    for record in facts(game, "rulings.json"):
        read = record["read"]
        assert read, record["id"]
        assert len(read) == len(set(read)), record["id"]
        places: set[int] = set()
        for name in read:
            where, _, paragraph = name.partition(":")
            first, _, last = where.partition("-")
            places.update(range(int(first), int(last or first) + 1))
            assert bool(paragraph) is (book is not rulebook.VTES), (record["id"], name)
            seen[paragraph] += 1
        assert sorted(places) == record["pages"], record["id"]
        for lang in LANGS:
            ruling = book.ruling(record["id"], lang)
            assert len(ruling.read) == len(read)
            assert len(ruling.open) > 40, record["id"]
            assert ruling.open.endswith("."), record["id"]
            assert ruling.open not in {ruling.default, ruling.other}
    for lang in LANGS:  # no heading is kept that nothing cites
        assert words(game, lang, "sections.json").get("paragraphs", {}).keys() == seen.keys() - {""}


@pytest.mark.parametrize("name", ["rules.json", "rulings.json"])
def test_pages_are_in_the_book(name: str) -> None:
    for record in read_json("vendetta", "rules", name):
        pages = record["pages"]
        assert pages == sorted(set(pages))
        assert all(1 <= page <= 24 for page in pages)
        assert pages or record.get("source") == "kit", record["id"]


@each_game
def test_every_link_leads_somewhere(game: str) -> None:
    ids = {record["id"] for record in facts(game, "rules.json")}
    for record in (*facts(game, "rules.json"), *facts(game, "rulings.json")):
        assert set(record["related"]) <= ids - {record["id"]}, record["id"]
        assert len(record["related"]) == len(set(record["related"]))
    for record in facts(game, "glossary.json"):
        assert record["rules"]
        assert set(record["rules"]) <= ids, record["key"]


@each_game
def test_related_rules_name_each_other(game: str) -> None:
    related = {record["id"]: set(record["related"]) for record in facts(game, "rules.json")}
    assert all(one in related[other] for one, others in related.items() for other in others)
    assert not [rule_id for rule_id, others in related.items() if not others]


@each_game
def test_rules_and_rulings_name_each_other(game: str) -> None:
    from_rules = {(record["id"], ruling) for record in facts(game, "rules.json") for ruling in record["rulings"]}
    from_rulings = {
        (rule, record["id"])
        for record in facts(game, "rulings.json")
        for rule in record["related"]
        if record.get("source") != "kit"
    }
    assert {pair for pair in from_rules if pair[1].startswith("RUL-")} == from_rulings
    ours = {record["id"] for record in facts(game, "rulings.json") if record["id"].startswith("RUL-")}
    assert {ruling for _, ruling in from_rulings} == ours


@each_game
def test_what_is_open_has_a_ruling(game: str) -> None:
    for entry in rulebook.GAMES[game].all_rules():
        if entry.kind == "open":
            assert entry.rulings, entry.id


@pytest.mark.parametrize("name", ["rules.json", "rulings.json", "glossary.json", "sections.json"])
@each_game
def test_both_languages_have_the_same_keys_and_no_empty_text(game: str, name: str) -> None:
    english, german = (words(game, lang, name) for lang in LANGS)
    assert english.keys() == german.keys()
    for key in english:
        assert isinstance(english[key], dict) is isinstance(german[key], dict)
        if isinstance(english[key], dict):
            assert english[key].keys() == german[key].keys(), key
            for inner in english[key]:
                assert (english[key][inner] is None) is (german[key][inner] is None), (key, inner)
    for text in (*leaves(english), *leaves(german)):
        assert text == text.strip()
        assert text
        assert "  " not in text


def test_words_for_every_rulebook_are_there_in_both_languages() -> None:
    english, german = (read_json("lang", lang, "rulebook.json") for lang in LANGS)
    assert english.keys() == german.keys() == {"kinds", "types", "labels"}
    for group in english:
        assert english[group].keys() == german[group].keys()
        assert all(map(str.strip, (*english[group].values(), *german[group].values())))


@each_game
def test_every_record_has_words_and_every_word_a_record(game: str) -> None:
    rules = {record["id"] for record in facts(game, "rules.json")}
    assert words(game, "en", "rules.json").keys() == rules == words(game, "de", "rule_titles.json").keys()
    assert words(game, "en", "rulings.json").keys() == {record["id"] for record in facts(game, "rulings.json")}
    assert words(game, "en", "glossary.json").keys() == {record["key"] for record in facts(game, "glossary.json")}


@each_game
def test_the_two_languages_are_two(game: str) -> None:
    for name in ("rules.json", "rulings.json", "glossary.json"):
        english, german = (words(game, lang, name) for lang in LANGS)
        assert not [key for key in english if english[key] == german[key]]


@pytest.mark.parametrize("lang", LANGS)
def test_rules_are_short(lang: str) -> None:
    for entry in rulebook.all_rules(lang):
        sentences = re.findall(r"[.!?](?:\s|$)", entry.text)
        assert 1 <= len(sentences) <= 2, entry.id
        assert len(entry.text) <= 260, entry.id
        assert entry.text.endswith((".", "!")), entry.id


@each_game
def test_numbers_agree_between_the_languages(game: str) -> None:
    """Digits are the easiest thing to get wrong in a translation."""
    for english, german in zip(entries(game, "en"), entries(game, "de"), strict=True):
        digits = [Counter(re.findall(r"\d+", said(one).replace("3-player", ""))) for one in (english, german)]
        assert digits[0] == digits[1], english.id


@each_game
@pytest.mark.parametrize("lang", LANGS)
def test_titles_and_terms_are_all_different(game: str, lang: str) -> None:
    book = rulebook.GAMES[game]
    for named in (book.all_rules(lang), book.all_rulings(lang), book.all_terms(lang)):
        assert len({entry.title.casefold() for entry in named}) == len(named)


def test_few_rules_are_open_and_some_are_deduced() -> None:
    kinds = Counter(entry.kind for entry in rulebook.all_rules())
    assert kinds == {"printed": 210, "deduced": 51, "open": 2}
    assert {entry.id for entry in rulebook.all_rules() if entry.kind == "open"} == {"PLAN-26", "FRZ-12"}


def test_doubtful_rulings_are_marked() -> None:
    assert {entry.id for entry in rulebook.all_rulings() if entry.doubtful} >= {"RUL-46", "RUL-52"}


def test_switches_have_both_readings_in_words() -> None:
    assert {name: entry.id for name, entry in rulebook.switches().items()} == {
        "last_blood": "RUL-01",
        "nobody_left": "RUL-32",
        "mass_manipulation": "KIT-07",
        "eyes_in_the_dark": "KIT-11",
        "mate_in_frenzy": "KIT-15",
        "blood_alone": "RUL-30",
        "sarah_mcaleer": "KIT-04",
        "ambrus_maropis": "RUL-22",
        "empty_hand": "RUL-19",
        "card_and_blood": "RUL-53",
    }
    for entry in rulebook.switches().values():
        assert entry.options == RULINGS[entry.switch]
        assert entry.default_option == entry.options[0]
    for lang in LANGS:
        for entry in rulebook.switches(lang).values():
            assert entry.other
            assert entry.default_option in entry.options


def test_no_code_names_a_language_but_english() -> None:
    """A further language is a folder of words: what code must know of a language stands there too."""
    codes = set(languages_of("messages.json")) - {"en"}
    assert codes
    for folder in ("vendetta_kit", "widgets/vendetta_widgets"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            named = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
            assert not codes & {node.value for node in named if isinstance(node.value, str)}, path


def test_what_a_further_language_lacks_is_read_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language may begin with a few words: rules, cards, lessons and the first game are there all the same."""
    for module in (lookup, templates, card_names, lesson_file, lesson_model, first_game):
        monkeypatch.setattr(module, "languages", lambda: ("de", "en", "xx"))
    assert rulebook.VTES.rule("PHASE-01", "xx").text == rulebook.VTES.rule("PHASE-01", "en").text
    assert card_names.text("BR09", "xx") == card_names.text("BR09", "en")
    assert message_text.place(1, "xx") == message_text.place(1, "en")
    titles = [lessons.load(lessons.paths(game)[0]).title for game in TAUGHT]
    sentences = [sentence.words for sentence in first_game.first_game.__wrapped__().sentences]
    assert titles
    assert sentences
    for words in (*titles, *sentences, lesson_model.lesson_words("other")):
        assert words["xx"] == words["en"]
