"""Search by words: whole words and beginnings of words, in ids, titles and texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Line", "line", "plain_words", "ranked"]

T = TypeVar("T")

# What a word is worth by where it is found: (the whole word, the beginning of a word, the middle of a word).
_ID = (40, 12, 0)
_TITLE = (14, 8, 3)
_TEXT = (5, 3, 1)
_TERM_TITLE = 6  # a term whose own name is sought explains best
_SHORT = 4  # the middle of a word only counts for a sought word of at least this length


class Line(NamedTuple, Generic[T]):
    """Something that can be found, and the words that find it; :func:`line` makes one."""

    what: T
    fields: tuple[tuple[str, tuple[int, int, int]], ...]  # words with a space before and behind each


def line(what: T, id: str, title: str, text: str, explains: bool = False) -> Line[T]:
    """Something to be found by its id, title and text; ``explains``: it is what its title is called."""
    more = _TERM_TITLE if explains else 0
    return Line(
        what,
        (
            (_spaced(id), _ID),
            (_spaced(title), (_TITLE[0] + more, _TITLE[1] + more, _TITLE[2])),
            (_spaced(text), _TEXT),
        ),
    )


def _spaced(text: str) -> str:
    return f" {' '.join(plain_words(text))} "


def ranked(words: str, lines: Iterable[Line[T]]) -> tuple[T, ...]:
    """What speaks of these words, the best first; what holds every word comes before what holds only some."""
    sought = [_forms(word) for word in dict.fromkeys(plain_words(words))]
    hits: list[tuple[int, int, int, T]] = []
    for place, (what, fields) in enumerate(lines):
        scores = [max(_score(form, fields) for form in forms) for forms in sought]
        found = sum(1 for score in scores if score)
        if found:
            hits.append((-found, -sum(scores), place, what))
    hits.sort(key=lambda hit: hit[:3])
    return tuple(hit[3] for hit in hits)


def plain_words(text: str) -> list[str]:
    """The words of a text without case and accents.

    >>> plain_words("Verdeckt heißt: schläft (PLAN-17)")
    ['verdeckt', 'heisst', 'schlaft', 'plan', '17']
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\w+", plain.replace("'", "").replace("’", ""))


def _forms(word: str) -> tuple[str, ...]:
    """The word as it is, and without its e where it may stand for an umlaut: "Naehren" finds "Nähren"."""
    return tuple({word: None, re.sub("([aou])e", r"\1", word): None})


def _score(word: str, fields: tuple[tuple[str, tuple[int, int, int]], ...]) -> int:
    total = 0
    for words, (whole, beginning, middle) in fields:
        if word not in words:
            continue
        if f" {word} " in words:
            total += whole
        elif f" {word}" in words:
            total += beginning
        elif len(word) >= _SHORT:
            total += middle
    return total
