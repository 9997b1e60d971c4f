"""Lesson pages, walked through by presses: in both languages, from her own seat, into her progress, there and back."""

from __future__ import annotations

import json
import re

import pytest

from tests.selection import cases, mostly_long
from tests.widgets.helpers import CONTROLS, Reader, words_of
from tests.widgets.walking import (
    assert_keeps_secrets,
    assert_reads_well,
    kept,
    lesson_reader,
    make,
    on_panel,
    step,
    walk_of,
    walk_through,
    walk_to,
)
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Ask, Both, FreeMove, Lesson, Numbers, Predict, Steps, YourMove
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_widgets import LessonPage, VtesLessonPage, lesson, rivals_lesson, vtes_lesson

FIRST_SCREEN = 3
LESSONS = [heading.id for heading in lessons.headings()]
OPENS = {"vendetta": lesson, "vtes": vtes_lesson, "rivals": rivals_lesson}
QUICK = {"vendetta": 3, "vtes": 2, "rivals": 3}


# The whole way -----------------------------------------------------------------------------------------------


@cases("lang", ["en", "de"], quick=["en"])
@pytest.mark.parametrize(
    ("game", "name"),
    [case for game in OPENS for case in mostly_long([(game, name) for name in lessons.ids(game)], quick=QUICK[game])],
)
def test_a_lesson_is_walked_through_and_noted(game: str, name: str, lang: str) -> None:
    reader = Reader(OPENS[game](name, lang=lang))
    found = lessons.find(name, game)
    verdicts, predictions = 0, 0
    assert_keeps_secrets(reader, "at the start")
    for place in walk_through(reader, glows=True):
        where = f"{name}, after {place}"
        assert_reads_well(reader, where)
        assert_keeps_secrets(reader, where)
        verdicts += reader.parts["coach"].count("vk-verdict")
        done = kept(reader).of(game).lessons.get(name)
        for k, moment in enumerate(found.moments):
            passed = done is not None and moment.id in done.moments
            walk = walk_of(reader)
            over = k < walk.place[0] or (k == walk.place[0] and walk.part_done)
            assert passed == over, f"{where}: {moment.id}"
    asked = [beat for moment in found.moments for beat in moment.beats if isinstance(beat, Ask | Predict)]
    predictions = sum(isinstance(beat, Predict) for beat in asked)
    assert verdicts >= len(asked), f"{predictions} predictions and {len(asked)} questions, {verdicts} verdicts"
    mine = kept(reader).of(game)
    assert mine.lessons[name].finished
    assert set(found.rules) <= set(mine.rules)
    assert game == "vendetta" or name not in kept(reader).lessons, "each game has a progress of its own"
    assert found.title[lang] in reader.words
    for line in found.learned:
        assert words_of(markup.plain(line.text[lang], lang).partition("(")[0])[:30] in words_of(reader.parts["learned"])


@pytest.mark.parametrize("name", mostly_long(LESSONS, quick=4))
def test_the_first_move_is_on_the_first_screen(name: str) -> None:
    reader = lesson_reader(name)
    walk = walk_of(reader)
    assert not [button for button in reader.buttons("steer") if button.do == "back"], "there is nothing to go back to"
    assert walk.place[0] == 0
    assert walk.place[1] < FIRST_SCREEN
    assert isinstance(walk.beat, YourMove | FreeMove)
    assert "vk-glow" in reader.parts["panel"] or isinstance(walk.beat, FreeMove)
    assert "vk-your-move" in reader.parts["coach"]


def test_what_is_not_waited_for_does_not_glow() -> None:
    reader = lesson_reader("planning")
    with pytest.raises(AssertionError, match=r"Ready.*Passive does not glow"):
        make(reader, Play("BR08", at=1), glows=True)
    with pytest.raises(AssertionError, match="Play at The Asylum does not glow"):
        make(reader, Play("BR07", at=2), glows=True)
    make(reader, Play("BR07", at=1), glows=True)


# The learner's moves -----------------------------------------------------------------------------------------


