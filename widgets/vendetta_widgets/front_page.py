"""The course's front page: a first lesson, all lessons with progress, games, drills and the map, for each game.

Vendetta is shown at first; the browser stores which game was chosen.
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
from vendetta_kit.course.rule_map import rule_map
from vendetta_kit.games import FIRST as DEFAULT_GAME
from vendetta_kit.games import TAUGHT
from vendetta_kit.server.running_servers import other_servers

from . import appearance, rule_map_html
from .assignment_html import assignment_list
from .controls import Option, button, file_choice, link, row
from .games.vendetta.first_game_page import NOTEBOOK as FIRST_GAME
from .games.vendetta.first_game_page import FirstGamePage
from .games.vendetta.lesson_page import LessonPage
from .html import Html, HtmlWriter, tag
from .lesson_page import notebook_of
from .page_arguments import language_by_name
from .page_parts import foot, framed, hole
from .page_save import unfinished_seed
from .player_aid_buttons import give_sheet, sheet_buttons

__all__ = ["FrontPage", "front"]

FIRST: Final = "first_steps"
VTES: Final = "18_play_vtes"
"""The notebook in which V:TES is played."""
TOGETHER: Final = "17_play_together"
GIVEN: Final = "todo"
"""The name under which the browser stores the assignment of a teacher's link."""
CHOICE: Final = "front-game"
"""The name under which the browser stores the chosen game."""

NOTHING: Final = {"lang", "progress", CHOICE, *appearance.CHOICES}
"""What a browser may store for a learner who has not played a game yet."""


@dataclass(frozen=True, slots=True)
class GameLinks:
    """The notebooks that the front page links to for a game.

    ``cards`` are notebooks by the key of their words; ``play`` is a game against bots, ``together`` one with others,
    ``flows`` the first dashboard, ``aid`` whether there is a player aid to print.
    """

    drills: str
    cards: Mapping[str, str]
    play: str | None = None
    together: str | None = None
    flows: str | None = None
    aid: bool = True


