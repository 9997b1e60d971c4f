"""The laboratory: plays many games with bots and writes the results as tables.

A plan says what is played; each game has its own class of plans (``vendetta_kit.games.*.lab``). A simulation that was
stopped can be continued, and the results depend on the plan alone.

>>> import tempfile
>>> from vendetta_kit import lab
>>> made = lab.simulate({"game": "vtes", "games": 2, "players": 2, "bots": "random"}, out=tempfile.mkdtemp(), workers=1,
...                     progress=False)
>>> made.complete, list(made), len(made["seats"])
(True, ['games', 'seats'], 4)

What the columns say: ``print(lab.described("vtes"))``. On a cluster: ``lab.simulate(plan, Client(...).get_executor(),
out=...)`` with Dask. On the command line: ``vendetta simulate --game vtes --games 1000 --out DIR``.

pyarrow, pandas, tqdm and DuckDB come with ``vendetta-kit[lab]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from vendetta_kit.registered_games import FIRST, registered

if TYPE_CHECKING:
    from .chunks import CannotWrite, LabError
    from .display_names import named
    from .plan import Plan, PlanError, keys_of, plan_of
    from .result_tables import Tables, tables
    from .simulation import simulate
    from .simulation_folder import held, spare

_WHERE = {
    "CannotWrite": "chunks",
    "LabError": "chunks",
    "Plan": "plan",
    "PlanError": "plan",
    "Tables": "result_tables",
    "held": "simulation_folder",
    "keys_of": "plan",
    "named": "display_names",
    "plan_of": "plan",
    "simulate": "simulation",
    "spare": "simulation_folder",
    "tables": "result_tables",
}

__all__ = [
    "CannotWrite",
    "LabError",
    "Plan",
    "PlanError",
    "Tables",
    "described",
    "held",
    "keys_of",
    "named",
    "plan_of",
    "simulate",
    "spare",
    "tables",
]


def described(game: str = FIRST, names: Iterable[str] | None = None) -> str:
    """Return a description in Markdown of a game's tables (all if none are named) and their columns."""
    return registered(game).plans().SCHEMA.described(names)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: a plan alone needs none of the laboratory's packages."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)
