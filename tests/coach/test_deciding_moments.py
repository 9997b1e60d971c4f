"""The moments that decided a game: what won it or lost it for a seat, with figures that it really had."""

from __future__ import annotations

from functools import cache

import pytest

from tests.bots.helpers import played
from vendetta_kit import Game
from vendetta_kit.coach.review_model import LEAST_COST, MOST_HIGHLIGHTS
from vendetta_kit.games.vendetta import bots, flows
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.coach.deciding_moments import deciding_moments
from vendetta_kit.games.vendetta.coach.game_patterns import end_of_frenzy

GAMES = range(1, 13)


@cache
def ended(number: int) -> Game:
    """A game of four, one of whom plays by chance in every second game."""
    first = bots.make("random" if number % 2 else "greedy")
    return played(Game.new(seats=4, seed=number), [first, *(bots.make("greedy") for _ in range(3))], number)


@pytest.mark.parametrize("number", GAMES)
def test_everybody_at_the_table_reads_the_same_as_who_knows_all(number: int) -> None:
    game = ended(number)
    for seat in range(4):
        known = deciding_moments(flows.known_history(game.view(seat)), seat)
        assert known == COACHING.deciding(game, seat)
        assert [one.n for one in known] == sorted(one.n for one in known)
        assert 1 <= len(known) <= MOST_HIGHLIGHTS


def test_a_won_game_is_told_by_what_won_it_and_a_lost_one_by_what_lost_it() -> None:
    good = {True: 0, False: 0}
    for number in GAMES:
        game = ended(number)
        for seat in range(4):
            won = seat in game.winners
            for moment in COACHING.deciding(game, seat):
                costly = moment.key == "frenzy" and moment.cost >= LEAST_COST  # told whoever won
                good[won] += moment.key.startswith(("won", "caused")) == won or costly
    assert good[True] >= 0.9 * MOST_HIGHLIGHTS * len(GAMES)
    assert good[False] >= 0.7 * MOST_HIGHLIGHTS * 3 * len(GAMES)


def test_the_greatest_gain_of_who_won_is_told_however_little_it_was_fought_for() -> None:
    for number in (1, 16, 27):
        game = ended(number)
        for seat in game.winners:
            told = [moment for moment in COACHING.deciding(game, seat) if not moment.mistake]
            history = flows.whole_history(game)
            spans = [(event.n, end_of_frenzy(history, event)) for event in game.events if event.kind == "frenzy"]
            changes = [p for p in flows.score_changes(history) if p.seat == seat]
            changes = [p for p in changes if not any(first < p.n < end for first, end in spans)]  # told as Frenzies
            for place in flows.location_rounds(history):
                gained = sum(p.amount for p in changes if place.n < p.n <= place.last)
                assert place.winner != seat or gained <= max(moment.cost for moment in told), (number, seat, place.at)


def test_no_lost_location_at_which_one_hardly_was_stands_before_one_that_was_fought_for() -> None:
    for number in GAMES:
        game = ended(number)
        for seat in game.winners:
            for moment in COACHING.deciding(game, seat):
                if moment.key.startswith("lost"):
                    assert 2 * (moment.values["mine"] or 0) >= moment.values["theirs"], (number, seat)


def test_the_figures_are_what_the_score_changed_by() -> None:
    for number in GAMES:
        game = ended(number)
        changes = flows.score_changes(flows.whole_history(game))
        for seat in range(4):
            for moment in COACHING.deciding(game, seat):
                who, now = moment.values["seat"], moment.values["round"]
                came = [p.amount for p in changes if p.seat == who and p.round == now and p.amount > 0]
                if not moment.mistake:
                    assert 0 < moment.cost <= sum(came)


def test_costly_frenzies_are_among_the_moments_of_a_game_lost_or_won() -> None:
    seen = 0
    for number in GAMES:
        game = ended(number)
        for seat in range(4):
            cost = sum(p.cost for p in COACHING.patterns(game, seat) if p.key.startswith("frenzy"))
            if cost >= LEAST_COST:
                seen += 1
                assert any(moment.key == "frenzy" for moment in COACHING.deciding(game, seat))
    assert seen
