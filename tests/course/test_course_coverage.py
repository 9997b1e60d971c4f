"""The course as a whole: every rule is met and asked about, every known confusion has its moment, the way is whole."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.course.everywhere import LESSONS, each_lesson
from tests.selection import mostly_long
from vendetta_kit.course import lessons
from vendetta_kit.course.drills import Drills
from vendetta_kit.course.lesson_check import LessonReport
from vendetta_kit.course.lesson_model import Ask, Beat, FreeMove, Lesson, Predict, Say, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.course.markup import Markup
from vendetta_kit.games import FIRST, TAUGHT
from vendetta_kit.registered_games import registered
from vendetta_kit.rulebook import RIVALS, VENDETTA, VTES, Rulebook, languages
from vendetta_widgets.lesson_page import notebook_of

ROOT = Path(__file__).resolve().parents[2]
BOOKS: dict[str, Rulebook] = {"vendetta": VENDETTA, "vtes": VTES, "rivals": RIVALS}
WITHOUT_EFFECT = {
    "vendetta": ("HAND-10", "VTAG-03"),
    "vtes": ("COMP-08", "COMP-13", "SECT-04", "GLOS-01", "GLOS-02"),
    "rivals": (
        *("COMP-01", "COMP-02", "COMP-04", "COMP-05", "GOAL-09", "SET-05", "SET-19", "SET-20", "SET-21", "VAMP-01"),
        *("VAMP-08", "VAMP-09", "AGD-01", "AGD-02", "AGD-03", "AGD-05", "AGD-06", "HAV-04", "CITY-02", "CITY-06"),
        *("BEG-03", "ACT-02", "END-05", "END-06", "END-07", "END-08"),
    ),
}
"""The rules of a game that no lesson and no drill needs to hold; each says in its ``no_effect`` why."""
TAUGHT_ALL_THE_SAME = {"rivals": ("GOAL-05", "ACT-02", "VAMP-03", "CITY-06", "CITY-07", "HAV-04", "BEG-03")}
"""Rules that are worth their place in a lesson and a drill, whether or not anything here plays them."""
WHOLE_GAME = "whole_game"
each_game = pytest.mark.parametrize("game", TAUGHT)


def rules(game: str) -> tuple[str, ...]:
    """Those rules of a game that do something."""
    return tuple(rule.id for rule in BOOKS[game].all_rules() if rule.no_effect is None)


def rulings(game: str) -> tuple[str, ...]:
    """Those rulings of a game that do something."""
    return tuple(ruling.id for ruling in BOOKS[game].all_rulings() if ruling.no_effect is None)


def drills(game: str) -> Drills:
    """What a game asks in its drills."""
    made = registered(game).subject().drills
    assert made is not None
    return made()


@cache
def _walked(k: int) -> LessonReport:
    return LessonPlayer(LESSONS[k]).run_through()


def walked(lesson: Lesson) -> LessonReport:
    """A lesson of any game walked to its end."""
    return _walked(LESSONS.index(lesson))


def all_lessons(game: str = FIRST) -> tuple[Lesson, ...]:
    return lessons.shipped(game)


def met(game: str) -> set[str]:
    """All rules that are met by whoever walks the whole course of a game."""
    return {rule for lesson in all_lessons(game) for rule in walked(lesson).met}


# Rules -------------------------------------------------------------------------------------------------------


@each_game
def test_a_rule_without_an_effect_says_why_and_there_are_few(game: str) -> None:
    book = BOOKS[game]
    silent = [rule for rule in book.all_rules() if rule.no_effect is not None]
    assert tuple(rule.id for rule in silent) == WITHOUT_EFFECT[game]
    for rule in silent:
        for lang in book.languages():
            assert rule.no_effect is not None
            assert book.word("no_effect", rule.no_effect, lang)


@pytest.mark.parametrize(("game", "count"), [("vendetta", 240), ("vtes", 189), ("rivals", 60)])
def test_every_rule_with_an_effect_belongs_to_a_lesson(game: str, count: int) -> None:
    assert len(rules(game)) >= count
    homes = {rule for lesson in all_lessons(game) for rule in lesson.rules}
    assert [rule for rule in rules(game) if rule not in homes] == []


@pytest.mark.parametrize(("game", "rule"), [(g, rule) for g, ids in TAUGHT_ALL_THE_SAME.items() for rule in ids])
def test_what_is_worth_it_is_taught_all_the_same(game: str, rule: str) -> None:
    (home,) = [lesson for lesson in all_lessons(game) if rule in lesson.rules]
    telling = [beat for moment in home.moments for beat in moment.beats if rule in beat.rules]
    assert telling, "a lesson has words about it"
    assert rule in walked(home).met
    assert rule in drills(game).rules()
    question = drills(game).drill(Random(rule), [rule])
    assert question.grade(question.right)
    assert set(question.prompt) == set(languages())


@each_game
def test_every_rule_and_ruling_is_met_on_the_way(game: str) -> None:
    found = met(game)
    assert [rule for rule in (*rules(game), *rulings(game)) if rule not in found] == []


@each_lesson
def test_the_rules_of_a_lesson_are_met_in_it(lesson: Lesson) -> None:
    report = walked(lesson)
    assert report.ok, "\n".join(report.failures)
    assert [rule for rule in lesson.rules if rule not in report.met] == []
    assert len(set(lesson.rules)) == len(lesson.rules)


@each_game
def test_every_rule_and_ruling_has_a_drill(game: str) -> None:
    asked = drills(game).rules()
    assert [rule for rule in (*rules(game), *rulings(game)) if rule not in asked] == []


@pytest.mark.parametrize(
    ("game", "section"),
    mostly_long(
        [
            (game, section)
            for game in TAUGHT
            for section in sorted({rule.partition("-")[0] for rule in (*rules(game), *rulings(game))})
        ],
        quick=24,
    ),
)
def test_a_drill_about_a_rule_is_about_that_rule_and_can_be_made_again(game: str, section: str) -> None:
    of_game = drills(game)
    for rule in (*rules(game), *rulings(game)):
        if not rule.startswith(f"{section}-"):
            continue
        question = of_game.drill(Random(rule), [rule])
        assert rule in question.rules, rule
        assert question.grade(question.right), question.id
        assert question.working, question.id
        again = of_game.by_id(question.id)
        assert (again.prompt, again.options, again.right) == (question.prompt, question.options, question.right)
        for lang in languages():
            assert question.prompt[lang], question.id


# Confusions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "number"), [(g, n) for g in TAUGHT for n in range(1, registered(g).subject().confusions + 1)]
)
def test_every_known_confusion_has_a_moment_in_which_the_learner_does_something(game: str, number: int) -> None:
    moments = [moment for lesson in lessons.shipped(game) for moment in lesson.moments if moment.confusion == number]
    assert moments
    wanted = {"your_move", "free_move", "ask", "predict"}
    assert any(wanted & {beat.key for beat in moment.beats} for moment in moments)


# The way -----------------------------------------------------------------------------------------------------


def test_the_lessons_form_one_way_from_the_first_steps_to_the_clans() -> None:
    found = all_lessons()
    assert [lesson.number for lesson in found] == [*range(9), *range(10, 15)]
    assert found[0].id == "first_steps"
    before_game, after_game = found[:9], found[9:]
    for here, following in pairwise(before_game):
        assert here.next == following.id
    assert before_game[-1].next == WHOLE_GAME
    for here, following in pairwise(after_game):
        assert here.next == following.id
    assert after_game[-1].next is None


@each_lesson
def test_a_lesson_file_says_of_itself_what_it_is(lesson: Lesson) -> None:
    assert Path(lesson.file).name == f"{lesson.number:02}_{lesson.id}.yaml"
    assert 3 <= lesson.drill_count <= 6
    assert 2 <= lesson.minutes <= 20
    assert 4 <= len(lesson.learned) <= 6
    game = lesson.subject.format.partition("-")[0]
    heading = next(found for found in lessons.headings(game) if found.id == lesson.id)
    assert heading.number == lesson.number
    assert heading.moments == tuple(moment.id for moment in lesson.moments)
    assert heading.rules == lesson.rules
    assert (heading.title, heading.goal, heading.next) == (lesson.title, lesson.goal, lesson.next)
    if lesson.subject.drills is not None:
        assert len(set(lesson.rules) & lesson.subject.drills().rules()) >= 3


@each_lesson
def test_a_lesson_says_all_in_every_language_and_briefly(lesson: Lesson) -> None:
    for words in (lesson.title, lesson.goal, *(moment.title for moment in lesson.moments)):
        assert set(words) == set(languages())
        assert len(set(words.values())) == len(words) or len(words["en"].split()) <= 2, words
        assert all("\n" not in text and len(text) < 160 for text in words.values()), words
    assert walked(lesson).questions >= 3, "a lesson asks"
    assert walked(lesson).moves >= 2, "a lesson is played"


@pytest.mark.parametrize("name", [*(lesson.id for lesson in all_lessons()), WHOLE_GAME])
def test_each_lesson_has_its_notebook_which_calls_it(name: str) -> None:
    path = ROOT / "notebooks" / f"{notebook_of(name)}.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    code = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    if name == "first_steps":
        assert "front()" in code
    elif name == WHOLE_GAME:
        assert "play()" in code
        return
    else:
        assert f'LessonPage("{name}")' in code
        title = lessons.find(name).title
        prose = "".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
        assert title["en"] in prose
        assert title["de"] in prose
    assert re.search(r"^page\.check\(\)$", code, re.MULTILINE), "a notebook checks its lesson"


def test_no_notebook_is_left_over() -> None:
    names = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    expected = {notebook_of(lesson.id) for lesson in all_lessons()}
    assert names >= expected
    assert {name for name in names - expected if name[:2].isdigit()} == {
        "00_your_first_game",
        "09_whole_game",
        "15_drills",
        "16_for_teachers",
        "17_play_together",
        "18_play_vtes",
        "19_play_vtes_together",
        "20_tables",
        "21_puzzles",
    }


# The pace --------------------------------------------------------------------------------------------------


MOST_WORDS = 35
"""For each thing that a learner does: a move or an answer."""


def count(text: str, lang: str, markup: Markup) -> int:
    """How many words a reader sees."""
    return len(re.findall(r"\w[\w'’-]*", markup.plain(text, lang)))


def words(beat: Beat, lang: str, markup: Markup) -> int:
    """How many words the learner reads of a beat before she does what it asks for."""
    if isinstance(beat, Say | YourMove | FreeMove):
        return count(beat.words[lang], lang, markup)
    if isinstance(beat, Ask):
        question = beat.question
        texts = (question.prompt, *(option.text for option in question.options))
        return sum(count(text[lang], lang, markup) for text in texts)
    return 0


def beats(lesson: Lesson) -> list[Beat]:
    return [beat for moment in lesson.moments for beat in moment.beats]


@pytest.mark.parametrize("lang", languages())
@each_lesson
def test_a_learner_reads_little_for_each_thing_that_she_does(lesson: Lesson, lang: str) -> None:
    acts = [beat for beat in beats(lesson) if isinstance(beat, YourMove | FreeMove | Ask | Predict)]
    read = sum(words(beat, lang, lesson.subject.markup) for beat in beats(lesson))
    assert read / len(acts) <= MOST_WORDS, f"{read} words for {len(acts)} moves and answers"


@each_lesson
def test_a_learner_moves_more_often_than_she_is_asked(lesson: Lesson) -> None:
    moves = [beat for beat in beats(lesson) if isinstance(beat, YourMove | FreeMove)]
    asked = [beat for beat in beats(lesson) if isinstance(beat, Ask | Predict)]
    assert len(moves) > len(asked), f"{len(moves)} moves, {len(asked)} questions"


@each_lesson
def test_a_learner_is_one_person_throughout_a_lesson(lesson: Lesson) -> None:
    """The same name, and so the same heroine, at every table of the lesson."""
    names = {
        moment.scenario.names[moment.you]
        for moment in lesson.moments
        if moment.scenario is not None and moment.you is not None
    }
    assert len(names) <= 1, names