def test_another_legal_move_gets_words_and_is_not_done() -> None:
    reader = lesson_reader("planning")
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
    reader = lesson_reader("first_steps")
    walk_to(reader, YourMove, 2)
    wrong = [button for button in reader.buttons(*CONTROLS) if "vk-glow" not in button.attributes["class"]]
    reader.press(next(button for button in wrong if button.do == "act"))
    assert "glow" in words_of(reader.parts["coach"]).rpartition("Stay")[2]


def test_who_has_done_nearly_what_was_asked_hears_what_is_missing() -> None:
    reader = lesson_reader("first_steps")
    make(reader, Play("BR07", at=1))
    told = words_of(reader.parts["coach"].partition("vk-other-way")[2])
    assert "Almost: Show of Force, but with 2 Blood." in told
    assert "But Bobby waits" not in told
    assert "Put a card" not in told, "the glossary is not glued on"
    make(reader, Play("BR07", at=1, face="down"))
    assert "but face up, with 2 Blood." in words_of(reader.parts["coach"])


@pytest.mark.parametrize("way", [0, 1])
def test_what_is_said_after_a_free_move_is_about_what_was_done(way: int) -> None:
    reader = lesson_reader("withdraw_and_revelation")
    reader.do("moment", 1)
    walk_to(reader, FreeMove)
    walk = walk_of(reader)
    reader.do("act", walk.view.decision.legal[way].to_json())
    while not walk.ends_moment:
        step(reader)
    assert ("You turned it up", "You left it face down")[way] in words_of(reader.parts["coach"])
    assert ("You left it face down", "You turned it up")[way] not in words_of(reader.parts["coach"])


def test_a_locked_choice_says_why_and_the_refusal_is_noted() -> None:
    reader = lesson_reader("planning")
    walk_to(reader, YourMove, 2)
    locked = next(button for button in reader.locked(*CONTROLS) if button.text.endswith("End the turn"))
    name = locked.attributes["aria-describedby"]
    why = words_of(reader.parts["panel"].partition(f'id="{name}"')[2].partition("</button>")[0])
    assert "PLAN-03" in why
    place = walk_of(reader).place
    reader.do(locked.do, locked.value)
    assert walk_of(reader).place == place
    assert kept(reader).was_refused("PLAN-03")
    assert not kept(reader).was_refused("PLAN-04")


def test_an_illegal_move_is_refused_in_words() -> None:
    reader = lesson_reader("planning")
    reader.do("act", Play("BR01", at=1).to_json())
    assert "hand" in reader.alert
    reader.do("act", {"do": "fly"})
    assert reader.alert
    reader.do("answer", "1")
    assert "waits for something else" in reader.alert
    step(reader)
    assert reader.alert == ""


def test_any_legal_move_will_do_at_a_free_move() -> None:
    reader = lesson_reader("planning")
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
    reader = lesson_reader("diablerie")
    walk = walk_of(reader)
    asks = [button for button in reader.buttons(*CONTROLS) if button.do == "drain"]
    while not asks:
        step(reader)
        asks = [button for button in reader.buttons(*CONTROLS) if button.do == "drain"]
    view = walk.view
    reader.press(asks[0])
    assert "It lasts to the end." in words_of(reader.parts["panel"])
    reader.press("Cancel", "panel")
    assert "It lasts to the end." not in words_of(reader.parts["panel"])
    assert walk.view is view


# The way -----------------------------------------------------------------------------------------------------


def test_back_goes_to_where_the_learner_was_last_wanted() -> None:
    reader = lesson_reader("planning")
    walk = walk_of(reader)
    wanted = [(walk.place, walk.given, walk.view.to_json() if walk.view else None)]
    for _ in range(7):
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
    reader = lesson_reader("first_steps")
    walk_to(reader, Predict)
    while "vk-graded" not in reader.parts["coach"]:
        step(reader)
    coach = reader.parts["coach"]
    reader.press("On to the next part")
    reader.press("Back")
    assert "vk-graded" not in reader.parts["coach"]
    reader.press("Watch what happens")
    assert words_of(reader.parts["coach"]) == words_of(coach)


