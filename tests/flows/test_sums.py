"""The sums of all rows are the ledger's own, in 1,000 random games of every kind."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.flows.games import TABLES, played
from tests.selection import mostly_long
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.flows.blood import STAGE
from vendetta_kit.games.vendetta.flows.influence import SCORE_CAUSES

GAMES = 1000
AT_ONCE = 50


@pytest.mark.parametrize("first", mostly_long(range(0, GAMES, AT_ONCE), quick=2))
def test_all_rows_add_up_to_the_ledger(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        game = played(seed)
        told = flows.whole_history(game)
        _blood(told, game)
        _influence(told, game)
        _places(told)


def _blood(told: flows.KnownHistory, game: object) -> None:
    entries = [entry for entry in told.ledger if entry.token == "blood"]
    found = flows.flows(told)
    assert [(flow.n, flow.amount, flow.cause, flow.rules) for flow in found] == [
        (entry.n, entry.amount, entry.cause, entry.rules) for entry in entries
    ]
    links = flows.links(found)
    assert sum(link.amount for link in links) == sum(entry.amount for entry in entries)
    assert sorted(n for link in links for n in link.lines) == [entry.n for entry in entries]
    by_cause = Counter[str]()
    for entry in entries:
        by_cause[entry.cause] += entry.amount
    drawn = Counter[str]()
    for link in links:
        assert STAGE[link.source.kind] < STAGE[link.target.kind], "flows go from left to right"
        if link.source.kind in ("feed", "drained"):
            drawn[link.source.kind] += link.amount
    assert (drawn["feed"], drawn["drained"]) == (by_cause["feed"], by_cause["drain"])
    rounds = sum(link.amount for number in range(4) for link in flows.links(flows.flows(told, number)))
    assert rounds == sum(by_cause.values())
    points = flows.pools(told)
    for row in flows.blood_sums(told):
        last = [point.blood for point in points if point.seat == row.seat][-1]
        assert row.pool == last == row.came - row.went
        assert row.on_table + row.swept <= row.deployed + sum(
            link.amount for link in links if link.target.kind in ("position", "moved") and link.target.seat == row.seat
        )
    frenzies = sum(event.kind == "frenzy" for event in told.events)
    assert sum(point.frenzy for point in points) == frenzies


def _influence(told: flows.KnownHistory, game: object) -> None:
    ranking = next(event.data["ranking"] for event in told.events if event.kind == "game_over")
    assert tuple(seat for side in flows.ranked_sides(told) for seat in side) == ranking, (
        "one ranking everywhere, ties too"
    )
    places = flows.places_by_seat(told)
    assert [places[seat] for seat in ranking] == sorted(places[seat] for seat in ranking)
    points = flows.score_changes(told)
    tokens = Counter[int]()
    cards = Counter[int]()
    for entry in told.ledger:
        if entry.token != "influence":
            continue
        sign = 1 if entry.target.kind == "score" else -1
        seat = entry.target.seat if sign == 1 else entry.source.seat
        if entry.cause == "score_tokens":
            tokens[seat or 0] += entry.amount
        elif entry.cause in SCORE_CAUSES or entry.cause == "score_relic":
            cards[seat or 0] += sign * entry.amount
    scores, race = flows.scores_of(told), flows.scores_over_time(told)
    of_tokens = ("start", "reward", "frenzy_paid", "given", "other", "lost")
    for seat in told.seats:
        own = [point for point in points if point.seat == seat]
        if scores[seat] is None:
            assert sum(point.amount for point in own) == 0
            continue
        assert sum(point.amount for point in own if point.part in of_tokens) == tokens[seat]
        assert sum(point.amount for point in own if point.part not in of_tokens) == cards[seat]
        last = [step.score for step in race if step.seat == seat][-1]
        assert last == scores[seat] == tokens[seat] + cards[seat]
    assert scores == tuple(getattr(game, "scores"))  # noqa: B009


def _places(told: flows.KnownHistory) -> None:
    counts = {(e.n, e.seat): e.data for e in told.events if e.kind == "count"}
    withdrawals = [e.n for e in told.events if e.kind in ("withdraw", "withdraw_haven")]
    found = flows.location_rounds(told)
    assert len(found) == sum(event.kind == "location" for event in told.events)
    rows = {(row.n, row.seat): row for place in found for row in place.power if row.stage == "count"}
    for key, data in counts.items():
        assert (rows[key].power, rows[key].blood) == (data["power"], data["blood"])
    assert [one.n for place in found for one in place.departures] == withdrawals
    for place in found:
        for waste in place.waste:
            assert 0 <= waste.wasted <= waste.blood


@pytest.mark.rules("EOG-02")
@pytest.mark.parametrize("seed", mostly_long(range(20), quick=6))
def test_a_lead_adds_up_to_the_difference_of_the_scores(seed: int) -> None:
    game = played(seed)
    told = flows.known_history(game.view(0))
    order = flows.ranked_sides(told)
    for behind in order[1:]:
        parts = flows.lead(told, order[0], behind)
        first, last = (sum(game.scores[seat] or 0 for seat in side) for side in (order[0], behind))
        assert sum(part.amount for part in parts) == first - last
        assert all(part.amount and part.rules for part in parts)


def test_every_kind_of_table_is_among_them() -> None:
    assert GAMES % len(TABLES) == 0
