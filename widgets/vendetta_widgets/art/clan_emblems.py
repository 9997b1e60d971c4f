"""An emblem for each clan, 64 by 64: abstract, of our own, and made for what the clan's cards do.

All seven sit in the same roundel, so that they read as a set; silhouette and colour tell them apart.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from .drawing_strokes import BONE, PANEL, dot, fill, line, mirrored, put, ring, short

__all__ = ["CLANS", "CLAN_COLOURS", "PARTS"]

CLAN_COLOURS: Final[dict[str, str]] = {
    "brujah": "#f0935a",
    "gangrel": "#b3bd6c",
    "malkavian": "#b9a2f2",
    "nosferatu": "#7fbfae",
    "toreador": "#e9a5c6",
    "tremere": "#ea7181",
    "ventrue": "#8fb6ec",
}
"""A clan's colour; readable as text on the page's panels."""


def _at(turn: float, r: float, x: float = 32, y: float = 32) -> str:
    """A point of a circle; ``turn`` 0 is up, 1 is once around."""
    return f"{short(x + r * sin(2 * pi * turn))} {short(y - r * cos(2 * pi * turn))}"


def _roundel() -> str:
    """The frame: a ring with small notches at its quarters."""
    ticks = "".join(f"M{_at(k / 28, 28.6)}L{_at(k / 28, 30)}" for k in range(28) if k % 7)
    quarters = "".join(
        f"M{_at(k / 4, 26.6)}L{_at(k / 4 + 0.008, 29.4)}L{_at(k / 4, 31.6)}L{_at(k / 4 - 0.008, 29.4)}Z"
        for k in range(4)
    )
    return line(ticks, width=0.6, opacity=0.6) + fill(quarters, "currentColor") + ring(32, 32, 28.4, width=0.8)


def _brujah() -> str:
    """A shackle, burst from within: hit everybody, openly."""
    rays = ""
    for k, reach in enumerate((17, 21, 18, 25, 18, 21, 17)):
        turn = (k - 3) * 0.062
        rays += f"M{_at(turn - 0.012, 9, y=36)}L{_at(turn, reach, y=36)}L{_at(turn + 0.012, 9, y=36)}Z"
    left = f"M{_at(-0.14, 18, y=38)}A18 18 0 1 0 {_at(0.14, 18, y=38)}L{_at(0.155, 15.5, y=38)}L{_at(0.13, 14, y=38)}"
    right = (
        f"L{_at(0.17, 11, y=38)}A11 11 0 1 1 {_at(-0.17, 11, y=38)}L{_at(-0.13, 14, y=38)}L{_at(-0.155, 15.5, y=38)}Z"
    )
    seams = "".join(f"M{_at(turn, 18.5, y=38)}L{_at(turn, 10.5, y=38)}" for turn in (-0.3, -0.4, 0.3, 0.4))
    return fill(rays + left + right, "currentColor") + line(seams, PANEL, 1.2)


_ANTLER: Final = (
    "M32 45C27 41 20 40 16.5 34C14 29.5 14.5 23 17 17.5L18.5 23C18.2 26 18.5 28.5 20 31L22.5 19.5L24.5 31.5"
    "C24.5 33 25.5 34.5 26.5 35L28.5 25.5L30 36C30.5 38.5 31.5 39.5 32 40.5Z"
)


def _gangrel() -> str:
    """Antlers that grow out of a drop: Blood that is put down, moves and grows."""
    drop = "M32 42C35 46 37.5 48.6 37.5 52A5.5 5.5 0 0 1 26.5 52C26.5 48.6 29 46 32 42Z"
    return mirrored("k-antler", 64) + fill(drop, BONE, edge=PANEL)


def _malkavian() -> str:
    """Squares that turn as they sink towards an eye: nobody knows what comes next."""
    squares = ""
    r = 26.0
    for k in range(7):
        turn = 0.125 + k * 0.037
        squares += "M" + "L".join(_at(turn + q / 4, r) for q in range(4)) + "Z"
        r *= 0.815
    eye = "M25.5 32Q32 26.5 38.5 32Q32 37.5 25.5 32Z"
    return line(squares, width=1.5) + fill(eye, PANEL, edge=None) + dot(32, 32, 2.3, BONE)


def _nosferatu() -> str:
    """Two eyes behind a grating, and the ripples of who has just gone."""
    bars = "M18.5 18.3V37M25.3 14V40M38.7 14V40M45.5 18.3V37M32 12.5V41"
    eyes = "M21.3 28Q26 25.5 29.5 30Q24.5 32.5 21.3 28ZM42.7 28Q38 25.5 34.5 30Q39.5 32.5 42.7 28Z"
    water = "M15 46.5Q19.3 43.5 23.5 46.5T32 46.5T40.5 46.5T49 46.5M21 51.3Q24.6 48.5 28.3 51.3T35.6 51.3T43 51.3"
    arch = "M12.5 42V30A19.5 19.5 0 0 1 51.5 30V42Z"
    return line(arch + bars, width=1.8) + fill(eyes, BONE, edge=PANEL) + line(water, width=1.4)


def _toreador() -> str:
    """An open fan, a jewel on each of its blades: people, collected."""
    blades = ribs = jewels = ""
    for k in range(-3, 4):
        turn = k * 0.066
        a, b = _at(turn - 0.029, 24.5, y=46), _at(turn + 0.029, 24.5, y=46)
        blades += f"M{_at(turn - 0.02, 7, y=46)}L{a}Q{_at(turn, 29, y=46)} {b}L{_at(turn + 0.02, 7, y=46)}Z"
        ribs += f"M{_at(turn, 10, y=46)}L{_at(turn, 17.5, y=46)}"
        x, y = _at(turn, 21.8, y=46).split()
        jewels += dot(float(x), float(y), 1.7, PANEL if k % 2 else BONE)
    hinge = dot(32, 46, 2.8, "currentColor") + line("M32 49v3M32 52l-1.8 3.5M32 52l1.8 3.5", width=1.2)
    return fill(blades, "currentColor") + line(ribs, PANEL, 1.1) + jewels + hinge


def _tremere() -> str:
    """A flask over a flame, seven marks around it: Blood, measured and spent."""
    marks = "".join(f"M{_at((k - 3) * 0.082, 23)}L{_at((k - 3) * 0.082, 25.5)}" for k in range(7))
    flask = "M28 14h8M29.5 14v11.5L20.3 39.5A4 4 0 0 0 23.7 45.5H40.3A4 4 0 0 0 43.7 39.5L34.5 25.5V14"
    blood = "M26.2 34.5Q29 32.5 32 34.5T37.8 34.5L41.4 40A2 2 0 0 1 39.8 43H24.2A2 2 0 0 1 22.6 40Z"
    flame = "M32 46.8C34 49.2 36 50.6 36 52.8A4 4 0 0 1 28 52.8C28 50.6 30 49.2 32 46.8Z"
    bubbles = dot(31, 30.3, 1.3, BONE) + dot(33.5, 26.3, 1, BONE)
    return line(marks + flask, width=1.8) + fill(blood, "currentColor") + bubbles + fill(flame, BONE)


def _ventrue() -> str:
    """A stepped tower over the city with a keyhole in it: who sets the terms lets in or does not."""
    tower = "M32 9 34 17V21H38V27H42V35H46V52H18V35H22V27H26V21H30V17Z"
    keyhole = "M32 33.5A4.2 4.2 0 0 1 34.3 41.2L36 48.5H28L29.7 41.2A4.2 4.2 0 0 1 32 33.5Z"
    rays = "M25 17 19 11.5M22 22.5 13.5 18.5M18.5 30 11 28.5M39 17 45 11.5M42 22.5 50.5 18.5M45.5 30 53 28.5"
    flutes = "M29.5 24.5V31M34.5 24.5V31M25.5 31V49M38.5 31V49M21.5 39V49M42.5 39V49"
    return (
        fill(tower, "currentColor")
        + line(flutes, PANEL, 1)
        + fill(keyhole, PANEL)
        + line(rays + "M13 55H51", width=1.3)
    )


PARTS: Final[dict[str, str]] = {"ring": _roundel(), "antler": fill(_ANTLER, "currentColor")}

CLANS: Final[dict[str, str]] = {
    f"clan-{clan}": put("k-ring") + emblem()
    for clan, emblem in {
        "brujah": _brujah,
        "gangrel": _gangrel,
        "malkavian": _malkavian,
        "nosferatu": _nosferatu,
        "toreador": _toreador,
        "tremere": _tremere,
        "ventrue": _ventrue,
    }.items()
}
