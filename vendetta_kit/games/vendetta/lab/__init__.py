"""The laboratory of Vendetta: many games among bots, as tables.

>>> import tempfile
>>> from vendetta_kit.games.vendetta import lab
>>> plan = {"games": 6, "bots": ["greedy", "random", "random", "random"], "rotate": True, "clans": "deal", "seed": 1}
>>> folder = tempfile.mkdtemp()
>>> made = lab.simulate(plan, out=folder, workers=1, progress=False)
>>> made.complete, list(made)
(True, ['games', 'seats', 'rounds', 'locations'])

As pandas data frames, now or later:

>>> seats = lab.tables(folder)["seats"]
>>> len(seats), int(seats["won"].sum())
(24, 6)

With SQL (DuckDB), which reads only the columns that a query needs:

>>> found = made.sql('''
...     SELECT seats.bot, count(*) AS withdrew_or_stayed
...     FROM locations JOIN seats USING (game, seat)
...     WHERE token IS NOT NULL GROUP BY seats.bot ORDER BY seats.bot
... ''')
>>> list(found["bot"])
['greedy', 'random']

The files are ``folder/TABLE/part-*.parquet`` for any program that reads Parquet. ``print(lab.describe_tables())``
explains the columns. On a cluster with Dask: ``lab.simulate(plan, Client(...).get_executor(), out=...)``. On the
command line: ``vendetta simulate --games 1000 --out DIR``.

``vendetta-kit[lab]`` installs pyarrow, pandas, tqdm and DuckDB. :mod:`vendetta_kit.lab` has the part that is the same
for all games.
"""

from __future__ import annotations

from vendetta_kit.lazy_imports import deferred

__all__, __getattr__, __dir__ = deferred(
    __name__,
    __file__,
    {"described": "describe_tables", "named": "with_names", "spare": "temporary_folder"},
)
