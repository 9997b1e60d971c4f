"""Puzzles of Vendetta: decisions with one clearly best action, as scenario files (``data/puzzles``)."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.puzzle_set import PuzzleSet

PUZZLES: Final = PuzzleSet("vendetta", ("puzzles",), ("effect", "hand", "planning", "drain", "withdraw"))
