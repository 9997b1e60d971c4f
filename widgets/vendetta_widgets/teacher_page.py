"""The teachers' page: every scenario as a story, a lesson or scenario of one's own, and the sheets to print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.beats import Lesson
from vendetta_kit.course.story import lesson_of
from vendetta_kit.scenarios import BadScenario

from . import art
from .controls import Option, button, file_choice, link, row
from .lesson_page import LessonPage
from .pen import Html, Pen, tag
from .shared import foot, hole
from .sheets import sheet_buttons
from .surface import Told

if TYPE_CHECKING:
    from vendetta_kit.engine.views import View

    from .stage import Stage

__all__ = ["TeacherPage", "check", "story", "teach"]

FIRST: Final = "frenzy-02-vampire"


def teach(lang: str | None = None) -> TeacherPage:
    """The teachers' page; ``?scenario=ID`` in the address opens a scenario."""
    return TeacherPage(lang)


def story(text: str, lang: str | None = None) -> LessonPage:
    """A scenario of one's own, told step by step.

    Args:
        text: the scenario as YAML, or the id of one of the kit's.
        lang: ``"en"`` or ``"de"``; left out, the browser's.

    Raises:
        BadScenario: the text is no scenario; the message says what is wrong, where, and what was expected.
    """
    scenario = scenarios.loads(text) if "\n" in text else scenarios.load(scenarios.find(text))
    return LessonPage(lesson_of(scenario), lang)


def check(text: str) -> str:
    """Run a scenario and say what came of it, in one line or one line for each expectation that fails."""
    try:
        verdict = scenarios.run(scenarios.loads(text))
    except BadScenario as fault:
        return str(fault)
    if verdict.ok:
        return f"{verdict.scenario.id}: all {len(verdict.scenario.expect)} expectations hold"
    return "\n".join(map(str, verdict.failures))


class TeacherPage(LessonPage):
    """Stories of all scenarios, and files of one's own."""

    HEADING = "h2"

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(lesson_of(scenarios.load(scenarios.find(FIRST))), lang)
        self._id = FIRST
        self.eyes: int | None = None  # the seat whose eyes the teacher has chosen; None: the story's own

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        wanted = query.get("scenario", "")
        if wanted:
            self._tell_story(wanted)

    def _tell_story(self, name: str) -> None:
        try:
            path = scenarios.find(name)
        except KeyError:
            raise Told("bad.scenario_id", name=name[:60]) from None
        self._show(lesson_of(scenarios.load(path)), name)

    def _show(self, lesson: Lesson, name: str) -> None:
        self.begin(lesson)
        self._id, self.eyes = name, None

    @property
    def _shipped(self) -> bool:
        """Whether the story is one of the kit's scenarios."""
        return any(heading.id == self._id for heading in scenarios.headings())

    def shown(self, stage: Stage) -> View | None:
        """The table with the eyes of the seat that the teacher has chosen."""
        own, seat = stage.walk.view, self.eyes
        return own if own is None or seat is None or seat >= len(own.seats) else stage.walk.view_of(seat)

    def handle(self, do: str, value: Any) -> None:
        if do == "scenario":
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
        """A scenario or a lesson of the teacher's own."""
        text = content.decode("utf-8", "replace")
        if "vendetta-lesson/" in text:
            self._show(lessons.loads(content, name), name)
        else:
            self._show(lesson_of(scenarios.loads(content, name)), name)
        self.focus_on("[data-home]")

    def title(self) -> str:
        return f"{self.pen().say('front.teachers.title')} · {self.pen().say('title')}"

    def frame(self, pen: Pen) -> Html:
        top = tag("div", hole("head"), hole("hero"), hole("tools"), hole("goal"), hole("eyes"), cls="vk-top")
        return tag(
            "div", Html(art.sheet()), top, hole("alert"), self.body(pen), hole("foot"), cls="vk-course vk-teacher"
        )

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        title = tag("h1", pen.say("front.teachers.title"))
        hero = tag("header", title, tag("p", pen.say("front.teachers.goal")), cls="vk-hero", lang=pen.lang)
        return {
            "head": self.top(pen),
            "hero": hero,
            "tools": self._tools(pen),
            "eyes": self._eyes(pen),
            **self.lesson_parts(),
            "foot": foot(pen),
        }

    def _eyes(self, pen: Pen) -> Html:
        view = self.shown(self.stage)
        if view is None:
            return Html("")
        options = [Option(seat.seat, seat.name) for seat in view.seats]
        return tag("div", row(pen, pen.say("time.eyes"), "eyes", options, view.me), lang=pen.lang)

    def _tools(self, pen: Pen) -> Html:
        name = pen.id()
        stories = {heading.id: heading.title.get(pen.lang, heading.title["en"]) for heading in scenarios.headings()}
        if not self._shipped:
            stories = {self._id: self._id, **stories}
        options = [tag("option", words, value=key, selected=key == self._id) for key, words in stories.items()]
        select = tag("select", options, id=name, data_do="scenario", data_key="scenarios")
        return tag(
            "section",
            tag("p", tag("label", pen.say("teachers.scenario"), for_=name), " ", select, cls="vk-about-row"),
            tag(
                "div",
                file_choice(pen, pen.say("teachers.file"), "own", ".yaml,.yml"),
                button(pen.say("teachers.source"), "source", cls="vk-quiet"),
                sheet_buttons(pen, "vk-quiet"),
                link(pen.say("lesson.home"), "00_start_here", "vk-link vk-quiet"),
                cls="vk-buttons",
            ),
            lang=pen.lang,
        )
