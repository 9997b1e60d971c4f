"""Predictions: a question before a reveal, graded and worked out once it has happened.

What is asked is made of the view before alone, so it gives nothing away. The answer, and every step towards it, comes
from what the view after has in its log and ledger beyond the view before.

>>> from vendetta_kit import Game
>>> view = Game.new(seats=3, seed=1, clans=["brujah", "toreador", "ventrue"]).view(0)
>>> form, prompt, options = Prediction("blood", seat=1).question(view)
>>> form, prompt["en"]
('number', "How much Blood will be in Bob's Pool after what comes next?")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.course.questions import NOBODY, Line, Option, Question, Words, names_of, phrase, told
from vendetta_kit.faults import BadInput, Said

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.events import Entry, Event

__all__ = ["KINDS", "BadPrediction", "Prediction"]

At = int | str
_CLOCK: Final = frozenset({"round", "phase", "location", "step", "turn", "resolved"})
"""Events that only say how late it is: as long as there are no others, nothing has happened yet."""


class BadPrediction(BadInput):
    """A prediction that cannot be asked; the message is one line."""


class Since(NamedTuple):
    """What has happened since the prediction was made."""

    after: View
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


class Answer(NamedTuple):
    """What came of it: the right values, the rows that say why, and the rules that it is about."""

    right: tuple[str, ...]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...] = ()
    about: tuple[str, ...] = ()
    last: tuple[Line, ...] = ()


MAIN: Final[Mapping[str, str]] = {
    "power": "CONF-03",
    "frenzy": "FRZ-01",
    "leaves": "WDR-07",
    "ally": "REW-01",
    "ambition": "REW-09",
}
"""The rule that a kind of prediction is about, if it is at work."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Something to predict: a kind of :data:`KINDS`, where it needs them with a Location ``at`` and a ``seat``.

    ``seat`` is a number or a name. ``at`` is by default the Location that is resolved now or next.
    """

    kind: str
    at: At | None = None
    seat: int | str | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadPrediction("", Said("no_prediction", value=self.kind), Said("want.one_of", words=tuple(KINDS)))
        if KINDS[self.kind].of_seat and self.seat is None:
            raise BadPrediction("", Said("prediction_seat", value=self.kind))

    def question(self, view: View) -> tuple[str, Words, tuple[Option, ...]]:
        """Form, prompt and options, from what lies before the reader now."""
        kind = KINDS[self.kind]
        at, seat = self.place(view), self.who(view)
        ally = next((place.ally for place in view.locations if place.at == at), None)
        name = view.names[seat] if seat is not None else None
        prompt = phrase(f"predict.{self.kind}", at=at, name=name, card=ally)
        if kind.form == "number":
            return kind.form, prompt, ()
        if kind.everybody:
            return kind.form, prompt, names_of(view.names, _alive(view), kind.nobody)
        return kind.form, prompt, names_of(view.names, _there(view, at), kind.nobody)

    def settled(self, before: View, after: View) -> Question | None:
        """The whole question with its answer, once it has happened; ``None`` as long as it has not."""
        last = max([*(event.n for event in before.events[-1:]), *(entry.n for entry in before.ledger[-1:])], default=-1)
        events = tuple(event for event in after.events if event.n > last)
        entries = tuple(entry for entry in after.ledger if entry.n > last)
        if not entries and all(event.kind in _CLOCK for event in events):
            return None
        at, seat = self.place(before), self.who(before)
        answer = KINDS[self.kind].answer(Since(after, events, entries), at, -1 if seat is None else seat)
        if answer is None:
            return None
        form, prompt, options = self.question(before)
        shown = [*(event.rules for event in answer.events), *(entry.rules for entry in answer.entries)]
        rules = [*answer.about, *(rule for some in shown for rule in some)]
        rules.sort(key=lambda rule: rule != MAIN.get(self.kind))  # what it is most about comes first
        working = told(after.me, after.names, answer.events, answer.entries)
        return Question(
            f"prediction:{self.kind}:{at}:{seat}:{last}",
            form,
            tuple(dict.fromkeys(rules)),
            prompt,
            options,
            answer.right,
            (*working, *answer.last),
            before,
        )

    def place(self, view: View) -> At | None:
        """The Location that it is about."""
        if self.at is not None:
            return self.at
        if view.at is not None:
            return view.at
        if KINDS[self.kind].of_place:
            return view.locations[0].at
        return None

    def who(self, view: View) -> int | None:
        """The number of the seat that it is about."""
        if isinstance(self.seat, str):
            if self.seat not in view.names:
                raise BadPrediction("", Said("nobody", value=self.seat), Said("want.one_of", words=view.names))
            return view.names.index(self.seat)
        return self.seat


def _alive(view: View) -> list[int]:
    return [seat.seat for seat in view.seats if not seat.out]


def _there(view: View, at: At | None) -> list[int]:
    """Who could still be at a Location when it is resolved: at the Prince's Haven, until then, anybody."""
    if at != view.at and (at == "haven" or view.phase != "resolution"):
        return _alive(view)
    found = []
    for seat in view.seats:
        here = next((position for position in seat.positions if position.at == at), None)
        if not seat.out and here is not None and (here.cards or here.blood):
            found.append(seat.seat)
    return found or _alive(view)


# What came of it -------------------------------------------------------------------------------------------

Find = Callable[[Since, "At | None", int], "Answer | None"]


def _value(seat: int | None) -> tuple[str, ...]:
    return (NOBODY if seat is None else str(seat),)


def _at(events: Iterable[Event], at: At | None, *kinds: str) -> list[Event]:
    return [event for event in events if event.kind in kinds and event.at == at]


