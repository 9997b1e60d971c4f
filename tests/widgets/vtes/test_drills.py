"""The drill page of V:TES: asked, answered, worked out and noted as Vendetta's, on its own table."""

from __future__ import annotations

import re

import pytest

from tests.selection import cases
from tests.widgets.helpers import Reader, words_of
from tests.widgets.walking import answers_of, assert_reads_well
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_player import OpenQuestion
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import Question
from vendetta_kit.games.vtes.course.drills import DRILLS
from vendetta_widgets import VtesDrillPage, front, question_html, vtes_drill
from vendetta_widgets.drill_session import SET
from vendetta_widgets.page_phrases import UserError


def question_of(reader: Reader) -> Question:
    assert isinstance(reader.page, VtesDrillPage)
    question = reader.page.asking.question
    assert question is not None
    return question


def answer(reader: Reader) -> None:
    question = question_of(reader)
    reader.do("drill", answers_of(OpenQuestion(question.form, question.prompt, question.options), question.right))


@cases("lang", ["en", "de"], quick=["en"])
def test_a_set_is_asked_and_noted_in_the_one_progress(lang: str) -> None:
    vendettas = Progress()
    vendettas.met(["PLAN-11"])
    reader = Reader(vtes_drill("all", lang=lang, seed=1), stored={"progress": vendettas.dumps()})
    for number in range(SET):
        assert_reads_well(reader, f"question {number}")
        answer(reader)
        assert_reads_well(reader, f"answer {number}")
        if number < SET - 1:
            reader.do("drill_on")
    kept = Progress.loads(reader.store["progress"])
    assert kept.level("PLAN-11") == "met", "what she has done in the other game stays"
    mine = kept.of("vtes")
    assert len(mine.log) == SET
    assert "drill:all" in mine.done
    later = Reader(front(lang=lang), stored={**reader.store, "front-game": "vtes"}).parts["mine"]
    assert "vk-level-learning" in later or "vk-level-known" in later, "it shows on the map of this game"


def test_the_table_is_shown_where_the_question_lies_on_it() -> None:
    reader = Reader(vtes_drill("block", lang="en", seed=1))
    on_the_table = []
    for _ in range(SET):
        question = question_of(reader)
        shown = question.view is not None and question.table
        assert ("vt-players" in reader.parts["drill"]) is shown
        if shown:
            on_the_table.append(question.form)
        answer(reader)
        reader.do("drill_on")
    assert on_the_table


def test_what_can_be_pressed_lies_on_the_table() -> None:
    """Of each family with answers on its table: every thing that an option names is there, and it alone is marked."""
    page, found = vtes_drill("all", lang="en", seed=1), set()
    for name in (name for places in DRILLS.moments().values() for name in places["ids"]):
        family = name.partition(":")[0]
        if not DRILLS.families[family].pressed or family in found:
            continue
        question = DRILLS.by_id(name)
        page.asking.question, page.asking.given = question, None
        shown = page.asking.html(page.pen())
        marked = set(re.findall(r'data-thing="([^"]*)" data-answer', shown))
        assert marked == {option.thing for option in question.options if option.thing}, name
        found.add(family)
    assert found == {name for name, family in DRILLS.families.items() if family.pressed}


def test_what_comes_of_it_is_seen_on_the_table_once_it_is_answered() -> None:
    page, found = vtes_drill("all", lang="en", seed=1), set()
    for name in (name for places in DRILLS.moments().values() for name in places["ids"] if name.startswith("bleed:")):
        question = DRILLS.by_id(name)
        target = max(
            range(len(question.view.seats)), key=lambda k: question.view.seats[k].pool - question.after.seats[k].pool
        )
        pools = [f'data-count="pool-{target}">{view.seats[target].pool}<' for view in (question.view, question.after)]
        for given, pool in ((None, pools[0]), (question.right, pools[1])):
            page.asking.question, page.asking.given = question, given
            assert pool in page.asking.html(page.pen()), name
        found.add(pools[0] != pools[1])
    assert True in found


@pytest.mark.parametrize("about", ["block", "votes", "BLEED-03", "vtes:BLEED-03"])
def test_it_asks_about_a_lesson_or_a_rule(about: str) -> None:
    reader = Reader(vtes_drill(about, lang="en", seed=1))
    rules = {rule for heading in lessons.headings("vtes") if heading.id == about for rule in heading.rules}
    assert set(question_of(reader).rules) & (rules or {about.removeprefix("vtes:")})


def test_who_has_learned_little_of_vtes_is_shown_the_way() -> None:
    reader = Reader(vtes_drill(lang="en"))
    assert "vtes/00_first_bleed" in reader.parts["drill"]
    done = Progress(game="vtes")
    for heading in lessons.headings("vtes")[:3]:
        done.lesson(heading.id, finished=True)
    reader = Reader(vtes_drill(lang="en", seed=2), stored={"progress": done.dumps()})
    assert question_of(reader).rules


def test_a_rule_of_another_game_is_none_of_its_own() -> None:
    with pytest.raises(UserError):
        vtes_drill("PLAN-11")


def test_the_rules_of_ones_own_moves_are_asked_about_without_a_lesson() -> None:
    """No guide tells V:TES's first game: after it the drills spoke of 0 rules."""
    played = Progress(game="vtes")
    played.used(["LIB-11", "MAST-01", "INF-01", "INF-04", "DISC-01", "MIN-01", "BLOCK-03", "UNTAP-03", "POL-05"])
    whole = Progress().merge(played)
    early = Reader(vtes_drill(lang="en", seed=1), stored={"progress": whole.dumps()})
    assert " 9 " in words_of(early.parts["drill"])
    played.used(["BLOCK-07"])
    reader = Reader(vtes_drill(lang="en", seed=1), stored={"progress": Progress().merge(played).dumps()})
    told = set(played.rules)
    for _ in range(3):
        assert set(question_of(reader).rules) <= told
        answer(reader)
        reader.do("drill_on")


def test_of_several_a_missed_one_and_a_wrongly_chosen_one_are_both_explained() -> None:
    name = next(one for one in DRILLS.moments()["BLOCK-03"]["ids"] if one.startswith("block:"))
    question = DRILLS.by_id(name)
    wrong = [option for option in question.options if option.value not in question.right]
    missed = next(option for option in question.options if option.value in question.right)
    pen = vtes_drill("all", lang="en", seed=1).pen()
    shown = question_html.graded(question, [wrong[0].value], pen, brief=True).partition("<details>")[0]
    for option in (missed, wrong[0]):
        assert option.why is not None
        assert words_of(pen.marked(option.why["en"])) in words_of(shown)
