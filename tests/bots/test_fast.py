"""The greedy bot without a view chooses what it chooses from one, and looks at nothing that its seat may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.properties.games import TABLES
from vendetta_kit import Game, bots
from vendetta_kit.bots import Weights, cards, swift_answers, swift_cards, swift_place, swift_sight
from vendetta_kit.bots.cards import DOES, PRINTED, Lying, Spot
from vendetta_kit.bots.greedy import GreedyBot
from vendetta_kit.bots.swift_cards import Ground
from vendetta_kit.bots.worlds import Worlds
from vendetta_kit.engine.actions import Action
from vendetta_kit.engine.agenda import QUESTION_NAMES
from vendetta_kit.engine.imagine import imagine
from vendetta_kit.engine.saves import fingerprint
from vendetta_kit.engine.state import scramble
from vendetta_kit.engine.tables import NUMBER

GAMES = 8
"""At each of the thirty tables; in every fourth game all play at random, so that odd things happen too."""
OFTEN = ("plan", "after_play", "withdraw", "keep")
"""Of these decisions only every fifth is compared."""
OTHER_WEIGHTS = replace(
    Weights(),
    blood_now=0.7,
    drain_edge=-1.0,
    drain_most=9.0,
    look_from=(1, 0.0),
    chalice=(-9.0, -9.0, -9.0, -9.0),
    chalice_last=-9.0,
    cover=0.9,
    stays=0.4,
)
"""Drains, looks and uses its Relic all the time."""


def decisions(name: str, number: int, bot: GreedyBot, often: int = 5) -> Iterator[tuple[Game, int, Random]]:
    """The decisions of a game that are looked at, each with the chance that its seat has."""
    game = Game.new(**TABLES[name], seed=scramble(number) ^ sum(map(ord, name)), record=False)
    rngs = [Random(f"{name}/{number}/{seat}") for seat in range(game.seats)]
    count = number
    while (seat := game.to_act) is not None:
        decision = game.pending[seat]
        count += 1
        if decision.kind not in OFTEN or count % often == 0:
            yield game, seat, rngs[seat]
        if number % 4 == 3:
            action = game.legal(seat).sample(rngs[seat])
        else:
            action = bot.choose_fast(game, seat, rngs[seat])
        game.apply(seat, action)


def both(game: Game, seat: int, bot: GreedyBot, rng: Random) -> tuple[tuple[Action, object], tuple[Action, object]]:
    """What it chooses from a view and without one, and what chance is left afterwards; ``rng`` itself stays."""
    first, second = Random(), Random()
    first.setstate(rng.getstate())
    second.setstate(rng.getstate())
    slow = bot.choose(game.view(seat, log=False), first)
    fast = bot.choose_fast(game, seat, second)
    return (slow, first.getstate()), (fast, second.getstate())


@pytest.mark.parametrize("name", sorted(TABLES))
def test_it_chooses_the_same_as_from_a_view(name: str) -> None:
    bot = GreedyBot()
    for number in range(GAMES):
        for game, seat, rng in decisions(name, number, bot):
            slow, fast = both(game, seat, bot, rng)
            assert slow == fast, (number, game.pending[seat])


@pytest.mark.parametrize("name", ["3-relics", "4-all", "5-last-blood", "6-in-teams-all"])
def test_it_chooses_the_same_with_other_weights(name: str) -> None:
    bot = GreedyBot(OTHER_WEIGHTS)
    done: Counter[str] = Counter()
    for number in range(GAMES):
        for game, seat, rng in decisions(name, number, bot):
            slow, fast = both(game, seat, bot, rng)
            assert slow == fast, (number, game.pending[seat])
            done[slow[0].do] += 1
    assert done["drain"] > 20


def test_all_kinds_of_questions_are_compared() -> None:
    """What above is compared is everything: each question comes up often enough, the rarest in random games."""
    bot = GreedyBot()
    asked: Counter[str] = Counter()
    for number in range(60):
        for game, seat, _ in decisions("6-in-teams-all", 4 * number + 3, bot):
            decision = game.pending[seat]
            asked[decision.question or decision.kind] += 1
    assert {*QUESTION_NAMES, "bid", "plan", "keep", "withdraw", "after_play", "pick_relic", "pick_clan"} <= {*asked}


@pytest.mark.rules("RUL-20", "PLAN-25", "HAND-04", "WDR-02")
@pytest.mark.parametrize("name", ["3-all", "4-base", "4-relics", "5-location-cards", "5-all", "6-in-teams-all"])
def test_it_chooses_the_same_in_every_imagined_world(name: str) -> None:
    """All that the seat does not know is dealt anew: the choice, and the chance it needs, stay as they are."""
    bot = GreedyBot()
    different = 0
    for number in range(6):
        for k, (game, seat, rng) in enumerate(decisions(name, number, bot, often=2)):
            _, here = both(game, seat, bot, rng)
            for world in (imagine(game, seat, Random(k)), Worlds(game, seat).any(Random(-k))):
                again = Random()
                again.setstate(rng.getstate())
                assert (bot.choose_fast(world, seat, again), again.getstate()) == here, game.pending[seat]
                different += fingerprint(world) != fingerprint(game)
    assert different > 500


def test_it_leaves_the_game_alone_and_needs_no_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_view(*_: object, **__: object) -> None:
        raise AssertionError("a view was made")

    monkeypatch.setattr(Game, "view", no_view)
    bot = GreedyBot()
    for number in (0, 3):
        for game, seat, rng in decisions("4-all", number, bot, often=1):
            before = fingerprint(game)
            action = bot.choose_fast(game, seat, Random(rng.random()))
            assert action in game.legal(seat)
            assert fingerprint(game) == before


def test_one_bot_may_play_many_games_at_once() -> None:
    """It keeps nothing between two decisions: asked in turns about two games, it plays both as if they were alone."""

    def alone(number: int) -> list[Action]:
        bot = GreedyBot()
        return [bot.choose_fast(game, seat, rng) for game, seat, rng in decisions("4-base", number, bot, often=1)]

    bot = GreedyBot()
    games = [decisions("4-base", number, bot, often=1) for number in (0, 1)]
    told: list[list[Action]] = [[], []]
    for pair in zip(*games, strict=False):
        for k, (game, seat, rng) in enumerate(pair):
            told[k].append(bot.choose_fast(game, seat, rng))
    for k, actions in enumerate(told):
        assert actions == alone(k)[: len(actions)]
    assert bots.make("greedy").name == "greedy"


def test_cards_say_the_same_in_numbers() -> None:
    rng = Random(1)
    ids = list(PRINTED)
    for _ in range(3000):
        lying = tuple(Lying(card, rng.random() < 0.6) for card in rng.sample(ids, rng.randint(0, 4)))
        spot = Spot(
            lying,
            unseen=rng.randint(0, 2),
            blood=rng.randint(0, 5),
            pool=rng.choice([0.0, 1.0, 2.0, 3.5, 6.0, 7.7, 9.0]),
            alliance=rng.randint(0, 9),
            spare=rng.randint(0, 3),
            haven=rng.random() < 0.5,
            round=rng.randint(1, 3),
            rivals=rng.choice([0.0, 0.9, 1.8, 2.7]),
            their_cards=rng.choice([0.0, 1.0, 2.5]),
            their_top=rng.choice([0.0, 2.5, 4.0]),
            their_printed=rng.choice([0.0, 2.5, 7.0]),
            their_blood=rng.choice([0.0, 0.3, 3.6]),
            coming=rng.choice([0.0, 1.5]),
            elsewhere=rng.choice([0.0, 5.0]),
        )
        ground = Ground()
        for card, up in lying:
            ground.add(NUMBER[card], up)
        ground.unseen_here, ground.blood_here, ground.round_now = float(spot.unseen), float(spot.blood), spot.round
        around = ground.around_here
        for field in vars(around):
            if field != "at":
                setattr(around, field, getattr(spot, field))
        assert ground.power(2.17) == cards.power(spot, 2.17)
        for card, does in DOES.items():
            ground.does(NUMBER[card])
            told = (ground.d_steal, ground.d_lose, ground.d_gain, ground.d_victims, ground.d_influence, ground.d_pay)
            assert told == tuple(does(spot)), card


def test_the_cards_that_are_known_by_number_have_these_numbers() -> None:
    named = {"_MINDLESS": "MA07", "VICTIM": "VI01"}
    found = 0
    for module in (swift_answers, swift_cards, swift_place, swift_sight):
        for name, number in vars(module).items():
            card = named.get(name, name[1:])
            if card in NUMBER and isinstance(number, int):
                assert NUMBER[card] == number, name
                found += 1
    assert found > 15
    firsts = {clan: getattr(swift_cards, clan) for clan in ("BR", "GA", "MA", "NO", "TO", "TR", "VE")}
    assert firsts == {clan: NUMBER[f"{clan}01"] for clan in firsts}
