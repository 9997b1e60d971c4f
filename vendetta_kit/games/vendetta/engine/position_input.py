"""Checks of a described position against the cards of the box and the seats.

Each mistake is reported in one line: the place, what was found there, and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.refusal import SetupChecks

from .card_tables import FIRST_ALLY, FIRST_LOCATION_CARD, IDS, NUMBER

RESERVED: Final = ("bank", "haven")


class PositionChecks(SetupChecks):
    """Checks the values of a described position."""

    def card(self, value: object, path: Path, first: int, end: int, what: Message) -> int:
        """Return the number of the card with id ``value``, which must be from ``first`` to before ``end``."""
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if first <= number < end:
            return number
        fault = Message("card_is_none", card=IDS[number]) if number >= 0 else Message("no_card", value=value)
        self.fail(path, fault, Message("want.card_of", what=what, first=IDS[first], last=IDS[end - 1]))

    def person(self, value: object, path: Path) -> int:
        """Return the number of the Ally or Victim with id ``value``."""
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if FIRST_ALLY <= number < FIRST_LOCATION_CARD:
            return number
        fault = Message("card_is_none", card=IDS[number]) if number >= 0 else Message("no_card", value=value)
        self.fail(path, fault, Message("want.person_of"))

    def player_name(self, value: object, path: Path, taken: Sequence[str]) -> str:
        """Return a player's name that no other player has and that is no keyword of a description."""
        name = super().player_name(value, path, taken)
        if name in RESERVED or name in NUMBER:
            self.fail(path, Message("name.else", value=name), Message("want.other_name"))
        return name
