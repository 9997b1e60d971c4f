"""Frozen saves of Rivals: what they are in named values, and how they were made (see :mod:`.make`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from vendetta_kit.games.rivals.engine.actions import Done
from vendetta_kit.games.rivals.engine.game import Game
from vendetta_kit.kernel import saves

Stop = Callable[[Game], bool]

FIRST = {"version": 1}
SAVES: dict[str, tuple[dict[str, Any], Stop]] = {
    "draw": (
        {"seats": 4, "seed": 3, "names": ["Zoë", "李", "Cy", "Dee"], **FIRST},
        lambda game: len(game.actions) == 2,
    ),
    "act": ({"seats": 3, "seed": 8, **FIRST}, lambda game: game.moment.phase == "action" and len(game.actions) > 4),
    "mend": ({"seats": 2, "seed": 5, "practice": "torpor", **FIRST}, lambda game: game.moment.phase == "end"),
    "text-ends": (
        {"seats": 4, "seed": 9, "turns": 6, "practice": "torpor", **FIRST},
        lambda game: any(asked.kind == "text_ends" for asked in game.pending.values()),
    ),
    "both-done": (
        {"seats": 3, "seed": 4, "practice": "torpor"},
        lambda game: (
            game.moment.phase == "action" and len(game.actions) > 8 and list(game.legal(game.to_act)) == [Done()]
        ),
    ),
    "moved-after": (
        {"seats": 2, "seed": 6, "practice": "torpor", **FIRST},
        lambda game: game.events[-1].kind in ("moved", "regrouped") and Done() in game.legal(game.to_act),
    ),
}
"""By name: arguments of ``Game.new``, and where the game is stopped; some are of the first version."""
OPEN = (
    "names", "moment", "prestige", "rivals", "leaders", "haven", "out", "torpor", "blood", "exhausted", "parties",
    "streets", "marked", "burned", "discarded", "city", "libraries", "factions", "tokens", "actions_left",
)  # fmt: skip
"""What everybody may know."""
MOST = 200
"""So many actions make a whole practice, with some to spare."""


def table(game: Game) -> dict[str, Any]:
    """All that lies on the table and in the hands, and who is asked what."""
    seats = [game.view(seat, log=False) for seat in range(game.seats)]
    asked = {str(seat): found.kind for seat, found in game.pending.items()}
    lying = {key: getattr(seats[0], key) for key in OPEN}
    found: dict[str, Any] = json.loads(
        json.dumps({**lying, "hands": [list(view.hand or ()) for view in seats], "asked": asked})
    )
    return found


def moves(game: Game, rng: Random) -> Iterator[tuple[int, Any]]:
    """Play on by chance, to the end or for so many actions; give what is done."""
    for _ in range(MOST):
        if game.is_over:
            return
        seat = game.to_act
        assert seat is not None
        action = game.legal(seat).sample(rng)
        game.apply(seat, action)
        yield seat, action


def end(game: Game) -> dict[str, Any]:
    """How it stands, and how many events and lines of the ledger there are."""
    return {"table": table(game), "events": len(game.events), "ledger": len(game.ledger), "over": game.is_over}


def cases() -> Iterator[tuple[str, Callable[[], tuple[str, Any]]]]:
    """Every file of Rivals that is made here, by name, with what makes its text and its values."""
    for name in SAVES:
        yield f"rivals-save-{name}.json", partial(a_save, name)


def a_save(name: str) -> tuple[str, Any]:
    """Return a save as a file, and its values."""
    setup, stop = SAVES[name]
    game, rng = Game.new(**setup), Random(name)
    for _ in range(MOST):
        if stop(game):
            break
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat).sample(rng))
    assert stop(game), name
    text, stood = json.dumps(saves.to_json(game), ensure_ascii=False) + "\n", table(game)
    rest = [[seat, action.to_json()] for seat, action in moves(game, rng)]
    return text, {"table": stood, "rest": rest, "end": end(game)}
