"""Rows of one game of a plan.

A game is recorded only where a wanted table needs it (:attr:`vendetta_kit.lab.table_schema.Table.recorded`). Games and
seats come from the finished game, decisions from the choices, the others from the record (:mod:`.event_rows`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final

from vendetta_kit.argument_checks import unchecked
from vendetta_kit.bots import MOST_ACTIONS, endless_text
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import FIRST, FIRST_CARD, IN, LIBRARY, POINTS, POOL, READY, TORPOR, TURN
from vendetta_kit.kernel.actions import Action
from vendetta_kit.lab.plan import Rows, Stopped
from vendetta_kit.lab.storage import LabError

from .event_rows import OF_A_RECORD
from .plan import Plan

Row = tuple[Any, ...]


def play(plan: Plan, number: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
    """Play one game and return its rows of the wanted tables.

    Raises:
        Stopped: ``stopped``, which is called before each choice, returned true.
        LabError: the game does not end; a minion may try to block without end (BLOCK-04).
    """
    wanted = frozenset(tables)
    game = Game.new(**plan.setup(number), record=not wanted.isdisjoint(plan.SCHEMA.recorded))
    names = plan.seated(number)
    players = plan.seat_bots(number)
    chances = [plan.chance(number, seat) for seat in range(plan.players)]
    chosen: list[Row] | None = [] if "decisions" in wanted else None
    did: list[Counter[str]] = [Counter() for _ in names]
    ask = unchecked(bots.move)
    for done in count():
        seat = game.to_act
        if seat is None:
            break
        if stopped is not None and stopped():
            raise Stopped
        action = ask(game, seat, players[seat], chances[seat])
        if chosen is not None:
            chosen.append((number, len(chosen), *_asked(game, seat), *_done(game, action)))
        did[seat][action.do] += 1
        game.apply(seat, action)
        if done == MOST_ACTIONS:
            raise LabError(f"game {number}: {endless_text(seat, action, names[seat])}")

    rows: Rows = {}
    if "games" in wanted:
        rows["games"] = [_game_row(plan, game, number, sum(each.total() for each in did))]
    if "seats" in wanted:
        rows["seats"] = _seat_rows(plan, game, number, names, did)
    if chosen is not None:
        rows["decisions"] = chosen
    for name, made in OF_A_RECORD.items():
        if name in wanted:
            rows[name] = made(game, number)
    return rows


# Rows --------------------------------------------------------------------------------------------------------


def _left(game: Game) -> tuple[list[bool], list[bool]]:
    """Return, by seat, who was ousted and who withdrew: an ousted player has no pool left (END-01)."""
    out = [not game.n[IN] >> seat & 1 for seat in range(game.seats)]
    poor = [game.n[POOL + seat] == 0 for seat in range(game.seats)]
    ousted = [gone and none for gone, none in zip(out, poor, strict=True)]
    return ousted, [gone and not none for gone, none in zip(out, poor, strict=True)]


def _game_row(plan: Plan, game: Game, number: int, decisions: int) -> Row:
    n = game.n
    ousted, withdrew = _left(game)
    winners = game.winners
    setup = game.setup
    return (
        number,
        plan.game_seed(number),
        game.seats,
        plan.rounds,
        setup["first_player"],
        setup["contested_counters"],
        setup["ante"] == "yes",
        setup["ask_always"] == "yes",
        n[FIRST],
        n[TURN],
        decisions,
        len(winners),
        winners[0] if len(winners) == 1 else None,
        n[POINTS + winners[0]],
        sum(ousted),
        sum(withdrew),
        n[IN].bit_count() > 1,
    )


def _seat_rows(plan: Plan, game: Game, number: int, names: tuple[str, ...], did: list[Counter[str]]) -> list[Row]:
    n, z = game.n, game.z
    ousted, withdrew = _left(game)
    decks = plan.decks_of(number)
    return [
        (
            number,
            seat,
            decks[seat],
            names[seat],
            (seat - n[FIRST]) % game.seats + 1,
            seat in game.winners,
            n[POINTS + seat],
            ousted[seat],
            withdrew[seat],
            n[POOL + seat],
            len(z[READY + seat]),
            len(z[TORPOR + seat]),
            len(z[LIBRARY + seat]),
            did[seat].total(),
            *(did[seat][word] for word in ("play", "bleed", "hunt", "block", "vote", "transfer")),
        )
        for seat in range(game.seats)
    ]


def _asked(game: Game, seat: int) -> Row:
    """Return the columns of a decision before the choice."""
    decision = game.decision(seat)
    now = game.moment
    return (
        now.turn,
        now.phase,
        now.seat,
        seat,
        decision.kind,
        decision.question,
        len(decision.legal),
        game.n[POOL + seat],
    )


_CARDS: Final = ("card", "source", "weapon")
"""The fields of an action that name its card."""


def _done(game: Game, action: Action) -> Row:
    """Return the columns of an action."""
    row = action.to_json()
    card = next((row[field] for field in _CARDS if field in row), -1)
    minion = row.get("minion", -1)
    return (action.do, _id(game, card), _id(game, minion), json.dumps(row))


def _id(game: Game, number: Any) -> str | None:
    known = type(number) is int and FIRST_CARD <= number < len(game.table.printed)
    return game.table.printed[number].id if known else None
