"""Whole games of V:TES as recorded text; ``python -m tests.vtes.golden`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.kernel.transcript import transcript

FOLDER: Final = Path(__file__).parents[1] / "golden" / "vtes"
GAMES: Final[dict[str, dict[str, Any]]] = {
    "2-players": {"decks": ["whispers", "household"], "seed": 9, "rounds": 25},
    "3-players-with-ante": {"decks": ["claw", "court", "whispers"], "seed": 38, "rounds": 14, "ante": "yes"},
    "4-players-asked-always": {"seed": 4, "rounds": 8, "ask_always": "yes"},
}


def play(name: str) -> Game:
    """Return a game in which everybody does anything that is legal."""
    game, rng = Game.new(**GAMES[name]), Random(1)
    while (seat := game.to_act) is not None:
        game.apply(seat, game.legal(seat).sample(rng))
    return game


def main() -> None:
    """Write the texts."""
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(transcript(play(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
