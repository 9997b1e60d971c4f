"""The words on the cards: Position, played, deployed, gain, spend, lose, steal, power, Rival (GLOS)."""

from __future__ import annotations

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
    moves,
    play,
    power,
    resolve,
    table,
)
from vendetta_kit.games.vendetta.engine.actions import Choose, Play, Stay, Withdraw

# Position, played, deployed ----------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-03")
def test_played_is_the_moment_and_moving_is_not_playing() -> None:
    # On the Prowl sees a card being played, but not one that arrives by a Withdraw
    game = table(
        "Bob haven: GA06", "Ann 1: BR08", Ann={"hand": ["BR04", "BR05"]}, start={"phase": "planning", "number": 2}
    )
    do(game, "Ann", Play("BR04", "haven"))
    assert moves(game, cause="deploy") == [("bank", "Bob haven", 1)]
    moved = table("Bob haven: GA06", "Ann 1: BR08", "Cy 1: TO08", step="withdraw")
    do(moved, "Ann", Withdraw())
    do(moved, "Cy", Stay())
    assert faces(moved, "Ann", "haven") == {"BR08": "up"}
    assert not moves(moved, cause="deploy", card="GA06")


@pytest.mark.rules("GLOS-05")
def test_only_where_a_card_lies_now_matters() -> None:
    # Fist of Caine, played at Location 1, withdrew to the Haven: it strikes there, and not at 1
    game = table("Ann 1: BR04", "Bob 1: +1", "Cy haven: TO08", step="withdraw")
    do(game, "Ann", Withdraw())
    do(game, "Bob", Stay())
    answer_all(game, lambda g: g.phase != "resolution")
    assert [(a, e.at) for e, (a, _, _) in zip(entries(game, cause="lose"), moves(game, cause="lose"), strict=True)] == [
        ("Cy", "haven")
    ]


# The verbs ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-10")
@pytest.mark.parametrize(("blood", "may"), [(1, False), (2, True), (6, True)])
def test_spend_is_a_cost_and_never_the_last_blood(blood: int, may: bool) -> None:
    game = table("Ann 1: TR09", "Bob 1: +1", step="aftermath", ranking=("Ann",), Ann={"blood": blood})
    assert (asked(game) == ("Ann", "spend_one")) == may
    if may:
        do(game, "Ann", YES)
        assert moves(game, cause="spend") == [("Ann", "bank", 1)]
        assert "GLOS-10" in entries(game, cause="spend")[0].rules


@pytest.mark.rules("GLOS-09", "GLOS-11", "GLOS-12", "GLOS-13")
@pytest.mark.parametrize(
    ("card", "step", "cause", "moved", "rules"),
    [
        ("TR03", "preparation", "gain", ("bank", "Ann", 1), {"GLOS-09"}),
        ("BR04", "aftermath", "lose", ("Bob", "bank", 2), {"GLOS-11"}),
        ("BR07", "preparation", "steal", ("Bob", "Ann", 1), {"GLOS-12", "GLOS-13"}),
    ],
)
def test_gain_lose_and_steal_are_about_the_pool(
    card: str, step: str, cause: str, moved: tuple[str, str, int], rules: set[str]
) -> None:
    game = resolve(table(f"Ann 1: {card}", "Bob 1: +5", step=step, round=2))
    assert moves(game, cause=cause) == [moved]
    assert rules <= set(entries(game, cause=cause)[0].rules)
    assert deployed(game, "Bob", 1) == 5


# Power -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-14", "RUL-37")
def test_power_is_printed_and_cards_change_it() -> None:
    game = resolve(table("Ann 1: BR02 BR08", "Bob 1: GA01", step="conflict"))
    (count,) = events(game, "count", "Ann")
    assert dict(count.get("cards")) == {"BR02": 4, "BR08": 1}
    assert power(game, "Ann") == 5


@pytest.mark.rules("GLOS-15")
def test_printed_power_is_the_number_on_the_card() -> None:
    # Punk's Posse is worth 4 here, but 0 is printed on it; Forestall pays what is printed
    game = table("Ann 1: (VE07)", "Bob 1: BR02 BR08", step="revelation")
    do(game, "Ann", Choose("BR02"))
    assert not moves(game, cause="gain")
    paid = table("Ann 1: (VE07)", "Bob 1: BR01 BR08 +1", step="revelation")
    do(paid, "Ann", Choose("BR01"))
    assert moves(paid, cause="gain") == [("bank", "Ann", 6)]
    assert "GLOS-15" in entries(paid, cause="gain")[0].rules


@pytest.mark.rules("GLOS-16", "CONF-10", "RUL-36")
def test_a_card_face_down_does_nothing_and_counts_nothing() -> None:
    game = resolve(table("Ann 1: (BR07) (BR04)", "Bob 1: GA06", step="preparation"))
    assert not events(game, "act", "Ann")
    (count,) = events(game, "count", "Ann")
    assert (count.get("power"), count.get("face_down"), dict(count.get("cards"))) == (0, (0, 0), {})
    assert "CONF-10" in count.rules


@pytest.mark.rules("GLOS-16", "RUL-36", "KIT-08")
def test_unless_another_card_says_so() -> None:
    game = table("Ann 1: MA07 MA08", "Bob 1: GA06", step="preparation")
    do(game, "Ann", Choose("MA07"), NO)
    resolve(game)
    (count,) = events(game, "count", "Ann")
    assert count.get("face_down") == (4,)
    assert {"RUL-36", "KIT-08"} <= set(count.rules)
    assert "CONF-10" not in count.rules
    assert power(game, "Ann") == 4 + 2


# Rivals ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-17")
@pytest.mark.parametrize("lies", ["Bob 1: GA08", "Bob 1: (GA08)", "Bob 1: +1", "Bob 1: GA08 +2"])
def test_whoever_has_anything_here_is_a_rival(lies: str) -> None:
    game = resolve(table("Ann 1: BR07", lies, step="preparation"))
    assert moves(game, cause="steal") == [("Bob", "Ann", 1)]


@pytest.mark.rules("GLOS-17", "GLOS-05")
def test_rivals_are_those_where_the_card_lies() -> None:
    game = table("Ann haven: BR09", "Bob 1: +1", "Cy haven: +1", at="haven", step="aftermath")
    answer_all(game, lambda g: g.phase != "resolution")
    assert moves(game, cause="steal") == [("Cy", "Ann", 1)]


# Rewards once more -------------------------------------------------------------------------------------------


@pytest.mark.rules("GLOS-05")
def test_a_passive_works_where_it_lies_now() -> None:
    game = table("Bob 1: GA06", Ann={"hand": ["BR04", "BR05", "BR06"]}, Cy={"hand": ["TO01", "TO02"]})
    play(game, "Ann", "BR04", 2)
    assert not moves(game, cause="deploy")
    answer_all(game, lambda g: asked(g) == ("Cy", "plan"))
    play(game, "Cy", "TO01", 1)
    assert moves(game, cause="deploy") == [("bank", "Bob 1", 1)]
