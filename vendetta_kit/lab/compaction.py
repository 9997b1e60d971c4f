"""Merges the small parts of a finished simulation into large ones, as programs that read millions of games like them.

What is written is a simulation of its own: the same plan with larger chunks, which changes no value. So it is read,
continued and given further tables as any other; the folder that it is made of is only read.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vendetta_kit.argument_checks import FROM_1, takes

from .parquet_parts import PartWriter, is_whole, part_path, part_stamp
from .plan import MOST_IN_A_CHUNK, Plan
from .result_tables import Tables
from .simulation_folder import folder_contents, write_plan
from .storage import CannotWrite, LabError, address_of, file_size

if TYPE_CHECKING:
    import pyarrow as pa

MEGABYTES: Final = 128
_ROWS: Final = 131_072
"""The rows of a group: enough that a query skips most of a file, few enough to be held in memory."""


@takes(megabytes=FROM_1)
def compact(folder: str | os.PathLike[str], into: str | os.PathLike[str], megabytes: int = MEGABYTES) -> Tables:
    """Write the tables of a finished simulation into another folder, in files of about a size, and return them.

    What was stopped goes on by the same call: files that are there are kept.

    Args:
        folder: a folder or an address with a finished simulation.
        into: another one, empty or begun by the same call.
        megabytes: the size that the largest table's files come near to; at most 100,000 games go into a file.

    Raises:
        LabError: the simulation is not finished, or there is something else in ``into``.
        CannotWrite: ``into`` cannot be written.

    >>> import tempfile
    >>> from vendetta_kit import lab
    >>> folder, into = tempfile.mkdtemp(), tempfile.mkdtemp()
    >>> made = lab.simulate({"games": 2, "bots": "random"}, out=folder, workers=1, progress=False)
    >>> len(compact(folder, into)["games"])
    2
    """
    made = Tables(folder)
    where = address_of(into)
    if not made.complete:
        raise LabError(f"{made.folder}: holds {made.games} of {made.plan.games} games; expected a finished simulation")
    if where.rstrip("/\\") == made.folder.rstrip("/\\"):
        raise LabError(f"{where}; expected another folder than the one that is read")
    plan = replace(made.plan, chunk=_chunk(made, megabytes))
    mark = plan.fingerprint
    if made.mark != made.plan.fingerprint:  # made by another version of the kit, whose marks cannot be told here
        mark = hashlib.sha256(f"{made.mark} {plan.chunk}".encode()).hexdigest()[:32]
    there = folder_contents(where)
    if there is not None and (there.mark != mark or there.plan.to_json() != plan.to_json()):
        raise LabError(f"{where}: holds something else; expected an empty folder")
    write_plan(where, plan, mark, ())
    for number in range(plan.chunks):
        for table in reversed(plan.tables):  # games last, as in a simulation
            _merge(made, plan, mark, table, number, part_path(where, table, number))
    return Tables(where)


def _chunk(made: Tables, megabytes: int) -> int:
    """Return the number of games to a file: a multiple of what it was."""
    assert made.plan.chunk is not None
    sizes = (sum(map(file_size, made.paths(name))) for name in made)
    one = max(1, max(sizes) // made.plan.chunks)
    times = max(1, megabytes * 1_000_000 // one)
    return made.plan.chunk * max(1, min(times, MOST_IN_A_CHUNK // made.plan.chunk, made.plan.chunks))


def _merge(made: Tables, plan: Plan, mark: str, table: str, number: int, path: str) -> None:
    """Write one file, unless it is there and whole."""
    schema, stamp = plan.SCHEMA.arrow(table), part_stamp(plan, mark, table, number)
    if is_whole(path, schema, stamp):
        return
    assert plan.chunk is not None
    assert made.plan.chunk is not None
    times = plan.chunk // made.plan.chunk
    writer = PartWriter(schema, stamp)
    group: list[pa.Table] = []
    for small in made.paths(table)[number * times : (number + 1) * times]:
        group.append(made.part(small, schema))
        if sum(map(len, group)) >= _ROWS:
            writer.add_tables(group)
            group = []
    writer.add_tables(group)
    try:
        writer.write(path)
    except OSError as fault:
        raise CannotWrite(f"{path}: cannot be written: {fault.strerror or fault}") from None
