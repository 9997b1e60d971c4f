"""What a bot looks at: an observation, with the names of the cards that lie open to its seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from vendetta_kit.games.vtes.engine.board import blood
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import UNCONTROLLED
from vendetta_kit.games.vtes.engine.visibility import observe
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.state import ASK


class BotView:
    """A seat's observation, made so that the functions of :mod:`..engine.board` read it: as a game.

    Numbers and zones of ``g`` are the observation's: what the seat may not know is not there. Which card a number
    is, is asked of the table only for cards that are.
    """

    def __init__(self, game: Game, seat: int) -> None:
        seen = observe(game, seat)
        self.seat = seat
        self.seats = game.seats
        self.n, self.z = seen.n, seen.z
        self.g = Game(game.table, seen.n, seen.z, [], None, seen.rows)
        self.counters = seen.counters
        self.legal: Options = seen.offer
        self.imagine: Callable[[Random], Game] = partial(game.imagine, seat)
        """Makes a world that the seat cannot tell from the table, by this chance."""

    @property
    def kind(self) -> int:
        """The number of the kind of decision that is open."""
        return self.n[ASK]


class Imagined(BotView):
    """A seat in a world that somebody has imagined: it is read as it lies there, with nothing to hide from anybody."""

    def __init__(self, world: Game, seat: int) -> None:
        self.seat, self.seats = seat, world.seats
        self.g, self.n, self.z = world, world.n, world.z
        own = tuple([blood(world, card) for card in world.z[UNCONTROLLED + seat]])
        self.counters = tuple([own if k == seat else () for k in range(world.seats)])
        self.legal = world.legal(seat)
        self.imagine = partial(world.imagine, seat)
