"""Actions of minions, and blocks: §6.1 and §6.2."""

from __future__ import annotations

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.state import INTERCEPT, STEALTH, TRIED

BLEED_MORE = card("MORE", "action_modifier", cost={"blood": 1}, basic=[{"bleed": 1}])
SNEAK = card("SNEAK", "action_modifier", basic=[{"stealth": 1}])
EARS = card("EARS", "reaction", basic=[{"intercept": 1}])
DEAF = card("DEAF", "reaction", basic=[{"reduce_bleed": 1}])
PUSH = card("PUSH", "action", basic=[{"bleed_action": 1}])
FRIEND = card("FRIEND", "ally", cost={"pool": 1}, life=2, bleed=0, strength=1)
DOG = card("DOG", "retainer", cost={"blood": 1}, life=1)
GUN = card("GUN", "equipment", cost={"pool": 2}, gives=[{"intercept": 1}])
LAW = card("LAW", "political_action", basic=[{"gain_pool": 1}])
CARDS = [BLEED_MORE, SNEAK, EARS, DEAF, PUSH, FRIEND, DOG, GUN, LAW, *(vampire(v) for v in "ABCDE")]


def at(*seats: dict[str, object], **row: object) -> At:
    return At(*seats, cards=CARDS, **row)


@pytest.mark.rules("vtes:COMP-01", "vtes:COMP-02", "vtes:MIN-01", "vtes:ACT-01")
def test_only_ready_untapped_minions_act_and_acting_taps() -> None:
    t = at({"ready": ["A", "D", {"card": "B", "tapped": True}], "torpor": ["C"]}, {})
    assert [t.may(0, do.Bleed, v) for v in "AB"] == [True, False]
    assert t.may(0, do.Hunt, "A")
    assert t.why(0, do.Bleed, "B") == "COMP-02"
    assert t.why(0, do.Bleed, "C") == "TORP-03"
    t.do(0, do.Bleed, "A")
    assert t.tapped("A")
    t.settle()
    assert t.why(0, do.Bleed, "A") == "COMP-02"


@pytest.mark.rules("vtes:MIN-03")
def test_who_is_untapped_acts_again() -> None:
    again = card("AGAIN", "action_modifier", basic=[{"untap_after": True}])
    t = At({"ready": ["A"], "hand": ["AGAIN"]}, {}, cards=[again, vampire("A")])
    t.do(0, do.Bleed, "A").do(0, do.Play, "AGAIN", "A").settle()
    assert t.may(0, do.Bleed, "A")


@pytest.mark.rules("vtes:BLEED-01", "vtes:BLEED-02", "vtes:BLEED-03", "vtes:COMP-10", "vtes:OBJ-02")
def test_a_bleed_takes_the_preys_pool_and_the_edge() -> None:
    t = at({"ready": ["A"]}, {}, {}, edge="Cy")
    t.do(0, do.Bleed, "A").settle()
    assert [t.pool(s) for s in range(3)] == [30, 29, 30]
    assert t.edge == 0


@pytest.mark.rules("vtes:BLEED-02", "vtes:BLEED-03")
def test_an_ally_bleeds_for_what_is_printed_and_for_nothing_takes_no_edge() -> None:
    t = at({"ready": ["FRIEND"]}, {}, edge="Bob")
    t.do(0, do.Bleed, "FRIEND").settle()
    assert (t.pool(1), t.edge) == (30, 1)


@pytest.mark.rules("vtes:BLEED-02", "vtes:RUL-15", "vtes:BLEED-03")
def test_a_bleed_for_more_than_is_there_takes_all() -> None:
    t = at({"ready": ["A"], "hand": ["PUSH"]}, {"pool": 1}, {})
    t.do(0, do.Play, "PUSH", "A").settle()
    assert (t.pool(1), t.points(0), t.edge) == (0, 1, 0)
    assert t.told("bled")[0]["amount"] == 2


