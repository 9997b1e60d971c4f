"""Legal actions as a sequence: every way of looking at it shows the same things."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.properties.games import GAMES, all_tables, begin, each_table, playing, waiting
from vendetta_kit.games.vendetta.engine.actions import ACTIONS, Drain, Look, Play, UseRelic
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.options import Options

KINDS_OF = {
    "pick_clan": {"PickClan"},
    "pick_relic": {"PickRelic"},
    "keep": {"Keep"},
    "plan": {"Play", "Drain", "Look", "UseRelic"},
    "after_play": {"Drain", "Look", "UseRelic", "EndTurn"},
    "withdraw": {"Stay", "Withdraw", "Look"},
    "bid": {"Bid"},
    "choose": {"Choose"},
}


class EveryNumber(Random):
    """Random numbers that go through all of [0, 1) evenly, so that a sample goes through all options."""

    def __init__(self, steps: int) -> None:
        super().__init__(0)
        self.steps, self.at = steps, -1

    def random(self) -> float:
        self.at = (self.at + 1) % self.steps
        return (self.at + 0.5) / self.steps


def check(options: Options) -> None:
    whole = list(options)
    size = len(options)
    assert len(whole) == size
    assert bool(options) == bool(whole)
    assert [options[i] for i in range(size)] == whole
    assert [options[i - size] for i in range(size)] == whole
    assert options[:] == whole
    assert options[1::2] == whole[1::2]
    assert options[-3:] == whole[-3:]
    assert options[::-1] == whole[::-1] == list(reversed(options))
    assert all(action in options for action in whole)
    assert all(options.allows(options.code_at(i)) for i in range(size))
    assert [options.code_at(i) for i in range(size)] == [action.code for action in whole]
    assert len({action.code for action in whole}) == size, "an action stands there twice"
    assert len(set(whole)) == size
    assert len({repr(action) for action in whole}) == size
    for wrong in (size, -size - 1, 10**9):
        with pytest.raises(IndexError):
            options[wrong]
    for stranger in (None, 0, "Stay()", whole[:1], object()):
        assert stranger not in options
    assert repr(options).startswith(f"<{size} legal actions" + (": " if size else ">"))
    if size:
        assert (options.index(whole[-1]), options.count(whole[0])) == (size - 1, 1)
        evenly = EveryNumber(size)
        assert [options.sample(evenly) for _ in range(size)] == whole, "each option is as likely as the others"


@each_table
def test_all_ways_of_looking_agree(table: str) -> None:
    for number in range(GAMES):
        start = begin(table, number, "options", record=False)
        game = start.game
        for done, _ in enumerate(playing(start)):
            for seat in waiting(game):
                options = game.legal(seat)
                if done % 5 == 0 or len(options) < 40:
                    check(options)
                decision = game.pending[seat]
                assert list(decision.legal[:5]) == list(options[:5])
                assert decision.rules
                assert {type(action).__name__ for action in options} <= KINDS_OF[decision.kind]
                again = game.copy().legal(seat)
                assert len(again) == len(options)
                assert again[-20:] == options[-20:]
            for seat in set(range(game.seats)) - set(waiting(game)):
                assert list(game.legal(seat)) == []
                check(game.legal(seat))


def turn_by_the_rules(view: View) -> set[Action] | None:
    """What a seat may do in its Planning turn before the play, worked out from its view and the rules alone.

    ``None`` where somebody's Eyes in the Dark lies open: whom it binds is no matter of this test.
    """
    assert view.me is not None
    mine = view.seats[view.me]
    assert mine.hand is not None
    deployed = [card for seat in view.seats for position in seat.positions for card in position.cards]
    if any(card.card == "NO03" and card.face == "up" for card in deployed):
        return None
    kept = 1 if view.rulings["last_blood"] == "forbid" else 0
    found: set[Action] = {Drain(card) for card in mine.alliance if card != "AL11"}
    for place in view.locations:
        usual = 1 - ("AL07" in mine.alliance) + ("AL28" in mine.alliance)  # Erichtho, Ryan Ramos
        fee = 0 if place.location_card == "LC03" else max(0, usual)
        for face, cost in (("up", 0), ("down", fee)):
            if cost and mine.blood <= cost:
                continue  # the last Blood cannot be Spent
            for blood in range(1 + min(3, max(0, mine.blood - cost - kept))):
                for flips in range(mine.tokens_up + 1):
                    found |= {Play(card, place.at, face, blood, flips) for card in mine.hand}
    if "AL13" in mine.alliance and mine.blood >= 2:  # Ambrus Maropis
        for seat in view.seats:
            for position in seat.positions:
                for slot, card in enumerate(position.cards):
                    if seat.seat != view.me and card.card is None:
                        found.add(Look(seat.seat, position.at, slot))
    if mine.relic == "RE01" and not mine.relic_used:  # the Isaac Chalice
        found |= {UseRelic(card) for card in mine.drained}
    return found


@pytest.mark.rules("PLAN-03", "PLAN-04", "PLAN-06", "PLAN-07", "PLAN-08", "PLAN-09", "PLAN-10", "PLAN-11", "PLAN-12")
@pytest.mark.rules("PLAN-13", "PLAN-14", "PLAN-15", "PLAN-22", "PLAN-24", "PLAN-26", "DIAB-04", "DIAB-06")
@pytest.mark.rules("DRAIN-01", "DRAIN-08", "RUL-01", "RUL-02", "RUL-09", "RUL-18", "RUL-22", "GLOS-06", "GLOS-10")
@each_table
def test_a_planning_turn_by_the_rules(table: str) -> None:
    """Exactly what the rules allow is on offer, worked out a second time from what the player sees."""
    met = 0
    for number in range(GAMES):
        start = begin(table, number, "turn", record=False)
        game = start.game
        for _ in playing(start):
            seat = game.to_act
            if seat is None or game.pending[seat].kind != "plan":
                continue
            expected = turn_by_the_rules(game.view(seat))
            if expected is not None:
                assert set(game.legal(seat)) == expected
                met += 1
    assert met > 10


@all_tables
def test_every_kind_of_action_is_offered_somewhere(tables: dict[str, Any]) -> None:
    """The tables and ways of playing of these tests reach all kinds of actions."""
    found = set()
    for table in tables:
        for number in range(2):
            start = begin(table, number, "kinds", record=False)
            for _, action, _ in playing(start):
                found.add(action.do)
    assert found == set(ACTIONS.kinds)
