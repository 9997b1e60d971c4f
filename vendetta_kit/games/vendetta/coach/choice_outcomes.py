"""What happens to a seat after a choice until the end of the round, in games that the seat can imagine.

The player's choice and the best one are tried in the same imagined games with the same random numbers. The events
that differ most between them are told first.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from vendetta_kit.coach.game_for_coach import Consequence
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import ROUND
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from .game_for_coach import CoachedVendetta

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
_WITH_PLACE: Final = ("won", "left", "frenzy")
_GOOD: Final = {"won": True, "ally": True, "victim": True, "frenzy": False, "diablerie": False, "eliminated": False}
"""Whether an event is good for the seat, for those of which one can say so."""

Key = tuple[str, "int | str | None"]
Powers = dict["int | str", list[tuple[int, int]]]
"""By Location the seat's own Power and the highest of the others, one pair for each imagined game with a count."""


class _Notes(Recorder):
    """Records the events of an imagined game; nothing can be undone."""

    undoes = False
    __slots__ = ()


def consequences_of(
    coaching: CoachedVendetta, game: Game, seat: int, chosen: Action, best: Action, count: int, seed: str
) -> Generator[int, None, Sequence[Consequence]]:
    """Find what happens most often after either choice
    (:meth:`vendetta_kit.coach.game_for_coach.ReviewedGame.consequences`)."""
    insight = coaching.seat_knowledge(game, seat)
    worlds = insight.worlds(count, Random(f"{seed}/ways"))
    met: tuple[Counter[Key], Counter[Key]] = Counter(), Counter()
    powers: tuple[Powers, Powers] = {}, {}
    rules: dict[Key, tuple[str, ...]] = {}
    for number, world in enumerate(worlds):
        for found, power, action in zip(met, powers, (chosen, best), strict=True):
            events = _events(coaching, world, seat, action, Random(f"{seed}/ways/{number}"), power)
            found.update(events.keys())
            for key, own in events.items():
                rules.setdefault(key, own)
        yield number
    rows = [
        Consequence(
            key[0],
            key[1],
            round(met[0][key] / count, 3),
            round(met[1][key] / count, 3),
            rules[key],
            _middle(powers[0], key, count),
            _middle(powers[1], key, count),
            _GOOD.get(key[0]),
        )
        for key in rules
        if abs(met[0][key] - met[1][key]) >= _LEAST * count
    ]
    rows.sort(key=lambda way: (-abs(way.chosen - way.best), -max(way.chosen, way.best), way.key, str(way.at)))
    return rows[:MOST_WAYS]


def _middle(powers: Powers, key: Key, count: int) -> tuple[int, int] | None:
    """Return the middle pair of Powers at the Location of a win, by their difference; ``None`` if mostly none."""
    what, at = key
    pairs = sorted(powers.get(at, []), key=lambda pair: (pair[0] - pair[1], pair)) if what == "won" and at else []
    return pairs[len(pairs) // 2] if 2 * len(pairs) > count else None


def _events(
    coaching: CoachedVendetta, world: Game, seat: int, action: Action, rng: Random, powers: Powers
) -> dict[Key, tuple[str, ...]]:
    """Return the seat's events until the end of the round, with their rules, and add its counts of Power."""
    game = world.copy(record=False)
    notes = game.rec = _Notes()
    now = game.n[ROUND]
    game.advance(seat, action.code)
    coaching.play_on(game, rng, lambda: game.n[ROUND] == now)
    found: dict[Key, tuple[str, ...]] = {}
    counted: dict[int | str, dict[int, int]] = {}
    for event in notes.events:
        if event.moment.round != now:
            continue
        if event.kind == "count" and event.at is not None and event.seat is not None:
            counted.setdefault(event.at, {})[event.seat] = event.data["power"]
        key = _TOLD.get(event.kind)
        if key is not None and event.seat == seat:
            rules = dict.fromkeys((*EVENTS[event.kind].rules[:1], *event.rules[:1]))
            found.setdefault((key, event.at if key in _WITH_PLACE else None), tuple(rules))
    for at, power in counted.items():
        if seat in power and len(power) > 1:
            pair = power[seat], max(n for other, n in power.items() if other != seat)
            powers.setdefault(at, []).append(pair)
    return found
