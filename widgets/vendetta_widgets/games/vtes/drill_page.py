"""The drill page of V:TES: the machinery of all drills on V:TES's table, and below it the map of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar

from vendetta_kit.course.map import the_map

from ... import mapview
from ...drill_page import MET, DrillPage
from ...pen import Html, Pen, tag

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
    BELOW: ClassVar[tuple[str, ...]] = ("map",)

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        picture = the_map(self.progress, pen.lang, datetime.now(UTC))
        own = tag(
            "section",
            tag("h2", pen.say("front.map")),
            tag("p", pen.say("front.map.hint"), cls="vk-hint"),
            mapview.html(picture, pen),
            lang=pen.lang,
        )
        return {**super().parts(pen), "map": own}
