"""What a bot looks at: an observation, with the names of the cards that lie open to its seat."""

from __future__ import annotations

from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.visibility import observe
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.state import ASK


class Sight:
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

    @property
    def kind(self) -> int:
        """The number of the kind of decision that is open."""
        return self.n[ASK]
