"""Predictions: asked of the view before alone, settled by what happens, each kind with its working."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from vendetta_kit import Game
from vendetta_kit.course.predictions import BadPrediction, PredictionKind, Predictions
from vendetta_kit.course.questions import NOBODY, Question
from vendetta_kit.games.rivals.course import predictions as rivals
from vendetta_kit.games.rivals.engine import game as rivals_game
from vendetta_kit.games.vendetta.course.drills.drill_positions import story
from vendetta_kit.games.vendetta.course.predictions import KINDS, PREDICTIONS
from vendetta_kit.games.vendetta.engine.actions import Stay
from vendetta_kit.games.vtes.course import predictions as vtes
from vendetta_kit.games.vtes.engine import game as vtes_game
from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.rulebook import GAMES as BOOKS
from vendetta_kit.scenarios import find, load

NAMES = ("4/3", "5/1", "3/2", "5lr/4")
Pairs = Iterator[tuple[Any, Any]]
"""Pairs of views of one seat, before and after an action."""


def stories() -> Pairs:
    """Views of whole games of Vendetta."""
    for name in NAMES:
        told = story(name)
        game = told.begin()
        before = game.view(0)
        while (done := told.next(game)) is not None:
            game.apply(*done)
            after = game.view(0)
            yield before, after
            before = after


def by_lot(begin: Callable[[int], AnyGame], seeds: Iterable[int]) -> Pairs:
    """Views of games in which each action is drawn by lot."""
    for seed in seeds:
        rng, game = Random(seed), begin(seed)
        before = game.view(0)
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            game.apply(seat, rng.choice(game.legal(seat)))
            after = game.view(0)
            yield before, after
            before = after


def games_of_vtes() -> Pairs:
    return by_lot(lambda seed: vtes_game.Game.new(["whispers", "claw", "court"], seed=seed, rounds=12), (1, 2))


def games_of_rivals() -> Pairs:
    game = rivals_game.Game.unbegun(3, 0, 6, "torpor", None, True, rivals_game.VERSION)
    before = game.view(0)
    agenda.run(game)
    yield before, game.view(0)  # what nobody decides, before the first decision
    yield from by_lot(lambda seed: rivals_game.Game.new(3, seed, 6, "torpor"), range(6))


GAMES: dict[str, tuple[Predictions, Mapping[str, PredictionKind], Callable[[], Pairs]]] = {
    "vendetta": (PREDICTIONS, KINDS, stories),
    "vtes": (vtes.PREDICTIONS, vtes.KINDS, games_of_vtes),
    "rivals": (rivals.PREDICTIONS, rivals.KINDS, games_of_rivals),
}
each = pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game, (_, kinds, _) in GAMES.items() for kind in kinds]
)


@cache
def settled(game: str = "vendetta") -> dict[str, list[tuple[Question, Any, Any]]]:
    """Predictions of every kind, asked before each action of some games, that the action has settled."""
    predictions, kinds, pairs = GAMES[game]
    found: dict[str, list[tuple[Question, Any, Any]]] = defaultdict(list)
    for before, after in pairs():
        for kind in kinds:
            question = predictions.of(kind, seat=1 if kinds[kind].of_seat else None).settled(before, after)
            if question is not None:
                found[kind].append((question, before, after))
    return found


@each
def test_each_kind_is_settled_with_a_right_answer_and_a_working(game: str, kind: str) -> None:
    book = BOOKS[game]
    assert settled(game)[kind]
    for question, before, _ in settled(game)[kind]:
        assert question.form == GAMES[game][1][kind].form
        assert question.grade(question.right)
        assert not question.grade(["99"] if question.form == "number" else ["nothing"])
        assert question.view is before
        assert question.rules
        assert question.working or question.right == (NOBODY,)
        assert all(book.is_id(rule) for line in question.working for rule in line.rules)
        assert all(set(line.text) == set(book.languages()) and all(line.text.values()) for line in question.working)
        if question.form != "number":
            assert set(question.right) <= {option.value for option in question.options}


@each
def test_the_question_before_is_the_one_that_is_settled(game: str, kind: str) -> None:
    predictions, kinds, _ = GAMES[game]
    for question, before, _ in settled(game)[kind][:20]:
        asked = predictions.of(kind, seat=1 if kinds[kind].of_seat else None)
        assert asked.question(before) == (question.form, question.prompt, question.options)


@each
def test_nothing_is_settled_before_anything_has_happened(game: str, kind: str) -> None:
    _, before, _ = settled(game)[kind][0]
    assert GAMES[game][0].of(kind, seat=1).settled(before, before) is None


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
