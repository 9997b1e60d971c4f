"""The drill page of V:TES: the machinery of all drills, on V:TES's table."""

from __future__ import annotations

from typing import ClassVar

from ...drill_page import MET, DrillPage

__all__ = ["VtesDrillPage", "vtes_drill"]


def vtes_drill(about: str = MET, lang: str | None = None, seed: int | None = None) -> VtesDrillPage:
    """Return questions about V:TES, a set at a time.

    Args:
        about: ``"met"`` (what she has learned, due ones first), ``"all"``, the id of a lesson, or of a rule, as
            ``BLOCK-07`` or ``vtes:BLOCK-07``.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
        seed: for the same questions again; left out, others each time.

    Raises:
        Told: there is no such lesson or rule.

    >>> vtes_drill("block", "en", seed=1).GAME
    'vtes'
    """
    return VtesDrillPage(about, lang, seed)


class VtesDrillPage(DrillPage):
    """One question after the other; each answer goes into the same progress as Vendetta's, and shows on the map."""

    GAME: ClassVar[str] = "vtes"
