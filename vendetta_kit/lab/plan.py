"""Plans of simulations: their keys and checks, and what follows for each game of a plan.

A plan is a mapping, in Python or in a file (YAML or JSON). These are the keys that all plans may have; each game has
some more (:mod:`vendetta_kit.games.vendetta.lab.plan`, :mod:`vendetta_kit.games.vtes.lab.plan`)::

    game: vendetta
    games: 5000
    players: 4
    bots: [greedy, random, random, random]   # or one name for all; my_bots:Upright is one of your own
    rotate: true                             # each bot gets each seat in turn
    rulings: {last_blood: allow}
    seed: 7
    tables: [games, seats]                   # or all

>>> plan = plan_of({"game": "vtes", "games": 20, "bots": "random", "seed": 7})
>>> plan.GAME, plan.bots
('vtes', ('random', 'random', 'random', 'random'))
>>> plan_of({"game": "chess"})
Traceback (most recent call last):
    ...
vendetta_kit.lab.plan.PlanError: game: found 'chess'; expected one of vendetta, vtes
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random
from typing import Any, ClassVar, Final, Self

from vendetta_kit.bots import UnknownBot
from vendetta_kit.bots.own_bots import OwnBot, is_own, own_bot
from vendetta_kit.data_paths import data_dir
from vendetta_kit.input_checks import UnknownName
from vendetta_kit.input_errors import Message, quoted
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.refusal import recorded
from vendetta_kit.kernel.rng import scramble
from vendetta_kit.kernel.state import MAX_SEATS
from vendetta_kit.registered_games import FIRST, registered, with_part
from vendetta_kit.scenarios.model import BadScenario
from vendetta_kit.scenarios.yaml_document import Document

from .table_schema import Schema

FORMAT: Final = "vendetta-lab/1"
MOST_GAMES: Final = 1_000_000_000
MOST_IN_A_CHUNK: Final = 100_000
NOWHERE: Final[Mapping[str, str]] = {}

Rows = dict[str, list[tuple[Any, ...]]]
"""Rows by table; each has the columns of its table in order."""


class PlanError(ValueError):
    """Error: a plan cannot be played; ``faults`` are its faults, one line each."""

    def __init__(self, *faults: str) -> None:
        self.faults = tuple(" ".join(fault.split()) for fault in faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[PlanError], tuple[str, ...]]:
        return PlanError, self.faults


class Stopped(Exception):
    """Raised in the middle of a game when the simulation is to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A checked plan; each game has a subclass. Make one with :meth:`of` or :meth:`read`.

    ``bots`` has one name for each seat, ``bot_sources`` the hash of the source of each bot of somebody's own.
    ``rotate`` moves bots, and what else is listed by seat, by one seat from game to game, so that no bot keeps a
    better seat. ``rulings`` has the reading of each rule switch. ``chunk`` is the number of games that are played and
    written together (``None``: a part of ``games``). ``chunk``, ``games`` and ``tables`` do not change what happens
    in a game.
    """

    games: int
    players: int
    bots: tuple[str, ...]
    rulings: Mapping[str, str]
    seed: int
    rotate: bool
    tables: tuple[str, ...]
    chunk: int | None
    bot_sources: Mapping[str, str] = field(default_factory=dict)

    GAME: ClassVar[str]
    SCHEMA: ClassVar[Schema]
    OWN_KEYS: ClassVar[tuple[str, ...]]
    """The keys that only plans of this game have."""
    OF_A_RECORD: ClassVar[Mapping[str, Callable[[Any, int], list[tuple[Any, ...]]]]]
    """The tables that a game's record alone makes, each with the function that returns its rows: ``(game, number)``."""
    FEWEST: ClassVar[int]
    """The smallest number of players."""
    SWITCHES: ClassVar[Mapping[str, Sequence[str]]]
    """The rule switches, each with its readings, the default first."""
    LATE: ClassVar[Mapping[str, str]] = {}
    """The columns that older files lack, each with the value, in SQL, for their rows."""

    # What each game says ------------------------------------------------------------------------------------

    @classmethod
    def read_own_keys(cls, read: PlanReader, players: int) -> dict[str, Any]:
        """Return the values of the subclass's fields, read from the keys that only this game has."""
        raise NotImplementedError

    def check(self, read: PlanReader) -> None:
        """Check what depends on several keys; faults go to ``read``."""

    def own_json(self) -> dict[str, Any]:
        """Return the keys, with their values, that only this game has."""
        raise NotImplementedError

    def play(self, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
        """Play one game and return its rows of the wanted tables.

        A game depends only on the plan and its number, not on which games are played before it or elsewhere.

        Raises:
            Stopped: ``stopped`` returned true; it is called before and during the game.
        """
        raise NotImplementedError

    @classmethod
    def frame(cls, game: AnyGame, table: str, number: int) -> Any:
        """Return a table of one recorded game, over or not, as a DataFrame like those of :class:`.Tables`.

        Args:
            game: the game.
            table: the table's name.
            number: what stands in the column ``game``.

        Raises:
            UnknownName: there is no such table.
            BadInput: the game has no record.
        """
        if table not in cls.OF_A_RECORD:
            raise UnknownName("table", table, cls.OF_A_RECORD)
        recorded(game.rec, "game")
        return cls.SCHEMA.frame(table, cls.OF_A_RECORD[table](game, number))

    @classmethod
    def words(cls, lang: str) -> Mapping[str, str]:
        """Return the names of the ids in the tables. Raises ``UnknownLanguage``."""
        raise NotImplementedError

    # What is the same for all -------------------------------------------------------------------------------

    @classmethod
    def all_keys(cls) -> tuple[str, ...]:
        """Return all keys of a plan of this game. The defaults are 1,000 games of four ``greedy`` bots, seed 1.

        ``bot_sources`` is written by :meth:`to_json`, so that a later source is told from the one of then.
        """
        own = cls.OWN_KEYS
        return ("games", "players", "bots", *own, "rulings", "seed", "rotate", "tables", "chunk", "game", "bot_sources")

    @classmethod
    def of(cls, given: Mapping[str, Any], places: Mapping[str, str] = NOWHERE, run_own: bool = True) -> Self:
        """Return the checked plan of a mapping.

        Args:
            given: its keys and values.
            places: the place of each key in a file, for messages.
            run_own: whether to import bots of somebody's own and check them; reading results needs none of them.

        Raises:
            PlanError: names every fault.
        """
        if not isinstance(given, Mapping):
            raise PlanError(f"plan: found {quoted(given)}; expected keys and values")
        read = PlanReader(given)
        for key in given:
            if key not in cls.all_keys():
                read.fault(key, unknown_name(key, cls.all_keys()))
        if given.get("game", cls.GAME) != cls.GAME:
            read.fault("game", f"game: found {quoted(given['game'])}; expected {cls.GAME}")
        players = read.whole("players", 4, cls.FEWEST, MAX_SEATS)
        bots = read.bots(players, partial(_kit_bot, cls.GAME))
        plan = cls(
            games=read.whole("games", 1000, 1, MOST_GAMES),
            players=players,
            bots=bots,
            bot_sources=read.bot_sources(bots, cls.GAME if run_own else None),
            rulings=read.rulings(cls.SWITCHES),
            seed=read.whole("seed", 1, -(2**63), 2**63 - 1),
            rotate=read.truth("rotate", given.get("rotate", False)),
            tables=read.tables(cls.SCHEMA),
            chunk=None if given.get("chunk") is None else read.whole("chunk", 1, 1, MOST_IN_A_CHUNK),
            **cls.read_own_keys(read, players),
        )
        if not read.faults:
            plan.check(read)
        if read.faults:
            raise PlanError(*(f"{places[key]}: {text}" if key in places else text for key, text in read.faults))
        return plan

    @classmethod
    def read(cls, file: str, **instead: Any) -> Self:
        """Return the checked plan in a file (YAML or JSON); ``instead`` replaces some of its keys.

        Raises:
            PlanError: the file cannot be read, or the plan has faults.
        """
        keys, places = keys_of(file)
        return cls.of({**keys, **instead}, {key: place for key, place in places.items() if key not in instead})

    def to_json(self) -> dict[str, Any]:
        """Return the mapping from which :meth:`of` makes the same plan."""
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
            **({"bot_sources": dict(self.bot_sources)} if self.bot_sources else {}),
        }

    @property
    def fingerprint(self) -> str:
        """A hash of all that decides what happens in the games, but not of their number and what is written.

        It covers the source of rules, cards and bots, so that games of two versions of the kit are never mixed.
        """
        row = {key: value for key, value in self.to_json().items() if key not in ("games", "tables")}
        text = json.dumps([FORMAT, kit_mark(self.GAME), row], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def with_chunk(self) -> Self:
        """Return the plan with a chunk size set: about fifty chunks, of a size that needs little memory."""
        return self if self.chunk is not None else replace(self, chunk=min(500, max(10, self.games // 50)))

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        assert self.chunk is not None
        return -(-self.games // self.chunk)

    def games_of(self, number: int) -> range:
        """Return the numbers of the games in one chunk."""
        assert self.chunk is not None
        return range(number * self.chunk, min(self.games, (number + 1) * self.chunk))

    # What one game is set up with ---------------------------------------------------------------------------

    def game_seed(self, game: int) -> int:
        """Return the seed of a game, which depends only on the plan's seed and the game's number."""
        return scramble(scramble(self.seed) ^ game) >> 1

    def chance(self, game: int, seat: int) -> Random:
        """Return the random generator of the bot at a seat in a game; seat -1 for the set-up of the game."""
        return Random(scramble(scramble(self.game_seed(game)) ^ (seat + 2)))

    def seated(self, game: int) -> tuple[str, ...]:
        """Return the names of the bots of a game by seat."""
        return rotated(self.bots, game) if self.rotate else self.bots

    def seat_bots(self, game: int) -> list[Any]:
        """Return the bots of a game by seat.

        The kit's bots keep nothing, and one object plays all games; one of somebody's own is made anew for each seat
        of each game, so that what it keeps cannot carry over from games that another worker may have played.
        """
        return [self._seat_bot(name) for name in self.seated(game)]

    def _seat_bot(self, name: str) -> Any:
        mark = self.bot_sources.get(name)
        return _kit_bot(self.GAME, name) if mark is None else _own_bot(name, self.GAME, mark).kind()


class PlanReader:
    """Checks the values of a plan; faults are collected, and a valid value is used instead."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[tuple[str, str]] = []

    def fault(self, key: str, text: str) -> None:
        """Add a fault of a key, in one line."""
        self.faults.append((key, text))

    def whole(self, key: str, usual: int, least: int, most: int) -> int:
        """Return the whole number of a key, which must be from ``least`` to ``most``."""
        value = self.given.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(key, f"{key}: found {quoted(value)}; expected a whole number from {least} to {most}")
            return usual
        return value

    def truth(self, key: str, value: Any) -> bool:
        """Return a value that must be true or false; ``key`` may name a part, as in ``variants: relics``."""
        if not isinstance(value, bool):
            self.fault(key.partition(":")[0], f"{key}: found {quoted(value)}; expected true or false")
        return value is True

    def texts(self, key: str, value: Any) -> tuple[str, ...]:
        """Return a value that must be a list of texts."""
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            self.fault(key.partition(":")[0], f"{key}: found {quoted(value)}; expected a list of names")
            return ()
        return tuple(value)

    def bots(self, players: int, make: Callable[[str], Any]) -> tuple[str, ...]:
        """Return the name of a bot for each seat."""
        value = self.given.get("bots", "greedy")
        before = len(self.faults)
        if isinstance(value, list | tuple) and (other := next((one for one in value if callable(one)), None)):
            self.fault(
                "bots", f"bots: found {quoted(other)}; expected a name, my_bots:Upright for a class in my_bots.py"
            )
            return ()
        names = (value,) * players if isinstance(value, str) else self.texts("bots", value)
        for name in dict.fromkeys(names):
            if is_own(name):
                continue
            try:
                make(name)
            except ValueError as fault:
                self.fault("bots", str(fault))
        if names and len(names) != players and len(self.faults) == before:
            self.fault("bots", f"bots: {len(names)} for {players} players; expected one for all, or one for each")
        elif not names and value in ([], ()):
            self.fault("bots", "bots: none; expected one for all, or one for each player")
        return names

    def bot_sources(self, names: Sequence[str], game: str | None) -> Mapping[str, str]:
        """Return the hash of the source of each bot that is somebody's own.

        Args:
            names: the names of the plan's bots.
            game: the game that they are to play; ``None`` takes the hashes as they are given, and imports nothing.
        """
        said = self.given.get("bot_sources") or {}
        if not isinstance(said, Mapping) or not all(isinstance(mark, str) for mark in said.values()):
            self.fault("bot_sources", f"bot_sources: found {quoted(said)}; expected the hash of each bot of your own")
            return {}
        sources = {}
        for name in dict.fromkeys(name for name in names if is_own(name)):
            try:
                sources[name] = said.get(name, "") if game is None else own_bot(name, game).mark
            except UnknownBot as fault:
                self.fault("bots", f"bots: {fault}")
                continue
            if said.get(name, sources[name]) != sources[name]:
                self.fault("bots", _source_changed(name))
        return sources

    def rulings(self, switches: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
        """Return the reading of each rule switch: the given one, else the default."""
        readings = {name: known[0] for name, known in switches.items()}
        value = self.given.get("rulings") or {}
        if not isinstance(value, Mapping):
            self.fault("rulings", f"rulings: found {quoted(value)}; expected readings of some of {', '.join(switches)}")
            return readings
        for name, reading in value.items():
            if name not in switches:
                self.fault("rulings", f"rulings: {unknown_name(name, tuple(switches), 'switch')}")
            elif reading not in switches[name]:
                self.fault(
                    "rulings", f"rulings: {name}: found {quoted(reading)}; expected {' or '.join(switches[name])}"
                )
            else:
                readings[name] = reading
        return readings

    def tables(self, schema: Schema) -> tuple[str, ...]:
        """Return the names of the wanted tables, in the order of the schema."""
        value = self.given.get("tables", schema.usual)
        if value in ("all", ["all"], ("all",)):
            return schema.names
        names = self.texts("tables", [value] if isinstance(value, str) else value)
        for name in names:
            if name not in schema.names:
                self.fault("tables", f"tables: {unknown_name(name, schema.names, 'table')}")
        if not names and value in ([], ()):
            self.fault("tables", f"tables: none; expected all, or some of {', '.join(schema.names)}")
        return tuple(name for name in schema.names if name in names)


def plan_of(given: Mapping[str, Any], places: Mapping[str, str] = NOWHERE, run_own: bool = True) -> Plan:
    """Return the checked plan of the game that its key ``game`` names; by default Vendetta's (:meth:`Plan.of`).

    Raises:
        PlanError: names every fault.

    >>> plan_of({"game": "vtes", "games": 20}).games
    20
    """
    if not isinstance(given, Mapping):
        raise PlanError(f"plan: found {quoted(given)}; expected keys and values")
    game = given.get("game", FIRST)
    played = with_part("plans")
    if game not in played:
        text = f"game: found {quoted(game)}; expected one of {', '.join(played)}"
        raise PlanError(f"{places['game']}: {text}" if "game" in places else text)
    return registered(game).plans().of(given, places, run_own)


def as_plan(plan: Plan | Mapping[str, Any] | str) -> Plan:
    """Return a plan that may be given as one, as its keys and values, or as the path of a file.

    Raises:
        PlanError: names every fault.
    """
    if isinstance(plan, Plan):
        return plan
    return plan_of(*keys_of(plan)) if isinstance(plan, str) else plan_of(plan)


def describe_tables(game: str = FIRST, names: Iterable[str] | None = None) -> str:
    """Return a description in Markdown of a game's tables (all if none are named) and their columns.

    Raises:
        PlanError: there is no such game.
        UnknownName: it has no such table.

    >>> describe_tables("vendetta", ["games"]).splitlines()[0]
    '# games: one row is a game'
    """
    return plan_of({"game": game}).SCHEMA.described(names)


def keys_of(file: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the mapping in a plan file, its values not yet checked, and the place of each key for messages.

    Raises:
        PlanError: it cannot be read, or is not a mapping.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
    ...     _ = file.write("games: 20\\n")
    >>> keys_of(file.name)[0]
    {'games': 20}
    """
    known = tuple(dict.fromkeys(key for game in with_part("plans") for key in registered(game).plans().all_keys()))
    document = Document(file, "plan", known)
    try:
        document.read()
        if not isinstance(document.value, dict):
            document.fail((), Message("no_keys"), Message("want.whole.plan", holds=known))
    except BadScenario as fault:
        raise PlanError(str(fault)) from None
    return document.value, {key: f"{file}:{document.line((key,))}" for key in document.value}


def unknown_name(name: Any, known: Sequence[str], what: str = "key") -> str:
    """Return the message for an unknown name, with the known ones."""
    near = difflib.get_close_matches(str(name), known, 1)
    hint = f": did you mean {near[0]!r}?" if near else f"; expected some of {', '.join(known)}"
    return f"unknown {what} {quoted(name)}{hint}"


def rotated(names: tuple[str, ...], by: int) -> tuple[str, ...]:
    """Return the names rotated by some seats."""
    by %= len(names)
    return names[-by:] + names[:-by] if by else names


@cache
def _kit_bot(game: str, name: str) -> Any:
    return registered(game).bots().make(name)


@cache
def _own_bot(name: str, game: str, mark: str) -> OwnBot:
    """Return a bot of somebody's own as its source was when it had this mark."""
    found = own_bot(name, game)
    if found.mark != mark:
        raise PlanError(_source_changed(name))
    return found


def _source_changed(name: str) -> str:
    return f"bots: {name}: its source has changed since the first games; expected it as it was, or an empty folder"


@cache
def kit_mark(game: str) -> str:
    """Return a hash of all that decides about games and rows: the kit's sources, the game's cards and columns."""
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
