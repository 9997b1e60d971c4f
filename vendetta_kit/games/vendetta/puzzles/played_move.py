"""What a move at a puzzle leads to: the move and the rest of its round, played on in one imagined game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.card_tables import AT
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import INFL, LOC, OUT, POOL, ROUND
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Entry, Event

_BLOOD: Final = 0.5
"""What one Blood counts, in Influence, where two outcomes are compared."""
_VERDICTS: Final = ("winner", "lone", "nobody")


@dataclass(frozen=True, slots=True)
class ResolvedLocation:
    """A Location when it was just resolved, as the puzzle's seat sees it.

    ``before`` is its view before that, ``span`` has the running numbers of the Location's events, ``winner`` its
    winner, ``power`` the Power that was counted, by seat, and ``tie`` the key of why a tie went to the winner.
    """

    at: int | str
    view: View
    before: View
    span: range
    winner: int | None
    power: dict[int, int]
    tie: str

    def gain(self, seat: int) -> int:
        """Return the Influence that a seat gains here, all that counts in its score; below 0 if it loses some."""
        return (self.view.seats[seat].score or 0) - (self.before.seats[seat].score or 0)


class Frenzy(NamedTuple):
    """The first Frenzy of the puzzle's seat: at which Location, whom it Drains in it, and what emptied its Pool.

    ``takers`` has card and seat, as far as there are any, and the Blood that each took from the Pool since the move or
    since the Pool last gained some.
    """

    at: int | str | None
    drained: tuple[str, ...]
    takers: tuple[tuple[str | None, int | None, int], ...]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """What a move of ``seat`` leads to until the end of the round; ``made_at`` is its Location, if it has one.

    ``diablerie`` is whether the seat commits Diablerie in it, ``then`` the plays that it makes after it in the same
    Planning.
    """

    seat: int
    action: Action
    made_at: int | str | None
    locations: tuple[ResolvedLocation, ...]
    influence: int
    blood: int
    frenzy: Frenzy | None
    diablerie: bool
    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    over: bool
    then: tuple[Play, ...]

    def location(self, at: int | str) -> ResolvedLocation | None:
        """Return a Location of this outcome; ``None`` if it was not resolved."""
        return next((found for found in self.locations if found.at == at), None)

    def drained_at(self, at: int | str) -> tuple[str, ...]:
        """Return whom the seat Drains in a Frenzy at a Location."""
        return self.frenzy.drained if self.frenzy is not None and self.frenzy.at == at else ()

    def worth(self) -> tuple[int, float]:
        """Return the outcome as a value that is higher the better it is for the seat."""
        own = self.scores[self.seat]
        if own is None:
            return -2, 0.0
        others = [score for seat, score in enumerate(self.scores) if seat != self.seat and score is not None]
        lead = own - max(others, default=0)
        result = 0 if not self.over else 1 if self.seat in self.winners else -1
        return result, lead + (0.0 if self.over else _BLOOD * self.blood)


def outcome_of(world: Game, seat: int, action: Action, key: str) -> PlayedMove:
    """Play a move and the rest of its round."""
    game, choose, rng = world.copy(), GreedyChooser(Weights()).choose, Random(key)
    assert game.rec is not None
    events, began, told, paid = game.rec.events, game.n[ROUND], len(game.rec.events), len(game.rec.entries)
    seen = told
    found: list[ResolvedLocation] = []
    before, counted = game.view(seat), game.n[LOC] >= 0 and not isinstance(action, Stay | Withdraw)

    def resolved(g: Game) -> bool:
        return any(event.kind == "resolved" for event in events[seen:])

    who, code, made_at = seat, action.code, AT[game.n[LOC]] if game.n[LOC] >= 0 else None
    while True:
        game.advance(who, code, resolved)
        while resolved(game):
            found += _resolved(game, seat, events[seen:], before)
            seen, counted = len(events), False
            game.run(resolved)
        next_seat = game.to_act
        if next_seat is None or game.n[ROUND] != began:
            break
        counted = counted or any(event.kind == "tokens" for event in events[seen:])
        if not counted:  # what a Location brings counts from its tokens on
            before = game.view(seat)
        who, code = next_seat, choose(game.observe(next_seat), rng)
    frenzy = _frenzy(events[told:], game.rec.entries[paid:], seat)
    scores = tuple(None if game.n[OUT] >> s & 1 else score for s, score in enumerate(game.scores))
    winners = tuple(game.winners) if game.is_over else ()
    n = game.n
    own = n[INFL + seat], n[POOL + seat]
    diablerie = any((event.kind, event.seat) == ("diablerie", seat) for event in events[told:])
    then, end = _then(events[told:], seat, action), game.is_over
    return PlayedMove(seat, action, made_at, tuple(found), *own, frenzy, diablerie, scores, winners, end, then)


def _then(events: list[Event], seat: int, action: Action) -> tuple[Play, ...]:
    """Return the plays of a seat in Planning among the events from its move on, without the move."""
    plays = []
    for one in events:
        if (one.kind, one.seat, one.moment.phase) == ("play", seat, "planning") and not one.data.get("by"):
            data = one.seen_by(seat).data
            assert one.at is not None
            plays.append(Play(data["card"], one.at, data["face"], data["blood"], data["flips"]))
    return tuple(plays[1:] if isinstance(action, Play) else plays)


def _resolved(game: Game, seat: int, events: list[Event], before: View) -> Iterator[ResolvedLocation]:
    end = next(event for event in reversed(events) if event.kind == "resolved")
    here = [event for event in events if event.at == end.at and event.n <= end.n]
    verdict = next((event for event in reversed(here) if event.kind in _VERDICTS), None)
    if end.at is None or verdict is None:
        return
    begun = next((event.n for event in here if event.kind == "tokens"), here[0].n)
    power = {event.seat: int(event.data["power"]) for event in here if event.kind == "count" and event.seat is not None}
    tie = "" if not verdict.data.get("tied") else "fiorenza" if "RUL-40" in verdict.rules else "order"
    yield ResolvedLocation(end.at, game.view(seat), before, range(begun, end.n + 1), verdict.seat, power, tie)


def _frenzy(events: list[Event], entries: list[Entry], seat: int) -> Frenzy | None:
    """Return the first Frenzy of a seat among events, with the ledger's entries before it; ``None`` without one."""
    first = next((k for k, event in enumerate(events) if event.kind == "frenzy" and event.seat == seat), None)
    if first is None:
        return None
    at = next((event.at for event in (*events[first::-1], *events[first:]) if event.at is not None), None)
    after = (event for event in events[first + 1 :] if event.seat == seat or event.kind == "resolved")
    drained = [event.data["card"] for event in takewhile(lambda event: event.kind != "resolved", after)
               if event.kind == "drain"]  # fmt: skip
    takers: dict[tuple[str | None, int | None], int] = {}
    for one in (one for one in entries if one.token == "blood" and one.n < events[first].n):
        if (one.target.kind, one.target.seat) == ("pool", seat):
            takers = {}
        if (one.source.kind, one.source.seat) == ("pool", seat):
            takers[one.card, one.by] = takers.get((one.card, one.by), 0) + one.amount
    return Frenzy(at, tuple(drained), tuple((card, by, n) for (card, by), n in takers.items()))


