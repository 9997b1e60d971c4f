"""The exercises of the data class; each answer is calculated from the learner's own tables.

>>> import tempfile
>>> from vendetta_kit.games.vendetta import lab
>>> made = lab.simulate({"games": 4, "bots": "random", "tables": "all"}, out=tempfile.mkdtemp(), workers=1,
...                     progress=False)
>>> print(check(made, {"tied": ..., "fees": -1}))
tied: no answer yet
face_down: no answer yet
best_round: no answer yet
fees: not yet; a row of rounds is a seat in a round, and fees are counted in Blood
withdrew_and_won: no answer yet
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from vendetta_kit.lab.result_tables import Tables

CLOSE: Final = 0.005
"""Largest error of a correct share, so that two decimal places are enough."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question about the tables: the SQL that answers it, and a hint."""

    key: str
    query: str
    hint: str


EXERCISES: Final = (
    Exercise(
        "tied",
        "SELECT count(*) FILTER (tied) FROM games",
        "a row of games is a game, and tied says yes or no",
    ),
    Exercise(
        "face_down",
        "SELECT sum(plays_down) / sum(plays) FROM seats",
        "a share from 0 to 1: all plays face down over all plays, not the mean of the seats' shares",
    ),
    Exercise(
        "best_round",
        "SELECT round FROM rounds GROUP BY round ORDER BY sum(allies) DESC, round LIMIT 1",
        "the number of a round: add allies up by round, then take the largest",
    ),
    Exercise(
        "fees",
        "SELECT sum(fees) FROM rounds",
        "a row of rounds is a seat in a round, and fees are counted in Blood",
    ),
    Exercise(
        "withdrew_and_won",
        """SELECT avg(won::INT) FROM (SELECT DISTINCT game, seat FROM locations
           WHERE "at" = 'haven' AND token = 'withdraw') JOIN seats USING (game, seat)""",
        "join locations and seats in game and seat; a seat that did it twice in a game is one seat",
    ),
)


def check(tables: Tables, answers: Mapping[str, Any]) -> str:
    """Return one line for each answer that says whether it is right; shares may be rounded to two decimal places.

    Args:
        tables: the tables that the answers are about.
        answers: by the exercise's key: a number, or an object with a single number in it, such as a query's result.
    """
    lines = []
    with tables.connect() as connection:
        for exercise in EXERCISES:
            given = answers.get(exercise.key, ...)
            if given is ...:
                lines.append(f"{exercise.key}: no answer yet")
                continue
            found = connection.execute(exercise.query).fetchone()
            right = float(found[0] or 0) if found is not None else 0.0
            number = _number(given)
            if number is None:
                lines.append(f"{exercise.key}: {given!r:.40} is no number; expected one")
            elif isclose(number, right, abs_tol=CLOSE):
                lines.append(f"{exercise.key}: right")
            else:
                lines.append(f"{exercise.key}: not yet; {exercise.hint}")
    return "\n".join(lines)


def _number(given: Any) -> float | None:
    """Return a number from a number or from an object that contains only one, else ``None``."""
    values = getattr(given, "values", None)
    if values is not None and not callable(values) and getattr(values, "size", 0) == 1:
        given = values.ravel()[0]
    try:
        return float(given)
    except (TypeError, ValueError):
        return None
