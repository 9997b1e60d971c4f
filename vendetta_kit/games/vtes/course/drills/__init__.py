"""V:TES's drills: each is made by the engine, from a scenario or a game of bots, and graded with its rules.

>>> question = by_id("statement:BLEED-03:0")
>>> question.prompt["de"][-19:], len(question.options), question.grade(question.right)
(': Was davon stimmt?', 3, True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from vendetta_kit.course.drills import Drills
from vendetta_kit.course.drills.statements import Statements
from vendetta_kit.games.vtes.wording.words import practice_words
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.paths import read_json, read_words
from vendetta_kit.rulebook import VTES

from . import bleeding, blocks, ousts, transfers, turns, votes, wounds
from .families import FAMILIES
from .phrases import phrase
from .stories import units

__all__ = ["DRILLS", "by_id", "drill", "moments"]

_MODULES: Final = (bleeding, blocks, transfers, wounds, votes, turns, ousts)
"""Importing them has filled FAMILIES."""


def _wrong(lang: str) -> Mapping[str, Sequence[str]]:
    """Wrong statements by rule."""
    found: Mapping[str, Sequence[str]] = read_words("drills.json", lang, "vtes")["wrong"]
    return found


def _told(row: Event | Entry, names: Sequence[str], lang: str, seat: int) -> str:
    words = practice_words()
    if isinstance(row, Event):
        return words.event_text(row, names, lang, seat)
    return words.entry_text(row.seen_by(seat), names, lang)


@cache
def moments() -> Mapping[str, Any]:
    """Return where each rule can be asked about, as the index has it."""
    found: dict[str, Any] = read_json("vtes", "drills", "moments.json")
    return found


DRILLS: Final = Drills(FAMILIES, units, Statements(VTES, _wrong, phrase, _told), moments)
drill = DRILLS.drill
by_id = DRILLS.by_id
