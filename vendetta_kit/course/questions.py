"""Questions with their worked-out answers: what lessons ask, what predictions become, what drills are made of.

A question holds its words in every language, so that a page can switch while it is open, and the view of the seat that
is asked, never a game. Its id says all that is needed to make it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.rulebook import languages

__all__ = [
    "NOBODY",
    "AnswerOption",
    "ExplanationLine",
    "Log",
    "Question",
    "Words",
    "names_of",
    "phrased",
    "plain",
    "shuffled",
    "told",
    "worded",
]

Words: TypeAlias = Mapping[str, str]
"""A text in every language of the rulebook."""
Log: TypeAlias = Callable[[Any, str], Sequence[Any]]
"""The lines of a stretch of a game in a language, each with ``text`` and ``rules``."""

NOBODY: Final = "nobody"
"""The value of the option that stands for no seat at all."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One answer to pick: ``value`` is what is graded, ``text`` what is read."""

    value: str
    text: Words


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """One step of a worked-out answer, with the rules that it rests on."""

    text: Words
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer.

    ``form`` is ``"one"`` (pick one option), ``"many"`` (pick all that fit), ``"order"`` (put all in order) or
    ``"number"`` (a whole number). ``rules`` are what it asks about; ``right`` the values of the right options, or the
    number as text. ``about`` are rules that its own words speak of beside them; ``view`` what the seat that is asked
    sees, or ``None``.
    """

    id: str
    form: str
    rules: tuple[str, ...]
    prompt: Words
    options: tuple[AnswerOption, ...]
    right: tuple[str, ...]
    working: tuple[ExplanationLine, ...]
    view: Any
    about: tuple[str, ...] = ()

    def grade(self, given: Sequence[str]) -> bool:
        """Whether an answer is right: the values picked, or one number as it was typed.

        >>> sums = Question("sum", "number", (), {"en": "3 + 4?"}, (), ("7",), (), None)
        >>> sums.grade(["7"]), sums.grade([" +7 "]), sums.grade(["8"]), sums.grade(["seven"]), sums.grade([])
        (True, True, False, False, False)
        >>> steps = Question("steps", "order", (), {"en": "In which order?"}, (), ("0", "1"), (), None)
        >>> steps.grade(["0", "1"]), steps.grade(["1", "0"])
        (True, False)
        """
        if self.form == "order":
            return tuple(given) == self.right
        if self.form != "number":
            return len(given) > 0 and set(given) == set(self.right) and len(set(given)) == len(given)
        if len(given) != 1:
            return False
        typed = str(given[0]).strip().replace("\N{MINUS SIGN}", "-")
        try:
            return int(typed) == int(self.right[0])
        except ValueError:
            return False


# Words -----------------------------------------------------------------------------------------------------


def worded(parts: Iterable[Words]) -> Words:
    """Several sentences as one text."""
    several = list(parts)
    return {lang: " ".join(part[lang] for part in several if part[lang]) for lang in languages()}


def plain(text: str) -> Words:
    """What reads the same in every language: a name, a number."""
    return dict.fromkeys(languages(), text)


def names_of(names: Sequence[str], seats: Iterable[int], nobody: Words | None = None) -> tuple[AnswerOption, ...]:
    """Seats to pick from, by their names; with words for ``nobody`` also that answer."""
    options = [AnswerOption(str(seat), plain(names[seat])) for seat in seats]
    if nobody is not None:
        options.append(AnswerOption(NOBODY, nobody))
    return tuple(options)


def shuffled(options: Sequence[AnswerOption], key: str) -> tuple[AnswerOption, ...]:
    """The options in an order that only ``key`` decides, so that the same question looks the same again."""
    mixed = list(options)
    Random(key).shuffle(mixed)
    return tuple(mixed)


def phrased(say: Callable[[str, Mapping[str, Any]], str], values: Mapping[str, Any]) -> Words:
    """A phrase in every language: what ``say`` makes of a language and its values, those in words put in in theirs."""

    def within(lang: str) -> dict[str, Any]:
        return {key: value[lang] if isinstance(value, Mapping) else value for key, value in values.items()}

    return {lang: say(lang, within(lang)) for lang in languages()}


# The log as a worked-out answer ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of a game, as its log reads it."""

    me: int | None
    names: tuple[str, ...]
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]


def told(
    log: Log, me: int | None, names: Sequence[str], events: Iterable[Event], entries: Iterable[Entry]
) -> tuple[ExplanationLine, ...]:
    """What happened, line by line as a game's ``log`` tells it to the seat ``me``, in every language."""
    known = tuple(event.seen_by(me) for event in events), tuple(entry.seen_by(me) for entry in entries)
    stretch = _Stretch(me, tuple(names), *known)
    if not stretch.events and not stretch.ledger:
        return ()
    by_lang = {lang: log(stretch, lang) for lang in languages()}
    lines = []
    for k, line in enumerate(by_lang["en"]):
        lines.append(ExplanationLine({lang: by_lang[lang][k].text for lang in by_lang}, line.rules))
    return tuple(lines)
