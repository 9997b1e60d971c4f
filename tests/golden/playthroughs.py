"""The recorded playthroughs of all games: which they are, and how they are played."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from vendetta_kit import Game
from vendetta_kit.games.rivals.engine import game as rivals
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vtes.engine import game as vtes
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.transcript import transcript

FOLDER = Path(__file__).resolve().parent
MOST_BYTES = 150_000
OTHER_READINGS = {name: other for name, (_, other) in RULINGS.items()}

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "3-players": {"seats": 3, "seed": 3},
    "4-players": {"seats": 4, "seed": 4},
    "5-players": {"seats": 5, "seed": 5},
    "4-in-teams": {"seats": 4, "seed": 44, "teams": True},
    "6-in-teams": {"seats": 6, "seed": 6, "teams": True},
    "location-cards": {"seats": 4, "seed": 101, "location_cards": True},
    "relics": {"seats": 5, "seed": 102, "relics": True},
    "last-blood-allowed": {"seats": 4, "seed": 103, "rulings": {"last_blood": "allow"}},
    "nobody-left-after-withdraw": {"seats": 3, "seed": 104, "rulings": {"nobody_left": "after_withdraw"}},
    "3-players-all-variants": {
        "seats": 3, "seed": 105, "location_cards": True, "relics": True, "rulings": OTHER_READINGS,
    },
    "6-in-teams-all-variants": {
        "seats": 6, "seed": 106, "teams": True, "location_cards": True, "relics": True, "rulings": OTHER_READINGS,
    },
    "vtes/2-players": {"decks": ["whispers", "household"], "seed": 9, "rounds": 25},
    "vtes/3-players-with-ante": {"decks": ["claw", "court", "whispers"], "seed": 38, "rounds": 14, "ante": "yes"},
    "vtes/4-players-asked-always": {"seed": 4, "rounds": 8, "ask_always": "yes"},
    "rivals/3-players": {"seats": 3, "seed": 3, "turns": 6},
}  # fmt: skip
"""Arguments of ``Game.new`` by the name of the file; those of Vendetta have no folder."""
OTHER_GAMES: dict[str, type[AnyGame]] = {"vtes": vtes.Game, "rivals": rivals.Game}


def game_of(name: str) -> str:
    """The game that a playthrough is of."""
    return name.partition("/")[0] if "/" in name else "vendetta"


def move(game: Game, seat: int, rng: Random) -> Action:
    """Any legal action, rare kinds as often as common ones. It does not depend on the order of the options, so that a
    playthrough changes only when what may be done, or what follows from it, does."""
    options = sorted(game.legal(seat), key=repr)
    kinds = sorted({action.do for action in options})
    if rng.random() < 0.35:
        kind = rng.choice(kinds)
        options = [action for action in options if action.do == kind]
    return rng.choice(options)


def play(name: str) -> Any:
    """The game of this name, played to its end: of Vendetta by :func:`move`, of the others by lot."""
    if game_of(name) in OTHER_GAMES:
        game, rng = OTHER_GAMES[game_of(name)].new(**PLAYTHROUGHS[name]), Random(1)
        while (seat := game.to_act) is not None:
            game.apply(seat, game.legal(seat).sample(rng))
        return game
    game = Game.new(**PLAYTHROUGHS[name])
    rng = Random(name)
    while not game.is_over:
        seat = rng.choice([seat for seat in range(game.seats) if len(game.legal(seat))])
        game.apply(seat, move(game, seat, rng))
    return game


def text_of(name: str) -> str:
    """Its transcript."""
    return transcript(play(name))


def file_of(name: str) -> Path:
    """Where its transcript is kept."""
    return FOLDER / f"{name}.txt"
