"""The nine cards of Clan Nosferatu."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    acted,
    asked,
    asleep,
    deployed,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    moves,
    play,
    pool,
    power,
    ranking,
    refused,
    resolve,
    seat,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Drain, Play, Stay, Withdraw
from vendetta_kit.kernel.actions import Action


def withdraw(game: Game, name: str, *answers: Action) -> Game:
    """One player withdraws, all others at the Location stay; then the leaver answers."""
    for seat_number in tuple(game.pending):
        other = game.names[seat_number]
        do(game, other, Withdraw() if other == name else Stay())
    do(game, name, *answers)
    return game


@pytest.mark.rules("GLOS-16", "CONF-10")
@pytest.mark.parametrize("card", ["NO01", "NO05", "NO07", "NO09"])
def test_face_down_they_do_nothing(card: str) -> None:
    asleep(table(f"Ann 1: ({card}) +2", "Bob 1: VE08 +2", "Dee haven: +1", step="preparation"))


# NO01 Unseen Passage ---------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-05", "AFT-01")
def test_unseen_passage_moves_itself_to_the_haven() -> None:
    game = table("Ann 1: NO01 NO08 +2", "Bob 1: VE08", step="conflict")
    assert power(game, "Ann") == 2 + 1 + 2
    assert (faces(game, "Ann", 1), faces(game, "Ann", "haven")) == ({"NO08": "up"}, {"NO01": "up"})
    assert deployed(game, "Ann", 1) == 2
    assert "GLOS-05" in events(game, "moved", "Ann")[0].rules


@pytest.mark.rules("CONTR-06")
def test_unseen_passage_at_the_haven_stays_there() -> None:
    game = table("Ann haven: NO01", "Bob haven: VE08", at="haven", step="aftermath", round=3)
    assert faces(game, "Ann", "haven") == {"NO01": "up"}
    assert not events(game, "moved")


# NO02 Cloak of Shadows -------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "GLOS-05")
@pytest.mark.parametrize("there", [2, "haven"])
def test_cloak_brings_cards_and_blood_to_where_it_lies(there: int | str) -> None:
    game = table("Ann 1: NO07 (NO09) +2", f"Ann {there}: NO02", "Bob 1: VE08", "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann", YES)
    assert set(faces(game, "Ann", there)) == {"NO02", "NO07", "NO09"}
    assert (deployed(game, "Ann", there), deployed(game, "Ann", 1), pool(game, "Ann")) == (2, 0, 6)
    assert moves(game, cause="shift") == [("Ann 1", f"Ann {there}", 2)]
    assert ranking(game) == ["Bob"]


@pytest.mark.rules("KIT-20", "PLAN-25", "RUL-20")
def test_cloak_leaves_cards_the_way_up_that_they_had() -> None:
    lies = ("Ann 1: NO07 (NO09)", "Ann haven: NO02", "Bob 1: VE08", "Dee haven: +1")
    game = withdraw(table(*lies, step="withdraw"), "Ann", YES)
    assert faces(game, "Ann", "haven") == {"NO02": "up", "NO07": "up", "NO09": "down"}
    assert [card.card for card in game.view(1).seats[0].positions[2].cards] == ["NO02", "NO07", None]
    (told,) = [event for event in game.view(1).events if event.kind == "withdraw"]
    assert (told.get("cards"), told.get("count")) == (("NO07",), 2)
    assert events(game, "withdraw", "Ann")[0].seen_by(0).get("unseen") == ("NO09",)


@pytest.mark.rules("WDR-05", "WDR-06")
def test_cloak_is_an_offer() -> None:
    game = table("Ann 1: NO07 +2", "Ann 2: NO02", "Bob 1: VE08", "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann")
    assert asked(game) == ("Ann", "cloak")
    do(game, "Ann", NO)
    assert faces(game, "Ann", "haven") == {"NO07": "up"}
    assert pool(game, "Ann") == 6 + 2


@pytest.mark.rules("WDR-05", "CONF-07", "RUL-33")
def test_cloak_is_answered_before_the_next_one_leaves_and_before_it_is_seen_who_is_left() -> None:
    lies = ("Ann 1: NO07 +2", "Ann 2: NO02", "Bob 1: VE08", "Cy 1: BR08", "Dee haven: +1")
    game = table(*lies, step="withdraw")
    for name, token in (("Ann", Withdraw()), ("Bob", Withdraw()), ("Cy", Stay())):
        do(game, name, token)
    assert asked(game) == ("Ann", "cloak")
    assert faces(game, "Bob", 1) == {"VE08": "up"}
    assert not events(game, "withdraw", "Bob")
    do(game, "Ann", YES)
    assert [event.seat for event in events(game, "withdraw")] == [0, 1]
    resolve(game)
    assert [event.seat for event in events(game, "lone")] == [2]


@pytest.mark.rules("PLAN-17", "PLAN-20")
@pytest.mark.parametrize("lies", [("Ann 2: (NO02)",), ("Ann 1: NO02",)])
def test_cloak_face_down_or_at_the_very_location_offers_nothing(lies: tuple[str, ...]) -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", *lies, "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann")
    assert "NO07" in faces(game, "Ann", "haven")
    assert not events(game, "choice")


@pytest.mark.rules("RUL-29", "WDR-08")
def test_cloak_leads_from_the_haven_to_a_location_that_is_resolved() -> None:
    lies = ("Ann haven: NO07 +2", "Ann 1: NO02", "Bob haven: VE08")
    game = table(*lies, at="haven", step="withdraw", round=3)
    withdraw(game, "Ann", YES)
    assert (faces(game, "Ann", 1), deployed(game, "Ann", 1)) == ({"NO02": "up", "NO07": "up"}, 2)
    assert "NO07" not in hand(game, "Ann")


@pytest.mark.rules("PREP-04", "RUL-27")
def test_cloak_works_for_vanish_too() -> None:
    game = table("Ann 1: NO07 +2", "Ann 2: NO02", "Bob 1: VE08", "Cy 2: +1", "Dee haven: +1", step="preparation")
    do(game, "Ann", YES, YES)
    assert (set(faces(game, "Ann", 2)), deployed(game, "Ann", 2)) == ({"NO02", "NO07"}, 2)
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]


# NO03 Eyes in the Dark -------------------------------------------------------------------------------------


def watched(at: int | str = 1, **bob: object) -> Game:
    """Ann's Eyes lie at Location 1, and it is Bob's Planning turn."""
    who = {"hand": ["GA08", "GA09"], **bob}
    return table(f"Ann {at}: NO03", start={"phase": "planning", "turn": "Bob"}, Bob=who, Ann={"hand": ["NO08"]})


@pytest.mark.rules("CONTR-01")
def test_eyes_make_opponents_play_face_down_here_and_pay_for_it() -> None:
    game = watched()
    refusal = refused(game, "Bob", Play("GA08", 1))
    assert (refusal.rule, refusal.nearest) == ("CONTR-01", Play("GA08", 1, "down"))
    do(game, "Bob", Play("GA08", 1, "down"))
    assert moves(game, cause="fee") == [("Bob", "bank", 1)]


@pytest.mark.rules("CONTR-01", "GLOS-05")
def test_eyes_bind_nobody_elsewhere() -> None:
    game = watched()
    do(game, "Bob", Play("GA08", 2))
    assert faces(game, "Bob", 2) == {"GA08": "up"}
    assert deployed(game, "Ann", 1) == 0


@pytest.mark.rules("RUL-03", "PLAN-11")
def test_eyes_who_cannot_pay_may_not_play_here_until_a_drain() -> None:
    game = watched(blood=1)
    refusal = refused(game, "Bob", Play("GA08", 1, "down"))
    assert {"PLAN-11", "RUL-03"} <= set(refusal.why.rules)
    assert "RUL-03" in refused(game, "Bob", Play("GA08", 1)).why.rules
    assert not any(isinstance(action, Play) and action.at == 1 for action in game.legal(1))
    do(game, "Bob", Drain("VI32"), Play("GA08", 1, "down"))
    assert faces(game, "Bob", 1) == {"GA08": "down"}


@pytest.mark.rules("PLAN-25", "RUL-20")
def test_eyes_their_player_alone_sees_those_cards() -> None:
    game = watched()
    do(game, "Bob", Play("GA08", 1, "down"))
    seen = {reader: game.view(reader).seats[1].positions[0].cards[0].card for reader in (0, 1, 2, 3, None)}
    assert seen == {0: "GA08", 1: "GA08", 2: None, 3: None, None: None}


@pytest.mark.rules("CONTR-01", "GLOS-03")
def test_eyes_bring_one_blood_for_each_card_played_face_down_here() -> None:
    game = watched()
    play(game, "Bob", "GA08", 1, "down", blood=2)
    assert moves(game, card="NO03") == [("bank", "Ann 1", 1)]


@pytest.mark.rules("CONTR-01", "PLAN-07")
@pytest.mark.parametrize(("face", "blood"), [("up", 0), ("down", 1)])
def test_eyes_leave_their_own_player_free(face: str, blood: int) -> None:
    game = table("Ann 1: NO03", Ann={"hand": ["NO08"]}, start={"phase": "planning", "turn": "Ann"})
    do(game, "Ann", Play("NO08", 1, face))
    assert deployed(game, "Ann", 1) == blood


@pytest.mark.rules("PLAN-17", "PLAN-20")
def test_eyes_face_down_are_asleep() -> None:
    game = table("Ann 1: (NO03)", Bob={"hand": ["GA08"]}, start={"phase": "planning", "turn": "Bob"})
    do(game, "Bob", Play("GA08", 1))
    assert faces(game, "Bob", 1) == {"GA08": "up"}
    assert not game.ledger


@pytest.mark.rules("RUL-21")
def test_eyes_speak_of_planning_alone() -> None:
    """An effect in Resolution plays a card face up here, and no Blood comes of it."""
    game = table("Ann 1: NO03", "Bob 1: MA03", step="preparation", Bob={"hand": ["MA08"]})
    assert faces(game, "Bob", 1) == {"MA03": "up", "MA08": "up"}
    assert deployed(game, "Ann", 1) == 0


# NO04 Feral Whispers ---------------------------------------------------------------------------------------


@pytest.mark.rules("CONTR-01", "WDR-06")
@pytest.mark.parametrize(("lies", "blood"), [("NO07", 2), ("NO07 (NO09) +1", 4), ("+3", 0)])
def test_feral_whispers_two_blood_for_each_card_moved(lies: str, blood: int) -> None:
    game = table(f"Ann 1: {lies}", "Ann 2: NO04", "Bob 1: VE08", "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann")
    assert deployed(game, "Ann", 2) == blood


@pytest.mark.rules("PLAN-17", "GLOS-05")
@pytest.mark.parametrize("lies", ["Ann 2: (NO04)", "Ann 1: NO04"])
def test_feral_whispers_face_down_or_at_the_very_location_bring_nothing(lies: str) -> None:
    game = table("Ann 1: NO07", lies, "Bob 1: VE08", "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann")
    assert not moves(game, card="NO04")


@pytest.mark.rules("KIT-18", "WDR-08")
def test_feral_whispers_do_not_count_cards_taken_back_from_the_haven() -> None:
    game = table("Ann haven: NO07", "Ann 1: NO04", "Bob haven: VE08", at="haven", step="withdraw", round=3)
    withdraw(game, "Ann")
    assert "NO07" in hand(game, "Ann")
    assert not moves(game, card="NO04")
    assert "KIT-18" in events(game, "withdraw_haven", "Ann")[0].rules


@pytest.mark.rules("PREP-04", "CONTR-01")
def test_feral_whispers_count_a_vanish() -> None:
    game = table("Ann 1: NO07", "Ann 2: NO04", "Bob 1: VE08", "Dee haven: +1", step="preparation")
    do(game, "Ann", YES)
    assert deployed(game, "Ann", 2) == 2


@pytest.mark.rules("PLAN-20", "WDR-06")
def test_feral_whispers_and_cloak_together() -> None:
    game = table("Ann 1: NO07 NO09", "Ann 2: NO04 NO02", "Bob 1: VE08", "Dee haven: +1", step="withdraw")
    withdraw(game, "Ann", YES)
    assert (len(faces(game, "Ann", 2)), deployed(game, "Ann", 2)) == (4, 4)


# NO05 Backstab ---------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-05", "GLOS-06")
@pytest.mark.parametrize("blood", [0, 1, 3])
def test_backstab_plays_up_to_three_more_blood_from_the_pool(blood: int) -> None:
    game = table("Ann 1: NO05 +1", "Bob 1: VE08", step="preparation")
    assert list(game.legal(0)) == [Choose(0), Choose(1), Choose(2), Choose(3)]
    do(game, "Ann", Choose(blood), NO)
    assert (pool(game, "Ann"), deployed(game, "Ann", 1)) == (6 - blood, 1 + blood)
    assert power(game, "Ann") == 2 + 1 + blood


@pytest.mark.rules("RUL-05", "RUL-01")
@pytest.mark.parametrize(("reading", "most"), [("forbid", 1), ("allow", 2)])
def test_backstab_may_take_the_last_blood_only_where_that_is_allowed(reading: str, most: int) -> None:
    lies = ("Ann 1: NO05", "Bob 1: VE08")
    game = table(*lies, step="preparation", Ann={"blood": 2}, rulings={"last_blood": reading})
    assert list(game.legal(0))[-1] == Choose(most)
    do(game, "Ann", Choose(most))
    assert len(events(game, "frenzy", "Ann", causer=None)) == most - 1


@pytest.mark.rules("GLOS-05", "PREP-01", "KIT-05")
@pytest.mark.parametrize(("answer", "at"), [(YES, "haven"), (NO, 1)])
def test_backstab_may_then_move_to_the_haven(answer: Choose, at: int | str) -> None:
    game = table("Ann 1: NO05", "Bob 1: VE08", step="preparation")
    do(game, "Ann", Choose(2), answer)
    assert faces(game, "Ann", at) == {"NO05": "up"}
    assert deployed(game, "Ann", 1) == 2


# NO06 One Step Ahead ---------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-11", "REV-02")
def test_one_step_ahead_each_rival_pays_two_for_each_card_or_leaves_it_face_down() -> None:
    game = table("Ann 1: NO06 (NO09)", "Bob 1: (VE08) (VE06) VE09", "Cy 1: (GA02)", step="revelation")
    assert asked(game) == ("Bob", "turn_up")
    do(game, "Bob", YES, NO)
    assert asked(game) == ("Cy", "turn_up")
    do(game, "Cy", NO)
    assert faces(game, "Bob", 1) == {"VE08": "up", "VE06": "down", "VE09": "up"}
    assert faces(game, "Cy", 1) == {"GA02": "down"}
    assert faces(game, "Ann", 1) == {"NO06": "up", "NO09": "up"}
    assert moves(game, card="NO06") == [("Bob", "bank", 2)]
    assert power(game, "Cy") == 0


@pytest.mark.rules("GLOS-17", "PLAN-17")
@pytest.mark.parametrize(
    "lies", [("Ann 1: NO06", "Bob 1: VE08"), ("Ann 1: (NO06)", "Bob 1: (VE08)"), ("Ann 2: NO06", "Bob 1: (VE08)")]
)
def test_one_step_ahead_asks_nobody_without_hidden_cards_or_when_asleep_or_elsewhere(lies: tuple[str, ...]) -> None:
    game = table(*lies, "Dee haven: +1", step="revelation")
    assert not events(game, "held")
    assert faces(game, "Bob", 1) == {"VE08": "up"}


@pytest.mark.rules("FRZ-01", "FRZ-02", "FRZ-11", "RUL-07")
def test_one_step_ahead_the_price_may_be_a_frenzy() -> None:
    game = table("Ann 1: NO06", "Bob 1: (VE08) (VE06)", step="revelation", Bob={"blood": 1})
    do(game, "Bob", YES)
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert (influence(game, "Ann"), pool(game, "Bob"), asked(game)) == (4, 3, ("Bob", "turn_up"))
    do(game, "Bob", YES)
    assert set(faces(game, "Bob", 1).values()) == {"up"}


# NO07 Vanish -----------------------------------------------------------------------------------------------


@pytest.mark.rules("PREP-04", "WDR-05", "WDR-06", "GLOS-12")
def test_vanish_withdraws_and_steals_one_from_each_rival() -> None:
    game = table("Ann 1: NO07 NO08 +2", "Bob 1: VE08", "Cy 1: +1", step="preparation")
    do(game, "Ann", YES)
    assert faces(game, "Ann", "haven") == {"NO07": "up", "NO08": "up"}
    assert pool(game, "Ann") == 6 + 2 + 1 + 1
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert "Ann" not in ranking(game)
    assert {"PREP-04", "RUL-27"} <= set(entries(game, cause="steal")[0].rules)


@pytest.mark.rules("CONTR-01")
def test_vanish_may_be_left_alone() -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", step="preparation")
    do(game, "Ann", NO)
    assert (ranking(game), pool(game, "Ann")) == (["Ann", "Bob"], 6)


@pytest.mark.rules("RUL-27", "GLOS-17")
def test_vanish_steals_from_the_rivals_of_the_location_left() -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", "Cy haven: TO08", step="preparation")
    do(game, "Ann", YES)
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]


@pytest.mark.rules("RUL-26", "RUL-25", "RUL-27")
def test_vanish_acts_again_at_the_haven() -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", "Cy haven: TO08", step="preparation", round=3)
    do(game, "Ann", YES)
    while asked(game) != ("Ann", "do_it"):
        do(game, game.names[game.to_act or 0], Stay())
    do(game, "Ann", YES)
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert "NO07" in hand(game, "Ann")
    assert ranking(game, "haven") == ["Cy"]


@pytest.mark.rules("FRZ-02", "RUL-06", "RUL-07")
def test_vanish_may_send_a_rival_into_frenzy_from_afar() -> None:
    game = table("Ann 1: NO07", "Bob 1: VE08", "Cy 1: TO08", step="preparation", Bob={"blood": 1})
    do(game, "Ann", YES)
    assert events(game, "frenzy", "Bob")[0].get("causer") == 0
    assert influence(game, "Ann") == 4
    assert seat(game, "Bob").drained == ("VI32",)


# NO08 Ready, NO09 Hunt -------------------------------------------------------------------------------------


@pytest.mark.rules("CONF-03", "GLOS-05")
@pytest.mark.parametrize(("at", "total"), [(1, 1), ("haven", 3)])
def test_ready_is_worth_two_more_at_the_haven(at: int | str, total: int) -> None:
    game = table(f"Ann {at}: NO08", f"Bob {at}: VE08", at=at, step="conflict", round=3)
    assert power(game, "Ann", at) == total


@pytest.mark.rules("GLOS-12", "GLOS-05", "RUL-07", "FRZ-02")
@pytest.mark.parametrize(("answer", "at"), [(YES, "haven"), (NO, 1)])
def test_hunt_steals_one_from_each_rival_and_may_then_move(answer: Choose, at: int | str) -> None:
    game = table("Ann 1: NO09", "Bob 1: VE08", "Cy 1: +1", step="aftermath", Bob={"blood": 1})
    assert asked(game) == ("Ann", "to_haven")
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert influence(game, "Ann") == 4
    do(game, "Ann", answer)
    assert faces(game, "Ann", at) == {"NO09": "up"}


@pytest.mark.rules("AFT-01", "GLOS-05")
def test_hunt_that_has_moved_acts_again_at_the_haven_and_stays() -> None:
    game = table("Ann 1: NO09", "Bob 1: VE08", "Cy haven: TO08", step="aftermath", round=3)
    do(game, "Ann", YES)
    resolve(game, "haven")
    assert acted(game) == ["NO09", "TO08", "NO09"]
    assert moves(game, cause="steal") == [("Bob", "Ann", 1), ("Cy", "Ann", 1)]
    assert faces(game, "Ann", "haven") == {"NO09": "up"}
