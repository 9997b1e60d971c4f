"""What each choice is worth exactly, where all worlds and all lines can be counted: in the last round of Vendetta.

The coach estimates by drawing worlds and playing them on. Late in the game both are few enough to go through all of
them, each with its chance, under the same judgement of the players: so one can see whether the coach is right.

A world's chance is that of :class:`.worlds.CardOdds`. A line forks where a player takes several choices to be equally
good, and where the game leaves to chance which card is Drained. Which Victim comes is left to chance too, but in the
last round one is worth as much as another. In pure Python only, for the engine's chance is taken out of its hands while
lines are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import comb, exp, perm
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.bots.imagined_worlds import CardOdds
from vendetta_kit.games.vendetta.engine import draining
from vendetta_kit.games.vendetta.engine.imagined_games import arrange, imagine, unknown_cards
from vendetta_kit.games.vendetta.engine.state import CLAN, DECK, HAND, OUT

if TYPE_CHECKING:
    from vendetta_kit import Game
    from vendetta_kit.coach.game_for_coach import CoachedGame

MOST_WORLDS: Final = 150
"""With more worlds a position is not counted."""
MOST_LINES: Final = 600
"""With more lines from one choice in all worlds, neither."""


class CannotCount(ValueError):
    """There are too many worlds or lines, or a deck is shuffled. The message is one line."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A choice's exact worth."""

    code: int
    won: float
    """Its chance to win, 0 to 1."""
    score: float
    """What the seat has in the end on average: Influence."""


class _Share:
    """A random number that takes its place in the script when it is told between how many things it decides."""

    def __init__(self, script: _Script) -> None:
        self._script = script

    def __mul__(self, things: int) -> float:
        return self._script.taken(things) + 0.5


class _Script(Random):
    """Chance that goes every way once: it is asked as ``things[int(rng.random() * len(things))]``."""

    def __init__(self) -> None:
        super().__init__(0)
        self._ways: list[list[int]] = []
        self._at = 0

    def random(self) -> Any:
        return _Share(self)

    def taken(self, things: int) -> int:
        """Return which of so many things is taken this time."""
        if self._at == len(self._ways):
            self._ways.append([0, things])
        way, known = self._ways[self._at]
        assert known == things
        self._at += 1
        return way

    @property
    def chance(self) -> float:
        """How likely the line is that was just gone."""
        share = 1.0
        for _, things in self._ways:
            share /= things
        return share

    def another(self) -> bool:
        """Go to the next line; return whether there is one."""
        self._at = 0
        while self._ways:
            self._ways[-1][0] += 1
            if self._ways[-1][0] < self._ways[-1][1]:
                return True
            self._ways.pop()
        return False


def worlds(game: Game, seat: int, likely: CardOdds | None = None, most: int = MOST_WORLDS) -> list[tuple[Game, float]]:
    """Return all worlds that a seat can imagine, each with its chance; nothing is sealed by others in them.

    Raises:
        CannotCount: there are more than ``most``.
    """
    one = imagine(game, seat, Random(0))
    one.unseal(seat)
    others = [s for s in range(one.seats) if s != seat and one.n[CLAN + s] >= 0 and not one.n[OUT] >> s & 1]
    hidden = [unknown_cards(one, seat, other) for other in others]
    held = [
        sum(1 for card in one.z[HAND + other] if card in set(u.near)) for other, u in zip(others, hidden, strict=True)
    ]
    size = 1
    for u, h in zip(hidden, held, strict=True):
        size *= comb(len(u.free), len(u.near) - len(u.sure)) * perm(len(u.near), len(u.near) - h)
    if size > most:
        raise CannotCount(f"{size} worlds are more than {most}")
    found: list[tuple[Game, float]] = []
    odds = likely if likely is not None else CardOdds()
    for ways in product(*(list(_ways(u.free, u.sure, len(u.near), h)) for u, h in zip(hidden, held, strict=True))):
        world = one.copy(record=False)
        for other, u, (near, far) in zip(others, hidden, ways, strict=True):
            arrange(world, seat, other, u, near, far)
        found.append((world, exp(odds.log_odds(world, seat))))
    total = sum(weight for _, weight in found)
    return [(world, weight / total) for world, weight in found]


def _ways(free: list[int], sure: list[int], near: int, held: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways in which hidden cards may lie near and far; in a hand they have no order."""
    for more in combinations(free, near - len(sure)):
        far = tuple(card for card in free if card not in more)
        cards = (*sure, *more)
        for down in permutations(cards, near - held):
            yield (*(card for card in cards if card not in down), *down), far


def count(game: Game, seat: int, coaching: CoachedGame, most: int = MOST_WORLDS) -> dict[int, Counted]:
    """Return what each legal choice of a seat is worth exactly, by its code.

    Args:
        game: in its last round, where the seat must decide; nothing of it is used but what the seat may know.
        coaching: who plays the worlds on.
        most: so many worlds at most.

    Raises:
        CannotCount: it is not to be counted; the message says why.
    """
    offer = game.legal(seat)
    codes = [offer.code_at(k) for k in range(len(offer))]
    all_ = worlds(game, seat, most=most)
    found = {}
    for code in codes:
        won = score = 0.0
        left = MOST_LINES
        for world, chance in all_:
            one, two, lines = _lines(world, seat, code, coaching, left)
            left -= lines
            won += chance * one
            score += chance * two
        found[code] = Counted(code, won, score)
    return found


@contextmanager
def _forking(script: _Script) -> Iterator[None]:
    """Let the script say what the engine leaves to chance."""
    kept = draining.random_below

    def chance(n: list[int], things: int) -> int:
        return script.taken(things)

    draining.random_below = chance
    try:
        yield
    finally:
        draining.random_below = kept


def _lines(world: Game, seat: int, code: int, coaching: CoachedGame, most: int) -> tuple[float, float, int]:
    """The means of all lines from a choice in a world, and how many there are."""
    script = _Script()
    decks = [world.z[DECK + s] for s in range(world.seats)]
    won = score = 0.0
    with _forking(script):
        for lines in range(1, most + 1):
            twin = world.copy(record=False)
            twin.advance(seat, code)
            coaching.play_on(twin, script)
            if [twin.z[DECK + s] for s in range(world.seats)] != decks:
                raise CannotCount("a deck still decides")
            outcome = coaching.outcomes(twin)[seat]
            won += script.chance * outcome.won
            score += script.chance * outcome.score
            if not script.another():
                return won, score, lines
    raise CannotCount(f"more than {MOST_LINES} lines from one choice")
