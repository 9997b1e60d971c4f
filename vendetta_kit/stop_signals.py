"""Ctrl-C and SIGTERM stop a command in the same good order; its exit code tells which of them it was."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

__all__ = ["Terminated", "code_of", "hears_sigterm", "terminate"]


class Terminated(KeyboardInterrupt):
    """SIGTERM has come. Whoever sees to Ctrl-C sees to it, too."""


def terminate(number: int, frame: Any) -> NoReturn:
    """Raise :class:`Terminated`: what a command does on SIGTERM."""
    raise Terminated


def code_of(stop: KeyboardInterrupt) -> int:
    """Return the exit code of a command that was stopped: 128 and the signal's number.

    >>> code_of(KeyboardInterrupt()), code_of(Terminated())
    (130, 143)
    """
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


@contextlib.contextmanager
def hears_sigterm() -> Iterator[None]:
    """Have SIGTERM raise :class:`Terminated`, where nobody else sees to it."""
    ours = threading.current_thread() is threading.main_thread()
    ours = ours and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
