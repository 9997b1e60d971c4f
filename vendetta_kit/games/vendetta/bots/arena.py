"""Bots against bots: the same deals from every seat, and how sure one can be of what comes out.

A deal (a seed) is played once for each way of turning the bots around the table, so that neither a good deal nor a good
seat favours anybody; ``rate`` is the share of games a bot wins, with Wilson's interval.

>>> result = play(["greedy", "random", "random", "random"], games=8, seed=1)
>>> result.games, result.deals, [line.bot for line in result.lines]
(8, 2, ['greedy', 'random'])
>>> result.line("greedy").wins > 4
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from vendetta_kit import Game

from . import make, move

if TYPE_CHECKING:
    from .bot import Bot

__all__ = ["Line", "Result", "play", "wilson"]

MOST_ACTIONS = 5000
"""No game takes nearly so many; a bot that drains and is fed for ever would."""


def wilson(wins: float, games: float, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins: for 95 % by default.

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games <= 0:
        return 0.0, 1.0
    share, square = wins / games, z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Line:
    """How one bot did: over all its seats, and seat by seat."""

    bot: str
    seats: int
    """Games that it sat in, each once for each of its seats there."""
    wins: int
    score: float
    """Its Influence at the end on average; who was out of the game counts 0."""
    by_seat: tuple[tuple[int, int], ...]
    """Wins and games on each seat of the table."""

    @property
    def rate(self) -> float:
        """The share that it won."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where that share would settle, 95 %."""
        return wilson(self.wins, self.seats)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.bot}: {self.wins} of {self.seats} won ({100 * self.rate:.1f} %, "
            f"95 %: {100 * low:.1f} to {100 * high:.1f} %), Influence {self.score:.1f}"
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of an arena."""

    games: int
    deals: int
    lines: tuple[Line, ...]

    def line(self, bot: str) -> Line:
        """How that bot did.

        Raises:
            KeyError: it did not play.
        """
        for line in self.lines:
            if line.bot == bot:
                return line
        raise KeyError(bot)

    def __str__(self) -> str:
        return "\n".join([f"{self.games} games, {self.deals} deals", *map(str, self.lines)])


def play(
    bots: Sequence[str | Bot],
    games: int,
    seed: int = 0,
    table: Mapping[str, Any] | None = None,
) -> Result:
    """Let bots play: ``bots[k]`` begins on seat ``k``, then everybody moves on by one seat with the same deal.

    Args:
        bots: one for each seat, by name or as a bot; the same name more than once is one line of the result.
        games: how many; whole deals if it is a multiple of the seats (of the different ways round, for like bots).
        seed: decides every deal and all the bots' chance.
        table: further arguments of :meth:`vendetta_kit.Game.new`, such as ``relics=True``.

    Raises:
        ValueError: fewer than one game.
    """
    if games < 1:
        raise ValueError(f"games: {games}; expected at least 1")
    players = [make(bot) if isinstance(bot, str) else bot for bot in bots]
    seats = len(players)
    names = tuple(dict.fromkeys(player.name for player in players))
    wins = {name: [0] * seats for name in names}
    sat = {name: [0] * seats for name in names}
    score = dict.fromkeys(names, 0)
    for number in range(games):
        deal, turned = divmod(number, seats)
        around = [players[(seat - turned) % seats] for seat in range(seats)]
        game = _played(around, f"{seed}/{deal}", dict(table or {}))
        for seat, player in enumerate(around):
            sat[player.name][seat] += 1
            wins[player.name][seat] += seat in game.winners
            score[player.name] += game.scores[seat] or 0
    lines = tuple(
        Line(
            name,
            sum(sat[name]),
            sum(wins[name]),
            score[name] / sum(sat[name]),
            tuple(zip(wins[name], sat[name], strict=True)),
        )
        for name in names
    )
    return Result(games, (games + seats - 1) // seats, lines)


def _played(around: Sequence[Bot], deal: str, table: dict[str, Any]) -> Game:
    """One game to its end; each seat has chance of its own, whoever sits there."""
    game = Game.new(seats=len(around), seed=Random(deal).getrandbits(40), record=False, **table)
    chance = [Random(f"{deal}/{seat}") for seat in range(game.seats)]
    for _ in range(MOST_ACTIONS):
        seat = game.to_act
        if seat is None:
            return game
        game.apply(seat, move(game, seat, around[seat], chance[seat]))
    raise RuntimeError(f"deal {deal}: not over after {MOST_ACTIONS} actions")
