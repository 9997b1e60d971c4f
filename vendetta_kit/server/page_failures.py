"""Failures of pages: the kind of failure, which the page explains, and its cause, for the log.

Only a lack of places is reported as a full server; ``error.html`` has the text for each kind.
"""

from __future__ import annotations

import errno
import logging
import traceback
from collections.abc import Iterator
from typing import Final

from vendetta_kit.input_errors import cut

_log = logging.getLogger(__name__)
_NUMBERS: Final = {
    errno.ENOSPC: "disk",
    errno.EDQUOT: "disk",
    errno.EACCES: "rights",
    errno.EPERM: "rights",
    errno.EROFS: "rights",
    errno.EMFILE: "files",
    errno.ENFILE: "files",
    errno.ENOMEM: "memory",
    errno.EAGAIN: "memory",
}
"""The kinds of failures of the operating system, by error number."""
KINDS: Final = (*dict.fromkeys(_NUMBERS.values()), "slow", "ended", "page", "kit")
LONGEST_CAUSE: Final = 300


def kind_of(fault: BaseException) -> str:
    """Return the kind of a failure, one of :data:`KINDS`, from the exception or those that caused it.

    >>> kind_of(OSError(errno.ENOSPC, "full")), kind_of(TimeoutError()), kind_of(KeyError("x"))
    ('disk', 'slow', 'kit')
    """
    for one in _chain(fault):
        # jupyter_client: "Kernel didn't respond in 60 seconds"
        if isinstance(one, TimeoutError) or "respond in" in str(one)[:200]:
            return "slow"
        if isinstance(one, MemoryError):
            return "memory"
        if isinstance(one, OSError) and one.errno in _NUMBERS:
            return _NUMBERS[one.errno]
        if type(one).__name__ == "DeadKernelError" or "died" in str(one)[:200]:
            return "ended"
        if type(one).__name__ == "CellExecutionError":
            return "page"
    return "kit"


def log_failure(where: str, fault: BaseException) -> None:
    """Print one line on a failure to the standard error output, which is the log: where, what and why."""
    _log.error("vendetta learn: %s: %s", cut(where, LONGEST_CAUSE), "; from ".join(map(_cause, _chain(fault))))


def _chain(fault: BaseException) -> Iterator[BaseException]:
    """Yield an exception and those that caused it."""
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _cause(fault: BaseException) -> str:
    # an error in a notebook's cell is in the last lines of a complete traceback
    said = f"{getattr(fault, 'ename', '')}: {fault.evalue}" if hasattr(fault, "evalue") else str(fault)
    frames = traceback.extract_tb(fault.__traceback__)
    at = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return cut(f"{type(fault).__name__}: {said}", LONGEST_CAUSE) + at
