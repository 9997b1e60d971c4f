"""What a drill says after an answer, and what it may ask whom: reasons, sums, and nothing that was not told."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.widgets.helpers import Reader, words_of
from tests.widgets.test_drill_page import answer, asked_of, page_of, wrong_answer
from tests.widgets.walking import answers_of
from vendetta_kit.course import lessons
from vendetta_kit.course.drills import is_statement
from vendetta_kit.course.known_rules import told_rules
from vendetta_kit.course.progress import Progress
from vendetta_kit.course.questions import AnswerOption, Question
from vendetta_kit.games.vendetta.course import drills
from vendetta_kit.registered_games import registered
from vendetta_widgets import drill, question_html
from vendetta_widgets.drill_session import SET, DrillSession
from vendetta_widgets.html import HtmlWriter


def test_after_an_answer_one_sentence_says_why_and_more_opens_with_a_press() -> None:
    question = drills.statement("PLAN-03")
    assert question.reason is not None
    pen, reason = HtmlWriter("en"), question.reason["en"]
    right = question_html.graded(question, question.right, pen, brief=True)
    shown, _, opened = right.partition("<details>")
    assert words_of(shown) == f"✓ Right. {reason} PLAN-03"
    assert "one Clan card" not in shown, "the reason is not the sentence again"
    wrong = question_html.graded(question, wrong_answer(question), pen, brief=True)
    shown, _, opened = wrong.partition("<details>")
    assert words_of(shown).endswith(f"{reason} PLAN-03")
    assert "What goes with it" in opened


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_after_right_a_sentence_says_why_and_no_code_stands_on_the_page(game: str) -> None:
    """It was “✓ Right. 2 PLAN-02”."""
    subject = registered(game).subject()
    found = {name.partition(":")[0]: name for places in subject.drills().moments().values() for name in places["ids"]}
    for name in found.values():
        question = subject.drills().by_id(name)
        for lang in ("en", "de"):
            shown = question_html.graded(question, question.right, HtmlWriter(lang, game=game), brief=True)
            told = words_of(shown.partition("<details>")[0]).removesuffix(question.rules[0]).split(maxsplit=2)[2]
            assert re.search(r"[^\W\d]{2,}.*[.?]", told), (name, told)
            assert len(told.split()) > 2, (name, told)
    reader = Reader(drill("planning", lang="en", seed=3))
    assert "vk-beginner" in reader.page.frame(page_of(reader).pen()), "a rule stands there as a sign"


def test_power_is_told_as_a_sum_of_cards_and_blood() -> None:
    for family in ("winner", "power"):
        ids = [name for places in drills.moments().values() for name in places["ids"] if name.startswith(f"{family}:")]
        told = [question.reason["en"] for question in map(drills.by_id, ids) if question.reason is not None]
        sums = [one for words in told for one in re.findall(r"([\d+ Blood]+) = (\d+)", words)]
        assert sums, family
        assert all(sum(map(int, re.findall(r"\d+", terms))) == int(whole) for terms, whole in sums)


def test_no_question_names_exactly_those_who_are_its_answer() -> None:
    """“Stay: Cy and Bob … Who takes part?” held its own answer."""
    for name in {name for places in drills.moments().values() for name in places["ids"] if name[:6] == "stays:"}:
        question = drills.by_id(name)
        staying = re.search(r"Stay: (.*?)\.", question.prompt["en"])
        assert staying is not None
        right = {option.text["en"] for option in question.options if option.value in question.right}
        assert right < {*re.split(", | and ", staying[1])} | {"Nobody"}
        assert "Rivals" in question.prompt["en"]


def test_an_option_that_was_missed_is_explained_before_one_that_was_wrongly_chosen() -> None:
    options = [AnswerOption(name, dict.fromkeys(("en", "de"), name), why={"en": f"of {name}"}) for name in "abc"]
    several = Question("several", "many", (), dict.fromkeys(("en", "de"), "?"), tuple(options), ("a", "b"), (), None)
    one = replace(several, form="one", right=("a",))
    pen = HtmlWriter("en")
    for question, given, first in ((several, ("a", "c"), "b"), (several, ("a", "b", "c"), "c"), (one, ("c",), "c")):
        assert f"of {first}" in words_of(question_html.graded(question, given, pen, brief=True)), given


def first_ten(game: str, progress: Progress) -> list[Question]:
    """The questions of a newcomer's first set on what has been told."""
    subject = registered(game).subject()
    asking = DrillSession(sorted(told_rules(progress, subject.guided())), seed=5, taught=frozenset(), subject=subject)
    found = []
    for _ in range(SET):
        asking.next(progress)
        if asking.question is None or asking.done:
            break
        found.append(asking.question)
        asking.answer(answers_of(asked_of(asking.question), asking.question.right))
    return found


@pytest.mark.parametrize("game", ["vendetta", "vtes"])
def test_a_newcomers_first_ten_ask_nothing_of_a_sentence_alone(game: str) -> None:
    progress = Progress(game=game)
    if game == "vendetta":
        progress.met(registered(game).subject().guided())
        progress.used(["PLAN-03"])
    else:
        progress.lesson(lessons.headings(game)[0].id, finished=True)
    asked = first_ten(game, progress)
    assert len(asked) >= SET // 2
    assert not any(is_statement(question.id) for question in asked)


def test_what_is_in_the_box_is_asked_only_of_who_names_the_rule() -> None:
    asking = DrillSession(None, seed=3)
    assert not any(rule.startswith("COMP") for rule in asking._among(drills.DRILLS, None))
    assert DrillSession(("COMP-04",), seed=3)._among(drills.DRILLS, None) == ["COMP-04"]


def test_only_what_was_told_is_asked_and_where_it_was_told_is_said() -> None:
    played = Progress()
    played.met(["WDR-05", "FRZ-09"])
    assert not told_rules(played, registered("vendetta").subject().guided()), "it stood beside an event"
    played.used(["FRZ-01", "WDR-05"])
    assert told_rules(played, registered("vendetta").subject().guided()) == {"WDR-05"}, "a move tells nothing"
    reader = Reader(drill("planning", lang="en", seed=3))
    assert "tells this" not in reader.words
    answer(reader)
    assert "tells this" in words_of(reader.parts["drill"])


def test_each_wrong_answer_has_one_sentence_and_the_rest_opens_with_a_press() -> None:
    pen = HtmlWriter("en")
    found = {name.partition(":")[0]: name for places in drills.moments().values() for name in places["ids"]}
    for name in found.values():
        question = drills.by_id(name)
        shown, folded, _ = question_html.graded(question, wrong_answer(question), pen, brief=True).partition(
            "<details>"
        )
        assert folded, name
        assert shown.count("vk-quiz-reason") == 1, name
        assert "vk-working" not in shown, name
