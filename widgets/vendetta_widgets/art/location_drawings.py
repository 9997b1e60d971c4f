"""Where it happens: a vignette for each Location, 160 by 60, in gold line on the page's own dark."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from .drawing_strokes import BLOOD, BONE, DEEP, DIM, GOLD, INK, LINE, dot, fill, line, mirrored, put, ring, short

__all__ = ["PARTS", "PLACES"]

_LINKS: Final = ((42, 30), (34.5, 31.5), (27, 30), (19.5, 31.5), (12, 30), (4.5, 31.5))
_FLOOR: Final = "M4 54.5H156"
_FAR: Final = "M2 54V38H10V30H18V40H26V26H34V44H42V34H50V54M110 54V36H118V28H126V42H134V24H142V38H150V32H158V54"


def _far() -> str:
    """A skyline far behind."""
    return put("p-far")


def _rack() -> str:
    """A street of bars at night, its signs lit."""
    houses = (
        fill("M22 54V22H46V54ZM46 54V14H66V54ZM94 54V16H116V54ZM116 54V24H140V54Z", INK, edge=GOLD)
        + line("M22 26H46M46 18H66M94 20H116M116 28H140", width=0.5)
        + line(
            "M51 23v4M56 23v4M61 23v4M51 31v4M61 31v4M99 25v4M105 25v4M111 25v4"
            "M99 33v4M105 33v4M27 31v4M41 31v4M121 33v4M135 33v4",
            DIM,
            1.3,
        )
        + fill("M31 54V43H38V54ZM53 54V44H60V54ZM101 54V42H109V54ZM125 54V44H132V54Z", GOLD, 0.8)
    )
    signs = (
        fill("M66 24h7v13h-7ZM94 26h-6v11h6Z", DEEP, edge=BLOOD)
        + line("M69.5 27v7M91 29v5", BONE, 1.2)
        + line("M29 39.5h11M51 40.5h11M99 38.5h12M123 40.5h11", BLOOD, 1.5)
    )
    street = line("M66 54.5 77 44.5M94 54.5 83 44.5M80 46v2M80 50.5v3", DIM, 0.8)
    moon = fill("M81 7A7 7 0 1 0 87 15.5A6 6 0 0 1 81 7Z", BONE)
    return _far() + moon + houses + signs + street + line(_FLOOR)


def _asylum() -> str:
    """A gabled house with barred windows behind its gate."""
    house = fill("M36 54V26H60L80 10 100 26H124V54Z", INK, edge=GOLD) + line(
        "M60 26V54M100 26V54M36 29.5H60M100 29.5H124", width=0.6
    )
    panes = "".join(f"M{x} 46V37a3.5 3.5 0 0 1 7 0V46Z" for x in (40, 50, 64, 89, 104, 114))
    bars = "".join(f"M{x + 2} 34V46M{x + 5} 34V46" for x in (40, 50, 64, 89, 104, 114))
    windows = fill(panes, LINE, edge=None) + line(bars, width=0.7)
    lit = fill("M74 22.5a6 6 0 0 1 12 0V30H74Z", GOLD, 0.9) + line("M77 18.5V30M80 17V30M83 18.5V30M74 24H86", INK, 0.9)
    door = fill("M75 54V41a5 5 0 0 1 10 0V54Z", DEEP) + line("M75 54V41a5 5 0 0 1 10 0V54M80 36V54", width=0.8)
    gate = line("M4 47H35M125 47H156", DIM, 0.9) + line("M5.5 48H35M126 48H156", DIM, 13.5, dash=".9 3.1")
    trees = line("M16 40V24M16 32 10 26M16 29l6-6M16 36l7-5M144 40V22M144 30l-7-6M144 27l6-6M144 35l6-4", LINE, 1.2)
    return trees + house + windows + lit + door + gate + line(_FLOOR)


def _zombie() -> str:
    """A club's marquee between two beams, and those who wait below."""
    beams = fill("M40 40 8 2 26 2ZM120 40 152 2 134 2ZM48 34 44 2 58 2ZM112 34 116 2 102 2Z", GOLD, 0.16)
    front = fill("M40 54V24H120V54Z", INK, edge=GOLD) + line("M46 54V36M114 54V36", width=0.6)
    crown = fill("M52 24 60 12H100L108 24Z", INK, edge=GOLD) + line(
        "M56 24 63 15M104 24 97 15M66 24V15M94 24V15", width=0.6
    )
    eyes = fill("M70 20Q75 15 78 19.5Q74 22.5 70 20ZM90 20Q85 15 82 19.5Q86 22.5 90 20Z", BLOOD)
    sign = fill("M36 26H124V33H36Z", DEEP, edge=BLOOD) + line("M40 29.5H121", BONE, 2, dash="2 4")
    doors = fill("M70 54V38H90V54Z", GOLD, 0.85) + line("M80 38V54", INK, 1)
    crowd = "".join(
        fill(
            "".join(f"M{x - 3} 54.5v-4q0-3 3-3t3 3v4ZM{x - 2} 45a2 2 0 0 1 4 0a2 2 0 0 1-4 0Z" for x in people), colour
        )
        for people, colour in (((52, 66, 96, 110), DIM), ((59, 103), BONE))
    )
    return _far() + beams + front + crown + eyes + sign + doors + crowd + line(_FLOOR)


