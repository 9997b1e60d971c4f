"""Where drills take their positions from: the scenario files, and games played at random.

A story is a game with all its actions, so that its name is enough to play it again. :func:`units` plays it and cuts it
into units: one action, or one step that the game takes by itself, with all that it sets off until somebody must decide
or the next step of the game begins. A unit knows the game before and after, so that it can be asked what it will bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from vendetta_kit.course.drills.families import Outcome
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.phrases import told
from vendetta_kit.games.vendetta.engine import conflict, resolution
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, EndTurn, Play, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import CHOOSE, OVER
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.position import prepare
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, OUT
from vendetta_kit.games.vendetta.engine.tables import IDS
from vendetta_kit.games.vendetta.engine.views import SHOWN
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.state import ASK, WHO

from . import scenes

if TYPE_CHECKING:
    from vendetta_kit.course.questions import Line, Words
    from vendetta_kit.kernel.events import Entry, Event
    from vendetta_kit.kernel.state import Step

__all__ = ["TABLES", "Story", "Unit", "story", "units"]

_SIZES: Final[dict[str, dict[str, Any]]] = {
    "3": {"seats": 3},
    "4": {"seats": 4},
    "5": {"seats": 5},
    "4t": {"seats": 4, "teams": True},
    "6t": {"seats": 6, "teams": True},
}
_VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "l": {"location_cards": True},
    "r": {"relics": True},
    "lr": {"location_cards": True, "relics": True},
}
TABLES: Final[dict[str, dict[str, Any]]] = {
    f"{size}{variant}": {**seats, **options} for variant, options in _VARIANTS.items() for size, seats in _SIZES.items()
}
"""The tables of games played at random, by the names that they have in ids: players, t for teams, l and r for cards."""

_BREAKS: Final = frozenset({*SHOWN, resolution.act_all, conflict.rank})
"""Before these steps of the agenda a unit ends: what they do is asked about by itself."""
_SCENERY: Final = ("act", "choice", "order", "tokens", "winner", "lone", "nobody", "bids", "relic_used", "ignored")
"""Kinds of events that touch everybody."""


class Story(Protocol):
    """A game and what is done in it; its name is the middle part of a drill's id."""

    @property
    def name(self) -> str: ...
    def begin(self) -> Game:
        """The game before its first step, recorded."""
        ...

    def next(self, g: Game) -> tuple[int, Action] | None:
        """What is done now; ``None`` at the story's end."""
        ...


class RandomGame:
    """A whole game at one of :data:`TABLES`, played by chance, but not quite without sense."""

    def __init__(self, name: str) -> None:
        self.name = name
        table, _, number = name.partition("/")
        self.rng = Random(f"{table}/{number}")
        self.options = {**TABLES[table], "seed": int(number)}

    def begin(self) -> Game:
        return Game.new(**self.options)

    def next(self, g: Game) -> tuple[int, Action] | None:
        rng = self.rng
        seats = [seat for seat in range(g.seats) if g.n[WHO] >> seat & 1]
        if not seats:
            return None
        seat = seats[rng.randrange(len(seats))]
        options = g.legal(seat)
        action = options.sample(rng)
        for _ in range(3):
            if rng.random() > _WEIGHT.get(type(action), 1.0) or (isinstance(action, Play) and _dull(action, rng)):
                action = options.sample(rng)
        if isinstance(options[0], Play) and rng.random() < 0.08:
            drains = [option for option in options if isinstance(option, Drain)]
            action = drains[rng.randrange(len(drains))] if drains else action
        return seat, action


_WEIGHT: Final[dict[type[Action], float]] = {Withdraw: 0.45, Drain: 0.25, EndTurn: 1.0}
"""How often a first thought of this kind is kept."""


def _dull(action: Play, rng: Random) -> bool:
    """More cards meet at a Location, and Diablerie tokens are used, when some plays are thought over."""
    return (action.at in (2, 3) and rng.random() < 0.4) or (not action.flips and rng.random() < 0.1)


