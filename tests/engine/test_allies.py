"""Every Ally with an ability: what it does, when, and that it stops when the card is Drained (CARD-03, CARD-04)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    answer_all,
    asked,
    deployed,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    moves,
    pool,
    ranking,
    refused,
    resolve,
    seat,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Keep, Look, Play, Stay, Withdraw

TESTED = {
    "AL01", "AL02", "AL03", "AL04", "AL05", "AL06", "AL07", "AL08", "AL11", "AL12", "AL13", "AL14", "AL15", "AL26",
    "AL27", "AL28", "AL29", "AL30",
}  # fmt: skip


def won(ally: str, *lies: str, **more: Any) -> Game:
    """Ann has just won Location 1 and so this Ally."""
    lies = lies or ("Ann 1: BR08",)
    game = resolve(table(*lies, step="conflict", locations=[ally, None, None], **more))
    assert ally in seat(game, "Ann").alliance
    return game


def robbed(alliance: list[str], drained: tuple[str, ...] = (), **more: Any) -> Game:
    """Ann, who has these cards, has sent Bob into Frenzy."""
    ann = {"alliance": alliance, "drained": list(drained)}
    return resolve(table("Ann 1: BR07", "Bob 1: +1", step="preparation", Ann=ann, Bob={"blood": 1}, **more))


@pytest.mark.rules("CARD-03", "CARD-04")
def test_every_ally_with_an_ability_is_tested_here() -> None:
    assert {card.id for card in box.allies() if card.ability} == TESTED


# When acquired ---------------------------------------------------------------------------------------------


@pytest.mark.rules("CARD-04", "RUL-41", "REW-04")
@pytest.mark.parametrize(("ally", "blood"), [("AL01", 3), ("AL06", 5)])
def test_anita_and_maldavis_pay_at_once(ally: str, blood: int) -> None:
    game = won(ally)
    assert moves(game, card=ally) == [("bank", "Ann", blood)]
    assert pool(game, "Ann") == 6 + blood


@pytest.mark.rules("CARD-04", "RUL-07")
def test_sgt_mctavish_steals_from_every_opponent_present_or_not() -> None:
    game = won("AL02", ambition="Cy")
    assert moves(game, cause="steal", card="AL02") == [("Cy", "Ann", 2), ("Dee", "Ann", 2), ("Bob", "Ann", 2)]
    assert pool(game, "Ann") == 12
    assert {"RUL-07", "RUL-41"} <= set(entries(game, card="AL02")[0].rules)


@pytest.mark.rules("RUL-06", "RUL-41")
def test_a_frenzy_by_sgt_mctavish_is_his_players_doing() -> None:
    game = won("AL02", Bob={"blood": 2})
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert [e.target.seat for e in entries(game, cause="frenzy_paid")] == [0]


@pytest.mark.rules("CARD-04")
def test_khadija_draws_the_top_of_the_clan_deck() -> None:
    game = won("AL03", Ann={"hand": ["BR09"], "deck": ["BR03", "BR04", "BR05"]})
    assert hand(game, "Ann") == {"BR03", "BR09"}
    assert seat(game, "Ann").deck_size == 2
    assert [e.data.get("card") for e in game.view(1).events if e.kind == "draw"] == [None]
    assert [e.data.get("card") for e in game.view(0).events if e.kind == "draw"] == ["BR03"]


@pytest.mark.rules("CONTR-06")
def test_khadija_with_an_empty_deck_draws_nothing() -> None:
    game = won("AL03", Ann={"hand": ["BR09"], "deck": []})
    assert hand(game, "Ann") == {"BR09"}


@pytest.mark.rules("CARD-04", "SET-21")
def test_wauneka_brings_a_victim() -> None:
    game = won("AL04", next_random={"victim": ["VI20"]})
    assert seat(game, "Ann").alliance == ("VI31", "AL04", "VI20")


@pytest.mark.rules("KIT-04")
@pytest.mark.parametrize(
    ("alliance", "drained", "blood"),
    [([], [], 1), (["VI01"], [], 2), (["VI01", "AL09", "VI02"], ["VI03", "AL10"], 6)],
    ids=str,
)
@pytest.mark.parametrize("reading", ["all", "undrained"])
def test_sarah_mcaleer_counts_all_that_is_her_players(
    alliance: list[str], drained: list[str], blood: int, reading: str
) -> None:
    game = won("AL29", Ann={"alliance": alliance, "drained": drained}, rulings={"sarah_mcaleer": reading})
    assert moves(game, card="AL29") == [("bank", "Ann", blood - (len(drained) if reading == "undrained" else 0))]
    assert "KIT-04" in entries(game, card="AL29")[0].rules


@pytest.mark.rules("RUL-41")
def test_what_is_acquired_acts_before_the_other_rewards_and_the_aftermath() -> None:
    game = won("AL01", "Ann 1: BR08 BR04", "Bob 1: GA06", round=1)
    gained = entries(game, card="AL01")[0].n
    assert events(game, "winner")[0].n < gained
    assert gained < entries(game, cause="reward")[0].n < entries(game, cause="lose", card="BR04")[0].n


# In Planning -----------------------------------------------------------------------------------------------


@pytest.mark.rules("CARD-04")
@pytest.mark.parametrize(
    ("at", "alliance", "drained", "brings"),
    [("haven", ["AL05"], [], 1), (1, ["AL05"], [], 0), ("haven", [], ["AL05"], 0)],
)
@pytest.mark.parametrize("face", ["up", "down"])
def test_carmelita_puts_blood_to_each_card_played_at_the_haven(
    at: Any, alliance: list[str], drained: list[str], brings: int, face: str
) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": alliance, "drained": drained})
    do(game, "Ann", Play("BR04", at, face, blood=1))
    assert deployed(game, "Ann", at) == 1 + brings
    assert moves(game, card="AL05") == [("bank", "Ann haven", 1)] * brings


@pytest.mark.rules("CARD-04", "RUL-21")
def test_carmelita_sees_cards_played_by_an_effect_too() -> None:
    game = table(
        "Ann haven: MA03", at="haven", step="preparation", Ann={"hand": ["MA08", "MA09"], "alliance": ["AL05"]}
    )
    assert moves(game, card="AL05") == [("bank", "Ann haven", 1)] * 2


@pytest.mark.rules("CARD-04", "DRAIN-06")
@pytest.mark.parametrize(("alliance", "drained", "fee"), [(["AL07"], [], 0), (["VI01"], ["AL07"], 1)])
def test_erichtho_hides_cards_for_nothing_until_drained(alliance: list[str], drained: list[str], fee: int) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": alliance, "drained": drained})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 6 - fee


@pytest.mark.rules("CARD-04")
def test_with_erichtho_a_single_blood_is_enough() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": ["AL07"], "blood": 1})
    do(game, "Ann", Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 1


@pytest.mark.rules("CARD-04", "DRAIN-06")
def test_draining_erichtho_in_the_same_turn_ends_the_favour() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": ["AL07"]})
    do(game, "Ann", Drain("AL07"), Play("BR04", 1, "down"))
    assert pool(game, "Ann") == 6 + 3 - 1


@pytest.mark.rules("CARD-03")
@pytest.mark.parametrize(("blood", "may"), [(2, False), (3, True)])
def test_ryan_ramos_makes_hiding_dearer(blood: int, may: bool) -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": ["AL28"], "blood": blood})
    if may:
        do(game, "Ann", Play("BR04", 1, "down"))
        assert pool(game, "Ann") == blood - 2
    else:
        assert "PLAN-11" in refused(game, "Ann", Play("BR04", 1, "down")).why.rules


@pytest.mark.rules("RUL-22", "KIT-19")
def test_ambrus_looks_at_one_face_down_card_for_each_blood() -> None:
    game = table(
        "Bob 1: (GA01) GA08 (GA03)", "Cy 2: (TO01)", Ann={"hand": ["BR04", "BR05"], "alliance": ["AL13"], "blood": 4}
    )
    assert {a for a in game.legal(0) if isinstance(a, Look)} == {Look(1, 1, 0), Look(1, 1, 2), Look(2, 2, 0)}
    do(game, "Ann", Look(1, 1, 0))
    assert pool(game, "Ann") == 3
    assert game.view(0).seats[1].positions[0].cards[0].card == "GA01"
    assert game.view(2).seats[1].positions[0].cards[0].card is None
    assert "RUL-22" in refused(game, "Ann", Look(1, 1, 0)).why.rules  # known already
    do(game, "Ann", Play("BR04", 1), Look(2, 2, 0), Look(1, 1, 2))
    assert pool(game, "Ann") == 1
    assert moves(game, card="AL13") == [("Ann", "bank", 1)] * 3
    assert not [a for a in game.legal(0) if isinstance(a, Look)]  # the last Blood is not Spent


@pytest.mark.rules("RUL-22")
@pytest.mark.parametrize(
    "has", [{"alliance": ["VI01"]}, {"alliance": ["VI01"], "drained": ["AL13"]}], ids=["without him", "Drained"]
)
def test_nobody_looks_without_ambrus(has: dict[str, Any]) -> None:
    game = table("Bob 1: (GA01)", Ann={"hand": ["BR04"], **has})
    assert "CARD-03" in refused(game, "Ann", Look(1, 1, 0)).why.rules


@pytest.mark.rules("RUL-22")
def test_ambrus_looks_only_in_the_own_turn() -> None:
    game = table("Bob 1: (GA01)", Cy={"alliance": ["AL13"]}, Ann={"hand": ["BR04"]})
    assert refused(game, "Cy", Look(1, 1, 0)).rule == "PLAN-01"


@pytest.mark.rules("KIT-19")
@pytest.mark.parametrize("card", ["TR04", "TR06"])
def test_blood_for_ambrus_is_spent_at_no_location(card: str) -> None:
    game = table(f"Ann 1: {card}", "Bob 1: (GA01)", Ann={"hand": ["TR02"], "alliance": ["AL13"]})
    do(game, "Ann", Look(1, 1, 0))
    assert moves(game) == [("Ann", "bank", 1)]


# Draining --------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-09", "CONTR-01")
def test_portia_cannot_be_drained() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"], "alliance": ["AL11"]})
    assert Drain("AL11") not in game.legal(0)
    assert "RUL-09" in refused(game, "Ann", Drain("AL11")).why.rules
    do(game, "Ann", Play("BR04", 1))
    assert asked(game) == ("Bob", "plan")  # nothing else that she could do


@pytest.mark.rules("CONTR-01", "DIAB-01")
@pytest.mark.parametrize(("card", "got"), [("AL14", 2), ("AL10", 1)])
def test_draining_edward_neally_brings_two_tokens(card: str, got: int) -> None:
    game = table(Ann={"hand": ["BR04"], "alliance": [card]})
    do(game, "Ann", Drain(card))
    assert tokens(game, "Ann") == (got, 0)
    assert pool(game, "Ann") == 9


# In Frenzy -------------------------------------------------------------------------------------------------


@pytest.mark.rules("CARD-04", "DRAIN-06")
@pytest.mark.parametrize(
    ("alliance", "drained", "paid"), [(["AL12"], (), 2), (["VI01"], ("AL12",), 1), (["VI01"], (), 1)], ids=str
)
def test_talley_earns_one_more_for_a_frenzy(alliance: list[str], drained: tuple[str, ...], paid: int) -> None:
    game = robbed(alliance, drained)
    assert sum(e.amount for e in entries(game, cause="frenzy_paid")) == paid


@pytest.mark.rules("CARD-04", "DRAIN-06")
@pytest.mark.parametrize(
    ("alliance", "drained", "paid"), [(["AL15"], (), [("bank", "Ann", 2)]), (["VI01"], ("AL15",), [])], ids=str
)
def test_mr_damp_earns_two_blood_for_a_frenzy(alliance: list[str], drained: tuple[str, ...], paid: list[Any]) -> None:
    game = robbed(alliance, drained)
    assert moves(game, card="AL15") == paid
    assert len(entries(game, cause="frenzy_paid")) == 1


@pytest.mark.rules("RUL-10")
@pytest.mark.parametrize(
    ("alliance", "drained", "goes"), [(["VI01", "AL30"], [], "AL30"), (["VI01"], ["AL30"], "VI01")]
)
def test_miguel_chandler_goes_first_while_undrained(alliance: list[str], drained: list[str], goes: str) -> None:
    bob = {"alliance": alliance, "drained": drained, "blood": 1}
    game = resolve(table("Ann 1: BR07", "Bob 1: +1", step="preparation", Bob=bob))
    assert seat(game, "Bob").drained[-1] == goes


# Ties ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-40", "CONTR-01")
@pytest.mark.parametrize(
    ("owner", "order"), [("Ann", ["Ann", "Bob", "Cy"]), ("Bob", ["Bob", "Ann", "Cy"]), ("Cy", ["Cy", "Ann", "Bob"])]
)
def test_fiorenza_savona_wins_ties_of_power(owner: str, order: list[str]) -> None:
    game = resolve(
        table("Ann 1: BR07", "Bob 1: GA06", "Cy 1: TO07", step="conflict", **{owner: {"alliance": ["AL08"]}})
    )
    assert ranking(game) == order
    assert "RUL-40" in events(game, "winner")[0].rules


@pytest.mark.rules("RUL-40")
def test_fiorenza_does_not_beat_more_power() -> None:
    game = resolve(table("Ann 1: BR07", "Bob 1: GA06 +1", step="conflict", Ann={"alliance": ["AL08"]}))
    assert ranking(game) == ["Bob", "Ann"]


@pytest.mark.rules("RUL-22", "WDR-02", "GLOS-10")
def test_ambrus_may_look_before_a_token_is_chosen_and_not_after_it() -> None:
    game = table("Ann 1: BR08", "Bob 1: (GA01)", "Bob 2: (GA02)", step="withdraw", Ann={"alliance": ["AL13"]})
    assert set(game.legal(0)) == {Stay(), Withdraw(), Look(1, 1, 0), Look(1, 2, 0)}
    do(game, "Ann", Look(1, 1, 0))
    assert set(game.legal(0)) == {Stay(), Withdraw(), Look(1, 2, 0)}
    assert events(game, "look", "Ann")[0].seen_by(0).data["card"] == "GA01"
    assert (pool(game, "Ann"), game.pending.keys()) == (5, {0, 1})
    do(game, "Ann", Stay())
    assert not game.legal(0)
    assert "WDR-02" in refused(game, "Ann", Look(1, 2, 0)).why.rules


@pytest.mark.rules("RUL-22")
def test_by_the_other_reading_ambrus_waits_for_a_planning_turn() -> None:
    lies = ("Ann 1: BR08", "Bob 1: (GA01)")
    game = table(*lies, step="withdraw", Ann={"alliance": ["AL13"]}, rulings={"ambrus_maropis": "own_turn"})
    assert set(game.legal(0)) == {Stay(), Withdraw()}
    why = refused(game, "Ann", Look(1, 1, 0)).why
    assert [reason.key for reason in why.reasons] == ["look_turn"]  # and not that she knows the card already


@pytest.mark.rules("RUL-22")
def test_a_drained_ambrus_shows_nothing() -> None:
    game = table("Ann 1: BR08", "Bob 1: (GA01)", step="withdraw", Ann={"alliance": [], "drained": ["AL13"]})
    assert set(game.legal(0)) == {Stay(), Withdraw()}


# Hand Building ---------------------------------------------------------------------------------------------

DECK = ["BR01", "BR02", "BR03", "BR04", "BR05", "BR06", "BR07"]


@pytest.mark.rules("CARD-03", "CONTR-01")
def test_roberta_urbani_keeps_both_and_gives_up_an_older_card() -> None:
    ann = {"hand": ["BR08", "BR09"], "deck": DECK, "alliance": ["AL27"]}
    game = table(start={"phase": "hand_building"}, Ann=ann)
    assert set(game.legal(0)) == {
        Keep(("BR01",)),
        Keep(("BR02",)),
        Keep(("BR01", "BR02"), give="BR08"),
        Keep(("BR01", "BR02"), give="BR09"),
    }
    do(game, "Ann", Keep(("BR01", "BR02"), give="BR08"))
    to_phase(game, "planning")
    assert hand(game, "Ann") == {"BR01", "BR02", "BR09"}
    assert seat(game, "Ann").deck_bottom == ("BR08",)
    assert seat(game, "Ann").deck_size == 6


@pytest.mark.rules("CARD-03")
@pytest.mark.parametrize(
    "wrong", [Keep(("BR01", "BR02")), Keep(("BR01",), give="BR08"), Keep(("BR01", "BR02"), give="BR03")]
)
def test_roberta_does_not_allow_more(wrong: Keep) -> None:
    ann = {"hand": ["BR08", "BR09"], "deck": DECK, "alliance": ["AL27"]}
    refused(table(start={"phase": "hand_building"}, Ann=ann), "Ann", wrong)


@pytest.mark.rules("CARD-03", "DRAIN-06")
def test_a_drained_roberta_helps_nobody() -> None:
    ann = {"hand": ["BR08", "BR09"], "deck": DECK, "alliance": ["VI01"], "drained": ["AL27"]}
    game = table(start={"phase": "hand_building"}, Ann=ann)
    assert set(game.legal(0)) == {Keep(("BR01",)), Keep(("BR02",))}


@pytest.mark.rules("CARD-03")
def test_roberta_in_the_first_round_of_three() -> None:
    ann = {"hand": ["BR08", "BR09"], "deck": DECK, "alliance": ["AL27"]}
    game = table(players=3, start={"phase": "hand_building"}, Ann=ann)
    assert Keep(("BR01", "BR02", "BR03"), give="BR09") in game.legal(0)
    do(game, "Ann", Keep(("BR01", "BR02", "BR03"), give="BR09"))
    to_phase(game, "planning")
    assert hand(game, "Ann") == {"BR01", "BR02", "BR03", "BR08"}


# In the own Alliance only ----------------------------------------------------------------------------------


@pytest.mark.rules("CARD-03", "CARD-04")
def test_an_ability_serves_its_player_alone() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]}, Bob={"alliance": ["AL07", "AL05"]})
    do(game, "Ann", Play("BR04", "haven", "down"))
    assert pool(game, "Ann") == 5
    assert deployed(game, "Ann", "haven") == deployed(game, "Bob", "haven") == 0
    do(game, "Ann", EndTurn())
    answer_all(game, lambda g: g.phase == "resolution")
    assert faces(game, "Ann", "haven") == {"BR04": "down"}
    assert influence(game, "Ann") == 3