@pytest.mark.parametrize("shown_page", [LessonPage("planning"), VtesLessonPage("block")], ids=["vendetta", "vtes"])
def test_what_the_story_does_moves_by_itself_once_and_waits(shown_page: LessonPage | VtesLessonPage) -> None:
    reader, shown, presses, foretold = Reader(shown_page, calm=False), 0, 0, 0
    walk = walk_of(reader)
    while not walk.done:
        if "data-every" in reader.parts["steer"]:
            assert "Watch what happens" not in words_of(reader.parts["steer"])
            before, at = dict(reader.parts), walk.place
            reader.do("tick")
            shown += 1
            assert reader.parts != before, "each step is seen"
            assert walk.place[0] == at[0], "the end of a part waits for a press"
            if shown_page.stage.news:
                foretold += 1
                assert "vk-verdict" in reader.parts["coach"]
                assert "data-every" not in reader.parts["steer"], "what was foretold stays until it has been read"
        else:
            step(reader)
            presses += 1
        assert reader.alert == ""
    assert shown > 3
    assert foretold
    assert kept(reader).of(shown_page.GAME).lessons[shown_page.lesson.id].finished
    reader.do("tick")
    assert reader.alert == ""
    reader.do("again")
    while "data-every" not in reader.parts["steer"]:
        step(reader)
    while "data-every" in reader.parts["steer"]:
        before = walk.place
        reader.do("show_all")
        assert walk.place > before
    reader.do("show_all")
    assert reader.alert == "", "a press that comes too late is none"
    still = Reader(type(shown_page)(shown_page.lesson.id), calm=True)
    assert "data-every" not in "".join(still.parts.values())


def test_no_words_give_way_to_others_before_a_press() -> None:
    """What was there before the press has been read; what came since stays."""
    reader, stayed = Reader(LessonPage("withdraw_and_revelation"), calm=False), 0
    read: set[str] = set()
    told: set[str] = set()
    while not walk_of(reader).done:
        if "data-every" in reader.parts["steer"]:
            reader.do("tick")
            shown = said_in(reader)
            assert told <= shown, "it stays until the next press"
            stayed += bool(told)
            told |= shown - read
        else:
            step(reader)
            read, told = said_in(reader), set()
    assert stayed


def said_in(reader: Reader) -> set[str]:
    """The sentences of a lesson's words that are shown in full."""
    return {words_of(said) for said in re.findall(r'class="vk-say">(.*?)</div>', shown_of(reader))}


def shown_of(reader: Reader) -> str:
    """The words of a lesson without those that are folded as said before."""
    return re.sub(r'<details class="vk-earlier">.*?</details>', "", reader.parts["coach"], flags=re.S)


def test_the_table_adds_up_nothing_while_it_is_to_be_foretold() -> None:
    reader, hidden = lesson_reader("preparation_and_conflict"), 0
    while not walk_of(reader).done:
        walk, places = walk_of(reader), reader.parts["places"]
        open_now = bool(walk.predicts or walk.open_predictions)
        if walk.view is not None and walk.view.phase == "resolution":
            assert not (open_now and "Power so far" in words_of(places))
            hidden += open_now
        step(reader)
    assert hidden


def test_what_comes_before_the_first_move_is_shown_step_by_step() -> None:
    reader = Reader(vtes_lesson("block", lang="en"), calm=False)
    walk = walk_of(reader)
    assert isinstance(walk.beat, Steps)
    assert "vk-stage" not in reader.parts["event"], "the table is seen first"
    reader.do("tick")
    assert isinstance(walk.beat, YourMove)
    assert "vk-stage" in reader.parts["event"]
    reader.do("again")
    assert isinstance(walk.beat, Steps)


def test_the_move_is_marked_at_once_after_another_one() -> None:
    reader = lesson_reader("first_steps")
    assert "vk-missed" not in reader.parts["coach"]
    reader.do("refused", ["PLAN-13"])
    assert "vk-missed" in reader.parts["coach"]
    step(reader)
    assert "vk-missed" not in reader.parts["coach"]


def test_a_moment_can_be_jumped_to_and_is_done_only_when_it_is_walked() -> None:
    reader = lesson_reader("first_steps")
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
    assert mark.moments == {moment.id for moment in found.moments[2:]}
    assert not mark.finished, "two parts have not been done"
    assert reader.parts["goal"].count("✓") == len(found.moments) - 2, "a tick stands only on what was done"
    reader.press(found.moments[0].title["en"], "goal")
    while walk_of(reader).place[0] < 2:
        step(reader)
    assert kept(reader).lessons["first_steps"].finished


