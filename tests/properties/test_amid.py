"""In the middle of an action: the game stands where an event has just come about, and all know what they knew then."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.properties.games import GAMES, TABLES, begin, play_out
from tests.properties.watcher import clan_cards_in
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.engine.state_fingerprint import fingerprint
from vendetta_kit.kernel.agenda import run


def named_beside_events(game: Game, seat: int) -> set[int]:
    """Clan cards of others that a seat's view names, though nothing that it was told has named them."""
    view = game.view(seat)
    row = {**view.to_json(), "events": [], "ledger": []}
    told = set(clan_cards_in([event.data for event in view.events]))
    told |= {card for event in view.events for card in clan_cards_in(event.secret)}
    told |= {card for entry in view.ledger for card in clan_cards_in([entry.card])}
    own = game.n[CLAN + seat]
    return {card for card in clan_cards_in(row) if card // 9 != own} - told


@pytest.mark.rules("RUL-20", "RES-01")
@pytest.mark.parametrize("table", [table for table in TABLES if table.endswith(("-base", "-all"))])
def test_amid_an_action_the_game_is_what_it_was_and_no_view_tells_more(table: str) -> None:
    stood = 0
    for number in range(GAMES):
        start = begin(table, number, "amid")
        game = play_out(start)
        events = game.events
        wanted = [event.n for event in events if event.kind in ("tokens", "revealed", "count", "resolved")]
        for n in start.rng.sample(wanted, min(6, len(wanted))):
            then, k = game.amid(n), game.after_actions(n)
            whole = game.fork(k)
            told = then.events
            assert told == events[: len(told)]
            assert then.ledger == game.ledger[: len(then.ledger)]
            assert any(event.n == n for event in told)
            assert then.actions == game.actions[:k]
            for seat in range(game.seats):
                assert not named_beside_events(then, seat), f"{table} {number}, event {n}, seat {seat}"
                assert then.view(seat).events == whole.view(seat).events[: len(told)]
            stood += len(told) < len(whole.events)
            run(then)
            assert fingerprint(then) == fingerprint(whole), "played on from there, the same comes of it"
    assert stood


@pytest.mark.rules("RES-01")
def test_a_location_that_is_resolved_lies_as_it_was_before_the_next_one_begins() -> None:
    game = play_out(begin("4-base", 0, "resolved"))
    ends = [event for event in game.events if event.kind == "resolved"]
    for end, following in pairwise(ends):
        view = game.amid(end.n).view(None)
        assert (view.at, view.decision) == (end.at, None)
        assert all(event.n < following.n for event in view.events)
        at = next(place for place in view.locations if place.at == end.at)
        assert at.ally is None
        stayed = next(event for event in reversed(view.events) if event.kind in ("tokens", "location"))
        if stayed.kind == "tokens" and not any(event.kind == "returned" for event in view.events):
            lying = {seat.seat for seat in view.seats for here in seat.positions if here.at == end.at and here.cards}
            assert lying <= set(stayed.data["staying"]), "who has left is not there any more"


def test_before_the_first_action_and_without_a_record() -> None:
    game = begin("3-base", 0, "first").game
    assert fingerprint(game.amid(0)) == fingerprint(game.fork(0))
    with pytest.raises(ValueError, match="recorded"):
        game.copy(record=False).amid(0)
