"""Advice: it names what lies on the table, and whoever follows it is not scolded for it by the review."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.helpers import seat_of, table
from vendetta_kit import Game
from vendetta_kit.coach import review_depths
from vendetta_kit.coach.close_look import judge_closely
from vendetta_kit.coach.judge import result_of
from vendetta_kit.coach.review_depths import Depth
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots.bot import in_words
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.coach.coach_bot import DEPTH, _price, advise
from vendetta_kit.games.vendetta.engine.actions import Drain, Play, Stay


def followed(number: int, stop: int | None = None) -> int:
    """Follow advice at one decision of a game by seed, judge that as a review does; return how many were judged.

    ``stop`` is the number of the seat's decision; by default a random one.
    """
    game, rng = Game.new(seats=3 + number % 3, seed=number), Random(number)
    bot = bots.make("greedy")
    left = rng.randrange(2, 30) if stop is None else stop
    while (seat := game.to_act) is not None:
        if seat == 0 and len(game.legal(0)) > 1 and game.decision(0).kind not in COACHING.unjudged:
            left -= 1
            if left < 0:
                action = advise(game, 0).action
                close = result_of(
                    judge_closely(game, 0, len(game.actions), action, COACHING, review_depths.DEPTHS[DEPTH])
                )
                assert not close.mark.bad, (number, action, close.mark, close.verdict.chosen)
                return 1
        game.apply(seat, bots.move(game, seat, bot, rng))
    return 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(1, 221, 20))
def test_advice_that_was_followed_is_never_a_mistake_in_the_review(first: int) -> None:
    assert sum(followed(number) for number in range(first, first + 20)) >= 19


def test_advice_that_was_followed_is_no_mistake_in_a_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review_depths.DEPTHS, DEPTH, Depth(8, 3, 3, 4, 4, 3, 8, 30, 2))
    assert sum(followed(number, stop) for number, stop in ((3, 4), (5, 20))) == 2


def sure() -> Game:
    """Ann wins the Haven for certain by staying."""
    return table(
        "Ann haven: BR04 BR07 +3",
        "Bob haven: GA09",
        start={"round": 2, "phase": "resolution"},
        step="withdraw",
        Ann={"blood": 1, "influence": 8},
        Bob={"blood": 9, "influence": 10},
    )


def test_a_certain_win_is_a_reason_to_stay_whatever_the_figures_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review_depths.DEPTHS, DEPTH, Depth(2, 1, 1, 2, 2, 1, 2, 6, 1))
    game = sure()
    ann = seat_of(game, "Ann")
    assert COACHING.certain(game, ann, Stay())
    for lang in ("en", "de"):
        found = advise(game, ann, lang)
        assert found.action == Stay()
        assert any(sign.isdigit() for sign in " ".join(found.reasons)), "the numbers on the table"
    assert not result_of(judge_closely(game, ann, 0, Stay(), COACHING, review_depths.DEPTHS[DEPTH])).mark.bad


def test_a_hunt_where_nobody_is_yet_says_who_may_come_and_why() -> None:
    game = table(round=2, Ann={"blood": 5, "hand": ["BR09", "BR04", "BR08"]})
    ann = seat_of(game, "Ann")
    view = game.view(ann)
    assert view.decision is not None
    play = next(a for a in view.decision.legal if isinstance(a, Play) and a.card == "BR09" and a.face == "up")
    reasons = {reason.key: reason for reason in GreedyBot().why(view, play)}
    (coming,) = (reason for key, reason in reasons.items() if key.startswith("effect.coming"))
    for lang, words in (("en", "may come"), ("de", "kann")):
        said = in_words(coming, view, lang)
        assert words in said
        assert any(name in said for name in game.names if name != "Ann")


@pytest.mark.parametrize(("pool", "said"), [(9, "9 becomes 7"), (2, "2 becomes 0, and that is Frenzy")])
def test_advice_to_stay_says_what_an_open_card_takes_for_it(pool: int, said: str) -> None:
    game = table("Ann 1: BR04 BR09 +3", "Bob 1: VE05", step="withdraw", Ann={"blood": pool})
    told = " ".join(in_words(reason, game.view(0), "en") for reason in _price(game.view(0)))
    assert told.startswith("If you stay, Mass Manipulation of Bob ")
    assert said in told
    assert _price(table("Ann 1: BR04 +3", "Bob 1: VE08", step="withdraw").view(0)) == []


def test_advice_to_drain_counts_the_token_and_says_what_the_blood_is_for() -> None:
    row = {"clan": "brujah", "hand": ["BR04", "BR03"], "alliance": ["AL01"]}
    for number, blood, said in (
        (2, 2, "can still carry in this round"),
        (2, 12, "for the next round"),
        (3, 12, "guards"),
    ):
        start = {"phase": "planning", "turn": "Ann", "number": number + 1}
        game = table(round=number, start=start, Ann={**row, "blood": blood})
        told = [in_words(one, game.view(0), "en") for one in GreedyBot().why(game.view(0), Drain("AL01"))]
        assert "for the Diablerie token" in told[0]
        assert any(said in line for line in told), told
