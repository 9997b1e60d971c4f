"""The lesson page: a story on a small table in which the learner makes the moves, predicts, and is asked.

The way through a lesson is :class:`vendetta_kit.course.telling.Walk`; this page shows where it stands and hands on what
the learner does. At the end: what was learned, some questions, and the way to the next lesson.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.course import lessons, markup
from vendetta_kit.course.beats import BadLesson, Beat, FreeMove, Lesson, Say, YourMove
from vendetta_kit.course.telling import Graded, NotNow, Refusal, Walk
from vendetta_kit.engine.actions import BadAction
from vendetta_kit.rulebook.words import action_text
from vendetta_kit.scenarios import BadScenario

from . import art, beats, log, quiz, table
from .asking import Asking
from .controls import button, link
from .learner import LearnerPage
from .panel import Ask, Panel
from .pen import Html, Pen, joined, tag
from .shared import foot, hole, jumps
from .sheets import give_sheet
from .surface import Told

if TYPE_CHECKING:
    from vendetta_kit.engine.views import View

__all__ = ["LessonPage", "lesson", "notebook_of", "way_to"]

NOTEBOOKS: Final = {"first_steps": "00_start_here", "whole_game": "09_whole_game"}


def notebook_of(lesson: str) -> str:
    """The notebook of a lesson, by the lesson's id."""
    if lesson in NOTEBOOKS:
        return NOTEBOOKS[lesson]
    number = next((heading.number for heading in lessons.headings() if heading.id == lesson), 0)
    return f"{number:02}_{lesson}"


def way_to(lesson: str, pen: Pen) -> Html:
    """The way to the next lesson, or to the whole game."""
    found = [heading for heading in lessons.headings() if heading.id == lesson]
    name = found[0].title[pen.lang] if found else pen.say("game.title")
    return link(pen.say("lesson.following", title=name), notebook_of(lesson), "vk-link vk-primary-link")


def lesson(name: str, lang: str | None = None) -> LessonPage:
    """A lesson of the course by its id; without ``lang`` in the browser's language."""
    return LessonPage(name, lang)


