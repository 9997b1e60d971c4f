"""Predictions of Vendetta: who wins a Location, Power, Frenzy, Blood, Influence, scores and more.

>>> from vendetta_kit import Game
>>> view = Game.new(seats=3, seed=1, clans=["brujah", "toreador", "ventrue"]).view(0)
>>> form, prompt, options = PREDICTIONS.of("blood", seat=1).question(view)
>>> form, prompt["en"]
('number', "How much Blood will be in Bob's Pool then?")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from vendetta_kit.course.predictions import At, Find, PredictionAnswer, PredictionKind, Predictions, Since
from vendetta_kit.course.questions import NOBODY, AnswerOption, ExplanationLine, Words, seat_options
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.events import Event

from .question_words import nobody, phrase

_CLOCK: Final = frozenset({"round", "phase", "location", "step", "turn", "resolved"})
"""Kinds of events that only say when something happens."""


def _here(view: View, of_place: bool) -> At | None:
    """Return the Location that is resolved now or next."""
    if view.at is not None:
        return view.at
    return view.locations[0].at if of_place else None


def _alive(view: View) -> list[int]:
    return [seat.seat for seat in view.seats if not seat.out]


def _there(view: View, at: At | None) -> list[int]:
    """Return the seats that may be at a Location when it is resolved; at the Prince's Haven that is any seat."""
    if at != view.at and (at == "haven" or view.phase != "resolution"):
        return _alive(view)
    found = []
    for seat in view.seats:
        here = next((position for position in seat.positions if position.at == at), None)
        if not seat.out and here is not None and (here.cards or here.blood):
            found.append(seat.seat)
    return found or _alive(view)


Ask = Callable[["View", "At | None", "int | None"], tuple[Words, tuple[AnswerOption, ...]]]


def _asks(kind: str, seats: Callable[[View, At | None], list[int]] | None = None, or_nobody: bool = True) -> Ask:
    """Return a function that asks with the texts of a kind; with ``seats`` it offers these as answers."""

    def ask(view: View, at: At | None, seat: int | None) -> tuple[Words, tuple[AnswerOption, ...]]:
        ally = next((place.ally for place in view.locations if place.at == at), None)
        name = view.names[seat] if seat is not None else None
        own = ".you" if seat is not None and seat == view.me else ""
        prompt = phrase(f"predict.{kind}{own}", at=at, name=name, card=ally)
        if seats is None:
            return prompt, ()
        you = view.me, phrase("you")
        return prompt, seat_options(view.names, seats(view, at), nobody() if or_nobody else None, you)

    return ask


def _anybody(view: View, at: At | None) -> list[int]:
    return _alive(view)


# Results of predictions ------------------------------------------------------------------------------------


def _value(seat: int | None) -> tuple[str, ...]:
    return (NOBODY if seat is None else str(seat),)


def _at(events: Iterable[Event], at: At | None, *kinds: str) -> list[Event]:
    return [event for event in events if event.kind in kinds and event.at == at]


_ON_THE_WAY: Final = ("tokens", "withdraw", "withdraw_haven", "face_down", "moved", "printed", "count")
"""Kinds of events that come before the winner and help to decide it."""


def _ranking(since: Since, at: At | None) -> tuple[tuple[int, ...], tuple[Event, ...]] | None:
    """Return the ranking at a Location with the events that explain it; ``None`` before it is decided."""
    ends = _at(since.events, at, "winner", "lone", "nobody")
    if not ends:
        return None
    end = ends[-1]
    rows = [event for event in _at(since.events, at, *_ON_THE_WAY) if event.n < end.n]
    ranking = tuple(end.data.get("ranking", ())) or (() if end.seat is None else (end.seat,))
    return ranking, (*rows, end)


