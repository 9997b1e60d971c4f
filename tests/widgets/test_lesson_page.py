"""Lesson pages, walked through by presses: in both languages, from her own seat, into her progress, to the next one."""

from __future__ import annotations

import json
import re

import pytest

from tests.widgets.helpers import Reader, pressables, words_of
from tests.widgets.walking import (
    answers_of,
    assert_keeps_secrets,
    assert_reads_well,
    make,
    on_panel,
    step,
    walk_of,
    walk_through,
    walk_to,
)
from vendetta_kit.course import drills, lessons, markup
from vendetta_kit.course.beats import Ask, Both, FreeMove, Numbers, Predict, Say, Steps, YourMove
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.telling import Asked
from vendetta_kit.engine.actions import Play
from vendetta_widgets import LessonPage, lesson
from vendetta_widgets.lesson_page import notebook_of

FIRST_SCREEN = 3
LESSONS = [heading.id for heading in lessons.headings()]


def reader_of(name: str, lang: str = "en", **more: object) -> Reader:
    """A learner who opens a lesson."""
    return Reader(LessonPage(name, lang), **more)  # type: ignore[arg-type]


def kept(reader: Reader) -> Progress:
    """What her browser keeps of her progress."""
    return Progress.loads(reader.store["progress"])


# The whole way -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_walked_through_and_noted(name: str, lang: str) -> None:
    reader = reader_of(name, lang)
    found = lessons.find(name)
    verdicts, predictions = 0, 0
    assert_keeps_secrets(reader, "at the start")
    for place in walk_through(reader, glows=True):
        where = f"{name}, after {place}"
        assert_reads_well(reader, where)
        assert_keeps_secrets(reader, where)
        verdicts += reader.parts["coach"].count("vk-verdict")
        done = kept(reader).lessons.get(name)
        for k, moment in enumerate(found.moments):
            passed = done is not None and moment.id in done.moments
            assert passed == (k < walk_of(reader).place[0]), f"{where}: {moment.id}"
    asked = [beat for moment in found.moments for beat in moment.beats if isinstance(beat, Ask | Predict)]
    predictions = sum(isinstance(beat, Predict) for beat in asked)
    assert verdicts >= len(asked), f"{predictions} predictions and {len(asked)} questions, {verdicts} verdicts"
    assert kept(reader).lessons[name].finished
    assert set(found.rules) <= set(kept(reader).rules)
    assert found.title[lang] in reader.words
    for line in found.learned:
        assert words_of(markup.plain(line.text[lang], lang).partition("(")[0])[:30] in words_of(reader.parts["learned"])


@pytest.mark.parametrize("name", LESSONS)
def test_the_first_move_is_on_the_first_screen(name: str) -> None:
    reader = reader_of(name)
    walk = walk_of(reader)
    assert not [button for button in reader.buttons("steer") if button.do == "back"], "there is nothing to go back to"
    if isinstance(walk.beat, Steps):
        step(reader)
    assert walk.place[0] == 0
    assert walk.place[1] < FIRST_SCREEN
    assert isinstance(walk.beat, YourMove | FreeMove)
    assert "vk-glow" in reader.parts["panel"] or isinstance(walk.beat, FreeMove)
    assert "vk-your-move" in reader.parts["coach"]


def test_what_is_not_waited_for_does_not_glow() -> None:
    reader = reader_of("planning")
    with pytest.raises(AssertionError, match="Ready does not glow"):
        make(reader, Play("BR08", at=1), glows=True)
    with pytest.raises(AssertionError, match="Location 2 does not glow"):
        make(reader, Play("BR07", at=2), glows=True)
    make(reader, Play("BR07", at=1), glows=True)


# The learner's moves -----------------------------------------------------------------------------------------


