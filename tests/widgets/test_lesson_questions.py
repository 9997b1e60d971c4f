"""What lessons ask: questions and predictions on the way, drills at the end, and the way to the next lesson."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.widgets.helpers import Reader, pressables, words_of
from tests.widgets.walking import (
    answers_of,
    assert_reads_well,
    kept,
    lesson_reader,
    step,
    walk_of,
    walk_through,
    walk_to,
)
from vendetta_kit.course import lessons
from vendetta_kit.course.known_rules import KnownRules, learned_rules
from vendetta_kit.course.lesson_model import Ask, Beat, FreeMove, Predict, Say, Show, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer, OpenQuestion
from vendetta_kit.course.markup import parse, parse_reference
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta.course import drills, markup
from vendetta_widgets import LessonPage
from vendetta_widgets.lesson_page import notebook_of

LESSONS = [heading.id for heading in lessons.headings()]


# Questions and predictions -----------------------------------------------------------------------------------


def test_a_question_is_graded_worked_out_and_noted_once() -> None:
    reader = lesson_reader("planning")
    walk_to(reader, Ask)
    walk = walk_of(reader)
    assert isinstance(walk.beat, Ask)
    question = walk.beat.question
    wrong = next(option for option in question.options if option.value not in question.right)
    reader.press(wrong.text["en"], "coach")
    coach = words_of(reader.parts["coach"])
    for words in ("Not this time.", f"You said: {wrong.text['en']}", "The answer:", "clockwise", "PLAN-01"):
        assert words in coach
    mark = kept(reader).rules["PLAN-01"]
    assert (mark.right, mark.wrong) == (0, 1)
    reader.do("answer", question.right[0])
    assert "waits for something else" in reader.alert
    reader.press("Back")
    reader.press(next(o.text["en"] for o in question.options if o.value in question.right), "coach")
    assert "Right." in words_of(reader.parts["coach"])
    assert "The answer:" not in words_of(reader.parts["coach"]), "it is what was said"
    mark = kept(reader).rules["PLAN-01"]
    assert (mark.right, mark.wrong) == (0, 1), "she has seen the solution"


def test_what_a_prediction_asks_comes_at_once_and_the_answer_is_worked_out() -> None:
    reader = lesson_reader("first_steps")
    walk_to(reader, Predict)
    walk = walk_of(reader)
    assert walk.asked is not None
    assert "Predict" in words_of(reader.parts["coach"])
    assert "CONF-04" not in kept(reader).rules or not kept(reader).rules["CONF-04"].right
    reader.do("answer", next(option.value for option in walk.asked.options if option.text["en"] == "You"))
    coach = words_of(reader.parts["coach"])
    assert "Right." in coach
    assert "Bobby White is yours" in coach
    assert "vk-working" in reader.parts["coach"]
    assert kept(reader).rules["CONF-04"].right == 1
    reader.press("On to the next part")
    assert "Right." not in words_of(reader.parts["coach"])


def test_a_prediction_whose_answer_needs_a_move_waits_for_it() -> None:
    waited = 0
    for heading in lessons.headings():
        for moment in lessons.find(heading.id).moments:
            keys = [beat.key for beat in moment.beats]
            for k, key in enumerate(keys[:-1]):
                if key == "predict" and keys[k + 1] == "your_move":
                    walk = LessonPlayer(lessons.find(heading.id), moment.id)
                    while walk.place[1] < k:
                        walk.act(walk.expected_move) if walk.expected_move is not None else _pass(walk)
                    walk.answer([walk.asked.options[0].value] if walk.asked and walk.asked.options else ["1"])
                    walk.go_on()
                    assert walk.expected_move is not None
                    assert not walk.news
                    waited += 1
    assert waited


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_a_number_is_asked_by_presses_and_the_right_one_is_among_them(game: str) -> None:
    asked = 0
    for name in lessons.ids(game):
        walk = LessonPlayer(lessons.find(name, game))
        offered: dict[tuple[int, int], set[str]] = {}
        while not walk.done:
            if walk.asked is not None and walk.asked.form == "number":
                offered[walk.place] = {option.value for option in walk.asked.options}
            _pass(walk) if walk.expected_move is None else walk.act(walk.expected_move)
            for beat, graded in walk.answers.items():
                if numbers := offered.pop((walk.place[0], beat), set()):
                    assert graded.question.right[0] in numbers, (name, walk.place)
                    asked += 1
    assert asked > 10


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_what_a_prediction_rests_on_is_named_before_it_is_asked(game: str) -> None:
    """The cards of the move that decides it do not come as a surprise after the answer."""
    decided = 0
    for name in lessons.ids(game):
        for moment in lessons.find(name, game).moments:
            told: set[str] = set()
            for before, beat in pairwise(moment.beats):
                told |= _cards_in(before)
                if isinstance(before, Predict) and isinstance(beat, YourMove):
                    assert _cards_in(beat) <= told, (name, moment.id)
                    decided += 1
    assert decided > 5


def _cards_in(beat: Beat) -> set[str]:
    """The cards that a beat's words name, or that it shows."""
    if isinstance(beat, Show):
        return {beat.item or ""}
    words = beat.words if isinstance(beat, Say | YourMove | FreeMove) else {}
    named = [parse_reference(name)[0] for kind, name in parse(words.get("en", "")) if kind == "ref"]
    return {name for name in named if name[:1].isupper()}


