"""The style of all figures: colours and fonts, and for each player a colour, a mark and a kind of line.

The colours are those of the pages (``styles/05_colours.css``).

A figure is plain data: plotly's traces and layout. Only :func:`figure` imports plotly, as that takes seconds.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

Spec = dict[str, Any]
"""A figure as data: ``{"data": [traces], "layout": {...}}``."""
Words = Callable[..., str]
"""Returns the words of a key, with values filled in."""

_COLOURS: Final = files("vendetta_widgets").joinpath("styles", "05_colours.css").read_text("utf-8")


def _theme(selector: str) -> dict[str, str]:
    """Return the colours of the pages in a theme by name: those of the rule with this selector."""
    rule = _COLOURS.split(f"\n{selector} {{", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rule))


_DARK: Final = _theme(".vk")
_LIGHT: Final = _theme(':root[data-vk-theme="light"] .vk')
_SEATS: Final = tuple(f"seat{seat}" for seat in range(6))

GROUND: Final = _DARK["panel"]
TEXT: Final = _DARK["text"]
DIM: Final = _DARK["dim"]
LINE: Final = _DARK["axis"]
GOLD: Final = _DARK["gold"]
BLOOD: Final = _DARK["blood"]
SEATS: Final = tuple(_DARK[name] for name in _SEATS)
BUBBLE: Final = _DARK["bubble"]
GRID: Final = _DARK["grid"]
BAND: Final = _DARK["band"]
LIGHT: Final = {
    _DARK[name]: _LIGHT[name] for name in ("panel", "text", "dim", "axis", "blood", "bubble", "grid", "band", *_SEATS)
}
"""The light theme's colour for each of the dark theme, in which figures are made; the browser replaces them, also as
:func:`faded` writes them."""
SYMBOLS: Final = ("circle", "diamond", "triangle-up", "square", "cross", "star")
"""The signs of the seats."""
DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
FONT: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif'


def plain(names: Sequence[str]) -> tuple[str, ...]:
    """Return names escaped for plotly, which reads ``<b>`` and ``<a>`` in texts as HTML.

    >>> plain(["<b>Bob</b>", "Cy & Dee"])
    ('&lt;b&gt;Bob&lt;/b&gt;', 'Cy &amp; Dee')
    """
    return tuple(html.escape(name, quote=False) for name in names)


def faded(colour: str, strength: float) -> str:
    """Return a colour with an opacity from 0 to 1.

    >>> faded("#e5bf7a", 0.5)
    'rgba(229,191,122,0.5)'
    """
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({red},{green},{blue},{strength:g})"


def light() -> dict[str, str]:
    """Return the light theme's colour for each text that figures contain: a colour, or the start of a faded one."""
    faint = {_see_through(dark): _see_through(bright) for dark, bright in LIGHT.items()}
    return LIGHT | faint


def in_light(spec: Spec) -> Spec:
    """Return a figure in the colours of the light theme, for use outside the kit's pages.

    >>> in_light({"data": [], "layout": {"font": {"color": TEXT}}})["layout"]
    {'font': {'color': '#2a201b'}}
    """
    text = json.dumps(spec)
    for dark, bright in light().items():
        text = text.replace(dark, bright)
    found: Spec = json.loads(text)
    return found


def _see_through(colour: str) -> str:
    return faded(colour, 1).removesuffix("1)")


def layout(height: int, **more: Any) -> dict[str, Any]:
    """Return the layout of all figures; ``height`` in pixels."""
    base: dict[str, Any] = {
        "height": height,
        "autosize": True,
        "paper_bgcolor": GROUND,
        "plot_bgcolor": GROUND,
        "font": {"family": FONT, "size": 13, "color": TEXT},
        "margin": {"l": 44, "r": 16, "t": 16, "b": 40},
        "hoverlabel": {"bgcolor": BUBBLE, "bordercolor": GOLD, "font": {"color": TEXT, "family": FONT, "size": 13}},
        "hovermode": "closest",
        "dragmode": False,
        "showlegend": False,
        "xaxis": axis(),
        "yaxis": axis(),
    }
    for key, value in more.items():
        base[key] = base[key] | value if isinstance(value, dict) and isinstance(base.get(key), dict) else value
    return base


def axis(title: str = "", **more: Any) -> dict[str, Any]:
    """Return an axis that cannot be dragged."""
    return {
        "fixedrange": True,
        "gridcolor": GRID,
        "zerolinecolor": LINE,
        "linecolor": LINE,
        "tickfont": {"color": DIM},
        "title": {"text": title, "font": {"color": DIM, "size": 13}},
        "automargin": True,
        **more,
    }


def bands(starts: Sequence[tuple[float, str]], end: float) -> dict[str, Any]:
    """Return the entries of a layout that mark the rounds along the x axis."""
    shapes, words = [], []
    for k, (start, name) in enumerate(starts):
        stop = starts[k + 1][0] if k + 1 < len(starts) else end
        if k % 2 == 0:
            shapes.append(
                {
                    "type": "rect",
                    "xref": "x",
                    "yref": "paper",
                    "x0": start,
                    "x1": stop,
                    "y0": 0,
                    "y1": 1,
                    "fillcolor": BAND,
                    "line": {"width": 0},
                    "layer": "below",
                }
            )
        words.append(note(name, start, 1, xref="x", xanchor="left", yanchor="bottom"))
    return {"shapes": shapes, "annotations": words}


def vertical_line(x: float, **looks: object) -> dict[str, Any]:
    """Return a line from the bottom of a figure to its top."""
    return {"type": "line", "xref": "x", "yref": "paper", "x0": x, "x1": x, "y0": 0, "y1": 1, "line": looks}


def now_line(x: float) -> dict[str, Any]:
    """Return the line that shows the slider's step."""
    return vertical_line(x, color=GOLD, width=1, dash="dot")


def note(text: str, x: float, y: object, colour: str = DIM, size: int = 12, **more: object) -> dict[str, Any]:
    """Return words on a figure. ``x`` and ``y`` are shares of it, unless ``xref`` and ``yref`` name axes."""
    font = {"color": colour, "size": size}
    return {"xref": "paper", "yref": "paper", "x": x, "y": y, "text": text, "showarrow": False, "font": font, **more}


def column_titles(titles: Sequence[str], places: Sequence[float]) -> list[dict[str, Any]]:
    """Return titles above the columns of a flow diagram; ``places`` from 0 on the left to 1 on the right."""
    ends = {0: "left", len(titles) - 1: "right"}
    return [
        note(title, x, 1, xanchor=ends.get(k, "center"), yanchor="bottom", yshift=18)
        for k, (title, x) in enumerate(zip(titles, places, strict=True))
    ]


def empty_layout(words: str) -> dict[str, Any]:
    """Return the layout of a figure without data, which says so in ``words``."""
    unseen = {"visible": False}
    return {"annotations": [note(words, 0.5, 0.5, size=14)], "xaxis": unseen, "yaxis": unseen, "shapes": []}


def steps_of(values: Sequence[int], steps: Sequence[int]) -> Mapping[int, int]:
    """Return the step of the slider for each running number.

    >>> dict(steps_of([4, 9], [0, 4, 7, 9, 12]))
    {4: 1, 9: 3}
    """
    from bisect import bisect_right

    return {n: max(0, bisect_right(steps, n) - 1) for n in values}


def figure(spec: Spec) -> Any:
    """Return a figure as plotly's ``Figure``, for a notebook."""
    from plotly.graph_objects import Figure

    return Figure(data=spec["data"], layout=spec["layout"])
