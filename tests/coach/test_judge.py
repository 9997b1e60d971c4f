"""The coach's judgement of one decision: what it cannot know never moves it, its budget is what it says, it repeats."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.bots.test_sees import views_on_the_way
from tests.engine.helpers import seat_of, table
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.coach import (
    Interval,
    MoveMark,
    NothingToJudge,
    Verdict,
    judge,
    judge_in_steps,
    mark_of,
    mark_of_verdict,
)
from vendetta_kit.coach.judge import ONE_STAGE, chosen_by_judge, result_of, settle_in_steps
from vendetta_kit.coach.move_marks import settled
from vendetta_kit.coach.paired_statistics import Sums
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine.actions import EndTurn, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.actions import Action


def decided() -> Game:
    """The last token of the game: Ann wins it by staying, and whatever she does else, Bob is ahead."""
    return table(
        "Ann haven: BR04 BR07 +3",
        "Bob haven: TR02",
        start={"round": 3, "phase": "resolution"},
        step="withdraw",
        Ann={"blood": 4, "influence": 8},
        Bob={"blood": 3, "influence": 10},
    )


# What it sees ------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-20", "PLAN-25", "WDR-02")
@pytest.mark.parametrize("name", mostly_long(["3-base", "4-relics", "5-location-cards", "6-in-teams-all"], quick=1))
def test_the_same_verdict_in_every_imagined_world(name: str) -> None:
    """Two games that differ in hidden parts alone are judged alike, and none is touched."""
    compared = moved = 0
    for game, seat in views_on_the_way(name, 0, 11):
        world = imagine(game, seat, Random(f"{name}/{compared}"))
        before = fingerprint(game)
        own = game.legal(seat)[0]
        assert judge(game, seat, COACHING, 10, chosen=own) == judge(world, seat, COACHING, 10, chosen=own)
        assert fingerprint(game) == before
        compared += 1
        moved += world.z != game.z
    assert compared > 4
    assert moved > compared / 2, "the worlds hardly differ: the comparison would say nothing"


@pytest.mark.rules("RUL-20", "PLAN-25")
@pytest.mark.parametrize("name", ["3-relics", "4-base", "5-location-cards", "6-in-teams-all"])
def test_the_worlds_of_the_table_are_made_of_what_lies_open(name: str) -> None:
    """From any world of the same open table the same worlds are drawn: nobody's hand is in them."""
    moved = 0
    for number, (game, _) in enumerate(views_on_the_way(name, 1, 9)):
        other = imagine(game, -1, Random(f"other {number}"))
        assert other.view(None).to_json(log=False) == game.view(None).to_json(log=False)
        here, there = (COACHING.seat_knowledge(g, None).worlds(4, Random(3)) for g in (game, other))
        assert [fingerprint(world) for world in here] == [fingerprint(world) for world in there]
        moved += other.z != game.z
    assert moved > 5


# Its budget --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_budget_is_a_count_and_is_kept() -> None:
    for game, seat in views_on_the_way("4-base", 0, 29):
        for budget in (1, 7, 60):
            verdict = judge(game, seat, COACHING, budget)
            tried = sum(look.tried for look in verdict.looks if look.loss is not None)
            assert budget - 13 < verdict.simulations <= budget
            assert tried <= verdict.simulations


@pytest.mark.long
def test_the_same_seed_gives_the_same_and_another_one_another() -> None:
    game, seat = next(iter(views_on_the_way("4-base", 0, 40)))

    def verdict(seed: int) -> Verdict:
        return judge(game, seat, COACHING, 60, seed=seed)

    first = verdict(1)
    assert first == verdict(1)
    assert first.looks != verdict(2).looks


def test_it_can_be_watched_and_left() -> None:
    game, seat = next(iter(views_on_the_way("4-base", 0, 40)))
    seen: list[int] = []
    verdict = judge(game, seat, COACHING, 60, watch=seen.append)
    assert seen[0] == 0
    assert seen == sorted(set(seen))
    assert seen[-1] <= verdict.simulations <= 60
    assert len(seen) > 4
    steps = judge_in_steps(game, seat, COACHING, 60)
    assert [next(steps), next(steps)] == seen[:2]
    steps.close()


@pytest.mark.parametrize("wrong", [{"budget": 0}, {"budget": 5, "keep": 0}, {"budget": 5, "look": 0}])
def test_a_budget_of_nothing_is_refused(wrong: dict[str, int]) -> None:
    game = Game.new(seats=3, seed=1)
    seat = game.to_act
    assert seat is not None
    with pytest.raises(ValueError, match="expected at least 1"):
        judge(game, seat, COACHING, **wrong)


def test_who_is_not_asked_cannot_be_judged() -> None:
    game = decided()
    with pytest.raises(NothingToJudge, match="something to decide"):
        judge(game, seat_of(game, "Cy"), COACHING, 5)
    with pytest.raises(NothingToJudge, match="expected a legal action of seat"):
        judge(game, seat_of(game, "Ann"), COACHING, 5, chosen=EndTurn())