def test_a_part_is_done_with_all_that_it_asks_also_if_it_is_left_by_its_tab() -> None:
    reader = lesson_reader("first_steps")
    found = lessons.find("first_steps")
    walk = walk_of(reader)
    while not walk.part_done:
        step(reader)
    assert walk.place[0] == 0
    reader.press(found.moments[2].title["en"], "goal")
    assert kept(reader).lessons["first_steps"].moments == {found.moments[0].id}
    reader.press(found.moments[1].title["en"], "goal")
    assert kept(reader).lessons["first_steps"].moments == {found.moments[0].id}, "where nothing was done is no tick"


def test_the_address_may_name_a_moment() -> None:
    reader = lesson_reader("first_steps", query="?moment=last-blood")
    assert walk_of(reader).place[0] == 2
    assert walk_of(lesson_reader("first_steps", query="?moment=nowhere")).place[0] == 0


@pytest.mark.parametrize("value", [99, -1, None, "x"])
def test_a_wish_for_a_moment_that_is_not_there_changes_nothing(value: object) -> None:
    reader = lesson_reader("first_steps")
    step(reader)
    place = walk_of(reader).place
    reader.do("moment", value)
    assert reader.alert
    assert "Traceback" not in reader.text
    assert walk_of(reader).place == place


def test_the_language_changes_in_the_middle_and_nothing_else_does() -> None:
    reader = lesson_reader("planning")
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
    reader = lesson_reader("planning")
    reader.press(on_panel(reader, "step", ["card", "BR07"]))
    reader.press(on_panel(reader, "step", ["at", 1]))
    reader.press("Deutsch")
    on = [button.value for button in reader.buttons(*CONTROLS) if button.attributes.get("aria-pressed") == "true"]
    assert ["card", "BR07"] in on
    assert ["at", 1] in on
    reader.press(on_panel(reader, "act", Play("BR07", at=1).to_json()))
    assert walk_of(reader).place > (0, 1)


# What is shown -----------------------------------------------------------------------------------------------


def test_the_numbers_of_an_ally_are_shown_before_and_after_a_drain() -> None:
    name = next(found.id for found in lessons.shipped() if has(found, Numbers))
    reader = lesson_reader(name)
    for _ in walk_through(reader):
        if "vk-numbers-card" in reader.parts["shown_beats"]:
            break
    assert "vk-is-drained" not in reader.parts["shown_beats"]
    press = next(button for button in reader.buttons("shown_beats") if button.do == "numbers")
    reader.press(press)
    assert "vk-is-drained" in reader.parts["shown_beats"]
    reader.press("Take it back", "shown_beats")
    assert "vk-is-drained" not in reader.parts["shown_beats"]


def test_both_readings_of_an_open_rule_stand_side_by_side() -> None:
    seen = 0
    for found in lessons.shipped():
        for k, moment in enumerate(found.moments):
            if not any(isinstance(beat, Both) for beat in moment.beats):
                continue
            reader = lesson_reader(found.id)
            reader.do("moment", k)
            for _ in walk_through(reader):
                if "vk-both-ways" in reader.parts["coach"]:
                    break
            columns = re.findall(r'<div class="vk-reading">(.*?)</details></div>', reader.parts["coach"])
            assert len(columns) == 2
            assert "As the kit plays it" in words_of(columns[0])
            assert "The other reading" in words_of(columns[1])
            assert columns[0] != columns[1]
            seen += 1
    assert seen >= 2


def has(found: Lesson, kind: type) -> bool:
    """Whether a lesson has a beat of this kind."""
    return any(isinstance(beat, kind) for moment in found.moments for beat in moment.beats)


def test_a_display_may_give_out_the_sheet() -> None:
    with open(lessons.find("first_steps").file, encoding="utf-8") as file:
        text = file.read()
    mine = lessons.loads(text.replace("- show: clock", "- show: aid").replace("id: first_steps", "id: mine"))
    reader = Reader(LessonPage(mine, lang="de"))
    for _ in walk_through(reader):
        if any(button.do == "aid" for button in reader.buttons("coach")):
            break
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


