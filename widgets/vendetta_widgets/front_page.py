"""The course's front page: the first moves at once, then all lessons with progress, a free game, drills and the map."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, Final
from urllib.parse import parse_qs

from vendetta_kit.course import assignment, lessons, reach
from vendetta_kit.course.assignment import Assignment, BadAssignment
from vendetta_kit.course.map import the_map

from . import art, mapview
from .controls import button, file_choice, link
from .first_game_page import NOTEBOOK as FIRST_GAME
from .first_game_page import FirstGamePage
from .lesson_page import LessonPage, notebook_of
from .pen import Html, Pen, tag
from .session import unfinished_seed
from .shared import foot, hole
from .sheets import sheet_buttons
from .todo import pupils_list

__all__ = ["FrontPage", "front"]

FIRST: Final = "first_steps"
VTES: Final = "18_play_vtes"
"""The other game on the kit's kernel."""
TOGETHER: Final = "17_play_together"
GIVEN: Final = "todo"
"""Under this name the browser keeps what a teacher's link has given to do."""
WAYS: Final = {
    "begin": FIRST_GAME,
    "game": "09_whole_game",
    "drills": "15_drills",
    "teachers": "16_for_teachers",
    "together": TOGETHER,
    "vtes": VTES,
    "vtes_together": "19_play_vtes_together",
    "overlook": "20_tables",
    "vtes_course": "vtes/00_first_bleed",
    "vtes_drills": "vtes/drills",
}
"""What is no lesson but stands among them, in the order of the notebooks."""
NEEDS_SERVER: Final = ("together", "vtes_together", "overlook")
"""What does not go where there is no server: styles hide it on the site that is nothing but files."""


def front(lang: str | None = None) -> FrontPage:
    """The front page of the course; without ``lang`` in the browser's language."""
    return FrontPage(lang)


