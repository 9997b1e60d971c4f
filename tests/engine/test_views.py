"""What each seat may know: two tables that differ only in something hidden must look the same to everybody else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from tests.engine.helpers import (
    NO,
    YES,
    answer_all,
    asked,
    do,
    events,
    faces,
    hand,
    refused,
    resolve,
    seat_of,
    table,
    to_phase,
)
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose, Drain, EndTurn, Keep, Look, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.card_knowledge import exact, know
from vendetta_kit.games.vendetta.engine.card_tables import BIT, NUMBER
from vendetta_kit.kernel.actions import Action

CLANS = ["brujah", "gangrel", "toreador", "ventrue"]
GANGREL = ["GA01", "GA02", "GA03", "GA04", "GA05", "GA06", "GA07"]


def same(one: Game, two: Game, readers: Iterable[int | None]) -> None:
    """To these readers both games look the same, in every field and in the whole log."""
    for reader in readers:
        assert one.view(reader).to_json() == two.view(reader).to_json(), reader


def other(one: Game, two: Game, *readers: int) -> None:
    """To these they do not."""
    for reader in readers:
        assert one.view(reader).to_json() != two.view(reader).to_json(), reader


def bob(hidden: str, *, deck_top: tuple[str, ...] = (), shown: tuple[str, ...] = ("GA08", "GA09")) -> dict[str, Any]:
    """Bob's hand with one card that nobody knows; the rest in his deck."""
    rest = [card for card in (*deck_top, *GANGREL) if card != hidden]
    return {"hand": [*shown, hidden], "deck": list(dict.fromkeys(rest))}


def shown_to(game: Game, reader: int | None, owner: str, at: int | str) -> list[str | None]:
    """The cards on a Position as this reader sees them."""
    (spot,) = [spot for spot in game.view(reader).seats[seat_of(game, owner)].positions if spot.at == at]
    return [card.card for card in spot.cards]


# The view itself -------------------------------------------------------------------------------------------


def test_a_view_is_plain_data_for_every_reader() -> None:
    game, rng = Game.new(seats=4, seed=2, location_cards=True, relics=True), Random(3)
    while not game.is_over:
        reader = rng.choice([0, 1, 2, 3, None])
        if rng.random() < 0.2:
            row = game.view(reader).to_json()
            assert json.loads(json.dumps(row)) == row
            assert row["me"] == reader
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))


def test_a_view_cannot_be_changed_and_does_not_change_with_the_game() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]})
    view = game.view(0)
    before = view.to_json()
    with pytest.raises(FrozenInstanceError):
        view.round = 3  # type: ignore[misc]
    do(game, "Ann", Play("BR04", 1, blood=2))
    assert view.to_json() == before
    assert game.view(0).to_json() != before


def test_the_decision_is_for_the_one_who_decides() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]})
    assert game.view(0).decision is not None
    assert [game.view(reader).decision for reader in (1, 2, 3, None)] == [None] * 4
    assert game.view(3).pending == (0,)


def test_a_view_without_the_log_has_all_else() -> None:
    game = table(Ann={"hand": ["BR04", "BR05"]})
    row = game.view(0).to_json()
    assert set(row) - set(game.view(0).to_json(log=False)) == {"events", "ledger"}


# What lies open --------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-20", "DIAB-10", "SET-14", "LOC-02")
@pytest.mark.parametrize("reader", [0, 1, 2, 3, None])
def test_tokens_counts_alliances_drained_and_open_cards_are_for_all(reader: int | None) -> None:
    game = table(
        "Bob 1: GA06 (GA03) +2",
        "Bob haven: GA01",
        round=2,
        Bob={
            "blood": 4,
            "influence": 5,
            "alliance": ["AL09", "VI02"],
            "drained": ["AL10"],
            "diablerie": {"up": 1, "down": 1},
            "hand": ["GA08"],
            "deck": ["GA02", "GA04"],
        },
    )
    view = game.view(reader)
    him = view.seats[1]
    assert (him.blood, him.influence, him.tokens_up, him.tokens_down) == (4, 5, 1, 1)
    assert (him.alliance, him.drained) == (("AL09", "VI02"), ("AL10",))
    assert (him.hand_size, him.deck_size) == (1, 2)
    assert him.score == 5 + 4 + 1 + 3 - 2
    first, _, last = him.positions
    assert (first.blood, [card.face for card in first.cards]) == (2, ["up", "down"])
    assert [card.card for card in (*first.cards[:1], *last.cards)] == ["GA06", "GA01"]
    assert [place.ally for place in view.locations] == ["AL16", "AL17", "AL18"]
    assert view.victims_left == 35 - 4


