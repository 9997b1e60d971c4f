"""Who must choose what now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .agenda import BID, CHOOSE, KIND_NAMES, KIND_RULES, QUESTION_NAMES, QUESTIONS
from .options import Options
from .state import ASK, ASKER, LOC, QUESTION
from .tables import AT, IDS

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision of one seat.

    ``kind`` is one of pick_clan, pick_relic, keep, plan, after_play, withdraw, bid, choose. A ``choose`` is a
    card's ``question`` (a key of :data:`.agenda.QUESTIONS`); ``card`` is the card that asks. ``rules`` are the
    rules behind it.
    """

    seat: int
    kind: str
    question: str | None
    card: str | None
    at: int | str | None
    rules: tuple[str, ...]
    legal: Options

    def to_json(self) -> dict[str, Any]:
        """JSON form without the options."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "question": self.question,
            "card": self.card,
            "at": self.at,
            "rules": list(self.rules),
        }


def decision(g: Game, seat: int) -> Decision:
    """The open decision of a seat that must decide."""
    n = g.n
    kind = n[ASK]
    question = QUESTION_NAMES[n[QUESTION]] if kind == CHOOSE else None
    asker = n[ASKER] if kind in (CHOOSE, BID) else -1
    rules = KIND_RULES[kind] if question is None else QUESTIONS[question]
    at = AT[n[LOC]] if n[LOC] >= 0 else None
    return Decision(seat, KIND_NAMES[kind], question, IDS[asker] if asker >= 0 else None, at, rules, g.legal(seat))
