"""What holds of every game's observations, views and imagined games, whatever the game."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

from vendetta_kit.kernel.game import TELLS_ALL, AnyGame


def told(o: Any) -> dict[str, Any]:
    """All that an observation holds, a game's own parts included."""
    parts = {name: getattr(o, name) for name in dir(o) if not name.startswith("_") and name != "offer"}
    plain = {name: value for name, value in parts.items() if not callable(value)}
    return {**plain, "offer": [o.offer.code_at(k) for k in range(len(o.offer))]}


def whole(view: Any) -> str:
    """All that a view holds, as text to compare."""
    return repr([getattr(view, part.name) for part in fields(view) if part.repr])


def check_imagined(g: AnyGame, seat: int, key: int) -> bool:
    """Hold that a seat cannot tell an imagined game from the real one; return whether it is another one."""
    world = g.imagine(seat, Random(key))
    assert world.rec is None
    assert not TELLS_ALL & {*world.setup, *world.table.setup}, "the seed would tell all that is hidden"
    assert world.table.whole is None
    assert told(world.observe(seat)) == told(g.observe(seat))
    assert whole(world.view(seat, log=False)) == whole(g.view(seat, log=False))
    one, two = g.imagine(seat, Random(-key)), world.imagine(seat, Random(-key))
    assert (one.n, one.z, one.agenda) == (two.n, two.z, two.agenda), "nothing of the real game is left in it"
    return world.z != g.z
