"""Predictions: asked of the view before alone, settled by what happens, each kind with its working."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from vendetta_kit import Game
from vendetta_kit.course.predictions import BadPrediction
from vendetta_kit.course.questions import NOBODY, Question
from vendetta_kit.games.vendetta.course.drills.drill_positions import story
from vendetta_kit.games.vendetta.course.predictions import KINDS, PREDICTIONS
from vendetta_kit.games.vendetta.engine.actions import Stay
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.rulebook import is_id, languages
from vendetta_kit.scenarios import find, load

NAMES = ("4/3", "5/1", "3/2", "5lr/4")


def pairs(name: str, seat: int) -> Iterator[tuple[View, View]]:
    """A seat's views before and after each action of a whole game."""
    told = story(name)
    game = told.begin()
    before = game.view(seat)
    while (done := told.next(game)) is not None:
        game.apply(*done)
        after = game.view(seat)
        yield before, after
        before = after


@cache
def settled() -> dict[str, list[tuple[Question, View, View]]]:
    """Predictions of every kind, asked before each action of some games, that the action has settled."""
    found: dict[str, list[tuple[Question, View, View]]] = defaultdict(list)
    for name in NAMES:
        for before, after in pairs(name, 0):
            for kind in KINDS:
                prediction = PREDICTIONS.of(kind, seat=1 if KINDS[kind].of_seat else None)
                question = prediction.settled(before, after)
                if question is not None:
                    found[kind].append((question, before, after))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_settled_with_a_right_answer_and_a_working(kind: str) -> None:
    assert settled()[kind]
    for question, before, _ in settled()[kind]:
        assert question.form == KINDS[kind].form
        assert question.grade(question.right)
        assert not question.grade(["99"] if question.form == "number" else ["nothing"])
        assert question.view is before
        assert question.rules
        assert all(is_id(rule) for line in question.working for rule in line.rules)
        assert all(set(line.text) == set(languages()) and all(line.text.values()) for line in question.working)
        if question.form != "number":
            assert set(question.right) <= {option.value for option in question.options}


@pytest.mark.parametrize("kind", KINDS)
def test_the_question_before_is_the_one_that_is_settled(kind: str) -> None:
    for question, before, _ in settled()[kind][:20]:
        seat = 1 if KINDS[kind].of_seat else None
        assert PREDICTIONS.of(kind, seat=seat).question(before) == (question.form, question.prompt, question.options)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_settled_before_anything_has_happened(kind: str) -> None:
    _, before, _ = settled()[kind][0]
    assert PREDICTIONS.of(kind, seat=1).settled(before, before) is None


@pytest.mark.rules("CONF-04", "CONF-07", "CONF-08")
def test_who_wins_is_who_the_log_says() -> None:
    answers = set()
    for question, _, after in settled()["winner"]:
        _, _, at, _, last = question.id.split(":")
        ends = [event for event in after.events if event.kind in ("winner", "lone", "nobody") and event.n > int(last)]
        end = next(event for event in ends if str(event.at) == at)
        winner = end.seat if end.kind != "nobody" else None
        assert question.right == (NOBODY if winner is None else str(winner),)
        answers.add(question.right[0] == NOBODY)
    assert answers == {True, False}


@pytest.mark.rules("CONF-03")
def test_power_is_worked_out_from_the_count() -> None:
    counted = [question for question, _, _ in settled()["power"] if question.right != ("0",)]
    assert counted
    for question in counted:
        assert f"has {question.right[0]} Power" in question.working[-1].text["en"]
        assert "CONF-03" in question.rules


@pytest.mark.rules("FRZ-01")
def test_blood_and_frenzy_agree_with_the_table_afterwards() -> None:
    for question, _, after in settled()["blood"]:
        assert question.right == (str(after.seats[1].blood),)
    frenzies = [question for question, _, _ in settled()["frenzy"] if question.right != (NOBODY,)]
    assert frenzies
    assert all("FRZ-01" in question.rules and question.working for question in frenzies)


@pytest.mark.rules("EOG-02", "EOG-04")
def test_score_and_winner_of_the_game() -> None:
    for question, _, after in settled()["score"]:
        assert question.right == (str(after.scores[1]),)
    for question, _, after in settled()["game"]:
        assert question.right == tuple(map(str, sorted(after.winners)))


@pytest.mark.rules("WDR-02", "WDR-03")
def test_who_leaves_is_settled_only_when_the_tokens_are_revealed() -> None:
    game: Game = load(find("withdraw-03-all-leave")).game()
    while game.view(None).asked != "withdraw":
        seat = game.to_act
        assert seat is not None
        game.apply(seat, game.legal(seat)[0])
    before = game.view(0)
    prediction = PREDICTIONS.of("leaves")
    seats = before.pending
    for seat in seats[:-1]:
        game.apply(seat, Stay())
        assert prediction.settled(before, game.view(0)) is None
    game.apply(seats[-1], Stay())
    question = prediction.settled(before, game.view(0))
    assert question is not None
    assert question.right == (NOBODY,)


def test_a_seat_may_be_named() -> None:
    _, before, after = settled()["blood"][0]
    by_name = PREDICTIONS.of("blood", seat=before.names[1]).settled(before, after)
    by_number = PREDICTIONS.of("blood", seat=1).settled(before, after)
    assert by_name is not None
    assert by_number is not None
    assert by_name.right == by_number.right


@pytest.mark.parametrize(
    ("kind", "seat", "fault"),
    [("weather", None, "unknown prediction 'weather'"), ("power", None, "'power' needs a seat")],
)
def test_what_cannot_be_asked_is_named(kind: str, seat: int | None, fault: str) -> None:
    with pytest.raises(BadPrediction, match=fault):
        PREDICTIONS.of(kind, seat=seat)


def test_an_unknown_name_is_named() -> None:
    _, before, _ = settled()["blood"][0]
    with pytest.raises(BadPrediction, match="nobody is called 'Zoe'"):
        PREDICTIONS.of("blood", seat="Zoe").question(before)


def test_the_question_tells_no_more_than_the_seat_may_know() -> None:
    """The same view of two different games gives the same question."""
    from random import Random

    from vendetta_kit.games.vendetta.engine.imagined_games import imagine

    told = story("4/5")
    game = told.begin()
    checked = 0
    while (done := told.next(game)) is not None:
        if game.view(0, log=False).phase in ("planning", "resolution"):
            world = imagine(game, 0, Random(1))
            for kind in KINDS:
                prediction = PREDICTIONS.of(kind, seat=1)
                assert prediction.question(game.view(0, log=False)) == prediction.question(world.view(0, log=False))
                checked += 1
        game.apply(*done)
    assert checked > 100
