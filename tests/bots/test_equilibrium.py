"""Small simultaneous games: answers known by hand, and those of other people's solvers (``record_oracles.py``)."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import pytest

from vendetta_kit.games.vendetta.bots.equilibrium import TwoChoices

ORACLES: dict[str, Any] = json.loads(Path(__file__).with_name("oracles.json").read_text("utf-8"))

DILEMMA = TwoChoices.of(2, {(True, True): (3, 3), (True, False): (0, 5), (False, True): (5, 0), (False, False): (1, 1)})
PENNIES = TwoChoices.of(2, {(a, b): (1, -1) if a == b else (-1, 1) for a in (True, False) for b in (True, False)})
HUNT = TwoChoices.of(2, {(True, True): (4, 4), (True, False): (0, 3), (False, True): (3, 0), (False, False): (3, 3)})


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def misses(game: TwoChoices, chances: tuple[float, ...], precision: float) -> float:
    """How far these chances are from answering each other."""
    return max(abs(c - logistic(precision * game.edge(k, chances))) for k, c in enumerate(chances))


def test_pure_equilibria_known_by_hand() -> None:
    assert DILEMMA.pure() == ((False, False),)
    assert PENNIES.pure() == ()
    assert HUNT.pure() == ((True, True), (False, False))
    nobody_cares = TwoChoices.of(1, {(True,): (1,), (False,): (1,)})
    assert nobody_cares.pure() == ((True,), (False,))


def test_a_choice_that_is_always_better_is_taken_with_logit_odds() -> None:
    """Whatever the other does, leaving brings 2 more than staying, or 1: so the answer solves one small equation."""
    for precision in (0.0, 0.3, 1.0, 4.0):
        chances = DILEMMA.quantal(precision).chances
        assert chances[0] == pytest.approx(chances[1])
        assert chances[0] == pytest.approx(logistic(-precision * (1 + chances[0])))
    alone = TwoChoices.of(1, {(True,): (2.0,), (False,): (0.5,)})
    assert alone.quantal(2.0).chances[0] == pytest.approx(logistic(3.0))


def test_matching_pennies_is_a_coins_toss_at_any_precision() -> None:
    for precision in (0.5, 5.0, 50.0):
        assert PENNIES.quantal(precision).chances == pytest.approx((0.5, 0.5))


def test_the_curve_goes_to_the_equilibrium_with_less_risk() -> None:
    """In a stag hunt the curve from the coin's toss ends where nobody needs to trust anybody."""
    assert HUNT.quantal(30.0).chances == pytest.approx((0.0, 0.0), abs=1e-6)


def test_pay_offs_and_edges_are_averages() -> None:
    assert HUNT.expected((0.5, 0.5)) == (2.5, 2.5)
    assert HUNT.edge(0, (0.1, 0.25)) == pytest.approx(0.25 * 1 - 0.75 * 3)
    assert HUNT.payoff((False, True)) == (3, 0)


def test_any_game_is_solved_and_the_answer_answers_itself() -> None:
    rng = Random(4)
    for number in range(40):
        players = 1 + number % 5
        payoffs = [tuple(rng.uniform(-5, 5) for _ in range(players)) for _ in range(1 << players)]
        game = TwoChoices(players, tuple(payoffs))
        found = game.quantal(3.0)
        assert found.precision == 3.0
        assert misses(game, found.chances, 3.0) < 1e-6
        assert found == game.quantal(3.0)


def test_where_the_steps_run_out_the_answer_says_how_far_it_came() -> None:
    found = HUNT.quantal(30.0, most_steps=5)
    assert found.steps == 5
    assert 0 < found.precision < 30
    assert misses(HUNT, found.chances, found.precision) < 1e-6


@pytest.mark.parametrize("number", range(len(ORACLES["games"])))
def test_the_same_answers_as_gambit(number: int) -> None:
    row = ORACLES["games"][number]
    game = TwoChoices(len(row["payoffs"][0]), tuple(map(tuple, row["payoffs"])))
    assert sorted(list(profile) for profile in game.pure()) == row["pure"]
    for precision, chances in zip(ORACLES["precisions"], row["quantal"], strict=True):
        assert game.quantal(precision).chances == pytest.approx(chances, abs=1e-6)


@pytest.mark.parametrize("number", range(len(ORACLES["zero_sum"])))
def test_where_one_wins_what_the_other_loses_it_ends_as_openspiel_plays(number: int) -> None:
    """OpenSpiel found these by counterfactual regret, to about two places."""
    row = ORACLES["zero_sum"][number]
    payoffs = {(i == 0, j == 0): (row["payoffs"][i][j], -row["payoffs"][i][j]) for i in (0, 1) for j in (0, 1)}
    assert TwoChoices.of(2, payoffs).quantal(300.0).chances == pytest.approx(row["first"], abs=0.02)


def test_pay_offs_that_are_not_whole_are_refused() -> None:
    with pytest.raises(ValueError, match="expected one for each of 2 players"):
        TwoChoices.of(2, {(True, True): (1, 1)})
    with pytest.raises(ValueError, match="expected one for each of 1 players"):
        TwoChoices.of(1, {(True,): (1, 2), (False,): (1,)})
    with pytest.raises(ValueError, match="3 profiles; expected 2"):
        TwoChoices.of(1, {(True,): (1,), (False,): (1,), (True, True): (1, 1)})
