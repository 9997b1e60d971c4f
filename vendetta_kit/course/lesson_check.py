"""Checks a lesson by playing it to its end. The player for learners is :mod:`.lesson_player`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.scenarios import BadScenario, run

from .lesson_model import Ask, Both, FreeMove, Lesson, LessonPart, Predict, YourMove
from .lesson_player import LessonPlayer, NotNow

FIRST_MOVE = 3
"""The latest beat of a lesson for the learner's first move, so that it is on the first screen."""
WAYS = 6
"""Number of choices that are tried at a free move, besides the usual one."""


@dataclass(frozen=True, slots=True)
class LessonReport:
    """The result of a check: the failures, one line each, and how much there was to do."""

    failures: tuple[str, ...]
    met: tuple[str, ...]
    moves: int
    questions: int

    @property
    def ok(self) -> bool:
        """Whether there are no failures."""
        return not self.failures


class _Stuck(Exception):
    """Raised if a moment cannot be played to its end; the message is the line of the failure."""


def run_through(lesson: Lesson) -> LessonReport:
    """Play a lesson with right answers and return what fails.

    Failures are: a step that is not possible or not the learner's, a prediction that is never graded or whose answer is
    no option, a question without a rule, a story that does not reach its end, an expectation that does not hold, a rule
    of the lesson that is never shown, a first move that comes too late.
    """
    runner = _Runner(lesson)
    runner.whole()
    return LessonReport(tuple(dict.fromkeys(runner.failures)), tuple(runner.met), runner.moves, runner.questions)


class _Runner:
    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.failures: list[str] = []
        self.met: dict[str, None] = {}
        self.moves = 0
        self.questions = 0

    def whole(self) -> None:
        for k, moment in enumerate(self.lesson.moments):
            try:
                walk = self.through(k)
            except _Stuck as stuck:
                self.failures.append(str(stuck))
                continue
            self.met.update(dict.fromkeys(walk.met))
            self.failures += map(str, walk.failures)
            done = self.moves, self.questions
            for way in self.other_ways(moment):
                try:
                    self.through(k, way)
                except _Stuck as stuck:
                    self.failures.append(f"{stuck} (after another choice at a free move)")
            self.moves, self.questions = done
        for line in self.lesson.learned:
            self.met.update(dict.fromkeys(line.rules))
        self.first_move()
        for rule in self.lesson.rules:
            if rule not in self.met:
                self.failures.append(f"{self.at(self.lesson.lines['rules'])}: rules: {rule} is never met")

    def at(self, line: int) -> str:
        return f"{self.lesson.file}:{line}"

    def first_move(self) -> None:
        beats = [beat for moment in self.lesson.moments for beat in moment.beats]
        moves = [k for k, beat in enumerate(beats) if isinstance(beat, YourMove | FreeMove)]
        if not moves or moves[0] >= FIRST_MOVE:
            found = f"beat {moves[0] + 1} is the learner's first move" if moves else "the learner never makes a move"
            line = self.at(self.lesson.lines["moments"])
            self.failures.append(f"{line}: moments: {found}, expected one within the first {FIRST_MOVE}")

    def other_ways(self, moment: LessonPart) -> Iterator[int]:
        """Yield the indices of the choices to try at free moves, besides the usual one."""
        if any(isinstance(beat, FreeMove) for beat in moment.beats):
            yield from range(1, WAYS + 1)

    def through(self, k: int, way: int = 0) -> LessonPlayer:
        """Play a moment to its end and return the player; ``way`` selects another choice at free moves."""
        moment = self.lesson.moments[k]
        try:
            walk = LessonPlayer(self.lesson, k)
            while walk.place[0] == k:
                self.step(walk, moment, way)
        except BadScenario as bad:
            raise _Stuck(f"{self.at(moment.mark.line)}: {moment.id}: {bad}") from None
        return walk

    def step(self, walk: LessonPlayer, moment: LessonPart, way: int) -> None:
        beat = walk.beat
        assert beat is not None
        here = f"{self.at(beat.mark.line)}: {moment.id}: {beat.mark.key}"
        last = beat is moment.beats[-1]
        if isinstance(beat, YourMove):
            if walk.expected_move is None:
                raise _Stuck(f"{here}: the scenario's next step is no move that the learner's seat can make now")
            walk.act(walk.expected_move)
            self.moves += 1
            return
        if isinstance(beat, FreeMove):
            self.free(walk, here, way)
            return
        if isinstance(beat, Ask | Predict):
            self.questions += 1
            if isinstance(beat, Ask) and not beat.rules:
                self.failures.append(f"{here}: a question without rules")
            walk.answer(beat.question.right if isinstance(beat, Ask) else ("",))
        if isinstance(beat, Both):
            verdict = run(beat.scenario)
            self.failures += map(str, verdict.failures)
        if last:
            self.end(walk, moment)
        try:
            walk.go_on()
        except NotNow as late:
            raise _Stuck(f"{here}: {late}") from None
        for graded in walk.news:
            values = {option.value for option in graded.question.options}
            if graded.question.form != "number" and not set(graded.question.right) <= values:
                self.failures.append(f"{here}: the right answer of the prediction was not among its options")

    def free(self, walk: LessonPlayer, here: str, way: int) -> None:
        """Take a legal action: the usual one, or one of several at even distances in the list."""
        view = walk.view
        if view is None or view.decision is None:
            raise _Stuck(f"{here}: the learner's seat has nothing to decide here")
        legal = view.decision.legal
        ends = None if way else self.lesson.subject.end_of_turn(view)
        action = ends if ends is not None else legal[way * (len(legal) - 1) // WAYS]
        try:
            walk.act(action)
        except IllegalAction as refused:
            raise _Stuck(f"{here}: {refused}") from None
        self.moves += 1

    def end(self, walk: LessonPlayer, moment: LessonPart) -> None:
        """Check at the last beat of a moment that everything in it was completed."""
        if walk.steps_left:
            count = f"{walk.steps_left} step{'' if walk.steps_left == 1 else 's'}"
            self.failures.append(f"{self.at(moment.mark.line)}: {moment.id}: {count} of the scenario left untold")
        for place, beat in enumerate(moment.beats):
            if isinstance(beat, Predict) and place not in walk.answers:
                key = f"{self.at(beat.mark.line)}: {moment.id}: {beat.mark.key}"
                self.failures.append(f"{key}: the prediction never comes to its end")
