"""What portraits are put together from: faces, hair, clothes and what is worn, each drawn once, 120 by 90.

The light comes from the right. A face takes its shadow from ``fill`` and its lit side from ``color``; hair takes
``fill`` and, for its strands, ``stroke``; clothes take ``fill``, ``stroke`` for seams and ``color`` for what shows at
the neck.
"""

from __future__ import annotations

from typing import Final

from .drawing_strokes import BLOOD, BONE, DEEP, DIM, GOLD, INK, dot, fill, line, put, ring

__all__ = ["CLOTHES", "EXTRAS", "FACES", "HAIR_BEFORE", "HAIR_BEHIND"]

LIT: Final = "currentColor"

# Faces ----------------------------------------------------------------------------------------------------------

_NECK: Final = fill("M53 48V66Q60 72 67 66V48Z") + fill("M61.5 57 67 52V67Q64.5 69 62 69.5Z", LIT, 0.8)
_NOSE: Final = "59.8 51.6Q58.6 51 60 49.6Q57 48.8 57.3 46.8Q59.3 43 59.2 38.6Q59 36.4 57.8 35.2Q60.2 33 60.6"
_CUTS: Final = line(
    "M58.9 22.5h-4M58.9 25.5h-5M58.6 28.5h-4M57.3 42h-3M57 44.3h-3.6M58 54.3h-3M58.6 56.3h-2.4", LIT, 0.8, 0.8
)
"""The cutter's strokes where light turns into shadow."""

_OPEN: Final = (
    fill("M62.8 39Q66.3 35.8 70.2 38.4Q66.6 41 62.8 39Z", BONE)
    + dot(66.5, 38.5, 1.4, INK)
    + line("M62.4 39Q66 35.4 70.6 38", INK, 1.1)
    + line("M50 38.6Q53.5 36 57 39", LIT, 0.9)
    + dot(53.6, 38.6, 1, LIT)
    + line("M57.4 47.2Q58.4 49 60.4 49.4", INK, 0.8)
)


def _face(outline: str, lit: str, more: str, brow: float, mouth: str) -> str:
    brows = line("M62.4 35.6Q66.5 32.6 71.2 35.4", INK, brow) + line("M49 35.8Q53 33 57 35.6", INK, brow)
    lips = line(mouth, INK, 1.1)
    return put("f-neck") + fill(outline) + fill(lit, LIT) + put("f-cuts") + more + put("f-open") + brows + lips


_SOFT: Final = "M47 33Q47 45 52 52Q56.5 58 60 58.6Q63.5 58 68 52Q73 45 73 33Q72 17 60 17Q48 17 47 33Z"
_SOFT_LIT: Final = (
    f"M60.6 17Q72 17.5 73 33Q73 45 68 52Q63.5 58 60.6 58.5L59.6 55.5Q61.5 54.8 61.2 53.6Q60 53.4 {_NOSE} 17Z"
)
_FIRM: Final = "M46 32Q45.5 45 49.5 52L55.5 58.5Q60 60.5 64.5 58.5L70.5 52Q74.5 45 74 32Q73 17 60 17Q47 17 46 32Z"
_FIRM_LIT: Final = (
    "M60.6 17Q73 17.5 74 32Q74.5 45 70.5 52L64.5 58.5Q62.5 59.6 60.6 59.7"
    f"L59.4 56Q61.4 55 61.2 53.6Q60 53.4 {_NOSE} 17Z"
)
_GAUNT: Final = "M47 31Q46 43 49.5 49L54.5 58.5Q60 62 65.5 58.5L70.5 49Q74 43 73 31Q72 16 60 16Q48 16 47 31Z"
_GAUNT_LIT: Final = (
    "M60.6 16Q72 16.5 73 31Q74 43 70.5 49L65.5 58.5Q63 60.3 60.6 60.4"
    f"L59.4 56.5Q61.4 55.5 61.2 53.6Q60 53.4 {_NOSE} 16Z"
)
_HOLLOW: Final = fill("M71.8 42Q66.5 45 64.8 52.5Q69.6 50 71.8 42Z", INK, 0.75) + line(
    "M62.5 42Q66 43.6 69.5 41.8M63 31.5h6M64 29.5h5", INK, 0.7
)
_LINES: Final = line("M63.4 48Q65.6 50 66 52.5M70.6 41.5l2 1.3M70.4 43l1.4 1.6M63 28.5h7M63.5 30.8h6", INK, 0.7)
_JAW: Final = line("M64.5 57.2l4-4M66.8 56l3-3M62.8 58.4l2-2", INK, 0.7)

