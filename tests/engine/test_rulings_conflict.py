"""What the rulebook leaves open: the conflict, its rewards and single cards (RUL-30 to RUL-48)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    acted,
    answer_all,
    asked,
    do,
    entries,
    events,
    influence,
    moves,
    power,
    ranking,
    resolve,
    table,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose, Stay
from vendetta_kit.rulebook import all_rulings


def until_asked(game: Game, name: str, question: str) -> Game:
    """Play on by default until this player is asked this."""
    return answer_all(game, lambda g: asked(g) == (name, question))


@pytest.mark.rules("RUL-30", "CONF-07")
@pytest.mark.parametrize(("reading", "ranked"), [("ranked", ["Ann", "Bob", "Cy"]), ("nothing", ["Ann"])])
def test_rul_30_blood_alone_beside_a_lone_player_with_cards(reading: str, ranked: list[str]) -> None:
    lies = ("Ann 1: BR09", "Bob 1: +9", "Cy 1: +4")
    game = resolve(table(*lies, step="withdraw", rulings={"blood_alone": reading}))
    assert ranking(game) == ranked
    assert influence(game, "Ann") == 4
    assert [name for name in ("Bob", "Cy") if influence(game, name) == 4] == ranked[1:]
    assert "RUL-30" in events(game, "lone")[0].rules
    assert [event.seat for event in events(game, "victim")] == ([1] if "Bob" in ranked else [])
    assert not events(game, "count")


@pytest.mark.rules("RUL-31", "GLOS-08")
def test_rul_31_blood_alone_is_ranked_beside_two_with_cards() -> None:
    game = resolve(table("Ann 1: BR08", "Bob 1: GA01 +4", "Cy 1: +3", step="withdraw"))
    assert ranking(game) == ["Bob", "Cy", "Ann"]
    assert "RUL-31" in events(game, "count", "Cy")[0].rules


@pytest.mark.rules("RUL-33")
def test_rul_33_the_lone_win_is_tested_once_after_the_withdraw_step() -> None:
    # Bob's only card vanishes in the Preparation: Ann is the last with cards, and yet it is a usual count
    game = table("Ann 1: BR08", "Bob 1: NO07", "Cy 1: +3", step="withdraw")
    for name in ("Ann", "Bob", "Cy"):
        do(game, name, Stay())
    do(game, "Bob", YES)
    assert ranking(game) == ["Cy", "Ann"]
    assert not events(game, "lone")


@pytest.mark.rules("RUL-34", "PREP-01", "AFT-02")
def test_rul_34_a_lone_players_cards_still_act() -> None:
    game = resolve(table("Ann 1: TO08 TO04", "Bob 1: +1", step="withdraw"))
    assert acted(game) == ["TO08", "TO04"]
    assert len(events(game, "victim", "Ann")) == 2
    assert events(game, "lone")


@pytest.mark.rules("RUL-35")
def test_rul_35_a_card_that_arrives_in_its_step_acts_in_it() -> None:
    game = table("Ann 1: MA03", "Bob 1: GA01", step="preparation", Ann={"hand": ["MA07", "MA09"]})
    assert asked(game) == ("Ann", "turn_down")  # Mindless Assault came out of the hand and acts
    resolve(game)
    assert [e.get("card") for e in events(game, "act", "Ann")] == ["MA03", "MA07", "MA09"]


@pytest.mark.rules("RUL-35")
def test_rul_35_but_not_in_a_step_that_is_over() -> None:
    game = resolve(
        table("Ann 1: (MA06)", "Bob 1: GA01", step="revelation", Ann={"deck": ["MA02", "MA04"], "hand": ["MA09"]})
    )
    assert asked(game) is not None
    assert acted(game)[0] == "MA06"
    late = table("Ann 1: MA03", "Bob 1: GA01", step="preparation", Ann={"hand": ["MA02", "MA06"]})
    resolve(late)  # both would act right after the Revelation
    assert [e.get("card") for e in events(late, "act", "Ann")] == ["MA03"]


@pytest.mark.rules("RUL-36", "CONF-10")
def test_rul_36_turned_down_again_it_is_worth_nothing_but_still_a_card() -> None:
    game = resolve(table("Ann 1: TR02 +1", "Bob 1: BR08 +1", step="preparation", Ann={"blood": 1}))
    assert events(game, "count", "Ann")[0].get("face_down") == (0,)
    assert ranking(game) == ["Bob", "Ann"]
    alone = resolve(table("Ann 1: TR02", "Bob 1: +5", step="withdraw", Ann={"blood": 1}))
    assert ranking(alone) == ["Ann", "Bob"]


@pytest.mark.rules("RUL-37", "GLOS-14")
def test_rul_37_printed_power_changes_when_a_card_acts_additions_at_the_count() -> None:
    # Wolf Companion halves Bloody Fury to 3; the 2 for her Blood come off afterwards
    game = resolve(table("Ann 1: BR01 +1", "Bob 1: GA02", step="conflict"))
    assert power(game, "Ann") == 3 - 2 + 1
    # Diplomacy acts first: the 6 becomes 0, and half of 0 is 0
    game = resolve(table("Ann 1: BR01 BR04", "Bob 1: GA02", "Cy 1: VE02", step="conflict"))
    assert power(game, "Ann") == 0 + 2
    assert [(e.get("card"), e.get("before"), e.get("after")) for e in events(game, "printed", "Ann")] == [
        ("BR01", 6, 0),
        ("BR04", 4, 2),
    ]


@pytest.mark.rules("RUL-37")
@pytest.mark.parametrize("ambition", ["Ann", "Bob", "Cy"])
def test_rul_37_two_changes_each_when_its_card_acts(ambition: str) -> None:
    game = resolve(table("Ann 1: BR04", "Bob 1: GA02", "Cy 1: VE02", step="conflict", ambition=ambition))
    assert power(game, "Ann") == 0
    assert power(game, "Cy") == 1  # 3 halved


@pytest.mark.rules("RUL-38")
@pytest.mark.parametrize(("blood", "worth"), [(8, 1), (9, 0), (12, 0)])
def test_rul_38_no_card_is_worth_less_than_nothing(blood: int, worth: int) -> None:
    game = resolve(table("Ann 1: TR01 TR06", "Bob 1: BR08", step="conflict", Ann={"blood": blood}))
    assert dict(events(game, "count", "Ann")[0].get("cards")) == {"TR01": worth, "TR06": 2}
    assert power(game, "Ann") == worth + 2


@pytest.mark.rules("RUL-39")
def test_rul_39_power_zero_is_ranked() -> None:
    game = resolve(table("Ann 1: BR09", "Bob 1: GA09", "Cy 1: TR04", step="conflict"))
    assert ranking(game) == ["Cy", "Ann", "Bob"]
    assert power(game, "Ann") == 0
    assert len(events(game, "victim", "Ann")) == 1
    assert influence(game, "Bob") == 4


@pytest.mark.rules("RUL-42", "REW-09")
def test_rul_42_the_order_of_the_rewards() -> None:
    game = table(
        "Ann haven: BR04",
        "Bob haven: GA06",
        "Cy haven: TR04",
        at="haven",
        step="conflict",
        locations=[None, None, "AL01"],
        ambition="Dee",
    )
    answer_all(game, lambda g: g.phase != "resolution")
    numbers = [
        events(game, "ally", "Ann")[0].n,
        entries(game, card="AL01")[0].n,
        events(game, "victim", "Bob")[0].n,
        *(entry.n for entry in entries(game, cause="reward")),
        events(game, "ambition", "Ann")[0].n,
    ]
    assert numbers == sorted(numbers)
    assert [b for _, b, _ in moves(game, cause="reward")] == ["Ann", "Bob", "Cy"]


@pytest.mark.rules("RUL-43", "AFT-04")
@pytest.mark.parametrize(
    ("ambition", "winner", "order"),
    [("Ann", "Cy", ["TO09", "VE09", "BR09", "GA09"]), ("Dee", "Ann", ["BR09", "GA09", "TO09", "VE09"])],
)
def test_rul_43_the_havens_aftermath_is_in_the_new_order(ambition: str, winner: str, order: list[str]) -> None:
    lies = [
        f"{name} haven: {card}" + (" +3" if name == winner else "")
        for name, card in (("Ann", "BR09"), ("Bob", "GA09"), ("Cy", "TO09"), ("Dee", "VE09"))
    ]
    game = table(*lies, at="haven", step="conflict", ambition=ambition)
    answer_all(game, lambda g: g.phase != "resolution")
    assert acted(game) == order


@pytest.mark.rules("RUL-44", "REW-13", "EOG-06")
def test_rul_44_without_a_winner_ambition_stays() -> None:
    level = {"influence": 9, "blood": 2, "alliance": []}
    game = table("Ann haven: +1", at="haven", step="withdraw", ambition="Dee", round=3, Bob=level, Dee=level)
    answer_all(game, lambda g: g.is_over)
    assert game.view(None).ambition == 3
    (stays,) = events(game, "ambition_stays")
    assert {"RUL-44", "REW-13"} <= set(stays.rules)
    assert game.winner == 3  # level with Bob, and first in the order from the holder


@pytest.mark.rules("RUL-44", "REW-13")
def test_rul_44_also_if_nobody_was_there_at_all() -> None:
    game = table("Ann 2: BR04", at=2, step="withdraw", ambition="Dee")
    answer_all(game, lambda g: g.round == 2)
    assert game.view(None).ambition == 3
    assert len(events(game, "ambition_stays")) == 1


# Single cards ----------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-46", "REV-05")
def test_rul_46_curfew_acts_after_the_revelation_as_its_text_says() -> None:
    game = table("Ann 1: (VE03)", "Bob 1: BR07", step="revelation")
    assert asked(game) == ("Bob", "curfew")
    assert game.view(None).step == "revelation"
    do(game, "Bob", NO)
    assert not events(game, "act", "Bob")


@pytest.mark.rules("RUL-46")
@pytest.mark.parametrize(("step", "lies"), [("preparation", "Bob 1: BR07"), ("aftermath", "Bob 1: BR09")])
def test_rul_46_tremere_ready_acts_in_whatever_step_the_frenzy_is(step: str, lies: str) -> None:
    more = {"ranking": ("Bob",)} if step == "aftermath" else {}
    game = table("Ann 1: TR08", lies, step=step, Ann={"blood": 1}, **more)
    until_asked(game, "Ann", "tremere_ready")
    assert game.view(None).step == step


@pytest.mark.rules("RUL-46", "RUL-52")
def test_rul_46_and_52_are_shown_as_doubtful() -> None:
    assert {ruling.id for ruling in all_rulings() if ruling.doubtful} >= {"RUL-46", "RUL-52"}


@pytest.mark.rules("RUL-47")
@pytest.mark.parametrize(
    ("lies", "pays"), [(["Ann 1: VE09 +2", "Bob 1: GA01"], False), (["Ann 1: VE09", "Bob 1: GA01"], True)]
)
def test_rul_47_ventrues_hunt_needs_another_winner(lies: list[str], pays: bool) -> None:
    game = table(*lies, step="conflict")
    assert (asked(game) == ("Bob", "toll")) == pays
    if not pays:
        assert "RUL-47" in events(game, "ignored", "Ann")[0].rules


@pytest.mark.rules("RUL-48")
@pytest.mark.parametrize(("tokens_", "offer"), [(0, {True}), (1, {True, False})])
def test_rul_48_influence_that_is_not_there_is_not_on_offer(tokens_: int, offer: set[bool]) -> None:
    # Bob, who won, still has the round's reward: so the toll is asked with 0 or 1 token before it
    game = table(
        "Ann 1: VE09", "Bob 1: GA01", step="aftermath", ranking=("Bob", "Ann"), Bob={"influence": tokens_, "blood": 5}
    )
    if len(offer) == 1:
        assert moves(game, cause="steal") == [("Bob", "Ann", 2)]  # the only answer is taken as read
    else:
        assert {a.value for a in game.legal(1) if isinstance(a, Choose)} == offer
        do(game, "Bob", NO)
        assert moves(game, cause="give") == [("Bob", "Ann", 1)]


@pytest.mark.rules("RUL-48")
@pytest.mark.parametrize(
    ("blood", "tokens_", "happens"),
    [(3, 0, ("Bob 1", "Ann 1", 2)), (0, 2, ("Bob", "bank", 1)), (0, 0, None)],
)
def test_rul_48_tyrants_gaze_takes_what_is_there(
    blood: int, tokens_: int, happens: tuple[str, str, int] | None
) -> None:
    game = resolve(
        table(
            "Ann 1: VE06",
            f"Bob 1: GA01 +{blood}" if blood else "Bob 1: GA01",
            step="preparation",
            Bob={"influence": tokens_},
        )
    )
    assert moves(game, card="VE06") == ([happens] if happens else [])
    assert bool(events(game, "ignored", "Bob")) == (happens is None)
