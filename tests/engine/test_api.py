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
    PickClan("brujah"),
    PickClan("lasombra"),
    PickRelic("RE01"),
    PickRelic("BR01"),
    Keep(("BR01",)),
    Keep(("BR01", "BR01")),
    Keep(()),
    Play("BR09", at=1),
    Play("BR09", at="haven", face="down", blood=3),
    Play("BR09", at=3),
    Play("BR09", at=1, blood=4),
    Play("BR09", at=1, face="sideways"),
    Play("BR09", at=1, flips=3),
    Play("BR09", at=1, blood=False),
    Play("BR09", at=True, flips=True),
    Play("XX99", at=1),
    Drain("VI01"),
    Drain("AL11"),
    Drain("BR01"),
    Look(0, at=1),
    Look(9, at=1),
    UseRelic("VI01"),
    EndTurn(),
    Stay(),
    Withdraw(),
    Bid(0),
    Bid(-1),
    Bid(10**9),
    Choose(True),
    Choose(False),
    Choose("haven"),
    Choose("BR01"),
    Choose(1),
    Choose("nonsense"),
)
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


def test_legal_is_a_sequence_at_every_decision(setting: dict[str, Any]) -> None:
    kinds = set()
    game, rng = Game.new(**setting), Random(1)
    for seat, _ in walk(game, rng):
        options = game.legal(seat)
        every = list(options)
        kinds.add(game.pending[seat].kind)
        assert len(options) == len(every) == len(set(every)) > 0
        assert [options[i] for i in range(len(every))] == every
        assert options[-1] == every[-1]
        assert options[1:5] == every[1:5]
        assert options[::-2] == every[::-2]
        assert all(action in options for action in every)
        assert options.index(every[-1]) == len(every) - 1
        assert options.count(every[0]) == 1
    assert {"pick_clan", "keep", "plan", "after_play", "withdraw"} <= kinds


def test_an_index_beyond_the_end_is_refused_like_that_of_a_list() -> None:
    options = Game.new(seed=7).legal(Game.new(seed=7).to_act or 0)
    with pytest.raises(IndexError):
        options[len(options)]
    with pytest.raises(IndexError):
        options[-len(options) - 1]


def test_sample_draws_every_option_and_nothing_else(setting: dict[str, Any]) -> None:
    game = Game.new(**setting)
    for _ in walk(game, Random(1), 40):
        pass
    seat = next(iter(game.pending))
    options = game.legal(seat)
    rng = Random(2)
    drawn = {options.sample(rng) for _ in range(60 * len(options))}
    assert drawn == set(options)


def test_the_same_random_source_draws_the_same_sample() -> None:
    options = next(iter(Game.new(seed=7).pending.values())).legal
    assert [options.sample(Random(n)) for n in range(20)] == [options.sample(Random(n)) for n in range(20)]


def test_a_sequence_that_was_kept_does_not_change_with_the_game() -> None:
    game = Game.new(seed=7)
    seat = next(iter(game.pending))
    options = game.legal(seat)
    before = list(options)
    play_on(game, Random(1), 30)
    assert list(options) == before


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_who_has_nothing_to_decide_has_no_legal_action(seat: int) -> None:
    game = Game.new(seed=7)
    asked = game.to_act
    other = (asked + seat) % 4 if asked is not None else seat
    assert other not in game.pending
    assert list(game.legal(other)) == []
    assert len(game.legal(other)) == 0


# Why not? --------------------------------------------------------------------------------------------------


def test_why_not_is_none_exactly_when_an_action_is_legal(setting: dict[str, Any]) -> None:
    game, rng = Game.new(**setting), Random(4)
    seen: set[Action] = set(OTHER_ACTIONS)
    for _ in walk(game, rng):
        for seat in game.pending:
            seen.update(game.legal(seat)[:40])
        for action in rng.sample(sorted(seen, key=repr), min(40, len(seen))):
            for seat in range(game.seats):
                why = game.why_not(seat, action)
                assert (why is None) == (action in game.legal(seat)), (seat, action)
                if why is not None:
                    assert why.rules
                    assert all(is_id(rule) for rule in why.rules)
                    assert why.nearest is None or why.nearest in game.legal(seat)
                    assert (why.nearest is None) == (seat not in game.pending)


