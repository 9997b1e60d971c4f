"""The arena: paired seats and deals, and intervals that one can trust."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from benchmarks.arena import BARS, Bar, Height, main, measure
from vendetta_kit.bots import UnknownBot
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Advice, arena
from vendetta_kit.games.vendetta.bots.arena import BotRecord
from vendetta_kit.games.vendetta.bots.random_bot import RandomBot
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vtes import bots as vtes_bots
from vendetta_kit.kernel.actions import Action


class Watcher(RandomBot):
    """A random bot of its own name that notes what it is dealt."""

    def __init__(self, name: str, seen: list[tuple[str, int, tuple[str, ...]]]) -> None:
        self.name = name  # type: ignore[misc]
        self.seen = seen

    def choose(self, view: View, rng: Random) -> Action:
        if view.asked == "pick_clan" and view.me is not None:
            self.seen.append((self.name, view.me, view.offer))
        return super().choose(view, rng)

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        raise AssertionError("nobody asked for advice")


def test_wilsons_interval_as_in_the_books() -> None:
    low, high = arena.wilson(81, 263)
    assert (low, high) == (pytest.approx(0.2553, abs=1e-4), pytest.approx(0.3662, abs=1e-4))
    assert arena.wilson(0, 20) == (0.0, pytest.approx(0.1611, abs=1e-4))
    assert arena.wilson(20, 20) == (pytest.approx(0.8389, abs=1e-4), 1.0)
    assert arena.wilson(0, 0) == (0.0, 1.0)


def test_every_deal_is_played_from_every_seat() -> None:
    seen: list[tuple[str, int, tuple[str, ...]]] = []
    table = [Watcher(name, seen) for name in ("a", "b", "c", "d")]
    result = arena.play(table, games=8, seed=3)
    assert (result.games, result.deals) == (8, 2)
    assert [line.bot for line in result.lines] == ["a", "b", "c", "d"]
    for line in result.lines:
        assert line.seats == 8
        assert [games for _, games in line.by_seat] == [2, 2, 2, 2]
        assert sum(wins for wins, _ in line.by_seat) == line.wins
    whole, by_seat = result.frame(), result.frame(by_seat=True)
    assert whole["wins"].tolist() == [line.wins for line in result.lines]
    assert by_seat.groupby("bot")["wins"].sum().to_dict() == dict(zip(whole["bot"], whole["wins"], strict=True))
    assert sum(line.wins for line in result.lines) == 8
    first = [offer for _, _, offer in seen if len(offer) == max(len(o) for _, _, o in seen)]
    assert len(set(first)) <= 2, "one offer of clans for each deal"
    assert {(name, seat) for name, seat, _ in seen} == {(name, seat) for name in "abcd" for seat in range(4)}


def test_the_same_seed_gives_the_same_and_another_one_another() -> None:
    def result(seed: int) -> arena.ArenaResult:
        return arena.play(["greedy", "random", "random"], games=6, seed=seed)

    assert result(1) == result(1)
    assert result(1) != result(2)


def test_a_name_that_sits_more_than_once_is_one_line() -> None:
    result = arena.play(["greedy", "random", "random", "random"], games=8, seed=2)
    greedy, others = result.line("greedy"), result.line("random")
    assert (greedy.seats, others.seats) == (8, 24)
    assert greedy.wins + others.wins == 8
    assert greedy.rate > 0.6 > others.rate
    low, high = greedy.interval
    assert low < greedy.rate <= high
    assert greedy.score > others.score
    assert str(result).splitlines()[0] == "8 games, 2 deals"
    assert f"{greedy.wins} of 8 won" in str(greedy)
    with pytest.raises(KeyError):
        result.line("nobody")


def test_tables_of_other_kinds() -> None:
    result = arena.play([bots.make("greedy")] * 6, games=2, seed=1, table={"teams": True, "relics": True})
    assert result.line("greedy").wins == 4, "a team wins together"


def test_the_chance_of_a_seat_does_not_depend_on_who_sits_elsewhere() -> None:
    """With the same bots all around, turning them changes nothing: the pairs are true pairs."""
    one = arena.play(["greedy"] * 4, games=4, seed=6).line("greedy")
    assert sorted(wins for wins, _ in one.by_seat) == [0, 0, 0, 4]


def test_a_bot_at_fault_is_named_with_its_game() -> None:
    class Falls:
        def choose(self, view: Any, rng: Random) -> Any:
            return view.legal[0] if view.round else 1 / 0

    with pytest.raises(ZeroDivisionError) as told:
        arena.play([Falls, "random", "random"], games=3, seed=4)  # type: ignore[list-item]
    assert told.value.__notes__ == ["by Falls, at seat 0 of deal 4/0"]


def test_a_class_that_cannot_be_asked_is_refused_before_the_first_game() -> None:
    class Short:
        def choose(self, view: Any) -> Any:
            return view.legal[0]

    class Needy(Short):
        def __init__(self, weights: Any) -> None:
            self.weights = weights

    for bot in (Short, Short()):
        with pytest.raises(UnknownBot, match=r"^Short: choose\(view.*; expected choose\(self, view, rng\)$"):
            arena.play([bot, "random", "random"], games=3)  # type: ignore[list-item]
    with pytest.raises(UnknownBot, match=r"^Needy: cannot be made by Needy\(\): "):
        arena.play([Needy, "random", "random"], games=3)  # type: ignore[list-item]


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a whole number from 1"):
        arena.play(["random"] * 4, games=0)
    with pytest.raises(bots.UnknownBot):
        arena.play(["nobody"] * 4, games=1)


# The bars --------------------------------------------------------------------------------------------------


def height(wins: int, games: int, share: float) -> Height:
    return Height(Bar("search", "greedy", share, 100), BotRecord("search", games, wins, 20.0, (), "Influence"), 10.0)


@pytest.mark.parametrize(
    ("wins", "games", "verdict"),
    [
        (120, 200, "cleared"),
        (100, 200, "above it, more games needed"),
        (85, 200, "below it, more games needed"),
        (50, 200, "not cleared"),
    ],
)
def test_a_bar_is_cleared_where_the_whole_interval_is_above_it(wins: int, games: int, verdict: str) -> None:
    told = height(wins, games, 0.45)
    assert told.verdict == verdict
    assert f"{wins} of {games}" in str(told)
    assert f"bar 45%: {verdict}" in str(told)


@pytest.mark.parametrize(("game", "names"), [("vendetta", [*bots.names(), "coach"]), ("vtes", [*vtes_bots.names()])])
def test_every_thinking_bot_has_a_bar_against_a_weaker_one(game: str, names: list[str]) -> None:
    assert [bar.bot for bar in BARS[game]] == names[1:]
    for bar in BARS[game]:
        assert names.index(bar.against) < names.index(bar.bot)
        assert bar.share > 0.25
        assert bar.games % 4 == 0


@pytest.mark.long
def test_games_are_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "greedy", "--games", "8", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (row,) = told["bars"]
    line = measure(next(bar for bar in BARS["vendetta"] if bar.bot == "greedy"), 8, 3).line
    assert (row["bot"], row["played"], row["wins"]) == ("greedy", 8, line.wins)
    assert row["interval"] == list(line.interval)


def test_a_bar_of_no_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "expected at least 1" in capsys.readouterr().err
