"""Who tells a learner the rules of her first whole game while she plays it: each once, when it first matters to her.

>>> from vendetta_kit import Game
>>> deal = first_game().deals[0]
>>> view = Game.new(seats=4, seed=deal.seed, clans=deal.clans).view(0)
>>> [sentence.rule for sentence in Guide(first_game()).look(view)]
['FLOW-05', 'GLOS-14', 'HAND-02']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.course import lessons
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.wording.log import after
from vendetta_kit.rulebook import is_id

from .first_game import FirstGame, Sentence, When, first_game

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import SeatView, View

__all__ = ["FORMAT", "MOST", "BadGuide", "Guide", "first_game", "taught_by"]

FORMAT: Final = "vendetta-guide/1"
MOST: Final = 3
"""So many sentences are told at once; the others wait until she has gone on, or is asked the like again."""
MOST_OF_CARD: Final = 4
"""So many are told beside a card that she picks."""
LITTLE: Final = 2
"""With so much Blood in the Pool it matters that the last one cannot be Spent."""


def _own(view: View) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == view.me)


def _vampire(card: str) -> bool:
    person = box.find(card)
    return isinstance(person, box.Person) and person.creature == "vampire"


_HAS: Final[Mapping[str, Callable[[View], bool]]] = {
    "drain": lambda view: bool(_own(view).alliance),
    "vampire": lambda view: any(map(_vampire, _own(view).alliance)),
    "token": lambda view: _own(view).tokens_up > 0,
    "little_blood": lambda view: _own(view).blood <= LITTLE,
}


class BadGuide(ValueError):
    """This text is none that a guide has written."""


class Guide:
    """What she has been told, and what is new.

    Args:
        game: what there is to tell.
        known: rules that she knew before; they are not told.
    """

    def __init__(self, game: FirstGame, known: Collection[str] = ()) -> None:
        self.game = game
        self.known = frozenset(known)
        self._told: dict[str, None] = {}
        self._new: list[str] = []
        self._due: set[str] = set()  # what has come up, and waits until there was less to read
        self._met: set[str] = set()  # what has come up, told or not
        self._left = MOST
        self._card: str | None = None  # the one that she has picked, and how much is still told beside it
        self._room = MOST_OF_CARD
        self._far = 0  # the highest running number that she has come to
        self._seen = 0  # events and entries from this running number on have not been looked at

    # Telling ------------------------------------------------------------------------------------------------

    def look(self, view: View, picked: str | None = None, asks: bool = True) -> tuple[Sentence, ...]:
        """Return what is told because of what she sees now and has not looked at before; often nothing.

        Args:
            view: what she knows at this moment: her own view.
            picked: the card that she has picked in Planning but not played yet.
            asks: whether she is to answer the view's open decision now.
        """
        rows = [(row.n, row.rules) for row in view.events] + [(row.n, row.rules) for row in view.ledger]
        rules = {rule for n, several in rows if n >= self._seen for rule in several}
        self._met |= rules & {sentence.rule for sentence in self.game.sentences}
        self._seen = after(view)  # less than before if she has taken a move back
        again = self._seen < self._far  # what was left out there comes when the like is asked later
        self._far = max(self._far, self._seen)
        found = list(self._found(view, rules, picked, asks, again))
        if any(sentence.when.picked for sentence in found):  # with the card in her hand she has read the rest
            self._new = [sentence.rule for sentence in self.new if sentence.when.picked]
        for sentence in found:
            self._told[sentence.rule] = None
            self._new.append(sentence.rule)
        return tuple(found)

    def _found(self, view: View, rules: Set[str], picked: str | None, asks: bool, again: bool) -> Iterator[Sentence]:
        if picked != self._card:
            self._card, self._room = picked, MOST_OF_CARD
        self._due.update(sentence.rule for sentence in self.untold if not rules.isdisjoint(sentence.when.seen))
        now = [sentence for sentence in self.untold if asks and _is_asked(sentence.when, view, picked)]
        self._met.update(sentence.rule for sentence in now)  # told or left out: it has come up
        of_card = [sentence for sentence in now if sentence.when.picked][: self._room]
        asked = [sentence for sentence in now if not sentence.when.picked and not again]
        asked.sort(key=lambda sentence: sentence.when.round is None)  # what is true in one round alone comes first
        due = [sentence for sentence in self.untold if sentence.rule in self._due and sentence not in now]
        self._room -= len(of_card)
        others = (asked + due)[: self._left]
        self._left -= len(others)
        for sentence in (*of_card, *others):
            self._due.discard(sentence.rule)
            yield sentence

    def moved(self) -> None:
        """She has done something, or gone on: what was new has been read."""
        self._new = []
        self._left = MOST

    # What was told --------------------------------------------------------------------------------------------

    @property
    def new(self) -> tuple[Sentence, ...]:
        """What was told since she last did something, in the order of telling."""
        return tuple(map(self.game.sentence, self._new))

    @property
    def told(self) -> tuple[Sentence, ...]:
        """All that was told, in the order of telling."""
        return tuple(map(self.game.sentence, self._told))

    @property
    def untold(self) -> tuple[Sentence, ...]:
        """What she neither knew nor was told."""
        return tuple(one for one in self.game.sentences if one.rule not in self._told and one.rule not in self.known)

    @property
    def unseen(self) -> tuple[Sentence, ...]:
        """What of that did not come up, either: nothing that she has seen rested on it."""
        return tuple(one for one in self.untold if one.rule not in self._met | self._due)

    def knows(self, rules: Collection[str]) -> None:
        """She has learned these elsewhere in the meantime."""
        self.known |= frozenset(rules)

    # Keeping --------------------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return all of it as one line of text, for the browser to keep."""
        row = {
            "format": FORMAT,
            "known": sorted(self.known),
            "told": [*self._told],
            "new": self._new,
            "due": sorted(self._due),
            "met": sorted(self._met),
            "left": self._left,
            "seen": self._seen,
            "far": self._far,
        }
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str, game: FirstGame) -> Guide:
        """Return a guide that goes on where it was; rules that it has nothing to say about any more are left out.

        Raises:
            BadGuide: no guide has written this.

        >>> guide = Guide(first_game(), ["PLAN-03"])
        >>> Guide.loads(guide.dumps(), first_game()).known
        frozenset({'PLAN-03'})
        """
        try:
            row: Any = json.loads(text)
        except (ValueError, RecursionError):
            raise BadGuide("expected JSON") from None
        if not isinstance(row, dict) or row.get("format") != FORMAT:
            raise BadGuide(f"expected {FORMAT}")
        guide = cls(game, _rules(row.get("known")))
        told = {sentence.rule for sentence in game.sentences}
        guide._told = dict.fromkeys(rule for rule in _rules(row.get("told")) if rule in told)
        guide._new = [rule for rule in _rules(row.get("new")) if rule in guide._told]
        guide._due = told.intersection(_rules(row.get("due")))
        guide._met = told.intersection(_rules(row.get("met", [])))  # guides of earlier kits did not keep it
        guide._left, guide._seen = _number(row.get("left")), _number(row.get("seen"))
        guide._far = _number(row.get("far", guide._seen))
        return guide


def _rules(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise BadGuide("expected a list of rules")
    return [rule for rule in value if isinstance(rule, str) and is_id(rule)]


def _number(value: Any) -> int:
    if type(value) is not int:
        raise BadGuide("expected a number")
    return value


def _is_asked(when: When, view: View, picked: str | None) -> bool:
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


def _type(card: str) -> str:
    record = box.find(card)
    return "passive" if isinstance(record, box.ClanCard) and record.type == "passive" else "active"


def taught_by(rule: str) -> lessons.Heading | None:
    """Return the first lesson that teaches a rule; ``None`` if none does.

    >>> found = taught_by("FRZ-02")
    >>> found.id if found is not None else None
    'aftermath_and_frenzy'
    """
    return next((heading for heading in lessons.headings() if rule in heading.rules), None)
