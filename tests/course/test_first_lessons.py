"""What the first lessons promise: no rulings yet, choices really made, and the words that are on the buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.course.test_course_coverage import beats, words
from vendetta_kit.course import lessons
from vendetta_kit.course.lesson_model import Ask, Beat, FreeMove, Lesson, LessonPart, Predict, Say, Show, YourMove
from vendetta_kit.course.lesson_player import LessonPlayer, MoveOutcome
from vendetta_kit.course.lesson_state import GradedQuestion
from vendetta_kit.course.questions import NOBODY
from vendetta_kit.course.rules_met import texts_before_answer
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, EndTurn, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.games.vendetta.wording.message_text import action_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook import languages

FIRST = tuple(lesson for lesson in lessons.shipped() if lesson.number <= 3)
MOST_LINES = 6
"""Of what was learned: a reader at the end of a lesson still reads that many."""


class Told(NamedTuple):
    """A beat on the way, the table before it, the move made there, and the answers that have just come."""

    moment: LessonPart
    beat: Beat
    view: View | None
    move: Action | None
    news: tuple[GradedQuestion, ...]


def told(lesson: Lesson) -> Iterator[Told]:
    """A lesson walked with right answers."""
    walk = LessonPlayer(lesson)
    while (moment := walk.moment) is not None and (beat := walk.beat) is not None:
        view, move = walk.view, None
        if isinstance(beat, YourMove | FreeMove):
            assert view is not None
            assert view.decision is not None
            ends = view.decision.kind == "after_play" and isinstance(beat, FreeMove)
            move = EndTurn() if ends else walk.expected_move or view.decision.legal[0]
        yield Told(moment, beat, view, move, walk.news)
        if move is not None:
            walk.act(move)
            continue
        if isinstance(beat, Ask | Predict):
            walk.answer(beat.question.right if isinstance(beat, Ask) else ("",))
        walk.go_on()


def said(lesson: Lesson) -> set[str]:
    """All rules that the words and beats of a lesson name, whether or not they are at work."""
    found = set(lesson.rules)
    for beat in beats(lesson):
        found.update(beat.rules)
        for text in texts_before_answer(beat):
            found.update(rule for lang in languages() for rule in markup.rules_of(text[lang]))
    for line in lesson.learned:
        found.update(line.rules)
    return found


@pytest.mark.parametrize("name", ["first_steps", "set_up"])
def test_the_first_two_lessons_name_no_rulings(name: str) -> None:
    assert [rule for rule in said(lessons.find(name)) if rule.startswith(("RUL-", "KIT-"))] == []


@pytest.mark.parametrize("lang", languages())
def test_the_first_lesson_is_the_shortest_of_the_course(lang: str) -> None:
    length = {
        lesson.id: sum(words(beat, lang, markup.MARKUP) for beat in beats(lesson)) for lesson in lessons.shipped()[:9]
    }
    assert min(length, key=lambda name: length[name]) == "first_steps", length


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.id)
def test_what_was_learned_is_few_lines(lesson: Lesson) -> None:
    assert len(lesson.learned) <= MOST_LINES


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.id)
def test_the_word_for_a_move_is_the_word_on_its_button(lesson: Lesson, lang: str) -> None:
    for _, beat, view, move, _ in told(lesson):
        if isinstance(beat, YourMove) and isinstance(move, Stay | Withdraw | EndTurn):
            assert view is not None
            button = action_text(move, view.names, lang)
            assert f"**{button}**" in beat.words[lang], beat.mark


def test_a_table_from_earlier_says_that_it_goes_back_in_time() -> None:
    went_back = 0
    before = 1
    for moment in lessons.find("first_steps").moments:
        assert moment.scenario is not None
        now = int(moment.scenario.table.get("round", 1))
        if now < before:
            first = moment.beats[0]
            assert isinstance(first, Say)
            assert "back in time" in first.words["en"].lower()
            assert "zurück in der zeit" in first.words["de"].lower()
            went_back += 1
        before = now
    assert went_back


def test_how_long_a_game_takes_is_told_and_not_asked() -> None:
    """An opinion is never marked wrong: what is asked in that moment is who wins, and the engine grades it."""
    moment = next(moment for moment in lessons.find("first_steps").moments if moment.confusion == 11)
    assert "ask" not in {beat.key for beat in moment.beats}
    assert "predict" in {beat.key for beat in moment.beats}


@pytest.mark.parametrize("decision", ["pick_clan", "keep", "plan"])
def test_the_set_up_is_done_by_the_learner_at_more_than_one_table(decision: str) -> None:
    tables = {
        moment.scenario.id
        for moment, _, view, move, _ in told(lessons.find("set_up"))
        if moment.scenario is not None and view is not None and view.decision is not None and move is not None
        if view.decision.kind == decision
    }
    assert len(tables) >= 2, tables


def test_the_set_up_is_not_asked_for_like_an_inventory() -> None:
    lesson = lessons.find("set_up")
    assert not [beat for beat in beats(lesson) if isinstance(beat, Ask)]
    assert not [rule for rule in said(lesson) if rule.startswith("DIAB-") or rule == "COMP-13"]


@pytest.mark.parametrize(("confusion", "shown"), [(9, "deck"), (12, "false_friends")])
def test_ones_own_deck_and_false_friends_come_before_the_first_whole_game(confusion: int, shown: str) -> None:
    """What there is to know of both is shown, and something is done where they matter."""
    assert shown in {beat.what for lesson in FIRST for beat in beats(lesson) if isinstance(beat, Show)}
    moments = [moment for lesson in FIRST for moment in lesson.moments if moment.confusion == confusion]
    assert any(isinstance(beat, YourMove | FreeMove) for moment in moments for beat in moment.beats)


def test_cards_that_come_home_are_played_once_more() -> None:
    """That nothing is used up is felt: the learner plays the same card in two rounds of one story."""
    lesson = lessons.find("feed_and_hand_building")
    again = next(moment for moment in lesson.moments if moment.confusion == 7)
    moves = [
        (view.round, move.card)
        for moment, _, view, move, _ in told(lesson)
        if moment is again and view is not None and isinstance(move, Play)
    ]
    later = {card for number, card in moves if number == 2}
    assert again.scenario is not None
    lay = {card for part in again.scenario.table["deployed"] if part["seat"] == "Ann" for card in part["cards"]}
    assert later & lay


def test_a_whole_planning_of_ones_own_is_resolved_and_looked_at() -> None:
    """Whatever was played where: in the end every Location has been resolved, and the last words are about it."""
    lesson = lessons.find("planning")
    moment = lesson.moments[-1]
    *_, (there, beat, view, _, _) = told(lesson)
    assert (there, beat) == (moment, moment.beats[-1])
    assert isinstance(beat, Say)
    assert view is not None
    ended = {event.at for event in view.events if event.kind in ("winner", "lone", "nobody")}
    assert ended == {place.at for place in view.locations}
    assert [beat.key for beat in moment.beats].count("free_move") > view.round, "each turn, and to stay or to leave"


def test_the_first_lessons_have_one_heroine() -> None:
    assert {
        moment.scenario.names[moment.you]
        for lesson in FIRST
        for moment in lesson.moments
        if moment.scenario is not None and moment.you is not None
    } == {"Ann"}


@pytest.mark.parametrize("lesson", FIRST, ids=lambda lesson: lesson.id)
def test_a_prediction_of_frenzy_is_settled_by_the_frenzy_of_the_story(lesson: Lesson) -> None:
    """Such a question is settled by whatever happens next, so nothing else may happen before."""
    last = {here.moment.id: here for here in told(lesson)}
    for here in last.values():
        for graded in here.news:
            asked = here.moment.beats[graded.beat]
            if isinstance(asked, Predict) and asked.prediction.kind == "frenzy" and here.view is not None:
                fell = {str(event.seat) for event in here.view.events if event.kind == "frenzy"}
                assert set(graded.question.right) == (fell or {NOBODY})


# Words on buttons ------------------------------------------------------------------------------------------


PRESSED = Stay, Withdraw, Choose, Bid
"""What is done by one press of a button with a few words; a card is played in several steps."""


@pytest.mark.parametrize("lesson", lessons.shipped(), ids=lambda lesson: lesson.id)
def test_a_move_is_called_in_the_text_what_its_button_is_called(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, missing = LessonPlayer.act, []

    def noted(walk: LessonPlayer, action: Action) -> MoveOutcome:
        beat, view = walk.beat, walk.view
        if isinstance(beat, YourMove) and isinstance(action, PRESSED):
            assert view is not None
            assert view.decision is not None
            for lang in languages():
                button = message_text.answer_label(view.decision, action, view.names, lang)
                for text in (beat.words, beat.other):
                    if text is not None and button.lower() not in markup.plain(text[lang], lang).lower():
                        missing.append(f"line {beat.mark.line}: {button!r} is not in {text[lang]!r}")
        return act(walk, action)

    monkeypatch.setattr(LessonPlayer, "act", noted)
    LessonPlayer(lesson).run_through()
    assert not missing, "\n".join(missing)
