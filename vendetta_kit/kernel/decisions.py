"""Decisions: which seat must choose, between what, and the rules behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .options import Options

OVER: Final = "over"
"""Name of the kind of decision of a game that has ended."""
CHOOSE: Final = "choose"
"""Name of the kind of decision of all questions that cards ask."""


class DecisionKind(NamedTuple):
    """A kind of decision.

    ``rules`` are the ids of the rules behind it. ``answered(game, seat, code)`` carries an answer out.
    """

    name: str
    rules: tuple[str, ...] = ()
    answered: Callable[[Any, int, int], None] | None = None
    card: bool = False
    """Whether a card asks it."""
    sealed: bool = False
    """Whether several seats answer it at once, in secret."""
    quiet: bool = False
    """Whether the others may not see who is asked, as that would reveal something about a hand."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision of one seat.

    ``kind`` is the name of one of the game's kinds. If it is ``choose``, ``card`` is the id of the card that asks and
    ``question`` the name of its question. ``at`` is the current place. ``rules`` are the ids of the rules behind it.
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
