"""Each of the 63 Clan cards does the same wherever its player sits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.helpers import CLAN_CARDS, NAMES, asked, do, faces, moves, seat, table
from vendetta_kit import Game
from vendetta_kit.engine.actions import Action, Choose

FOUR = NAMES[:4]
OTHER_CLANS = ("gangrel", "ventrue", "brujah", "nosferatu")


def a_table(card: str, first: str, phase: str) -> Game:
    """Ann's card lies at Location 1 among cards of three other clans; in Planning each has one more card to play."""
    clan = CLAN_CARDS[card]["clan"]
    seats: dict[str, Any] = {}
    lies = []
    for k, (name, their) in enumerate(zip(FOUR, (clan, *(c for c in OTHER_CLANS if c != clan)), strict=False)):
        cards = [c for c in CLAN_CARDS if CLAN_CARDS[c]["clan"] == their and c != card]
        seats[name] = {"hand": cards[:1], "deck": cards[2:4], "blood": 2 + k, "alliance": [f"VI0{k + 1}", f"VI1{k}"]}
        lies.append(f"{name} 1: {card if name == 'Ann' else cards[6 + k % 2]} ({cards[4]}) +{k + 1}")
        lies.append(f"{name} {'2' if k % 2 else 'haven'}: +2")
    start = {"phase": "planning", "number": 4} if phase == "planning" else {"phase": "resolution"}
    return table(*lies, first=first, start=start, round=3, ambition="Bob", **seats)


def by_name(game: Game, action: Action) -> str:
    """An action in words that do not depend on who sits where."""
    if isinstance(action, Choose) and (asked(game) or ("", ""))[1] == "rival":
        return game.names[int(action.value)]
    return repr(action)


def story(card: str, first: str, phase: str, seed: int) -> list[Any]:
    """Play to the end of the game by the same choices: what was chosen, what was paid, and how everybody stands."""
    game, chance, told = a_table(card, first, phase), Random(seed), []
    while not game.is_over:
        name = min(game.names[k] for k in game.pending)
        options = {by_name(game, action): action for action in game.legal(game.names.index(name))}
        told.append((name, chance.choice(sorted(options))))
        do(game, name, options[told[-1][1]])
    ends = []
    for name in FOUR:
        view = seat(game, name)
        lie = [faces(game, name, at) for at in (1, 2, "haven")]
        ends.append((name, view.blood, view.influence, view.alliance, view.drained, view.score, view.hand, lie))
    return [told, moves(game), ends, game.names[game.winner or 0]]


@pytest.mark.rules("SET-03", "GLOS-02", "CONTR-02")
@pytest.mark.parametrize("phase", ["planning", "resolution"])
@pytest.mark.parametrize("card", CLAN_CARDS)
def test_it_does_not_matter_where_its_player_sits(card: str, phase: str) -> None:
    for seed, first in enumerate(FOUR[1:]):
        assert story(card, first, phase, seed) == story(card, "Ann", phase, seed)