FACES: Final[dict[str, str]] = {
    "soft": _face(
        _SOFT, _SOFT_LIT, "", 1.1, "M57 53.6Q59.5 52.2 61 52.9Q63.4 52.2 65.4 53.4M58.6 55.6Q61 56.4 63.4 55.4"
    ),
    "firm": _face(_FIRM, _FIRM_LIT, _JAW, 1.8, "M56.6 53.8Q60 52.8 65.6 53.8M58.8 56.2H62.8"),
    "aged": _face(_FIRM, _FIRM_LIT, _LINES, 1.3, "M57 54.2Q60.5 53 65.4 54.4"),
    "gaunt": _face(_GAUNT, _GAUNT_LIT, _HOLLOW, 1.5, "M57 54Q61 53 65 54.6M58.4 56.5h4"),
    # What several of them share
    "neck": _NECK,
    "cuts": _CUTS,
    "open": _OPEN,
    # A Victim's: eyes closed, hardly a shadow
    "calm": put("f-neck")
    + fill(_SOFT)
    + fill(_SOFT_LIT, LIT)
    + line("M62.6 38.4Q66.4 41.4 70.2 38.2M64.4 40.4l-.5 1.5M66.6 40.9v1.6M68.8 40.3l.6 1.4", INK, 0.9)
    + line("M50.2 38.4Q53.6 41 57 38.4", LIT, 0.8)
    + line("M58 53.8Q61 53 64.4 53.8", INK, 1),
    "still": put("f-neck")
    + fill(_FIRM)
    + fill(_FIRM_LIT, LIT)
    + line("M62.4 38.4Q66.4 41.4 70.6 38.2M62.6 35Q66.6 33 71 35", INK, 1)
    + line("M49.8 38.4Q53.4 41 57 38.4", LIT, 0.8)
    + line("M57.5 54H65", INK, 1),
}

# Hair -----------------------------------------------------------------------------------------------------------

HAIR_BEHIND: Final[dict[str, str]] = {
    "bob": fill("M40 56Q38 14 60 12Q82 14 80 56Q72 60 66 56H54Q48 60 40 56Z", edge=None),
    "long": fill("M38 80Q36 58 41 40Q41 12 60 11Q79 12 79 40Q84 58 82 80Q72 84 64 78H56Q48 84 38 80Z", edge=None),
    "waves": fill(
        "M44 20Q52 10 62 11Q80 13 79 32Q86 38 82 46Q88 54 82 62Q84 72 74 72H46"
        "Q36 72 38 62Q32 54 38 46Q34 38 41 32Q41 25 44 20Z",
        edge=None,
    ),
    "cloud": fill(
        "M60 5Q70 3 76 10Q86 13 86 24Q92 33 86 42Q86 52 76 53H44Q34 52 34 42Q28 33 34 24Q34 13 44 10Q50 3 60 5Z",
        edge=None,
    ),
    "tail": fill("M74 24Q88 24 88 42Q90 58 82 72Q78 58 80 46Q80 36 72 34Z", edge=None),
    "bun": fill("M60 15A6.5 6.5 0 1 1 60.1 15Z", edge=None),
    "braids": fill(
        "M44 30Q36 44 42 54Q36 64 43 80H49Q52 66 47 58Q52 48 47 36ZM76 30Q84 "
        "44 78 54Q84 64 77 80H71Q68 66 73 58Q68 48 73 36Z",
        edge=None,
    )
    + line("M40 54h7M41 64h7M41 73h7M80 54h-7M79 64h-7M79 73h-7"),
}

