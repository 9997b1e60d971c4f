"""What is to be played: a plan, checked key by key, and what it says about each single game.

A plan is keys and values, in Python or in a file (YAML or JSON). These are the keys that a plan of any game may have;
each game has some more (:mod:`vendetta_kit.games.vendetta.lab.plan`, :mod:`vendetta_kit.games.vtes.lab.plan`)::

    game: vendetta
    games: 5000
    players: 4
    bots: [greedy, random, random, random]   # or one name for all
    rotate: true                             # everybody gets every chair
    rulings: {last_blood: allow}
    seed: 7
    tables: [games, seats]                   # or all

>>> plan = plan_of({"game": "vtes", "games": 20, "bots": "random", "seed": 7})
>>> plan.GAME, plan.bots
('vtes', ('random', 'random', 'random', 'random'))
>>> plan_of({"game": "chess"})
Traceback (most recent call last):
    ...
vendetta_kit.lab.plan.PlanError: game: 'chess': expected one of vendetta, vtes
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, Self

from vendetta_kit import games
from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_errors import Message, shown
from vendetta_kit.kernel.rng import scramble
from vendetta_kit.kernel.state import MAX_SEATS

from .table_schema import Schema

__all__ = ["FORMAT", "Plan", "PlanError", "PlanReader", "Rows", "Stopped", "keys_of", "kit_mark", "plan_of", "turned"]

FORMAT: Final = "vendetta-lab/1"
MOST_GAMES: Final = 1_000_000_000
MOST_IN_A_CHUNK: Final = 100_000
NOWHERE: Final[Mapping[str, str]] = {}

Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by table; each has the columns of its table in their order."""


class PlanError(ValueError):
    """A plan that cannot be played; ``faults`` are its faults, one line each."""

    def __init__(self, *faults: str) -> None:
        self.faults = tuple(" ".join(fault.split()) for fault in faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[PlanError], tuple[str, ...]]:
        return PlanError, self.faults


