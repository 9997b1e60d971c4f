"""The teacher's page: scenarios as stories, in groups and found by words, own files, sheets to print, and the class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from vendetta_kit import rulebook, scenarios
from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Lesson
from vendetta_kit.course.scenario_lesson import STORY, lesson_of
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.registered_games import registered
from vendetta_kit.rulebook.rule_search import Index, SearchEntry, ranked
from vendetta_kit.scenarios import BadScenario, Scenario

from ...classroom import Classroom
from ...controls import Option, button, file_choice, link, row, text_field
from ...html import Html, HtmlWriter, tag
from ...lesson_controller import LessonController
from ...page_arguments import language_by_name
from ...page_parts import foot, framed, hole
from ...page_phrases import UserError, languages
from ...player_aid_buttons import sheet_buttons
from .decision_controls import PRESSES
from .lesson_page import LessonPage
from .scenario_maker import ScenarioMaker

FIRST: Final = "frenzy-02-vampire"
STORIES: Final = "stories"
CLASS: Final = "class"
MAKER: Final = "maker"
ROOMS: Final = (STORIES, CLASS, MAKER)


@language_by_name()
def teach(*, lang: str | None = None) -> TeacherPage:
    """Return the teacher's page.

    In the address ``?scenario=ID`` opens a scenario, ``?room=class`` a room; ``?story=ID`` shows a learner only that
    scenario.

    >>> teach(lang="en").title()
    'For teachers · The Vendetta Kit'
    """
    return TeacherPage(lang=lang)


@language_by_name()
@takes(text=TEXT)
def story(text: str, *, lang: str | None = None) -> LessonPage:
    """Return a scenario as a page, step by step.

    Args:
        text: the scenario as YAML, or the id of one of the kit's.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.

    Raises:
        BadScenario: the text is no scenario; the message says what is wrong, where, and what was expected.

    >>> story("auction-01-bids", lang="en").lesson.moments[0].id
    'story'
    """
    scenario = scenarios.loads(text) if "\n" in text else scenarios.load(scenarios.find(text))
    return LessonPage(_as_lesson(scenario), lang=lang)


def _as_lesson(scenario: Scenario) -> Lesson:
    return lesson_of(scenario, registered(scenario.dialect.rules.id).subject())


@takes(text=TEXT)
def check(text: str) -> str:
    """Run a scenario given as YAML; return one line, or one for each expectation that fails.

    >>> check("id: x\\n")
    'scenario:1: format: missing; expected vendetta-scenario/1'
    """
    try:
        verdict = scenarios.run(scenarios.loads(text))
    except BadScenario as fault:
        return str(fault)
    if verdict.ok:
        return f"{verdict.scenario.id}: all {len(verdict.scenario.expect)} expectations hold"
    return "\n".join(map(str, verdict.failures))


class TeacherPage(LessonPage):
    """A page with the scenarios, the teacher's own files, and the class."""

    NOUN: ClassVar[str] = "teachers"
    HEADING = "h2"

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(_as_lesson(scenarios.load(scenarios.find(FIRST))), lang=lang)
        self._id = FIRST
        self.room = STORIES
        self.class_room = Classroom(self)
        self._for_pupil = False
        self._sought = ""
        self.eyes: int | None = None  # the seat whose view the teacher has chosen; None: the story's own

    def arrived(self, query: Mapping[str, str]) -> None:
        if query.get("room") in ROOMS:
            self.room = query["room"]
        super().arrived(query)
        self.class_room.arrived()
        self._for_pupil = "story" in query
        if self._for_pupil:
            self.HEADING = "h1"
        wanted = query.get("story", query.get("scenario", ""))
        if wanted:
            self._tell_story(wanted)

    @cached_property
    def maker(self) -> ScenarioMaker:
        """The scenario maker, made when first needed."""
        return ScenarioMaker(self)

    def _note(self) -> None:
        if self.room != STORIES:  # rules that are not shown are not met
            return
        super()._note()
        if self.walk.done and self._shipped:
            self.note_done(f"scenario:{self._id}")

    def _tell_story(self, name: str) -> None:
        try:
            path = scenarios.find(name)
        except KeyError:
            raise UserError("bad.scenario_id", name=name[:60]) from None
        self._show(_as_lesson(scenarios.load(path)), name)

    def _show(self, lesson: Lesson, name: str) -> None:
        self.begin(lesson)
        self._id, self.eyes = name, None

    @property
    def _shipped(self) -> bool:
        """Whether the scenario is one of the kit's."""
        return any(heading.id == self._id for heading in scenarios.headings())

    @property
    def _story(self) -> Scenario | None:
        """The scenario that is shown; ``None`` for a teacher's own lesson."""
        (first, *more) = self.lesson.moments
        return first.scenario if not more and first.id == STORY else None

    def shown(self, stage: LessonController) -> View | None:
        """Return the view of the seat that the teacher has chosen."""
        own, seat = stage.walk.view, self.eyes
        return own if own is None or seat is None or seat >= len(own.seats) else stage.walk.view_of(seat)

    def handle(self, do: str, value: Any) -> None:
        if do == "room" and value in ROOMS:
            self.room = value
        elif do == "make_open":
            if self._story is None:
                raise UserError("bad.click", what=do)
            self.maker.file(self._id, self._story.text.encode())
            self.room = MAKER
            self.focus_on("[data-make]")
        elif do == "make_tell":
            self._show(_as_lesson(self.maker.draft.scenario), self.maker.draft.scenario.id)
            self.room = STORIES
            self.focus_on("[data-home]")
        elif do.startswith("make.") or (self.room == MAKER and do in (*PRESSES, "refused")):
            self.maker.handle(do, value)
        elif do.startswith("class."):
            self.class_room.handle(do, value)
        elif do == "stories.find":
            self._sought = str(value)[:LONGEST]
        elif do == "scenario":
            self._tell_story(str(value))
            self.focus_on("[data-home]")
        elif do == "eyes" and self.walk.view is not None and value in range(len(self.walk.view.seats)):
            self.eyes = value
        elif do == "source":
            if self._shipped:
                self.download(f"{self._id}.yaml", Path(scenarios.find(self._id)).read_text("utf-8"), "text/yaml")
        else:
            super().handle(do, value)
            if do in ("go_on", "act") and self.walk.done and self.walk.failures:
                self.tell("teachers.failed", fault=str(self.walk.failures[0]))

    def file(self, do: str, name: str, content: bytes) -> None:
        """Open a teacher's own scenario or lesson, or a learner's progress."""
        if do == "make.file":
            self.maker.file(name, content)
            return
        if do == "class.files":
            self.class_room.file(name, content)
            return
        text = content.decode("utf-8", "replace")
        if "vendetta-lesson/" in text:
            self._show(lessons.loads(content, name), name)
        else:
            self._show(_as_lesson(scenarios.loads(content, name)), name)
        self.focus_on("[data-home]")

    def title(self) -> str:
        if self._for_pupil:
            return super().title()
        return f"{self.pen().say('front.teachers.title')} · {self.pen().say('title')}"

    def frame(self, pen: HtmlWriter) -> Html:
        rooms: dict[str, tuple[tuple[str, ...], object]] = {
            STORIES: (("tools", "goal", "eyes"), self.body(pen)),
            CLASS: ((), [hole("class_list"), hole("class_files")]),
            MAKER: ((), self.maker.frame(pen)),
        }
        above, rest = rooms[self.room]
        return framed("vk-course vk-teacher", ("head", "hero", "rooms", *above), rest, hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        found = {"head": self.top(pen), "foot": foot(pen)}
        if not self._for_pupil:
            title, goal = tag("h1", pen.say("front.teachers.title")), tag("p", pen.say("front.teachers.goal"))
            found["hero"] = tag("header", title, goal, cls="vk-hero", lang=pen.lang)
            found["rooms"] = self._rooms(pen)
        if self.room != STORIES:
            return {**found, **(self.class_room if self.room == CLASS else self.maker).parts(pen)}
        if not self._for_pupil:
            found |= {"tools": self._tools(pen), "eyes": self._eyes(pen)}
        return {**found, **self.lesson_parts()}

    def _rooms(self, pen: HtmlWriter) -> Html:
        rooms = [
            button(pen.say(f"room.{room}"), "room", room, "vk-room", aria_current="page" if room == self.room else None)
            for room in ROOMS
        ]
        return tag("nav", tag("div", rooms, cls="vk-buttons"), aria_label=pen.say("room"), lang=pen.lang)

    def _eyes(self, pen: HtmlWriter) -> Html:
        view = self.shown(self.stage)
        if view is None:
            return Html("")
        options = [Option(seat.seat, seat.name) for seat in view.seats]
        return tag("div", row(pen, pen.say("time.eyes"), "eyes", options, view.me), lang=pen.lang)

    def _tools(self, pen: HtmlWriter) -> Html:
        return tag(
            "section",
            story_list(self._sought, self._id, "" if self._shipped else self._id, pen),
            tag(
                "div",
                file_choice(pen, pen.say("teachers.file"), "own", ".yaml,.yml"),
                button(pen.say("teachers.source"), "source", cls="vk-quiet") if self._shipped else None,
                button(pen.say("make.edit"), "make_open", cls="vk-quiet") if self._story is not None else None,
                sheet_buttons(pen, "vk-quiet"),
                link(pen.say("lesson.home"), "00_start_here", "vk-link vk-quiet"),
                cls="vk-buttons",
            ),
            lang=pen.lang,
        )


LONGEST: Final = 80
"""The most characters of a search."""


def story_list(sought: str, chosen: str, own: str, pen: HtmlWriter) -> Html:
    """Return the search field and the scenarios by topic: all of them, or those with every word searched for.

    Args:
        sought: the typed text.
        chosen: the id of the scenario that is shown, whose group is open.
        own: the name of the user's own file that is shown; empty if it is one of the kit's.
        pen: the writer in the page's language.
    """
    words = sought.strip()
    hits = _found(words, pen.lang) if words else frozenset(heading.id for heading in scenarios.headings())
    name, told, of = pen.id(), pen.id(), len(scenarios.headings())
    seeks = {"data_live": True, "data_key": "stories-find", "aria_describedby": told}
    field = text_field(name, sought, "stories.find", LONGEST, **seeks)
    groups = [
        _group(topic, [one for one in found if one.id in hits], chosen, bool(words), pen)
        for topic, found in scenarios.by_topic()
    ]
    key = "stories.all" if not words else "stories.count" if hits else "stories.none"
    count = tag("p", pen.say(key, n=len(hits), of=of, words=words), role="status", id=told, cls="vk-hint")
    mine = tag("p", pen.say("stories.own"), ": ", tag("b", own)) if own else None
    search = tag("p", tag("label", pen.say("stories.find"), for_=name), " ", field, cls="vk-about-row")
    summary = tag("summary", pen.say("stories.found" if words else "stories.topics"))
    every = tag("details", summary, tag("div", groups, cls="vk-stories"), open=bool(words), data_key="every-story")
    return tag("div", tag("h2", pen.say("stories")), search, count, mine, every if hits else None, cls="vk-all-stories")


def _group(
    topic: str, found: list[scenarios.ScenarioHeading], chosen: str, seeks: bool, pen: HtmlWriter
) -> Html | None:
    if not found:
        return None
    items = [
        tag("li", button(one.words(pen.lang), "scenario", one.id, "vk-story", on=one.id == chosen), data_key=one.id)
        for one in found
    ]
    title = tag("summary", rulebook.section_title(topic, pen.lang), " ", tag("small", str(len(found))))
    is_open = seeks or any(one.id == chosen for one in found)
    return tag("details", title, tag("ul", items), open=is_open, data_key=f"stories-{topic}-{int(seeks)}")


def _found(words: str, lang: str) -> frozenset[str]:
    """Return the ids of the scenarios with every word."""
    hits: frozenset[str] | None = None
    for word in re.findall(r"\w+", words[:LONGEST]):
        here = frozenset(ranked(word, [_index(lang)]))
        hits = here if hits is None else hits & here
    return hits or frozenset()


@cache
def _index(lang: str) -> Index[str]:
    """Return the search index of the scenarios: their ids, titles, topics, rules and the rules' titles."""
    lines = []
    for heading in scenarios.headings():
        titles = " ".join([heading.words(lang), *(heading.words(other) for other in languages() if other != lang)])
        about = [f"{rule} {rulebook.find(rule, lang).title}" for rule in heading.rules]
        topic = rulebook.section_title(heading.topic, lang)
        lines.append(SearchEntry(heading.id, heading.id, titles, " ".join([heading.id, *about, topic])))
    return rulebook.VENDETTA.index(lang, lines)
