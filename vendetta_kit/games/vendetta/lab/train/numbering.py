"""Actions as numbers in a fixed range, for learning agents.

They are relative to the acting seat: its own clan's cards are 0 to 8 for every clan, and seat 0 is the acting seat, so
that an agent can use what it learned in any seat.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import combinations
from operator import index
from typing import Any, Final, NamedTuple

from vendetta_kit.games.vendetta.engine import actions
from vendetta_kit.games.vendetta.engine.card_tables import ALL_CARDS, CLANS, FIRST_ALLY, FIRST_RELIC
from vendetta_kit.games.vendetta.engine.options import PlanOptions
from vendetta_kit.games.vendetta.engine.state import MAX_SEATS
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.options import Options

MOST_BLOOD: Final = 100
"""More Blood than a Pool ever holds; a higher bid has no number."""
MOST_CHOICES: Final = 20
MOST_KEPT: Final = 4
DECK: Final = 9
_PEOPLE: Final = FIRST_RELIC - FIRST_ALLY
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


_PLAYS_A_CARD: Final = actions.PLAYS_A_CARD
_DRAIN0: Final = actions.DRAIN0
_LOOK0: Final = actions.LOOK0
_USE0: Final = actions.USE0
_KEEP0: Final = actions.KEEP0
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
            ("pick_relic", actions.RELIC0 + FIRST_RELIC, ALL_CARDS - FIRST_RELIC),
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
        self._plays = DECK * actions.PLAYS_A_CARD
        self._look = 0
        self._keep = 0
        self._fixed: dict[int, int] = {}
        """The numbers of the actions that are the same for all seats and clans, by code."""
        for segment in self.segments:
            if segment.name == "look":
                self._look = segment.first
            elif segment.name == "keep":
                self._keep = segment.first
            elif segment.name != "play":
                self._fixed.update((segment.code + k, segment.first + k) for k in range(segment.size))
        self._codes = [-1] * first
        """The codes of these actions by number; -1 for all others."""
        for code, number in self._fixed.items():
            self._codes[number] = code

    def checked(self, number: Any, where: str = "action") -> int:
        """Return a number of an action, which may be one of numpy's.

        Raises:
            BadInput: it is no whole number, or no action has it.
        """
        try:
            found = index(number)
        except TypeError:
            found = -1
        if isinstance(number, bool) or not 0 <= found < self.size:
            raise BadInput(where, Message("found", value=number), Message("want.whole", least=0, most=self.size - 1))
        return found

    def name(self, number: Any) -> str:
        """Return the kind of action of a number. Raises :class:`BadInput` if no action has it."""
        return self._segment(self.checked(number)).name

    def _segment(self, number: int) -> Segment:
        return self.segments[bisect_right(self._firsts, number) - 1]

    def of(self, code: int, clan: int, seat: int, seats: int) -> int | None:
        """Return the number of an action's code; ``None`` for a bid of more than a Pool can hold."""
        number = self.number(code, clan, seat, seats)
        return number if number >= 0 else None

    def number(self, code: int, clan: int, seat: int, seats: int) -> int:
        """Return the number of an action's code; -1 if it has none."""
        if code in self._fixed:
            return self._fixed[code]
        if code >= _KEEP0:
            return self._keep + _KEEP_AT[code - _KEEP0 - clan * _KEEPS_A_CLAN]
        if code < _DRAIN0:
            return code - clan * DECK * _PLAYS_A_CARD
        if _LOOK0 <= code < _USE0:
            other, rest = divmod(code - _LOOK0, _LOOKS_A_SEAT)
            return self._look + (other - seat) % seats * _LOOKS_A_SEAT + rest
        return -1

    def mark(self, mask: bytearray, at: int, offer: Options, clan: int, seat: int, seats: int) -> None:
        """Set a byte to 1 for each legal action of a seat; its number 0 is at ``at``. The rest of ``mask`` is kept."""
        if isinstance(offer, PlanOptions):
            cards, ways = offer.plays()
            for card in cards:
                first = at + (card - clan * DECK) * _PLAYS_A_CARD
                mask[first : first + _PLAYS_A_CARD] = ways
        fixed = self._fixed
        for code in offer.singles():
            number = fixed[code] if code in fixed else self.number(code, clan, seat, seats)
            if number >= 0:
                mask[at + number] = 1

    def code(self, number: int, clan: int, seat: int, seats: int) -> int:
        """Return the code of the action with this number.

        Args:
            clan: the seat's; -1 before it has one, when none of the actions with a card of its clan is legal.

        Raises:
            BadInput: no action has this number.
        """
        if not 0 <= number < self.size:
            self.checked(number)
        clan = max(clan, 0)
        if number < self._plays:
            return number + clan * DECK * _PLAYS_A_CARD
        fixed = self._codes[number]
        if fixed >= 0:
            return fixed
        segment = self._segment(number)
        k = number - segment.first
        if segment.name == "look":
            other, rest = divmod(k, _LOOKS_A_SEAT)
            k = (other + seat) % seats * _LOOKS_A_SEAT + rest
        else:
            k = clan * _KEEPS_A_CLAN + _KEEPS[k]
        return segment.code + k
