"""The course of a game: it ends, and its rounds, phases and steps come in the order of the rules."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from tests.properties.games import GAMES, MOST_ACTIONS, begin, each_table, play_out, playing
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Look
from vendetta_kit.kernel.events import Event

PHASES = ["feed", "location_setup", "hand_building", "planning", "resolution"]
STEPS = ["withdraw", "revelation", "preparation", "conflict", "aftermath"]
TURNS = {3: (3, 4, 5), 4: (2, 3, 4), 5: (2, 3, 4), 6: (2, 3, 4)}


def whole_course(game: Game) -> list[tuple[str, ...]]:
    """What a game that is played to its end goes through: phases, and in Resolution the steps of each Location."""
    places = ["1", "2", "haven"] if game.seats < 5 else ["1", "2", "3", "haven"]
    course: list[tuple[str, ...]] = []
    for number in "123":
        course.append(("round", number))
        for phase in PHASES:
            course.append(("phase", number, phase))
        for at in places:
            course += [("location", number, at), *(("step", number, at, step) for step in STEPS)]
        course.append(("phase", number, "end_of_round" if number < "3" else "scoring"))
    return course


def course_of(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """What a game went through, from its events."""
    found: list[tuple[str, ...]] = []
    for event in events:
        where = (str(event.moment.round), str(event.at))
        if event.kind == "round":
            found.append(("round", str(event.moment.round)))
        elif event.kind == "phase":
            found.append(("phase", str(event.moment.round), event.moment.phase))
        elif event.kind == "location":
            found.append(("location", *where))
        elif event.kind == "step":
            found.append(("step", *where, event.moment.step))
    return found


@pytest.mark.rules("FLOW-01", "FLOW-02", "FLOW-06", "RES-01", "RES-02", "RES-03", "EOR-01", "EOR-05", "EOG-01")
@pytest.mark.rules("FEED-03", "SET-08")
@each_table
def test_rounds_phases_and_steps(table: str) -> None:
    """Three rounds of five phases, five steps at each Location, and two ends of a round: less only if all but one side
    are out before."""
    for number in range(GAMES):
        game = play_out(begin(table, number, "course"))
        gone, whole = course_of(game.events), whole_course(game)
        seats = game.view(None).seats
        sides = {min(seat.seat, seat.seat if seat.mate is None else seat.mate) for seat in seats if not seat.out}
        if len(sides) == 1:
            assert gone[:-1] == whole[: len(gone) - 1]
            assert gone[-1] == ("phase", str(game.round), "scoring")
        else:
            assert gone == whole
        assert [event.kind for event in game.events].count("game_over") == 1
        assert game.events[-1].kind == "game_over"


@pytest.mark.rules("PLAN-01", "PLAN-02", "PLAN-03", "SET-03", "V3P-03", "RUL-19", "RUL-14", "EOR-06", "VTAG-04")
@each_table
def test_planning_turns(table: str) -> None:
    """Turn by turn clockwise from the Ambition holder, as many as the round has, one card played in each."""
    for number in range(GAMES):
        game = play_out(begin(table, number, "turns"))
        order: tuple[int, ...] = ()
        for (round_number, phase), group in groupby(
            game.events, key=lambda event: (event.moment.round, event.moment.phase)
        ):
            events = list(group)
            if phase == "planning":
                turns = [event.seat for event in events if event.kind in ("turn", "turn_skipped")]
                expected = [seat for _ in range(TURNS[game.seats][round_number - 1]) for seat in order]
                gone = {event.seat for event in events if event.kind == "eliminated"}
                if gone:
                    left = [seat for seat in expected if seat not in gone]
                    found = [seat for seat in turns if seat not in gone]
                    assert found == left[: len(found)]
                    assert game.is_over
                    assert len(found) == len(left) or game.round == round_number
                else:
                    assert turns == expected
                plays = [event for event in events if event.kind in ("turn", "play") and event.get("by") is None]
                for earlier, later in pairwise(plays):
                    if later.kind == "play":
                        assert (earlier.kind, earlier.seat) == ("turn", later.seat)
                    elif earlier.kind == "turn":
                        assert earlier.seat in gone  # drained itself out of the game before the play
            for event in events:
                order = _order_after(game, order, event)


def _order_after(game: Game, order: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """Turn order once an event has happened: from the Ambition holder clockwise, without who is out."""
    if event.kind in ("first_player", "ambition") and event.seat is not None:
        everybody = [(event.seat + k) % game.seats for k in range(game.seats)]
        out = {seat for seat in range(game.seats) if seat not in order} if order else set()
        return tuple(seat for seat in everybody if seat not in out)
    if event.kind == "eliminated":
        return tuple(seat for seat in order if seat != event.seat)
    return order


@pytest.mark.rules("FLOW-01", "EOG-01")
@each_table
def test_every_game_ends(table: str) -> None:
    """Nobody waits for ever, and somebody is always asked until the game is over; then nobody is."""
    for number in range(GAMES * 4):
        start = begin(table, number, "end", record=False)
        game = start.game
        actions = 0
        for _ in playing(start):
            actions += 1
            assert game.is_over == (game.to_act is None) == (not game.pending)
        assert actions < MOST_ACTIONS // 2
        assert game.is_over
        assert game.winner in range(game.seats)
        assert game.winner == game.winners[0]
        assert game.view(None).over
        assert len(game.winners) == (2 if game.table.teams else 1)
        best = max(score for score in game.scores if score is not None)
        if not game.table.teams:
            assert game.scores[game.winners[0]] == best
        for seat in range(game.seats):
            assert len(game.legal(seat)) == 0


@pytest.mark.rules("WDR-01", "WDR-02", "WDR-03", "WDR-12")
@each_table
def test_who_is_asked_for_a_token(table: str) -> None:
    """Exactly those with something on their Position, all at the same time; revealed together."""
    for number in range(GAMES):
        start = begin(table, number, "tokens")
        game = start.game
        asked: set[int] = set()
        for seat, action, events in playing(start):
            view = game.view(None)
            if asked and isinstance(action, Look):
                continue  # no token yet (RUL-22)
            if asked:
                asked.discard(seat)
                told = [event for event in events if event.kind == "tokens"]
                assert bool(told) == (not asked)
                if asked:
                    assert not events, action
            if view.asked == "withdraw" and not asked:
                asked = set(view.pending)
                there = {
                    mine.seat for mine in view.seats for position in mine.positions
                    if position.at == view.at and (position.cards or position.blood)
                }  # fmt: skip
                assert asked == there