@pytest.mark.rules("RUL-20")
def test_everybody_reads_the_same_ledger() -> None:
    game, rng = Game.new(seats=4, seed=5, clans=CLANS), Random(1)
    while not game.is_over:
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))
    assert len({game.view(reader).ledger for reader in (0, 1, 2, 3, None)}) == 1
    assert game.view(None).ledger == game.ledger


# Set-up, Location Setup, Hand Building ---------------------------------------------------------------------


@pytest.mark.rules("SET-15", "LOC-02")
def test_coming_allies_are_hidden_until_they_lie_there() -> None:
    one, two = (
        table("Ann haven: BR08", "Bob haven: GA08", at="haven", step="withdraw", next_random={"ally": coming})
        for coming in (["AL01", "AL02", "AL03"], ["AL01", "AL02", "AL04"])
    )
    same(one, two, (0, 1, 2, 3, None))
    for game in (one, two):
        to_phase(game, "hand_building")
    other(one, two, 0, 1, 2, 3)


@pytest.mark.rules("SET-16", "SET-17", "KIT-17")
def test_decks_are_hidden_and_first_hands_are_known() -> None:
    one, two = (
        table(start={"phase": "hand_building"}, Bob={"hand": ["GA08", "GA09"], "deck": deck})
        for deck in (GANGREL, GANGREL[::-1])
    )
    same(one, two, (0, 2, 3, None))
    other(one, two, 1)
    assert one.view(0).seats[1].known_hand == ("GA08", "GA09")
    assert one.view(1).looking_at == ("GA01", "GA02")
    assert one.view(0).seats[1].deck_size == 7


@pytest.mark.rules("SET-17")
def test_not_even_the_own_deck_beyond_what_is_looked_at() -> None:
    one, two = (
        table(start={"phase": "hand_building"}, Bob={"hand": ["GA08", "GA09"], "deck": ["GA01", "GA02", *rest]})
        for rest in (GANGREL[2:], GANGREL[:1:-1])
    )
    same(one, two, (0, 1, 2, 3, None))


@pytest.mark.rules("HAND-04", "RUL-20")
def test_neither_kept_nor_returned_card_is_seen() -> None:
    games = []
    for kept in ("GA01", "GA02"):
        game = table(start={"phase": "hand_building"}, Bob={"hand": ["GA08", "GA09"], "deck": GANGREL})
        do(game, "Bob", Keep((kept,)))
        games.append(game)
    same(*games, (0, 2, 3, None))  # while sealed
    for game in games:
        to_phase(game, "planning")
    same(*games, (0, 2, 3, None))  # and afterwards
    other(*games, 1)
    assert games[0].view(1).seats[1].deck_bottom == ("GA02",)
    assert games[0].view(0).seats[1].known_hand == ("GA08", "GA09")


@pytest.mark.rules("HAND-04", "RUL-20")
def test_robertas_exchange_leaves_only_a_maybe() -> None:
    games = []
    for kept in (Keep(("GA01", "GA02"), give="GA08"), Keep(("GA01", "GA02"), give="GA09"), Keep(("GA01",))):
        game = table(
            start={"phase": "hand_building"}, Bob={"hand": ["GA08", "GA09"], "deck": GANGREL, "alliance": ["AL27"]}
        )
        do(game, "Bob", kept)
        games.append(to_phase(game, "planning"))
    for game in games[1:]:  # a hidden card went under the deck each time
        same(games[0], game, (0, 2, 3, None))
    other(games[0], games[2], 1)
    him = games[2].view(0).seats[1]
    assert (him.known_hand, him.among, him.maybe) == ((), (), ("GA08", "GA09"))
    (kept_event,) = events(games[2], "kept", "Bob")
    assert dict(kept_event.seen_by(0).data) == {"count": 1, "exchange": True}
    assert "CARD-03" in kept_event.rules


@pytest.mark.rules("HAND-04")
@pytest.mark.parametrize("deck", [[], ["GA01"]])
def test_with_nothing_to_choose_roberta_hides_nothing(deck: list[str]) -> None:
    game = table(start={"phase": "hand_building"}, Bob={"hand": ["GA08", "GA09"], "deck": deck, "alliance": ["AL27"]})
    assert to_phase(game, "planning").view(0).seats[1].maybe == ()


# Planning --------------------------------------------------------------------------------------------------


