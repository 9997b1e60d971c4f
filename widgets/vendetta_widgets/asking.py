"""A row of drill questions, asked one after the other: each is graded, and worked out, before the next comes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from vendetta_kit.course import markup

from . import quiz, table
from .pen import Html, Pen, tag
from .surface import Told

if TYPE_CHECKING:
    from vendetta_kit.course.progress import Progress
    from vendetta_kit.course.questions import Question

__all__ = ["Asking"]


class Asking:
    """Questions about some rules (or about all, where none of them is ever asked), ``count`` or without end (0).

    ``question`` is the one that is open or was just answered.
    """

    def __init__(self, rules: Sequence[str] | None = None, count: int = 0, seed: int | None = None) -> None:
        self.rules = rules
        self.count = count
        self._rng = Random(SystemRandom().randrange(2**32) if seed is None else seed)
        self.restart()

    def restart(self) -> None:
        """Begin anew."""
        self.question: Question | None = None
        self.given: tuple[str, ...] | None = None
        self.asked = 0
        self.right = 0

    @property
    def done(self) -> bool:
        """Whether all questions are answered."""
        return bool(self.count) and self.asked >= self.count and self.given is not None

    def next(self, progress: Progress) -> None:
        """Ask the next question: about the rule that is most due."""
        from vendetta_kit.course import drills
        from vendetta_kit.course.progress import next_rule

        if self.done:
            return
        known = drills.rules_with_drills()
        among = [rule for rule in self.rules or () if rule in known]
        if not among:
            among = sorted(known)
            self._rng.shuffle(among)
        rule = next_rule(progress, datetime.now(UTC), self._rng, among)
        wanted = [rule] if rule is not None else among
        last = self.question.id if self.question is not None else ""
        for _ in range(4):  # the same question twice in a row is dull
            self.question = drills.drill(self._rng, wanted)
            if self.question.id != last:
                break
        self.given = None
        self.asked += 1

    def answer(self, value: object) -> Question | None:
        """The learner's answer as the page gives it; the question, if it is the first answer and counts.

        Raises:
            Told: nothing is asked, or the answer cannot be one.
        """
        if self.question is None:
            raise Told("bad.click", what="drill")
        given = quiz.answer_to(self.question.form, value)
        if self.given is not None:
            return None
        self.given = given
        self.right += self.question.grade(given)
        return self.question

    def spoken(self, pen: Pen) -> list[str]:
        """The open question, or how it came out, to be read out."""
        if self.question is None:
            return []
        if self.given is not None:
            return [quiz.verdict(self.question, self.given, pen)]
        return [markup.plain(self.question.prompt[pen.lang], pen.lang)]

    def html(self, pen: Pen, after: Html | None = None) -> Html:
        """The open question, or how it came out and the way on; ``after`` stands below it, before any table."""
        question = self.question
        if question is None:
            return after or Html("")
        count = (
            pen.say("drill.count", n=self.asked, of=self.count) if self.count else pen.say("drill.number", n=self.asked)
        )
        answered = self.asked if self.given is not None else self.asked - 1
        score = f" · {pen.say('drill.score', right=self.right, of=answered)}" if answered else None
        head = tag("h2", count, score, cls="vk-drill-count")
        if self.given is None:
            asked = quiz.asked((question.form, question.prompt, question.options), "drill", (), pen, "question")
        else:
            asked = quiz.graded(question, self.given, pen)
        on = None
        if self.given is not None:
            on = (
                tag("p", pen.say("drill.done"), cls="vk-hint")
                if self.done
                else quiz.next_button(pen, "drill_on", "drill.next")
            )
        scene = None
        if question.view is not None:
            felt = [
                table.clock(question.view, pen),
                table.places(question.view, pen),
                table.players(question.view, pen),
            ]
            scene = tag("div", felt, cls="vk-scene-of-drill")
        card = tag("div", head, asked, on, after, cls="vk-drill-card")
        return card if scene is None else tag("div", card, scene, cls="vk-drill-of-two")