def _haven() -> str:
    """The highest tower of all, its upper rooms lit, a blood-red disc behind."""
    disc = dot(80, 27, 23, DEEP, 0.55) + ring(80, 27, 25.5, BLOOD, 0.7)
    rays = line(
        "M46 44 34 50M43 34 28 38M42 24 27 21M46 14 34 8M114 44l12 6M117 34l15 4M118 24l15-3M114 14l12-6",
        width=0.7,
    )
    wings = fill("M40 54V42H56V36H104V42H120V54Z", INK, edge=GOLD) + line(
        "M44 46v5M49 46v5M111 46v5M116 46v5M60 41v8M100 41v8", DIM, 1.2
    )
    tower = fill("M64 54V26H69V18H74V12H78V6L80 1 82 6V12H86V18H91V26H96V54Z", INK, edge=GOLD)
    flutes = line("M69 26V54M74 18V54M86 18V54M91 26V54M78 12V17M82 12V17", width=0.5)
    lit = fill("M76.5 20h2.5v4h-2.5ZM81 20h2.5v4H81ZM76.5 27h2.5v4h-2.5ZM81 27h2.5v4H81Z", GOLD)
    door = fill("M76 54V44a4 4 0 0 1 8 0V54Z", BLOOD) + line("M76 54V44a4 4 0 0 1 8 0V54", width=0.8)
    return _far() + disc + rays + wings + tower + flutes + lit + door + line(_FLOOR, width=1.3)


def _succubus() -> str:
    """A vault below the street: arches, a curtain, a mirror ball."""
    arches = line(
        "".join(f"M{x} 54V24a14 14 0 0 1 28 0V54M{x + 3} 54V24a11 11 0 0 1 22 0V54" for x in (10, 122)), width=0.8
    )
    vault = line("M42 54V30A38 26 0 0 1 118 30V54", width=1.1) + line("M46 54V31A34 23 0 0 1 114 31V54", width=0.5)
    ball = (
        line("M80 8V16")
        + ring(80, 22, 6, BONE, 0.9)
        + line("M74 22H86M75 19H85M75 25H85M80 16Q75.5 22 80 28Q84.5 22 80 16", BONE, 0.5)
    )
    light = fill("M76 27 62 54H74ZM84 27 98 54H86Z", GOLD, 0.2)
    steps = line("M66 54.5V51H94V54.5M70 51V48H90V51")
    bottles = line(
        "M16 40H32M18 40V35M22 40V33M26 40V36M30 40V34M128 40H144M130 40V35M134 40V33M138 40V36M142 40V34", DIM, 1.1
    )
    return arches + vault + light + mirrored("p-drape", 160) + ball + steps + bottles + line(_FLOOR)


def _collar() -> str:
    """A round door, studded like a collar, with chains on both sides."""
    back = fill("M80 54A26 26 0 1 1 80.1 54Z", INK) + ring(80, 28, 25, GOLD, 1.4) + ring(80, 28, 18.5, GOLD, 0.8)
    studs = ""
    for k in range(1, 12):
        turn = pi + k * pi / 6
        for r, off in ((23, 0), (18.7, 0.1), (18.7, -0.1)):
            studs += f"{'L' if off else 'M'}{short(80 + r * sin(turn + off))} {short(28 - r * cos(turn + off))}"
    door = fill("M80 46.5A18.5 18.5 0 0 1 80 9.5Z", DEEP) + line("M80 9.5V46.5")
    buckle = fill("M73 44h14v14H73Z", INK, edge=GOLD) + line("M80 41V53", BONE, 1.6)
    return _far() + mirrored("p-chain", 160) + back + door + fill(studs, BONE) + buckle + line("M4 54.5H70M90 54.5H156")


