"""Bots at a table: whole games, and what they are asked on the way."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

from vendetta_kit import Game, rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import Bot
from vendetta_kit.games.vendetta.bots.bot import MOST_REASONS
from vendetta_kit.games.vendetta.bots.careful import CarefulBot
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.search import SearchBot
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.games.vendetta.engine.views import View

MOST_ACTIONS = 1500


def asked_about(view: View) -> str:
    """What the open decision is about: its kind, a card's question by its own name."""
    assert view.decision is not None
    return view.decision.question or view.decision.kind


def playing(game: Game, table: Sequence[Bot], seed: int | str) -> Iterator[View]:
    """Play a game to its end, each seat with chance of its own; yields the view before each action."""
    rngs = [Random(f"{seed}/{seat}") for seat in range(game.seats)]
    for _ in range(MOST_ACTIONS):
        seat = game.to_act
        if seat is None:
            assert game.is_over
            return
        yield game.view(seat, log=False)
        action = bots.move(game, seat, table[seat], rngs[seat])
        assert action in game.legal(seat), (seat, action)
        game.apply(seat, action)
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


def played(game: Game, table: Sequence[Bot], seed: int | str) -> Game:
    """The game, played to its end."""
    for _ in playing(game, table, seed):
        pass
    return game


@cache
def met() -> tuple[tuple[Game, int], ...]:
    """Moments of several kinds, from games played by greedy bots."""
    seen: Counter[str] = Counter()
    found = []
    player = bots.make("greedy")
    for seed in range(8):
        options = ({"seats": 4}, {"seats": 5, "location_cards": True, "relics": True}, {"seats": 6, "teams": True})
        game, rng = Game.new(**options[seed % 3], seed=seed, record=False), Random(seed)
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            about = asked_about(game.view(seat, log=False))
            if seen[about] < 3 and rng.random() < 0.5:
                seen[about] += 1
                found.append((game.copy(), seat))
            game.apply(seat, bots.move(game, seat, player, rng))
    assert len(seen) > 12
    return tuple(found)


def assert_advice_reads_well(bot: CarefulBot | SearchBot, lang: str) -> None:
    """What a bot that imagines says is legal, the same in every language, short, and whole sentences."""
    for game, seat in met():
        told = bots.hint(game, seat, bot, lang)
        assert told.action in game.legal(seat)
        assert told.action == bots.hint(game, seat, bot, "en").action
        assert 1 <= len(told.reasons) <= MOST_REASONS
        for sentence in told.reasons:
            assert sentence[-1] in ".!", sentence
            assert not set(sentence) & set("[]{}?"), sentence
            assert "None" not in sentence, sentence
            assert len(sentence) < 230, sentence
        assert len(set(told.reasons)) == len(told.reasons)
        for rule in told.rules:
            assert rulebook.find(rule).id == rule


def reasons_given(bot: CarefulBot | SearchBot) -> Counter[str]:
    """How often it gave reasons of each kind; each has brought all values that its words need."""
    words = read_json("lang", "en", "bots.json")
    keys: Counter[str] = Counter()
    for game, seat in met():
        thought = bot.think(game.view(seat, log=False), Random(3), ImaginedWorlds(game, seat))
        for reason in thought.why():
            needs = {name for _, name, _, _ in string.Formatter().parse(words[reason.key]) if name}
            assert needs - {"also", "mine"} <= set(reason.values), reason.key
            keys[reason.key.split(".")[0]] += 1
    return keys


def assert_blind_to_what_is_hidden(bot: CarefulBot | SearchBot, views: Iterable[tuple[Game, int]], name: str) -> None:
    """In whatever world agrees with what its seat knows, it chooses and says the same, and leaves the game alone."""
    compared = moved = 0
    for game, seat in views:
        world = imagine(game, seat, Random(f"{name}/{compared}"))
        before = fingerprint(game)
        assert bots.move(game, seat, bot, Random(7)) == bots.move(world, seat, bot, Random(7))
        assert bots.hint(game, seat, bot) == bots.hint(world, seat, bot)
        assert fingerprint(game) == before
        compared += 1
        moved += world.z != game.z
    assert compared > 8
    assert moved > compared / 2, "the worlds hardly differ: the comparison would say nothing"
