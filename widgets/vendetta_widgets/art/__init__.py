"""All that is drawn on the kit's pages: icons, clan emblems, portraits, places, Relics and the backs of cards.

Everything is our own and made of strokes, written here or kept as files (:mod:`.drawing_files`); nothing is fetched and
no picture of a game is followed. A page is given the :func:`sheet` of its game once and then calls each drawing by its
name.

>>> from vendetta_widgets import art
>>> art.use("blood", "vk-small")
'<svg class="vk-art vk-small" viewBox="0 0 20 20" aria-hidden="true"><use href="#vka-blood"/></svg>'
>>> art.of("AL16"), art.of("brujah"), art.of("loc:haven"), art.of("BR01"), art.of("CV01"), art.of("CL01")
('person-AL16', 'clan-brujah', 'place-haven', None, 'person-CV01', 'card-CL01')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from vendetta_kit.games import FIRST, GAMES

from ..html import Html, tag
from . import card_back, clan_emblems, location_drawings
from .clan_emblems import CLAN_COLOURS, CLANS
from .drawing_files import drawing_files, shared_parts
from .drawing_strokes import GOLD, element, group
from .icons import ICONS
from .location_drawings import PLACES
from .portraits import PARTS, PEOPLE
from .relic_emblems import RELICS
from .vignettes import VIGNETTES, vignette_of

__all__ = ["BUST", "CLAN_COLOURS", "crop", "face", "names", "of", "sheet", "size", "use", "vignette_of", "wide"]

FACE: Final = "28 4 64 64"
"""Of a portrait: the head, in a square."""
BUST: Final = "0 3 120 62"
"""... and head and shoulders, to fill whatever is wider than high."""


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
    game: str = ""
    """Whose it is; empty: of all games."""
    written: str = ""
    """What a file says of all strokes."""


@cache
def _drawings() -> dict[str, _Drawing]:
    icon = {**_LINES, "stroke": "currentColor", "stroke_width": 1.5}
    found = {name: _Drawing(20, 20, strokes, icon) for name, strokes in ICONS.items()}
    for clan, colour in CLAN_COLOURS.items():
        found[f"clan-{clan}"] = _Drawing(
            64, 64, CLANS[f"clan-{clan}"], {"fill": "none", "color": colour, "stroke": colour}
        )
    found |= {name: _Drawing(120, 90, strokes, {}, FIRST) for name, strokes in PEOPLE.items()}
    found |= {name: _Drawing(160, 60, strokes, _GOLDEN, FIRST) for name, strokes in PLACES.items()}
    relic = {**_GOLDEN, "stroke_width": 1.2}
    found |= {name: _Drawing(40, 40, strokes, relic, FIRST) for name, strokes in RELICS.items()}
    vignette = {**_LINES, "stroke": "currentColor", "stroke_width": 1.3}
    found |= {f"vignette-{name}": _Drawing(120, 80, strokes, vignette, FIRST) for name, strokes in VIGNETTES.items()}
    found["back"] = _Drawing(60, 84, card_back.BACK, {"fill": "none"})
    found["rule-line"] = _Drawing(200, 12, card_back.RULE_LINE, {"fill": "none"})
    for game in GAMES:
        for name, file in drawing_files(game).items():
            found[name] = _Drawing(file.width, file.height, file.strokes, {}, game, file.looks)
    return found


@cache
def names(game: str = FIRST) -> tuple[str, ...]:
    """The names of all drawings that a game's pages show."""
    return tuple(name for name, drawing in _drawings().items() if drawing.game in ("", game))


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
    kinds = ("person", "clan", "place", "relic", "card")
    return next((name for kind in kinds if (name := f"{kind}-{key}") in _drawings()), None)


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
    )


@cache
def crop(name: str, box: str, cls: str = "") -> Html:
    """A part of a drawing, which fills its place: ``box`` is its left, top, width and height in the drawing."""
    width, height = size(name)
    return tag(
        "svg",
        Html(f'<use href="#vka-{name}" width="{width}" height="{height}"/>'),
        cls=f"vk-art {cls}".strip(),
        viewBox=box,
        preserveAspectRatio="xMidYMin slice",
        aria_hidden="true",
    )


def face(name: str, cls: str = "") -> Html:
    """A portrait's head in a square, for a round frame."""
    return crop(name, FACE, cls)


def wide(name: str, cls: str = "") -> Html:
    """A portrait with its shoulders, filling a wide place."""
    return crop(name, BUST, cls)


@cache
def sheet(game: str = FIRST) -> Html:
    """Return all drawings that a game's pages show, unseen, for a page to have once; :func:`use` refers to them."""
    shown = [_symbol(name, _drawings()[name]) for name in names(game)]
    return Html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="display:none" aria-hidden="true"'
        f' focusable="false"><defs>{"".join(_needed(shown, game))}</defs>{"".join(shown)}</svg>'
    )


def _symbol(name: str, drawing: _Drawing) -> str:
    box = f"0 0 {drawing.width} {drawing.height}"
    if drawing.written:
        return f'<symbol id="vka-{name}" viewBox="{box}" {drawing.written}>{drawing.strokes}</symbol>'
    return element("symbol", drawing.strokes, id=f"vka-{name}", viewBox=box, **drawing.looks)


def _needed(shown: Iterable[str], game: str) -> list[str]:
    """The parts that drawings refer to, and those that these refer to in turn."""
    small = {f"{kind}-{name}": drawing for kind, parts in _SMALL.items() for name, drawing in parts.items()}
    parts = {**PARTS, **{name: group(drawing, id=f"vka-{name}") for name, drawing in small.items()}}
    parts |= shared_parts(game)
    found: set[str] = set()
    more = set(shown)
    while more:
        called = {name for strokes in more for name in re.findall(r'href="#vka-([^"]+)"', strokes)}
        new = (called & parts.keys()) - found
        found |= new
        more = {parts[name] for name in new}
    return [parts[name] for name in parts if name in found]
