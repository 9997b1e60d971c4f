"""Games between bots that play each deal from every seat (:mod:`vendetta_kit.bots.arena`).

>>> result = play(["greedy", "random", "random", "random"], games=4, seed=1)
>>> result.games, result.deals, [line.bot for line in result.lines]
(4, 1, ['greedy', 'random'])
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.argument_checks import FROM_1, LIST, SEED, takes
from vendetta_kit.bots.arena import ArenaResult, BotRecord, run_contest, wilson
from vendetta_kit.bots.own_bots import contestants
from vendetta_kit.games.vtes.engine.card_reader import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import IN, TURN

from . import make, move
from .bot import Bot

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


__all__ = ["ROUNDS", "ArenaResult", "BotRecord", "Endings", "endings", "play", "wilson"]

ROUNDS = 40
"""The number of rounds after which a game ends (RUL-05)."""


class Endings(NamedTuple):
    """How many games ended by an oust, and after how many turns."""

    games: int
    ousts: int
    """Games that ended because only one player was left; the others ended by rounds."""
    turns: tuple[float, float, float]
    """The quartiles of the number of turns (of one player each) of games that ended by an oust."""


@takes(bots=LIST, games=FROM_1, seed=SEED)
def play(bots: Sequence[str | Bot], games: int, seed: int = 0, decks: Sequence[str] = DECKS) -> ArenaResult:
    """Play games between bots and return the result; a deal is played once from each seat, from ``bots[k]`` on ``k``.

    Args:
        bots: one for each seat, by name (``my_bots:Upright`` for one of one's own), as a bot or its class; bots of
            one name share a line of the result.
        games: the number of games; a multiple of the seats makes whole deals.
        seed: decides the deals, the decks of seats and the bots' random choices.
        decks: the practice decks that are dealt in turn.

    Raises:
        BadInput: fewer than one game.

    >>> play(["greedy", "random"], games=4, seed=1).line("greedy").seats
    4
    """
    return _play(bots, games, seed, decks, None)


@takes(bots=LIST, games=FROM_1, seed=SEED)
def endings(bots: Sequence[str | Bot], games: int, seed: int = 0, decks: Sequence[str] = DECKS) -> Endings:
    """Return the number of ousts and the turns at which the games of :func:`play` end.

    >>> ended = endings(["greedy", "greedy"], games=6, seed=1)
    >>> ended.games, ended.turns[0] <= ended.turns[2]
    (6, True)
    """
    turns: list[int] = []

    def over(game: Any) -> None:
        if game.n[IN].bit_count() < 2:
            turns.append(game.n[TURN])

    _play(bots, games, seed, decks, over)
    low, middle, high = quantiles(turns, method="inclusive") if len(turns) > 1 else [float(sum(turns))] * 3
    return Endings(games, len(turns), (low, middle, high))


def _play(
    bots: Sequence[str | Bot], games: int, seed: int, decks: Sequence[str], over: Callable[[Any], None] | None
) -> ArenaResult:
    players = contestants(bots, "vtes", make)

    def begin(deal: Random) -> Game:
        number = deal.getrandbits(40)
        dealt = [decks[(number + seat) % len(decks)] for seat in range(len(players))]
        return Game.new(dealt, seed=number, rounds=ROUNDS, record=False)

    return run_contest(players, games, seed, begin, move, "victory points", over)
