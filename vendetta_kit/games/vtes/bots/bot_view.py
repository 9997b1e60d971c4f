"""What a bot sees: its seat's observation and the cards that the seat may know."""

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
    """A seat's observation in the form of a game, for the functions of :mod:`..engine.board`.

    The numbers and zones of ``g`` are the observation's, without what the seat may not know; the table is asked only
    for cards that are in them.
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
        """Returns a random game that agrees with all that the seat knows."""

    @property
    def kind(self) -> int:
        """Return the number of the kind of the open decision."""
        return self.n[ASK]


class Imagined(BotView):
    """A seat's view of an imagined game, which is read directly as it hides nothing."""

    def __init__(self, world: Game, seat: int) -> None:
        self.seat, self.seats = seat, world.seats
        self.g, self.n, self.z = world, world.n, world.z
        own = tuple([blood(world, card) for card in world.z[UNCONTROLLED + seat]])
        self.counters = tuple([own if k == seat else () for k in range(world.seats)])
        self.legal = world.legal(seat)
        self.imagine = partial(world.imagine, seat)
