"""V:TES's scenario files: the shipped ones hold, the page that describes them is true, bad ones get one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.scenarios import DIALECT
from vendetta_kit.games.vtes.scenarios.step_syntax import main_field, other_fields, step_of
from vendetta_kit.scenarios import BadScenario, load, loads, run, shipped
from vendetta_kit.scenarios.model import Do

PAGE = Path(data_dir(), "vtes", "scenarios", "README.md").read_text("utf-8")
TABLE = """\
format: vtes-scenario/1
id: bad
title: {en: Bad}
seats:
  - {name: Ann, ready: [WV03], hand: [WL03]}
  - {name: Bob, ready: [CV03]}
turn: Ann
"""


@pytest.mark.parametrize("kind", do.KINDS, ids=lambda kind: kind.do)
def test_the_page_tells_each_step_with_its_keys(kind: type[do.Move]) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("|") and f"`{kind.do}: " in line)
    for key in other_fields(kind):
        assert f"`{key}`" in row or f"`{key}: " in row or f"it `{key}`" in row, key


@pytest.mark.parametrize("path", shipped("vtes"), ids=lambda path: Path(path).stem)
def test_what_is_done_can_be_written_as_it_was_read(path: str) -> None:
    scenario = load(path)
    game = DIALECT.prepare(scenario.table, True)
    for step in scenario.steps:
        if isinstance(step, Do):
            row = step_of(game, step.seat, step.action)
            assert row["seat"] == scenario.names[step.seat]
            assert isinstance(step.action, do.Move)
            assert step.action.do in row, row
            assert not main_field(type(step.action)) or row[step.action.do] is not None


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("steps: [{seat: Ann, bleed: WV99}]\n", "'WV99'; expected one of"),
        ("steps: [{seat: Ann, fly: WV03}]\n", "expected"),
        ("steps: [{seat: Ann, play: WL03, minion: WV03}]\n", "[LIB-17]"),
        ("steps: [{seat: Ann, block: WV03}]\n", "expected no more steps"),
        ("steps: [{seat: Ann, rescue: CV03, minion: WV03}]\n", "missing"),
        ("steps: [{seat: Ann, take: [CL09], minion: WV03, source: WV03}]\n", "CL09"),
        ("phase: noon\n", "'noon'; expected one of"),
        ("expect: [{card: WV03, in: heaven}]\n", "'heaven'; expected one of"),
        ("expect: [{edge: Cy}]\n", "expected one of Ann, Bob"),
        ("cards: [{id: A, type: action, name: A, basic: [{explode: 1}]}]\n", "'explode'; expected one of"),
        ("cards: [{id: A, type: master, name: A, cost: {blood: 1}}]\n", "cards[0].cost.blood"),
    ],
)
def test_a_bad_file_gets_one_line(more: str, told: str) -> None:
    with pytest.raises(BadScenario) as bad:
        run(loads(TABLE + more, "bad.yaml"))
    line = str(bad.value)
    assert told in line, line
    assert "\n" not in line
    assert line.startswith("bad.yaml:")


DEALT = Path(data_dir(), "vtes", "scenarios", "x-14-six-players.yaml").read_text("utf-8")


@pytest.mark.rules("vtes:COMP-07")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("WL04: 25", "WL04: 26", "bad.yaml:12: decks[5].library: found 101; expected 40 to 100 cards"),
        ("WV04: 3", "WV04: 2", "bad.yaml:11: decks[5].crypt: found 11; expected 12 cards or more"),
        ("- court", "- curt", "bad.yaml:8: decks[2]: found 'curt'; expected one of"),
        ("seed: 7", "turn: Ann", "bad.yaml:15: turn: unknown key; expected one of decks"),
        ("decks:", "decks: []\nseats:", "seats: unknown key"),
        ("library: 33", "library: many", "library"),
    ],
)
def test_a_table_that_cannot_be_dealt_gets_one_line(old: str, new: str, told: str) -> None:
    assert old in DEALT
    with pytest.raises(BadScenario) as bad:
        run(loads(DEALT.replace(old, new, 1), "bad.yaml"))
    assert told in str(bad.value)
    assert "\n" not in str(bad.value)
