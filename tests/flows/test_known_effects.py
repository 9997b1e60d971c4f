"""What Staying comes to: it is what is counted, where all that acts can be seen, and nothing that may not be known."""

from __future__ import annotations

from typing import Any

import pytest

from tests.flows.games import stepped
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Stay
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.flows import TAKES_BLOOD, PowerChange, order_matters, pool_after, powers, stay_forecast


def asked(*deployed: dict[str, Any], pool: int | None = None) -> Any:
    """Ann's view as she chooses a token at Location 1, with this Blood in her Pool."""
    clans = {"Ann": "brujah", "Bob": "gangrel", "Cy": "nosferatu", "Vi": "ventrue", "Tom": "toreador"}
    seats: list[dict[str, Any]] = [{"name": name, "clan": clan} for name, clan in clans.items()]
    if pool is not None:
        seats[0]["blood"] = pool
    lying = [{"at": 1, **row} for row in deployed]
    game = position({"seats": seats, "deployed": lying, "start": {"phase": "resolution", "at": 1}, "ambition": "Ann"})
    return game.view(0)


def test_an_open_card_that_surely_acts_is_counted_with_what_it_changes() -> None:
    found = stay_forecast(asked({"seat": "Ann", "cards": ["BR01"]}, {"seat": "Bob", "cards": ["GA02"]}), 1)
    assert found.power == {0: 3, 1: 2}
    assert found.changes == (PowerChange("GA02", 1, 0, 6, 3),)
    assert found.left_out == ()


def test_blood_that_is_stolen_is_told_of_the_pool() -> None:
    view = asked({"seat": "Ann", "cards": ["BR07"]}, {"seat": "Bob", "cards": ["GA08"]})
    found = stay_forecast(view, 1)
    assert PowerChange("GA08", 1, 1, 2, 4) in found.changes or found.power[1] == powers(view, 1)[1].power + 2
    bob = view.seats[1].blood
    assert PowerChange("BR07", 0, 1, bob, bob - 1, pool=True) in found.changes


def test_an_open_card_that_takes_blood_of_whoever_stays_is_told_while_one_face_down_is_not() -> None:
    """It acts as the tokens are shown, so only if it lies open by then; an emptied Pool is told as 0."""
    for cards, pool, left in ((["BR07"], 5, 3), (["BR07"], 2, 0)):
        view = asked({"seat": "Ann", "cards": cards}, {"seat": "Vi", "cards": ["VE05"]}, pool=pool)
        assert PowerChange("VE05", 3, 0, pool, left, pool=True) in stay_forecast(view, 1).changes
    hidden = asked({"seat": "Ann", "cards": ["BR07"]}, {"seat": "Vi", "cards": ["VE05"], "face": "down"})
    assert {one.card for one in stay_forecast(hidden, 1).changes} == {"BR07"}


@pytest.mark.parametrize(
    ("mine", "theirs", "named"),
    [({"cards": ["TO07"]}, {"cards": ["GA08"]}, ("TO07", 4)), ({"cards": ["TO02"], "face": "down"}, {}, ("NO06", 2))],
)
def test_an_open_card_that_asks_before_the_cards_turn_up_may_change_it(
    mine: dict[str, Any], theirs: dict[str, Any], named: tuple[str, int]
) -> None:
    other = {"seat": "Bob", **theirs} if theirs else {"seat": "Cy", "cards": ["NO06"]}
    found = stay_forecast(asked({"seat": "Tom", **mine}, other, {"seat": "Ann", "cards": [], "blood": 1}), 1)
    assert found.left_out == (named,)


