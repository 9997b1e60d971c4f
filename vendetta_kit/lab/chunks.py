"""Chunks: groups of games of a plan that a worker plays and writes.

A chunk depends only on the plan and its number, and writes its own files. So chunks may be done by any worker, in any
order, twice, or again after an interruption.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from vendetta_kit.kernel.refusal import IllegalAction

from .parquet_parts import PartWriter, is_whole, part_path, part_stamp
from .plan import Plan, PlanError, Rows, Stopped, plan_of
from .storage import CannotWrite, LabError, is_address

__all__ = ["FinishedChunk", "Stopped", "do_chunk", "played_game", "remove_leftovers"]


class FinishedChunk(NamedTuple):
    """A chunk that is done. ``played`` is false if its parts existed already."""

    number: int
    games: int
    played: bool


def do_chunk(
    plan_text: str, mark: str, folder: str, number: int, stopped: Callable[[], bool] | None = None
) -> FinishedChunk:
    """Play and write the missing parts of a chunk; keep those that are complete.

    Args:
        plan_text: the plan as JSON.
        mark: the fingerprint of the plan; a machine on which it differs, as its kit does, must not take part.
        folder: the folder of the simulation.
        number: number of the chunk.
        stopped: called now and then; returns whether to stop.

    Raises:
        CannotWrite: a part could not be written.
        LabError: this machine has another version of the kit, or of a bot of somebody's own, or lacks that.
        Stopped: ``stopped`` returned true.
    """
    if stopped is not None and stopped():
        raise Stopped
    try:
        plan = _plan(plan_text)
    except PlanError as fault:
        raise LabError(f"a worker cannot play this plan: {fault.faults[0]}") from None
    if plan.fingerprint != mark:
        raise LabError("a worker has another version of the kit; expected the same everywhere")
    stamps = {table: part_stamp(plan, mark, table, number) for table in plan.tables}
    schemas = {table: plan.SCHEMA.arrow(table) for table in plan.tables}
    missing = [t for t in plan.tables if not is_whole(part_path(folder, t, number), schemas[t], stamps[t])]
    games = plan.games_of(number)
    if not missing:
        return FinishedChunk(number, len(games), False)
    writers = {table: PartWriter(schemas[table], stamps[table]) for table in missing}
    for game in games:
        rows = played_game(plan, game, missing, stopped)
        for table, writer in writers.items():
            writer.add(rows[table])
    for table in reversed(plan.SCHEMA.names):  # games last: if it exists, so do the others
        if table in writers:
            path = part_path(folder, table, number)
            try:
                writers[table].write(path)
            except OSError as fault:
                raise CannotWrite(f"{path}: cannot be written: {fault.strerror or fault}") from None
    return FinishedChunk(number, len(games), True)


def played_game(plan: Plan, game: int, tables: Iterable[str], stopped: Callable[[], bool] | None = None) -> Rows:
    """Return a game's rows of tables (:meth:`.Plan.play`); an error in it has notes: in which game, whose move."""
    try:
        return plan.play(game, tables, stopped)
    except (Stopped, LabError):
        raise
    except Exception as fault:
        usual = type(plan).of({}).to_json()
        kept = ("game", "seed")
        own = {key: value for key, value in plan.to_json().items() if key in kept or value != usual.get(key, value)}
        fault.add_note(f"in game {game} of the plan {json.dumps(own)}")
        if isinstance(fault, IllegalAction) and isinstance(fault.seat, int):
            fault.add_note(f"by {plan.seated(game)[fault.seat]}, at seat {fault.seat} of game {game}")
        raise


@lru_cache(maxsize=4)
def _plan(text: str) -> Plan:
    return plan_of(json.loads(text))


def remove_leftovers(folder: str, tables: tuple[str, ...]) -> None:
    """Remove temporary files that a killed writer has left in a local folder."""
    if is_address(folder):
        return
    for table in tables:
        for entry in os.scandir(os.path.join(folder, table)):
            if entry.name.startswith(".vendetta-") and entry.name.endswith(".tmp"):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
