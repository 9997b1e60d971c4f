"""The guide of Vendetta's first game: it checks the conditions of sentences.

>>> from vendetta_kit import Game
>>> deal = first_game().deals[0]
>>> view = Game.new(seats=4, seed=deal.seed, clans=deal.clans).view(0)
>>> [sentence.rule for sentence in Guide(first_game()).look(view)]
['FLOW-05', 'CONF-04', 'PLAN-03']
>>> guide = Guide(first_game(), ["PLAN-03"])
>>> Guide.loads(guide.dumps(), first_game()).known
frozenset({'PLAN-03'})
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from vendetta_kit.course import first_game_guide
from vendetta_kit.course.first_game_guide import GuideSentence
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.kernel.log import next_row_number
from vendetta_kit.rulebook import VENDETTA, Rulebook

from .first_game import ASKED, FirstGameCondition, first_game

__all__ = ["FORMAT", "Guide", "first_game"]

FORMAT: Final = "vendetta-guide/1"
LITTLE: Final = 2
"""With at most this much Blood in the Pool it matters that the last one cannot be Spent."""


def _own(view: View) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == view.me)


def _in_sight(view: View) -> Iterator[str]:
    """Return the Clan cards in the learner's hand, and those that lie open on the table."""
    yield from _own(view).hand or ()
    lying = (item for seat in view.seats for found in seat.positions for item in found.cards)
    yield from (item.card for item in lying if item.face == "up" and item.card is not None)


def _vampire(card: str) -> bool:
    person = box.find(card)
    return isinstance(person, box.Person) and person.creature == "vampire"


_HAS: Final[Mapping[str, Callable[[View], bool]]] = {
    "drain": lambda view: bool(_own(view).alliance),
    "nobody": lambda view: not _own(view).alliance,
    "vampire": lambda view: any(map(_vampire, _own(view).alliance)),
    "token": lambda view: _own(view).tokens_up > 0,
    "little_blood": lambda view: _own(view).blood <= LITTLE,
    "passive": lambda view: any(_type(card) == "passive" for card in _in_sight(view)),
}


class Guide(first_game_guide.Guide):
    """Shows the sentences of :func:`.first_game.first_game`."""

    format: ClassVar[str] = FORMAT
    book: ClassVar[Rulebook] = VENDETTA

    def is_asked(self, when: FirstGameCondition, view: View, picked: str | None) -> bool:
        asked = view.decision
        if asked is None:
            return False
        if when.picked is not None:
            fits = picked is not None and when.picked in ("any", _type(picked))
            return fits and (when.says is None or when.says in box.text(picked or "", "en"))
        return (
            when.asked == asked.kind
            and when.round in (None, view.round)
            and when.turn in (None, view.turn_number)
            and when.at in (None, asked.at)
            and (when.has is None or _HAS[when.has](view))
        )

    def reminders(self, view: View) -> tuple[GuideSentence, ...]:
        """Return what was shown before and matters again for the open decision: the most important first."""
        asked = view.decision
        told = [one for one in self.game.sentences if one.rule in self._told]
        kind = asked.kind if asked is not None and asked.kind in ASKED else "choose"
        fit = [one for one in told if asked is not None and kind in one.when.again]
        return tuple(one for one in fit if one.when.has is None or _HAS[one.when.has](view))[: first_game_guide.MOST]

    def is_lasting(self, when: FirstGameCondition) -> bool:
        return when.round is None

    def after(self, view: View) -> int:
        return next_row_number(view)


def _type(card: str) -> str:
    record = box.find(card)
    return "passive" if isinstance(record, box.ClanCard) and record.type == "passive" else "active"
