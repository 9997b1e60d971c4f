"""Names of people at one table: two that nobody could tell apart are one name."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

__all__ = ["alike", "looks"]


def alike(one: str, other: str) -> bool:
    """Whether two names are the same, or look the same, to whoever reads them at a table.

    >>> [alike("Ann", other) for other in ("ANN", "Ａｎｎ", "\\u0391nn", "Anna")]
    [True, True, True, False]
    """
    return bool(looks(one) & looks(other))


@cache
def looks(name: str) -> frozenset[str]:
    """Return what a name looks like, as it is written and in small letters; names that share one look alike.

    Each is a skeleton (Unicode Technical Standard 39, section 4) of the name's compatible form (NFKC).
    """
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_skeleton(written).casefold() for written in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    """Put for each sign the one that stands for all that look like it; what cannot be seen is left out."""
    apart = unicodedata.normalize("NFD", text)
    seen = (sign for sign in apart if unicodedata.category(sign) != "Cf" and not "\ufe00" <= sign <= "\ufe0f")
    return unicodedata.normalize("NFD", "".join(map(_prototype, seen)))


@cache
def _prototype(sign: str) -> str:
    """Return the sign, or the signs, that a sign is taken for.

    The library lists for each sign that is taken for another this one alone, and for the other all that are. Where two
    have each other only, the first in Unicode's order stands for both. Marks of direction in the data are not meant.
    """
    known = _known()
    found = known.get(sign, ())
    if len(found) != 1:
        return sign
    other = str(found[0]["c"]).replace("\u200e", "")
    return min(sign, other) if len(other) == 1 and len(known.get(other, ())) == 1 else other


def _known() -> dict[str, list[dict[str, Any]]]:
    """Return Unicode's list of signs that look alike: a megabyte, read when the first two names are compared."""
    from confusable_homoglyphs.confusables import confusables_data

    found: dict[str, list[dict[str, Any]]] = confusables_data
    return found
