"""The folder of a simulation: ``plan.json`` and a folder of parts for each table.

::

    DIR/plan.json
    DIR/games/part-000000.parquet, part-000001.parquet, …
    DIR/seats/part-000000.parquet, …

A folder holds games of one plan. The same plan may later have more games or tables: existing parts are kept.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import quoted

from .plan import FORMAT, Plan, PlanError, plan_of
from .storage import CannotWrite, LabError, address_of, make_folder, read_file, write_file

PLAN_FILE: Final = "plan.json"


def temporary_folder(plan: Plan | Mapping[str, Any]) -> str:
    """Return the path of a temporary folder that only games of this plan use.

    For notebooks: the same plan with the same version of the kit finds its earlier games there.

    >>> folder = temporary_folder({"games": 5})
    >>> folder == temporary_folder({"games": 5}), folder == temporary_folder({"games": 6})
    (True, False)
    """
    checked = plan if isinstance(plan, Plan) else plan_of(plan)
    return os.path.join(tempfile.gettempdir(), f"vendetta-{checked.fingerprint[:12]}-{checked.games}")


class FolderContents(NamedTuple):
    """The content of a folder: games of ``plan``, with the fingerprint ``mark`` when it was written.

    ``short`` are the chunks whose parts may lack games, from a time when the plan had fewer.
    """

    plan: Plan
    mark: str
    short: tuple[int, ...]


def folder_contents(folder: str) -> FolderContents | None:
    """Return the content of a folder; ``None`` if it is not the folder of a simulation.

    Raises:
        LabError: the folder's plan cannot be read.

    >>> import tempfile
    >>> folder_contents(tempfile.mkdtemp()) is None
    True
    """
    path = os.path.join(address_of(folder), PLAN_FILE)
    try:
        row: Any = json.loads(read_file(path))
        if row["format"] != FORMAT:
            raise LabError(f"{path}: {quoted(row['format'])} is of another version of the kit; expected {FORMAT}")
        plan = plan_of(row["plan"], run_own=False)
        if plan.chunk is None:
            raise KeyError("chunk")
        return FolderContents(plan, str(row["fingerprint"]), tuple(int(number) for number in row["short"]))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise LabError(f"{path}: cannot be read: {fault.strerror or fault}") from None
    except PlanError as fault:
        raise LabError(f"{path}: {fault.faults[0]}") from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise LabError(
            f"{path}: damaged; expected what vendetta simulate wrote; without it the same plan makes it anew"
        ) from None


def prepare_folder(folder: str, plan: Plan) -> Plan:
    """Prepare a folder for a plan; return the plan with all tables and the chunk size of that folder.

    Tables that the folder already has are continued, and its chunk size is kept.

    Raises:
        LabError: the folder holds another plan, or more games of this one.
        CannotWrite: the folder cannot be written.
    """
    before = folder_contents(folder)
    short: tuple[int, ...] = ()
    if before is not None:
        old, mark, short = before
        if plan.chunk is None:
            plan = replace(plan, chunk=old.chunk)
        if plan.fingerprint != mark:
            raise LabError(f"{folder}: holds games of {_other(old, plan)}; expected the same plan or an empty folder")
        if plan.games < old.games:
            raise LabError(f"{folder}: holds {old.games} games of this plan; expected as many or more")
        assert plan.chunk is not None
        last, games = divmod(old.games, plan.chunk)
        if games and plan.games > old.games and last not in short:
            short += (last,)
        names = (*old.tables, *plan.tables)
        plan = replace(plan, tables=tuple(name for name in plan.SCHEMA.names if name in names))
    plan = plan.with_chunk()
    write_plan(folder, plan, plan.fingerprint, short)
    return plan


def write_plan(folder: str, plan: Plan, mark: str, short: tuple[int, ...]) -> None:
    """Make a folder with a plan and its fingerprint (:class:`FolderContents`).

    Raises:
        CannotWrite: the folder cannot be written.
    """
    row = {"format": FORMAT, "fingerprint": mark, "plan": plan.to_json(), "short": short}
    try:
        for table in plan.tables:
            make_folder(os.path.join(folder, table))
        write_file(os.path.join(folder, PLAN_FILE), f"{json.dumps(row, indent=1)}\n".encode())
    except OSError as fault:
        raise CannotWrite(f"{fault.filename or folder}: cannot be written: {fault.strerror or fault}") from None


def _other(old: Plan, new: Plan) -> str:
    """Return a text on the differences between two plans."""
    a, b = old.to_json(), new.to_json()
    keys = [key for key in a if a[key] != b.get(key) and key not in ("games", "tables")]
    if keys == ["bot_sources"]:
        changed = [name for name in old.bot_sources if old.bot_sources[name] != new.bot_sources.get(name)]
        return f"another source of {', '.join(changed)}, which has changed since"
    return f"another plan ({', '.join(keys)})" if keys else "another version of the kit"