HAIR_BEFORE: Final[dict[str, str]] = {
    "bob": fill("M43 46Q40 14 60 12Q80 14 77 46Q74.5 38 73.5 29Q66 28 60 21Q55 28 46.5 30Q45.5 38 43 46Z", edge=None)
    + line("M64 15Q74 18 76 32M62 18Q70 22 73 27M57 15Q47 19 45 32"),
    "fringe": fill("M43 48Q39 12 60 11Q81 12 77 48L73.5 38V31Q60 34 46.5 31V38Z", edge=None)
    + line("M50 14V30M55 12.5V31.5M60 12V32M65 12.5V31.5M70 14V30"),
    "parted": fill("M44 44Q40 13 60 12Q80 13 76 44Q75 30 66 23Q60 20 54 18Q52 28 46 32Z", edge=None)
    + line("M55 15Q69 16 75 31M57 18Q68 20 73 28"),
    "short": fill("M45 35Q41 13 58 11Q78 8 76 35L73.5 33Q73 25 69 22Q58 24 50 21Q47 26 47 34Z", edge=None)
    + line("M51 16Q60 12 70 15M50 19Q62 16 73 20M54 13.5Q62 10.5 70 12.5"),
    "slick": fill("M45.5 34Q43 11 60 9Q77 11 74.5 34Q72 22 60 19.5Q48 22 45.5 34Z", edge=None)
    + line("M52 19.5Q56 13 60 10M57 18Q60 13 64 10.5M63 18Q66 15 68 12.5M68 20Q70 18 71.5 16"),
    "side": fill("M45 36Q43 20 49 16Q56 7 68 11Q78 13 75 36Q73 26 71 22Q62 22 53 18Q49 24 47 36Z", edge=None)
    + line("M52 16Q62 19 73 18M54 13Q64 15 72 14.5"),
    "crop": fill("M45.5 33Q43 13 60 12Q77 13 74.5 33Q74 24 69 21H51Q46 24 45.5 33Z", edge=None)
    + line("M52 15v5M56 13.5v6M60 13v7M64 13.5v6M68 15v5"),
    "curls": fill(
        "M45 38Q40 30 43 24Q43 15 51 14Q55 8 62 11Q70 8 73 15Q79 18 77 25Q80 31 75 38"
        "Q75 31 72 28Q68 29 66 25Q61 27 58 23Q54 27 50 25Q47 30 45 38Z",
        edge=None,
    )
    + line("M49 20q3-3 6 0M57 16q3-3 6 0M65 19q3-3 6 0M46 27q2-2 4-1M71 25q2-1 4 1"),
    "cloud": fill("M45 38Q45 24 52 21Q60 18 68 21Q75 24 75 38Q84 30 80 18Q70 8 60 9Q50 8 40 18Q36 30 45 38Z", edge=None)
    + line("M42 17q4-5 8-4M54 9q5-3 9 0M70 13q6 1 8 6M82 26q3 4 1 9M38 26q-3 4-1 9M84 40q0 5-4 7"),
    "crest": fill("M53.5 22Q49 9 52 3L55.5 6.5 59 1 62.5 5 66 2 67.5 6Q70.5 11 66.5 22Q60 25 53.5 22Z", edge=None)
    + line("M57 8v13M60.5 6v15M64 7v13M46.5 31Q46 22 50 19M73.5 31Q74 22 70 19"),
    "bald": line("M46.3 30Q46.8 17.5 60 17Q73 17.5 73.7 30", None, 0.9),
    "sides": fill("M46.5 24Q41 30 44.5 42L47 38ZM73.5 24Q79 30 75.5 42L73 38Z", edge=None)
    + line("M44.5 30l2-1M44.5 35l2-1M75.5 30l-2-1M75.5 35l-2-1"),
    "drawn": fill("M46 32Q43 12 60 11.5Q77 12 74 32Q72 20.5 60 20Q48 20.5 46 32Z", edge=None)
    + line("M50 20Q55 14 60 12M55 19Q58 15 60 12M65 19Q62 15 60 12M70 20Q65 14 60 12"),
    "wild": fill(
        "M44 44Q42 36 43 30L38 30 42 22 38 16 46 15 47 7 54 11 61 4 66 11 74 7 74 15 82 16 78 23 "
        "82 30 77 31Q78 38 76 44Q75 34 71 28L65 24 60 28 55 23 50 29Q46 35 44 44Z",
        edge=None,
    )
    + line("M50 14l4 7M60 10v9M70 13l-4 8M76 20l-6 4M44 20l5 4"),
    # Beards
    "beard": fill(
        "M46 40Q47 50 51 55L56 63Q60 66 64 63L69 55Q73 50 74 40Q71 48 66 50.5Q60 48.5 54 "
        "50.5Q49 48 46 40ZM57.5 54.5Q60.5 52.5 64.5 54.5Q61 57 57.5 54.5Z",
        edge=None,
    )
    + line("M70 49l-3 6M66.5 54l-1.5 7M62.5 58v5M57 58l1 4"),
    "moustache": fill("M53.5 53Q57 49.5 60.5 51Q64.5 49.5 68 53Q64 53.5 60.5 52.5Q57 53.5 53.5 53Z", edge=None),
    "goatee": fill("M56 56.5Q60 54.8 64.5 56.5L62.5 63Q60.3 65 58 63Z", edge=None)
    + line("M55 53Q58 51 60.5 51.6Q63.5 51 66.5 53", INK, 1.2),
}

