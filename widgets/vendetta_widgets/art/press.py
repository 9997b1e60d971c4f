"""Makes the sheet of drawings small: shorter paths, and what is said of many strokes said once, as a class.

What is drawn stays the same to a tenth of a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from .ink import short

__all__ = ["pressed", "short_path"]

_STYLES: Final = frozenset(
    ["color", "fill", "opacity", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-width"]
)
_ELEMENT: Final = re.compile(r"<([a-z]+)((?: [\w-]+=\"[^\"]*\")*)(/?)>")
_ATTRIBUTE: Final = re.compile(r" ([\w-]+)=\"([^\"]*)\"")
_COMMAND: Final = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_TAKES: Final = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def _spelt(command: str, numbers: list[float], before: str) -> str:
    """One step of a path in as few signs as may be; ``before`` is the command that stands before it."""
    goes_on = command == before and command not in "mM"
    text = "" if goes_on or (before, command) in {("M", "L"), ("m", "l")} else command
    for number in numbers:
        digits = short(number)
        if text and text[-1].isdigit() and digits[0] != "-":
            last = re.split(r"[^\d.]", text)[-1]
            text += digits if digits[0] == "." and "." in last else " " + digits
        else:
            text += digits
    return text


def _steps(d: str) -> Iterator[tuple[str, list[float], list[float]]]:
    """Each step of a path: its kind, and its numbers counted from where the pen is and from the corner."""
    x = y = start_x = start_y = 0.0
    for command, rest in _COMMAND.findall(d):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        takes = _TAKES[command.lower()]
        if not takes:
            x, y = start_x, start_y
            yield "z", [], []
        for first in range(0, len(numbers), takes or 1):
            kind = "l" if command in "mM" and first else command.lower()
            given = numbers[first : first + takes]
            bases = _bases(kind, x, y)
            away = [round(n if command.islower() else n - base, 1) for n, base in zip(given, bases, strict=True)]
            full = [round(n + base, 1) for n, base in zip(away, bases, strict=True)]
            if kind == "l" and 0 in away:
                flat = away[1] == 0
                kind, away, full = ("h", away[:1], full[:1]) if flat else ("v", away[1:], full[1:])
            yield kind, away, full
            x = full[0] if kind == "h" else x if kind == "v" else full[-2]
            y = full[0] if kind == "v" else y if kind == "h" else full[-1]
            if kind == "m":
                start_x, start_y = x, y


def short_path(d: str) -> str:
    """The same path in fewer signs.

    >>> short_path("M10 10L20 10L20.5 30Z")
    'M10 10h10l.5 20z'
    """
    text = before = ""
    for kind, away, full in _steps(d):
        small, large = _spelt(kind, away, before), _spelt(kind.upper(), full, before)
        relative = len(small) <= len(large) and text != ""
        step, before = (small, kind) if relative else (large, kind.upper())
        text += step if step[0] == "-" or step[0].isalpha() else " " + step
    return text


def _bases(kind: str, x: float, y: float) -> list[float]:
    """What each number of a step counts from, were it relative."""
    if kind == "h":
        return [x]
    if kind == "v":
        return [y]
    if kind == "a":
        return [0, 0, 0, 0, 0, x, y]
    return [x, y] * (_TAKES[kind] // 2)


def _parted(attributes: str) -> tuple[str, str]:
    """The looks of an element as CSS, and its other attributes."""
    looks, others = [], []
    for name, value in _ATTRIBUTE.findall(attributes):
        if name in _STYLES:
            looks.append(f"{name}:{value}")
        else:
            others.append(f' {name}="{short_path(value) if name == "d" else value}"')
    return ";".join(sorted(looks)), "".join(others)


def _kept(looks: str) -> str:
    """Looks that stand nowhere else, as they were."""
    return "".join(' {}="{}"'.format(*look.split(":")) for look in looks.split(";") if look)


def _renamed(svg: str) -> str:
    """Short ids for what only the sheet itself refers to: the groups. Symbols keep their names."""
    numbers = {name: f"vka{number}" for number, name in enumerate(re.findall(r'<g [^>]*?id="([^"]*)"', svg))}
    return re.sub(
        r'((?:<g [^>]*?id="|href="#))([^"]*)"',
        lambda found: f'{found[1]}{numbers.get(found[2], found[2])}"',
        svg,
    )


def pressed(svg: str) -> tuple[str, str]:
    """The same drawings with classes, and the style sheet that the classes stand in."""
    often = Counter(_parted(attributes)[0] for _, attributes, _ in _ELEMENT.findall(svg))
    classes = {looks: f"vk{number}" for number, (looks, times) in enumerate(often.most_common()) if looks and times > 1}

    def dressed(found: re.Match[str]) -> str:
        looks, others = _parted(found[2])
        named = f' class="{classes[looks]}"' if looks in classes else _kept(looks)
        return f"<{found[1]}{named}{others}{found[3]}>"

    def joined(found: re.Match[str]) -> str:
        steps = [found[2], *re.findall(r' d="([^"]*)"', found[3])]
        return f'{found[1]} d="{"".join(steps)}"/>'

    style = "".join(f".{name}{{{looks}}}" for looks, name in classes.items())
    svg = _renamed(_ELEMENT.sub(dressed, svg))
    lines = "|".join(name for looks, name in classes.items() if "fill:none" in looks and "opacity" not in looks)
    joinable = re.compile(rf'(<path class="(?:{lines})") d="([^"]*)"/>((?:\1 d="[^"]*"/>)+)')
    return joinable.sub(joined, svg), style
