"""The drill page: what it asks about and when, how each form is answered, graded once, and noted."""

from __future__ import annotations

import html
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.selection import cases, mostly_long
from tests.widgets.helpers import Reader, pressables, words_of
from tests.widgets.walking import answers_of, assert_reads_well
from vendetta_kit import rulebook
from vendetta_kit.course import lessons
from vendetta_kit.course.drills import topic_of
from vendetta_kit.course.known_rules import rules_up_to
from vendetta_kit.course.lesson_player import OpenQuestion
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import AnswerOption, Question
from vendetta_kit.games.vendetta.course import drills, markup
from vendetta_widgets import DrillPage, drill, question_html
from vendetta_widgets.drill_session import SET, DrillSession
from vendetta_widgets.html import HtmlWriter
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.page_phrases import UserError

FORMS = ("one", "many", "number")


def page_of(reader: Reader) -> DrillPage:
    assert isinstance(reader.page, DrillPage)
    return reader.page


def question_of(reader: Reader) -> Question:
    """The question that is open or was just answered."""
    question = page_of(reader).asking.question
    assert question is not None
    return question


def answer(reader: Reader, values: tuple[str, ...] | None = None) -> None:
    """Answer the open question: rightly, or as said."""
    question = question_of(reader)
    reader.do("drill", answers_of(asked_of(question), values or question.right))


def asked_of(question: Question) -> OpenQuestion:
    return OpenQuestion(question.form, question.prompt, question.options)


def wrong_answer(question: Question) -> tuple[str, ...]:
    """An answer that is not right."""
    if question.form == "number":
        return (str(int(question.right[0]) + 1),)
    return next((option.value,) for option in question.options if (option.value,) != question.right)


def go_on(reader: Reader) -> None:
    """To the next question, or to the next set."""
    reader.press("10 more" if page_of(reader).asking.done else "Next question")


def until(reader: Reader, form: str) -> Question:
    """Answer questions until one of this form is asked."""
    for _ in range(200):
        if question_of(reader).form == form:
            return question_of(reader)
        answer(reader)
        go_on(reader)
    raise AssertionError(f"no question of form {form} was asked")


def kept(reader: Reader) -> Progress:
    return Progress.loads(reader.store["progress"])


# What is asked about -----------------------------------------------------------------------------------------


def test_the_same_seed_asks_the_same_questions() -> None:
    asked: list[list[str]] = []
    for seed in (5, 5, 6):
        reader = Reader(drill("planning", lang="en", seed=seed))
        asked.append([])
        for _ in range(6):
            asked[-1].append(question_of(reader).id)
            answer(reader)
            go_on(reader)
    assert asked[0] == asked[1]
    assert len(set(asked[0])) > 3
    assert asked[2] != asked[0]


@pytest.mark.parametrize("about", ["frenzy-01", "planning", "PLAN-11", "RUL-01", "all"])
def test_it_asks_about_what_was_chosen(about: str) -> None:
    rules = {heading.id: heading.rules for heading in lessons.headings()}
    if about == "frenzy-01":
        with pytest.raises(UserError, match="no lesson or rule “frenzy-01” to ask about"):
            drill(about)
        return
    reader = Reader(drill(about, lang="en", seed=3))
    wanted = set(rules.get(about, (about,)))
    for _ in range(5):
        if about != "all":
            assert wanted & set(question_of(reader).rules)
        answer(reader)
        assert_reads_well(reader, about)
        if page_of(reader).asking.done:
            return  # there is no more to ask about it
        go_on(reader)


def test_the_choice_is_on_the_page_and_can_be_changed() -> None:
    reader = Reader(drill(lang="de", seed=3))
    options = [found for found in pressables(reader.parts["about"]) if found.name == "option"]
    assert [found.attributes["value"] for found in options[:2]] == ["met", "all"]
    assert [found.attributes["value"] for found in options[2:]] == [heading.id for heading in lessons.headings()]
    assert [found.attributes["value"] for found in options if "selected" in found.attributes] == ["met"]
    assert any(lessons.headings()[3].title["de"] in found.text for found in options)
    for about in ("diablerie", "DRAIN-04"):
        reader.do("about", about)
        chosen = [found for found in pressables(reader.parts["about"]) if "selected" in found.attributes]
        assert [found.attributes["value"] for found in chosen] == [about]
        assert page_of(reader).asking.asked == 1
    assert rulebook.rule("DRAIN-04", "de").title in words_of(reader.parts["about"])
    assert "DRAIN-04" in question_of(reader).rules


