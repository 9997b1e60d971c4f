"""The kit's widgets for notebooks and Voilà pages.

>>> from vendetta_widgets import play
>>> page = play(seed=7, lang="en")  # the last line of a notebook cell shows it

Each name is imported when it is first used, so that a page loads only what it needs.
"""

from __future__ import annotations

from vendetta_kit.lazy_imports import deferred

__all__, __getattr__, __dir__ = deferred(__name__, __file__, {"look": "table"})
