"""Reading tables back: pandas, Arrow, SQL."""

from __future__ import annotations

import json
import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from vendetta_kit.games.vendetta.lab import Plan, planned_game
from vendetta_kit.input_errors import BadInput
from vendetta_kit.lab import LabError, Tables, shares, simulate, tables
from vendetta_kit.registered_games import registered


def test_pandas(small: Tables) -> None:
    seats = tables(small.folder)["seats"]
    assert isinstance(seats, pd.DataFrame)
    assert list(seats["game"].unique()) == list(range(12))
    assert seats["score"].dtype == pd.Int64Dtype()  # room for sums
    assert seats["won"].dtype == pd.BooleanDtype()
    assert seats["mate"].isna().all()
    assert list(small.read("seats", ["clan", "score"]).columns) == ["clan", "score"]


def test_shares_of_wins_have_intervals(small: Tables) -> None:
    found = shares(small["seats"], "turn")
    assert found["wins"].sum() == small["seats"]["won"].sum()
    assert (found["games"] == 12).all()
    assert ((found["low"] < found["share"]) & (found["share"] < found["high"])).all()
    assert shares(small["seats"].iloc[:0], "turn").empty
    for wrong, says in (
        ({"by": "turns"}, "by: found 'turns'; expected"),
        ({"by": "turn", "of": "win"}, "of: found 'win'"),
        ({"by": "turn", "of": "score"}, "of: found 'score'; expected a column of true and false"),
    ):
        with pytest.raises(BadInput, match=says):
            shares(small["seats"], **wrong)


def test_what_it_says_of_itself(small: Tables) -> None:
    names = "games, seats, rounds, locations, decisions, ledger, events"
    assert repr(small) == f"Tables {names} of 12 games, in {os.path.basename(small.folder)}"
    assert (len(small), small.games, small.complete) == (7, 12, True)


def test_sql_finds_what_pandas_finds(small: Tables) -> None:
    found = small.sql("SELECT clan, avg(score) AS score, count(*) AS seats FROM seats GROUP BY clan ORDER BY clan")
    wanted = small["seats"].groupby("clan")["score"].agg(["mean", "size"])
    assert list(found["clan"]) == list(wanted.index)
    assert list(found["score"]) == pytest.approx([float(mean) for mean in wanted["mean"]])
    assert list(found["seats"]) == list(wanted["size"])
    rules = small.sql("SELECT count(*) AS n FROM ledger WHERE list_contains(rules, 'FEED-01')")["n"][0]
    assert rules == (small["ledger"]["cause"] == "feed").sum() > 0


def test_a_table_joins_with_another(small: Tables) -> None:
    joined = small.sql(
        "SELECT game, seat, clan, count(*) AS n FROM locations JOIN seats USING (game, seat) GROUP BY ALL"
    )
    assert len(joined) == 48
    assert set(joined["n"]) <= set(range(1, 10))


def test_a_simulation_of_which_nothing_is_done_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(planned_game, "play", stop)
    with pytest.raises(KeyboardInterrupt):
        simulate({"games": 3, "bots": "random"}, out=tmp_path, workers=1, progress=False)
    left = tables(tmp_path)
    assert (left.games, left.complete, len(left["seats"])) == (0, False, 0)
    assert left.sql("SELECT count(*) AS n FROM seats")["n"][0] == 0
    assert list(left["seats"].columns[:3]) == ["game", "seat", "clan"]


def test_no_simulation(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"no simulation here; expected a folder with a plan\.json"):
        tables(tmp_path)
    with pytest.raises(LabError, match="no simulation here"):
        tables(tmp_path / "nothing")


def test_a_damaged_part_is_said_in_one_line(tmp_path: Path) -> None:
    made = simulate({"games": 1, "bots": "random", "tables": "games"}, out=tmp_path, workers=1, progress=False)
    Path(made.paths("games")[0]).write_bytes(b"PAR1")
    with pytest.raises(LabError, match=r"part-000000\.parquet: damaged: the same plan, simulated again"):
        made["games"]


def test_a_table_written_before_there_was_a_switch_says_how_it_was_played(tmp_path: Path) -> None:
    made = simulate({"games": 2, "bots": "random", "tables": "games"}, out=tmp_path, workers=1, progress=False)
    assert set(made["games"]["mass_manipulation"]) == {"after_leaving"}
    for path in made.paths("games"):
        part = pq.read_table(path)
        pq.write_table(part.drop_columns(["mass_manipulation"]), path)
    old = tables(tmp_path)
    assert list(old["games"].columns) == [column.name for column in Plan.SCHEMA.table("games").columns]
    assert set(old["games"]["mass_manipulation"]) == {"before_leaving"}
    assert set(old.read("games", ["mass_manipulation"])["mass_manipulation"]) == {"before_leaving"}
    assert set(old.sql("SELECT mass_manipulation FROM games")["mass_manipulation"]) == {"before_leaving"}


def test_a_folder_from_before_there_was_another_game(small: Tables, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(small.folder, tmp_path / "old"))
    row = json.loads((folder / "plan.json").read_text())
    assert row["plan"].pop("game") == "vendetta"
    (folder / "plan.json").write_text(json.dumps(row))
    assert tables(folder)["games"].equals(small["games"])


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_a_game_at_hand_gives_the_frames_of_the_laboratory(game: str, request: pytest.FixtureRequest) -> None:
    """The same columns, types and rows as the simulated game, which its save tells again."""
    made: Tables = request.getfixturevalue({"vendetta": "small", "vtes": "small_vtes"}[game])
    kit = registered(game).bots()
    played = type(made.plan).of(made.plan.to_json())
    at_hand = import_module(f"vendetta_kit.games.{game}.engine.game").Game.new(**played.setup(2))
    sitting, chances = played.seat_bots(2), [played.chance(2, seat) for seat in range(played.players)]
    assert list(at_hand.frame("ledger").columns) == list(made["ledger"].columns)
    while (seat := at_hand.to_act) is not None:
        at_hand.apply(seat, kit.move(at_hand, seat, sitting[seat], chances[seat]))
    for table in ("ledger", "events"):
        simulated = made.read(table)
        frame = at_hand.frame(table, number=2)
        assert frame.dtypes.equals(simulated.dtypes), table
        rows = simulated[simulated["game"] == 2].reset_index(drop=True)
        assert [list(map(str, row)) for row in frame.itertuples()] == [list(map(str, row)) for row in rows.itertuples()]
        assert len(frame) > 20
    with pytest.raises(ValueError, match=r"'ledgers'; expected .*ledger.*events"):
        at_hand.frame("ledgers")
    with pytest.raises(ValueError, match="the game is not recorded"):
        type(at_hand).new(record=False).frame("events")