class ToldGame:
    """One of the kit's scenario files."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.done = 0

    def begin(self) -> Game:
        return prepare(_scenario(self.name[2:])[0])

    def next(self, g: Game) -> tuple[int, Action] | None:
        actions = _scenario(self.name[2:])[1]
        self.done += 1
        return actions[self.done - 1] if self.done <= len(actions) else None


@cache
def _scenario(scenario_id: str) -> tuple[Any, tuple[tuple[int, Action], ...]]:
    """The table of a scenario, and all that is done in it, defaults included."""
    from vendetta_kit.scenarios import Telling, find, load

    scenario = load(find(scenario_id))
    telling = Telling(scenario)
    for step in scenario.steps:
        telling.do(step)
    telling.finish()
    return scenario.table, telling.game.actions


def story(name: str) -> Story:
    """The story of this name: ``s/`` and a scenario's id, or a table and the number of a game.

    Raises:
        KeyError: there is none.
    """
    if name.startswith("s/"):
        return ToldGame(name)
    if not name.partition("/")[2].isdigit():
        raise KeyError(name)
    return RandomGame(name)


# Units -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Unit:
    """Something that happened in a story, and the game around it.

    ``action`` is what a ``seat`` did, if the unit begins so; else it begins with ``step`` of the agenda. ``n`` is the
    running number of its first row of the log. ``events`` and ``entries`` hold its secrets too.
    """

    story: str
    n: int
    seat: int | None
    action: Action | None
    step: Step | None
    game: Game
    before: tuple[list[int], list[tuple[int, ...]], list[Step], int, int]
    after: tuple[list[int], list[tuple[int, ...]]]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]

    def position(self) -> Game:
        """The game as it stood before, with its record up to there."""
        n, z, agenda, events, entries = self.before
        rec = self.game.rec
        assert rec is not None
        earlier = Recorder()
        earlier.setup = rec.setup
        earlier.events = rec.events[:events]
        earlier.entries = rec.entries[:entries]
        earlier.next = self.n
        return Game(self.game.table, n[:], z[:], agenda[:], earlier)

    def again(self, world: Game) -> Game:
        """The same unit in another game that has come to the same point, recorded from there."""
        world.rec = Recorder()
        _play(world, self.seat, self.action, self.base)
        return world

    def worlds(self, seat: int, count: int = 6) -> Iterator[Game]:
        """The unit in games that ``seat`` cannot tell from this one beforehand: what differs cannot be asked of it."""
        position = self.position()
        for k in range(count):
            yield self.again(position.imagine(seat, Random(f"{self.story}:{self.n}:{k}")))

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.names

    @property
    def acted(self) -> bool:
        return self.action is not None and not isinstance(self.action, Choose)

    def outcome(self) -> Outcome:
        """What really came of it."""
        return Outcome(*self.after, self.events, self.entries)

    def viewers(self) -> tuple[int, ...]:
        """The seats that can be asked about it: all still in the game; of an answer only who gave it."""
        if isinstance(self.action, Choose) and self.seat is not None:
            return (self.seat,)
        return tuple(seat for seat in range(self.game.seats) if not self.before[0][OUT] >> seat & 1)

    def by_chance(self) -> bool:
        """Whether chance chose among cards that are not alike in a Frenzy, or brought a card that nobody knew."""
        for event in self.events:
            if event.kind == "drain" and "FRZ-04" in event.rules and event.seat is not None:
                cards = [IDS[card] for card in self.before[1][ALLIANCE + event.seat]]
                cards += [e.data["card"] for e in self.events if e.kind in ("ally", "victim") and e.seat == event.seat]
                people = [box.find(card) for card in cards]
                worth = {(getattr(p, "drain_blood", 0), getattr(p, "creature", "")) for p in people}
                if len(worth) > 1:
                    return True
        return any(event.kind in ("draw", "look") for event in self.events)

    def scene(self) -> Words | None:
        return scenes.scene(self)

    def working(self, viewer: int, until: int | None, seat: int | None) -> tuple[Line, ...]:
        last = 1 << 60 if until is None else until
        events = [event for event in self.events if event.n <= last and event.kind not in ("phase", "step")]
        entries = [line for line in self.entries if line.n <= last]
        if seat is not None:
            events = [event for event in events if event.seat == seat or event.kind in _SCENERY]
            entries = [line for line in entries if seat in (line.source.seat, line.target.seat)]
        return told(viewer, self.names, events, entries)

    @property
    def base(self) -> int:
        """How much of the agenda is left when the unit is over."""
        answers = self.action is not None and self.before[0][ASK] == CHOOSE
        return len(self.before[2]) - (1 if answers or self.action is None else 0)


def _play(g: Game, seat: int | None, action: Action | None, base: int) -> None:
    """Begin a unit and finish it."""

    def over(g: Game) -> bool:
        return len(g.agenda) <= base or g.agenda[-1][0] in _BREAKS

    if seat is not None and action is not None:
        g.advance(seat, action.code, over)
    else:
        g.run(over)


def units(name: str) -> Iterator[Unit]:
    """All units of a story, one after the other; the game in them is the same and plays on between two."""
    told = story(name)
    g = told.begin()
    rec = g.rec
    assert rec is not None
    while g.n[ASK] != OVER:
        seat, action, step = None, None, None
        if g.n[ASK]:
            done = told.next(g)
            if done is None:
                return
            seat, action = done
        elif g.agenda:
            step = g.agenda[-1]
        else:
            return
        before = (g.n[:], g.z[:], g.agenda[:], len(rec.events), len(rec.entries))
        unit = Unit(name, rec.next, seat, action, step, g, before, ([], []), (), ())
        _play(g, seat, action, unit.base)
        if rec.next > unit.n:
            unit.after = (g.n[:], g.z[:])
            unit.events = tuple(rec.events[before[3] :])
            unit.entries = tuple(rec.entries[before[4] :])
            yield unit
