"""A chunk: some games of a plan, played and written. All that a worker ever does.

A chunk depends on the plan and its number alone, and writes files of its own. So it may be done by anybody, in any
order, twice, or again after it was cut off.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from .parquet_parts import PartWriter, is_whole, part_path, stamp
from .plan import Plan, Stopped, plan_of

__all__ = ["CannotWrite", "FinishedChunk", "LabError", "Stopped", "do_chunk", "remove_leftovers"]


class LabError(RuntimeError):
    """Why a simulation cannot go on, or its tables cannot be read. The message is one line."""


class CannotWrite(LabError):
    """A part could not be written: the disk is full, say. Parts that were there are as they were."""


class FinishedChunk(NamedTuple):
    """A chunk that is done. ``played`` is false if its parts were there already."""

    number: int
    games: int
    played: bool


def do_chunk(
    plan_text: str, mark: str, folder: str, number: int, stopped: Callable[[], bool] | None = None
) -> FinishedChunk:
    """Make sure that all parts of a chunk are there: leave those that are whole, play for the others.

    Args:
        plan_text: the plan as JSON.
        mark: the plan's fingerprint where it was given out; a machine with another kit must not join in.
        folder: where the parts lie.
        number: which chunk.
        stopped: asked now and then.

    Raises:
        CannotWrite: a part could not be written.
        LabError: this machine has another version of the kit.
        Stopped: ``stopped`` said so.
    """
    if stopped is not None and stopped():
        raise Stopped
    plan = _plan(plan_text)
    if plan.fingerprint != mark:
        raise LabError("a worker has another version of the kit: expected the same everywhere")
    stamps = {table: stamp(plan, mark, table, number) for table in plan.tables}
    schemas = {table: plan.SCHEMA.arrow(table) for table in plan.tables}
    missing = [t for t in plan.tables if not is_whole(part_path(folder, t, number), schemas[t], stamps[t])]
    games = plan.games_of(number)
    if not missing:
        return FinishedChunk(number, len(games), False)
    writers = {table: PartWriter(schemas[table], stamps[table]) for table in missing}
    for game in games:
        try:
            rows = plan.play(game, missing, stopped)
        except Stopped:
            raise
        except Exception as fault:
            fault.add_note(f"in game {game} of the plan {json.dumps(plan.to_json())}")
            raise
        for table, writer in writers.items():
            writer.add(rows[table])
    for table in reversed(plan.SCHEMA.names):  # games is last: where it is there, the others are too
        if table in writers:
            path = part_path(folder, table, number)
            try:
                writers[table].write(path)
            except OSError as fault:
                raise CannotWrite(f"{path}: cannot be written: {fault.strerror or fault}") from None
    return FinishedChunk(number, len(games), True)


@lru_cache(maxsize=4)
def _plan(text: str) -> Plan:
    return plan_of(json.loads(text))


def remove_leftovers(folder: str, tables: tuple[str, ...]) -> None:
    """Remove what a writer that was killed has left."""
    for table in tables:
        for entry in os.scandir(os.path.join(folder, table)):
            if entry.name.startswith(".vendetta-") and entry.name.endswith(".tmp"):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
