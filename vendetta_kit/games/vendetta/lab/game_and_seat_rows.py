"""Playing a simulated game to its end, and the rows of the tables games and seats.

This module is compiled together with the engine, so it uses neither plans nor bots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.engine import scoring
from vendetta_kit.games.vendetta.engine.actions import DRAIN0, LOOK0, STAY_CODE, WITHDRAW_CODE
from vendetta_kit.games.vendetta.engine.card_tables import CLANS, IDS, ORDERS
from vendetta_kit.games.vendetta.engine.game import RULINGS, Game
from vendetta_kit.games.vendetta.engine.state import (
    ALLIANCE,
    CLAN,
    DRAINED,
    OUT,
    POOL,
    RELIC,
    ROUND,
    TOKENS_DOWN,
    TOKENS_UP,
)
from vendetta_kit.kernel.actions import Action

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


Row = tuple[Any, ...]
if TYPE_CHECKING:
    Mover = Callable[[Game, int, Random], Action]
    """A function that chooses an action for a seat."""

_DOWN_BIT: Final = 12  # in a play's code, see actions.PLAY0


def play_on(
    game: Game, movers: list[Mover], chances: list[Random], told: Callable[[int, Action], None] | None
) -> list[tuple[int, int]]:
    """Play a game to its end and return seat and code of each choice; ``told`` is called before each."""
    made: list[tuple[int, int]] = []
    while True:
        seat = game.to_act
        if seat is None:
            return made
        action = movers[seat](game, seat, chances[seat])
        if told is not None:
            told(seat, action)
        game.apply(seat, action)
        made.append((seat, action.code))


def game_row(
    game: Game, sides: list[tuple[int, ...]], number: int, seed: int, first: int, decisions: int
) -> tuple[Any, ...]:
    """Return the row of the table games."""
    table = game.table
    points = [sum([scoring.score(game, seat) or 0 for seat in side]) for side in sides]
    best = sides[0]
    return (
        number,
        seed,
        game.seats,
        table.relics,
        table.teams,
        [IDS[card] for card in table.location_card if card >= 0],
        *[table.rulings[switch] for switch in RULINGS],
        first,
        game.n[ROUND],
        decisions,
        min(best),
        points[0],
        points[0] - points[1] if len(points) > 1 else None,
        len(points) > 1 and points[0] == points[1],
        bin(game.n[OUT]).count("1"),
    )


def seat_rows(
    game: Game,
    sides: list[tuple[int, ...]],
    number: int,
    first: int,
    names: tuple[str, ...],
    made: list[tuple[int, int]],
) -> list[tuple[Any, ...]]:
    """Return the rows of the table seats."""
    n, z = game.n, game.z
    seats = game.seats
    places = [0] * seats
    for k in range(len(sides)):
        for seat in sides[k]:
            places[seat] = k + 1
    turns = [0] * seats
    order = ORDERS[seats][first]
    for k in range(seats):
        turns[order[k]] = k + 1
    # by seat: choices, plays, of these face down, Drains, Stay, Withdraw
    counts = [[0, 0, 0, 0, 0, 0] for _ in range(seats)]
    for seat, code in made:
        mine = counts[seat]
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
    rows: list[tuple[Any, ...]] = []
    for seat in range(seats):
        out = bool(n[OUT] >> seat & 1)
        parts = dict(_NOTHING)
        score = 0
        if not out:
            for cause, _, influence in scoring.score_lines(game, seat):
                parts[cause] += influence
                score += influence
        mine = counts[seat]
        relic = n[RELIC + seat]
        rows.append(
            (
                number,
                seat,
                CLANS[n[CLAN + seat]],
                names[seat],
                turns[seat],
                game.table.mate[seat] if game.table.teams else None,
                IDS[relic] if relic >= 0 else None,
                places[seat] == 1,
                None if out else places[seat] or None,
                out,
                None if out else score,
                parts["score_tokens"],
                parts["score_alliance"],
                parts["score_drained"],
                parts["score_relic"],
                parts["score_ability"],
                parts["score_diablerie"],
                n[POOL + seat],
                [IDS[card] for card in z[ALLIANCE + seat]],
                [IDS[card] for card in z[DRAINED + seat]],
                n[TOKENS_UP + seat] + n[TOKENS_DOWN + seat],
                mine[0],
                mine[1],
                mine[2],
                mine[3],
                mine[4],
                mine[5],
            )
        )
    return rows


_NOTHING: Final[dict[str, int]] = {
    "score_tokens": 0,
    "score_alliance": 0,
    "score_drained": 0,
    "score_relic": 0,
    "score_ability": 0,
    "score_diablerie": 0,
}
"""The parts of a score, by the columns of the table."""
