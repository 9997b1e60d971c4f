"""Whether a page of V:TES names what its reader may not know."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from tests.widgets.helpers import Reader
from vendetta_kit.games.vtes.engine.card_reader import practice_set

DECKS_TO_CHOOSE: Final = re.compile(r"<fieldset[^>]*vt-deck-choice.*?</fieldset>", re.DOTALL)
"""Where one chooses a deck, three cards of each are shown, whatever is being played."""


def hidden_names(game: Any, view: Any, lang: str, spoken: str = "") -> list[str]:
    """Return the names of the cards that nothing in a view names, nor ``spoken``, and no card in it bears as well."""
    known = json.dumps(view.to_json()) + spoken
    cards = {card.id for card in game.table.printed if card is not None}
    hidden = {card for card in cards if f'"{card}"' not in known}
    shown = " ".join(practice_set()[card].named(lang) for card in cards - hidden)
    return [name for card in hidden if (name := practice_set()[card].named(lang)) not in shown]


def names_nothing_hidden(reader: Reader, game: Any, view: Any, spoken: str = "") -> int:
    """Assert that no card which nothing in her view names is named in what was sent since.

    ``spoken`` names more cards that may be: those of which a lesson speaks. Gives back how many were looked for.
    """
    names = hidden_names(game, view, reader.page.lang, spoken)
    text = DECKS_TO_CHOOSE.sub("", reader.news())
    for name in names:
        assert name not in text, text[max(0, text.index(name) - 300) : text.index(name) + 60]
    return len(names)
