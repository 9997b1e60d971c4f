"""What goes on is in the view: the action, the combat, the referendum, each as the events have told it."""

from __future__ import annotations

from random import Random
from typing import Any

from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import HAND


def last(view: Any, *kinds: str) -> Any:
    """The last event of one of these kinds."""
    return next(event for event in reversed(view.events) if event.kind in kinds)


def test_what_goes_on_is_told_as_the_events_tell_it() -> None:
    seen = {"action": 0, "blocker": 0, "combat": 0, "strike": 0, "votes": 0, "ballots": 0, "quiet": 0}
    for seed in range(3):
        game, bot, rng = (
            Game.new(["court", "claw", "whispers"], seed=seed, rounds=12),
            bots.make("greedy"),
            Random(seed),
        )
        while game.to_act is not None:
            view = game.view(0)
            action, combat, poll = view.action, view.combat, view.referendum
            if action is not None:
                seen["action"] += 1
                told = last(view, "action")
                assert (action.kind, action.actor.card) == (told.data["action"], told.data["minion"])
                assert action.actor.seat == told.seat == view.moment.seat
                assert action.actor.seat not in action.may_block
                if action.blocker is not None:
                    seen["blocker"] += 1
                    assert action.blocker.card == last(view, "block").data["minion"]
                    assert action.blocker.seat in action.may_block
            if combat is not None and combat.fighters[0].strike is not None:
                seen["combat"] += 1
                assert combat.round == last(view, "round").data["number"]
                assert combat.long == last(view, "range").data["long"]
                struck = last(view, "strike")
                seen["strike"] += struck.data["card"] in [one.strike or None for one in combat.fighters]
            if poll is not None:
                if poll.votes_for + poll.votes_against:
                    seen["votes"] += 1
                    told = last(view, "vote")
                    sums = (told.data["total_for"], told.data["total_against"])
                    assert (poll.votes_for, poll.votes_against) == sums
                seen["ballots"] += len(poll.ballots)
                hands = {card for seat in range(game.seats) for card in game.z[HAND + seat]}
                assert not hands & {ballot.number for ballot in poll.ballots}, "what is in a hand is not told"
            if action is None and combat is None and poll is None:
                seen["quiet"] += 1
            game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
        view = game.view(0)
        assert view.over
        assert (view.action, view.combat, view.referendum) == (None, None, None)
    assert all(seen.values()), seen


def test_disciplines_and_the_city_of_a_title_stand_on_a_card_in_play() -> None:
    position = Game.new(["court", "claw"], seed=1, rounds=20)
    bot, rng = bots.make("greedy"), Random(1)
    while position.to_act is not None:
        titled = [c for seat in position.view(None).seats for c in seat.ready if c.title == "primogen"]
        if titled:
            assert titled[0].disciplines
            assert titled[0].clan
            return
        position.apply(position.to_act, bots.move(position, position.to_act, bot, rng))
    raise AssertionError("nobody with a title came out")
