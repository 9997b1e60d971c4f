"""The index of moments is what its script would write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.games.vendetta.course.drills import DRILLS, moments, rule_index
from vendetta_kit.games.vendetta.course.drills.drill_positions import TABLES


def test_the_script_writes_the_index_beside_the_other_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vendetta_kit.course.drills.rule_index.data_dir", lambda: str(tmp_path))
    monkeypatch.setattr(rule_index, "stories", lambda: iter([("4/0", 0), ("s/tie-01-turn-order", -1)]))
    rule_index.main()
    written = json.loads((tmp_path / "vendetta" / "drills" / "moments.json").read_text(encoding="utf-8"))
    assert "CONF-05" in written
    assert set(written) <= set(moments())
    assert all(set(places) == {"often", "ids", "shown"} for places in written.values())


def test_the_index_is_up_to_date() -> None:
    """Made anew over the first stories: places only ever follow those that were found before, and none goes away.

    The whole index takes half a minute; a change of scenarios, families or the engine shows in the first stories too.
    """
    first = [story for story in rule_index.stories() if story[1] <= 0]
    anew, kept = rule_index.build_index(DRILLS, first, TABLES, rule_index.BASE, all_of_them=False), moments()
    assert len(anew) > 150
    again = "python -m vendetta_kit.games.vendetta.course.drills.rule_index"
    assert set(anew) <= set(kept), again
    for rule_id, places in anew.items():
        assert kept[rule_id]["shown"][: len(places["shown"])] == places["shown"], f"{rule_id}: {again}"
        ways: dict[str, str] = {}
        for found in places["ids"]:
            ways.setdefault(found.partition(":")[0], found)
        assert set(ways.values()) <= set(kept[rule_id]["ids"]), f"{rule_id}: {again}"


@pytest.mark.parametrize("rule_id", ["REW-05", "PLAN-12", "WDR-06", "FEED-01"])
def test_common_rules_need_no_known_place(rule_id: str) -> None:
    assert moments()[rule_id]["often"]


@pytest.mark.parametrize("rule_id", ["KIT-05", "RUL-08", "RUL-40", "EOG-05", "FRZ-14"])
def test_rare_rules_have_their_places(rule_id: str) -> None:
    places = moments()[rule_id]
    assert not places["often"]
    assert places["ids"] or places["shown"]
