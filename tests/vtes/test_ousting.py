"""Contests of cards, ousting, victory points, withdrawal: §4.1, §9."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.contests import enters
from vendetta_kit.games.vtes.engine.ousting import winners
from vendetta_kit.games.vtes.engine.state import ANTE, IN
from vendetta_kit.kernel.refusal import BadPosition

PUSH = card("PUSH", "action", basic=[{"bleed_action": 8}])
ALL = card("ALL", "master", basic=[{"all_burn_pool": 1}])
CLUB = card("CLUB", "master", sort="location", unique=True, tap=[{"gain_pool": 1}])
RING = card("RING", "equipment", unique=True, gives=[{"strength": 1}])
BACK = card("BACK", "action", target="other_methuselah", basic=[{"burn_pool": 9}])
CARDS = [PUSH, ALL, CLUB, RING, BACK, *(vampire(v) for v in "ABCD")]


def at(*seats: dict[str, Any], **row: Any) -> At:
    return At(*seats, cards=CARDS, **row)


def until(t: At, seat: int, kind: str) -> At:
    """Pass until this seat is asked this."""
    while (t.who, t.asked) != (seat, kind):
        assert t.who is not None
        t.do(t.who, do.Pass)
    return t


@pytest.mark.rules("vtes:END-01", "vtes:END-02", "vtes:END-05", "vtes:START-01", "vtes:OBJ-02", "vtes:OBJ-03")
def test_the_preys_end_gives_a_point_and_six_pool_and_another_prey() -> None:
    t = at(
        {"ready": ["A", "B"], "pool": 5}, {"pool": 1, "ready": ["C"], "held": ["CLUB"], "hand": ["PUSH"]}, {"pool": 7}
    )
    t.do(0, do.Bleed, "A").do(1, do.Pass)
    assert (t.points(0), t.pool(0), t.region("C"), t.region("CLUB")) == (1, 11, "ash", "ash")
    t.do(0, do.Bleed, "B")
    assert t.pool(2) == 6


@pytest.mark.rules("vtes:END-02")
def test_the_predator_has_the_point_whoever_did_it() -> None:
    t = at({"ready": ["A", "B"], "hand": ["BACK"], "pool": 5}, {}, {"pool": 2}, {})
    t.do(0, do.Play, "BACK", "A", 2)
    assert ([t.points(s) for s in range(4)], t.pool(1), t.pool(0)) == ([0, 1, 0, 0], 36, 5)


@pytest.mark.rules("vtes:END-01", "vtes:END-03", "vtes:END-04", "vtes:RUL-23")
def test_the_last_one_has_a_point_and_the_most_points_win_also_of_the_ousted() -> None:
    t = at({"ready": ["A"], "points": 0}, {"pool": 1, "points": 3}, {"pool": 1, "points": 0})
    t.g.n[IN] = 0b011
    t.do(0, do.Bleed, "A")
    assert (t.g.is_over, t.points(0), winners(t.g)) == (True, 2, (1,))


@pytest.mark.rules("vtes:END-06", "vtes:END-02", "vtes:END-03", "vtes:RUL-23", "vtes:END-05")
def test_x13_four_players_with_ante() -> None:
    t = at(
        {"ready": ["A", "WV01"], "pool": 1, "ante": ["WL01"]},
        {"pool": 1, "ante": ["WL02"]},
        {"pool": 1, "ante": ["WL03"]},
        {"ready": ["C", "D"], "pool": 9, "ante": ["WL04"], "hand": ["PUSH", "PUSH"]},
    )
    until(t.do(0, do.Bleed, "A"), 0, "minion").do(0, do.Bleed, "WV01").settle()
    assert (t.points(0), t.pool(0), names(t, 0)) == (2, 13, ["WL01", "WL02", "WL03"])
    until(t, 3, "minion").do(3, do.Play, "PUSH", "C").settle().do(3, do.Play, "PUSH#2", "D").settle()
    assert t.g.is_over
    assert ([t.points(s) for s in range(4)], t.pool(3), winners(t.g)) == ([2, 0, 0, 2], 15, (0, 3))
    assert names(t, 3) == ["WL01", "WL04"]


def names(t: At, seat: int) -> list[str]:
    """The ids of the ante that a seat has."""
    return sorted(t.g.table.printed[card].id for card in t.g.z[ANTE + seat])


@pytest.mark.rules("vtes:END-07", "vtes:RUL-04")
def test_out_with_the_prey_a_point_but_no_pool() -> None:
    t = at({"pool": 9, "hand": ["ALL"]}, {"pool": 1}, {"pool": 1}, {"pool": 9}, phase="master").do(0, do.Play, "ALL")
    assert [t.points(s) for s in range(4)] == [1, 1, 0, 0]
    assert [e.seat for e in t.g.events if e.kind == "ousted"] == [1, 2]
    assert (t.pool(1), t.pool(0)) == (0, 14)


@pytest.mark.rules("vtes:RUL-22", "vtes:END-07")
def test_all_out_at_once_nobody_is_the_last() -> None:
    t = at({"pool": 1, "hand": ["ALL"]}, {"pool": 1}, {"pool": 1}, phase="master").do(0, do.Play, "ALL")
    assert (t.g.is_over, [t.points(s) for s in range(3)]) == (True, [1, 1, 1])


@pytest.mark.rules("vtes:RUL-12")
def test_the_edge_of_the_ousted_is_nobodys() -> None:
    t = at({"hand": ["ALL"]}, {"pool": 1}, {}, phase="master", edge="Bob").do(0, do.Play, "ALL")
    assert t.edge == -1


@pytest.mark.rules("vtes:COMP-12", "vtes:COMP-11")
def test_cards_of_others_go_home_and_ones_own_with_others_stay() -> None:
    t = at({"ready": [{"card": "A", "blood": 2}, "D"]}, {"pool": 1, "torpor": [{"card": "B", "on": ["RING"]}]}, {})
    t.do(0, do.Diablerize, "A", "B").do(0, do.Choose, "RING").settle()
    t.do(0, do.Bleed, "D").settle()
    assert (t.points(0), t.host("RING")) == (1, "A")


@pytest.mark.rules("vtes:WITH-01", "vtes:WITH-04", "vtes:RUL-13", "vtes:RUL-24", "vtes:END-03")
def test_a_withdrawal() -> None:
    t = at({"hand": ["PUSH"], "held": ["CLUB"], "pool": 9}, {}, phase="untap")
    t.do(0, do.Withdraw)
    assert t.leaving(0)
    while not t.g.is_over:
        t.do(t.who, do.Pass)
    assert ([t.points(0), t.points(1)], t.pool(1), t.region("CLUB")) == ([1, 1], 30, "ash")
    full = at({"library": ["PUSH"], "held": ["CLUB"]}, {}, phase="untap", edge="Ann")
    assert full.why(0, do.Withdraw) == "WITH-01"
    full = at({"hand": ["PUSH"] * 7, "held": ["CLUB"]}, {}, phase="untap", edge="Ann")
    assert full.why(0, do.Withdraw) == "WITH-01"


@pytest.mark.rules("vtes:WITH-02", "vtes:WITH-03")
def test_any_loss_fails_a_withdrawal() -> None:
    t = at({"ready": ["A"]}, {"withdrawing": True, "pool": 9}, {})
    t.do(0, do.Bleed, "A")
    assert not t.leaving(1)
    t = at({"ready": ["A", "D"]}, {"withdrawing": True, "ready": ["B"]}, {}).do(0, do.Bleed, "A").do(1, do.Block, "B")
    assert not t.leaving(1)


@pytest.mark.rules("vtes:CONT-01", "vtes:CONT-02", "vtes:LIB-09", "vtes:CRYPT-01", "vtes:RUL-03", "vtes:RUL-07")
@pytest.mark.parametrize("counters", ["keep", "burn"])
def test_copies_of_a_unique_card_are_contested(counters: str) -> None:
    t = at({"ready": [{"card": "A", "on": ["RING"]}]}, {"ready": ["A"]}, {"ready": ["A"]}, contested_counters=counters)
    enters(t.g, t.number("A#2"))
    assert [t.region(f"A#{k}") for k in (1, 2, 3)] == ["contested"] * 3
    assert t.blood("A#1") == (5 if counters == "keep" else 0)
    assert (t.region("RING"), t.who) == ("attached" if counters == "keep" else "ash", 0)


@pytest.mark.rules("vtes:CONT-03", "vtes:CONT-04", "vtes:RUL-19", "vtes:UNTAP-04")
def test_pay_or_yield_and_it_comes_back_to_who_is_left() -> None:
    t = at({"torpor": [{"card": "A", "tapped": True}], "ready": ["B"], "pool": 9}, {"ready": ["A"], "pool": 9}, {})
    enters(t.g, t.number("A#2"))
    until(t, 1, "untap")
    assert not t.may(1, do.Pass)
    t.do(1, do.Pay, "A#2")
    assert t.pool(1) == 8
    until(t, 0, "untap").do(0, do.Pay, "A#1")
    until(t, 1, "untap").do(1, do.Yield, "A#2")
    assert t.where("A#2") == ("ash", 1)
    until(t, 0, "minion")
    assert (t.where("A#1"), t.tapped("A#1")) == (("torpor", 0), False)


@pytest.mark.rules("vtes:CONT-05")
def test_two_copies_of_one_player_contest_each_other() -> None:
    t = at({"held": ["CLUB"], "hand": ["CLUB"], "pool": 9}, {}, phase="master").do(0, do.Play, "CLUB#2")
    assert [t.region(f"CLUB#{k}") for k in (1, 2)] == ["contested", "contested"]


def test_a_described_game_can_begin_with_a_seat_that_is_out() -> None:
    t = at({"ready": ["A"]}, {"out": True}, {"pool": 9})
    view = t.g.view(0)
    assert [(seat.here, seat.pool) for seat in view.seats] == [(True, 30), (False, 0), (True, 9)]
    assert (view.seats[0].prey, view.seats[0].predator) == (2, 2)
    with pytest.raises(BadPosition, match="expected"):
        at({}, {"out": True})
