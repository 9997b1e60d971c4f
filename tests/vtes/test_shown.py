"""A view of V:TES shows itself: as text and as HTML, in both languages, with nothing that its reader may not know."""

from __future__ import annotations

from random import Random

import pytest

from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import CRYPT, HAND, LIBRARY, UNCONTROLLED
from vendetta_kit.games.vtes.wording.table_text import as_html, as_text


def in_the_middle() -> Game:
    game, bot, rng = Game.new(["whispers", "claw", "court"], seed=7), bots.make("greedy"), Random(7)
    for _ in range(90):
        assert game.to_act is not None
        game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
    return game


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("reader", [0, 1, 2, None])
def test_a_view_shows_what_its_reader_may_know_and_no_more(reader: int | None, lang: str) -> None:
    game = in_the_middle()
    view = game.view(reader)
    text = as_text(view, lang) + as_html(view, lang)
    shown = " ".join(text.split())
    open_names = as_html(game.view(None), lang)
    for seat in range(game.seats):
        for region in (HAND, UNCONTROLLED, LIBRARY, CRYPT):
            hidden = region in (LIBRARY, CRYPT) or seat != reader
            for card in game.z[region + seat]:
                name = game.table.printed[card].named(lang)
                own = reader is not None and any(
                    game.table.printed[c].named(lang) == name
                    for mine in (HAND, UNCONTROLLED)
                    for c in game.z[mine + reader]
                )
                if hidden and not own and name not in open_names:
                    assert name not in shown, (name, seat)
    assert "{" not in shown


def test_a_view_and_a_game_show_themselves() -> None:
    game = in_the_middle()
    assert str(game.view(0)).startswith("Turn ")
    assert game.view(0)._repr_html_().startswith('<table lang="en"><caption>Turn ')
    assert game._repr_html_() == game.view(None)._repr_html_()
    assert repr(game).startswith("<V:TES of 3: turn ")


def test_the_end_names_who_has_won_and_no_prey() -> None:
    game, bot, rng = Game.new(["whispers", "claw"], seed=3, rounds=40), bots.make("greedy"), Random(1)
    while game.to_act is not None:
        game.apply(game.to_act, bots.move(game, game.to_act, bot, rng))
    view = game.view(None)
    winner = game.names[game.winners[0]]
    assert f"won: {winner}" in str(view)
    assert [seat.prey for seat in view.seats] == [None, None]
