"""The moments that decided a finished game for one seat: Locations won and lost, Frenzies suffered and caused.

The end of a game and its review tell the same ones. All of it follows from what everybody at the table could see; no
game is imagined. ``cost`` of each is the Influence that it brought or took, as ``values["who"]`` had it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.coach.game_for_coach import GamePattern
from vendetta_kit.coach.review_model import LEAST_COST, MOST_HIGHLIGHTS
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.flows import InfluencePoint, KnownHistory, LocationRound
from vendetta_kit.kernel.events import Event

from .game_patterns import card_that_emptied, end_of_frenzy, frenzies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CLOSE: Final = ((0, 4.0), (2, 3.0), (4, 1.5))
"""What it adds to a Location's weight, in Influence, that so much Power lay between the first two."""
_AGAINST: Final = 0.4
"""The share of its weight that a moment keeps which does not tell why the game ended as it did."""
_FAR: Final = 0.4
"""The share that a lost Location keeps at which the seat had not half the winner's Power, or was not at all."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    weight: float
    good: bool
    moment: GamePattern


def deciding_moments(history: KnownHistory, seat: int | None) -> list[GamePattern]:
    """Return up to :data:`MOST_HIGHLIGHTS` moments that decided a finished game, in the order of the game.

    In a game that the seat won, what won it comes first, the greatest gain among it, but for Frenzies that cost much;
    else what lost it.

    Args:
        history: the history of the game.
        seat: whose game it was; ``None`` for somebody who has looked on.
    """
    winners = flows.ranked_sides(history)[:1]
    won = seat is None or any(seat in side for side in winners)
    found = list(_places(history, seat, [mate for side in winners for mate in side]))
    if seat is not None:
        found += [*_suffered(history, seat), *_caused(history, seat)]
    found = [one if one.good == won else replace(one, weight=one.weight * _AGAINST) for one in found]
    costly = [one for one in found if one.moment.mistake and one.moment.cost >= LEAST_COST]
    most = max((one for one in found if won and one.good), key=lambda one: one.moment.cost, default=None)
    found.sort(key=lambda one: (one not in costly, one is not most, -one.weight, one.moment.n))
    return sorted((one.moment for one in found[:MOST_HIGHLIGHTS]), key=lambda moment: moment.n)


def _places(history: KnownHistory, seat: int | None, winners: Sequence[int]) -> Iterator[_Weighed]:
    """Yield the Locations that somebody won, as they were for the seat."""
    spans = [(event.n, end_of_frenzy(history, event)) for event in history.events if event.kind == "frenzy"]
    changes = [p for p in flows.score_changes(history) if not any(first < p.n < end for first, end in spans)]
    for place in flows.location_rounds(history):
        verdict = next((e for e in history.events if e.kind in _VERDICTS and place.n < e.n <= place.last), None)
        if place.winner is None or verdict is None:
            continue
        mate = seat is not None and seat != place.winner and [seat, place.winner] in _teams(history)
        if not mate:
            yield _place(history, place, verdict, changes, seat, winners)


_VERDICTS: Final = ("winner", "lone")


def _teams(history: KnownHistory) -> list[list[int]]:
    return [[one, other] for side in flows.sides(history) for one in side for other in side if one != other]


def _place(
    history: KnownHistory,
    place: LocationRound,
    verdict: Event,
    changes: Sequence[InfluencePoint],
    seat: int | None,
    winners: Sequence[int],
) -> _Weighed:
    first = place.winner
    assert first is not None
    gains = [sum(p.amount for p in changes if p.seat == who and place.n < p.n <= place.last) for who in history.seats]
    mine = first == seat
    other = next(iter(place.ranking[1:]), None) if mine or seat is None else first
    rows = [None if who is None else place.at_stage("count", who) for who in (first if seat is None else seat, other)]
    own, theirs = (None if row is None else row.power for row in rows)
    key, closeness = "won" if mine or seat is None else "lost", 0.0
    if own is None or theirs is None:
        token = next((choice for choice in place.choices if choice.seat == seat), None)
        key += ".alone" if key == "won" else ".away" if token is None or token.stayed else ".left"
    else:
        apart = abs(own - theirs)
        closeness = next((more for power, more in _CLOSE if apart <= power), 0.0)
        key += ".tie" if not apart else ".near" if key == "lost" and apart < _CLOSE[-1][0] else ""
    weight = gains[first] + closeness
    if key.startswith("lost"):
        weight -= max(0, gains[seat or 0])
        far = own is None or theirs is None or 2 * own < theirs
        weight *= _FAR if far else 1.0
        weight *= 1.0 if first in winners or not far else _FAR
    ally = next((e for e in history.events if e.kind == "ally" and e.at == place.at and e.n > verdict.n), None)
    found = ally is not None and ally.moment.round == place.round
    values: dict[str, Any] = {"round": place.round, "at": place.at, "seat": first, "name": history.names[first]}
    values |= {"ally": ally.data["card"] if ally is not None and found else "", "mine": own, "theirs": theirs}
    values |= {"other": history.names[other] if other is not None else ""}
    values |= {"need": (theirs or 0) - (own or 0) + 1, "ambition": place.at == "haven" and place.round < ROUNDS}
    rules = ("CONF-03", "REW-11")
    moment = GamePattern(key, 1, float(gains[first]), verdict.n, place.at, values, rules, mistake=False)
    return _Weighed(weight, mine or seat is None, moment)


def _suffered(history: KnownHistory, seat: int) -> Iterator[_Weighed]:
    """Yield the seat's Frenzies as one moment."""
    for pattern in frenzies(history, seat):
        event = next(event for event in history.events if event.n == pattern.n)
        causer = event.data["causer"]
        values = {**pattern.values, "round": event.moment.round, "seat": seat}
        values["name"] = history.names[causer] if causer is not None else ""
        yield _Weighed(pattern.cost + _CLOSE[-1][1], False, pattern._replace(key="frenzy", values=values))


def _caused(history: KnownHistory, seat: int) -> Iterator[_Weighed]:
    """Yield the Frenzies that the seat caused, those of one Location together, with what they brought it."""
    changes = flows.score_changes(history)
    several: dict[tuple[int, object], list[Event]] = {}
    for event in history.events:
        if event.kind == "frenzy" and event.data["causer"] == seat and event.seat != seat:
            several.setdefault((event.moment.round, event.at), []).append(event)
    for (number, _), events in several.items():
        spans = [(event, end_of_frenzy(history, event)) for event in events]
        during = [(event, p) for event, end in spans for p in changes if event.n < p.n < end]
        gained = sum(p.amount for _, p in during if p.seat == seat)
        lost = -sum(p.amount for event, p in during if p.seat == event.seat)
        cards = [card_that_emptied(history, event)[0] for event in events]
        values = {"n": len(events), "card": next(filter(None, cards), ""), "round": number, "seat": seat}
        values["names"] = [history.names[event.seat] for event in events if event.seat is not None]
        rules, at = ("FRZ-02", "FRZ-04"), events[0].at
        moment = GamePattern("caused", len(events), float(gained), events[0].n, at, values, rules, mistake=False)
        yield _Weighed(gained + max(0, lost), True, moment)
