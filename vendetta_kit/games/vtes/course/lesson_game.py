"""What lessons need of V:TES: the edition of 8 October 1998, played with the practice set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.games.vtes.engine.views import SeenSeat, View
from vendetta_kit.games.vtes.scenarios import DIALECT
from vendetta_kit.rulebook import VTES

from .markup import MARKUP, is_card
from .predictions import PREDICTIONS

FALSE_FRIENDS: Final = (
    "blood", "pool", "influence", "frenzy", "diablerie", "withdraw", "prey", "location", "ally", "clan",
)  # fmt: skip
"""Terms that mean something else in Vendetta; the glossary says of each what it means here and there."""
CONFUSIONS: Final = 11
"""How many confusions ``data/vtes/lessons/README.md`` numbers; the last one stands for the false friends."""


def _of(what: Callable[[SeenSeat], int | bool | None]) -> Callable[[View, int], int | bool | None]:
    return lambda view, seat: what(view.seats[seat])


def _drills() -> Drills:
    from .drills import DRILLS

    return DRILLS


SUBJECT: Final = LessonGame(
    format="vtes-lesson/1",
    dialect=DIALECT,
    markup=MARKUP,
    predictions=PREDICTIONS,
    confusions=CONFUSIONS,
    switches=VTES.switches,
    watched={
        "pool": _of(lambda seat: seat.pool),
        "points": _of(lambda seat: seat.points),
        "ready": _of(lambda seat: len(seat.ready)),
        "torpor": _of(lambda seat: len(seat.torpor)),
        "here": _of(lambda seat: seat.here),
    },
    drills=_drills,
    own_cards=lambda table: [card["id"] for card in table.get("cards", ())],
    shown=("false_friends",),
    shown_of={"card": is_card, "rule": VTES.is_id},
)
"""V:TES as a game of lessons; their cards are those of the practice set."""
