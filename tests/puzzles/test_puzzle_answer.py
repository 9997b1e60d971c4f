"""The answer to a puzzle: both moves are legal, the engine plays them, and its sentence has their numbers."""

from __future__ import annotations

import re

import pytest

from tests.selection import mostly_long
from vendetta_kit.course.puzzle_set import game_at, open_puzzle, solution
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw
from vendetta_kit.games.vendetta.flows import powers
from vendetta_kit.games.vendetta.puzzles import PUZZLES
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import answer_of, tempting_move
from vendetta_kit.rulebook import languages


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
    for lang in languages():
        said = answer.why[lang]
        assert said == answer_of(one).why[lang]
        numbers = set(re.findall(r"\d+", said))
        for outcome in (best, other):
            assert {str(outcome.influence), str(outcome.blood)} <= numbers
        lying = {str(found.known) for found in powers(game.view(seat), answer.at) if found.seat == seat}
        assert lying <= numbers, "what lies there is told before what comes of it"
        ended = next((found for one in (best, other) if (found := one.location(answer.at)) and found.power), None)
        if lying and ended is not None and not {str(ended.power.get(seat, *lying))} <= lying:
            told = {"en": "At the count you have", "de": "Gezählt hast du"}[lang]
            assert f"{told} {ended.power[seat]} " in said, "why it was counted otherwise"
        assert not re.search(r"[{}]", said)
        assert re.search(r"imagin|simul|durchgespielt", said) is None


def test_the_learners_own_move_is_compared_if_it_is_not_the_best() -> None:
    path = next(path for path in PUZZLES.shipped() if "-turn-" in path)
    one = open_puzzle(path)
    assert one.puzzle is not None
    best = solution(one).action
    tempting = tempting_move(game_at(one), one.puzzle.seat, best)
    tried = next(action for action in game_at(one).legal(one.puzzle.seat) if action not in (best, tempting))
    assert answer_of(one, tried).tempting.action == tried
    assert answer_of(one, best).tempting.action == tempting
    assert tempting_move(game_at(one), one.puzzle.seat, Stay()) == Withdraw()
