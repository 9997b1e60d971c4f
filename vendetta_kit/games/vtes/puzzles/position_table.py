"""A moment of a game as the table part of a scenario file, from which the same decision can be made."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vtes.engine import board, state
from vendetta_kit.games.vtes.engine.decision_kinds import MINION_PHASE
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.kernel.state import ASK

_HIDDEN: Final = {"hand": state.HAND, "library": state.LIBRARY, "crypt": state.CRYPT, "ash": state.ASH}
_LYING: Final = {"ready": state.READY, "torpor": state.TORPOR, "uncontrolled": state.UNCONTROLLED, "held": state.HELD}
_NOT_WRITTEN: Final = (state.NEW, state.CONTESTED, state.REMOVED)
ROUNDS: Final = 40
"""The rounds after which the game of a puzzle ends (RUL-05)."""


def table_of(game: Game, seed: int = 0) -> dict[str, Any] | None:
    """Return the keys of a scenario file that describe the table when a minion phase asks for an action.

    Returns ``None`` for any other decision, with a player out of the game, and where something lasts that a file cannot
    say: contested or borrowed cards, allies of this turn, titles that are not printed.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> game = Game.position({"seats": [{"name": "Ann", "ready": ["WV03"]}, {"name": "Bob", "ready": ["CV03"]}]})
    >>> again = Game.position(table_of(game))
    >>> again.to_act, len(again.legal(0)) == len(game.legal(0))
    (0, True)
    """
    n, z = game.n, game.z
    if (
        n[ASK] != MINION_PHASE
        or n[state.ACT]
        or n[state.IN] != (1 << game.seats) - 1
        or z[state.BORROWED]
        or z[state.THIS_TURN]
    ):
        return None
    if any(z[region + seat] for region in _NOT_WRITTEN for seat in range(game.seats)):
        return None
    if any(not _plain(game, card) for card in board.in_play(game)):
        return None
    seats = []
    for seat, name in enumerate(game.names):
        row: dict[str, Any] = {"name": name, **state.SCHEMA.written(n, seat)}
        row |= {key: [_card(game, card) for card in z[region + seat]] for key, region in _LYING.items()}
        row |= {key: [game.table.printed[card].id for card in z[region + seat]] for key, region in _HIDDEN.items()}
        seats.append({key: value for key, value in row.items() if value not in ([], None)})
    edge = {"edge": game.names[n[state.EDGE]]} if n[state.EDGE] >= 0 else {}
    turn = {"turn": game.names[n[state.ACTIVE]], "phase": "minion", "number": n[state.TURN]}
    return {"seats": seats, **turn, **edge, "rounds": ROUNDS, "seed": seed}


def _plain(game: Game, card: int) -> bool:
    """Return whether a file can say all about a card in play."""
    if game.rows[state.MARKS + card * state.WIDTH] & state.STOLEN or game.n[state.LEAVING + board.seat_of(game, card)]:
        return False
    if any(board.seat_of(game, other) != board.seat_of(game, card) for other in board.on(game, card)):
        return False
    return not board.is_vampire(game, card) or board.title_of(game, card) == game.table.printed[card].title


def _card(game: Game, card: int) -> dict[str, Any] | str:
    row: dict[str, Any] = {"card": game.table.printed[card].id, "blood": board.blood(game, card)}
    if board.is_tapped(game, card):
        row["tapped"] = True
    if game.rows[state.MARKS + card * state.WIDTH] & state.PARALYZED:
        row["paralyzed"] = True
    attached = [_card(game, other) for other in board.on(game, card)]
    if attached:
        row["on"] = attached
    return row
