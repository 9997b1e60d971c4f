"""The Withdraw step: a secret choice, and where cards and Blood go (WDR)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    YES,
    acted,
    asked,
    do,
    entries,
    events,
    faces,
    hand,
    influence,
    moves,
    pool,
    ranking,
    resolve,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay, Withdraw

TWO = ("Ann 1: VE08 +2", "Bob 1: BR08 +1")


# Who chooses, and how --------------------------------------------------------------------------------------


@pytest.mark.rules("WDR-01")
def test_where_nobody_is_nobody_is_asked() -> None:
    game = table("Dee haven: TO08", step="withdraw")
    assert (asked(game), game.view(None).at) == (("Dee", "withdraw"), "haven")
    assert not events(game, "tokens", at=1)


@pytest.mark.rules("WDR-02")
def test_the_order_of_the_answers_changes_nothing() -> None:
    one, other = table(*TWO, step="withdraw"), table(*TWO, step="withdraw")
    do(one, "Ann", Stay())
    do(one, "Bob", Withdraw())
    do(other, "Bob", Withdraw())
    do(other, "Ann", Stay())
    assert one.view(None).to_json() == other.view(None).to_json()


@pytest.mark.rules("WDR-03")
def test_the_tokens_are_revealed_together_once_all_are_in() -> None:
    game = table(*TWO, "Cy 1: TO08", step="withdraw")
    do(game, "Cy", Withdraw())
    do(game, "Ann", Stay())
    assert not events(game, "tokens")
    assert faces(game, "Cy", 1)
    do(game, "Bob", Stay())
    (told,) = events(game, "tokens", at=1)
    assert (told.get("staying"), told.get("leaving")) == ((0, 1), (2,))
    assert {"WDR-02", "WDR-03"} <= set(told.rules)


@pytest.mark.rules("WDR-04")
def test_who_stays_joins_the_conflict() -> None:
    game = resolve(table(*TWO, step="withdraw"))
    assert ranking(game) == ["Ann", "Bob"]


# What leaving does -----------------------------------------------------------------------------------------


@pytest.mark.rules("WDR-05", "WDR-06", "WDR-07")
def test_blood_goes_to_the_pool_and_cards_face_up_to_the_haven() -> None:
    game = table("Ann 1: VE08 (VE06) +2", "Bob 1: BR08 +1", "Bob haven: BR09", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert pool(game, "Ann") == 6 + 2
    assert moves(game, cause="withdraw") == [("Ann 1", "Ann", 2)]
    assert faces(game, "Ann", 1) == {}
    assert faces(game, "Ann", "haven") == {"VE08": "up", "VE06": "up"}
    assert [card.card for card in game.view(None).seats[0].positions[2].cards] == ["VE08", "VE06"]
    (told,) = events(game, "withdraw", "Ann")
    assert {"WDR-05", "WDR-06", "WDR-07"} <= set(told.rules)
    assert "WDR-05" in entries(game, cause="withdraw")[0].rules


@pytest.mark.rules("WDR-07", "CONF-11", "GLOS-18")
def test_who_left_gets_nothing_is_no_rival_and_its_cards_do_nothing_there() -> None:
    game = table("Ann 1: VE06 +5", "Bob 1: BR07", "Cy 1: TO08", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    do(game, "Cy", Stay())
    assert ranking(game) == ["Bob", "Cy"]
    assert influence(game, "Ann") == 3
    assert acted(game) == ["BR07", "TO08"]
    assert moves(game, cause="steal") == [("Cy", "Bob", 1)]


@pytest.mark.rules("WDR-08", "RUL-25")
def test_from_the_haven_cards_go_to_the_hand_and_blood_to_the_pool() -> None:
    game = table("Ann haven: VE08 (VE06) +2", "Bob haven: BR08", at="haven", step="withdraw", round=3)
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert {"VE08", "VE06"} <= hand(game, "Ann")
    assert pool(game, "Ann") == 6 + 2
    assert faces(game, "Ann", "haven") == {}
    (told,) = events(game, "withdraw_haven", "Ann")
    assert {"WDR-08", "RUL-25"} <= set(told.rules)
    assert told.n < next(event.n for event in events(game, "step", at="haven") if event.get("name") == "revelation")


@pytest.mark.rules("WDR-12", "SET-12")
@pytest.mark.parametrize("token", [Stay(), Withdraw()])
def test_both_tokens_are_there_at_every_location(token: Stay | Withdraw) -> None:
    game = table("Ann 1: VE08", "Ann 2: VE06", "Ann haven: VE09", step="withdraw", round=3)
    for at in (1, 2, "haven"):
        assert game.view(0).at == at
        assert list(game.legal(0)) == [Stay(), Withdraw()]
        do(game, "Ann", token)
    assert game.is_over


# What comes along ------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-24", "GLOS-02", "WDR-06")
def test_all_that_lies_on_the_position_comes_along_whose_ever_it_is() -> None:
    game = table("Ann 1: MA01 VE08", "Bob 1: BR08", step="withdraw", Cy={"clan": "ventrue"})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert faces(game, "Ann", "haven") == {"MA01": "up", "VE08": "up"}
    assert [card.owner for card in game.view(None).seats[0].positions[2].cards] == [0, 2]


@pytest.mark.rules("KIT-12", "RUL-25", "WDR-08")
def test_somebody_elses_card_goes_from_the_haven_to_its_owners_hand() -> None:
    lies = ("Ann haven: MA01 VE08", "Bob haven: BR08")
    game = table(*lies, at="haven", step="withdraw", round=3, Cy={"clan": "ventrue", "hand": []})
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    assert hand(game, "Cy") == {"VE08"}
    assert "MA01" in hand(game, "Ann")
    assert "KIT-12" in events(game, "withdraw_haven", "Ann")[0].rules


@pytest.mark.rules("RUL-23", "GLOS-05")
@pytest.mark.parametrize(("token", "stolen"), [(Withdraw(), [("Bob", "Ann", 2)]), (Stay(), [])])
def test_a_passive_works_at_the_haven_once_it_lies_there_face_up(
    token: Stay | Withdraw, stolen: list[tuple[str, str, int]]
) -> None:
    game = table("Ann 1: (VE05)", "Bob haven: BR08", step="withdraw", round=3)
    do(game, "Ann", token)
    resolve(game, "haven")
    assert moves(game, cause="steal", card="VE05") == stolen


@pytest.mark.rules("RUL-45", "WDR-01", "RUL-31")
def test_blood_that_was_moved_to_a_location_makes_its_player_take_part_there() -> None:
    lies = ("Ann 1: GA07 +4", "Bob 1: VE08", "Bob 2: VE06", "Cy 2: BR08", "Dee haven: TO08")
    game = table(*lies, step="aftermath", ranking=("Ann", "Bob"))
    do(game, "Ann", Choose(2))
    assert set(game.pending) == {0, 1, 2}
    resolve(game, 2)
    assert ranking(game, 2) == ["Ann", "Bob", "Cy"]


@pytest.mark.rules("PREP-04", "WDR-05", "WDR-06", "WDR-07")
def test_a_card_may_let_its_player_leave_later_just_the_same() -> None:
    game = table("Ann 1: NO07 +2", "Bob 1: BR08", "Cy 1: VE08", step="preparation")
    do(game, "Ann", YES)
    assert faces(game, "Ann", "haven") == {"NO07": "up"}
    assert ranking(game) == ["Cy", "Bob"]
    assert ("Ann 1", "Ann", 2) in moves(game)