@pytest.mark.rules("PLAN-25", "RUL-20")
@pytest.mark.parametrize("face_down", ["GA03", "GA08"])
def test_which_card_lies_face_down_is_not_seen(face_down: str) -> None:
    games = []
    for card in ("GA09", face_down):
        game = table(ambition="Bob", Bob=bob("GA03"))
        do(game, "Bob", Play(card, 1, "down", blood=2))
        games.append(game)
    same(*games, (0, 2, 3, None))
    other(*games, 1)
    him = games[0].view(0).seats[1]
    assert [(card.card, card.face) for card in him.positions[0].cards] == [(None, "down")]
    assert (him.positions[0].blood, him.hand_size, him.blood) == (2, 2, 3)
    assert events(games[0], "play")[0].seen_by(0).data.get("card") is None
    assert events(games[0], "play")[0].seen_by(1).data["card"] == "GA09"


@pytest.mark.rules("PLAN-25", "RUL-20")
def test_a_card_that_goes_down_unseen_makes_the_known_hand_uncertain() -> None:
    game = table(ambition="Bob", Bob=bob("GA03"))
    assert game.view(0).seats[1].known_hand == ("GA08", "GA09")
    do(game, "Bob", Play("GA03", 1, "down"))
    him = game.view(0).seats[1]
    assert (him.known_hand, him.among, him.maybe) == ((), ("GA08", "GA09"), ())
    do(game, "Bob", EndTurn())
    answer_all(game, lambda g: asked(g) == ("Bob", "plan"))
    do(game, "Bob", Play("GA08", 2))
    assert game.view(0).seats[1].among == ("GA09",)


@pytest.mark.rules("RUL-20", "REV-01")
def test_what_is_revealed_makes_the_rest_certain_again() -> None:
    game = table(
        "Ann 1: BR08", "Bob 1: (GA03)", "Bob 2: (GA08)", step="withdraw", Bob={"hand": ["GA09"], "deck": GANGREL[3:]}
    )
    assert game.view(0).seats[1].among == ("GA08", "GA09")
    answer_all(game, lambda g: g.phase == "hand_building")
    him = game.view(0).seats[1]
    assert set(him.known_hand) == {"GA03", "GA08", "GA09"} == hand(game, "Bob")


@pytest.mark.rules("RUL-20", "EOR-03")
def test_a_card_never_shown_comes_back_unknown() -> None:
    # One Step Ahead keeps Bob's card face down to the end of the round
    games = []
    for hidden, kept in (("GA03", "GA04"), ("GA04", "GA03")):
        game = table(
            "Ann 1: NO06",
            f"Bob 1: (GA01) ({hidden})",
            step="revelation",
            Bob={"hand": ["GA09", kept], "deck": ["GA02"]},
        )
        do(game, "Bob", YES)
        do(game, "Bob", NO)
        games.append(game)
    same(*games, (0, 2, 3, None))
    other(*games, 1)
    for game in games:
        answer_all(game, lambda g: g.phase == "hand_building")
    same(*games, (0, 2, 3, None))
    assert "GA01" in games[0].view(0).seats[1].known_hand
    assert "GA03" not in json.dumps(games[0].view(0).to_json())


@pytest.mark.rules("RES-04")
def test_cards_at_later_locations_stay_hidden() -> None:
    one, two = (
        table(
            "Ann 1: BR08",
            "Bob 1: (GA06)",
            f"Bob 2: ({hidden})",
            "Ann 2: +1",
            step="withdraw",
            Bob={"hand": [kept], "deck": []},
        )
        for hidden, kept in (("GA03", "GA01"), ("GA01", "GA03"))
    )
    while one.view(None).at == 1:
        same(one, two, (0, 2, 3, None))
        for game in (one, two):
            do(game, game.names[game.to_act or 0], Stay())
    same(one, two, (0, 2, 3, None))
    assert faces(one, "Bob", 1) == {"GA06": "up"}
    assert shown_to(one, 0, "Bob", 2) == [None]
    for game in (one, two):
        do(game, "Ann", Stay())
        do(game, "Bob", Stay())
    other(one, two, 0, 2, 3)


