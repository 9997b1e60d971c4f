"""Bots against bots, with the same deals from every seat (:mod:`vendetta_kit.bots.arena`).

>>> result = play(["greedy", "random", "random", "random"], games=4, seed=1)
>>> result.games, result.deals, [line.bot for line in result.lines]
(4, 1, ['greedy', 'random'])
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from vendetta_kit.bots.arena import Line, Result, contest, wilson
from vendetta_kit.games.vtes.engine.box import DECKS
from vendetta_kit.games.vtes.engine.game import Game

from . import make, move

if TYPE_CHECKING:
    from .bot import Bot

__all__ = ["ROUNDS", "Line", "Result", "play", "wilson"]

ROUNDS = 40
"""A game of bots ends after so many rounds as it stands (RUL-05)."""


def play(bots: Sequence[str | Bot], games: int, seed: int = 0, decks: Sequence[str] = DECKS) -> Result:
    """Let bots play: ``bots[k]`` begins on seat ``k``, then everybody moves on by one seat with the same deal.

    Args:
        bots: one for each seat, by name or as a bot; the same name more than once is one line of the result.
        games: how many; whole deals if it is a multiple of the seats.
        seed: decides every deal, who gets which deck, and all the bots' chance.
        decks: the practice decks that are dealt round.

    Raises:
        ValueError: fewer than one game.
    """
    players = [make(bot) if isinstance(bot, str) else bot for bot in bots]

    def begin(deal: Random) -> Game:
        number = deal.getrandbits(40)
        dealt = [decks[(number + seat) % len(decks)] for seat in range(len(players))]
        return Game.new(dealt, seed=number, rounds=ROUNDS, record=False)

    return contest(players, games, seed, begin, move, "victory points")
