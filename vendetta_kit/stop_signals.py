"""Lets SIGTERM stop a command as Ctrl-C does, with an exit code that shows which of them it was."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn


class Terminated(KeyboardInterrupt):
    """Raised on SIGTERM; code that handles Ctrl-C handles it as well."""


def terminate(number: int, frame: Any) -> NoReturn:
    """Raise :class:`Terminated`; the signal handler of SIGTERM."""
    raise Terminated


def code_of(stop: KeyboardInterrupt) -> int:
    """Return the exit code of a command that was stopped: 128 plus the signal's number.

    >>> code_of(KeyboardInterrupt()), code_of(Terminated())
    (130, 143)
    """
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


@contextlib.contextmanager
def hears_sigterm() -> Iterator[None]:
    """Make SIGTERM raise :class:`Terminated` during the block, unless it has a handler already."""
    ours = threading.current_thread() is threading.main_thread()
    ours = ours and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
