"""Puzzles of V:TES: decisions with one action that is clearly best by the end of the turn (``data/vtes/puzzles``)."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.puzzle_set import PuzzleSet

PUZZLES: Final = PuzzleSet("vtes", ("vtes", "puzzles"))
