"""The laboratory: plays many games with bots and writes the results as tables.

A plan says what is played; each game has its own class of plans (``vendetta_kit.games.*.lab``). A simulation that was
stopped can be continued, and the results depend on the plan alone.

>>> import tempfile
>>> from vendetta_kit import lab
>>> made = lab.simulate({"game": "vtes", "games": 2, "players": 2, "bots": "random"}, out=tempfile.mkdtemp(), workers=1,
...                     progress=False)
>>> made.complete, list(made), len(made["seats"])
(True, ['games', 'seats'], 4)

What the columns say: ``print(lab.describe_tables("vtes"))``. On a cluster:
``lab.simulate(plan, "dask://scheduler:8786", out=...)``. On the command line:
``vendetta simulate --game vtes --games 1000 --out DIR``.

pyarrow, pandas, tqdm and DuckDB come with ``vendetta-kit[lab]``.
"""

from __future__ import annotations

from vendetta_kit.lazy_imports import deferred

__all__, __getattr__, __dir__ = deferred(
    __name__,
    __file__,
    {"described": "describe_tables", "held": "folder_contents", "named": "with_names", "spare": "temporary_folder"},
)
