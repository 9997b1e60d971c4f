"""What the log adds to what happened: whose cards come out, in what order, what is kept, why a tie was broken so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import answer_all, log_of, resolve, table
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine import actions as do
from vendetta_kit.games.vendetta.wording.log_lines import log_lines


def test_the_log_says_whose_hand_mesmerize_brings_out() -> None:
    hands = {"Bob": {"hand": ["VE06", "VE01"]}, "Cy": {"hand": ["GA03"]}}
    game = table("Ann 1: MA01", "Bob 1: VE08", "Cy 1: +1", step="preparation", **hands)
    game.apply(0, do.Choose(1))
    lines = log_of(game)
    assert "Ann chooses Bob for Mesmerize: the cards in Bob's hand come to Ann's Position at The Rack." in lines
    for card in ("VE06", "VE01"):
        own = f"Mesmerize plays Bob's {box.name(card)}, out of Bob's hand, face up on Ann's Position at The Rack."
        assert own in lines


@pytest.mark.parametrize(
    ("cards", "step", "first", "said"),
    [("MA04 MA08", "conflict", "MA08", False), ("MA03 MA05", "preparation", "MA05", True)],
)
def test_who_goes_next_is_said_only_where_an_order_matters(cards: str, step: str, first: str, said: bool) -> None:
    game = table(f"Ann 1: {cards}", "Bob 1: VE08", step=step)
    game.apply(0, do.Choose(first))
    assert any("go next" in line for line in log_of(game)) == said
    (order,) = [event for event in game.events if event.kind == "order"]
    told = [line for line in log_lines(game.view(None)) if set(order.rules) <= set(line.rules)]
    assert told, "whatever line is left carries the rules"


@pytest.mark.parametrize("others", ["", "+1"])
def test_no_note_waits_for_a_count_that_does_not_come(others: str) -> None:
    lies = ("Ann 1: MA04", *([f"Bob 1: {others}"] if others else []))
    lines = log_of(resolve(table(*lies, step="withdraw")))
    assert any(line.startswith("After the Withdraw step only Ann") for line in lines)
    assert not any("matters only" in line for line in lines)


@pytest.mark.parametrize(
    ("number", "said"),
    [(2, "Ann saves the Relic Halsted Litany for later."), (3, "Ann does not use the Relic Halsted Litany.")],
)
def test_a_relic_is_saved_for_later_only_while_there_is_a_later(number: int, said: str) -> None:
    used = {name: {"relic": {"id": f"RE0{k}", "used": True}} for k, name in enumerate(("Bob", "Cy", "Dee"), 1)}
    relics: dict[str, Any] = {"variants": {"relics": True}, "Ann": {"relic": {"id": "RE06", "used": False}}, **used}
    game = table("Ann 1: BR08", "Bob 1: GA06", step="conflict", round=number, **relics)
    game.apply(0, do.Choose(False))
    assert said in log_of(game)


# Ties say why ------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-05", "RUL-40", "SET-04")
@pytest.mark.parametrize(
    ("bob", "why"),
    [
        ([], "Ann and Bob tie; Bob is later in turn order and loses the tie."),
        (["AL08"], "Ann and Bob tie; Bob has Fiorenza Savona, so Ann loses the tie."),
    ],
)
def test_a_tie_for_the_lowest_bid_names_its_reason(bob: list[str], why: str) -> None:
    game = table("Ann 1: MA02", "Bob 1: VE08", step="revelation", Bob={"alliance": [*bob, "VI32"]})
    for seat in (0, 1):
        game.apply(seat, do.Bid(1))
    assert any(line.endswith(f" {why}") for line in log_of(game) if line.startswith("Bids for"))


@pytest.mark.rules("RUL-30", "CONF-06")
def test_a_tie_of_blood_alone_behind_a_lone_winner_names_its_reason() -> None:
    game = resolve(table("Ann 1: BR08", "Cy 1: +2", "Bob 1: +2", step="withdraw", ambition="Cy"))
    why = "Cy and Bob tie for place 2: Cy is earlier in turn order."
    assert any(line.endswith(f". {why}") for line in log_of(game))


@pytest.mark.rules("EOG-05", "EOG-06", "RUL-40")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"Bob": {"blood": 4}, "Cy": {"blood": 6}}, "Cy and Bob tie for place 2: Cy has more Blood in the Pool."),
        ({}, "Bob and Cy tie for place 2, in Blood too: Bob is earlier in turn order."),
    ],
)
def test_a_tie_behind_the_winner_names_its_reason(more: dict[str, Any], why: str) -> None:
    spec = {name: {"influence": n, "blood": 5} for name, n in (("Ann", 9), ("Bob", 6), ("Cy", 6), ("Dee", 1))}
    for name, values in more.items():
        spec[name] |= values
    game = answer_all(table("Dee haven: +1", step="aftermath", at="haven", round=3, **spec), lambda g: g.is_over)
    assert log_of(game)[-1].endswith(f". {why}")