def test_another_legal_move_gets_words_and_is_not_done() -> None:
    reader = reader_of("planning")
    walk = walk_of(reader)
    place, view = walk.place, walk.view
    make(reader, Play("BR08", at=2))
    assert walk.place == place
    assert walk.view is view
    assert "vk-other-way" in reader.parts["coach"]
    assert "But Bobby White is the one we want first" in words_of(reader.parts["coach"])
    assert reader.alert == ""
    make(reader, Play("BR07", at=1))
    assert "vk-other-way" not in reader.parts["coach"]
    assert walk.place != place


def test_other_words_stand_there_where_a_lesson_has_none_of_its_own() -> None:
    reader = reader_of("first_steps")
    walk_to(reader, YourMove, 2)
    wrong = [button for button in reader.buttons("panel") if "vk-glow" not in button.attributes["class"]]
    reader.press(next(button for button in wrong if button.do == "act"))
    assert "glow" in words_of(reader.parts["coach"]).rpartition("Stay")[2]


def test_a_locked_choice_says_why_and_the_refusal_is_noted() -> None:
    reader = reader_of("planning")
    walk_to(reader, YourMove, 2)
    locked = next(button for button in reader.locked("panel") if button.text.endswith("End the turn"))
    name = locked.attributes["aria-describedby"]
    why = words_of(reader.parts["panel"].partition(f'id="{name}"')[2].partition("</button>")[0])
    assert "PLAN-03" in why
    place = walk_of(reader).place
    reader.do(locked.do, locked.value)
    assert walk_of(reader).place == place
    assert kept(reader).was_refused("PLAN-03")
    assert not kept(reader).was_refused("PLAN-04")


def test_an_illegal_move_is_refused_in_words() -> None:
    reader = reader_of("planning")
    reader.do("act", Play("BR01", at=1).to_json())
    assert "hand" in reader.alert
    reader.do("act", {"do": "fly"})
    assert reader.alert
    reader.do("answer", "1")
    assert "waits for something else" in reader.alert
    step(reader)
    assert reader.alert == ""


def test_any_legal_move_will_do_at_a_free_move() -> None:
    reader = reader_of("planning")
    reader.do("moment", len(lessons.find("planning").moments) - 1)
    walk_to(reader, FreeMove)
    walk = walk_of(reader)
    assert walk.view is not None
    assert walk.view.decision is not None
    place = walk.place
    assert "vk-glow" not in reader.parts["panel"]
    make(reader, walk.view.decision.legal[-1])
    while walk.place == place:
        step(reader)
    assert reader.alert == ""


def test_a_drain_asks_first_and_can_be_called_off() -> None:
    reader = reader_of("diablerie")
    walk = walk_of(reader)
    asks = [button for button in reader.buttons("panel") if button.do == "drain"]
    while not asks:
        step(reader)
        asks = [button for button in reader.buttons("panel") if button.do == "drain"]
    view = walk.view
    reader.press(asks[0])
    assert "A Drain lasts to the end." in words_of(reader.parts["panel"])
    reader.press("Cancel", "panel")
    assert "A Drain lasts to the end." not in words_of(reader.parts["panel"])
    assert walk.view is view


# Questions and predictions -----------------------------------------------------------------------------------


def test_a_question_is_graded_worked_out_and_noted_once() -> None:
    reader = reader_of("planning")
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
    mark = kept(reader).rules["PLAN-01"]
    assert (mark.right, mark.wrong) == (0, 1), "she has seen the solution"


def test_a_prediction_is_kept_and_its_outcome_is_shown_when_it_comes_about() -> None:
    reader = reader_of("first_steps")
    walk_to(reader, Predict)
    walk = walk_of(reader)
    assert walk.asked is not None
    assert "Predict" in words_of(reader.parts["coach"])
    reader.do("answer", next(option.value for option in walk.asked.options if option.text["en"] == "Ann"))
    coach = words_of(reader.parts["coach"])
    assert "You said: Ann" in coach
    assert "Let us see" in coach
    assert "vk-verdict" not in reader.parts["coach"]
    assert "CONF-04" not in kept(reader).rules or not kept(reader).rules["CONF-04"].right
    reader.press("Go on")
    reader.press("Watch what happens")
    coach = words_of(reader.parts["coach"])
    assert "Right." in coach
    assert "Bobby White is yours" in coach
    assert "vk-working" in reader.parts["coach"]
    assert kept(reader).rules["CONF-04"].right == 1
    reader.press("On to the next part")
    assert "Right." not in words_of(reader.parts["coach"])


