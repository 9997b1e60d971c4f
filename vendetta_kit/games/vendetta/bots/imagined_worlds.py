"""Worlds that a seat imagines: games that agree with all it has seen, some of them likelier than others.

``Game.imagine`` deals all that a seat does not know anew, every arrangement as likely as
any other. A bot gets no more than that: :class:`ImaginedWorlds` keeps one such dealt game, never the real one, and
draws all its worlds from it. As imagining again from an imagined game gives the same worlds as from the real one,
nothing of the real one is left in there, and a bot cannot choose otherwise for it.

Not every arrangement is as likely, though, since people play their cards for reasons. How likely each is, says
:class:`CardOdds` in a few numbers that one can read:

>>> from random import Random
>>> from vendetta_kit import Game
>>> game = Game.new(seats=4, seed=7)
>>> worlds = ImaginedWorlds(game, seat=0)
>>> drawn = worlds.draw(10, Random(1))
>>> round(sum(world.weight for world in drawn), 6)
1.0
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, log
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta.engine.card_tables import BIT, LOCATIONS
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.planning import fee
from vendetta_kit.games.vendetta.engine.state import CARDS, CLAN, HAND, UP

from .position_value import CARD, KINDS

if TYPE_CHECKING:
    from vendetta_kit import Game

__all__ = ["CardOdds", "ImaginedWorld", "ImaginedWorlds"]

_ASLEEP: Final = frozenset(kind.card for kind in KINDS if kind.asleep)
_TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class CardOdds:
    """What others' play tells of their cards, as odds.

    In 150 games among greedy bots the odds were steeper still (hides 4.7, keeps 1.8 to 2.7), and the Blood that went
    along said nothing more. People are not greedy bots: so these are nearer to 1.
    """

    hides: float = 2.0
    """Of two cards, the one with 1 more Power of the usual kind is so many times likelier to be the one face down:
    who paid the fee hides a card that is worth it."""
    hides_for_free: float = 1.3
    """The same where it cost nothing."""
    asleep: float = 0.1
    """A card that must lie face up to do anything is so likely, compared with others, to be the one face down."""
    keeps: float = 1.5
    """Of two cards, the one worth 1 more in hand is so many times likelier to have been kept when it was drawn: so it
    is in hand or on the table, not in the Clan deck."""

    def log_odds(self, world: Game, seat: int) -> float:
        """How likely a world is beside the others, for one who sits on ``seat``; a logarithm, its zero means nothing.

        What is known adds the same in all worlds of one view.
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
                        if card in _ASLEEP:
                            total += asleep
        return total


class ImaginedWorld(NamedTuple):
    """One imagined game and how much it counts; the weights of all that were drawn together come to 1."""

    game: Game
    weight: float


class ImaginedWorlds:
    """What a seat can imagine of a game; holds nothing that the seat does not know. -1 is the table: what lies open."""

    __slots__ = ("_one", "likely", "seat")

    def __init__(self, game: Game, seat: int, likely: CardOdds | None = None) -> None:
        self._one = imagine(game, seat, Random(0))
        self.seat = seat
        self.likely = likely if likely is not None else CardOdds()

    def any(self, rng: Random) -> Game:
        """A world, each arrangement as likely as the others."""
        return imagine(self._one, self.seat, rng)

    def draw(self, k: int, rng: Random, tries: int = _TRIES) -> list[ImaginedWorld]:
        """``k`` worlds, each arrangement as often as :class:`CardOdds` says.

        ``tries`` times as many are dealt; of these ``k`` are taken at even distances, likelier ones having more room.
        One that is taken more than once comes once, with more weight.
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
        if taken < k:  # the last of them may fall behind the end by a rounding
            drawn[-1] = ImaginedWorld(drawn[-1].game, drawn[-1].weight + (k - taken) / k)
        return drawn
