"""People at one table: its lobby, the page of a game on which each plays her own seat, and the teacher's overlook."""

from typing import Final

__all__ = ["NOTEBOOKS"]

NOTEBOOKS: Final = {"vendetta": "17_play_together", "vtes": "19_play_vtes_together"}
"""The page of a game's tables."""