def test_a_refused_action_leaves_the_game_as_it_was(setting: dict[str, Any]) -> None:
    game, rng = Game.new(**setting), Random(6)
    seen: set[Action] = set(OTHER_ACTIONS)
    refused = 0
    for _ in walk(game, rng, 120):
        for seat in game.pending:
            seen.update(game.legal(seat)[:10])
        before = everything(game)
        for action in rng.sample(sorted(seen, key=repr), 20):
            for seat in range(game.seats):
                if action not in game.legal(seat):
                    with pytest.raises(IllegalAction):
                        game.apply(seat, action)
                    refused += 1
        assert everything(game) == before
    assert refused > 1000


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


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_refusal_has_words_in_both_languages(lang: str) -> None:
    game, rng = Game.new(**VARIANTS[1]), Random(9)
    said = set()
    for _ in walk(game, rng, 150):
        for action in OTHER_ACTIONS:
            for seat in range(game.seats):
                why = game.why_not(seat, action)
                if why is not None:
                    for reason in why.reasons:
                        text = reason.text(lang)
                        assert len(text) > 10
                        assert "{" not in text
                        assert "\n" not in text
                        said.add(reason.key)
    assert len(said) > 15


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


@pytest.mark.parametrize("thing", [None, 7, "stay", ("play", "BR01"), {"do": "stay"}, 1.5, Stay], ids=repr)
def test_what_is_no_action_is_refused(thing: Any) -> None:
    game = Game.new(seed=7)
    seat = game.to_act
    assert seat is not None
    before = everything(game)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(seat, thing)
    assert everything(game) == before
    assert "\n" not in str(refusal.value)


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


# Undo, copy, fork ------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_start_step_by_step(setting: dict[str, Any]) -> None:
    game, rng = Game.new(**setting), Random(2)
    states = [everything(game)]
    done = []
    for move in walk(game, rng):
        if done:
            states.append(everything(game))
        done.append(move)
    for move, before in zip(reversed(done), reversed(states), strict=True):
        assert game.undo() == move
        assert everything(game) == before
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()


def test_what_is_done_again_after_undo_is_the_same() -> None:
    game = play_on(Game.new(**VARIANTS[1]), Random(2))
    end, moves = everything(game), game.actions
    for _ in moves:
        game.undo()
    for seat, action in moves:
        game.apply(seat, action)
    assert everything(game) == end


def test_undo_forgets_the_options_of_what_is_undone() -> None:
    game = Game.new(seed=7)
    seat = game.to_act
    assert seat is not None
    options = list(game.legal(seat))
    game.apply(seat, options[0])
    for later in game.pending:
        game.legal(later)
    game.undo()
    assert list(game.legal(seat)) == options
    assert sorted(game.pending) == [seat]


@pytest.mark.parametrize("method", ["undo", "fork"])
def test_a_game_that_is_not_recorded_cannot_go_back(method: str) -> None:
    game = Game.new(seed=7, record=False)
    assert game.to_act is not None
    game.apply(game.to_act, game.legal(game.to_act)[0])
    with pytest.raises(ValueError, match="record=True"):
        getattr(game, method)()


def test_a_copy_shares_nothing_that_can_change(setting: dict[str, Any]) -> None:
    game = Game.new(**setting)
    play_on(game, Random(2), 60)
    before = everything(game)
    twin, bare = game.copy(), game.copy(record=False)
    assert everything(twin) == before
    assert (bare.events, bare.ledger, bare.actions) == ((), (), ())
    play_on(twin, Random(3))
    play_on(bare, Random(3))
    assert twin.is_over
    assert bare.is_over
    assert fingerprint(bare) == fingerprint(twin)
    assert everything(game) == before
    play_on(game, Random(3))
    assert everything(game) == everything(twin)


def test_a_fork_stands_where_the_game_was_after_so_many_actions() -> None:
    game, rng = Game.new(**VARIANTS[0]), Random(5)
    states = []
    for _ in walk(game, rng, 50):
        states.append(everything(game))
    end = everything(game)
    for after in (0, 1, 17, 49):
        branch = game.fork(after)
        assert everything(branch) == states[after]
        play_on(branch, Random(1))
    assert everything(game.fork()) == end == everything(game)


@pytest.mark.parametrize("after", [-1, 11])
def test_a_fork_must_lie_in_the_past(after: int) -> None:
    game = play_on(Game.new(seed=7), Random(5), 10)
    with pytest.raises(ValueError, match="expected a whole number from 0 to 10"):
        game.fork(after)


