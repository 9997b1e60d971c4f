"""All that is drawn on the kit's pages: icons, clan emblems, portraits, places, Relics and the backs of cards.

Everything is our own and written here as strokes; nothing is fetched and no picture of the game is followed. A page
puts the :func:`sheet` into itself once and then calls each drawing by its name.

>>> from vendetta_widgets import art
>>> art.use("blood", "vk-small")
'<svg class="vk-art vk-small" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><use href="#vka-blood"/></svg>'
>>> art.of("AL16"), art.of("brujah"), art.of("loc:haven"), art.of("BR01")
('person-AL16', 'clan-brujah', 'place-haven', None)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from ..html import Html, tag
from . import card_back, clan_emblems, location_drawings
from .clan_emblems import CLAN_COLOURS, CLANS
from .drawing_strokes import GOLD, element, group
from .icons import ICONS
from .location_drawings import PLACES
from .portraits import PARTS, PEOPLE
from .relic_emblems import RELICS

__all__ = ["CLAN_COLOURS", "names", "of", "sheet", "size", "use"]


_SMALL: Final = {"k": clan_emblems.PARTS, "p": location_drawings.PARTS, "o": card_back.PARTS}
_LINES: Final[Mapping[str, str | float]] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
_GOLDEN: Final[Mapping[str, str | float]] = {"fill": "none", "stroke": GOLD, "stroke_linejoin": "round"}


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Strokes, the size they are made for, and what is said of all of them."""

    width: int
    height: int
    strokes: str
    looks: Mapping[str, str | float]


@cache
def _drawings() -> dict[str, _Drawing]:
    icon = {**_LINES, "stroke": "currentColor", "stroke_width": 1.5}
    found = {name: _Drawing(20, 20, strokes, icon) for name, strokes in ICONS.items()}
    for clan, colour in CLAN_COLOURS.items():
        found[f"clan-{clan}"] = _Drawing(
            64, 64, CLANS[f"clan-{clan}"], {"fill": "none", "color": colour, "stroke": colour}
        )
    found |= {name: _Drawing(120, 90, strokes, {}) for name, strokes in PEOPLE.items()}
    found |= {name: _Drawing(160, 60, strokes, _GOLDEN) for name, strokes in PLACES.items()}
    found |= {name: _Drawing(40, 40, strokes, {**_GOLDEN, "stroke_width": 1.2}) for name, strokes in RELICS.items()}
    found["back"] = _Drawing(60, 84, card_back.BACK, {"fill": "none"})
    found["rule-line"] = _Drawing(200, 12, card_back.RULE_LINE, {"fill": "none"})
    return found


@cache
def names() -> tuple[str, ...]:
    """The names of all drawings."""
    return tuple(_drawings())


def size(name: str) -> tuple[int, int]:
    """Width and height that a drawing is made for; ``KeyError`` for a name that nothing bears.

    >>> size("place-haven")
    (160, 60)
    """
    drawing = _drawings()[name]
    return drawing.width, drawing.height


def of(card: str) -> str | None:
    """The drawing of a card, clan, Relic or Location by its id; ``None`` for cards that have none of their own."""
    key = card.removeprefix("loc:")
    return next(
        (name for kind in ("person", "clan", "place", "relic") if (name := f"{kind}-{key}") in _drawings()), None
    )


@cache
def use(name: str, cls: str = "") -> Html:
    """A drawing in its place. It says nothing to a screen reader: words beside it must."""
    width, height = size(name)
    return tag(
        "svg",
        Html(f'<use href="#vka-{name}"/>'),
        cls=f"vk-art {cls}".strip(),
        viewBox=f"0 0 {width} {height}",
        aria_hidden="true",
        focusable="false",
    )


@cache
def sheet() -> Html:
    """Return all drawings, unseen, for a page to have once; :func:`use` refers to them."""
    small = {f"{kind}-{name}": drawing for kind, parts in _SMALL.items() for name, drawing in parts.items()}
    defined = [*PARTS.values(), *(group(drawing, id=f"vka-{name}") for name, drawing in small.items())]
    symbols = [
        element(
            "symbol",
            drawing.strokes,
            id=f"vka-{name}",
            viewBox=f"0 0 {drawing.width} {drawing.height}",
            **drawing.looks,
        )
        for name, drawing in _drawings().items()
    ]
    return Html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="display:none" aria-hidden="true"'
        f' focusable="false"><defs>{"".join(defined)}</defs>{"".join(symbols)}</svg>'
    )
