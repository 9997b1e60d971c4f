"""The turn: untap, master, influence and discard phase: §3 to §5, §7, §8."""

from __future__ import annotations

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, DEBT, MASTERS, TRANSFERS_LEFT

GAIN = card("GAIN", "master", basic=[{"gain_pool": 2}], cost={"pool": 1})
HUT = card("HUT", "master", sort="location", tap=[{"gain_pool": 1}])
MORE = card("MORE", "master", sort="location", gives=[{"masters": 1}])
BIG = card("BIG", "master", sort="location", gives=[{"hand_size": 2}])
NO = card("NO", "out_of_turn", basic=[{"cancel": True}])
YES = card("YES", "out_of_turn", basic=[{"gain_pool": 1}])
FARM = card("FARM", "master", sort="location", untap=[{"gain_pool": 1}])
CARDS = [GAIN, HUT, MORE, BIG, NO, YES, FARM, *(vampire(v) for v in "ABC")]


def at(*seats: dict[str, object], **row: object) -> At:
    return At(*seats, cards=CARDS, **row)


@pytest.mark.rules("vtes:PHASE-01", "vtes:PHASE-02", "vtes:MAST-04")
def test_five_phases_clockwise_and_nothing_must_be_done() -> None:
    game = Game.new(decks=["claw", "court", "whispers"], first_player="first_seat", ask_always="yes")
    t = At.of(game)
    for _ in range(60):
        if len(t.told("turn")) == 5:
            break
        game.apply(game.to_act, do.Pass())
    phases = [e["phase"] for e in t.told("phase")]
    assert phases[:10] == ["untap", "master", "minion", "influence", "discard"] * 2
    assert [e.seat for e in game.events if e.kind == "turn"] == [0, 1, 2, 0, 1]


@pytest.mark.rules("vtes:UNTAP-01", "vtes:UNTAP-02", "vtes:UNTAP-03", "vtes:TORP-01")
def test_all_of_ones_own_untaps_and_the_edge_gives_a_pool() -> None:
    tapped = [{"card": "A", "tapped": True}]
    mine = {"ready": tapped, "torpor": [{"card": "B", "tapped": True}], "held": ["FARM"], "pool": 10}
    t = at({**mine}, {"ready": [{"card": "C", "tapped": True}]}, phase="untap", edge="Ann")
    assert [t.tapped(v) for v in "ABC"] == [False, False, True]
    t.do(0, do.Use, "FARM").do(0, do.TakeEdge)
    assert t.pool(0) == 12
    assert not t.may(0, do.TakeEdge)
    assert not t.may(0, do.Use, "FARM")


@pytest.mark.rules("vtes:UNTAP-03")
def test_without_the_edge_no_pool() -> None:
    t = at({"held": ["FARM"]}, {}, phase="untap", edge="Bob")
    assert t.why(0, do.TakeEdge) == "UNTAP-03"


@pytest.mark.rules("vtes:MAST-01", "vtes:MAST-02", "vtes:LIB-11", "vtes:LIB-15", "vtes:LIB-01", "vtes:LIB-08")
def test_one_master_in_a_master_phase() -> None:
    t = at({"hand": ["GAIN", "GAIN", "WL01"], "held": ["HUT"], "pool": 9}, {}, phase="master")
    assert t.why(0, do.Play, "WL01") == "LIB-01"
    t.do(0, do.Play, "GAIN")
    assert (t.pool(0), t.region("GAIN")) == (10, "ash")
    assert t.why(0, do.Play, "GAIN#2") == "MAST-01"
    t.on("minion")
    no = t.g.why_not(0, t.action(do.Play, "GAIN#2"))
    assert no is not None
    assert (no.rules, no.text()) == (("MAST-01",), "You have no master phase action left. [MAST-01]")


@pytest.mark.rules("vtes:LIB-01")
def test_of_equal_cards_in_a_hand_one_is_offered_and_the_other_says_so() -> None:
    deed = card("DEED", "action", basic=[{"gain_pool": 1}])
    t = At({"ready": ["A"], "hand": ["DEED", "DEED"]}, {}, cards=[*CARDS, deed])
    assert t.may(0, do.Play, "DEED#1", "A")
    no = t.g.why_not(0, t.action(do.Play, "DEED#2", "A"))
    assert no is not None
    assert (no.rules, no.nearest) == (("LIB-01",), t.action(do.Play, "DEED#1", "A"))
    assert "the other copy is on offer" in no.text()


@pytest.mark.rules("vtes:MAST-01", "vtes:MAST-03", "vtes:LIB-12")
def test_cards_change_the_number_and_the_order_is_free() -> None:
    t = at({"hand": ["GAIN", "GAIN", "HUT"], "held": ["MORE", "HUT"], "pool": 9}, {}, phase="master")
    assert t.g.n[MASTERS] == 2
    t.do(0, do.Play, "HUT#2").do(0, do.Use, "HUT#1").do(0, do.Play, "GAIN").do(0, do.Use, "HUT#2")
    assert (t.pool(0), t.region("HUT#2")) == (12, "held")


