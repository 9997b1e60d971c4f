"""The course's front page: the first moves at once, then all lessons with progress, a free game, drills and the map.

Each game has a door here. Vendetta's is open to who comes for the first time; the browser keeps which one was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs

from vendetta_kit.course import assignment, known_rules, lessons
from vendetta_kit.course.assignment import Assignment, BadAssignment
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.rule_map import the_map
from vendetta_kit.games import FIRST as FIRST_DOOR
from vendetta_kit.games import TAUGHT
from vendetta_kit.server.running_servers import others_for

from . import appearance, rule_map_html
from .assignment_html import pupils_list
from .controls import Option, button, file_choice, link, row
from .games.vendetta.first_game_page import NOTEBOOK as FIRST_GAME
from .games.vendetta.first_game_page import FirstGamePage
from .games.vendetta.lesson_page import LessonPage
from .html import Html, HtmlWriter, tag
from .lesson_page import notebook_of
from .page_parts import foot, framed, hole
from .page_save import unfinished_seed
from .player_aid_buttons import give_sheet, sheet_buttons

__all__ = ["FrontPage", "front"]

FIRST: Final = "first_steps"
VTES: Final = "18_play_vtes"
"""The other game on the kit's kernel."""
TOGETHER: Final = "17_play_together"
GIVEN: Final = "todo"
"""Under this name the browser keeps what a teacher's link has given to do."""
CHOICE: Final = "front-game"
"""Under this name the browser keeps which game's door she has chosen."""

NOTHING: Final = {"lang", "progress", CHOICE, *appearance.CHOICES}
"""What a browser keeps of somebody who has played nothing yet; her progress tells of the lessons itself."""


@dataclass(frozen=True, slots=True)
class Door:
    """What a game's door leads to: drills, all that stands among its lessons, and what only some games have.

    ``cards`` are notebooks by the key of their words; ``play`` is a whole game, ``together`` the same with others,
    ``flows`` the first of the dashboards, ``aid`` whether there is a player aid to print.
    """

    drills: str
    cards: Mapping[str, str]
    play: str | None = None
    together: str | None = None
    flows: str | None = None
    aid: bool = True


DOORS: Final = {
    "vendetta": Door(
        "15_drills",
        {
            "begin": FIRST_GAME,
            "game": "09_whole_game",
            "drills": "15_drills",
            "teachers": "16_for_teachers",
            "together": TOGETHER,
            "overlook": "20_tables",
            "puzzles": "21_puzzles",
        },
        "09_whole_game",
        TOGETHER,
        "dashboards/blood",
    ),
    "vtes": Door(
        "vtes/drills",
        {
            "vtes": VTES,
            "vtes_together": "19_play_vtes_together",
            "overlook": "20_tables",
            "vtes_drills": "vtes/drills",
        },
        VTES,
        "19_play_vtes_together",
        "dashboards/vtes_pool",
    ),
    "rivals": Door("rivals/drills", {"rivals_drills": "rivals/drills"}, aid=False),
}
NEEDS_SERVER: Final = ("together", "vtes_together", "overlook")
"""What does not go where there is no server: styles hide it on the site that is nothing but files."""


def front(lang: str | None = None) -> FrontPage:
    """The front page of the course; without ``lang`` in the browser's language."""
    return FrontPage(lang)