@pytest.mark.parametrize("about", ["nonsense", "HAND-10", "<b>", ""])
def test_what_cannot_be_asked_about_is_told_and_the_question_stays(about: str) -> None:
    reader = Reader(drill("planning", lang="en", seed=3))
    before = question_of(reader)
    reader.do("about", about)
    assert f"“{about}”" in reader.alert
    assert question_of(reader) is before
    answer(reader)
    assert reader.alert == ""


def test_the_address_may_say_what_to_ask_about() -> None:
    for name in ("FRZ-01", "vendetta:FRZ-01"):
        assert "FRZ-01" in question_of(Reader(drill(lang="en"), query=f"?about={name}")).rules
    assert "“vtes:BLOCK-07”" in Reader(drill(lang="en"), query="?about=vtes:BLOCK-07").alert
    reader = Reader(drill("planning", lang="en"), query="?about=nonsense")
    assert "“nonsense”" in reader.alert
    answer(reader)
    assert reader.alert == ""


def test_the_address_may_say_which_questions_all_areasked_of() -> None:
    first, again = (question_of(Reader(drill(lang="en"), query="?about=all&seed=7")) for _ in range(2))
    assert first.id == again.id
    reader = Reader(drill(lang="en"), query="?about=all&seed=seven")
    assert "“seven”" in reader.alert
    assert "0 to 1000000000000000" in reader.alert


@cases("lang", ["en", "de"], quick=["en"])
def test_a_newcomer_is_told_that_it_is_too_early_and_offered_the_next_lesson(lang: str) -> None:
    first, second = lessons.headings()[:2]
    one_lesson = learner_of(first.id)
    one_lesson.met(second.rules)
    for progress, following, n in ((Progress(), first, 0), (one_lesson, second, len(first.rules))):
        reader = Reader(drill(lang=lang), stored={"progress": progress.dumps()})
        shown = reader.parts["drill"]
        assert page_of(reader).asking.question is None
        assert f" {n} " in words_of(shown), "what only stood beside an event was not learned"
        assert following.title[lang] in words_of(shown)
        ways = [found.attributes["data-notebook"] for found in pressables(shown) if found.name == "a"]
        assert ways == [notebook_of(following.id)]
    reader.do("about", "met")
    assert words_of(shown).partition(". ")[0][-30:] in reader.said[-1]
    reader.do("drill_next")
    assert page_of(reader)._about == second.id
    for _ in range(SET):
        assert set(question_of(reader).rules) <= rules_up_to(second.id), "nothing above the level of that lesson"
        answer(reader)
        if page_of(reader).asking.done:
            break
        reader.do("drill_on")


def learner_of(*names: str) -> Progress:
    """A learner who has walked these lessons."""
    progress = Progress()
    for name in names:
        progress.lesson(name, finished=True)
    return progress


@pytest.mark.parametrize("seed", mostly_long(range(6), quick=1))
def test_after_some_lessons_only_what_they_taught_isasked_of(seed: int) -> None:
    """Right after lesson 00 a table of round 3 with Drained cards and tokens was asked about."""
    names = [heading.id for heading in lessons.headings()[:3]]
    taught = {rule for heading in lessons.headings()[:3] for rule in heading.rules}
    reader = Reader(drill(lang="en", seed=seed), stored={"progress": learner_of(*names).dumps()})
    while not page_of(reader).asking.done:
        question = question_of(reader)
        assert set(question.rules) <= taught, question.id
        if question.view is not None:
            assert not any(seat.drained or seat.tokens_up or seat.tokens_down for seat in question.view.seats)
        answer(reader)
        if not page_of(reader).asking.done:
            go_on(reader)


# A set -------------------------------------------------------------------------------------------------------


@cases("about", ["all", "planning"], quick=["all"])
def test_nothing_comes_again_within_ten(about: str) -> None:
    reader = Reader(drill(about, lang="en", seed=4))
    topics: list[str] = []
    for _ in range(2 * SET):
        topics.append(topic_of(question_of(reader).id))
        assert len(set(topics[-SET:])) == len(topics[-SET:]), topics[-1]
        answer(reader)
        go_on(reader)


def test_nothing_comes_again_in_a_set_about_few_rules() -> None:
    asking = DrillSession(("REW-02", "REW-05"), seed=1, taught=frozenset(("REW-02", "REW-05")))
    topics: list[str] = []
    while not asking.done and len(topics) < SET:
        asking.next(Progress())
        if asking.question is None or asking.given is not None:
            break
        topics.append(topic_of(asking.question.id))
        asking.answer(answers_of(asked_of(asking.question), asking.question.right))
    assert len(topics) > 1
    assert len(set(topics)) == len(topics)


