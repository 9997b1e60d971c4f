"""Set-up, decks, cards as objects: overview, §1 and §2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import burn, clan, level, predator, prey, sect
from vendetta_kit.games.vtes.engine.cards import CLANS, DISCIPLINES
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import CRYPT, HAND, LIBRARY, UNCONTROLLED
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.kernel.visibility import is_back

CRYPT_OF_12 = {"WV08": 12}


def library(count: int) -> dict[str, int]:
    return {"WL06": count}


def new(*counts: int, crypt: int = 12) -> Game:
    return Game.new(decks=[{"crypt": {"WV08": crypt}, "library": library(n)} for n in counts])


@pytest.mark.rules("vtes:OBJ-01", "vtes:START-01", "vtes:START-02", "vtes:START-03", "vtes:START-05", "vtes:START-04")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_game_begins(seats: int) -> None:
    at = At.of(Game.new(decks=["claw"] * seats, seed=seats))
    assert [at.pool(s) for s in range(seats)] == [30] * seats
    assert at.edge == -1
    for s in range(seats):
        assert (at.count("hand", s), at.count("uncontrolled", s)) == (7, 4)
        assert (prey(at.g, s), predator(at.g, s)) == ((s + 1) % seats, (s - 1) % seats)
        assert (at.count("crypt", s), at.count("ready", s), at.count("torpor", s)) == (8, 0, 0)


@pytest.mark.rules("vtes:OBJ-01")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_do_not_play(seats: int) -> None:
    with pytest.raises(BadSetup) as fault:
        Game.new(decks=["claw"] * seats)
    assert fault.value.where == "decks"


@pytest.mark.rules("vtes:START-05")
def test_both_decks_are_shuffled() -> None:
    games = [Game.new(decks=["claw", "claw"], seed=s) for s in (1, 2)]
    for region in (LIBRARY, CRYPT):
        piles = [g.z[region] for g in games]
        assert piles[0] != piles[1]
        assert list(piles[0]) != sorted(piles[0])


@pytest.mark.rules("vtes:START-04", "vtes:START-06", "vtes:LIB-02")
def test_who_sees_which_cards() -> None:
    at = At({"hand": ["WL01"], "uncontrolled": ["WV01"], "library": ["WL02"], "crypt": ["WV02"], "ash": ["WL03"]}, {})
    for seat, own in ((0, True), (1, False)):
        z = at.g.observe(seat).z
        assert is_back(z[HAND][0]) is not own
        assert is_back(z[UNCONTROLLED][0]) is not own
        assert is_back(z[LIBRARY][0])
        assert is_back(z[CRYPT][0])
        assert at.number("WL03") in [c for zone in z for c in zone]


@pytest.mark.rules("vtes:START-07", "vtes:END-06")
def test_the_ante_is_the_top_card_of_the_library() -> None:
    with_it = Game.new(decks=["claw", "court"], seed=5, ante="yes")
    at = At.of(with_it)
    for seat, of in enumerate(("C", "O")):
        assert at.count("ante", seat) == 1
        assert any(e["card"].startswith(of) for e in at.told("ante"))
    assert At.of(Game.new(decks=["claw", "court"], seed=5)).count("ante", 0) == 0


@pytest.mark.rules("vtes:COMP-05", "vtes:COMP-06", "vtes:COMP-07", "vtes:RUL-10")
def test_decks_have_a_size() -> None:
    assert len(new(40, 60).z[LIBRARY + 1]) == 53
    for counts, crypt, where in (((39, 40), 12, "library"), ((40, 61), 12, "library"), ((40, 40), 11, "crypt")):
        with pytest.raises(BadSetup) as fault:
            new(*counts, crypt=crypt)
        assert fault.value.where.endswith(where)
    with pytest.raises(BadSetup):
        Game.new(decks=[{"crypt": CRYPT_OF_12}, "claw"])


@pytest.mark.rules("vtes:COMP-07")
def test_x14_six_players_have_40_to_100_cards() -> None:
    assert new(40, 100, 40, 40, 40, 40).seats == 6
    for count in (39, 101):
        with pytest.raises(BadSetup):
            new(count, 40, 40, 40, 40, 40)


@pytest.mark.rules("vtes:RUL-01")
def test_who_begins() -> None:
    assert {Game.new(decks=["claw"] * 3, seed=s).to_act for s in range(12)} == {0, 1, 2}
    assert {Game.new(decks=["claw"] * 3, seed=s, first_player="first_seat").to_act for s in range(12)} == {0}


@pytest.mark.rules("vtes:CRYPT-05", "vtes:SECT-01", "vtes:CRYPT-08")
def test_clans_belong_to_sects() -> None:
    assert sorted(CLANS.values()).count("camarilla") == 8
    assert sorted(CLANS.values()).count("sabbat") == 10
    assert len(DISCIPLINES) == len(set(DISCIPLINES)) == 17
    at = At({"ready": ["WV02", "HV03", "HV05"]}, {})
    assert [sect(at.g, at.number(v)) for v in ("WV02", "HV03", "HV05")] == ["camarilla", "sabbat", "independent"]
    assert clan(at.g, at.number("WV02")) == "nosferatu"


@pytest.mark.rules("vtes:CRYPT-05", "vtes:LIB-07")
def test_a_card_of_a_clan() -> None:
    cards = [
        card("M", "action", requires={"clan": "brujah"}, basic=[{"gain_pool": 1}]),
        card("N", "master", requires={"clan": "brujah"}, basic=[{"gain_pool": 1}]),
        vampire("A", clan="brujah"),
        vampire("B", clan="tremere"),
    ]
    at = At({"ready": ["A", "B"], "hand": ["M", "N"]}, {}, cards=cards)
    assert at.may(0, do.Play, "M", "A")
    assert at.why(0, do.Play, "M", "B") == "LIB-07"
    at = At({"ready": ["A"], "hand": ["N"]}, {}, cards=cards, phase="master")
    assert at.may(0, do.Play, "N")
    at = At({"torpor": ["A"], "ready": ["B"], "hand": ["N", "WL06"]}, {}, cards=cards, phase="master")
    assert at.why(0, do.Play, "N") == "LIB-07"


@pytest.mark.rules("vtes:CRYPT-06", "vtes:CRYPT-07", "vtes:LIB-06")
def test_a_card_of_a_discipline_basic_or_superior() -> None:
    cards = [
        card("M", "action", requires={"discipline": "dominate"}, basic=[{"gain_pool": 1}], superior=[{"gain_pool": 4}]),
        vampire("NONE"),
        vampire("BASIC", disciplines={"dominate": "basic"}),
        vampire("SUPER", disciplines={"dominate": "superior"}),
    ]
    at = At({"ready": ["NONE", "BASIC", "SUPER"], "hand": ["M"], "pool": 10}, {}, cards=cards)
    assert at.why(0, do.Play, "M", "NONE") == "LIB-06"
    assert at.may(0, do.Play, "M", "BASIC")
    assert at.why(0, do.Play, "M", "BASIC", superior=True) == "CRYPT-07"
    assert at.may(0, do.Play, "M", "SUPER")
    at.do(0, do.Play, "M", "SUPER", superior=True).settle()
    assert at.pool(0) == 14


@pytest.mark.rules("vtes:CRYPT-02", "vtes:CRYPT-03", "vtes:HUNT-02")
def test_blood_above_capacity_drains() -> None:
    at = At({"ready": [{"card": "A", "blood": 5}, {"card": "B", "blood": 4}]}, {}, cards=[vampire("A"), vampire("B")])
    at.do(0, do.Hunt, "A").settle()
    at.do(0, do.Hunt, "B").settle()
    assert (at.blood("A"), at.blood("B")) == (5, 5)


@pytest.mark.rules("vtes:LIB-13", "vtes:CRYPT-02")
def test_a_discipline_card_teaches_and_raises_capacity() -> None:
    at = At({"ready": ["WV05"], "hand": ["WL07", "WL07"]}, {}, phase="master")
    at.do(0, do.Play, "WL07", -1, "WV05")
    taught = at.number("WV05")
    assert level(at.g, taught, "dominate") == 1
    at.do(0, do.Pass) if at.asked == "master" else None
    assert (at.host("WL07"), at.blood("WV05")) == ("WV05", 3)
    for want in (4, 4):
        at.g.apply(0, at.action(do.Hunt, "WV05")) if at.may(0, do.Hunt, "WV05") else None
        at.settle()
        assert at.blood("WV05") == want


@pytest.mark.rules("vtes:COMP-11")
def test_a_card_goes_to_its_owners_ash_heap() -> None:
    at = At(
        {"ready": [{"card": "A", "blood": 2}]},
        {"torpor": [{"card": "B", "blood": 0, "on": ["CL16"]}], "pool": 9},
        cards=[vampire("A", 4), vampire("B", 3)],
    )
    at.do(0, do.Diablerize, "A", "B").settle("diablerie_equipment")
    at.do(0, do.Choose, "CL16").settle()
    assert at.where("CL16") == ("attached", 0)
    burn(at.g, at.number("A"))
    assert at.where("CL16") == ("ash", 1)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"decks": "claw"}, "decks: found 'claw'; expected a list of 2 to 6 decks"),
        ({"decks": ["claw", "nope"]}, "decks[1]: found 'nope'; expected one of whispers, claw, court, household"),
        ({"names": [1, 2, 3, 4]}, "names[0]: found 1; expected a name of at most 40 letters, on one line"),
        ({"names": ["A", "A", "B", "C"]}, "expected 4 different names"),
        ({"seed": "x"}, "seed: found 'x'; expected a whole number"),
        ({"ante": "maybe"}, "ante: found 'maybe'; expected no or yes"),
        ({"rounds": -1}, "rounds: found -1; expected a whole number from 0"),
        ({"cards": [{"id": "A"}]}, "cards[0].type: missing"),
        ({"cards": [{"id": "A", "type": "ally", "name": "A"}]}, "cards[0].life: missing"),
        ({"cards": [{"id": "A", "type": "master", "name": "A", "untap": [{"gain_blood": 1}]}]}, "cards[0].target"),
        ({"cards": [{"id": "A", "type": "master", "name": "A", "basic": [{"gain_pool": -2}]}]}, "found -2"),
    ],
)
def test_a_set_up_that_does_not_go_together_is_told_in_one_line(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup) as fault:
        Game.new(**given)
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)
