"""People read names: the laboratory's tables and figures show cards and clans by them, the files keep the ids."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from vendetta_kit.games.vendetta import box, lab

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_id_has_become_a_name_and_nothing_else_has_changed(lang: str, tmp_path: Path) -> None:
    plan = {"games": 6, "bots": "random", "variants": ["relics", "location_cards"], "seed": 3}
    made = lab.simulate({**plan, "tables": "all"}, out=tmp_path, workers=1, progress=False)
    ids = {key for key, record in box.records().items() if not isinstance(record, box.LocationTile)}
    found = set()
    for name in made:
        frame, shown = made[name], lab.with_names(made[name], lang)
        assert list(shown.columns) == list(frame.columns)
        for column in frame:
            for before, now in zip(frame[column], shown[column], strict=True):
                if isinstance(before, str) and before in ids:
                    assert now == box.name(before, lang)
                    found.add(before)
                elif isinstance(before, str) or not hasattr(before, "__len__"):
                    assert now is before or now == before or pd.isna(before)
                else:
                    assert list(now) == [box.name(one, lang) if one in ids else one for one in before]
                    found.update(ids & set(before))
    assert any(isinstance(box.find(one), box.Clan) for one in found)
    assert any(isinstance(box.find(one), box.ClanCard) for one in found)
    assert any(isinstance(box.find(one), box.Person) for one in found)
    with pytest.raises(box.UnknownCardLanguage, match="xx"):
        lab.with_names(made["seats"], "xx")


def shown_cells(notebook: str) -> list[str]:
    """The cells that show something: their last line is no assignment and no check."""
    cells = json.loads((ROOT / "notebooks/laboratory" / notebook).read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_the_notebooks_show_no_bare_ids() -> None:
    """What a study groups by clan, card or person, and a table that holds cards, is shown by name."""
    cells = shown_cells("balance_study.ipynb")
    for study in ("clan", "clan_card", "person"):
        (cell,) = [cell for cell in cells if f'"study"] == "{study}"' in cell and "assert" not in cell]
        assert "lab.with_names(" in cell, study
    (cell,) = [cell for cell in shown_cells("data_class.ipynb") if ".head()" in cell]
    assert "lab.with_names(" in cell
