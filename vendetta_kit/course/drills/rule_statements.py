"""Questions that ask what a rule says: three ends of a sentence of the kit's text to choose from, one of them its own.

Every rule with an effect and every ruling can be asked in this way, also those that no position can ask about, such as
the contents of the box. The question can also be asked in a moment of a game that shows the rule. The fillings are
alike in length and words, so that only the rule tells them apart. Where a sentence begins with what is asked, the whole
sentences are the options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from vendetta_kit.course.questions import AnswerOption, ExplanationLine, Question, Words, join_texts
from vendetta_kit.kernel.events import Entry as Paid
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import Rulebook
from vendetta_kit.rulebook.rule_records import Entry, Rule, Ruling

from .question_families import Unit

if TYPE_CHECKING:
    from collections.abc import Callable


HALF: Final = 0.5
"""A stem with at least this share of the right option's words gives it away,"""
AHEAD: Final = 0.25
"""if its share of every other option's words is smaller by this much."""
SHORT: Final = 3
"""Words of up to so many letters are ignored, except in a wrong option that has no others."""


def gives_away(stem: str, right: str, wrong: Sequence[str]) -> bool:
    """Return whether a stem contains the words of the right option, and not those of the wrong ones.

    >>> gives_away("Nobody won: the token stays where it is.", "The token stays where it is.", ["It is lost."])
    True
    >>> gives_away("The Feed begins.", "The token stays where it is.", ["It is lost."])
    False
    """
    said = _every_word(stem)
    share = _share(right, said)
    others = (_share(text, said, _every_word(text)) for text in wrong)  # who has a short name is named by it, too
    return share >= HALF and share - max(others, default=0.0) >= AHEAD


def prefers_some(stem: str, options: Sequence[str]) -> bool:
    """Return whether a stem has more of the words of some options than of others, however short the words.

    >>> prefers_some("Ann pays 1 Blood.", ["1 Blood", "2 Blood"]), prefers_some("Ann plays.", ["1 Blood", "2 Blood"])
    (True, False)
    """
    said = _every_word(stem)
    return len({len(_every_word(text) & said) for text in options}) > 1


def _share(text: str, said: set[str], short: Set[str] = frozenset()) -> float:
    words: Set[str] = {word for word in _every_word(text) if len(word) > SHORT} or short
    return len(words & said) / len(words) if words else 0.0


