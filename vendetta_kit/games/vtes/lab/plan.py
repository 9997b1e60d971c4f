"""Plans of V:TES's games: their keys beside those of all plans (:mod:`vendetta_kit.lab.plan`).

::

    game: vtes
    players: 4
    bots: [greedy, random, random, random]
    decks: deal                              # or a practice deck for each seat
    rounds: 40                               # a game ends after this many rounds (RUL-05)
    rulings: {first_player: first_seat, ante: "yes"}

>>> plan = Plan.of({"games": 20, "bots": "random", "players": 3, "seed": 7})
>>> sorted(set(plan.decks_of(0)) - {"whispers", "claw", "court", "household"}), len(plan.decks_of(0))
([], 3)
>>> Plan.of({"decks": ["whispers", "claws", "court", "household"]})
Traceback (most recent call last):
    ...
vendetta_kit.lab.plan.PlanError: decks: unknown deck 'claws': did you mean 'claw'?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final

from vendetta_kit.argument_checks import LIST, WHOLE, takes
from vendetta_kit.games.vtes.bots.arena import ROUNDS
from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_set
from vendetta_kit.games.vtes.engine.game import SWITCHES
from vendetta_kit.games.vtes.engine.rule_numbers import FEWEST_SEATS
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.input_errors import quoted
from vendetta_kit.lab import plan
from vendetta_kit.lab.plan import PlanReader, Rows, rotated, unknown_name
from vendetta_kit.lab.table_schema import schema_of

from .event_rows import OF_A_RECORD

DEAL: Final = "deal"
MOST_ROUNDS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(plan.Plan):
    """A checked plan of V:TES's games.

    ``decks`` is ``"deal"`` (practice decks at random, one twice only if all are in use) or a practice deck for each
    seat. ``rounds`` is the number of rounds after which a game ends (RUL-05).
    """

    decks: str | tuple[str, ...]
    rounds: int

    GAME: ClassVar = "vtes"
    SCHEMA: ClassVar = schema_of("vtes")
    OWN_KEYS: ClassVar = ("decks", "rounds")
    OF_A_RECORD: ClassVar = OF_A_RECORD
    FEWEST: ClassVar = FEWEST_SEATS
    SWITCHES: ClassVar = SWITCHES

    @classmethod
    def read_own_keys(cls, read: PlanReader, players: int) -> dict[str, Any]:
        """Return the fields ``decks`` and ``rounds`` as read from a plan."""
        return {"decks": _decks(read, players), "rounds": read.whole("rounds", ROUNDS, 1, MOST_ROUNDS)}

    def own_json(self) -> dict[str, Any]:
        """Return the keys ``decks`` and ``rounds`` of a plan's JSON."""
        return {"decks": self.decks if isinstance(self.decks, str) else list(self.decks), "rounds": self.rounds}

    @takes(number=WHOLE, tables=LIST)
    def play(self, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
        """Play one game and return its rows of the wanted tables (:mod:`.planned_game`)."""
        from .planned_game import play

        return play(self, number, tables, stopped)

    @classmethod
    def words(cls, lang: str) -> Mapping[str, str]:
        """Return the names of the cards of the practice set by id."""
        return _names(lang)

    def decks_of(self, game: int) -> tuple[str, ...]:
        """Return the practice deck of each seat in a game."""
        if not isinstance(self.decks, str):
            return rotated(self.decks, game) if self.rotate else self.decks
        chance = self.chance(game, -1)
        dealt: list[str] = []
        while len(dealt) < self.players:
            dealt += chance.sample(DECKS, len(DECKS))
        return tuple(dealt[: self.players])

    def setup(self, game: int) -> dict[str, Any]:
        """Return the arguments of ``Game.new`` for a game."""
        return {
            "decks": self.decks_of(game),
            "seed": self.game_seed(game),
            "rounds": self.rounds,
            **self.rulings,
        }


def _decks(read: PlanReader, players: int) -> str | tuple[str, ...]:
    value = read.given.get("decks", DEAL)
    if value == DEAL:
        return DEAL
    if isinstance(value, str):
        read.fault("decks", f"decks: found {quoted(value)}; expected {DEAL} or a practice deck for each player")
        return DEAL
    before = len(read.faults)
    names = read.texts("decks", value)
    for name in dict.fromkeys(names):
        if name not in DECKS:
            read.fault("decks", f"decks: {unknown_name(name, DECKS, 'deck')}")
    if len(names) != players and len(read.faults) == before:
        read.fault("decks", f"decks: {len(names)} for {players} players; expected {DEAL}, or one for each")
    return names


@cache
def _names(lang: str) -> dict[str, str]:
    practice_words().say("part", "a_card", lang)  # raises for an unknown language
    return {card_id: card.named(lang) for card_id, card in practice_set().items()}
