"""A set of drill questions, asked one by one: each is graded and explained before the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any, Final

from vendetta_kit.course.drills import Drills, is_statement, topic_of
from vendetta_kit.course.known_rules import KnownRules, told_rules
from vendetta_kit.course.lesson_game import LessonGame
from vendetta_kit.course.progress import Progress, next_rule
from vendetta_kit.course.questions import Question, number_options
from vendetta_kit.registered_games import registered

from . import question_html
from .controls import button, value_of
from .html import Html, HtmlWriter, joined, tag
from .learner_page import ABOUT
from .page_phrases import UserError

SET: Final = 10
"""The questions of a set; within so many, none is repeated."""
WORDS_AT: Final = 4
"""Every so many questions one may ask what a rule says, if no position asks about it; among a newcomer's first ones
none does. The others lie on a table, where there are any such."""
TRIED: Final = 12
"""About how many rules a question with a table is looked for."""
_THING: Final = re.compile(r'data-thing="([^"]*)"')


def _marked(table: Html, things: Mapping[str, str]) -> Html:
    """Return a table on which each of these things has its mark, an attribute: to be pressed, right, or wrong."""

    def marked(found: re.Match[str]) -> str:
        mark = next((things[name] for name in found[1].split() if name in things), None)
        return f"{found[0]} {mark}" if mark else found[0]

    return Html(_THING.sub(marked, table))


def _marks(question: Question, given: Sequence[str] | None) -> dict[str, str]:
    """Return the mark of each thing that an option names."""
    named = [option for option in question.options if option.thing]
    if given is None:
        return dict.fromkeys((option.thing for option in named), "data-answer")
    right = {option.thing: "data-right" for option in named if option.value in question.right}
    return {option.thing: "data-wrong" for option in named if option.value in given} | right


def _on(pen: HtmlWriter) -> Html:
    return question_html.next_button(pen, "drill_on", "drill.next", space=True)


def _asked(question: Question, pen: HtmlWriter) -> Html:
    """Return the open question; one press answers it where one number or one option is asked for."""
    if question.form == "number":
        return question_html.asked(("number", question.prompt, number_options(question)), "drill", (), pen, "")
    return question_html.asked((question.form, question.prompt, question.options), "drill", (), pen, "")


class DrillSession:
    """A set of questions about some rules, or about all.

    With ``taught`` only questions that need no more than these rules and those learned are asked, and the set ends
    when none is left. ``question`` is the one that is open or was just answered. ``subject`` is Vendetta by default.
    """

    def __init__(
        self,
        rules: Sequence[str] | None = None,
        count: int = SET,
        seed: int | None = None,
        taught: frozenset[str] | None = None,
        subject: LessonGame | None = None,
    ) -> None:
        self.subject = subject or registered().subject()
        self.rules = rules
        self.count = count
        self.taught = taught
        self._rng = Random(SystemRandom().randrange(2**32) if seed is None else seed)
        self.restart()

    def restart(self) -> None:
        """Start the set again."""
        self.question: Question | None = None
        self.given: tuple[str, ...] | None = None
        self.asked = 0
        self.right = 0
        self.missed: dict[str, None] = {}
        self._topics: set[str] = set()
        self._exhausted = False
        self._words_alone = False

    @property
    def done(self) -> bool:
        """Whether all questions of the set are answered."""
        return self.given is not None and (self._exhausted or self.asked >= self.count)

    def next(self, progress: Progress) -> None:
        """Ask the next question, about the rule that is most due."""
        if self.done:
            return
        question = self._new(progress)
        if question is None:
            self._exhausted = True
            return
        self.question, self.given = question, None
        self._topics.add(topic_of(question.id))
        self.asked += 1

    def _new(self, progress: Progress) -> Question | None:
        """Return a question that was not asked lately; if there is none, one that is new in this set."""

        if self.subject.drills is None:
            return None
        drills = self.subject.drills()
        reach = None if self.taught is None else KnownRules(self.taught | self._known(progress), self.subject.signs)
        among = self._among(drills, reach.rules if reach is not None else None)
        before = {topic_of(answer.question) for answer in progress.log[-SET:]}
        places, tables, now = drills.in_positions(), drills.on_tables(), datetime.now(UTC)
        due = [rule for rule in among if progress.is_due(rule, now)]
        alone = self.taught is not None and not self.taught  # no lesson stands beside it that tells its words
        new = alone and len(progress.log) < SET and not due and not self._words_alone
        in_words = not new and ((self.asked + 1) % WORDS_AT == 0 or (not self.asked and bool(due)))
        shown = [rule for rule in among if rule in tables]
        told = [rule for rule in among if rule not in places]
        self._rng.shuffle(shown)  # those that are due come first anyway
        for rule in self._urgent(progress, [] if in_words and (told or due) else shown, TRIED):
            found = drills.at_table(self._rng, rule, reach)
            if found is not None and topic_of(found.id) not in self._topics | before and self._other_kind(found):
                return found
        if alone:
            known, in_known_words = self._known(progress), drills.statements.in_known_words
            told = [rule for rule in told if rule in due or in_known_words(rule, known)]
        moments = drills.in_moments()  # a sentence without any table only where there is nothing else
        bare = [rule for rule in told if rule not in moments]
        told = [rule for rule in told if rule in moments]
        laid = [rule for rule in among if rule in places]
        orders = (due if in_words else [], told if in_words else [], laid, told, bare)
        for avoided in (self._topics | before, self._topics):
            for rule in (rule for order in orders for rule in self._urgent(progress, order, len(order))):
                question = drills.drill(self._rng, [rule], reach)
                if topic_of(question.id) not in avoided and not (new and is_statement(question.id)):
                    return question
        if not new or self.asked:
            return None
        self._words_alone = True  # nothing else can be asked yet
        return self._new(progress)

    def _known(self, progress: Progress) -> frozenset[str]:
        """Return the rules that a lesson or the first game's guide has told, or a question before."""
        return told_rules(progress, self.subject.guided())

    def _urgent(self, progress: Progress, among: Sequence[str], most: int) -> Iterator[str]:
        """Yield at most so many of these rules, about by how much they are due."""
        left = list(among)
        for _ in range(most):
            rule = next_rule(progress, datetime.now(UTC), self._rng, left)
            if rule is None:
                return
            yield rule
            left.remove(rule)

    def _other_kind(self, question: Question) -> bool:
        """Return whether the question before was of another family."""
        return self.question is None or self.question.id.partition(":")[0] != question.id.partition(":")[0]

    def _among(self, drills: Drills, within: frozenset[str] | None) -> list[str]:
        """Return the rules to ask about: those wanted, or if no question is about them, all that are known.

        Of several, those that are asked only of who names them are left out.
        """
        known = drills.rules()
        among = [rule for rule in self.rules or () if rule in known]
        if len(among) == 1:
            return among
        among = [rule for rule in among if not drills.statements.is_aside(rule)]
        if not among:
            among = sorted(rule for rule in known if not drills.statements.is_aside(rule))
            among = among if within is None else [rule for rule in among if rule in within]
            self._rng.shuffle(among)
        return among

    def answer(self, value: object) -> Question | None:
        """Grade the learner's answer as sent by the page; return the question, ``None`` for a second answer.

        Raises:
            UserError: no question is open, or the answer is invalid.
        """
        if self.question is None:
            raise UserError("bad.click", what="drill")
        given = question_html.answer_to(self.question.form, value)
        if self.given is not None:
            return None
        self.given = given
        if self.question.grade(given):
            self.right += 1
        else:
            self.missed.update(dict.fromkeys(self.question.rules[:ABOUT]))
        return self.question

    def spoken(self, pen: HtmlWriter) -> list[str]:
        """Return the sentences for a screen reader: the open question, or the result."""
        if self.question is None:
            return []
        if self.given is not None:
            verdict = question_html.verdict(self.question, self.given, pen)
            return [verdict, self._result(pen)] if self.done else [verdict]
        return [self.subject.markup.plain(self.question.prompt[pen.lang], pen.lang)]

    def html(self, pen: HtmlWriter, after: Html | None = None, more: bool = False) -> Html:
        """Return the open question, or its result with a button to go on.

        ``after`` is added below it, before any table; with ``more`` the end offers another set.
        """
        question = self.question
        if question is None:
            return after or Html("")
        answered = self.asked if self.given is not None else self.asked - 1
        score = f" · {pen.say('drill.score', right=self.right, of=answered)}" if answered else None
        head = tag("h2", pen.say("drill.count", n=self.asked, of=self.count), score, cls="vk-drill-count")
        on = None
        if self.given is None:
            asked = _asked(question, pen)
            if question.table and question.view is not None and any(option.thing for option in question.options):
                asked = joined([asked, tag("p", pen.say("drill.on_table"), cls="vk-small")])
        else:
            asked = question_html.graded(question, self.given, pen, brief=True)
            on = self._end(pen, more) if self.done else _on(pen)
        scene = None
        if question.view is not None and question.table:
            scene = self._table(question, question.view, pen)
        card = tag("div", head, asked, on, after, cls="vk-drill-card")
        return card if scene is None else tag("div", card, scene, cls="vk-drill-of-two")

    def _table(self, question: Question, view: Any, pen: HtmlWriter) -> Html:
        """Return what the question needs of its table, with its marks; once answered, totals and the outcome."""
        things = {option.thing: option.value for option in question.options if option.thing}
        answers = things if self.given is None else None
        sums, own, before = self.given is not None, pen.writing.asked, None
        if sums and question.after is not None:
            view, before = question.after, view
        shown = own(view, pen, sums, question.shows, before) if own is not None else pen.writing.table(view, pen, sums)
        scene = tag("div", shown, cls="vk-scene-of-drill", data_answers=value_of(answers) if answers else None)
        return _marked(scene, _marks(question, self.given))

    def _result(self, pen: HtmlWriter) -> str:
        return pen.say("drill.end", right=self.right, of=self.asked)

    def _end(self, pen: HtmlWriter, more: bool) -> Html:
        """Return the result of the set, with the rules to look at again."""
        lines: list[Html] = [tag("h3", self._result(pen))]
        if self.asked < self.count:
            lines.append(tag("p", pen.say("drill.no_more")))
        if self.missed:
            titles = [
                tag("li", pen.rule(rule), " ", pen.writing.book.find(rule, pen.lang).title) for rule in self.missed
            ]
            lines += [tag("p", pen.say("drill.look_again")), tag("ul", titles, cls="vk-learned-lines")]
        else:
            lines.append(tag("p", pen.say("drill.all_right")))
        if more:
            lines.append(button(pen.say("drill.more", n=self.count), "drill_more", cls="vk-primary"))
        return tag("div", joined(lines), cls="vk-drill-card vk-drill-end")
