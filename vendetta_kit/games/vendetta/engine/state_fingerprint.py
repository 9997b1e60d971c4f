"""Fingerprints of a game's whole state: a save uses them to check that replaying it leads to the same state.

Fingerprints stand in users' files and must never change: they are made of the values listed here, in this order, and
of the names of the agenda's steps. Who adds to the state must leave fingerprints of games without the addition as they
are; who renames a step must keep its former name here.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from vendetta_kit.kernel.state import ANSWER, ASK, ASKER, CHOICES, QUESTION, RNG, WHO, digest

from .game import Game
from .state import (
    ACTED,
    ACTIVE,
    ALLIANCE,
    ALLIES,
    ALLY_AT,
    AMBITION,
    AMONG,
    BANE,
    BANK_BLOOD,
    BANK_INFLUENCE,
    BLOOD,
    BOUND_MATE,
    CARDS,
    CLAN,
    COUNTED_MATE,
    CURFEW,
    DECK,
    DRAINED,
    EXACT,
    FORESTALLED,
    FORESTALLER,
    GIVEN,
    HAND,
    HELD,
    HERE,
    INFL,
    KNOWN_BOTTOM,
    LITANY_ON,
    LOC,
    LONE,
    MATE,
    MAX_SEATS,
    MAYBE,
    MINDLESS,
    NEXT_ALLY,
    NEXT_FRENZY,
    NEXT_VICTIM,
    NOBODY,
    OFFER,
    OUT,
    PHASE,
    POOL,
    PRINTED,
    PRIVATE,
    RANKING,
    RELIC,
    RELIC_USED,
    RELICS_OPEN,
    REMOVED,
    ROUND,
    STAY,
    STEP,
    TOKENS_DOWN,
    TOKENS_UP,
    TURN_NUMBER,
    TURNED,
    UP,
    VICTIMS,
    WINNER,
    WITHDREW,
)

_NUMBERS: Final = (
    (RNG, 1),
    (ROUND, 1),
    (PHASE, 1),
    (STEP, 1),
    (LOC, 1),
    (AMBITION, 1),
    (ASK, 1),
    (WHO, 1),
    (ACTIVE, 1),
    (OUT, 1),
    (UP, 1),
    (STAY, 1),
    (WITHDREW, 1),
    (LONE, 1),
    (NOBODY, 1),
    (WINNER, 1),
    (ACTED, 1),
    (CURFEW, 1),
    (MINDLESS, 1),
    (LITANY_ON, 1),
    (GIVEN, 1),
    (BANE, 1),
    (TURNED, 1),
    (HELD, 1),
    (FORESTALLED, 1),
    (FORESTALLER, 1),
    (MATE, 1),
    (BOUND_MATE, 1),
    (QUESTION, 1),
    (ASKER, 1),
    (TURN_NUMBER, 1),
    (BANK_BLOOD, 1),
    (BANK_INFLUENCE, 1),
    (POOL, MAX_SEATS),
    (INFL, MAX_SEATS),
    (BLOOD, MAX_SEATS * 4),
    (TOKENS_UP, MAX_SEATS),
    (TOKENS_DOWN, MAX_SEATS),
    (CLAN, MAX_SEATS),
    (RELIC, MAX_SEATS),
    (RELIC_USED, MAX_SEATS),
    (KNOWN_BOTTOM, MAX_SEATS),
    (ANSWER, MAX_SEATS),
    (ALLY_AT, 4),
    (EXACT, 1 + MAX_SEATS),
    (AMONG, 1 + MAX_SEATS),
    (MAYBE, 1 + MAX_SEATS),
    (PRIVATE, 1),
    (COUNTED_MATE, 1),
    (HERE, 1),
)
"""The numbers of the state: first index and how many."""
_ZONES: Final = (
    (HAND, MAX_SEATS),
    (DECK, MAX_SEATS),
    (ALLIANCE, MAX_SEATS),
    (DRAINED, MAX_SEATS),
    (CARDS, MAX_SEATS * 4),
    (VICTIMS, 1),
    (ALLIES, 1),
    (REMOVED, 1),
    (CHOICES, 1),
    (RANKING, 1),
    (PRINTED, 1),
    (OFFER, 1),
    (NEXT_FRENZY, 1),
    (NEXT_ALLY, 1),
    (NEXT_VICTIM, 1),
)
"""The zones of the state: first index and how many."""
_LATE_ZONES: Final = ((RELICS_OPEN, 1),)
"""Zones added later: they count only when not empty, so that older fingerprints stay valid."""


def _slots(named: tuple[tuple[int, int], ...]) -> list[int]:
    return [first + k for first, many in named for k in range(many)]


_numbers: Final = itemgetter(*_slots(_NUMBERS))
_zones: Final = itemgetter(*_slots(_ZONES))
_MATE: Final = _slots(_NUMBERS).index(MATE)


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
    late = [f"{zone}{g.z[zone]!r}" for zone in _slots(_LATE_ZONES) if g.z[zone]]
    return digest("".join([repr(numbers), repr(list(_zones(g.z))), *late, *steps]))


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