def _pass(walk: LessonPlayer) -> None:
    if isinstance(walk.beat, FreeMove):
        assert walk.view is not None
        assert walk.view.decision is not None
        walk.act(walk.view.decision.legal[0])
        return
    if walk.asked is not None and walk.given is None:
        walk.answer([walk.asked.options[0].value] if walk.asked.options else ["1"])
    walk.go_on()


def test_an_outcome_is_shown_where_more_is_said_after_it() -> None:
    reader = lesson_reader("planning")
    reader.do("moment", 3)
    walk_to(reader, Predict)
    while "vk-graded" not in reader.parts["coach"]:
        step(reader)
    verdict, said = reader.parts["coach"].index("vk-graded"), reader.parts["coach"].rindex("vk-say")
    assert verdict < said


def test_an_answer_is_seen_and_what_came_of_it_does_not_stand_beside_the_next_question() -> None:
    held, waiting = 0, 0
    for name in LESSONS:
        reader = lesson_reader(name)
        for _ in walk_through(reader):
            coach, walk = reader.parts["coach"], walk_of(reader)
            offered = [found for found in pressables(coach) if found.do == "answer"]
            graded = coach.count("vk-graded")
            assert not (graded and offered), words_of(coach)
            answers = (
                graded + len(walk.open_predictions) + (walk.given is not None and walk.place[1] not in walk.answers)
            )
            assert coach.count("You said:") == answers, words_of(coach)
            waiting += len(walk.open_predictions)
            if walk.asked is not None and walk.given is None and not offered:
                held += 1
                reader.do("answer", answers_of(walk.asked))
                assert walk.given is None, "it has not been asked yet"
    assert held
    assert waiting


def test_what_the_story_tries_and_may_not_is_shown_with_its_reason() -> None:
    shown = 0
    for name in ("first_steps", "planning"):
        reader = lesson_reader(name)
        for _ in range(80):
            if walk_of(reader).done:
                break
            step(reader)
            if "vk-refused" in reader.parts["coach"]:
                shown += 1
                assert "may not" in words_of(reader.parts["coach"])
                assert 'data-open="rule:' in reader.parts["coach"].partition("vk-refused")[2]
    assert shown > 2


def test_an_answer_of_nothing_or_of_no_number_is_told_and_not_graded() -> None:
    reader = lesson_reader("planning")
    reader.do("moment", 1)
    walk = walk_of(reader)
    while walk.asked is None or walk.asked.form != "number":
        step(reader)
    for typed, said in ((" ", "Choose or type an answer"), ("eleven", "“eleven” is no whole number"), ("1.5", "1.5")):
        reader.do("answer", {"number": typed})
        assert said in reader.alert
        assert walk.given is None
    reader.do("answer", {"number": " 11 "})
    assert reader.alert == ""
    assert "Right." in words_of(reader.parts["coach"])


def test_several_answers_are_ticked_and_named_without_markup() -> None:
    reader = lesson_reader("seven_clans")
    walk = walk_of(reader)
    while walk.asked is None or walk.asked.form != "many":
        step(reader)
    ticks = [found for found in pressables(reader.parts["coach"]) if found.attributes.get("type") == "checkbox"]
    assert len(ticks) == len(walk.asked.options)
    reader.do("answer", {})
    assert "Choose or type an answer" in reader.alert
    assert isinstance(walk.beat, Ask)
    question = walk.beat.question
    reader.do("answer", {f"pick-{value}": "on" for value in question.right})
    coach = words_of(reader.parts["coach"])
    assert "Right." in coach
    solution = [markup.plain(o.text["en"]) for o in question.options if o.value in question.right]
    *first, last = solution
    assert f"{', '.join(first)} and {last}" in coach


