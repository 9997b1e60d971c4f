"""Small simulations that several tests look at; played once, in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vendetta_kit.lab import Tables, simulate

SMALL: dict[str, Any] = {"games": 12, "bots": "random", "clans": "deal", "seed": 5, "chunk": 3, "tables": "all"}
"""Four chunks of three games."""


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The plan SMALL, as one process plays it."""
    return simulate(SMALL, out=tmp_path_factory.mktemp("lab") / "small", workers=1, progress=False)


VTES: dict[str, Any] = {"game": "vtes", "games": 8, "players": 3, "seed": 5, "chunk": 3, "tables": "all", "rounds": 11}
"""Three chunks of a game that has turns instead of rounds; few of them, so that some games end by time."""


@pytest.fixture(scope="session")
def small_vtes(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The plan VTES, as one process plays it."""
    return simulate(VTES, out=tmp_path_factory.mktemp("lab") / "vtes", workers=1, progress=False)


def contents(folder: str | Path) -> dict[str, bytes]:
    """All files of a folder by their names, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()
    }
