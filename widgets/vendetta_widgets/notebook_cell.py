"""The cell of a notebook in which something was called: what is printed and what fails later is shown there.

A page's messages come when no cell runs. Without a kernel, as in tests and plain programs, output goes where it always
goes, and an error is written to the standard error output.
"""

from __future__ import annotations

import sys
import traceback
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html import escape
from typing import Any

from ipywidgets import HTML, Box, HTMLMath, Image, Label, Output


def _shell() -> Any:
    """Return the shell of this kernel; ``None`` if there is none, or it cannot choose where output goes."""
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return shell if hasattr(shell, "set_parent") and hasattr(shell, "get_parent") else None


def _is_running_cell(parent: Any) -> bool:
    """Return whether what is answered now is a cell, and no message of a page."""
    return isinstance(parent, Mapping) and parent.get("header", {}).get("msg_type") == "execute_request"


def _box_picture(box: Box) -> str | None:
    """Return the pictures of the pages in a box, and of what is beside them, as HTML; ``None`` if it has no page."""
    shown, pages = [], False
    for child in box.children:
        page = _box_picture(child) if isinstance(child, Box) else getattr(child, "still_picture", str)()
        pages = pages or bool(page)
        shown.append(page or _picture(child))
    return "".join(f"<div>{each}</div>" for each in shown if each) if pages else None


def _picture(widget: Any) -> str:
    """Return what a widget of the reader's own shows as HTML; of a figure of plotly a table."""
    if isinstance(widget, Label):
        return escape(widget.value)
    if isinstance(widget, HTML | HTMLMath):
        return str(widget.value)
    if isinstance(widget, Image):
        return _image(widget.value, f"image/{widget.format}")
    if isinstance(widget, Output):
        return "".join(map(_output, widget.outputs))
    if hasattr(widget, "to_plotly_json"):
        return _figure_table(widget.data, widget.layout.title.text)
    return ""


def _image(content: bytes | str, kind: str) -> str:
    coded = content if isinstance(content, str) else b64encode(content).decode()
    return f'<img alt="" src="data:{kind};base64,{"".join(coded.split())}">'


def _output(output: Mapping[str, Any]) -> str:
    """Return one output of a cell, as a notebook keeps it, as HTML."""
    data = output.get("data", {})
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return "".join(data[kind])
    for kind in ("image/png", "image/jpeg"):
        if kind in data:
            return _image(data[kind], kind)
    return f"<pre>{escape(''.join(data.get('text/plain', output.get('text', ''))))}</pre>"


def _figure_table(traces: Iterable[Any], title: str | None) -> str:
    """Return what the traces of a figure are drawn from as a table with a row for each list; empty if there is none."""
    rows = ""
    for trace in traces:
        for key in ("x", "labels", "y", "values"):
            values = getattr(trace, key, None)
            if values is not None:
                head = (trace.name if key in ("y", "values") else None) or key
                cells = "".join(f"<td>{escape(str(value))}</td>" for value in values)
                rows += f"<tr><th>{escape(head)}</th>{cells}</tr>"
    above = f"<caption>{escape(title)}</caption>" if title else ""
    return rows and f"<table>{above}{rows}</table>"


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
        """Call a function of the reader's; its output and error are shown here, or in a later cell that runs."""
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
        if before != self._parent and _is_running_cell(before):  # a later cell made the move: its output is looked at
            yield
            return
        shell.set_parent(self._parent)
        try:
            yield
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            shell.set_parent(before)
