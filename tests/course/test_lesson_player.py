"""Walking through a lesson: moves, questions, the way back, and what is met; and the checks that a walk makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vendetta_kit.course.lesson_check import run_through
from vendetta_kit.course.lesson_model import Both
from vendetta_kit.course.lesson_player import LessonPlayer, NotNow
from vendetta_kit.course.lessons import load, loads, paths
from vendetta_kit.course.ruling_comparison import compare_readings
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.course.lesson_game import SUBJECT
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Play
from vendetta_kit.kernel.refusal import IllegalAction

SMALL = Path(__file__).parent / "small_lesson.yaml"
GOOD = SMALL.read_text(encoding="utf-8")
HIDDEN = Play("BR07", at=1, face="down", blood=3)


def walk(text: str = GOOD) -> LessonPlayer:
    """At the first beat of the small lesson."""
    return LessonPlayer(loads(text))


def at_the_move(text: str = GOOD) -> LessonPlayer:
    """At the first move of the small lesson."""
    here = walk(text)
    here.go_on()
    return here


def blood(here: LessonPlayer) -> int:
    assert here.view is not None
    return here.view.seats[0].blood


def seen(here: LessonPlayer) -> dict[str, Any]:
    assert here.view is not None
    return here.view.to_json()


# Moves -----------------------------------------------------------------------------------------------------


def test_it_begins_with_words_and_a_table() -> None:
    here = walk()
    assert here.beat is not None
    assert here.beat.key == "say"
    assert here.place == (0, 0)
    assert here.progress == (0, 10)
    assert here.view is not None
    assert here.view.me == 0
    assert here.view.seats[1].hand is None
    assert (here.expected_move, here.asked, here.can_back, here.done) == (None, None, False, False)


def test_the_move_that_is_waited_for_glows_and_is_done() -> None:
    here = at_the_move()
    assert here.expected_move == HIDDEN
    assert here.view is not None
    assert here.view.decision is not None
    assert here.why_not(HIDDEN) is None
    assert here.act(HIDDEN).done
    assert here.place == (0, 2)
    assert blood(here) == 2


def test_another_legal_move_is_not_done_but_answered() -> None:
    here = at_the_move()
    outcome = here.act(Play("BR07", at=2))
    assert not outcome.done
    assert outcome.words == {"en": "Not that one.", "de": "Nicht diese."}
    assert here.place == (0, 1)
    assert blood(here) == 6
    plain = walk(GOOD.replace('        other: {en: "Not that one.", de: "Nicht diese."}\n', ""))
    plain.go_on()
    words = plain.act(Drain("VI01")).words
    assert words is not None
    assert "glow" in words["en"]
    assert "leuchtet" in words["de"]


@pytest.mark.rules("PLAN-04")
def test_an_illegal_move_says_why_and_counts_as_met() -> None:
    here = at_the_move()
    assert "PLAN-04" not in here.met
    why = here.why_not(Play("BR02", at=1))
    assert why is not None
    assert "PLAN-04" not in here.met
    with pytest.raises(IllegalAction) as refused:
        here.act(Play("BR02", at=1))
    assert refused.value.rule == why.rules[0] == "PLAN-04"
    assert "PLAN-04" in here.met
    assert here.place == (0, 1)


def test_what_is_not_waited_for_is_said() -> None:
    here = walk()
    with pytest.raises(NotNow, match="no move"):
        here.act(HIDDEN)
    with pytest.raises(NotNow, match="no answer"):
        here.answer(["1"])
    with pytest.raises(NotNow, match="start"):
        here.back()
    with pytest.raises(NotNow, match="two readings"):
        here.readings()
    here.go_on()
    with pytest.raises(NotNow, match="a move is waited for"):
        here.go_on()
    here.act(HIDDEN)
    with pytest.raises(NotNow, match="an answer is waited for"):
        here.go_on()
    here.to("ruling")
    with pytest.raises(NotNow, match="no table"):
        here.why_not(HIDDEN)
    with pytest.raises(KeyError):
        here.to("nowhere")
    with pytest.raises(KeyError):
        here.to(2)


def test_the_story_goes_on_and_shows_what_is_refused() -> None:
    here = at_the_move()
    here.act(HIDDEN)
    here.answer(["2"])
    here.go_on()
    assert here.plays_steps
    here.go_on()
    assert here.place == (0, 4)
    (refused,) = here.refused[3]
    assert (refused.seat, refused.why.rules) == (2, ("PLAN-12",))
    assert here.steps_left == 1
    assert "TO03" not in str(here.view)


def test_a_free_move_is_a_whole_turn_and_stands_for_the_step_of_the_file() -> None:
    here = at_the_move()
    here.act(HIDDEN)
    here.answer(["2"])
    here.go_on()
    here.go_on()
    assert here.beat is not None
    assert here.beat.key == "free_move"
    assert here.act(Drain("VI01")).done
    assert here.beat.key == "free_move"
    assert here.act(Play("BR09", at="haven")).done
    assert here.place == (0, 5)
    assert here.steps_left == 0
    here.go_on()
    assert here.failures == []


def test_a_turn_that_could_go_on_is_ended_by_the_learner() -> None:
    here = at_the_move()
    here.act(HIDDEN)
    here.answer(["2"])
    here.go_on()
    here.go_on()
    here.act(Play("BR09", at="haven"))
    assert here.place == (0, 4)
    here.act(EndTurn())
    assert here.place == (0, 5)


# Questions -------------------------------------------------------------------------------------------------


def test_an_answer_is_graded_at_once() -> None:
    here = at_the_move()
    here.act(HIDDEN)
    assert here.asked is not None
    numbers = {option.value for option in here.asked.options}
    assert {"2", "3"} < numbers, "it is answered by one press, among others"
    assert (here.asked.form, here.given, here.can_go_on) == ("number", None, False)
    graded = here.answer(["3"])
    assert graded is not None
    assert not graded.right
    assert graded.question.right == ("2",)
    assert (here.graded, here.given, here.can_go_on) == (graded, ("3",), True)
    with pytest.raises(NotNow):
        here.answer(["2"])
    here.back()
    assert here.given is None
    again = here.answer(["2"])
    assert again is not None
    assert again.right
    here.go_on()
    assert here.answers[2] is again
    assert {"PLAN-09", "PLAN-10"} <= set(here.met)


def predicting(kind: str, steps: int = 1) -> LessonPlayer:
    """At a prediction about the hidden play of Bob, which costs him 1 Blood."""
    told = f"      - predict: {kind}\n      - steps: {steps}\n      - steps: {4 - steps}\n"
    here = at_the_move(GOOD.replace("      - steps: 4\n", told))
    here.act(HIDDEN)
    here.answer(["2"])
    here.go_on()
    return here


def test_a_prediction_is_graded_when_it_has_come_to_its_end() -> None:
    here = predicting("{kind: blood, seat: Bob}")
    assert here.predicts
    assert here.asked is not None
    assert here.asked.form == "number"
    assert "Bob" in here.asked.prompt["en"]
    assert here.answer(["5"]) is None
    assert (here.graded, here.given, here.can_go_on) == (None, ("5",), True)
    here.go_on()
    here.go_on()
    (graded,) = here.news
    assert graded.right
    assert (graded.beat, graded.settled, graded.question.right) == (3, 4, ("5",))
    assert here.graded is graded
    assert here.answers[3] is graded
    here.go_on()
    assert here.news == ()
    assert here.answers[3] is graded
    here.back()
    assert here.news == (graded,)


def test_a_prediction_that_never_comes_to_its_end_fails() -> None:
    told = "      - predict: {kind: ambition}\n      - steps: 4\n"
    failures = run_through(loads(GOOD.replace("      - steps: 4\n", told), "f.yaml")).failures
    assert failures == ("f.yaml:63: move: moments[0].beats[3]: the prediction never comes to its end",)


# The way ---------------------------------------------------------------------------------------------------


def test_back_is_exact_and_what_was_met_stays_met() -> None:
    here = at_the_move()
    before = seen(here)
    here.act(HIDDEN)
    here.answer(["2"])
    here.go_on()
    here.go_on()
    met = here.met
    for _ in range(4):
        here.back()
    assert here.place == (0, 1)
    assert seen(here) == before
    assert here.met == met
    assert here.act(HIDDEN).done
    here.back()
    here.back()
    assert not here.can_back


def test_to_a_moment_and_from_the_start_again() -> None:
    here = at_the_move()
    here.act(HIDDEN)
    here.to("ruling")
    assert (here.place, here.view) == ((1, 0), None)
    here.back()
    assert here.place == (0, 2)
    here.restart()
    assert (here.place, here.can_back, blood(here)) == ((0, 0), False, 6)


def test_flow_goes_on_to_where_the_learner_is_wanted() -> None:
    here = walk()
    assert [beat.key for beat in here.flow()] == ["say"]
    assert here.waits
    assert here.flow() == ()
    here.to("ruling")
    here.answer(["1"])
    here.go_on()
    assert [beat.key for beat in here.flow()] == ["both", "numbers"]
    assert here.ends_moment
    assert [beat.key for beat in here.said] == ["ask", "both", "numbers", "show"]
    here.go_on()
    assert here.done
    assert (here.moment, here.beat, here.view, here.said, here.asked) == (None, None, None, (), None)
    assert here.progress == (10, 10)
    assert {"PLAN-08", "PLAN-17"} <= set(here.met)
    with pytest.raises(NotNow, match="done"):
        here.go_on()


@pytest.mark.rules("RUL-01", "PLAN-26")
def test_both_readings_of_a_ruling_side_by_side() -> None:
    here = walk()
    here.to("ruling")
    here.answer(["1"])
    here.go_on()
    forbid, allow = here.readings()
    assert (forbid.option, forbid.default, allow.option, allow.default) == ("forbid", True, "allow", False)
    assert forbid.ruling == allow.ruling == "RUL-01"
    assert forbid.words != allow.words
    assert forbid.numbers == {0: {"blood": 2, "drained": 0, "out": False}}
    assert allow.numbers == {0: {"blood": 3, "drained": 1, "out": False}}
    assert "Ann may not" in forbid.lines[0].text["en"]
    assert "Ann darf das nicht" in forbid.lines[0].text["de"]
    assert forbid.lines[1].rules == ("RUL-01",)
    assert any("FRZ-01" in line.rules for line in allow.lines)
    assert "FRZ-01" in here.met


def test_a_reading_of_a_whole_conflict() -> None:
    text = GOOD.replace("both: last_blood", "both: nobody_left").replace(
        "scenario: empty-pool", "scenario: withdraw-03-all-leave"
    )
    both = loads(text.replace("        watch: {Ann: [blood, drained, out]}\n", "")).moments[1].beats[1]
    assert isinstance(both, Both)
    first, second = compare_readings(SUBJECT, both)
    assert first.lines
    assert second.lines
    assert set(first.numbers) == set(range(len(first.names)))


# Walked through --------------------------------------------------------------------------------------------


def test_a_good_lesson_is_walked_through() -> None:
    report = walk().run_through()
    assert report.ok, report.failures
    assert (report.moves, report.questions) == (3, 2)
    assert {"PLAN-11", "DRAIN-04"} <= set(report.met)


CASES = [
    (
        "      - {seat: Ann, play: BR07, at: 1, face: down, blood: 3}\n",
        "",
        "53: move: moments[0].beats[1]: the scenario's next step is no move that the learner's seat can make now",
    ),
    (
        "      - steps: 4\n",
        "      - steps: 2\n",
        "64: move: moments[0].beats[4]: the learner's seat has nothing to decide here",
    ),
    ("      - steps: 4\n", "      - steps: 9\n", "63: move: moments[0].beats[3]: the story is told to its end"),
    ("rules: [PLAN-11, ", "rules: [FEED-02, ", "83: rules: FEED-02 is never met"),
    ("        rules: [RUL-01]\n", "", "69: ruling: moments[1].beats[0]: a question without rules"),
    (
        '      - free_move: {en: "As you like.", de: "Wie du magst."}\n',
        "",
        "47: move: 1 step of the scenario left untold",
    ),
    (
        "      - {check: {seat: Ann, blood: 2}}",
        "      - {check: {seat: Ann, blood: 3}}",
        "22: {seat: Ann, blood: 3}: blood: expected 3, found 2",
    ),
    (
        '      - say: {en: "**Your** ',
        '      - say: {en: One, de: Eins}\n      - say: {en: Two, de: Zwei}\n      - say: {en: "**Your** ',
        "46: moments: beat 4 is the learner's first move, expected one within the first 3",
    ),
    ("      - {seat: Ann, drained: [VI01]}", "      - {seat: Ann, drained: []}", "45: {seat: Ann, drained: []}: "),
]


@pytest.mark.parametrize(("old", "new", "message"), CASES, ids=[case[2].split(": ")[-1][:40] for case in CASES])
def test_what_does_not_work_is_told(old: str, new: str, message: str) -> None:
    assert old in GOOD
    failures = run_through(loads(GOOD.replace(old, new, 1), "f.yaml")).failures
    assert any(failure.startswith(f"f.yaml:{message}") for failure in failures), failures


def test_an_expectation_at_the_end_of_a_moment_is_judged() -> None:
    text = GOOD.replace('      - free_move: {en: "As you like.", de: "Wie du magst."}\n', "").replace(
        "      - steps: 4\n", "      - steps: 5\n"
    )
    assert run_through(loads(text, "f.yaml")).ok
    text = text.replace("{seat: Ann, at: 2, cards: [BR08]}", "{seat: Ann, at: 2, cards: [BR09]}")
    (failure,) = run_through(loads(text, "f.yaml")).failures
    assert "cards: expected [BR09], found [BR08]" in failure


def test_a_lesson_without_a_move_fails() -> None:
    start, end = GOOD.index("  - id: move"), GOOD.index("  - id: ruling")
    failures = run_through(loads(GOOD[:start] + GOOD[end:], "f.yaml")).failures
    assert any("the learner never makes a move" in failure for failure in failures)


@pytest.mark.parametrize("path", paths(), ids=lambda path: Path(path).stem)
def test_a_lesson_of_the_kit_works_and_every_rule_of_it_is_met(path: str) -> None:
    lesson = load(path)
    report = LessonPlayer(lesson).run_through()
    assert report.ok, "\n".join(report.failures)
    assert set(lesson.rules) <= set(report.met)
    assert report.moves >= 1
    assert 3 <= lesson.drill_count <= 6


# Markup ----------------------------------------------------------------------------------------------------


def test_markup_in_pieces() -> None:
    assert markup.parse("*a* [[pool|Pools]] **b**") == [
        ("italic", "a"),
        ("plain", " "),
        ("ref", "pool|Pools"),
        ("plain", " "),
        ("bold", "b"),
    ]
    assert markup.parse("") == []
    assert markup.plain("[[RUL-01]] [[AL16]] [[pool|Pools]] **x**", "de") == "(RUL-01) Bobby White Pools x"
    assert markup.rules_of("[[RUL-01]] [[AL16]] [[pool]] [[PLAN-11]]") == ("RUL-01", "PLAN-11")


@pytest.mark.parametrize(
    "text", ["**a", "a]]", "[[", "[[nothing]]", "[[br07]]", "**a *b* c**", "a * b", "[[]]", "[[|x]]"]
)
def test_markup_that_does_not_read(text: str) -> None:
    assert markup.fault(text) is not None
