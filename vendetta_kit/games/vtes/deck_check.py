"""``vendetta deck check``: check lists of decks against the known cards, line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, TextIO

from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.refusal import BadPosition
from vendetta_kit.safe_files import Unreadable, read, text_of
from vendetta_kit.scenarios.model import BadScenario
from vendetta_kit.scenarios.yaml_document import Document

from .engine.card_reader import practice_set, read_cards
from .engine.cards import Card
from .engine.deck_list import listed

_HOLDS: Final = ("id", "type", "name")


def cards_of(path: str) -> dict[str, Card]:
    """Return the cards of a user's file by id; it holds a list, or a list under ``cards``.

    Raises:
        BadScenario: the file cannot be read or has an invalid card; the message names file and line.
    """
    document = Document(path, "cards", _HOLDS)
    document.read()
    return _read(document)[1]


def cards_in(text: str) -> tuple[Sequence[Any], dict[str, Card]]:
    """Return the cards of a user's text as they are written, and by id. Raises as :func:`cards_of` does."""
    document = Document("cards", "cards", _HOLDS)
    document.take(text)
    return _read(document)


def _read(document: Document) -> tuple[Sequence[Any], dict[str, Card]]:
    """Return the cards of a document as they are written, and by id."""
    whole = document.value
    below = isinstance(whole, Mapping) and "cards" in whole
    rows = whole["cards"] if below else whole
    try:
        return rows, read_cards(rows, ("cards",) if below else ())
    except BadPosition as bad:
        document.fail(bad.path, bad.fault, bad.expected)


def check_decks(
    paths: Sequence[str],
    own: Sequence[str] = (),
    players: int | None = None,
    lang: str = "en",
    as_json: bool = False,
    out: TextIO | None = None,
) -> int:
    """Read lists of decks and print the result of each, as text or as one JSON object a line.

    Args:
        paths: deck lists in the common text form.
        own: files with the user's own cards (``data/vtes/cards/README.md``).
        players: how many play, for the size of the library; ``None``: any number.

    Returns:
        0 if each deck can be played as it is listed, 1 if not, 2 if a file cannot be read.

    Raises:
        BadScenario: a file of cards is invalid.
    """
    out = sys.stdout if out is None else out
    records: dict[str, Card] = dict(practice_set())
    for path in own:
        records |= cards_of(path)
    code = 0
    for path in paths:
        try:
            deck = listed(text_of(read(path)), records, players)
        except Unreadable as bad:
            code = 2
            said = Message("line", fault=bad.fault, expected=Message("want.file.deck"))
            print(f"{path}:{bad.line}: {said.text(lang)}", file=sys.stderr)
            continue
        code = max(code, 1 if deck.slips else 0)
        if as_json:
            slips = [{"line": slip.line or None, "text": slip.said().text(lang)} for slip in deck.slips]
            row = {"file": path, "ok": not deck.slips, "listed": deck.listed, **deck.deck, "slips": slips}
            print(json.dumps(row, ensure_ascii=False), file=out)
            continue
        first, *lines = deck.report(lang)
        print(f"{path}: {first}", file=out)
        for line in lines:
            print(f"  {line}", file=out)
    return code


__all__ = ["BadScenario", "cards_in", "cards_of", "check_decks"]
