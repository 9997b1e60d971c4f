"""V:TES's lessons and predictions: what newcomers get wrong has its moment, no wrong move goes without words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.course.everywhere import name_of
from tests.course.test_predictions import settled
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import BadLesson, Both, FreeMove, Lesson, Predict, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.course.questions import NOBODY
from vendetta_kit.course.ruling_comparison import compare_readings
from vendetta_kit.data_paths import data_dir
from vendetta_kit.games.vtes.course.lesson_game import CONFUSIONS, FALSE_FRIENDS, SUBJECT
from vendetta_kit.games.vtes.course.predictions import KINDS, NO, YES
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.wording import say
from vendetta_kit.kernel.refusal import IllegalAction
from vendetta_kit.rulebook import VTES
from vendetta_kit.scenarios.runner import ScenarioRun, run_scenario

PAGE = Path(data_dir(), "vtes", "lessons", "README.md").read_text("utf-8")
LESSONS = lessons.shipped("vtes")
each = pytest.mark.parametrize("lesson", LESSONS, ids=name_of)


def walked(lesson: Lesson) -> Iterator[LessonPlayer]:
    """A lesson at each of its beats, walked with right moves and any answers."""
    walk = LessonPlayer(lesson)
    while not walk.done:
        yield walk
        beat = walk.beat
        if isinstance(beat, YourMove):
            assert walk.expected_move is not None
            walk.act(walk.expected_move)
        elif isinstance(beat, FreeMove):
            assert walk.view.decision is not None
            walk.act(walk.view.decision.legal[0])
        else:
            if walk.asked is not None and walk.given is None:
                walk.answer(["0"])
            walk.go_on()


OWN = """\
format: vtes-lesson/1
id: mine
number: 90
title: {en: Mine, de: Mein}
goal: {en: A card of my own., de: Eine eigene Karte.}
minutes: 5
rules: [BLEED-01]
scenarios:
  table:
    cards: [{id: MY1, type: action, name: Mine, basic: [{gain_pool: 1}]}]
    seats:
      - {name: Ann, ready: [WV03], hand: [MY1]}
      - {name: Bob}
moments:
  - id: one
    title: {en: One, de: Eins}
    scenario: table
    you: Ann
    beats: [{say: {en: Look., de: Schau.}, rules: [BLEED-01]}]
