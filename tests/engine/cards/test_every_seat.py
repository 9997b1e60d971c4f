"""Each of the 63 Clan cards does the same wherever it lies and wherever its player sits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.helpers import CLAN_CARDS, NAMES, NO, asked, do, events, faces, moves, seat, table
from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.actions import Choose
from vendetta_kit.kernel.actions import Action

FOUR = NAMES[:4]
OTHER_CLANS = ("gangrel", "ventrue", "brujah", "nosferatu")
ALLIES = {1: ["AL16", "AL17", "AL18"], 2: ["AL17", "AL16", "AL18"]}


def a_table(card: str, first: str, phase: str, at: int) -> Game:
    """Ann's card lies among cards of three other clans; in Planning each has one more card to play."""
    clan = CLAN_CARDS[card]["clan"]
    seats: dict[str, Any] = {}
    lies = []
    for k, (name, their) in enumerate(zip(FOUR, (clan, *(c for c in OTHER_CLANS if c != clan)), strict=False)):
        cards = [c for c in CLAN_CARDS if CLAN_CARDS[c]["clan"] == their and c != card]
        seats[name] = {"hand": cards[:1], "deck": cards[2:4], "blood": 2 + k, "alliance": [f"VI0{k + 1}", f"VI1{k}"]}
        lies.append(f"{name} {at}: {card if name == 'Ann' else cards[6 + k % 2]} ({cards[4]}) +{k + 1}")
        lies.append(f"{name} haven: +2")
    start = {"phase": "planning", "number": 4} if phase == "planning" else {"phase": "resolution"}
    return table(*lies, first=first, start=start, round=3, ambition="Bob", locations=ALLIES[at], **seats)


def choices(game: Game, name: str) -> dict[str, Action]:
    """What a player may do, in words that do not depend on who sits where; Mist Form goes to the Haven or nowhere."""
    legal = game.legal(game.names.index(name))
    question = (asked(game) or ("", ""))[1]
    if question == "rival":
        return {game.names[int(action.value)]: action for action in legal if isinstance(action, Choose)}
    if question == "shift_blood":
        return {repr(action): action for action in (NO, Choose("haven"))}
    return {repr(action): action for action in legal}


def story(card: str, phase: str, seed: int, first: str = "Ann", at: int = 1) -> list[Any]:
    """Play to the end of the game by the same choices: what was chosen, paid and counted, and how everybody stands."""
    game, chance, told = a_table(card, first, phase, at), Random(seed), []
    while not game.is_over:
        name = min(game.names[k] for k in game.pending)
        options = choices(game, name)
        told.append((name, chance.choice(sorted(options))))
        do(game, name, options[told[-1][1]])
    paid = [tuple(str(part).replace(f" {at}", " here") for part in line) for line in moves(game)]
    powers = [(game.names[event.seat or 0], event.get("power")) for event in events(game, "count")]
    ends = []
    for name in FOUR:
        view = seat(game, name)
        lie = [faces(game, name, place) for place in (at, 3 - at, "haven")]
        ends.append((name, view.blood, view.influence, view.alliance, view.drained, view.score, view.hand, lie))
    return [told, paid, powers, ends, game.names[game.winner or 0]]


@pytest.mark.rules("SET-03", "GLOS-02", "CONTR-02")
@pytest.mark.parametrize("phase", ["planning", "resolution"])
@pytest.mark.parametrize("card", CLAN_CARDS)
def test_it_does_not_matter_where_its_player_sits(card: str, phase: str) -> None:
    for seed, first in enumerate(FOUR[1:]):
        assert story(card, phase, seed, first) == story(card, phase, seed)


@pytest.mark.rules("GLOS-01", "GLOS-05", "RES-02")
@pytest.mark.parametrize("card", CLAN_CARDS)
def test_it_does_not_matter_whether_it_lies_at_location_1_or_2(card: str) -> None:
    for seed in range(3):
        assert story(card, "resolution", seed, at=2) == story(card, "resolution", seed)
