"""Whether a page of V:TES names what its reader may not know."""

from __future__ import annotations

import json
from typing import Any

from tests.widgets.helpers import Reader
from vendetta_kit.games.vtes.engine.card_reader import practice_set


def names_nothing_hidden(reader: Reader, game: Any, view: Any, spoken: str = "") -> int:
    """Assert that no card which nothing in her view names is named in what was sent since.

    ``spoken`` names more cards that may be: those of which a lesson speaks. Gives back how many were looked for.
    """
    lang, known = reader.page.lang, json.dumps(view.to_json()) + spoken
    cards = {card.id for card in game.table.printed if card is not None}
    hidden = {card for card in cards if f'"{card}"' not in known}
    shown = " ".join(practice_set()[card].named(lang) for card in cards - hidden)
    names = [name for card in hidden if (name := practice_set()[card].named(lang)) not in shown]
    text = reader.news()
    for name in names:
        assert name not in text
    return len(names)
