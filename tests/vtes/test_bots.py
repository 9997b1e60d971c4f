"""The bots of V:TES: they see what their seat may know, end their games, say why, and greedy beats chance."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import pytest

from tests.selection import mostly_long
from tests.vtes.table import At, card, vampire
from vendetta_kit import rulebook
from vendetta_kit.data_paths import read_json
from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.bots.arena import play
from vendetta_kit.games.vtes.bots.bot import ChoiceReason
from vendetta_kit.games.vtes.bots.bot_view import BotView
from vendetta_kit.games.vtes.bots.search import win_chances
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.card_reader import DECKS, practice_deck, practice_set
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import STEALTH


def played(decks: list[str], seed: int, rounds: int = 40, name: str = "greedy") -> Game:
    game, bot, rng = Game.new(decks, seed=seed, rounds=rounds), bots.make(name), Random(seed)
    while game.to_act is not None:
        game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
    return game


@pytest.mark.parametrize("seats", mostly_long([2, 3, 4, 6], quick=2))
def test_greedy_plays_to_an_oust(seats: int) -> None:
    game = played([DECKS[k % 4] for k in range(seats)], seats + 2)
    assert [event for event in game.events if event.kind == "ousted"]
    assert not [event for event in game.events if event.kind == "time"]
    assert sum(score or 0 for score in game.scores) == seats


def test_greedy_brings_out_no_copy_of_its_own_vampire() -> None:
    for seed in range(4):
        game = played(["whispers", "claw", "court"], seed)
        contests = [event.data["seats"] for event in game.events if event.kind == "contested"]
        assert all(len(seats) > 1 for seats in contests), seed


def test_greedy_beats_three_that_play_at_random() -> None:
    line = play(["greedy", "random", "random", "random"], 24, 5).line("greedy")
    assert line.interval[0] > 0.6, str(line)


def test_a_bot_chooses_alike_where_it_knows_alike() -> None:
    game, bot, rng = Game.new(["whispers", "court", "claw"], seed=3), bots.make("greedy"), Random(1)
    for k in range(150):
        seat = game.to_act
        if seat is None:
            break
        world = game.imagine(seat, Random(k))
        assert bots.move(world, seat, bot, Random(k)) == bots.move(game, seat, bot, Random(k))
        game.apply(seat, bots.move(game, seat, bot, rng))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_greedy_says_why_with_rules_that_there_are(lang: str) -> None:
    game, bot, rng = Game.new(["household", "court", "claw"], seed=9), bots.make("greedy"), Random(1)
    told: set[str] = set()
    for _ in range(200):
        seat = game.to_act
        if seat is None:
            break
        advice = bots.hint(game, seat, bot, lang)
        assert advice.reasons
        assert advice.action in game.legal(seat)
        assert all(rulebook.VTES.is_id(rule) for rule in advice.rules)
        told.update(advice.reasons)
        game.apply(seat, bots.move(game, seat, bot, rng))
    assert len(told) > 8


def test_advice_takes_the_superior_level_where_it_does_all_of_the_basic_and_more() -> None:
    """Nobody who may play it at the superior level for the same cost is advised the basic one."""
    cards = practice_set()
    assert [cards[name].superior_does_all for name in ("WL02", "WL03", "WL05", "CL01", "CL07")] == [True] * 5
    assert not any(cards[name].superior_does_all for name in ("WL12", "CL06", "HL09")), "other things, not more"
    game, bot, rng, raised = Game.new(["whispers", "claw", "court"], seed=4), bots.make("greedy"), Random(1), 0
    for _ in range(250):
        seat = game.to_act
        if seat is None:
            break
        chosen, told = bot.advise(BotView(game, seat)).action, bots.hint(game, seat, bot).action
        better = chosen
        if isinstance(chosen, do.Play) and game.table.printed[chosen.card].superior_does_all:
            better = do.Play(chosen.card, chosen.minion, chosen.target, True, chosen.choice)
        assert told == (better if better in game.legal(seat) else chosen)
        raised += told != chosen
        game.apply(seat, bots.move(game, seat, bot, rng))
    assert raised


def test_reasons_have_words_in_both_languages() -> None:
    english, german = (read_json("vtes", "lang", lang, "bots.json") for lang in ("en", "de"))
    assert set(english) == set(german)
    values = {"count": 2, "name": "Bob", "pool": 3, "left": 1, "loss": 2}
    assert all("{" not in ChoiceReason(key, 1.0, (), values).text(lang) for key in english for lang in ("en", "de"))


def test_an_unknown_bot_is_told_in_one_line() -> None:
    with pytest.raises(bots.UnknownBot, match="found 'genius'; expected one of random, greedy, careful, search"):
        bots.make("genius")


def _low(predators: int) -> Game:
    """Ann with 2 pool and two vampires; behind her somebody with so many who could bleed."""
    return Game.position(
        {
            "seats": [
                {"name": "Ann", "pool": 2, "ready": ["WV03", "WV04"]},
                {"name": "Bob", "pool": 20},
                {"name": "Cy", "pool": 20, "ready": ["CV03", "CV04"][:predators]},
            ],
            "turn": "Ann",
        }
    )


@pytest.mark.parametrize("name", ["greedy", "careful"])
@pytest.mark.parametrize("predators", [1, 2])
def test_a_blocker_stays_back_when_it_could_be_bled_out(predators: int, name: str) -> None:
    game, bot, rng = _low(predators), bots.make(name), Random(1)
    said: set[str] = set()
    while game.to_act == 0 and game.view(0).moment.phase == "minion":
        said |= set(bots.hint(game, 0, bot).rules)
        game.apply(0, bots.move(game, 0, bot, rng))
    assert sum(not seen.tapped for seen in game.view(0).seats[0].ready) >= predators
    assert "BLOCK-05" in said


def test_careful_bleeds_with_all_where_nobody_can_bleed_it() -> None:
    game, bot, rng = _low(0), bots.make("careful"), Random(1)
    while game.to_act == 0 and game.view(0).moment.phase == "minion":
        game.apply(0, bots.move(game, 0, bot, rng))
    assert all(seen.tapped for seen in game.view(0).seats[0].ready)


@pytest.mark.parametrize("seed", [34, *(pytest.param(seed, marks=pytest.mark.long) for seed in (48, 53, 60, 64, 69))])
def test_six_greedy_bots_come_to_an_end_where_one_is_far_ahead(seed: int) -> None:
    game = played([DECKS[(seed + k) % 4] for k in range(6)], seed, rounds=60)
    assert not [event for event in game.events if event.kind == "time"]


def test_greedy_takes_a_vampire_from_the_crypt_where_those_it_has_would_be_contested() -> None:
    seat = {"name": "Ann", "pool": 40, "ready": ["WV03"], "uncontrolled": ["WV03"], "crypt": ["WV04", "WV05"]}
    row = {"turn": "Ann", "phase": "influence", "number": 20}
    game = Game.position({"seats": [seat, {"name": "Bob", "pool": 20}], **row})
    assert isinstance(bots.hint(game, 0, bots.make("greedy")).action, do.Draw)
    game = Game.position({"seats": [{**seat, "uncontrolled": ["WV05"]}, {"name": "Bob", "pool": 20}], **row})
    assert isinstance(bots.hint(game, 0, bots.make("greedy")).action, do.Transfer)


@pytest.mark.parametrize(("pool", "bleeds"), [(3, True), (30, False)])
def test_greedy_bleeds_into_blockers_where_all_its_minions_could_bleed_the_prey_out(pool: int, bleeds: bool) -> None:
    mine = [{"card": card, "blood": 2} for card in ("WV03", "WV04", "WV05")]
    seats = [
        {"name": "Ann", "pool": 30, "ready": mine},
        {"name": "Bob", "pool": pool, "ready": ["CV01", "CV02", "CV03"]},
    ]
    game = Game.position({"seats": seats, "turn": "Ann", "phase": "minion", "edge": "Ann"})
    assert isinstance(bots.hint(game, 0, bots.make("greedy")).action, do.Bleed) is bleeds


@pytest.mark.parametrize(("blood", "plays"), [(3, True), (2, False)])
def test_greedy_untaps_the_minion_after_the_action_unless_that_takes_what_the_action_costs(
    blood: int, plays: bool
) -> None:
    seats = [
        {"name": "Ann", "pool": 20, "ready": [{"card": "WV02", "blood": blood}],
         "torpor": [{"card": "WV03", "blood": 0}], "hand": ["WL05"]},
        {"name": "Bob", "pool": 20},
    ]  # fmt: skip
    game, bot = Game.position({"seats": seats, "turn": "Ann", "phase": "minion"}), bots.make("greedy")
    ready, torpid = game.view(0).seats[0].ready[0].number, game.view(0).seats[0].torpor[0].number
    assert ready is not None
    assert torpid is not None
    game.apply(0, do.Rescue(ready, torpid, 2))
    assert any(isinstance(action, do.Play) for action in game.legal(0))
    assert isinstance(bots.hint(game, 0, bot).action, do.Play) is plays


def _with(phase: str, *hand: str) -> Game:
    seats = [{"name": "Ann", "pool": 20, "ready": ["WV03"], "hand": list(hand)}, {"name": "Bob", "pool": 20}]
    return Game.position({"seats": seats, "turn": "Ann", "phase": phase})


def test_careful_throws_away_what_nobody_could_play() -> None:
    game, bot = _with("discard", "WL06", "CL03"), bots.make("careful")
    dead = next(seen.number for seen in game.view(0).seats[0].hand if seen.card == "CL03")
    assert bots.hint(game, 0, bot).action == do.Discard(dead)
    assert isinstance(bots.hint(_with("discard", "WL06", "WL09"), 0, bot).action, do.Pass)


@pytest.mark.parametrize("card", ["WL06", "WL08", "WL09", "CL12", "HL11"])
def test_careful_plays_the_masters_of_its_hand(card: str) -> None:
    advised = bots.hint(_with("master", card), 0, bots.make("careful")).action
    assert isinstance(advised, do.Play)


def test_each_master_is_played_by_somebody() -> None:
    offered: set[str] = set()
    played: set[str] = set()
    for seed in range(24):
        game = Game.new([DECKS[(seed + k) % 4] for k in range(3)], seed=seed, rounds=40)
        bot, rng = bots.make("careful"), Random(1)
        while (seat := game.to_act) is not None:
            action = bots.move(game, seat, bot, rng)
            plays = [game.table.printed[a.card] for a in game.legal(seat) if isinstance(a, do.Play)]
            offered.update(card.id for card in plays if card.type == "master" and card.tap)
            if isinstance(action, do.Play):
                played.add(game.table.printed[action.card].id)
            game.apply(seat, action)
    assert offered
    assert offered <= played


def test_careful_adds_to_a_bleed_that_nobody_blocks() -> None:
    game, bot = _with("minion", "WL02"), bots.make("careful")
    minion = game.view(0).seats[0].ready[0].number
    assert minion is not None
    game.apply(0, do.Bleed(minion))
    assert isinstance(bots.hint(game, 0, bot).action, do.Play)


@pytest.mark.parametrize(("card", "said"), [("OL09", "from 20 to 22 pool"), ("WL09", "in every turn")])
def test_advice_says_what_a_master_brings(card: str, said: str) -> None:
    assert said in " ".join(bots.guarded_hint(_with("master", card), 0).reasons)


@pytest.mark.rules("vtes:BLEED-03")
@pytest.mark.parametrize("guards", [0, 1])
def test_advice_pays_nothing_for_the_edge_that_a_bleed_brings(guards: int) -> None:
    """Upper Hand is advised where somebody untapped could block the bleed, and not where nobody is."""
    ann = {"name": "Ann", "pool": 20, "ready": ["WV03"], "hand": ["WL14"]}
    bob = {"name": "Bob", "pool": 20, "ready": ["CV03"][:guards]}
    game = Game.position({"seats": [ann, bob], "turn": "Ann", "phase": "master"})
    assert isinstance(bots.guarded_hint(game, 0).action, do.Play) is bool(guards)


@pytest.mark.rules("vtes:EFF-07", "vtes:DMG-04")
@pytest.mark.parametrize(("strength", "flees"), [(2, True), (1, False)])
def test_advice_ends_a_combat_that_would_send_a_vampire_to_torpor(strength: int, flees: bool) -> None:
    """The other has chosen no strike yet; what its strength could do lies open (EFF-01)."""
    cards = [
        card("FIGHT", "action", target="other_minion", basic=[{"combat": True}]),
        card("FLEE", "combat", basic=[{"strike": {"combat_ends": True}}]),
        card("GUARD", "ally", life=4, strength=strength),
        vampire("A"),
    ]
    t = At({"ready": [{"card": "A", "blood": 1}], "hand": ["FIGHT", "FLEE"]}, {"ready": ["GUARD"]}, cards=cards)
    t.do(0, do.Play, "FIGHT", "A", "GUARD")
    t.settle("strike")
    advised = bots.guarded_hint(t.g, 0)
    assert isinstance(advised.action, do.Play) is flees
    assert ("It spares" in " ".join(advised.reasons)) is flees


@pytest.mark.parametrize(("blood", "plays"), [(3, False), (1, True)])
def test_advice_gives_blood_to_nobody_who_is_full(blood: int, plays: bool) -> None:
    ann = {"name": "Ann", "pool": 20, "ready": [{"card": "CV07", "blood": blood}], "hand": ["CL11"]}
    game = Game.position({"seats": [ann, {"name": "Bob", "ready": ["CV03"]}], "turn": "Ann", "phase": "master"})
    assert isinstance(bots.guarded_hint(game, 0).action, do.Play) is plays


@pytest.mark.parametrize(("blood", "plays"), [(0, False), (2, True)])
def test_advice_adds_no_strength_against_who_falls_without_it(blood: int, plays: bool) -> None:
    t = At({"ready": ["CV02"], "hand": ["CL13"]}, {"ready": [{"card": "HV07", "blood": blood}]}, {})
    t.do(0, do.Bleed, "CV02").do(1, do.Block, "HV07")
    t.settle("before_range")
    assert isinstance(bots.guarded_hint(t.g, 0).action, do.Play) is plays


def test_careful_comes_to_an_end_where_one_is_far_ahead() -> None:
    game = played(["court", "household", "whispers"], 2, rounds=60, name="careful")
    assert not [event for event in game.events if event.kind == "time"]


@pytest.mark.long
def test_careful_beats_greedy_and_three_that_play_at_random() -> None:
    alone = play(["careful", "greedy"], 200, 3).line("careful")
    assert alone.interval[0] > 0.5, str(alone)
    among = play(["careful", "random", "random", "random"], 24, 5).line("careful")
    assert among.interval[0] > 0.6, str(among)


def card_played(game: Game, action: Any) -> tuple[str, bool] | None:
    """The card that an action plays, and whether at its superior level."""
    if isinstance(action, do.Play):
        return game.table.printed[action.card].id, action.superior
    if isinstance(action, do.Vote) and action.minion >= 0:
        return game.table.printed[action.source].id, action.superior
    return None


@pytest.mark.rules("vtes:CRYPT-07", "vtes:LIB-01")
@pytest.mark.parametrize("deck", DECKS)
def test_each_card_of_a_practice_deck_is_played_in_some_game_at_each_level(deck: str) -> None:
    library = {card: practice_set()[card] for card in practice_deck(deck)[1]}
    missing: set[tuple[str, bool] | None] = {(name, False) for name in library}
    missing |= {(name, True) for name, card in library.items() if card.superior}
    bot = bots.make("greedy")
    for seed in range(30):
        game, rng = Game.new([deck] * 3, seed=seed, rounds=20), Random(seed)
        while missing and (seat := game.to_act) is not None:
            new = [action for action in game.legal(seat) if card_played(game, action) in missing]
            usual = bots.move(game, seat, bot, rng) if rng.random() < 0.6 else game.legal(seat).sample(rng)
            action = new[0] if new else usual
            missing.discard(card_played(game, action))
            game.apply(seat, action)
    assert not missing


# What greedy did wrong -----------------------------------------------------------------------------------------


def wants(at: At, name: str = "greedy") -> do.Move:
    seat = at.who
    assert seat is not None
    action = bots.hint(at.g, seat, bots.make(name)).action
    assert isinstance(action, do.Move)
    return action


ELDER = vampire("ELDER", 8)
HUNTER = vampire("HUNTER", 4)


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_a_bot_contests_nothing_that_it_or_another_has(name: str) -> None:
    crown = card("CROWN", "equipment", unique=True, gives=[{"bleed": 2}])
    house = {**card("HOUSE", "master", unique=True, gives=[{"hand_size": 1}]), "kind": "location"}
    for held in ({"ready": ["WV03"], "held": ["HOUSE"]}, {"ready": ["WV03"]}):
        at = At({**held, "hand": ["HOUSE"], "pool": 20}, {"pool": 20}, cards=[house], phase="master")
        assert isinstance(wants(at, name), do.Pass if "held" in held else do.Play)
    for worn in ("CROWN", None):
        first = {"card": "WV03", "tapped": True, **({"on": [worn]} if worn else {})}
        at = At({"ready": [first, "HV07"], "hand": ["CROWN"], "pool": 20}, {"pool": 20}, cards=[crown])
        equips = isinstance(wants(at, name), do.Play)
        assert equips is (worn is None)


def test_greedy_fills_one_of_two_copies_and_gives_no_title_that_its_own_holds() -> None:
    copies = [{"card": "HUNTER", "blood": 3}, {"card": "HUNTER", "blood": 1}]
    at = At({"pool": 25, "ready": ["WV03"], "uncontrolled": copies}, {}, cards=[HUNTER], phase="influence")
    first = wants(at)
    assert isinstance(first, do.Transfer)
    at.g.apply(0, first)
    assert not isinstance(wants(at), do.Transfer)
    prince = vampire("PRINCE", 5, clan="ventrue", title={"prince": "Trier"})
    at = At({"ready": ["OV02", "PRINCE"], "hand": ["OL03"], "pool": 20}, {"pool": 20}, cards=[prince])
    assert not isinstance(wants(at), do.Play)
    at.do(0, do.Play, "OL03", "OV02").on("terms")
    assert wants(at) == do.Choose(at.number("PRINCE"))


@pytest.mark.rules("vtes:CONT-03", "vtes:TCON-04")
@pytest.mark.parametrize(("mine", "pays"), [(20, True), (9, False), (5, False)])
def test_greedy_holds_on_to_what_it_contests_only_where_it_outlasts_the_other(mine: int, pays: bool) -> None:
    comes = {"pool": 13, "uncontrolled": [{"card": "HUNTER", "blood": 3}]}
    at = At(comes, {"ready": ["HUNTER"], "pool": mine}, cards=[HUNTER], phase="influence")
    at.do(0, do.Transfer, "HUNTER#1").do(0, do.Pass).on("untap")
    assert isinstance(wants(at), do.Pay if pays else do.Yield)
    at = At({**comes, "ready": ["HUNTER"]}, {"pool": 2}, cards=[HUNTER], phase="influence")
    at.do(0, do.Transfer, "HUNTER#2").do(0, do.Pass).on("untap").do(1, do.Pass).on("untap")
    assert isinstance(wants(at), do.Yield), "it has both"


def test_greedy_brings_out_vampires_as_long_as_its_pool_bears_it() -> None:
    mine = ["WV03", "WV04", {"card": "WV05", "tapped": True}]
    waiting = [{"card": "HUNTER", "blood": 1}]
    for pool, does in ((12, do.Transfer), (5, do.Pass)):
        at = At(
            {"ready": mine, "pool": pool, "uncontrolled": waiting},
            {},
            {"ready": ["CV03", "CV04", "CV05"]},
            cards=[HUNTER],
            phase="influence",
        )
        assert isinstance(wants(at), does), pool


def test_greedy_finishes_a_vampire_who_can_stop_the_last_bleed_and_takes_back_what_comes_too_late() -> None:
    for lying, does in ((7, do.Transfer), (2, do.TakeBack)):
        at = At(
            {"pool": 2, "uncontrolled": [{"card": "ELDER", "blood": lying}]},
            {},
            {"ready": ["CV03"]},
            cards=[ELDER],
            phase="influence",
        )
        assert isinstance(wants(at), does), lying


def _law(*hand: str, able: bool = True) -> At:
    """Bob acts with stealth 1; Ann, whose minion lacks intercept, holds these cards and is asked to block."""
    more = card("MORE", "reaction", requires={"discipline": "auspex"}, basic=[{"intercept": 1}])
    law = card("LAW", "political_action", basic=[{"gain_pool": 3}])
    guard = {**vampire("GUARD", 6), "disciplines": {"auspex": "basic"} if able else {}}
    at = At({"ready": ["GUARD"], "hand": [*hand]}, {"ready": ["HUNTER"], "hand": ["LAW"]}, turn="Bob",
            cards=[more, law, guard, HUNTER])  # fmt: skip
    return at.do(1, do.Play, "LAW", "HUNTER").on("block")


def test_greedy_tries_no_block_that_it_cannot_bring_about() -> None:
    assert wants(_law()) == do.Pass()
    assert wants(_law("MORE", able=False)) == do.Pass()
    at = _law("MORE")
    assert isinstance(wants(at), do.Block)
    at.do(0, do.Block, "GUARD").on("react")
    while at.who != 0:
        at.do(at.who, do.Pass)
    assert isinstance(wants(at), do.Play)


def test_greedy_does_not_soften_a_bleed_that_it_then_blocks() -> None:
    soft = card("SOFT", "reaction", basic=[{"reduce_bleed": 1}])
    for strong, does in ((0, [do.Block]), (6, [do.Play])):
        actor = {**vampire("ACTOR", 9), **({"gives": [{"strength": strong}]} if strong else {})}
        at = At({"pool": 20, "ready": [{"card": "HUNTER", "blood": 3}], "hand": ["SOFT"]},
                {"ready": [{"card": "ACTOR", "blood": 9 if strong else 1}]}, turn="Bob", number=6,
                cards=[soft, HUNTER, actor])  # fmt: skip
        at.do(1, do.Bleed, "ACTOR")
        played: list[type[do.Move]] = []
        while at.asked in ("react", "block"):
            action = wants(at) if at.who == 0 else do.Pass()
            played += [] if isinstance(action, do.Pass) else [type(action)]
            at.g.apply(at.who, action)
        assert played == does, strong


def test_greedy_wakes_nobody_who_would_not_block_then() -> None:
    wake = card("WAKE", "reaction", basic=[{"wake": "as_untapped"}])
    for strong, does in ((0, do.Play), (6, do.Pass)):
        actor = {**vampire("ACTOR", 9), **({"gives": [{"strength": strong}]} if strong else {})}
        at = At({"pool": 20, "ready": [{"card": "HUNTER", "blood": 3, "tapped": True}], "hand": ["WAKE"]},
                {"ready": [{"card": "ACTOR", "blood": 9 if strong else 1}]}, turn="Bob",
                cards=[wake, HUNTER, actor])  # fmt: skip
        at.do(1, do.Bleed, "ACTOR")
        while at.who != 0:
            at.do(at.who, do.Pass)
        assert isinstance(wants(at), does), strong


def _poll(mine: list[str], theirs: list[str], hand: list[str], edge: str = "Ann") -> At:
    """Ann calls a referendum; she and Bob have vampires with one vote each, she the Edge and a hand besides."""
    law = card("LAW", "political_action", basic=[{"gain_pool": 3}])
    other = card("OTHER", "political_action", basic=[{"gain_pool": 1}])
    more = card("MORE", "political_action", basic=[{"gain_pool": 2}])
    speech = card("SPEECH", "action_modifier", basic=[{"votes": 2}])
    hall = card("HALL", "master", sort="location", tap=[{"votes": 1}])
    titled = [vampire(name, title="primogen") for name in ("P1", "P2", "P3", "P4")]
    at = At({"ready": ["HUNTER", *mine], "hand": ["LAW", *hand], "held": ["HALL"] if "P1" in mine else []},
            {"ready": theirs}, edge=edge, cards=[law, other, more, speech, hall, HUNTER, *titled])  # fmt: skip
    return at.do(0, do.Play, "LAW", "HUNTER").settle("before_votes", "vote")


def _votes_of_greedy(at: At) -> list[str]:
    """The sources of Ann's votes in a referendum in which all are greedy; the Edge's is ``""``."""
    while at.asked in ("before_votes", "vote"):
        at.g.apply(at.who, wants(at))
    return [event.data["source"] or "" for event in at.g.events if event.kind == "vote" and event.seat == 0]


@pytest.mark.parametrize(
    ("mine", "theirs", "hand", "cast"),
    [
        ([], [], ["OTHER", "SPEECH"], ["LAW"]),  # won: nothing is spent
        ([], ["P3"], ["OTHER"], ["LAW", ""]),  # one more is enough, and the caller's card vote came with the call
        ([], ["P3", "P4"], ["SPEECH"], ["LAW", "SPEECH"]),  # the cheapest that turns it
        ([], ["P2", "P3", "P4"], ["OTHER"], ["LAW"]),  # lost: the Edge would change nothing
        (["P1"], ["P3"], [], ["LAW", "P1"]),  # the location stays untapped
        (["P1"], ["P3", "P4"], [], ["LAW", "P1", "HALL"]),
    ],
)
def test_greedy_spends_nothing_on_a_referendum_that_stands_as_it_wants_or_that_it_cannot_turn(
    mine: list[str], theirs: list[str], hand: list[str], cast: list[str]
) -> None:
    at = _poll(mine, theirs, hand)
    assert sorted(_votes_of_greedy(at)) == sorted(cast)


# Search --------------------------------------------------------------------------------------------------------


def test_search_looks_at_nothing_that_its_seat_may_not_know() -> None:
    """What others hold and what comes next is dealt anew for each playout: the real table is read by nobody."""
    game = Game.new(["whispers", "court", "claw"], seed=3)
    rng, bot = Random(1), bots.make("search")
    for _ in range(60):
        seat = game.to_act
        assert seat is not None
        if len(game.legal(seat)) > 1 and seat == 0:
            again = bots.move(game, seat, bot, Random(5))
            assert again == bots.move(game.copy(), seat, bot, Random(5))
        game.apply(seat, bots.move(game, seat, bots.make("greedy"), rng))


def test_search_takes_the_last_pool_of_its_prey() -> None:
    at = At({"pool": 9, "ready": ["WV03"]}, {"pool": 1}, {"pool": 9}, turn="Ann")
    assert isinstance(wants(at, "search"), do.Bleed)


def test_search_tries_no_block_that_cannot_come_about(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = {"pool": 9, "ready": ["WV03"]}, {"pool": 4, "ready": ["WV01"]}
    tried: list[object] = []
    bot = bots.SearchBot()
    monkeypatch.setattr(bot, "_outcome", lambda world, seat, action, rng: float(tried.append(action) or 0.0))
    for stealth in (0, 1):
        at = At(ann, bob, {"pool": 9}, turn="Ann")
        at.do(0, do.Bleed, "WV03")
        seat = at.g.to_act
        assert seat == 1
        at.g.n[STEALTH] = stealth
        tried.clear()
        chosen = bots.move(at.g, seat, bot, Random(1))
        assert isinstance(chosen, do.Pass) or not stealth
        assert any(isinstance(action, do.Block) for action in tried) is not bool(stealth)


def test_a_seat_is_the_likelier_to_win_the_better_it_stands() -> None:
    """Each of these alone: more pool, a minion more, a poorer prey, a predator with less to bleed with."""

    def chance(mine: dict[str, Any], prey: dict[str, Any], predator: dict[str, Any]) -> float:
        chances = win_chances(At(mine, prey, predator, turn="Ann").g)
        assert sum(chances) == pytest.approx(1.0)
        return chances[0]

    usual = {"pool": 9, "ready": ["WV03"]}
    more = {"pool": 9, "ready": ["WV03", "WV01"]}
    as_now = chance(usual, {"pool": 9}, {"pool": 9, "ready": ["WV02"]})
    assert chance({**usual, "pool": 15}, {"pool": 9}, {"pool": 9, "ready": ["WV02"]}) > as_now
    assert chance(more, {"pool": 9}, {"pool": 9, "ready": ["WV02"]}) > as_now
    assert chance(usual, {"pool": 3}, {"pool": 9, "ready": ["WV02"]}) > as_now
    assert chance(usual, {"pool": 9}, {"pool": 9}) > as_now


def test_who_has_won_or_is_out_is_known() -> None:
    game = played(["whispers", "claw", "court"], 5)
    assert win_chances(game) == [(seat in game.winners) / len(game.winners) for seat in range(3)]


def test_search_plays_in_a_number_of_worlds() -> None:
    with pytest.raises(ValueError, match="worlds: found 0; expected at least 1"):
        bots.SearchBot(worlds=0)


SEARCHED_GAMES, SEARCH_WINS = 220, 90
"""The number of games against three greedy bots, and the fewest that search has to win of them."""


def at_least(wins: int, games: int, share: float) -> float:
    """Return how likely a bot that wins this share of its games wins at least so many of them."""
    return sum(comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(wins, games + 1))


def test_the_bar_of_search_is_no_matter_of_luck() -> None:
    """At the 112 of 200 of the arena it is missed less than once in 1,000 runs, and by chance it is met as seldom."""
    assert at_least(SEARCH_WINS, SEARCHED_GAMES, 112 / 200) > 0.999
    assert at_least(SEARCH_WINS, SEARCHED_GAMES, 1 / 4) < 0.001


@pytest.mark.long
def test_search_beats_three_greedy_ones() -> None:
    wins, games = 0.0, 0
    while wins < SEARCH_WINS and games < SEARCHED_GAMES:  # the rest cannot change what it came to
        wins += play(["search", "greedy", "greedy", "greedy"], 20, 5 + games).line("search").wins
        games += 20
    assert wins >= SEARCH_WINS, f"{wins} of {games}"