# Clothes --------------------------------------------------------------------------------------------------------

_SHOULDERS: Final = "M12 91Q14 76 33 70L52 63.5Q60 71 68 63.5L87 70Q106 76 108 91Z"
_NARROW: Final = "M22 91Q24 77 39 71L53 64Q60 72 67 64L81 71Q96 77 98 91Z"
_EDGE: Final = line("M68 63.5L87 70Q106 76 108 91", None, 1.2)

CLOTHES: Final[dict[str, str]] = {
    "suit": fill(_SHOULDERS)
    + _EDGE
    + fill("M53 64 60 91 67 64 60 71Z", BONE, 0.92)
    + fill("M58.4 71h3.2l1.4 3-1.6 17h-2.8L57 74Z", LIT)
    + fill("M52 63.5 41 68 45 77 42 79 59 91Z", edge=None)
    + fill("M68 63.5 79 68 75 77 78 79 61 91Z", edge=None)
    + line("M80 84l8-2"),
    "coat": fill(_SHOULDERS)
    + _EDGE
    + fill("M54 65 60 72 66 65 68 91H53Z", LIT)
    + fill("M51 58 36 66 44 76 40 80 56 91 52 74Z", edge=None)
    + fill("M69 58 84 66 76 76 80 80 64 91 68 74Z", edge=None),
    "cloak": fill("M12 91Q16 76 36 68L46 44Q44 60 52 68L60 78 68 68Q76 60 74 44L84 68Q104 76 108 91Z", edge=None)
    + fill("M48 56Q48 64 54 70L60 78 66 70Q72 64 72 56Q70 62 66 66L60 72 54 66Q50 62 48 56Z", LIT)
    + line("M80 66 72 91M40 66 48 91M92 73 88 91M28 73 32 91", None, 0.7),
    "gown": fill("M58 66Q42 66 34 71Q27 74 24 91H96Q93 74 86 71Q78 66 62 66Z", "#3a2320")
    + fill("M62 67Q78 66 86 71Q93 74 96 91H74Q72 76 62 67Z", "#a58b76", 0.9)
    + fill("M34 91Q38 78 46 76Q54 80 60 84Q66 80 74 76Q82 78 86 91Z", edge=None)
    + line("M46 76Q54 80 60 84Q66 80 74 76M60 84V91M52 81l-3 10M68 81l3 10"),
    "roll": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M51.5 56Q60 61 68.5 56V66Q60 73 51.5 66Z", edge=None)
    + line("M54 58.5V67M58 60V69.5M62 60V69.5M66 58.5V67", None, 0.7),
    "jacket": fill(_SHOULDERS)
    + _EDGE
    + fill("M53 64 60 73 67 64 68 91H52Z", LIT)
    + fill("M52 61 40 66 38 75 50 72 54 91 53 70Z", edge=None)
    + fill("M68 61 80 66 82 75 70 72 66 91 67 70Z", edge=None)
    + line("M86 74l4 9M34 74l-4 9M76 80l10-3M54 75h-2M54 80h-2M54 85h-2"),
    "uniform": fill(_SHOULDERS)
    + _EDGE
    + fill("M51.5 58Q60 64 68.5 58L70 67Q60 74 50 67Z", edge=None)
    + line("M60 71V91")
    + "".join(dot(63.5, y, 1.2, LIT) for y in (76, 82, 88))
    + fill("M16 80 34 70 40 72 22 84ZM104 80 86 70 80 72 98 84Z", LIT, edge=INK)
    + fill("M74 80h10v3H74Z", LIT),
    "fur": fill(_SHOULDERS)
    + fill(
        "M60 86 50 74 42 78 40 72 32 75 33 68 27 68 33 63 31 59 38 59 40 53 46 57 50 54 54 66 60 "
        "73 66 66 70 54 74 57 80 53 82 59 89 59 87 63 93 68 87 68 88 75 80 72 78 78 70 74Z",
        LIT,
        edge=None,
    )
    + line("M38 66l4 2M42 61l4 3M46 70l3-3M82 66l-4 2M78 61l-4 3M74 70l-3-3M60 79v-3"),
    "robe": fill("M16 91Q22 72 42 67L52 62 60 80 68 62 78 67Q98 72 104 91Z", edge=None)
    + fill("M52 62 49 62 58 91H62L71 62 68 62 60 80Z", LIT)
    + line("M40 70 46 91M80 70 74 91M92 78l2 13M28 78l-2 13", None, 0.8),
    "blouse": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M60 71 49 66 47 77ZM60 71 71 66 73 77ZM60 71 54 91 59 87 60 91 61 87 66 91Z", LIT, edge=INK),
    "shirt": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91M60 73V91", None, 1.2)
    + fill("M53 62 60 73 53 78 46 67ZM67 62 60 73 67 78 74 67Z", LIT, edge=INK)
    + dot(60, 80, 0.8, LIT)
    + dot(60, 86, 0.8, LIT),
    "apron": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M47 91V76Q60 80 73 76V91Z", LIT, 0.9)
    + line("M47 76 53 64M73 76 67 64", LIT, 2.2)
    + line("M52 82H68", INK, 0.8),
    "hood": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M46 58Q42 66 48 72L60 80 72 72Q78 66 74 58Q70 66 60 70Q50 66 46 58Z", edge=None)
    + line("M56 77v9M64 77v7", LIT, 1.1),
    "lab": fill(_SHOULDERS, "#cfc6ba")
    + fill("M53 64 60 91 67 64 60 71Z")
    + fill("M58.6 71h2.8l1.4 20h-5.6Z", LIT)
    + fill("M52 63 43 68 46 78 59 91ZM68 63 77 68 74 78 61 91Z", "#e9e1d5", edge=INK)
    + line("M46 68Q44 82 50 85M74 68Q77 80 72 84", INK, 1.2)
    + ring(50, 87, 2, INK, 1.1),
    "cord": fill(_NARROW)
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M54 64 60 72 66 64 66 68Q60 76 54 68Z", LIT)
    + line("M49 69Q52 82 60 86Q68 82 71 69", LIT, 0.9)
    + fill("M57.5 85h5v6h-5Z", LIT),
    "frock": fill("M58 66Q44 66 36 71Q29 75 26 91H94Q91 75 84 71Q76 66 62 66Z", "#3a2a26")
    + fill("M62 67Q76 66 84 71Q91 75 94 91H78Q74 74 62 67Z", LIT, 0.75)
    + fill("M38 91 44 70 50 70Q54 80 60 82Q66 80 70 70L76 70 82 91Z", edge=None),
    "vest": fill(_NARROW, "#5a4a42")
    + line("M67 64 81 71Q96 77 98 91", None, 1.2)
    + fill("M48 67 58 91H40L42 70ZM72 67 62 91H80L78 70Z", edge=None)
    + fill("M53 64 60 71 67 64 64 78 60 75 56 78Z", LIT, edge=INK),
}