@pytest.mark.rules("vtes:LIB-14", "vtes:MAST-02", "vtes:RUL-21")
def test_an_out_of_turn_master_is_borrowed_from_the_next_master_phase() -> None:
    t = at({"hand": ["GAIN", "NO"], "pool": 9, "held": ["MORE"]}, {"hand": ["NO", "NO", "GAIN"], "held": ["HUT"]}, {},
           phase="master")  # fmt: skip
    assert t.why(0, do.Play, "NO") == "LIB-14"
    t.do(0, do.Play, "GAIN")
    assert t.who == 1
    t.do(1, do.Play, "NO#2")
    assert (t.pool(0), t.region("GAIN"), t.g.n[DEBT + 1]) == (8, "ash", 1)
    while t.g.n[ACTIVE] == 0:
        t.on()
    while t.phase != "master":
        t.on()
    assert (t.g.n[MASTERS], t.g.n[DEBT + 1]) == (0, 0)
    assert t.why(1, do.Play, "GAIN#2") == "MAST-01"


@pytest.mark.rules("vtes:LIB-14")
def test_what_is_cancelled_cannot_be_cancelled_again() -> None:
    t = at({"hand": ["GAIN"], "pool": 9}, {"hand": ["NO"]}, {"hand": ["NO"]}, phase="master", ask_always="yes")
    t.on("master").do(0, do.Play, "GAIN")
    assert t.why(2, do.Play, "NO#2") == "PHASE-01"  # it is not her turn yet
    t.do(1, do.Play, "NO").do(1, do.Pass)
    assert (t.who, t.asked) == (2, "out_of_turn")
    assert t.why(2, do.Play, "NO#2") == "LIB-14"


@pytest.mark.rules("vtes:LIB-14")
def test_only_one_against_the_same_master_phase() -> None:
    t = at({"hand": ["GAIN", "GAIN"], "pool": 9, "held": ["MORE"]}, {"hand": ["YES", "YES"]}, phase="master",
           ask_always="yes")  # fmt: skip
    t.on("master").do(0, do.Play, "GAIN").do(1, do.Play, "YES")
    assert t.why(1, do.Play, "YES#2") == "LIB-14"


@pytest.mark.rules("vtes:LIB-05")
def test_a_hand_follows_its_size() -> None:
    t = at({"hand": ["BIG", *["GAIN"] * 6], "library": ["YES"] * 5, "pool": 9}, {}, phase="master")
    t.do(0, do.Play, "BIG").settle()
    assert t.count("hand", 0) == 9
    gone = card("GONE", "action", target="location", basic=[{"burn": True}])
    t = At({"ready": ["A"], "hand": ["GONE"]}, {"held": ["BIG"], "hand": ["YES"] * 9}, cards=[*CARDS, gone])
    t.settle().do(0, do.Play, "GONE", "A", "BIG").settle("hand_down")
    assert (t.asked, t.who) == ("hand_down", 1)
    t.do(1, do.Discard, "YES").do(1, do.Discard, "YES#2")
    assert t.count("hand", 1) == 7
    assert t.asked != "hand_down"


@pytest.mark.rules("vtes:INF-01", "vtes:INF-02", "vtes:INF-07")
def test_transfers_grow_in_the_first_turns_of_the_game() -> None:
    game = Game.new(decks=["claw", "court"], first_player="first_seat")
    t = At.of(game)
    seen = []
    for _ in range(6):
        t.on("transfer")
        seen.append((t.who, game.n[TRANSFERS_LEFT]))
        t.on("discard").do(t.who, do.Pass)
    assert seen == [(0, 1), (1, 2), (0, 3), (1, 4), (0, 4), (1, 4)]


@pytest.mark.rules("vtes:INF-05", "vtes:RUL-02")
def test_four_transfers_and_a_pool_for_a_new_vampire() -> None:
    t = at({"crypt": ["A", "B"], "uncontrolled": ["C"], "pool": 9}, {}, phase="influence")
    t.do(0, do.Draw)
    assert (t.pool(0), t.where("A"), t.where("B")) == (8, ("uncontrolled", 0), ("crypt", 0))
    t = at({"crypt": ["A"], "uncontrolled": ["C"], "pool": 9}, {}, phase="influence")
    t.do(0, do.Transfer, "C")
    assert t.why(0, do.Draw) == "INF-05"
    t = at({"uncontrolled": ["C"]}, {}, phase="influence")
    assert t.why(0, do.Draw) == "RUL-02"


@pytest.mark.rules("vtes:DISC-01", "vtes:COMP-03")
def test_one_card_is_discarded_and_one_drawn() -> None:
    t = at({"hand": [*["GAIN"] * 6, "YES"], "library": ["NO", "HUT"]}, {}, phase="discard")
    t.do(0, do.Discard, "YES")
    assert (t.where("YES"), t.region("NO"), t.region("HUT")) == (("ash", 0), "hand", "library")
    assert t.g.n[ACTIVE] == 1


@pytest.mark.rules("vtes:COMP-14")
def test_cards_beat_rules() -> None:
    t = at({"uncontrolled": ["A"], "held": ["OL11"]}, {}, phase="influence")
    assert t.g.n[TRANSFERS_LEFT] == 5
