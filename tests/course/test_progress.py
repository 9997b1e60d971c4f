"""Progress: what it holds, how two records merge, when a rule is asked again, and what wrong files get."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vendetta_kit import rulebook
from vendetta_kit.course.progress import FORMAT, FORMAT_OF_ONE_GAME, LEVELS, LOG, MOST, BadProgress, Progress, next_rule
from vendetta_kit.course.rule_map import levels, map_lines, map_signs, rule_map
from vendetta_kit.rulebook import VENDETTA, VTES

MONDAY = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ALL = [entry.id for entry in (*rulebook.all_rules(), *rulebook.all_rulings())]

names = st.sampled_from(["PLAN-01", "PLAN-02", "FRZ-01", "RUL-01", "XYZ-99", "a rule of tomorrow"])
several = st.lists(names, max_size=4)
moments = st.sampled_from(["first-move", "second", "ä\n"])
times = st.integers(0, 90 * 24).map(lambda hours: MONDAY + timedelta(hours=hours))
happenings = st.one_of(
    st.tuples(st.just("met"), several),
    st.tuples(st.just("used"), several),
    st.tuples(st.just("refused"), several),
    st.tuples(st.just("answered"), several, st.booleans(), st.text(max_size=5), times),
    st.tuples(st.just("play_day"), times),
    st.tuples(st.just("lesson"), st.sampled_from(["planning", "frenzy"]), st.none() | moments, st.booleans()),
)


def told(*what: tuple[Any, ...]) -> Progress:
    progress = Progress()
    for name, *arguments in what:
        getattr(progress, name)(*arguments)
    return progress


learners = st.lists(happenings, max_size=12).map(lambda what: told(*what))


# What it holds ---------------------------------------------------------------------------------------------


def test_levels_rise_with_what_she_does() -> None:
    progress = Progress()
    seen = [progress.level("PLAN-11")]
    progress.refused(["PLAN-11"])
    seen.append(progress.level("PLAN-11"))
    progress.used(["PLAN-11"])
    seen.append(progress.level("PLAN-11"))
    progress.answered(["PLAN-11"], True, "q", MONDAY)
    seen.append(progress.level("PLAN-11"))
    progress.answered(["PLAN-11"], True, "q", MONDAY + DAY)
    seen.append(progress.level("PLAN-11"))
    assert tuple(seen) == LEVELS
    assert progress.was_refused("PLAN-11")
    assert not progress.was_refused("PLAN-12")
    progress.answered(["PLAN-11"], False, "q", MONDAY + 2 * DAY)
    assert progress.level("PLAN-11") == "learning"


def test_a_move_or_a_right_answer_proves_a_rule_until_a_wrong_one() -> None:
    progress = Progress()
    progress.met(["PLAN-11"])
    progress.refused(["PLAN-11"])
    assert not progress.is_proved("PLAN-11")
    assert not progress.is_proved("PLAN-12")
    progress.used(["PLAN-11"])
    assert progress.is_proved("PLAN-11")
    progress.answered(["PLAN-11"], False, "q", MONDAY)
    assert not progress.is_proved("PLAN-11"), "a move proves less than a wrong answer takes"
    progress.used(["PLAN-11"])
    assert not progress.is_proved("PLAN-11")
    progress.answered(["PLAN-11", "FRZ-01"], True, "q", MONDAY + DAY)
    assert progress.is_proved("PLAN-11")
    picture = rule_map(progress, "en", MONDAY)
    assert (picture.proved, picture.counts["known"]) == (2, 0)
    assert {section.id: section.proved for section in picture.sections if section.proved} == {"PLAN": 1, "FRZ": 1}
    assert f"Shown in a move or an answer: 2 of {len(ALL)}" in map_lines(picture, progress)


def test_a_question_about_several_rules_counts_for_each() -> None:
    progress = told(("answered", ["PLAN-11", "GLOS-10"], False, "q", MONDAY))
    assert [progress.level(rule) for rule in ("PLAN-11", "GLOS-10")] == ["learning", "learning"]
    assert progress.rules["GLOS-10"].wrong == 1
    assert [line.rule for line in progress.log] == ["PLAN-11"]


def test_an_answer_about_no_rule_changes_nothing() -> None:
    assert told(("answered", [], True, "q", MONDAY)) == Progress()


def test_lessons() -> None:
    progress = Progress()
    progress.lesson("planning", "first-move")
    progress.lesson("planning", "second")
    assert progress.lessons["planning"].moments == {"first-move", "second"}
    assert not progress.lessons["planning"].finished
    progress.lesson("planning", finished=True)
    progress.lesson("planning", "first-move")
    assert progress.lessons["planning"].finished


def test_a_time_without_a_zone_is_no_time() -> None:
    with pytest.raises(ValueError, match="time zone"):
        Progress().answered(["PLAN-11"], True, "q", datetime(2026, 1, 5))


def test_any_zone_will_do() -> None:
    berlin = MONDAY.astimezone(timezone(timedelta(hours=1)))
    there = told(("answered", ["PLAN-11"], True, "q", berlin))
    assert there == told(("answered", ["PLAN-11"], True, "q", MONDAY))
    assert there.due(berlin + DAY) == ["PLAN-11"]


def test_counts_end_somewhere() -> None:
    progress = told(("met", ["PLAN-11"]))
    for _ in range(MOST + 5):
        progress.met(["PLAN-11"])
    assert progress.rules["PLAN-11"].met == MOST
    assert Progress.loads(progress.dumps()) == progress


# Merging ---------------------------------------------------------------------------------------------------


@given(learners, learners)
def test_merging_does_not_care_who_is_first(one: Progress, two: Progress) -> None:
    assert one.merge(two) == two.merge(one)


@given(learners, learners)
def test_merging_twice_is_merging_once(one: Progress, two: Progress) -> None:
    both = one.merge(two)
    assert one.merge(one) == one
    assert both.merge(one) == both
    assert both.merge(two) == both


@given(learners, learners, learners)
def test_merging_three_is_the_same_in_any_order(one: Progress, two: Progress, three: Progress) -> None:
    assert one.merge(two).merge(three) == one.merge(two.merge(three))


@given(learners, learners)
def test_merging_loses_nothing_and_changes_neither(one: Progress, two: Progress) -> None:
    before = one.dumps(), two.dumps()
    both = one.merge(two)
    assert (one.dumps(), two.dumps()) == before
    assert set(both.rules) == set(one.rules) | set(two.rules)
    for part in (one, two):
        for rule, mark in part.rules.items():
            kept = both.rules[rule]
            assert kept.met >= mark.met
            assert kept.used >= mark.used
            assert kept.refused >= mark.refused
            assert kept.right >= mark.right
            assert kept.wrong >= mark.wrong
            assert mark.memory is None or (kept.memory is not None and kept.memory.last >= mark.memory.last)
        for lesson, done in part.lessons.items():
            assert both.lessons[lesson].moments >= done.moments
            assert both.lessons[lesson].finished >= done.finished


def test_the_later_memory_wins() -> None:
    early = told(("answered", ["FRZ-01"], True, "a", MONDAY), ("answered", ["FRZ-01"], True, "b", MONDAY + DAY))
    late = told(("answered", ["FRZ-01"], False, "c", MONDAY + 2 * DAY))
    both = early.merge(late)
    assert both.level("FRZ-01") == "learning"
    assert both.rules["FRZ-01"].memory == late.rules["FRZ-01"].memory
    assert [line.question for line in both.log] == ["a", "b", "c"]


# Keeping it ------------------------------------------------------------------------------------------------


@given(learners)
def test_what_is_written_is_read_again(progress: Progress) -> None:
    text = progress.dumps()
    assert Progress.loads(text) == progress
    assert Progress.loads(text.encode()) == progress
    assert Progress.from_json(progress.to_json()).dumps() == text


def test_rules_of_another_version_are_kept() -> None:
    progress = told(("met", ["NEW-77"]), ("answered", ["NEW-78"], True, "q", MONDAY))
    again = Progress.loads(progress.dumps())
    assert again.level("NEW-77") == "met"
    assert again.level("NEW-78") == "learning"
    assert again.merge(told(("met", ["PLAN-01"]))).level("NEW-77") == "met"
    assert set(ALL) == {place.id for part in rule_map(again, "en", MONDAY).sections for place in part.places}


def test_all_that_a_learner_can_do_stays_small() -> None:
    progress = Progress()
    for k in range(12):
        progress.met(ALL)
        progress.used(ALL)
        progress.refused(ALL)
        for j, rule in enumerate(ALL):
            progress.answered(
                [rule], (k + j) % 4 > 0, f"story:{rule}:{k}:" + "x" * 500, MONDAY + timedelta(days=k, seconds=j)
            )
    for k in range(20):
        for j in range(12):
            progress.lesson(f"lesson-number-{k}", f"a-moment-with-a-long-name-{j}", True)
    assert len(progress.log) == LOG
    assert len(progress.dumps().encode()) < 100_000
    assert Progress.loads(progress.dumps()) == progress


def test_equal_progress_is_the_same_text() -> None:
    one = told(("lesson", "a", "x", False), ("lesson", "b", "y", True))
    two = told(("lesson", "b", "y", True), ("lesson", "a", "x", False))
    assert one.dumps() == two.dumps()


# Several games ---------------------------------------------------------------------------------------------


def in_game(game: str, learner: Progress) -> Progress:
    """The same progress, of another game."""
    return replace(learner, game=game)


@given(learners, learners, learners)
def test_what_she_does_in_one_game_leaves_the_others_alone(one: Progress, two: Progress, three: Progress) -> None:
    both = one.merge(in_game("vtes", two))
    assert both.of("vtes").of("vendetta") == both
    again = Progress.loads(both.dumps(), game="vtes")
    assert again == in_game("vtes", two).merge(one)
    again.met(["BLOCK-07"])
    more = both.merge(again).merge(in_game("a game of tomorrow", three))
    assert (more.rules, more.lessons, more.log, more.done) == (one.rules, one.lessons, one.log, one.done)
    assert more.of("vtes").rules == again.rules
    kept = Progress.loads(more.dumps()).of("a game of tomorrow")
    assert (kept.rules, kept.lessons, kept.log) == (three.rules, three.lessons, three.log)


def test_the_same_id_in_two_games_is_two_rules() -> None:
    shared = sorted({rule.id for rule in VENDETTA.all_rules()} & {rule.id for rule in VTES.all_rules()})
    assert shared
    progress = told(("answered", shared, True, "q", MONDAY))
    other = progress.of("vtes")
    assert {progress.level(rule) for rule in shared} == {"learning"}
    assert {other.level(rule) for rule in shared} == {"new"}
    other.refused(shared[:1])
    both = progress.merge(other)
    assert [both.was_refused(shared[0]), both.of("vtes").was_refused(shared[0])] == [False, True]
    assert both.due(MONDAY + DAY) == progress.due(MONDAY + DAY)


def test_each_game_has_its_map() -> None:
    progress = told(("met", ["PLAN-11"]))
    other = progress.of("vtes")
    other.used(["BLOCK-07"])
    pictures = {game: rule_map(other.of(game), "en", MONDAY) for game in ("vendetta", "vtes")}
    assert {game: picture.game for game, picture in pictures.items()} == {"vendetta": "vendetta", "vtes": "vtes"}
    assert [picture.counts["met"] for picture in pictures.values()] == [1, 0]
    assert [picture.counts["used"] for picture in pictures.values()] == [0, 1]
    rules = {place.id for section in pictures["vtes"].sections for place in section.places}
    assert rules == {entry.id for entry in (*VTES.all_rules(), *VTES.all_rulings())}


# Wrong files -----------------------------------------------------------------------------------------------

GOOD = told(
    ("met", ["PLAN-11"]), ("answered", ["PLAN-11"], True, "q", MONDAY), ("lesson", "planning", "first-move", True)
)


OLD = {"format": FORMAT_OF_ONE_GAME, **GOOD.to_json()["games"]["vendetta"]}


def spoiled(*path: Any, value: Any) -> str:
    """The good file, in the form of one game, with one value changed."""
    row = copy.deepcopy(OLD)
    place: Any = row
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(row)


MEMORY = ("rules", "PLAN-11", "memory")
WRONG: list[tuple[str | bytes, str]] = [
    ("", "cut off at line 1, column 1; expected saved progress"),
    (GOOD.dumps()[:-9], "cut off at line 1"),
    ("hello", "not JSON at line 1, column 1"),
    (b"\xff\xfe\x00", "not UTF-8 text (byte 0)"),
    (b"\x89PNG\r\n\x1a\n", "not UTF-8 text (byte 0)"),
    ("[" * 100_000, "deeper than 20 levels; expected saved progress"),
    ("1" * 5000, "it holds a number of thousands of digits; expected saved progress"),
    (" " * 1_000_001, "larger than 1000000 bytes"),
    ("[]", "there is no 'format'; expected saved progress"),
    ('"text"', "there is no 'format'; expected saved progress"),
    ("null", "there is no 'format'; expected saved progress"),
    ('{"format": "vendetta-save/1", "setup": {}}', "format: found 'vendetta-save/1'; expected vendetta-progress/2"),
    (
        spoiled("format", value="vendetta-progress/3"),
        "format: found 'vendetta-progress/3'; expected vendetta-progress/2",
    ),
    (spoiled("format", value=[1, 2]), "format: found [1, 2]; expected vendetta-progress/2"),
    (spoiled("format", value=FORMAT), "rules: unknown key; expected format or games"),
    ('{"format": "vendetta-progress/2"}', "games: found nothing; expected keys and values"),
    ('{"format": "vendetta-progress/2", "games": {"vtes": 7}}', "games.vtes: found 7; expected keys and values"),
    (
        '{"format": "vendetta-progress/2", "games": {"vtes": {"rules": {"A-1": {"first": 0}}}}}',
        "games.vtes.rules.A-1.first: found 0; expected a whole number from 1",
    ),
    (spoiled("settings", value={}), "settings: unknown key; expected one of rules, lessons, done, days, log"),
    (spoiled("rules", value=[]), "rules: found []; expected keys and values"),
    (spoiled("rules", "PLAN-11", value=3), "rules.PLAN-11: found 3; expected keys and values"),
    (spoiled("rules", "PLAN-11", "seen", value=3), "rules.PLAN-11.seen: unknown key; expected one of first, met"),
    (
        spoiled("rules", "PLAN-11", "met", value=-1),
        "rules.PLAN-11.met: found -1; expected a whole number from 0 to 9999",
    ),
    (spoiled("rules", "PLAN-11", "met", value=True), "rules.PLAN-11.met: found true"),
    (
        spoiled("rules", "PLAN-11", "met", value="3"),
        "rules.PLAN-11.met: found '3'; expected a whole number from 0 to 9999",
    ),
    (spoiled("rules", "PLAN-11", "met", value=1e400), "rules.PLAN-11.met: found inf; expected a whole number"),
    (spoiled("rules", "PLAN-11", "first", value=None), "PLAN-11.first: found nothing; expected a whole number from 1"),
    (spoiled("rules", "a\nb\u2028", value=3), "rules.a b: found 3; expected keys and values"),
    (spoiled("rules", "\ud800", value=3), "half of a sign (a lone surrogate); expected saved progress"),
    (spoiled(*MEMORY, value=[1, 2]), "rules.PLAN-11.memory: found [1, 2]; expected a list of 7 numbers"),
    (spoiled(*MEMORY, value=None), "rules.PLAN-11.memory: found nothing; expected a list of 7 numbers"),
    (spoiled(*MEMORY, 0, value=10**20), "memory[0]: found 100000000000000000000; expected a whole number from 0 to"),
    (spoiled(*MEMORY, 3, value=4), "rules.PLAN-11.memory[3]: found 4; expected a whole number from 1 to 3"),
    (
        spoiled(*MEMORY, 5, value=float("nan")),
        "rules.PLAN-11.memory[5]: found nan; expected a number from 0.001 to 36500",
    ),
    (spoiled(*MEMORY, 5, value=0), "rules.PLAN-11.memory[5]: found 0; expected a number from 0.001 to 36500"),
    (spoiled(*MEMORY, 6, value="5"), "rules.PLAN-11.memory[6]: found '5'; expected a number from 1 to 10"),
    (spoiled("lessons", value="planning"), "lessons: found 'planning'; expected keys and values"),
    (spoiled("lessons", "planning", value=[]), "lessons.planning: found []; expected keys and values"),
    (spoiled("lessons", "planning", "moments", value={}), "lessons.planning.moments: found {}; expected a list"),
    (spoiled("lessons", "planning", "moments", value=[1]), "lessons.planning.moments[0]: found 1; expected an id"),
    (spoiled("lessons", "planning", "finished", value=1), "lessons.planning.finished: found 1; expected true or false"),
    (
        spoiled("lessons", "planning", "late", value=1),
        "lessons.planning.late: unknown key; expected moments or finished",
    ),
    (spoiled("log", value={}), "log: found {}; expected a list"),
    (spoiled("log", value=[7]), "log[0]: found 7; expected [time, rule, right, question]"),
    (spoiled("log", value=[[1, 2, 1, "q"]]), "log[0][1]: found 2; expected an id in quotation marks"),
    (spoiled("log", value=[[1, "PLAN-11", 2, "q"]]), "log[0][2]: found 2; expected a whole number from 0 to 1"),
    (spoiled("log", value=[[1.5, "PLAN-11", 1, "q"]]), "log[0][0]: found 1.5; expected a whole number from 0"),
]


@pytest.mark.parametrize(("text", "fault"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_is_named_with_its_fault_in_one_line(text: str | bytes, fault: str) -> None:
    with pytest.raises(BadProgress) as caught:
        Progress.loads(text, "my progress.json")
    said = str(caught.value)
    assert said.startswith("my progress.json: ")
    assert fault in said
    assert said.isprintable()
    assert len(said) <= 400


@given(st.integers(0, len(GOOD.dumps()) - 1), st.characters(codec="utf-8"))
@settings(max_examples=150)
def test_one_wrong_letter_is_read_or_named(place: int, letter: str) -> None:
    text = GOOD.dumps()
    text = text[:place] + letter + text[place + 1 :]
    try:
        found = Progress.loads(text)
    except BadProgress as fault:
        found = None
        said = str(fault)
    if found is None:
        assert said.startswith("progress: ")
        assert said.isprintable()
    else:
        assert Progress.loads(found.dumps()) == found
        found.answered(["PLAN-11"], True, "q", MONDAY + DAY)
        found.due(MONDAY + 2 * DAY)


def test_a_file_that_an_editor_marked_is_read() -> None:
    assert Progress.loads(b"\xef\xbb\xbf" + GOOD.dumps().encode()) == GOOD


# When to ask again -----------------------------------------------------------------------------------------


def gap(progress: Progress, rule: str = "FRZ-01") -> int:
    memory = progress.rules[rule].memory
    assert memory is not None
    return memory.due - memory.last


@given(st.integers(3, 8))
@settings(max_examples=6)
def test_gaps_grow_with_right_answers_and_a_wrong_one_shrinks_them(times: int) -> None:
    progress, now, gaps = Progress(), MONDAY, []
    for k in range(times):
        progress.answered(["FRZ-01"], True, f"q{k}", now)
        gaps.append(gap(progress))
        now += timedelta(seconds=gaps[-1])
    assert all(one < two for one, two in pairwise(gaps))
    progress.answered(["FRZ-01"], False, "w", now)
    assert gap(progress) < gaps[0] + 1
    now += timedelta(seconds=gap(progress))
    progress.answered(["FRZ-01"], True, "r", now)
    assert gap(progress) < gaps[-1]


@given(st.lists(st.tuples(st.booleans(), st.integers(-10, 5000)), min_size=1, max_size=15))
@settings(max_examples=50)
def test_any_answers_at_any_times_have_a_plan(answers: list[tuple[bool, int]]) -> None:
    """Also where the clock of the machine was set back."""
    progress, now = Progress(), MONDAY
    for right, hours in answers:
        now += timedelta(hours=hours)
        progress.answered(["FRZ-01"], right, "q", now)
        assert gap(progress) > 0
    assert Progress.loads(progress.dumps()) == progress
    assert progress.due(now) == []
    assert progress.due(now + timedelta(days=5000)) == ["FRZ-01"]


def test_the_plan_is_the_same_every_time() -> None:
    answers = [("answered", ["FRZ-01"], k % 3 > 0, "q", MONDAY + k * 5 * DAY) for k in range(9)]
    assert told(*answers).dumps() == told(*answers).dumps()


def test_most_likely_forgotten_first_and_new_ones_in_between() -> None:
    progress = told(("met", ["HAND-01", "AFT-01"]))
    for k, rule in enumerate(["PLAN-01", "FRZ-01", "EOG-01", "WDR-01"]):
        for time in (0, 1):
            progress.answered([rule], True, "q", MONDAY + timedelta(days=k, hours=time))
    later = MONDAY + 60 * DAY
    assert progress.due(MONDAY + timedelta(days=3, hours=1)) == ["PLAN-01", "FRZ-01", "HAND-01", "AFT-01"]
    assert progress.due(later) == ["PLAN-01", "FRZ-01", "HAND-01", "EOG-01", "WDR-01", "AFT-01"]
    progress.answered(["PLAN-01"], True, "q", later)
    assert progress.due(later)[0] == "FRZ-01"
    progress.answered(["WDR-01"], False, "q", later)
    assert progress.due(later + timedelta(minutes=11))[0] == "WDR-01"


def test_only_what_is_asked_for_and_unmet_rules_last() -> None:
    progress = told(("met", ["PLAN-02", "AFT-01"]), ("answered", ["FRZ-01"], True, "q", MONDAY))
    wanted = ["EOG-01", "LOC-01", "AFT-01", "FRZ-01"]
    assert progress.due(MONDAY, wanted) == ["AFT-01", "EOG-01", "LOC-01"]
    assert progress.due(MONDAY + DAY, wanted) == ["FRZ-01", "AFT-01", "EOG-01", "LOC-01"]
    assert progress.due(MONDAY) == ["PLAN-02", "AFT-01"]


@given(learners, st.lists(names), times)
def test_due_names_each_rule_once_and_only_those_asked_for(
    progress: Progress, wanted: list[str], now: datetime
) -> None:
    for rules in (None, wanted):
        among = set(progress.rules if rules is None else rules)
        found = progress.due(now, rules)
        assert len(found) == len(set(found))
        assert set(found) <= among
        assert among - set(found) == {
            rule
            for rule in among
            if rule in progress.rules and progress.rules[rule].memory is not None and not progress.is_due(rule, now)
        }


def test_the_next_rule_is_an_urgent_one_and_another_than_before() -> None:
    progress = told(("answered", ["FRZ-01"], False, "q", MONDAY), ("met", ["AFT-01", "EOG-01", "LOC-01", "WDR-01"]))
    now = MONDAY + DAY
    found = {next_rule(progress, now, Random(seed)) for seed in range(60)}
    assert found == set(progress.due(now)[1:4])
    assert next_rule(progress, now, Random(1)) == next_rule(progress, now, Random(1))


def test_there_is_always_a_next_rule_where_there_is_any() -> None:
    assert next_rule(Progress(), MONDAY, Random(1)) is None
    assert next_rule(Progress(), MONDAY, Random(1), []) is None
    assert next_rule(Progress(), MONDAY, Random(1), ["FRZ-01"]) == "FRZ-01"
    progress = told(("answered", ["FRZ-01"], True, "q", MONDAY))
    assert progress.due(MONDAY) == []
    assert next_rule(progress, MONDAY, Random(1)) == "FRZ-01"
    progress.answered(["AFT-01"], True, "q", MONDAY + timedelta(minutes=1))
    assert next_rule(progress, MONDAY + timedelta(minutes=1), Random(1)) == "FRZ-01"


def test_a_patient_learner_comes_to_know_every_rule() -> None:
    """Drills without end, for some weeks: nothing is starved, and there is always a question."""
    progress, rng, wanted = Progress(), Random(7), ALL[:60]
    for day in range(12):
        for k in range(25):
            now = MONDAY + timedelta(days=day, minutes=k)
            rule = next_rule(progress, now, rng, wanted)
            assert rule is not None
            progress.answered([rule], rng.random() < 0.9, f"{day}:{k}", now)
    asked = [rule for rule in wanted if progress.level(rule) in ("learning", "known")]
    known = [rule for rule in wanted if progress.level(rule) == "known"]
    assert len(asked) == len(wanted)
    assert len(known) > len(wanted) // 2


# The map ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", rulebook.languages())
def test_the_map_shows_every_rule_and_ruling(lang: str) -> None:
    progress = told(
        ("refused", ["PLAN-11"]),
        ("answered", ["FRZ-01"], True, "q", MONDAY),
        ("lesson", "planning", "first-move", True),
    )
    picture = rule_map(progress, lang, MONDAY + DAY, {"planning": ["PLAN-11", "PLAN-12", "FRZ-01"]})
    places = {place.id: place for section in picture.sections for place in section.places}
    assert list(places) == ALL
    assert (places["PLAN-11"].level, places["PLAN-11"].refused, places["PLAN-11"].due) == ("met", True, False)
    assert (places["FRZ-01"].level, places["FRZ-01"].refused, places["FRZ-01"].due) == ("learning", False, True)
    assert places["PLAN-11"].title == rulebook.rule("PLAN-11", lang).title
    assert picture.due == ("FRZ-01",)
    assert picture.counts == {"new": len(ALL) - 2, "met": 1, "used": 0, "learning": 1, "known": 0}
    assert picture.lessons == {"planning": {"new": 1, "met": 1, "used": 0, "learning": 1, "known": 0}}
    assert {key: sum(part.counts[key] for part in picture.sections) for key in LEVELS} == picture.counts
    assert json.loads(json.dumps(picture.to_json()))["sections"][0]["id"] == "COMP"
    assert any("FRZ-01" in line for line in map_lines(picture, progress))


def test_every_level_and_sign_has_its_words_in_every_language() -> None:
    for lang in rulebook.languages():
        assert [level.id for level in levels(lang)] == list(LEVELS)
        assert [sign.id for sign in map_signs(lang)] == ["refused", "due"]
        for meaning in (*levels(lang), *map_signs(lang)):
            assert meaning.name
            assert meaning.means.endswith(".")
    assert {level.means for level in levels("en")}.isdisjoint(level.means for level in levels("de"))


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(rulebook.UnknownLanguage, match="expected de or en"):
        levels("xx")


# What it costs ---------------------------------------------------------------------------------------------


def test_the_scheduler_is_light_and_waits_for_the_first_answer() -> None:
    code = (
        "import sys; import vendetta_kit.course.progress, vendetta_kit.course.rule_map\n"
        "import vendetta_kit.course.progress_file\n"
        "before = 'fsrs' in sys.modules; import fsrs; from fsrs import Scheduler, Card\n"
        "print(before, [m for m in ('torch', 'numpy', 'pandas', 'tqdm') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.split("\n")[0] == "False []"


def test_the_format_is_the_documented_one() -> None:
    game = {
        "rules": {
            "PLAN-11": {"first": 1, "met": 1, "right": 1, "memory": [1767614400, 1767615000, 1, 1, 1, 2.3065, 2.1181]}
        },
        "lessons": {"planning": {"moments": ["first-move"], "finished": True}},
        "log": [[1767614400, "PLAN-11", 1, "q"]],
    }
    assert GOOD.to_json() == {"format": FORMAT, "games": {"vendetta": game}}
    assert Progress.loads(json.dumps({"format": FORMAT_OF_ONE_GAME, **game})) == GOOD
