"""Actions and views as numbers in fixed ranges, for learning agents.

Both are relative to the acting seat: its own clan's cards are 0 to 8 for every clan, and seat 0 is the acting seat, so
that an agent can use what it learned in any seat. Only a view is used, so nothing hidden is in the numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta.engine import actions
from vendetta_kit.games.vendetta.engine.agenda import KIND_NAMES, QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.card_tables import (
    ALL_ALLIES,
    ALL_CARDS,
    ALL_RELICS,
    ALL_VICTIMS,
    AT,
    CLAN_CARDS,
    CLANS,
    FIRST_ALLY,
    FIRST_RELIC,
    LOCATIONS,
    NUMBER,
)
from vendetta_kit.games.vendetta.engine.state import MAX_SEATS, PHASES, STEPS
from vendetta_kit.games.vendetta.engine.views import SeatView, View

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["Numbering", "columns", "observed"]

MOST_BLOOD: Final = 100
"""More Blood than a Pool ever holds; a higher bid has no number."""
MOST_CHOICES: Final = 20
MOST_KEPT: Final = 4
DECK: Final = 9
_PEOPLE: Final = len(ALL_ALLIES) + len(ALL_VICTIMS)
_LOOKS_A_SEAT: Final = 64


class Segment(NamedTuple):
    """A range of actions of one kind: its name, first number, size, and the code of its first action."""

    name: str
    first: int
    size: int
    code: int


def _keeps() -> tuple[int, ...]:
    """Return the codes of Keep actions without the clan: small sets of nine cards, with a card to give or none."""
    found = []
    for size in range(1, MOST_KEPT + 1):
        for cards in combinations(range(DECK), size):
            kept = sum(1 << card for card in cards)
            found += [kept * 10 + given for given in range(DECK + 1) if not given or given - 1 not in cards]
    return tuple(found)


_KEEPS: Final = _keeps()
_KEEP_AT: Final = {rest: k for k, rest in enumerate(_KEEPS)}
_KEEPS_A_CLAN: Final = 5120
"""The number of codes of Keep actions for one clan: sets of nine cards, times ten."""


class Numbering:
    """Numbers of actions from 0 to ``size - 1``, relative to one seat.

    >>> from vendetta_kit.games.vendetta.engine.actions import Play, Stay
    >>> numbers = Numbering()
    >>> k = numbers.of(Play("BR07", at=1, face="down", blood=3).code, clan=CLANS.index("brujah"), seat=0, seats=4)
    >>> numbers.name(k)
    'play'
    >>> numbers.code(k, clan=CLANS.index("brujah"), seat=0, seats=4) == Play("BR07", at=1, face="down", blood=3).code
    True
    """

    def __init__(self) -> None:
        first = 0
        self.segments: list[Segment] = []
        for name, code, count in (
            ("play", 0, DECK * actions.PLAYS_A_CARD),
            ("drain", actions.DRAIN0 + FIRST_ALLY, _PEOPLE),
            ("look", actions.LOOK0, MAX_SEATS * _LOOKS_A_SEAT),
            ("use_relic", actions.USE0 + FIRST_ALLY, _PEOPLE),
            ("end_turn", actions.END_CODE, 1),
            ("stay", actions.STAY_CODE, 1),
            ("withdraw", actions.WITHDRAW_CODE, 1),
            ("bid", actions.BID0, MOST_BLOOD),
            ("pick_clan", actions.CLAN0, len(CLANS)),
            ("pick_relic", actions.RELIC0 + FIRST_RELIC, len(ALL_RELICS)),
            ("no", actions.NO, 1),
            ("yes", actions.YES, 1),
            ("haven", actions.IN_HAVEN, 1),
            ("number", actions.INT0, MOST_CHOICES),
            ("card", actions.CARD0, ALL_CARDS),
            ("keep", actions.KEEP0, len(_KEEPS)),
        ):
            self.segments.append(Segment(name, first, count, code))
            first += count
        self.size = first
        self._firsts = [segment.first for segment in self.segments]
        self._codes = [segment.code for segment in self.segments]

    def name(self, number: int) -> str:
        """Return the kind of action of a number."""
        return self._segment(number).name

    def _segment(self, number: int) -> Segment:
        return self.segments[bisect_right(self._firsts, number) - 1]

    def of(self, code: int, clan: int, seat: int, seats: int) -> int | None:
        """Return the number of an action's code; ``None`` for a bid of more than a Pool can hold."""
        segment = self.segments[bisect_right(self._codes, code) - 1]
        k = code - segment.code
        if segment.name == "play":
            k -= clan * DECK * actions.PLAYS_A_CARD
        elif segment.name == "look":
            other, rest = divmod(k, _LOOKS_A_SEAT)
            k = (other - seat) % seats * _LOOKS_A_SEAT + rest
        elif segment.name == "keep":
            k = _KEEP_AT.get(k - clan * _KEEPS_A_CLAN, segment.size)
        return segment.first + k if k < segment.size else None

    def code(self, number: int, clan: int, seat: int, seats: int) -> int:
        """Return the code of the action with this number.

        Raises:
            ValueError: no action has this number.
        """
        if not 0 <= number < self.size:
            raise ValueError(f"action {number}: expected 0 to {self.size - 1}")
        segment = self._segment(number)
        k = number - segment.first
        if segment.name == "play":
            k += clan * DECK * actions.PLAYS_A_CARD
        elif segment.name == "look":
            other, rest = divmod(k, _LOOKS_A_SEAT)
            k = (other + seat) % seats * _LOOKS_A_SEAT + rest
        elif segment.name == "keep":
            k = clan * _KEEPS_A_CLAN + _KEEPS[k]
        return segment.code + k


