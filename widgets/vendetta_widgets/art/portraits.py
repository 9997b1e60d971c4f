"""Portraits, 120 by 90, put together from parts: who is who is chosen by hand in :data:`.portrait_choices.CAST`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .backgrounds import BEHIND
from .drawing_strokes import BONE, GOLD, INK, group, put
from .occupation_props import PROPS
from .portrait_choices import CAST, CLAN_VAMPIRES, Portrait
from .portrait_parts import CLOTHES, EXTRAS, FACES, HAIR_BEFORE, HAIR_BEHIND

__all__ = ["PARTS", "PEOPLE"]

_SKINS: Final = {
    # lit side, shadow
    "chalk": ("#d8cfca", "#2b2226"),
    "ash": ("#b9aba8", "#241b1e"),
    "dusk": ("#8f7a78", "#1e1518"),
    "fair": ("#f0cfa8", "#3a2218"),
    "olive": ("#d3a678", "#33200f"),
    "tan": ("#b98556", "#2c1a0e"),
    "brown": ("#93613c", "#22130a"),
    "umber": ("#74472c", "#1a0e08"),
    "pale": ("#dccfbf", "#352b28"),
    "wan": ("#c4ad98", "#302520"),
    "sallow": ("#a68a72", "#281d17"),
    "shade": ("#86674f", "#20150f"),
}
_HAIR: Final = {
    "black": ("#0b0706", "#8a7a72"),
    "brown": ("#2c1812", "#a07a58"),
    "auburn": ("#5a2016", "#d98a5c"),
    "gold": ("#8a6430", "#f0d79a"),
    "grey": ("#544d49", "#c9c0b6"),
    "white": ("#a9a199", "#f6f0e6"),
    "red": ("#7a1f28", "#ef9a8f"),
}
_CLOTH: Final = {
    "black": ("#0d0908", "#bfa06a"),
    "blood": ("#4a111c", "#e0566a"),
    "blue": ("#17222e", "#8fa8c8"),
    "green": ("#18231c", "#8fb095"),
    "brown": ("#2c1c12", "#d8a868"),
    "plum": ("#28162a", "#c79ad0"),
    "stone": ("#2b2522", "#bfb2a5"),
}
_ACCENT: Final = {
    "blood": "#a82c40",
    "gold": GOLD,
    "bone": BONE,
    "blue": "#6f8fb8",
    "green": "#6f9a7c",
    "plum": "#a276ad",
    "dark": INK,
    "grey": "#8d7f72",
}


def _layers(sitter: Portrait) -> Iterator[str]:
    """From back to front. Clothes and what is worn take their colours from the group around all."""
    lit, shadow = _SKINS[sitter.skin]
    hair, strand = _HAIR[sitter.hair_colour]
    yield put(f"b-{sitter.behind}")
    if sitter.prop:
        yield put(f"q-{sitter.prop}", x=2, y=26)
    yield from (put(f"hb-{lock}", fill=hair, stroke=strand) for lock in sitter.hair if lock in HAIR_BEHIND)
    yield put(f"c-{sitter.wears}")
    yield put(f"f-{sitter.face}", fill=shadow, color=lit)
    if sitter.red_eyes:
        yield put("x-eyes")
    yield from (put(f"h-{beard}", fill=hair, stroke=strand) for beard in sitter.extras if beard in HAIR_BEFORE)
    yield from (put(f"h-{lock}", fill=hair, stroke=strand) for lock in sitter.hair if lock in HAIR_BEFORE)
    yield from (put(f"x-{extra}") for extra in sitter.extras if extra in EXTRAS)


def _portrait(sitter: Portrait) -> str:
    cloth, seam = _CLOTH[sitter.cloth]
    return group(
        *_layers(sitter),
        transform="matrix(-1 0 0 1 120 0)" if sitter.flip else None,
        fill=cloth,
        stroke=seam,
        color=_ACCENT[sitter.accent],
    )


_PART_LOOKS: Final[dict[str, dict[str, str | float]]] = {
    "b": {"fill": "none"},
    "q": {"fill": "none", "stroke": GOLD, "stroke_width": 1.3, "stroke_linejoin": "round", "stroke_linecap": "round"},
    "hb": {"stroke_width": 0.7},
    "c": {"stroke_width": 0.9},
    "f": {},
    "h": {"stroke_width": 0.8},
    "x": {"stroke_width": 0.9},
}

PARTS: Final[dict[str, str]] = {
    f"{kind}-{name}": group(drawing, id=f"vka-{kind}-{name}", **_PART_LOOKS[kind])
    for kind, drawings in {
        "b": BEHIND,
        "q": PROPS,
        "hb": HAIR_BEHIND,
        "c": CLOTHES,
        "f": FACES,
        "h": HAIR_BEFORE,
        "x": EXTRAS,
    }.items()
    for name, drawing in drawings.items()
}
"""What the portraits refer to; each stands in the sheet once."""

PEOPLE: Final[dict[str, str]] = {
    **{f"person-{card}": _portrait(sitter) for card, sitter in CAST.items()},
    **{f"vampire-{clan}": _portrait(sitter) for clan, sitter in CLAN_VAMPIRES.items()},
}
