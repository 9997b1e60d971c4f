"""What is seen behind a portrait, 120 by 90.

Blood red and moonlight for Vampires, warm light for humans, a bare niche for Victims; each has something lit where the
head comes to stand, so that the silhouette is strong.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from .drawing_strokes import BLOOD, BONE, DEEP, DIM, GOLD, INK, dot, fill, group, line, put, ring, short

__all__ = ["BEHIND"]

_NIGHT: Final = "#170b0e"
_WARM: Final = "#20140c"
_ASH: Final = "#1a1615"
_EMBER: Final = "#6d1a29"
_AMBER: Final = "#b9833f"
_WOOD: Final = "#3a2616"


def _ground(colour: str) -> str:
    return fill("M0 0H120V90H0Z", colour)


def _rays(x: float, y: float, near: float, far: float, count: int, thick: float = 0.012) -> str:
    """Wedges out of one point."""
    d = ""
    for k in range(count):
        for r, turn in ((near, k / count), (far, k / count - thick), (far, k / count + thick)):
            d += f"{'M' if r == near else 'L'}{short(x + r * sin(2 * pi * turn))} {short(y - r * cos(2 * pi * turn))}"
        d += "Z"
    return d


def _panes(x: float, y: float, columns: int, rows: int, w: float, h: float, gap: float = 3) -> str:
    return "".join(
        f"M{short(x + c * (w + gap))} {short(y + r * (h + gap))}h{short(w)}v{short(h)}h-{short(w)}Z"
        for r in range(rows)
        for c in range(columns)
    )


def _moon() -> str:
    clouds = line("M0 52H34M8 56H44M78 58H120M90 62H112M0 20H22M96 16H120", BLOOD, 0.8, 0.7)
    return _ground(_NIGHT) + dot(62, 38, 34, _EMBER) + ring(62, 38, 36.5, BLOOD, 0.6) + clouds


def _pines() -> str:
    trees = "".join(
        f"M{x} {y}l5 12h-3l5 12h-3l5 13h-3l5 16h-22l5-16h-3l5-13h-3l5-12h-3Z"
        for x, y in ((12, 32), (31, 44), (91, 40), (110, 28))
    )
    moon = dot(62, 36, 30, "#cfc4b6") + line("M40 24h9M37 29h14M74 54h12M70 58h13M84 26h5", _NIGHT, 0.8, 0.6)
    return _ground(_NIGHT) + moon + fill(trees, INK, edge="#5c4a40")


def _arch() -> str:
    d = "M26 90V44Q30 14 60 2Q90 14 94 44V90Z"
    tracery = "M20 90V42Q26 8 60 -4Q94 8 100 42V90M60 2V20M34 34Q46 28 60 8Q74 28 86 34"
    return _ground(_NIGHT) + fill(d, _EMBER) + line(tracery + "M32 90V46Q36 18 60 7Q84 18 88 46V90", BLOOD, 0.9)


def _web() -> str:
    d = ""
    for k in range(10):
        turn = 2 * pi * (k + 0.3) / 10
        d += f"M60 34L{60 + 90 * sin(turn):.0f} {34 - 90 * cos(turn):.0f}"
    for r in (31, 43, 56, 72):
        for k in range(11):
            turn, half = 2 * pi * (k + 0.3) / 10, 2 * pi * (k - 0.2) / 10
            if k:
                d += f"Q{60 + r * 0.84 * sin(half):.0f} {34 - r * 0.84 * cos(half):.0f} "
            d += f"{'' if k else 'M'}{60 + r * sin(turn):.0f} {34 - r * cos(turn):.0f}"
    spider = dot(103, 22, 2.2, BLOOD) + dot(103, 18.8, 1.3, BLOOD)
    legs = line("M103 0V18M101 21l-4-3M101 23l-4 2M105 21l4-3M105 23l4 2", BLOOD, 0.7)
    return _ground(_NIGHT) + dot(60, 34, 29, _EMBER) + line(d, "#8d6f6a", 0.6) + spider + legs


def _screens() -> str:
    frames = _panes(4, 6, 4, 3, 25, 18, 4)
    lit = fill("M4 6h25v18H4ZM91 28h25v18H91ZM33 28h25v18H33ZM62 6h25v18H62Z", "#23474a") + fill(
        "M33 6h25v18H33ZM62 28h25v18H62Z", _EMBER
    )
    traces = (
        "M7 19l4-6 4 3 4-8 4 5h3M94 41l5-3 4-7 5 6 5-2M66 11h14M66 15h10M66 "
        "19h17M94 11h8M94 15h14M7 34h12M7 38h17M7 42h8"
    )
    return _ground(_NIGHT) + lit + line(frames, "#4c6f70", 0.8) + line(traces, "#7fbfae", 0.9)


def _books() -> str:
    books = ""
    for row, y in enumerate((4, 27, 50)):
        x = 3.0
        k = row * 5
        while x < 114:
            w = (4, 5.5, 3.5, 6, 4.5)[k % 5]
            h = (15, 18, 13, 17, 16, 12)[k % 6]
            books += f"M{short(x)} {y + 19}v-{h}h{short(w)}v{h}"
            x += w + (0.6 if k % 7 else 3)
            k += 1
    return (
        fill("M34 0H86V90H34Z", _AMBER, 0.5)
        + group(fill(books, _WOOD, edge=GOLD), stroke_width=0.6)
        + line("M0 23.5H120M0 46.5H120M0 69.5H120", GOLD, 1.3)
    )


def _curtains() -> str:
    cloth = fill("M0 0H46Q42 34 20 58Q12 70 14 90H0Z", DEEP) + line(
        "M8 0Q10 40 4 90M18 0Q18 36 8 66M28 0Q26 30 13 58M37 0Q34 26 18 52", BLOOD, 0.8
    )
    return (
        dot(60, 36, 36, _AMBER, 0.42)
        + cloth
        + group(cloth, transform="matrix(-1 0 0 1 120 0)")
        + line("M0 62Q12 66 20 57M120 62Q108 66 100 57", GOLD, 1.8)
    )


def _banners() -> str:
    d = fill("M10 6H34V62L22 52 10 62ZM86 6H110V62L98 52 86 62Z", DEEP, edge=BLOOD) + line(
        "M6 6H38M82 6H114", GOLD, 1.2
    )
    burst = fill(_rays(60, 36, 22, 60, 18), _EMBER) + dot(60, 36, 25, _EMBER)
    marks = line("M22 16v18M15 22l14 6M98 16v18M91 22l14 6", GOLD, 1.2)
    crowd = fill(
        "M0 90V80q5-8 10 0q5-10 11 0q5-9 10 0V90ZM120 90V80q-5-8-10 0q-5-10-11 0q-5-9-10 0V90Z", INK, edge="#5c3a38"
    )
    return _ground(_NIGHT) + burst + d + marks + crowd


def _candles() -> str:
    flames = wax = ""
    for x, y in ((10, 44), (21, 36), (32, 48), (88, 48), (99, 34), (110, 42)):
        flames += f"M{x} {y - 11}q5 6 0 10q-5-4 0-10Z"
        wax += f"M{x - 3.5} 90V{y}h7V90Z"
    halo = dot(60, 36, 31, "#4a1420") + ring(60, 36, 31, BLOOD, 0.7) + ring(60, 36, 34, BLOOD, 0.4)
    return _ground(_NIGHT) + halo + fill(wax, "#8d7f72", edge=INK) + fill(flames, GOLD)


def _towers(sky: str, disc: str, glow: str, night: str) -> str:
    return _ground(sky) + dot(60, 36, 30, disc) + ring(60, 36, 33, glow, 0.6) + put("b-houses", fill=night, stroke=glow)


def _houses() -> str:
    walls = "M0 90V40H12V28H22V90ZM22 90V50H34V90ZM86 90V34H92V22H96V12L98 6 100 12V22H104V34H110V90ZM110 90V46H120V90Z"
    lit = line("M4.2 45V87M8.8 45V87M91 40V87M95.7 40V87M100.3 40V87M105 40V87", GOLD, 2.4, dash="3.6 2.2")
    more = line("M15.7 33V87M19.2 33V87M26 55V87M30.5 55V87M115 51V87", GOLD, 1.8, dash="3 3")
    return fill(walls, None, edge=None) + lit + more


def _rain() -> str:
    lamp = (
        line("M100 90V22Q100 12 90 12", DIM, 1.4)
        + fill("M83 12h10l-2 5h-6Z", DIM)
        + fill("M84 17 58 90H120L92 17Z", GOLD, 0.13)
        + dot(88, 18, 3, BONE)
    )
    drops = "".join(
        f"M{x} {y}l-3 9"
        for x, y in (
            (8, 6),
            (20, 22),
            (32, 4),
            (6, 40),
            (26, 50),
            (14, 66),
            (46, 8),
            (76, 4),
            (106, 34),
            (114, 8),
            (94, 46),
            (112, 60),
        )
    )
    return _ground(_NIGHT) + dot(60, 37, 29, "#4a2a2e") + lamp + line(drops, "#9aa7ad", 0.8)


def _pipes() -> str:
    pipes = line("M0 16H30Q36 16 36 22V90M120 30H92Q86 30 86 36V90M0 30H20Q24 30 24 34V90", "#2f4a45", 6) + line(
        "M0 13H30Q39 13 39 22V90M0 19H30Q33 19 33 22V90M120 27H92Q83 27 83 36V90M120 33H92"
        "Q89 33 89 36V90M0 27H20Q27 27 27 34V90M0 33H20Q21 33 21 34V90",
        "#6f948a",
        0.7,
    )
    joints = fill("M8 11h5v10H8ZM104 25h5v10h-5ZM31 50h10v5H31ZM81 60h10v5H81Z", "#6f948a")
    water = line("M0 78q5-3 10 0t10 0M100 80q5-3 10 0t10 0M0 84q5-3 10 0t10 0M100 86q5-3 10 0t10 0", "#7fbfae", 1)
    drips = fill("M17 40q3 4 0 6q-3-2 0-6ZM101 44q3 4 0 6q-3-2 0-6Z", "#7fbfae")
    return _ground("#0f1211") + dot(60, 38, 29, "#33524b") + pipes + joints + water + drips


def _shield() -> str:
    halo = (
        fill(_rays(60, 36, 28, 74, 24, 0.009), "#6e5a3c", 0.9) + dot(60, 36, 28, _EMBER) + ring(60, 36, 30.5, GOLD, 1)
    )
    return _ground(_NIGHT) + halo


def _window() -> str:
    panes = (
        fill("M28 0H92V66H28Z", _AMBER)
        + line("M60 0V66M28 22H92M28 44H92", _WARM, 2.4)
        + line("M28 0V66H92V0M24 66H96", GOLD, 1.2)
    )
    drapes = fill("M0 0H26Q24 40 10 62L8 90H0ZM120 0H94Q96 40 110 62L112 90H120Z", _WOOD) + line(
        "M8 0Q9 34 4 60M18 0Q17 30 8 54M112 0Q111 34 116 60M102 0Q103 30 112 54", GOLD, 0.6
    )
    return _ground(_WARM) + panes + drapes


def _blinds() -> str:
    slats = line("M60 4V70", _AMBER, 76, dash="3.6 2.4")
    desk = line("M8 90V60M8 60h6M8 60l-4-8h12l-4 8", GOLD, 1.1) + fill("M4 52h12l3-9H1Z", GOLD, 0.9)
    cords = line("M40 2V72M80 2V72M20 2H1M20 73H1", _WARM, 0.9)
    return _ground(_WARM) + fill("M22 2H98V72H22Z", _WOOD) + slats + cords + desk


def _lamps() -> str:
    lamps = ""
    for x, y in ((16, 26), (38, 14), (82, 14), (104, 26)):
        lamps += (
            line(f"M{x} 0V{y - 6}", GOLD, 0.8)
            + fill(f"M{x - 8} {y}Q{x - 7} {y - 7} {x} {y - 7}T{x + 8} {y}Z", _WOOD, edge=GOLD)
            + dot(x, y + 1.5, 2.4, "#f6e2b4")
        )
        lamps += fill(f"M{x - 7} {y + 1}H{x + 7}L{x + 18} 90H{x - 18}Z", GOLD, 0.1)
    return (
        _ground(_WARM) + dot(60, 38, 31, "#6b4620") + lamps + line("M0 74H20M100 74H120M0 78H16M104 78H120", GOLD, 0.8)
    )


def _lab() -> str:
    flasks = "M10 30v8l-6 14h18l-6-14v-8M8 30h10M100 30v6a8 8 0 1 0 8 0v-6M98 30h12M8 66h5v16H8ZM16 66h5v16h-5Z"
    liquid = fill("M6.5 47h13l2 5H4.5ZM96.5 43h15a8 8 0 0 1-15 0ZM8 74h5v8H8ZM16 70h5v12h-5Z", BLOOD, 0.85)
    return (
        _ground(_WARM)
        + dot(60, 37, 31, "#7a5a30")
        + ring(60, 37, 34, GOLD, 0.6)
        + liquid
        + line(flasks, GOLD, 1.1)
        + line("M0 53.5H28M92 53.5H120M0 84H28M92 84H120", GOLD, 1)
    )


def _columns() -> str:
    shafts = "".join(
        line(f"M{x} 20V82M{x + 4} 20V82M{x + 8} 20V82M{x + 12} 20V82", GOLD, 0.8)
        + line(f"M{x - 3} 16h18v4h-18ZM{x - 3} 82h18v5h-18Z", GOLD, 1)
        for x in (4, 24, 84, 104)
    )
    return (
        _ground(_WARM)
        + fill("M40 0H80V90H40Z", "#7a562a")
        + fill("M0 16 60 -8 120 16V12L60 -14 0 12Z", GOLD)
        + line("M0 13H120M0 9H120", GOLD, 0.8)
        + shafts
        + dot(60, 36, 27, _AMBER, 0.65)
    )


def _bridge() -> str:
    sun = dot(60, 40, 30, _AMBER)
    span = line("M0 62H120M0 66H120M22 90V8M26 90V8M94 90V8M98 90V8M22 14h4M22 24h4M94 14h4M94 24h4", GOLD, 1)
    rope = "M24 8Q60 78 96 8M24 8Q10 40 0 46M96 8Q110 40 120 46"
    hangers = "".join(
        f"M{x} {y}V62"
        for x, y in (
            (32, 22),
            (40, 33),
            (48, 40),
            (72, 40),
            (80, 33),
            (88, 22),
            (14, 30),
            (106, 30),
            (7, 40),
            (113, 40),
        )
    )
    return (
        _ground(_WARM)
        + sun
        + line(hangers, GOLD, 0.5)
        + line(rope, GOLD, 1)
        + span
        + line("M4 76q5-3 10 0t10 0M96 78q5-3 10 0t10 0", DIM, 0.8)
    )


def _spot() -> str:
    beams = fill("M30 0H38L92 90H20ZM90 0H82L28 90H100Z", GOLD, 0.2) + fill("M56 0H64L96 90H24Z", GOLD, 0.28)
    rig = line("M0 5H120M0 1H120", GOLD, 0.8) + fill(
        "M28 3h12l-2 8h-8ZM54 3h12l-2 8h-8ZM80 3h12l-2 8h-8Z", INK, edge=GOLD
    )
    return _ground(_WARM) + beams + dot(60, 38, 27, "#8a6230", 0.8) + rig + fill("M0 90Q60 76 120 90Z", _AMBER)


def _neon() -> str:
    signs = line(
        "M6 12H30V28H6ZM10 20l4-4 4 8 4-8 4 4M92 8h20v30H92ZM96 14h12M96 20h12M96 26h8", "#ef7fa6", 1.3
    ) + line("M4 46q14-12 28 0t0 14M92 50h24M92 55h18M92 60h24", "#8fb6ec", 1.3)
    return _ground(_WARM) + dot(60, 37, 31, "#5b2f3c") + ring(60, 37, 33.5, "#ef7fa6", 1.1) + signs


def _plans() -> str:
    sheet = "M14 6H106V74H14Z"
    drawn = (
        "M22 14H46V36H22ZM34 14V36M22 26H34M74 14h24v18H74ZM74 24h14V14M22 48H40V66H22"
        "M80 46V66M74 56H98M40 57a9 9 0 0 1-9 9M84 46a14 14 0 0 1 14 14"
    )
    return (
        _ground(_WARM)
        + fill(sheet, "#6b4c28")
        + line(drawn, "#f0dcae", 0.8, 0.8)
        + line(sheet, GOLD, 1)
        + dot(60, 37, 27, _AMBER, 0.6)
    )


def _bar() -> str:
    bottles = "".join(
        f"M{x} {y}v-{h}h2v-6h3v6h2v{h}Z"
        for x, y, h in (
            (4, 34, 12),
            (14, 34, 16),
            (24, 34, 10),
            (90, 34, 14),
            (100, 34, 11),
            (110, 34, 16),
            (4, 66, 16),
            (15, 66, 11),
            (99, 66, 12),
            (109, 66, 16),
        )
    )
    return (
        _ground(_WARM)
        + fill("M34 0H86V90H34Z", "#6b4620")
        + dot(60, 37, 28, _AMBER, 0.8)
        + fill(bottles, _WOOD, edge=GOLD)
        + line("M0 34.5H34M86 34.5H120M0 66.5H34M86 66.5H120M34 0V90M86 0V90", GOLD, 1)
    )


def _niche() -> str:
    return (
        _ground(_ASH)
        + fill("M34 90V38a26 26 0 0 1 52 0V90Z", "#4a3f3b")
        + line("M30.5 90V38a29.5 29.5 0 0 1 59 0V90", "#8d7f72", 0.7)
    )


BEHIND: Final[dict[str, str]] = {
    "moon": _moon(),
    "pines": _pines(),
    "arch": _arch(),
    "web": _web(),
    "screens": _screens(),
    "shelves": _ground(_WARM) + put("b-books"),
    "crypt": _ground(_NIGHT) + put("b-books"),
    "books": _books(),
    "houses": _houses(),
    "curtains": _ground(_NIGHT) + _curtains(),
    "banners": _banners(),
    "candles": _candles(),
    "towers": _towers(_NIGHT, _EMBER, BLOOD, INK),
    "city": _towers(_WARM, _AMBER, GOLD, _WOOD),
    "rain": _rain(),
    "pipes": _pipes(),
    "shield": _shield(),
    "window": _window(),
    "blinds": _blinds(),
    "lamps": _lamps(),
    "lab": _lab(),
    "columns": _columns(),
    "bridge": _bridge(),
    "spot": _spot(),
    "neon": _neon(),
    "plans": _plans(),
    "bar": _bar(),
    "niche": _niche(),
}
