"""Relics: chosen after the clans, used once, worth something at the end (VREL)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import (
    NO,
    YES,
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
    power,
    ranking,
    refused,
    resolve,
    seat,
    table,
    to_phase,
    tokens,
)
from vendetta_kit import Game, IllegalAction
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, Keep, PickRelic, Play, Stay, UseRelic, Withdraw
from vendetta_kit.games.vendetta.engine.state import DECK

CLANS = ["brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere"]
RELICS = [f"RE{k:02}" for k in range(1, 9)]


def holding(relic: str, *lies: str, name: str = "Ann", used: bool = False, **more: Any) -> Game:
    """A table where this player alone has a Relic that could matter: the others have used theirs."""
    rest = iter([card for card in RELICS if card != relic])
    for player in ("Ann", "Bob", "Cy", "Dee"):
        own = {"id": relic, "used": used} if player == name else {"id": next(rest), "used": True}
        more[player] = {"relic": own, **more.get(player, {})}
    return table(*lies, variants={"relics": True}, **more)


# Choosing them ---------------------------------------------------------------------------------------------


@pytest.mark.rules("VREL-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_one_more_than_players_lies_open(seats: int) -> None:
    seen = set()
    for seed in range(20):
        game = Game.new(seats=seats, seed=seed, clans=CLANS[:seats], teams=seats == 6, relics=True)
        offer = game.view(None).offer
        assert len(offer) == len(set(offer)) == seats + 1
        assert set(offer) <= set(RELICS)
        seen |= set(offer)
    assert seen == set(RELICS)


@pytest.mark.rules("VREL-01", "VREL-02")
@pytest.mark.parametrize("clans", [None, CLANS[:4]], ids=["chosen", "given"])
@pytest.mark.parametrize(("version", "first"), [(2, True), (1, False)])
def test_relics_lie_open_before_the_clans_and_are_chosen_after_them(
    clans: list[str] | None, version: int, first: bool
) -> None:
    game = Game.new(seats=4, seed=3, relics=True, clans=clans, version=version)
    if clans is None:
        assert bool(game.view(None).relics_open) is first
        assert game.view(None).relics_open == (events(game, "offer_relics")[0].data["relics"] if first else ())
    game = answer_all(game, lambda g: g.phase == "hand_building")
    order = [event.kind for event in game.events if event.kind in ("clan", "offer_relics", "relic")]
    assert order == (["offer_relics"] + ["clan"] * 4 if first else ["clan"] * 4 + ["offer_relics"]) + ["relic"] * 4
    assert game.view(None).relics_open == ()


@pytest.mark.rules("VREL-01", "SET-09")
def test_a_seed_goes_on_meaning_the_same_sheets_relics_and_decks() -> None:
    one, two = (Game.new(seats=4, seed=11, relics=True, version=version) for version in (1, 2))
    ends = [answer_all(game, lambda g: g.phase == "hand_building") for game in (one, two)]
    for kind in ("offer_clans", "offer_relics", "start", "alliance"):
        assert [event.data for event in events(ends[0], kind)] == [event.data for event in events(ends[1], kind)]
    assert ends[0].z[DECK : DECK + 4] == ends[1].z[DECK : DECK + 4]


@pytest.mark.rules("VREL-04")
def test_one_each_and_the_rest_leaves_the_game() -> None:
    game = Game.new(seats=4, seed=3, clans=CLANS[:4], relics=True)
    offer = game.view(None).offer
    who = game.to_act or 0
    game.apply(who, PickRelic(offer[0]))
    for wrong in (offer[0], next(card for card in RELICS if card not in offer)):
        with pytest.raises(IllegalAction) as refusal:
            game.apply(game.to_act or 0, PickRelic(wrong))
        assert refusal.value.rule == "VREL-01"
    answer_all(game, lambda g: g.phase != "set_up")
    owned = [player.relic for player in game.view(None).seats]
    assert len(set(owned)) == 4
    assert set(owned) <= set(offer)
    assert game.view(None).offer == ()


@pytest.mark.rules("VREL-04")
def test_without_the_variant_nobody_has_one() -> None:
    game = Game.new(seats=4, seed=3, clans=CLANS[:4])
    assert {player.relic for player in game.view(None).seats} == {None}


@pytest.mark.rules("VREL-05", "VREL-06")
def test_a_used_relic_lies_face_down_for_all_to_see() -> None:
    game = holding("RE03", start={"phase": "feed"})
    do(game, "Ann", YES)
    for reader in (0, 1, None):
        assert game.view(reader).seats[0].relic_used
        assert game.view(reader).seats[0].relic == "RE03"
    (event,) = events(game, "relic_used", "Ann")
    assert {"VREL-05", "VREL-06"} <= set(event.rules)


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize("yes", [True, False])
def test_once_a_game_and_not_used_is_not_lost(yes: bool) -> None:
    game = holding("RE03", start={"phase": "feed"})
    do(game, "Ann", Choose(yes))
    answer_all(game, lambda g: g.round == 2 and g.phase in ("feed", "hand_building"))
    assert (asked(game) == ("Ann", "use_relic")) == (not yes)
    assert seat(game, "Ann").relic_used == yes


# What each does --------------------------------------------------------------------------------------------


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize("moment", ["before the play", "after the play"])
def test_the_isaac_chalice_brings_a_drained_card_back(moment: str) -> None:
    game = holding("RE01", Ann={"hand": ["BR04", "BR05"], "drained": ["AL10", "VI05"], "alliance": ["VI01"]})
    if moment == "after the play":
        do(game, "Ann", Play("BR04", 1))
    do(game, "Ann", UseRelic("AL10"))
    assert seat(game, "Ann").alliance == ("VI01", "AL10")
    assert seat(game, "Ann").drained == ("VI05",)
    assert pool(game, "Ann") == 6
    assert tokens(game, "Ann") == (0, 0)
    refusal = refused(game, "Ann", UseRelic("VI05"))
    assert "VREL-05" in refusal.why.rules


@pytest.mark.rules("VREL-05", "DRAIN-03")
def test_the_chalice_works_only_on_own_drained_cards_in_the_own_turn() -> None:
    game = holding("RE01", Ann={"hand": ["BR04"], "drained": ["AL10"]}, Bob={"drained": ["VI07"]})
    assert "DRAIN-03" in refused(game, "Ann", UseRelic("VI31")).why.rules
    assert "DRAIN-03" in refused(game, "Ann", UseRelic("VI07")).why.rules
    assert refused(game, "Bob", UseRelic("VI07")).rule == "PLAN-01"
    other = holding("RE01", ambition="Bob", Ann={"drained": ["AL10"]})
    assert refused(other, "Ann", UseRelic("AL10")).rule == "PLAN-01"


@pytest.mark.rules("VREL-05")
def test_a_card_that_came_back_can_be_drained_again() -> None:
    game = holding("RE01", Ann={"hand": ["BR04"], "drained": ["AL10"]})
    do(game, "Ann", UseRelic("AL10"), Drain("AL10"))
    assert pool(game, "Ann") == 6 + 3
    assert tokens(game, "Ann") == (1, 0)


@pytest.mark.rules("KIT-16")
def test_an_ally_that_comes_back_does_not_act_as_if_new() -> None:
    game = holding("RE01", Ann={"hand": ["BR04", "BR05"], "drained": ["AL06", "AL07"]})
    do(game, "Ann", UseRelic("AL06"))
    assert pool(game, "Ann") == 6  # Maldavis does not pay 5 again
    other = holding("RE01", Ann={"hand": ["BR04", "BR05"], "drained": ["AL06", "AL07"]})
    do(other, "Ann", UseRelic("AL07"), Play("BR04", 1, "down"))
    assert pool(other, "Ann") == 6  # but Erichtho's lasting ability works again
    assert "KIT-16" in events(other, "alliance")[-1].rules


@pytest.mark.rules("VREL-05", "RUL-52")
def test_the_sargon_apocrypha_plays_one_blood_everywhere() -> None:
    game = holding("RE02", "Bob 1: +1", start={"phase": "resolution"})
    do(game, "Ann", YES)
    assert [deployed(game, "Ann", at) for at in (1, 2, "haven")] == [1, 1, 1]
    assert pool(game, "Ann") == 3
    assert moves(game, card="RE02") == [("Ann", "Ann 1", 1), ("Ann", "Ann 2", 1), ("Ann", "Ann haven", 1)]
    assert "RUL-52" in events(game, "relic_used")[0].rules
    assert sorted(game.pending) == [0, 1]  # she is at Location 1 now


@pytest.mark.rules("VREL-05")
def test_the_apocrypha_left_alone_changes_nothing() -> None:
    game = holding("RE02", "Bob 1: +1", start={"phase": "resolution"})
    do(game, "Ann", NO)
    assert pool(game, "Ann") == 6
    assert not seat(game, "Ann").relic_used


@pytest.mark.rules("KIT-14", "CONTR-05", "RUL-01")
@pytest.mark.parametrize(
    ("blood", "reading", "reaches"), [(2, "forbid", 1), (3, "forbid", 2), (2, "allow", 2), (1, "allow", 1)]
)
def test_with_too_little_blood_the_first_locations_are_served(blood: int, reading: str, reaches: int) -> None:
    game = holding(
        "RE02", "Bob 1: +1", start={"phase": "resolution"}, rulings={"last_blood": reading}, Ann={"blood": blood}
    )
    do(game, "Ann", YES)
    assert [deployed(game, "Ann", at) for at in (1, 2, "haven")] == [int(k < reaches) for k in range(3)]
    assert bool(events(game, "frenzy", "Ann")) == (reaches == blood)


@pytest.mark.rules("KIT-14", "RUL-01")
def test_with_one_blood_the_apocrypha_is_not_on_offer() -> None:
    game = holding("RE02", "Bob 1: +1", start={"phase": "resolution"}, Ann={"blood": 1})
    assert asked(game) == ("Bob", "withdraw")


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize(("answer", "blood"), [(YES, 6 + 1 + 3), (NO, 6 + 1)])
def test_the_wabash_hourglass_feeds_three_more(answer: Choose, blood: int) -> None:
    game = holding("RE03", start={"phase": "feed"})
    assert asked(game) == ("Ann", "use_relic")
    do(game, "Ann", answer)
    assert pool(game, "Ann") == blood


@pytest.mark.rules("VREL-05")
def test_the_pullman_lantern_keeps_one_more() -> None:
    deck = ["BR01", "BR02", "BR03", "BR04", "BR05", "BR06", "BR07"]
    game = holding("RE04", Ann={"hand": ["BR08", "BR09"], "deck": deck}, start={"phase": "hand_building"})
    assert set(game.legal(0)) == {Keep(("BR01",)), Keep(("BR02",)), Keep(("BR01", "BR02"))}
    do(game, "Ann", Keep(("BR01", "BR02")))
    assert not seat(game, "Ann").relic_used  # sealed until all have chosen
    to_phase(game, "planning")
    assert hand(game, "Ann") == {"BR01", "BR02", "BR08", "BR09"}
    assert seat(game, "Ann").relic_used
    again = holding("RE04", used=True, Ann={"hand": ["BR08", "BR09"], "deck": deck}, start={"phase": "hand_building"})
    assert "HAND-02" in refused(again, "Ann", Keep(("BR01", "BR02"))).why.rules


@pytest.mark.rules("VREL-05")
def test_the_lantern_in_the_first_round_of_three() -> None:
    deck = ["BR01", "BR02", "BR03", "BR04", "BR05", "BR06", "BR07"]
    relics = {"Bob": {"relic": {"id": "RE07", "used": True}}, "Cy": {"relic": {"id": "RE08", "used": True}}}
    game = table(
        players=3,
        variants={"relics": True},
        start={"phase": "hand_building"},
        Ann={"hand": ["BR08", "BR09"], "deck": deck, "relic": {"id": "RE04"}},
        **relics,
    )
    assert Keep(("BR01", "BR02", "BR03")) in game.legal(0)
    do(game, "Ann", Keep(("BR01", "BR02", "BR03")))
    to_phase(game, "planning")
    assert len(hand(game, "Ann")) == 5
    assert seat(game, "Ann").relic_used


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize(
    ("token", "answer", "leaves"),
    [(Stay(), YES, True), (Stay(), NO, False), (Withdraw(), YES, False), (Withdraw(), NO, True)],
)
def test_the_mask_of_prairie_avenue_turns_the_own_token(token: Any, answer: Choose, leaves: bool) -> None:
    game = holding("RE05", "Ann 1: BR08 +1", "Bob 1: GA01", step="withdraw")
    do(game, "Bob", Stay())
    do(game, "Ann", token)
    assert asked(game) == ("Ann", "use_relic")
    (shown,) = events(game, "tokens")  # the tokens lie open before she decides
    assert (0 in shown.get("leaving")) == (token == Withdraw())
    do(game, "Ann", answer)
    assert ("BR08" in faces(game, "Ann", "haven")) == leaves
    assert pool(game, "Ann") == 6 + leaves


@pytest.mark.rules("VREL-05")
def test_the_mask_is_not_on_offer_where_its_player_is_not() -> None:
    game = holding("RE05", "Bob 1: GA01", "Cy 1: +1", step="withdraw")
    do(game, "Bob", Stay())
    do(game, "Cy", Stay())
    assert not events(game, "choice")
    assert asked(game) != ("Ann", "use_relic")


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize(("answer", "first"), [(YES, "Ann"), (NO, "Bob")])
def test_the_halsted_litany_is_three_power_once(answer: Choose, first: str) -> None:
    game = holding("RE06", "Ann 1: BR08", "Ann haven: BR09", "Bob 1: GA06", "Bob haven: GA01", step="conflict")
    assert asked(game) == ("Ann", "use_relic")
    do(game, "Ann", answer)
    assert ranking(game)[0] == first
    assert power(game, "Ann") == 1 + 3 * (answer == YES)
    answer_all(
        game,
        lambda g: (g.view(None).at == "haven" and (asked(g) or ("", ""))[1] == "use_relic") or g.phase != "resolution",
    )
    if answer == YES:
        assert power(game, "Ann", "haven") == 0  # only there, only once
    else:
        assert asked(game) == ("Ann", "use_relic")


@pytest.mark.rules("VREL-05")
def test_the_litany_is_for_who_stayed() -> None:
    game = holding("RE06", "Ann 1: BR08", "Bob 1: GA01", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert ranking(game) == ["Bob"]
    assert not seat(game, "Ann").relic_used


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize("answer", [YES, NO])
def test_the_goose_island_vial_in_place_of_a_drain(answer: Choose) -> None:
    game = holding("RE07", "Ann 1: BR07", "Bob 1: +1", name="Bob", step="preparation", Bob={"blood": 1})
    assert asked(game) == ("Bob", "use_relic")
    do(game, "Bob", answer)
    resolve(game)
    assert pool(game, "Bob") == (2 if answer == YES else 3)
    assert bool(seat(game, "Bob").drained) == (answer == NO)
    assert len(entries(game, cause="frenzy_paid")) == 1


@pytest.mark.rules("VREL-05")
@pytest.mark.parametrize(("name", "asks"), [("Ann", False), ("Bob", False), ("Cy", True), ("Dee", True)])
def test_the_maxwell_street_seal_is_for_the_third_and_lower(name: str, asks: bool) -> None:
    lies = ("Ann 1: BR04", "Bob 1: GA06", "Cy 1: NO05", "Dee 1: TR04")
    game = holding("RE08", *lies, name=name, step="conflict", next_random={"victim": ["VI20", "VI21"]})
    assert (asked(game) == (name, "use_relic")) == asks
    if asks:
        do(game, name, YES)
        assert seat(game, name).alliance[-1] == "VI21"  # VI20 went to the second
        assert influence(game, name) == 3 + (name == "Cy")
