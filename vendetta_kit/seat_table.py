"""Formats views as tables with a column for each seat, as text for a terminal and as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from textwrap import wrap
from typing import Final

WIDTH: Final = 22
"""Width of a column of the text, in characters."""
SIGN: Final = 8
"""Width of a character of the SVG, in pixels."""
LINE: Final = 18
"""Height of a line of the SVG, in pixels."""


def as_text(caption: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a caption and rows of cells as text; long cells take several lines.

    >>> print(as_text("Round 1", [["", "Ann"], ["Blood", "3"]]))
    Round 1
                            Ann
    Blood                   3
    """
    lines = [caption]
    for row in rows:
        columns = [wrap(cell, WIDTH) or [""] for cell in row]
        for parts in zip_longest(*columns, fillvalue=""):
            lines.append("  ".join(part.ljust(WIDTH) for part in parts).rstrip())
    return "\n".join(lines)


def as_html(caption: str, rows: Iterable[Sequence[str]], lang: str) -> str:
    """Return a caption and rows of cells as HTML without styles; the first row and first column are headings.

    >>> as_html("Round 1", [["", "<Ann>"], ["Blood", "3"]], "en")[:54]
    '<table lang="en"><caption>Round 1</caption><tr><th></t'
    """
    head, *others = rows
    cells = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    for first, *more in others:
        cells.append(f"<th>{escape(first)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in more))
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f'<table lang="{escape(lang)}"><caption>{escape(caption)}</caption>{body}</table>'


def as_svg(caption: str, rows: Iterable[Sequence[str]], lang: str) -> str:
    """Return a caption and rows of cells as a drawing for documents: the lines of :func:`as_text`, dark on light.

    >>> as_svg("Round 1", [["", "<Ann>"], ["Blood", "3"]], "en").count("<text")
    3
    """
    lines = as_text(caption, rows).splitlines()
    wide, high = SIGN * (max(map(len, lines)) + 2), LINE * (len(lines) + 1)
    written = "".join(
        f'<text x="{SIGN}" y="{LINE * number}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    style = f'font-family="monospace" font-size="{SIGN * 5 // 3}" fill="#1b1b1b"'
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" lang="{escape(lang)}" {size} {style}>'
        f"<title>{escape(caption)}</title>{ground}{written}</svg>"
    )
