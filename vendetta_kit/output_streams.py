"""What a command prints to: closed, full, gone, or a terminal that knows few letters."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

__all__ = ["give_up", "streams", "tell"]


class _Closed(io.TextIOBase):
    """The standard output of a process that was started without one: Python has nothing for it."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def streams() -> Iterator[None]:
    """See to it that there is something to print to, which takes every letter."""
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


def tell(text: str) -> None:
    """Say something on the standard error output, if that can be written to."""
    try:
        print(" ".join(text.split()), file=sys.stderr, flush=True)
    except OSError:
        give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """Drop what a stream could not write: when Python ends it would try again, and complain."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        stream.flush()