# What else belongs to somebody ------------------------------------------------------------------------------------

EXTRAS: Final[dict[str, str]] = {
    "eyes": dot(66.5, 38.5, 1.7, BLOOD) + dot(66.5, 38.5, 0.7, INK) + dot(53.6, 38.6, 1.4, BLOOD),
    "stubble": line(
        "M64 57l1-1M66 55.5l1-1M68 53.5l1-1M63.5 55.8l.6-.6M66 51.5l1-.8M69.8 50l.8-1M62 58.6l.6-.6", INK, 0.9
    ),
    "glasses": fill("M61.8 36h10v4.6q-1 2-5 2t-5-2Z", BONE, 0.25)
    + line("M61.8 36h10v4.6q-1 2-5 2t-5-2ZM48.5 36h9.5v4.6q-1 2-4.7 2t-4.8-2ZM58 37.5h3.8", GOLD, 1),
    "round": ring(66.6, 38.6, 4.8, GOLD, 1)
    + ring(53.4, 38.6, 4.8, GOLD, 1)
    + line("M58 37.5Q60 36.5 62 37.5", GOLD, 1),
    "dark": fill("M61 35.5h11.5q.5 7-5.5 7t-6-7ZM59 35.5H47.5q-.5 7 5.5 7t6-7Z", INK, edge=DIM)
    + line("M59 36.5h2M64 37.5l3 3", DIM, 0.8),
    "monocle": ring(66.6, 38.6, 5, GOLD, 1.1) + line("M70.5 42Q74 54 70 66", GOLD, 0.7),
    "patch": fill("M61.5 35h10q0 8-5 8t-5-8Z", INK) + line("M46 28 62 35.5M71.5 35 75 30", INK, 1.3),
    "scar": line("M65 28 70 50M64.5 32l3-1M66.5 45l3-1.2M68 49l2.6-1.2", DEEP, 1.1),
    "earrings": line("M74.5 47v3M45.5 47v3", GOLD, 0.9) + dot(74.5, 51.5, 1.6, GOLD) + dot(45.5, 51.5, 1.6, GOLD),
    "pearls": "".join(
        dot(x, y, 1.5, BONE) for x, y in ((52, 66.5), (55, 69.5), (58.4, 71.3), (62, 71.3), (65.3, 69.5), (68.2, 66.5))
    ),
    "lips": fill("M57 53.6Q59.4 51.8 61 52.6Q63.4 51.8 65.6 53.6Q61.5 57 57 53.6Z", BLOOD),
    "fangs": fill("M58.3 53.8h1.8l-.8 3.2ZM62.6 53.8h1.8l-.8 3.2Z", BONE),
    "fedora": fill("M46 23Q45 8 52 6Q60 9 68 6Q75 8 74 23Z", edge=None)
    + fill("M46 18.5H74L74.5 24H45.5Z", DEEP)
    + fill("M30 27Q44 21 60 22T90 27Q84 32.5 60 31T30 27Z", edge=None),
    "wide": fill("M46 20Q46 8 60 8T74 20Z", edge=None)
    + fill("M20 28Q40 18 60 18T100 28Q92 32 76 28Q60 25 44 28Q28 32 20 28Z", edge=None)
    + line("M46 18Q60 14 74 18", BLOOD, 2),
    "peaked": fill("M42 21Q38 8 60 7T78 21Q70 24 60 24T42 21Z", edge=None)
    + fill("M44 21Q60 25 76 21V26Q60 30 44 26Z", INK)
    + fill("M46 26.5Q60 31 74 26.5Q73 33 60 32.5T46 26.5Z", edge=None)
    + fill("M60 10l3 4-3 4.5-3-4.5Z", GOLD),
    "beret": fill("M42 26Q36 10 58 7Q84 5 84 17Q84 23 74 25Q60 20 42 26Z", edge=None)
    + line("M60 7l2-3.5M46 21Q60 16 76 20"),
    "beanie": fill("M44.5 28Q44 6 60 6T75.5 28Z", edge=None)
    + fill("M43.5 24Q60 20 76.5 24V31Q60 27 43.5 31Z", edge=None)
    + line("M50 23.5v5.5M56 22.5v5.5M62 22.5v5.5M68 23v5.5"),
    "hat": fill("M47 22 46 2Q60 -1 74 2L73 22Z", edge=None)
    + fill("M47 17H73V22H47Z", DEEP)
    + fill("M38 23Q60 19 82 23Q78 28 60 27T38 23Z", edge=None),
    "helmet": fill("M44 25Q43 6 60 5T76 25Z", edge=None)
    + fill("M38 26Q60 20 82 26Q86 31 84 33Q60 25 36 33Q34 31 38 26Z", edge=None)
    + fill("M55 9h10v9l-5 4-5-4Z", GOLD),
    "hardhat": fill("M43 26Q43 7 60 7T77 26Z", edge=None)
    + line("M56 8v17M64 8v17")
    + fill("M40 25H84Q84 30 78 30H42Q40 29 40 25Z", edge=None),
    "toque": fill("M48 24 47 15Q38 12 42 5Q48 0 54 4Q60 -1 66 4Q73 0 78 5Q82 12 73 15L72 24Z", BONE, edge=INK)
    + line("M54 15v6M60 15v6M66 15v6", DIM, 0.8),
    "cap": fill("M45 25Q44 9 60 9T75 25Z", edge=None)
    + fill("M58 25Q76 22 86 29Q76 31 60 29Z", edge=None)
    + line("M60 9V24"),
    "phones": line("M43.5 40Q40 9 60 8.5T76.5 40", DIM, 2.2)
    + fill("M40.5 34h5v12h-5ZM74.5 34h5v12h-5Z", INK, edge=DIM),
    "cowl": fill("M36 72Q34 10 60 6Q86 10 84 72L74 68Q80 24 60 17Q40 24 46 68Z", edge=None)
    + line("M77 60Q82 22 62 9M43 60Q38 22 58 9"),
    "scarf": fill(
        "M38 70Q38 12 60 11Q82 12 82 70L68 74Q75 60 74.5 36Q73 20 60 20Q47 20 45.5 36Q45 60 52 74Z", edge=None
    )
    + fill("M50 62Q60 70 70 62L76 74Q60 84 44 74Z", edge=None)
    + line("M78 62Q80 24 64 14M74 70Q60 76 48 68"),
    "band": fill("M45 29Q60 21 75 29L75.5 24Q60 16 44.5 24Z", LIT, edge=INK),
}
