"""The search knows players' words: of questions as people ask them, the rule that answers is among the first three."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from vendetta_kit import rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.rulebook.rule_search import FIRST_SHOWN
from vendetta_widgets.search_dialog import sought

FILE = Path(__file__).parent / "questions.yaml"
QUESTIONS: dict[str, dict[str, dict[str, dict[str, str]]]] = yaml.safe_load(FILE.read_text("utf-8"))
Search = Callable[[str, str, str], list[str]]


def by_rulebook(game: str, words: str, lang: str) -> list[str]:
    return [entry.id for entry in rulebook.GAMES[game].search(words, lang)]


def by_page(game: str, words: str, lang: str) -> list[str]:
    return [hit.what.partition(":")[2] for hit in sought(words, game, lang)]


def share(part: str, lang: str, search: Search) -> tuple[float, list[str]]:
    """How many of the questions find a right rule among the first three, and which do not."""
    asked = [(game, words, ids.split()) for game, rows in QUESTIONS[part][lang].items() for words, ids in rows.items()]
    missed = [
        f"{game}: {words}: {', '.join(ids)}"
        for game, words, ids in asked
        if not set(ids) & set(search(game, words, lang)[:3])
    ]
    return 1 - len(missed) / len(asked), missed


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_questions_are_many_of_all_games_and_name_rules(lang: str) -> None:
    asked, held = QUESTIONS["asked"][lang], QUESTIONS["held_out"][lang]
    assert sum(map(len, asked.values())) >= 60
    assert sum(map(len, held.values())) >= 60
    assert set(asked) == set(held) == set(rulebook.GAMES)
    for part in (asked, held):
        for game, rows in part.items():
            for ids in rows.values():
                assert all(rulebook.GAMES[game].is_id(name) for name in ids.split()), ids
    assert not [words for game in asked for words in asked[game] if words in held[game]]


@pytest.mark.parametrize("search", [by_rulebook, by_page])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_right_rule_is_among_the_first_three(lang: str, search: Search) -> None:
    reached, missed = share("asked", lang, search)
    assert reached >= 0.9, missed


@pytest.mark.parametrize("lang", ["en", "de"])
def test_questions_that_nothing_was_tuned_on(lang: str) -> None:
    reached, missed = share("held_out", lang, by_rulebook)
    assert reached >= 0.8, missed


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_players_ask_is_told_of_every_rule_and_of_nothing_else(lang: str) -> None:
    for game, book in rulebook.GAMES.items():
        asked = read_json(game, "lang", lang, "search.json")["asked"]
        rules = {entry.id for entry in book.all_rules(lang)}
        where = f"asked, in data/{game}/lang/{lang}/search.json"
        assert rules - set(asked) == set(), f"how players ask for these rules is missing from {where}"
        assert set(asked) - rules - {entry.id for entry in book.all_rulings(lang)} == set(), f"unknown to {where}"
        assert all(words.strip() for words in asked.values())


@pytest.mark.parametrize(
    ("game", "lang", "words", "among"),
    [
        ("vtes", "en", "what is diablrie", "TORP-08 DBL-05 DBL-01 diablerie"),
        ("vtes", "en", "what may a vampire do in torpro", "TORP-03"),
        ("vtes", "de", "was bringt die Blutjadg", "DBL-05 RUL-20 blood_hunt"),
        ("vendetta", "de", "rastet mein Vampir aus", "FRZ-01 FRZ-08"),
        ("vendetta", "de", "Karten werden aufgedekt", "REV-01 PLAN-25"),
        ("vendetta", "de", "wann kommen die Sonnenkarten dran", "PREP-01"),
    ],
)
def test_slips_of_the_pen_verbs_in_two_parts_and_compounds(game: str, lang: str, words: str, among: str) -> None:
    """A letter too many, too few, another or in the wrong place; "rastet ... aus" is "ausrasten"."""
    assert set(by_rulebook(game, words, lang)[:3]) & set(among.split()), by_rulebook(game, words, lang)[:5]


@pytest.mark.parametrize(
    ("game", "lang", "words", "first"),
    [
        ("vtes", "en", "tied vote", "POL-06"),
        ("vtes", "en", "run out of cards", "LIB-04"),
        ("vtes", "de", "Stimmengleichheit", "POL-06"),
        ("vtes", "en", "Stimmengleichheit", "POL-06"),
        ("vendetta", "en", "What if I run out of Blood?", "FRZ-01"),
    ],
)
def test_what_found_nothing_finds_its_rule_first(game: str, lang: str, words: str, first: str) -> None:
    assert by_rulebook(game, words, lang)[0] == first


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("words", ["tiebreaker", "unentschieden"])
def test_a_tie_by_other_names(words: str, lang: str) -> None:
    assert set(by_rulebook("vendetta", words, lang)[:3]) & {"SET-04", "CONTR-03", "EOG-05", "CONF-05"}


def test_a_whole_question_does_not_find_half_the_rulebook() -> None:
    for lang, games in QUESTIONS["asked"].items():
        for game, rows in games.items():
            for words in [words for words in rows if len(words.split()) > 3]:
                assert len(by_rulebook(game, words, lang)) < 100, words


def test_words_that_only_ask_count_where_there_are_no_others() -> None:
    assert rulebook.search("how can I")
    assert rulebook.search("When does Frenzy happen?")[:FIRST_SHOWN] == rulebook.search("frenzy")[:FIRST_SHOWN]


def test_the_command_shows_ten_and_all_if_wanted(capsys: Any) -> None:
    from vendetta_kit.cli import main

    found = rulebook.search("frenzy")
    assert main(["rules", "--search", "frenzy", "--lang", "en"]) == 0
    few = capsys.readouterr().out
    assert f"{FIRST_SHOWN} of {len(found)} are shown, the best first; --all shows all." in few
    assert few.count(" · ") < 4 * FIRST_SHOWN
    assert main(["rules", "--search", "frenzy", "--lang", "en", "--all"]) == 0
    every = capsys.readouterr().out
    assert "--all" not in every
    assert all(entry.title in " ".join(every.split()) for entry in found)
    assert main(["rules", "PLAN-11", "--all"]) == 2


def test_no_word_is_both_ignored_and_meant() -> None:
    """What players say for the rulebook's words must be found: a single ignored word never would be."""
    for lang in ("en", "de"):
        for book in rulebook.GAMES.values():
            index = book.index(lang, [])
            assert not [said for (said, *more) in index.means if not more and said in index.ignored]