@pytest.mark.rules("vtes:BLOCK-04")
def test_the_same_minion_or_another_may_try_again_and_declining_is_final() -> None:
    t = at({"ready": ["A"]}, {"ready": ["C", "D"]}, {})
    t.do(0, do.Hunt, "A").do(1, do.Block, "C").do(1, do.Block, "C")
    assert t.g.z[TRIED] == (t.number("C"),)
    assert t.may(1, do.Block, "D")
    t.do(1, do.Pass)
    assert t.asked != "block"
    assert not t.told("blocked")


@pytest.mark.rules("vtes:BLOCK-03", "vtes:COMP-02", "vtes:TORP-03")
def test_only_ready_untapped_minions_of_those_two_block() -> None:
    t = at({"ready": ["A"]}, {"ready": ["C", {"card": "D", "tapped": True}], "torpor": ["E"]}, {"ready": ["B"]}, {})
    t.do(0, do.Hunt, "A")
    assert t.may(1, do.Block, "C")
    assert t.why(1, do.Block, "D") == "COMP-02"
    assert t.why(1, do.Block, "E") == "TORP-03"
    assert not t.may(2, do.Block, "B")


@pytest.mark.rules("vtes:BLOCK-07")
def test_stealth_only_when_it_is_needed_and_intercept_only_when_it_could_help() -> None:
    t = at({"ready": ["A"], "hand": ["SNEAK", "SNEAK"]}, {"ready": ["B", "C"], "hand": ["EARS", "EARS"]}, {})
    t.do(0, do.Bleed, "A")
    assert t.asked == "block"
    t.do(1, do.Block, "B")
    assert t.may(0, do.Play, "SNEAK", "A")
    t.do(0, do.Play, "SNEAK", "A")
    assert (t.who, t.g.n[STEALTH], t.g.n[INTERCEPT]) == (1, 1, 0)
    assert t.why(1, do.Play, "EARS", "C") == "BLOCK-07"
    t.do(1, do.Play, "EARS", "B")
    assert t.g.n[INTERCEPT] == 1


@pytest.mark.rules("vtes:LIB-18", "vtes:BLOCK-13", "vtes:LIB-20")
def test_the_same_modifier_or_reaction_once_and_only_by_whom_it_is_for() -> None:
    t = at({"ready": ["A", "B"], "hand": ["MORE", "MORE"]}, {"ready": ["C"], "hand": ["DEAF", "DEAF"]}, {})
    t.do(0, do.Bleed, "A").do(1, do.Pass)
    assert t.why(0, do.Play, "MORE", "B") == "BLOCK-13"
    t.do(0, do.Play, "MORE", "A")
    t.do(1, do.Play, "DEAF", "C")
    assert not t.tapped("C")
    assert t.asked != "react"
    assert t.pool(1) == 29


@pytest.mark.rules("vtes:LIB-18", "vtes:LIB-20")
def test_a_second_copy_is_refused() -> None:
    t = at({"ready": ["A"], "hand": ["MORE", "MORE", "SNEAK"]}, {"ready": ["B"]}, {}, ask_always="yes")
    t.settle().do(0, do.Bleed, "A").do(0, do.Play, "MORE", "A")
    assert t.who == 0
    assert t.why(0, do.Play, "MORE#2", "A") == "LIB-18"
    t = at({"ready": ["A"], "hand": ["PUSH"]}, {"ready": ["B"], "hand": ["DEAF", "DEAF"]}, ask_always="yes")
    t.settle().do(0, do.Play, "PUSH", "A")
    t.on("block").do(1, do.Pass).do(0, do.Pass).do(1, do.Play, "DEAF", "B").do(0, do.Pass)
    assert t.why(1, do.Play, "DEAF#2", "B") == "LIB-20"


