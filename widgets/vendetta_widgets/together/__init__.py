"""Shared tables: the lobby, the page of a seat, and the teacher's overview."""

from typing import Final

NOTEBOOKS: Final = {"vendetta": "17_play_together", "vtes": "19_play_vtes_together"}
"""The notebook of each game's shared tables."""
