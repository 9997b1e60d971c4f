"""The first whole game of a learner, from its data file: deals, and sentences that are shown during play.

Each sentence teaches one rule and has a condition; :class:`.first_game_guide.Guide` shows them.

>>> first_game().bots
'gentle'
>>> first_game().sentence("PLAN-03").words["en"]
'You have two turns this round, each exactly **one card**.'
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from vendetta_kit.course.first_game_guide import GuideSentence
from vendetta_kit.course.lesson_file import document_of
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.rulebook import VENDETTA, languages
from vendetta_kit.scenarios.yaml_document import Document
from vendetta_kit.scenarios.yaml_values import Values

FORMAT: Final = "vendetta-first-game/1"
ASKED: Final = ("keep", "plan", "withdraw", "choose")
"""Kinds of decisions at which a sentence can be shown."""
PICKED: Final = ("any", "active", "passive")
"""What kind of card the learner has picked in Planning."""
HAS: Final = ("drain", "nobody", "vampire", "token", "little_blood", "passive")
"""What the learner has at a decision: a card to Drain or none, a vampire, a Diablerie token, little Blood, a Passive
card in hand or open on the table."""
SAYS: Final = ("Rival", "Steal", "Deployed", "Frenzy")
"""Terms of the game that the English text of the picked card may contain."""


@dataclass(frozen=True, slots=True)
class FirstGameCondition:
    """When a sentence is shown: at ``asked`` or ``picked``, limited by the other fields, or at ``seen``.

    ``seen`` are rules: the sentence is shown when the learner sees an event of one of them. Together with ``asked`` or
    ``picked`` whichever comes first counts. ``after`` is a rule that must have been shown or known before; with
    ``always`` it is shown to a learner who knows its rule, too. At decisions of the kinds in
    ``again`` it is repeated where nothing is new, once it has been shown.
    """

    asked: str | None = None
    picked: str | None = None
    seen: tuple[str, ...] = ()
    round: int | None = None
    turn: int | None = None
    at: int | str | None = None
    has: str | None = None
    says: str | None = None
    after: str | None = None
    always: bool = False
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The seed of all random events, and the clans by seat; the learner has the first seat."""

    seed: int
    clans: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The content of the file: the bots' name, the deals, and the sentences in the order in which they are shown."""

    bots: str
    deals: tuple[Deal, ...]
    sentences: tuple[GuideSentence, ...]

    def sentence(self, rule: str) -> GuideSentence:
        """Return the sentence that teaches a rule. Raises :class:`KeyError` if none does."""
        for sentence in self.sentences:
            if sentence.rule == rule:
                return sentence
        raise KeyError(rule)


@cache
def first_game() -> FirstGame:
    """Return the kit's first game, read once."""
    document = document_of(os.path.join(data_dir(), "vendetta", "first_game.yaml"))
    document.read()
    return parse(document)


def parse(document: Document) -> FirstGame:
    """Return the first game in a document.

    Raises:
        vendetta_kit.course.lesson_model.BadLesson: one line with the mistake and its place.

    >>> document = document_of("mine.yaml")
    >>> document.take("format: vendetta-first-game/2")
    >>> parse(document)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    vendetta_kit.course.lesson_model.BadLesson: mine.yaml:1: format: found 'vendetta-first-game/2'; expected ...
    """
    return _Parser(document).game()


class _Parser(Values):
    """Reads the file's values."""

    def game(self) -> FirstGame:
        row = self.mapping(self.document.value, (), ("format", "bots", "deals", "sentences"))
        if row.get("format") != FORMAT:
            self.found(("format",), row.get("format"), Message("want.format", format=FORMAT))
        several = self.items(row.get("deals"), ("deals",))
        deals = tuple(self.deal(value, ("deals", k)) for k, value in enumerate(several))
        if not deals:
            self.fail(("deals",), Message("empty"))
        told: list[GuideSentence] = []
        for k, value in enumerate(self.items(row.get("sentences"), ("sentences",))):
            sentence = self.sentence(value, ("sentences", k))
            before = [one.rule for one in told]
            if sentence.rule in before:
                self.fail(
                    ("sentences", k, "rule"), Message("rule_twice", rule=sentence.rule), Message("want.each_rule_once")
                )
            if sentence.when.after is not None:
                self.one_of(sentence.when.after, ("sentences", k, "when", "after"), before)
            told.append(sentence)
        return FirstGame(self.one_of(row.get("bots"), ("bots",), bots.names()), deals, tuple(told))

    def deal(self, value: Any, path: Path) -> Deal:
        row = self.mapping(value, path, ("seed", "clans"))
        clans = self.items(row.get("clans"), (*path, "clans"))
        found = tuple(self.one_of(clan, (*path, "clans", k), CLANS) for k, clan in enumerate(clans))
        return Deal(self.whole(row.get("seed"), (*path, "seed")), found)

    def sentence(self, value: Any, path: Path) -> GuideSentence:
        row = self.mapping(value, path, ("rule", "when", *languages()))
        rule = self.rule(row.get("rule"), (*path, "rule"))
        written = [lang for lang in languages() if lang in row or lang in VENDETTA.written()]
        words = self.title({lang: row.get(lang) for lang in written}, path)
        for lang, text in words.items():
            wrong = markup.fault(text)
            if wrong is not None:
                self.fail((*path, lang), wrong, Message("want.markup"))
        words = {lang: words.get(lang, words["en"]) for lang in languages()}
        return GuideSentence(rule, self.when(row.get("when"), rule, (*path, "when")), words)

    def when(self, value: Any, rule: str, path: Path) -> FirstGameCondition:
        row: Mapping[str, Any] = self.mapping(value, path, FirstGameCondition.__slots__)
        if ("asked" in row) + ("picked" in row) != 1 and ("seen" not in row or "asked" in row):
            self.found(path, row, Message("want.exactly_one", words=("asked", "picked", "seen")))
        given: dict[str, Any] = {key: row.get(key) for key in FirstGameCondition.__slots__}
        for key, known in (("asked", ASKED), ("picked", PICKED), ("at", AT), ("has", HAS), ("says", SAYS)):
            if key in row:
                self.one_of(row[key], (*path, key), known)
        for key in ("round", "turn"):
            if key in row:
                self.whole(row[key], (*path, key), 1)
        given["always"] = self.truth(row.get("always", False), (*path, "always"))
        again = self.items(row.get("again", []), (*path, "again"))
        given["again"] = tuple(self.one_of(kind, (*path, "again", k), ASKED) for k, kind in enumerate(again))
        given["seen"] = self.seen(row.get("seen"), rule, (*path, "seen")) if "seen" in row else ()
        return FirstGameCondition(**given)

    def seen(self, value: Any, rule: str, path: Path) -> tuple[str, ...]:
        if value is True:
            return (rule,)
        return tuple(self.rule(name, (*path, k)) for k, name in enumerate(self.items(value, path)))
