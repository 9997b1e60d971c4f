"""The course's front page: what is next for this learner, and below it the whole course and the learner's map.

A newcomer sees a table and makes the first moves on it. Vendetta is shown at first; the browser stores which game was
chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, Final
from urllib.parse import parse_qs

from vendetta_kit.course import assignment, known_rules, lessons
from vendetta_kit.course.assignment import Assignment, BadAssignment
from vendetta_kit.course.next_step import GamesPlayed, NextStep, next_step
from vendetta_kit.course.progress import DAY, Progress
from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.course.rule_map import MappedRule, RuleMap, Section, levels, map_signs, rule_map
from vendetta_kit.games import FIRST as DEFAULT_GAME
from vendetta_kit.games import TAUGHT
from vendetta_kit.server.running_servers import other_servers

from . import appearance
from .assignment_html import assignment_list
from .controls import button, file_choice, link
from .games.vendetta.first_game_page import NOTEBOOK as FIRST_GAME
from .games.vendetta.first_game_page import FirstGamePage
from .games.vendetta.lesson_page import LessonPage
from .games.vendetta.session_setup import KEPT as GAME_KEPT
from .games.vtes.session_setup import KEPT as VTES_KEPT
from .html import Html, HtmlWriter, tag
from .lesson_page import LessonTable, notebook_of
from .page_arguments import language_by_name
from .page_parts import foot, framed, hole
from .page_save import unfinished_seed
from .play_session import result_of
from .player_aid_buttons import give_sheet, sheet_buttons
from .puzzle_page import KEPT as PUZZLES_KEPT
from .puzzle_page import of_the_day, puzzle_title

HOME: Final = "00_start_here"
"""The front page's own notebook, in which the first lesson of Vendetta is."""
PUZZLES: Final = "21_puzzles"
GIVEN: Final = "todo"
"""The name under which the browser stores the assignment of a teacher's link."""
CHOICE: Final = "front-game"
"""The name under which the browser stores the chosen game."""

NOTHING: Final = {"lang", "progress", CHOICE, *appearance.CHOICES}
"""What a browser may store for a learner who has not played a game yet."""


@dataclass(frozen=True, slots=True)
class GameLinks:
    """The notebooks that the front page links to for a game.

    ``more`` are notebooks beside the course by the key of their words; ``begin`` is the guided first game, ``play`` a
    game against bots with the key of its words, ``kept`` the names under which the browser stores these two;
    ``puzzles`` whether there is a puzzle each day, ``aid`` whether there is a player aid to print.
    """

    drills: str
    more: Mapping[str, str]
    begin: str | None = None
    play: tuple[str, str] | None = None
    kept: Mapping[str, str] = field(default_factory=dict)
    puzzles: bool = False
    aid: bool = True