def test_what_was_asked_before_the_page_was_opened_again_is_not_asked_at_once() -> None:
    stored, asked = {"progress": learner_of("first_steps", "set_up").dumps()}, []
    for seed in range(4):
        reader = Reader(drill("planning", lang="en", seed=1), stored=stored)
        for _ in range(2):
            asked.append(topic_of(question_of(reader).id))
            answer(reader, wrong_answer(question_of(reader)))
            go_on(reader)
        assert len(set(asked)) == len(asked) == 2 * (seed + 1)
        stored = dict(reader.store)


def test_a_set_ends_with_what_to_look_at_again() -> None:
    reader = Reader(drill("planning", lang="en", seed=2))
    missed: list[str] = []
    for n in range(1, SET + 1):
        question = question_of(reader)
        assert f"Question {n} of {SET}" in words_of(reader.parts["drill"])
        assert "vk-drill-end" not in reader.parts["drill"]
        if n in (3, 8):
            missed += question.rules[:2]
            answer(reader, wrong_answer(question))
        else:
            answer(reader)
        if n < SET:
            go_on(reader)
    end = reader.parts["drill"].partition("vk-drill-end")[2].partition("vk-ways")[0]
    assert f"8 of {SET} right" in words_of(end)
    assert f"8 of {SET} right" in reader.said[-1]
    assert "Look at these again" in words_of(end)
    opens = re.findall('data-open="([^"]*)"', end)
    assert opens == [f"rule:{rule}" for rule in dict.fromkeys(missed)]
    assert all(rulebook.find(rule).title in words_of(end) for rule in missed)
    reader.press(next(button for button in reader.buttons("drill") if button.value == opens[0]))
    assert reader.dialog is not None
    assert missed[0] in reader.dialog
    assert "00_start_here" in reader.parts["drill"]
    reader.press(f"{SET} more")
    assert f"Question 1 of {SET}" in words_of(reader.parts["drill"])
    assert "vk-drill-end" not in reader.parts["drill"]


def test_a_set_without_a_miss_says_so() -> None:
    reader = Reader(drill("planning", lang="de", seed=2))
    for _ in range(SET - 1):
        answer(reader)
        reader.press("Nächste Frage")
    answer(reader)
    shown = words_of(reader.parts["drill"])
    assert "Nichts zum Nachlesen" in shown
    assert "Sieh dir diese" not in shown


def test_a_set_ends_early_where_nothing_new_is_left() -> None:
    asking = DrillSession(("COMP-05",), seed=1, taught=frozenset(("COMP-05",)))
    progress = Progress()
    while not asking.done:
        asking.next(progress)
        if asking.question is not None and asking.given is None:
            asking.answer(answers_of(asked_of(asking.question), asking.question.right))
    assert 0 < asking.asked < SET
    assert "Nothing else can be asked about this" in words_of(asking.html(HtmlWriter("en")))


@pytest.mark.parametrize("right", [(), ("0",), ("0", "2"), ("0", "1", "2")])
def test_several_right_answers_read_as_a_sentence(right: tuple[str, ...]) -> None:
    options = tuple(
        AnswerOption(str(k), dict.fromkeys(("en", "de"), name)) for k, name in enumerate(("Ann", "Bob", "Cy"))
    )
    question = Question("q", "many", (), {"en": "Who?", "de": "Wer?"}, options, right, (), None)
    said = words_of(question_html.graded(question, ("1",), HtmlWriter("en")))
    wanted = {0: "–", 1: "Ann", 2: "Ann and Cy", 3: "Ann, Bob and Cy"}[len(right)]
    assert f"The answer: {wanted}" in said
    assert question_html.verdict(question, right, HtmlWriter("de")).endswith(wanted.replace(" and ", " und "))


def test_due_rules_come_first_wherever_she_asks() -> None:
    long_ago = datetime.now(UTC) - timedelta(days=30)
    progress = learner_of("first_steps", "feed_and_hand_building")
    progress.met(["EOG-01", "SET-01", "CONF-04"])
    progress.answered(["FRZ-01"], False, "asked", long_ago)
    progress.answered(["EOG-01"], True, "asked later", long_ago + timedelta(days=29, hours=23, minutes=59))
    frenzy = next(heading for heading in lessons.headings() if "FRZ-01" in heading.rules)
    for about in ("met", "all", frenzy.id):
        asked = 0
        for seed in range(12):
            reader = Reader(drill(about, lang="en", seed=seed), stored={"progress": progress.dumps()})
            assert "Rules due now: 1." in words_of(reader.parts["about"])
            asked += "FRZ-01" in question_of(reader).rules
        assert asked >= 4, f"{about}: {asked} of 12"


