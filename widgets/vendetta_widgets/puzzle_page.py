"""The base class of pages of puzzles: the puzzle of the day, or one by theme and grade; the learner answers by a move.

The answer comes at once: right or wrong, a line on what the learner's move leads to and one on the best one, one
sentence why, and the table as it is after the line that is pressed. After a wrong move of several the best one is
told only on request, so that the learner can try again. A game's subclass shows its table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from vendetta_kit.course.lesson_model import YourMove
from vendetta_kit.course.puzzle_rating import FIRST as NEW
from vendetta_kit.course.puzzle_rating import PuzzleRecord
from vendetta_kit.course.puzzle_set import Answer, AnswerLine, Outcome, PuzzleSet, is_right, open_puzzle, puzzles_of
from vendetta_kit.games import FIRST
from vendetta_kit.kernel.actions import Action
from vendetta_kit.scenarios import Scenario

from .controls import button, select
from .html import Html, HtmlWriter, joined, tag
from .lesson_page import BaseLessonPage
from .page_parts import framed, hole
from .page_phrases import UserError

KEPT: Final = {"vendetta": "puzzles", "vtes": "vtes-puzzles"}
"""The name under which the browser stores the answers and the rating, by game."""
FIRST_DAY: Final = date(2026, 1, 1)
RECENT: Final = 5
"""What a card asks in one of the last so many puzzles is not asked again yet."""
OTHERS: Final = 3
"""After so many answers who is new gets what is decided over all Locations, too, of the second grade."""
LATE: Final = 6
"""After so many also what hangs on how a move is made."""
FEW: Final = 3
"""With fewer answers than these nothing is left to try after a wrong one, and many would be right by luck."""


@cache
def _read(game: str, name: str) -> Scenario:
    """Return a puzzle of a game by its name."""
    return open_puzzle(puzzles_of(game).headings[name].path)


@cache
def _is_obvious(game: str, name: str) -> bool:
    """Return whether a puzzle of a game needs no thought."""
    return puzzles_of(game).is_obvious(_read(game, name))


def of_the_day(day: date, game: str = FIRST, record: PuzzleRecord | None = None) -> str:
    """Return the name of a day's puzzle of a game for a learner: of the grade that the learner has reached.

    It has more than two answers, for who is new few cards, needs some thought and stays the same all day. None comes
    again before all of its grade have come, and what was answered before is passed over as long as there is something
    else, of the next grade, too.

    >>> of_the_day(date(2026, 3, 1)) == of_the_day(date(2026, 3, 1)) != of_the_day(date(2026, 3, 2))
    True
    """
    record = record or PuzzleRecord()
    headings = puzzles_of(game).headings
    if record.day == day.isoformat() and record.of_day in headings:
        return record.of_day
    easy = record.tried < NEW
    own = record.grade_of_day

    def of_grade(grade: int) -> list[str]:
        return sorted(
            name
            for name, one in headings.items()
            if one.grade == grade and one.answers >= FEW and (one.plain or not easy)
        )

    new = (names for names in map(of_grade, range(own, own + 2)) if not {*names} <= record.answers.keys())
    found = next(new, None) or of_grade(own)
    turn, place = divmod((day - FIRST_DAY).days, len(found))
    Random(f"puzzles/{turn}").shuffle(found)
    order = found[place:] + found[:place]
    open_ = [name for name in order if name not in record.answers] or order
    return next((name for name in open_ if not _is_obvious(game, name)), open_[0])


def puzzle_title(name: str, lang: str) -> str:
    """Return the title of a puzzle of the first game in a language.

    >>> puzzle_title("puzzle-1-3-token-1-1", "en")
    'Toreador at The Rack: Withdraw?'
    """
    one = _read(FIRST, name)
    return one.title.get(lang, one.id)


class BasePuzzlePage(BaseLessonPage):
    """A page with a puzzle: the table from its seat, the learner's move, and what it and the best one lead to.

    ``answer`` is ``None`` until the learner has moved or has the solution shown, ``told`` whether all of it is shown.
    """

    NOUN: ClassVar[str] = "puzzle"
    SURE: ClassVar[str] = "puzzle.gap"
    """The key of the words that say how sure it is that the best move is best."""
    PICTURE: ClassVar[str] = "scene"
    """The part of the table that shows what a move leads to."""
    SIDE: ClassVar[tuple[str, ...]] = (*BaseLessonPage.SIDE, "choice")
    GLOWS = False
    ends_lesson = False

    def __init__(self, *, lang: str | None = None) -> None:
        self.record = PuzzleRecord()
        self.id = self._today()
        self.theme, self.grade = "", 0
        self.answer: Answer | None = None
        self.moved: Action | None = None
        """The learner's move."""
        self.stance: object = None
        """The answer about which the learner is asked, before it counts: who wins, or whether it is meant."""
        self.wins: bool | None = None
        """Whether the learner says that who stays wins there, where that is asked."""
        self.hint: Answer | None = None
        """The answer that says where to look, once the learner has asked for it."""
        self.told = False
        self.wrong: Action | None = None
        """The learner's last move here that was not the best."""
        self._shown_move = "best"
        """Whose table is shown of the moves of the answer: of ``best``, ``tempting`` or ``third``."""
        super().__init__(self.puzzles.lesson_of(self.scenario), lang=lang)

    # For subclasses -------------------------------------------------------------------------------------------

    def at_stake(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return parts of the table that are shown otherwise before the answer, by name."""
        return {}

    def beside_question(self, pen: HtmlWriter) -> Html | None:
        """Return what belongs to the question and has no place in the first picture of the table."""
        return None

    def looked_at(self, answer: Answer, pen: HtmlWriter) -> Html | None:
        """Return a picture of what a hint names, where that may be out of sight."""
        return None

    def standing(self, pen: HtmlWriter) -> str:
        """Return how the players stand, where the first picture of the table does not say it."""
        return ""

    def is_near(self, moved: Action) -> bool:
        """Return whether a wrong move is the best one but for how it is done."""
        return False

    def after(self, outcome: Outcome, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the parts of the table as it is after a move, by name."""
        raise NotImplementedError

    # The puzzle -----------------------------------------------------------------------------------------------

    @property
    def moves_by_itself(self) -> bool:
        """Return that nothing moves before the question: what led to it stands in the log."""
        return False

    @property
    def puzzles(self) -> PuzzleSet:
        """The game's puzzles."""
        return puzzles_of(self.GAME)

    def _today(self) -> str:
        return of_the_day(datetime.now(UTC).date(), self.GAME, self.record)

    @property
    def scenario(self) -> Scenario:
        """The current puzzle."""
        return _read(self.GAME, self.id)

    def _open(self, name: str) -> None:
        if name not in self.puzzles.headings:
            raise UserError("puzzle.none", name=name[:40])
        self.begin(self.puzzles.lesson_of(_read(self.GAME, name)))
        self.id, self.hint, self.wrong = name, None, None
        self._take_back()
        self.begin_at_top()

    def _take_back(self) -> None:
        self.answer = self.moved = self.wins = self.stance = None
        self.told = False

    def _chosen(self) -> Sequence[str]:
        """Return the names of the puzzles of the chosen theme and grade."""
        return [
            name
            for name, one in sorted(self.puzzles.headings.items())
            if self.theme in ("", *one.themes) and self.grade in (0, one.grade)
        ]

    def _another(self) -> None:
        """Open the next puzzle of this kind without an answer, or the next one if all are answered.

        It is from another game than the last one, whose solution tells of its neighbours, as long as there is one; of
        any grade, one of the learner's is taken first, one grade above the last one at most, and of these one of other
        themes, met least. To who is new what is of their grade and has few cards is shown, and soon what is decided
        over all Locations: each kind before one comes again, each time of another round, no card's question twice in
        a row, and questions with few answers come last.
        """
        found = self._chosen()
        if not found:
            raise UserError("puzzle.none_of_kind")
        after = [name for name in found if name > self.id] + [name for name in found if name <= self.id]
        open_ = [name for name in after if name not in self.record.answers] or after
        others = [name for name in open_ if _game_of(name) != _game_of(self.id)] or open_
        headings, now = self.puzzles.headings, self.puzzles.headings[self.id]
        met = Counter(headings[name].themes for name in self.record.answers if name in headings)

        seen = [headings[name] for name in self.record.answers if name in headings]
        kinds, rounds = Counter(one.kind for one in seen), Counter((one.kind, one.round) for one in seen)
        new, grade = self.record.tried < NEW, self.record.grade_of_day
        if not (self.theme or self.grade):
            grade = min(grade, now.grade + 1)
            plain = [name for name in others if headings[name].grade <= grade and headings[name].plain]
            if self.record.tried >= OTHERS:
                wide = self.puzzles.wide - (self.puzzles.late if self.record.tried < LATE else frozenset())
                plain += [name for name in others if headings[name].grade <= 2 and headings[name].kind in wide]
            others = plain if new and plain else others
        asked = frozenset[str]().union(*(one.asking for one in seen[-RECENT:]))

        def place(name: str) -> tuple[int, ...]:
            one = headings[name]
            few, harder, much = one.answers < FEW, max(0, one.grade - grade), not one.plain
            many = few and sum(two.answers < FEW for two in seen) >= FEW  # they are a toss of a coin
            again = not asked.isdisjoint(one.asking)
            first = (many, again, kinds[one.kind], harder, few, much, rounds[one.kind, one.round]) if new else ()
            return (*first, abs(one.grade - grade), one.themes == now.themes, met[one.themes])

        self._open(min(others, key=place))

    # Handling messages ----------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        self.record = PuzzleRecord.loads(self.stored.get(KEPT[self.GAME], ""))
        self._ask_for(query.get("theme", ""), query.get("grade", ""))
        try:
            if "puzzle" in query:
                self._open(query["puzzle"])
            elif self.theme or self.grade:
                self._another()
            elif self.id != (today := self._today()):
                self._open(today)
        except UserError as fault:
            self._tell_fault(fault)

    def _ask_for(self, theme: str, grade: str) -> None:
        self.theme = theme if theme in themes(self.GAME) else ""
        self.grade = int(grade) if grade in ("1", "2", "3") else 0

    def handle(self, do: str, value: Any) -> None:
        if do == "puzzle_of":
            theme, _, grade = str(value).partition("/")
            self._ask_for(theme, grade)
            self._another()
            self.focus_on("[data-home]")
        elif do == "puzzle_theme":
            self._ask_for(str(value), str(self.grade))
            self._another()
        elif do == "puzzle_grade":
            self._ask_for(self.theme, str(value))
            self._another()
        elif do == "next_puzzle":
            self._another()
            self.focus_on("[data-home]")
        elif do == "today":
            self.theme, self.grade = "", 0
            self._open(self._today())
            self.focus_on("[data-home]")
        elif do == "solution":
            self._show_solution()
        elif do == "hint":
            self.hint = self.puzzles.answer(self.scenario, None)
            self.focus_on("[data-hint]")
        elif do == "stance":
            self.stance = value
            self.focus_on("[data-home]")
        elif do == "outcome" and self.answer is not None:
            shown = str(value) if self.told and value in ("best", "third") else "tempting"
            self._shown_move = shown if shown != "third" or self.answer.third is not None else "best"
        else:
            if do == "claim" and isinstance(value, Mapping):
                self.wins = value.get("wins") is True
                do, value = "act", value.get("act")
            if do == "again":
                self._take_back()
            super().handle(do, value)
            if self.answer is not None:
                self._show_answer()

    def stored_elsewhere(self, key: str, text: str) -> None:
        super().stored_elsewhere(key, text)
        if key == KEPT[self.GAME]:
            self.record = PuzzleRecord.loads(text)

    def acted(self, action: Action, done: bool) -> None:
        """Count the first legal move as the answer, and work out what it leads to.

        After a wrong one of several the best one is not told yet. The best one for a wrong reason counts half.
        """
        self.moved = action
        best = is_right(self.scenario, action)
        self._count(best, self.hint is not None or not self._expected())
        self.wrong = self.wrong if best else action
        self.answer = self.puzzles.answer(self.scenario, self.wrong)
        self._shown_move = "best" if best else "tempting"
        self.told = best or self.puzzles.headings[self.id].answers < FEW

    def _expected(self) -> bool:
        """Return whether the learner foresees who wins, as far as that is asked."""
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        return puzzle.wins is None or self.wins == puzzle.wins

    def _count(self, right: bool, hinted: bool = False) -> None:
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        before, day = self.record, datetime.now(UTC).date()
        self.record = before.with_day(day.isoformat(), self._today()).answered(self.id, puzzle.grade, right, hinted)
        if self.record is not before:
            self.store(KEPT[self.GAME], self.record.dumps())

    def _show_solution(self) -> None:
        """Show all of the answer; without a move that counts as a wrong one."""
        if self.answer is None:
            self._count(False)
            self.answer = self.puzzles.answer(self.scenario, self.wrong)
        self._shown_move, self.told = "best", True
        self._show_answer()

    def _show_answer(self) -> None:
        """Go back to the table of the decision, with the answer above it."""
        self.stage.restart()
        assert self.answer is not None
        self.focus_on("[data-verdict]")
        pen = self.pen()
        told = [f"{label}: {line.move}. {line.told}" for _, label, line in self._lines(self.answer, pen)]
        why = self.answer.why if self.told else self.answer.lost
        self.announce(" ".join([self._verdict(pen), *told, why[self.lang]]))

    def _verdict(self, pen: HtmlWriter) -> str:
        answer = self.answer
        assert answer is not None
        if self.moved is None:
            return pen.say("puzzle.shown")
        if not is_right(self.scenario, self.moved):
            return pen.say("puzzle.is_near" if self.is_near(self.moved) else "puzzle.is_wrong")
        if not self._expected():
            return pen.say("puzzle.is_half")
        if not self.record.answers.get(self.id):
            return pen.say("puzzle.is_right.later")
        return pen.say("puzzle.is_right" if self.hint is None else "puzzle.is_right.hinted")

    # HTML -----------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.lesson.title[self.lang]} · {self.pen().say('puzzle.title')}"

    def _frame_anew(self, pen: HtmlWriter) -> Html:
        cls = f"vk-course vk-beginner vk-puzzle vk-puzzle-{self.GAME}"
        return framed(cls, ("head", "goal"), self.body(pen), hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        choice = self._choice(pen) if self.answer is None else Html("")  # it stands beside the next one then
        return {**super().parts(pen), "goal": self._about(pen), "choice": choice}

    def _about(self, pen: HtmlWriter) -> Html:
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        today = self.id == self._today()
        shown = puzzle.themes if self.told else (self.puzzles.headings[self.id].kind,)  # "a Frenzy trap" would tell
        kind = [pen.say(f"puzzle.theme.{theme}") for theme in shown]
        words = pen.say("puzzle.about", grade=puzzle.grade, themes=pen.say("comma").join(kind))
        if today:
            words = f"{pen.say('puzzle.today')} · {words}"
        if puzzle.grade > self.record.grade + 1 and self.answer is None:
            words += " " + pen.say("puzzle.harder", n=self.record.grade)
        title = tag("h1", self.lesson.title[pen.lang])
        standing = tag("span", self.standing(pen), cls="vk-small")
        return tag("header", title, tag("p", words, " ", self._state(pen), " ", standing), lang=pen.lang)

    def _state(self, pen: HtmlWriter) -> Html:
        answer = self.record.answers.get(self.id)
        if answer is None or self.answer is not None:  # the verdict says it
            return Html("")
        key = "puzzle.solved" if answer else "puzzle.failed"
        return tag("b", pen.say(key), cls="vk-small")

    def _choice(self, pen: HtmlWriter) -> Html:
        """Return the learner's rating, and the choice of the puzzle behind a press."""
        every = [
            ("", pen.say("puzzle.theme.any")),
            *((theme, pen.say(f"puzzle.theme.{theme}")) for theme in themes(self.GAME)),
        ]
        grades = [("0", pen.say("puzzle.grade.any")), *((str(n), pen.say("puzzle.grade", n=n)) for n in (1, 2, 3))]
        record = self.record
        score, spread = pen.say("puzzle.none_yet"), None
        if record.tried:
            score = pen.say("puzzle.solved_of", solved=record.solved, tried=record.tried)
            rating = pen.say("puzzle.new", n=NEW - record.tried)
            if record.tried >= NEW:
                rating = pen.say("puzzle.score", rating=round(record.rating))
                spread = f"± {round(2 * record.deviation)}"
            score = f"{score} {rating}"
        ways = [button(pen.say("puzzle.to_today"), "today", None, "vk-quiet")]
        if not self.told:  # else it stands above
            ways.append(button(pen.say("puzzle.next"), "next_puzzle", None, "vk-quiet"))
        fields = [
            select(pen, pen.say("puzzle.theme"), "puzzle_theme", every, self.theme),
            select(pen, pen.say("puzzle.of_grade"), "puzzle_grade", grades, str(self.grade)),
        ]
        row = tag("div", fields, tag("div", ways, cls="vk-buttons"), cls="vk-choices")
        chosen = [dict(every)[self.theme], dict(grades)[str(self.grade)]]
        label = f"{pen.say('puzzle.theme')}: {pen.say('comma').join(chosen)}"
        said = tag("p", score, cls="vk-small", role="status", title=spread)
        within, beside = (None, said) if record.tried else (said, None)  # what is told once takes no room
        inside = tag("details", tag("summary", label), row, within, data_key="puzzle-choice")
        return tag("div", inside, beside, cls="vk-puzzle-choice", lang=pen.lang)

    def lesson_parts(self) -> Mapping[str, Html]:
        found = dict(super().lesson_parts())
        pen = self.pen()
        if self.answer is None:
            return {**found, "coach": self._asked(pen), **self.at_stake(pen)}
        shown = {"best": self.answer.best, "third": self.answer.third}.get(self._shown_move) or self.answer.tempting
        found |= {"coach": self._answered(self.answer, pen), "panel": Html(""), "steer": self._ways(pen)}
        return {**found, "learned": Html(""), "drill": Html(""), **self.after(shown, pen)}

    def _asked(self, pen: HtmlWriter) -> Html:
        """Return whom the learner plays and what is asked, with a button for who wants the solution."""
        beat = self.walk.beat
        words = beat.words[pen.lang] if isinstance(beat, YourMove) else ""
        ways = [button(pen.say("puzzle.show"), "solution", None, "vk-quiet")]
        hint = None
        if self.hint is None:
            ways.insert(0, button(pen.say("puzzle.hint"), "hint", None, "vk-quiet"))
        else:
            hint = self._hinted(self.hint, pen)
        said = tag("div", tag("p", pen.marked(words)), self.beside_question(pen), hint)
        return tag("div", said, tag("div", ways, cls="vk-buttons"), cls="vk-puzzle-asked", lang=pen.lang)

    def _hinted(self, answer: Answer, pen: HtmlWriter) -> Html:
        """Return the line on where to look, with what it names, wherever on the table that lies."""
        said = tag("p", tag("b", pen.say("puzzle.hint"), ": "), answer.hint[pen.lang], tabindex=-1, data_hint=True)
        return joined([said, self.looked_at(answer, pen)])

    def _lines(self, answer: Answer, pen: HtmlWriter) -> list[tuple[str, str, AnswerLine]]:
        """Return the key, the label and the line of each move, the learner's first; until all is told that alone."""
        best, other, *more = answer.lines[pen.lang]
        if not self.told:
            return [("tempting", pen.say("puzzle.yours"), other)]
        tempts = pen.say(
            "puzzle.tempting" if (answer.third or answer.tempting).action.do != "pass" else "puzzle.instead"
        )
        third = [("third", tempts, line) for line in more]
        if self.moved is not None and not is_right(self.scenario, self.moved):
            return [("tempting", pen.say("puzzle.yours"), other), ("best", pen.say("puzzle.best"), best), *third]
        first = pen.say("puzzle.best" if self.moved is None else "puzzle.yours.best")
        second = pen.say("puzzle.yours.before") if self.wrong is not None else tempts
        return [("best", first, best), ("tempting", second, other), *third]

    def _answered(self, answer: Answer, pen: HtmlWriter) -> Html:
        """Return right or wrong, the sentence why, a line on each move that shows its table, and how sure it is."""
        puzzle = self.scenario.puzzle
        assert puzzle is not None
        right = self.moved is not None and is_right(self.scenario, self.moved)
        mark = "✗ " if not right else "✓ " if self._expected() else "½ "
        sign = tag("span", mark, aria_hidden="true") if self.moved is not None else None
        title = tag("h2", sign, self._verdict(pen), data_verdict=True, cls="vk-verdict")
        lines = [self._line(*one, one[0] == self._shown_move, pen) for one in self._lines(answer, pen)]
        cls = "vk-quiz vk-graded " + ("vk-right" if right else "vk-wrong")
        if not self.told:
            lost = tag("p", answer.lost[pen.lang], data_lost=True)
            look = self._hinted(answer, pen)
            foreseen = self._claimed(pen)
            if not self._expected():  # what was wrong about it is told with the best move
                foreseen = tag("p", pen.say("puzzle.claim.was.wrong"), data_claimed=True)
            return tag("div", title, lost, foreseen, tag("div", lines, cls="vk-outcomes"), look, cls=cls, lang=pen.lang)
        why = tag("p", pen.told(answer.why[pen.lang], self.lesson.rules, most=4), data_why=True)
        claimed = None if right else self._claimed(pen)
        sure = None
        if puzzle.gap is not None and puzzle.interval is not None:
            low, high = puzzle.interval
            words = pen.say(self.SURE, gap=puzzle.gap, low=low, high=high, n=puzzle.simulations or 0)
            sure = tag("details", tag("summary", pen.say("puzzle.sure")), tag("p", words, cls="vk-hint"))
        return tag("div", title, why, claimed, tag("div", lines, cls="vk-outcomes"), sure, cls=cls, lang=pen.lang)

    def _claimed(self, pen: HtmlWriter) -> Html | None:
        """Return whether the learner foresaw who wins, beside a move that was not the best; nothing if not asked."""
        puzzle = self.scenario.puzzle
        if puzzle is None or puzzle.wins is None or self.moved is None:
            return None
        key = "right" if self._expected() else "wins" if puzzle.wins else "loses"
        return tag("p", pen.say(f"puzzle.claim.was.{key}"), data_claimed=True)

    def _line(self, key: str, label: str, line: AnswerLine, on: bool, pen: HtmlWriter) -> Html:
        """Return a move with what it leads to, as a button that shows the table after it."""
        move = tag("span", tag("b", f"{label}: "), line.move, cls="vk-outcome-move")
        figures = [
            tag("span", figure.label, " ", tag("b", figure.value), cls="vk-decides" if figure.decides else None)
            for figure in line.figures
        ]
        table = tag("small", pen.say("puzzle.on_table" if on else "puzzle.show_table"), cls="vk-outcome-table")
        told = [tag("span", sentence, " ") for sentence in line.told.split("\n")]
        inside = [move, *told, tag("span", figures, cls="vk-figures"), table]
        cls = f"vk-outcome vk-outcome-{key}"
        return button(joined(inside), "outcome", key, cls, on=on, data_key=f"outcome-{key}", data_shows=self.PICTURE)

    def _ways(self, pen: HtmlWriter) -> Html:
        ways = [
            button(pen.say("puzzle.next"), "next_puzzle", cls="vk-primary"),
            button(pen.say("lesson.again"), "again", cls="vk-quiet"),
        ]
        if not self.told:
            ways = [
                button(pen.say("puzzle.try_again"), "again", cls="vk-primary"),
                button(pen.say("puzzle.show"), "solution", cls="vk-quiet"),
            ]
        return joined([tag("div", ways, cls="vk-buttons", lang=pen.lang), self._choice(pen)])


def _game_of(name: str) -> str:
    """Return the part of a puzzle's name that says from which game it is: ``vtes-puzzle-12`` of its first number."""
    return re.split(r"(?<=\d)-", name, maxsplit=1)[0]


@cache
def themes(game: str) -> tuple[str, ...]:
    """Return the themes of a game's puzzles."""
    return tuple(sorted({theme for one in puzzles_of(game).headings.values() for theme in one.themes}))
