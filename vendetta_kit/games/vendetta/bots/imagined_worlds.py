"""Games that a seat imagines: they agree with all it has seen, and some are more likely than others.

``Game.imagine`` deals again all that a seat does not know, each arrangement equally likely. :class:`ImaginedWorlds` is
given the real game once, keeps only one such imagined game, and draws all others from it. Imagining from an imagined
game gives the same games as from the real one, so nothing hidden can reach the bot.

Arrangements are not equally likely, because people have reasons for what they play. :class:`CardOdds` says how likely
each is, by a few numbers:

>>> from random import Random
>>> from vendetta_kit import Game
>>> game = Game.new(seats=4, seed=7)
>>> worlds = ImaginedWorlds(game, seat=0)
>>> drawn = worlds.draw(10, Random(1))
>>> round(sum(world.weight for world in drawn), 6)
1.0
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, exp, log
from random import Random
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.engine.card_tables import BIT, LOCATIONS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.planning import fee
from vendetta_kit.games.vendetta.engine.state import CARDS, CLAN, HAND, UP

from .position_value import ASLEEP, CARD, KINDS

_GOLDEN: Final = 0.6180339887498949
"""Repeated steps of this size visit all imagined games evenly by weight."""

_TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class CardOdds:
    """How players' plays change the odds of where their hidden cards are.

    In 150 games among greedy bots the odds were larger (hides 4.7, keeps 1.8 to 2.7), and Blood that was played along
    said nothing more. People play differently from greedy bots, so these values are nearer to 1.
    """

    hides: float = 2.0
    """The factor by which 1 more usual Power makes a card likelier to be face down, since players pay to hide it."""
    hides_for_free: float = 1.3
    """The factor as in ``hides`` where a face-down card costs no fee."""
    asleep: float = 0.1
    """The factor for a card that must be face up to have an effect: it is seldom played face down."""
    keeps: float = 1.5
    """The factor by which 1 more value in hand makes a card likelier to have been kept, and not be in the deck."""

    def log_odds(self, world: Game, seat: int) -> float:
        """Return the logarithm of an imagined game's odds, as ``seat`` sees them.

        Only differences between games of the same view have a meaning.
        """
        n, z = world.n, world.z
        up = n[UP]
        keeps, paid, free, asleep = log(self.keeps), log(self.hides), log(self.hides_for_free), log(self.asleep)
        total = 0.0
        for holder in range(world.seats):
            if holder == seat or n[CLAN + holder] < 0:
                continue
            for card in z[HAND + holder]:
                total += keeps * CARD[card]
            for loc in LOCATIONS[world.seats]:
                cost = -1
                for card in z[CARDS + holder * 4 + loc]:
                    if not up & BIT[card]:
                        if cost < 0:
                            cost = fee(world, holder, loc)
                        total += keeps * CARD[card] + (paid if cost else free) * KINDS[card].usual
                        if card in ASLEEP:
                            total += asleep
        return total


class ImaginedWorld(NamedTuple):
    """One imagined game and its weight; the weights of games drawn together add up to 1."""

    game: Game
    weight: float


class ImaginedWorlds:
    """The games that a seat can imagine, without anything that the seat does not know; -1 is a spectator."""

    __slots__ = ("_one", "likely", "seat")

    def __init__(self, game: Game, seat: int, likely: CardOdds | None = None) -> None:
        self._one = imagine(game, seat, Random(0))
        self.seat = seat
        self.likely = likely if likely is not None else CardOdds()

    def any(self, rng: Random) -> Game:
        """Return an imagined game, all arrangements equally likely."""
        return imagine(self._one, self.seat, rng)

    def draw(self, k: int, rng: Random, tries: int = _TRIES) -> list[ImaginedWorld]:
        """Return up to ``k`` imagined games, with frequencies by :class:`CardOdds`.

        ``tries * k`` games are dealt, and ``k`` of them are drawn by their odds. A game that is drawn more than once
        is returned once, with more weight.
        """
        dealt = [self.any(rng) for _ in range(k * tries)]
        odds = [self.likely.log_odds(world, self.seat) for world in dealt]
        most = max(odds)
        room = [exp(x - most) for x in odds]
        gap = sum(room) / k
        begin, passed, taken = rng.random() * gap, 0.0, 0
        drawn: list[ImaginedWorld] = []
        for world, width in zip(dealt, room, strict=True):
            passed += width
            until = min(k, ceil((passed - begin) / gap)) if passed > begin else 0
            if until > taken:
                drawn.append(ImaginedWorld(world, (until - taken) / k))
                taken = until
        if taken < k:  # rounding may leave the last one out
            drawn[-1] = ImaginedWorld(drawn[-1].game, drawn[-1].weight + (k - taken) / k)
        return drawn


class NumberedWorlds:
    """Imagined games and random numbers by index: the same for every candidate."""

    def __init__(self, worlds: list[ImaginedWorld], rng: Random) -> None:
        self.worlds = worlds
        self._until = list(accumulate(world.weight for world in worlds))
        self._seed = rng.getrandbits(40)
        self._begin = rng.random()

    def roll(self, number: int, code: int) -> tuple[Game, int, Random]:
        """Return the imagined game with this index, which may be changed, the choice, and a random generator."""
        x = (self._begin + number * _GOLDEN) % 1.0 * self._until[-1]
        world = self.worlds[min(bisect(self._until, x), len(self.worlds) - 1)]
        return world.game.copy(record=False), code, Random(self._seed + number)
