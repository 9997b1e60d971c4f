"""The kernel plays a game that it does not know: all that a game is promised holds for *Hush*, too."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from tests.kernel.toy import COINS, HAND, RULES, Hush, Lay, Pass, Stay, end_round, name, winners
from vendetta_kit.kernel import saves
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_kit.kernel.state import ANSWER
from vendetta_kit.kernel.transcript import transcript


def played(seed: int, seats: int = 4, **more: Any) -> Hush:
    game, rng = Hush.new(seats, seed, **more), Random(seed)
    while not game.is_over:
        seat = rng.choice(list(game.pending))
        game.apply(seat, game.legal(seat).sample(rng))
    return game


def state(game: Hush) -> Any:
    return game.n[:], game.z[:], game.agenda[:]


def flat(value: Any) -> str:
    """All that a view holds, as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return " ".join(flat(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, tuple | list):
        return " ".join(map(flat, value))
    return repr(dict(value)) if hasattr(value, "items") else repr(value)


def to_window(seed: int = 3, **more: Any) -> Hush:
    game = Hush.new(3, seed, **more)
    for seat in range(3):
        game.apply(seat, Stay())
    return game


def test_the_same_seed_and_actions_give_the_same_game_with_and_without_record() -> None:
    for seed in range(20):
        game = played(seed)
        again = Hush.new(4, seed, record=False)
        for seat, action in game.actions:
            again.apply(seat, action)
        assert state(again) == state(game)
        assert again.events == ()
        assert transcript(game) == transcript(played(seed))


def test_a_save_is_played_again_and_an_edited_one_is_refused() -> None:
    game = played(5)
    row = json.loads(json.dumps(saves.to_json(game)))
    assert row["format"] == "hush-save/1"
    assert state(saves.from_json(row, RULES)) == state(game)
    for k, (seat, action) in enumerate(row["actions"]):
        if action == {"do": "stay"}:
            row["actions"][k] = [seat, {"do": "stay", "stays": False}]
            break
    with pytest.raises(saves.BadSave):
        saves.from_json(row, RULES)
    with pytest.raises(saves.BadSave, match="hush-save/1"):
        saves.loads('{"format": "vendetta-save/1"}', RULES)


def test_undo_goes_back_to_the_start_and_fork_to_the_side() -> None:
    game = played(6)
    states = [state(game.fork(k)) for k in range(len(game.actions) + 1)]
    fork = game.fork(3)
    assert len(fork.actions) == 3
    while game.actions:
        game.undo()
        assert state(game) == states[len(game.actions)]
    assert [event.kind for event in game.events] == ["dealt"] * 4 + ["round"]


def test_an_answer_in_secret_stays_there_until_all_are_in() -> None:
    game = Hush.new(3, 1)
    before = [flat(game.view(seat)) for seat in (1, 2, None)]
    game.apply(0, Stay(False))
    other = Hush.new(3, 1)
    other.apply(0, Stay(True))
    for seat, was in zip((1, 2, None), before, strict=True):
        assert flat(game.view(seat)) == flat(other.view(seat))
        assert flat(game.view(seat)) != was, "that she has chosen is seen"
    game.apply(1, Stay())
    game.apply(2, Stay())
    assert game.events[-1].data["staying"] == (1, 2)
    assert [game.n[COINS + seat] for seat in range(3)] == [3, 2, 2]


def test_a_hidden_hand_is_in_no_view_of_another() -> None:
    for seed in range(10):
        game = to_window(seed)
        for seat in (0, 1, 2, None):
            held = {name(card) for other in range(3) if other != seat for card in game.z[HAND + other]}
            view = game.view(seat)
            assert not held & {card for event in view.events for card in event.data.get("hand", ())}
            assert view.hand == (game.z[HAND + seat] if seat is not None else None)


def test_who_is_asked_in_a_window_is_seen_by_nobody_else() -> None:
    game = to_window()
    assert game.to_act == 0
    assert [game.view(seat).asked for seat in (0, 1, 2, None)] == [(0,), (), (), ()]
    assert [game.view(seat).decision is not None for seat in range(3)] == [True, False, False]


def test_whoever_uses_a_window_starts_it_again_and_all_passes_close_it() -> None:
    game = to_window()
    game.apply(0, Pass())
    assert game.to_act == 1
    game.apply(1, Lay(game.z[HAND + 1][0]))
    assert game.to_act == 0, "the first has the first chance again"
    for seat in (0, 1, 2):
        assert game.view(seat).asked == (seat,)
        game.apply(seat, Pass())
    assert game.moment.round == 2, "all have passed in a row"


def test_who_can_do_nothing_is_asked_only_where_that_is_wished() -> None:
    for always in ("no", "yes"):
        game = to_window(ask_always=always)
        for card in game.z[HAND]:
            game.apply(0, Lay(card))
        assert game.to_act == (0 if always == "yes" else 1)


def test_a_poll_is_open_to_all_in_any_order_until_nobody_wants_more() -> None:
    game = Hush.new(3, 2)
    while game.moment.round < 3 or game.view(None).asked == ():
        game.apply(game.to_act, Pass() if Pass() in game.legal(game.to_act) else Stay())
    while Stay() in game.legal(game.to_act):
        game.apply(game.to_act, Stay())
    while Pass() in game.legal(game.to_act) and len(game.pending) == 1:
        game.apply(game.to_act, Pass())
    assert set(game.pending) == {0, 1, 2}
    game.apply(2, Pass())
    assert set(game.pending) == {0, 1}
    game.apply(1, Lay(game.z[HAND + 1][0]))
    assert set(game.pending) == {0, 1, 2}, "she may think again"
    for seat in (1, 0, 2):
        game.apply(seat, Pass())
    assert game.is_over
    assert game.winners == winners(game)


def test_what_is_not_legal_changes_nothing_and_says_why() -> None:
    game = Hush.new(3, 4)
    before = state(game)
    for seat, action, says in (
        (0, Lay(99), "Not now"),
        (0, Pass(), "Not now"),
        (7, Stay(), "Not a seat: 7"),
        (True, Stay(), "Not a seat: True"),
        (0, "stay", "Not an action of Hush: 'stay'"),
    ):
        with pytest.raises(IllegalAction, match=says) as refused:
            game.apply(seat, action)  # type: ignore[arg-type]
        assert refused.value.rule.startswith("HUSH-")
        assert game.why_not(seat, action) is not None
    assert state(game) == before
    assert game.why_not(0, Stay()) is None
    with pytest.raises(BadSetup):
        Hush.new(9)


def test_the_other_doors_lead_where_the_first_leads() -> None:
    for seed in range(10):
        game = played(seed)
        world = Hush.new(4, seed, record=False)
        for seat, action in game.actions:
            world.advance(seat, action.code)
        assert state(world) == state(game)


def test_a_game_can_stop_between_two_steps_and_go_on() -> None:
    game = Hush.new(3, 1)
    k = max(k for k, step in enumerate(game.agenda) if step[0] is end_round)
    game.pause_before(k, 7)
    for seat in range(3):
        game.apply(seat, Stay(False))
    assert (game.pending, game.is_over, game.moment.round) == ({}, False, 1)
    assert (game.paused(), game.paused()) == (7, -1)
    game.run()
    assert game.moment.round == 2
    world = Hush.new(3, 1)
    for seat in range(2):
        world.apply(seat, Stay(False))
    world.advance(2, Stay(False).code, until=lambda g: g.agenda[-1][0] is end_round)
    assert (world.pending, world.moment.round) == ({}, 1)
    world.run(until=lambda g: False)
    assert state(world) == state(game)


def test_what_others_have_sealed_can_be_asked_anew_in_an_imagined_game() -> None:
    game = Hush.new(3, 1)
    game.apply(0, Stay(False))
    game.apply(1, Stay())
    game.unseal(1)
    assert set(game.pending) == {0, 2}
    assert game.n[ANSWER] == -1
    assert game.n[ANSWER + 1] == Stay().code


def test_every_move_of_a_coin_is_in_the_ledger_with_its_rule() -> None:
    for seed in range(10):
        game = played(seed)
        coins = dict.fromkeys(range(4), 2)
        for entry in game.ledger:
            assert entry.rules[0].startswith("HUSH-")
            for account, sign in ((entry.source, -1), (entry.target, 1)):
                if account.seat is not None:
                    coins[account.seat] += sign * entry.amount
        assert tuple(coins.values()) == game.scores
