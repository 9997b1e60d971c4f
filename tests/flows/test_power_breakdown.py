"""Power at a Location, worked out: it adds up to what was counted, and before that to what lies open."""

from __future__ import annotations

import pytest

from tests.flows.games import TABLES, stepped
from tests.selection import mostly_long
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.card_tables import BIT, LOCATION_NUMBER
from vendetta_kit.games.vendetta.engine.conflict import total_power
from vendetta_kit.games.vendetta.engine.state import CARDS, LITANY_ON, LOC, UP
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.flows import (
    KnownHistory,
    PositionTable,
    known_history,
    power_of_play,
    powers,
    whole_history,
)

STRIDE = 5


def twin_of(game: Game, loc: int) -> Game:
    """The game as its conflict at a Location would be: a Relic's Power is for the conflict that it was used in."""
    twin = game.copy(record=False)
    if twin.n[LOC] != loc:
        twin.n[LITANY_ON] = 0
    return twin


@pytest.mark.rules("CONF-03", "CONF-10")
@pytest.mark.parametrize("seed", mostly_long(range(30), quick=10))
def test_every_reader_works_out_what_is_counted_and_what_lies_open(seed: int) -> None:
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    counted = lying = 0
    for number in stepped(game, seed):
        if number % STRIDE != seed % STRIDE:
            continue
        for viewer in (None, 0, 1):
            view = game.view(viewer)
            table = PositionTable()
            for row in known_history(view).rows():
                table.follow(row)
            for here in view.locations:
                for row in powers(view, here.at):
                    whole = row.blood_power + sum(part.power for part in row.parts)
                    if row.counted:
                        events = [
                            event
                            for event in view.events
                            if (event.kind, event.at, event.seat, event.moment.round)
                            == ("count", here.at, row.seat, view.round)
                        ]
                        assert row.power == events[-1].data["power"]
                        assert whole == row.power or events[-1].data["below"]
                        counted += 1
                    else:
                        loc = LOCATION_NUMBER[here.at]
                        assert row.power == whole == total_power(twin_of(game, loc), row.seat, loc), (
                            "as it would be counted now"
                        )
                        twin = twin_of(game, loc)
                        for seat in view.seats:
                            for lying_there, card in zip(
                                next(p for p in seat.positions if p.at == here.at).cards,
                                game.z[CARDS + seat.seat * 4 + loc],
                                strict=True,
                            ):
                                if lying_there.card is not None:
                                    twin.n[UP] |= BIT[card]
                        assert row.known == total_power(twin, row.seat, loc), "with all that this reader knows"
                        assert row.hidden == table.hidden(row.seat, here.at)
                        lying += 1
    assert counted
    assert lying


@pytest.mark.rules("CONF-03")
@pytest.mark.parametrize("seed", range(12))
def test_a_play_makes_the_power_that_it_promises(seed: int) -> None:
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    promised = 0
    for _ in stepped(game, seed):
        seat = game.to_act
        if seat is None or game.pending[seat].kind != "plan":
            continue
        view = game.view(seat)
        plays = [action for action in game.legal(seat) if isinstance(action, Play) and not action.flips]
        if not plays:
            continue
        play = plays[(seed * 7 + promised) % len(plays)]
        after = game.fork()
        after.apply(seat, play)
        if any(decision.question for decision in after.pending.values()):
            continue  # what the card has set off asks before its Blood is played (RUL-53)
        paid = view.seats[seat].blood - after.view(seat).seats[seat].blood - play.blood
        if paid < 0:
            continue  # an ability has brought Blood at once
        told = power_of_play(view, play, paid)
        (found,) = [row for row in powers(after.view(seat), play.at) if row.seat == seat]
        assert told.power == found.known
        promised += 1
    assert promised > 5


def test_a_place_that_there_is_not() -> None:
    view = Game.new(seed=7).view(0)
    for at in (9, "heaven"):
        with pytest.raises(KeyError):
            powers(view, at)


# The cards of every Position -------------------------------------------------------------------------------


def followed(told: KnownHistory) -> PositionTable:
    table = PositionTable()
    for row in told.rows():
        table.follow(row)
    return table


def lies(table: PositionTable, view: View) -> None:
    for seat in view.seats:
        for position in seat.positions:
            here = table.here(seat.seat, position.at)
            assert table.blood.get((seat.seat, position.at), 0) == position.blood
            expected = sorted((card.owner, card.face == "up") for card in position.cards)
            assert sorted((card.owner, card.up) for card in here) == expected
            up = sorted(card.card or "" for card in position.cards if card.face == "up")
            assert sorted(card.card or "" for card in here if card.up) == up
            known = {card.card for card in position.cards if card.card is not None}
            assert {card.card for card in here if card.card is not None} <= known, "no more than the view knows"


@pytest.mark.parametrize("seed", mostly_long(range(40), quick=10))
def test_every_reader_follows_the_table_from_event_to_event(seed: int) -> None:
    game = Game.new(seed=seed, **TABLES[seed % len(TABLES)])  # type: ignore[arg-type]
    for number in stepped(game, seed):
        if number % STRIDE == seed % STRIDE:
            for viewer in (None, 0, 1):
                view = game.view(viewer)
                lies(followed(known_history(view)), view)
    whole = followed(whole_history(game))
    assert all(card.card is not None for here in whole.cards.values() for card in here)
