"""Every card is in exactly one place, after every action of every game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.properties.games import ANY_TABLE, GAMES, begin, each_table, playing
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.card_tables import (
    ALL_ALLIES,
    ALL_RELICS,
    ALL_VICTIMS,
    BIT,
    CLAN_CARDS,
    HAVEN,
    LIBRARY,
    LOCATIONS,
    STARTING,
)
from vendetta_kit.games.vendetta.engine.views import SeatView, View


def set_up(game: Game) -> bool:
    """Whether clans and Relics are chosen and the cards are dealt."""
    return game.phase != "set_up"


def clan_cards(game: Game) -> Counter[int]:
    """How often each Clan card lies anywhere."""
    zones = (
        *range(s.HAND, s.HAND + s.MAX_SEATS),
        *range(s.DECK, s.DECK + s.MAX_SEATS),
        *range(s.CARDS, s.CARDS + s.MAX_SEATS * 4),
    )
    return Counter(card for zone in zones for card in game.z[zone])


def people(game: Game) -> Counter[int]:
    """How often each Ally and Victim lies anywhere."""
    zones = [s.ALLIES, s.VICTIMS, s.REMOVED]
    zones += [first + seat for first in (s.ALLIANCE, s.DRAINED) for seat in range(s.MAX_SEATS)]
    found = Counter(card for zone in zones for card in game.z[zone])
    found.update(card for card in game.n[s.ALLY_AT : s.ALLY_AT + 4] if card >= 0)
    return found


def check_clan_cards(game: Game) -> None:
    n = game.n
    expected: Counter[int] = Counter()
    for seat in range(game.seats):
        if set_up(game) and not n[s.OUT] >> seat & 1:
            expected.update((*STARTING[n[s.CLAN + seat]], *LIBRARY[n[s.CLAN + seat]]))
    assert clan_cards(game) == expected
    deployed = {card for zone in range(s.CARDS, s.CARDS + s.MAX_SEATS * 4) for card in game.z[zone]}
    for card in range(CLAN_CARDS):
        assert not n[s.UP] & BIT[card] or card in deployed, "only what lies on a Position lies face up"
        if n[s.STEP] == s.REVELATION_STEP:
            assert not n[s.HELD] & BIT[card] or not n[s.UP] & BIT[card]
    for seat in range(s.MAX_SEATS):
        for zone in (s.HAND + seat, s.DECK + seat):
            assert all(card // 9 == n[s.CLAN + seat] for card in game.z[zone]), "a hand and a deck are of one clan"
        for loc in range(4):
            if game.z[s.CARDS + seat * 4 + loc]:
                assert seat < game.seats
                assert loc in LOCATIONS[game.seats]
                assert not n[s.OUT] >> seat & 1


def check_seat(seat: SeatView, view: View) -> None:
    """The sizes that everybody sees go with the nine cards of a clan."""
    if view.phase != "set_up" and not seat.out:
        positions = [position for other in view.seats for position in other.positions]
        own = sum(card.owner == seat.seat for position in positions for card in position.cards)
        assert seat.hand_size + seat.deck_size + own == 9
    if seat.out:
        assert (seat.hand_size, seat.deck_size, seat.alliance, seat.drained, seat.relic) == (0, 0, (), (), None)
        assert all(not position.cards and not position.blood for position in seat.positions)
        assert (seat.blood, seat.influence, seat.score) == (0, 0, None)
    else:
        assert seat.tokens_up + seat.tokens_down < 3, "a third token is the end"


@pytest.mark.rules("COMP-02", "COMP-04", "COMP-05", "COMP-09", "SET-11", "SET-13", "SET-16", "SET-17", "GLOS-01")
@pytest.mark.rules("DIAB-03", "RUL-14", "VREL-04", "DRAIN-03")
@each_table
def test_every_card_is_in_one_place(table: str) -> None:
    box = Counter((*ALL_ALLIES, *ALL_VICTIMS))
    for number in range(GAMES):
        start = begin(table, number, "cards", record=False)
        game = start.game
        steps = playing(start)
        more = True
        while more:
            check_clan_cards(game)
            assert people(game) == box
            view = game.view(None)
            for seat in view.seats:
                check_seat(seat, view)
            assert not view.seats[view.ambition].out, "the Ambition token is held by somebody in the game"
            relics = [card for card in game.n[s.RELIC : s.RELIC + game.seats] if card >= 0]
            assert len(set(relics)) == len(relics)
            assert set(relics) <= set(ALL_RELICS)
            more = next(steps, None) is not None


@pytest.mark.rules("SET-02", "SET-05", "SET-06", "SET-07", "SET-08", "SET-09", "SET-10", "SET-19", "SET-20")
@pytest.mark.rules("SET-22", "FEED-05", "LOC-01", "LOC-02", "LOC-03", "LOC-04", "VLOC-01", "VLOC-02", "VLOC-03")
@pytest.mark.rules("VREL-01", "VREL-02", "VREL-03", "V3P-05", "VTAG-02", "VTAG-04")
@each_table
def test_the_table_is_set_by_the_rules(table: str) -> None:
    """Offers, Pools, decks and Locations in every game, whatever is chosen."""
    for number in range(GAMES):
        start = begin(table, number, "setup", record=False)
        game, rng = start.game, start.rng
        seats = game.seats
        places = (1, 2, "haven") if seats < 5 else (1, 2, 3, "haven")
        first = game.view(None).ambition
        clockwise = [(first + k) % seats for k in range(seats)]
        assert len(game.view(None).offer) == seats + 1
        for seat in clockwise:
            assert game.to_act == seat
            assert game.view(seat).asked == "pick_clan"
            game.apply(seat, game.legal(seat).sample(rng))
        assert len({seat.clan for seat in game.view(None).seats}) == seats
        if game.table.relics:
            assert len(game.view(None).offer) == seats + 1
            for seat in reversed(clockwise):
                assert game.to_act == seat
                assert game.view(seat).asked == "pick_relic"
                game.apply(seat, game.legal(seat).sample(rng))
        while game.view(None).asked == "choose":  # a Relic that is used in the Feed
            seat = game.to_act
            assert seat is not None
            game.apply(seat, game.legal(seat)[-1])  # no
        view = game.view(None)
        assert (view.round, view.phase, view.asked) == (1, "hand_building", "keep")
        assert view.order == tuple(clockwise)
        assert tuple(place.at for place in view.locations) == places
        for place in view.locations:
            assert place.ally is not None
            expected = place.at != "haven" and "location_cards" in ANY_TABLE[table]
            assert (place.location_card is not None) == expected
        assert view.allies_left == 30 - len(places)
        assert view.victims_left == 35 - seats
        assert game.n[s.ALLY_AT + HAVEN] >= 0
        for mine in view.seats:
            assert (mine.blood, mine.influence) == (7, 3)
            assert (mine.hand_size, mine.deck_size, len(mine.alliance)) == (2, 7, 1)
            assert mine.alliance[0].startswith("VI")
            assert mine.mate == ((mine.seat + seats // 2) % seats if game.table.teams else None)
            assert (mine.relic is not None) == game.table.relics
            own = {card[:2] for card in game.view(mine.seat).seats[mine.seat].hand or ()}
            assert mine.clan is not None
            assert own == {mine.clan[:2].upper()}


@pytest.mark.rules("HAND-01", "HAND-02", "HAND-03", "HAND-05", "HAND-06", "HAND-09")
@pytest.mark.rules("V3P-01", "V3P-02")
@each_table
def test_the_first_hand(table: str) -> None:
    """Hunt, Ready and one more of the own clan in round 1; with three players two more."""
    for number in range(GAMES):
        start = begin(table, number, "hand", record=False)
        game = start.game
        for _ in playing(start):
            if game.phase == "planning":
                break
        usual = 2 if game.seats == 3 else 1
        for seat in range(game.seats):
            mine = game.view(seat).seats[seat]
            more = 1 if mine.relic == "RE04" and mine.relic_used else 0
            assert mine.hand_size == 2 + usual + more
            assert mine.deck_size == 9 - mine.hand_size
            assert mine.hand is not None
            assert len({card[:2] for card in mine.hand}) == 1
            assert {"08", "09"} <= {card[2:] for card in mine.hand}
            assert mine.deck_bottom is not None
            assert len(mine.deck_bottom) == 1 - more
