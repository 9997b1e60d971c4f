"""What a look-up gives: a rule, a ruling or a term, each with its words in one language."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

__all__ = ["Entry", "Rule", "Ruling", "Term", "UnknownGame", "UnknownLanguage", "UnknownRule"]


class UnknownRule(ValueError):
    """No rule, ruling or term has this id. The one-line message names the nearest ones."""


class UnknownGame(ValueError):
    """No game has this name. The one-line message names those that there are."""


class UnknownLanguage(ValueError):
    """The rules are not there in this language. The one-line message names those they are in."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    ``kind`` is ``"printed"`` (the rulebook says it), ``"deduced"`` (it follows from what the rulebook says), ``"open"``
    (the rulebook leaves it open, and a ruling settles it) or ``"missing"`` (our source names it, and lacks what it
    says). ``type`` is N for a number, L for what is
    allowed, S for order and timing, E for an effect, I for who sees what.
    """

    id: str
    section: str
    title: str
    text: str
    pages: tuple[int, ...]
    kind: str
    type: str
    related: tuple[str, ...]
    rulings: tuple[str, ...]
    no_effect: str | None
    lang: str

    def to_json(self) -> dict[str, Any]:
        return {"entry": "rule", **asdict(self)}


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the kit answers a question that the rulebook leaves open.

    ``default`` is the answer in words and ``other`` the other reading, where there is one. A ruling with a ``switch``
    can be set for a game: ``options`` are its settings and ``default_option`` the one that holds if nobody chooses.
    ``source`` is ``"rulings"``, or ``"kit"`` for a ruling on something that the kit found for itself. ``read``
    names the paragraphs that were read, ``open`` says why they leave the question open.
    """

    id: str
    question: str
    default: str
    other: str | None
    switch: str | None
    options: tuple[str, ...]
    default_option: str | None
    pages: tuple[int, ...]
    related: tuple[str, ...]
    doubtful: bool
    source: str
    no_effect: str | None
    read: tuple[str, ...]
    open: str
    lang: str

    @property
    def section(self) -> str:
        return self.id.partition("-")[0]

    @property
    def kind(self) -> str:
        return "kit" if self.source == "kit" else "ruling"

    @property
    def title(self) -> str:
        return self.question

    @property
    def text(self) -> str:
        return self.default

    def to_json(self) -> dict[str, Any]:
        return {"entry": "ruling", **asdict(self)}


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the game, with the rules that it rests on."""

    key: str
    term: str
    text: str
    rules: tuple[str, ...]
    lang: str

    @property
    def id(self) -> str:
        return self.key

    @property
    def kind(self) -> str:
        return "term"

    @property
    def title(self) -> str:
        return self.term

    def to_json(self) -> dict[str, Any]:
        return {"entry": "term", **asdict(self)}


Entry: TypeAlias = Rule | Ruling | Term
