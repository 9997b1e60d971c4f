"""The back of the Clan cards, 60 by 84, and the thin ornament between two parts of a page, 200 by 12."""

from __future__ import annotations

from typing import Final

from .drawing_strokes import BLOOD, DEEP, GOLD, dot, fill, line, mirrored, put, short

__all__ = ["BACK", "PARTS", "RULE_LINE"]


def _back() -> str:
    """Overlapping arcs like tiles of a roof at night, a drop in the moon in their middle."""
    rows = "".join(put("o-row", x=5.2 if row % 2 else 0, y=8 * row) for row in range(9))
    field = fill("M3 3H57V81H3Z", "#1a0c0f")
    frame = f'<rect x="2" y="2" width="56" height="80" rx="3" stroke="{DEEP}" stroke-width="4"/>'
    frame += line("M4.5 4.5H55.5V79.5H4.5Z", GOLD, 1)
    medal = fill("M30 20 47 42 30 64 13 42Z", "#1a0c0f", edge=GOLD) + line(
        "M30 24.5 43.5 42 30 59.5 16.5 42Z", GOLD, 0.5
    )
    moon = fill("M31.5 32A10.5 10.5 0 1 0 40 46.5A8.5 8.5 0 0 1 31.5 32Z", GOLD)
    drop = fill("M34 36C36.5 39.5 38.5 41.5 38.5 44.2a4.5 4.5 0 0 1-9 0C29.5 41.5 31.5 39.5 34 36Z", BLOOD)
    corners = dot(30, 13, 1.2, GOLD) + dot(30, 71, 1.2, GOLD)
    return field + rows + frame + medal + moon + drop + corners


def _half_rule() -> str:
    return (
        fill("M6 6 80 5.4V6.6Z", GOLD)
        + line("M80 6 84 3.5 88 6 84 8.5Z", GOLD)
        + dot(91.5, 6, 0.9, GOLD)
        + line("M60 3.6H76M66 8.4H76", GOLD, 0.6)
    )


def _arcs() -> str:
    """A row of arcs on the back of a card; the frame hides where it begins and ends."""
    return "".join(
        f"M{short(9.2 + 10.4 * k - r)} 14a{r} {r} 0 0 1 {2 * r:g} 0" for k in range(-1, 5) for r in (4.6, 2.6)
    )


def _rule() -> str:
    """A line that swells towards a drop between two lozenges."""
    drop = fill("M100 .8C101.8 3.4 103.2 5 103.2 7a3.2 3.2 0 0 1-6.4 0C96.8 5 98.2 3.4 100 .8Z", BLOOD)
    return mirrored("o-half", 200) + drop


PARTS: Final[dict[str, str]] = {"row": line(_arcs(), "#6b1a28", 0.8), "half": _half_rule()}

BACK: Final = _back()
RULE_LINE: Final = _rule()
