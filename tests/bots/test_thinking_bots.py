"""Bots that imagine: what they cannot know never moves them, they play legally, repeat themselves and say why."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from tests.bots.helpers import assert_advice_reads_well, assert_blind_to_what_is_hidden, played, reasons_given
from tests.bots.test_sees import views_on_the_way
from tests.engine.helpers import seat_of, table
from tests.properties.games import TABLES
from tests.selection import mostly_long
from vendetta_kit import Game, rulebook
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Advice, arena
from vendetta_kit.games.vendetta.bots.careful import Budget, CarefulBot, winning
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.bots.search import SearchBot
from vendetta_kit.games.vendetta.engine.actions import Stay, Withdraw

SMALL: dict[str, CarefulBot | SearchBot] = {
    "careful": CarefulBot(Budget(plays=4, worlds=2, more_worlds=2, token_worlds=2, answer_worlds=2)),
    "search": SearchBot(40),
}
"""Each with a small budget."""


def cases(names: list[str], search: int) -> list[Any]:
    """The careful bot in each case, and the search, which takes longer, in so many of them in the quick run."""
    return [*product(["careful"], names), *mostly_long(list(product(["search"], names)), quick=search)]


@pytest.mark.rules("RUL-20", "PLAN-25", "WDR-02")
@pytest.mark.parametrize(("bot", "name"), cases(["3-base", "4-relics", "5-location-cards", "6-in-teams-all"], 1))
def test_the_same_choice_in_every_imagined_world(bot: str, name: str) -> None:
    assert_blind_to_what_is_hidden(SMALL[bot], views_on_the_way(name, 0, 6), name)


@pytest.mark.parametrize("bot", SMALL)
def test_from_a_view_alone_it_is_greedy(bot: str) -> None:
    greedy, usual = GreedyBot(bots.Weights()), bots.make(bot)
    for game, seat in views_on_the_way("4-all", 0, 5):
        view = game.view(seat, log=False)
        assert usual.choose(view, Random(2)) == greedy.choose(view, Random(2))


@pytest.mark.parametrize(
    ("bot", "name"),
    cases(["3-all", "4-last-blood", "4-nobody-left", "5-relics", "4-in-teams-base", "6-in-teams-all"], 2),
)
def test_it_plays_legally_at_every_kind_of_table(bot: str, name: str) -> None:
    game = Game.new(**TABLES[name], seed=sum(map(ord, name)), record=False)
    around = [SMALL[bot] if seat % 2 else bots.make("greedy") for seat in range(game.seats)]
    assert played(game, around, name).winners


@pytest.mark.parametrize("bot", mostly_long(list(SMALL), quick=1))
def test_same_seed_same_game_whatever_it_did_before(bot: str) -> None:
    def actions(player: CarefulBot | SearchBot, chance: int) -> tuple[object, ...]:
        game = Game.new(seats=4, seed=11)
        return played(game, [player, *[bots.make("greedy")] * 3], chance).actions

    player = SMALL[bot]
    fresh = CarefulBot(player.budget) if isinstance(player, CarefulBot) else SearchBot(40)
    assert actions(player, 1) == actions(fresh, 1) == actions(player, 1)
    assert actions(player, 1) != actions(player, 2)


@pytest.mark.parametrize(("bot", "lang"), cases(list(rulebook.languages()), 1))
def test_advice_is_legal_short_and_whole(bot: str, lang: str) -> None:
    assert_advice_reads_well(SMALL[bot], lang)


@pytest.mark.parametrize(
    ("bot", "often"),
    [("careful", {"token": 1, "tried": 1}), pytest.param("search", {"search": 5}, marks=pytest.mark.long)],
    ids=list(SMALL),
)
def test_every_reason_names_what_its_words_need(bot: str, often: dict[str, int]) -> None:
    keys = reasons_given(SMALL[bot])
    assert all(keys[key] > count for key, count in often.items())


# The careful bot -------------------------------------------------------------------------------------------


USUAL = bots.make("careful")


def advice(game: Game, name: str = "Ann", lang: str = "en") -> Advice:
    """What it would do on that player's seat, with its usual budget."""
    return bots.hint(game, seat_of(game, name), USUAL, lang)


# Playing -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_it_is_ahead_of_greedy() -> None:
    """A few games with a small budget: few wins say little, but three Influence more on average say it.

    What its usual budget wins, more games must show: ``arena.play(["careful", "greedy", "greedy", "greedy"], 160)``.
    """
    quick = CarefulBot(Budget(plays=6, worlds=4, more_worlds=6, token_worlds=4, answer_worlds=6))
    result = arena.play([quick, "greedy", "greedy", "greedy"], games=12, seed=1)
    assert result.line("careful").score > result.line("greedy").score + 1, str(result)


def test_how_likely_to_win() -> None:
    assert winning([3, 3, 3, 3], 2, [(0,), (1,), (2,), (3,)], 2.0) == pytest.approx(0.25)
    assert winning([5, 3], 0, [(0,), (1,)], 2.0) == pytest.approx(0.7311, abs=1e-4)
    assert winning([5, 3, 1, 3], 2, [(0, 2), (1, 3)], 2.0) == pytest.approx(0.5), "partners win together"


# What it says ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-07")
def test_alone_it_stays() -> None:
    told = advice(table("Ann 1: BR04", "Bob haven: TR02 TR03 +3", step="withdraw"))
    assert told.action == Stay()
    assert told.reasons[0].startswith("Stay: you win here in 10 of 10 imagined worlds")
    assert {"WDR-02", "CONF-04"} <= set(told.rules)


@pytest.mark.rules("WDR-02", "WDR-05", "WDR-06")
def test_where_nothing_can_be_won_it_leaves_and_says_what_staying_would_cost() -> None:
    game = table("Ann 1: BR09 +3", "Bob 1: TR02 TR07 +3", "Cy 1: VE01 VE02 +3", "Dee 1: GA05 GA02 +3", step="withdraw")
    told = advice(game)
    assert told.action == Withdraw()
    assert told.reasons[0] == "Leave: staying, you would win here in 0 of 10 imagined worlds and lose 1 Blood."
    german = advice(game, lang="de").reasons[0]
    assert german == "Geh: Bliebst du, würdest du hier in 0 von 10 vorgestellten Welten gewinnen und 1 Blut verlieren."


def test_a_play_is_compared_with_the_best_of_another_kind() -> None:
    game = table("Bob 1: BR04 +2", start={"phase": "planning", "turn": "Ann", "number": 1}, Ann={"blood": 6})
    told = advice(game)
    assert "imagined worlds" in told.reasons[0]
    assert "vorgestellte" in advice(game, lang="de").reasons[0]
