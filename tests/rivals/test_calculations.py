"""What can be reckoned of Rivals: winning, Wounded, attributes, Secrecy; the steps of an attack."""

from __future__ import annotations

import pytest

from vendetta_kit.games.rivals.engine.calculations import (
    ATTACK_STEPS,
    after_damage,
    after_paying,
    after_recruiting,
    agenda_for,
    can_attack,
    can_play,
    damage_taken,
    ending_after_knock_out,
    is_knocked_out,
    is_wounded,
)

MINE = {"physical": 2, "social": 1, "mental": 0}


@pytest.mark.rules("rivals:VAMP-10")
@pytest.mark.parametrize(("blood", "potency", "is_it"), [(3, 5, False), (2, 5, True), (0, 5, True), (3, 6, True)])
def test_wounded(blood: int, potency: int, is_it: bool) -> None:
    assert is_wounded(blood, potency) is is_it


@pytest.mark.rules("rivals:HAV-02", "rivals:HAV-03", "rivals:ATK-04")
def test_intel_against_secrecy() -> None:
    assert can_attack(1, 1)
    assert not can_attack(1, 2)
    assert not can_attack(0, 1)
    assert can_attack(0, 0), "in The Streets there is none to overcome"


@pytest.mark.rules("rivals:VAMP-05", "rivals:VAMP-06", "rivals:VAMP-07", "rivals:ATK-02", "rivals:ATK-03")
@pytest.mark.parametrize(("kind", "left"), [("physical", 2), ("ranged", 2), ("social", 3), ("mental", 4)])
def test_an_attribute_takes_damage_off(kind: str, left: int) -> None:
    assert damage_taken(4, kind, MINE) == left
    assert damage_taken(0, kind, MINE) == 0


@pytest.mark.rules(
    "rivals:GOAL-01", "rivals:GOAL-02", "rivals:GOAL-03", "rivals:GOAL-04", "rivals:GOAL-06",
    "rivals:GOAL-07", "rivals:GOAL-08",
)  # fmt: skip
@pytest.mark.parametrize(
    ("agenda", "out", "by", "winner", "rule", "after"),
    [
        ((2, 9, 4), 1, 0, 0, "GOAL-03", (2, 0, 4)),
        ((2, 9, 4), 1, 2, 0, "GOAL-04", (5, 0, 4)),
        ((2, 9, 4), 1, None, 0, "GOAL-04", (5, 0, 4)),
        ((2, 9, 6), 1, None, 2, "GOAL-04", (5, 0, 6)),
        ((1, 9, 4), 1, None, None, "GOAL-09", (4, 0, 4)),
        ((10, 9, 12), 1, 2, 0, "GOAL-02", (13, 0, 12)),
    ],
)
def test_a_knock_out(
    agenda: tuple[int, ...], out: int, by: int | None, winner: int | None, rule: str, after: tuple[int, ...]
) -> None:
    ending = ending_after_knock_out(agenda, (1, 2, 0), out, by)
    assert (ending.winner, ending.rule, ending.agenda) == (winner, rule, after)


@pytest.mark.rules("rivals:GOAL-05", "rivals:GOAL-08")
@pytest.mark.parametrize(("prestige", "active", "is_it"), [(0, 2, True), (9, 0, True), (0, 0, True), (1, 1, False)])
def test_the_two_ways_to_be_knocked_out(prestige: int, active: int, is_it: bool) -> None:
    assert is_knocked_out(prestige, active) is is_it


@pytest.mark.rules("rivals:VAMP-03", "rivals:VAMP-02")
def test_a_card_asks_for_blood_potency_and_not_for_blood() -> None:
    assert [can_play(4, asked) for asked in (3, 4, 5)] == [True, True, False]


@pytest.mark.rules("rivals:VAMP-12")
def test_what_a_recruit_costs_is_its_blood() -> None:
    assert after_recruiting(9, 4) == (5, 4)
    assert after_recruiting(4, 4) == (0, 4)
    with pytest.raises(ValueError, match="expected at least 4"):
        after_recruiting(3, 4)


@pytest.mark.rules("rivals:CITY-07")
def test_the_own_colour_is_spent_first() -> None:
    assert [after_paying(3, 2, spent) for spent in (2, 3, 4, 5)] == [(1, 2), (0, 2), (0, 1), (0, 0)]
    with pytest.raises(ValueError, match="at most 5"):
        after_paying(3, 2, 6)


@pytest.mark.rules("rivals:ATK-01")
def test_the_fifth_step_of_an_attack_is_shown_as_missing() -> None:
    assert [k for k, step in enumerate(ATTACK_STEPS, 1) if step is None] == [5]
    assert len(ATTACK_STEPS) == len(set(ATTACK_STEPS)) == 8


def test_what_the_source_does_not_say_is_not_reckoned() -> None:
    with pytest.raises(ValueError, match="expected another seat"):
        ending_after_knock_out((2, 9, 4), (1, 2, 0), 1, 1)


@pytest.mark.rules("rivals:VAMP-11", "rivals:VAMP-04")
def test_damage_takes_blood_and_the_last_of_it_means_torpor() -> None:
    assert after_damage(4, 3) == (1, False)
    assert after_damage(4, 4) == after_damage(4, 9) == (0, True)


@pytest.mark.rules("rivals:AGD-04", "rivals:RUL-01")
def test_only_a_vampire_of_ones_rival_brings_agenda() -> None:
    assert [agenda_for(owner, rival=2) for owner in (1, 2, 3)] == [0, 1, 0]
