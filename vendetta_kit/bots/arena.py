"""Bots against bots, in any game: the same deals from every seat, and how sure one can be of what comes out.

A deal (a seed) is played once for each way of turning the bots around the table, so that neither a good deal nor a good
seat favours anybody; ``rate`` is the share of games a bot wins, with Wilson's interval. Several may win one game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from vendetta_kit.kernel.actions import Action

__all__ = ["MOST_ACTIONS", "ArenaResult", "BotRecord", "contest", "wilson"]

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
class BotRecord:
    """How one bot did: over all its seats, and seat by seat."""

    bot: str
    seats: int
    """Games that it sat in, each once for each of its seats there."""
    wins: int
    score: float
    """Its score at the end on average; who was out of the game counts 0."""
    by_seat: tuple[tuple[int, int], ...]
    """Wins and games on each seat of the table."""
    counted: str
    """What the score counts."""

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
            f"95 %: {100 * low:.1f} to {100 * high:.1f} %), {self.counted} {self.score:.1f}"
        )


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What came out of an arena."""

    games: int
    deals: int
    lines: tuple[BotRecord, ...]

    def line(self, bot: str) -> BotRecord:
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


def contest(
    players: Sequence[Any],
    games: int,
    seed: int,
    begin: Callable[[Random], Any],
    move: Callable[[Any, int, Any, Random], Action],
    counted: str,
    over: Callable[[Any], None] | None = None,
) -> ArenaResult:
    """Let bots play: ``players[k]`` begins on seat ``k``, then everybody moves on by one seat with the same deal.

    Args:
        players: one bot for each seat; the same name more than once is one line of the result.
        games: how many; whole deals if it is a multiple of the seats.
        seed: decides every deal and all the bots' chance.
        begin: a new game, not recorded, by the chance of its deal.
        move: what a bot does: ``(game, seat, bot, chance)``.
        counted: what a game's scores count, as people call it.
        over: is given each game that is over.

    Raises:
        ValueError: fewer than one game.
    """
    if games < 1:
        raise ValueError(f"games: {games}; expected at least 1")
    seats = len(players)
    names = tuple(dict.fromkeys(player.name for player in players))
    wins = {name: [0] * seats for name in names}
    sat = {name: [0] * seats for name in names}
    score = dict.fromkeys(names, 0)
    for number in range(games):
        deal, turned = divmod(number, seats)
        around = [players[(seat - turned) % seats] for seat in range(seats)]
        game = _played(around, f"{seed}/{deal}", begin, move)
        if over is not None:
            over(game)
        for seat, player in enumerate(around):
            sat[player.name][seat] += 1
            wins[player.name][seat] += seat in game.winners
            score[player.name] += game.scores[seat] or 0
    lines = tuple(
        BotRecord(
            name,
            sum(sat[name]),
            sum(wins[name]),
            score[name] / sum(sat[name]),
            tuple(zip(wins[name], sat[name], strict=True)),
            counted,
        )
        for name in names
    )
    return ArenaResult(games, (games + seats - 1) // seats, lines)


def _played(
    around: Sequence[Any], deal: str, begin: Callable[[Random], Any], move: Callable[[Any, int, Any, Random], Action]
) -> Any:
    """Play one game to its end; each seat has chance of its own, whoever sits there."""
    game = begin(Random(deal))
    chance = [Random(f"{deal}/{seat}") for seat in range(game.seats)]
    for _ in range(MOST_ACTIONS):
        seat = game.to_act
        if seat is None:
            return game
        game.apply(seat, move(game, seat, around[seat], chance[seat]))
    raise RuntimeError(f"deal {deal}: not over after {MOST_ACTIONS} actions")
