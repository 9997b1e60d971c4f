"""A view and a game show themselves as a table, to whoever may read them and nobody else."""

from __future__ import annotations

import random
import re

import pytest

from vendetta_kit import Game
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.wording.table_text import as_html, as_text


def in_planning(seed: int = 7) -> Game:
    game, rng = Game.new(seats=4, seed=seed, names=["<Ann>", "Bob", "Cy", "Dee"]), random.Random(seed)
    while (game.round, game.phase) != (2, "planning"):
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    for _ in range(6):
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    return game


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("seat", [0, 2, None])
def test_what_the_view_knows_stands_there(lang: str, seat: int | None) -> None:
    view = in_planning().view(seat)
    text = re.sub(r"\s+", " ", as_html(view, lang))
    for shown in view.seats:
        assert f"<td>{shown.blood}</td>" in text
        for card in (*shown.alliance, *shown.drained, *(shown.hand or ()), *shown.known_hand):
            assert box.name(card, lang) in text
    for here in view.locations:
        assert here.ally is None or box.name(here.ally, lang) in text
    assert "[board:" not in text
    assert "[board:" not in as_text(view, lang)


def test_a_hidden_card_is_a_number_and_no_name() -> None:
    game = in_planning()
    view, hers = game.view(1), game.view(0).seats[0]
    theirs = view.seats[0]
    assert hers.hand is not None
    assert theirs.hand is None
    unseen = {box.name(card) for card in hers.hand} - {box.name(card) for card in theirs.known_hand}
    assert unseen
    assert not [name for name in unseen if name in str(view)]
    assert not [name for name in unseen if name in game._repr_html_()]


def test_names_are_no_markup_and_the_game_shows_itself_as_a_spectator_sees_it() -> None:
    game = in_planning()
    assert "<Ann>" in str(game.view(0))
    assert "<Ann>" not in game._repr_html_()
    assert "&lt;Ann&gt;" in game.view(0)._repr_html_()
    assert game._repr_html_() == as_html(game.view(None))


def test_the_end_names_the_winners() -> None:
    game, rng = Game.new(seats=3, seed=3, names=["Ann", "Bob", "Cy"]), random.Random(3)
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
    view = game.view(None)
    assert all(view.names[seat] in str(view).splitlines()[0] for seat in view.winners)
