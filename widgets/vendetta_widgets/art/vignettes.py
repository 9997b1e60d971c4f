"""The pictures on Clan cards, 120 by 80, in the colour of the card's clan: what a card is about, else its moment."""

from __future__ import annotations

import math
from typing import Final

from .drawing_strokes import BLOOD, BONE, INK, dot, fill, line, ring

__all__ = ["VIGNETTES", "vignette_of"]

_OWN: Final = "currentColor"
_SKYLINE: Final = "M0 70H10V58H20V64H28V50H36V62H46V70M74 70V60H84V52H92V63H100V56H110V70H120"


def _rays(x: float, y: float, inner: float, outer: float, n: int, begin: float = 0, end: float = 1) -> str:
    """Strokes that point away from a middle, from one part of a turn to another."""
    strokes = []
    for k in range(n + 1):
        angle = 2 * math.pi * (begin + (end - begin) * k / n)
        across, up = math.sin(angle), math.cos(angle)
        start, stop = f"{x + inner * across:.1f} {y - inner * up:.1f}", f"{x + outer * across:.1f} {y - outer * up:.1f}"
        strokes.append(f"M{start}L{stop}")
    return "".join(strokes)


VIGNETTES: Final[dict[str, str]] = {
    "preparation": line(_rays(60, 62, 27, 36, 16, -0.25, 0.25))
    + line(_rays(60, 62, 39, 44, 32, -0.25, 0.25), width=0.7, opacity=0.6)
    + line("M36 62a24 24 0 0 1 48 0")
    + fill("M43 62a17 17 0 0 1 34 0Z", _OWN, 0.85)
    + line("M0 62H120")
    + line(_SKYLINE, opacity=0.35, width=0.9)
    + line("M14 68H106M30 73H90", width=0.8, opacity=0.6),
    "conflict": line(_rays(60, 40, 22, 36, 28), width=0.7, opacity=0.55)
    + line("M26 8 78 62M94 8 42 62", width=2.2)
    + line("M70 66 84 54M50 66 36 54M79 60l10 11M41 60 31 71", width=2)
    + ring(60, 40, 30, None, 0.8)
    + dot(60, 41, 4, BLOOD)
    + fill("M26 8l9 4-5 5ZM94 8l-9 4 5 5Z", _OWN),
    "aftermath": fill("M66 8A28 28 0 1 0 86 52 24 24 0 0 1 66 8Z", _OWN, 0.85)
    + line(
        "M0 66Q10 61 20 66T40 66 60 66 80 66 100 66 120 66M14 73Q22 69 30 73T46 73 62 73 78 73 94 73 108 73", width=0.9
    )
    + dot(92, 20, 1.4, _OWN)
    + dot(102, 34, 1, _OWN)
    + dot(24, 16, 1.2, _OWN)
    + dot(36, 28, 0.9, _OWN)
    + line("M86 14v8M82 18h8", width=0.7),
    "passive": line("M8 40Q60 -6 112 40Q60 86 8 40Z", width=1.6)
    + ring(60, 40, 20)
    + ring(60, 40, 13, None, 0.8)
    + dot(60, 40, 6, _OWN)
    + dot(60, 40, 2.2, INK)
    + line(_rays(60, 40, 25, 30, 24), width=0.8, opacity=0.7)
    + line("M20 22 14 15M40 11 36 3M80 11l4-8M100 22l6-7", width=1),
    "cloak": fill("M60 6C43 6 37 18 38 30C30 44 23 60 18 74H102C97 60 90 44 82 30C83 18 77 6 60 6Z", _OWN, 0.85)
    + fill("M60 15C50 15 46 23 46 32Q52 46 60 50Q68 46 74 32C74 23 70 15 60 15Z", INK)
    + dot(54, 31, 2, BLOOD)
    + dot(66, 31, 2, BLOOD)
    + line("M40 40Q44 58 38 73M52 50Q54 62 50 73M68 50Q66 62 70 73M80 40Q76 58 82 73", INK, 1.2)
    + line("M4 74H116M8 20v10M14 14v8M106 14v8M112 20v10", width=0.9, opacity=0.6),
    "stairs": line("M8 72H28V60H46V48H64V36H82V24H112", width=2)
    + line("M8 78H34V66H52V54H70V42H88V30H112", width=0.8, opacity=0.6)
    + dot(91, 8, 4, _OWN)
    + line("M91 12v7l-5 5M91 19l5 5M85 15l6-1 5 3", width=1.8)
    + fill("M34 46C36 49 37 50.5 37 52a3 3 0 0 1-6 0C31 50.5 32 49 34 46Z", BLOOD)
    + line("M14 20a10 10 0 1 0 9 12 8 8 0 0 1-9-12Z", width=1),
    "rat": fill("M34 60C34 46 46 38 60 40C70 41 78 46 84 52L96 56Q98 60 92 61H38Q34 62 34 60Z", _OWN, 0.85)
    + dot(70, 39, 6, _OWN)
    + dot(70, 39, 3, INK)
    + dot(84, 52, 1.6, BLOOD)
    + line("M34 58Q18 60 16 48T6 40", width=1.6)
    + line("M96 46q6-6 3-14M104 50q10-10 5-26M100 62h12M99 66l11 4", width=1)
    + line("M0 68H120M46 62v5M58 62v5M74 62v5M84 62v5", width=0.9)
    + line("M20 12v10M15 17h10M40 8v6M37 11h6M70 10v8M66 14h8", width=0.7, opacity=0.7),
    "fading": line("M74 70Q76 48 66 42A13 13 0 1 1 84 18", width=1.4)
    + fill("M46 70Q46 48 56 42A13 13 0 0 1 52 18Q60 14 60 14V70Z", _OWN, 0.85)
    + dot(55, 29, 2, BLOOD)
    + line("M76 26h20M80 34h28M78 42h18M84 52h22M82 62h30M90 18h14", width=1)
    + line("M20 72H100", width=1)
    + line("M20 30h10M14 40h14M22 50h10", width=0.8, opacity=0.6),
    "hunt": line("M14 26Q60 62 106 26Q100 66 60 70Q20 66 14 26Z", width=1.6)
    + fill("M34 38 50 46 44 66ZM86 38 70 46 76 66Z", BONE)
    + fill("M60 56C63 61 65 63 65 66.5a5 5 0 0 1-10 0C55 63 57 61 60 56Z", BLOOD)
    + line("M14 26Q60 4 106 26", width=1.2)
    + line("M40 20 42 14M60 15V8M80 20l-2-6", width=0.9),
    "fist": line(_rays(60, 40, 36, 46, 26), width=0.9, opacity=0.7)
    + fill(
        "M38 30Q38 24 44 24T50 30V26Q50 20 56 20T62 26V28Q62 21 68 22T74 29V34Q74 27 80 29"
        "T85 36V50Q84 62 72 66H50Q38 60 38 48Z",
        _OWN,
        0.85,
    )
    + line("M50 30V42M62 28V42M74 32V44M38 44Q48 40 58 46T54 58", INK, 1.5)
    + fill("M92 60C94 63 95.5 64.5 95.5 67a3.5 3.5 0 0 1-7 0C88.5 64.5 90 63 92 60Z", BLOOD),
    "chess": line(
        "M60 34 108 56 60 78 12 56ZM24 50.5 72 72.5M36 45 84 67M48 39.5 96 61.5M96 50.5 48 72.5"
        "M84 45 36 67M72 39.5 24 61.5",
        width=0.9,
    )
    + fill(
        "M50 56Q54 46 53 32H49L52 26 47 14 54 18 60 8 66 18 73 14 68 26 71 32H67Q66 46 70 56Q60 61 50 56Z", _OWN, 0.9
    )
    + line("M52 50H68M53 32H67", INK, 1.1)
    + dot(60, 8, 2, BLOOD)
    + dot(28, 55, 3, _OWN)
    + dot(92, 55, 3, BLOOD),
    "wolf": fill("M30 4 46 20Q60 14 74 20L90 4 94 34Q92 50 78 56L68 74Q60 80 52 74L42 56Q28 50 26 34Z", _OWN, 0.85)
    + fill("M40 34 54 40 42 42ZM80 34 66 40 78 42Z", BONE)
    + dot(49, 39, 1.5, BLOOD)
    + dot(71, 39, 1.5, BLOOD)
    + fill("M53 62H67L60 70Z", INK)
    + line("M60 46V62M34 14 42 26M86 14 78 26", INK, 1.4)
    + line("M10 20Q4 34 10 48M18 24Q14 34 18 44M110 20Q116 34 110 48M102 24Q106 34 102 44", width=1.1),
    "claw": fill("M26 4Q40 36 30 76Q50 40 40 4ZM50 2Q66 38 56 78Q78 40 66 2ZM76 4Q94 36 84 76Q106 40 92 4Z", BLOOD, 0.9)
    + line("M22 4Q36 36 26 76M46 2Q62 38 52 78M72 4Q90 36 80 76", width=1)
    + line("M8 20h10M6 34h12M104 20h10M106 34h12M102 60h12M6 60h12", width=0.8, opacity=0.6),
    "door": line("M34 74V8H86V74M28 74H92", width=1.6)
    + fill("M40 74V14L66 22V68Z", _OWN, 0.25)
    + line("M40 74V14L66 22V68Z", width=1.2)
    + dot(62, 46, 1.8, _OWN)
    + fill("M66 22 86 14V74L66 68Z", INK)
    + line("M70 40Q76 36 82 40M70 46Q76 50 82 46", width=0.8, opacity=0.7)
    + line("M4 70H28M92 70H116M8 62h12M100 62h12M96 30h14M102 22h12M8 26h16", width=0.8, opacity=0.6),
    "ear": line("M44 66Q36 58 38 48Q24 40 28 24Q34 6 54 8Q74 10 72 30Q72 42 60 46Q56 60 44 66Z", width=1.6)
    + line("M40 26Q44 16 54 18Q64 22 60 32Q58 38 50 38", width=1.2)
    + line("M82 24q8 10 0 22M92 18q12 16 0 34M102 12q16 22 0 46", width=1.1)
    + fill("M46 44C48 47 49 48 49 50a3 3 0 0 1-6 0C43 48 44 47 46 44Z", BLOOD),
    "words": line("M18 14H84V46H46L32 58V46H18Z", width=1.5)
    + line("M28 24H74M28 31H66M28 38H58", width=1.2)
    + line("M92 30H106V64H96V72L86 64H60V54", width=1.1)
    + dot(70, 59, 1.6, _OWN)
    + dot(78, 59, 1.6, _OWN)
    + dot(86, 59, 1.6, _OWN)
    + line(_rays(51, 30, 40, 46, 20, 0.55, 0.95), width=0.8, opacity=0.6),
    "tower": line("M46 76 52 30H68L74 76M44 30H76L72 20H48ZM50 20V12H70V20M60 12V4M49 54H71M48 66H72", width=1.4)
    + fill("M54 12h12v8H54Z", _OWN)
    + line("M70 14 114 2M70 18 116 26M50 14 6 2M50 18 4 26", width=0.9, opacity=0.7)
    + line("M0 76H120", width=1)
    + line(_SKYLINE, width=0.7, opacity=0.35),
}

_SUBJECTS: Final = {
    "fist": ("BR01", "BR04", "BR07", "GA05"),
    "claw": ("GA03", "NO05", "TR06"),
    "wolf": ("GA02", "GA04", "GA06"),
    "fading": ("GA07", "NO07", "GA01"),
    "door": ("NO01", "TO04"),
    "cloak": ("NO02", "MA04"),
    "rat": ("NO04",),
    "stairs": ("NO06",),
    "chess": ("VE01", "VE05", "VE07"),
    "words": ("VE02", "TO03", "TO07", "MA02"),
    "tower": ("VE03", "BR06"),
    "ear": ("MA03", "MA05"),
    "hunt": ("BR09", "GA09", "MA09", "NO09", "TO09", "TR09", "VE09"),
}
_OF: Final = {card: subject for subject, cards in _SUBJECTS.items() for card in cards}


def vignette_of(card: str, moment: str) -> str:
    """The drawing of a Clan card: its own subject, else its moment's.

    >>> vignette_of("NO04", "passive"), vignette_of("TR01", "conflict")
    ('vignette-rat', 'vignette-conflict')
    """
    return f"vignette-{_OF.get(card, moment)}"
