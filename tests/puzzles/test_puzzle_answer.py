"""The answer to a puzzle: both moves are legal, the engine plays them, and its lines have their numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.selection import mostly_long
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.games.vendetta.engine.actions import Drain, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import answer_of, tempting_move
from vendetta_kit.games.vendetta.puzzles.puzzle_mining import rules_of, with_turning_points
from vendetta_kit.games.vendetta.puzzles.puzzle_text import signed
from vendetta_kit.rulebook import languages

MOST_LETTERS = 260


@pytest.mark.parametrize("path", mostly_long(PUZZLES.shipped(), quick=12))
def test_the_best_move_comes_out_better_and_the_sentence_says_by_which_numbers(path: str) -> None:
    one = open_puzzle(path)
    assert one.puzzle is not None
    game, seat = game_at(one), one.puzzle.seat
    answer = answer_of(one)
    best, other = answer.best, answer.tempting
    assert best.action == solution(one).action != other.action
    assert game.why_not(seat, other.action) is None
    assert best.worth() > other.worth()
    assert best.location(answer.at) is not None
    rounds = [[found.gain(seat) for found in outcome.locations] for outcome in (best, other)]
    for lang in languages():
        said, lines = answer.why[lang], answer.lines[lang]
        assert said == answer_of(one).why[lang]
        assert lines[0] != lines[1]
        for line, outcome, gains in zip(lines, (best, other), rounds, strict=True):
            values = [figure.value for figure in line.figures]
            assert values[: len(gains)] == [signed(n) for n in gains], "what each Location brings"
            assert values[-1] == str(outcome.blood)
            assert str(outcome.scores[seat]) in values or outcome.scores[seat] is None
            assert sum(figure.decides for figure in line.figures[: len(gains)]) == 1
            assert ("Pool" in line.told or "Vorrat" in line.told) == (
                outcome.frenzy is not None and {best.frenzy, other.frenzy} > {None}
            ), "why a Frenzy comes"
        assert len(said) <= MOST_LETTERS
        assert not re.search(r"[{}]", said + lines[0].told + lines[1].told)
        assert re.search(r"imagin|simul|durchgespielt", said) is None


def test_a_frenzy_is_told_with_the_cards_that_empty_the_pool_and_what_each_takes() -> None:
    """“Your Pool is 0” left open what had become of 4 Blood."""
    one = open_puzzle(PUZZLES.headings["puzzle-8004-2-answer-1-2"].path)
    answer = answer_of(one)
    frenzy = answer.tempting.frenzy
    assert frenzy is not None
    assert sum(n for _, _, n in frenzy.takers) == game_at(one).view(answer.best.seat).seats[answer.best.seat].blood
    told = answer.lines["en"][1].told
    assert "Sgt. McTavish of Ann (2 Blood), Hunt of Bob (1 Blood) and Vanish of Bob (1 Blood), so you enter" in told
    assert "durch Sgt. McTavish von Ann (2 Blut), Hunt von Bob" in answer.lines["de"][1].told
    assert "spares you the Frenzy" in answer.why["en"]


@pytest.mark.parametrize(
    ("name", "card", "by"),
    [
        ("puzzle-1103-3-token-1-1", "On the Prowl of Cy counts 0 there, not 3", "Diplomacy"),
        ("puzzle-66-3-token-haven-0", "Entrancement of Bob counts 7 there, not 9", "Wolf Companion"),
        ("puzzle-1087-3-token-1-0", "you get Ready there, with 4 Power", "Madness Network"),
    ],
)
def test_the_reason_names_the_card_that_changes_a_number_and_the_hint_sends_there(
    name: str, card: str, by: str
) -> None:
    answer = answer_of(open_puzzle(PUZZLES.headings[name].path))
    assert f"{card}, because of your {by}." in answer.why["en"]
    assert answer.hint["en"].startswith(f"Read {by}: ")


def test_what_one_has_otherwise_than_it_lay_is_named_where_it_does_not_decide_and_a_withdrawal_that_brings_cards() -> (
    None
):
    """“Your 7 Power” against 2 stood below cards that came to more, and no word said which of them had gone."""
    answer = answer_of(open_puzzle(PUZZLES.headings["puzzle-24-3-token-1-2"].path))
    assert "your 7 Power beat the 2 of Ann (your Ready is gone before the count, because of" in answer.why["en"]
    assert (
        "7 Power there, not 1 (Ancient Artifacts there, too: 6)"
        in (answer_of(open_puzzle(PUZZLES.headings["puzzle-14016-1-answer-1-2"].path)).why["en"])
    )


@pytest.mark.parametrize("path", mostly_long(PUZZLES.shipped(), quick=24))
def test_a_theme_is_what_the_answer_tells(path: str) -> None:
    """“A Frenzy trap” stood above puzzles in which only a rival entered Frenzy, and no sentence spoke of it."""
    one = open_puzzle(path)
    assert one.puzzle is not None
    answer = answer_of(one)
    assert list(one.puzzle.themes) == with_turning_points(one.puzzle.themes, answer)
    assert list(one.rules) == rules_of(one.puzzle.themes)
    told = " ".join(line.told for line in answer.lines["en"])
    assert ("enter Frenzy" in told) is ("frenzy" in one.puzzle.themes)


@pytest.mark.parametrize(
    ("name", "why", "told"),
    [
        (
            "puzzle-8018-2-answer-haven-0",
            "At the Haven you get +6 Influence instead of +3",
            "earlier in turn order; you get Influence: 3 for your place and 3 with Sgt",
        ),
        ("puzzle-5210-3-drain-4-3", "28 Influence instead of 25: undrained, Julie Munoz counts", "12 to your 9"),
        (
            "puzzle-1006-3-token-2-2",
            "your 10 Power beat the 5 of Dee",
            "against Dee; you get Influence: 3 for your place and 4 with ",
        ),
    ],
)
def test_a_reason_says_what_is_won_and_a_tie_why_it_goes_to_whom(name: str, why: str, told: str) -> None:
    answer = answer_of(open_puzzle(PUZZLES.headings[name].path))
    assert why in answer.why["en"]
    assert told in answer.lines["en"][0].told
    gains = [found.gain(answer.best.seat) for found in answer.best.locations]
    assert [figure.value for figure in answer.lines["en"][0].figures][: len(gains)] == [signed(n) for n in gains]


def test_a_title_asks_about_a_drain_alone_only_where_no_card_may_be_played() -> None:
    for name, heading in PUZZLES.headings.items():
        if "drain" in heading.themes:
            one = open_puzzle(heading.path)
            assert one.puzzle is not None
            plays = any(isinstance(action, Play) for action in game_at(one).legal(one.puzzle.seat))
            assert one.title["en"].endswith("play or Drain?" if plays else "Drain or not?"), name


def test_a_hint_does_not_say_what_to_do() -> None:
    for path in PUZZLES.shipped()[::45]:
        one = open_puzzle(path)
        answer = answer_of(one)
        for lang in languages():
            assert answer.hint[lang]
            assert not re.search(r"[{}]|\b(stay|bleib|withdraw|zurück)", answer.hint[lang], re.IGNORECASE)


@pytest.mark.parametrize("path", mostly_long(PUZZLES.shipped(), quick=12))
def test_a_hint_speaks_of_no_kind_of_move_that_is_not_offered(path: str) -> None:
    """More Power takes a card that may be played, and nobody thinks about a Drain who may Drain nobody."""
    one = open_puzzle(path)
    assert one.puzzle is not None
    legal, answer = game_at(one).legal(one.puzzle.seat), answer_of(one)
    for kind, words in ((Play, "have more Power|mehr Macht haben"), (Drain, "(?<!Arcane )Drain|[Aa]ussaugen")):
        if not any(isinstance(action, kind) for action in legal):
            assert [hint for hint in answer.hint.values() if re.search(words, hint)] == []


def test_what_brings_more_power_is_named_where_nothing_may_be_put_there() -> None:
    answer = answer_of(open_puzzle(PUZZLES.headings["puzzle-5001-3-drain-5-0"].path))
    assert (
        "16 Power there, not 9 (your withdrawal at The Asylum brings Forestall and Master Plan: 7)" in answer.why["en"]
    )
    assert "what would a Drain change?" in answer.hint["en"]
    assert "better off" in answer.lost["en"]
    assert "Asylum" not in answer.lost["en"], "in figures, and not how"


def test_the_learners_own_move_is_compared_if_it_is_not_the_best() -> None:
    path = next(path for path in PUZZLES.shipped() if "-turn-" in path)
    one = open_puzzle(path)
    assert one.puzzle is not None
    best = solution(one).action
    tempting = tempting_move(game_at(one), one.puzzle.seat, best)
    tried = next(action for action in game_at(one).legal(one.puzzle.seat) if action not in (best, tempting))
    answer = answer_of(one, tried)
    assert answer.tempting.action == tried
    assert answer.third is not None
    assert answer.third.action == tempting
    assert [line.move for line in answer.lines["en"]][2] == answer_of(one).lines["en"][1].move
    assert answer_of(one).third is None
    assert answer_of(one, best).tempting.action == tempting
    assert tempting_move(game_at(one), one.puzzle.seat, Stay()) == Withdraw()


def test_bids_are_told_and_what_makes_the_influence_adds_up() -> None:
    """Who bid what decided it and stood nowhere; a person's own text counted without a word."""
    best, other = answer_of(open_puzzle(PUZZLES.headings["puzzle-8031-2-answer-haven-2"].path)).lines["en"]
    assert best.told.startswith("Bids: you 3 and Ann 3; the lowest is that of Ann, for a tie goes against")
    assert (
        "(Ann by Fist of Caine and Ann by F*ck the System), 3 with Julie Munoz and 2 by the text of Julie" in best.told
    )
    assert other.told.startswith("Bids: Ann 3 and you 2; the lowest is yours, and F*ck the System is turned face down")
    assert best.figures[-1].label == "after Feeding"


