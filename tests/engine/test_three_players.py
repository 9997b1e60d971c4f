"""Three players: a larger first hand, more turns, the Locations of four (V3P)."""

from __future__ import annotations

import pytest

from tests.engine.helpers import answer_all, asked, do, events, hand, refused, seat, table, to_phase
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Keep

DECK = ["BR01", "BR02", "BR03", "BR04", "BR05", "BR06", "BR07"]
CLANS = ["brujah", "gangrel", "toreador"]


def building(number: int, players: int = 3) -> Game:
    return table(
        players=players, round=number, start={"phase": "hand_building"}, Ann={"hand": ["BR08", "BR09"], "deck": DECK}
    )


@pytest.mark.rules("V3P-01")
def test_only_three_players_get_the_larger_hand() -> None:
    assert len(building(1, 3).view(0).looking_at) == 3
    assert len(building(1, 4).view(0).looking_at) == 2


@pytest.mark.rules("V3P-01", "FLOW-02")
def test_all_else_is_as_usual() -> None:
    game = answer_all(Game.new(seats=3, seed=4, clans=CLANS), lambda g: g.is_over)
    assert len(events(game, "round")) == 3
    assert len(events(game, "phase")) == 5 + 1 + 5 + 1 + 5 + 1
    assert {player.seat for player in game.view(None).seats} == {0, 1, 2}


@pytest.mark.rules("V3P-02", "HAND-03")
def test_in_round_one_three_are_looked_at_and_two_kept() -> None:
    game = building(1)
    assert game.view(0).looking_at == ("BR01", "BR02", "BR03")
    assert set(game.legal(0)) == {Keep(("BR01", "BR02")), Keep(("BR01", "BR03")), Keep(("BR02", "BR03"))}
    for wrong in (("BR01",), ("BR01", "BR02", "BR03"), ()):
        assert "V3P-02" in refused(game, "Ann", Keep(wrong)).why.rules
    do(game, "Ann", Keep(("BR03", "BR01")))
    to_phase(game, "planning")
    assert hand(game, "Ann") == {"BR01", "BR03", "BR08", "BR09"}
    assert seat(game, "Ann").deck_bottom == ("BR02",)
    assert "V3P-02" in events(game, "looked", "Ann")[0].rules


@pytest.mark.rules("V3P-02")
def test_the_order_in_which_kept_cards_are_named_does_not_matter() -> None:
    assert Keep(("BR03", "BR01")) in building(1).legal(0)
    assert Keep(("BR01", "BR03")) in building(1).legal(0)


@pytest.mark.rules("V3P-04")
@pytest.mark.parametrize("number", [2, 3])
def test_later_two_are_looked_at_and_one_kept(number: int) -> None:
    game = building(number)
    assert list(game.legal(0)) == [Keep(("BR01",)), Keep(("BR02",))]
    assert "V3P-02" not in events(game, "looked", "Ann")[0].rules


@pytest.mark.rules("V3P-03", "PLAN-02")
@pytest.mark.parametrize(("number", "turns"), [(1, 3), (2, 4), (3, 5)])
def test_planning_turns(number: int, turns: int) -> None:
    game = to_phase(table(players=3, round=number), "resolution")
    played = [event.seat for event in events(game, "turn")]
    assert [played.count(s) for s in range(3)] == [turns] * 3
    assert "V3P-03" in events(game, "phase", phase="planning")[0].rules


@pytest.mark.rules("V3P-02", "V3P-04")
def test_sizes_of_hand_and_deck_by_round() -> None:
    game = Game.new(seats=3, seed=4, clans=CLANS)
    for number, (size, deck) in enumerate([(4, 5), (5, 4), (6, 3)], 1):
        answer_all(game, lambda g, number=number: g.round == number and g.phase == "planning")  # type: ignore[misc]
        assert [player.hand_size for player in game.view(None).seats] == [size] * 3
        assert [player.deck_size for player in game.view(None).seats] == [deck] * 3


@pytest.mark.rules("V3P-02", "KIT-17")
def test_the_two_kept_cards_stay_secret() -> None:
    game = to_phase(Game.new(seats=3, seed=4, clans=CLANS), "planning")
    bob = game.view(0).seats[1]
    assert bob.hand_size == 4
    assert set(bob.known_hand) == {"GA08", "GA09"}
    assert asked(game) is not None
