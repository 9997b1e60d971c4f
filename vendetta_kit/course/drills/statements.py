"""What is the rule? One statement that is right, our own words for the rule, and two that are not.

Every rule with an effect and every ruling can be asked in this way, also those that no position can ask about, such as
what lies in the box. Where a game shows the rule at work, the question can be asked in that moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

from vendetta_kit.course.drills.stems import gives_away
from vendetta_kit.course.questions import Line, Option, Question, Words
from vendetta_kit.games.vendetta.course.phrases import phrase
from vendetta_kit.games.vendetta.wording.words import entry_text, event_text
from vendetta_kit.paths import read_json
from vendetta_kit.rulebook import Rule, Ruling, find, languages, section_title
from vendetta_kit.rulebook.records import Entry

if TYPE_CHECKING:
    from vendetta_kit.course.drills.stories import Unit
    from vendetta_kit.kernel.events import Entry as Paid
    from vendetta_kit.kernel.events import Event

__all__ = ["ORDERS", "shown_in", "stated", "statement", "why"]

ORDERS = 6
"""A statement's options come in so many orders, so that nobody learns the place of the right one."""


@cache
def _wrong(lang: str) -> dict[str, list[str]]:
    """Wrong statements by rule."""
    own: dict[str, list[str]] = read_json("lang", lang, "course.json")["wrong"]
    return own if lang == "en" else {**_wrong("en"), **own}


@cache
def stated() -> frozenset[str]:
    """The rules and rulings that have statements."""
    return frozenset(_wrong("en"))


def statement(rule_id: str, order: int = 0) -> Question:
    """The question what a rule says; ``order`` mixes its options.

    >>> question = statement("PLAN-03")
    >>> question.prompt["en"], len(question.options), question.grade(question.right)
    ('Planning: which of these is right?', 3, True)

    Raises:
        KeyError: there is no such question.
    """
    if rule_id not in stated() or not 0 <= order < ORDERS:
        raise KeyError(f"statement:{rule_id}:{order}")
    entries = {lang: find(rule_id, lang) for lang in languages()}
    right = {lang: entry.text for lang, entry in entries.items()}
    count = len(_wrong("en")[rule_id])
    texts = [right, *({lang: _wrong(lang)[rule_id][k] for lang in languages()} for k in range(count))]
    question_id = f"statement:{rule_id}:{order}"
    mixed = _mixed([Option(str(k), text) for k, text in enumerate(texts)], rule_id, order)
    options = tuple(Option(str(place), option.text) for place, option in enumerate(mixed, 1))
    place = next(k for k, option in enumerate(mixed, 1) if option.value == "0")
    return Question(question_id, "one", (rule_id,), _prompt(entries), options, (str(place),), _working(entries), None)


def _mixed(options: list[Option], rule_id: str, order: int) -> tuple[Option, ...]:
    """The options in one of their orders; which one comes first differs from rule to rule."""
    orders = list(permutations(options))
    return orders[(Random(rule_id).randrange(len(orders)) + order) % len(orders)]


def _prompt(entries: dict[str, Entry]) -> Words:
    entry = entries["en"]
    if isinstance(entry, Ruling):
        key = "statement.default" if entry.switch is not None else "statement.ruling"
        return phrase(key, question={lang: own.title for lang, own in entries.items()})
    assert isinstance(entry, Rule)
    return phrase("statement", section={lang: section_title(entry.section, lang) for lang in entries})


def _working(entries: dict[str, Entry]) -> tuple[Line, ...]:
    """The answer, where it comes from, and what goes with it."""
    entry = entries["en"]
    assert isinstance(entry, Rule | Ruling)
    source = phrase(f"source.{entry.kind}", pages=entry.pages)
    lines = [Line(_text(entry.id), (entry.id,)), Line(source, (entry.id,))]
    if isinstance(entry, Ruling) and entry.other is not None:
        other = {lang: (own.other or "") if isinstance(own, Ruling) else "" for lang, own in entries.items()}
        lines.append(Line(phrase("statement.other", text=other), (entry.id,)))
    else:
        lines.append(Line(phrase("statement.with", text=_text(entry.related[0])), entry.related[:1]))
    return tuple(lines)


def _text(rule_id: str) -> Words:
    """What a rule says, in every language."""
    return {lang: find(rule_id, lang).text for lang in languages()}


# In the moment in which a rule is at work ------------------------------------------------------------------


def shown_in(unit: Unit) -> Iterator[tuple[int, str]]:
    """Rows of a unit by their running number, with the rules that they show."""
    for event in unit.events:
        for rule_id in event.rules:
            yield event.n, rule_id
    for entry in unit.entries:
        for rule_id in entry.rules:
            yield entry.n, rule_id


def why(unit: Unit, row_number: int, rule_id: str, viewer: int, order: int) -> Question:
    """The question what a rule says, asked in a moment that shows it at work.

    What happens there is told before it, unless that would tell the answer.

    Raises:
        KeyError: this moment does not show the rule.
    """
    question_id = f"why:{unit.story}:{row_number}:{viewer}:{rule_id}-{order}"
    event = next((event for event in unit.events if event.n == row_number), None)
    entry = next((entry for entry in unit.entries if entry.n == row_number), None)
    row = event or entry
    if row is None or rule_id not in row.rules or not 0 <= viewer < unit.game.seats:
        raise KeyError(question_id)
    bare = statement(rule_id, order)
    line = _line(unit, event, entry, viewer)
    ruling = isinstance(find(rule_id), Ruling)
    prompt = phrase("why.ruling", line=line, question=bare.prompt) if ruling else phrase("why", line=line)
    if _told_by(prompt, bare):
        prompt = bare.prompt
    return replace(bare, id=question_id, prompt=prompt, view=unit.position().view(viewer), about=row.rules)


def _told_by(prompt: Words, question: Question) -> bool:
    """Whether a prompt already says what is right, in any language."""
    right = next(option.text for option in question.options if option.value in question.right)
    wrong = [option.text for option in question.options if option.value not in question.right]
    return any(gives_away(prompt[lang], right[lang], [text[lang] for text in wrong]) for lang in prompt)


def _line(unit: Unit, event: Event | None, entry: Paid | None, viewer: int) -> Words:
    names = unit.game.names
    if event is not None:
        return {lang: event_text(event, names, lang, viewer) for lang in languages()}
    assert entry is not None
    return {lang: entry_text(entry, names, lang) for lang in languages()}
