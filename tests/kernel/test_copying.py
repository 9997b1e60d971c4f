"""`copy` and `pickle`: whatever the kit gives out of a game can be copied, is equal to it, and is independent of it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.kernel import toy
from vendetta_kit import Game
from vendetta_kit.games.rivals.engine.game import Game as Rivals
from vendetta_kit.games.vtes.engine.game import Game as Vtes
from vendetta_kit.input_errors import BadInput
from vendetta_kit.kernel.actions import BadAction
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.refusal import BadSetup, IllegalAction
from vendetta_kit.kernel.saves import BadSave, load, save

GAMES: dict[str, Callable[[], AnyGame]] = {
    "vendetta": lambda: Game.new(seats=4, seed=7),
    "vendetta-all": lambda: Game.new(seats=4, seed=8, location_cards=True, relics=True, teams=True),
    "vtes": lambda: Vtes.new(["whispers", "claw", "court"], seed=7),
    "rivals": lambda: Rivals.new(3, seed=7),
    "hush": lambda: toy.Hush.new(3, seed=7),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
each_game = pytest.mark.parametrize("name", GAMES)


def moves(game: AnyGame, count: int, seed: int = 1) -> None:
    """Let chance make some moves."""
    rng = Random(seed)
    for _ in range(count):
        if game.is_over:
            return
        seat = game.to_act
        game.apply(seat, game.legal(seat).sample(rng))


def played(name: str) -> AnyGame:
    game = GAMES[name]()
    moves(game, 40)
    return game


def all_of(game: AnyGame) -> tuple[Any, ...]:
    """All that can be told of a game, its marks and what it can be taken back to included."""
    views = [game.view(seat) for seat in (None, *range(game.seats))]
    legal = [game.legal(seat) for seat in range(game.seats)]
    return game.rules.marks(game), game.events, game.ledger, game.actions, game.setup, game.names, views, legal


def observation(seen: Any) -> dict[str, Any]:
    """An observation is no value that compares; what it holds is."""
    whole = {name: getattr(seen, name) for name in ("seat", "seats", "n", "z")} | getattr(seen, "__dict__", {})
    return {**whole, "offer": seen.offer}


THINGS: dict[str, Callable[[AnyGame], Any]] = {
    "view": lambda game: game.view(game.to_act or 0),
    "spectator's view": lambda game: game.view(None),
    "event": lambda game: game.events[-1],
    "events with secrets": lambda game: game.events,
    "ledger": lambda game: game.ledger,
    "actions": lambda game: game.actions,
    "set-up": lambda game: game.setup,
    "decision": lambda game: game.pending,
    "options": lambda game: game.legal(game.to_act),
    "moment": lambda game: game.moment,
    "refusal": lambda game: game.why_not(0, "no action"),
    "refusal of an action": lambda game: game.why_not(0, game.actions[0][1]),
}


@each_way
@each_game
def test_a_copied_game_is_equal_and_independent(name: str, way: Callable[[Any], Any]) -> None:
    game = played(name)
    was = all_of(game)
    twin = way(game)
    assert type(twin) is type(game)
    assert all_of(twin) == was
    moves(twin, 25)
    while twin.actions:
        twin.undo()
    assert all_of(game) == was, "a move in the copy changes nothing in the game"
    again = way(game)
    moves(game, 25, seed=2)
    assert all_of(again) == was, "nor a move in the game anything in the copy"
    moves(again, 25, seed=2)
    assert all_of(again) == all_of(game), "both play on alike"


@each_way
@each_game
def test_a_game_without_a_record_can_be_copied(name: str, way: Callable[[Any], Any]) -> None:
    game = played(name).copy(record=False)
    twin = way(game)
    moves(twin, 25)
    moves(game, 25)
    assert twin.rules.marks(twin) == game.rules.marks(game)
    assert twin.setup == game.setup


@each_game
def test_a_game_can_be_pickled_at_every_moment(name: str) -> None:
    game, rng = GAMES[name](), Random(3)
    for _ in range(400):
        if game.is_over:
            break
        bare = game.copy(record=False)
        assert game.rules.marks(WAYS["pickle"](bare)) == game.rules.marks(game)
        seat = game.to_act
        game.apply(seat, game.legal(seat).sample(rng))


@each_way
@each_game
def test_a_copied_game_saves_the_same(name: str, way: Callable[[Any], Any], tmp_path: Any) -> None:
    game = played(name)
    save(game, str(tmp_path / "game"))
    save(way(game), str(tmp_path / "twin"))
    assert (tmp_path / "game").read_bytes() == (tmp_path / "twin").read_bytes()


@pytest.mark.parametrize("thing", THINGS)
@each_way
@each_game
def test_what_a_game_gives_out_can_be_copied(name: str, way: Callable[[Any], Any], thing: str) -> None:
    given = THINGS[thing](played(name))
    assert given is not None
    twin = way(given)
    assert twin == given
    assert type(twin) is type(given)


@each_way
@each_game
def test_what_does_not_compare_holds_the_same(name: str, way: Callable[[Any], Any]) -> None:
    game = played(name)
    seat = game.to_act or 0
    seen = game.observe(seat)
    assert observation(way(seen)) == observation(seen)
    twin = copy.deepcopy(seen)
    twin.n[0] = 99
    assert seen.n[0] != 99
    assert way(game.rules) is game.rules
    assert way(game.rules.actions) is game.rules.actions


@each_way
def test_refusals_that_are_raised_can_be_copied(way: Callable[[Any], Any]) -> None:
    raised: list[Exception] = []
    for wrong, kinds in (
        (lambda: Game.new(seats=9), BadSetup),
        (lambda: Vtes.new(["x"]), BadSetup),
        (lambda: Vtes.position({"seats": 3}), BadSetup),
        (lambda: Rivals.new(9), BadSetup),
        (lambda: Game.new().rules.actions.from_json({"do": "fly"}), BadAction),
        (lambda: Game.new(seed=1).apply(0, "x"), IllegalAction),
        (lambda: load("no such file", Game.new().rules), BadSave),
    ):
        with pytest.raises(kinds) as fault:
            wrong()
        raised.append(fault.value)
    for refused in raised:
        twin = way(refused)
        assert type(twin) is type(refused)
        assert str(twin) == str(refused)
        if isinstance(refused, BadInput):
            assert twin.text("de") == refused.text("de")


def test_another_process_reads_what_was_pickled(tmp_path: Any) -> None:
    games = [GAMES[name]() for name in ("vendetta", "vtes", "rivals")]
    kept = tmp_path / "games"
    kept.write_bytes(pickle.dumps([games, [game.table for game in games], [game.legal(0) for game in games]]))
    told = "import pickle, sys; print([g.rules.marks(g) for g in pickle.load(open(sys.argv[1], 'rb'))[0]])"
    ran = subprocess.run([sys.executable, "-c", told, str(kept)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str([game.rules.marks(game) for game in games])


@each_way
def test_a_copied_game_is_played_by_the_rules_of_its_own_day(way: Callable[[Any], Any]) -> None:
    """A game that began under the kit's first version goes on as it began, in a copy too."""
    begun = Game.new(seats=4, seed=7, version=1)
    for game in (begun, way(begun)):
        assert game.table.version == 1
