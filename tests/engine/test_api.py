"""The game object as a tool: legal actions, refusals, undo, copies, what-if branches, set-up faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from vendetta_kit import Game, IllegalAction
from vendetta_kit.games.vendetta.engine.actions import (
    ACTIONS,
    Bid,
    Choose,
    Drain,
    EndTurn,
    Keep,
    Look,
    PickClan,
    PickRelic,
    Play,
    Stay,
    UseRelic,
    Withdraw,
)
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.actions import Action, BadAction
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.rulebook import is_id

VARIANTS: list[dict[str, Any]] = [
    {"seats": 4, "seed": 3},
    {"seats": 3, "seed": 5, "relics": True, "location_cards": True, "rulings": {"last_blood": "allow"}},
    {"seats": 6, "seed": 8, "teams": True, "relics": True, "location_cards": True},
]
OTHER_ACTIONS: tuple[Action, ...] = (
    PickClan("brujah"), PickClan("lasombra"), PickRelic("RE01"), PickRelic("BR01"), Keep(("BR01",)),
    Keep(("BR01", "BR01")), Keep(()), Play("BR09", at=1), Play("BR09", at="haven", face="down", blood=3),
    Play("BR09", at=3), Play("BR09", at=1, blood=4), Play("BR09", at=1, face="sideways"), Play("BR09", at=1, flips=3),
    Play("BR09", at=1, blood=False), Play("BR09", at=True, flips=True), Play("XX99", at=1), Drain("VI01"),
    Drain("AL11"), Drain("BR01"), Look(0, at=1), Look(9, at=1), UseRelic("VI01"), EndTurn(), Stay(), Withdraw(),
    Bid(0), Bid(-1), Bid(10**9), Choose(True), Choose(False), Choose("haven"), Choose("BR01"), Choose(1),
    Choose("nonsense"),
)  # fmt: skip
NO_SEATS = [-1, 4, 99, None, "0", 1.0, True]


def walk(game: Game, rng: Random, most: int = 10_000) -> Iterator[tuple[int, Action]]:
    """Play at random; before each move say who is about to do what."""
    for _ in range(most):
        if game.is_over:
            return
        seat = rng.choice(sorted(game.pending))
        action = game.legal(seat).sample(rng)
        yield seat, action
        game.apply(seat, action)


def play_on(game: Game, rng: Random, most: int = 10_000) -> Game:
    for _ in walk(game, rng, most):
        pass
    return game


def everything(game: Game) -> tuple[object, ...]:
    return fingerprint(game), game.events, game.ledger, game.actions, tuple(sorted(game.pending))


@pytest.fixture(params=VARIANTS, ids=["usual", "three with all variants", "teams with all variants"])
def setting(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


# Legal actions as a sequence -------------------------------------------------------------------------------


def test_a_sequence_that_was_kept_does_not_change_with_the_game() -> None:
    game = Game.new(seed=7)
    seat = next(iter(game.pending))
    options = game.legal(seat)
    before = list(options)
    play_on(game, Random(1), 30)
    assert list(options) == before


# Why not? --------------------------------------------------------------------------------------------------


def test_a_refusal_says_who_what_why_and_what_else() -> None:
    game = position(
        {
            "seats": [{"name": n, "clan": c} for n, c in (("Ann", "brujah"), ("Bob", "gangrel"), ("Cy", "tremere"))],
            "ambition": "Ann",
        }
    )
    with pytest.raises(IllegalAction) as refusal:
        game.apply(0, Play("BR09", at=1, blood=4))
    error = refusal.value
    assert (error.seat, error.action) == (0, Play("BR09", at=1, blood=4))
    assert error.rule == "PLAN-12"
    assert error.nearest == Play("BR09", at=1, blood=3)
    assert "PLAN-12" in error.reason
    assert "Play('BR09', at=1, blood=3)" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("seat", NO_SEATS)
def test_there_is_no_such_seat(seat: Any) -> None:
    game = Game.new(seed=7, clans=["brujah", "gangrel", "tremere", "ventrue"])
    for asked in (0, 1):
        action = game.legal(asked)[0]
        before = everything(game)
        with pytest.raises(IllegalAction) as refusal:
            game.apply(seat, action)
        assert refusal.value.rule == "SET-01"
        assert everything(game) == before
        game.apply(asked, action)
        with pytest.raises(IllegalAction):  # nor does anything of the last decision linger
            game.apply(seat, action)


@pytest.mark.rules("EOG-01")
def test_after_the_end_nothing_is_legal() -> None:
    game = play_on(Game.new(**VARIANTS[0]), Random(1))
    assert game.is_over
    assert game.pending == {}
    assert game.to_act is None
    with pytest.raises(IllegalAction) as refusal:
        game.apply(0, EndTurn())
    assert refusal.value.rule == "EOG-01"
    assert refusal.value.nearest is None


# Pending ---------------------------------------------------------------------------------------------------


def test_a_decision_says_whose_it_is_what_it_is_about_and_what_can_be_done(setting: dict[str, Any]) -> None:
    game = Game.new(**setting)
    for _ in walk(game, Random(3)):
        assert game.to_act in game.pending
        for seat, decision in game.pending.items():
            assert decision.seat == seat
            assert list(decision.legal) == list(game.legal(seat))
            assert decision.rules
            assert all(is_id(rule) for rule in decision.rules)
            assert (decision.question is not None) == (decision.kind == "choose")
            assert json.loads(json.dumps(decision.to_json()))["kind"] == decision.kind


@pytest.mark.parametrize("kind", ["keep", "withdraw"])
def test_the_order_of_simultaneous_answers_does_not_matter(kind: str) -> None:
    game, rng = Game.new(**VARIANTS[0]), Random(12)
    for _ in walk(game, rng):
        if len(game.pending) == 4 and next(iter(game.pending.values())).kind == kind:
            break
    answers = [(seat, game.legal(seat)[-1]) for seat in game.pending]
    outcomes = []
    for order in (answers, answers[::-1], answers[2:] + answers[:2]):
        twin = game.copy()
        for seat, action in order:
            twin.apply(seat, action)
        outcomes.append(fingerprint(twin))
    assert len(answers) == 4
    assert len(set(outcomes)) == 1


def test_who_has_answered_cannot_answer_again() -> None:
    game = Game.new(seed=7, clans=["brujah", "gangrel", "tremere", "ventrue"])
    first, second = game.legal(0)
    game.apply(0, first)
    assert sorted(game.pending) == [1, 2, 3]
    with pytest.raises(IllegalAction) as refusal:
        game.apply(0, second)
    assert refusal.value.rule == "HAND-02"


# The same again --------------------------------------------------------------------------------------------


def test_apply_returns_the_events_of_this_action() -> None:
    game = Game.new(seed=7)
    gathered = list(game.events)
    rng = Random(5)
    while not game.is_over:
        seat = rng.choice(sorted(game.pending))
        gathered += game.apply(seat, game.legal(seat).sample(rng))
    assert tuple(gathered) == game.events
    assert [event.n for event in game.events] == sorted({event.n for event in game.events})


def test_winner_and_scores_are_there_once_the_game_is_over() -> None:
    game = Game.new(seed=7)
    for _ in walk(game, Random(1)):
        assert not game.is_over
        assert game.winner is None
        assert game.winners == ()
    assert game.is_over
    assert game.winner is not None
    assert game.winners == (game.winner,)
    best = max(score for score in game.scores if score is not None)
    assert game.scores[game.winner] == best


# Actions as values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", OTHER_ACTIONS, ids=repr)
def test_an_action_goes_through_its_json_form_and_its_repr(action: Action) -> None:
    row = json.loads(json.dumps(action.to_json()))
    assert ACTIONS.from_json(row) == action
    assert hash(ACTIONS.from_json(row)) == hash(action)
    assert eval(repr(action)) == action
    with pytest.raises(FrozenInstanceError):
        action.code = 0  # type: ignore[misc]


@pytest.mark.parametrize(
    "row",
    [
        None,
        [],
        "stay",
        {},
        {"do": 3},
        {"do": "dance"},
        {"do": "play"},
        {"do": "play", "card": "BR01"},
        {"do": "stay", "card": "BR01"},
        {"do": "stay", "two\nlines": 1},
        {"do": "play", "card": "BR01", "at": 1, "colour": "red"},
    ],
    ids=repr,
)
def test_what_is_no_action_in_json_is_named_in_one_line(row: Any) -> None:
    with pytest.raises(BadAction) as fault:
        ACTIONS.from_json(row)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) > 15


# Set-up faults ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"seats": 2}, "seats: found 2"),
        ({"seats": 7}, "seats: found 7"),
        ({"seats": 0}, "seats: found 0"),
        ({"seats": "4"}, "seats: found '4'"),
        ({"seats": 4.0}, "seats: found 4.0"),
        ({"seats": True}, "seats: found true"),
        ({"seats": None}, "seats: found nothing"),
        ({"seats": 6}, "teams"),
        ({"seats": 3, "teams": True}, "teams"),
        ({"seats": 5, "teams": True}, "teams"),
        ({"seed": "7"}, "seed: found '7'"),
        ({"seed": 1.5}, "seed: found 1.5"),
        ({"names": ["Ann", "Bob"]}, "names"),
        ({"names": ["Ann", "Bob", "Cy", "Ann"]}, "names"),
        ({"names": ["Ann", "Bob", "Cy", ""]}, "names"),
        ({"names": ["Ann", "Bob", "Cy", "two\nlines"]}, "names[3]"),
        ({"names": ["Ann", "Bob", "Cy", "\u202eeeD"]}, "names[3]"),
        ({"names": ["Ann", "Bob", "Cy", "\ud800"]}, "names[3]"),
        ({"names": ["Ann", "Bob", "Cy", "D" * 41]}, "names[3]"),
        ({"names": "Anna"}, "names"),
        ({"relics": "no"}, "relics: found 'no'; expected true or false"),
        ({"relics": 1}, "relics"),
        ({"teams": "no"}, "teams"),
        ({"names": 5}, "names"),
        ({"names": [[], [], [], []]}, "names"),
        ({"clans": ["brujah"]}, "clans"),
        ({"clans": ["brujah", "brujah", "tremere", "ventrue"]}, "clans"),
        ({"clans": ["brujah", "lasombra", "tremere", "ventrue"]}, "lasombra"),
        ({"clans": "brujah"}, "clans"),
        ({"clans": 5}, "clans"),
        ({"clans": [[], 1, None, 2.0]}, "clans"),
        ({"location_cards": ["LC01"]}, "location_cards"),
        ({"location_cards": ["LC01", "LC01"]}, "location_cards"),
        ({"location_cards": ["LC01", "LC02", "LC03"]}, "location_cards"),
        ({"location_cards": ["LC01", "RE01"]}, "RE01"),
        ({"location_cards": ["LC01", "LC99"]}, "LC99"),
        ({"location_cards": 5}, "location_cards"),
        ({"location_cards": [[], []]}, "location_cards"),
        ({"rulings": {"blood": "allow"}}, "blood"),
        ({"rulings": {"last_blood": "maybe"}}, "last_blood"),
        ({"rulings": {"last_blood": []}}, "last_blood"),
        ({"rulings": ["last_blood"]}, "rulings"),
        ({"rulings": 5}, "rulings"),
    ],
    ids=str,
)
def test_a_set_up_that_does_not_go_together_is_named_in_one_line(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(BadSetup) as fault:
        Game.new(**arguments)
    assert named in str(fault.value)
    assert "\n" not in str(fault.value)