_ON_THE_WAY: Final = ("tokens", "withdraw", "withdraw_haven", "face_down", "moved", "printed", "count")
"""What decides who wins, told before the winner."""


def _ranking(since: Since, at: At | None) -> tuple[tuple[int, ...], tuple[Event, ...]] | None:
    """Who is ranked at a Location, and the events that show why; ``None`` before it is decided."""
    ends = _at(since.events, at, "winner", "lone", "nobody")
    if not ends:
        return None
    end = ends[-1]
    rows = [event for event in _at(since.events, at, *_ON_THE_WAY) if event.n < end.n]
    ranking = tuple(end.data.get("ranking", ())) or (() if end.seat is None else (end.seat,))
    return ranking, (*rows, end)


def _conflict_first(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of a ranking with those of the conflict itself in front: who wins is not about the rewards."""
    return tuple(sorted(rules, key=lambda rule: not rule.startswith("CONF-")))


def _winner(since: Since, at: At | None, seat: int) -> Answer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    ranking, rows = found
    return Answer(_value(ranking[0] if ranking else None), rows, about=_conflict_first(rows[-1].rules))


def _second(since: Since, at: At | None, seat: int) -> Answer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    ranking, rows = found
    return Answer(_value(ranking[1] if len(ranking) > 1 else None), rows, about=_conflict_first(rows[-1].rules))


def _power(since: Since, at: At | None, seat: int) -> Answer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    counts = [event for event in found[1] if event.kind == "count" and event.seat == seat]
    if not counts:
        name = since.after.names[seat]
        return Answer(("0",), (found[1][-1],), last=(Line(phrase("line.uncounted", name=name)),))
    changed = [event for event in found[1] if event.kind == "printed"]
    return Answer((str(counts[-1].data["power"]),), (*changed, counts[-1]), about=counts[-1].rules)


def _frenzy(since: Since, at: At | None, seat: int) -> Answer | None:
    rows = [event for event in since.events if event.kind == "frenzy"]
    seats = {event.seat for event in rows}
    causes = tuple(entry for entry in since.entries if entry.token == "blood" and entry.source.seat in seats)
    right = tuple(str(s.seat) for s in since.after.seats if s.seat in seats) or (NOBODY,)
    return Answer(right, tuple(rows), causes, ("FRZ-01",))


def _pool(token: str) -> Find:
    def find(since: Since, at: At | None, seat: int) -> Answer | None:
        kinds = ("frenzy", "drain", "frenzy_bare", "protected")
        events = tuple(event for event in since.events if event.seat == seat and event.kind in kinds)
        entries = tuple(
            entry
            for entry in since.entries
            if entry.token == token
            and any(account.kind == "pool" and account.seat == seat for account in (entry.source, entry.target))
        )
        pool = since.after.seats[seat]
        amount = pool.blood if token == "blood" else pool.influence
        about = () if entries else ("GLOS-09",)  # nothing has come or gone
        return Answer((str(amount),), events, entries, about, (Line(phrase("line.after", n=amount)),))

    return find


def _leaves(since: Since, at: At | None, seat: int) -> Answer | None:
    tokens = _at(since.events, at, "tokens")
    if not tokens:
        return None
    rows = (*tokens, *_at(since.events, at, "withdraw", "withdraw_haven"))
    right = tuple(str(leaving) for leaving in sorted(tokens[-1].data["leaving"])) or (NOBODY,)
    return Answer(right, rows, about=tokens[-1].rules)


def _ally(since: Since, at: At | None, seat: int) -> Answer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    rows = _at(since.events, at, "ally", "ally_removed")
    taken = [event for event in rows if event.kind == "ally"]
    return Answer(_value(taken[0].seat if taken else None), (*found[1], *rows), about=("REW-01",))


def _score(since: Since, at: At | None, seat: int) -> Answer | None:
    rows = [event for event in since.events if event.kind == "score" and event.seat == seat]
    if not rows:
        return None
    lines = [e for e in since.entries if e.cause.startswith("score") and seat in (e.source.seat, e.target.seat)]
    return Answer((str(rows[0].data["score"]),), (rows[0],), tuple(lines))


def _ambition(since: Since, at: At | None, seat: int) -> Answer | None:
    rows = [event for event in since.events if event.kind in ("ambition", "ambition_stays")]
    if not rows:
        return None
    return Answer((str(since.after.ambition),), tuple(rows))


def _game(since: Since, at: At | None, seat: int) -> Answer | None:
    rows = [event for event in since.events if event.kind in ("score", "game_over")]
    if not since.after.over or not rows:
        return None
    return Answer(tuple(str(winner) for winner in sorted(since.after.winners)), tuple(rows))


class Kind(NamedTuple):
    """A kind of prediction: its form, how it is answered, and what it needs."""

    form: str
    answer: Find
    everybody: bool = False
    nobody: bool = True
    of_seat: bool = False
    of_place: bool = False


KINDS: Final[dict[str, Kind]] = {
    "winner": Kind("one", _winner, of_place=True),
    "second": Kind("one", _second, of_place=True),
    "ally": Kind("one", _ally, of_place=True),
    "leaves": Kind("many", _leaves, of_place=True),
    "power": Kind("number", _power, of_seat=True, of_place=True),
    "frenzy": Kind("many", _frenzy, everybody=True),
    "blood": Kind("number", _pool("blood"), of_seat=True),
    "influence": Kind("number", _pool("influence"), of_seat=True),
    "score": Kind("number", _score, of_seat=True),
    "ambition": Kind("one", _ambition, everybody=True, nobody=False),
    "game": Kind("many", _game, everybody=True, nobody=False),
}
"""All kinds of predictions. Frenzy, Blood and Influence are settled by whatever happens next, the others once the
Location, the Ambition token or the game is decided."""