learned: [{en: Nothing yet., de: Noch nichts.}]
drill: {count: 4}
"""


def test_a_card_that_no_page_knows_is_refused_in_one_line() -> None:
    with pytest.raises(BadLesson) as bad:
        lessons.loads(OWN)
    assert str(bad.value) == (
        "lesson.yaml:17: moments[0].scenario: the game has cards of its own (MY1); "
        "a page knows those of the practice decks alone"
    )


# The lessons -------------------------------------------------------------------------------------------------


def test_the_lessons_form_one_way() -> None:
    assert [lesson.number for lesson in LESSONS] == list(range(len(LESSONS)))
    following = [lesson.id for lesson in LESSONS[1:]]
    assert [lesson.next for lesson in LESSONS] == [*following, lessons.WHOLE_GAME]


@pytest.mark.parametrize("number", range(1, CONFUSIONS + 1))
def test_the_page_tells_each_confusion(number: int) -> None:
    assert f"\n{number}. " in PAGE


def test_the_page_tells_what_can_be_predicted_and_shown() -> None:
    for word in (*KINDS, *SUBJECT.watched, *SUBJECT.shown, *SUBJECT.dialect.rules.switches):
        assert word in PAGE


def test_the_first_lesson_names_the_edition_and_the_false_friends() -> None:
    first = LESSONS[0]
    said = first.moments[0].beats[0]
    assert all("1998" in text for text in getattr(said, "words", {"": ""}).values())
    assert "show" in {beat.key for moment in first.moments if moment.confusion == CONFUSIONS for beat in moment.beats}
    assert set(FALSE_FRIENDS) <= {term.key for term in VTES.all_terms()}


@each
def test_another_legal_move_is_answered_with_words(lesson: Lesson) -> None:
    tried = 0
    for walk in walked(lesson):
        if not isinstance(walk.beat, YourMove):
            continue
        before = walk.progress
        assert walk.view.decision is not None
        for action in walk.view.decision.legal:
            if action != walk.expected_move:
                outcome = walk.act(action)
                assert not outcome.done
                assert outcome.words is not None
                assert set(outcome.words) == set(VTES.languages())
                tried += 1
        assert walk.progress == before
    assert tried


@each
def test_a_move_against_the_rules_is_refused_with_its_reason(lesson: Lesson) -> None:
    wrong = (do.Draw(), do.Call(), do.TakeEdge(), do.Withdraw(), do.Strike(), do.Pass())
    refused = 0
    for walk in walked(lesson):
        if not isinstance(walk.beat, YourMove):
            continue
        assert walk.view.decision is not None
        for action in wrong:
            if action in walk.view.decision.legal:
                continue
            with pytest.raises(IllegalAction) as caught:
                walk.act(action)
            for reason in caught.value.why.reasons:
                for lang in VTES.languages():
                    assert "[" not in say("refusal", reason.key, lang, reason.values)
            refused += 1
    assert refused


@each
def test_no_beat_shows_the_hand_of_somebody_else(lesson: Lesson) -> None:
    for walk in walked(lesson):
        if walk.view is None or walk.view.me is None:
            continue
        for seat, seen in enumerate(walk.view.seats):
            if seat != walk.view.me:
                assert {card.card for card in (*seen.hand, *seen.uncontrolled) if card.number is None} <= {None}
                assert all(card.card is None for card in seen.hand)


@each
def test_a_prediction_is_asked_before_what_it_is_about(lesson: Lesson) -> None:
    """Whoever is asked does not see the answer: as the question stands there, nothing has settled it."""
    for walk in walked(lesson):
        if isinstance(walk.beat, Predict):
            assert walk.beat.prediction.settled(walk.view, walk.view) is None


def minions(view: View, seat: int) -> dict[str, tuple[object, ...]]:
    """How each minion of a seat stands or lies: where, with how much, and with what on it."""
    who = view.seats[seat]
    lying = [*(("ready", one) for one in who.ready), *(("torpor", one) for one in who.torpor)]
    return {str(one.card): (where, one.counters, [on.card for on in one.on]) for where, one in lying}


@each
def test_the_parts_of_a_lesson_are_played_at_one_table(lesson: Lesson) -> None:
    """What one part ends with, the next begins with; where it does not, a sentence says what has happened since."""
    parts = [moment for moment in lesson.moments if moment.scenario is not None]
    for before, after in pairwise(parts):
        assert before.scenario is not None
        assert after.scenario is not None
        old, new = run_scenario(before.scenario).game.view(before.you), ScenarioRun(after.scenario).game.view(after.you)
        where = f"{lesson.id}: from {before.id} to {after.id}"
        assert (new.names, new.me) == (old.names, old.me), where
        if old.over or not old.seats[old.me or 0].here:  # the end is told in another way
            assert after.later is not None, where
            continue
        assert new.moment.turn >= old.moment.turn, where
        for seat, who in enumerate(new.seats):
            assert who.here <= old.seats[seat].here, f"{where}: {who.name} is back"
            if who.here:
                assert set(minions(new, seat)) >= set(minions(old, seat)), f"{where}: who stood there is gone"
        if after.later is None:
            assert [seat.here for seat in new.seats] == [seat.here for seat in old.seats], where
            assert [(seat.pool, seat.points) for seat in new.seats] == [(s.pool, s.points) for s in old.seats], where
            assert [minions(new, k) for k in range(len(new.seats))] == [minions(old, k) for k in range(len(old.seats))]
            assert new.edge == old.edge, where


def test_a_story_under_both_readings_is_played_under_each() -> None:
    found = [beat for lesson in LESSONS for moment in lesson.moments for beat in moment.beats if isinstance(beat, Both)]
    assert found
    for beat in found:
        told = compare_readings(SUBJECT, beat)
        assert [reading.option for reading in told] == list(SUBJECT.dialect.rules.switches[beat.switch])
        assert [reading.default for reading in told] == [True, False]
        assert told[0].numbers != told[1].numbers


# Predictions -------------------------------------------------------------------------------------------------


def test_the_answers_agree_with_the_table_afterwards() -> None:
    for question, _, after in settled("vtes")["pool"]:
        assert question.right == (str(after.seats[1].pool),)
    for question, _, after in settled("vtes")["edge"]:
        assert question.right == (NOBODY if after.edge is None else str(after.edge),)
    for question, _, after in settled("vtes")["game"]:
        most = max(seat.points for seat in after.seats)
        assert question.right == tuple(str(k) for k, seat in enumerate(after.seats) if seat.points == most)
    assert {question.right for question, _, _ in settled("vtes")["blocked"]} == {(YES,), (NO,)}
    assert {question.right == (NOBODY,) for question, _, _ in settled("vtes")["torpor"]} == {True, False}
