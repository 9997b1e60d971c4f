"""Fingerprints of a game's whole state: a save uses them to check that replaying it leads to the same state.

Fingerprints stand in users' files and must never change: they are made of the values that the schema declares, in its
order, and of the names of the agenda's steps. Who adds to the state declares it ``late``, which leaves fingerprints of
games without the addition as they are; who renames a step must keep its former name here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from vendetta_kit.kernel.state import ANSWER, ASK, ASKER, CHOICES, QUESTION, RNG, WHO, Places, digest

from .game import Game
from .state import ACTIVE, ALLY_AT, MATE, MAX_SEATS, RANKING, ROUND, SCHEMA, TURN_NUMBER

_BEFORE: Final[Mapping[int, tuple[int, ...]]] = {
    ROUND: (RNG,),
    ACTIVE: (ASK, WHO),
    TURN_NUMBER: (QUESTION, ASKER),
    ALLY_AT: tuple(range(ANSWER, ANSWER + MAX_SEATS)),
}
"""The kernel's numbers by the number of the game before which they stand."""


def _indices(declared: Sequence[Places], before: Mapping[int, tuple[int, ...]]) -> list[int]:
    own = [index for places in declared if places.saved for index in places.indices]
    return [found for index in own for found in (*before.get(index, ()), index)]


_NUMBERS: Final = _indices(SCHEMA.numbers, _BEFORE)
_numbers: Final = itemgetter(*_NUMBERS)
_zones: Final = itemgetter(*_indices(SCHEMA.zones, {RANKING: (CHOICES,)}))
_MATE: Final = _NUMBERS.index(MATE)


def fingerprint(g: Game) -> str:
    """Return a short fingerprint of the whole state, the same on every platform and Python version.

    >>> from vendetta_kit import Game
    >>> fingerprint(Game.new(seed=7)) == fingerprint(Game.new(seed=7, record=False))
    True
    """
    return _mark(g, list(_numbers(g.n)))


def fingerprints(g: Game) -> tuple[str, ...]:
    """Return all fingerprints that a save may hold for this state, that of :func:`fingerprint` first.

    Former versions left the flag for the team mate set after counting Power in a team game. No rule reads it, but
    fingerprints of that time contain it.
    """
    if not g.table.teams:
        return (fingerprint(g),)
    otherwise = list(_numbers(g.n))
    otherwise[_MATE] ^= 1
    return fingerprint(g), _mark(g, otherwise)


def _mark(g: Game, numbers: list[int]) -> str:
    steps = [f"{step[0].__name__}{step[1:]!r}" for step in _steps(g)]
    return digest("".join([repr(numbers), repr(list(_zones(g.z))), SCHEMA.late(g.n, g.z), *steps]))


def _steps(g: Game) -> list[tuple[Any, ...]]:
    flat: list[tuple[Any, ...]] = []

    def add(step: tuple[Any, ...]) -> None:
        parts = []
        for part in step[1:]:
            if isinstance(part, tuple) and part and callable(part[0]):
                add(part)
            else:
                parts.append(part)
        flat.append((step[0], *parts))

    for step in g.agenda:
        add(step)
    return flat
