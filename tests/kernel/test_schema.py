"""A game's schema: what is declared once is blank, described, written, counted and saved accordingly."""

from __future__ import annotations

from typing import Any

import pytest

from vendetta_kit.games.rivals.engine import state as rivals
from vendetta_kit.games.vendetta.engine import state as vendetta
from vendetta_kit.games.vtes.engine import state as vtes
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.ledger import account_of
from vendetta_kit.kernel.refusal import BadPosition, SetupChecks
from vendetta_kit.kernel.state import MAX_SEATS, NUMBERS, SEAT, SIGNED, TRUTH, ZONES, StateSchema
from vendetta_kit.scenarios.expectations import numbers_of

SCHEMA = StateSchema(saved=True)
LEADER = SCHEMA.number("leader", holds=SEAT, initial=-1, scenario_key="leader")
LEAD = SCHEMA.number("lead", holds=SIGNED, scenario_key="lead", saved=False)
COINS = SCHEMA.number(
    "coins", per=MAX_SEATS, account="purse", counts="coin", scenario_key="coins", usual=2, least=1, most=9
)
LAID = SCHEMA.number(
    "coins laid", per=MAX_SEATS, each=2, account="field", counts="coin", parts=("left", "right"), late="laid"
)
TIRED = SCHEMA.number("tired", per=MAX_SEATS, holds=TRUTH, scenario_key="tired")
HAND = SCHEMA.zone("hand", per=MAX_SEATS)
FOUND = SCHEMA.zone("found", late="found")


def laid(row: dict[str, Any], **more: Any) -> list[int]:
    n, _ = SCHEMA.blank()
    SCHEMA.lay(SetupChecks(), row, ("seats", 1), n, 1, **more)
    return n


def test_places_follow_one_another_and_begin_as_declared() -> None:
    assert tuple(NUMBERS + k for k in (0, 1, 2, 8, 20)) == (LEADER, LEAD, COINS, LAID, TIRED)
    assert (HAND, FOUND) == (ZONES, ZONES + MAX_SEATS)
    n, z = SCHEMA.blank()
    assert (len(n), len(z)) == (TIRED + MAX_SEATS, FOUND + 1)
    assert (n[LEADER], n[COINS]) == (-1, 0)


def test_a_described_seat_is_read_by_the_keys_and_written_by_them() -> None:
    assert SCHEMA.seat_keys == ("coins", "tired")
    n = laid({"tired": True})
    assert (n[COINS + 1], n[TIRED + 1], n[COINS]) == (2, 1, 0)
    assert SCHEMA.written(n, 1) == {"coins": 2, "tired": True}
    assert SCHEMA.written(laid({"coins": 9}), 1) == {"coins": 9}
    assert laid({"coins": "?"}, without=("coins",))[COINS + 1] == 0
    for row in ({"coins": 0}, {"coins": 10}, {"coins": True}, {"tired": 1}):
        with pytest.raises(BadPosition, match=rf"seats\[1\]\.{next(iter(row))}|seats.*{next(iter(row))}"):
            laid(row)


def test_a_place_is_an_account_of_its_seat_and_part() -> None:
    assert account_of(SCHEMA, COINS + 3) == Account("purse", 3)
    assert account_of(SCHEMA, LAID + 5) == Account("field", 2, "right")
    assert [SCHEMA.at(index).counts for index in (COINS, LAID + 11, TIRED)] == ["coin", "coin", ""]


def test_only_what_is_late_and_not_as_at_the_start_adds_to_a_mark() -> None:
    n, z = SCHEMA.blank()
    assert [places.name for places in SCHEMA.numbers if places.saved] == ["leader", "coins", "tired"]
    assert SCHEMA.late(n, z) == ""
    n[COINS] = n[LAID + 2] = 5
    z[FOUND] = (7,)
    assert SCHEMA.late(n, z) == "laid+2=5found(7,)"


def test_what_has_a_key_can_be_expected_of_the_table_or_of_a_seat() -> None:
    assert list(numbers_of(SCHEMA, of_seats=False)) == ["leader", "lead"]
    assert list(numbers_of(SCHEMA, of_seats=True)) == ["coins", "tired"]


@pytest.mark.parametrize("state", [vendetta, vtes, rivals], ids=lambda state: state.__name__.split(".")[2])
def test_what_a_game_counts_is_an_account_and_what_it_describes_is_told_apart(state: Any) -> None:
    declared = state.SCHEMA.numbers
    assert all(places.account for places in declared if places.counts)
    keys = [places.scenario_key for places in declared if places.scenario_key]
    names = [places.name for places in declared]
    assert (len(set(keys)), len(set(names))) == (len(keys), len(names))
    late = [places.late for places in (*declared, *state.SCHEMA.zones) if places.late]
    assert len(set(late)) == len(late)
