"""The drill page of V:TES."""

from __future__ import annotations

from typing import ClassVar

from vendetta_kit.argument_checks import SEED, TEXT, takes

from ...drill_page import MET, DrillPage
from ...page_arguments import language_by_name


@language_by_name("seed")
@takes(about=TEXT, seed=SEED)
def vtes_drill(about: str = MET, *, lang: str | None = None, seed: int | None = None) -> VtesDrillPage:
    """Return the drill page of V:TES.

    Args:
        about: ``"met"`` (what the learner has learned, due rules first), ``"all"``, the id of a lesson or of a rule,
            such as ``BLOCK-07`` or ``vtes:BLOCK-07``.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        seed: gives the same questions again; ``None`` for others each time.

    Raises:
        UserError: there is no such lesson or rule.

    >>> vtes_drill("block", lang="en", seed=1).GAME
    'vtes'
    """
    return VtesDrillPage(about, lang=lang, seed=seed)


class VtesDrillPage(DrillPage):
    """The drill page of V:TES; answers go into the progress that all games share."""

    GAME: ClassVar[str] = "vtes"
