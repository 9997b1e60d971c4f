"""The base class of lesson pages: a story on a table in which the learner makes moves, predicts and answers.

:class:`vendetta_kit.course.lesson_player.LessonPlayer` plays the lesson; the page shows its state and passes on what
the learner does. A game's subclass shows its table and its panel. At the end come what was learned, some questions,
and the link to the next lesson.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.course import lessons
from vendetta_kit.course.known_rules import rules_up_to
from vendetta_kit.course.lesson_model import BadLesson, Display, FreeMove, Lesson, Say, YourMove
from vendetta_kit.course.lesson_player import GradedQuestion, LessonPlayer, NotNow
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.scenarios import BadScenario

from . import log_html, question_html
from .controls import button, link
from .drill_session import DrillSession
from .game_traits import GameNow, GameTraits
from .html import Html, HtmlWriter, tag
from .lesson_controller import LessonController
from .lesson_text import displays, lesson_words, navigation
from .page_parts import foot, framed, hole, holes, jumps
from .page_phrases import UserError
from .player_aid_buttons import give_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable


NOTEBOOKS: Final = {
    "vendetta": {"first_steps": "00_start_here", lessons.WHOLE_GAME: "09_whole_game"},
    "vtes": {lessons.WHOLE_GAME: "18_play_vtes"},
    "rivals": {},
}
"""The notebooks of lessons that have another name, and of what follows the last lesson, by game."""
TITLES: Final = {"vendetta": "game.title", "vtes": "vtes.title"}
"""The keys of the words for what follows the last lesson, by game."""


def notebook_of(lesson: str, game: str = FIRST) -> str:
    """Return the notebook of a game's lesson by the lesson's id; other games than the first have a folder.

    >>> notebook_of("planning"), notebook_of("block", "vtes")
    ('03_planning', 'vtes/01_block')
    """
    if lesson in NOTEBOOKS[game]:
        return NOTEBOOKS[game][lesson]
    number = next((heading.number for heading in lessons.headings(game) if heading.id == lesson), 0)
    return f"{'' if game == FIRST else f'{game}/'}{number:02}_{lesson}"


def way_to(lesson: str, pen: HtmlWriter, cls: str = "vk-link vk-primary-link") -> Html:
    """Return a link to a lesson of the writer's game, or to the whole game."""
    game = pen.writing.game
    found = [heading for heading in lessons.headings(game) if heading.id == lesson]
    name = found[0].title[pen.lang] if found else pen.say(TITLES[game])
    return link(pen.say("lesson.following", title=name), notebook_of(lesson, game), cls)


