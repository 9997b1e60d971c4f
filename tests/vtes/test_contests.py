"""Titles and cards that come into play and meet their like: §4.1, §4.2."""

from __future__ import annotations

import pytest

from tests.vtes.table import At, card, vampire
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import burn, title

CARDS = [
    vampire("PRINCE", 3, clan="brujah", title={"prince": "Ghent"}),
    vampire("RIVAL", 3, clan="ventrue", title={"prince": "Ghent"}),
]


@pytest.mark.rules("vtes:TCON-01", "vtes:TITLE-01", "vtes:CRYPT-04")
def test_a_title_is_contested_when_a_second_holder_comes_out() -> None:
    t = At({"uncontrolled": [{"card": "RIVAL", "blood": 2}]}, {"ready": ["PRINCE"]}, cards=CARDS, phase="influence")
    t.do(0, do.Transfer, "RIVAL").do(0, do.Pass)
    assert (t.region("RIVAL"), t.region("PRINCE")) == ("ready", "ready")
    assert title(t.g, t.number("RIVAL")) is None
    assert title(t.g, t.number("PRINCE")) is None
    assert len(t.told("title_contested")) == 1


@pytest.mark.rules("vtes:CRYPT-01", "vtes:CONT-01", "vtes:CONT-02")
def test_a_vampire_is_contested_when_a_second_copy_comes_out() -> None:
    uncontrolled = {"uncontrolled": [{"card": "PRINCE", "blood": 2}]}
    t = At(uncontrolled, {"ready": ["PRINCE"]}, cards=CARDS, phase="influence")
    t.do(0, do.Transfer, "PRINCE").do(0, do.Pass)
    assert [t.where(f"PRINCE#{k}") for k in (1, 2)] == [("contested", 0), ("contested", 1)]


@pytest.mark.rules("vtes:SECT-03", "vtes:TCON-04")
def test_a_suspended_title_is_yielded_when_another_claims_it() -> None:
    turncoat = card("TURN", "master", sort="other", target="vampire", gives=[{"sect": "sabbat"}])
    one = {"ready": [{"card": "PRINCE", "on": ["TURN"]}]}
    t = At({"uncontrolled": [{"card": "RIVAL", "blood": 2}]}, one, cards=[*CARDS, turncoat], phase="influence")
    assert title(t.g, t.number("PRINCE")) is None
    t.do(0, do.Transfer, "RIVAL").do(0, do.Pass)
    held = title(t.g, t.number("RIVAL"))
    assert held is not None
    assert held.kind == "prince"
    assert [event.get("card") for event in t.told("title_yielded")] == ["PRINCE"]
    assert not t.told("title_contested")


@pytest.mark.rules("vtes:TITLE-04", "vtes:TCON-04")
def test_a_title_that_a_card_gives_goes_with_it() -> None:
    seal = card("SEAL", "equipment", gives=[{"title": "primogen"}])
    page = vampire("PAGE", 3, clan="ventrue")
    t = At({"ready": ["PAGE"], "hand": ["SEAL"]}, {}, cards=[page, seal], phase="minion")
    t.do(0, do.Play, "SEAL", minion="PAGE")
    held = title(t.g, t.number("PAGE"))
    assert held is not None
    assert held.kind == "primogen"
    burn(t.g, t.number("SEAL"))
    assert title(t.g, t.number("PAGE")) is None