def _every_word(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


ORDERS: Final = 6
"""Number of orders of a question's options, so that the learner cannot remember the place of the right one."""
OPEN: Final = "…"
"""What ends the beginning of a sentence in the prompt, and begins each of its ends among the options."""
LEAST_WORDS: Final = 2
"""The fewest words with which a sentence begins in the prompt; below that its beginning is part of the options."""
_SOURCE: Final = re.compile(r" \(§.*\)$")
"""What follows a section's title is its place in the rulebook, which the explanation has."""
_SENTENCE_ENDS: Final = re.compile(r"[.!?;](?=\s)")
_ADDED: Final = re.compile(
    r":(?= )|, (?:and|but|so|such as|no matter|unless|und|aber|doch|sondern|darum|etwa|gleich|außer) "
)
"""Where a sentence adds something that its end among the options can do without."""
_SENTENCE_BEGINS: Final = re.compile(r"[.!?;]\s+")


class Phrase(Protocol):
    """A function that returns a phrase of the course, filled with values, by language."""

    def __call__(self, key: str, **values: Any) -> Words: ...


@dataclass(frozen=True, slots=True)
class Statements:
    """Makes the questions that ask what a rule of a game says.

    Args:
        book: the game's rulebook.
        gaps: returns for each rule the words of its text that are left out, then wrong fillings: ``(language)``;
            rules without any are not asked.
        phrase: returns the phrases ``statement`` and ``source`` of ``course.json``.
        told: returns a row of the log as text, as a seat may read it: ``(row, names, language, seat)``.
        plain: the sections whose title says nothing about their rules: it does not stand before a question.
        aside: the sections that no game's course needs, such as what is in the box: asked only of who names the rule.
    """

    book: Rulebook
    gaps: Callable[[str], Mapping[str, Sequence[str]]]
    phrase: Phrase
    told: Callable[[Event | Paid, Sequence[str], str, int], str]
    plain: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()

    def is_aside(self, rule_id: str) -> bool:
        """Return whether a rule is asked only of who names it."""
        return rule_id.partition("-")[0] in self.aside

    @property
    def rules(self) -> frozenset[str]:
        """The rules and rulings that have statements."""
        return frozenset(self.gaps("en"))

    def statement(self, rule_id: str, order: int = 0, alone: bool = True) -> Question:
        """Return the question that asks what a rule says.

        Args:
            rule_id: the rule.
            order: which of the orders of its options.
            alone: whether the section of the rule stands before it, as there is no moment that says what it is about.

        Raises:
            KeyError: there is no such question.
        """
        if rule_id not in self.gaps("en") or not 0 <= order < ORDERS:
            raise KeyError(f"statement:{rule_id}:{order}")
        entries = {lang: self.book.find(rule_id, lang) for lang in self.book.languages()}
        fillings = {lang: self.gaps(lang)[rule_id] for lang in entries}
        cut = {lang: _cut(own.text, fillings[lang]) for lang, own in entries.items()}
        texts = [{lang: cut[lang].ends[k] for lang in entries} for k in range(len(fillings["en"]))]
        question_id = f"statement:{rule_id}:{order}"
        mixed = _mixed([AnswerOption(str(k), text) for k, text in enumerate(texts)], rule_id, order)
        options = tuple(AnswerOption(str(place), option.text) for place, option in enumerate(mixed, 1))
        place = next(k for k, option in enumerate(mixed, 1) if option.value == "0")
        prompt, working = (
            self._prompt(entries, {lang: found.begun for lang, found in cut.items()}, alone),
            self._working(entries),
        )
        said = {lang: text.removeprefix(OPEN).strip() for lang, text in texts[0].items()}
        further = {lang: found.further for lang, found in cut.items()}
        others: list[Words] = [further] if all(further.values()) else []
        if isinstance(entries["en"], Rule):
            others += [self.phrase("statement.with", text=self._text(one)) for one in self._settled(entries["en"])]
        again = (any(said[lang] in words[lang] for lang in said) for words in others)
        reason = next((words for words, told in zip(others, again, strict=True) if not told), working[1].text)
        return Question(question_id, "one", (rule_id,), prompt, options, (str(place),), working, None, reason=reason)

    def in_known_words(self, rule_id: str, known: frozenset[str]) -> bool:
        """Return whether each term of a rule's text is behind another of the known rules, or used by one of them.

        What a rule does may have been told in other words: whoever knows it need not know its terms.
        """
        others = known - {rule_id}
        used = frozenset().union(*(_terms_in(self.book, rule) for rule in others))
        new = (self.book.term(key) for key in _terms_in(self.book, rule_id) - used)
        return all(not others.isdisjoint(term.rules) or not term.rules for term in new)

    def _prompt(self, entries: dict[str, Entry], begun: Words, alone: bool) -> Words:
        """Return the prompt, where ``begun`` is what comes before the options, by language."""
        entry = entries["en"]
        which = self.phrase("statement.which")
        asks = isinstance(entry, Ruling) and "?" in entry.title
        text = {
            lang: own if own.endswith(OPEN) or asks else f"{own} {which[lang]}".strip() for lang, own in begun.items()
        }
        if isinstance(entry, Ruling):
            if not asks:  # the title is the answer in short
                return text
            key = "statement.default" if entry.switch is not None else "statement.ruling"
            asked = self.phrase(key, question={lang: own.title for lang, own in entries.items()}, text=text)
            return {lang: own.strip() for lang, own in asked.items()}
        assert isinstance(entry, Rule)
        if not alone or entry.section in self.plain:
            return text
        section = {lang: _SOURCE.sub("", self.book.section_title(entry.section, lang)) for lang in entries}
        return self.phrase("statement", section=section, text=text)

    def _working(self, entries: dict[str, Entry]) -> tuple[ExplanationLine, ...]:
        """Return the explanation: the answer, its source, and related rules."""
        entry = entries["en"]
        assert isinstance(entry, Rule | Ruling)
        places = {lang: self.book.place_of(own) for lang, own in entries.items() if isinstance(own, Rule | Ruling)}
        source = self.phrase(f"source.{entry.kind}", place=places)
        lines = [ExplanationLine(self._text(entry.id), (entry.id,)), ExplanationLine(source, (entry.id,))]
        if isinstance(entry, Ruling) and entry.other is not None:
            other = {lang: (own.other or "") if isinstance(own, Ruling) else "" for lang, own in entries.items()}
            lines.append(ExplanationLine(self.phrase("statement.other", text=other), (entry.id,)))
        else:
            one = self._settled(entry)[0]
            lines.append(ExplanationLine(self.phrase("statement.with", text=self._text(one)), (one,)))
        return tuple(lines)

    def _settled(self, entry: Rule | Ruling) -> Sequence[str]:
        """Return the related rules that say why; those that the rulebook leaves open only if there are no others."""
        found = [one for one in entry.related if getattr(self.book.find(one), "kind", "") != "open"]
        return found or entry.related

    def _text(self, rule_id: str) -> Words:
        """Return the text of a rule, by language."""
        return {lang: self.book.find(rule_id, lang).text for lang in self.book.languages()}

    def why(self, unit: Unit, row_number: int, rule_id: str, viewer: int, order: int) -> Question:
        """Return the question that asks what a rule says, in a moment that shows the rule.

        Its text first says what happens there, unless that would reveal the answer.

        Raises:
            KeyError: this moment does not show the rule.
        """
        question_id = f"why:{unit.story}:{row_number}:{viewer}:{rule_id}-{order}"
        row = next((row for row in _rows(unit) if row.n == row_number), None)
        if row is None or rule_id not in row.rules or not 0 <= viewer < len(unit.names):
            raise KeyError(question_id)
        bare = self.statement(rule_id, order)
        unit = unit.told_to(viewer)
        line = {lang: self.told(row, unit.names, lang, viewer) for lang in self.book.languages()}
        prompt = join_texts((line, self.statement(rule_id, order, alone=False).prompt))
        if _told_by(line, prompt, bare):
            prompt = bare.prompt
        view = unit.position().view(viewer)
        return replace(bare, id=question_id, prompt=prompt, view=view, about=row.rules)


@cache
def _terms_in(book: Rulebook, rule_id: str) -> frozenset[str]:
    """Return the keys of the glossary's terms in the English text of a rule; none, if the rulebook has it no more."""
    text = book.find(rule_id).text if book.is_id(rule_id) else ""
    words = {term.key: rf"(?<!\w){re.escape(term.term)}(?:s|es)?(?!\w)" for term in book.all_terms()}
    return frozenset(key for key, word in words.items() if re.search(word, text))


def shown_in(unit: Unit) -> Iterator[tuple[int, str]]:
    """Yield the running number of each row of a unit with each rule that it shows."""
    for row in _rows(unit):
        for rule_id in row.rules:
            yield row.n, rule_id


def _rows(unit: Unit) -> tuple[Event | Paid, ...]:
    return (*unit.events, *unit.entries)


def _mixed(options: list[AnswerOption], rule_id: str, order: int) -> tuple[AnswerOption, ...]:
    """Return the options in one of their orders, which also depends on the rule."""
    orders = list(permutations(options))
    return orders[(Random(rule_id).randrange(len(orders)) + order) % len(orders)]


def _told_by(line: Words, prompt: Words, question: Question) -> bool:
    """Return whether a line before a question, or both together, point to one of its options, in any language."""
    right = next(option.text for option in question.options if option.value in question.right)
    wrong = [option.text for option in question.options if option.value not in question.right]
    for lang in prompt:
        others = [text[lang] for text in wrong]
        if prefers_some(line[lang], [right[lang], *others]) or gives_away(prompt[lang], right[lang], others):
            return True
    return False


class _Cut(NamedTuple):
    """A text that is asked: how it begins, the ends of that sentence with each filling, and its further sentences."""

    begun: str
    ends: list[str]
    further: str


def _cut(text: str, fillings: Sequence[str]) -> _Cut:
    """Return a text up to where words are left out, the rest of that sentence with each filling, and what follows.

    The rest ends with the sentence, or the semicolon, or before what the sentence only adds. If the sentence has hardly
    begun before the words that are left out (``LEAST_WORDS``), each option is the whole sentence.

    >>> _cut("You play one card. You cannot pass; you must play. Nobody can.", ["pass", "rest"])
    _Cut(begun='You play one card. You cannot …', ends=['… pass.', '… rest.'], further='You must play. Nobody can.')
    >>> _cut("You draw. Only Allies can fight.", ["Only Allies", "No Allies"])
    _Cut(begun='You draw.', ends=['Only Allies can fight.', 'No Allies can fight.'], further='')
    """
    found = re.search(rf"(?<!\w){re.escape(fillings[0])}(?!\w)", text)
    if found is None:
        raise ValueError(f"{fillings[0]!r} is not in {text!r}")
    end = _SENTENCE_ENDS.search(text, found.end())
    rest = text[found.end() : end.end() if end is not None else None]
    further = text[end.end() :].strip() if end is not None else ""
    further = further[:1].upper() + further[1:]
    added = _ADDED.search(rest)
    if added is not None:
        rest = f"{rest[: added.start()]}."
    rest = f"{rest.removesuffix(';')}{'.' if rest.endswith(';') else ''}"
    begin = max((place.end() for place in _SENTENCE_BEGINS.finditer(text, 0, found.start())), default=0)
    start = text[begin : found.start()]
    if len(start.split()) < LEAST_WORDS:
        return _Cut(text[:begin].strip(), [f"{start}{filling}{rest}" for filling in fillings], further)
    begun = f"{text[: found.start()].rstrip()} {OPEN}"
    return _Cut(begun, [f"{OPEN} {filling}{rest}" for filling in fillings], further)
