"""When cards and rules collide: card text first, turn order, own choice, as much as possible, else nothing (CONTR)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import acted, asked, do, entries, events, influence, moves, pool, ranking, resolve, table
from vendetta_kit.games.vendetta.engine.actions import Choose, Play

# Card text beats the rulebook ------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "PLAN-09")
@pytest.mark.parametrize(("alliance", "fee"), [([], 1), (["AL07"], 0), (["AL28"], 2), (["AL07", "AL28"], 1)])
def test_allies_change_what_a_card_face_down_costs(alliance: list[str], fee: int) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": alliance})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 6 - fee
    assert sum(entry.amount for entry in entries(game, cause="fee")) == fee


# Turn order ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-02", "REV-02")
@pytest.mark.parametrize(("ambition", "first"), [("Ann", "MA06"), ("Bob", "VE07")])
def test_so_do_passive_cards_of_one_moment(ambition: str, first: str) -> None:
    game = table("Ann 1: (MA06)", "Bob 1: (VE07)", step="revelation", ambition=ambition)
    resolve(game)
    assert acted(game)[0] == first
    assert set(acted(game)[:2]) == {"MA06", "VE07"}


@pytest.mark.rules("CONTR-02", "GLOS-03")
def test_so_do_triggers_of_one_play() -> None:
    for ambition, order in (("Bob", ["Ann", "Cy 1"]), ("Cy", ["Cy 1", "Ann"])):
        # Bob's Challenge from Location 2 and Cy's On the Prowl both see Ann's card
        game = table(
            "Bob 2: BR03",
            "Cy 1: GA06",
            ambition=ambition,
            start={"phase": "planning", "turn": "Ann"},
            Ann={"hand": ["TO04", "TO01"]},
        )
        do(game, "Ann", Play("TO04", 1))
        told = [b if a == "bank" else a for a, b, _ in moves(game) if "Ann" in (a, b) or b == "Cy 1"]
        assert told == order


# One player's own cards --------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-04", "PREP-02", "CONF-02", "AFT-01")
@pytest.mark.parametrize(
    ("step", "cards"),
    [("preparation", ["BR07", "GA08"]), ("conflict", ["BR01", "BR02"]), ("aftermath", ["BR05", "BR09"])],
)
@pytest.mark.parametrize("turned", [False, True])
def test_who_has_several_chooses_the_order(step: str, cards: list[str], turned: bool) -> None:
    more = {"ranking": ("Ann",)} if step == "aftermath" else {}
    game = table(
        f"Ann 1: {cards[0]} {cards[1]}", "Bob 1: +1", step=step, Ann={"clan": "brujah"}, Bob={"clan": "gangrel"}, **more
    )
    order = cards[::-1] if turned else cards
    assert asked(game) == ("Ann", "order")
    assert set(game.legal(0)) == {Choose(card) for card in cards}
    do(game, "Ann", Choose(order[0]))
    resolve(game)
    assert acted(game) == order
    (event,) = events(game, "order", "Ann")
    assert "CONTR-04" in event.rules


# As much as possible, or nothing ---------------------------------------------------------------------------


@pytest.mark.rules("CONTR-05", "RUL-13")
def test_an_empty_victims_deck_gives_nothing_and_the_rest_goes_on() -> None:
    everyone = [f"VI{k:02}" for k in range(1, 36)]
    game = table(
        "Ann 1: TO08",
        "Bob 1: BR08",
        step="preparation",
        Ann={"alliance": everyone[1:]},
        Bob={"alliance": everyone[:1]},
        Cy={"alliance": []},
        Dee={"alliance": []},
    )
    resolve(game)
    assert [event.seat for event in events(game, "no_victim")] == [0, 0]  # by Ready, and as second
    assert ranking(game) == ["Bob", "Ann"]
    assert influence(game, "Ann") == 3 + 1


@pytest.mark.rules("CONTR-06", "RUL-47")
@pytest.mark.parametrize("winner", ["Ann", None])
def test_a_toll_without_anybody_to_pay_it_is_ignored(winner: str | None) -> None:
    ranked = {"ranking": ("Ann",)} if winner else {"ranking": ()}
    game = resolve(table("Ann 1: VE09", step="aftermath", **ranked))
    ignored = events(game, "ignored", "Ann")
    assert len(ignored) == 1
    assert {"CONTR-06", "RUL-47"} <= set(ignored[0].rules)
    assert (pool(game, "Ann"), influence(game, "Ann")) == (6, 3)


@pytest.mark.rules("CONTR-06")
@pytest.mark.parametrize(
    "card", ["BR07", "GA04", "NO07", "TO03", "TR07", "MA01", "VE06", "BR04", "TR05", "VE07", "VE03"]
)
def test_a_card_about_rivals_without_any_does_no_harm(card: str) -> None:
    game = resolve(table(f"Ann 1: {card}", step="revelation"))
    assert not [entry for entry in entries(game) if entry.cause in ("steal", "lose", "take_back", "discard", "shift")]
    assert not events(game, "frenzy")
    assert ranking(game) == ["Ann"]
