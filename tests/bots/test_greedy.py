"""What the greedy bot chooses stays what it was, hangs on nothing that its seat may not know, and leaves all alone."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.engine.helpers import table
from tests.properties.games import TABLES
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta import bots
from vendetta_kit.games.vendetta.bots import (
    Weights,
    answer_values,
    own_position_value,
    position_value,
    table_assessment,
)
from vendetta_kit.games.vendetta.bots.greedy import GreedyBot
from vendetta_kit.games.vendetta.bots.imagined_worlds import ImaginedWorlds
from vendetta_kit.games.vendetta.bots.weights import GREEDY
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Play, Stay
from vendetta_kit.games.vendetta.engine.agenda import QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.card_tables import IDS, NUMBER
from vendetta_kit.games.vendetta.engine.game import VERSION
from vendetta_kit.games.vendetta.engine.imagined_games import imagine
from vendetta_kit.games.vendetta.engine.observation import observe
from vendetta_kit.games.vendetta.engine.state import ALLIANCE, ALLY_AT, DRAINED, LOC
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.rng import scramble

RECORDED: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("greedy.json").read_text("utf-8"))
"""Marks of all choices in some games, by weights and table. Whoever means the bot to choose otherwise records them
anew: ``python -m tests.bots.test_greedy``."""
WEIGHTS: dict[str, Weights] = {
    "before": Weights(),
    "usual": GREEDY,
    # drains, looks and uses its Relic all the time
    "eager": replace(
        Weights(),
        blood_now=0.7,
        drain_edge=-1.0,
        drain_most=9.0,
        look_from=(1, 0.0),
        chalice=(-9.0, -9.0, -9.0, -9.0),
        chalice_last=-9.0,
        cover=0.9,
        stays=0.4,
    ),
}


def decisions(name: str, number: int, bot: GreedyBot, version: int = VERSION) -> Iterator[tuple[Game, int, Random]]:
    """The decisions of a game, each with the chance that its seat has; every fourth game is played at random."""
    seed = scramble(number) ^ sum(map(ord, name))
    game = Game.new(**TABLES[name], seed=seed, record=False, version=version)
    rngs = [Random(f"{name}/{number}/{seat}") for seat in range(game.seats)]
    while (seat := game.to_act) is not None:
        yield game, seat, rngs[seat]
        if number % 4 == 3:
            action = game.legal(seat).sample(rngs[seat])
        else:
            action = bot.decide(observe(game, seat), rngs[seat])
        game.apply(seat, action)


def twin(rng: Random) -> Random:
    """The same chance once more."""
    again = Random()
    again.setstate(rng.getstate())
    return again


def mark(weights: str, name: str) -> str:
    """A mark of all choices in a game of its own and one at random, and of the chance that they need."""
    bot, found = GreedyBot(WEIGHTS[weights]), hashlib.sha256()
    version = VERSION if weights == "usual" else 2  # the others as earlier kits have kept their games
    for number in (0, 3):
        for game, seat, rng in decisions(name, number, bot, version):
            again = twin(rng)
            action = bot.decide(observe(game, seat), again)
            found.update(f"{action.code} {again.random():.9f}\n".encode())
    return found.hexdigest()[:16]


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", mostly_long(sorted(TABLES), quick=8))
def test_it_chooses_what_it_always_chose(name: str, weights: str) -> None:
    assert mark(weights, name) == RECORDED[weights][name]


def test_all_kinds_of_questions_come_up() -> None:
    """The rarest in random games: so what is marked above is everything."""
    bot = GreedyBot()
    asked: Counter[str] = Counter()
    for number in range(60):
        for game, seat, _ in decisions("6-in-teams-all", 4 * number + 3, bot):
            decision = game.pending[seat]
            asked[decision.question or decision.kind] += 1
    kinds = {*QUESTION_NAMES, "bid", "plan", "keep", "withdraw", "after_play", "pick_relic", "pick_clan"}
    assert kinds - {*asked} == {"blood_after_card"}  # there card and Blood are one move


@pytest.mark.rules("RUL-53")
def test_of_blood_that_a_card_has_cost_it_plays_what_may_still_go() -> None:
    game = table("Bob 2: BR03", Ann={"hand": ["TR08"], "blood": 4})
    game.apply(0, Play("TR08", 1, blood=3))
    assert GreedyBot().decide(observe(game, 0), Random(0)) == Choose(2)


@pytest.mark.rules("CONF-04", "CONF-07", "WDR-02")
@pytest.mark.parametrize(
    "name", mostly_long(["4-base", "3-all", "4-relics", "5-location-cards", "6-in-teams-all"], quick=2)
)
def test_where_it_wins_for_sure_it_stays_and_wins_whatever_the_others_do(name: str) -> None:
    bot, sure, left = GreedyBot(), 0, 0
    before = GreedyBot(Weights())
    for number in range(45):
        for game, seat, _ in decisions(name, number, bot):
            o = observe(game, seat)
            if game.pending[seat].kind != "withdraw":
                continue
            bot.judgement.answers.look(o)
            if not bot.judgement.answers.wins_surely(o.n[LOC]):
                continue
            sure += 1
            assert bot.decide(o, Random(0)) == Stay()
            left += before.decide(o, Random(0)) != Stay()
            for chance in range(4):
                assert wins_there(game.copy(), seat, bot, Random(chance))
    assert sure > 10
    if name == "4-base":
        assert left, "it did leave such Locations"


def wins_there(game: Game, seat: int, bot: GreedyBot, rng: Random) -> bool:
    """Whether ``seat``, staying at the Location, takes the Ally there, if all others do anything that they may."""
    loc, stays = game.n[LOC], True
    ally = game.n[ALLY_AT + loc]
    while (who := game.to_act) is not None and game.n[ALLY_AT + loc] == ally:
        if who != seat:
            game.apply(who, game.legal(who).sample(rng))
        else:
            game.apply(who, Stay() if stays else bot.decide(observe(game, who), rng))
            stays = False
    return ally in (*game.z[ALLIANCE + seat], *game.z[DRAINED + seat])


@pytest.mark.rules("RUL-05", "SET-04")
@pytest.mark.parametrize(
    ("ambition", "bids"),
    [
        ("Bob", True),  # Ann is last in turn order: at the same bid hers is the lowest
        ("Ann", False),  # with two behind her who hardly bid, she need not
    ],
)
def test_in_its_own_auction_it_bids_where_it_would_lose_a_tie(ambition: str, bids: bool) -> None:
    game = table("Ann 1: MA02 +2", "Bob 1: VE08", "Cy 1: +1", step="revelation", ambition=ambition, Ann={"blood": 9})
    action = GreedyBot().decide(observe(game, 0), Random(0))
    assert isinstance(action, Bid)
    assert (action.blood > 0) == bids


@pytest.mark.parametrize("version", [1, 2, 3])
def test_games_of_earlier_versions_go_on_with_the_bots_that_they_began_with(version: int) -> None:
    """A kept game of before holds a bot's name and no choices of it."""
    now, then, differ = GreedyBot(), GreedyBot(Weights()), 0
    for seed in range(4):
        game, rng = Game.new(seats=4, seed=seed, version=version, record=False), Random(seed)
        while (seat := game.to_act) is not None:
            o = observe(game, seat)
            best = now if version > 2 else then
            action = best.decide(o, twin(rng))
            assert bots.move(game, seat, bots.make("greedy"), twin(rng)) == action
            differ += now.decide(o, twin(rng)) != then.decide(o, twin(rng))
            game.apply(seat, action)
            rng.random()
    assert differ > 10


