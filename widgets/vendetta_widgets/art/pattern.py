"""The back of the Clan cards, 60 by 84, and the thin ornament between two parts of a page, 200 by 12."""

from __future__ import annotations

from typing import Final

from .ink import BLOOD, DEEP, GOLD, dot, fill, line

__all__ = ["PATTERNS"]


def _back() -> str:
    """Overlapping arcs like tiles of a roof at night, a drop in the moon in their middle."""
    arcs = ""
    for row in range(9):
        y = 8 + 9 * row
        for column in range(5 if row % 2 else 6):
            x = 5 + 10 * column + (5 if row % 2 else 0)
            for r in (4.6, 2.6):
                arcs += f"M{x - r:g} {y}a{r} {r} 0 0 1 {2 * r:g} 0"
    card = f'<rect width="60" height="84" rx="4" fill="{DEEP}" stroke="none"/>'
    field = f'<rect x="4" y="4" width="52" height="76" rx="2" fill="#1a0c0f" stroke="{GOLD}" stroke-width="1"/>'
    medal = fill("M30 20 47 42 30 64 13 42Z", "#1a0c0f", edge=GOLD) + line(
        "M30 24.5 43.5 42 30 59.5 16.5 42Z", GOLD, 0.5
    )
    moon = fill("M31.5 32A10.5 10.5 0 1 0 40 46.5A8.5 8.5 0 0 1 31.5 32Z", GOLD)
    drop = fill("M34 36C36.5 39.5 38.5 41.5 38.5 44.2a4.5 4.5 0 0 1-9 0C29.5 41.5 31.5 39.5 34 36Z", BLOOD)
    corners = dot(30, 13, 1.2, GOLD) + dot(30, 71, 1.2, GOLD)
    return card + field + line(arcs, "#6b1a28", 0.8) + medal + moon + drop + corners


def _rule() -> str:
    """A line that swells towards a drop between two lozenges."""
    left = (
        fill("M6 6 80 5.4V6.6Z", GOLD)
        + fill("M80 6 84 3.5 88 6 84 8.5Z", None, edge=GOLD)
        + dot(91.5, 6, 0.9, GOLD)
        + line("M60 3.6H76M66 8.4H76", GOLD, 0.6)
    )
    drop = fill("M100 .8C101.8 3.4 103.2 5 103.2 7a3.2 3.2 0 0 1-6.4 0C96.8 5 98.2 3.4 100 .8Z", BLOOD)
    return left + f'<g transform="matrix(-1 0 0 1 200 0)">{left}</g>' + drop


PATTERNS: Final[dict[str, tuple[int, int, str]]] = {"back": (60, 84, _back()), "rule-line": (200, 12, _rule())}
