"""What a game adds to lessons: what can be shown, predicted and referred to, and when a turn is over.

One frozen :class:`Subject` is all that the course is given of a game, beside the dialect of its scenario files. Which
lesson is about which game is said by its ``format``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel.actions import Action
from vendetta_kit.scenarios.dialect import Dialect

from .markup import Markup
from .predictions import Predictions

if TYPE_CHECKING:
    from vendetta_kit.rulebook.records import Ruling

__all__ = ["MODULES", "Subject", "of_dialect", "of_format"]

Watch = Callable[[Any, int], "int | bool | None"]


def _no_turn(view: Any) -> None:
    return None


def _nothing() -> tuple[str, ...]:
    return ()


def _no_switches(lang: str) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a game adds to lessons. What has a default need not be said by a game that has no use for it.

    Args:
        format: the word that its lessons begin with, such as ``vendetta-lesson/1``.
        dialect: that of its scenario files.
        markup: what the words of a lesson can refer to.
        predictions: what can be predicted.
        places: those that a prediction can be about.
        turn: which turn the reader is in the middle of, or ``None``: ``(view)``. It lasts until it is ended.
        end_of_turn: what ends a turn in which everything has been done, where that may be done: ``(view)``.
        people: the cards whose ``numbers`` a lesson can show.
        switches: the rulings with a switch, by its name, in a language.
        watched: what of a seat can be compared under two readings: ``(view, seat)``, the usual ones first.
        usually_watched: how many of these are compared where nothing is said.
        shown: the displays; ``shown_of`` those of something, each with whether there is such a thing.
    """

    format: str
    dialect: Dialect
    markup: Markup
    predictions: Predictions
    places: tuple[int | str, ...] = ()
    turn: Callable[[Any], Hashable | None] = _no_turn
    end_of_turn: Callable[[Any], Action | None] = _no_turn
    people: Callable[[], Collection[str]] = _nothing
    switches: Callable[[str], Mapping[str, Ruling]] = _no_switches
    watched: Mapping[str, Watch] = field(default_factory=dict)
    usually_watched: int = 2
    shown: tuple[str, ...] = ()
    shown_of: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)


MODULES: Final = ("vendetta_kit.games.vendetta.course.subject",)
"""The modules that hold each game's ``SUBJECT``, Vendetta's first."""


def _all() -> Iterator[Subject]:
    for module in MODULES:
        yield import_module(module).SUBJECT


def of_dialect(dialect: Dialect) -> Subject:
    """Return the subject whose scenario files are written in this dialect."""
    return next(subject for subject in _all() if subject.dialect is dialect)


def of_format(document: Any) -> Subject:
    """Return the subject that a file's values name; Vendetta's for a file that names none of ours.

    >>> of_format({"format": "vendetta-lesson/1"}).dialect.rules.id
    'vendetta'
    """
    said = document.get("format") if isinstance(document, dict) else None
    return next((subject for subject in _all() if subject.format == said), next(_all()))