LINKS: Final = {
    "vendetta": GameLinks(
        "15_drills",
        {
            "drills": "15_drills",
            "puzzles": PUZZLES,
            "dashboards": "dashboards/blood",
            "together": "17_play_together",
            "teachers": "16_for_teachers",
            "overlook": "20_tables",
        },
        FIRST_GAME,
        ("game", "09_whole_game"),
        {"first": FirstGamePage.KEPT, "whole": GAME_KEPT},
        puzzles=True,
    ),
    "vtes": GameLinks(
        "vtes/drills",
        {
            "vtes_drills": "vtes/drills",
            "vtes_puzzles": "vtes/puzzles",
            "dashboards": "dashboards/vtes_pool",
            "vtes_together": "19_play_vtes_together",
            "overlook": "20_tables",
        },
        play=("vtes", "18_play_vtes"),
        kept={"whole": VTES_KEPT},
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
    """The front page: newcomers to a game make its first moves on it, others see what is next for them."""

    NOUN: ClassVar[str] = "front"

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(lessons.ids()[0], lang=lang)
        self._playing = True
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
            self._enter(chosen)
        self._playing = self._at_first_move

    def _enter(self, game: str) -> None:
        """Show a game: its first lesson with its own table, its progress."""
        if game == self.game_id:
            return
        self.game_id = game
        self.progress = self.progress.of(game)
        self.table = _table_of(game)(self)
        self.begin(lessons.find(lessons.ids(game)[0], game))
        self.change_drawings()
        self._resume()

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
            self.begin_at_top()
        elif do == "aid":
            give_sheet(self, str(value), self.game_id)
        elif do == "door" and value in LINKS:
            self._enter(value)
            self.store(CHOICE, value)
            self._playing = self._at_first_move
            self.begin_at_top()
            self.focus_on("h1")
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
        """Whether the learner has neither finished the game's first lesson, nor begun another, nor played a game."""
        first = lessons.ids(self.game_id)[0]
        began = any(name != first or mark.finished for name, mark in self.progress.lessons.items())
        return not began and not any(key in self.stored for key in LINKS[self.game_id].kept.values())

    @property
    def _at_first_move(self) -> bool:
        """Whether the page begins with the first lesson: for a newcomer to the game without an assignment."""
        return self._new_here and self.given is None

    def file(self, do: str, name: str, content: bytes) -> None:
        self.load_progress(content, name)
        self._playing = self._playing and self._new_here

    def title(self) -> str:
        return self.pen().say("title")

    # HTML -----------------------------------------------------------------------------------------------------

    def frame(self, pen: HtmlWriter) -> Html:
        given = hole("todo") if self.given is not None else None
        first = self.body(pen) if self._playing else None
        rest = [hole(name) for name in ("course", "doors", "mine", "foot")]
        return framed("vk-course vk-front vk-beginner", ("head", "hero"), given, first, rest)

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        found: dict[str, Html] = {"head": self.top(pen), "hero": self._hero(pen)}
        if self._playing:
            found.update(self.lesson_parts())
            del found["goal"]  # the page has its own
        if self.given is not None:
            found["todo"] = assignment_list(self.given, self.progress, pen)
        found["course"] = self._course(pen)
        found["doors"] = self._doors(pen)
        found["mine"] = self._mine(pen)
        found["foot"] = foot(pen)
        return found

    def _hero(self, pen: HtmlWriter) -> Html:
        if self.given is not None:
            title = pen.say(f"front.title.{self.game_id}")
            inside = [tag("h1", title), tag("p", pen.say("front.given"))]
        elif self._new_here or (self._playing and not self.walk.done):
            inside = self._newcomer(pen)
        elif self._playing:  # what was learned stands below, with the way on
            inside = [
                tag("h1", pen.say("front.done"), tabindex="-1"),
                tag("p", pen.say("front.done.can", goal=self.lesson.goal[pen.lang])),
            ]
        else:
            games = self._games()
            step = next_step(self.progress, games, datetime.now(UTC))
            inside = [
                tag("h1", pen.say(f"front.back.{self.game_id}"), tabindex="-1"),
                tag("p", self._remembered(pen), " ", self._next_words(step, pen)),
                tag("p", self._next_button(step, pen), self._whole_game(step, pen), cls="vk-begin vk-next-step"),
                tag("ul", self._tiles(games, pen), cls="vk-tiles"),
            ]
        asides = tag("div", self._other_games(pen), self._elsewhere(pen), cls="vk-hero-asides")
        return tag("header", inside, asides, cls="vk-hero", lang=pen.lang)

    def _other_games(self, pen: HtmlWriter) -> Html | None:
        """Return the line that leads to the other games, so that nobody has to scroll to their doors."""
        if self.given is not None:
            return None
        others = [game for game in TAUGHT if game != self.game_id]
        ways = [button(pen.say(f"front.other.{game}"), "door", game, "vk-quiet") for game in others]
        what = tag("small", pen.say("front.other.what")) if self.game_id == DEFAULT_GAME else None
        return tag("p", tag("span", pen.say("front.others")), " ", ways, what, cls="vk-other-games")

    def _newcomer(self, pen: HtmlWriter) -> list[Html]:
        """Return the title, one sentence about the game and the way into the first game, else lesson, and a game."""
        found = [
            tag("h1", pen.say(f"front.title.{self.game_id}"), tabindex="-1"),
            tag("p", pen.say(f"front.hook.{self.game_id}"), cls="vk-hook"),
        ]
        begin = LINKS[self.game_id].begin
        if begin is not None:
            name = link(pen.say("front.begin"), begin, "vk-link vk-primary-link")
            words = tag("span", pen.say("front.begin.goal"), " ", pen.say("front.here.or"))
            found.append(tag("p", name, words, cls="vk-begin"))
        else:
            edition = pen.writing.book.edition(pen.lang)
            play = LINKS[self.game_id].play
            small = tag("small", edition) if edition and not (play and self._playing) else None  # its lesson says it
            if play is not None:
                minutes = lessons.find(lessons.ids(self.game_id)[0], self.game_id).minutes
                begins = pen.say("front.do.here", n=minutes)
                looks = "vk-button" if self.walk.moves else "vk-button vk-primary-link"  # begun, the lesson leads on
                here = tag("button", begins, type="button", data_go=".vk-main", cls=looks)
                whole = link(pen.say("front.do.game"), play[1], "vk-link")
                goal = (pen.say(f"front.whole.{self.game_id}"), " ", small)
                found.append(tag("p", here, whole, tag("span", goal), cls="vk-begin"))
            else:
                found.append(tag("p", tag("span", pen.say("front.here")), " ", small, cls="vk-hint"))
        return found

    def _games(self) -> GamesPlayed:
        """Return how far the games are that this browser stores, and whether today's puzzle is open."""
        links, states = LINKS[self.game_id], {}
        for which, key in links.kept.items():
            kept = self.stored.get(key)
            on = kept is not None and unfinished_seed(kept, self.game_id) is not None
            states[which] = "none" if kept is None else "begun" if on else "over"
        return GamesPlayed(**states, puzzle_open=links.puzzles and self._todays_puzzle()[1] is None)

    def _todays_puzzle(self) -> tuple[str, bool | None]:
        """Return the name of today's puzzle, and whether it was solved; ``None`` if it was not tried."""
        record = PuzzleRecord.loads(self.stored.get(PUZZLES_KEPT[DEFAULT_GAME], ""))
        name = of_the_day(datetime.now(UTC).date(), DEFAULT_GAME, record)
        return name, record.answers.get(name)

    def _remembered(self, pen: HtmlWriter) -> str:
        """Return how the learner's last game ended, or how much of the course is done."""
        kept = [self.stored[key] for key in LINKS[self.game_id].kept.values() if key in self.stored]
        for text in reversed(kept):
            found = self.kept("result", (text,), partial(result_of, text, self.game_id))
            if found is not None:
                if found.won:
                    return pen.say(f"front.won.{self.game_id}", mine=found.mine, best=found.best)
                return pen.say(f"front.lost.{self.game_id}", mine=found.mine, best=found.best)
        if self.progress.finished:
            of = len(lessons.ids(self.game_id))
            return pen.say("front.lessons_done", done=self.progress.finished, of=of)
        return ""

    def _next_words(self, step: NextStep, pen: HtmlWriter) -> str:
        if step.lesson is not None:
            return pen.say("front.next.lesson", goal=step.lesson.goal[pen.lang], n=step.lesson.minutes)
        return pen.say(f"front.next.{step.kind}", n=self.due_now)

    def _next_button(self, step: NextStep, pen: HtmlWriter) -> Html:
        """Return the button of the learner's next step."""
        links = LINKS[self.game_id]
        words = pen.say(f"front.do.{step.kind}") if step.lesson is None else ""
        if step.lesson is not None:
            lesson = step.lesson
            begun = "front.do.lesson_on" if lesson.id in self.progress.lessons else "front.do.lesson"
            words = pen.say(begun, n=lesson.number, title=lesson.title[pen.lang])
            if notebook_of(lesson.id, self.game_id) == HOME:
                return button(words, "first", cls="vk-primary")
            there = notebook_of(lesson.id, self.game_id)
        elif step.kind in ("first", "first_on"):
            there = links.begin or ""
        elif step.kind in ("game", "game_on"):
            there = links.play[1] if links.play is not None else ""
        else:
            there = PUZZLES if step.kind == "puzzle" else links.drills
        return link(words, there, "vk-link vk-primary-link")

    def _whole_game(self, step: NextStep, pen: HtmlWriter) -> Html | None:
        """Return the button of a whole game where a newcomer has had it and the next step is another."""
        links = LINKS[self.game_id]
        if links.begin is not None or links.play is None or step.kind in ("game", "game_on"):
            return None
        return link(pen.say("front.do.game"), links.play[1], "vk-link")

    def _tiles(self, games: GamesPlayed, pen: HtmlWriter) -> list[Html]:
        """Return what the page remembers besides: drills that are due, today's puzzle, the days played, the rules."""
        links, due, now = LINKS[self.game_id], self.due_now, datetime.now(UTC)
        tiles = [
            _tile(
                tag("b", str(due), cls="vk-tile-number") if due else tag("b", "–", aria_hidden="true"),
                link(pen.say("front.tile.drills"), links.drills, "vk-card-link"),
                pen.say("front.tile.due" if due != 1 else "front.tile.due.one", n=due)
                if due
                else pen.say("front.tile.none_due"),
            )
        ]
        if links.puzzles:
            puzzle, answer = self._todays_puzzle()
            state = "open" if games.puzzle_open else "solved" if answer else "tried"
            sign = "✓" if answer else "?" if games.puzzle_open else "–"
            name = link(pen.say("front.tile.puzzle"), PUZZLES, "vk-card-link")
            words = pen.say(f"front.tile.puzzle.{state}", title=puzzle_title(puzzle, pen.lang))
            tiles.append(_tile(tag("b", sign, aria_hidden="true"), name, words))
        days, streak, today = self.progress.days_played(), self.progress.streak(now), int(now.timestamp()) // DAY
        if days:
            week = [tag("i", cls="vk-day-played" if day in days else None) for day in range(today - 6, today + 1)]
            key = "front.tile.streak" if streak > 1 else "front.tile.days" if len(days) > 1 else "front.tile.first_day"
            words = pen.say(key, n=streak if streak > 1 else len(days))
            tiles.append(_tile(tag("span", week, cls="vk-week", aria_hidden="true"), words, pen.say("front.tile.week")))
        picture = rule_map(self.progress, pen.lang, now)
        ring = rule_map_ring(picture)
        name = tag("button", pen.say("front.tile.rules"), type="button", data_go=".vk-mine", cls="vk-card-link")
        tiles.append(_tile(ring, name, pen.say("front.tile.rules.says")))
        return tiles

    def _elsewhere(self, pen: HtmlWriter) -> Html | None:
        """Return links to addresses where the learner may have played before, as a browser stores games by address."""
        if not self.elsewhere or not self._new_here:
            return None
        ways = [[" ", tag("a", address, href=address)] for address in self.elsewhere]
        summary = tag("summary", pen.say("front.elsewhere"))
        kept = tag("p", pen.say("front.elsewhere.kept"), ways)
        return tag("details", summary, kept, cls="vk-hint vk-elsewhere", data_key="elsewhere")

    def _course(self, pen: HtmlWriter) -> Html:
        """Return the course, its lessons by number, and what there is beside it."""
        links, games = LINKS[self.game_id], self._games()
        cards = [(one.number, _card(one, self.progress, pen)) for one in lessons.headings(self.game_id)]
        if links.play is not None:
            numbers = {number for number, _ in cards}
            free = next((number for number in range(1, len(cards)) if number not in numbers), None)
            done = games.whole == "over"
            cards.append((len(cards) if free is None else free, _way(pen, *links.play, done, number=free)))
        rows = [card for _, card in sorted(cards, key=lambda one: one[0])]
        if links.begin is not None:
            rows.insert(0, _way(pen, "begin", links.begin, games.first == "over"))
        more = [_way(pen, key, notebook) for key, notebook in links.more.items()]
        return tag(
            "section",
            tag("h2", pen.say("front.lessons")),
            tag("ol", rows, cls="vk-lesson-cards vk-course-cards"),
            tag("h2", pen.say("front.more")),
            tag("ul", more, cls="vk-lesson-cards vk-more-cards"),
            lang=pen.lang,
        )

    def _doors(self, pen: HtmlWriter) -> Html:
        """Return the doors to the other games, each with where the learner is in it."""
        if self.given is not None:
            return Html("")
        doors = []
        for game in TAUGHT:
            if game == self.game_id:
                continue
            progress, every = self.progress.of(game), lessons.headings(game)
            following = known_rules.next_lesson(progress)
            if not progress.lessons:
                where = pen.say("front.door.new", n=every[0].minutes)
            elif following is None:
                where = pen.say("front.door.done")
            else:
                where = pen.say("front.door.at", done=progress.finished, of=len(every), title=following.title[pen.lang])
            name = button(pen.say(f"front.door.{game}"), "door", game, "vk-card-link")
            said = [tag("p", pen.say(f"front.hook.{game}")), tag("p", where, cls="vk-small")]
            doors.append(tag("li", tag("h3", name), said))
        return tag(
            "section",
            tag("h2", pen.say("front.doors")),
            tag("ul", doors, cls="vk-lesson-cards vk-doors"),
            lang=pen.lang,
        )

    def _mine(self, pen: HtmlWriter) -> Html:
        picture = rule_map(self.progress, pen.lang, datetime.now(UTC))
        save = button(pen.say("front.save"), "progress", "save")
        load = file_choice(pen, pen.say("front.load"), "progress", ".json")
        return tag(
            "section",
            tag("h2", pen.say("front.map")),
            tag("p", pen.say("front.map.hint"), cls="vk-hint"),
            rule_map_html(picture, pen),
            tag("div", save, load, cls="vk-buttons"),
            _sheets(pen) if LINKS[self.game_id].aid else None,
            lang=pen.lang,
        )


def _table_of(game: str) -> type[LessonTable]:
    """Return a game's table on lesson pages, which is imported when needed."""
    found: type[LessonTable] = import_module(f".games.{game}.lesson_page", __package__).TABLE
    return found


def _sheets(pen: HtmlWriter) -> list[Html]:
    """Return the links to the player aid."""
    buttons = tag("div", sheet_buttons(pen), cls="vk-buttons")
    return [tag("h2", pen.say("front.aid")), tag("p", pen.say("aid.hint"), cls="vk-hint"), buttons]


def _tile(sign: Html, name: object, words: str) -> Html:
    return tag("li", sign, tag("span", tag("strong", name), tag("small", words)))


def _card(lesson: lessons.LessonHeading, progress: Progress, pen: HtmlWriter) -> Html:
    """Return a lesson's card with the learner's progress."""
    mark = progress.lessons.get(lesson.id)
    ids = set(lesson.moments)
    done = len(ids & mark.moments) if mark is not None else 0
    finished = mark is not None and mark.finished
    state = pen.say("front.finished") if finished else pen.say("front.parts", done=done, of=len(ids))
    bar = tag("progress", max=len(ids), value=len(ids) if finished else done, aria_label=state)
    there = notebook_of(lesson.id, progress.game)
    title = lesson_title(lesson, pen)
    name = button(title, "first", cls="vk-card-link") if there == HOME else link(title, there, "vk-card-link")
    goal = tag("p", lesson.goal[pen.lang])
    minutes = pen.say("lesson.minutes", n=lesson.minutes)
    return tag("li", tag("h3", name), goal, bar, tag("p", _tick(finished), state, " · ", minutes, cls="vk-small"))


def lesson_title(lesson: lessons.LessonHeading, pen: HtmlWriter) -> Html:
    """Return a lesson's number and title."""
    return tag("span", tag("span", str(lesson.number), cls="vk-number"), " ", lesson.title[pen.lang])


def _way(pen: HtmlWriter, key: str, notebook: str, finished: bool = False, number: int | None = None) -> Html:
    """Return a card that links to a notebook that is no lesson; ``number`` if it is a step of the course."""
    sign = [tag("span", str(number), cls="vk-number"), " "] if number is not None else None
    title = tag("span", sign, pen.say(f"front.{key}.title"))
    cls = "vk-needs-server" if key in NEEDS_SERVER else None
    done = tag("p", _tick(finished), pen.say("front.finished"), cls="vk-small") if finished else None
    goal = tag("p", pen.say(f"front.{key}.goal"))
    return tag("li", tag("h3", link(title, notebook, "vk-card-link")), goal, done, cls=cls)


def _tick(finished: bool) -> Html:
    return tag("span", "✓ " if finished else "", aria_hidden="true")


SIGNS: Final = {"new": "·", "met": "○", "used": "◐", "learning": "◍", "known": "●"}


def rule_map_html(picture: RuleMap, pen: HtmlWriter) -> Html:
    """Return the map: all sections with their rules, which open their cards."""
    names = {level.id: level.name for level in levels(pen.lang)}
    known, due = picture.counts["known"], len(picture.due)
    words = pen.say("map.summary", proved=picture.proved, known=known, due=due)
    summary = tag("div", rule_map_ring(picture), tag("p", words), cls="vk-map-sum")
    key = [
        tag(
            "li",
            tag("span", SIGNS[level.id], cls=f"vk-field vk-level-{level.id}"),
            " ",
            tag("b", level.name),
            ": ",
            level.means,
        )
        for level in levels(pen.lang)
    ]
    key += [
        tag("li", tag("span", "·", cls=f"vk-field vk-flag-{flag.id}"), " ", tag("b", flag.name), ": ", flag.means)
        for flag in map_signs(pen.lang)
    ]
    legend = tag("details", tag("summary", pen.say("map.key")), tag("ul", key, cls="vk-map-key"))
    sections = [_section(section, names, pen) for section in picture.sections]
    return tag("div", summary, legend, tag("div", sections, cls="vk-map", data_along=True), lang=pen.lang)


def rule_map_ring(picture: RuleMap) -> Html:
    """Return a ring that grows with each rule shown in a move or an answer, with their number inside."""
    share = picture.proved / max(sum(picture.counts.values()), 1)
    number = tag("b", str(picture.proved))
    return tag("span", number, cls="vk-rule-ring", style=f"--share:{share:.3f}", aria_hidden="true")


def _section(section: Section, names: dict[str, str], pen: HtmlWriter) -> Html:
    title = tag("h3", section.title, " ", tag("small", f"{section.proved}/{len(section.places)}"))
    fields = [tag("li", _field(place, names, pen, first=k == 0)) for k, place in enumerate(section.places)]
    return tag("section", title, tag("ul", fields, cls="vk-fields-of-rules"))


def _field(place: MappedRule, names: dict[str, str], pen: HtmlWriter, *, first: bool) -> Html:
    """Return a rule's button. The Tab key stops at the first of each section; arrows go on from there."""
    words = f"{place.id}: {place.title}. {names[place.level]}"
    cls = f"vk-field vk-level-{place.level}"
    for flag in map_signs(pen.lang):
        if getattr(place, flag.id):
            words += f". {flag.name}"
            cls += f" vk-flag-{flag.id}"
    stop = None if first else "-1"
    return pen.opens(f"rule:{place.id}", SIGNS[place.level], cls, aria_label=words, title=words, tabindex=stop)
