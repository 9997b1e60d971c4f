"""Combat: §6.4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.state import LONG, RANGE, ROUND
from vendetta_kit.games.vtes.engine.strikes import hurt, to_torpor


def blow(name: str, **what: Any) -> dict[str, Any]:
    return card(name, "combat", basic=[{"strike": what}])


GUN = card(
    "GUN", "equipment", sort="weapon", gives=[{"strike": {"damage": 3, "ranged": True}}, {"maneuver": "optional"}]
)
KNIFE = card("KNIFE", "equipment", sort="weapon", gives=[{"strike": {"damage": 1, "with_strength": True}}])
COAT = card("COAT", "equipment", gives=[{"prevent": 1}])
PAL = card("PAL", "ally", life=2, strength=0, gives=[{"strike": {"damage": 2, "ranged": True}}])
DOG = card("DOG", "retainer", life=2)
CARDS = [
    GUN, KNIFE, COAT, PAL, DOG,
    card("FIGHT", "action", target="other_minion", basic=[{"combat": True}]),
    card("RUN", "combat", basic=[{"maneuver": "must"}]),
    card("AGAIN", "combat", basic=[{"press": "continue"}]),
    card("STOP", "combat", basic=[{"press": "end"}]),
    card("TWO", "combat", basic=[{"additional_strikes": 1}]),
    card("THREE", "combat", basic=[{"additional_strikes": 2}]),
    card("WALL", "combat", basic=[{"prevent": 1}]),
    card("RAGE", "combat", basic=[{"strength": 2}]),
    blow("DODGE", dodge=True),
    blow("FLEE", combat_ends=True),
    blow("CLAW", damage=1, aggravated=True),
    blow("FIRST", damage=9, first=True),
    blow("FAST", with_strength=True, first=True),
    blow("DRINK", steal_blood=3),
    blow("BREAK", destroy="equipment"),
    blow("DISARM", destroy="weapon"),
    blow("GRAB", steal="equipment"),
    blow("FREEZE", paralyze=True),
    blow("SHOT", damage=2, ranged=True),
    *(vampire(v) for v in "ABC"),
]  # fmt: skip


def fight(mine: Any = "A", other: Any = "B", hand: Any = (), others: Any = (), **row: Any) -> At:
    """A combat that A begins by a card, with what lies on both and in both hands."""
    t = At(
        {"ready": [mine, "C"], "hand": ["FIGHT", *hand]}, {"ready": [other], "hand": [*others]}, {}, cards=CARDS, **row
    )
    name = mine if isinstance(mine, str) else mine["card"]
    target = other if isinstance(other, str) else other["card"]
    t.do(0, do.Play, "FIGHT", name, target)
    return (
        t.settle("before_range", "maneuver", "strike", "prevent", "additional", "press") if t.asked != "minion" else t
    )


def with_(name: str, *on: str, **more: Any) -> dict[str, Any]:
    return {"card": name, "on": list(on), **more}


@pytest.mark.rules(
    "vtes:COMB-01", "vtes:COMB-02", "vtes:COMB-04", "vtes:EFF-01", "vtes:DMG-02", "vtes:DMG-03", "vtes:RANGE-01"
)
def test_two_hands_at_close_range() -> None:
    t = fight(other=with_("B", tapped=True))
    assert (t.blood("A"), t.blood("B"), len(t.told("round"))) == (4, 4, 1)
    assert t.told("range") == [{"long": False}]


@pytest.mark.rules("vtes:COMB-01")
def test_never_two_of_ones_own_and_only_the_ready() -> None:
    t = At({"ready": ["A", "C"], "hand": ["FIGHT"]}, {"ready": ["B"], "torpor": ["WV01"]}, cards=CARDS)
    assert not t.may(0, do.Play, "FIGHT", "A", "C")
    assert not t.may(0, do.Play, "FIGHT", "A", "WV01")


@pytest.mark.rules("vtes:COMB-03", "vtes:STRIKE-03", "vtes:STRIKE-02", "vtes:EFF-06")
def test_only_combat_cards_and_the_acting_minion_chooses_first() -> None:
    t = fight(hand=["DODGE", "FIGHT"], others=["DODGE"])
    assert (t.asked, t.who) == ("strike", 0)
    assert t.why(0, do.Play, "FIGHT#2", "A") == "COMB-03"
    t.do(0, do.Strike)
    assert (t.asked, t.who) == ("strike", 1)
    t.do(1, do.Play, "DODGE#2", "B")
    assert (t.blood("A"), t.blood("B"), t.region("DODGE#2")) == (5, 5, "ash")


@pytest.mark.rules("vtes:RANGE-02")
def test_no_two_maneuvers_in_a_row() -> None:
    t = fight(hand=["RUN", "RUN"], others=["RUN"])
    t.do(0, do.Play, "RUN", "A")
    assert (t.who, t.g.n[RANGE]) == (1, LONG)
    t.do(1, do.Pass)
    assert t.told("range") == [{"long": True}]
    assert not t.may(0, do.Play, "RUN#2", "A")


@pytest.mark.rules("vtes:RANGE-03", "vtes:EFF-01", "vtes:EFF-02")
def test_strength_before_range_counts_for_hands_and_what_adds_it() -> None:
    t = fight(with_("A", "KNIFE"), hand=["RAGE"])
    assert t.asked == "before_range"
    t.do(0, do.Play, "RAGE", "A").do(0, do.Strike, "KNIFE")
    assert t.blood("B") == 1


@pytest.mark.rules("vtes:RANGE-04", "vtes:STRIKE-03")
def test_a_weapons_maneuver_binds_the_first_strike() -> None:
    t = fight(with_("A", "GUN", "KNIFE"), hand=["TWO"])
    t.do(0, do.Use, "GUN")
    assert t.asked == "additional"
    assert t.blood("B") == 2
    t.do(0, do.Play, "TWO", "A")
    assert t.may(0, do.Strike)
    assert t.may(0, do.Strike, "KNIFE")


@pytest.mark.rules("vtes:STRIKE-07")
def test_one_source_of_additional_strikes_in_a_round() -> None:
    t = fight(hand=["TWO", "THREE"])
    t.do(0, do.Play, "TWO", "A")
    assert t.asked != "additional"
    assert (t.blood("B"), t.region("THREE")) == (3, "hand")


@pytest.mark.rules("vtes:DMG-03", "vtes:DMG-04", "vtes:DMG-05", "vtes:TORP-02")
@pytest.mark.parametrize(
    ("ordinary", "aggravated", "region", "left"),
    [
        pytest.param(0, 1, "torpor", 1, id="x09-lupo"),
        pytest.param(0, 2, "torpor", 0, id="x10-royce"),
        pytest.param(2, 1, "ash", 0, id="x11-nik"),
        pytest.param(1, 0, "ready", 0, id="healed"),
        pytest.param(2, 0, "torpor", 0, id="not-all-healed"),
        pytest.param(0, 3, "ash", 0, id="burned"),
    ],
)
def test_what_damage_does(ordinary: int, aggravated: int, region: str, left: int) -> None:
    t = At({"ready": [with_("A", "COAT", blood=1)]}, {}, cards=CARDS)
    hurt(t.g, t.number("A"), ordinary, aggravated)
    assert (t.region("A"), t.blood("A")) == (region, left)
    assert t.region("COAT") == ("ash" if region == "ash" else "attached")


@pytest.mark.rules("vtes:DMG-06", "vtes:ALLY-02")
def test_an_ally_loses_life_of_either_kind() -> None:
    t = At({"ready": ["PAL", "HL01"]}, {}, cards=CARDS)
    hurt(t.g, t.number("PAL"), 1, 1)
    hurt(t.g, t.number("HL01"), 1, 1)
    assert (t.region("PAL"), t.region("HL01"), t.blood("HL01")) == ("ash", "ready", 1)


@pytest.mark.rules("vtes:DMG-01")
def test_prevented_one_card_at_a_time_then_healed() -> None:
    t = fight(with_("A", "GUN"), with_("B", "COAT"), others=["WALL"]).on("strike")
    t.do(0, do.Strike, "GUN")
    assert (t.asked, t.who) == ("prevent", 1)
    t.do(1, do.Play, "WALL", "B").do(1, do.Use, "COAT")
    assert t.blood("B") == 4


@pytest.mark.rules("vtes:STRIKE-04")
def test_hands_do_nothing_at_long_range() -> None:
    t = fight(hand=["RUN"], others=["SHOT"])
    t.do(0, do.Play, "RUN", "A").do(1, do.Play, "SHOT", "B")
    assert (t.blood("A"), t.blood("B")) == (3, 5)


@pytest.mark.rules("vtes:EFF-05", "vtes:STRIKE-06", "vtes:STRIKE-02")
def test_a_first_strike_comes_before_the_other() -> None:
    t = fight(hand=["FIRST"]).do(0, do.Play, "FIRST", "A")
    assert (t.region("B"), t.blood("A")) == ("torpor", 5)
    t = fight(hand=["FIRST"], others=["DODGE"]).do(0, do.Play, "FIRST", "A").do(1, do.Play, "DODGE", "B")
    assert t.region("B") == "ready"
    t = fight(hand=["FIRST"], others=["FLEE"]).do(0, do.Play, "FIRST", "A").do(1, do.Play, "FLEE", "B")
    assert (t.region("B"), t.blood("B")) == ("ready", 5)
    t = fight(hand=["FIRST"], others=["FIRST"]).do(0, do.Play, "FIRST", "A").do(1, do.Play, "FIRST#2", "B")
    assert [t.region(v) for v in "AB"] == ["torpor", "torpor"]


@pytest.mark.rules("vtes:EFF-07")
def test_combat_ends_before_all_else_at_any_range_even_against_a_dodge() -> None:
    t = fight(hand=["RUN", "FLEE"], others=["DODGE"])
    t.do(0, do.Play, "RUN", "A").do(0, do.Play, "FLEE", "A").do(1, do.Play, "DODGE", "B")
    assert len(t.told("combat_ends")) == 1
    assert (t.blood("A"), t.blood("B"), t.g.n[ROUND]) == (5, 5, 0)


@pytest.mark.rules("vtes:EFF-03")
def test_destroyed_equipment_is_still_used_by_the_strike_of_that_moment() -> None:
    t = fight(hand=["BREAK"], other=with_("B", "GUN", "COAT")).on("strike")
    assert not t.may(0, do.Play, "BREAK", "A")
    t.do(0, do.Play, "BREAK", "A", "GUN").do(1, do.Strike, "GUN")
    assert (t.region("GUN"), t.region("COAT"), t.blood("A")) == ("ash", "attached", 2)
    t = fight(hand=["DISARM"], other=with_("B", "GUN", "COAT")).on("strike")
    assert t.may(0, do.Play, "DISARM", "A", "GUN")
    assert not t.may(0, do.Play, "DISARM", "A", "COAT")


@pytest.mark.rules("vtes:EFF-04")
def test_stolen_equipment_serves_from_the_next_round_and_is_kept() -> None:
    t = fight(hand=["GRAB", "AGAIN", "TWO"], other=with_("B", "GUN")).on("strike")
    t.do(0, do.Play, "GRAB", "A", "GUN").do(1, do.Strike, "GUN")
    assert (t.host("GUN"), t.blood("A")) == ("A", 2)
    t.do(0, do.Play, "TWO", "A")
    assert [e["card"] for e in t.told("strike")] == ["GRAB", "GUN", None]
    t.do(0, do.Play, "AGAIN", "A")
    assert t.may(0, do.Use, "GUN")
    t.settle()
    assert t.where("GUN") == ("attached", 0)


@pytest.mark.rules("vtes:EFF-09", "vtes:TORP-01")
def test_the_paralyzed_do_not_untap() -> None:
    t = fight(hand=["FREEZE"]).do(0, do.Play, "FREEZE", "A")
    assert (t.region("B"), t.tapped("B")) == ("torpor", True)
    while t.g.decision(t.who).seat != 1:
        t.on()
    assert t.tapped("B")


@pytest.mark.rules("vtes:PRESS-01", "vtes:RANGE-01", "vtes:COMB-04")
def test_a_press_to_continue_and_one_against_it() -> None:
    t = fight(hand=["AGAIN", "RUN"], others=[])
    t.do(0, do.Play, "RUN", "A").do(0, do.Play, "AGAIN", "A")
    assert (len(t.told("round")), [e["long"] for e in t.told("range")]) == (2, [True, False])
    t = fight(hand=["AGAIN", "AGAIN"], others=["STOP"])
    t.do(0, do.Play, "AGAIN", "A")
    assert t.who == 1
    t.do(1, do.Play, "STOP", "B")
    assert t.may(0, do.Play, "AGAIN#2", "A")
    t.do(0, do.Pass)
    assert len(t.told("round")) == 1


@pytest.mark.rules("vtes:RTC-01", "vtes:EFF-06", "vtes:RTC-02", "vtes:DMG-06", "vtes:RET-02", "vtes:DMG-01")
def test_retainers_are_aimed_at_from_afar_only() -> None:
    t = fight(with_("A", "GUN"), with_("B", "DOG", "COAT"))
    t.on("strike")
    assert not t.may(0, do.Strike, "GUN", "DOG")
    t = fight(with_("A", "GUN"), with_("B", "DOG", "COAT"), others=["DODGE"])
    t.do(0, do.Use, "GUN").do(0, do.Strike, "GUN", "DOG").do(1, do.Play, "DODGE", "B")
    assert (t.region("DOG"), t.blood("B")) == ("ash", 5)


@pytest.mark.rules("vtes:RTC-02")
def test_a_retainer_that_survives_regains_its_life() -> None:
    one = blow("ONE", damage=1, ranged=True)
    t = At({"ready": ["A", "C"], "hand": ["FIGHT", "ONE", "RUN"]}, {"ready": [with_("B", "DOG")]}, cards=[*CARDS, one])
    t.do(0, do.Play, "FIGHT", "A", "B").on("maneuver").do(0, do.Play, "RUN", "A").do(0, do.Play, "ONE", "A", "DOG")
    assert t.blood("DOG") == 2
    assert [e.cause for e in t.g.ledger if e.cause in ("damage", "regained")] == ["damage", "regained"]


@pytest.mark.rules("vtes:BLOCK-11", "vtes:COMB-01")
def test_a_block_leads_to_a_combat() -> None:
    t = At({"ready": ["A", "C"]}, {"ready": ["B"]}, cards=CARDS)
    t.do(0, do.Bleed, "A").do(1, do.Block, "B")
    assert (t.tapped("B"), t.blood("A"), t.blood("B"), t.pool(1)) == (True, 4, 4, 30)


@pytest.mark.rules("vtes:RUL-08", "vtes:COMB-01")
def test_an_action_whose_actor_is_not_ready_any_more_fails() -> None:
    t = At({"ready": ["A", "C"], "hand": ["FIGHT"]}, {"ready": ["B"]}, {}, cards=CARDS, ask_always="yes")
    t.settle().do(0, do.Play, "FIGHT", "A", "B").on("block").do(1, do.Pass)
    to_torpor(t.g, t.number("A"))
    t.settle()
    assert not t.told("combat")
    assert ["RUL-08" in event.rules for event in t.g.events if event.kind == "fails"] == [True]
    assert t.region("FIGHT") == "ash"
