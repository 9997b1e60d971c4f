"""Replaces ids of cards and clans by names, for tables and figures that people read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vendetta_kit.argument_checks import FRAME, takes
from vendetta_kit.registered_games import FIRST, registered

if TYPE_CHECKING:
    import pandas as pd


@takes(frame=FRAME)
def with_names(frame: pd.DataFrame, lang: str = "en", game: str = FIRST) -> pd.DataFrame:
    """Return a copy of a table with names in place of the ids of cards and clans.

    Args:
        frame: a table of the laboratory, or one derived from it.
        lang: ``"en"`` or ``"de"``.
        game: the game of the table.

    Raises:
        UnknownLanguage: there are no names in this language.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"clan": ["brujah", "tremere"], "cards": [["BR07", "TO09"], []], "turn": ["1", "2"]})
    >>> with_names(frame).to_dict("list")
    {'clan': ['Brujah', 'Tremere'], 'cards': [['Show of Force', 'Hunt'], []], 'turn': ['1', '2']}
    """
    from pandas.api.types import is_numeric_dtype

    names = registered(game).plans().words(lang)
    words = [column for column in frame if not is_numeric_dtype(frame[column])]
    return frame.assign(**{column: [_named(value, names) for value in frame[column]] for column in words})


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    return [_named(one, names) for one in value] if hasattr(value, "__len__") else value
