"""The colours and the few strokes that every drawing of the kit is made of.

Flat shapes and thin lines only, as in a woodcut: no gradients, filters, scripts or pictures.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BLOOD",
    "BONE",
    "DEEP",
    "DIM",
    "GOLD",
    "INK",
    "LINE",
    "PANEL",
    "dot",
    "element",
    "fill",
    "group",
    "line",
    "mirrored",
    "put",
    "ring",
    "short",
]

INK: Final = "#0b0706"
PANEL: Final = "#1d1716"
LINE: Final = "#40332f"
BONE: Final = "#f0e8dd"
DIM: Final = "#bfb2a5"
BLOOD: Final = "#e0566a"
DEEP: Final = "#8f2233"
GOLD: Final = "#e5bf7a"


def short(number: float) -> str:
    """A number in as few signs as a drawing needs.

    >>> short(3.0), short(0.25), short(-1.449)
    ('3', '.3', '-1.4')
    """
    text = f"{round(number * 10 + 1e-9) / 10:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _attributes(given: dict[str, str | float | None]) -> str:
    return "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"'
        for key, value in given.items()
        if value is not None
    )


def line(
    d: str, colour: str | None = None, width: float | None = None, opacity: float | None = None, dash: str | None = None
) -> str:
    """A stroke without a filling; what is not said here is said by the group around it."""
    looks = {"stroke": colour, "stroke_width": width, "opacity": opacity, "stroke_dasharray": dash}
    return f'<path fill="none"{_attributes(looks)} d="{d}"/>'


def fill(d: str, colour: str | None = None, opacity: float | None = None, edge: str | None = "none") -> str:
    """A filled shape without a stroke, unless ``edge`` names its colour (``None``: that of the group around it)."""
    return f'<path{_attributes({"fill": colour, "stroke": edge, "opacity": opacity})} d="{d}"/>'


def dot(x: float, y: float, r: float, colour: str | None = None, opacity: float | None = None) -> str:
    """A filled circle."""
    given = _attributes({"fill": colour, "stroke": "none", "opacity": opacity})
    return f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(r)}"{given}/>'


def ring(x: float, y: float, r: float, colour: str | None = None, width: float | None = None) -> str:
    """A circle's line."""
    given = _attributes({"stroke": colour, "stroke_width": width})
    return f'<circle fill="none" cx="{short(x)}" cy="{short(y)}" r="{short(r)}"{given}/>'


def element(name: str, /, *content: str, **attributes: str | float | None) -> str:
    """An element around strokes, and what is said of all of them."""
    inside = "".join(content)
    if attributes.get("fill") == "none":
        inside = inside.replace(' fill="none"', "")
    return f"<{name}{_attributes(attributes)}>{inside}</{name}>"


def group(*content: str, **attributes: str | float | None) -> str:
    """Strokes that share what is said of them."""
    return element("g", *content, **attributes)


def put(name: str, **attributes: str | float | None) -> str:
    """A part of the sheet, drawn here once more."""
    return f'<use href="#vka-{name}"{_attributes(attributes)}/>'


def mirrored(name: str, width: int) -> str:
    """A part of the sheet and its mirror image, in a drawing so wide."""
    return put(name) + put(name, transform=f"matrix(-1 0 0 1 {width} 0)")
