"""What a simulation will cost, told from a few of its games: core hours, and the size of its files."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from vendetta_kit.argument_checks import PLAN, WHOLE, takes

from .chunks import played_game
from .parquet_parts import PartWriter
from .plan import Plan, as_plan

_SAMPLE: Final = 10
_SHARE: Final = 10
"""The sample is at most this part of all games, so that measuring a short simulation does not double it."""
_LONGEST: Final = 60.0
"""Seconds after which no further game is played to measure."""


class SimulationCost(NamedTuple):
    """What games cost: core hours on a machine like this one, and gigabytes (10^9 bytes) of files."""

    games: int
    measured: int
    """The number of games that were played to measure."""
    core_hours: float
    gigabytes: float

    def __str__(self) -> str:
        hours, size = _rounded(self.core_hours), _rounded(self.gigabytes)
        return f"{self.games:,} games: {hours} core hours, {size} GB (as {self.measured} of them tell)"


def _rounded(value: float) -> str:
    """Return a number with two digits.

    >>> [_rounded(value) for value in (0.00004, 0.0123, 4.56, 12345.6)]
    ['less than 0.001', '0.012', '4.6', '12,346']
    """
    if value < 0.001:
        return "less than 0.001"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


@takes(plan=PLAN, games=WHOLE)
def cost_of(plan: Plan | Mapping[str, Any] | str, games: int | None = None) -> SimulationCost | None:
    """Return what a plan costs, by a few of its games, which are played and thrown away; ``None`` for fewer than ten.

    Args:
        plan: the plan, its keys and values, or the path of its file; its games are measured over its whole length.
        games: how many of them are still to be played (default: all). At most a tenth of them is measured, at most
            ten, and no further game after a minute of computing.

    Raises:
        PlanError: the plan has faults.

    >>> cost_of({"games": 5}) is None
    True
    """
    plan = as_plan(plan).with_chunk()
    left = plan.games if games is None else games
    wanted = min(_SAMPLE, left // _SHARE)
    if wanted < 1:
        return None
    assert plan.chunk is not None
    schemas = {table: plan.SCHEMA.arrow(table) for table in plan.tables}
    sample = {table: PartWriter(schema, b"") for table, schema in schemas.items()}
    times = [time.process_time()]
    for k in range(wanted):
        rows = played_game(plan, k * plan.games // wanted, plan.tables)
        for table, writer in sample.items():
            writer.add(rows[table])
        times.append(time.process_time())
        if times[-1] - times[0] > _LONGEST:
            break
    sizes = sum(len(writer.content()) for writer in sample.values())
    played = len(times) - 1
    first = min(1, played - 1)  # the first game also pays for what is imported and read once
    seconds = (times[-1] - times[first]) / (played - first)
    empty = sum(len(PartWriter(schema, b"").content()) for schema in schemas.values())
    size = (sizes - empty) * left / played + empty * -(-left // plan.chunk)
    return SimulationCost(left, played, seconds * left / 3600, size / 1e9)