def test_it_hides_often_enough_to_be_seen() -> None:
    """Of a game's plays a good part lies face down, and not only strong ones."""
    faces: Counter[str] = Counter()
    weak = 0
    bot = GreedyBot()
    for number in range(12):
        if number % 4 == 3:
            continue
        for game, seat, rng in decisions("4-base", number, bot):
            action = bot.decide(observe(game, seat), twin(rng))
            if isinstance(action, Play):
                faces[action.face] += 1
                weak += action.face == "down" and position_value.KINDS[NUMBER[action.card]].usual < 2.0
    assert faces["down"] > faces.total() / 6
    assert weak > 5, "a bluff: a weak card that could be a strong one"


@pytest.mark.rules("RUL-20", "PLAN-25", "HAND-04", "WDR-02")
@pytest.mark.parametrize(
    "name", mostly_long(["3-all", "4-base", "4-relics", "5-location-cards", "5-all", "6-in-teams-all"], quick=2)
)
def test_it_chooses_the_same_in_every_imagined_world(name: str) -> None:
    """All that the seat does not know is dealt anew: the choice, and the chance it needs, stay as they are."""
    bot = GreedyBot()
    different = 0
    for number in range(6):
        for k, (game, seat, rng) in enumerate(decisions(name, number, bot)):
            first = twin(rng)
            here = bot.decide(observe(game, seat), first), first.getstate()
            for world in (imagine(game, seat, Random(k)), ImaginedWorlds(game, seat).any(Random(-k))):
                again = twin(rng)
                assert (bot.decide(observe(world, seat), again), again.getstate()) == here, game.pending[seat]
                different += fingerprint(world) != fingerprint(game)
    assert different > 500