def test_an_outcome_is_shown_where_more_is_said_after_it() -> None:
    reader = reader_of("planning")
    reader.do("moment", 3)
    walk_to(reader, Predict)
    step(reader)
    walk = walk_of(reader)
    assert "vk-verdict" not in reader.parts["coach"].replace('data-verdict="', "")
    for _ in range(6):
        if "vk-graded" in reader.parts["coach"]:
            break
        step(reader)
    assert isinstance(walk.beat, Steps | Ask | YourMove | Say)
    verdict, said = reader.parts["coach"].index("vk-graded"), reader.parts["coach"].rindex("vk-say")
    assert verdict < said


def test_an_answer_of_nothing_or_of_no_number_is_told_and_not_graded() -> None:
    reader = reader_of("planning")
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
    reader = reader_of("seven_clans")
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
    assert ", ".join(solution) in coach


# The way -----------------------------------------------------------------------------------------------------


def test_back_goes_to_where_the_learner_was_last_wanted() -> None:
    reader = reader_of("planning")
    walk = walk_of(reader)
    wanted = [(walk.place, walk.given, walk.view.to_json() if walk.view else None)]
    for _ in range(8):
        step(reader)
        wanted.append((walk.place, walk.given, walk.view.to_json() if walk.view else None))
    for place, given, view in reversed(wanted[:-1]):
        reader.press("Back")
        assert (walk.place, walk.given) == (place, given)
        assert (walk.view.to_json() if walk.view else None) == view
    assert reader.buttons("steer") == []
    reader.do("back")
    assert walk.place == wanted[0][0]
    assert reader.alert == ""


def test_back_brings_the_outcome_of_a_prediction_back() -> None:
    reader = reader_of("first_steps")
    walk_to(reader, Predict)
    for _ in range(3):
        step(reader)
    coach = reader.parts["coach"]
    assert "vk-graded" in coach
    reader.press("On to the next part")
    reader.press("Back")
    assert "vk-graded" not in reader.parts["coach"]
    reader.press("Watch what happens")
    assert words_of(reader.parts["coach"]) == words_of(coach)


def test_a_moment_can_be_jumped_to_and_is_done_only_when_it_is_walked() -> None:
    reader = reader_of("first_steps")
    found = lessons.find("first_steps")
    reader.press(found.moments[2].title["en"], "goal")
    walk = walk_of(reader)
    assert walk.place[0] == 2
    assert found.moments[2].title["en"] in words_of(reader.parts["coach"])
    assert 'aria-current="step"' in reader.parts["goal"]
    assert "first_steps" not in kept(reader).lessons
    for _ in range(20):
        if walk.done:
            break
        step(reader)
    mark = kept(reader).lessons["first_steps"]
    assert mark.finished
    assert mark.moments == {moment.id for moment in found.moments[2:]}


def test_the_address_may_name_a_moment() -> None:
    reader = reader_of("first_steps", query="?moment=last-blood")
    assert walk_of(reader).place[0] == 2
    assert walk_of(reader_of("first_steps", query="?moment=nowhere")).place[0] == 0


@pytest.mark.parametrize("value", [99, -1, None, "x"])
def test_a_wish_for_a_moment_that_is_not_there_changes_nothing(value: object) -> None:
    reader = reader_of("first_steps")
    step(reader)
    place = walk_of(reader).place
    reader.do("moment", value)
    assert reader.alert
    assert "Traceback" not in reader.text
    assert walk_of(reader).place == place


