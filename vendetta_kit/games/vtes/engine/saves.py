"""What a save of V:TES is checked by: a fingerprint of the state in which it was written, and rules repaired since.

Fingerprints are in users' files, so they never change: they use the values that the schema declares to be saved, in
its order, wherever they are in the state. The state within an action is left out, as random state, counters and places
of cards are enough and steps may be renamed. New state is declared ``late``, so that fingerprints of games without it
stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendetta_kit.kernel.rules import Repairs
from vendetta_kit.kernel.state import ASK, RNG, WHO, digest

from . import decision_kinds
from .action_codes import PASS
from .board import blood
from .game import Game
from .state import HOST, MARKS, RIVALS, SCHEMA, TAPPED, TITLE, WIDTH

_ONCE: Final = (RNG, ASK, WHO, *(places.first for places in SCHEMA.numbers if places.saved and not places.of_seats))
_EACH_SEAT: Final = tuple(places.first for places in SCHEMA.numbers if places.saved and places.of_seats)
_REGIONS: Final = tuple(places.first for places in SCHEMA.zones if places.saved)
_EACH_CARD: Final = (TAPPED, HOST, TITLE, RIVALS, MARKS)


def fingerprint(g: Game) -> str:
    """Return a short hash of the state, the same on every platform and supported Python.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> fingerprint(Game.new(["claw", "court"], seed=7)) == fingerprint(Game.new(["claw", "court"], seed=7))
    True
    """
    n, z, rows = g.n, g.z, g.rows
    told: list[object] = [[n[place] for place in _ONCE]]
    for seat in range(g.seats):
        told.append([n[place + seat] for place in _EACH_SEAT])
        for region in _REGIONS:
            told.append(
                [
                    (card, blood(g, card), *(rows[place + card * WIDTH] for place in _EACH_CARD))
                    for card in z[region + seat]
                ]
            )
    return digest(repr(told) + SCHEMA.late(n, z))


def fingerprints(g: Game) -> tuple[str, ...]:
    """Return all fingerprints that a save may have for this state, the current one first."""
    return (fingerprint(g),)


EDITIONS: Final = (
    (
        "BLOCK-04", "BLOCK-09", "BLOCK-14", "LIB-14", "POL-08", "LIB-18", "END-01", "END-07", "CONT-01", "TCON-01",
        "ALLY-01", "SECT-03", "RTC-01", "EFF-04", "EFF-08", "DBL-04", "RANGE-05", "CRYPT-03", "BLEED-01", "MAST-01",
    ),
    ("LIB-14", "POL-13", "BLOCK-07"),
)  # fmt: skip
"""The repaired rules of each edition."""


def titles(ids: Sequence[str], lang: str) -> str:
    """Return rules in words, each as id and title."""
    from vendetta_kit.rulebook import VTES

    return ", ".join(f"{rule} {VTES.rule(rule, lang).title}" for rule in ids)


REPAIRS: Final = Repairs(
    EDITIONS,
    {
        decision_kinds.OUT_OF_TURN: "LIB-14",
        decision_kinds.BLOCK: "BLOCK-04",
        decision_kinds.REACT: "BLOCK-14",
        decision_kinds.BEFORE_RANGE: "LIB-14",
        decision_kinds.BEFORE_VOTES: "POL-13",
        decision_kinds.VOTE: "POL-13",
    },
    PASS,
    titles,
)
"""The repairs for the kernel."""
