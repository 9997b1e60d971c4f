"""What a game adds to lessons: what can be shown, predicted and referred to, and when a turn is over.

One frozen :class:`LessonGame` is all that the course is given of a game, beside the dialect of its scenario files.
Which lesson is about which game is said by its ``format``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook.rule_records import Ruling
from vendetta_kit.scenarios.dialect import Dialect

from .markup import Markup
from .predictions import Predictions

if TYPE_CHECKING:
    from .drills import Drills

__all__ = ["LessonGame"]

Watch = Callable[[Any, int], "int | bool | None"]


def _no_turn(view: Any) -> None:
    return None


def _nothing() -> tuple[str, ...]:
    return ()


def _no_switches(lang: str) -> Mapping[str, Any]:
    return {}


def _none_of_its_own(table: Mapping[str, Any]) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class LessonGame:
    """What a game adds to lessons. What has a default need not be said by a game that has no use for it.

    Args:
        format: the word that its lessons begin with, such as ``vendetta-lesson/1``.
        dialect: that of its scenario files.
        markup: what the words of a lesson can refer to.
        predictions: what can be predicted.
        places: those that a prediction can be about.
        confusions: how many things newcomers get wrong are listed; a moment names one by its number, from 1.
        turn: which turn the reader is in the middle of, or ``None``: ``(view)``. It lasts until it is ended.
        end_of_turn: what ends a turn in which everything has been done, where that may be done: ``(view)``.
        people: the cards whose ``numbers`` a lesson can show.
        switches: the rulings with a switch, by its name, in a language.
        watched: what of a seat can be compared under two readings: ``(view, seat)``, the usual ones first.
        usually_watched: how many of these are compared where nothing is said.
        signs: what lies on a table only later in the course, by the rule that brings it: ``(view)``.
        drills: its drills, which are made when they are first asked for.
        own_cards: the cards of a table that its pages do not know: ``(what a scenario says of its table)``.
        shown: the displays; ``shown_of`` those of something, each with whether there is such a thing.
    """

    format: str
    dialect: Dialect
    markup: Markup
    predictions: Predictions
    places: tuple[int | str, ...] = ()
    confusions: int = 0
    turn: Callable[[Any], Hashable | None] = _no_turn
    end_of_turn: Callable[[Any], Action | None] = _no_turn
    people: Callable[[], Collection[str]] = _nothing
    switches: Callable[[str], Mapping[str, Ruling]] = _no_switches
    watched: Mapping[str, Watch] = field(default_factory=dict)
    usually_watched: int = 2
    signs: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    drills: Callable[[], Drills] | None = None
    own_cards: Callable[[Mapping[str, Any]], Sequence[str]] = _none_of_its_own
    shown: tuple[str, ...] = ()
    shown_of: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
