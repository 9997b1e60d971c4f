"""Torpor, diablerie and the blood hunt: §6.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import capacity, level
from vendetta_kit.games.vtes.engine.state import STEALTH

LESSON = card("LESSON", "master", sort="discipline", target="own_vampire",
              gives=[{"discipline": "potence"}, {"capacity": 1}])  # fmt: skip
COAT = card("COAT", "equipment", gives=[{"prevent": 1}])
DOG = card("DOG", "retainer", life=1)
PAL = card("PAL", "ally", life=2)
CARDS = [
    LESSON,
    COAT,
    DOG,
    PAL,
    vampire("A"),
    vampire("B"),
    vampire("C"),
    vampire("OLD", 8),
    vampire("D", title="primogen"),
]


def at(*seats: dict[str, Any], **row: Any) -> At:
    return At(*seats, cards=CARDS, **row)


@pytest.mark.rules("vtes:TORP-01", "vtes:TORP-03", "vtes:TORP-04")
def test_leaving_torpor_costs_two_and_is_all_that_can_be_done_there() -> None:
    t = at({"torpor": ["A", {"card": "B", "blood": 1}]}, {})
    assert [t.why(0, kind, "A") for kind in (do.Bleed, do.Hunt)] == ["TORP-03", "TORP-03"]
    assert t.why(0, do.Leave, "B") == "TORP-04"
    t.do(0, do.Leave, "A")
    assert (t.region("A"), t.blood("A"), t.tapped("A")) == ("ready", 3, True)


@pytest.mark.rules("vtes:TORP-04", "vtes:TORP-05")
@pytest.mark.parametrize("eats", [False, True])
def test_a_blocked_leaving_is_no_combat_but_may_be_a_diablerie(eats: bool) -> None:
    t = at({"torpor": ["A"], "ready": ["C"]}, {"ready": [{"card": "B", "blood": 1, "on": ["CL16"]}]})
    t.do(0, do.Leave, "A")
    assert t.g.n[STEALTH] == 1
    t.do(1, do.Block, "B")
    assert t.asked == "diablerize_blocked"
    t.do(1, do.Choose, int(eats)).settle()
    assert not t.told("combat")
    assert (t.region("A"), t.blood("A"), t.blood("B")) == (("ash", 0, 5) if eats else ("torpor", 5, 1))


@pytest.mark.rules("vtes:TORP-05")
def test_an_ally_that_blocks_it_does_not_diablerize() -> None:
    t = at({"torpor": ["A"], "ready": ["C"]}, {"ready": [{"card": "PAL", "on": ["CL16"]}]})
    t.do(0, do.Leave, "A").do(1, do.Block, "PAL")
    assert (t.asked, t.region("A"), t.blood("A")) == ("minion", "torpor", 5)


@pytest.mark.rules("vtes:TORP-06", "vtes:TORP-07")
@pytest.mark.parametrize("pays", [0, 1, 2])
def test_a_rescue_is_paid_by_either_or_both(pays: int) -> None:
    t = at({"ready": ["A", "PAL"], "torpor": [{"card": "B", "tapped": True}]}, {})
    assert t.why(0, do.Rescue, "PAL", "B", 0) == "TORP-06"
    t.do(0, do.Rescue, "A", "B", pays)
    assert (t.region("B"), t.tapped("B"), t.blood("A"), t.blood("B")) == ("ready", True, 5 - pays, 3 + pays)


@pytest.mark.rules("vtes:TORP-07", "vtes:TORP-08", "vtes:RUL-18")
def test_rescue_and_diablerie_of_anothers_vampire_are_directed_and_have_no_stealth() -> None:
    for kind, more in ((do.Rescue, (2,)), (do.Diablerize, ())):
        t = at({"ready": ["A"], "torpor": ["B"]}, {"ready": ["D"]}, {"ready": ["C"], "torpor": ["OLD"]})
        t.do(0, kind, "A", "OLD", *more)
        assert (t.g.n[STEALTH], t.who, t.asked) == (0, 2, "block")
        t.do(2, do.Block, "C")
        assert len(t.told("combat")) == 1
        t = at({"ready": ["A"], "torpor": ["B"]}, {"ready": ["D"]})
        t.do(0, kind, "A", "B", *more)
        assert (t.g.n[STEALTH], t.who) == (1, 1)


@pytest.mark.rules("vtes:RUL-18")
@pytest.mark.parametrize("agrees", [False, True])
def test_another_pays_for_her_own_vampire_only_if_she_agrees(agrees: bool) -> None:
    t = at({"ready": ["A", "C"]}, {}, {"torpor": ["OLD"]})
    t.do(0, do.Rescue, "A", "OLD", 0)
    assert (t.asked, t.who) == ("rescue_consent", 2)
    t.do(2, do.Choose, int(agrees))
    assert (t.region("OLD"), t.blood("OLD")) == (("ready", 6) if agrees else ("torpor", 8))


@pytest.mark.rules("vtes:TORP-08", "vtes:DBL-01", "vtes:DBL-02", "vtes:DBL-03", "vtes:CRYPT-03")
def test_a_diablerie_takes_blood_and_equipment_and_burns_the_rest() -> None:
    t = at({"ready": [{"card": "A", "blood": 2}, "PAL"]}, {"torpor": [{"card": "B", "on": ["COAT", "DOG"]}]})
    assert t.why(0, do.Diablerize, "PAL", "B") == "TORP-08"
    t.do(0, do.Diablerize, "A", "B")
    assert t.blood("A") == 5
    t.do(0, do.Choose, "COAT").settle()
    assert (t.host("COAT"), t.region("B"), t.where("DOG")) == ("A", "ash", ("ash", 1))


@pytest.mark.rules("vtes:DBL-04", "vtes:LIB-13")
@pytest.mark.parametrize("region", ["hand", "library", "ash"])
def test_an_older_victim_teaches_from_wherever_the_card_lies(region: str) -> None:
    more = {"library": ["LESSON", "WL01"]} if region == "library" else {region: ["LESSON"], "library": ["WL01"] * 9}
    t = at({"ready": ["A", "C"], **more}, {"torpor": ["OLD"]})
    before = t.count("hand", 0)
    t.do(0, do.Diablerize, "A", "OLD").do(0, do.Choose, "LESSON")
    number = t.number("A")
    assert (t.host("LESSON"), capacity(t.g, number), level(t.g, number, "potence"), t.blood("A")) == ("A", 6, 1, 5)
    assert t.count("hand", 0) == (7 if region != "library" else before + 1)


@pytest.mark.rules("vtes:DBL-04")
def test_a_victim_of_the_same_age_teaches_nothing() -> None:
    t = at({"ready": ["A", "C"], "ash": ["LESSON"]}, {"torpor": ["B"]}).do(0, do.Diablerize, "A", "B")
    assert t.asked == "blood_hunt"


@pytest.mark.rules("vtes:DBL-05", "vtes:RUL-20")
@pytest.mark.parametrize("passes", [False, True])
def test_a_blood_hunt(passes: bool) -> None:
    t = at({"ready": ["A", "C"]}, {"torpor": ["B"]}, {"ready": ["D"], "hand": ["OL07"]})
    t.do(0, do.Diablerize, "A", "B")
    assert (t.asked, t.who) == ("blood_hunt", 0)
    t.do(0, do.Pass).do(1, do.Pass).do(2, do.Call)
    assert t.asked == "vote"
    assert not [a for a in t.g.legal(2) if getattr(a, "minion", -1) >= 0]
    t.do(2, do.Vote, "D", yes=passes).settle()
    assert t.region("A") == ("ash" if passes else "ready")
    assert len(t.told("referendum")) == 1


@pytest.mark.rules("vtes:DBL-04", "vtes:LIB-02")
def test_nobody_sees_that_a_diabolist_could_learn_of_a_card_in_hand() -> None:
    t = At({"ready": ["OLD"], "hand": ["LESSON"]}, {"torpor": ["OLDER"]}, {},
           cards=[LESSON, vampire("OLD", 4), vampire("OLDER", 9)])  # fmt: skip
    t.do(0, do.Diablerize, "OLD", "OLDER").settle("diablerie_discipline")
    assert (t.asked, t.who) == ("diablerie_discipline", 0)
    assert [t.g.view(reader, log=False).asked for reader in (0, 1, None)] == [(0,), (), ()]
