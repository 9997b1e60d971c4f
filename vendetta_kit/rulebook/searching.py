"""Search by words: whole words and beginnings of words, in ids, titles and texts."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from vendetta_kit.rulebook.lookup import all_rules, all_rulings, all_terms
from vendetta_kit.rulebook.records import Entry, Rule, Ruling

__all__ = ["search"]

# What a word is worth by where it is found: (the whole word, the beginning of a word, the middle of a word).
_ID = (40, 12, 0)
_TITLE = (14, 8, 3)
_TEXT = (5, 3, 1)
_TERM_TITLE = 6  # a term whose own name is sought explains best
_SHORT = 4  # the middle of a word only counts for a sought word of at least this length


def search(words: str, lang: str = "en") -> tuple[Entry, ...]:
    """Rules, rulings and terms that speak of these words, the best first.

    Those that hold every word come before those that hold only some.

    >>> search("face down fee")[0].id
    'PLAN-11'
    >>> search("raserei", "de")[0].id
    'frenzy'
    """
    sought = [_forms(word) for word in dict.fromkeys(_split(words))]
    hits: list[tuple[int, int, int, Entry]] = []
    for place, (entry, fields) in enumerate(_index(lang)):
        scores = [max(_score(form, fields) for form in forms) for forms in sought]
        found = sum(1 for score in scores if score)
        if found:
            hits.append((-found, -sum(scores), place, entry))
    hits.sort(key=lambda hit: hit[:3])
    return tuple(hit[3] for hit in hits)


def _split(text: str) -> list[str]:
    """The words of a text without case and accents.

    >>> _split("Verdeckt heißt: schläft (PLAN-17)")
    ['verdeckt', 'heisst', 'schlaft', 'plan', '17']
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\w+", plain.replace("'", "").replace("’", ""))


def _forms(word: str) -> tuple[str, ...]:
    """The word as it is, and without its e where it may stand for an umlaut: "Naehren" finds "Nähren"."""
    return tuple({word: None, re.sub("([aou])e", r"\1", word): None})


@cache
def _index(lang: str) -> tuple[tuple[Entry, tuple[tuple[frozenset[str], tuple[int, int, int]], ...]], ...]:
    entries: list[Entry] = [*all_terms(lang), *all_rules(lang), *all_rulings(lang)]
    lines = []
    for entry in entries:
        title = _TITLE
        text = entry.text
        if isinstance(entry, Ruling):
            text = f"{entry.default} {entry.other or ''}"
        elif not isinstance(entry, Rule):
            title = (_TITLE[0] + _TERM_TITLE, _TITLE[1] + _TERM_TITLE, _TITLE[2])
        fields = (
            (frozenset(_split(entry.id)), _ID),
            (frozenset(_split(entry.title)), title),
            (frozenset(_split(text)), _TEXT),
        )
        lines.append((entry, fields))
    return tuple(lines)


def _score(word: str, fields: tuple[tuple[frozenset[str], tuple[int, int, int]], ...]) -> int:
    total = 0
    for words, (whole, beginning, middle) in fields:
        if word in words:
            total += whole
        elif any(other.startswith(word) for other in words):
            total += beginning
        elif len(word) >= _SHORT and any(word in other for other in words):
            total += middle
    return total