# Looking ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-22", "RUL-20")
def test_what_ambrus_shows_only_his_player_sees() -> None:
    games = []
    for hidden, kept in (("GA01", "GA02"), ("GA02", "GA01")):
        game = table(
            f"Bob 1: ({hidden})", Ann={"hand": ["BR04", "BR05"], "alliance": ["AL13"]}, Bob={"hand": [kept], "deck": []}
        )
        do(game, "Ann", Look(1, 1, 0))
        games.append(game)
    same(*games, (2, 3, None))
    other(*games, 0)
    assert shown_to(games[0], 0, "Bob", 1) == ["GA01"]
    assert shown_to(games[0], 2, "Bob", 1) == [None]
    (event,) = events(games[0], "look")
    assert event.seen_by(0).data["card"] == "GA01"
    assert "card" not in event.seen_by(2).data
    assert dict(event.seen_by(None).secret) == {}


@pytest.mark.rules("RUL-20")
def test_what_ambrus_saw_stays_known_when_the_card_comes_back() -> None:
    game = table(
        "Bob haven: (GA01)", Ann={"hand": ["BR04"], "alliance": ["AL13"]}, Bob={"hand": ["GA02"], "deck": ["GA03"]}
    )
    do(game, "Ann", Look(1, "haven", 0))
    answer_all(game, lambda g: g.view(None).at == "haven" and 1 in g.pending)
    do(game, "Bob", Withdraw())  # back to the hand, unseen by the others
    answer_all(game, lambda g: g.phase == "hand_building")
    assert "GA01" in game.view(0).seats[1].known_hand
    assert "GA01" not in game.view(2).seats[1].known_hand


@pytest.mark.rules("KIT-11", "PLAN-25", "RUL-20")
def test_eyes_in_the_dark_see_what_is_played_there() -> None:
    games = []
    for card in ("GA03", "GA09"):
        game = table("Cy 1: NO03", ambition="Bob", Bob=bob("GA03"))
        do(game, "Bob", Play(card, 1, "down"))
        games.append(game)
    same(*games, (0, 3, None))
    other(*games, 1, 2)
    assert shown_to(games[0], 2, "Bob", 1) == ["GA03"]
    assert shown_to(games[0], 0, "Bob", 1) == [None]
    assert events(games[0], "play")[0].seen_by(2).data["card"] == "GA03"
    him = games[0].view(2).seats[1]
    assert (him.known_hand, him.among) == (("GA08", "GA09"), ())  # she saw which card went
    assert games[0].view(0).seats[1].among == ("GA08", "GA09")


@pytest.mark.rules("RUL-20")
def test_whoever_watches_stays_sure_of_what_she_alone_has_seen_in_that_hand() -> None:
    game = table("Cy 1: NO03", ambition="Bob", Bob={"hand": ["GA03", "GA05"]})
    for reader in (0, 2):
        know(game, BIT[NUMBER["GA05"]], reader)
    do(game, "Bob", Play("GA03", 1, "down"))
    assert exact(game.n, 2) & BIT[NUMBER["GA05"]]
    assert "GA05" in game.view(2).seats[1].known_hand
    assert not exact(game.n, 0) & BIT[NUMBER["GA05"]], "it may be the card that has just gone down"
    assert "GA05" in game.view(0).seats[1].among


@pytest.mark.rules("RUL-20")
def test_eyes_in_the_dark_see_nothing_elsewhere() -> None:
    games = []
    for card in ("GA03", "GA09"):
        game = table("Cy 1: NO03", ambition="Bob", Bob=bob("GA03"))
        do(game, "Bob", Play(card, 2, "down"))
        games.append(game)
    same(*games, (0, 2, 3, None))


# Resolution ------------------------------------------------------------------------------------------------


@pytest.mark.rules("WDR-02", "WDR-03")
def test_tokens_are_sealed_until_all_are_in() -> None:
    start = table("Ann 1: BR08", "Bob 1: GA08", "Cy 1: +1", step="withdraw")
    one, two = start.copy(), start.copy()
    for name in ("Ann", "Bob"):
        assert do(one, name, Stay()) == do(two, name, Withdraw()) == ()
        same(one, two, (2, 3, None))
    same(one, two, (0, 1))  # what they chose is in their own heads
    assert one.view(2).pending == (2,)
    for game in (one, two):
        do(game, "Cy", Stay())
    other(one, two, 0, 1, 2, 3)
    (shown,) = events(two, "tokens")
    assert (shown.get("leaving"), shown.get("staying")) == ((0, 1), (2,))


@pytest.mark.rules("RUL-20", "WDR-06")
def test_a_withdrawal_to_the_haven_shows_the_cards() -> None:
    game = table("Ann 1: BR08", "Bob 1: (GA03)", step="withdraw", Bob={"hand": ["GA09"], "deck": []})
    assert shown_to(game, 0, "Bob", 1) == [None]
    do(game, "Ann", Stay())
    do(game, "Bob", Withdraw())
    assert shown_to(game, 0, "Bob", "haven") == ["GA03"]
    assert events(game, "withdraw", "Bob")[0].seen_by(3).data["cards"] == ("GA03",)


