"""What a game adds to lessons: what can be shown, predicted and referred to, and when a turn ends.

Each game gives the course one :class:`LessonGame`. The key ``format`` of a lesson names its game.
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
    """What a game adds to lessons.

    Args:
        format: value of the key ``format`` in its lessons, such as ``vendetta-lesson/1``.
        dialect: the dialect of its scenario files.
        markup: the references that the texts of a lesson can have.
        predictions: the predictions that a lesson can ask for.
        places: the places that a prediction can be about.
        confusions: number of listed misunderstandings of newcomers; a moment names one by its number, from 1.
        turn: returns the turn that the learner is in the middle of, or ``None``: ``(view)``.
        end_of_turn: returns the action that ends a turn when nothing is left to do, if it is legal: ``(view)``.
        people: ids of the cards whose ``numbers`` a lesson can show.
        switches: returns the rulings that have a switch, by the switch's name: ``(language)``.
        watched: returns what of a seat can be compared under two readings, the usual first: ``(view, seat)``.
        usually_watched: number of these that are compared by default.
        signs: returns what a view shows of later lessons, by the id of the rule that introduces it: ``(view)``.
        drills: returns the game's drills, which are made at the first call.
        guided: returns the rules that the guide of a first game tells.
        own_cards: returns the cards that only a scenario defines: ``(the scenario's position)``.
        shown: names of the displays; ``shown_of`` has those about an item, each with a check of the item.
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
    guided: Callable[[], Collection[str]] = _nothing
    own_cards: Callable[[Mapping[str, Any]], Sequence[str]] = _none_of_its_own
    shown: tuple[str, ...] = ()
    shown_of: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
