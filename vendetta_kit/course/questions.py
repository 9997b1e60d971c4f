"""Questions with answers and explanations, as lessons, predictions and drills use them.

A question holds its texts in every language, so that a page can switch the language, and the view of the seat that is
asked, never a game. It can be made again from its id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, TypeAlias

from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.rulebook import languages

Words: TypeAlias = Mapping[str, str]
"""A text in every language of the rulebook."""
Log: TypeAlias = Callable[[Any, str], Sequence[Any]]
"""A function that returns the log lines of a part of a game in a language, each with ``text`` and ``rules``."""

NUMBERS: Final = 10
"""How many numbers are offered to press where a question asks for one."""
NOBODY: Final = "nobody"
"""The value of the option that stands for no seat."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One option of a question: ``value`` is graded, ``text`` is shown.

    ``thing`` is what of the table it names, by the name that the table's HTML has for it, such as ``seat-2``; there it
    can be pressed instead. Empty if it names none. ``why`` says why it is right or wrong, if it needs a reason of its
    own.
    """

    value: str
    text: Words
    thing: str = ""
    why: Words | None = None


@dataclass(frozen=True, slots=True)
class ExplanationLine:
    """One line of an explanation, with the ids of the rules behind it."""

    text: Words
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer.

    ``form`` is ``"one"`` (pick one option), ``"many"`` (pick all that fit), ``"order"`` (put all in order) or
    ``"number"`` (a whole number). ``rules`` are the ids of the rules that it asks about; ``right`` has the values of
    the right options, or the number as text. ``about`` are further rules that its texts mention; ``view`` is the view
    of the seat that is asked, or ``None``; with ``table`` a page shows it, or what ``shows`` names of it. ``reason`` is
    one sentence that says why the right answer is right, or answers the question, where the right option does not.
    ``after`` is the view of the same seat that a page shows once it is answered; ``None``: the same as before.
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
    reason: Words | None = None
    table: bool = True
    shows: tuple[str, ...] = ()
    after: Any = None

    def grade(self, given: Sequence[str]) -> bool:
        """Return whether an answer is right: the values picked, or one number as typed.

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


def join_texts(parts: Iterable[Words]) -> Words:
    """Return several sentences as one text, by language."""
    several = list(parts)
    return {lang: " ".join(part[lang] for part in several if part[lang]) for lang in languages()}


def untranslated(text: str) -> Words:
    """Return a text that is the same in every language, such as a name or number."""
    return dict.fromkeys(languages(), text)


def seat_options(
    names: Sequence[str], seats: Iterable[int], nobody: Words | None = None, you: tuple[int | None, Words] | None = None
) -> tuple[AnswerOption, ...]:
    """Return seats as options, by players' names; with a text for ``nobody``, also that option.

    ``you`` is the seat that is asked, and the text for it instead of its name.
    """
    texts = {you[0]: you[1]} if you is not None else {}
    options = [AnswerOption(str(seat), texts.get(seat) or untranslated(names[seat]), f"seat-{seat}") for seat in seats]
    if nobody is not None:
        options.append(AnswerOption(NOBODY, nobody))
    return tuple(options)


def with_reasons(options: Iterable[AnswerOption], whys: Mapping[str, Words]) -> tuple[AnswerOption, ...]:
    """Return the options, each with its own reason, by the option's value, as far as there are any."""
    return tuple(replace(option, why=whys.get(option.value)) for option in options)


def number_options(question: Question) -> tuple[AnswerOption, ...]:
    """Return the numbers among which a question for a number is answered by one press, in order.

    They begin at 0 where the right one is small, else anywhere: their bounds do not tell it.

    >>> small = Question("sum", "number", (), {"en": "3 + 4?"}, (), ("7",), (), None)
    >>> [option.value for option in number_options(small)]
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
    >>> large = Question("score", "number", (), {"en": "20 + 5?"}, (), ("25",), (), None)
    >>> len(number_options(large)), "25" in {option.value for option in number_options(large)}
    (10, True)
    """
    right = int(question.right[0])
    return numbers_from(0 if 0 <= right < NUMBERS else right - Random(question.id).randrange(NUMBERS), NUMBERS)


def numbers_from(first: int, count: int) -> tuple[AnswerOption, ...]:
    """Return so many numbers from the first on, as options."""
    return tuple(AnswerOption(str(n), untranslated(str(n))) for n in range(first, first + count))


def shuffled_options(options: Sequence[AnswerOption], key: str) -> tuple[AnswerOption, ...]:
    """Return the options in an order that depends on ``key`` only, so that a question always looks the same."""
    mixed = list(options)
    Random(key).shuffle(mixed)
    return tuple(mixed)


def phrase_by_language(say: Callable[[str, Mapping[str, Any]], str], values: Mapping[str, Any]) -> Words:
    """Return ``say(language, values)`` by language; values that are texts by language are put in in that language."""

    def within(lang: str) -> dict[str, Any]:
        return {key: value[lang] if isinstance(value, Mapping) else value for key, value in values.items()}

    return {lang: say(lang, within(lang)) for lang in languages()}


# The log as a worked-out answer ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a game in the form that logs are made from."""

    me: int | None
    names: tuple[str, ...]
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]


def log_explanation(
    log: Log, me: int | None, names: Sequence[str], events: Iterable[Event], entries: Iterable[Entry]
) -> tuple[ExplanationLine, ...]:
    """Return the log lines of these events and entries for the seat ``me``, in every language."""
    known = tuple(event.seen_by(me) for event in events), tuple(entry.seen_by(me) for entry in entries)
    stretch = _Stretch(me, tuple(names), *known)
    if not stretch.events and not stretch.ledger:
        return ()
    by_lang = {lang: log(stretch, lang) for lang in languages()}
    lines = []
    for k, line in enumerate(by_lang["en"]):
        lines.append(ExplanationLine({lang: by_lang[lang][k].text for lang in by_lang}, line.rules))
    return tuple(lines)
