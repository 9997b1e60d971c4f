"""Who plays the games of a simulation, by name: processes of this machine, loky's, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.input_errors import error_text, quoted

from .storage import LabError

_WAITS: Final = 20
"""Seconds to wait for a scheduler."""
_NAMES: Final = "local, loky or dask://HOST:PORT"


@takes(where=TEXT)
def executor_of(where: str | None = None, workers: int | None = None) -> AbstractContextManager[Executor | None]:
    """Return the executor with this name, for ``with``; in it, ``None`` are the processes of :func:`.simulate` itself.

    Args:
        where: ``"local"``, ``"loky"`` or the address of a Dask scheduler, as ``"dask://scheduler:8786"``.
        workers: how many processes loky starts (default: one for each core).

    Raises:
        LabError: it is none of these, a package is missing, nobody answers there, or there are to be no workers.

    >>> with executor_of(None) as executor:
    ...     executor is None
    True
    """
    checked_workers(workers)
    where = "local" if where is None else where
    return _opened(where, workers, where if where in ("local", "loky") else _scheduler(where))


@contextmanager
def _opened(where: str, workers: int | None, address: str) -> Iterator[Executor | None]:
    if address == "local":
        yield None
        return
    try:
        if address == "loky":
            from loky import ProcessPoolExecutor

            with ProcessPoolExecutor(workers) as pool:
                yield pool
            return
        import distributed
    except ModuleNotFoundError as fault:
        raise LabError(
            f"{quoted(where)}: the package {fault.name} is missing; expected an installation with vendetta-kit[cluster]"
        ) from None
    make: Any = distributed.Client  # without types of its own
    try:
        client = make(address, timeout=_WAITS, set_as_default=False)
    except Exception as fault:  # whatever it says of an address that leads nowhere
        raise LabError(f"{quoted(where)}: no scheduler answers there: {error_text(fault)}") from None
    try:
        yield client.get_executor(retries=0, pure=False)
    finally:
        client.close()


def checked_workers(workers: int | None) -> int | None:
    """Return a number of workers. Raises :class:`LabError` if it is not ``None`` and less than 1."""
    if workers is not None and (type(workers) is not int or workers < 1):
        raise LabError(f"workers={workers!r}; expected 1 or more")
    return workers


def _scheduler(where: str) -> str:
    """Return Dask's address of a scheduler.

    >>> _scheduler("dask://scheduler:8786")
    'tcp://scheduler:8786'
    """
    parts = urlsplit(where)
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme != "dask" or not parts.hostname or port is None or parts.path.strip("/") or "@" in parts.netloc:
        raise LabError(f"{quoted(where)}: no executor is called so; expected {_NAMES}")
    return f"tcp://{parts.netloc}"
