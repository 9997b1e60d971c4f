"""A table to look at: what a view holds is shown, and nothing else."""

from __future__ import annotations

import random

from tests.widgets.helpers import Reader, assert_hides, hidden_cards, words_of
from vendetta_kit import Game
from vendetta_widgets import TablePage, table


def test_a_game_is_watched_from_one_seat_to_its_end() -> None:
    game, rng = Game.new(seed=5), random.Random(5)
    page = table(game.view(2))
    reader = Reader(page)
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
        view = game.view(2)
        page.show(view)
        assert_hides(reader.news(), hidden_cards(game, view, 2), f"after {len(game.actions)} actions")
    assert reader.alert == ""
    for name in game.names:
        assert name in reader.parts["players"]
        assert name in reader.parts["result"]


def test_only_what_has_changed_travels() -> None:
    game = Game.new(seed=5, clans=("brujah", "gangrel", "tremere", "ventrue"))
    page = TablePage(game.view(None), lang="en")
    reader = Reader(page)
    page.show(game.view(None))  # nothing in the log is new any more
    reader.news()
    page.show(game.view(None))
    assert len(reader.news()) < 200


def test_what_is_pressed_there_is_refused_in_words() -> None:
    reader = Reader(table(Game.new(seed=5).view(0)))
    reader.do("act", {"do": "stay"})
    assert "act" in reader.alert
    reader.press("Deutsch")
    assert "Die Spieler" in reader.words


def test_the_turn_order_is_told_as_it_is_now_with_its_rule() -> None:
    game = Game.new(seats=4, seed=7, clans=["brujah", "gangrel", "tremere", "ventrue"])
    for viewer in (0, None):
        view = game.view(viewer)
        reader = Reader(table(view, lang="en"))
        part = reader.parts["players"]
        assert f"Turn order now: {', '.join(view.names[seat] for seat in view.order)}." in words_of(part)
        assert 'data-open="rule:SET-03"' in part
        assert ("Your own things stand first" in part) == (viewer is not None)
