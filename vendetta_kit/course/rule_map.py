"""The rule map: how well a learner knows every rule and ruling, as data for a figure or a list.

>>> from datetime import UTC, datetime
>>> progress = Progress()
>>> progress.met(["PLAN-11"])
>>> picture = rule_map(progress, "en", datetime(2026, 1, 5, tzinfo=UTC))
>>> [place.level for section in picture.sections for place in section.places if place.id == "PLAN-11"]
['met']
>>> picture.counts["met"]
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from vendetta_kit import rulebook
from vendetta_kit.course.progress import LEVELS, Progress
from vendetta_kit.data_paths import read_words
from vendetta_kit.input_checks import one_of

Counts = Mapping[str, int]
"""Number of rules at each level, in the order of the levels."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The name and explanation of a level or a sign of the map."""

    id: str
    name: str
    means: str


@dataclass(frozen=True, slots=True)
class MappedRule:
    """One rule or ruling on the map.

    ``proved``: the learner has shown knowledge of it; ``refused``: it once forbade what the learner tried; ``due``: it
    is to be asked again.
    """

    id: str
    title: str
    kind: str
    level: str
    proved: bool
    refused: bool
    due: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rulebook on the map, with its rules."""

    id: str
    title: str
    places: tuple[MappedRule, ...]
    counts: Counts

    @property
    def proved(self) -> int:
        """The number of rules in the section that the learner has shown to know."""
        return sum(place.proved for place in self.places)


@dataclass(frozen=True, slots=True)
class RuleMap:
    """The rule map of one game: ``counts`` of all rules, ``lessons`` with the counts of each lesson's rules."""

    game: str
    sections: tuple[Section, ...]
    counts: Counts
    lessons: Mapping[str, Counts]
    due: tuple[str, ...]
    lang: str

    @property
    def proved(self) -> int:
        """The number of rules that the learner has shown to know."""
        return sum(section.proved for section in self.sections)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def rule_map(
    progress: Progress, lang: str, now: datetime, lessons: Mapping[str, Iterable[str]] | None = None
) -> RuleMap:
    """Return the rule map of the progress's game.

    Args:
        progress: the learner's progress in that game.
        lang: the language of the titles.
        now: the time, which decides what is due.
        lessons: the ids of the rules of each lesson, if they are to be counted.
    """
    book = rulebook.GAMES[progress.game]
    entries: tuple[rulebook.Rule | rulebook.Ruling, ...] = (*book.all_rules(lang), *book.all_rulings(lang))
    places: dict[str, list[MappedRule]] = {section: [] for section in book.sections()}
    for entry in entries:
        rule = entry.id
        places[entry.section].append(
            MappedRule(
                rule,
                entry.title,
                entry.kind,
                progress.level(rule),
                progress.is_proved(rule),
                progress.was_refused(rule),
                progress.is_due(rule, now),
            )
        )
    known = [entry.id for entry in entries]
    return RuleMap(
        game=progress.game,
        sections=tuple(
            Section(
                section,
                book.section_title(section, lang),
                tuple(found),
                _counts(progress, [place.id for place in found]),
            )
            for section, found in places.items()
        ),
        counts=_counts(progress, known),
        lessons={lesson: _counts(progress, dict.fromkeys(rules)) for lesson, rules in (lessons or {}).items()},
        due=tuple(rule for rule in progress.due(now, known) if progress.is_due(rule, now)),
        lang=lang,
    )


def _counts(progress: Progress, rules: Iterable[str]) -> dict[str, int]:
    found = dict.fromkeys(LEVELS, 0)
    for rule in rules:
        found[progress.level(rule)] += 1
    return found


def _words(lang: str) -> dict[str, dict[str, Any]]:
    """Return the texts of the map."""
    if lang not in rulebook.languages():
        raise rulebook.UnknownLanguage(f"lang: found {lang!r}; expected {one_of(rulebook.languages())}")
    return read_words("progress.json", lang)


def map_texts(lang: str) -> Mapping[str, str]:
    """Return the sentences of the map and of a class's report."""
    return _words(lang)["words"]


def levels(lang: str) -> tuple[Meaning, ...]:
    """Return name and explanation of each level, in rising order.

    >>> [level.name for level in levels("de")]
    ['Neu', 'Begegnet', 'Benutzt', 'Im Lernen', 'Gekonnt']
    """
    return tuple(Meaning(key, **_words(lang)["levels"][key]) for key in LEVELS)


def map_signs(lang: str) -> tuple[Meaning, ...]:
    """Return name and explanation of the two signs besides the level: refused and due."""
    return tuple(Meaning(key, **row) for key, row in _words(lang)["flags"].items())


def map_lines(picture: RuleMap, progress: Progress) -> list[str]:
    """Return the map as lines for a terminal: one for each section, then what is due.

    >>> from datetime import UTC, datetime
    >>> print(map_lines(rule_map(Progress(), "en", datetime(2026, 1, 5, tzinfo=UTC)), Progress())[1])
    Box contents                             13    ·      ·         ·      ·
    """
    said = map_texts(picture.lang)
    names = [level.name for level in levels(picture.lang)]
    rows: list[Sequence[str]] = [(said["rules"], *names)]
    for title, counts in (
        *((section.title, section.counts) for section in picture.sections),
        (said["all"], picture.counts),
    ):
        rows.append((title, *(str(counts[level] or "·") for level in LEVELS)))
    first = max(len(row[0]) for row in rows) + 2
    widths = [max(len(name), 3) for name in names]
    found = [
        row[0].ljust(first) + "  ".join(cell.rjust(width) for cell, width in zip(row[1:], widths, strict=True)).rstrip()
        for row in rows
    ]
    found += ["", said["lessons"].format(finished=progress.finished, begun=progress.begun)]
    found.append(said["proved"].format(proved=picture.proved, total=sum(picture.counts.values())))
    found.append(said["due"].format(due=", ".join(picture.due)) if picture.due else said["none_due"])
    return found
