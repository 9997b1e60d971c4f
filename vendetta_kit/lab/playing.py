"""One game of a plan, from its number to the rows of the tables.

A game depends on the plan and its number alone: who else plays, in which order and how often changes nothing. It is
played with a recorder only where a wanted table needs one (:attr:`.schema.Table.recorded`); games and seats are read
off the finished game, decisions off the choices as they are made.

**A bot that is in a hurry** may offer ``choose_fast(game, seat, rng)`` beside ``choose(view, rng)``. It is then handed
the game itself in place of a view and reads the engine's numbers, which costs a small part of a view. It gives its
word to look at nothing that its own seat may not know, and must choose what ``choose`` would choose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from vendetta_kit import Game, bots
from vendetta_kit.engine import scoring
from vendetta_kit.engine.actions import DRAIN0, LOOK0, STAY_CODE, WITHDRAW_CODE, Choose, Drain, PickRelic, Play
from vendetta_kit.engine.agenda import BID, CHOOSE, KIND_NAMES, QUESTION_NAMES
from vendetta_kit.engine.state import (
    ALLIANCE,
    AMBITION,
    ASK,
    ASKER,
    CLAN,
    DRAINED,
    INFL,
    LOC,
    OUT,
    PHASE,
    PHASES,
    POOL,
    QUESTION,
    RELIC,
    ROUND,
    STEP,
    STEPS,
    TOKENS_DOWN,
    TOKENS_UP,
)
from vendetta_kit.engine.tables import CLANS, IDS, NUMBER, ORDERS

from .schema import TABLES
from .watch import PLACES, Watch

if TYPE_CHECKING:
    from vendetta_kit.bots import Bot
    from vendetta_kit.engine.actions import Action

    from .plan import Plan

__all__ = ["FastBot", "Rows", "Stopped", "play"]

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]
"""Rows by table; each has the columns of its table in their order."""

_RECORDED: Final = frozenset(each.name for each in TABLES if each.recorded)
_DOWN_BIT: Final = 12  # of a play's code, see actions.PLAY0


@runtime_checkable
class FastBot(Protocol):
    """A bot that can choose without a view."""

    def choose_fast(self, game: Game, seat: int, rng: Random) -> Action:
        """A legal action of the seat's open decision; reads only what the seat may know."""


Made = list[tuple[int, int]]
"""Choices that were made: seat and code of the action."""


class Stopped(Exception):
    """A game was given up because somebody asked for it."""


