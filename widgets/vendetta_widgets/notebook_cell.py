"""The cell of a notebook in which something was called: what is printed and what fails later is shown there.

A page's messages come when no cell runs. Without a kernel, as in tests and plain programs, output goes where it always
goes, and an error is written to the standard error output.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from ipywidgets import HTML, Box


def _shell() -> Any:
    """Return the shell of this kernel; ``None`` if there is none, or it cannot choose where output goes."""
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return shell if hasattr(shell, "set_parent") and hasattr(shell, "get_parent") else None


def _box_picture(box: Box) -> str | None:
    """Return the pictures of the pages in a box, with what is text beside them, as HTML; ``None`` if it has no page."""
    shown, pages = [], False
    for child in box.children:
        page = _box_picture(child) if isinstance(child, Box) else getattr(child, "still_picture", str)()
        pages = pages or bool(page)
        shown.append(page or (child.value if isinstance(child, HTML) else ""))
    return "".join(f"<div>{each}</div>" for each in shown if each) if pages else None


@cache
def save_boxes() -> None:
    """Have this kernel save, of a box of ipywidgets that a cell shows, the still pictures of the pages in it."""
    shell = _shell()
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(Box, _box_picture)


class NotebookCell:
    """The cell that runs when this is made.

    >>> NotebookCell().run(lambda: print("told"))
    told
    """

    def __init__(self) -> None:
        shell = _shell()
        self._parent: Any = None if shell is None else shell.get_parent()

    def run(self, call: Callable[[], object]) -> None:
        """Call a function of the reader's; its output and its error, with the traceback, are shown in this cell."""
        with self._output_here():
            try:
                call()
            except Exception as fault:
                self._show(fault)

    def show(self, fault: Exception) -> None:
        """Show an error of the reader's code, with its traceback, in this cell."""
        with self._output_here():
            self._show(fault)

    def _show(self, fault: Exception) -> None:
        """Show an error where output goes now, without the kit's own frame at its top."""
        own = fault.__traceback__.tb_next if fault.__traceback__ is not None else None
        shown = fault.with_traceback(own or fault.__traceback__)
        shell = _shell()
        if shell is None:
            traceback.print_exception(shown)
        else:
            shell.showtraceback((type(shown), shown, shown.__traceback__), tb_offset=0)

    @contextmanager
    def _output_here(self) -> Iterator[None]:
        shell = _shell()
        if shell is None or self._parent is None:
            yield
            return
        before = shell.get_parent()
        shell.set_parent(self._parent)
        try:
            yield
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            shell.set_parent(before)
