"""Games among bots, with the same deals from every seat (:mod:`vendetta_kit.bots.arena`).

>>> result = play(["greedy", "random", "random", "random"], games=8, seed=1)
>>> result.games, result.deals, [line.bot for line in result.lines]
(8, 2, ['greedy', 'random'])
>>> result.line("greedy").wins > 4
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from vendetta_kit import Game
from vendetta_kit.argument_checks import FROM_1, LIST, SEED, takes
from vendetta_kit.bots.arena import ArenaResult, BotRecord, run_contest, wilson
from vendetta_kit.bots.own_bots import contestants

from . import make, move
from .bot import Bot

__all__ = ["ArenaResult", "BotRecord", "play", "wilson"]


@takes(bots=LIST, games=FROM_1, seed=SEED)
def play(
    bots: Sequence[str | Bot],
    games: int,
    seed: int = 0,
    table: Mapping[str, Any] | None = None,
) -> ArenaResult:
    """Play games among bots and return their results; after each game all bots move on by one seat with the same deal.

    Args:
        bots: a bot, its class or its name (``my_bots:Upright`` for one of one's own) for each seat; seats with the
            same name share a line of the result.
        games: number of games; a multiple of the number of seats plays each deal from all seats.
        seed: seed of all deals and bots.
        table: further arguments of :meth:`vendetta_kit.Game.new`, such as ``relics=True``.

    Raises:
        BadInput: ``games`` is less than 1.

    >>> play(["greedy", "random", "random"], games=6, seed=1).line("random").seats
    12
    """
    players = contestants(bots, "vendetta", make)
    more = dict(table or {})

    def begin(deal: Random) -> Game:
        return Game.new(seats=len(players), seed=deal.getrandbits(40), record=False, **more)

    return run_contest(players, games, seed, begin, move, "Influence")
