"""The drill page of Rivals."""

from __future__ import annotations

from typing import ClassVar

from vendetta_kit.argument_checks import SEED, TEXT, takes

from ...drill_page import MET, DrillPage
from ...page_arguments import language_by_name


@language_by_name("seed")
@takes(about=TEXT, seed=SEED)
def rivals_drill(about: str = MET, *, lang: str | None = None, seed: int | None = None) -> RivalsDrillPage:
    """Return the drill page of Rivals.

    Args:
        about: ``"met"`` (what the learner has learned, due rules first), ``"all"``, the id of a lesson or of a rule,
            such as ``SET-11`` or ``rivals:SET-11``.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        seed: gives the same questions again; ``None`` for others each time.

    Raises:
        UserError: there is no such lesson or rule.

    >>> rivals_drill("all", lang="en", seed=1).GAME
    'rivals'
    """
    return RivalsDrillPage(about, lang=lang, seed=seed)


class RivalsDrillPage(DrillPage):
    """The drill page of Rivals; answers go into the progress that all games share."""

    GAME: ClassVar[str] = "rivals"