# What it finds -----------------------------------------------------------------------------------------------


def test_one_who_can_win_for_sure_does_and_the_other_token_is_a_blunder() -> None:
    game = decided()
    ann = seat_of(game, "Ann")
    left = judge(game, ann, COACHING, 200, chosen=Withdraw())
    assert left.best.action == Stay()
    assert left.chosen is not None
    assert left.chosen.loss is not None
    assert left.best.chance - left.chosen.chance == pytest.approx(left.chosen.loss.mean, abs=1e-3)
    assert left.chosen.loss.low == left.clear > 0.15
    assert left.chosen.loss_score is not None
    assert left.chosen.loss_score.low > 3
    assert mark_of_verdict(left) is MoveMark.BLUNDER
    assert mark_of_verdict(judge(game, ann, COACHING, 200, chosen=Stay())) in (MoveMark.FINE, MoveMark.BRILLIANT)


def test_a_verdict_needs_a_choice_to_have_a_mark() -> None:
    game = decided()
    with pytest.raises(ValueError, match="without the player's choice"):
        mark_of_verdict(judge(game, seat_of(game, "Ann"), COACHING, 5))


def test_all_legal_actions_are_looked_at_on_request_and_equal_ones_are_one() -> None:
    together = 0
    for game, seat in views_on_the_way("5-location-cards", 0, 1):
        if game.decision(seat).kind != "choose":
            continue
        verdict = judge(game, seat, COACHING, 4, look=None)
        looked = [action for look in verdict.looks for action in look.alike]
        assert sorted(action.code for action in looked) == sorted(action.code for action in game.legal(seat))
        together += sum(len(look.alike) > 1 for look in verdict.looks)
    assert together > 0


# Intervals ---------------------------------------------------------------------------------------------------


def test_intervals_hold_as_often_as_they_claim() -> None:
    """Of 2,000 samples of 30 pairs each the interval holds the true difference in about 95 of 100."""
    rng = Random(5)
    for wins, losses in ((0.5, 0.3), (0.1, 0.0), (0.05, 0.05)):
        held = 0
        for _ in range(2000):
            sums = Sums()
            for _ in range(30):
                x = rng.random()
                sums.add(1.0 if x < wins else -1.0 if x < wins + losses else 0.0)
            _, low, high = sums.interval(0.95)
            held += low <= wins - losses <= high
        assert held / 2000 > 0.93


def test_more_comparisons_make_wider_intervals() -> None:
    sums = Sums()
    for value in (1.0, 0.0, 0.0, 1.0, -1.0):
        sums.add(value)
    one, three = sums.interval(0.95), sums.interval(0.95, 3)
    assert three.low < one.low < one.mean < one.high < three.high
    with pytest.raises(ValueError, match="expected between 0 and 1"):
        sums.interval(1.0)


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (Interval(0.30, 0.05, 0.5), MoveMark.BLUNDER),
        (Interval(0.10, 0.01, 0.2), MoveMark.MISTAKE),
        (Interval(0.03, 0.01, 0.06), MoveMark.SECOND),
        (Interval(0.01, -0.02, 0.04), MoveMark.FINE),
        (Interval(0.20, -0.01, 0.4), MoveMark.UNCLEAR),
    ],
)
def test_a_mark_is_given_only_where_the_interval_allows_it(loss: Interval, mark: MoveMark) -> None:
    assert mark_of(loss) is mark
    assert mark.bad == (mark in (MoveMark.MISTAKE, MoveMark.BLUNDER))


# Until it is known -------------------------------------------------------------------------------------------


def _settled(game: Game, seat: int, chosen: Action, most: int) -> Verdict:
    return result_of(settle_in_steps(game, seat, COACHING, 8, most, settled, chosen=chosen, seed=5))


def test_games_are_played_until_the_difference_is_known() -> None:
    game = decided()
    ann = seat_of(game, "Ann")
    left = _settled(game, ann, Withdraw(), 1600)
    assert left.chosen is not None
    assert left.chosen.tried == ONE_STAGE, "the first stage tells"
    assert mark_of_verdict(left) is MoveMark.BLUNDER
    assert mark_of_verdict(_settled(game, ann, Stay(), 30)) is not MoveMark.BLUNDER


def test_what_the_judge_selects_is_best_in_its_verdict() -> None:
    for game, seat in islice(views_on_the_way("3-base", 0, 31), 2):
        action = result_of(chosen_by_judge(game, seat, COACHING, 8, seed=5))
        assert _settled(game, seat, action, 2).best.action == action


def test_close_is_not_better_nor_worse() -> None:
    assert mark_of(Interval(0.02, -0.05, 0.09)) is MoveMark.CLOSE
    assert settled(Interval(0.02, -0.05, 0.09))
    assert settled(Interval(0.2, 0.01, 0.4))
    assert not settled(Interval(0.05, -0.02, 0.12))