def test_the_language_changes_in_the_middle_and_nothing_else_does() -> None:
    reader = reader_of("planning")
    found = lessons.find("planning")
    walk_to(reader, Ask)
    step(reader)
    place, english = walk_of(reader).place, reader.words
    reader.press("Deutsch")
    assert walk_of(reader).place == place
    german = reader.words
    for words in (found.title, found.goal, found.moments[0].title, found.moments[3].title):
        assert words["en"] in english
        assert words["de"] in german
        assert words["en"] not in german
    assert "Im Uhrzeigersinn" in german or "im Uhrzeigersinn" in german
    assert "Richtig." in german
    reader.press("English")
    assert reader.words == english


def test_the_language_changes_while_a_play_is_built() -> None:
    reader = reader_of("planning")
    reader.press(on_panel(reader, "step", ["card", "BR07"]))
    reader.press(on_panel(reader, "step", ["at", 1]))
    reader.press("Deutsch")
    on = [button.value for button in reader.buttons("panel") if button.attributes.get("aria-pressed") == "true"]
    assert ["card", "BR07"] in on
    assert ["at", 1] in on
    reader.press(on_panel(reader, "act", Play("BR07", at=1).to_json()))
    assert walk_of(reader).place > (0, 1)


# What is shown -----------------------------------------------------------------------------------------------


def test_the_numbers_of_an_ally_are_shown_before_and_after_a_drain() -> None:
    name = next(found.id for found in lessons.shipped() if has(found, Numbers))
    reader = reader_of(name)
    for _ in walk_through(reader):
        if "vk-numbers-card" in reader.parts["coach"]:
            break
    assert "vk-is-drained" not in reader.parts["coach"]
    press = next(button for button in reader.buttons("coach") if button.do == "numbers")
    reader.press(press)
    assert "vk-is-drained" in reader.parts["coach"]
    reader.press("Take it back", "coach")
    assert "vk-is-drained" not in reader.parts["coach"]


def test_both_readings_of_an_open_rule_stand_side_by_side() -> None:
    seen = 0
    for found in lessons.shipped():
        for k, moment in enumerate(found.moments):
            if not any(isinstance(beat, Both) for beat in moment.beats):
                continue
            reader = reader_of(found.id)
            reader.do("moment", k)
            for _ in walk_through(reader):
                if "vk-both-ways" in reader.parts["coach"]:
                    break
            columns = re.findall(r'<div class="vk-reading">(.*?)</ul></div>', reader.parts["coach"])
            assert len(columns) == 2
            assert "As the kit plays it" in words_of(columns[0])
            assert "The other reading" in words_of(columns[1])
            assert columns[0] != columns[1]
            seen += 1
    assert seen >= 2


def has(found: lessons.Lesson, kind: type) -> bool:
    """Whether a lesson has a beat of this kind."""
    return any(isinstance(beat, kind) for moment in found.moments for beat in moment.beats)


def test_a_display_may_give_out_the_sheet() -> None:
    with open(lessons.find("first_steps").file, encoding="utf-8") as file:
        text = file.read()
    mine = lessons.loads(text.replace("- show: clock", "- show: aid").replace("id: first_steps", "id: mine"))
    reader = Reader(LessonPage(mine, "de"))
    reader.do("moment", 3)
    reader.press(next(button for button in reader.buttons("coach") if button.do == "aid"))
    assert reader.alert == ""
    (file_,) = reader.files
    assert file_["name"] == "vendetta-de-a4.html"
    assert "<html" in file_["text"]
    reader.do("aid", "a0")
    assert "a0" in reader.alert
    step(reader)
    assert "progress" in reader.store
    assert "mine" not in kept(reader).lessons, "only lessons of the course are marked"


# The end -----------------------------------------------------------------------------------------------------


