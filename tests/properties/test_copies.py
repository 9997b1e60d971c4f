"""Copies share nothing that can change, and the recorder changes nothing that happens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.properties.games import GAMES, begin, choose, each_table, play_out, playing, waiting
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.card_tables import LOCATIONS
from vendetta_kit.games.vendetta.engine.conflict import total_power
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.state import COUNTED_MATE
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint


def state(game: Game) -> tuple[object, ...]:
    """The whole changing state, every number of it."""
    return game.n, game.z, game.agenda


def everything(game: Game) -> tuple[object, ...]:
    """All that can be told of a game: state, record, what is to be decided, what everybody sees."""
    legal = [(len(game.legal(seat)), game.legal(seat)[-30:]) for seat in range(game.seats)]
    return fingerprint(game), game.events, game.ledger, game.actions, legal, game.scores


@each_table
def test_past_copies_never_change(table: str) -> None:
    """A copy after every action; at the end each is still what it was, while the game and its copies were played on."""
    for number in range(GAMES):
        start = begin(table, number, "past")
        game, rng = start.game, start.rng
        kept = [(game.copy(), everything(game))]
        for _ in playing(start):
            kept.append((game.copy(), everything(game)))
            some = kept[rng.randrange(len(kept))][0].copy()  # a copy of a past copy goes its own way
            for _ in range(3):
                for seat in waiting(some)[:1]:
                    some.apply(seat, choose(some, seat, rng, start.eager))
        for past, was in kept:
            assert everything(past) == was


@each_table
def test_copy_and_game_play_on_alike(table: str) -> None:
    """The same actions give the same events, in the game, in a copy, and in a copy that keeps no record."""
    for number in range(GAMES):
        start = begin(table, number, "alike")
        game = start.game
        copied = start.rng.randrange(60)
        twin = bare = game.copy()
        for done, (seat, action, events) in enumerate(playing(start)):
            if done > copied:
                assert twin.apply(seat, action) == events
                assert bare.apply(seat, action) == ()
                assert fingerprint(twin) == fingerprint(bare) == fingerprint(game)
            elif done == copied:
                twin, bare = game.copy(), game.copy(record=False)
                assert bare.events == bare.ledger == bare.actions == ()
        assert done > copied
        assert everything(twin) == everything(game)


@each_table
def test_fork_is_the_game_as_it_was(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "fork")
        game = start.game
        was = [everything(game)]
        for _ in playing(start):
            was.append(everything(game))
        last = len(was) - 1
        for after in {0, 1, last, last - 1, *(start.rng.randrange(last) for _ in range(8))}:
            branch = game.fork(after=after)
            assert everything(branch) == was[after]
            rng = Random(after)
            for _ in range(5):  # the branch is played on otherwise
                for seat in waiting(branch)[:1]:
                    branch.apply(seat, choose(branch, seat, rng, start.eager))
        assert everything(game) == everything(game.fork()) == was[-1]
        for wrong in (-1, last + 1):
            with pytest.raises(ValueError, match=f"from 0 to {last}"):
                game.fork(after=wrong)


@each_table
def test_recorder_changes_nothing(table: str) -> None:
    """The same seed and actions lead to the same states, whether the game is recorded or not."""
    for number in range(GAMES):
        start = begin(table, number, "recorder")
        bare = begin(table, number, "recorder", record=False).game
        assert state(bare) == state(start.game)
        for seat, action, _ in playing(start):
            assert bare.apply(seat, action) == ()
            assert state(bare) == state(start.game)
            assert all(bare.legal(s)[:40] == start.game.legal(s)[:40] for s in range(bare.seats))
        assert bare.rec is None
        assert (bare.scores, bare.winners) == (start.game.scores, start.game.winners)
        for call in (bare.undo, bare.fork):
            with pytest.raises(ValueError, match="record=True"):
                call()


def counting_table(number: int) -> tuple[dict[str, Any], Random]:
    """Two players whose cards count Rivals meet where their mates are too: rare at tables that are dealt."""
    rng = Random(f"counting/{number}")
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")[: rng.choice((4, 6))]
    clans = ["toreador", "ventrue", *rng.sample(["brujah", "gangrel", "nosferatu", "tremere"], len(names) - 2)]
    rng.shuffle(clans)
    counting = {"toreador": "TO05", "ventrue": "VE01"}
    deployed = [
        {"seat": name, "at": 1, "cards": [counting[clan]] if clan in counting else [], "blood": rng.randrange(1, 6)}
        for name, clan in zip(names, clans, strict=True)
    ]
    seats = [{"name": name, "clan": clan} for name, clan in zip(names, clans, strict=True)]
    start = {"phase": "resolution", "at": 1}
    table = {"seed": number, "variants": {"teams": True}, "seats": seats, "deployed": deployed, "start": start}
    return table, rng


def test_counting_for_the_record_changes_nothing() -> None:
    """Each number of the state is the same with a record and without, at every step; counting by itself moves none."""
    met = 0
    for number in range(30 * GAMES):
        table, rng = counting_table(number)
        game = position(table)
        bare = game.copy(record=False)
        while not game.is_over:
            seat = rng.choice(waiting(game))
            action = choose(game, seat, rng, False)
            game.apply(seat, action)
            bare.apply(seat, action)
            assert state(bare) == state(game)
            met += game.n[COUNTED_MATE] > 0
            before = state(game.copy())
            for counted in range(game.seats):
                for at in LOCATIONS[game.seats]:
                    total_power(game, counted, at)
            assert state(game) == before
    assert met > 20


@each_table
def test_looking_changes_nothing(table: str) -> None:
    """Options, questions, views and reasons are read off; the game does not move, nor its random state."""
    for number in range(GAMES):
        start = begin(table, number, "look", record=False)
        game = start.game
        for seat, action, _ in playing(start):
            before = fingerprint(game)
            for other in (seat, None):
                game.view(other).to_json(log=False)
            for other in range(game.seats):
                options = game.legal(other)
                assert all(option in options for option in options[:20])
            game.why_not(seat, action)
            assert game.pending.keys() == set(waiting(game))
            assert repr(game)
            game.copy()
            assert fingerprint(game) == before


# Undo ------------------------------------------------------------------------------------------------------


def shown(game: Game) -> tuple[object, ...]:
    """State, record and options."""
    legal = [(len(game.legal(seat)), game.legal(seat)[-30:]) for seat in range(game.seats)]
    return fingerprint(game), game.events, game.ledger, game.actions, legal


@each_table
def test_undo_takes_back_exactly_one_action(table: str) -> None:
    """After each action: back, and everything is as before; forward, and the same happens again."""
    for number in range(GAMES):
        start = begin(table, number, "undo")
        game = start.game
        before = shown(game)
        for seat, action, events in playing(start):
            after = shown(game)
            assert game.undo() == (seat, action)
            assert shown(game) == before
            assert game.apply(seat, action) == events
            assert shown(game) == after
            before = after


@each_table
def test_undo_to_the_start_and_redo(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "start")
        first = shown(start.game)
        game = play_out(start)
        last = shown(game)
        taken = [game.undo() for _ in game.actions]
        assert shown(game) == first
        with pytest.raises(ValueError, match="nothing to undo"):
            game.undo()
        assert shown(game) == first
        for seat, action in reversed(taken):
            game.apply(seat, action)
        assert shown(game) == last
