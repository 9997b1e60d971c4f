"""One game of a plan: from its number to the rows of the tables.

A game is recorded only if a wanted table needs it (:attr:`vendetta_kit.lab.table_schema.Table.recorded`). The tables
games and seats are made from the finished game, decisions from the choices.

A fast bot may have in its class a method ``decide(observation, rng)`` beside ``choose(view, rng)``. It is then called
with the observation instead of the view, which is much faster, and must return what ``choose`` would return.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from vendetta_kit import Game
from vendetta_kit.argument_checks import unchecked
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Bot
from vendetta_kit.games.vendetta.engine import scoring
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, PickRelic, Play
from vendetta_kit.games.vendetta.engine.agenda import BID, CHOOSE, KIND_NAMES, QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.card_tables import IDS, NUMBER
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.state import AMBITION, INFL, LOC, PHASE, PHASES, POOL, ROUND, STEP, STEPS
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK, ASKER, QUESTION
from vendetta_kit.lab.plan import Rows, Stopped

from .game_and_seat_rows import Row, game_row, play_on, seat_rows
from .plan import Plan
from .recorder import OF_A_RECORD, PLACES, GameRecorder

if TYPE_CHECKING:
    from .game_and_seat_rows import Mover


@runtime_checkable
class FastBot(Protocol):
    """A bot that can choose from an observation."""

    def decide(self, seen: VendettaObservation, rng: Random) -> Action:
        """Return a legal action of the open decision of the observation's seat."""


def play(plan: Plan, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
    """Play one game and return its rows of the wanted tables.

    Raises:
        Stopped: ``stopped`` returned true; it is called before the game and before each slow choice.
    """
    if stopped is not None and stopped():
        raise Stopped
    wanted = frozenset(tables)
    recorded = not wanted.isdisjoint(plan.SCHEMA.recorded)
    game = Game.new(**plan.setup(number), record=recorded)
    watch = GameRecorder(game, "ledger" in wanted, "events" in wanted) if recorded else None
    first = game.n[AMBITION]
    names = plan.seated(number)
    movers = [_mover(bot, stopped) for bot in plan.seat_bots(number)]
    chances = [plan.chance(number, seat) for seat in range(plan.players)]
    told: list[Row] | None = [] if "decisions" in wanted else None
    made = play_on(game, movers, chances, None if told is None else _teller(game, number, told))

    rows: Rows = {}
    sides = scoring.sides_by_rank(game)
    if "games" in wanted:
        rows["games"] = [game_row(game, sides, number, plan.game_seed(number), first, len(made))]
    if "seats" in wanted:
        rows["seats"] = seat_rows(game, sides, number, first, names, made)
    if told is not None:
        rows["decisions"] = told
    if watch is not None:
        if "rounds" in wanted:
            rows["rounds"] = [(number, *row) for row in watch.rounds]
        if "locations" in wanted:
            rows["locations"] = [(number, *row) for row in watch.locations]
        for name, rows_of in OF_A_RECORD.items():
            if name in wanted:
                rows[name] = rows_of(game, number)
    return rows


def _mover(bot: Bot, stopped: Callable[[], bool] | None) -> Mover:
    """Return a function that makes a bot's choices."""
    if _hurries(type(bot)):
        assert isinstance(bot, FastBot)
        decide = bot.decide

        def quick(game: Game, seat: int, rng: Random) -> Action:
            return decide(game.observe(seat), rng)

        return quick

    ask = unchecked(bots.move)

    def move(game: Game, seat: int, rng: Random) -> Action:
        if stopped is not None and stopped():
            raise Stopped
        return ask(game, seat, bot, rng)

    return move


@cache
def _hurries(kind: type[Bot]) -> bool:
    """Return whether a class of bots has ``decide``; asking an object would be slow."""
    return issubclass(kind, FastBot)


# Rows --------------------------------------------------------------------------------------------------------


def _teller(game: Game, number: int, rows: list[Row]) -> Callable[[int, Action], None]:
    """Return a function that stores a row for each choice."""

    def tell(seat: int, action: Action) -> None:
        rows.append((number, len(rows), *_asked(game, seat), *_done(action)))

    return tell


def _asked(game: Game, seat: int) -> Row:
    """Return the columns of a decision before the choice."""
    n = game.n
    kind = n[ASK]
    asker = n[ASKER] if kind in (CHOOSE, BID) else -1
    return (
        n[ROUND],
        PHASES[n[PHASE]],
        STEPS[n[STEP]] or None,
        PLACES[n[LOC]] if n[LOC] >= 0 else None,
        seat,
        KIND_NAMES[kind],
        QUESTION_NAMES[n[QUESTION]] if kind == CHOOSE else None,
        IDS[asker] if asker >= 0 else None,
        len(game.legal(seat)),
        n[POOL + seat],
        n[INFL + seat],
    )


@cache
def _done(action: Action) -> Row:
    """Return the columns of an action, cached, because there are only a few thousand actions."""
    card = None
    place: Row = (None, None, None, None)
    if isinstance(action, Play):
        card = action.card
        place = (str(action.at), action.face, action.blood, action.flips)
    elif isinstance(action, Drain):
        card = action.card
    elif isinstance(action, PickRelic):
        card = action.relic
    elif isinstance(action, Choose) and isinstance(action.value, str) and action.value in NUMBER:
        card = action.value
    return (action.do, card, *place, json.dumps(action.to_json()))
