"""The tree of the search: who cannot tell two worlds apart chooses alike in them, and secret choices are mixed."""

from __future__ import annotations

from random import Random

import pytest

from tests.bots.test_sees import views_on_the_way
from tests.engine.helpers import seat_of, table
from tests.selection import mostly_long
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.search_playout import SearchPlayout, ranked
from vendetta_kit.games.vendetta.bots.search_tree import ChoiceNode, SearchTree, SecretNode, known_to, standing
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.engine.actions import STAY_CODE, Stay, action_of
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.state import CARDS, HAND
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.state import ANSWER

W = Weights()
ALONE = ((0,), (1,), (2,), (3,))


# Information sets --------------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-25", "HAND-04")
@pytest.mark.parametrize("name", ["3-all", "4-base", "6-in-teams-all"])
def test_what_a_seat_cannot_see_does_not_tell_moments_apart(name: str) -> None:
    different = others = 0
    for number, (game, seat) in enumerate(views_on_the_way(name, 0, 5)):
        world = imagine(game, seat, Random(number))
        assert known_to(world, seat) == known_to(game, seat)
        different += world.z != game.z
        others += any(known_to(world, s) != known_to(game, s) for s in range(game.seats))
    assert different > 5
    assert others > 5, "what others see themselves must tell their moments apart"


def test_nothing_tells_moments_apart_that_the_observation_does_not_hold() -> None:
    for game, seat in views_on_the_way("6-in-teams-all", 0, 5):
        o = game.observe(seat)
        _, hand, *rest = known_to(game, seat)
        assert hand == tuple(sorted(o.z[HAND + seat]))
        assert rest[: game.seats * 4] == o.z[CARDS : CARDS + game.seats * 4]


@pytest.mark.rules("WDR-02")
def test_a_sealed_token_tells_nobody_anything() -> None:
    game = table("Ann 1: BR09 +1", "Bob 1: TR02 +3", "Cy 1: VE01", step="withdraw")
    ann, bob = seat_of(game, "Ann"), seat_of(game, "Bob")
    before = known_to(game, ann)
    game.apply(bob, Stay())
    assert known_to(game, ann) == before
    worlds = ImaginedWorlds(game, ann).draw(5, Random(1))
    for world in worlds:
        world.game.unseal(ann)
    for world in worlds:
        assert world.game.n[ANSWER + bob] == -1
        assert bob in world.game.pending


# Playing worlds on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mostly_long(["3-all", "4-base", "5-all", "6-in-teams-all"], quick=1))
def test_what_it_plays_on_is_legal_and_the_short_way_is_the_usual_one(name: str) -> None:
    plays = 0
    for number, (game, seat) in enumerate(views_on_the_way(name, 0, 9)):
        world = imagine(game, seat, Random(number))
        player = SearchPlayout(W, Random(number))
        while (acting := world.to_act) is not None:
            if world.round == 0:
                world.apply(acting, world.legal(acting).sample(player.rng))
                continue
            code = player.decide(world, acting)
            assert world.legal(acting).allows(code), action_of(code)
            twin = world.copy(record=False)
            twin.advance(acting, code)
            world.apply(acting, action_of(code))
            assert fingerprint(twin) == fingerprint(world)
            plays += 1
        assert world.is_over
    assert plays > 100


def test_more_power_is_never_ranked_lower() -> None:
    values = [ranked(power, [14, 20], 5.0, 3.0, 1.0) for power in range(0, 60)]
    assert values == sorted(values)
    assert 1.0 < values[0] < 1.6
    assert values[-1] > 4.9


def test_a_walk_uses_up_its_world_only_and_the_tree_grows() -> None:
    game = table("Ann 1: BR09 +1", "Bob 1: TR02 +3", "Cy 1: VE01", "Dee haven: GA05", step="withdraw")
    ann = seat_of(game, "Ann")
    world = ImaginedWorlds(game, ann).draw(1, Random(1))[0].game
    before = fingerprint(world)
    tree = SearchTree(ann, W, ALONE)
    for number in range(30):
        value = tree.walk(world.copy(record=False), STAY_CODE, Random(number))
        assert 0 < value < 1
    assert fingerprint(world) == before
    assert {type(node) for node in tree.nodes.values()} == {SecretNode}
    assert 3 <= len(tree.nodes) <= 30
    assert sum(node.visits for node in tree.nodes.values()) >= 60


# Nodes -------------------------------------------------------------------------------------------------------


def test_an_open_choice_follows_proposals_first_and_then_what_pays() -> None:
    node, rng = ChoiceNode(), Random(1)
    picked = []
    for _ in range(400):
        code = node.pick(rng.choice((1, 2, 3)))
        picked.append(code)
        node.learn(code, {1: 0.2, 2: 0.7, 3: 0.4}[code])
    assert picked[-200:].count(2) > 150
    assert set(picked) == {1, 2, 3}


def test_regret_matching_finds_the_mix_that_nobody_can_use() -> None:
    """Matching pennies with a prize of two for one side of the coin: by theory both show it one time in three."""
    one, two, rng = SecretNode((1, 2)), SecretNode((1, 2)), Random(4)
    shares = [0.0, 0.0]
    rounds = 40_000
    for _ in range(rounds):
        for k, node in enumerate((one, two)):
            shares[k] += node.mix()[0] / rounds
        (a, p), (b, q) = one.pick(rng), two.pick(rng)
        value = (2.0 if a == 1 else 1.0) if a == b else 0.0
        one.learn(a, value, p)
        two.learn(b, -value, q)
    assert shares[0] == pytest.approx(1 / 3, abs=0.07)
    assert shares[1] == pytest.approx(1 / 3, abs=0.07)


def test_what_was_no_mix_teaches_no_regret() -> None:
    node = SecretNode((1, 2))
    for _ in range(10):
        node.learn(1, 0.9, 0.0)
    assert node.regret == [0.0, 0.0]
    assert node.mean(0) == pytest.approx(0.9)
    assert node.mix() == [0.5, 0.5]


def test_standing_is_shared_by_a_side() -> None:
    assert standing([5, 1, 4, 1], ((0, 2), (1, 3)), 2.0) == pytest.approx([0.9706, 0.0294, 0.9706, 0.0294], abs=1e-3)
    assert standing([5, 3, 1], ((0,), (1,)), 2.0)[2] == 0.0
