"""What is to be played: a plan, checked key by key, and what it says about each single game.

A plan is keys and values, in Python or in a file (YAML or JSON)::

    games: 5000
    players: 4
    bots: [greedy, random, random, random]   # or one name for all
    clans: deal                              # or choose, or clan ids
    rotate: true                             # everybody gets every chair
    variants: [relics, location_cards]       # or {location_cards: [LC01, LC03]}
    rulings: {last_blood: allow}
    seed: 7
    tables: [games, seats, locations]        # or all

>>> plan = Plan.of({"games": 20, "bots": "random", "clans": "deal", "seed": 7})
>>> plan.bots
('random', 'random', 'random', 'random')
>>> Plan.of({"gmaes": 20, "bots": "greddy"})
Traceback (most recent call last):
    ...
vendetta_kit.games.vendetta.lab.plan.PlanError: unknown key 'gmaes': did you mean 'games'?
bots: There is no bot 'greddy'; there are: random, gentle...
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final

from vendetta_kit.faults import Said
from vendetta_kit.games.vendetta import bots as bot_makers
from vendetta_kit.games.vendetta.engine.game import RULINGS, usual_readings
from vendetta_kit.games.vendetta.engine.numbers import FEWEST_SEATS
from vendetta_kit.games.vendetta.engine.refusal import check_setup
from vendetta_kit.games.vendetta.engine.state import MAX_SEATS
from vendetta_kit.games.vendetta.engine.tables import CLANS
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.rng import scramble
from vendetta_kit.paths import data_dir

from .schema import NAMES, USUAL

__all__ = ["FORMAT", "KEYS", "Plan", "PlanError", "kit_mark"]

FORMAT: Final = "vendetta-lab/1"
MOST_GAMES: Final = 1_000_000_000
MOST_IN_A_CHUNK: Final = 100_000
VARIANTS: Final = ("location_cards", "relics", "teams")
NOWHERE: Final[Mapping[str, str]] = {}
CHOOSE, DEAL = "choose", "deal"
KEYS: Final = (
    "games",
    "players",
    "bots",
    "clans",
    "variants",
    "rulings",
    "seed",
    "rotate",
    "tables",
    "chunk",
)
"""The keys of a plan. What is left out: 1,000 games of four ``greedy`` bots that choose their clans, seed 1."""


class PlanError(ValueError):
    """A plan that cannot be played; ``faults`` are its faults, one line each."""

    def __init__(self, *faults: str) -> None:
        self.faults = tuple(" ".join(fault.split()) for fault in faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type[PlanError], tuple[str, ...]]:
        return PlanError, self.faults


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked plan; make one with :meth:`of` or :meth:`read`.

    ``bots`` has one name for each seat. ``clans`` is ``"choose"`` (from the offer, as the rules say), ``"deal"`` (by
    chance) or clan ids: as many as players, for the seats in turn, or more, to deal from. ``rotate`` moves bots and
    listed clans on by one seat from game to game, so that nobody keeps a better chair.

    ``chunk`` is how many games are played and written in one go (``None``: a share of ``games``). Neither it nor
    ``games`` nor ``tables`` changes what happens in a game.
    """

    games: int
    players: int
    bots: tuple[str, ...]
    clans: str | tuple[str, ...]
    location_cards: bool | tuple[str, ...]
    relics: bool
    teams: bool
    rulings: Mapping[str, str]
    seed: int
    rotate: bool
    tables: tuple[str, ...]
    chunk: int | None

    @classmethod
    def of(cls, given: Mapping[str, Any], places: Mapping[str, str] = NOWHERE) -> Plan:
        """Check a plan that is given as keys and values; ``places`` says where a key stands, for the messages.

        Raises:
            PlanError: with every fault.
        """
        read = _Reader(given)
        for key in given:
            if key not in KEYS:
                read.fault(key, _unknown(key, KEYS))
        players = read.whole("players", 4, FEWEST_SEATS, MAX_SEATS)
        plan = cls(
            games=read.whole("games", 1000, 1, MOST_GAMES),
            players=players,
            bots=read.bots(players),
            clans=read.clans(players),
            rulings=read.rulings(),
            seed=read.whole("seed", 1, -(2**63), 2**63 - 1),
            rotate=read.truth("rotate", given.get("rotate", False)),
            tables=read.tables(),
            chunk=None if given.get("chunk") is None else read.whole("chunk", 1, 1, MOST_IN_A_CHUNK),
            **read.variants(),
        )
        if not read.faults:
            try:
                cards = plan.location_cards
                check_setup(players, 0, None, None, cards, plan.relics, plan.teams, plan.rulings)
            except BadSetup as fault:
                read.fault("players", str(fault))
        if read.faults:
            raise PlanError(*(f"{places[key]}: {text}" if key in places else text for key, text in read.faults))
        return plan

    @classmethod
    def read(cls, file: str, **instead: Any) -> Plan:
        """Read a plan file (YAML or JSON); ``instead`` replaces some of its keys.

        Raises:
            PlanError: the file cannot be read, or the plan has faults.
        """
        keys, places = keys_of(file)
        return cls.of({**keys, **instead}, {key: place for key, place in places.items() if key not in instead})

    def to_json(self) -> dict[str, Any]:
        """The keys and values that :meth:`of` makes the same plan of."""
        cards = self.location_cards
        return {
            "games": self.games,
            "players": self.players,
            "bots": list(self.bots),
            "clans": self.clans if isinstance(self.clans, str) else list(self.clans),
            "variants": {
                "location_cards": cards if isinstance(cards, bool) else list(cards),
                "relics": self.relics,
                "teams": self.teams,
            },
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
        text = json.dumps([FORMAT, kit_mark(), row], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def with_chunk(self) -> Plan:
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
        """The chance that the bot at a seat has in a game; seat -1 deals clans."""
        return Random(scramble(scramble(self.game_seed(game)) ^ (seat + 2)))

    def seated(self, game: int) -> tuple[str, ...]:
        """The names of the bots by seat."""
        return _turned(self.bots, game) if self.rotate else self.bots

    def setup(self, game: int) -> dict[str, Any]:
        """What ``Game.new`` is called with."""
        return {
            "seats": self.players,
            "seed": self.game_seed(game),
            "clans": self._clans(game),
            "location_cards": self.location_cards,
            "relics": self.relics,
            "teams": self.teams,
            "rulings": self.rulings,
        }

    def _clans(self, game: int) -> tuple[str, ...] | None:
        if self.clans == CHOOSE:
            return None
        listed = tuple(CLANS) if isinstance(self.clans, str) else self.clans
        if isinstance(self.clans, str) or len(listed) > self.players:
            return tuple(self.chance(game, -1).sample(listed, self.players))
        return _turned(listed, game) if self.rotate else listed


class _Reader:
    """Reads the values of a plan; what is wrong is noted, and something harmless taken instead."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[tuple[str, str]] = []

    def fault(self, key: str, text: str) -> None:
        self.faults.append((key, text))

    def whole(self, key: str, usual: int, least: int, most: int) -> int:
        value = self.given.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(key, f"{key}: {value!r:.60}: expected a whole number from {least} to {most}")
            return usual
        return value

    def truth(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.fault(key.partition(":")[0], f"{key}: {value!r:.60}: expected true or false")
        return value is True

    def texts(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            self.fault(key.partition(":")[0], f"{key}: {value!r:.60}: expected a list of names")
            return ()
        return tuple(value)

    def bots(self, players: int) -> tuple[str, ...]:
        value = self.given.get("bots", "greedy")
        names = (value,) * players if isinstance(value, str) else self.texts("bots", value)
        before = len(self.faults)
        for name in dict.fromkeys(names):
            try:
                bot_makers.make(name)
            except bot_makers.UnknownBot as fault:
                self.fault("bots", f"bots: {fault}")
        if names and len(names) != players and len(self.faults) == before:
            self.fault("bots", f"bots: {len(names)} for {players} players: expected one for all, or one for each")
        elif not names and value in ([], ()):
            self.fault("bots", "bots: none: expected one for all, or one for each player")
        return names

    def clans(self, players: int) -> str | tuple[str, ...]:
        value = self.given.get("clans", CHOOSE)
        if value in (CHOOSE, DEAL):
            return str(value)
        if isinstance(value, str):
            self.fault("clans", f"clans: {value!r:.60}: expected {CHOOSE}, {DEAL} or a list of clans")
            return CHOOSE
        names = self.texts("clans", value)
        before = len(self.faults)
        for name in dict.fromkeys(names):
            if name not in CLANS:
                self.fault("clans", f"clans: {_unknown(name, CLANS, 'clan')}")
            elif names.count(name) > 1:
                self.fault("clans", f"clans: {name!r} stands there twice")
        if len(names) < players and len(self.faults) == before:
            self.fault(
                "clans", f"clans: {len(names)} for {players} players: expected one for each, or more to deal from"
            )
        return names

    def rulings(self) -> Mapping[str, str]:
        readings = usual_readings()
        value = self.given.get("rulings") or {}
        if not isinstance(value, Mapping):
            self.fault("rulings", f"rulings: {value!r:.60}: expected readings for some of {', '.join(RULINGS)}")
            return readings
        for name, reading in value.items():
            if name not in RULINGS:
                self.fault("rulings", f"rulings: {_unknown(name, tuple(RULINGS), 'switch')}")
            elif reading not in RULINGS[name]:
                self.fault("rulings", f"rulings: {name}: {reading!r:.60}: expected {' or '.join(RULINGS[name])}")
            else:
                readings[name] = reading
        return readings

    def variants(self) -> dict[str, Any]:
        value = self.given.get("variants") or {}
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, Mapping):
            value = dict.fromkeys(self.texts("variants", value), True)
        for name in value:
            if name not in VARIANTS:
                self.fault("variants", f"variants: {_unknown(name, VARIANTS)}")
        cards = value.get("location_cards", False)
        if not isinstance(cards, bool):
            cards = self.texts("variants: location_cards", cards)
        return {
            "location_cards": cards,
            "relics": self.truth("variants: relics", value.get("relics", False)),
            "teams": self.truth("variants: teams", value.get("teams", False)),
        }

    def tables(self) -> tuple[str, ...]:
        value = self.given.get("tables", USUAL)
        if value in ("all", ["all"], ("all",)):
            return NAMES
        names = self.texts("tables", [value] if isinstance(value, str) else value)
        for name in names:
            if name not in NAMES:
                self.fault("tables", f"tables: {_unknown(name, NAMES, 'table')}")
        if not names and value in ([], ()):
            self.fault("tables", f"tables: none: expected all, or some of {', '.join(NAMES)}")
        return tuple(name for name in NAMES if name in names)


def keys_of(file: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What stands in a plan file, not yet checked but for its form, and where each key stands.

    Raises:
        PlanError: it cannot be read, or is no plan.
    """
    from vendetta_kit.scenarios.document import Document
    from vendetta_kit.scenarios.model import BadScenario

    document = Document(file, "plan", KEYS)
    try:
        document.read()
        if not isinstance(document.value, dict):
            document.fail((), Said("no_keys"), Said("want.whole.plan", holds=KEYS))
    except BadScenario as fault:
        raise PlanError(str(fault)) from None
    return document.value, {key: f"{file}:{document.line((key,))}" for key in document.value}


def _unknown(name: Any, known: Sequence[str], what: str = "key") -> str:
    near = difflib.get_close_matches(str(name), known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"expected some of {', '.join(known)}"
    return f"unknown {what} {name!r:.60}: {hint}"


def _turned(names: tuple[str, ...], by: int) -> tuple[str, ...]:
    by %= len(names)
    return names[-by:] + names[:-by] if by else names


@cache
def kit_mark() -> str:
    """Marks what decides about games and rows: the source of kernel, engine, bots and laboratory, and the cards."""
    game = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    kernel = os.path.join(os.path.dirname(os.path.dirname(game)), "kernel")
    folders = [kernel, *(os.path.join(game, part) for part in ("engine", "bots", "lab"))]
    mark = hashlib.sha256()
    for folder in (*folders, os.path.join(data_dir(), "vendetta", "cards")):
        for path in _sources(folder):
            with open(path, "rb") as file:
                content = file.read().replace(b"\r\n", b"\n")
            mark.update(f"{os.path.basename(path)} {len(content)}\n".encode() + content)
    return mark.hexdigest()[:16]


def _sources(folder: str) -> Iterable[str]:
    found = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    return sorted(path for path in found if path.endswith((".py", ".json")))
