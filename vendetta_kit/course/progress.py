"""A learner's progress: rules met, used, refused and answered, lessons, and which rule to ask about next.

It is stored only in the learner's browser, and in a file that the learner saves. Nothing here reads the clock.

A file holds all games, each with ids of its own (``PLAN-11`` inside ``vendetta`` is ``vendetta:PLAN-11`` elsewhere).
Format ``vendetta-progress/2``::

    {"format": "vendetta-progress/2",
     "games": {"vendetta": {
         "rules": {"PLAN-11": {"first": 1, "met": 3, "used": 1, "refused": 1, "right": 2, "wrong": 1,
                               "memory": [last, due, streak, state, step, stability, difficulty]}},
         "lessons": {"planning": {"moments": ["first-move"], "finished": false}},
         "done": ["scenario:frenzy-02-vampire", "drill:planning"],
         "days": [20459, 20460],
         "log": [[time, "PLAN-11", 1, "id of the question"]]}}}

``days`` are days since 1970; it and ``done`` are left out if empty. Games and rules that this version of the kit does
not know are kept unchanged. The older ``vendetta-progress/1`` has no ``games``: the content of ``vendetta`` is beside
``format``.

>>> from datetime import UTC, datetime
>>> progress = Progress()
>>> progress.met(["PLAN-11", "FRZ-01"])
>>> progress.answered(["PLAN-11"], True, "a question", datetime(2026, 1, 5, tzinfo=UTC))
>>> progress.level("PLAN-11"), progress.level("FRZ-01"), progress.level("EOG-01")
('learning', 'met', 'new')
>>> progress.due(datetime(2026, 1, 6, tzinfo=UTC))
['PLAN-11', 'FRZ-01']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.course.schedule import REVIEW, Memory, recall_probability, review, unix_seconds
from vendetta_kit.input_errors import BadInput
from vendetta_kit.registered_games import FIRST

FORMAT: Final = "vendetta-progress/2"
FORMAT_OF_ONE_GAME: Final = "vendetta-progress/1"
"""The format of older files, which are about Vendetta only."""
LEVELS: Final = ("new", "met", "used", "learning", "known")
"""How well a rule is known, in rising order. Their texts are in ``progress.json`` of a language.

``new``: not met yet. ``met``: shown or named in a refusal. ``used``: the learner made a move by it. ``learning``: asked
at least once. ``known``: answered right at least :data:`KNOWN` times since the last wrong answer.
"""
KNOWN: Final = 2
"""Number of right answers in a row after which a rule counts as known."""
LOG: Final = 100
"""Number of latest answers that are stored one by one."""
MOST: Final = 9999
"""The largest value of a count."""
DAYS: Final = 400
"""Number of latest days with play that are stored."""
DAY: Final = 86_400
"""Seconds of a day; days are counted from 1970, in UTC."""
LONGEST: Final = 160
"""Number of characters to which ids of questions are cut."""
NEW_AFTER: Final = 2
"""After this many rules that are asked again, one that was never asked follows."""


class BadProgress(BadInput):
    """Error: a file is not valid saved progress. The message is one line: what, where, and what was expected."""


class AnswerRecord(NamedTuple):
    """One answer in the log; ``rule`` is the question's first rule."""

    time: int
    rule: str
    right: bool
    question: str


@dataclass(frozen=True, slots=True)
class RuleMark:
    """A learner's counts for one rule. ``first`` is its number in the order in which the learner met the rules."""

    first: int
    met: int = 0
    used: int = 0
    refused: int = 0
    right: int = 0
    wrong: int = 0
    memory: Memory | None = None

    @property
    def level(self) -> str:
        if self.memory is not None:
            return "known" if self.memory.streak >= KNOWN else "learning"
        return "used" if self.used else "met"

    @property
    def proved(self) -> bool:
        """Whether the last answer about it was right, or, before any answer, whether the learner used it in a move."""
        return self.memory.streak > 0 if self.memory is not None else self.used > 0

    def merge(self, other: RuleMark) -> RuleMark:
        memories = [memory for memory in (self.memory, other.memory) if memory is not None]
        return RuleMark(
            first=min(self.first, other.first),
            met=max(self.met, other.met),
            used=max(self.used, other.used),
            refused=max(self.refused, other.refused),
            right=max(self.right, other.right),
            wrong=max(self.wrong, other.wrong),
            memory=max(memories, default=None),
        )

    def to_json(self) -> dict[str, Any]:
        row: dict[str, Any] = {"first": self.first}
        for name in ("met", "used", "refused", "right", "wrong"):
            if getattr(self, name):
                row[name] = getattr(self, name)
        if self.memory is not None:
            row["memory"] = list(self.memory)
        return row