def test_rules_that_no_drill_asks_about_are_passed_over() -> None:
    progress = Progress()
    progress.met(["HAND-10", "VTAG-03", "FUT-99"])
    progress.used(["HAND-10", "FUT-98"])
    progress.lesson("set_up", finished=True)
    for about in ("met", "all"):
        reader = Reader(drill(about, lang="en", seed=1), stored={"progress": progress.dumps()})
        assert reader.alert == ""
        assert set(question_of(reader).rules) & drills.rules_with_drills()
        answer(reader)
        assert "FUT-99" in kept(reader).rules, "a rule of another version is kept"


# Answers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_answered_rightly_and_worked_out(form: str) -> None:
    reader = Reader(drill("all", lang="en", seed=11))
    question = until(reader, form)
    before = kept(reader) if "progress" in reader.store else Progress()
    answer(reader)
    shown = words_of(reader.parts["drill"])
    assert "✓ Right." in shown
    for line in question.working:
        assert words_of(markup.plain(line.text["en"]))[:40] in shown
    mark = kept(reader).rules[question.rules[0]]
    past = before.rules.get(question.rules[0])
    assert mark.right == (past.right if past else 0) + 1
    assert question.id[:160] in [line.question for line in kept(reader).log]


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_answer_is_told_with_the_right_one_and_counts_once(form: str) -> None:
    reader = Reader(drill("all", lang="en", seed=11))
    question = until(reader, form)
    answer(reader, wrong_answer(question))
    shown = words_of(reader.parts["drill"])
    assert "✗ Not this time." in shown
    assert "You said:" in shown
    assert "The answer:" in shown
    noted = kept(reader).to_json()
    answer(reader)
    assert kept(reader).to_json() == noted
    assert "✗ Not this time." in words_of(reader.parts["drill"])
    right, asked = page_of(reader).asking.right, page_of(reader).asking.asked
    assert f"{right} of {asked} right" in words_of(reader.parts["drill"])


@pytest.mark.parametrize(
    ("form", "value", "said"),
    [
        ("number", {"number": ""}, "Choose or type an answer first."),
        ("number", {"number": "  "}, "Choose or type an answer first."),
        ("number", {"number": "three"}, "“three” is no whole number"),
        ("number", {"number": "2.5"}, "“2.5” is no whole number"),
        ("number", {"number": "²"}, "no whole number"),
        ("number", {"number": "9" * 400}, "no whole number"),
        ("many", {}, "Choose or type an answer first."),
        ("many", {"other": "on"}, "Choose or type an answer first."),
    ],
)
def test_an_answer_that_is_none_is_told_and_nothing_is_graded(form: str, value: object, said: str) -> None:
    reader = Reader(drill("all", lang="en", seed=11))
    question = until(reader, form)
    before = dict(reader.store)
    reader.do("drill", value)
    assert said in reader.alert
    assert (question_of(reader), page_of(reader).asking.given, reader.store) == (question, None, before)
    answer(reader)
    assert reader.alert == ""


def test_the_fields_of_a_form_can_be_used() -> None:
    reader = Reader(drill("all", lang="en", seed=11))
    question = until(reader, "many")
    found = pressables(reader.parts["drill"])
    (sends,) = [button for button in found if button.name == "form"]
    assert sends.do == "drill"
    fields = [field for field in found if field.name == "input"]
    assert all(f'for="{field.attributes["id"]}"' in reader.parts["drill"] for field in fields), "each has a label"
    assert [field.attributes["name"] for field in fields] == [f"pick-{option.value}" for option in question.options]


def test_one_press_answers_by_an_option_or_a_number_and_one_goes_on() -> None:
    reader = Reader(drill("all", lang="en", seed=11))
    for form in ("number", "one"):
        question = until(reader, form)
        texts = {option.value: markup.plain(option.text["en"], "en") for option in question.options}
        reader.press(texts.get(question.right[0], question.right[0]))
        assert "✓ Right." in words_of(reader.parts["drill"])
        (on,) = [one for one in pressables(reader.parts["drill"]) if "data-space" in one.attributes]
        assert (on.do, "data-enter" in on.attributes) == ("drill_on", True), "Space and Enter press it, too"
        go_on(reader)


_ON_THE_TABLE = r'data-thing="([^"]*)"( data-answer)?'


