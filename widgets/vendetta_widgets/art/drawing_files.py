"""Drawings that are files: ``data/drawings/<game>`` (its README.md says what each is called and how large it is)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from vendetta_kit.data_paths import data_dir, read_yaml

__all__ = ["DrawingFile", "described", "drawing_files", "shared_parts"]

PARTS: Final = "parts"
_FILE: Final = re.compile(r'<svg xmlns="[^"]+"(?: viewBox="0 0 (\d+) (\d+)")?([^>]*)>\n?(.*)</svg>\n', re.DOTALL)


class DrawingFile(NamedTuple):
    """What a file holds: the size that it is made for, what is said of all its strokes, and these."""

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
    """The drawings of a game that are files, by name; none for a game without a folder of drawings.

    >>> drawing_files("vtes")["person-CV01"].width
    120
    """
    files = sorted(Path(data_dir(), "drawings", game).glob("*.svg"))
    return {file.stem: _read(file) for file in files if file.stem != PARTS}


@cache
def shared_parts(game: str) -> dict[str, str]:
    """What several of these drawings refer to, each part by its name."""
    file = Path(data_dir(), "drawings", game, f"{PARTS}.svg")
    lines = _read(file).strokes.splitlines() if file.is_file() else []
    return {line.split('"', 2)[1].removeprefix("vka-"): line for line in lines}


def described(game: str, card: str, lang: str) -> str:
    """What the portrait of a card shows, in words; empty if it has none."""
    words: str = read_yaml("drawings", game, "described.yaml").get(card, {}).get(lang, "")
    return words
