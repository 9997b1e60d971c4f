"""A deck as players write it down: read against the cards that are here, each fault with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vtes.table import card, vampire
from vendetta_kit.cli import main
from vendetta_kit.games.vtes.engine.card_reader import practice_deck, practice_set
from vendetta_kit.games.vtes.engine.deck_list import MOST_SIGNS, read_deck
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import FIRST_CARD
from vendetta_kit.kernel.refusal import BadSetup

LIST = Path(__file__).with_name("deck.txt")
TEXT = LIST.read_text("utf-8")
MISSING = """\
Night Shift

Crypt (12 cards, min. 4, max. 30, avg. 5)
-----------------------------------------
3x Petra Unheard  6  POT cel dom  Brujah:2
5x Long Anselm\t3 obf  Nosferatu:1
4x Salt           2 for  Gangrel:1

Library (40 cards)
Master (12)
8x A Quiet Hour
4x A Good Night for It -- or more
Action Modifier/Combat (10)
10x Coats Off
Combat (18)
12x Every Last Tooth
6x Heavy Hand
"""


def told(text: str, *cards: Any, players: int | None = None, lang: str = "en") -> list[str]:
    return [slip.text(lang) for slip in read_deck(text, cards, players).slips]


def test_a_whole_list_is_the_deck_that_it_lists() -> None:
    deck = read_deck(TEXT, players=2)
    assert deck.slips == ()
    for part, ids in zip(("crypt", "library"), practice_deck("claw"), strict=True):
        found = deck.deck[part]
        assert found == {card_id: ids.count(card_id) for card_id in ids}
        assert deck.listed[part] == len(ids)


def test_a_game_is_dealt_from_it_and_saved_with_it(tmp_path: Path) -> None:
    game = Game.new([TEXT, "claw"], seed=5)
    table = game.table
    brought = [sorted(table.printed[c].id for c in range(FIRST_CARD, len(table.owner)) if table.owner[c] == seat)
               for seat in (0, 1)]  # fmt: skip
    assert brought[0] == brought[1]
    game.save(str(tmp_path / "game.json"))
    assert Game.load(str(tmp_path / "game.json")).setup["decks"] == [TEXT, "claw"]


def test_a_list_of_which_hardly_any_card_is_here_is_told_line_by_line() -> None:
    deck = read_deck(MISSING)
    assert deck.report()[0] == "crypt: 12 cards, 4 of them here; library: 40 cards, 10 of them here"
    lines = told(MISSING)
    assert [line.partition(";")[0] for line in lines] == [
        "line 5: no card here is called 'Petra Unheard'",
        "line 6: no card here is called 'Long Anselm'",
        "line 11: no card here is called 'A Quiet Hour'",
        "line 14: no card here is called 'Coats Off'",
        "line 16: no card here is called 'Every Last Tooth'",
    ]
    assert deck.deck == {"crypt": {"CV10": 4}, "library": {"CL11": 4, "CL04": 6}}
    german = told(MISSING, lang="de")
    assert len(german) == len(lines)
    assert set(german).isdisjoint(lines)
    assert all(len(line) < 240 and "\n" not in line for line in (*lines, *german))


@pytest.mark.rules("vtes:COMP-06", "vtes:COMP-07")
@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("2x Fenna", "1x Fenna", "line 4: the heading 'Crypt' says 12, but 11 are listed below it"),
        ("2x Fenna", "1x Fenna", "line 4: a crypt of 11 [COMP-06]; expected 12 cards or more"),
        ("5x Ears", "90x Ears", "a library of 125 [COMP-07]; expected 40 to 100 cards"),
        ("Library [40 cards]", "Library", ""),
        ("5x Ears of the Pack", "5x Eers of the Pack", "expected a card that is here, such as Ears of the Pack"),
        ("5x Ears", "Ears", "no number before 'Ears of the Pack'; expected a number and a name such as"),
        ("5x Ears", "0x Ears", "0 copies of 'Ears of the Pack'; expected a whole number from 1 to 200"),
        ("5x Ears", "5000x Ears", "5000 copies of 'Ears of the Pack'"),
        ("Master [6]", "Masters: 7", "the heading 'Masters' says 7, but 6 are listed below it"),
        ("Master [6]", "Dreams [6]", "an unknown heading 'Dreams [6]'; expected Crypt, Library or a type of cards"),
        ("Equipment [3]", "Retainer (3)", "Sawn-Off stands under the heading 'Retainer'; expected it under one for e"),
        ("2x Fenna", "2x Heavy Hand", "Heavy Hand stands under the heading 'Crypt'; expected it under one for combat"),
        ("2x Fenna", "two Fenna", "found 'two Fenna"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_told_with_it(old: str, new: str, line: str) -> None:
    assert old in TEXT
    lines = told(TEXT.replace(old, new, 1))
    assert any(line in each for each in lines) if line else not lines


@pytest.mark.parametrize(
    "line",
    ["2x Grey Tom", "2X grey  tom", "2 Grey Tom", "2 x GREY TOM", "2× Grey Tom", "Grey Tom x2", "- 2x Grey Tom",
     "2x CV07", "2 Grauer Tom", "2x Grey Tom (G1)", "2x Grey Tom\t3\tani", "2x Grey Tom   3 ani Gangrel:1",
     "2x Grey Tom 3 ANI", "2x Grey Tom  # small", "2x Grey Tom // small", "  2x Grey Tom -- small"],
)  # fmt: skip
def test_the_forms_in_which_a_card_is_written(line: str) -> None:
    assert read_deck(f"Crypt\n{line}\n").deck["crypt"] == {"CV07": 2}


def test_an_article_may_stand_behind_and_accents_may_be_left_out() -> None:
    assert read_deck("Crypt\n1x Ferryman, The\n1 Der Fahrmann\n").deck["crypt"] == {"CV05": 2}


def test_without_headings_a_card_goes_where_it_belongs() -> None:
    assert read_deck("1x Salt\n4 Heavy Hand\n").deck == {"crypt": {"CV10": 1}, "library": {"CL04": 4}}


def test_cards_of_ones_own_are_found_and_two_of_one_name_are_told_apart() -> None:
    own = [vampire("MY01", name="Salt"), card("MY02", "combat", name="Coats Off", basic=[{"press": "end"}])]
    deck = read_deck("Crypt\n2x Salt\n2x MY01\nLibrary\n3x Coats Off\n", own)
    assert deck.deck == {"crypt": {"MY01": 2}, "library": {"MY02": 3}}
    said = "line 2: 'Salt' is the name of several cards: CV10 and MY01; expected the id of one of them"
    assert said in [slip.text() for slip in deck.slips]


@pytest.mark.rules("vtes:COMP-07")
def test_a_large_library_says_for_how_many_it_is() -> None:
    text = TEXT.replace("5x Ears", "35x Ears").replace("[40 cards]", "").replace("[8]", "").replace("Reaction [", "# [")
    assert read_deck(text).report()[-1] == "a library of 70 is for 3 players or more [COMP-07]"
    assert "a library of 70 [COMP-07]; expected 40 to 60 cards" in told(text, players=2)[-1]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Crypt\n" * 5000, "x" * 99_999, "9" * 5000 + "x Salt", "²x Salt\n1x \x00"]
)
def test_whatever_is_handed_over_is_told_in_lines(text: str) -> None:
    for line in told(text):
        assert "\n" not in line
        assert len(line) < 300


def test_a_list_that_is_too_long_says_so() -> None:
    lines = told("1x Salt\n" * MOST_SIGNS)
    assert f"a list of more than {MOST_SIGNS} letters; the rest was not read" in lines


def test_a_set_up_tells_the_first_slip_in_one_line() -> None:
    with pytest.raises(BadSetup) as bad:
        Game.new([MISSING, "claw"])
    assert str(bad.value) == (
        "decks[0]: line 5: no card here is called 'Petra Unheard'; expected the name or id of a card of the practice "
        "set or of your own (and 4 more; vendetta deck check tells all)"
    )


# The command ------------------------------------------------------------------------------------------------


def test_the_command_reads_lists_and_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", str(LIST), "--players", "2"]) == 0
    assert capsys.readouterr().out.endswith("crypt: 12 cards, 12 of them here; library: 40 cards, 40 of them here\n")
    mine, theirs = tmp_path / "mine.yaml", tmp_path / "list.txt"
    mine.write_text("- {id: N1, type: combat, name: Coats Off, basic: [{press: end}]}\n", "utf-8")
    theirs.write_text(MISSING, "utf-8")
    assert main(["deck", "check", str(theirs), "--cards", str(mine)]) == 1
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"{theirs}: crypt: 12 cards, 4 of them here; library: 40 cards, 20 of them here"
    assert [line.partition(":")[0].strip() for line in lines] == ["line 5", "line 6", "line 11", "line 16"]


def test_the_command_says_it_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", str(LIST), "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["ok"] is True
    assert set(row["crypt"]) <= set(practice_set())


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("mine.yaml", "- {id: N1, type: combat, name: A, basic: [{press: sideways}]}\n", "mine.yaml:1: [0].basic[0]"),
        ("mine.yaml", "cards:\n  - {id: N1}\n", "mine.yaml:2: cards[0]"),
        ("mine.yaml", ": : :\n", "mine.yaml:1"),
    ],
)
def test_a_bad_file_of_cards_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, line: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    assert main(["deck", "check", str(LIST), "--cards", str(tmp_path / name)]) == 2
    told_ = capsys.readouterr().err
    assert line in told_
    assert told_.count("\n") == 1


def test_a_list_that_cannot_be_read_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", str(tmp_path / "none.txt"), str(LIST)]) == 2
    caught = capsys.readouterr()
    assert caught.err.count("\n") == 1
    assert "expected a deck as a list in lines" in caught.err
    assert "12 of them here" in caught.out
