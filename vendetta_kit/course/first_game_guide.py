"""The guide of a first whole game: it explains each rule once, in one sentence, when the learner first needs it.

Each game has its own sentences and a subclass of :class:`Guide` that knows when they apply.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, Self

from vendetta_kit.rulebook import Rulebook
from vendetta_kit.safe_files import Unreadable, json_of

from .questions import Words

MOST: Final = 3
"""The most sentences shown at once; the others wait until the next step, or until a similar decision."""
MOST_OF_CARD: Final = 4
"""The most sentences shown with a card that the learner has picked."""


@dataclass(frozen=True, slots=True)
class GuideSentence:
    """One rule in one sentence, with the markup of lessons."""

    rule: str
    when: Any
    """When it is shown: an object of the game's own."""
    words: Words


class GuideSentences(Protocol):
    """The sentences of a game's guide."""

    @property
    def sentences(self) -> tuple[GuideSentence, ...]:
        """All sentences, in the order in which they are shown."""
        ...

    def sentence(self, rule: str) -> GuideSentence:
        """Return the sentence that teaches a rule. Raises :class:`KeyError` if none does."""
        ...


class BadGuide(ValueError):
    """Error: a text was not written by a guide."""


class Guide:
    """The sentences that the learner has been shown, and those that are new.

    Args:
        game: the game's sentences.
        known: ids of rules that the learner knows; they are not shown.
    """

    format: ClassVar[str]
    """The first word of the text that the browser keeps."""
    book: ClassVar[Rulebook]

    def is_asked(self, when: Any, view: Any, picked: str | None) -> bool:
        """Return whether the view's decision, or the card that the learner has picked, meets a condition."""
        raise NotImplementedError

    def is_lasting(self, when: Any) -> bool:
        """Return whether a sentence with this condition can also be shown later; the others come first."""
        raise NotImplementedError

    def after(self, view: Any) -> int:
        """Return the running number of the next event or entry."""
        raise NotImplementedError

    def __init__(self, game: GuideSentences, known: Collection[str] = ()) -> None:
        self.game = game
        self.known = frozenset(known)
        self._told: dict[str, None] = {}
        self._new: list[str] = []
        self._due: set[str] = set()  # rules that came up and wait until there is less to read
        self._met: set[str] = set()  # rules that came up, shown or not
        self._left = MOST
        self._card: str | None = None  # the picked card, and how many sentences may still be shown with it
        self._room = MOST_OF_CARD
        self._far = 0  # the highest running number so far
        self._seen = 0  # events and entries from this running number on are new

    # Telling ------------------------------------------------------------------------------------------------

    def look(self, view: Any, picked: str | None = None, asks: bool = True) -> tuple[GuideSentence, ...]:
        """Return the sentences to show for what is new to the learner; often none.

        Args:
            view: the learner's view now.
            picked: the card that the learner has picked in Planning but not played yet.
            asks: whether the learner is to answer the view's open decision now.
        """
        rows = [(row.n, row.rules) for row in view.events] + [(row.n, row.rules) for row in view.ledger]
        rules = {rule for n, several in rows if n >= self._seen for rule in several}
        self._met |= rules & {sentence.rule for sentence in self.game.sentences}
        self._seen = self.after(view)  # lower than before after an undo
        again = self._seen < self._far  # what was left out there is shown at a similar decision later
        self._far = max(self._far, self._seen)
        found = list(self._found(view, rules, picked, asks, again))
        if any(sentence.when.picked for sentence in found):  # the earlier sentences have been read by then
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
        self._due.update(sentence.rule for sentence in self.not_shown if not rules.isdisjoint(sentence.when.seen))
        now = [sentence for sentence in self.not_shown if asks and self.is_asked(sentence.when, view, picked)]
        self._met.update(sentence.rule for sentence in now)  # shown or left out: it came up
        of_card = [sentence for sentence in now if sentence.when.picked][: self._room]
        asked = [sentence for sentence in now if not sentence.when.picked and not again]
        asked.sort(key=lambda sentence: self.is_lasting(sentence.when))
        due = [sentence for sentence in self.not_shown if sentence.rule in self._due and sentence not in now]
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
        """Record that the learner has acted or gone on, and so has read what was new."""
        self._new = []
        self._left = MOST

    # What was told --------------------------------------------------------------------------------------------

    @property
    def new(self) -> tuple[GuideSentence, ...]:
        """The sentences shown since the learner last acted, in order."""
        return tuple(map(self.game.sentence, self._new))

    @property
    def shown(self) -> tuple[GuideSentence, ...]:
        """All sentences that were shown, in order."""
        return tuple(map(self.game.sentence, self._told))

    @property
    def not_shown(self) -> tuple[GuideSentence, ...]:
        """The sentences that were not shown: those for all, and those on rules that the learner did not know."""
        left = (one for one in self.game.sentences if one.rule not in self._told)
        return tuple(one for one in left if one.when.always or one.rule not in self.known)

    @property
    def never_met(self) -> tuple[GuideSentence, ...]:
        """Those of :attr:`not_shown` whose rules did not come up in the game."""
        return tuple(one for one in self.not_shown if one.rule not in self._met | self._due)

    def knows(self, rules: Collection[str]) -> None:
        """Record that the learner has learned these rules elsewhere."""
        self.known |= frozenset(rules)

    # Keeping --------------------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the guide's state as one line of text, for the browser to keep."""
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
        """Return the guide with the state of a text; rules without a sentence today are left out.

        Raises:
            BadGuide: the text was not written by a guide.
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
        guide._met = told.intersection(cls._rules(row.get("met", [])))  # older versions did not store it
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