class Stopped(Exception):
    """A game was given up because somebody asked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A checked plan; each game has a kind of its own. Make one with :meth:`of` or :meth:`read`.

    ``bots`` has one name for each seat. ``rotate`` moves bots, and what else is listed by seat, on by one seat from
    game to game, so that nobody keeps a better chair. ``rulings`` has a reading of each switch.

    ``chunk`` is how many games are played and written in one go (``None``: a share of ``games``). Neither it nor
    ``games`` nor ``tables`` changes what happens in a game.
    """

    games: int
    players: int
    bots: tuple[str, ...]
    rulings: Mapping[str, str]
    seed: int
    rotate: bool
    tables: tuple[str, ...]
    chunk: int | None

    GAME: ClassVar[str]
    SCHEMA: ClassVar[Schema]
    OWN_KEYS: ClassVar[tuple[str, ...]]
    """The keys that plans of this game have beside those of all."""
    FEWEST: ClassVar[int]
    """The least number of players."""
    SWITCHES: ClassVar[Mapping[str, Sequence[str]]]
    """What the rulebook leaves open, with its readings, the usual one first."""
    LATE: ClassVar[Mapping[str, str]] = {}
    """Columns that older files do not have, and what holds for all their rows."""

    # What each game says ------------------------------------------------------------------------------------

    @staticmethod
    def make_bot(name: str) -> Any:
        """The bot of that name (a ``ValueError`` in one line if there is none)."""
        raise NotImplementedError

    @classmethod
    def own(cls, read: PlanReader, players: int) -> dict[str, Any]:
        """Read the game's own keys: the values of its own fields."""
        raise NotImplementedError

    def check(self, read: PlanReader) -> None:
        """Check what only all keys together can show."""

    def own_json(self) -> dict[str, Any]:
        """The game's own keys and values."""
        raise NotImplementedError

    def play(self, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
        """Play one game and give its rows of the wanted tables.

        A game depends on the plan and its number alone: who else plays, in which order and how often changes nothing.

        Raises:
            Stopped: ``stopped`` said so; it is asked before the game and amid it.
        """
        raise NotImplementedError

    @classmethod
    def words(cls, lang: str) -> Mapping[str, str]:
        """The names of what the tables name by id (an ``UnknownLanguage`` if there are none)."""
        raise NotImplementedError

    # What is the same for all -------------------------------------------------------------------------------

    @classmethod
    def all_keys(cls) -> tuple[str, ...]:
        """The keys of a plan of this game. What is left out: 1,000 games of four ``greedy`` bots, seed 1."""
        return ("games", "players", "bots", *cls.OWN_KEYS, "rulings", "seed", "rotate", "tables", "chunk", "game")

    @classmethod
    def of(cls, given: Mapping[str, Any], places: Mapping[str, str] = NOWHERE) -> Self:
        """Check a plan that is given as keys and values; ``places`` says where a key stands, for the messages.

        Raises:
            PlanError: with every fault.
        """
        read = PlanReader(given)
        for key in given:
            if key not in cls.all_keys():
                read.fault(key, unknown(key, cls.all_keys()))
        if given.get("game", cls.GAME) != cls.GAME:
            read.fault("game", f"game: {shown(given['game'])}: expected {cls.GAME}")
        players = read.whole("players", 4, cls.FEWEST, MAX_SEATS)
        plan = cls(
            games=read.whole("games", 1000, 1, MOST_GAMES),
            players=players,
            bots=read.bots(players, cls.make_bot),
            rulings=read.rulings(cls.SWITCHES),
            seed=read.whole("seed", 1, -(2**63), 2**63 - 1),
            rotate=read.truth("rotate", given.get("rotate", False)),
            tables=read.tables(cls.SCHEMA),
            chunk=None if given.get("chunk") is None else read.whole("chunk", 1, 1, MOST_IN_A_CHUNK),
            **cls.own(read, players),
        )
        if not read.faults:
            plan.check(read)
        if read.faults:
            raise PlanError(*(f"{places[key]}: {text}" if key in places else text for key, text in read.faults))
        return plan

    @classmethod
    def read(cls, file: str, **instead: Any) -> Self:
        """Read a plan file (YAML or JSON); ``instead`` replaces some of its keys.

        Raises:
            PlanError: the file cannot be read, or the plan has faults.
        """
        keys, places = keys_of(file)
        return cls.of({**keys, **instead}, {key: place for key, place in places.items() if key not in instead})

    def to_json(self) -> dict[str, Any]:
        """The keys and values that :meth:`of` makes the same plan of."""
        return {
            "game": self.GAME,
            "games": self.games,
            "players": self.players,
            "bots": list(self.bots),
            **self.own_json(),
            "rulings": dict(self.rulings),
            "seed": self.seed,
            "rotate": self.rotate,
            "tables": list(self.tables),
            "chunk": self.chunk,
        }

    @property
    def fingerprint(self) -> str:
        """Marks what happens in the games: everything but how many there are and what is written of them.

        The rules, cards and bots that play are part of it: games of two versions of the kit never mix.
        """
        row = {key: value for key, value in self.to_json().items() if key not in ("games", "tables")}
        text = json.dumps([FORMAT, kit_mark(self.GAME), row], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def with_chunk(self) -> Self:
        """The same with a size of the chunks: about fifty of them, and no more games in one than memory likes."""
        return self if self.chunk is not None else replace(self, chunk=min(500, max(10, self.games // 50)))

    @property
    def chunks(self) -> int:
        """How many chunks the games make."""
        assert self.chunk is not None
        return -(-self.games // self.chunk)

    def games_of(self, number: int) -> range:
        """The games of one chunk."""
        assert self.chunk is not None
        return range(number * self.chunk, min(self.games, (number + 1) * self.chunk))

    # What one game is set up with ---------------------------------------------------------------------------

    def game_seed(self, game: int) -> int:
        """The seed of a game, which depends on nothing but the plan's seed and the game's number."""
        return scramble(scramble(self.seed) ^ game) >> 1

    def chance(self, game: int, seat: int) -> Random:
        """The chance that the bot at a seat has in a game; seat -1 deals what is dealt by chance before it."""
        return Random(scramble(scramble(self.game_seed(game)) ^ (seat + 2)))

    def seated(self, game: int) -> tuple[str, ...]:
        """The names of the bots by seat."""
        return turned(self.bots, game) if self.rotate else self.bots


class PlanReader:
    """Reads the values of a plan; what is wrong is noted, and something harmless taken instead."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[tuple[str, str]] = []

    def fault(self, key: str, text: str) -> None:
        """Note what is wrong with a key, in one line."""
        self.faults.append((key, text))

    def whole(self, key: str, usual: int, least: int, most: int) -> int:
        """A whole number between two others."""
        value = self.given.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(key, f"{key}: {shown(value)}: expected a whole number from {least} to {most}")
            return usual
        return value

    def truth(self, key: str, value: Any) -> bool:
        """True or false; ``key`` may name a part of it, as in ``variants: relics``."""
        if not isinstance(value, bool):
            self.fault(key.partition(":")[0], f"{key}: {shown(value)}: expected true or false")
        return value is True

    def texts(self, key: str, value: Any) -> tuple[str, ...]:
        """A list of names."""
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            self.fault(key.partition(":")[0], f"{key}: {shown(value)}: expected a list of names")
            return ()
        return tuple(value)

    def bots(self, players: int, make: Callable[[str], Any]) -> tuple[str, ...]:
        """The name of a bot for each seat."""
        value = self.given.get("bots", "greedy")
        before = len(self.faults)
        names = (value,) * players if isinstance(value, str) else self.texts("bots", value)
        for name in dict.fromkeys(names):
            try:
                make(name)
            except ValueError as fault:
                self.fault("bots", f"bots: {fault}")
        if names and len(names) != players and len(self.faults) == before:
            self.fault("bots", f"bots: {len(names)} for {players} players: expected one for all, or one for each")
        elif not names and value in ([], ()):
            self.fault("bots", "bots: none: expected one for all, or one for each player")
        return names

    def rulings(self, switches: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
        """A reading of each switch: those given, and the usual one of the others."""
        readings = {name: known[0] for name, known in switches.items()}
        value = self.given.get("rulings") or {}
        if not isinstance(value, Mapping):
            self.fault("rulings", f"rulings: {shown(value)}: expected readings for some of {', '.join(switches)}")
            return readings
        for name, reading in value.items():
            if name not in switches:
                self.fault("rulings", f"rulings: {unknown(name, tuple(switches), 'switch')}")
            elif reading not in switches[name]:
                self.fault("rulings", f"rulings: {name}: {shown(reading)}: expected {' or '.join(switches[name])}")
            else:
                readings[name] = reading
        return readings

    def tables(self, schema: Schema) -> tuple[str, ...]:
        """The tables that are wanted, in the order of the schema."""
        value = self.given.get("tables", schema.usual)
        if value in ("all", ["all"], ("all",)):
            return schema.names
        names = self.texts("tables", [value] if isinstance(value, str) else value)
        for name in names:
            if name not in schema.names:
                self.fault("tables", f"tables: {unknown(name, schema.names, 'table')}")
        if not names and value in ([], ()):
            self.fault("tables", f"tables: none: expected all, or some of {', '.join(schema.names)}")
        return tuple(name for name in schema.names if name in names)


def plan_of(given: Mapping[str, Any], places: Mapping[str, str] = NOWHERE) -> Plan:
    """Check a plan of whichever game its key ``game`` names, the first game where it names none.

    Raises:
        PlanError: with every fault.
    """
    if not isinstance(given, Mapping):
        raise PlanError(f"plan: {shown(given)}: expected keys and values")
    game = given.get("game", games.FIRST)
    if game not in games.PLAYED:
        text = f"game: {shown(game)}: expected one of {', '.join(games.PLAYED)}"
        raise PlanError(f"{places['game']}: {text}" if "game" in places else text)
    return games.plans(game).of(given, places)


def keys_of(file: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What stands in a plan file, not yet checked but for its form, and where each key stands.

    Raises:
        PlanError: it cannot be read, or is no plan.
    """
    from vendetta_kit.scenarios.model import BadScenario
    from vendetta_kit.scenarios.yaml_document import Document

    known = tuple(dict.fromkeys(key for game in games.PLAYED for key in games.plans(game).all_keys()))
    document = Document(file, "plan", known)
    try:
        document.read()
        if not isinstance(document.value, dict):
            document.fail((), Message("no_keys"), Message("want.whole.plan", holds=known))
    except BadScenario as fault:
        raise PlanError(str(fault)) from None
    return document.value, {key: f"{file}:{document.line((key,))}" for key in document.value}


def unknown(name: Any, known: Sequence[str], what: str = "key") -> str:
    """What to say of a name that nobody knows."""
    near = difflib.get_close_matches(str(name), known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"expected some of {', '.join(known)}"
    return f"unknown {what} {shown(name)}: {hint}"


def turned(names: tuple[str, ...], by: int) -> tuple[str, ...]:
    """The same names, moved on by some seats."""
    by %= len(names)
    return names[-by:] + names[:-by] if by else names


@cache
def kit_mark(game: str) -> str:
    """Marks what decides about games and rows: the source of kernel, engine, bots and laboratory, cards and columns."""
    kit = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [os.path.join(kit, part) for part in ("kernel", "bots", "lab")]
    folders += [os.path.join(kit, "games", game, part) for part in ("engine", "bots", "lab")]
    mark = hashlib.sha256()
    folders += [os.path.join(data_dir(), game, part) for part in ("cards", "lab")]
    for folder in folders:
        for path in _sources(folder):
            with open(path, "rb") as file:
                content = file.read().replace(b"\r\n", b"\n")
            mark.update(f"{os.path.basename(path)} {len(content)}\n".encode() + content)
    return mark.hexdigest()[:16]


def _sources(folder: str) -> Iterable[str]:
    found = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    return sorted(path for path in found if path.endswith((".py", ".json", ".yaml")))
