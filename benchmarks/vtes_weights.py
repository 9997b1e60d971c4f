"""Fits the weights of each seat's chance to win a game of V:TES (``WEIGHTS`` in ``vtes/bots/search.py``).

    python -m benchmarks.vtes_weights [--games N] [--seed N]

Four players, each greedy or, three times in ten, careful. At the beginning of each turn the numbers of all seats are
kept; the weights are those under which the shares of the seats say best who won the game in the end (a multinomial
logistic regression by Newton's method). Whose turn it is and who has which deck is fitted with them and then left
out, so that what a strong deck puts on the table is not taken for a reason to win. Of every third game only the
average logarithm of the winners' chances is counted, beside that of four equal chances. It needs numpy, which is in
``.venv-bench``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent))

from vendetta_kit.games.vtes import bots
from vendetta_kit.games.vtes.bots.arena import ROUNDS
from vendetta_kit.games.vtes.bots.bot_view import Imagined
from vendetta_kit.games.vtes.bots.search import SeatNumbers, seat_numbers
from vendetta_kit.games.vtes.engine.board import prey
from vendetta_kit.games.vtes.engine.card_reader import DECKS
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.state import ACTIVE, IN, TURN

SEATS = 4
CAREFUL = 0.3
"""The share of players that are careful."""
FIRST_TURN = 3
"""The first turn that counts: before it the table is empty."""
RIDGE = 1e-3
"""The weight of the squares of the weights, which keeps numbers that hardly vary near 0."""
STEPS = 30


def positions(game: Game, decks: Sequence[int], rng: Random) -> list[list[list[float]]]:
    """Play a game to its end and return the numbers of its seats at the beginning of each turn."""
    players = [bots.make("careful" if rng.random() < CAREFUL else "greedy") for _ in range(SEATS)]
    seen, turn = [], FIRST_TURN - 1
    while (seat := game.to_act) is not None:
        if game.n[TURN] > turn:
            turn = game.n[TURN]
            active = game.n[ACTIVE]
            seen.append(
                [
                    [
                        *seat_numbers(game, k),
                        k == active,
                        game.n[IN] >> k & 1 and prey(game, k) == active,
                        *[decks[k] == deck for deck in range(1, len(DECKS))],
                    ]
                    for k in range(SEATS)
                ]
            )
        game.apply(seat, players[seat].choose(Imagined(game, seat), rng))
    return seen


def gathered(games: int, seed: str) -> tuple[Any, Any, Any]:
    """Return numbers by position, seat and number; the share of each seat in the win; and each position's game."""
    rng, numbers, won, of_game = Random(seed), [], [], []
    for played in range(games):
        deal = rng.getrandbits(40)
        decks = [(deal + seat) % len(DECKS) for seat in range(SEATS)]
        game = Game.new([DECKS[k] for k in decks], seed=deal, rounds=ROUNDS, record=False)
        seen = positions(game, decks, rng)
        shares = [(seat in game.winners) / len(game.winners) for seat in range(SEATS)]
        numbers += seen
        won += [shares] * len(seen)
        of_game += [played] * len(seen)
    return np.array(numbers, float), np.array(won), np.array(of_game)


def chances(numbers: Any, weights: Any) -> Any:
    """Return the chance of each seat in each position."""
    logits = numbers @ weights
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fitted(numbers: Any, won: Any) -> Any:
    """Return the weights under which the winners were most likely."""
    weights = np.zeros(numbers.shape[2])
    for _ in range(STEPS):
        likely = chances(numbers, weights)
        slope = np.einsum("psf,ps->f", numbers, likely - won) / len(numbers) + RIDGE * weights
        middle = np.einsum("psf,ps->pf", numbers, likely)
        bend = np.einsum("psf,ps,psg->fg", numbers, likely, numbers, optimize=True) - middle.T @ middle
        weights = weights - np.linalg.solve(bend / len(numbers) + RIDGE * np.eye(len(weights)), slope)
    return weights


def loss(numbers: Any, won: Any, weights: Any) -> float:
    """Return the average of minus the logarithm of the winners' chances."""
    return float(-(won * np.log(chances(numbers, weights))).sum(axis=1).mean())


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("benchmarks.vtes_weights", description="Fit what decides who wins in V:TES.")
    parser.add_argument("--games", type=int, default=600, help="games to play (default 600)")
    parser.add_argument("--seed", default="a", help="decides every deal and all chance (default a)")
    options = parser.parse_args(argv)
    if options.games < 3:
        parser.error(f"--games {options.games}: expected at least 3")
    numbers, won, of_game = gathered(options.games, options.seed)
    apart = of_game % 3 == 0
    weights = fitted(numbers[~apart], won[~apart])
    kept = len(SeatNumbers._fields)
    equal = np.zeros_like(weights)
    print(
        f"{options.games} games; of every third, apart: {loss(numbers[apart], won[apart], weights):.3f}"
        f" (equal chances: {loss(numbers[apart], won[apart], equal):.3f})"
    )
    for name, weight in zip(SeatNumbers._fields, fitted(numbers, won)[:kept], strict=True):
        print(f"    {name}={weight:.3f},")
    return 0


if __name__ == "__main__":
    sys.exit(main())
