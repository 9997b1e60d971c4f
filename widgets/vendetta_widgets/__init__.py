"""What a person touches: the kit's widgets for notebooks and Voilà pages.

>>> from vendetta_widgets import play
>>> page = play(seed=7, lang="en")  # the last line of a notebook cell shows it
"""

from __future__ import annotations

from .page import GamePage, play

__all__ = ["GamePage", "play"]
