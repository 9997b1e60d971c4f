"""The index of moments is what its script would write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vendetta_kit.course.drills import index, moments


def test_the_script_writes_the_index_beside_the_other_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "data_dir", lambda: str(tmp_path))
    monkeypatch.setattr(index, "_stories", lambda: iter([("4/0", 0), ("s/tie-01-turn-order", -1)]))
    index.main()
    written = json.loads((tmp_path / "drills" / "moments.json").read_text(encoding="utf-8"))
    assert "CONF-05" in written
    assert set(written) <= set(moments())
    assert all(set(places) == {"often", "ids", "shown"} for places in written.values())


@pytest.mark.parametrize("rule_id", ["REW-05", "PLAN-12", "WDR-06", "FEED-01"])
def test_common_rules_need_no_known_place(rule_id: str) -> None:
    assert moments()[rule_id]["often"]


@pytest.mark.parametrize("rule_id", ["KIT-05", "RUL-08", "RUL-40", "EOG-05", "FRZ-14"])
def test_rare_rules_have_their_places(rule_id: str) -> None:
    places = moments()[rule_id]
    assert not places["often"]
    assert places["ids"] or places["shown"]
