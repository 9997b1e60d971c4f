"""Plans: what may stand in one, what each fault gets, and what a plan says about a single game."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from vendetta_kit.games.vendetta.engine.card_tables import CLANS
from vendetta_kit.games.vendetta.engine.game import default_rulings
from vendetta_kit.games.vendetta.lab import Plan, PlanError


def test_an_empty_plan_is_a_plan() -> None:
    plan = Plan.of({})
    assert (plan.games, plan.players, plan.bots) == (1000, 4, ("greedy",) * 4)
    assert (plan.clans, plan.tables, plan.rulings) == (
        "choose",
        Plan.SCHEMA.usual,
        default_rulings(),
    )


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"gmaes": 3}, "unknown key 'gmaes': did you mean 'games'?"),
    ({"xyz": 3}, "unknown key 'xyz'; expected some of games, players, bots"),
    ({"games": 0}, "games: found 0; expected a whole number from 1 to"),
    ({"games": True}, "games: found true; expected a whole number"),
    ({"games": "many"}, "games: found 'many'; expected a whole number"),
    ({"players": 7}, "players: found 7; expected a whole number from 3 to 6"),
    ({"players": 6}, "six play only in teams"),
    ({"players": 3, "variants": ["teams"]}, "expected 4 or 6 seats for teams"),
    ({"bots": "greddy"}, "bots: found 'greddy'; expected one of random, gentle"),
    ({"bots": ["random", "greedy"]}, "bots: 2 for 4 players; expected one for all, or one for each"),
    ({"bots": []}, "bots: none; expected"),
    ({"bots": 3}, "bots: found 3; expected a list of names"),
    ({"clans": ["brujahh", "ventrue", "gangrel", "tremere"]}, "clans: unknown clan 'brujahh': did you mean 'brujah'?"),
    ({"clans": ["brujah"]}, "clans: 1 for 4 players"),
    ({"clans": ["brujah", "brujah", "gangrel", "tremere"]}, "clans: 'brujah' stands there twice"),
    ({"clans": "all"}, "clans: found 'all'; expected choose, deal or a list of clans"),
    ({"variants": ["relicts"]}, "variants: unknown key 'relicts': did you mean 'relics'?"),
    ({"variants": {"relics": 1}}, "variants: relics: found 1; expected true or false"),
    ({"variants": {"location_cards": ["LC01"]}}, "or 2 different Location cards"),
    ({"variants": {"location_cards": ["LC01", "XX"]}}, "location_cards[1]: found 'XX'"),
    ({"rulings": {"last_blod": "allow"}}, "rulings: unknown switch 'last_blod': did you mean 'last_blood'?"),
    ({"rulings": {"last_blood": "maybe"}}, "rulings: last_blood: found 'maybe'; expected forbid or allow"),
    ({"rulings": ["last_blood"]}, "rulings: found ['last_blood']; expected readings"),
    ({"seed": 2**63}, "seed: found 9223372036854775808; expected a whole number"),
    ({"rotate": "yes"}, "rotate: found 'yes'; expected true or false"),
    ({"tables": ["seat"]}, "tables: unknown table 'seat': did you mean 'seats'?"),
    ({"tables": []}, "tables: none; expected all, or some of games"),
    ({"chunk": 0}, "chunk: found 0; expected a whole number from 1"),
]


@pytest.mark.parametrize(("given", "says"), FAULTS, ids=lambda value: json.dumps(value)[:40])
def test_a_fault_gets_one_line(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PlanError) as told:
        Plan.of(given)
    (line,) = told.value.faults
    assert says in line
    assert "\n" not in line


def test_several_faults_get_a_line_each() -> None:
    with pytest.raises(PlanError) as told:
        Plan.of({"gmaes": 1, "bots": ["x", "y"], "seed": "one"})
    assert len(told.value.faults) == 4
    assert str(told.value).splitlines() == list(told.value.faults)
    assert pickle.loads(pickle.dumps(told.value)).faults == told.value.faults


FULL: dict[str, Any] = {
    "game": "vendetta",
    "games": 30,
    "players": 4,
    "bots": ["greedy", "random", "random", "random"],
    "clans": ["brujah", "gangrel", "tremere", "ventrue"],
    "variants": {"location_cards": ["LC03", "LC01"], "relics": True, "teams": False},
    "rulings": {**default_rulings(), "last_blood": "allow", "mass_manipulation": "before_leaving"},
    "seed": -4,
    "rotate": True,
    "tables": ["games", "ledger"],
    "chunk": 7,
}


def test_a_plan_and_its_json_say_the_same() -> None:
    plan = Plan.of(FULL)
    assert plan.to_json() == FULL
    assert Plan.of(json.loads(json.dumps(plan.to_json()))) == plan
    assert Plan.of({**FULL, "tables": "all"}).tables == Plan.SCHEMA.names


@pytest.mark.parametrize("name", ["plan.yaml", "plan.json"])
def test_a_plan_from_a_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("games: 30\nbots: random\nvariants: [relics]\n" if name == "plan.yaml" else '{"games": 30}')
    assert Plan.read(str(path)).games == 30
    assert Plan.read(str(path), games=8).games == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("games: 3\ngames: 4\n", ":2: games: the key stands here twice"),
        ("- games\n", "no keys and values; expected a plan: games, players"),
        ("games: [3\n", ":1: file: the bracket [ at column 8 is never closed"),
        ("", "empty"),
        ("games: !!python/object:x 3\n", "plain YAML without tags"),
        ("games: 3\ngaems: 3\n", "plan.yaml:2: unknown key 'gaems': did you mean 'games'?"),
        ("games: 3\nbots: [greedy]\n", "plan.yaml:2: bots: 1 for 4 players"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_no_plan(tmp_path: Path, text: str | None, says: str) -> None:
    path = tmp_path / "plan.yaml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(PlanError) as told:
        Plan.read(str(path))
    assert says in str(told.value)
    assert "\n" not in str(told.value)


def test_the_fingerprint_tells_games_apart_and_nothing_else() -> None:
    plan = Plan.of(FULL)
    assert replace(plan, games=90, tables=Plan.SCHEMA.names).fingerprint == plan.fingerprint
    for other in ({"seed": 5}, {"rotate": False}, {"bots": "random"}, {"clans": "deal"}, {"chunk": 8}, {"rulings": {}}):
        assert Plan.of({**FULL, **other}).fingerprint != plan.fingerprint, other


def test_chunks_hold_every_game_once() -> None:
    plan = Plan.of({"games": 1003, "chunk": 100})
    assert plan.chunks == 11
    assert [game for number in range(plan.chunks) for game in plan.games_of(number)] == list(range(1003))
    sizes = [Plan.of({"games": games}).with_chunk().chunk for games in (1, 600, 10_000, 1_000_000)]
    assert sizes == [10, 12, 200, 500]


def test_a_game_depends_on_the_seed_and_its_number_alone() -> None:
    plan, longer = Plan.of({"games": 10, "seed": 3}), Plan.of({"games": 99, "seed": 3, "chunk": 2, "tables": "all"})
    assert [plan.setup(game) for game in range(10)] == [longer.setup(game) for game in range(10)]
    assert plan.chance(4, 2).random() == longer.chance(4, 2).random()
    seeds = {Plan.of({"seed": seed}).game_seed(game) for seed in range(40) for game in range(40)}
    assert len(seeds) == 1600
    draws = {plan.chance(game, seat).random() for game in range(50) for seat in range(-1, 4)}
    assert len(draws) == 250


def test_readings_are_compared_over_the_same_games() -> None:
    one, other = Plan.of({}), Plan.of({"rulings": {"last_blood": "allow"}})
    assert [one.game_seed(game) for game in range(9)] == [other.game_seed(game) for game in range(9)]


def test_rotation_gives_everybody_every_chair() -> None:
    plan = Plan.of(FULL)
    pairs = [list(zip(plan.seated(game), plan.setup(game)["clans"], strict=True)) for game in range(8)]
    assert pairs[0] == list(zip(FULL["bots"], FULL["clans"], strict=True))
    assert pairs[1][1:] == pairs[0][:-1]
    assert pairs[4:] == pairs[:4]
    assert {row.index(("greedy", "brujah")) for row in pairs} == {0, 1, 2, 3}


def test_clans_are_dealt() -> None:
    dealt = [Plan.of({"clans": "deal"}).setup(game)["clans"] for game in range(60)]
    assert all(len(set(clans)) == 4 for clans in dealt)
    assert {clan for clans in dealt for clan in clans} == set(CLANS)
    few = ["brujah", "gangrel", "tremere", "ventrue", "toreador"]
    some = [Plan.of({"clans": few}).setup(game)["clans"] for game in range(60)]
    assert {clan for clans in some for clan in clans} == set(few)
    assert Plan.of({}).setup(0)["clans"] is None