# Around it ---------------------------------------------------------------------------------------------------


def test_progress_of_another_day_is_joined_and_kept() -> None:
    before = Progress()
    before.met(["EOG-01"])
    before.lesson("planning", "blood")
    reader = lesson_reader("planning", stored={"progress": before.dumps(), "lang": "de"})
    step(reader)
    mark = kept(reader)
    assert "EOG-01" in mark.rules
    assert mark.lessons["planning"].moments == {"blood"}
    assert "PLAN-01" in mark.rules


def test_progress_that_cannot_be_read_is_told_and_not_written_over() -> None:
    reader = lesson_reader("first_steps", stored={"progress": '{"format": "vendetta-progress/9"}'})
    assert "vendetta-progress/9" in reader.alert
    for _ in walk_through(reader):
        pass
    assert reader.store["progress"] == '{"format": "vendetta-progress/9"}'


def test_a_lesson_checks_itself() -> None:
    assert re.fullmatch(r"\d+ moves, \d+ questions, \d+ rules: all well", lesson("first_steps").check())


def test_a_check_fails_with_the_lines_of_what_does_not_work() -> None:
    with open(lessons.find("first_steps").file, encoding="utf-8") as file:
        text = file.read()
    broken = lessons.loads(text.replace("rules: [FLOW-01, FLOW-02,", "rules: [VREL-01, FLOW-02,"), "mine.yaml")
    with pytest.raises(AssertionError, match=r"mine\.yaml:\d+: rules: VREL-01 is never met"):
        LessonPage(broken).check()


def test_a_lesson_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="lesson: found 'nowhere'; expected one of "):
        lesson("nowhere")


def test_an_unknown_click_is_told() -> None:
    reader = lesson_reader("first_steps")
    reader.do("dance")
    assert "“dance”" in reader.alert


def test_only_what_changes_goes_to_the_browser() -> None:
    reader = lesson_reader("planning")
    reader.news()
    reader.do("numbers", "AL16")
    sent = json.loads(reader.news())
    assert "frame" not in sent
    assert set(sent["parts"]) <= {"coach"}


def test_whoever_was_in_the_middle_goes_on_there() -> None:
    found = lessons.find("first_steps")
    progress = Progress()
    progress.lesson("first_steps", found.moments[0].id)
    reader = lesson_reader("first_steps", stored={"progress": progress.dumps()})
    assert walk_of(reader).place[0] == 1
    assert found.moments[1].title["en"] in words_of(reader.parts["coach"])
    progress.lesson("first_steps", finished=True)
    again = lesson_reader("first_steps", stored={"progress": progress.dumps()})
    assert walk_of(again).place[0] == 0, "what is finished begins anew"


def test_what_is_new_is_read_out() -> None:
    reader = lesson_reader("planning")
    heard = len(reader.said)
    step(reader)
    assert "face up costs nothing." in reader.said[-1]
    assert "Who has the next turn?" in reader.said[-1]
    assert "[[" not in reader.said[-1]
    assert len(reader.said) == heard + 1
    step(reader)
    assert "Right." in reader.said[-1]
    reader.press("Deutsch")
    step(reader)
    step(reader)
    assert "Du bist wieder am Zug" in reader.said[-1]


def test_who_comes_back_after_a_parts_last_move_reads_its_last_words() -> None:
    progress = Progress()
    progress.lesson("withdraw_and_revelation", "leave")
    reader = lesson_reader("withdraw_and_revelation", stored={"progress": progress.dumps()})
    said = words_of(reader.parts["coach"])
    assert said.startswith("At the end of the part before: The card that left The Rack has won you the Haven")
    assert walk_of(reader).place[0] == 1
    step(reader)
    assert "At the end of the part before" not in words_of(reader.parts["coach"])


def test_what_happens_in_two_readings_is_folded_below_what_comes_of_them() -> None:
    reader = lesson_reader("withdraw_and_revelation")
    walk_to(reader, Both)
    coach = reader.parts["coach"]
    assert coach.count("vk-watched") == coach.count("<details><summary>What happens in it") == 2
    assert coach.index("vk-watched") < coach.index("What happens in it")
