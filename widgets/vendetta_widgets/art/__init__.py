"""All that is drawn on the kit's pages: icons, clan emblems, portraits, places, Relics and the backs of cards.

Everything is our own and written here as strokes; nothing is fetched and no picture of the game is followed. A page puts
the :func:`sheet` into itself once and then calls each drawing by its name.

>>> from vendetta_widgets import art
>>> art.use("blood", "vk-small")
'<svg class="vk-art vk-small" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><use href="#vka-blood"/></svg>'
>>> art.of("AL16"), art.of("brujah"), art.of("loc:haven"), art.of("BR01")
('person-AL16', 'clan-brujah', 'place-haven', None)
"""

from __future__ import annotations

from functools import cache

from ..pen import Html
from .clans import CLAN_COLOURS, CLANS
from .icons import ICONS
from .ink import GOLD, group
from .pattern import PATTERNS
from .people import PARTS, PEOPLE
from .places import PLACES
from .press import pressed
from .relics import RELICS

__all__ = ["CLAN_COLOURS", "names", "of", "sheet", "size", "use"]


@cache
def _drawings() -> dict[str, tuple[int, int, str]]:
    """Name to width, height and strokes."""
    icon = {
        "fill": "none",
        "stroke": "currentColor",
        "stroke_width": 1.5,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    found = {name: (20, 20, group(drawing, **icon)) for name, drawing in ICONS.items()}
    found |= {name: (64, 64, drawing) for name, drawing in CLANS.items()}
    found |= {name: (120, 90, drawing) for name, drawing in PEOPLE.items()}
    found |= {name: (160, 60, group(drawing, stroke=GOLD, stroke_linejoin="round")) for name, drawing in PLACES.items()}
    found |= {name: (40, 40, drawing) for name, drawing in RELICS.items()}
    return found | PATTERNS


@cache
def names() -> tuple[str, ...]:
    """The names of all drawings."""
    return tuple(_drawings())


def size(name: str) -> tuple[int, int]:
    """Width and height that a drawing is made for; ``KeyError`` for a name that nothing bears.

    >>> size("place-haven")
    (160, 60)
    """
    width, height, _ = _drawings()[name]
    return width, height


def of(card: str) -> str | None:
    """The drawing of a card, clan, Relic or Location by its id; ``None`` for cards that have none of their own."""
    key = card.removeprefix("loc:")
    return next(
        (name for kind in ("person", "clan", "place", "relic") if (name := f"{kind}-{key}") in _drawings()), None
    )


def use(name: str, cls: str = "") -> Html:
    """A drawing in its place. It says nothing to a screen reader: words beside it must."""
    width, height = size(name)
    return Html(
        f'<svg class="{f"vk-art {cls}".strip()}" viewBox="0 0 {width} {height}" aria-hidden="true" focusable="false">'
        f'<use href="#vka-{name}"/></svg>'
    )


@cache
def sheet() -> Html:
    """All drawings, unseen, for a page to have once; :func:`use` refers to them."""
    parts = "".join(f'<g id="vka-{name}">{drawing}</g>' for name, drawing in PARTS.items())
    symbols = "".join(
        f'<symbol id="vka-{name}" viewBox="0 0 {width} {height}">{drawing}</symbol>'
        for name, (width, height, drawing) in _drawings().items()
    )
    drawn, style = pressed(f"<defs>{parts}</defs>{symbols}")
    return Html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"'
        f' focusable="false"><style>{style}</style>{drawn}</svg>'
    )
