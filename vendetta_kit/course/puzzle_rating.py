"""A learner's rating at puzzles, by Weng and Lin's method (Plackett-Luce) of the package openskill.

Each first answer counts as a game against the puzzle, whose rating is that of its grade. A rating has a standard
deviation, which gets smaller with more answers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from vendetta_kit.safe_files import Unreadable, json_of

GRADES: Final[Mapping[int, int]] = MappingProxyType({1: 1300, 2: 1500, 3: 1700})
"""The rating of a puzzle of each grade."""
KNOWN: Final = 60.0
"""The deviation of the ratings of puzzles."""
BEGIN: Final = 1500.0
UNSURE: Final = 350.0
"""The deviation of a learner's rating before any answer."""
LUCK: Final = 175.0
"""The spread of a learner's performance around the rating: openskill's beta, half of the first deviation."""
REACH: Final = 350.0
"""An answer moves a rating no further than so far above or below the puzzle's own: easy ones prove no mastery."""
STEP: Final = 5
"""So many puzzles are solved before the day's puzzle may be of the next grade."""
FIRST: Final = 10
"""So many puzzles are answered before a rating is shown; until then their kinds change with each."""
FORMAT: Final = "vendetta-puzzles/1"


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A learner's rating, and for each puzzle whether the first answer was right.

    >>> one = PuzzleRecord().answered("puzzle-7-3-token-1-2", 1, True)
    >>> round(one.rating) > 1500, one.deviation < 350, one.solved, one.tried
    (True, True, 1, 1)
    >>> one.answered("puzzle-7-3-token-1-2", 1, False) == one
    True
    """

    rating: float = BEGIN
    deviation: float = UNSURE
    answers: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    day: str = ""
    """The day of the last answer, as ISO 8601 writes it, and the puzzle of that day."""
    of_day: str = ""

    @property
    def tried(self) -> int:
        """The number of puzzles answered."""
        return len(self.answers)

    @property
    def solved(self) -> int:
        """The number of puzzles whose first answer was right."""
        return sum(self.answers.values())

    @property
    def grade(self) -> int:
        """The grade of puzzles that fits the learner: nearest to the rating, less half of its deviation.

        >>> PuzzleRecord().grade, PuzzleRecord(1700.0, 100.0).grade
        (1, 3)
        """
        sure = self.rating - self.deviation / 2
        return min(GRADES, key=lambda grade: abs(GRADES[grade] - sure))

    @property
    def grade_of_day(self) -> int:
        """The grade of the day's puzzle: the learner's, but an easy one for who has solved few.

        >>> PuzzleRecord(1700.0, 100.0).grade_of_day
        1
        """
        return min(self.grade, 1 + self.solved // STEP)

    def with_day(self, day: str, puzzle: str) -> PuzzleRecord:
        """Return the record with the puzzle of a day noted, so that it stays the same on that day."""
        return replace(self, day=day, of_day=puzzle)

    def answered(self, puzzle: str, grade: int, right: bool, hinted: bool = False) -> PuzzleRecord:
        """Return the record with the answer to a puzzle added; only the first counts, a right one after a hint half.

        >>> one, two = (PuzzleRecord().answered("a", 1, True, hinted) for hinted in (False, True))
        >>> round(one.rating - 1500, 6) == round(2 * (two.rating - 1500), 6)
        True
        """
        if puzzle in self.answers:
            return self
        from openskill.models import PlackettLuce

        model = PlackettLuce(mu=BEGIN, sigma=UNSURE, beta=LUCK, tau=0.0)
        own, other = model.create_rating([self.rating, self.deviation]), model.create_rating([GRADES[grade], KNOWN])
        (player,), _ = model.rate([[own], [other]], ranks=[1, 2] if right else [2, 1])
        answers = MappingProxyType({**self.answers, puzzle: right})
        if right:
            rating = max(self.rating, min(player.mu, GRADES[grade] + REACH))
            rating -= (rating - self.rating) / 2 if hinted else 0
        else:
            rating = min(self.rating, max(player.mu, GRADES[grade] - REACH))
        return replace(self, rating=rating, deviation=player.sigma, answers=answers)

    def dumps(self) -> str:
        """Return the record as text, for the browser to keep."""
        row = {
            "format": FORMAT,
            "rating": round(self.rating, 2),
            "deviation": round(self.deviation, 2),
            "answers": dict(self.answers),
            "day": [self.day, self.of_day],
        }
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str) -> PuzzleRecord:
        """Return the record in a browser's text; an empty record if the text is damaged, as it cannot be repaired.

        >>> PuzzleRecord.loads("{") == PuzzleRecord()
        True
        """
        try:
            row = json_of(text)
            if row["format"] != FORMAT:
                return cls()
            rating, deviation = float(row["rating"]), float(row["deviation"])
            answers = {str(key): bool(value) for key, value in row["answers"].items()}
            day, of_day = map(str, row.get("day", ("", "")))
        except (Unreadable, ValueError, KeyError, TypeError, AttributeError, OverflowError):
            return cls()
        if not (math.isfinite(rating) and 0 < deviation < math.inf):
            return cls()
        return cls(rating, deviation, MappingProxyType(answers), day, of_day)
