"""Blood and Influence: nothing comes from nowhere, and the ledger tells all of it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.properties.games import GAMES, begin, each_table, play_out, playing
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.card_tables import NUMBER
from vendetta_kit.games.vendetta.engine.event_kinds import EVENTS
from vendetta_kit.games.vendetta.engine.events import CAUSE_RULES
from vendetta_kit.games.vendetta.engine.rule_numbers import BOX_BLOOD, BOX_INFLUENCE
from vendetta_kit.games.vendetta.engine.state import BANK_BLOOD, BANK_INFLUENCE
from vendetta_kit.kernel.events import Account, Entry
from vendetta_kit.rulebook import is_id

Counts = Counter[tuple[str, Account]]
BANK = Account("bank")

# Between which kinds of account each cause moves Blood (B) or Influence (I).
WAYS: dict[str, set[str]] = {
    "start": {"B bank pool", "I bank pool"},
    "feed": {"B bank pool"},
    "fee": {"B pool bank", "B pool position"},
    "play": {"B pool position"},
    "play_by_effect": {"B pool position"},
    "flip": {"B bank position"},
    "drain": {"B bank pool"},
    "gain": {"B bank pool", "I bank pool"},
    "spend": {"B pool bank", "B pool position"},
    "lose": {"B pool bank", "B pool position", "I pool bank"},
    "steal": {"B pool pool"},
    "deploy": {"B bank position"},
    "withdraw": {"B position pool"},
    "take_back": {"B position pool"},
    "discard": {"B position bank"},
    "shift": {"B position position"},
    "swap": {"B position pool", "B pool position"},
    "bid": {"B pool position"},
    "frenzy_paid": {"I bank pool"},
    "frenzy_bare": {"I pool bank", "B bank pool"},
    "reward": {"I bank pool"},
    "give": {"I pool pool"},
    "round_end": {"B position bank"},
    "eliminated": {"B pool bank", "B position bank", "I pool bank"},
    "score_alliance": {"I card score"},
    "score_drained": {"I card score", "I score card"},
    "score_tokens": {"I pool score"},
    "score_diablerie": {"I score pool"},
    "score_relic": {"I card score"},
    "score_ability": {"I card score"},
}
DARK_PACT = "TR04"


def counts_of(game: Game) -> Counts:
    """What the table shows, with the Bank."""
    counts: Counts = Counter({("blood", BANK): game.n[BANK_BLOOD], ("influence", BANK): game.n[BANK_INFLUENCE]})
    for seat in game.view(None).seats:
        counts["blood", Account("pool", seat.seat)] = seat.blood
        counts["influence", Account("pool", seat.seat)] = seat.influence
        for position in seat.positions:
            counts["blood", Account("position", seat.seat, position.at)] = position.blood
    return counts


def shown(counts: Counts) -> dict[tuple[str, Account], int]:
    """Without the accounts that hold nothing; the Bank alone may be below zero (RUL-13)."""
    return {account: count for account, count in counts.items() if count}


def check_entry(entry: Entry, seats: int) -> None:
    """An entry is whole: an amount, two accounts that go with its cause, and rules that exist."""
    assert entry.amount > 0, entry
    assert entry.source != entry.target, entry
    way = f"{'B' if entry.token == 'blood' else 'I'} {entry.source.kind} {entry.target.kind}"
    assert way in WAYS[entry.cause], (way, entry)
    assert entry.rules, entry
    assert set(CAUSE_RULES[entry.cause]) <= set(entry.rules), entry
    assert all(is_id(rule) for rule in entry.rules), entry
    assert len(set(entry.rules)) == len(entry.rules), entry
    assert entry.card is None or entry.card in NUMBER
    assert entry.by is None or 0 <= entry.by < seats
    for account in (entry.source, entry.target):
        assert (account.seat is None) == (account.kind in ("bank", "card")), entry
        assert (account.at is None) == (account.kind != "position"), entry
    if entry.cause in ("fee", "spend", "lose") and entry.target.kind == "position":
        assert "CONTR-01" in entry.rules, entry
        assert entry.cause == "lose" or entry.card == DARK_PACT, entry


def last_blood_may_go(game: Game, entry: Entry) -> bool:
    """Whether this entry may leave a Pool without Blood."""
    if entry.cause in ("fee", "spend"):
        return False
    if entry.cause in ("play", "play_by_effect", "bid"):
        return game.table.rulings["last_blood"] == "allow"
    return True


def test_every_cause_has_its_ways() -> None:
    assert set(WAYS) == set(CAUSE_RULES)


@pytest.mark.rules("COMP-11", "COMP-12", "SET-18", "SET-22", "GLOS-09", "GLOS-10", "GLOS-11", "GLOS-12", "GLOS-13")
@pytest.mark.rules("FEED-02", "REW-15", "RUL-01", "RUL-11", "RUL-13", "FRZ-10")
@each_table
def test_nothing_comes_from_nowhere(table: str) -> None:
    """After every action the sums are those of the box, and the ledger from zero on gives exactly what is shown."""
    for number in range(GAMES):
        start = begin(table, number, "conservation")
        game = start.game
        replayed: Counts = Counter({("blood", BANK): BOX_BLOOD, ("influence", BANK): BOX_INFLUENCE})
        points: Counter[int] = Counter()
        done = 0
        steps = playing(start)
        more = True
        while more:
            entries = game.rec.entries if game.rec is not None else []
            for entry in entries[done:]:
                check_entry(entry, game.seats)
                if entry.cause.startswith("score_"):
                    for account, sign in ((entry.source, -1), (entry.target, 1)):
                        if account.kind == "score" and account.seat is not None:
                            points[account.seat] += sign * entry.amount
                    continue
                replayed[entry.token, entry.source] -= entry.amount
                replayed[entry.token, entry.target] += entry.amount
                left = replayed[entry.token, entry.source]
                assert left >= 0 or entry.source == BANK, entry
                if entry.token == "blood" and entry.source.kind == "pool" and not last_blood_may_go(game, entry):
                    assert left > 0, entry
            done = len(entries)
            counts = counts_of(game)
            assert shown(counts) == shown(replayed), (table, number, done)
            assert sum(count for (token, _), count in counts.items() if token == "blood") == BOX_BLOOD
            assert sum(count for (token, _), count in counts.items() if token == "influence") == BOX_INFLUENCE
            more = next(steps, None) is not None
        for seat, score in enumerate(game.scores):
            assert points[seat] == (score or 0), (table, number, seat)


@pytest.mark.rules("FRZ-01")
@each_table
def test_no_pool_stays_empty(table: str) -> None:
    """A Frenzy is over before anything new begins: whoever is asked a question of the game's frame has Blood."""
    for number in range(GAMES):
        start = begin(table, number, "empty", record=False)
        for _ in playing(start):
            view = start.game.view(None)
            if view.asked in ("keep", "plan", "after_play", "withdraw"):
                assert all(seat.blood > 0 or seat.out for seat in view.seats), (table, number, view.asked)


@each_table
def test_every_event_and_entry_has_its_rules_and_its_number(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "rules")
        game = play_out(start)
        for event in game.events:
            assert event.rules, event
            assert set(EVENTS[event.kind].rules) <= set(event.rules), event
            assert all(is_id(rule) for rule in event.rules), event
            assert len(set(event.rules)) == len(event.rules), event
        both = sorted([event.n for event in game.events] + [entry.n for entry in game.ledger])
        assert both == list(range(len(both)))