# The end -----------------------------------------------------------------------------------------------------


def at_the_end(name: str) -> Reader:
    """A learner at the end of a lesson."""
    reader = lesson_reader(name)
    for _ in walk_through(reader):
        pass
    return reader


def test_some_questions_follow_each_is_graded_once_and_then_it_is_enough() -> None:
    reader = at_the_end("first_steps")
    found = lessons.find("first_steps")
    page = reader.page
    assert isinstance(page, LessonPage)
    for n in range(1, found.drill_count + 1):
        question = page.asking.question
        assert question is not None
        assert set(question.rules) & set(found.rules)
        assert f"Question {n} of {found.drill_count}" in words_of(reader.parts["drill"])
        reader.do("drill", answers_of(page_asked(page), question.right))
        assert_reads_well(reader, f"question {n}")
        assert "Right." in words_of(reader.parts["drill"])
        before = kept(reader).to_json()
        reader.do("drill", answers_of(page_asked(page), ["99"]))
        assert kept(reader).to_json() == before, "an answer counts once"
        if n < found.drill_count:
            reader.press("Next question", "drill")
    assert "That was the last one:" in words_of(reader.parts["drill"])
    assert notebook_of("set_up") in reader.parts["drill"], "who has come so far down is not sent up again"
    reader.do("drill_on")
    assert f"Question {found.drill_count} of {found.drill_count}" in words_of(reader.parts["drill"])
    assert len(kept(reader).log) >= found.drill_count


def page_asked(page: LessonPage) -> OpenQuestion:
    """The drill question as it is asked."""
    question = page.asking.question
    assert question is not None
    return OpenQuestion(question.form, question.prompt, question.options)


def test_drills_ask_only_about_what_can_be_asked() -> None:
    reader = at_the_end("tag_team")
    page = reader.page
    assert isinstance(page, LessonPage)
    assert "VTAG-03" in page.lesson.rules
    assert "VTAG-03" not in drills.rules_with_drills()
    for _ in range(12):
        page.asking.restart()
        page.asking.next(Progress())
        assert page.asking.question is not None
        assert set(page.asking.question.rules) & set(page.lesson.rules)


@pytest.mark.parametrize("name", LESSONS)
def test_the_questions_at_the_end_go_no_further_than_the_lesson(name: str) -> None:
    found = lessons.find(name)
    before = Progress()
    for heading in lessons.headings():
        if heading.number < found.number:
            before.lesson(heading.id, finished=True)
    page = LessonPage(found, lang="en")
    page.walk._enter(len(found.moments))
    Reader(page, stored={"progress": before.dumps()})
    reach = KnownRules(learned_rules(before) | set(found.rules), found.subject.signs)
    for _ in range(8):
        question = page.asking.question
        assert question is not None
        assert set(question.rules) & set(found.rules)
        assert reach.allows(question), question.id
        page.asking.restart()
        page.asking.next(before)


@pytest.mark.parametrize("name", LESSONS)
def test_the_way_on_leads_to_the_next_lesson(name: str) -> None:
    found = lessons.find(name)
    page = LessonPage(found, lang="en")
    page.walk._enter(len(found.moments))
    reader = Reader(page)
    learned = reader.parts["learned"]
    ways = {link.attributes["data-notebook"]: link.text for link in pressables(learned) if link.name == "a"}
    assert "00_start_here" in ways
    following = [notebook for notebook in ways if notebook != "00_start_here"]
    assert following == ([notebook_of(found.next)] if found.next is not None else [])
    if found.next == "whole_game":
        assert following == ["09_whole_game"]
    elif found.next is not None:
        assert lessons.find(found.next).title["en"] in ways[following[0]]
    assert "What we have learned" in words_of(learned)
    assert learned.index("vk-learned-lines") < learned.index("vk-ways") < learned.index("vk-all-rules")
    assert found.next is None or 'class="vk-link vk-primary-link"' in learned
    assert "data-notebook" not in reader.parts["drill"]


def test_once_more_from_the_start() -> None:
    reader = at_the_end("first_steps")
    rules = set(kept(reader).rules)
    reader.press("Once more from the start")
    assert walk_of(reader).place == walk_of(lesson_reader("first_steps")).place
    assert reader.parts["drill"] == ""
    assert kept(reader).lessons["first_steps"].finished
    assert rules <= set(kept(reader).rules)
    reader.press("Back", "steer") if any(b.do == "back" for b in reader.buttons("steer")) else None
    assert reader.alert == ""