def test_it_chooses_by_numbers_what_it_chooses_from_the_view_and_leaves_the_game_alone() -> None:
    bot = GreedyBot()
    for number in (0, 3):
        for game, seat, rng in decisions("4-all", number, bot):
            before = fingerprint(game)
            first, second = twin(rng), twin(rng)
            action = bot.decide(observe(game, seat), first)
            assert bot.choose(game.view(seat, log=False), second) == action
            assert first.getstate() == second.getstate()
            assert action in game.legal(seat)
            assert fingerprint(game) == before


def test_one_bot_may_play_many_games_at_once() -> None:
    """It keeps nothing between two decisions: asked in turns about two games, it plays both as if they were alone."""

    def alone(number: int) -> list[Action]:
        bot = GreedyBot()
        return [bot.decide(observe(game, seat), rng) for game, seat, rng in decisions("4-base", number, bot)]

    bot = GreedyBot()
    games = [decisions("4-base", number, bot) for number in (0, 1)]
    told: list[list[Action]] = [[], []]
    for pair in zip(*games, strict=False):
        for k, (game, seat, rng) in enumerate(pair):
            told[k].append(bot.decide(observe(game, seat), rng))
    for k, actions in enumerate(told):
        assert actions == alone(k)[: len(actions)]
    assert bots.make("greedy").name == "greedy"


@pytest.mark.parametrize("name", ["3-base", "4-all", "6-in-teams-all"])
def test_reasons_come_later_and_are_the_same(name: str) -> None:
    """Why is asked after other decisions were made: it is still about the one that it belongs to."""
    bot = GreedyBot()
    waiting = []
    for k, (game, seat, _) in enumerate(decisions(name, 0, bot)):
        thought = bot.think(game.view(seat, log=False), Random(k))
        waiting.append((thought, list(thought.why())))
    for thought, reasons in waiting:
        assert list(thought.why()) == reasons


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", ["3-relics", "5-location-cards", "4-in-teams-base"])
def test_the_parts_of_a_play_come_to_what_it_is_worth(name: str, weights: str) -> None:
    """It explains a play by the very parts that it chose by."""
    bot = GreedyBot(WEIGHTS[weights])
    compared = 0
    for number in range(3):
        for game, seat, _ in decisions(name, number, bot):
            view = game.view(seat, log=False)
            if view.decision is None or view.decision.kind != "plan":
                continue
            liked = bot.liked(view)
            assert {play for _, play in liked} == {a for a in view.decision.legal if isinstance(a, Play)}
            plays = bot.judgement.plays
            for score, play in liked[:: max(1, len(liked) // 12)]:
                parts = plays.weigh(NUMBER[play.card], (play.code // 24) % 4, play.face == "up", play.blood, play.flips)
                assert parts.place + parts.effect + parts.pool + parts.cover == pytest.approx(score, abs=1e-9), play
                compared += 1
    assert compared > 100


def test_the_cards_that_are_known_by_number_have_these_numbers() -> None:
    named = {"VICTIM": "VI01"}
    found = 0
    for module in (answer_values, table_assessment, own_position_value):
        for name, number in vars(module).items():
            card = named.get(name, name[1:])
            if card in NUMBER and isinstance(number, int):
                assert NUMBER[card] == number, name
                found += 1
    assert found > 15


@pytest.mark.parametrize(
    ("card", "usual", "in_hand"),
    [("BR01", 6.0, 6.0), ("BR07", 3.0, 4.2), ("GA03", 1.0, 1.0), ("TR01", 5.0, 5.0), ("TO08", 0.0, 2.0)],
)
def test_what_cards_are_usually_worth(card: str, usual: float, in_hand: float) -> None:
    assert position_value.KINDS[NUMBER[card]].usual == usual
    assert position_value.CARD[NUMBER[card]] == in_hand


def test_what_is_said_of_each_card_fits_its_functions() -> None:
    by_blood = {IDS[kind.card] for kind in position_value.KINDS if kind.by_blood}
    assert by_blood == {"BR01", "BR06", "GA01", "GA03", "GA05", "GA07"}
    assert not {IDS[card] for card in position_value.GUESSED} & {"BR01", "TO02", "GA08"}
    nothing = {IDS[kind.card] for kind in position_value.KINDS if kind.power is None and kind.effect is None}
    assert nothing == {"MA07", "TR04", "VE08"}


if __name__ == "__main__":
    made = {weights: {name: mark(weights, name) for name in sorted(TABLES)} for weights in WEIGHTS}
    Path(__file__).with_name("greedy.json").write_text(json.dumps(made, indent=1) + "\n", "utf-8")
