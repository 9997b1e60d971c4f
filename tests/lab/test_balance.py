"""The balance study: its shares are those of the tables, its intervals Wilson's, paired games differ in one thing."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.selection import mostly_long
from vendetta_kit.games.vendetta import lab
from vendetta_kit.games.vendetta.bots.arena import wilson
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.lab import balance
from vendetta_kit.lab import Tables

PLAN = {"games": 40, "bots": "random", "clans": "deal", "seed": 5, "tables": list(balance.NEEDS)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return lab.simulate(PLAN, out=tmp_path_factory.mktemp("balance"), workers=1, progress=False)


@pytest.fixture(scope="module")
def frame(made: Tables) -> pd.DataFrame:
    return balance.study(made)


def of(frame: pd.DataFrame, study: str) -> pd.DataFrame:
    return frame[frame["study"] == study].set_index("group")


def test_every_study_has_rows_and_every_row_its_interval(frame: pd.DataFrame) -> None:
    assert tuple(frame.columns) == balance.COLUMNS
    assert set(frame["study"]) == set(balance.STUDIES) - {"relic", "bot"}
    for row in frame.itertuples():
        assert 0 <= row.wins <= row.games
        assert row.share == pytest.approx(row.wins / row.games)
        assert (row.low, row.high) == pytest.approx(wilson(row.wins, row.games))
        assert row.low - 1e-9 <= row.share <= row.high + 1e-9


def test_seats_that_won_are_those_of_the_tables(made: Tables, frame: pd.DataFrame) -> None:
    seats = made["seats"]
    for study in ("clan", "turn"):
        rows = of(frame, study)
        assert rows["wins"].sum() == PLAN["games"]
        assert rows["games"].sum() == len(seats)
        for group, part in seats.groupby(study):
            assert rows.loc[str(group), "wins"] == part["won"].sum()
    for study in ("drains", "diablerie", "withdraws", "frenzies", "haven"):
        rows = of(frame, study)
        assert (rows["games"].sum(), rows["wins"].sum()) == (len(seats), PLAN["games"]), study


def test_cards_are_counted_once_a_seat_and_only_by_their_owner(made: Tables, frame: pd.DataFrame) -> None:
    rows = of(frame, "clan_card")
    places, seats = made["locations"], made["seats"].set_index(["game", "seat"])
    lying = zip(places.game, places.seat, places.cards, strict=True)
    had = {(game, seat, card) for game, seat, cards in lying for card in cards}
    for card in ("BR09", "VE08", "TR01"):
        mine = [seats.loc[(game, seat)] for game, seat, one in had if one == card]
        mine = [row for row in mine if row.clan.startswith(card[:2].lower())]
        assert (rows.loc[card, "games"], rows.loc[card, "wins"]) == (len(mine), sum(bool(row.won) for row in mine))
    people = of(frame, "person")
    ended = [{*alliance, *drained} for alliance, drained in zip(seats.alliance, seats.drained, strict=True)]
    assert people.loc["AL16", "games"] == sum("AL16" in cards for cards in ended)


def test_withdraw_tokens_by_round_and_location(made: Tables, frame: pd.DataFrame) -> None:
    rows, places = of(frame, "withdraw_by_round"), made["locations"]
    laid = places[places["token"].notna()]
    for (number, at), part in laid.groupby(["round", "at"]):
        row = rows.loc[f"{number}.{at}"]
        assert (row["games"], row["wins"]) == (len(part), (part["token"] == "withdraw").sum())


def test_a_study_needs_its_tables(tmp_path: Path) -> None:
    made = lab.simulate({**PLAN, "games": 1, "tables": ["games"]}, out=tmp_path, workers=1, progress=False)
    with pytest.raises(lab.LabError, match="needs the table seats"):
        balance.study(made)


@pytest.mark.parametrize("switch", mostly_long(RULINGS, quick=1))
def test_paired_games_differ_in_the_reading_only(switch: str, tmp_path: Path) -> None:
    found = balance.paired_games({**PLAN, "games": 12}, switch, tmp_path, workers=1, progress=False).set_index("group")
    both = [lab.tables(tmp_path / reading) for reading in RULINGS[switch]]
    games = [made["games"] for made in both]
    assert (games[0]["seed"] == games[1]["seed"]).all()
    assert [set(rows[switch]) for rows in games] == [{reading} for reading in RULINGS[switch]]
    clans = [made["seats"]["clan"].tolist() for made in both]
    assert clans[0] == clans[1]
    assert found.loc["winner", "wins"] == (games[0]["winner"] != games[1]["winner"]).sum()
    assert found.loc["winner", "wins"] <= found.loc["score", "wins"] <= found.loc["score", "games"] == 12


def test_an_unknown_switch(tmp_path: Path) -> None:
    with pytest.raises(lab.LabError, match="'weather': no ruling with a switch"):
        balance.paired_games(PLAN, "weather", tmp_path)


@pytest.mark.long
def test_the_whole_study_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "STRENGTHS", ("random", "greedy"))
    monkeypatch.setattr(balance, "TABLES", ({"players": 3}, {"players": 4, "variants": ["relics"]}))
    assert balance.main(["--games", "2", "--out", str(tmp_path)]) == 0
    assert "balance.csv" in capsys.readouterr().out
    rows = pd.read_csv(tmp_path / "balance.csv", dtype={"group": str})
    assert set(rows["variants"]) == {"base", "relics"}
    assert set(rows["players"]) == {3, 4}
    assert {f"ruling.{switch}" for switch in RULINGS} <= set(rows["study"])
    assert set(rows[rows["study"] == "bot"]["group"]) == {"random", "greedy"}
    assert balance.main(["--games", "0", "--out", str(tmp_path / "none")]) == 2
    assert "games" in capsys.readouterr().err