# Views ---------------------------------------------------------------------------------------------------------

_NONE: Final = -1
_UNSEEN: Final = 0
_DOWN: Final = 1
_UP: Final = 2


@cache
def columns(seats: int) -> tuple[str, ...]:
    """Return the name of each number of an observation.

    >>> columns(4)[:4]
    ('round', 'phase', 'step', 'location')
    """
    names = ["round", "phase", "step", "location", "turn_number", "kind", "question", "asking_card", "victims_left"]
    names += ["allies_left", "ambition"]
    for loc in LOCATIONS[seats]:
        names += [f"ally.{AT[loc]}", f"location_card.{AT[loc]}"]
    names += [f"offer.{k}" for k in range(MAX_SEATS + 2)]
    for k in range(seats):
        who = f"seat{k}"
        names += [
            f"{who}.{name}"
            for name in (
                "clan",
                "blood",
                "influence",
                "tokens_up",
                "tokens_down",
                "hand_size",
                "deck_size",
                "relic",
                "relic_used",
                "out",
                "mate",
                "turn_order",
                "score",
            )
        ]
        names += [f"{who}.known_in_hand.{card}" for card in range(DECK)]
        names += [f"{who}.person.{card}" for card in range(_PEOPLE)]
        for loc in LOCATIONS[seats]:
            names += [f"{who}.{AT[loc]}.blood", f"{who}.{AT[loc]}.hidden"]
            names += [f"{who}.{AT[loc]}.card.{card}" for card in range(CLAN_CARDS)]
    return tuple(names)


def observed(view: View) -> list[int]:
    """Return a seat's view as integers, one for each of :func:`columns`; -1 means none or not known.

    An Ally or Victim is 1 in an Alliance, 2 Drained; a Clan card on a Position is 1 face down (and known), 2 face up.
    """
    me = view.me or 0
    seats = len(view.seats)
    decision = view.decision
    values = [
        view.round,
        PHASES.index(view.phase),
        STEPS.index(view.step),
        _NONE if view.at is None else AT.index(view.at),
        view.turn_number,
        KIND_NAMES.index(view.asked),
        _NONE if decision is None or decision.question is None else QUESTION_NAMES.index(decision.question),
        _number(decision.card if decision is not None else None),
        view.victims_left,
        view.allies_left,
        (view.ambition - me) % seats,
    ]
    for place in view.locations:
        values += [_number(place.ally), _number(place.location_card)]
    offer = [CLANS.index(name) if name in CLANS else _number(name) for name in (*view.offer, *view.looking_at)]
    values += [*offer, *[_NONE] * (MAX_SEATS + 2)][: MAX_SEATS + 2]
    for k in range(seats):
        values += _seat(view, view.seats[(me + k) % seats], me)
    return values


def _seat(view: View, seat: SeatView, me: int) -> list[int]:
    clan = _NONE if seat.clan is None else CLANS.index(seat.clan)
    values = [
        clan,
        seat.blood,
        seat.influence,
        seat.tokens_up,
        seat.tokens_down,
        seat.hand_size,
        seat.deck_size,
        _number(seat.relic),
        int(seat.relic_used),
        int(seat.out),
        _NONE if seat.mate is None else (seat.mate - me) % len(view.seats),
        view.order.index(seat.seat) if seat.seat in view.order else _NONE,
        _NONE if seat.score is None else seat.score,
    ]
    values += _marked(DECK, clan * DECK, seat.hand if seat.hand is not None else seat.known_hand)
    people = _marked(_PEOPLE, FIRST_ALLY, seat.alliance)
    for card in seat.drained:
        people[NUMBER[card] - FIRST_ALLY] = 2
    values += people
    for place in seat.positions:
        known = [_UNSEEN] * CLAN_CARDS
        hidden = 0
        for lying in place.cards:
            if lying.card is None:
                hidden += 1
            else:
                known[NUMBER[lying.card]] = _UP if lying.face == "up" else _DOWN
        values += [place.blood, hidden, *known]
    return values


def _number(card: str | None) -> int:
    return _NONE if card is None else NUMBER[card]


def _marked(count: int, first: int, cards: Sequence[str]) -> list[int]:
    marks = [0] * count
    for card in cards:
        marks[NUMBER[card] - first] = 1
    return marks
