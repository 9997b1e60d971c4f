"""Referendums and titles: §6.3, §4.2, §10."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import burn, may_hold, title
from vendetta_kit.games.vtes.engine.cards import Title
from vendetta_kit.games.vtes.engine.contests import give_title, yield_title
from vendetta_kit.games.vtes.engine.state import RIVALS, STEALTH, WIDTH

LAW = card("LAW", "political_action", basic=[{"gain_pool": 4}])
FINE = card("FINE", "political_action", target="other_methuselah", basic=[{"burn_pool": 3}])
TALK = card("TALK", "action_modifier", basic=[{"votes": 2}])
EARLY = card("EARLY", "action_modifier", basic=[{"early_votes": 2}])
HALL = card("HALL", "master", sort="location", tap=[{"votes": 1}])
NOISE = card("NOISE", "reaction", basic=[{"votes": 1}])
SEAT = card("SEAT", "political_action", target="vampire", basic=[{"give_title": {"prince": "Ghent"}}])
HAT = card("HAT", "equipment", gives=[{"clan": "lasombra"}, {"sect": "sabbat"}])
PRIMO = vampire("PRIMO", clan="tremere", title="primogen")
PRINCE = vampire("PRINCE", clan="brujah", title={"prince": "Ghent"})
RIVAL = vampire("RIVAL", clan="ventrue", title={"prince": "Ghent"})
INNER = vampire("INNER", 9, clan="tremere", title="inner_circle")
JUST = vampire("JUST", 9, clan="toreador", title={"justicar": "toreador"})
SABBAT = [
    vampire("BISHOP", clan="lasombra", title="bishop"),
    vampire("ARCH", clan="lasombra", title={"archbishop": "Turin"}),
    vampire("CARD", clan="lasombra", title="cardinal"),
    *(vampire(f"PRIS{k}", clan="lasombra", title="priscus") for k in (1, 2, 3)),
]
FREE = vampire("FREE", clan="giovanni", title={"independent": 2})
CARDS = [LAW, FINE, TALK, EARLY, HALL, NOISE, SEAT, HAT, PRIMO, PRINCE, RIVAL, INNER, JUST, FREE, *SABBAT,
         vampire("A"), vampire("B")]  # fmt: skip


def called(mine: Any = (), other: Any = (), law: str = "LAW", **row: Any) -> At:
    """A referendum that Ann's A calls, her caller's vote still to be cast."""
    own = dict(mine)
    own["ready"] = ["A", *own.get("ready", ())]
    own["hand"] = [law, *own.get("hand", ())]
    t = At({"pool": 10, **own}, dict(other), {}, cards=CARDS, **row)
    return t.do(0, do.Play, law, "A").settle("terms", "before_votes", "vote")


@pytest.mark.rules("vtes:POL-01", "vtes:POLA-01", "vtes:BLOCK-05", "vtes:BLOCK-02", "vtes:POL-02")
def test_a_call_is_undirected_with_stealth_and_terms_come_after() -> None:
    t = At({"ready": ["A"], "hand": ["FINE"]}, {"ready": ["B"]}, {}, {}, cards=CARDS)
    assert t.may(0, do.Play, "FINE", "A")
    assert not t.may(0, do.Play, "FINE", "A", 2)
    t.do(0, do.Play, "FINE", "A")
    assert (t.g.n[STEALTH], t.who, t.asked) == (1, 1, "block")
    t.do(1, do.Pass)
    assert (t.asked, [a.value for a in t.g.legal(0)]) == ("terms", [1, 2, 3])
    t.do(0, do.Choose, 2).do(0, do.Vote, "FINE", yes=True).settle()
    assert [t.pool(s) for s in range(4)] == [30, 30, 27, 30]


@pytest.mark.rules("vtes:POL-06", "vtes:POL-07", "vtes:POL-08")
@pytest.mark.parametrize(("yes", "pool"), [(True, 14), (False, 10), (None, 10)])
def test_it_passes_only_with_more_for_than_against(yes: bool | None, pool: int) -> None:
    t = called()
    t.do(0, do.Vote, "LAW", yes=yes) if yes is not None else None
    t.settle()
    assert t.pool(0) == pool


@pytest.mark.rules("vtes:POL-06")
def test_a_tie_fails() -> None:
    t = called(other={"ready": ["PRIMO"]}).do(0, do.Vote, "LAW", yes=True).on("vote")
    t.do(1, do.Vote, "PRIMO", yes=False).settle()
    assert t.told("outcome")[0]["passes"] is False
    assert t.pool(0) == 10


@pytest.mark.rules("vtes:POL-09", "vtes:TITLE-01", "vtes:TITLE-02", "vtes:TITLE-03", "vtes:POL-07")
def test_votes_of_titles() -> None:
    titled = ["PRIMO", "PRINCE", "JUST", "INNER", "BISHOP", "ARCH", "CARD", "FREE"]
    t = called({"ready": titled, "torpor": ["RIVAL"]})
    counts = []
    for k, name in enumerate(titled):
        t.do(0, do.Vote, name, yes=k % 2 == 0)
        counts.append(t.told("vote")[-1]["votes"])
    assert counts == [1, 2, 3, 4, 1, 2, 3, 2]
    assert t.why(0, do.Vote, "RIVAL", yes=True) == "POL-09"
    assert t.why(0, do.Vote, "PRIMO", yes=True) == "POL-05"


@pytest.mark.rules("vtes:POL-08")
def test_one_vote_from_a_political_action_card() -> None:
    t = called(other={"ready": ["PRIMO"], "hand": ["FINE", "FINE"], "library": ["WL01", "WL01"]}).do(
        0, do.Vote, "LAW", yes=True
    )
    t.on("vote").do(1, do.Vote, "FINE", yes=False)
    assert t.region("FINE") == "ash"
    while t.who != 1:
        t.do(0, do.Pass)
    assert t.why(1, do.Vote, "FINE#2", yes=False) == "POL-08"
    assert t.told("vote")[-1]["total_against"] == 1


@pytest.mark.rules("vtes:POL-03", "vtes:LIB-03")
def test_nobody_draws_during_a_referendum() -> None:
    others = {"hand": ["FINE", *["WL01"] * 6], "library": ["WL02"] * 3}
    t = called(other=others)
    t.do(0, do.Vote, "LAW", yes=True).on("vote").do(1, do.Vote, "FINE", yes=False)
    t.settle()
    after = [e.n for e in t.g.events if e.kind == "drawn" and e.seat == 1]
    outcome = next(e.n for e in t.g.events if e.kind == "outcome")
    assert after[0] > outcome
    assert t.count("hand", 1) == 7


@pytest.mark.rules("vtes:POL-04", "vtes:POL-13")
def test_cards_before_votes_and_cards_for_votes() -> None:
    t = called({"hand": ["EARLY", "TALK"]}, {"ready": ["B"], "hand": ["NOISE"]})
    assert t.asked == "before_votes"
    t.do(0, do.Play, "EARLY", "A")
    assert t.told("vote")[-1]["total_for"] == 2
    assert t.asked == "vote"
    t.do(0, do.Vote, "TALK", yes=False, minion="A")
    assert t.region("TALK") == "ash"
    t.on("vote")
    while t.who != 1:
        t.do(t.who, do.Pass)
    t.do(1, do.Vote, "NOISE", yes=True, minion="B")
    assert (t.told("vote")[-1]["total_for"], t.told("vote")[-1]["total_against"]) == (3, 2)


@pytest.mark.rules("vtes:POL-10", "vtes:POL-13", "vtes:POL-05", "vtes:RUL-06")
def test_everybody_is_asked_in_turn_order_until_all_pass_in_a_row() -> None:
    t = called({"held": ["HALL"]}, {"ready": ["PRIMO"]})
    t.do(0, do.Pass)
    assert t.who == 1
    t.do(1, do.Vote, "PRIMO", yes=False)
    assert t.who == 0
    t.do(0, do.Vote, "HALL", yes=True)
    assert t.tapped("HALL")
    t.do(0, do.Vote, "LAW", yes=True).settle()
    assert t.pool(0) == 14


@pytest.mark.rules("vtes:POL-11")
def test_the_edge_is_burned_for_a_vote() -> None:
    t = called(edge="Bob").do(0, do.Vote, "LAW", yes=True).on("vote")
    t.do(1, do.Vote, -1, yes=False)
    assert (t.edge, t.told("vote")[-1]["total_against"]) == (-1, 1)


@pytest.mark.rules("vtes:POL-12", "vtes:TITLE-02")
@pytest.mark.parametrize(("against", "total"), [(2, 3), (1, 0)])
def test_prisci_vote_as_a_block(against: int, total: int) -> None:
    t = called({"ready": ["PRIS1"]}, {"ready": ["PRIS2", "PRIS3"]})
    t.do(0, do.Vote, "LAW", yes=True).do(0, do.Vote, "PRIS1", yes=True).on("vote")
    for name in ("PRIS2", "PRIS3")[:against]:
        t.do(1, do.Vote, name, yes=False)
    t.settle()
    assert t.told("outcome")[0]["total_against"] == total


@pytest.mark.rules("vtes:TITLE-01", "vtes:TITLE-04", "vtes:TCON-01")
def test_a_new_title_replaces_the_old_and_a_claimed_one_is_contested() -> None:
    t = At({"ready": ["PRIMO", "INNER"]}, {"ready": ["PRINCE"]}, cards=CARDS)
    give_title(t.g, t.number("PRIMO"), Title("prince", "Ghent"))
    assert title(t.g, t.number("PRIMO")) is None
    assert title(t.g, t.number("PRINCE")) is None
    assert [t.g.rows[RIVALS + t.number(v) * WIDTH] for v in ("PRIMO", "PRINCE", "INNER")] == [1, 1, 0]
    assert t.may(0, do.Bleed, "PRIMO")


@pytest.mark.rules("vtes:TITLE-04", "vtes:TCON-04")
def test_a_contested_title_is_yielded_for_a_new_one() -> None:
    t = At({"ready": ["RIVAL"]}, {"ready": ["PRINCE"]}, cards=CARDS)
    give_title(t.g, t.number("RIVAL"), Title("prince", "Ghent"))
    assert title(t.g, t.number("RIVAL")) is None
    yield_title(t.g, t.number("RIVAL"))
    assert [e["title"] for e in t.told("title_yielded")] == ["prince"]
    assert t.g.rows[RIVALS + t.number("RIVAL") * WIDTH] == 0


@pytest.mark.rules("vtes:TCON-02", "vtes:TCON-03", "vtes:UNTAP-04", "vtes:TCON-05", "vtes:TCON-01")
def test_a_contested_title_costs_blood_until_the_others_yield() -> None:
    t = At({"ready": ["PRINCE"]}, {"ready": [{"card": "RIVAL", "blood": 1}]}, cards=CARDS)
    give_title(t.g, t.number("PRINCE"), Title("prince", "Ghent"))
    t.on("untap")
    assert (t.who, t.may(1, do.Pass)) == (1, False)
    t.do(1, do.Pay, "RIVAL")
    assert t.blood("RIVAL") == 0
    t.do(1, do.Pass).do(1, do.Hunt, "RIVAL")
    until(t, 0, "untap").do(0, do.Pay, "PRINCE").do(0, do.Pass)
    assert t.blood("PRINCE") == 4
    until(t, 1, "untap").do(1, do.Yield, "RIVAL")
    assert title(t.g, t.number("PRINCE")) is None
    until(t, 0, "untap")
    assert title(t.g, t.number("PRINCE")) == Title("prince", "Ghent")


def until(t: At, seat: int, kind: str) -> At:
    """Pass until this seat is asked this."""
    while (t.who, t.asked) != (seat, kind):
        t.do(t.who, do.Pass)
    return t


@pytest.mark.rules("vtes:TCON-03")
def test_in_torpor_a_contested_title_is_yielded() -> None:
    t = At({"ready": ["A"]}, {"torpor": ["RIVAL"]}, {"ready": ["PRINCE"]}, cards=CARDS)
    give_title(t.g, t.number("PRINCE"), Title("prince", "Ghent"))
    for _ in range(20):
        if t.told("title_yielded"):
            break
        t.do(t.who, do.Pass)
    assert [e["card"] for e in t.told("title_yielded")] == ["RIVAL"]


@pytest.mark.rules("vtes:SECT-02", "vtes:SECT-03", "vtes:TITLE-03")
def test_titles_belong_to_a_sect_and_wait_while_it_is_another() -> None:
    t = At({"ready": [{"card": "PRIMO", "on": ["HAT"]}, "JUST", "PRINCE", "FREE"]}, {}, cards=CARDS)
    assert title(t.g, t.number("PRIMO")) is None
    assert not may_hold(t.g, t.number("PRINCE"), Title("justicar", "toreador"))
    assert may_hold(t.g, t.number("JUST"), Title("justicar", "toreador"))
    assert not may_hold(t.g, t.number("PRINCE"), Title("bishop"))
    assert title(t.g, t.number("FREE")) == Title("independent", 2)
    burn(t.g, t.number("HAT"))
    assert title(t.g, t.number("PRIMO")) == Title("primogen")
