"""Who must choose what now, and what a kind of decision or a card's question rests on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .options import Options

OVER: Final = "over"
"""The kind that stands when a game has ended."""
CHOOSE: Final = "choose"
"""The kind of all questions that cards ask."""


class DecisionKind(NamedTuple):
    """A kind of decision.

    ``rules`` are behind it; ``answered`` is what an answer does: it gets the game, the seat and the action's code.
    """

    name: str
    rules: tuple[str, ...] = ()
    answered: Callable[[Any, int, int], None] | None = None
    card: bool = False
    """Whether a card asks it."""
    sealed: bool = False
    """Whether several answer it at once, in secret."""
    quiet: bool = False
    """Whether others may not see who is asked, since being asked tells something of a hand."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision of one seat.

    ``kind`` is the name of one of the game's kinds. A ``choose`` is a card's ``question``; ``card`` is the card that
    asks; ``at`` the place that the game is at. ``rules`` are the rules behind it.
    """

    seat: int
    kind: str
    question: str | None
    card: str | None
    at: int | str | None
    rules: tuple[str, ...]
    legal: Options

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, without the options."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "question": self.question,
            "card": self.card,
            "at": self.at,
            "rules": list(self.rules),
        }