def at_the_end(name: str) -> Reader:
    """A learner at the end of a lesson."""
    reader = reader_of(name)
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
    assert "That was the last one." in words_of(reader.parts["drill"])
    reader.do("drill_on")
    assert f"Question {found.drill_count} of {found.drill_count}" in words_of(reader.parts["drill"])
    assert len(kept(reader).log) >= found.drill_count


def page_asked(page: LessonPage) -> Asked:
    """The drill question as it is asked."""
    question = page.asking.question
    assert question is not None
    return Asked(question.form, question.prompt, question.options)


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
def test_the_way_on_leads_to_the_next_lesson(name: str) -> None:
    found = lessons.find(name)
    page = LessonPage(found, "en")
    page.walk._enter(len(found.moments))
    reader = Reader(page)
    ways = {
        link.attributes["data-notebook"]: link.text for link in pressables(reader.parts["drill"]) if link.name == "a"
    }
    assert "00_start_here" in ways
    following = [notebook for notebook in ways if notebook != "00_start_here"]
    assert following == ([notebook_of(found.next)] if found.next is not None else [])
    if found.next == "whole_game":
        assert following == ["09_whole_game"]
    elif found.next is not None:
        assert lessons.find(found.next).title["en"] in ways[following[0]]
    assert "What we have learned" in words_of(reader.parts["learned"])


def test_once_more_from_the_start() -> None:
    reader = at_the_end("first_steps")
    rules = set(kept(reader).rules)
    reader.press("Once more from the start")
    assert walk_of(reader).place == walk_of(reader_of("first_steps")).place
    assert reader.parts["drill"] == ""
    assert kept(reader).lessons["first_steps"].finished
    assert rules <= set(kept(reader).rules)
    reader.press("Back", "steer") if any(b.do == "back" for b in reader.buttons("steer")) else None
    assert reader.alert == ""


# Around it ---------------------------------------------------------------------------------------------------


def test_progress_of_another_day_is_joined_and_kept() -> None:
    before = Progress()
    before.met(["EOG-01"])
    before.lesson("planning", "blood")
    reader = reader_of("planning", stored={"progress": before.dumps(), "lang": "de"})
    step(reader)
    mark = kept(reader)
    assert "EOG-01" in mark.rules
    assert mark.lessons["planning"].moments == {"blood"}
    assert "PLAN-01" in mark.rules


def test_progress_that_cannot_be_read_is_told_and_not_written_over() -> None:
    reader = reader_of("first_steps", stored={"progress": '{"format": "vendetta-progress/9"}'})
    assert "vendetta-progress/9" in reader.alert
    for _ in walk_through(reader):
        pass
    assert reader.store["progress"] == '{"format": "vendetta-progress/9"}'


def test_a_lesson_checks_itself_but_not_where_voila_serves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    said = lesson("first_steps").check()
    assert said is not None
    assert re.fullmatch(r"\d+ moves, \d+ questions, \d+ rules: all well", said)
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    assert lesson("first_steps").check() is None


def test_a_check_fails_with_the_lines_of_what_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    with open(lessons.find("first_steps").file, encoding="utf-8") as file:
        text = file.read()
    broken = lessons.loads(text.replace("rules: [FLOW-01, FLOW-02,", "rules: [EOG-01, FLOW-02,"), "mine.yaml")
    with pytest.raises(AssertionError, match=r"mine\.yaml:\d+: rules: EOG-01 is never met"):
        LessonPage(broken).check()


def test_a_lesson_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="no lesson 'nowhere'"):
        lesson("nowhere")


def test_an_unknown_click_is_told() -> None:
    reader = reader_of("first_steps")
    reader.do("dance")
    assert "“dance”" in reader.alert


def test_only_what_changes_goes_to_the_browser() -> None:
    reader = reader_of("planning")
    reader.news()
    reader.do("numbers", "AL16")
    sent = json.loads(reader.news())
    assert "frame" not in sent
    assert set(sent["parts"]) <= {"coach"}
