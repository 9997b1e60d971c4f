"""Cards that users have written, for pages: each has an id that is made from its text.

So an id means the same text in all games of a process, and pages look a card up without knowing its game.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from vendetta_kit.games.vtes.engine.card_reader import practice_set
from vendetta_kit.games.vtes.engine.cards import Card, OwnCards

_MOST: Final = 10_000
"""The most cards that are kept; those that were kept longest ago go first, a page keeps its own again as it draws."""
_SIGN: Final = "~"
_kept: Final[OrderedDict[str, Card]] = OrderedDict()


def lasting_id(row: Mapping[str, Any]) -> str:
    """Return the id of a card on pages: the user's own id with a mark of the card's text.

    >>> lasting_id({"id": "MY01", "type": "master"}) == lasting_id({"type": "master", "id": "MY01~0123"})
    True
    """
    own = own_id(str(row["id"]))
    text = json.dumps({**row, "id": own}, sort_keys=True, ensure_ascii=False)
    return f"{own}{_SIGN}{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def own_id(card: str) -> str:
    """Return the user's own id of a card on pages."""
    return card.partition(_SIGN)[0]


def keep(own: OwnCards | None) -> None:
    """Keep the cards of a game whose ids are made from their texts, so that pages can show them."""
    for name, card in () if own is None else own.records.items():
        _kept[name] = card
        _kept.move_to_end(name)
    while len(_kept) > _MOST:
        _kept.popitem(last=False)


def foreign(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the ids of cards that are not made from their texts, in order."""
    return sorted(str(row["id"]) for row in rows if row["id"] != lasting_id(row))


def printed(card: str) -> Card:
    """Return what is printed on a card of the practice set or of a user's own.

    Raises:
        KeyError: it is neither.
    """
    found = practice_set().get(card)
    return _kept[card] if found is None else found
