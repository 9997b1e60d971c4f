"""The drill page of Rivals: the machinery of all drills, on what its first pages say."""

from __future__ import annotations

from typing import ClassVar

from ...drill_page import MET, DrillPage

__all__ = ["RivalsDrillPage", "rivals_drill"]


def rivals_drill(about: str = MET, lang: str | None = None, seed: int | None = None) -> RivalsDrillPage:
    """Return questions about Rivals, a set at a time.

    Args:
        about: ``"met"`` (what she has learned, due ones first), ``"all"``, the id of a lesson, or of a rule, as
            ``SET-11`` or ``rivals:SET-11``.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        seed: for the same questions again; left out, others each time.

    Raises:
        Told: there is no such lesson or rule.

    >>> rivals_drill("all", "en", seed=1).GAME
    'rivals'
    """
    return RivalsDrillPage(about, lang, seed)


class RivalsDrillPage(DrillPage):
    """One question after the other; each answer goes into the same progress as the other games', and on the map."""

    GAME: ClassVar[str] = "rivals"
