"""Many games played side by side, with what their seats may know in one buffer: the inner part of the vector form.

It needs the standard library alone and is compiled with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from vendetta_kit.games.vendetta.bots.random_bot import random_code
from vendetta_kit.games.vendetta.engine.actions import action_of
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.scoring import score
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.kernel.state import WHO

from .numbering import Numbering
from .observation_row import row_of_game

_FIRST: Final = tuple([(who & -who).bit_length() - 1 for who in range(64)])
"""The lowest seat of each bit set of seats; -1 for the empty set."""
ILLEGAL: Final = -2


def write_question(
    g: Game, seat: int, numbering: Numbering, rows: bytearray, row: int, width: int, masks: bytearray, mask: int
) -> None:
    """Write what a seat may know and do.

    Args:
        rows: gets the ``width`` numbers of the observation, from ``row`` on.
        masks: gets a 1 for each legal action, its number counted from ``mask`` on; holds zeros before.
    """
    offer = g.legal(seat)
    rows[row : row + width] = row_of_game(g, seat, len(offer) > 0)
    numbering.mark(masks, mask, offer, g.n[CLAN + seat], seat, g.seats)


def sample_number(g: Game, seat: int, numbering: Numbering, rng: Random) -> int:
    """Return the number of a random legal action of a seat that is asked, all equally likely."""
    legal = g.legal(seat)
    clan, size = g.n[CLAN + seat], len(legal)
    while True:  # a bid of more than any Pool holds has no number
        number = numbering.number(legal.code_at(int(rng.random() * size)), clan, seat, g.seats)
        if number >= 0:
            return number


def advance_by_number(g: Game, seat: int, numbering: Numbering, number: int) -> int:
    """Carry out the action with a number, if it is legal.

    Returns:
        The seat that is asked then, -1 at the end of the game; :data:`ILLEGAL` if the action is not legal.

    Raises:
        BadInput: no action has this number.
    """
    code = numbering.code(number, g.n[CLAN + seat], seat, g.seats)
    if g.rec is not None:
        g.apply(seat, action_of(code))
    elif g.legal(seat).allows(code):
        g.advance(seat, code)
    else:
        return ILLEGAL
    return _FIRST[g.n[WHO]]


class GameBatch:
    """Games that all stand before a decision of one of the seats that are played from outside.

    Args:
        count: the number of games.
        begin: returns a new game from a random number; it is called again for each game that has ended.
        outside: bit set of the seats that are played from outside.
        choose: returns the code of an action for a seat that is played inside, from the game, the seat and the chance;
            ``None``: as the bot ``random`` plays.
        width: the number of columns of a row.
        gains: whether to add up the Influence that each seat gains, beside telling who has won.
        chance: the seed of all deals and of the seats that are played inside.
    """

    def __init__(
        self,
        count: int,
        begin: Callable[[int], Game],
        outside: int,
        width: int,
        gains: bool,
        chance: int,
        choose: Callable[[Game, int, Random], int] | None = None,
    ) -> None:
        self.numbering = Numbering()
        self.begin = begin
        self.outside = outside
        self.choose = choose
        self.width = width
        self.gains = gains
        self.rng = Random(chance)
        self.games: list[Game] = []
        self.asked = [0] * count
        """The seat that is asked in each game."""
        self.rows = bytearray(count * width)
        self.masks = bytearray(count * self.numbering.size)
        self.gained: list[list[int]] = []
        """The Influence that each seat of each game has gained in the last step, if it is to be told."""
        self.before: list[list[int]] = []
        self.ended: list[tuple[int, tuple[int, ...], tuple[int | None, ...]]] = []
        """Of each game that has ended in the last step: its place, winners and scores."""
        for _ in range(count):
            self.games.append(self._new())
        self.gained = [[0] * g.seats for g in self.games]
        self.before = [[0] * g.seats for g in self.games]
        for k in range(count):
            self._to_outside(k)
            if gains:
                self._begin_gains(k)
            self._show(k)

    def _new(self) -> Game:
        return self.begin(self.rng.getrandbits(31))

    def _to_outside(self, k: int) -> None:
        """Play the inner seats of a game until one from outside is asked; begin another game where it ends."""
        new = False
        while True:
            g = self.games[k]
            who = g.n[WHO]
            if not who:
                self.ended.append((k, g.winners, g.scores))
                if self.gains:
                    self._gain(k)
                self.games[k] = self._new()
                new = True
                continue
            here = who & self.outside
            if here:
                self.asked[k] = _FIRST[here]
                if new and self.gains:
                    self._begin_gains(k)
                return
            seat = _FIRST[who]
            code = random_code(g.legal(seat), self.rng) if self.choose is None else self.choose(g, seat, self.rng)
            g.advance(seat, code)

    def _begin_gains(self, k: int) -> None:
        g = self.games[k]
        self.before[k] = [score(g, seat) or 0 for seat in range(g.seats)]

    def _gain(self, k: int) -> None:
        g = self.games[k]
        gained, before = self.gained[k], self.before[k]
        for seat in range(g.seats):
            now = score(g, seat) or 0
            gained[seat] += now - before[seat]
            before[seat] = now

    def _show(self, k: int) -> None:
        """Write what the asked seat of a game may know and do; its part of the masks is empty before."""
        numbering, width = self.numbering, self.width
        at, first = k * width, k * numbering.size
        write_question(self.games[k], self.asked[k], numbering, self.rows, at, width, self.masks, first)

    def step(self, numbers: list[int]) -> int:
        """Carry out an action in each game and go on to its next question from outside.

        ``rows`` and ``masks`` are new buffers afterwards.

        Args:
            numbers: the number of a legal action for each game.

        Returns:
            -1, or the first game in which the action is not legal: then no game has changed.
        """
        size = self.numbering.size
        for k in range(len(numbers)):
            if not 0 <= numbers[k] < size or not self.masks[k * size + numbers[k]]:
                return k
        self.ended = []
        self.rows = bytearray(len(self.rows))
        self.masks = bytearray(len(self.masks))
        for k in range(len(numbers)):
            g, seat = self.games[k], self.asked[k]
            code = self.numbering.code(numbers[k], g.n[CLAN + seat], seat, g.seats)
            g.advance(seat, code)
            if self.gains:
                self.gained[k] = [0] * g.seats
            self._to_outside(k)
            if self.gains:
                self._gain(k)
            self._show(k)
        return -1

    def sample(self, rng: Random) -> list[int]:
        """Return the number of a random legal action for each game, all equally likely."""
        return [sample_number(self.games[k], self.asked[k], self.numbering, rng) for k in range(len(self.games))]