def test_a_card_that_asks_is_left_out_and_one_face_down_does_nothing() -> None:
    open_card, hidden = (
        stay_forecast(asked({"seat": "Ann", "cards": ["BR01"]}, {"seat": "Cy", "cards": ["NO07"], "face": face}), 1)
        for face in ("up", "down")
    )
    assert open_card.left_out == (("NO07", 2),)
    assert hidden.left_out == hidden.changes == ()
    assert hidden.power[2] == 0


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_is_counted_where_nothing_is_hidden_and_nobody_chooses(seed: int) -> None:
    compared = 0
    for at_table in range(seed * 5, seed * 5 + 5):
        game = Game.new(seed=at_table, seats=4)
        for _ in stepped(game, at_table):
            seat = game.to_act
            asks = game.pending.get(seat) if seat is not None else None
            if asks is None or asks.kind != "withdraw":
                continue
            view = game.view(seat)
            if any(part.card is None for found in powers(view, asks.at) for part in found.parts):
                continue
            found, counted = stay_forecast(view, asks.at), counted_if_all_stay(game, asks.at)
            if counted.keys() == found.power.keys() and not found.left_out:
                assert found.power == counted, (at_table, asks.at, found)
                compared += 1
    assert compared > 3


def test_who_is_first_of_equals_is_who_wins_them() -> None:
    view = asked({"seat": "Bob", "cards": ["GA08"]}, {"seat": "Ann", "cards": [], "blood": 2})
    found = stay_forecast(view, 1)
    assert found.power == {0: 2, 1: 2}
    assert found.first == 0, "the holder of the Ambition token comes first"


def test_what_an_answer_leaves_in_the_pool_is_what_the_game_takes() -> None:
    compared = set()
    for seed in range(60):
        game = Game.new(seed=seed, seats=4, rulings={"last_blood": "allow"})
        for _ in stepped(game, seed):
            seat = game.to_act
            asks = game.pending.get(seat) if seat is not None else None
            if asks is None or asks.question not in (*TAKES_BLOOD, "blood_to_play", "blood_after_card"):
                continue
            view = game.view(seat)
            for action in asks.legal:
                twin, begun, pool = game.copy(), len(view.ledger), view.seats[seat].blood
                twin.apply(seat, action)
                own = ("pool", seat)
                paid = next((e for e in twin.view(seat).ledger[begun:] if own in (e.source[:2], e.target[:2])), None)
                left = pool_after(view, action)
                if left is not None:
                    assert left == pool - (paid.amount if left < pool else 0), (seed, asks, action)
                    compared.add(asks.question)
    assert {"toll", "curfew", "spend_half"} <= compared


def counted_if_all_stay(game: Game, at: Any) -> dict[int, int]:
    """Return what is counted at once if everybody stays, whose cards act in the order in which they lie."""
    twin, begun = game.copy(), len(game.view(None).events)
    while True:
        seat = twin.to_act
        asks = twin.pending[seat] if seat is not None else None
        counts = [event for event in twin.view(None).events[begun:] if event.kind == "count" and event.at == at]
        if counts or asks is None or asks.at != at or asks.kind not in ("withdraw", "choose"):
            return {event.seat: event.data["power"] for event in counts if event.seat is not None}
        if asks.kind == "choose" and asks.question != "order":
            return {}
        twin.apply(seat, Stay() if asks.kind == "withdraw" else asks.legal[0])


@pytest.mark.parametrize(
    ("cards", "blood", "why"),
    [(["BR04", "BR05"], 9, ""), (["BR04", "BR05"], 4, "frenzy"), (["GA07", "GA09"], 9, "asks")],
)
def test_an_order_matters_where_a_card_asks_or_empties_a_pool(cards: list[str], blood: int, why: str) -> None:
    clan = "brujah" if cards[0][:2] == "BR" else "gangrel"
    seats = [{"name": "Ann", "clan": clan}, {"name": "Bob", "clan": "toreador", "blood": blood}, {"name": "Cy"}]
    lying = [
        {"seat": "Ann", "at": 1, "cards": cards, "blood": 2},
        {"seat": "Bob", "at": 1, "cards": ["TO02"], "blood": 1},
    ]
    start = {"phase": "resolution", "at": 1, "step": "aftermath"}
    game = position({"seats": seats, "deployed": lying, "start": start, "ambition": "Ann"})
    assert game.pending[0].question == "order"
    assert order_matters(game.view(0)) == why