@pytest.mark.rules("RUL-20", "WDR-08")
def test_a_withdrawal_from_the_haven_does_not() -> None:
    games = []
    for hidden, kept in (("GA03", "GA01"), ("GA01", "GA03")):
        game = table(
            "Ann haven: BR08",
            f"Bob haven: GA06 ({hidden})",
            at="haven",
            step="withdraw",
            Bob={"hand": [kept], "deck": ["GA02"]},
        )
        do(game, "Ann", Stay())
        do(game, "Bob", Withdraw())
        games.append(game)
    same(*games, (0, 2, 3, None))
    assert "GA06" in games[0].view(0).seats[1].known_hand


@pytest.mark.rules("RUL-20", "KIT-20")
def test_nor_does_the_cloak_of_shadows() -> None:
    games = []
    for hidden, kept in (("NO08", "NO09"), ("NO09", "NO08")):
        game = table(
            "Ann 1: BR08", f"Bob 1: ({hidden})", "Bob 2: NO02", step="withdraw", Bob={"hand": [kept], "deck": []}
        )
        do(game, "Ann", Stay())
        do(game, "Bob", Withdraw())
        do(game, "Bob", YES)
        games.append(game)
    same(*games, (0, 2, 3, None))
    assert shown_to(games[0], 0, "Bob", 2) == ["NO02", None]


@pytest.mark.rules("RUL-20", "KIT-13")
def test_a_hidden_card_that_chaos_takes_back_stays_hidden() -> None:
    games = []
    for hidden, kept in (("MA04", "MA03"), ("MA03", "MA04")):
        game = table("Ann 1: BR08", f"Bob 1: MA05 ({hidden})", step="preparation", Bob={"hand": [kept], "deck": []})
        do(game, "Bob", Choose(hidden))
        games.append(game)
    same(*games, (0, 2, 3, None))
    other(*games, 1)
    (event,) = events(games[0], "returned")
    assert event.seen_by(0).data.get("card") is None
    assert event.seen_by(1).data["card"] == "MA04"


@pytest.mark.rules("RUL-20")
def test_an_open_card_that_comes_back_is_known_in_the_hand() -> None:
    game = table("Ann 1: BR08", "Bob 1: MA05 MA04", step="preparation", Bob={"hand": [], "deck": ["MA03"]})
    do(game, "Bob", Choose("MA04"))
    assert game.view(0).seats[1].known_hand == ("MA04",)


@pytest.mark.rules("RUL-20")
def test_a_card_turned_face_down_has_been_seen() -> None:
    game = table("Ann 1: BR08", "Bob 1: MA07 MA04", step="preparation")
    do(game, "Bob", Choose("MA04"))
    for reader in (0, 2, None):
        (_, turned) = game.view(reader).seats[1].positions[0].cards
        assert (turned.card, turned.face) == ("MA04", "down")


@pytest.mark.rules("RUL-20")
def test_whether_to_turn_a_card_up_is_asked_of_its_player_alone() -> None:
    one, two = (
        table("Ann 1: NO06", f"Bob 1: ({hidden})", step="revelation", Bob={"hand": [kept], "deck": []})
        for hidden, kept in (("GA03", "GA01"), ("GA01", "GA03"))
    )
    assert asked(one) == ("Bob", "turn_up")
    same(one, two, (0, 2, 3, None))
    other(one, two, 1)
    for game in (one, two):
        do(game, "Bob", NO)
    same(one, two, (0, 2, 3, None))
    (event,) = events(one, "held")
    assert event.seen_by(0).data.get("card") is None
    assert event.seen_by(1).data["card"] == "GA03"


@pytest.mark.rules("RUL-20", "RUL-41")
def test_the_card_that_khadija_draws_is_seen_by_its_player_alone() -> None:
    games = [
        resolve(table("Bob 1: GA08", step="conflict", locations=["AL03", None, None], Bob={"hand": [], "deck": deck}))
        for deck in (["GA01", "GA02"], ["GA02", "GA01"])
    ]
    same(*games, (0, 2, 3, None))
    other(*games, 1)
    assert games[0].view(0).seats[1].hand_size == 1


