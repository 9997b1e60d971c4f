"""The Balance dashboard: shares with their intervals and their games, whatever the tables ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.test_balance import ROW, csv_of
from tests.widgets.helpers import Reader
from vendetta_kit.games.vendetta.bots.arena import wilson
from vendetta_kit.games.vendetta.flows.win_shares import STUDIES
from vendetta_widgets import BalancePage, balance, page_phrases
from vendetta_widgets.figures.figure_style import figure


def row(**change: object) -> dict[str, object]:
    made = ROW | change
    games, wins = int(str(made["games"])), int(str(made["wins"]))
    low, high = wilson(wins, games)
    return made | {"share": round(wins / games, 4), "low": round(low, 4), "high": round(high, 4)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [row(study=study, group=group, wins=wins) for study in STUDIES for group, wins in (("1", 140), ("2", 60))]
    rows += [row(group="brujah", wins=120), row(group="ventrue", wins=80), row(players=3, group="brujah", wins=150)]
    rows += [row(study="moon", group="full", wins=5)]
    (tmp_path / "all.csv").write_bytes(csv_of(*rows))
    return tmp_path


@pytest.mark.parametrize("lang", page_phrases.languages())
def test_every_question_is_asked_answered_and_drawn(folder: Path, lang: str) -> None:
    page = balance(lang=lang, folder=str(folder))
    reader = Reader(page)
    for study in (*STUDIES, "moon"):
        reader.do("study", study)
        assert reader.alert == ""
        assert page.study == study
        assert "?" in page.question(page.pen())
        among = page_phrases.say("dash.balance.among", lang, bots=page_phrases.say("bots.greedy", lang))
        assert page.answer(page.pen()).startswith(among), "what holds among these bots need not hold elsewhere"
        spec = page.figures(page.pen())["balance"]
        assert figure(spec).data
        texts = [note["text"] for note in spec["layout"]["annotations"]]
        for shown in page.shown:
            assert any(str(shown.games) in text for text in texts), "the number of games is always shown"
        reader.do("table", "balance")
        assert all(str(shown.games) in reader.parts["tools-balance"] for shown in page.shown)
        reader.do("table", "balance")
        reader.do("csv", "balance")
        assert str(page.shown[0].games) in reader.files[-1]["text"]


def test_a_ruling_is_answered_by_its_paired_games(tmp_path: Path) -> None:
    rows = [row(study="ruling.last_blood", group=group, wins=wins) for group, wins in (("winner", 20), ("score", 60))]
    (tmp_path / "rulings.csv").write_bytes(csv_of(*rows))
    page = balance(lang="en", folder=str(tmp_path))
    Reader(page).do("study", "ruling.last_blood")
    told = page.answer(page.pen())
    assert "somebody else wins in 5.0 %" in told
    assert "in 15.0 % any score differs" in told


def test_what_is_fair_comes_from_the_same_games(folder: Path) -> None:
    page = balance(lang="en", folder=str(folder))
    Reader(page)
    page._choose("clan_card", "4/greedy/")
    assert page.fair == 200 / 800, "from the places in turn order, which count every seat"
    page._choose("moon", "4/greedy/")
    (only,) = page.shown
    assert page.answer(page.pen()).startswith("Among these bots (they want to win): full comes to 1.2 %"), only


def test_an_address_chooses_the_question_and_the_tables(folder: Path) -> None:
    page = balance(lang=None, folder=str(folder))
    reader = Reader(page, query="?study=clan&table=3/greedy/&lang=de")
    assert (page.study, page.setting) == ("clan", "3/greedy/")
    assert "37,5 %" in reader.words
    again = balance(lang=None, folder=str(folder))
    Reader(again, query=page._link().partition("?")[2])
    assert again._link() == page._link()


def test_no_table_a_bad_one_and_one_of_ones_own(tmp_path: Path) -> None:
    page = balance(lang="en", folder=str(tmp_path))
    reader = Reader(page)
    assert "There is no table to show yet" in reader.words
    reader.choose_file("load", "own.csv", csv_of(ROW, ROW | {"group": "ventrue", "games": "many"}))
    assert "own.csv: row 2" in reader.alert
    reader.choose_file("load", "own.csv", csv_of(ROW))
    assert reader.alert == ""
    assert page.cannot_share()
    reader.press("Back to the tables of the kit")
    assert page.shown == []
    (tmp_path / "broken.csv").write_text("x", "utf-8")
    reader = Reader(BalancePage(lang="en", folder=str(tmp_path)))
    assert "broken.csv: columns missing" in reader.alert
