"""Predictions: a question before a reveal, and after it the answer, worked out from events, ledger and rules.

The question is made from the view before the reveal and from nothing else, so it tells nothing; what is right is read
from what lies between that view and a later one.

>>> from vendetta_kit import Game
>>> view = Game.new(seed=7, clans=("brujah", "gangrel", "tremere", "ventrue")).view(0)
>>> form, prompt, options = Prediction("blood", seat=1).question(view)
>>> form, prompt["en"]
('number', "How much Blood will be in Bob's Pool after this?")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.paths import read_json
from vendetta_kit.rulebook import languages
from vendetta_kit.rulebook.words import fill

from .questions import NOBODY, Line, Option, Question, Words, plain, told

if TYPE_CHECKING:
    from vendetta_kit.engine.events import Entry, Event
    from vendetta_kit.engine.views import View

__all__ = ["KINDS", "Prediction"]

KINDS: Final[Mapping[str, tuple[str, bool, bool]]] = {
    "winner": ("one", True, False),
    "power": ("number", True, True),
    "frenzy": ("many", False, False),
    "blood": ("number", False, True),
    "influence": ("number", False, True),
    "leaves": ("many", True, False),
    "ally": ("one", True, False),
    "score": ("number", False, True),
    "ambition": ("one", False, False),
}
"""What can be predicted: the form of the answer, and whether a Location (``at``) and a ``seat`` must be named."""
RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "winner": ("CONF-04",),
    "power": ("CONF-03",),
    "frenzy": ("FRZ-01",),
    "blood": (),
    "influence": (),
    "leaves": ("WDR-07",),
    "ally": ("REW-01",),
    "score": ("EOG-02",),
    "ambition": ("REW-09",),
}
"""The rules that a prediction is about, beside those of what happens."""
LONGEST: Final = 12
"""So many lines of what happened are told at most; the last ones matter most."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is to be predicted: ``kind`` is a key of :data:`KINDS`, ``at`` a Location, ``seat`` whose number it is.

    Raises:
        ValueError: there is no such kind, or it needs a Location or a seat that is not named.
    """

    kind: str
    at: int | str | None = None
    seat: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown prediction {self.kind!r}; expected one of {', '.join(KINDS)}")
        _, at, seat = KINDS[self.kind]
        if at and self.at is None:
            raise ValueError(f"a prediction of kind {self.kind} needs at: 1, 2, 3 or haven")
        if seat and self.seat is None:
            raise ValueError(f"a prediction of kind {self.kind} needs a seat")

    # Before -------------------------------------------------------------------------------------------------

    def question(self, view: View) -> tuple[str, Words, tuple[Option, ...]]:
        """Form, prompt and options, from what the reader of this view may know."""
        form = KINDS[self.kind][0]
        values: dict[str, Any] = {}
        if self.at is not None:
            values["at"] = self.at
        if self.seat is not None:
            values["name"] = view.names[self.seat]
        return form, _phrase(self.kind, **values), () if form == "number" else self._options(view)

    def _options(self, view: View) -> tuple[Option, ...]:
        seats = [seat for seat in view.order if not view.seats[seat].out]
        if self.kind in ("winner", "leaves"):
            here = [seat for seat in seats if _there(view, seat, self.at)]
            seats = here or seats
        found = [Option(str(seat), plain(view.names[seat])) for seat in seats]
        if self.kind != "ambition":
            found.append(Option(NOBODY, _phrase("nobody")))
        return tuple(found)

    # After --------------------------------------------------------------------------------------------------

    def settled(self, before: View, after: View) -> Question | None:
        """The question with its answer, once what it asks about has happened between the two views."""
        events, entries = _since(before, after)
        if not events and not entries:
            return None
        right = _SETTLED[self.kind](self, after, events)
        if right is None:
            return None
        form, prompt, options = self.question(before)
        lines = self._working(before, after, events, entries)
        rules = tuple(dict.fromkeys((*RULES[self.kind], *(rule for line in reversed(lines) for rule in line.rules))))
        name = f"predict/{self.kind}/{self.at}/{self.seat}/{before.round}/{len(before.events)}"
        return Question(name, form, rules[:6], prompt, options, right, lines, before)

    def _working(
        self, before: View, after: View, events: tuple[Event, ...], entries: tuple[Entry, ...]
    ) -> tuple[Line, ...]:
        """What happened that bears on the answer, and what it comes to."""
        about, moved = _ABOUT[self.kind], _MOVES.get(self.kind, ())
        chosen = tuple(event for event in events if event.kind in about and self._mine(event))
        paid = tuple(entry for entry in entries if self._pays(entry, moved))
        lines = told(after.me, after.names, chosen, paid)[-LONGEST:]
        return (*lines, *self._sum(after, bool(lines)))

    def _mine(self, event: Event) -> bool:
        """Whether an event is about what was asked."""
        if self.at is not None and event.at is not None and event.at != self.at:
            return False
        return self.kind != "power" or event.kind != "count" or event.seat == self.seat

    def _pays(self, entry: Entry, moved: tuple[str, ...]) -> bool:
        if not moved or entry.token not in moved:
            return False
        return self.seat is None or self.seat in (entry.source.seat, entry.target.seat)

    def _sum(self, after: View, happened: bool) -> tuple[Line, ...]:
        found = [] if happened else [Line(_phrase("quiet"))]
        if self.kind in ("blood", "influence", "score") and self.seat is not None:
            key = {"blood": "now", "influence": "now.influence", "score": "now.score"}[self.kind]
            number = getattr(after.seats[self.seat], self.kind) or 0
            found.append(Line(_phrase(key, name=after.names[self.seat], n=number)))
        if self.kind == "ambition":
            found.append(Line(_phrase("holder", name=after.names[after.ambition]), ("COMP-09",)))
        return tuple(found)


_ABOUT: Final[Mapping[str, frozenset[str]]] = {
    "winner": frozenset({"tokens", "withdraw", "withdraw_haven", "lone", "nobody", "count", "winner"}),
    "power": frozenset({"revealed", "act", "face_down", "printed", "ignored", "protected", "count"}),
    "frenzy": frozenset({"act", "frenzy", "frenzy_bare", "protected", "ignored", "withdraw", "withdraw_haven"}),
    "blood": frozenset({"act", "frenzy", "drain", "withdraw", "withdraw_haven", "protected", "ignored"}),
    "influence": frozenset({"winner", "lone", "frenzy"}),
    "leaves": frozenset({"tokens", "withdraw", "withdraw_haven"}),
    "ally": frozenset({"lone", "nobody", "count", "winner", "ally", "ally_removed"}),
    "score": frozenset({"ally", "victim", "drain", "diablerie", "score"}),
    "ambition": frozenset({"lone", "nobody", "winner", "ambition", "ambition_stays"}),
}
"""Events that bear on an answer."""
_MOVES: Final[Mapping[str, tuple[str, ...]]] = {
    "frenzy": ("blood",),
    "blood": ("blood",),
    "influence": ("influence",),
    "score": ("influence",),
}
"""What the ledger moves that bears on an answer."""


def _winner(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    for event in events:
        if event.at == asked.at and event.kind in ("winner", "lone"):
            return (str(event.seat),)
        if event.at == asked.at and event.kind == "nobody":
            return (NOBODY,)
    return None


def _power(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    for event in events:
        if event.kind == "count" and event.at == asked.at and event.seat == asked.seat:
            return (str(event.data["power"]),)
    return None


def _frenzy(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    """Known as soon as the game has gone on."""
    seats = dict.fromkeys(str(event.seat) for event in events if event.kind in ("frenzy", "frenzy_bare"))
    return tuple(seats) or (NOBODY,)


def _leaves(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    for event in events:
        if event.kind == "tokens" and event.at == asked.at:
            return tuple(str(seat) for seat in event.data["leaving"]) or (NOBODY,)
    return None


def _ally(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    for event in events:
        if event.at == asked.at and event.kind == "ally":
            return (str(event.seat),)
        if event.at == asked.at and event.kind in ("ally_removed", "resolved"):
            return (NOBODY,)
    return None


def _ambition(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    """Known once it has changed hands or stayed, or the Haven has been resolved."""
    for event in events:
        if event.kind in ("ambition", "ambition_stays") or (event.kind == "resolved" and event.at == "haven"):
            return (str(after.ambition),)
    return None


def _number(asked: Prediction, after: View, events: tuple[Event, ...]) -> tuple[str, ...] | None:
    """Known as soon as the game has gone on."""
    assert asked.seat is not None
    value = getattr(after.seats[asked.seat], asked.kind)
    return None if value is None else (str(value),)


_SETTLED: Final[Mapping[str, Callable[[Prediction, View, tuple[Event, ...]], tuple[str, ...] | None]]] = {
    "winner": _winner,
    "power": _power,
    "frenzy": _frenzy,
    "blood": _number,
    "influence": _number,
    "leaves": _leaves,
    "ally": _ally,
    "score": _number,
    "ambition": _ambition,
}


def _there(view: View, seat: int, at: int | str | None) -> bool:
    """Whether a seat has cards or Blood at a Location (GLOS-05)."""
    return any(position.at == at and (position.cards or position.blood) for position in view.seats[seat].positions)


def _since(before: View, after: View) -> tuple[tuple[Event, ...], tuple[Entry, ...]]:
    """Events and ledger entries after a view."""
    last = max((*_numbers(before.events[-1:]), *_numbers(before.ledger[-1:])), default=-1)
    events = tuple(event for event in after.events if event.n > last)
    return events, tuple(entry for entry in after.ledger if entry.n > last)


def _numbers(rows: Iterable[Any]) -> list[int]:
    return [row.n for row in rows]


def _phrase(key: str, **values: Any) -> Words:
    """Words of ``predictions.json`` in every language."""
    return {lang: fill(str(read_json("lang", lang, "predictions.json")[key]), lang, values) for lang in languages()}