class FrontPage(LessonPage):
    """Where everybody arrives: newcomers are in their first small game, the others see where they are."""

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(FIRST, lang)
        self._playing = True
        self.given: Assignment | None = None
        """What a teacher's link has given to do."""

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        try:
            if "todo" in query:
                self.given = assignment.read(query["todo"], query.get("name", ""))
                self.store(GIVEN, self.given.query)
            elif GIVEN in self.stored:
                kept = {key: values[-1] for key, values in parse_qs(self.stored[GIVEN]).items()}
                self.given = assignment.read(kept.get("todo", ""), kept.get("name", ""))
        except BadAssignment as fault:
            self._tell_fault(fault)
        self._playing = self._playing and self.given is None

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadAssignment):
            return self.pen().say("bad.todo", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def read_progress(self) -> None:
        super().read_progress()
        self._playing = self._new_here

    def _note(self) -> None:
        if self._playing:  # what is not shown is not met
            super()._note()

    def handle(self, do: str, value: Any) -> None:
        if do == "first":
            self._playing = True
            super().handle("again", None)
        elif do == "todo_away":
            self.given = None
            self.store(GIVEN, None)
            self.focus_on("[data-home], h1")
        elif do == "progress":
            if value == "save":
                self.save_progress()
        else:
            super().handle(do, value)

    @property
    def _new_here(self) -> bool:
        """Whether the learner has not got beyond the first steps."""
        return all(name == FIRST and not mark.finished for name, mark in self.progress.lessons.items())

    def file(self, do: str, name: str, content: bytes) -> None:
        self.load_progress(content, name)
        self._playing = self._playing and self._new_here

    def title(self) -> str:
        return self.pen().say("title")

    # Showing --------------------------------------------------------------------------------------------------

    def frame(self, pen: Pen) -> Html:
        top = tag("div", hole("head"), hole("hero"), cls="vk-top")
        given = hole("todo") if self.given is not None else None
        first = self.body(pen) if self._playing else None
        rest = [hole(name) for name in ("ways", "lessons", "mine", "foot")]
        return tag(
            "div", Html(art.sheet()), top, hole("alert"), given, first, rest, cls="vk-course vk-front vk-beginner"
        )

    def parts(self, pen: Pen) -> Mapping[str, Html]:
        found: dict[str, Html] = {"head": self.top(pen), "hero": self._hero(pen)}
        if self._playing:
            found.update(self.lesson_parts())
            del found["goal"]  # the page has one of its own
        if self.given is not None:
            found["todo"] = pupils_list(self.given, self.progress, pen)
        found["ways"] = self._ways(pen)
        found["lessons"] = self._lessons(pen)
        found["mine"] = self._mine(pen)
        found["foot"] = foot(pen)
        return found

    def _hero(self, pen: Pen) -> Html:
        title = tag("h1", pen.say("front.title"))
        if self.given is not None:
            said = pen.say("front.given")
        elif self._playing:
            said = pen.say("front.first")
        else:
            following = reach.following(self.progress)
            said = pen.say("front.again") if following is not None else pen.say("front.done")
        other = None if self.given is not None else link(pen.say("front.vtes.title"), VTES, "vk-other-game")
        words = tag("p", said, " ", other)
        return tag("header", title, self._begin(pen), words, cls="vk-hero", lang=pen.lang)

    def _begin(self, pen: Pen) -> Html | None:
        """The first whole game: begin it, or go on with it; one who has played it to its end has it among the rest."""
        kept = self.stored.get(FirstGamePage.KEPT)
        going_on = kept is not None and unfinished_seed(kept) is not None
        if kept is not None and not going_on:
            return None
        name = link(pen.say("front.begin.on" if going_on else "front.begin"), FIRST_GAME, "vk-link vk-primary-link")
        return tag("p", name, tag("span", pen.say("front.begin.goal")), cls="vk-begin")

    def _ways(self, pen: Pen) -> Html:
        following = reach.following(self.progress)
        due = self.due_now
        ways = []
        if following is not None and following.id != FIRST:
            words = pen.say("front.go_on", n=following.number, title=following.title[pen.lang])
            ways.append(link(words, notebook_of(following.id), "vk-link vk-primary-link"))
        ways.append(link(pen.say("front.game"), "09_whole_game"))
        ways.append(link(pen.say("front.together.title"), TOGETHER, "vk-link vk-needs-server"))
        ways.append(link(pen.say("front.drills", n=due) if due else pen.say("front.drills.title"), "15_drills"))
        ways.append(link(pen.say("front.dashboards.title"), "dashboards/blood"))
        if not self._playing:
            ways.append(button(pen.say("front.first_again"), "first"))
        return tag("nav", tag("div", ways, cls="vk-ways"), aria_label=pen.say("front.ways"), lang=pen.lang)

    def _lessons(self, pen: Pen) -> Html:
        cards = [(notebook_of(lesson.id), self._card(lesson, pen)) for lesson in lessons.headings()]
        cards += [(notebook, _way(pen, key, notebook)) for key, notebook in WAYS.items()]
        rows = [row for _, row in sorted(cards, key=itemgetter(0))]
        title = tag("h2", pen.say("front.lessons"))
        return tag("section", title, tag("ol", rows, cls="vk-lesson-cards"), lang=pen.lang)

    def _card(self, lesson: lessons.Heading, pen: Pen) -> Html:
        mark = self.progress.lessons.get(lesson.id)
        ids = set(lesson.moments)
        done = len(ids & mark.moments) if mark is not None else 0
        finished = mark is not None and mark.finished
        state = pen.say("front.finished") if finished else pen.say("front.parts", done=done, of=len(ids))
        sign = tag("span", "✓ " if finished else "", aria_hidden="true")
        bar = tag("progress", max=len(ids), value=len(ids) if finished else done, aria_label=state)
        name = link(joined_title(lesson, pen), notebook_of(lesson.id), "vk-card-link")
        goal = tag("p", lesson.goal[pen.lang])
        minutes = pen.say("lesson.minutes", n=lesson.minutes)
        return tag("li", tag("h3", name), goal, bar, tag("p", sign, state, " · ", minutes, cls="vk-small"))

    def _mine(self, pen: Pen) -> Html:
        picture = the_map(self.progress, pen.lang, datetime.now(UTC))
        save = button(pen.say("front.save"), "progress", "save")
        load = file_choice(pen, pen.say("front.load"), "progress", ".json")
        return tag(
            "section",
            tag("h2", pen.say("front.map")),
            tag("p", pen.say("front.map.hint"), cls="vk-hint"),
            mapview.html(picture, pen),
            tag("div", save, load, cls="vk-buttons"),
            tag("h2", pen.say("front.aid")),
            tag("p", pen.say("aid.hint"), cls="vk-hint"),
            tag("div", sheet_buttons(pen), cls="vk-buttons"),
            lang=pen.lang,
        )


def joined_title(lesson: lessons.Heading, pen: Pen) -> Html:
    """A lesson's number and title."""
    return tag("span", tag("span", f"{lesson.number:02}", cls="vk-number"), " ", lesson.title[pen.lang])


def _way(pen: Pen, key: str, notebook: str) -> Html:
    title = tag("span", tag("span", notebook[:2], cls="vk-number"), " ", pen.say(f"front.{key}.title"))
    cls = "vk-needs-server" if key in NEEDS_SERVER else None
    return tag("li", tag("h3", link(title, notebook, "vk-card-link")), tag("p", pen.say(f"front.{key}.goal")), cls=cls)