class LessonPage(LearnerPage):
    """A lesson, from its first move to its last question.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; left out, the browser's.
    """

    def __init__(self, lesson: Lesson | str, lang: str | None = None) -> None:
        super().__init__(lang)
        self.begin(lessons.find(lesson) if isinstance(lesson, str) else lesson)

    def begin(self, lesson: Lesson) -> None:
        """Show this lesson, from its start; if that cannot be told, nothing changes."""
        walk = Walk(lesson)
        walk.flow()
        self.lesson, self.walk = lesson, walk
        self.panel = Panel(Ask(lambda action: self.walk.why_not(action), lambda at: self.walk.fee(at)))
        self.asking = Asking(lesson.rules, lesson.drill_count)
        self._other: Mapping[str, str] | None = None  # words on a legal move that the story does not take
        self._drained: set[str] = set()  # Allies whose numbers are shown as after a Drain
        self._first = 0  # beats of the moment before this one are behind the learner
        self._seen = 0
        self._refusals: tuple[Refusal, ...] = ()  # what the story has just tried, and may not
        self._news: tuple[Graded, ...] = ()  # predictions that have just come to their end
        self._noted_at: set[tuple[int, int]] = set()  # questions whose first answer is in her progress

    # Checks for notebooks -------------------------------------------------------------------------------------

    def check(self) -> str | None:
        """Walk the whole lesson with right answers; an assertion fails if anything in it does not work.

        For notebooks; a page that Voilà serves has no time for it and says nothing.
        """
        if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
            return None
        report = self.walk.run_through()
        assert report.ok, "\n".join(report.failures)
        return f"{report.moves} moves, {report.questions} questions, {len(report.met)} rules: all well"

    # Hearing --------------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        moment = query.get("moment", "")
        if any(moment == here.id for here in self.lesson.moments):
            self.walk.to(moment)
            self._flow()
        else:
            self._resume()
        self._note()

    def _resume(self) -> None:
        """Whoever was in the middle of the lesson goes on with the first part that is not done."""
        mark = self.progress.lessons.get(self.lesson.id)
        if mark is None or mark.finished or not self._own:
            return
        left = [k for k, moment in enumerate(self.lesson.moments) if moment.id not in mark.moments]
        if left and left[0]:
            self.walk.to(left[0])
            self._flow()

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadLesson):
            return self.pen().say("bad.lesson", fault=str(fault))
        if isinstance(fault, BadScenario):
            return self.pen().say("bad.scenario", fault=str(fault))
        if isinstance(fault, NotNow | BadAction):
            return self.pen().say("lesson.not_now")
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        self._other, self._refusals = None, ()
        if do in ("step", "drain", "act"):
            self._move(do, value)
        elif do == "go_on":
            self._on()
        elif do == "answer":
            self._answer(value)
        elif do == "back":
            self._back()
        elif do == "moment":
            self.walk.to(int(value))
            self._news = ()
            self._flow()
            self.focus_on("[data-home]")
        elif do == "again":
            self.walk.restart()
            self.asking.restart()
            self._news = ()
            self._flow()
            self.focus_on("[data-home]")
        elif do == "numbers":
            self._drained ^= {str(value)}
        elif do == "refused":
            self.note_refused(value)
        elif do == "aid":
            give_sheet(self, str(value))
        elif do in ("drill", "drill_on"):
            self._drill(do, value)
        else:
            raise Told("bad.click", what=do)
        self._note()
        if do not in ("step", "drain", "refused", "numbers"):
            self.announce(self._spoken(self.pen()))

    def _spoken(self, pen: Pen) -> str:
        """What is new on the page, for those who hear it."""
        walk, lang = self.walk, pen.lang
        told = [quiz.verdict(graded.question, graded.given, pen) for graded in self._news]
        if walk.done:
            told += self.asking.spoken(pen)
        own = walk.answers.get(walk.place[1])
        if own is not None:
            told.append(quiz.verdict(own.question, own.given, pen))
        if self._other is not None:
            return markup.plain(self._other[lang], lang)
        for beat in walk.said[self._first :]:
            if isinstance(beat, Say | YourMove | FreeMove):
                told.append(markup.plain(beat.words[lang], lang))
        if walk.asked is not None and walk.given is None:
            told.append(markup.plain(walk.asked.prompt[lang], lang))
        return " ".join(told)

    def _move(self, do: str, value: Any) -> None:
        action = self.panel.handle(do, value)
        if action is None:
            return
        view = self.walk.view
        rules = view.decision.rules if view is not None and view.decision is not None else ()
        before, left = _last(self.walk), self.walk.place[0]
        outcome = self.walk.act(action)
        if not outcome.done:
            self._other = outcome.words
            return
        self.note_used(rules)
        self._moved(before, left)

    def _on(self) -> None:
        walk = self.walk
        before, left, known = _last(walk), walk.place[0], set(walk.refused)
        foretold = walk.predicts
        walk.go_on()
        if foretold and walk.tells and walk.place[0] == left:
            walk.go_on()
        if walk.place[0] == left:
            self._refusals = tuple(
                found for place in sorted(set(walk.refused) - known) for found in walk.refused[place]
            )
        self._moved(before, left)

    def _moved(self, before: int, left: int) -> None:
        """Something has happened: tell it, and go on to where the learner is wanted; ``left`` is the moment before."""
        place = self.walk.place
        self._seen = before if place[1] else 0
        self._news = self.walk.news  # the next beat that is passed forgets them
        for graded in self._news:
            self._note_first(left, graded)
        if place[0] != left and self._own:
            self.note_lesson(self.lesson.id, self.lesson.moments[left].id)
        self._flow()
        self.focus_on("[data-verdict]" if self._news else "[data-home]")

    def _answer(self, value: Any) -> None:
        asked = self.walk.asked
        given = quiz.answer_to(asked.form if asked is not None else "", value)
        predicts = self.walk.predicts
        graded = self.walk.answer(given)
        self._news = ()
        if graded is not None:
            self._note_first(self.walk.place[0], graded)
        if predicts and not self.walk.ends_moment:
            self._on()  # what was asked comes next: nothing to press in between
        else:
            self.focus_on("[data-verdict]")

    def _note_first(self, moment: int, graded: Graded) -> None:
        """The first answer counts: whoever goes back has seen the solution."""
        place = moment, graded.beat
        if place not in self._noted_at:
            self._noted_at.add(place)
            self.note_answer(graded.question, graded.given)

    def _back(self) -> None:
        """Back to where the learner was last wanted."""
        while self.walk.can_back:
            self.walk.back()
            if self.walk.waits or self.walk.done:
                break
        self._news = self.walk.news
        self._flow()
        self.focus_on("[data-home]")

    def _flow(self) -> None:
        """Over all that is only said or shown, to where the learner is wanted."""
        moment, beat = self.walk.place
        self._first = beat
        self.walk.flow()
        if self.walk.place[0] != moment:
            self._first = 0

    def _drill(self, do: str, value: Any) -> None:
        if do == "drill_on":
            self.asking.next(self.progress)
        else:
            question = self.asking.answer(value)
            if question is not None:
                self.note_answer(question, self.asking.given or ())
        self.focus_on("[data-verdict], [data-quiz]")

    def _note(self) -> None:
        """What the learner has met and done goes into her progress."""
        self.note_met(self.walk.met)
        mark = self.progress.lessons.get(self.lesson.id)
        if self.walk.done and self._own and (mark is None or not mark.finished):
            self.note_lesson(self.lesson.id, finished=True)
        if self.walk.done and self.asking.question is None:
            self.asking.next(self.progress)

    @property
    def _own(self) -> bool:
        """Whether this is a lesson of the course."""
        return self.lesson.id in lessons.ids()

    # Showing --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.lesson.title[self.lang]} · {super().title()}"

    def frame(self, pen: Pen) -> Html:
        top = tag("div", hole("head"), hole("goal"), hole("alert"), cls="vk-top")
        return tag("div", Html(art.sheet()), top, self.body(pen), hole("foot"), cls="vk-course")

    def body(self, pen: Pen) -> Html:
        """The lesson itself, without the page around it."""
        coach = tag("div", hole("coach"), hole("panel"), hole("steer"), cls="vk-side")
        felt = tag("div", hole("places"), hole("players"), cls="vk-felt")
        cls = "vk-main" + ("" if self.walk.view is not None else " vk-main-words")
        return tag(
            "div",
            tag("div", coach, hole("clock"), felt, log.frame(pen), cls=cls),
            jumps(pen) if self.walk.view is not None else None,
            hole("learned"),
            hole("drill"),
            cls="vk-lesson",
        )

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        return {
            "head": self.top(pen),
            "goal": self._goal(pen),
            **self.lesson_parts(pen),
            "foot": foot(pen),
        }

    def lesson_parts(self, pen: Pen) -> Mapping[str, Html]:
        """All parts of the lesson itself."""
        view = self.shown()
        found = self.kept("table", (view, pen.lang, self._seen), lambda: _table(view, pen, self._seen))
        wanted = isinstance(self.walk.beat, YourMove | FreeMove)
        self.panel.glow = self.walk.glow
        own = self.walk.view
        return {
            **found,
            "coach": self._coach(pen),
            "panel": self.panel.html(own, pen) if wanted and own is not None else Html(""),
            "steer": self._steer(pen),
            "learned": self._learned(pen) if self.walk.done else Html(""),
            "drill": self._drill_part(pen) if self.walk.done else Html(""),
        }

    def shown(self) -> View | None:
        """The table as it is shown: with the learner's eyes."""
        return self.walk.view

    def _goal(self, pen: Pen, heading: str = "h1") -> Html:
        lesson, lang = self.lesson, pen.lang
        done, of = self.walk.progress
        bar = tag("progress", max=of, value=done, aria_label=pen.say("lesson.progress", done=done, of=of))
        number = tag("span", str(lesson.number), cls="vk-number", aria_hidden="true") if self._own else None
        minutes = tag("span", pen.say("lesson.minutes", n=lesson.minutes), cls="vk-small")
        title = tag(heading, number, " ", lesson.title[lang])
        return tag("header", title, tag("p", lesson.goal[lang], " ", minutes), bar, self._dots(pen), lang=lang)

    def _dots(self, pen: Pen) -> Html | None:
        """The moments of the lesson: where we are, and a way to each."""
        if len(self.lesson.moments) == 1:
            return None
        at = self.walk.place[0] if not self.walk.done else len(self.lesson.moments)
        dots = []
        for k, moment in enumerate(self.lesson.moments):
            state = "vk-now" if k == at else "vk-past" if k < at else "vk-later"
            here = "step" if k == at else None
            sign = tag("span", "✓ " if k < at else "▸ " if k == at else "", aria_hidden="true")
            press = tag(
                "button",
                sign,
                moment.title[pen.lang],
                type="button",
                data_do="moment",
                data_value=k,
                aria_current=here,
                cls=state,
            )
            dots.append(tag("li", press))
        return tag("ol", dots, cls="vk-moments", aria_label=pen.say("lesson.moments"))

    def _coach(self, pen: Pen) -> Html:
        """What the lesson says now."""
        moment = self.walk.moment
        news = [quiz.graded(graded.question, graded.given, pen) for graded in self._news]
        if moment is None:
            return tag("div", news, lang=pen.lang) if news else Html("")
        said = self.walk.said
        first = self._first_shown(said)
        before = [beats.html(beat, pen, self._drained, old=True) for beat in said[:first]]
        before = [html for html in before if html]
        earlier = (
            tag("details", tag("summary", pen.say("lesson.earlier")), before, cls="vk-earlier") if before else None
        )
        now = [beats.html(beat, pen, self._drained) for beat in said[first:]]
        other = None
        if self._other is not None:
            other = tag("p", pen.marked(self._other[pen.lang]), cls="vk-other-way", role="status")
        title = tag("h2", moment.title[pen.lang], data_home=True)
        refused = [_refused(found, self.walk, pen) for found in self._refusals]
        return tag("div", title, earlier, news, refused, now, self._question(pen), other, lang=pen.lang)

    def _first_shown(self, said: tuple[Beat, ...]) -> int:
        """From which beat on all is shown: where nothing new is said, the words before it stay."""
        first = min(self._first, len(said) - 1)
        words = (Say, YourMove, FreeMove)
        if self.walk.asked is None and not any(isinstance(beat, words) for beat in said[first:]):
            first = max((k for k in range(first) if isinstance(said[k], Say)), default=first)
        return first

    def _question(self, pen: Pen) -> Html | None:
        walk = self.walk
        asked = walk.asked
        if asked is None:
            return None
        own = walk.answers.get(walk.place[1])
        if own is not None:
            return quiz.graded(own.question, own.given, pen)
        kind = "predict" if walk.predicts else "question"
        if walk.given is not None:
            words = tag("p", pen.say("predict.kept"), cls="vk-hint", data_verdict=True)
            return joined([quiz.answered(asked, walk.given, pen, kind), words])
        return quiz.asked((asked.form, asked.prompt, asked.options), "answer", (), pen, kind)

    def _steer(self, pen: Pen) -> Html:
        """Go on, and back."""
        walk = self.walk
        if walk.done:
            return Html("")
        ways = []
        if walk.can_go_on:
            key = "lesson.watch" if walk.tells else "lesson.next" if walk.ends_moment else "go_on"
            ways.append(quiz.next_button(pen, key=key))
        if walk.can_return:
            ways.append(button(pen.say("lesson.back"), "back", cls="vk-quiet"))
        return tag("div", ways, cls="vk-buttons", lang=pen.lang) if ways else Html("")

    def _learned(self, pen: Pen) -> Html:
        lines = [
            tag("li", pen.marked(line.text[pen.lang]), " ", pen.rules(line.rules, most=4))
            for line in self.lesson.learned
        ]
        rules = tag("p", pen.say("lesson.rules", n=len(self.lesson.rules)), " ", pen.rules(self.lesson.rules, most=300))
        more = tag("details", tag("summary", pen.say("lesson.all_rules")), rules, cls="vk-all-rules")
        again = button(pen.say("lesson.again"), "again", cls="vk-quiet")
        if not lines:
            return tag("section", tag("h2", pen.say("story.over"), data_home=True), more, again, lang=pen.lang)
        title = tag("h2", pen.say("lesson.learned"), data_home=True)
        return tag("section", title, tag("ul", lines, cls="vk-learned-lines"), more, again, lang=pen.lang)

    def _drill_part(self, pen: Pen) -> Html:
        title = tag("h2", pen.say("lesson.drill"))
        following = None
        if self.lesson.next is not None:
            following = way_to(self.lesson.next, pen)
        home = link(pen.say("lesson.home"), "00_start_here")
        ways = tag("p", following, " ", home, cls="vk-ways")
        return tag("section", title, self.asking.html(pen, ways), lang=pen.lang)


def _table(view: View | None, pen: Pen, seen: int) -> dict[str, Html]:
    """What lies on the table and what has happened there: all of it made from the view."""
    if view is None:
        return dict.fromkeys(("clock", "places", "players"), Html(""))
    return {
        "clock": table.clock(view, pen),
        "places": table.places(view, pen),
        "players": table.players(view, pen),
        **log.pieces(view, pen, seen),
    }


def _refused(found: Refusal, walk: Walk, pen: Pen) -> Html:
    """What the story has tried and may not, with every rule that forbids it."""
    view = walk.view
    names = view.names if view is not None else ()
    action = action_text(found.action, names, pen.lang)
    head = tag("p", tag("b", "⊘ ", pen.say("lesson.refused", name=names[found.seat], action=action)))
    reasons = [tag("li", reason.text(pen.lang), " ", pen.rule(reason.rule)) for reason in found.why.reasons]
    return tag("div", head, tag("ul", reasons), cls="vk-refused", role="status")


def _last(walk: Walk) -> int:
    """The running number after the last thing that has happened."""
    view = walk.view
    if view is None:
        return 0
    return 1 + max((*(row.n for row in view.events[-1:]), *(row.n for row in view.ledger[-1:])), default=-1)
