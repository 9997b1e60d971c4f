"""How strong somebody is at puzzles: Weng and Lin's rating (Plackett-Luce), as the package openskill has it.

Each first answer is a game against the puzzle, whose strength is that of its grade. A rating comes with its deviation:
the more answers, the smaller it gets.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from vendetta_kit.safe_files import Unreadable, json_of

__all__ = ["GRADES", "PuzzleRecord"]

GRADES: Final[Mapping[int, int]] = MappingProxyType({1: 1300, 2: 1500, 3: 1700})
"""The strength of a puzzle of each grade."""
KNOWN: Final = 60.0
"""How sure that is: its deviation."""
BEGIN: Final = 1500.0
UNSURE: Final = 350.0
"""The rating of who has answered nothing, and its deviation."""
LUCK: Final = 175.0
"""How far somebody's play is from her strength, as a deviation: openskill's beta, half of the first deviation."""
FORMAT: Final = "vendetta-puzzles/1"


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """What somebody has done: her rating, and each puzzle's first answer, right or wrong.

    >>> one = PuzzleRecord().answered("puzzle-7-3-token-1-2", 1, True)
    >>> round(one.rating) > 1500, one.deviation < 350, one.solved, one.tried
    (True, True, 1, 1)
    >>> one.answered("puzzle-7-3-token-1-2", 1, False) == one
    True
    """

    rating: float = BEGIN
    deviation: float = UNSURE
    answers: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def tried(self) -> int:
        """How many puzzles were answered."""
        return len(self.answers)

    @property
    def solved(self) -> int:
        """How many of them were right at the first answer."""
        return sum(self.answers.values())

    def answered(self, puzzle: str, grade: int, right: bool) -> PuzzleRecord:
        """Return the record with the first answer to a puzzle; later ones count nothing."""
        if puzzle in self.answers:
            return self
        from openskill.models import PlackettLuce

        model = PlackettLuce(mu=BEGIN, sigma=UNSURE, beta=LUCK, tau=0.0)
        own, other = model.create_rating([self.rating, self.deviation]), model.create_rating([GRADES[grade], KNOWN])
        (player,), _ = model.rate([[own], [other]], ranks=[1, 2] if right else [2, 1])
        answers = MappingProxyType({**self.answers, puzzle: right})
        return replace(self, rating=player.mu, deviation=player.sigma, answers=answers)

    def dumps(self) -> str:
        """Return it as the text that a browser keeps."""
        row = {
            "format": FORMAT,
            "rating": round(self.rating, 2),
            "deviation": round(self.deviation, 2),
            "answers": dict(self.answers),
        }
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str) -> PuzzleRecord:
        """Return what a browser has kept; an empty record for what is none, for it cannot be mended by anybody.

        >>> PuzzleRecord.loads("{") == PuzzleRecord()
        True
        """
        try:
            row = json_of(text)
            if row["format"] != FORMAT:
                return cls()
            rating, deviation = float(row["rating"]), float(row["deviation"])
            answers = {str(key): bool(value) for key, value in row["answers"].items()}
        except (Unreadable, ValueError, KeyError, TypeError, AttributeError, OverflowError):
            return cls()
        if not (math.isfinite(rating) and 0 < deviation < math.inf):
            return cls()
        return cls(rating, deviation, MappingProxyType(answers))
