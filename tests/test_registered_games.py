"""What the shared rooms are given of the kit's games."""

from __future__ import annotations

import pytest

from vendetta_kit.games import AIDED, FIRST, GAMES, PLAYED, REVIEWED
from vendetta_kit.registered_games import named_in, registered, with_part


def test_each_game_is_registered_with_the_parts_that_it_has() -> None:
    assert with_part("dialect") == with_part("subject") == GAMES
    assert with_part("plans") == with_part("bots") == PLAYED
    assert with_part("coaching") == REVIEWED
    assert with_part("aid") == AIDED
    assert registered().id == FIRST == GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_part_is_the_game_s_own(game: str) -> None:
    assert registered(game).dialect().format == f"{game}-scenario/1"
    assert registered(game).dialect().rules.id == game
    assert registered(game).subject().format == f"{game}-lesson/1"


def test_a_part_that_a_game_lacks_and_a_game_that_is_not_there_are_told() -> None:
    with pytest.raises(LookupError, match="no such part"):
        registered("rivals").plans()
    with pytest.raises(KeyError):
        registered("chess")


@pytest.mark.parametrize(
    ("document", "game"),
    [({"format": "vtes-scenario/1"}, "vtes"), ({"format": "chess-lesson/1"}, FIRST), ({}, FIRST), (None, FIRST)],
)
def test_a_file_names_its_game_by_its_format(document: object, game: str) -> None:
    assert named_in(document) == game