def test_the_place_of_the_card_is_told_and_what_the_seat_plays_then() -> None:
    drained = answer_of(open_puzzle(PUZZLES.headings["puzzle-1072-3-turn-4-0"].path))
    assert drained.lines["en"][0].told.startswith(
        "After that: Play Auction of Blood face down at The Asylum with 3 Blood."
    )
    assert "After that" not in drained.lines["en"][1].told
    one = open_puzzle(PUZZLES.headings["puzzle-1032-3-turn-4-1"].path)
    best = solution(one).action
    assert isinstance(best, Play)
    answer = answer_of(one, replace(best, blood=2))
    for line in answer.lines["en"][:2]:
        assert "at The Asylum" in line.told.split("\n")[0], "where the card goes, first"


def test_a_drain_is_told_by_its_blood_and_one_too_many_by_the_pool() -> None:
    """The reason named another card alone, and the hint sent to a Location that is won anyway."""
    why = answer_of(open_puzzle(PUZZLES.headings["puzzle-1072-3-turn-4-0"].path)).why["en"]
    assert why.startswith("Douglas Richardson gives you 8 Blood. At The Asylum you get +10 Influence")
    hint = answer_of(open_puzzle(PUZZLES.headings["puzzle-5401-3-drain-5-2"].path)).hint["en"]
    assert hint.startswith("Look at your Pool: does it run dry without a Drain?")


def test_the_sums_of_both_agree_with_what_lay_there() -> None:
    """“11 to 8” was explained by one card of two."""
    why = answer_of(open_puzzle(PUZZLES.headings["puzzle-8038-2-token-2-3"].path)).why["en"]
    assert "your 8 Power beat the 5 of Ann (your Mass Manipulation and Ready count 2 there, not 5, because of" in why
    why = answer_of(open_puzzle(PUZZLES.headings["puzzle-61-3-token-2-0"].path)).why["en"]
    assert "(Master Plan of Bob counts 3 there, not 5, because of your Wolf Companion)" in why
