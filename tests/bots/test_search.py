"""The searching bot: what it cannot know never moves it, its budget is what it says, and it says why."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.bots.test_sees import views_on_the_way
from tests.engine.helpers import seat_of, table
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Advice, arena
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.search import Arm, SearchBot, halve, searches
from vendetta_kit.games.vendetta.bots.search_tree import SearchTree
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw

SMALL = SearchBot(40)
USUAL = bots.make("search")


def advice(game: Game, name: str = "Ann", lang: str = "en") -> Advice:
    """What it would do on that player's seat, with its usual budget."""
    return bots.hint(game, seat_of(game, name), USUAL, lang)


# Playing -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_it_is_ahead_of_greedy() -> None:
    """A few games with a small budget; what its usual one wins is measured: ``python -m benchmarks.arena``."""
    result = arena.play([SearchBot(60), "greedy", "greedy", "greedy"], games=8, seed=1)
    assert result.line("search").score > result.line("greedy").score + 1, str(result)


def test_one_who_can_win_for_sure_does() -> None:
    """The last token of the game: Ann wins it by staying, and whatever she does else, Bob is ahead."""
    game = table(
        "Ann haven: BR04 BR07 +3",
        "Bob haven: TR02",
        start={"round": 3, "phase": "resolution"},
        step="withdraw",
        Ann={"blood": 4, "influence": 8},
        Bob={"blood": 3, "influence": 10},
    )
    told = advice(game)
    assert told.action == Stay()


# Its budget --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [0, -5])
def test_a_budget_of_nothing_is_refused(simulations: int) -> None:
    with pytest.raises(ValueError, match="expected at least 1"):
        SearchBot(simulations)


def test_the_budget_is_a_count_and_is_kept() -> None:
    kinds: Counter[str] = Counter()
    for game, seat in views_on_the_way("4-base", 0, 3):
        view = game.view(seat, log=False)
        found = SMALL.think(view, Random(1), ImaginedWorlds(game, seat))
        assert (found.simulations > 0) == searches(view)
        if found.simulations:
            assert view.decision is not None
            kinds[view.decision.kind] += 1
            full = {"plan": 40, "withdraw": 40, "keep": 10}.get(view.decision.kind, 20)
            assert full - len(view.decision.legal) < found.simulations <= full or len(view.decision.legal) > full
    assert {"plan", "withdraw", "keep"} <= set(kinds)


def test_halving_gives_the_best_most() -> None:
    class Rigged(SearchTree):
        def walk(self, world: object, first: int, rng: Random, counts: float = 1.0) -> float:  # type: ignore[override]
            return {0: 0.3, 1: 0.5, 2: 0.2, 3: 0.1, 4: 0.45}[first - Choose(0).code] + 0.01 * rng.random()

    class Dice:
        def roll(self, number: int, code: int) -> tuple[None, int, Random]:
            return None, code, Random(number)

    arms = [Arm(Choose(k), 0.0) for k in range(5)]
    halve(Rigged(0, Weights(), ((0,), (1,))), arms, Dice(), 300)  # type: ignore[arg-type]
    assert sum(arm.tried for arm in arms) <= 300
    assert sum(arm.tried for arm in arms) > 290
    by_tries = sorted(arms, key=lambda arm: -arm.tried)
    assert {by_tries[0].action, by_tries[1].action} == {Choose(1), Choose(4)}
    assert arms[3].tried == min(arm.tried for arm in arms)
    assert arms[1].mean == pytest.approx(0.505, abs=0.002)


# What it says ------------------------------------------------------------------------------------------------


@pytest.mark.rules("WDR-02", "CONF-07")
def test_it_says_what_both_tokens_come_to() -> None:
    game = table("Ann 1: BR04", "Bob haven: TR02 TR03 +3", step="withdraw")
    told = advice(game)
    assert told.action == Stay()
    assert told.reasons[0].startswith(
        "I looked at 1000 possible continuations: if you stay, you win the game in about "
    )
    assert {"WDR-02", "EOG-04"} <= set(told.rules)
    german = advice(game, lang="de").reasons[0]
    assert german.startswith("Ich habe 1000 mögliche Fortsetzungen durchgespielt: Bleibst du, gewinnst du die Partie")


@pytest.mark.rules("WDR-05", "WDR-08")
def test_where_nothing_can_be_won_it_leaves() -> None:
    game = table(
        "Ann haven: NO08 +3",
        "Bob haven: GA03 GA05 +3",
        "Cy haven: MA04 MA08 +3",
        "Dee haven: TO02 TO05 +3",
        start={"round": 2, "phase": "resolution"},
        step="withdraw",
    )
    told = advice(game)
    assert told.action == Withdraw()
    assert "if you leave, you win the game in about" in told.reasons[0]


@pytest.mark.long
def test_a_play_is_compared_with_the_best_of_another_kind() -> None:
    game = table("Bob 1: BR04 +2", start={"phase": "planning", "turn": "Ann", "number": 1}, Ann={"blood": 6})
    told = advice(game)
    assert told.reasons[0].startswith("I looked at 1000 possible continuations: with this you win about ")
    assert "mögliche Fortsetzungen" in advice(game, lang="de").reasons[0]