def _quay() -> str:
    """A pier without a light, a moored ship, a thin moon."""
    moon = fill("M118 6A9 9 0 1 0 126 18A7.5 7.5 0 0 1 118 6Z", BONE)
    pier = fill("M4 38H74V42H4Z", INK, edge=GOLD) + line(
        "M12 42V54M26 42V52M40 42V54M54 42V52M68 42V54M12 47 26 42M40 47 54 42", width=0.9
    )
    posts = line("M18 38V20h6v4M46 38V22h6v4", DIM, 1.1) + line("M22.5 24h3v4h-3ZM50.5 26h3v4h-3Z", DIM, 0.8)
    bollard = line("M68 38v-4h4v4M70 35Q80 44 90 41", width=0.9)
    ship = fill("M88 42H150L144 51H96Z", INK, edge=GOLD) + fill("M118 42V34H138V42ZM126 34V26H133V34Z", INK, edge=GOLD)
    rig = line("M104 42V14M104 17 118 40M104 17 92 42M104 22 112 41", width=0.7) + fill("M127 27h5v2.5h-5Z", BLOOD)
    water = line(
        "M6 56q4-2.5 8 0t8 0t8 0M44 57q4-2.5 8 0t8 0M76 55.5q4-2.5 8 0t8 0"
        "M100 57q4-2.5 8 0t8 0M130 55.5q4-2.5 8 0t8 0t8 0",
        DIM,
        0.9,
    )
    glints = line("M116 24h8M118 28h5M112 54h6", BONE, 0.7, 0.5)
    return (
        line("M80 36V30H88V24H94V36M142 36V28H150V33H158", LINE, 0.8)
        + moon
        + pier
        + posts
        + bollard
        + ship
        + rig
        + water
        + glints
    )


def _laundry() -> str:
    """Drums in a row, washing across the yard, and a door that stands ajar."""
    house = fill("M12 54V20H96V54Z", INK, edge=GOLD) + line("M12 24H96", width=0.6)
    drums = "".join(
        line(f"M{x} 54V33H{x + 20}V54M{x} 37.5H{x + 20}", width=0.8)
        + ring(x + 10, 45.5, 6, BONE, 1)
        + fill(f"M{x + 4.6} 46q5.4-2.5 10.8 0a5.4 5.4 0 0 1-10.8 0Z", DEEP)
        for x in (17, 39, 61)
    )
    door = (
        fill("M84 54V31H94V54Z", GOLD, 0.9)
        + fill("M84 54V31L90 34V57Z", INK, edge=GOLD)
        + fill("M94 54.5 112 57.5H92L86 54.5Z", GOLD, 0.35)
    )
    wall = fill("M134 54V10H156V54Z", INK, edge=GOLD) + line(
        "M140 18h4v6h-4ZM148 18h4v6h-4ZM140 32h4v6h-4ZM148 32h4v6h-4Z", DIM, 0.8
    )
    rope = line("M96 22Q115 30 134 18", DIM, 0.8)
    wash = (
        fill("M100 24 109 26.5 108 40 99 38Z", BONE, 0.9)
        + fill("M113 26.5l3-.3 2 1.8 2-2 3-.6 3 5-3 1.5-.6-1.5.6 11h-9l.5-10.5-1 1.5-2.7-2Z", DEEP)
        + fill("M127 21.5 131 20 133 32 130.5 32.5 129.5 26 128.5 33 126 33Z", DIM)
    )
    steam = line("M30 16q-3-3 0-6t0-6M52 16q-3-3 0-6t0-6M74 16q-3-3 0-6t0-6", LINE, 1.2)
    return steam + house + drums + wall + rope + wash + door + line(_FLOOR)


def _veils() -> str:
    """A colonnade, a veil hung in each arch; behind one of them somebody stands."""
    arches = ""
    for k in range(5):
        x = 10 + 28 * k
        arches += line(f"M{x} 54V24a14 14 0 0 1 28 0V54M{x - 2} 26h4")
        way = f"translate({x})" if k % 2 else f"matrix(-1 0 0 1 {x + 28} 0)"
        if k == 2:
            arches += fill("M76 53V42Q76 37 81 36V34.5A4 4 0 1 1 85 34.5V36Q90 37 90 42V53Z", INK, edge=BLOOD)
        cloth, thread = (DEEP, BLOOD) if k == 2 else ("#4a413d", DIM)
        arches += put("p-veil", transform=way, fill=cloth, stroke=thread, stroke_width=0.6, opacity=0.75)
    return line("M4 7H156M4 4H156", width=0.7) + arches + line("M4 54.5H156M2 57.5H158")