def test_what_options_name_on_the_table_answers_there_and_stands_there() -> None:
    reader = Reader(drill("all", lang="en", seed=2))
    named = 0
    for _ in range(30):
        question, shown = question_of(reader), reader.parts["drill"]
        things = {option.thing: option.value for option in question.options if option.thing}
        told = re.search(r'data-answers="([^"]*)"', shown)
        assert bool(told) == bool(things and question.view is not None)
        if told is not None:
            named += 1
            assert json.loads(html.unescape(told[1])) == things
            there = [(set(names.split()), bool(mark)) for names, mark in re.findall(_ON_THE_TABLE, shown)]
            assert set(things) <= set[str]().union(*(names for names, _ in there))
            assert all(marked is bool(names & things.keys()) for names, marked in there), "only answers are outlined"
        answer(reader)
        assert "data-answers" not in reader.parts["drill"]
        go_on(reader)
    assert named


def test_the_table_of_a_question_is_shown_with_it() -> None:
    reader = Reader(drill("all", lang="en", seed=2))
    with_table = 0
    for _ in range(12):
        question = question_of(reader)
        shown = "vk-scene-of-drill" in reader.parts["drill"]
        assert shown == (question.view is not None and question.table), "where the question lies on it"
        with_table += shown
        if shown:
            assert all(name in words_of(reader.parts["drill"]) for name in question.view.names)
        answer(reader)
        go_on(reader)
    assert with_table


def test_two_of_three_questions_lie_on_a_table() -> None:
    reader, laid, pressed = Reader(drill("all", lang="en", seed=3)), 0, 0
    for _ in range(SET * 2):
        question = question_of(reader)
        laid += question.view is not None and question.table
        pressed += any(option.thing for option in question.options)
        answer(reader)
        go_on(reader)
    assert laid >= SET * 2 * 0.6
    assert pressed >= SET * 2 * 0.2


SHOWN = {"winner": (1, 0), "score": (0, 1), "feed_loss": (0, 1), "power": (1, 0), "may": (1, 1)}
"""How many Locations and players' cards some families show."""


def test_of_a_table_no_more_is_shown_than_the_question_needs() -> None:
    ids = [name for places in drills.moments().values() for name in places["ids"]]
    for family, (places, players) in SHOWN.items():
        question = drills.by_id(next(name for name in ids if name.startswith(f"{family}:")))
        page = drill("all", lang="en", seed=3)
        page.asking.question, page.asking.given = question, None
        shown = page.asking.html(page.pen())
        assert (shown.count("data-place="), shown.count('class="vk-player ')) == (places, players), family


def test_the_table_shows_what_was_right_and_what_was_said() -> None:
    question = next(
        drills.by_id(name)
        for places in drills.moments().values()
        for name in places["ids"]
        if name.startswith("winner:") and drills.by_id(name).right != ("nobody",)
    )
    page = drill("all", lang="en", seed=3)
    wrong = next(option for option in question.options if option.thing and option.value not in question.right)
    page.asking.question, page.asking.given = question, (wrong.value,)
    shown = page.asking.html(page.pen())
    assert re.search(rf'data-thing="[^"]*seat-{question.right[0]}" data-right', shown)
    assert f'data-thing="{wrong.thing}" data-wrong' in shown
    assert "data-answer" not in shown


def test_what_comes_back_after_an_error_is_told() -> None:
    reader = Reader(drill("planning", lang="en", seed=3))
    assert "Rules due now: 0." in words_of(reader.parts["about"])
    answer(reader, wrong_answer(question_of(reader)))
    assert "Coming back within a day: " in words_of(reader.parts["about"])


def test_power_is_added_up_on_the_table_only_once_it_is_answered() -> None:
    reader, added = Reader(DrillPage("all", seed=11)), 0
    for _ in range(40):
        assert "Power so far" not in reader.words
        answer(reader)
        added += "Power so far" in reader.words
        go_on(reader)
    assert added


def test_the_language_changes_while_a_question_is_open() -> None:
    reader = Reader(drill("planning", lang="en", seed=3))
    question = question_of(reader)
    reader.press("Deutsch")
    assert question_of(reader) is question
    assert words_of(markup.plain(question.prompt["de"], "de"))[:30] in words_of(reader.parts["drill"])
    answer(reader)
    assert "Richtig." in words_of(reader.parts["drill"])


def test_a_click_that_means_nothing_is_told() -> None:
    reader = Reader(drill("planning", lang="en", seed=3))
    reader.do("dance")
    assert "“dance”" in reader.alert
