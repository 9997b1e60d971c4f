"""The box in words: names, texts, titles and where a card comes from, in every language of the kit."""

from __future__ import annotations

from vendetta_kit.data_paths import languages_of, read_words
from vendetta_kit.games.vendetta.box.card_records import Clan, Person
from vendetta_kit.games.vendetta.box.catalogue import find

__all__ = ["UnknownCardLanguage", "name", "shown_doubt", "shown_source", "text", "title"]


class UnknownCardLanguage(ValueError):
    """The kit has no card texts in this language. The message names those it has."""


def _word(key: str, field: str, lang: str) -> str | None:
    """One entry of the files of words."""
    known = languages_of("cards.json")
    if lang not in known:
        raise UnknownCardLanguage(f"There are no card texts in {lang!r}; there are: {', '.join(known)}")
    word: str | None = read_words("cards.json", lang).get(key, {}).get(field)
    return word


def text(card_id: str | int, lang: str = "en") -> str:
    """What the card does, in our own words; empty where it does nothing. For a clan: how it plays.

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
    """The name in this language where it is known, else the printed English one.

    >>> name("TO09"), name("TO09", "de")
    ('Hunt', 'Jagen')
    >>> name("TO01", "de")
    'Awe'
    """
    record = find(card_id)
    return _word(record.key, "name", lang) or record.name


def title(card_id: str | int, lang: str = "en") -> str:
    """The description under the name of an Ally or a Victim; empty where no source gives it.

    >>> title("VI31"), title("VI31", "de")
    ('Alderwoman', 'Stadträtin')
    """
    return _word(find(card_id).key, "title", lang) or ""


def shown_source(card_id: str | int, lang: str = "en") -> str:
    """Short words for the mark beside a card that the rulebook does not vouch for; empty where it does.

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
    """One sentence on what is uncertain about a card; empty where nothing is.

    >>> shown_doubt("VI30")
    "Only the first name can be read in the rulebook's picture."
    """
    record = find(card_id)
    return (_word(record.key, "doubt", lang) or "") if record.doubt else ""
