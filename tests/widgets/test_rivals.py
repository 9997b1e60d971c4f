"""What only Rivals' lessons and drills have: how far the text goes, the draw of rivals, the steps of an attack."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from tests.widgets.helpers import Reader, words_of
from tests.widgets.walking import answers_of, assert_reads_well, walk_through
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_player import OpenQuestion
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.games.rivals.engine.sampled_draws import DRAWS, sampled_assignments
from vendetta_kit.rulebook import RIVALS
from vendetta_widgets import rivals_drill, rivals_lesson
from vendetta_widgets.games.rivals import lesson_page
from vendetta_widgets.html import HtmlWriter

LESSONS = lessons.ids("rivals")
LANGS = ("en", "de")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", LESSONS)
def test_each_page_says_how_far_our_source_goes(name: str, lang: str) -> None:
    assert str(RIVALS.edition(lang)) in Reader(rivals_lesson(name, lang=lang)).words


def test_the_first_move_is_there_at_once_and_the_end_of_the_text_is_said() -> None:
    for name in LESSONS:
        assert "vk-glow" in Reader(rivals_lesson(name, lang="en")).parts["panel"]
    reader = Reader(rivals_lesson("the_turn", lang="en"))
    said = ""
    for _ in walk_through(reader):
        said += reader.parts["coach"]
    assert "Here our text ends" in words_of(said)
    assert "this practice stops here" in words_of(said)


def test_what_may_not_be_done_says_why_by_its_rule() -> None:
    reader = Reader(rivals_lesson("the_turn", lang="de"))
    panel = words_of(reader.parts["panel"])
    assert "Die Endphase kommt, wenn beide Aktionen genutzt sind" in panel or "ACT-01" in panel
    assert "vk-locked" in reader.parts["panel"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("players", [3, 4])
def test_the_chances_stand_beside_what_was_counted(players: int, lang: str) -> None:
    html = lesson_page.draws(players, HtmlWriter(lang, game="rivals"))
    rows = re.findall(r"<tr><th[^>]*scope=\"row\">(.*?)</th><td>(.*?)</td><td>(.*?)</td>", html)
    exact, counted = chances(players), sampled_assignments(players)
    assert len(rows) == len(exact)
    assert sum(int(count) for _, _, count in rows) == DRAWS
    for way, chance, count in rows:
        rivals = tuple(int(part.partition("→")[2]) for part in way.split())
        assert (Fraction(chance), int(count)) == (exact[rivals], counted[rivals])


@pytest.mark.parametrize("lang", LANGS)
def test_the_fifth_step_of_an_attack_is_shown_as_missing(lang: str) -> None:
    html = lesson_page.attack(HtmlWriter(lang, game="rivals"))
    steps = re.findall(r"<li([^>]*)>(.*?)</li>", html)
    assert [k for k, (how, _) in enumerate(steps, 1) if "rv-missing" in how] == [5]
    assert len({words for _, words in steps}) == len(steps) == 8


@pytest.mark.parametrize("lang", LANGS)
def test_drills_are_asked_and_graded(lang: str) -> None:
    reader = Reader(rivals_drill("all", lang=lang, seed=3))
    for _ in range(6):
        assert reader.alert == ""
        question = reader.page.asking.question
        reader.do("drill", answers_of(OpenQuestion(question.form, question.prompt, question.options), question.right))
        assert_reads_well(reader, question.id)
        reader.do("drill_on")
    assert reader.page.asking.right == 6


def test_the_steps_of_an_attack_are_put_in_order() -> None:
    page = rivals_lesson("what_counts", lang="en")
    reader = Reader(page, query="?moment=an-attack")
    asked = page.walk.asked
    assert asked is not None
    assert asked.form == "order"
    values = [option.value for option in asked.options]
    assert values != sorted(values), "they are shown mixed"
    assert "not in our source" in words_of(reader.parts["coach"])
    reader.do("answer", {f"place-{value}": "1" for value in values})
    assert "a place of its own" in reader.alert
    reader.do("answer", {f"place-{value}": str(k + 1) for k, value in enumerate(values)})
    assert "Not right" in words_of(reader.parts["coach"]) or "✗" in reader.parts["coach"]
    again = Reader(rivals_lesson("what_counts", lang="en"), query="?moment=an-attack")
    again.do("answer", {f"place-{value}": str(int(value) + 1) for value in values})
    assert "✓" in again.parts["coach"]
    told = words_of(again.parts["coach"])
    assert told.index("Declare the attack") < told.index("Intel against Secrecy") < told.index("Reveal the cards")