LINKS: Final = {
    "vendetta": GameLinks(
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
    "vtes": GameLinks(
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
    "rivals": GameLinks("rivals/drills", {"rivals_drills": "rivals/drills"}, aid=False),
}
NEEDS_SERVER: Final = ("together", "vtes_together", "overlook")
"""Keys of links that need a server; styles hide them on the site of static files."""


@language_by_name()
def front(*, lang: str | None = None) -> FrontPage:
    """Return the front page of the course; ``lang`` is ``"en"``, ``"de"`` or ``None`` for the browser's.

    >>> front(lang="de").lang
    'de'
    """
    return FrontPage(lang=lang)


class FrontPage(LessonPage):
    """The front page: newcomers begin the first lesson on it, others see their progress."""

    NOUN: ClassVar[str] = "front"

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(FIRST, lang=lang)
        self._playing = True
        self.game_id = DEFAULT_GAME
        """The id of the chosen game."""
        self.given: Assignment | None = None
        """The assignment of a teacher's link."""
        self.elsewhere: list[str] = []
        """Addresses of the learner's other servers, if this browser stores nothing for this address."""

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        if self._new_here and not set(self.stored) - NOTHING:
            self.elsewhere = other_servers(self.address)
        try:
            if "todo" in query:
                self.given = assignment.read_assignment(query["todo"], query.get("name", ""))
                self.store(GIVEN, self.given.query)
            elif GIVEN in self.stored:
                kept = {key: values[-1] for key, values in parse_qs(self.stored[GIVEN]).items()}
                self.given = assignment.read_assignment(kept.get("todo", ""), kept.get("name", ""))
        except BadAssignment as fault:
            self._tell_fault(fault)
        chosen = query.get("game") or self.stored.get(CHOICE, DEFAULT_GAME)
        if chosen in LINKS and self.given is None:
            self.game_id = chosen
        self._playing = self._at_first_move

    def fault_words(self, fault: Exception) -> str | None:
        if isinstance(fault, BadAssignment):
            return self.pen().say("bad.todo", fault=fault.text(self.lang))
        return super().fault_words(fault)

    def read_progress(self) -> None:
        super().read_progress()
        self._playing = self._at_first_move

    def _note(self) -> None:
        if self._playing:  # rules that are not shown are not met
            super()._note()

    def handle(self, do: str, value: Any) -> None:
        if do == "first":
            self._playing = True
            super().handle("again", None)
        elif do == "aid":
            give_sheet(self, str(value), self.game_id)
        elif do == "door" and value in LINKS:
            self.game_id = value
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
        """Whether the learner has not finished the first lesson nor begun another."""
        return all(name == FIRST and not mark.finished for name, mark in self.progress.lessons.items())

    @property
    def _at_first_move(self) -> bool:
        """Whether the page begins with the first lesson: for a newcomer to Vendetta without an assignment."""
        return self._new_here and self.given is None and self.game_id == DEFAULT_GAME

    def file(self, do: str, name: str, content: bytes) -> None:
        self.load_progress(content, name)
        self._playing = self._playing and self._new_here

    def title(self) -> str:
        return self.pen().say("title")

    # HTML -----------------------------------------------------------------------------------------------------

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
            del found["goal"]  # the page has its own
        if self.given is not None:
            found["todo"] = assignment_list(self.given, self.progress, pen)
        found["ways"] = self._ways(pen)
        found["lessons"] = self._lessons(pen, played)
        found["mine"] = self._mine(pen)
        found["foot"] = foot(pen.of(self.game_id))
        return found

    def _hero(self, pen: HtmlWriter, played: bool) -> Html:
        title = tag("h1", pen.say(f"front.title.{self.game_id}"))
        games = [Option(game, pen.say(f"front.door.{game}")) for game in TAUGHT]
        choice = row(pen, "", "door", games, self.game_id, "vk-doors") if self.given is None else None
        head = tag("div", title, choice, cls="vk-hero-head")
        begin = self._begin(pen, played) if self.game_id == DEFAULT_GAME else self._first_lesson(pen)
        if self.given is not None:
            said = pen.say("front.given")
        elif self._playing:
            said = pen.say("front.first" if begin is not None else "front.first.alone")
        elif not self._mine_here.lessons:
            said = pen.of(self.game_id).writing.book.edition(pen.lang) or ""
        else:
            following = known_rules.next_lesson(self._mine_here)
            done = "front.done" if LINKS[self.game_id].play is not None else "front.done.part"
            said = pen.say("front.again") if following is not None else pen.say(done)
        return tag("header", head, begin, tag("p", said), self._elsewhere(pen), cls="vk-hero", lang=pen.lang)

    def _elsewhere(self, pen: HtmlWriter) -> Html | None:
        """Return links to addresses where the learner may have played before, as a browser stores games by address."""
        if not self.elsewhere or not self._new_here:
            return None
        ways = [[" ", tag("a", address, href=address)] for address in self.elsewhere]
        return tag("p", pen.say("front.elsewhere"), ways, cls="vk-hint")

    @property
    def _mine_here(self) -> Progress:
        """The learner's progress in the chosen game."""
        return self.progress if self.game_id == DEFAULT_GAME else self.progress.of(self.game_id)

    def _first_lesson(self, pen: HtmlWriter) -> Html | None:
        """Return a link to the game's first lesson, if the learner has begun none."""
        if self._mine_here.lessons:
            return None
        first = lessons.headings(self.game_id)[0]
        name = link(pen.say("front.first_lesson", title=first.title[pen.lang]), notebook_of(first.id, self.game_id),
                    "vk-link vk-primary-link")  # fmt: skip
        minutes = pen.say("lesson.minutes", n=first.minutes)
        return tag("p", name, tag("span", first.goal[pen.lang], " ", tag("small", minutes)), cls="vk-begin")

    @property
    def _first_is_over(self) -> bool:
        """Whether the learner has finished a first whole game."""
        kept = self.stored.get(FirstGamePage.KEPT)
        return kept is not None and unfinished_seed(kept) is None

    def _begin(self, pen: HtmlWriter, played: bool) -> Html | None:
        """Return a link that begins or continues the first whole game; ``None`` once it is finished."""
        if played:
            return None
        words = pen.say("front.begin.on" if FirstGamePage.KEPT in self.stored else "front.begin")
        name = link(words, FIRST_GAME, "vk-link vk-primary-link")
        return tag("p", name, tag("span", pen.say("front.begin.goal")), cls="vk-begin")

    def _ways(self, pen: HtmlWriter) -> Html:
        links, following = LINKS[self.game_id], known_rules.next_lesson(self._mine_here)
        ways = []
        if following is not None and following.number:
            words = pen.say("front.go_on", n=following.number, title=following.title[pen.lang])
            ways.append(link(words, notebook_of(following.id, self.game_id), "vk-link vk-primary-link"))
        if links.play is not None:
            ways.append(link(pen.say("front.game"), links.play))
        if links.together is not None:
            ways.append(link(pen.say("front.together.title"), links.together, "vk-link vk-needs-server"))
        due = self._mine_here.count_due(datetime.now(UTC))
        ways.append(link(pen.say("front.drills", n=due) if due else pen.say("front.drills.title"), links.drills))
        if links.flows is not None:
            ways.append(link(pen.say("front.dashboards.title"), links.flows))
        if self.game_id == DEFAULT_GAME and not self._playing:
            ways.append(button(pen.say("front.first_again"), "first"))
        return tag("nav", tag("div", ways, cls="vk-ways"), aria_label=pen.say("front.ways"), lang=pen.lang)

    def _lessons(self, pen: HtmlWriter, played: bool) -> Html:
        mine = self._mine_here
        cards = {notebook_of(one.id, self.game_id): _card(one, mine, pen) for one in lessons.headings(self.game_id)}
        for key, notebook in LINKS[self.game_id].cards.items():
            cards[notebook] = _way(pen, key, notebook, played and notebook == FIRST_GAME)
        rows = [cards[notebook] for notebook in sorted(cards, key=lambda name: name.rpartition("/")[2])]
        title = tag("h2", pen.say("front.lessons"))
        return tag("section", title, tag("ol", rows, cls="vk-lesson-cards"), lang=pen.lang)

    def _mine(self, pen: HtmlWriter) -> Html:
        picture = rule_map(self._mine_here, pen.lang, datetime.now(UTC))
        save = button(pen.say("front.save"), "progress", "save")
        load = file_choice(pen, pen.say("front.load"), "progress", ".json")
        return tag(
            "section",
            tag("h2", pen.say("front.map")),
            tag("p", pen.say("front.map.hint"), cls="vk-hint"),
            rule_map_html.html(picture, pen.of(self.game_id)),
            tag("div", save, load, cls="vk-buttons"),
            _sheets(pen) if LINKS[self.game_id].aid else None,
            lang=pen.lang,
        )


def _sheets(pen: HtmlWriter) -> list[Html]:
    """Return the links to the player aid."""
    buttons = tag("div", sheet_buttons(pen), cls="vk-buttons")
    return [tag("h2", pen.say("front.aid")), tag("p", pen.say("aid.hint"), cls="vk-hint"), buttons]


def _card(lesson: lessons.LessonHeading, progress: Progress, pen: HtmlWriter) -> Html:
    """Return a lesson's card with the learner's progress."""
    mark = progress.lessons.get(lesson.id)
    ids = set(lesson.moments)
    done = len(ids & mark.moments) if mark is not None else 0
    finished = mark is not None and mark.finished
    state = pen.say("front.finished") if finished else pen.say("front.parts", done=done, of=len(ids))
    bar = tag("progress", max=len(ids), value=len(ids) if finished else done, aria_label=state)
    name = link(lesson_title(lesson, pen), notebook_of(lesson.id, progress.game), "vk-card-link")
    goal = tag("p", lesson.goal[pen.lang])
    minutes = pen.say("lesson.minutes", n=lesson.minutes)
    return tag("li", tag("h3", name), goal, bar, tag("p", _tick(finished), state, " · ", minutes, cls="vk-small"))


def lesson_title(lesson: lessons.LessonHeading, pen: HtmlWriter) -> Html:
    """Return a lesson's number and title."""
    return tag("span", tag("span", f"{lesson.number:02}", cls="vk-number"), " ", lesson.title[pen.lang])


def _way(pen: HtmlWriter, key: str, notebook: str, finished: bool) -> Html:
    """Return a card that links to a notebook that is no lesson."""
    number = tag("span", notebook[:2], cls="vk-number") if notebook[:2].isdigit() else None
    title = tag("span", number, " ", pen.say(f"front.{key}.title"))
    cls = "vk-needs-server" if key in NEEDS_SERVER else None
    done = tag("p", _tick(finished), pen.say("front.finished"), cls="vk-small") if finished else None
    goal = tag("p", pen.say(f"front.{key}.goal"))
    return tag("li", tag("h3", link(title, notebook, "vk-card-link")), goal, done, cls=cls)


def _tick(finished: bool) -> Html:
    return tag("span", "✓ " if finished else "", aria_hidden="true")
