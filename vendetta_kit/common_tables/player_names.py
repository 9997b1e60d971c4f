"""Compares players' names, so that two people at a table do not have names that look the same."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any


def look_alike(one: str, other: str) -> bool:
    """Return whether two names are equal or look the same to a reader.

    >>> [look_alike("Ann", other) for other in ("ANN", "Ａｎｎ", "\\u0391nn", "Anna")]
    [True, True, True, False]
    """
    return bool(name_skeletons(one) & name_skeletons(other))


@cache
def name_skeletons(name: str) -> frozenset[str]:
    """Return the skeletons of a name as written and in lower case; names with a common skeleton look alike.

    A skeleton is made of the name's NFKC form by Unicode Technical Standard 39, section 4.
    """
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_skeleton(written).casefold() for written in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    """Return a text with each character replaced by the prototype of its look-alikes, and invisible ones removed."""
    apart = unicodedata.normalize("NFD", text)
    seen = (sign for sign in apart if unicodedata.category(sign) != "Cf" and not "\ufe00" <= sign <= "\ufe0f")
    return unicodedata.normalize("NFD", "".join(map(_prototype, seen)))


@cache
def _prototype(sign: str) -> str:
    """Return the prototype, one or more characters, of a character.

    The library lists for a character its prototype alone, and for a prototype all its look-alikes. If two characters
    list only each other, the first in Unicode's order is the prototype. Direction marks in the data are ignored.
    """
    known = _known()
    found = known.get(sign, ())
    if len(found) != 1:
        return sign
    other = str(found[0]["c"]).replace("\u200e", "")
    return min(sign, other) if len(other) == 1 and len(known.get(other, ())) == 1 else other


def _known() -> dict[str, list[dict[str, Any]]]:
    """Return Unicode's list of confusable characters, a megabyte that is read when first needed."""
    from confusable_homoglyphs.confusables import confusables_data

    found: dict[str, list[dict[str, Any]]] = confusables_data
    return found
