"""Shows the tables and figures of a part of a lesson anew after each of the learner's moves.

``lesson.at("leave").live.ledger()`` shows what ``lesson.at("leave").ledger()`` shows, and keeps it up to date.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import ipywidgets
from IPython.core.formatters import DisplayFormatter
from IPython.core.getipython import get_ipython

from .lesson_inspector import LessonInspector, NotHere

Shown = Callable[[], Any]


class LiveOutput(ipywidgets.Output):  # type: ignore[misc]
    """The output of a cell that is shown anew by :meth:`refresh`.

    Args:
        call: returns what is to be shown; a :class:`NotHere` that it raises is shown in words.
    """

    WIDGET: ClassVar[str] = "application/vnd.jupyter.widget-view+json"

    def __init__(self, call: Shown) -> None:
        super().__init__()
        self._call = call
        self._data: dict[str, Any] = {}
        self.refresh()

    def refresh(self) -> None:
        """Call the function again, and show what it returns now."""
        try:
            self._data, about = _formatted(self._call())
        except NotHere as fault:
            self._data, about = {"text/plain": str(fault)}, {}
        self.outputs = ({"output_type": "display_data", "data": self._data, "metadata": about},)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the widget, and for where none can be shown what it shows now."""
        found: Any = super()._repr_mimebundle_(**kwargs)
        return {**(found or {}), **self._data}


def _formatted(shown: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an object as a notebook would show it: its MIME bundle, and what is said about it."""
    if hasattr(shown, "_repr_mimebundle_"):
        bundle = shown._repr_mimebundle_()
        return {"text/plain": type(shown).__name__, **bundle}, {}
    shell: Any = get_ipython()
    formatter = DisplayFormatter() if shell is None else shell.display_formatter
    data, about = formatter.format(shown)
    return dict(data), dict(about)


class LiveInspector:
    """The methods of a part's inspector; each returns a :class:`LiveOutput` that follows the learner's moves.

    Args:
        inspect: returns the inspector as things stand.
        follow: calls a function after each move: ``follow(key, function)``, in the place of an earlier one of that key.
    """

    def __init__(
        self, inspect: Callable[[], LessonInspector], follow: Callable[[str, Callable[[], None]], None]
    ) -> None:
        self._inspect = inspect
        self._follow = follow

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._inspect()) if not name.startswith("_") and name != "live"]

    def __getattr__(self, name: str) -> Callable[..., LiveOutput]:
        if name.startswith("_") or not callable(getattr(self._inspect(), name, None)):
            raise AttributeError(f"{name}: expected a method of {type(self._inspect()).__name__}")

        def shown(*given: Any, **named: Any) -> LiveOutput:
            output = LiveOutput(lambda: getattr(self._inspect(), name)(*given, **named))
            self._follow(f"{name}{given}{sorted(named.items())}", output.refresh)
            return output

        return shown
