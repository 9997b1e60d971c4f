"""Who tells a learner the rules of her first whole game while she plays it: each once, when it first matters to her.

What there is to tell, and when something is asked for, is a game's: a subclass of :class:`Guide` knows it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, Self

from vendetta_kit.rulebook import Rulebook
from vendetta_kit.safe_files import Unreadable, json_of

from .questions import Words

__all__ = ["MOST", "BadGuide", "Guide", "GuideSentence", "GuideSentences", "SentenceCondition"]

MOST: Final = 3
"""So many sentences are told at once; the others wait until she has gone on, or is asked the like again."""
MOST_OF_CARD: Final = 4
"""So many are told beside a card that she picks."""


class SentenceCondition(Protocol):
    """When a sentence is told; the rest of it is the game's."""

    @property
    def picked(self) -> str | None:
        """What she has picked but not played yet, if it is told beside that."""
        ...

    @property
    def seen(self) -> tuple[str, ...]:
        """Rules: it is told when something that she sees rests on one of them."""
        ...

    @property
    def after(self) -> str | None:
        """A rule that has to be told, or known, before."""
        ...


@dataclass(frozen=True, slots=True)
class GuideSentence:
    """One rule in one sentence, with the lessons' light markup."""

    rule: str
    when: Any
    """A game's :class:`SentenceCondition`."""
    words: Words


class GuideSentences(Protocol):
    """What there is to tell in a game."""

    @property
    def sentences(self) -> tuple[GuideSentence, ...]:
        """All sentences, in the order in which they are told."""
        ...

    def sentence(self, rule: str) -> GuideSentence:
        """Return the sentence that teaches a rule. Raises :class:`KeyError` if none does."""
        ...


class BadGuide(ValueError):
    """This text is none that a guide has written."""


class Guide:
    """What she has been told, and what is new.

    Args:
        game: what there is to tell.
        known: rules that she knew before; they are not told.
    """

    format: ClassVar[str]
    """The word by which the browser's text is known."""
    book: ClassVar[Rulebook]

    def is_asked(self, when: Any, view: Any, picked: str | None) -> bool:
        """Return whether what the view asks, or the card that she has picked, is what a sentence waits for."""
        raise NotImplementedError

    def is_lasting(self, when: Any) -> bool:
        """Return whether a sentence may as well be told later: what is true at one time alone comes first."""
        raise NotImplementedError

    def after(self, view: Any) -> int:
        """Return the running number of the next event or entry."""
        raise NotImplementedError

    def __init__(self, game: GuideSentences, known: Collection[str] = ()) -> None:
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

    def look(self, view: Any, picked: str | None = None, asks: bool = True) -> tuple[GuideSentence, ...]:
        """Return what is told because of what she sees now and has not looked at before; often nothing.

        Args:
            view: what she knows at this moment: her own view.
            picked: the card that she has picked in Planning but not played yet.
            asks: whether she is to answer the view's open decision now.
        """
        rows = [(row.n, row.rules) for row in view.events] + [(row.n, row.rules) for row in view.ledger]
        rules = {rule for n, several in rows if n >= self._seen for rule in several}
        self._met |= rules & {sentence.rule for sentence in self.game.sentences}
        self._seen = self.after(view)  # less than before if she has taken a move back
        again = self._seen < self._far  # what was left out there comes when the like is asked later
        self._far = max(self._far, self._seen)
        found = list(self._found(view, rules, picked, asks, again))
        if any(sentence.when.picked for sentence in found):  # with the card in her hand she has read the rest
            self._new = [sentence.rule for sentence in self.new if sentence.when.picked]
        for sentence in found:
            self._told[sentence.rule] = None
            self._new.append(sentence.rule)
        return tuple(found)

    def _found(
        self, view: Any, rules: Set[str], picked: str | None, asks: bool, again: bool
    ) -> Iterator[GuideSentence]:
        if picked != self._card:
            self._card, self._room = picked, MOST_OF_CARD
        self._due.update(sentence.rule for sentence in self.untold if not rules.isdisjoint(sentence.when.seen))
        now = [sentence for sentence in self.untold if asks and self.is_asked(sentence.when, view, picked)]
        self._met.update(sentence.rule for sentence in now)  # told or left out: it has come up
        of_card = [sentence for sentence in now if sentence.when.picked][: self._room]
        asked = [sentence for sentence in now if not sentence.when.picked and not again]
        asked.sort(key=lambda sentence: self.is_lasting(sentence.when))
        due = [sentence for sentence in self.untold if sentence.rule in self._due and sentence not in now]
        self._room -= len(of_card)
        chosen = list(of_card)
        for sentence in asked + due:
            if self._left and sentence.when.after in (None, *self._told, *self.known, *(one.rule for one in chosen)):
                chosen.append(sentence)
                self._left -= 1
        for sentence in chosen:
            self._due.discard(sentence.rule)
            yield sentence

    def moved(self) -> None:
        """She has done something, or gone on: what was new has been read."""
        self._new = []
        self._left = MOST

    # What was told --------------------------------------------------------------------------------------------

    @property
    def new(self) -> tuple[GuideSentence, ...]:
        """What was told since she last did something, in the order of telling."""
        return tuple(map(self.game.sentence, self._new))

    @property
    def told(self) -> tuple[GuideSentence, ...]:
        """All that was told, in the order of telling."""
        return tuple(map(self.game.sentence, self._told))

    @property
    def untold(self) -> tuple[GuideSentence, ...]:
        """What she neither knew nor was told."""
        return tuple(one for one in self.game.sentences if one.rule not in self._told and one.rule not in self.known)

    @property
    def unseen(self) -> tuple[GuideSentence, ...]:
        """What of that did not come up, either: nothing that she has seen rested on it."""
        return tuple(one for one in self.untold if one.rule not in self._met | self._due)

    def knows(self, rules: Collection[str]) -> None:
        """She has learned these elsewhere in the meantime."""
        self.known |= frozenset(rules)

    # Keeping --------------------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return all of it as one line of text, for the browser to keep."""
        row = {
            "format": self.format,
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
    def loads(cls, text: str, game: GuideSentences) -> Self:
        """Return a guide that goes on where it was; rules that it has nothing to say about any more are left out.

        Raises:
            BadGuide: no guide has written this.
        """
        try:
            row: Any = json_of(text)
        except Unreadable:
            raise BadGuide("expected JSON") from None
        if not isinstance(row, dict) or row.get("format") != cls.format:
            raise BadGuide(f"expected {cls.format}")
        guide = cls(game, cls._rules(row.get("known")))
        told = {sentence.rule for sentence in game.sentences}
        guide._told = dict.fromkeys(rule for rule in cls._rules(row.get("told")) if rule in told)
        guide._new = [rule for rule in cls._rules(row.get("new")) if rule in guide._told]
        guide._due = told.intersection(cls._rules(row.get("due")))
        guide._met = told.intersection(cls._rules(row.get("met", [])))  # guides of earlier kits did not keep it
        guide._left, guide._seen = _number(row.get("left")), _number(row.get("seen"))
        guide._far = _number(row.get("far", guide._seen))
        return guide

    @classmethod
    def _rules(cls, value: Any) -> list[str]:
        if not isinstance(value, list):
            raise BadGuide("expected a list of rules")
        return [rule for rule in value if isinstance(rule, str) and cls.book.is_id(rule)]


def _number(value: Any) -> int:
    if type(value) is not int:
        raise BadGuide("expected a number")
    return value
