"""People at a common table, each with a replica of her own, who do anything that they may."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.kernel import toy
from vendetta_kit.common_tables import Replica, SeatKey, Store, choices_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import Rules
from vendetta_kit.registered_games import registered

NAMES = ("Ann", "Bob", "Cy", "Dee")
HUSH: Mapping[str, Any] = {"seats": 4, "seed": 7, "ask_always": "no"}
VENDETTA: Mapping[str, Any] = {"seats": 4, "seed": 7}
VTES: Mapping[str, Any] = {"decks": ["whispers", "claw", "court", "household"], "seed": 7, "rounds": 3}
SETUPS: Mapping[str, Mapping[str, Any]] = {"hush": HUSH, "vendetta": VENDETTA, "vtes": VTES}


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def passes(store: Store, clock: Clock, seconds: float, *there: SeatKey) -> None:
    """Let time pass at a table, while these people's pages say that they are there."""
    while seconds > 0:
        clock.now += min(seconds, 15)
        seconds -= 15
        for key in there:
            store.mark_present(key)


def rules_of(game: str) -> Rules:
    return toy.RULES if game == "hush" else registered(game).dialect().rules


def any_move(game: Any, seat: int, bot: str, rng: Random) -> Action:
    """What a bot of Hush does."""
    action: Action = game.legal(seat).sample(rng)
    return action


def table(store: Store, game: str = "hush", people: int = 4, bot: str = "greedy") -> list[SeatKey]:
    """A table that has begun, with bots on the last seats."""
    keys = [store.open(game, SETUPS[game], 4, NAMES[0])]
    keys += [store.join(keys[0].code, name) for name in NAMES[1:people]]
    for seat in range(people, 4):
        store.seat_bot(keys[0], seat, bot)
    store.begin(keys[0])
    return keys


def replica(store: Store, key: SeatKey, game: str = "hush") -> Replica:
    return Replica(store, key, rules_of(game), any_move if game == "hush" else choices_of(game))


def waits_for(page: Replica) -> bool:
    """Whether the person at this page must decide."""
    return bool(len(page.own_game.legal(page.key.seat)))


def play(pages: list[Replica], choose: Any = any_move, most: int = 10**6, seed: int = 1) -> int:
    """Let people act in an order of chance until the game is over or ``most`` have acted; return how many did."""
    rng, done = Random(seed), 0
    while done < most:
        for page in pages:
            page.catch_up()
        if pages[0].game.is_over:
            break
        ready = [page for page in pages if waits_for(page)]
        if ready:
            page = rng.choice(ready)
            page.act(choose(page.own_game, page.key.seat, "greedy", rng))
            done += 1
        else:
            assert sum(page.play_bots() for page in pages), "nobody is asked"
    for page in pages:
        page.catch_up()
    return done
