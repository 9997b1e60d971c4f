"""The bars of the arena: what is said of a bot is what its games say."""

from __future__ import annotations

import json

import pytest

from benchmarks.arena import BARS, Bar, Height, main, measure
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots.arena import BotRecord
from vendetta_kit.games.vtes import bots as vtes_bots


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


def test_no_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "expected at least 1" in capsys.readouterr().err
