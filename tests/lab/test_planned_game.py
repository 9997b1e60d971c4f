"""The rows of a game agree with each other and with the game."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pandas as pd
import pytest

from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots.random_bot import RandomBot
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.lab import Plan, Tables, planned_game
from vendetta_kit.kernel.actions import Action

KEYS = ["game", "seat"]
DECISIONS = [column.name for column in Plan.SCHEMA.table("games").columns].index("decisions")
VARIED: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "variants": ["relics", "location_cards"], "rulings": {"last_blood": "allow"}},
    {"players": 5, "variants": ["relics"], "rulings": {"nobody_left": "after_withdraw"}},
    {"players": 4, "variants": ["teams"]},
    {"players": 6, "variants": ["teams", "relics", "location_cards"]},
]


class Hurried(RandomBot):
    """Plays at random by the numbers of a view."""

    def decide(self, seen: VendettaObservation, rng: Random) -> Action:
        return seen.offer.sample(rng)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_BOTS", {"random": Hurried, "greedy": Hurried})
    monkeypatch.setattr("vendetta_kit.lab.plan._kit_bot", lambda game, name: bots.make(name))


def frames(plan: Plan) -> dict[str, pd.DataFrame]:
    rows: dict[str, list[Any]] = {name: [] for name in plan.tables}
    for game in range(plan.games):
        for name, more in planned_game.play(plan, game, plan.tables).items():
            rows[name] += more
    columns = {each.name: [column.name for column in each.columns] for each in Plan.SCHEMA.tables}
    return {name: pd.DataFrame(rows[name], columns=columns[name]) for name in plan.tables}


def agree(found: dict[str, pd.DataFrame] | Tables) -> None:
    """What must hold for every set of tables."""
    games, seats, rounds = found["games"], found["seats"], found["rounds"]
    locations, decisions, ledger = found["locations"], found["decisions"], found["ledger"]

    # the ledger's sums are the scores
    scored = ledger[ledger["token"] == "influence"]
    plus = scored[scored["target"] == "score"].groupby(["game", "target_seat"])["amount"].sum()
    minus = scored[scored["source"] == "score"].groupby(["game", "source_seat"])["amount"].sum()
    for row in seats[~seats["eliminated"].astype(bool)].itertuples():
        key = (row.game, row.seat)
        assert row.score == plus.get(key, 0) - minus.get(key, 0), key
        parts = (row.from_tokens, row.from_alliance, row.from_drained, row.from_relic, row.from_abilities)
        assert row.score == sum(parts) + row.from_diablerie
    assert seats[seats["eliminated"].astype(bool)]["score"].isna().all()

    # and its Blood is the Blood in the Pools
    blood = ledger[ledger["token"] == "blood"]
    into = blood[blood["target"] == "pool"].groupby(["game", "target_seat"])["amount"].sum()
    out = blood[blood["source"] == "pool"].groupby(["game", "source_seat"])["amount"].sum()
    for row in seats.itertuples():
        assert row.blood == into.get((row.game, row.seat), 0) - out.get((row.game, row.seat), 0)

    # a round begins where the last one ended
    for _, mine in rounds.sort_values("round").groupby(KEYS):
        assert list(mine["blood_start"])[1:] == list(mine["blood_end"])[:-1]
        assert list(mine["influence_start"])[1:] == list(mine["influence_end"])[:-1]
        assert list(mine["round"]) == list(range(1, len(mine) + 1))
    assert set(rounds[rounds["round"] == 1]["influence_start"]) == {3}
    last = rounds.sort_values("round").groupby(KEYS)["influence_end"].last()
    ends = seats[~seats["eliminated"].astype(bool)].set_index(KEYS)["from_tokens"]
    assert (last.loc[ends.index].astype(int) == ends.astype(int)).all()

    # Locations and rounds tell the same
    here = locations.assign(
        present=[
            bool(len(cards)) or blood > 0 for cards, blood in zip(locations["cards"], locations["blood"], strict=True)
        ],
        won=(locations["rank"] == 1).fillna(False),
    )
    for name, of in (("present", "present"), ("left", "left"), ("won", "won"), ("allies", "got_ally")):
        counted = here.assign(counted=here[of].astype(int)).groupby(["game", "round", "seat"])["counted"].sum()
        told = rounds.set_index(["game", "round", "seat"])[name]
        assert (counted.astype(int) == told.loc[counted.index].astype(int)).all(), name
    firsts = here[here["won"]].groupby(["game", "round", "at"]).size()
    assert (firsts == 1).all()
    assert here[here["token"].isna() == here["present"]].empty
    assert not here[here["left"].astype(bool)]["won"].any()
    assert (rounds.groupby(KEYS)["plays"].sum().sort_index() == seats.set_index(KEYS)["plays"].sort_index()).all()

    # decisions and seats tell the same
    assert list(decisions.groupby("game").size()) == list(games.sort_values("game")["decisions"])
    for does, name in (("play", "plays"), ("drain", "drains"), ("stay", "stays"), ("withdraw", "withdraws")):
        counted = decisions[decisions["does"] == does].groupby(KEYS).size()
        told = seats.set_index(KEYS)[name]
        assert (told.astype(int) == counted.reindex(told.index, fill_value=0)).all(), name
    assert (decisions["options"] >= 1).all()
    assert decisions["decision"].equals(decisions.groupby("game").cumcount().astype(decisions["decision"].dtype))
    assert all(
        json.loads(text)["do"] == does for text, does in zip(decisions["action"], decisions["does"], strict=True)
    )
    assert (decisions[decisions["does"] == "play"][["card", "to", "face", "with_blood"]].notna()).all(axis=None)

    # who won
    ahead = seats[seats["won"].astype(bool)]
    assert list(ahead.groupby("game")["seat"].min()) == list(games.sort_values("game")["winner"])
    assert (ahead.groupby("game")["score"].sum() == games.set_index("game")["winning_score"]).all()
    assert (games["eliminated"] == seats.groupby("game")["eliminated"].sum().to_numpy()).all()
    assert (seats.groupby("game").size().to_numpy() == games["players"]).all()


def test_all_tables_agree(small: Tables) -> None:
    agree(small)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("varied", mostly_long(VARIED, quick=2), ids=str)
def test_all_tables_agree_at_every_table(varied: dict[str, Any]) -> None:
    """Enough random games that players are eliminated, too."""
    plan = Plan.of({"games": 25, "bots": "random", "seed": 11, "tables": "all", **varied})
    found = frames(plan)
    agree(found)
    variants = varied.get("variants", ())
    games = found["games"]
    assert set(games["relics"]) == {"relics" in variants}
    assert set(games["teams"]) == {"teams" in variants}
    assert {bool(cards) for cards in games["location_cards"]} == {"location_cards" in variants}
    assert found["seats"]["mate"].notna().all() == ("teams" in variants)
    for switch, reading in varied.get("rulings", {}).items():
        assert set(games[switch]) == {reading}


@pytest.mark.usefixtures("hurried")
def test_a_game_that_ends_early_is_told_to_its_end() -> None:
    """Three players are driven out by the third token only if they Drain all they have."""
    plan = Plan.of({"games": 60, "players": 3, "bots": "random", "seed": 2, "tables": "all"})
    found = frames(plan)
    out = found["seats"][found["seats"]["eliminated"]]
    assert len(out)
    agree(found)
    for row in out.itertuples():
        mine = found["rounds"].query("game == @row.game and seat == @row.seat")
        assert mine.sort_values("round")["eliminated"].tolist() == [False] * (len(mine) - 1) + [True]
        assert row.diablerie >= 3


def test_recording_changes_nothing() -> None:
    plan = Plan.of({"games": 4, "bots": "random", "seed": 9, "variants": ["relics"]})
    for game in range(plan.games):
        bare = planned_game.play(plan, game, ("games", "seats", "decisions"))
        full = planned_game.play(plan, game, Plan.SCHEMA.names)
        assert {name: full[name] for name in bare} == bare


def test_the_ledger_is_the_game_s_own() -> None:
    plan = Plan.of({"games": 1, "bots": "random", "seed": 4, "clans": "deal"})
    game = Game.new(**plan.setup(0))
    chances = [plan.chance(0, seat) for seat in range(4)]
    bot = bots.make("random")
    while (seat := game.to_act) is not None:
        game.apply(seat, bots.move(game, seat, bot, chances[seat]))
    rows = planned_game.play(plan, 0, ("ledger",))["ledger"]
    assert [(row[6], row[7], row[14], row[17]) for row in rows] == [
        (entry.token, entry.amount, entry.cause, entry.rules) for entry in game.ledger
    ]
    plays = sum(event.kind == "play" and "by" not in event.data for event in game.events)
    assert sum(row[9] for row in planned_game.play(plan, 0, ("rounds",))["rounds"]) == plays


def test_power_and_places_are_those_of_the_conflict(small: Tables) -> None:
    counted = small["locations"].dropna(subset=["power", "rank"]).sort_values(["game", "round", "at", "rank"])
    assert len(counted) > 50
    for _, here in counted.groupby(["game", "round", "at"]):
        assert list(here["rank"]) == list(range(1, len(here) + 1))
        assert here["power"].is_monotonic_decreasing


def test_a_fast_bot_is_shown_no_view(monkeypatch: pytest.MonkeyPatch, hurried: None) -> None:
    def no_view(*_: Any, **__: Any) -> None:
        raise AssertionError("a view was made")

    monkeypatch.setattr(Game, "view", no_view)
    plan = Plan.of({"games": 1, "bots": "random"})
    assert len(planned_game.play(plan, 0, ("seats",))["seats"]) == 4


@pytest.mark.parametrize("varied", [{}, *VARIED], ids=str)
def test_greedy_games_are_the_same_with_views_and_without(
    monkeypatch: pytest.MonkeyPatch, varied: dict[str, Any]
) -> None:
    plan = Plan.of({"games": 2, "bots": "greedy", "seed": 8, "tables": "all", **varied})
    quick = [planned_game.play(plan, game, plan.tables) for game in range(plan.games)]
    views: list[int] = []

    def slowly(game: str, name: str) -> Any:
        bot = bots.make(name)

        class Slow:
            def choose(self, view: Any, rng: Random) -> Action:
                views.append(view.me)
                return bot.choose(view, rng)

        return Slow()

    monkeypatch.setattr("vendetta_kit.lab.plan._kit_bot", slowly)
    assert [planned_game.play(plan, game, plan.tables) for game in range(plan.games)] == quick
    assert len(views) == sum(rows["games"][0][DECISIONS] for rows in quick)


def test_a_bot_at_fault_says_in_which_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from vendetta_kit.lab import cost_of, simulate

    def fall(*_: Any) -> Any:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(planned_game, "play", fall)
    with pytest.raises(ZeroDivisionError) as told:
        simulate({"games": 2, "bots": "random"}, out=tmp_path, workers=1)
    assert told.value.__notes__[0].startswith("in game 0 of the plan {")
    with pytest.raises(ZeroDivisionError) as told:
        cost_of({"games": 100, "bots": "random"})  # which the command asks before it begins
    assert told.value.__notes__[0].startswith("in game 0 of the plan {")
