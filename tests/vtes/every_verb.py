"""Decks in which every verb is on some card: the examples of docs/vtes-cards.md, and vampires that can play them."""

from __future__ import annotations

from functools import cache
from typing import Any

from scripts.vtes_cards import examples
from vendetta_kit.games.vtes.engine.cards import DISCIPLINES

TITLES: tuple[Any, ...] = ("primogen", {"prince": "Ulm"}, {"prince": "Trier"}, "inner_circle")


@cache
def cards() -> list[dict[str, Any]]:
    """The cards as they are written: vampires of all ages with all Disciplines, and the example of each verb."""
    vampires = [
        {
            "id": f"EV{k:02}", "type": "vampire", "name": f"Vampire {k}", "clan": "ventrue", "capacity": 3 + k % 6,
            "disciplines": {name: "superior" if k % 3 else "basic" for name in DISCIPLINES},
            **({"title": TITLES[k // 6]} if k % 6 > 3 else {}),
        }
        for k in range(24)
    ]  # fmt: skip
    return [*vampires, *examples().values()]


def deck(k: int) -> dict[str, dict[str, int]]:
    """Half of the vampires, and every other example, from the first or the second on: what one player brings."""
    rows = cards()
    library = [row["id"] for row in rows if row["type"] != "vampire"][k % 2 :: 2]
    return {
        "crypt": {row["id"]: 1 for row in rows[k % 2 : 24 : 2]},
        "library": {card: 1 + (number < 20) for number, card in enumerate(library)},
    }