def _stage() -> str:
    """A stage, its curtains drawn aside, and light on a place where nobody stands."""
    frame = line("M14 52V8H146V52M18 52V12H142V52", width=0.9)
    swags = fill(
        "M18 12H142V15Q132 23 122 15Q111 23 101 15Q90 23 80 15Q70 23 59 15Q49 23 38 15Q28 23 18 15Z", DEEP, edge=BLOOD
    )
    light = (
        fill("M78 15H84L100 49H62Z", GOLD, 0.22)
        + f'<ellipse cx="81" cy="49" rx="19" ry="2.8" fill="{GOLD}" stroke="none" opacity=".7"/>'
    )
    chair = line("M76 49V38M76 42.5H84M84 42.5V49M77.5 42.5V48M76 38h1", BONE, 1.1)
    boards = line("M10 52H150M6 57.5H154M10 52 6 57.5M150 52l4 5.5")
    lamps = fill("".join(f"M{x} 57.5a3 3 0 0 1 6 0Z" for x in range(22, 136, 12)), GOLD)
    return light + frame + mirrored("p-curtain", 160) + swags + chair + boards + lamps


def _morgue() -> str:
    """Drawers in a tiled wall, a table under the lamp, a tag."""
    wall = line(
        "".join(f"M{x} 8V46" for x in (12, 30, 48, 112, 130, 148))
        + "M12 8H48M12 20.5H48M12 33H48M12 46H48M112 8H148M112 20.5H148M112 33H148M112 46H148",
        width=0.8,
    )
    pulls = line("".join(f"M{x} {y}h6" for x in (18, 36, 118, 136) for y in (15, 27.5, 40)), DIM, 1.3)
    dark = fill("M30.5 21H47.5V32.5H30.5Z", INK) + fill("M28.5 33H50.5V38H28.5Z", DEEP, edge=GOLD)
    light = fill("M73 14H87L108 46H52Z", GOLD, 0.15)
    lamp = line("M80 2V8") + fill("M70 14Q71 8 80 8T90 14Z", INK, edge=GOLD) + fill("M74 14h12l-2 1.5h-8Z", BONE)
    sheet = fill(
        "M56 43C57 38.5 61 37.5 64 39C68 35.5 76 36 82 37C90 37 96 35.5 101 36.5C104 37.5 104 41 "
        "104 43V46Q100 49 96 46Q91 49.5 86 46Q80 49.5 74 46Q69 49.5 64 46Q60 49 56 46Z",
        BONE,
        0.92,
    )
    folds = line("M66 40Q70 42 69 46M82 38Q84 42 82 46M94 38Q96 42 95 45", "#8d847c", 0.7)
    table = (
        line("M54 46H106M58 46V55M102 46V55M56 55h4M100 55h4")
        + line("M104 42l4 3", DIM, 0.7)
        + fill("M107 44l4 2-1 4-4-2Z", BLOOD)
    )
    return light + wall + pulls + dark + lamp + sheet + folds + table + line("M4 56H156", width=0.8)


PARTS: Final[dict[str, str]] = {
    "far": line(_FAR, LINE, 0.8),
    "drape": fill("M47 54V31C48 22 60 13 74 10C72 26 62 36 56 40C54 44 55 50 56 54Z", DEEP)
    + line("M50 50C50 36 58 24 68 15M53 54C52 46 52 42 56 38", BLOOD, 0.8),
    "curtain": fill("M19 13H52C50 26 40 34 32 38C29 43 30 48 31 52H19Z", DEEP)
    + line("M24 52C23 36 26 24 28 13M28 50C28 36 36 24 37 13M33 36C40 29 44 22 45 13M29 40l6 1", BLOOD, 0.8),
    "veil": fill("M2 24A12 12 0 0 1 26 24C25 34 21 40 25 53H13C16 42 5 34 2 24Z", None)
    + line("M22 20C20 32 18 40 21 52M18 18C15 32 14 40 17 52M13 17C10 26 14 38 14 48"),
    "chain": line("".join(f"M{x} {y}a4.6 2.7 0 0 1 9.2 0a4.6 2.7 0 0 1-9.2 0" for x, y in _LINKS), GOLD, 1.1),
}
"""What stands in several places, or twice in one."""

PLACES: Final[dict[str, str]] = {
    f"place-{name}": drawing()
    for name, drawing in {
        "1": _rack,
        "2": _asylum,
        "3": _zombie,
        "haven": _haven,
        "LC01": _succubus,
        "LC02": _collar,
        "LC03": _quay,
        "LC04": _laundry,
        "LC05": _veils,
        "LC06": _stage,
        "LC07": _morgue,
    }.items()
}