@pytest.mark.rules("vtes:BLOCK-08")
def test_what_was_added_ends_with_the_action() -> None:
    t = at({"ready": ["A", "B"], "hand": ["MORE"]}, {"pool": 20}, {})
    t.do(0, do.Bleed, "A").do(0, do.Play, "MORE", "A").settle()
    assert t.pool(1) == 18
    t.do(0, do.Bleed, "B").settle()
    assert t.pool(1) == 17


@pytest.mark.rules("vtes:LIB-10")
def test_acting_first_then_the_defender_then_clockwise_and_again_after_each_effect() -> None:
    t = at({"ready": ["A"], "hand": ["MORE"]}, {}, {}, {}, ask_always="yes").settle()
    t.do(0, do.Bleed, "A")
    order = [t.who]
    for _ in range(2):
        t.do(order[-1], do.Pass)
        order.append(t.who)
    assert order == [0, 1, 2]
    rescue = at({"ready": ["A"]}, {}, {"torpor": ["B"]}, {}, ask_always="yes").settle()
    rescue.do(0, do.Diablerize, "A", "B")
    order = [rescue.who]
    for _ in range(3):
        rescue.do(order[-1], do.Pass)
        order.append(rescue.who)
    assert order == [0, 2, 1, 3]


@pytest.mark.rules("vtes:LIB-10")
def test_an_effect_gives_the_acting_player_the_first_chance_again() -> None:
    t = at({"ready": ["A"], "hand": ["MORE"]}, {"ready": ["B"], "hand": ["DEAF"]}, {})
    t.do(0, do.Bleed, "A").do(1, do.Pass).do(0, do.Pass).do(1, do.Play, "DEAF", "B")
    assert t.who == 0
    assert t.may(0, do.Play, "MORE", "A")


@pytest.mark.rules("vtes:BLOCK-10", "vtes:BLOCK-11", "vtes:MIN-02", "vtes:EQUIP-01")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_card_from_hand_is_placed_and_paid_or_burned(blocked: bool) -> None:
    t = at({"ready": ["A", "C"], "hand": ["GUN"], "pool": 9}, {"ready": [{"card": "B", "on": ["CL16"]}]}, {})
    t.do(0, do.Play, "GUN", "A")
    assert t.g.n[STEALTH] == 1
    t.do(1, do.Block, "B") if blocked else t.do(1, do.Pass)
    t.settle()
    assert (t.pool(0), t.host("GUN"), t.tapped("B")) == ((9, None, True) if blocked else (7, "A", False))
    assert t.region("GUN") == ("ash" if blocked else "attached")


@pytest.mark.rules("vtes:EQUIP-02")
def test_equipment_is_taken_from_another_minion() -> None:
    t = at({"ready": ["A", {"card": "B", "on": ["GUN", "CL16", "DOG"]}]}, {})
    assert not t.may(0, do.Take, "A", "B", 4)
    t.do(0, do.Take, "A", "B", 3)
    assert t.g.n[STEALTH] == 1
    t.settle()
    assert [t.host(c) for c in ("GUN", "CL16", "DOG")] == ["A", "A", "B"]


@pytest.mark.rules("vtes:RET-01", "vtes:RET-02", "vtes:LIB-08", "vtes:LIB-19")
def test_a_retainer_is_employed_and_not_handed_on() -> None:
    t = at({"ready": ["A", "B"], "hand": ["DOG"]}, {})
    t.do(0, do.Play, "DOG", "A")
    assert t.g.n[STEALTH] == 1
    t.settle()
    assert (t.host("DOG"), t.blood("DOG"), t.blood("A")) == ("A", 1, 4)
    assert not t.may(0, do.Take, "B", "A", 1)


@pytest.mark.rules("vtes:ALLY-01", "vtes:ALLY-02", "vtes:ACARD-01")
def test_a_new_ally_waits_for_the_end_of_the_turn() -> None:
    t = at({"ready": ["A", "B"], "hand": ["FRIEND"]}, {}, {})
    t.do(0, do.Play, "FRIEND", "A").settle()
    assert t.region("FRIEND") == "new"
    assert t.why(0, do.Bleed, "FRIEND") == "ALLY-01"
    t.on().on().on()
    assert t.region("FRIEND") == "ready"


