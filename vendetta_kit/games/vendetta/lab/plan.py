"""Plans of Vendetta's games: the keys in addition to those of all games' plans (:mod:`vendetta_kit.lab.plan`).

::

    games: 5000
    bots: [greedy, random, random, random]
    clans: deal                              # or choose, or clan ids
    variants: [relics, location_cards]       # or {location_cards: [LC01, LC03]}

>>> plan = Plan.of({"games": 20, "bots": "random", "clans": "deal", "seed": 7})
>>> plan.bots
('random', 'random', 'random', 'random')
>>> Plan.of({"gmaes": 20, "bots": "greddy"})
Traceback (most recent call last):
    ...
vendetta_kit.lab.plan.PlanError: unknown key 'gmaes': did you mean 'games'?
bots: found 'greddy'; expected one of random, gentle...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final

from vendetta_kit.argument_checks import LIST, WHOLE, takes
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import CLANS
from vendetta_kit.games.vendetta.engine.game import PLAYED_BEFORE, RULINGS, VERSION
from vendetta_kit.games.vendetta.engine.refusal import check_setup
from vendetta_kit.games.vendetta.engine.rule_numbers import FEWEST_SEATS
from vendetta_kit.input_errors import quoted
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.lab import plan
from vendetta_kit.lab.plan import PlanReader, Rows, rotated, unknown_name
from vendetta_kit.lab.table_schema import schema_of

from .recorder import OF_A_RECORD

VARIANTS: Final = ("location_cards", "relics", "teams")
CHOOSE, DEAL = "choose", "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(plan.Plan):
    """A checked plan of games of Vendetta.

    ``clans`` is ``"choose"`` (from the offer, as in the rules), ``"deal"`` (random) or clan ids: one for each seat in
    order, or more, to deal from.
    """

    clans: str | tuple[str, ...]
    location_cards: bool | tuple[str, ...]
    relics: bool
    teams: bool

    GAME: ClassVar = "vendetta"
    SCHEMA: ClassVar = schema_of("vendetta", tuple(RULINGS))
    OWN_KEYS: ClassVar = ("clans", "variants")
    OF_A_RECORD: ClassVar = OF_A_RECORD
    FEWEST: ClassVar = FEWEST_SEATS
    SWITCHES: ClassVar = RULINGS
    LATE: ClassVar = PLAYED_BEFORE

    @classmethod
    def read_own_keys(cls, read: PlanReader, players: int) -> dict[str, Any]:
        """Return the checked clans and variants."""
        return {"clans": _clans(read, players), **_variants(read)}

    def check(self, read: PlanReader) -> None:
        """Check whether such a game can be set up."""
        try:
            check_setup(
                self.players, 0, None, None, self.location_cards, self.relics, self.teams, self.rulings, VERSION
            )
        except BadSetup as fault:
            read.fault("players", str(fault))

    def own_json(self) -> dict[str, Any]:
        """Return clans and variants as JSON values."""
        cards = self.location_cards
        return {
            "clans": self.clans if isinstance(self.clans, str) else list(self.clans),
            "variants": {
                "location_cards": cards if isinstance(cards, bool) else list(cards),
                "relics": self.relics,
                "teams": self.teams,
            },
        }

    @takes(number=WHOLE, tables=LIST)
    def play(self, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
        """Play one game and return its rows of the wanted tables (:mod:`.planned_game`)."""
        from .planned_game import play

        return play(self, number, tables, stopped)

    @classmethod
    def words(cls, lang: str) -> Mapping[str, str]:
        """Return the names of cards, clans and Relics by id, without Locations, whose ids are ambiguous numbers."""
        return _names(lang)

    def setup(self, game: int) -> dict[str, Any]:
        """Return the arguments of ``Game.new`` for a game of the plan."""
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
        return rotated(listed, game) if self.rotate else listed


def _clans(read: PlanReader, players: int) -> str | tuple[str, ...]:
    value = read.given.get("clans", CHOOSE)
    if value in (CHOOSE, DEAL):
        return str(value)
    if isinstance(value, str):
        read.fault("clans", f"clans: found {quoted(value)}; expected {CHOOSE}, {DEAL} or a list of clans")
        return CHOOSE
    before = len(read.faults)
    names = read.texts("clans", value)
    for name in dict.fromkeys(names):
        if name not in CLANS:
            read.fault("clans", f"clans: {unknown_name(name, CLANS, 'clan')}")
        elif names.count(name) > 1:
            read.fault("clans", f"clans: {name!r} stands there twice")
    if len(names) < players and len(read.faults) == before:
        read.fault("clans", f"clans: {len(names)} for {players} players; expected one for each, or more to deal from")
    return names


def _variants(read: PlanReader) -> dict[str, Any]:
    value = read.given.get("variants") or {}
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, Mapping):
        value = dict.fromkeys(read.texts("variants", value), True)
    for name in value:
        if name not in VARIANTS:
            read.fault("variants", f"variants: {unknown_name(name, VARIANTS)}")
    cards = value.get("location_cards", False)
    if not isinstance(cards, bool):
        cards = read.texts("variants: location_cards", cards)
    return {
        "location_cards": cards,
        "relics": read.truth("variants: relics", value.get("relics", False)),
        "teams": read.truth("variants: teams", value.get("teams", False)),
    }


@cache
def _names(lang: str) -> dict[str, str]:
    records = box.records().items()
    return {key: box.name(key, lang) for key, record in records if not isinstance(record, box.LocationTile)}


def describe_tables(names: Iterable[str] | None = None) -> str:
    """Return a description in Markdown of Vendetta's tables and their columns; of all tables if none are named.

    >>> describe_tables(["seats"]).splitlines()[0]
    '# seats: one row is a seat of a game'
    """
    return Plan.SCHEMA.described(names)
