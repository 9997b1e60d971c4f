"""Ask other people's solvers about small random games and write their answers down: ``oracles.json``.

Tests compare ours with the file, so that they need neither solver. To ask again (in an environment of its own):

    pip install --only-binary pygambit pygambit open_spiel
    python tests/bots/record_oracles.py
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

PRECISIONS = (0.5, 2.0, 6.0)


def as_nfg(players: int, payoffs: list[list[float]]) -> str:
    """A game in the oracle's own text form; strategy 1 is the first choice, and player 1's changes fastest."""
    names = " ".join(f'"{k + 1}"' for k in range(players))
    rows = []
    for turned in product((0, 1), repeat=players):
        bits = sum((1 - second) << k for k, second in enumerate(reversed(turned)))
        rows.append(" ".join(str(value) for value in payoffs[bits]))
    return f'NFG 1 R "game" {{ {names} }} {{ {" ".join(["2"] * players)} }}\n\n' + " ".join(rows) + "\n"


def main() -> int:
    """Ask, and write the file."""
    try:
        import pygambit
        import pyspiel
    except ImportError as missing:
        print(f"{missing.name} is not installed: pip install pygambit open_spiel", file=sys.stderr)
        return 2
    rng = random.Random(5)
    rows: list[dict[str, Any]] = []
    for number in range(24):
        players = 2 + number % 3
        payoffs = [[round(rng.uniform(-4, 4), 2) for _ in range(players)] for _ in range(1 << players)]
        game = pygambit.read_nfg(StringIO(as_nfg(players, payoffs)))
        names = [str(k + 1) for k in range(players)]
        found = pygambit.nash.enumpure_solve(game).equilibria
        pure = sorted([float(one[name]["1"]) > 0.5 for name in names] for one in found)
        quantal = []
        for precision in PRECISIONS:
            answer = pygambit.qre.logit_solve_lambda(game, lam=[precision])[0].profile
            quantal.append([round(float(answer[name]["1"]), 9) for name in names])
        rows.append({"payoffs": payoffs, "pure": pure, "quantal": quantal})
    zero_sum = []
    for _ in range(8):
        rows_of = [[round(rng.uniform(-4, 4), 2) for _ in range(2)] for _ in range(2)]
        matrix = pyspiel.create_matrix_game(rows_of, [[-value for value in row] for row in rows_of])
        solver = pyspiel.CFRPlusSolver(pyspiel.convert_to_turn_based(matrix))
        for _ in range(20_000):
            solver.evaluate_and_update_policy()
        state = pyspiel.convert_to_turn_based(matrix).new_initial_state()
        policy, first = solver.average_policy(), []
        for _ in range(2):
            first.append(round(dict(policy.get_state_policy(state.information_state_string()))[0], 6))
            state.apply_action(0)
        zero_sum.append({"payoffs": rows_of, "first": first})
    made = {
        "pygambit": version("pygambit"),
        "open_spiel": version("open_spiel"),
        "precisions": PRECISIONS,
        "games": rows,
        "zero_sum": zero_sum,
    }
    Path(__file__).with_name("oracles.json").write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
