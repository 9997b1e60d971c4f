"""Names, texts, titles and sources of the cards of the box, in every language of the kit."""

from __future__ import annotations

import re
from functools import cache

from vendetta_kit.data_paths import languages, read_words
from vendetta_kit.games.vendetta.box.card_records import Clan, Person
from vendetta_kit.games.vendetta.box.catalogue import clan_cards, find, location_cards, relics
from vendetta_kit.input_checks import one_of


class UnknownCardLanguage(ValueError):
    """Raised for a language without card texts. The message names the languages that have them."""


def _word(key: str, field: str, lang: str) -> str | None:
    """Return one entry of the text files."""
    if lang not in languages():
        raise UnknownCardLanguage(f"lang: found {lang!r}; expected {one_of(languages())}")
    word: str | None = read_words("cards.json", lang).get(key, {}).get(field)
    return word


def text(card_id: str | int, lang: str = "en") -> str:
    """Return what a card does, in the kit's own words; for a clan how it plays. Empty for a card without an effect.

    >>> text("BR07")
    'You Steal 1 Blood from every Rival you have here.'
    >>> text("BR07", "de")
    'Stiehl jedem Rivalen 1 Blut.'
    >>> text("VI31")
    ''
    """
    record = find(card_id)
    return _word(record.key, "style" if isinstance(record, Clan) else "text", lang) or ""


def name(card_id: str | int, lang: str = "en") -> str:
    """Return the printed name, which is English for every card; clans and the Haven have names in each language.

    >>> name("TO09"), name("TO09", "de"), name("malkavian", "de")
    ('Hunt', 'Hunt', 'Malkavianer')
    """
    record = find(card_id)
    return _word(record.key, "name", lang) or record.name


def translated_name(card_id: str | int, lang: str) -> str:
    """Return the kit's own translation of a name; the printed one for a person, and in English.

    >>> translated_name("TO09", "de"), translated_name("AL16", "de"), translated_name("TO09", "en")
    ('Jagen', 'Bobby White', 'Hunt')
    """
    return _word(find(card_id).key, "translated", lang) or name(card_id, lang)


def with_translated_names(words: str, lang: str) -> str:
    """Return a text with the translations of all printed card names in it.

    >>> with_translated_names("Ann spielt Malkav's Bane; Huntington bleibt.", "de")
    'Ann spielt Malkavs Fluch; Huntington bleibt.'
    """
    names, pattern = _translations(lang)
    return pattern.sub(lambda found: names[found[0]], words) if names else words


@cache
def _translations(lang: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the translated names by the printed ones, and a pattern that finds these, the longest first."""
    cards = (*clan_cards(), *location_cards(), *relics())
    names = {card.name: translated_name(card.id, lang) for card in cards}
    names = {printed: own for printed, own in names.items() if own != printed}
    longest = sorted(names, key=len, reverse=True)
    return names, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def title(card_id: str | int, lang: str = "en") -> str:
    """Return the description under the name of an Ally or a Victim; empty if no source gives it.

    >>> title("VI31"), title("VI31", "de")
    ('Alderwoman', 'Stadträtin')
    """
    return _word(find(card_id).key, "title", lang) or ""


def shown_source(card_id: str | int, lang: str = "en") -> str:
    """Return a short note on a card that is not from the rulebook; empty for other cards.

    >>> shown_source("RE03")
    "the kit's own card, not from the box"
    >>> shown_source("BR07")
    ''
    """
    record = find(card_id)
    source: str = record.source
    if isinstance(record, Person) and record.name_source == "kit" and source != "kit":
        source = "kit_name"
    return _word(f"source:{source}", "text", lang) or ""


def shown_doubt(card_id: str | int, lang: str = "en") -> str:
    """Return one sentence on what is uncertain about a card; empty if nothing is.

    >>> shown_doubt("VI30")
    "Only the first name can be read in the rulebook's picture."
    """
    record = find(card_id)
    return (_word(record.key, "doubt", lang) or "") if record.doubt else ""