@pytest.mark.rules("vtes:HUNT-01", "vtes:POLA-01")
def test_allies_neither_hunt_nor_call_referendums() -> None:
    t = at({"ready": ["FRIEND"], "hand": ["LAW", "PUSH"]}, {})
    assert t.why(0, do.Hunt, "FRIEND") == "HUNT-01"
    assert t.why(0, do.Play, "LAW", "FRIEND") == "POLA-01"
    assert t.may(0, do.Play, "PUSH", "FRIEND")


@pytest.mark.rules("vtes:HUNT-04", "vtes:PHASE-02")
def test_an_empty_vampire_hunts_first() -> None:
    t = at({"ready": ["A", {"card": "B", "blood": 0}, {"card": "C", "blood": 0}]}, {})
    assert t.why(0, do.Bleed, "A") == "HUNT-04"
    assert t.g.why_not(0, do.Pass()).reasons[0].rule == "HUNT-04"
    t.do(0, do.Hunt, "C").settle()
    assert not t.may(0, do.Bleed, "A")
    t.do(0, do.Hunt, "B").settle()
    assert t.may(0, do.Bleed, "A")
    assert t.may(0, do.Pass)


@pytest.mark.rules("vtes:LIB-17", "vtes:LIB-16")
def test_one_action_card_for_an_action() -> None:
    t = at({"ready": ["A", "B"], "hand": ["PUSH", "PUSH"]}, {"ready": ["C"]}, {})
    t.do(0, do.Play, "PUSH", "A").do(1, do.Pass)
    assert not t.may(0, do.Play, "PUSH#2", "A")
    t.settle()
    assert t.region("PUSH#1") == "ash"
    assert t.region("PUSH#2") == "hand"


@pytest.mark.rules("vtes:BLOCK-11")
def test_a_failed_attempt_does_not_tap() -> None:
    t = at({"ready": ["A", "B"]}, {"ready": ["C"]}, {})
    t.do(0, do.Hunt, "A").do(1, do.Block, "C").settle()
    assert (t.asked, t.who, t.tapped("C")) == ("minion", 0, False)


@pytest.mark.rules("vtes:RUL-16")
def test_an_action_that_cannot_be_paid_fails() -> None:
    tax = card("TAX", "reaction", cost={"pool": 1}, basic=[{"intercept": 1}])
    t = At({"ready": ["A"], "hand": ["KEEP", "SPEND"], "pool": 9}, {"ready": ["B"], "hand": ["TAX"]}, {}, cards=[
        tax, vampire("A", 3), vampire("B"), card("KEEP", "equipment", cost={"blood": 3}),
        card("SPEND", "action_modifier", cost={"blood": 1}, basic=[{"untap_after": True}]),
    ])  # fmt: skip
    t.do(0, do.Play, "KEEP", "A").do(1, do.Pass).do(0, do.Play, "SPEND", "A").settle()
    assert (t.region("KEEP"), t.blood("A")) == ("ash", 2)
    assert ["RUL-16" in e.rules for e in t.g.events if e.kind == "fails"] == [True]


@pytest.mark.rules("vtes:LIB-03", "vtes:LIB-04", "vtes:RUL-09", "vtes:COMP-09")
def test_a_played_card_is_replaced_at_once_as_long_as_there_are_some() -> None:
    t = at({"ready": ["A"], "hand": ["MORE", *["LAW"] * 6], "library": ["GUN"]}, {"ready": ["B"]}, {})
    t.do(0, do.Bleed, "A").do(1, do.Pass).do(0, do.Play, "MORE", "A")
    assert (t.count("hand", 0), t.region("GUN"), t.count("library", 0)) == (7, "hand", 0)