@dataclass(frozen=True, slots=True)
class LessonMark:
    """The moments of a lesson that are done, and whether it was finished."""

    moments: frozenset[str] = frozenset()
    finished: bool = False

    def merge(self, other: LessonMark) -> LessonMark:
        return LessonMark(self.moments | other.moments, self.finished or other.finished)


@dataclass(slots=True)
class Progress:
    """The progress of one learner in one game, with references to the progress in other games."""

    rules: dict[str, RuleMark] = field(default_factory=dict)
    lessons: dict[str, LessonMark] = field(default_factory=dict)
    log: tuple[AnswerRecord, ...] = ()
    done: frozenset[str] = frozenset()
    """Finished scenarios and sets of drills, as an :mod:`.assignment` names them."""
    days: frozenset[int] = frozenset()
    """The days on which the learner did something, as days since 1970; those of answers are in :attr:`log`."""
    game: str = FIRST
    others: dict[str, Progress] = field(default_factory=dict)
    """The learner's progress in other games, by the game."""

    def of(self, game: str) -> Progress:
        """Return the learner's progress in another game, with this one among its :attr:`others`.

        >>> progress = Progress()
        >>> progress.met(["PLAN-11"])
        >>> other = progress.of("vtes")
        >>> other.level("PLAN-11"), other.of("vendetta").level("PLAN-11")
        ('new', 'met')
        """
        return Progress(game=game).merge(self)

    # What happens to her

    def met(self, rules: Iterable[str]) -> None:
        """Record that these rules were shown to the learner."""
        self._note(rules, lambda mark: replace(mark, met=min(mark.met + 1, MOST)))

    def used(self, rules: Iterable[str]) -> None:
        """Record that the learner made a move by these rules."""
        self._note(rules, lambda mark: replace(mark, used=min(mark.used + 1, MOST)))

    def refused(self, rules: Iterable[str]) -> None:
        """Record that these rules forbade what the learner tried."""
        self._note(rules, lambda mark: replace(mark, refused=min(mark.refused + 1, MOST)))

    def answered(self, rules: Sequence[str], right: bool, question: str, now: datetime) -> None:
        """Record an answer to a question about these rules, and schedule each of them again."""
        if not rules:
            return
        count = "right" if right else "wrong"
        self._note(
            rules,
            lambda mark: replace(
                mark, memory=review(mark.memory, right, now), **{count: min(getattr(mark, count) + 1, MOST)}
            ),
        )
        self.log = _kept([*self.log, AnswerRecord(unix_seconds(now), rules[0], bool(right), question[:LONGEST])])

    def make_due(self, rules: Iterable[str], now: datetime) -> None:
        """Make these rules, the takeaways of a review, due at once.

        >>> from datetime import UTC
        >>> progress, monday = Progress(), datetime(2026, 1, 5, tzinfo=UTC)
        >>> progress.make_due(["WDR-02"], monday)
        >>> progress.is_due("WDR-02", monday), progress.level("WDR-02")
        (True, 'learning')
        """
        at = unix_seconds(now)

        def due(mark: RuleMark) -> RuleMark:
            memory = mark.memory if mark.memory is not None else review(None, False, now)
            return replace(mark, memory=memory._replace(last=at, due=at))

        self._note(rules, due)

    def lesson(self, lesson: str, moment: str | None = None, finished: bool = False) -> None:
        """Record that the learner did a moment of a lesson, finished the lesson, or both."""
        done = frozenset() if moment is None else frozenset({moment})
        self.lessons[lesson] = self.lessons.get(lesson, LessonMark()).merge(LessonMark(done, finished))

    def mark_done(self, what: str) -> None:
        """Record a finished scenario or set of drills, as ``scenario:`` or ``drill:`` and its id."""
        self.done |= {what}

    def play_day(self, now: datetime) -> None:
        """Record that the learner did something on this day."""
        self.days = _latest_days(self.days | {unix_seconds(now) // DAY})

    def _note(self, rules: Iterable[str], change: Callable[[RuleMark], RuleMark]) -> None:
        for rule in dict.fromkeys(rules):
            mark = self.rules.get(rule)
            if mark is None:
                mark = RuleMark(1 + max((other.first for other in self.rules.values()), default=0))
            self.rules[rule] = change(mark)

    # What it comes to

    @property
    def finished(self) -> int:
        """The number of finished lessons."""
        return sum(mark.finished for mark in self.lessons.values())

    @property
    def begun(self) -> int:
        """The number of lessons that were begun but not finished."""
        return len(self.lessons) - self.finished

    def level(self, rule: str) -> str:
        """Return how well a rule is known, one of :data:`LEVELS`."""
        mark = self.rules.get(rule)
        return "new" if mark is None else mark.level

    def is_proved(self, rule: str) -> bool:
        """Return whether the learner has shown knowledge of a rule (:attr:`RuleMark.proved`)."""
        return rule in self.rules and self.rules[rule].proved

    def was_refused(self, rule: str) -> bool:
        """Return whether a rule ever forbade what the learner tried."""
        return rule in self.rules and self.rules[rule].refused > 0

    def count_due(self, now: datetime) -> int:
        """Return the number of rules that are due to be asked again."""
        return sum(self.is_due(rule, now) for rule in self.rules)

    def days_played(self) -> frozenset[int]:
        """Return the days on which the learner did something in any game, as days since 1970."""
        games = self._by_game().values()
        return frozenset().union(*(part.days | {line.time // DAY for line in part.log} for part in games))

    def streak(self, now: datetime) -> int:
        """Return on how many days in a row the learner has played, up to today or yesterday.

        >>> from datetime import UTC
        >>> progress = Progress()
        >>> for day in (3, 4, 5):
        ...     progress.play_day(datetime(2026, 1, day, tzinfo=UTC))
        >>> [progress.streak(datetime(2026, 1, day, tzinfo=UTC)) for day in (5, 6, 7)]
        [3, 3, 0]
        """
        days, today = self.days_played(), unix_seconds(now) // DAY
        last = today if today in days else today - 1
        return next(count for count in range(len(days) + 1) if last - count not in days)

    def is_due(self, rule: str, now: datetime) -> bool:
        """Return whether a rule that was asked before is due to be asked again."""
        mark = self.rules.get(rule)
        return mark is not None and mark.memory is not None and mark.memory.due <= unix_seconds(now)

    def due(self, now: datetime, rules: Iterable[str] | None = None) -> list[str]:
        """Return the rules to ask about now, the most urgent first.

        First are rules that are due, those most likely forgotten first; rules that were never asked come in between, in
        the order in which the learner met them. Rules of the same section are kept apart if possible.

        Args:
            now: the time.
            rules: the rules to choose from, those never met last and in this order; by default all rules met.
        """
        among = list(self.rules if rules is None else dict.fromkeys(rules))
        marks = {rule: self.rules.get(rule) for rule in among}
        again, fresh = [], []
        for place, (rule, mark) in enumerate(marks.items()):
            if mark is None:
                fresh.append((True, place, rule))
            elif mark.memory is None:
                fresh.append((False, mark.first, rule))
            elif mark.memory.due <= unix_seconds(now):
                again.append((mark.memory.state == REVIEW, recall_probability(mark.memory, now), mark.memory.due, rule))
        return _apart(_mixed([row[-1] for row in sorted(again)], [row[-1] for row in sorted(fresh)]))

    # Two tabs, files

    def merge(self, other: Progress) -> Progress:
        """Return the combined progress of two records of the same learner; of two memories the later one is kept.

        Order and repetition do not matter; the result is about this record's game.
        """
        mine, theirs = self._by_game(), other._by_game()
        nothing = Progress()
        both = {game: mine.get(game, nothing)._joined(theirs.get(game, nothing), game) for game in {**mine, **theirs}}
        found = both.pop(self.game)
        found.others = {game: part for game, part in both.items() if part != Progress(game=game)}
        return found

    def _by_game(self) -> dict[str, Progress]:
        return {**self.others, self.game: self}

    def _joined(self, other: Progress, game: str) -> Progress:
        """Return two records of one game combined, without other games."""
        rules = dict(self.rules)
        for rule, theirs in other.rules.items():
            rules[rule] = rules[rule].merge(theirs) if rule in rules else theirs
        lessons = dict(self.lessons)
        for lesson, done in other.lessons.items():
            lessons[lesson] = lessons[lesson].merge(done) if lesson in lessons else done
        return Progress(
            rules,
            lessons,
            _kept([*self.log, *other.log]),
            self.done | other.done,
            _latest_days(self.days | other.days),
            game,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the progress as a JSON object; equal progress gives equal text."""
        games = self._by_game()
        return {"format": FORMAT, "games": {game: games[game]._to_json() for game in sorted(games)}}

    def _to_json(self) -> dict[str, Any]:
        return {
            "rules": {rule: self.rules[rule].to_json() for rule in sorted(self.rules)},
            "lessons": {
                lesson: {"moments": sorted(self.lessons[lesson].moments), "finished": self.lessons[lesson].finished}
                for lesson in sorted(self.lessons)
            },
            **({"done": sorted(self.done)} if self.done else {}),
            **({"days": sorted(self.days)} if self.days else {}),
            "log": [[line.time, line.rule, int(line.right), line.question] for line in self.log],
        }

    def dumps(self) -> str:
        """Return the progress as one line of text, for the browser and for files."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def from_json(cls, data: Any, name: str = "progress", game: str = FIRST) -> Progress:
        """Return a game's progress from a JSON object, with the other games; messages call it ``name``.

        Raises:
            BadProgress: it is not valid; the message is one line with the fault and its place.
        """
        from vendetta_kit.course.progress_file import read

        return read(data, name).of(game)

    @classmethod
    def loads(cls, text: str | bytes, name: str = "progress", game: str = FIRST) -> Progress:
        """Return a game's progress from a file's content, with the other games. Raises :class:`BadProgress`."""
        from vendetta_kit.course.progress_file import parse

        return cls.from_json(parse(text, name), name, game)


def _kept(log: Iterable[AnswerRecord]) -> tuple[AnswerRecord, ...]:
    return tuple(sorted(set(log))[-LOG:])


def _latest_days(days: Iterable[int]) -> frozenset[int]:
    return frozenset(sorted(days)[-DAYS:])


def _mixed(again: Sequence[str], fresh: Sequence[str]) -> list[str]:
    """Return both lists as one, with a new rule after every :data:`NEW_AFTER` repeated ones."""
    found, new = [], list(fresh)
    for place, rule in enumerate(again, 1):
        found.append(rule)
        if new and place % NEW_AFTER == 0:
            found.append(new.pop(0))
    return found + new


def _apart(rules: Sequence[str], reach: int = 3) -> list[str]:
    """Return the rules reordered so that neighbours are of different sections, if a rule within ``reach`` allows it.

    >>> _apart(["PLAN-01", "PLAN-02", "FRZ-01", "PLAN-03"])
    ['PLAN-01', 'FRZ-01', 'PLAN-02', 'PLAN-03']
    """
    found: list[str] = []
    left = list(rules)
    while left:
        near = left[: reach + 1]
        other = next((rule for rule in near if not found or _section(rule) != _section(found[-1])), left[0])
        left.remove(other)
        found.append(other)
    return found


def _section(rule: str) -> str:
    return rule.partition("-")[0]


def next_rule(progress: Progress, now: datetime, rng: Random, rules: Iterable[str] | None = None) -> str | None:
    """Return the rule for the next question: one of the most urgent; if none is due, one that soon will be.

    The rule of the last question is not repeated at once if there are others. ``None`` if no rules were given and the
    learner has met none.
    """
    among = list(progress.rules if rules is None else dict.fromkeys(rules))
    waiting = progress.due(now, among)
    if not waiting:
        soon = [(mark.memory.due, rule) for rule in among if (mark := progress.rules.get(rule)) and mark.memory]
        waiting = [rule for _, rule in sorted(soon)]
    last = progress.log[-1].rule if progress.log else None
    choice = [rule for rule in waiting if rule != last][:3] or waiting[:1]
    return rng.choices(choice, weights=(4, 2, 1)[: len(choice)])[0] if choice else None