# The same again --------------------------------------------------------------------------------------------


def test_the_same_seed_and_actions_give_the_same_events(setting: dict[str, Any]) -> None:
    one, two = (play_on(Game.new(**setting), Random(5)) for _ in range(2))
    assert everything(one) == everything(two)
    assert one.scores == two.scores
    assert one.winner == two.winner


def test_recording_does_not_change_what_happens(setting: dict[str, Any]) -> None:
    recorded = play_on(Game.new(**setting), Random(5))
    bare = play_on(Game.new(**setting, record=False), Random(5))
    assert fingerprint(recorded) == fingerprint(bare)
    assert (bare.events, bare.ledger) == ((), ())
    assert recorded.events
    assert recorded.ledger


def test_another_seed_gives_another_game() -> None:
    games = [play_on(Game.new(seats=4, seed=seed), Random(5), 40) for seed in range(8)]
    assert len({fingerprint(game) for game in games}) == 8


def test_apply_returns_the_events_of_this_action() -> None:
    game = Game.new(seed=7)
    gathered = list(game.events)
    rng = Random(5)
    while not game.is_over:
        seat = rng.choice(sorted(game.pending))
        gathered += game.apply(seat, game.legal(seat).sample(rng))
    assert tuple(gathered) == game.events
    assert [event.n for event in game.events] == sorted({event.n for event in game.events})


def test_events_and_entries_share_one_running_number(setting: dict[str, Any]) -> None:
    game = play_on(Game.new(**setting), Random(5))
    numbers = [event.n for event in game.events] + [entry.n for entry in game.ledger]
    assert sorted(numbers) == list(range(len(numbers)))


def test_every_event_and_entry_names_rules_that_exist(setting: dict[str, Any]) -> None:
    for seed in range(3):
        game = play_on(Game.new(**{**setting, "seed": seed}), Random(seed))
        for line in (*game.events, *game.ledger):
            assert line.rules, line
            assert all(is_id(rule) for rule in line.rules), line
            assert len(set(line.rules)) == len(line.rules), line


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


def test_actions_are_equal_exactly_when_they_say_the_same() -> None:
    assert len(set(OTHER_ACTIONS)) == len(OTHER_ACTIONS)
    assert Play("BR01", at=1) == Play("BR01", 1, "up", 0, 0)
    assert Play("BR01", at=1) != Play("BR01", at=1, face="down")
    assert Choose(True) != Choose(False)
    assert Stay() != Withdraw()


@pytest.mark.parametrize("number", [0, 1])
def test_yes_or_no_is_no_number(number: int) -> None:
    assert Choose(bool(number)) != Choose(number)
    assert json.dumps(Choose(bool(number)).to_json()) != json.dumps(Choose(number).to_json())


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


@pytest.mark.parametrize("value", [[], {}, None, 1.5, True, "", "BR01", -1, 10**20, [["BR01"]]], ids=repr)
def test_wrong_types_in_an_action_are_refused_not_a_crash(value: Any) -> None:
    game = Game.new(seed=7, clans=["brujah", "gangrel", "tremere", "ventrue"])
    play_on(game, Random(1), 4)
    seat = game.to_act
    assert seat is not None
    card = game.view(seat).decision
    assert card is not None
    rows = [
        {"do": "play", "card": value, "at": 1},
        {"do": "play", "card": "BR09", "at": value},
        {"do": "play", "card": "BR09", "at": 1, "face": value},
        {"do": "play", "card": "BR09", "at": 1, "blood": value},
        {"do": "play", "card": "BR09", "at": 1, "flips": value},
        {"do": "drain", "card": value},
        {"do": "look", "seat": value, "at": value, "slot": value},
        {"do": "use_relic", "target": value},
        {"do": "keep", "cards": value},
        {"do": "keep", "cards": ["BR01"], "give": value},
        {"do": "bid", "blood": value},
        {"do": "choose", "value": value},
        {"do": "pick_clan", "clan": value},
        {"do": "pick_relic", "relic": value},
    ]
    before = everything(game)
    for row in rows:
        action = ACTIONS.from_json(row)
        if action not in game.legal(seat):
            with pytest.raises(IllegalAction) as refusal:
                game.apply(seat, action)
            assert "\n" not in str(refusal.value)
    assert everything(game) == before


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