def _conflict_first(rules: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules of a ranking, those of the conflict first, because the question is not about rewards."""
    return tuple(sorted(rules, key=lambda rule: not rule.startswith("CONF-")))


def _winner(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    ranking, rows = found
    return PredictionAnswer(_value(ranking[0] if ranking else None), rows, about=_conflict_first(rows[-1].rules))


def _second(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    ranking, rows = found
    return PredictionAnswer(
        _value(ranking[1] if len(ranking) > 1 else None), rows, about=_conflict_first(rows[-1].rules)
    )


def _power(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    counts = [event for event in found[1] if event.kind == "count" and event.seat == seat]
    if not counts:
        name = since.after.names[seat]
        return PredictionAnswer(("0",), (found[1][-1],), last=(ExplanationLine(phrase("line.uncounted", name=name)),))
    changed = [event for event in found[1] if event.kind == "printed"]
    return PredictionAnswer((str(counts[-1].data["power"]),), (*changed, counts[-1]), about=counts[-1].rules)


def _frenzy(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = [event for event in since.events if event.kind == "frenzy"]
    seats = {event.seat for event in rows}
    causes = tuple(entry for entry in since.entries if entry.token == "blood" and entry.source.seat in seats)
    right = tuple(str(s.seat) for s in since.after.seats if s.seat in seats) or (NOBODY,)
    return PredictionAnswer(right, tuple(rows), causes, ("FRZ-01",))


def _pool(token: str) -> Find:
    def find(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
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
        about = () if entries else ("GLOS-09",)  # no tokens have moved
        return PredictionAnswer(
            (str(amount),), events, entries, about, (ExplanationLine(phrase("line.after", n=amount)),)
        )

    return find


def _blood(view: View, seat: int) -> int:
    return view.seats[seat].blood


def _influence(view: View, seat: int) -> int:
    return view.seats[seat].influence


def _leaves(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    tokens = _at(since.events, at, "tokens")
    if not tokens:
        return None
    rows = (*tokens, *_at(since.events, at, "withdraw", "withdraw_haven"))
    right = tuple(str(leaving) for leaving in sorted(tokens[-1].data["leaving"])) or (NOBODY,)
    return PredictionAnswer(right, rows, about=tokens[-1].rules)


def _ally(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    found = _ranking(since, at)
    if found is None:
        return None
    rows = _at(since.events, at, "ally", "ally_removed")
    taken = [event for event in rows if event.kind == "ally"]
    return PredictionAnswer(_value(taken[0].seat if taken else None), (*found[1], *rows), about=("REW-01",))


def _score(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = [event for event in since.events if event.kind == "score" and event.seat == seat]
    if not rows:
        return None
    lines = [e for e in since.entries if e.cause.startswith("score") and seat in (e.source.seat, e.target.seat)]
    return PredictionAnswer((str(rows[0].data["score"]),), (rows[0],), tuple(lines))


def _ambition(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = [event for event in since.events if event.kind in ("ambition", "ambition_stays")]
    if not rows:
        return None
    return PredictionAnswer((str(since.after.ambition),), tuple(rows))


def _game(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = [event for event in since.events if event.kind in ("score", "game_over")]
    if not since.after.over or not rows:
        return None
    return PredictionAnswer(tuple(str(winner) for winner in sorted(since.after.winners)), tuple(rows))


KINDS: Final[dict[str, PredictionKind]] = {
    "winner": PredictionKind("one", _asks("winner", _there), _winner, of_place=True),
    "second": PredictionKind("one", _asks("second", _there), _second, of_place=True),
    "ally": PredictionKind("one", _asks("ally", _there), _ally, of_place=True, main="REW-01"),
    "leaves": PredictionKind("many", _asks("leaves", _there), _leaves, of_place=True, main="WDR-07"),
    "power": PredictionKind(
        "number", _asks("power"), _power, of_seat=True, of_place=True, main="CONF-03", now=lambda view, seat: 0
    ),
    "frenzy": PredictionKind("many", _asks("frenzy", _anybody), _frenzy, main="FRZ-01"),
    "blood": PredictionKind("number", _asks("blood"), _pool("blood"), of_seat=True, now=_blood),
    "influence": PredictionKind("number", _asks("influence"), _pool("influence"), of_seat=True, now=_influence),
    "score": PredictionKind("number", _asks("score"), _score, of_seat=True),
    "ambition": PredictionKind("one", _asks("ambition", _anybody, or_nobody=False), _ambition, main="REW-09"),
    "game": PredictionKind("many", _asks("game", _anybody, or_nobody=False), _game),
}
"""All kinds of predictions. Frenzy, Blood and Influence are answered by the next event of any kind, the others once the
Location, the Ambition token or the game is decided."""

PREDICTIONS: Final = Predictions(KINDS, log_lines, _CLOCK, _here)
