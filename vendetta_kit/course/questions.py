"""Questions with their worked-out answers: what lessons ask, what predictions become, what drills are made of.

A question holds its words in every language, so that a page can switch while it is open, and the view of the seat that
is asked, never a game. Its id says all that is needed to make it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vendetta_kit.games.vendetta.wording.log import log_lines
from vendetta_kit.games.vendetta.wording.words import fill
from vendetta_kit.paths import read_json
from vendetta_kit.rulebook import languages

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View
    from vendetta_kit.kernel.events import Entry, Event

__all__ = ["NOBODY", "Line", "Option", "Question", "Words", "names_of", "phrase", "plain", "shuffled", "told", "worded"]

Words: TypeAlias = Mapping[str, str]
"""A text in every language of the rulebook."""

NOBODY: Final = "nobody"
"""The value of the option that stands for no seat at all."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to pick: ``value`` is what is graded, ``text`` what is read."""

    value: str
    text: Words


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a worked-out answer, with the rules that it rests on."""

    text: Words
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer.

    ``form`` is ``"one"`` (pick one option), ``"many"`` (pick all that fit) or ``"number"`` (a whole number).
    ``rules`` are what it asks about; ``right`` the values of the right options, or the number as text. ``about`` are
    rules that its own words speak of beside them.
    """

    id: str
    form: str
    rules: tuple[str, ...]
    prompt: Words
    options: tuple[Option, ...]
    right: tuple[str, ...]
    working: tuple[Line, ...]
    view: View | None
    about: tuple[str, ...] = ()

    def grade(self, given: Sequence[str]) -> bool:
        """Whether an answer is right: the values picked, or one number as it was typed.

        >>> sums = Question("sum", "number", (), {"en": "3 + 4?"}, (), ("7",), (), None)
        >>> sums.grade(["7"]), sums.grade([" +7 "]), sums.grade(["8"]), sums.grade(["seven"]), sums.grade([])
        (True, True, False, False, False)
        """
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


@cache
def _phrases(lang: str) -> Mapping[str, str]:
    """The words of the course's own questions; what a language lacks is taken from English."""
    own: dict[str, str] = read_json("lang", lang, "course.json")["phrases"]
    return own if lang == "en" else {**_phrases("en"), **own}


def phrase(key: str, **values: Any) -> Words:
    """A phrase of ``course.json`` in every language; a value that is itself in words is put in in its language.

    >>> phrase("pool", name="Ann")["en"]
    "How much Blood is in Ann's Pool then?"
    """
    return {lang: fill(_phrases(lang)[key], lang, _in(lang, values)) for lang in languages()}


def _in(lang: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value[lang] if isinstance(value, Mapping) else value for key, value in values.items()}


def worded(parts: Iterable[Words]) -> Words:
    """Several sentences as one text."""
    several = list(parts)
    return {lang: " ".join(part[lang] for part in several if part[lang]) for lang in languages()}


def plain(text: str) -> Words:
    """What reads the same in every language: a name, a number."""
    return dict.fromkeys(languages(), text)


def names_of(names: Sequence[str], seats: Iterable[int], nobody: bool = False) -> tuple[Option, ...]:
    """Seats to pick from, by their names; with ``nobody`` also that answer."""
    options = [Option(str(seat), plain(names[seat])) for seat in seats]
    if nobody:
        options.append(Option(NOBODY, phrase("nobody")))
    return tuple(options)


def shuffled(options: Sequence[Option], key: str) -> tuple[Option, ...]:
    """The options in an order that only ``key`` decides, so that the same question looks the same again."""
    mixed = list(options)
    Random(key).shuffle(mixed)
    return tuple(mixed)


# The log as a worked-out answer ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of a game, as its log reads it."""

    me: int | None
    names: tuple[str, ...]
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]


def told(me: int | None, names: Sequence[str], events: Iterable[Event], entries: Iterable[Entry]) -> tuple[Line, ...]:
    """What happened, line by line as the log tells it to the seat ``me``, in every language."""
    stretch = _Stretch(me, tuple(names), tuple(event.seen_by(me) for event in events), tuple(entries))
    if not stretch.events and not stretch.ledger:
        return ()
    by_lang = {lang: log_lines(stretch, lang) for lang in languages()}
    lines = []
    for k, line in enumerate(by_lang["en"]):
        lines.append(Line({lang: by_lang[lang][k].text for lang in by_lang}, line.rules))
    return tuple(lines)
