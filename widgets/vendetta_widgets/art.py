"""The drawings of the kit's pages: icons, emblems of clans, portraits, places, Relics and the backs of cards.

Each is a file of ``data/drawings/<game>``, or of ``data/drawings/shared`` for all games (its README.md says what a file
is called). A page holds the :func:`sheet` of its game once and then refers to each drawing by its name.

>>> from vendetta_widgets import art
>>> art.use("blood", "vk-small")
'<svg class="vk-art vk-small" viewBox="0 0 20 20" aria-hidden="true"><use href="#vka-blood"/></svg>'
>>> art.of("AL16"), art.of("brujah"), art.of("loc:haven"), art.of("BR01"), art.of("CV01"), art.of("CL01")
('person-AL16', 'clan-brujah', 'place-haven', None, 'person-CV01', 'card-CL01')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from vendetta_kit.data_paths import data_dir, read_yaml
from vendetta_kit.games import FIRST, GAMES

from .html import Html, tag

FACE: Final = "28 4 64 64"
"""Of a portrait: the head, in a square."""
BUST: Final = "0 3 120 62"
"""Of a portrait: head and shoulders, for a place that is wider than high."""
SHARED: Final = "shared"
"""The folder of the drawings that all games show."""

_PARTS: Final = "parts"
_FILE: Final = re.compile(r'<svg xmlns="[^"]+"(?: viewBox="0 0 (\d+) (\d+)")?([^>]*)>\n?(.*)</svg>\n', re.DOTALL)


class DrawingFile(NamedTuple):
    """A drawing as its file has it: its size, the attributes of all its strokes, and the strokes."""

    width: int
    height: int
    looks: str
    strokes: str


def _read(file: Path) -> DrawingFile:
    found = _FILE.fullmatch(file.read_text("utf-8"))
    if found is None:
        raise ValueError(f"{file.name}: expected one <svg> that begins with xmlns and viewBox")
    width, height, looks, strokes = found.groups()
    return DrawingFile(int(width or 0), int(height or 0), looks.strip(), strokes)


@cache
def drawing_files(game: str) -> dict[str, DrawingFile]:
    """Return the drawings of a game's folder by name, or of :data:`SHARED`; none for a game without a folder.

    >>> drawing_files("vtes")["person-CV01"].width
    120
    """
    files = sorted(Path(data_dir(), "drawings", game).glob("*.svg"))
    return {file.stem: _read(file) for file in files if file.stem != _PARTS}


@cache
def shared_parts(folder: str) -> dict[str, str]:
    """Return the strokes that several drawings refer to, as ``<g>`` elements by name: one a line of ``parts.svg``."""
    file = Path(data_dir(), "drawings", folder, f"{_PARTS}.svg")
    lines = _read(file).strokes.splitlines() if file.is_file() else []
    return {line.split('"', 2)[1].removeprefix("vka-"): line for line in lines}


@cache
def _drawings() -> dict[str, tuple[str, DrawingFile]]:
    """Return all drawings by name, each with its folder."""
    return {name: (folder, file) for folder in (SHARED, *GAMES) for name, file in drawing_files(folder).items()}


@cache
def names(game: str = FIRST) -> tuple[str, ...]:
    """Return the names of all drawings that a game's pages show."""
    return (*drawing_files(SHARED), *drawing_files(game))


def size(name: str) -> tuple[int, int]:
    """Return the width and height of a drawing.

    Raises:
        KeyError: no drawing has this name.

    >>> size("place-haven")
    (160, 60)
    """
    _, drawing = _drawings()[name]
    return drawing.width, drawing.height


def of(card: str) -> str | None:
    """Return the name of a card's, clan's, Relic's or Location's drawing, by its id; ``None`` if it has none."""
    key = card.removeprefix("loc:")
    kinds = ("person", "clan", "place", "relic", "card")
    return next((name for kind in kinds if (name := f"{kind}-{key}") in _drawings()), None)


def described(game: str, card: str, lang: str) -> str:
    """Return what the portrait of a card shows, in words; empty if it has no words."""
    words: str = read_yaml("drawings", game, "described.yaml").get(card, {}).get(lang, "")
    return words


@cache
def _subjects() -> dict[str, str]:
    """Return the subject of the picture of each Clan card that has one of its own."""
    cards = read_yaml("drawings", FIRST, "vignettes.yaml")
    return {card: subject for subject, found in cards.items() for card in found}


def vignette_of(card: str, moment: str) -> str:
    """Return the name of a Clan card's picture: of its own subject, else of its moment.

    >>> vignette_of("NO04", "passive"), vignette_of("TR01", "conflict")
    ('vignette-rat', 'vignette-conflict')
    """
    return f"vignette-{_subjects().get(card, moment)}"


@cache
def use(name: str, cls: str = "") -> Html:
    """Return a reference to a drawing of the sheet. A screen reader skips it, so words must stand beside it."""
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
    """Return a part of a drawing that fills its place; ``box`` is its left, top, width and height in the drawing."""
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
    """Return a portrait's head in a square, for a round frame."""
    return crop(name, FACE, cls)


def wide(name: str, cls: str = "") -> Html:
    """Return a portrait with its shoulders, for a wide place."""
    return crop(name, BUST, cls)


@cache
def sheet(game: str = FIRST) -> Html:
    """Return all drawings that a game's pages show, invisible, for a page to hold once; :func:`use` refers to them."""
    shown = [_symbol(name, _drawings()[name][1]) for name in names(game)]
    return Html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="display:none" aria-hidden="true"'
        f' focusable="false"><defs>{"".join(_needed(shown, game))}</defs>{"".join(shown)}</svg>'
    )


def _symbol(name: str, drawing: DrawingFile) -> str:
    looks = f" {drawing.looks}" if drawing.looks else ""
    return f'<symbol id="vka-{name}" viewBox="0 0 {drawing.width} {drawing.height}"{looks}>{drawing.strokes}</symbol>'


def _needed(shown: Iterable[str], game: str) -> list[str]:
    """Return the parts that drawings refer to, and those that these refer to in turn."""
    parts = {**shared_parts(SHARED), **shared_parts(game)}
    found: set[str] = set()
    more = set(shown)
    while more:
        called = {name for strokes in more for name in re.findall(r'href="#vka-([^"]+)"', strokes)}
        new = (called & parts.keys()) - found
        found |= new
        more = {parts[name] for name in new}
    return [parts[name] for name in parts if name in found]
