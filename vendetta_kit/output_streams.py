"""Makes the output of a command robust: closed or full streams, ended readers, terminals with few characters."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO


class _Closed(io.TextIOBase):
    """Replaces the standard output of a process that was started without one; writing raises an error."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def safe_streams() -> Iterator[None]:
    """Make sure, for the duration of the block, that both output streams exist and accept every character."""
    before = sys.stdout, sys.stderr
    with contextlib.ExitStack() as after:
        if sys.stdout is None:
            sys.stdout = _Closed()
        elif isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
            after.callback(sys.stdout.reconfigure, errors=sys.stdout.errors)
            sys.stdout.reconfigure(errors="replace")
        if sys.stderr is None:
            sys.stderr = after.enter_context(open(os.devnull, "w", encoding="utf-8"))
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def print_error(text: str) -> None:
    """Print a line to the standard error output; do nothing if it cannot be written to."""
    try:
        print(" ".join(text.split()), file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def discard_output(stream: TextIO) -> None:
    """Discard what a stream could not write, as Python would try again at its end and print an error."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()
