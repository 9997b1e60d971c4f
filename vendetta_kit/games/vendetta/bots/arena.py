"""Bots against bots, with the same deals from every seat (:mod:`vendetta_kit.bots.arena`).

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
from vendetta_kit.bots.arena import ArenaResult, BotRecord, contest, wilson

from . import make, move
from .bot import Bot

__all__ = ["ArenaResult", "BotRecord", "play", "wilson"]


def play(
    bots: Sequence[str | Bot],
    games: int,
    seed: int = 0,
    table: Mapping[str, Any] | None = None,
) -> ArenaResult:
    """Let bots play: ``bots[k]`` begins on seat ``k``, then everybody moves on by one seat with the same deal.

    Args:
        bots: one for each seat, by name or as a bot; the same name more than once is one line of the result.
        games: how many; whole deals if it is a multiple of the seats.
        seed: decides every deal and all the bots' chance.
        table: further arguments of :meth:`vendetta_kit.Game.new`, such as ``relics=True``.

    Raises:
        ValueError: fewer than one game.
    """
    players = [make(bot) if isinstance(bot, str) else bot for bot in bots]
    more = dict(table or {})

    def begin(deal: Random) -> Game:
        return Game.new(seats=len(players), seed=deal.getrandbits(40), record=False, **more)

    return contest(players, games, seed, begin, move, "Influence")