class LessonTable:
    """A game's table on a lesson page, and the panel for the learner's moves on it; each game has a subclass."""

    MOVES: ClassVar[tuple[str, ...]]
    """The actions of the panel and the table."""
    FELT: ClassVar[tuple[str, ...]]
    """The names of the parts of the table."""

    def __init__(self, page: BaseLessonPage) -> None:
        self.page = page

    def panel_of(self, walk: LessonPlayer) -> Any:
        """Return the panel for the learner's moves."""
        raise NotImplementedError

    def said(self, action: Action, view: Any) -> str:
        """Return an action as a sentence."""
        raise NotImplementedError

    def instead(self, action: Action, view: Any, pen: HtmlWriter) -> str:
        """Say what would come of a legal move that the story does not take; empty: nothing is said."""
        return ""

    def nearly(self, action: Action, wanted: Action, pen: HtmlWriter) -> str:
        """Say what a legal move lacks that is nearly the story's; empty: it is another one."""
        return ""

    def show(self, beat: Display) -> Html:
        """Return a display of the lesson."""
        raise NotImplementedError

    def sounds(self, view: Any, since: int) -> Iterable[str]:
        """Return the sounds for the events from this running number on."""
        return ()

    def parts(self, view: Any, own: Any, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the HTML of the table's parts; ``own`` is the learner's view if a move is asked for, else ``None``."""
        raise NotImplementedError


class BaseLessonPage(GameTraits):
    """The page of a lesson.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    NOUN: ClassVar[str] = "lesson"
    TABLE: ClassVar[type[LessonTable]]
    """The game's table."""
    SIDE: ClassVar[tuple[str, ...]] = ("coach", "panel", "steer", "shown_beats")
    """The names of the parts beside the table."""
    HEADING = "h1"
    """The element of the lesson's title."""
    GLOWS: ClassVar[bool] = True
    """Whether the story's move is marked where the lesson asks for it."""
    ends_lesson = True
    """Whether the page ends the lesson, with what was learned and some questions."""

    def __init__(self, lesson: Lesson | str, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self.table = self.TABLE(self)
        self.begin(lessons.find(lesson, self.GAME) if isinstance(lesson, str) else lesson)

    def begin(self, lesson: Lesson) -> None:
        """Show a lesson from its start; if it cannot be played, nothing changes."""
        self.stage = LessonController(lesson, self.table.panel_of)
        self.lesson = lesson
        self.asking = DrillSession(
            lesson.rules, lesson.drill_count, taught=frozenset(lesson.rules), subject=lesson.subject
        )
        self._finished_here: set[str] = set()  # parts that the learner has done on this page
        self._noted_at: set[tuple[int, int]] = set()  # questions whose first answer is in the progress
        self._missed: set[tuple[int, int]] = set()  # those whose latest answer was wrong
        self.tell_python()

    # For subclasses ---------------------------------------------------------------------------------------------

    def said(self, action: Action, view: Any) -> str:
        """Return an action as a sentence."""
        return self.table.said(action, view)

    def footnote(self, pen: HtmlWriter) -> Html | None:
        """Return what is shown below the lesson."""
        return None

    @property
    def walk(self) -> LessonPlayer:
        """The lesson's player."""
        return self.stage.walk

    def game_now(self) -> GameNow:
        view = self.walk.view
        if view is None:
            return GameNow(self.walk.moves, False, None, None)
        return GameNow(self.walk.moves, view.over, view.me, view)

    # Checks for notebooks -------------------------------------------------------------------------------------

    def check(self) -> str:
        """Play the whole lesson with right answers; return a summary. Raises ``AssertionError`` if anything fails."""
        report = self.walk.run_through()
        assert report.ok, "\n".join(report.failures)
        return f"{report.moves} moves, {report.questions} questions, {len(report.met)} rules: all well"

    # Handling messages ----------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        moment = query.get("moment", "")
        self.stage.by_itself = self.moves_by_itself
        if any(moment == here.id for here in self.lesson.moments):
            self.stage.to(moment)
        else:
            self._resume()
        self._note()

    def _resume(self) -> None:
        """Go to the first part that is not done, if the learner has begun the lesson, else to its start."""
        mark = self.progress.lessons.get(self.lesson.id)
        left = [0]
        if mark is not None and not mark.finished and self._own:
            left = [k for k, moment in enumerate(self.lesson.moments) if moment.id not in mark.moments] or left
        if left[0]:
            self.stage.resume(left[0])
        elif self.stage.by_itself:
            self.stage.restart()  # what comes before the first move is shown step by step

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadLesson):
            return self.pen().say("bad.lesson", fault=fault.text(self.lang))
        if isinstance(fault, BadScenario):
            return self.pen().say("bad.scenario", fault=fault.text(self.lang))
        if isinstance(fault, NotNow | BadAction):
            return self.pen().say("lesson.not_now")
        return super().fault_words(fault)

    def handle(self, do: str, value: Any) -> None:
        stage = self.stage
        stage.by_itself = self.moves_by_itself
        stage.clear_feedback()
        if do in self.table.MOVES:
            self._move(do, value)
        elif do == "go_on" and (stage.unread or stage.holds):
            stage.confirm_read()
            self.focus_on("[data-home]")
        elif do == "go_on":
            self._moved(stage.go_on())
        elif do == "tick":
            if stage.plays:
                self._play_step()
        elif do == "show_all":
            if stage.plays:  # else the last step has come just before the press
                self._moved(stage.go_on())
        elif do == "answer" and not stage.unread:
            self._answer(value)
        elif do == "back":
            stage.back()
            self.focus_on("[data-home]")
        elif do == "moment":
            stage.to(int(value))
            self.focus_on("[data-home]")
        elif do == "again":
            stage.restart()
            self.asking.restart()
            self.focus_on("[data-home]")
        elif do == "numbers":
            stage.drained ^= {str(value)}
        elif do == "refused":
            stage.missed = True
            self.note_refused(value)
        elif do == "aid":
            give_sheet(self, str(value))
        elif do in ("drill", "drill_on"):
            self._drill(do, value)
        else:
            raise UserError("bad.click", what=do)
        self._note()
        if do not in (*self.table.MOVES, "refused", "numbers") or do == "act":  # and after each step that is shown
            self.announce(self._spoken(self.pen()))

    @property
    def moves_by_itself(self) -> bool:
        """Whether what is shown may move without a press."""
        return not self.calm and self.looks["motion"] != "none"

    def _spoken(self, pen: HtmlWriter) -> str:
        """Return what is new on the page, for a screen reader."""
        stage, walk, lang = self.stage, self.walk, pen.lang
        markup = self.lesson.subject.markup
        told = [question_html.verdict(graded.question, graded.given, pen) for graded in stage.news]
        if stage.unread:
            return " ".join(told)
        if walk.done:
            told += self.asking.spoken(pen)
        own = walk.answers.get(walk.place[1])
        if own is not None:
            told.append(question_html.verdict(own.question, own.given, pen))
        if stage.other is not None:
            return f"{self._instead(pen)} {markup.plain(stage.other[lang], lang)}".strip()
        if (of_move := walk.told_of_move) is not None:
            told.append(markup.plain(of_move[lang], lang))
        for beat in stage.new_beats:
            if isinstance(beat, Say | YourMove | FreeMove):
                told.append(markup.plain(beat.words[lang], lang))
        if walk.asked is not None and walk.given is None:
            told.append(markup.plain(walk.asked.prompt[lang], lang))
        return " ".join(told)

    def _instead(self, pen: HtmlWriter) -> str:
        """Say what would come of the move just tried, where the lesson has no words on it."""
        beat, tried, view, wanted = self.walk.beat, self.stage.tried, self.walk.view, self.walk.expected_move
        if tried is None or view is None or not isinstance(beat, YourMove):
            return ""
        nearly = self.table.nearly(tried, wanted, pen) if wanted is not None else ""
        return nearly or ("" if beat.other is not None else self.table.instead(tried, view, pen))

    def _move(self, do: str, value: Any) -> None:
        action = self.stage.panel.handle(do, value)
        if action is None:
            return
        walk = self.walk
        rules = walk.beat.rules if walk.beat is not None else ()
        view = walk.view
        if view is not None and view.decision is not None:
            rules += view.decision.rules
        left = walk.place[0]
        done = self.stage.act(action).done
        self.acted(action, done)
        if done:
            self.note_used(dict.fromkeys(rules))
            self._moved(left)
        else:
            self.focus_on(".vk-other-way")

    def acted(self, action: Action, done: bool) -> None:
        """Handle the learner's legal move; ``done``: the story takes it."""

    def _moved(self, left: int) -> None:
        """Note what was done in the part ``left``, as the story has gone on."""
        for graded in self.stage.news:
            self._note_first(left, graded)
        if self.walk.place[0] != left:
            self._finish(left)
        view = self.walk.view
        if view is not None and self.stage.seen:  # at a part's start nothing has happened yet
            self.sound(self.table.sounds(view, self.stage.seen))
        self.focus_on("[data-verdict]" if self.stage.news else "[data-home]")

    def _finish(self, part: int) -> None:
        """Note a part as done."""
        name = self.lesson.moments[part].id
        if name not in self._finished_here:
            self._finished_here.add(name)
            if self._own:
                self.note_lesson(self.lesson.id, name)

    def _play_step(self) -> None:
        """Show the story's next step."""
        left = self.walk.place[0]
        self.stage.play_step()
        if self.stage.plays:
            view = self.walk.view
            if view is not None:
                self.sound(self.table.sounds(view, self.stage.seen))
        else:
            self._moved(left)

    def _answer(self, value: Any) -> None:
        asked = self.walk.asked
        given = question_html.answer_to(asked.form if asked is not None else "", value)
        predicts = self.walk.predicts
        graded = self.stage.answer(given)
        if graded is not None:
            self._note_first(self.walk.place[0], graded)
        if predicts and not self.walk.ends_moment:
            self._moved(self.stage.go_on())  # the predicted action follows without another click
        else:
            self.focus_on("[data-verdict]")

    def _note_first(self, moment: int, graded: GradedQuestion) -> None:
        """Note the first answer to a question; later ones follow the shown solution."""
        place = moment, graded.beat
        (self._missed.discard if graded.right else self._missed.add)(place)
        if place not in self._noted_at:
            self._noted_at.add(place)
            told = rules_up_to(self.lesson.id, self.GAME)  # what a later lesson tells is nothing to keep in mind yet
            rules = tuple(rule for rule in graded.question.rules if rule in told or not told)
            self.note_answer(replace(graded.question, rules=rules), graded.given)

    def _drill(self, do: str, value: Any) -> None:
        if do == "drill_on":
            self.asking.next(self.progress)
        else:
            question = self.asking.answer(value)
            if question is not None:
                self.note_answer(question, self.asking.given or ())
        self.focus_on("[data-verdict], [data-quiz]")

    def _note(self) -> None:
        """Add what the learner has met and done to the progress."""
        self.note_met(self.walk.met)
        if self.walk.part_done:
            self._finish(self.walk.place[0])
        mark = self.progress.lessons.get(self.lesson.id)
        if mark is not None and self._own and not mark.finished and mark.moments >= self._parts:
            self.note_lesson(self.lesson.id, finished=True)
        if not (self.walk.done and self.ends_lesson):
            return
        if self.asking.question is None:
            self.asking.next(self.progress)

    @property
    def _parts(self) -> Set[str]:
        """The ids of all parts of the lesson in the course, or of the lesson shown."""
        course = (one.moments for one in lessons.headings(self.game_id) if one.id == self.lesson.id)
        return frozenset(next(course, ())) or {moment.id for moment in self.lesson.moments}

    @property
    def _did(self) -> Set[str]:
        """The ids of the parts that the learner has done, on this page or before."""
        mark = self.progress.lessons.get(self.lesson.id) if self._own else None
        if mark is None:
            return self._finished_here
        return self._parts if mark.finished else mark.moments | self._finished_here

    @property
    def _own(self) -> bool:
        """Whether the lesson is one of the course."""
        return self.lesson.id in lessons.ids(self.game_id)

    # HTML -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.lesson.title[self.lang]} · {super().title()}"

    def frame(self, pen: HtmlWriter) -> Html:
        return self.kept("frame", (pen.lang, self.walk.view is None), lambda: self._frame_anew(pen))

    def _frame_anew(self, pen: HtmlWriter) -> Html:
        return framed("vk-course vk-beginner", ("head", "goal"), self.body(pen), hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        return {
            "head": self.kept("head", (pen.lang, *self.looks.values()), lambda: self.top(pen)),
            **self.lesson_parts(),
            "foot": foot(pen),
        }

    def body(self, pen: HtmlWriter) -> Html:
        """Return the frame of the lesson: words and questions beside the table."""
        laid = self.walk.view is not None
        side, felt = holes("vk-side", *self.SIDE), holes(f"vk-felt vk-felt-{self.GAME}", *self.table.FELT)
        cls = "vk-main" if laid else "vk-main vk-main-words"
        return tag(
            "div",
            tag("div", side, hole("clock"), felt, log_html.frame(pen), cls=cls),
            jumps(pen) if laid else None,
            hole("learned"),
            hole("drill"),
            self.footnote(pen),
            cls="vk-lesson",
        )

    def lesson_parts(self) -> Mapping[str, Html]:
        """Return the HTML of the lesson's parts by name."""
        pen, stage = self.pen("lesson"), self.stage
        stage.by_itself = self.moves_by_itself
        view, walk = self.shown(stage), stage.walk
        wanted = isinstance(walk.beat, YourMove | FreeMove)
        stage.panel.glow = walk.expected_move if self.GLOWS else None
        own = walk.view
        panel = stage.panel.html(own, pen) if wanted and own is not None else Html("")
        return {
            **self.table.parts(view, own if panel else None, pen),
            "goal": self._goal(walk, pen),
            "coach": lesson_words(stage, pen, self.said, self.table.show, self._instead(pen)),
            "panel": panel,
            "shown_beats": displays(stage, pen, self.table.show),
            "steer": navigation(stage, pen, quick=self.looks["motion"] == "quick"),
            "learned": self.end(pen) if walk.done else Html(""),
            "drill": self._drill_part(pen) if walk.done else Html(""),
        }

    def shown(self, stage: LessonController) -> Any:
        """Return the view that is shown: the learner's."""
        return stage.walk.view

    def _goal(self, walk: LessonPlayer, pen: HtmlWriter) -> Html:
        lesson, lang = self.lesson, pen.lang
        done, of = walk.progress
        bar = tag("progress", max=of, value=done, aria_label=pen.say("lesson.progress", done=done, of=of))
        number = tag("span", str(lesson.number), cls="vk-number", aria_hidden="true") if self._own else None
        minutes = tag("span", pen.say("lesson.minutes", n=lesson.minutes), cls="vk-small")
        title = tag(self.HEADING, number, " ", lesson.title[lang])
        return tag("header", title, tag("p", lesson.goal[lang], " ", minutes), bar, self._dots(walk, pen), lang=lang)

    def _dots(self, walk: LessonPlayer, pen: HtmlWriter) -> Html | None:
        """Return buttons for the lesson's parts, the current one marked; ``None`` if there is one part."""
        if len(self.lesson.moments) == 1:
            return None
        at = walk.place[0] if not walk.done else len(self.lesson.moments)
        dots = []
        for k, moment in enumerate(self.lesson.moments):
            did = moment.id in self._did
            state = "vk-now" if k == at else "vk-past" if did else "vk-later"
            here = "step" if k == at else None
            sign = tag("span", "▸ " if k == at else "✓ " if did else "", aria_hidden="true")
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

    def end(self, pen: HtmlWriter) -> Html:
        """Return the end of the lesson: the links to go on, and what was learned."""
        lines = [
            tag("li", pen.told(pen.marked(line.text[pen.lang]), line.rules, most=4)) for line in self.lesson.learned
        ]
        rules = tag("p", pen.say("lesson.rules", n=len(self.lesson.rules)), " ", pen.rules(self.lesson.rules, most=300))
        more = tag("details", tag("summary", pen.say("lesson.all_rules")), rules, cls="vk-all-rules")
        again = button(pen.say("lesson.again"), "again", cls="vk-quiet")
        title = tag("h2", pen.say("lesson.learned" if lines else "story.over"), data_home=True)
        told = tag("ul", lines, cls="vk-learned-lines") if lines else None
        return tag("section", self._repeated(pen), title, told, self._on(pen), more, again, lang=pen.lang)

    def _repeated(self, pen: HtmlWriter) -> Html | None:
        """Return how many questions were answered wrong, and the parts in which they can be tried again."""
        if not self._missed:
            return None
        parts = [
            button(self.lesson.moments[k].title[pen.lang], "moment", k) for k in sorted({k for k, _ in self._missed})
        ]
        return tag(
            "p", pen.say("lesson.missed", n=len(self._missed), of=len(self._noted_at)), " ", parts, cls="vk-ways"
        )

    def _on(self, pen: HtmlWriter) -> Html:
        """Return the links from the lesson's end."""
        following = way_to(self.lesson.next, pen) if self.lesson.next is not None else None
        return tag("p", following, " ", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")

    def _drill_part(self, pen: HtmlWriter) -> Html:
        if self.asking.question is None:
            return Html("")
        title = tag("h2", pen.say("lesson.drill"))
        after = self._on(pen) if self.asking.done else None
        return tag("section", title, self.asking.html(pen, after), lang=pen.lang)
