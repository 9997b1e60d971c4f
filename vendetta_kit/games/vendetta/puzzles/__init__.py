"""Puzzles of Vendetta: decisions with one clearly best action, as scenario files (``data/puzzles``)."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.puzzle_set import PuzzleSet

ASKING: Final = frozenset((
    "GA05", "GA07", "MA01", "MA02", "MA05", "MA06", "MA07", "NO02", "NO03", "NO05", "NO06", "NO07", "NO09", "TO07",
    "TR02", "TR05", "TR07", "TR08", "TR09", "VE03", "VE06", "VE07", "VE09",
))  # fmt: skip
"""The cards that leave a player something to choose."""
KINDS: Final = ("effect", "hand", "planning", "drain", "withdraw")

PUZZLES: Final = PuzzleSet(
    "vendetta",
    ("puzzles",),
    KINDS,
    few=6,
    asking=ASKING,
    wide=frozenset(("planning", "drain")),
    late=frozenset(("planning",)),
)
