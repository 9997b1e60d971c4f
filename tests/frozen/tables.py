"""Make the frozen database of tables of today's version, once: ``python -m tests.frozen.tables``.

It overwrites nothing.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.common_tables.people import any_move, play, replica, table
from tests.frozen.make import FILES, VALUES
from vendetta_kit.common_tables import Store, choices_of, database

NAMES = ("tables-1", "tables-2")
"""The databases of each version of the schema."""


def make(path: Path, values: Path) -> None:
    """Write a database with a table of each game of the kit, in the middle of it, and what is in it."""
    store = Store(f"sqlite:///{path}", clock=lambda: 1000.0)
    said = {}
    for game in ("vendetta", "vtes"):
        keys = table(store, game, people=2)
        pages = [replica(store, key, game) for key in keys]
        play(pages, choices_of(game), most=9)
        page = pages[0]
        said[game] = {
            "code": page.key.code,
            "secret": page.key.secret,
            "marks": page.marks,
            "actions": [[seat, action.to_json()] for seat, action in page.game.actions],
        }
    keys = table(store, "vendetta", people=4)
    pages = [replica(store, key, "vendetta") for key in keys]
    while not (pages[0].game.sealed and pages[0].chosen):
        play(pages, any_move, most=1)
    mine = next(page for page in pages if page.key.seat in page.chosen)
    sealed = {"code": mine.key.code, "seat": mine.key.seat, "secret": mine.key.secret, "marks": mine.marks}
    said["sealed"] = sealed | {"own": mine.own_game.actions[-1][1].to_json()}
    store.close()
    values.write_text(json.dumps(said, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    name = NAMES[database.VERSION - 1]
    if not (FILES / f"{name}.sqlite").exists():
        make(FILES / f"{name}.sqlite", VALUES / f"{name}.json")
