"""The same seed and the same actions give the same events: in any process, with any hash seed."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.properties.digest import digest
from tests.properties.games import OTHER_READINGS, PAIRED, SIZES, all_tables, begin, play_out
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint

ROOT = Path(__file__).resolve().parents[2]


def test_the_paired_tables_hold_every_pair() -> None:
    """What the quick run plays: every size, and each two variants with both, with either and with neither."""
    rows = [set(table) | set(table["rulings"]) for table in PAIRED.values()]
    variants = ("location_cards", "relics", *OTHER_READINGS)
    for one, other in itertools.combinations(variants, 2):
        assert {(one in row, other in row) for row in rows} == set(itertools.product((True, False), repeat=2)), one
    sizes = {(table["seats"], table.get("teams", False)) for table in PAIRED.values()}
    assert sizes == {(table["seats"], table.get("teams", False)) for table in SIZES.values()}


@all_tables
def test_same_events_under_every_hash_seed(tables: dict[str, Any]) -> None:
    """Two processes with different hash seeds, and this one, play the same games."""
    command = [sys.executable, "-m", "tests.properties.digest", *tables]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for hash_seed in ("0", "4711")
    ]  # fmt: skip
    runs = []
    for process in running:
        told, faults = process.communicate(timeout=300)
        assert process.returncode == 0, faults[-2000:]
        runs.append(json.loads(told))
    assert runs[0] == runs[1]
    assert runs[0] == {table: digest(table) for table in tables}
    assert len(set(runs[0].values())) == len(tables)


@pytest.mark.rules("SET-02", "SET-15", "SET-17")
def test_seeds_decide_everything_random() -> None:
    """Neighbouring seeds share nothing; first player, offer, decks, Victims and Allies come out all ways."""
    games = [Game.new(seats=4, seed=seed, clans=["brujah", "tremere", "ventrue", "gangrel"]) for seed in range(300)]
    assert len({fingerprint(game) for game in games}) == 300
    first = [game.view(None).ambition for game in games]
    assert all(45 <= first.count(seat) <= 105 for seat in range(4))
    assert len({game.view(0).looking_at for game in games}) == 42  # the two top cards of seven, in order
    assert len({game.view(None).seats[0].alliance for game in games}) == 35
    allies = [place.ally for game in games for place in game.view(None).locations]
    assert len(set(allies)) == 30
    assert all(10 <= allies.count(ally) <= 55 for ally in set(allies))
    for seed in (-1, -(2**70), 0, 2**64, 2**200):
        assert fingerprint(Game.new(seed=seed)) == fingerprint(Game.new(seed=seed))
    assert fingerprint(Game.new(seed=0)) != fingerprint(Game.new(seed=1))


def test_a_game_does_not_touch_other_random_numbers() -> None:
    """No global random state is read or written."""
    import random

    random.seed(5)
    before = random.getstate()
    one = play_out(begin("4-all", 0, "global")).events
    assert random.getstate() == before
    random.seed(6)
    assert play_out(begin("4-all", 0, "global")).events == one