class Reply(NamedTuple):
    """A rival's first play that goes elsewhere after the best move, and where it goes after the other."""

    seat: int
    at: int | str
    instead: int | str


def first_reply(best: PlayedMove, other: PlayedMove) -> Reply | None:
    """Return the first play of a rival that goes to another Location after the best move; ``None`` without one."""
    for here, there in zip(_plays(best), _plays(other), strict=False):
        if here.seat == there.seat and here.at != there.at:
            assert here.seat is not None
            assert here.at is not None
            assert there.at is not None
            return Reply(here.seat, here.at, there.at)
    return None


def _plays(one: PlayedMove) -> list[Event]:
    """Return what rivals play in the Planning of the round."""
    view = one.locations[-1].view
    plays = [event for event in view.events if event.kind == "play" and event.moment.round == view.round]
    return [event for event in plays if event.moment.phase == "planning" and event.seat != one.seat]


def told_places(pair: Sequence[PlayedMove], made_at: int | str | None, decides: int | str) -> tuple[int | str, ...]:
    """Return the Locations that an answer tells and shows: of the move, those that end otherwise, what decides.

    Where one stays or withdraws the Haven is told, too, for there go the cards of who withdraws.
    """
    both = [{found.at: found for found in move.locations} for move in pair]
    differ = [at for at, one in both[0].items() if at in both[1] and _seen(one, pair[0]) != _seen(both[1][at], pair[1])]
    haven = ["haven"] if isinstance(pair[0].action, Stay | Withdraw) and any("haven" in ends for ends in both) else []
    plays = [move.action.at for move in pair if isinstance(move.action, Play)]
    first = [made_at] if made_at is not None else plays
    return tuple(dict.fromkeys((*first, *(at for at in differ if at != decides), *haven, decides)))


def _seen(found: ResolvedLocation, move: PlayedMove) -> tuple[int, bool]:
    """Return what is told of a Location beside who wins: what the seat gains, and whether it enters Frenzy there."""
    return found.gain(move.seat), move.frenzy is not None and move.frenzy.at == found.at
