"""Bots against bots, in any game: each deal is played from every seat, and results have confidence intervals.

A deal (a seed) is played once for each rotation of the bots around the table, so that neither a good deal nor a good
seat favours a bot. ``rate`` is the share of games that a bot wins, with Wilson's interval, which takes games as
independent. Those of one deal nearly are (150 deals of ``greedy`` against three ``gentle``: 1.09 times the variance of
independent games). A bot on several seats of a game has a wider interval than it need have, for its seats take the game
from each other. A game can have several winners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.argument_checks import NUMBER, takes, unchecked
from vendetta_kit.kernel.actions import Action

from . import MOST_ACTIONS, endless_text
from .own_bots import Contestant

if TYPE_CHECKING:
    import pandas as pd


Z: Final = 1.96
"""Between this many standard deviations below and above the mean lie 95 % of a normal distribution."""


@takes(wins=NUMBER, games=NUMBER)
def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share of wins.

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games <= 0:
        return 0.0, 1.0
    share, square = wins / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class BotRecord:
    """The results of one bot: over all its seats, and by seat."""

    bot: str
    seats: int
    """Number of games, each counted once for each seat of the bot in it."""
    wins: int
    score: float
    """The average final score; a bot that was out of the game counts 0."""
    by_seat: tuple[tuple[int, int], ...]
    """Wins and games at each seat of the table."""
    counted: str
    """The name of the score, such as Influence."""

    @property
    def rate(self) -> float:
        """The share of wins."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins."""
        return wilson(self.wins, self.seats)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.bot}: {self.wins} of {self.seats} won ({100 * self.rate:.1f} %, "
            f"95 %: {100 * low:.1f} to {100 * high:.1f} %), {self.counted} {self.score:.1f}"
        )


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The results of an arena, one :class:`BotRecord` for each bot."""

    games: int
    deals: int
    lines: tuple[BotRecord, ...]

    def line(self, bot: str) -> BotRecord:
        """Return the results of a bot by name.

        Raises:
            KeyError: it did not play.
        """
        for line in self.lines:
            if line.bot == bot:
                return line
        raise KeyError(bot)

    def frame(self, by_seat: bool = False) -> pd.DataFrame:
        """Return the results as a DataFrame; needs ``vendetta-kit[lab]``.

        Args:
            by_seat: a row for each bot and seat of the table, without the score, instead of one for each bot.

        Returns:
            The columns ``bot``, ``seat`` if asked for, ``games``, ``wins``, ``rate``, ``low`` and ``high`` (the ends of
            the 95 % interval of the rate), and ``score``.

        >>> from vendetta_kit.games.vendetta.bots import arena
        >>> result = arena.play(["greedy", "random", "random", "random"], games=8, seed=1)
        >>> list(result.frame().columns)
        ['bot', 'games', 'wins', 'rate', 'low', 'high', 'score']
        >>> len(result.frame(by_seat=True))
        8
        """
        import pandas as pd

        rows: dict[str, list[Any]] = {
            name: [] for name in ("bot", "seat", "games", "wins", "rate", "low", "high", "score")
        }
        for line in self.lines:
            for seat, (wins, games) in enumerate(line.by_seat if by_seat else ((line.wins, line.seats),)):
                row = line.bot, seat, games, wins, wins / games if games else 0.0, *wilson(wins, games), line.score
                for column, value in zip(rows.values(), row, strict=True):
                    column.append(value)
        del rows["score" if by_seat else "seat"]
        return pd.DataFrame(rows).astype({"bot": "string"})

    def __str__(self) -> str:
        return "\n".join([f"{self.games} games, {self.deals} deals", *map(str, self.lines)])


def run_contest(
    players: Sequence[Contestant],
    games: int,
    seed: int,
    begin: Callable[[Random], Any],
    move: Callable[[Any, int, Any, Random], Action],
    counted: str,
    over: Callable[[Any], None] | None = None,
) -> ArenaResult:
    """Let bots play and return the results: ``players[k]`` begins at seat ``k``, then all move by one seat each game.

    Args:
        players: one for each seat (:func:`.own_bots.contestants`); those with the same name share one record.
        games: number of games; each deal is played from every seat if it is a multiple of the seats.
        seed: seed of all deals and of the bots' random numbers.
        begin: returns a new game, not recorded: ``(random generator)``.
        move: returns a bot's action: ``(game, seat, bot, random generator)``.
        counted: the name of the game's score.
        over: called with each game that is over.

    Raises:
        ValueError: ``games`` is below 1.
    """
    if games < 1:
        raise ValueError(f"games: found {games}; expected at least 1")
    seats = len(players)
    names = tuple(dict.fromkeys(player.name for player in players))
    wins = {name: [0] * seats for name in names}
    sat = {name: [0] * seats for name in names}
    score = dict.fromkeys(names, 0)
    ask = unchecked(move)
    for number in range(games):
        deal, turned = divmod(number, seats)
        around = [players[(seat - turned) % seats] for seat in range(seats)]
        game = _played(around, f"{seed}/{deal}", begin, ask)
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
    around: Sequence[Contestant],
    deal: str,
    begin: Callable[[Random], Any],
    move: Callable[[Any, int, Any, Random], Action],
) -> Any:
    """Play one game to its end and return it; each seat has its own random generator, whichever bot plays it."""
    game = begin(Random(deal))
    bots = [player.bot() for player in around]
    chance = [Random(f"{deal}/{seat}") for seat in range(game.seats)]
    for _ in range(MOST_ACTIONS):
        seat = game.to_act
        if seat is None:
            return game
        try:
            action = move(game, seat, bots[seat], chance[seat])
            game.apply(seat, action)
        except Exception as fault:
            fault.add_note(f"by {around[seat].name}, at seat {seat} of deal {deal}")
            raise
    raise RuntimeError(f"deal {deal}: {endless_text(seat, action, around[seat].name)}")
