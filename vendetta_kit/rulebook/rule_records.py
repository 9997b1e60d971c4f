"""The entries of a rulebook: rules, rulings and terms, each with its texts in one language."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, TypeAlias


class UnknownRule(ValueError):
    """Error: no rule, ruling or term has this id. The message is one line and names the most similar ids."""


class UnknownGame(ValueError):
    """Error: no game has this name. The message is one line and names all games."""


class UnknownLanguage(ValueError):
    """Error: the rules are not written in this language. The message is one line and names their languages."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    ``kind`` is ``"printed"`` (the rulebook says it), ``"deduced"`` (it follows from what the rulebook says), ``"open"``
    (the rulebook leaves it open, and a ruling answers it) or ``"missing"`` (our copy of the rulebook refers to it, but
    lacks its text). ``type`` is N for a number, L for what is allowed, S for order and timing, E for an effect, I for
    who may see what.
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

    def __str__(self) -> str:
        """Return id, title and text."""
        return f"{self.id} · {self.title}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        return {"entry": "rule", **asdict(self)}


@dataclass(frozen=True, slots=True)
class Ruling:
    """The kit's answer to a question that the rulebook leaves open.

    ``default`` is the answer as text and ``other`` the alternative answer, if there is one. A ruling with a ``switch``
    can be set for a game: ``options`` are its settings and ``default_option`` is the default. ``source`` is
    ``"rulings"``, or ``"kit"`` for a question that only the kit's authors raised. ``read`` names the paragraphs of the
    rulebook that were read, ``open`` says why they do not answer the question.
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

    def __str__(self) -> str:
        """Return id, question and the answer by default."""
        return f"{self.id} · {self.title}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        return {"entry": "ruling", **asdict(self)}


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the glossary, with the ids of the rules behind it."""

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

    def __str__(self) -> str:
        """Return the term and its explanation."""
        return f"{self.term}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        return {"entry": "term", **asdict(self)}


Entry: TypeAlias = Rule | Ruling | Term
