"""What stands for somebody's work, 28 by 28, in thin line."""

from __future__ import annotations

from typing import Final

from .drawing_strokes import BLOOD, GOLD, dot, fill, line, ring

__all__ = ["PROPS"]


def _lines(*paths: str) -> str:
    return line("".join(paths))


PROPS: Final[dict[str, str]] = {
    "nurse": _lines("M11 4h6v7h7v6h-7v7h-6v-7H4v-6h7Z")
    + fill("M14 10.5C16 13 17 14 17 15.5a3 3 0 0 1-6 0C11 14 12 13 14 10.5Z", BLOOD),
    "trumpet": _lines(
        "M2 14H20Q23 14 26 9V19Q23 14 20 14M7 14v3a3 3 0 0 0 3 3h4a3 3 0 0 0 "
        "3-3v-3M9 14V9M12 14V9M15 14V9M8 9h2M11 9h2M14 9h2"
    ),
    "bread": _lines(
        "M3 17Q3 9 14 9T25 17Q25 20 22 20H6Q3 20 3 17ZM9 10.5l-2 5M14 9.5l-2 6"
        "M19 10.5l-2 5M9 6q-2-2 0-4M14 6q-2-2 0-4M19 6q-2-2 0-4"
    ),
    "flame": _lines("M14 2Q22 10 22 17A8 8 0 0 1 6 17Q6 12 10 9Q10 12 12 13Q15 8 14 2Z")
    + fill("M14 15Q17.5 18 17.5 20.5A3.5 3.5 0 0 1 10.5 20.5Q10.5 18 14 15Z", BLOOD),
    "scissors": ring(8, 21, 3.5) + ring(20, 21, 3.5) + _lines("M10 18 20 4M18 18 8 4M14 12.5v.5"),
    "pan": ring(11, 15, 8) + ring(11, 15, 5.5) + _lines("M17 10 26 3M18.5 11.5 27 5") + dot(11, 15, 2.2, GOLD),
    "cab": _lines("M3 19V14L6 13 9 8H19L22 13 25 14V19ZM6 13H22M14 8V13M11 8V5.5H17V8")
    + ring(8, 20, 2.4)
    + ring(20, 20, 2.4)
    + fill("M3 16h3v-1.5h3V16h3v-1.5h3V16h3v-1.5h3V16h4v1.2H3Z", GOLD),
    "ribs": _lines(
        "M5 3H23V25H5ZM14 6V22M14 8q-6 0-6 4M14 11.5q-6 0-6 4M14 15q-5 0-5 4M14 8q6 0 6 4M14 11.5q6 0 6 4M14 15q5 0 5 4"
    ),
    "lockgate": _lines("M2 6H12V22L14 20 16 22V6H26M2 12H12M2 17H12M16 12H26M16 17H26M12 6 14 8 16 6")
    + _lines("M3 25q3-2 5.5 0t5.5 0 5.5 0 5.5 0"),
    "brush": _lines("M25 3 13 15M22 2 26 6M13 13 16 16Q15 20 10 19Q10 16 13 13Z")
    + fill("M10.5 19.5Q4 19 2 25Q10 27 14 21Z", BLOOD),
    "hook": _lines("M14 2V8M10 8h8l-1.5 4h-5ZM14 12v3a4.5 4.5 0 1 1-4.5 4.5M3 2H25M3 5H25M3 5 7 2 11 5 15 2 19 5 23 2"),
    "steno": _lines("M5 15H23V24H5ZM8 15V4H20V15M10.5 7h7M10.5 10h7M10.5 13h4")
    + "".join(dot(x, 19.5, 1, GOLD) for x in (8.5, 12.2, 15.9, 19.6)),
    "wrench": _lines("M20 3a6 6 0 0 0-6 8L3.5 21.5a2.5 2.5 0 0 0 3.5 3.5L17.5 14.5a6 6 0 0 0 8-6l-4 3-4-1-1-4Z"),
    "prompter": _lines(
        "M4 6Q9 4 14 7Q19 4 24 6V17Q19 15 14 18Q9 15 4 17ZM14 7V18M6.5 9.5 11.5 10.5M6.5 "
        "12.5l5 1M21.5 9.5l-5 1M21.5 12.5l-5 1M2 25a12 6 0 0 1 24 0"
    ),
    "fork": _lines("M10 3V12a4 4 0 0 0 8 0V3M14 16V26M6 5q-3 3 0 6M22 5q3 3 0 6M3 3q-4 5 0 10M25 3q4 5 0 10"),
    "linemap": _lines("M3 7H10L18 15H25M3 22H9L20 11V3")
    + "".join(ring(x, y, 1.9) for x, y in ((3, 7), (25, 15), (3, 22), (20, 3)))
    + dot(15.2, 12.5, 2.6, BLOOD)
    + dot(15.2, 15.5, 0.1),
    "coffee": _lines(
        "M5 11H20V18a6 6 0 0 1-6 6h-3a6 6 0 0 1-6-6ZM20 13h2.5a3 3 0 0 1 0 6.5"
        "H20M3 26H22M9 8q-2-2 0-5M13 8q-2-2 0-5M17 8q-2-2 0-5"
    ),
    "keys": ring(9, 9, 5.5) + ring(9, 9, 2) + _lines("M13 13 25 25M19.5 19.5 23 16M22.5 22.5 26 19"),
    "puppet": _lines(
        "M5 4H23M14 1V7M7 4V16M21 4V16M14 7V11M11 17H17V22L19 27M11 17V22L9 27M11 18 7 16M17 18 21 16M11 22H17"
    )
    + ring(14, 14, 2.6),
    "mic": _lines(
        "M10 7a4 4 0 0 1 8 0v7a4 4 0 0 1-8 0ZM10 8.5h8M10 11.5h8M6.5 13v1.5a7.5 7.5 "
        "0 0 0 15 0V13M14 22v4M9 26h10M3 7q-2 4 0 8M25 7q2 4 0 8"
    ),
    "pawn": ring(8, 11, 4.2)
    + ring(20, 11, 4.2)
    + ring(14, 21, 4.2)
    + _lines("M14 1V6M5 3.5H23M8 3.5V7M20 3.5V7M14 6V17"),
    "drawer": _lines("M4 3H24V25H4ZM4 10.5H24M4 18H24M11 6h6v2h-6ZM11 13.5h6v2h-6ZM11 20.7h6v2h-6Z")
    + fill("M6 3v-2h8v2Z", BLOOD),
    "tankard": _lines(
        "M6 9H19V25H6ZM19 12h3a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-3M10 12V22M15 12"
        "V22M6 9Q3 6 6.5 4.5Q8 1 12 3Q16 1 17.5 4Q21.5 5 19 9"
    ),
    "tooth": _lines(
        "M14 6Q9 2 6 5.5Q3.5 9 6.5 14Q7.5 24 9.5 25Q11.5 25 12 19Q14 15.5 16 19Q16.5 25 18.5 "
        "25Q20.5 24 21.5 14Q24.5 9 22 5.5Q19 2 14 6ZM10 8q2 1.5 4 1.5"
    ),
    "glove": _lines("M8 20V15Q3 13 4 8Q6 2 14 3Q23 3 23 11Q23 16 20 20ZM8 20H20V25H8ZM8 15Q12 15 12.5 10.5M10 22.5h8"),
    "tulip": _lines("M14 15V27M14 25Q8 24 7 18M14 23Q19 22 21 17")
    + fill("M8 4Q11 6 11.5 8L14 2.5 16.5 8Q17 6 20 4Q22 15 14 15.5Q6 15 8 4Z", BLOOD),
    "watch": ring(14, 16, 9) + ring(14, 16, 6.8) + _lines("M14 7V4M12 4h4M14 16V11.5M14 16l3 2M16 3q6-3 10 1"),
    "anchor": ring(14, 5, 2.5)
    + _lines("M14 7.5V25M9 11H19M4 17Q5 25 14 25T24 17M4 17l-1.5 3.5M4 17l3.5 2M24 17l1.5 3.5M24 17l-3.5 2"),
    "ball": ring(14, 14, 10.5) + _lines("M3.5 14H24.5M14 3.5V24.5M6.6 6.6Q13 14 6.6 21.4M21.4 6.6Q15 14 21.4 21.4"),
    "frame": _lines("M3 5H25V23H3ZM6 8H22V20H6ZM10 5 14 1 18 5M6 18 11 12 15 16 18 13.5 22 17.5")
    + dot(17.5, 11, 1.3, BLOOD),
    "townhall": _lines("M3 10 14 3 25 10ZM5 10V21M10 10V21M18 10V21M23 10V21M3 21H25V25H3ZM14 3V0")
    + fill("M12 21v-6a2 2 0 0 1 4 0v6Z", BLOOD),
    "nib": _lines("M14 26 7 15 10 3H18L21 15ZM14 26V14.5M10 6H18") + ring(14, 13, 1.6),
    "bell": _lines("M5 19Q5 9 14 9T23 19ZM3 19H25V22H3ZM14 9V6M12 5.5h4M22 5l3-3M24.5 9l3-1M6 5 3 2M3.5 9l-3-1"),
    "star": fill(
        "M14 2 16.9 10.3 25.5 10.5 18.7 15.7 21.2 24 14 19 6.8 24 9.3 15.7 2.5 10.5 11.1 10.3Z", None, edge=GOLD
    )
    + dot(14, 14, 2, BLOOD),
    "camera": _lines("M3 9H9L11 6H17L19 9H25V22H3ZM6 11.5h2") + ring(14, 15, 5) + ring(14, 15, 2.4),
}