class FrontPage(LessonPage):
    """Where everybody arrives: newcomers are in their first small game, the others see where they are."""

    NOUN: ClassVar[str] = "front"

    def __init__(self, lang: str | None = None) -> None:
        super().__init__(FIRST, lang)
        self._playing = True
        self.door = FIRST_DOOR
        """The game whose door she stands at."""
        self.given: Assignment | None = None
        """What a teacher's link has given to do."""
        self.elsewhere: list[str] = []
        """Where her other servers are, if this browser keeps nothing under this one's address."""

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        if self._new_here and not set(self.stored) - NOTHING:
            self.elsewhere = others_for(self.address)
        try:
            if "todo" in query:
                self.given = assignment.read(query["todo"], query.get("name", ""))
                self.store(GIVEN, self.given.query)
            elif GIVEN in self.stored:
                kept = {key: values[-1] for key, values in parse_qs(self.stored[GIVEN]).items()}
                self.given = assignment.read(kept.get("todo", ""), kept.get("name", ""))
        except BadAssignment as fault:
            self._tell_fault(fault)
        door = query.get("game") or self.stored.get(CHOICE, FIRST_DOOR)
        if door in DOORS and self.given is None:
            self.door = door
        self._playing = self._at_first_move

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadAssignment):
            return self.pen().say("bad.todo", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def read_progress(self) -> None:
        super().read_progress()
        self._playing = self._at_first_move

    def _note(self) -> None:
        if self._playing:  # what is not shown is not met
            super()._note()

    def handle(self, do: str, value: Any) -> None:
        if do == "first":
            self._playing = True
            super().handle("again", None)
        elif do == "aid":
            give_sheet(self, str(value), self.door)
        elif do == "door" and value in DOORS:
            self.door = value
            self.store(CHOICE, value)
            self._playing = self._at_first_move
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

    @property
    def _at_first_move(self) -> bool:
        """Whether the page begins with the first steps: for who is new to Vendetta, and has nothing else to do."""
        return self._new_here and self.given is None and self.door == FIRST_DOOR

    def file(self, do: str, name: str, content: bytes) -> None:
        self.load_progress(content, name)
        self._playing = self._playing and self._new_here

    def title(self) -> str:
        return self.pen().say("title")

    # Showing --------------------------------------------------------------------------------------------------

    def frame(self, pen: HtmlWriter) -> Html:
        given = hole("todo") if self.given is not None else None
        first = self.body(pen) if self._playing else None
        rest = [hole(name) for name in ("ways", "lessons", "mine", "foot")]
        return framed("vk-course vk-front vk-beginner", ("head", "hero"), given, first, rest)

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        played = self._first_is_over
        found: dict[str, Html] = {"head": self.top(pen), "hero": self._hero(pen, played)}
        if self._playing:
            found.update(self.lesson_parts())
            del found["goal"]  # the page has one of its own
        if self.given is not None:
            found["todo"] = pupils_list(self.given, self.progress, pen)
        found["ways"] = self._ways(pen)
        found["lessons"] = self._lessons(pen, played)
        found["mine"] = self._mine(pen)
        found["foot"] = foot(pen.of(self.door))
        return found

    def _hero(self, pen: HtmlWriter, played: bool) -> Html:
        title = tag("h1", pen.say(f"front.title.{self.door}"))
        doors = [Option(game, pen.say(f"front.door.{game}")) for game in TAUGHT]
        choice = row(pen, "", "door", doors, self.door, "vk-doors") if self.given is None else None
        head = tag("div", title, choice, cls="vk-hero-head")
        begin = self._begin(pen, played) if self.door == FIRST_DOOR else self._first_lesson(pen)
        if self.given is not None:
            said = pen.say("front.given")
        elif self._playing:
            said = pen.say("front.first" if begin is not None else "front.first.alone")
        elif not self._mine_here.lessons:
            said = pen.of(self.door).writing.book.edition(pen.lang) or ""
        else:
            following = known_rules.following(self._mine_here)
            done = "front.done" if DOORS[self.door].play is not None else "front.done.part"
            said = pen.say("front.again") if following is not None else pen.say(done)
        return tag("header", head, begin, tag("p", said), self._elsewhere(pen), cls="vk-hero", lang=pen.lang)

    def _elsewhere(self, pen: HtmlWriter) -> Html | None:
        """Where she may have played before: a browser keeps games under the address that they were played at."""
        if not self.elsewhere or not self._new_here:
            return None
        ways = [[" ", tag("a", address, href=address)] for address in self.elsewhere]
        return tag("p", pen.say("front.elsewhere"), ways, cls="vk-hint")

    @property
    def _mine_here(self) -> Progress:
        """Her progress in the game whose door it is."""
        return self.progress if self.door == FIRST_DOOR else self.progress.of(self.door)

    def _first_lesson(self, pen: HtmlWriter) -> Html | None:
        """The first lesson of a game, for who has done nothing of it yet."""
        if self._mine_here.lessons:
            return None
        first = lessons.headings(self.door)[0]
        name = link(pen.say("front.first_lesson", title=first.title[pen.lang]), notebook_of(first.id, self.door),
                    "vk-link vk-primary-link")  # fmt: skip
        minutes = pen.say("lesson.minutes", n=first.minutes)
        return tag("p", name, tag("span", first.goal[pen.lang], " ", tag("small", minutes)), cls="vk-begin")

    @property
    def _first_is_over(self) -> bool:
        """Whether she has played her first whole game to its end."""
        kept = self.stored.get(FirstGamePage.KEPT)
        return kept is not None and unfinished_seed(kept) is None

    def _begin(self, pen: HtmlWriter, played: bool) -> Html | None:
        """The first whole game: begin it, or go on with it; one who has played it to its end has it among the rest."""
        if played:
            return None
        words = pen.say("front.begin.on" if FirstGamePage.KEPT in self.stored else "front.begin")
        name = link(words, FIRST_GAME, "vk-link vk-primary-link")
        return tag("p", name, tag("span", pen.say("front.begin.goal")), cls="vk-begin")

    def _ways(self, pen: HtmlWriter) -> Html:
        door, following = DOORS[self.door], known_rules.following(self._mine_here)
        ways = []
        if following is not None and following.number:
            words = pen.say("front.go_on", n=following.number, title=following.title[pen.lang])
            ways.append(link(words, notebook_of(following.id, self.door), "vk-link vk-primary-link"))
        if door.play is not None:
            ways.append(link(pen.say("front.game"), door.play))
        if door.together is not None:
            ways.append(link(pen.say("front.together.title"), door.together, "vk-link vk-needs-server"))
        due = self._mine_here.count_due(datetime.now(UTC))
        ways.append(link(pen.say("front.drills", n=due) if due else pen.say("front.drills.title"), door.drills))
        if door.flows is not None:
            ways.append(link(pen.say("front.dashboards.title"), door.flows))
        if self.door == FIRST_DOOR and not self._playing:
            ways.append(button(pen.say("front.first_again"), "first"))
        return tag("nav", tag("div", ways, cls="vk-ways"), aria_label=pen.say("front.ways"), lang=pen.lang)

    def _lessons(self, pen: HtmlWriter, played: bool) -> Html:
        mine = self._mine_here
        cards = {notebook_of(one.id, self.door): _card(one, mine, pen) for one in lessons.headings(self.door)}
        for key, notebook in DOORS[self.door].cards.items():
            cards[notebook] = _way(pen, key, notebook, played and notebook == FIRST_GAME)
        rows = [cards[notebook] for notebook in sorted(cards, key=lambda name: name.rpartition("/")[2])]
        title = tag("h2", pen.say("front.lessons"))
        return tag("section", title, tag("ol", rows, cls="vk-lesson-cards"), lang=pen.lang)

    def _mine(self, pen: HtmlWriter) -> Html:
        picture = the_map(self._mine_here, pen.lang, datetime.now(UTC))
        save = button(pen.say("front.save"), "progress", "save")
        load = file_choice(pen, pen.say("front.load"), "progress", ".json")
        return tag(
            "section",
            tag("h2", pen.say("front.map")),
            tag("p", pen.say("front.map.hint"), cls="vk-hint"),
            rule_map_html.html(picture, pen.of(self.door)),
            tag("div", save, load, cls="vk-buttons"),
            _sheets(pen) if DOORS[self.door].aid else None,
            lang=pen.lang,
        )


def _sheets(pen: HtmlWriter) -> list[Html]:
    """The player aid to print."""
    buttons = tag("div", sheet_buttons(pen), cls="vk-buttons")
    return [tag("h2", pen.say("front.aid")), tag("p", pen.say("aid.hint"), cls="vk-hint"), buttons]


def _card(lesson: lessons.LessonHeading, progress: Progress, pen: HtmlWriter) -> Html:
    """A lesson, and how far she has come in it."""
    mark = progress.lessons.get(lesson.id)
    ids = set(lesson.moments)
    done = len(ids & mark.moments) if mark is not None else 0
    finished = mark is not None and mark.finished
    state = pen.say("front.finished") if finished else pen.say("front.parts", done=done, of=len(ids))
    bar = tag("progress", max=len(ids), value=len(ids) if finished else done, aria_label=state)
    name = link(joined_title(lesson, pen), notebook_of(lesson.id, progress.game), "vk-card-link")
    goal = tag("p", lesson.goal[pen.lang])
    minutes = pen.say("lesson.minutes", n=lesson.minutes)
    return tag("li", tag("h3", name), goal, bar, tag("p", _tick(finished), state, " · ", minutes, cls="vk-small"))


def joined_title(lesson: lessons.LessonHeading, pen: HtmlWriter) -> Html:
    """A lesson's number and title."""
    return tag("span", tag("span", f"{lesson.number:02}", cls="vk-number"), " ", lesson.title[pen.lang])


def _way(pen: HtmlWriter, key: str, notebook: str, finished: bool) -> Html:
    """A page that is no lesson."""
    number = tag("span", notebook[:2], cls="vk-number") if notebook[:2].isdigit() else None
    title = tag("span", number, " ", pen.say(f"front.{key}.title"))
    cls = "vk-needs-server" if key in NEEDS_SERVER else None
    done = tag("p", _tick(finished), pen.say("front.finished"), cls="vk-small") if finished else None
    goal = tag("p", pen.say(f"front.{key}.goal"))
    return tag("li", tag("h3", link(title, notebook, "vk-card-link")), goal, done, cls=cls)


def _tick(finished: bool) -> Html:
    return tag("span", "✓ " if finished else "", aria_hidden="true")