def play(plan: Plan, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
    """Play one game and give its rows of the wanted tables.

    Raises:
        Stopped: ``stopped`` said so; it is asked before the game, and before each choice that takes its time.
    """
    if stopped is not None and stopped():
        raise Stopped
    wanted = frozenset(tables)
    recorded = not wanted.isdisjoint(_RECORDED)
    game = Game.new(**plan.setup(number), record=recorded)
    watch = Watch(game, "ledger" in wanted) if recorded else None
    first = game.n[AMBITION]
    names = plan.seated(number)
    movers = [_mover(name, stopped) for name in names]
    chances = [plan.chance(number, seat) for seat in range(plan.players)]
    decisions: list[Row] | None = [] if "decisions" in wanted else None
    made = _play_on(game, movers, chances, number, decisions)

    rows: Rows = {}
    sides = scoring.standing(game)
    if "games" in wanted:
        rows["games"] = [_game_row(game, sides, plan, number, first, len(made))]
    if "seats" in wanted:
        rows["seats"] = _seat_rows(game, sides, number, first, names, made)
    if decisions is not None:
        rows["decisions"] = decisions
    if watch is not None:
        if "rounds" in wanted:
            rows["rounds"] = [(number, *row) for row in watch.rounds]
        if "locations" in wanted:
            rows["locations"] = [(number, *row) for row in watch.locations]
        if "ledger" in wanted:
            rows["ledger"] = _ledger_rows(game, number)
    return rows


Sides = Sequence[tuple[int, ...]]
"""Who won or lost together, best first."""
Mover = Callable[[Game, int, Random], "Action"]


def _mover(name: str, stopped: Callable[[], bool] | None) -> Mover:
    """How a bot makes its choices."""
    bot = _bot(name)
    if isinstance(bot, FastBot):
        return bot.choose_fast

    def move(game: Game, seat: int, rng: Random) -> Action:
        if stopped is not None and stopped():
            raise Stopped
        return bots.move(game, seat, bot, rng)

    return move


@cache
def _bot(name: str) -> Bot:
    """The bot of that name; it keeps nothing, so one plays all seats and games."""
    return bots.make(name)


def _play_on(
    game: Game, movers: Sequence[Mover], chances: Sequence[Random], number: int, decisions: list[Row] | None
) -> Made:
    """Play to the end. Each choice is given back; with ``decisions``, told in full there."""
    made: Made = []
    while (seat := game.to_act) is not None:
        action = movers[seat](game, seat, chances[seat])
        if decisions is not None:
            decisions.append((number, len(made), *_asked(game, seat), *_done(action)))
        game.apply(seat, action)
        made.append((seat, action.code))
    return made


# Rows --------------------------------------------------------------------------------------------------------


def _game_row(game: Game, sides: Sides, plan: Plan, number: int, first: int, decisions: int) -> Row:
    table = game.table
    points = [sum(scoring.score(game, seat) or 0 for seat in side) for side in sides]
    return (
        number,
        plan.game_seed(number),
        game.seats,
        table.relics,
        table.teams,
        [IDS[card] for card in table.location_card if card >= 0],
        table.rulings["last_blood"],
        table.rulings["nobody_left"],
        first,
        game.n[ROUND],
        decisions,
        min(sides[0]),
        points[0],
        points[0] - points[1] if len(points) > 1 else None,
        len(points) > 1 and points[0] == points[1],
        game.n[OUT].bit_count(),
    )


def _seat_rows(game: Game, sides: Sides, number: int, first: int, names: Sequence[str], made: Made) -> list[Row]:
    n, z = game.n, game.z
    places = {seat: place for place, side in enumerate(sides, 1) for seat in side}
    order = ORDERS[game.seats][first]
    choices: list[list[int]] = [[0] * 6 for _ in range(game.seats)]
    for seat, code in made:
        mine = choices[seat]
        mine[0] += 1
        if code < DRAIN0:
            mine[1] += 1
            mine[2] += code // _DOWN_BIT & 1
        elif code < LOOK0:
            mine[3] += 1
        elif code == STAY_CODE:
            mine[4] += 1
        elif code == WITHDRAW_CODE:
            mine[5] += 1
    rows: list[Row] = []
    for seat in range(game.seats):
        out = bool(n[OUT] >> seat & 1)
        parts = dict.fromkeys(_SCORED, 0)
        for cause, _, influence in () if out else scoring.score_lines(game, seat):
            parts[cause] += influence
        place = None if out else places.get(seat)
        rows.append(
            (
                number,
                seat,
                CLANS[n[CLAN + seat]],
                names[seat],
                order.index(seat) + 1,
                game.table.mate[seat] if game.table.teams else None,
                IDS[n[RELIC + seat]] if n[RELIC + seat] >= 0 else None,
                places.get(seat) == 1,
                place,
                out,
                None if out else sum(parts.values()),
                *parts.values(),
                n[POOL + seat],
                [IDS[card] for card in z[ALLIANCE + seat]],
                [IDS[card] for card in z[DRAINED + seat]],
                n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat],
                *choices[seat],
            )
        )
    return rows


_SCORED: Final = (
    "score_tokens",
    "score_alliance",
    "score_drained",
    "score_relic",
    "score_ability",
    "score_diablerie",
)
"""The parts of a score in the order of their columns."""


def _asked(game: Game, seat: int) -> Row:
    """The columns of a decision before the choice."""
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
    """The columns of an action; there are some thousand different ones."""
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


def _ledger_rows(game: Game, number: int) -> list[Row]:
    return [
        (
            number,
            k,
            entry.round,
            entry.phase,
            entry.step or None,
            None if entry.at is None else str(entry.at),
            entry.token,
            entry.amount,
            *_account(entry.source),
            *_account(entry.target),
            entry.cause,
            entry.card,
            entry.by,
            entry.rules,
        )
        for k, entry in enumerate(game.ledger)
    ]


def _account(account: Any) -> Row:
    return (account.kind, account.seat, None if account.at is None else str(account.at))
