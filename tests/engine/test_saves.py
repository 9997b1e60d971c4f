"""Saved games: what goes in comes out, and a file that is no good says so in one line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.helpers import table
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine import state_fingerprint
from vendetta_kit.games.vendetta.engine.game import PLAYED_BEFORE, RULINGS
from vendetta_kit.games.vendetta.engine.saves import EVERY, FORMAT, BadSave, completed_setup, loads
from vendetta_kit.games.vendetta.engine.state import MATE, POOL
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.safe_files import MOST_BYTES

Json = dict[str, Any]
SETTINGS: dict[str, Json] = {
    "usual": {"seats": 4, "seed": 3},
    "clans given": {"seats": 3, "seed": 3, "clans": ["tremere", "ventrue", "brujah"], "names": ["Zoë", "Ødön", "李"]},
    "everything": {
        "seats": 4,
        "seed": 4,
        "location_cards": ["LC07", "LC01"],
        "relics": True,
        "teams": True,
        "rulings": {"last_blood": "allow", "nobody_left": "after_withdraw"},
    },
    "random Location cards": {"seats": 5, "seed": 5, "location_cards": True},
}


def played(most: int = 10_000, **setting: Any) -> Game:
    return go_on(Game.new(**setting), Random(1), most)


def go_on(game: Game, rng: Random, most: int = 10_000) -> Game:
    for _ in range(most):
        if game.is_over:
            break
        seat = rng.choice(sorted(game.pending))
        game.apply(seat, game.legal(seat).sample(rng))
    return game


def same(one: Game, two: Game) -> bool:
    return (
        fingerprint(one) == fingerprint(two)
        and one.events == two.events
        and one.ledger == two.ledger
        and one.actions == two.actions
        and all(one.view(s).to_json() == two.view(s).to_json() for s in range(one.seats))
    )


def row_of(game: Game, folder: Path) -> Json:
    path = folder / "row.json"
    game.save(str(path))
    row: Json = json.loads(path.read_text(encoding="utf-8"))
    return row


def fault(text: str | bytes, folder: Path) -> str:
    """The message for a file with this content, which must be one line and leave the file alone."""
    path = folder / "bad.json"
    content = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(content)
    with pytest.raises(BadSave) as caught:
        Game.load(str(path))
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert len(message) < len(str(path)) + 500
    assert path.read_bytes() == content
    return message[len(f"{path}: ") :]


# There and back --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("moves", [0, 5, 40, 10_000])
def test_a_loaded_game_is_the_saved_game(setting: Json, moves: int, tmp_path: Path) -> None:
    game = played(moves, **setting)
    game.save(str(tmp_path / "a.json"))
    again = Game.load(str(tmp_path / "a.json"))
    assert same(again, game)
    assert again.names == game.names
    assert again.view(None).rulings == game.view(None).rulings
    assert same(go_on(again, Random(9)), go_on(game, Random(9)))


def test_a_loaded_game_can_be_taken_back_to_the_start(tmp_path: Path) -> None:
    game = played(60, seed=3)
    game.save(str(tmp_path / "a.json"))
    again = Game.load(str(tmp_path / "a.json"))
    for _ in range(60):
        again.undo()
    assert same(again, Game.new(seed=3))


def test_a_game_from_the_middle_is_saved_with_its_table(tmp_path: Path) -> None:
    game = table("Ann 1: BR04 (BR07) +2", "Bob 1: +1", step="withdraw", round=2, Bob={"blood": 3})
    go_on(game, Random(2), 12)
    game.save(str(tmp_path / "a.json"))
    again = Game.load(str(tmp_path / "a.json"))
    assert same(again, game)
    assert same(go_on(again, Random(9)), go_on(game, Random(9)))


def test_saving_twice_writes_the_same_bytes_and_does_not_touch_the_game(tmp_path: Path) -> None:
    game = played(70, seed=2)
    before = fingerprint(game), game.events, game.ledger, game.actions
    for name in ("a.json", "b.json"):
        game.save(str(tmp_path / name))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert (fingerprint(game), game.events, game.ledger, game.actions) == before


def test_a_save_is_json_with_set_up_actions_and_marks_and_no_state(tmp_path: Path) -> None:
    row = row_of(played(40, seats=4, seed=3), tmp_path)
    assert set(row) == {"format", "kit", "setup", "actions", "fingerprints"}
    assert row["format"] == FORMAT == "vendetta-save/1"
    assert len(row["actions"]) == 40
    assert [count for count, _ in row["fingerprints"]] == [*range(0, 40, EVERY), 40]


def test_a_game_that_is_not_recorded_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="record=True"):
        Game.new(seed=1, record=False).save(str(tmp_path / "a.json"))
    assert list(tmp_path.iterdir()) == []


# Written whole or not at all -------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_if_writing_fails_the_old_file_stays_and_nothing_else_does(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    played(10, seed=1).save(str(path))
    before = path.read_bytes()

    def disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, disk_full)
    with pytest.raises(OSError, match="No space"):
        played(20, seed=2).save(str(path))
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_new_save_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    played(50, seed=1).save(str(path))
    game = played(3, seed=2)
    game.save(str(path))
    assert same(Game.load(str(path)), game)
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_folder_that_is_not_there_is_an_error_and_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        played(3, seed=2).save(str(tmp_path / "nowhere" / "a.json"))
    assert list(tmp_path.iterdir()) == []


# Files that are no good ------------------------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    with pytest.raises(BadSave) as caught:
        Game.load(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert not path.exists()


def test_a_folder_is_no_save(tmp_path: Path) -> None:
    with pytest.raises(BadSave) as caught:
        Game.load(str(tmp_path))
    assert str(caught.value).startswith(f"{tmp_path}: ")
    assert "\n" not in str(caught.value)


def test_a_huge_file_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    monkeypatch.setattr("builtins.open", lambda *_, **__: pytest.fail("read it"))
    with pytest.raises(BadSave, match="larger than"):
        Game.load(str(path))


def test_text_that_is_not_utf_8_names_the_byte(tmp_path: Path) -> None:
    assert "byte 12" in fault(b'{"format": "\xff\xfe"}', tmp_path)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "cut off"),
        ("   \n ", "cut off"),
        ("hello", "line 1, column 1"),
        ('{"format": "vendetta-save/1",\n "setup": }', "line 2, column 11"),
        ("[]", "format"),
        ("null", "format"),
        ("7", "format"),
        ("{}", "format"),
        ('{"format": 1}', "format: found 1"),
        ('{"format": "vendetta-save/2"}', "vendetta-save/2"),
        ('{"format": "vendetta-scenario/1"}', "vendetta-scenario/1"),
        ('{"format": "vendetta-save/1"}', "setup"),
        ('{"format": "vendetta-save/1", "setup": {}}', "actions"),
        ('{"format": "vendetta-save/1", "setup": {}, "actions": []}', "fingerprints"),
        ('{"format": "vendetta-save/1", "setup": [], "actions": [], "fingerprints": []}', "setup"),
        ('{"format": "vendetta-save/1", "setup": {}, "actions": {}, "fingerprints": []}', "actions"),
        ('{"format": "vendetta-save/1", "setup": {}, "actions": [], "fingerprints": "x"}', "fingerprints"),
        ('{"format": "vendetta-save/1", "setup": {}, "actions": [], "fingerprints": []}', "fingerprints"),
        ("[" * 100_000, "deeper than 20 levels"),
        ('{"format": ' + "9" * 10_000 + "}", "JSON"),
    ],
    ids=lambda text: repr(text[:70]),
)
def test_a_text_that_is_no_save_names_fault_and_place(text: str, named: str, tmp_path: Path) -> None:
    assert named in fault(text, tmp_path)


def test_a_save_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    played(9, seed=1).save(str(tmp_path / "a.json"))
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    end = len(text.rstrip())
    for length in [*range(0, end, 7), end - 1]:
        message = fault(text[:length], tmp_path)
        assert "cut off" in message or "line 1" in message
    assert "cut off" in fault(text[: end - 1], tmp_path)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of a JSON value that hold no list and no object, and the lists and objects themselves."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def changed(row: Json, path: tuple[Any, ...], value: Any) -> Json:
    """The save with another value at one place."""
    new: Json = json.loads(json.dumps(row))
    spot: Any = new
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    return new


def without(row: Json, path: tuple[Any, ...]) -> Json:
    new: Json = json.loads(json.dumps(row))
    spot: Any = new
    for key in path[:-1]:
        spot = spot[key]
    del spot[path[-1]]
    return new


@pytest.fixture(scope="module")
def a_save(tmp_path_factory: pytest.TempPathFactory) -> Json:
    game = played(40, seats=3, seed=3, location_cards=["LC01", "LC02"], rulings={"last_blood": "allow"})
    return row_of(game, tmp_path_factory.mktemp("save"))


WRONG = [None, True, False, 0, 1, -1, 99, 1.0, 2.5, "", "x", "two\nlines", [], [[]], {}, {"a": {}}, 10**30]


@pytest.mark.parametrize("wrong", mostly_long(WRONG, quick=4), ids=repr)
def test_a_save_changed_at_any_place_is_refused_or_the_same_game(wrong: Any, a_save: Json) -> None:
    original = loads(json.dumps(a_save))
    refused = 0
    for path in leaves(a_save):
        if not path:
            continue
        row = changed(a_save, path, wrong)
        if row == a_save and json.dumps(row) == json.dumps(a_save):
            continue
        message = ""
        try:
            game = loads(json.dumps(row), "the save")
        except BadSave as error:
            message = str(error)
        if not message:
            assert (game.events, game.ledger) == (original.events, original.ledger), path
            assert all(type(seat) is int for seat, _ in game.actions), path
            continue
        refused += 1
        assert message.startswith("the save: "), path
        assert "\n" not in message, path
        assert len(message) < 500, path
        if path[0] in ("actions", "setup") and len(path) > 1:
            assert "setup" in message or "set-up" in message or "action" in message, (path, message)
    assert refused > 100


def test_a_save_with_anything_left_out_is_refused_or_the_same_game(a_save: Json) -> None:
    original = loads(json.dumps(a_save))
    refused = 0
    for path in leaves(a_save):
        if not path:
            continue
        message = ""
        try:
            game = loads(json.dumps(without(a_save, path)), "the save")
        except BadSave as error:
            message = str(error)
        if message:
            refused += 1
            assert "\n" not in message, path
        else:
            assert (game.events, game.ledger) == (original.events, original.ledger), path
    assert refused > 100


@pytest.mark.parametrize("value", ["another", 7, None])
def test_a_save_of_another_version_that_still_plays_the_same_is_read(value: Any, a_save: Json) -> None:
    assert same(loads(json.dumps(changed(a_save, ("kit",), value))), loads(json.dumps(a_save)))


def test_a_fingerprint_that_does_not_fit_names_the_actions_and_the_version(a_save: Json) -> None:
    for k, (count, _) in enumerate(a_save["fingerprints"]):
        row = changed(a_save, ("fingerprints", k, 1), "0" * 16)
        with pytest.raises(BadSave) as caught:
            loads(json.dumps(row))
        assert f"after {count} actions" in str(caught.value)
        with pytest.raises(BadSave, match=r"version '9\.9'"):
            loads(json.dumps(changed(row, ("kit",), "9.9")))


def test_an_action_that_was_changed_to_another_legal_one_is_noticed(a_save: Json) -> None:
    game = loads(json.dumps(a_save))
    noticed = 0
    for k, (seat, action) in enumerate(game.actions):
        others = [other for other in game.fork(k).legal(seat)[:12] if other != action]
        for other in others[:3]:
            with pytest.raises(BadSave):
                loads(json.dumps(changed(a_save, ("actions", k, 1), other.to_json())))
            noticed += 1
    assert noticed > 60


def test_the_place_of_an_action_that_cannot_be_is_named(a_save: Json) -> None:
    with pytest.raises(BadSave, match=r"^save: actions\[3\]: unknown action 'dance'"):
        loads(json.dumps(changed(a_save, ("actions", 3, 1, "do"), "dance")))
    with pytest.raises(BadSave, match=r"^save: actions\[0\]: .*\[SET-10\]"):
        loads(json.dumps(changed(a_save, ("actions", 0, 1, "clan"), "lasombra")))


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("seats", 9, "seats: found 9"),
        ("seed", "x", "seed: found 'x'"),
        ("clans", ["brujah"], "clans"),
        ("names", ["Ann"], "names"),
        ("names", 5, "names"),
        ("location_cards", ["LC01"], "location_cards"),
        ("location_cards", 5, "location_cards"),
        ("rulings", {"x": "y"}, "rulings"),
        ("rulings", [], None),
        ("rulings", ["x"], "rulings"),
        ("teams", True, "teams"),
        ("relics", "no", "relics: found 'no'; expected true or false"),
        ("record", False, "setup.record: unknown key"),
        ("names", ["Ann", "Bob", "\u200fCy"], "names[2]"),
        ("colour", "red", "colour"),
        ("two\nlines", "red", "lines"),
        ("position", {}, "seats"),
        ("position", [], "keys"),
        ("position", {"two\nlines": 1, "seats": []}, "lines"),
    ],
    ids=repr,
)
def test_a_fault_in_the_set_up_is_named(key: str, value: Any, named: str | None, a_save: Json) -> None:
    row = changed(a_save, ("setup", key), value)
    with pytest.raises(BadSave) as caught:
        loads(json.dumps(row))
    message = str(caught.value)
    assert "\n" not in message
    assert named is None or named in message


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rulings", {"last_blood": "forbid", "nobody_left": "after_conflict"}),
        ("rulings", {"last_blood": "allow", "nobody_left": "after_withdraw"}),
        ("location_cards", False),
        ("location_cards", ["LC02", "LC01"]),
        ("relics", True),
        ("clans", ["brujah", "tremere", "ventrue"]),
        ("seed", 4),
    ],
    ids=repr,
)
@pytest.mark.parametrize("moves", [0, 3])
def test_another_set_up_is_noticed_before_it_matters(key: str, value: Any, moves: int, tmp_path: Path) -> None:
    clans = ["tremere", "ventrue", "brujah"]
    game = played(moves, seats=3, seed=3, clans=clans, location_cards=["LC01", "LC02"], rulings={"last_blood": "allow"})
    row = row_of(game, tmp_path)
    assert row["setup"][key] != value
    with pytest.raises(BadSave):
        loads(json.dumps(changed(row, ("setup", key), value)))


# Saves from before a switch was there ----------------------------------------------------------------------

BEFORE_KIT_07: Json = {
    "format": FORMAT,
    "kit": "0.1.0",
    "setup": {
        "position": {
            "seed": 7,
            "ambition": "Ann",
            "seats": [
                {"name": "Ann", "clan": "ventrue"},
                {"name": "Bob", "clan": "tremere"},
                {"name": "Cy", "clan": "brujah"},
                {"name": "Dee", "clan": "gangrel"},
            ],
            "deployed": [
                {"seat": "Ann", "at": 1, "cards": ["VE05"]},
                {"seat": "Bob", "at": 1, "cards": ["TR06"]},
                {"seat": "Cy", "at": 1, "blood": 1},
                {"seat": "Dee", "at": 1, "blood": 1},
            ],
            "start": {"phase": "resolution", "at": 1},
        }
    },
    "actions": [[0, {"do": "withdraw"}], [1, {"do": "stay"}], [2, {"do": "withdraw"}], [3, {"do": "stay"}]],
    "fingerprints": [[0, "b8a2ac4d4603a49a"], [4, "5f0979bf2e81d677"]],
}
"""As it was written when Mass Manipulation always took its Blood before anybody left."""


def test_a_save_from_before_a_switch_is_played_as_it_was() -> None:
    game = loads(json.dumps(BEFORE_KIT_07))
    assert game.view(None).rulings["mass_manipulation"] == "before_leaving"
    assert [(entry.source.seat, entry.amount) for entry in game.ledger if entry.cause == "steal"] == [(1, 2), (3, 2)]


def test_what_is_saved_again_names_the_reading(tmp_path: Path) -> None:
    again = row_of(loads(json.dumps(BEFORE_KIT_07)), tmp_path)
    assert again["setup"]["position"]["rulings"]["mass_manipulation"] == "before_leaving"
    assert same(loads(json.dumps(again)), loads(json.dumps(BEFORE_KIT_07)))
    fresh = row_of(table("Ann 1: VE05", step="withdraw"), tmp_path)
    assert fresh["setup"]["position"]["rulings"]["mass_manipulation"] == "after_leaving"
    assert row_of(Game.new(seed=3), tmp_path)["setup"]["rulings"]["mass_manipulation"] == "after_leaving"


@pytest.mark.parametrize("rulings", [None, {}, {"last_blood": "allow"}])
def test_whatever_readings_an_old_save_names(rulings: Json | None) -> None:
    old = changed(
        BEFORE_KIT_07, ("setup",), {"seats": 4, "seed": 3, **({} if rulings is None else {"rulings": rulings})}
    )
    played = completed_setup(old["setup"])
    assert played["rulings"] == {**PLAYED_BEFORE, **(rulings or {})}
    assert played["version"] == 1
    named = completed_setup({"rulings": {"mass_manipulation": "after_leaving"}, "version": 2})
    assert (named["rulings"]["mass_manipulation"], named["version"]) == ("after_leaving", 2)
    assert set(PLAYED_BEFORE) | {"last_blood", "nobody_left"} == set(RULINGS)


@pytest.mark.parametrize("rulings", [[], "x", 5])
def test_readings_that_are_none_are_named(rulings: Any) -> None:
    row = changed(BEFORE_KIT_07, ("setup", "position", "rulings"), rulings)
    with pytest.raises(BadSave, match=r"setup\.rulings: "):
        loads(json.dumps(row))


def test_a_mark_is_made_of_everything_in_the_state() -> None:
    """Every number and every zone, those of the kernel and those that the schema declares."""
    game = played(60, seats=4, seed=3)
    whole = fingerprint(game)
    for k in range(len(game.n)):
        game.n[k] += 1
        assert fingerprint(game) != whole
        game.n[k] -= 1
    for k in range(len(game.z)):
        game.z[k] += (1,)
        assert fingerprint(game) != whole
        game.z[k] = game.z[k][:-1]
    game.agenda.append((game.agenda[0][0], 5))
    assert fingerprint(game) != whole


def test_the_flag_that_a_count_once_left_behind_is_known_in_team_games_alone() -> None:
    teams, alone = played(60, seats=4, seed=3, teams=True), played(60, seats=4, seed=3)
    before = fingerprint(teams), fingerprint(alone)
    teams.n[MATE] ^= 1
    alone.n[MATE] ^= 1
    assert before[0] in state_fingerprint.fingerprints(teams)
    assert before[1] not in state_fingerprint.fingerprints(alone)
    for game in (teams, alone):
        assert state_fingerprint.fingerprints(game)[0] == fingerprint(game)
        game.n[POOL] += 1
    assert before[0] not in state_fingerprint.fingerprints(teams)