@pytest.mark.rules("RUL-20", "EOR-03")
def test_the_card_that_malkavs_bane_puts_back_is_seen_by_its_player_alone() -> None:
    games = []
    for given in ("MA08", "MA09"):
        game = table(
            "Bob 1: (MA06)", step="revelation", Bob={"hand": ["MA08", "MA09"], "deck": ["MA04", "MA03", "MA07"]}
        )
        answer_all(game, lambda g: asked(g) == ("Bob", "into_deck"))
        do(game, "Bob", Choose(given))
        games.append(game)
    for game in games:
        him = game.view(0).seats[1]
        assert him.known_hand == ()
        assert set(him.maybe) == {"MA04", "MA06", "MA08", "MA09"}
        (event,) = events(game, "shuffled_in")
        assert event.seen_by(0).data.get("card") is None
        assert event.seen_by(1).data["card"] in ("MA08", "MA09")
    assert [e.seen_by(0) for e in games[0].events] == [e.seen_by(0) for e in games[1].events]


@pytest.mark.rules("RUL-20")
def test_a_maybe_is_certain_again_once_it_is_shown() -> None:
    game = table("Bob 1: (MA06)", step="revelation", Bob={"hand": ["MA08", "MA09"], "deck": ["MA04", "MA03", "MA07"]})
    answer_all(game, lambda g: asked(g) == ("Bob", "into_deck"))
    do(game, "Bob", Choose("MA08"))
    answer_all(game, lambda g: asked(g) == ("Bob", "plan"))
    do(game, "Bob", Play("MA09", 1))
    assert set(game.view(0).seats[1].maybe) == {"MA04", "MA06", "MA08"}


# Secrets of an event ---------------------------------------------------------------------------------------


WITH_SECRETS = frozenset(
    ("looked", "kept", "play", "look", "draw", "held", "returned", "shuffled_in", "withdraw", "withdraw_haven")
)
"""Events that may hide something; each has a test of its own here. Another one needs another test."""


@pytest.mark.rules("RUL-20")
@pytest.mark.parametrize("seed", range(8))
def test_an_event_with_a_secret_is_whole_only_for_those_who_know(seed: int) -> None:
    game = Game.new(seats=4, seed=seed, clans=["malkavian", "nosferatu", "toreador", "tremere"])
    rng = Random(seed)
    while not game.is_over:
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))
    kinds = set()
    for event in game.events:
        if event.secret:
            kinds.add(event.kind)
            assert event.knows
            for reader in (0, 1, 2, 3, None):
                told = event.seen_by(reader)
                knows = reader is not None and event.knows >> reader & 1
                assert not told.secret
                assert dict(told.data) == ({**event.data, **event.secret} if knows else dict(event.data))
    assert {"looked", "kept", "play"} <= kinds <= WITH_SECRETS
    assert game.view(1).events == tuple(event.seen_by(1) for event in game.events)


@pytest.mark.rules("RUL-20")
@pytest.mark.parametrize("reader", [0, 1, 2, 3])
def test_the_spectator_knows_no_more_than_any_seat(reader: int) -> None:
    game, rng = Game.new(seats=4, seed=6, clans=["malkavian", "nosferatu", "toreador", "tremere"]), Random(2)
    while not game.is_over:
        mine, open_to_all = game.view(reader), game.view(None)
        for player in open_to_all.seats:
            assert player.hand is None
            same_player = mine.seats[player.seat]
            if player.seat != reader:
                assert set(player.known_hand) <= set(same_player.known_hand)
            for spot, my_spot in zip(player.positions, same_player.positions, strict=True):
                for card, my_card in zip(spot.cards, my_spot.cards, strict=True):
                    assert card.card in (None, my_card.card)
        who = rng.choice(sorted(game.pending))
        game.apply(who, game.legal(who).sample(rng))


# What a refusal may say ------------------------------------------------------------------------------------


@pytest.mark.rules("RUL-20", "PLAN-25")
@pytest.mark.parametrize(
    "action",
    [
        Play("GA03", 1),
        Play("GA01", 1),
        Look(1, 1, 0),
        Look(1, 1, 1),
        Stay(),
        Choose("GA03"),
        Keep(("GA03",)),
        Drain("VI32"),
        Bid(1),
    ],
    ids=repr,
)
def test_a_refusal_tells_nothing_hidden(action: Action) -> None:
    one, two = (
        table(f"Bob 1: ({hidden})", Ann={"hand": ["BR04"]}, Bob={"hand": [kept], "deck": []})
        for hidden, kept in (("GA03", "GA01"), ("GA01", "GA03"))
    )
    for name in ("Ann", "Cy"):
        assert str(refused(one, name, action)) == str(refused(two, name, action))
