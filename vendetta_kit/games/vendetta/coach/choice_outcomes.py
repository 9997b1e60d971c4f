"""What happens to a seat after a choice until the end of the round, in games that the seat can imagine.

The player's choice and the best one are tried in the same imagined games with the same random numbers. The events
that differ most between them are told first.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from vendetta_kit.coach.game_for_coach import Consequence
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import ROUND
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game_for_coach import CoachedVendetta

__all__ = ["MOST_WAYS", "consequences_of"]

MOST_WAYS: Final = 4
"""The most events that are told: a learner can read a few sentences."""
_LEAST: Final = 0.15
"""An event is not told if its frequency after the two choices differs by less than this share."""
_TOLD: Final = {
    "winner": "won",
    "lone": "won",
    "ally": "ally",
    "victim": "victim",
    "frenzy": "frenzy",
    "withdraw": "left",
    "withdraw_haven": "left",
    "drain": "drain",
    "diablerie": "diablerie",
    "eliminated": "eliminated",
}
"""Kinds of events that are told, with the keys of their texts; kinds with a Location are counted by Location."""
_WITH_PLACE: Final = ("won", "left")

Key = tuple[str, "int | str | None"]


class _Notes(Recorder):
    """Records the events of an imagined game; nothing can be undone."""

    undoes = False
    __slots__ = ()


def consequences_of(
    coaching: CoachedVendetta, game: Game, seat: int, chosen: Action, best: Action, count: int, seed: str
) -> Sequence[Consequence]:
    """Return what happens most often after either choice
    (:meth:`vendetta_kit.coach.game_for_coach.ReviewedGame.consequences`)."""
    insight = coaching.seat_knowledge(game, seat)
    worlds = insight.worlds(count, Random(f"{seed}/ways"))
    met: tuple[Counter[Key], Counter[Key]] = Counter(), Counter()
    rules: dict[Key, tuple[str, ...]] = {}
    for number, world in enumerate(worlds):
        for found, action in zip(met, (chosen, best), strict=True):
            events = _events(coaching, world, seat, action, Random(f"{seed}/ways/{number}"))
            found.update(events.keys())
            for key, own in events.items():
                rules.setdefault(key, own)
    rows = [
        Consequence(key[0], key[1], round(met[0][key] / count, 3), round(met[1][key] / count, 3), rules[key])
        for key in rules
        if abs(met[0][key] - met[1][key]) >= _LEAST * count
    ]
    rows.sort(key=lambda way: (-abs(way.chosen - way.best), -max(way.chosen, way.best), way.key, str(way.at)))
    return rows[:MOST_WAYS]


def _events(
    coaching: CoachedVendetta, world: Game, seat: int, action: Action, rng: Random
) -> dict[Key, tuple[str, ...]]:
    """Return the seat's events until the end of the round, with their rules."""
    game = world.copy(record=False)
    notes = game.rec = _Notes()
    now = game.n[ROUND]
    game.advance(seat, action.code)
    coaching.play_on(game, rng, lambda: game.n[ROUND] == now)
    found: dict[Key, tuple[str, ...]] = {}
    for event in notes.events:
        key = _TOLD.get(event.kind)
        if key is not None and event.seat == seat and event.moment.round == now:
            found.setdefault((key, event.at if key in _WITH_PLACE else None), event.rules[:2])
    return found
