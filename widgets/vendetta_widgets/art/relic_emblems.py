"""A small emblem for each Relic, 40 by 40."""

from __future__ import annotations

from typing import Final

from .drawing_strokes import BLOOD, BONE, DEEP, DIM, GOLD, INK, dot, fill, line, ring

__all__ = ["RELICS"]


def _chalice() -> str:
    cup = fill("M10 6H30Q30.5 20 22 22V29Q23 31 28 33V35H12V33Q17 31 18 29V22Q9.5 20 10 6Z", INK, edge=GOLD)
    blood = fill("M12.2 9.5H27.8Q26.5 19 20 20Q13.5 19 12.2 9.5Z", DEEP)
    return (
        cup
        + blood
        + line("M12.2 9.5H27.8", BLOOD, 1.4)
        + line("M16 12Q16.5 15.5 18.5 17.5", BONE, 1)
        + line("M15.5 33H24.5")
        + dot(20, 25.5, 1.5, BONE)
    )


def _book() -> str:
    cover = fill("M9 5H29Q31 5 31 7V33Q31 35 29 35H9Z", INK, edge=GOLD) + line(
        "M13 5V35M15 8.5H28M15 31.5H28", width=0.8
    )
    wedges = fill(
        "M17 12.5h3.5l-1.7 4ZM23 12.5h3.5l-1.7 4ZM17 18.5l4 1.7-4 1.7ZM23 "
        "18.5h3.5l-1.7 4ZM17 24.5h3.5l-1.7 4ZM26.5 25l-4 1.7 4 1.7Z",
        GOLD,
    )
    return cover + wedges + fill("M25 35h3v4l-1.5-1.5L25 39Z", BLOOD) + line("M31 12h2v5h-2M31 24h2v5h-2", DIM, 1)


def _hourglass() -> str:
    glass = line(
        "M10 5H30M10 35H30M12.5 5V8.5C12.5 14 18.5 16.5 18.5 20S12.5 26 12.5 31.5V35"
        "M27.5 5V8.5C27.5 14 21.5 16.5 21.5 20S27.5 26 27.5 31.5V35",
        width=1.4,
    )
    sand = fill("M15 11.5H25Q23.5 15 20 18Q16.5 15 15 11.5ZM14.5 33.5Q15.5 29 20 27Q24.5 29 25.5 33.5Z", BLOOD)
    return glass + sand + line("M20 18V27", BLOOD, 0.9) + line("M9 3.5H31M9 36.5H31", width=1)


def _lantern() -> str:
    light = dot(20, 23, 13, GOLD, 0.14)
    frame = fill("M13 14H27L28.5 32H11.5Z", INK, edge=GOLD) + line(
        "M14 14Q15 9.5 20 9.5T26 14M17 9.5Q17 4 20 4T23 9.5M10 35H30V32H10Z"
    )
    flame = fill("M20 17C22 20.5 24 22.5 24 25.5A4 4 0 0 1 16 25.5C16 22.5 18 20.5 20 17Z", GOLD) + fill(
        "M20 22.5C21 24.5 22 25.5 22 27A2 2 0 0 1 18 27C18 25.5 19 24.5 20 22.5Z", DEEP
    )
    return light + frame + flame + line("M12.5 23H15M25 23h2.5", width=0.8)


def _mask() -> str:
    half = fill("M20 6Q12 5 7.5 8.5Q7 22 13 30Q16 34.5 20 35.5Z", BONE) + fill(
        "M20 6Q28 5 32.5 8.5Q33 22 27 30Q24 34.5 20 35.5Z", INK, edge=BONE
    )
    eyes = fill("M10.5 16Q14.5 12.5 18 17.5Q13.5 20 10.5 16Z", INK) + fill(
        "M29.5 16Q25.5 12.5 22 17.5Q26.5 20 29.5 16Z", BLOOD
    )
    mouth = (
        line("M15 28Q18 26.5 20 27.5", INK, 1.3)
        + line("M20 27.5Q22.5 26.5 25 28", BLOOD, 1.3)
        + line("M20 18 18.5 23.5H20", INK, 1)
    )
    ribbon = line("M7.5 13Q4 15 4.5 20T2.5 27M32.5 13Q36 15 35.5 20T37.5 27", GOLD, 1.2)
    return ribbon + half + eyes + mouth


def _litany() -> str:
    page = fill("M11 7H29V31Q29 35 25 35H9Q12 34 11 31Z", INK, edge=GOLD) + line(
        "M11 7Q11 4 8 4T5.5 8.5H11M29 7Q29 4 26 4H8", width=1
    )
    lines = line("M19 13H26M19 17H26M14.5 21H26M14.5 25H26M14.5 29H22", DIM, 1.1)
    initial = fill("M14 12h4v6h-4Z", DEEP, edge=BLOOD) + line("M16 13.5v3", BONE, 0.8)
    return page + lines + initial + dot(28, 32, 5, "#b5324a") + ring(28, 32, 2.8, "#f2a3ae", 0.9)


def _vial() -> str:
    glass = fill("M16.5 9.5V16Q11.5 20 11.5 26.5Q11.5 35 20 35T28.5 26.5Q28.5 20 23.5 16V9.5Z", INK, edge=GOLD)
    blood = fill("M13 25Q16.5 23 20 25T27 25.5Q27.5 33.5 20 33.5T13 25Z", BLOOD)
    stopper = fill("M16.5 4.5h7v4h-7Z", GOLD) + line("M15 9.5H25")
    return (
        glass
        + blood
        + stopper
        + line("M15 22.5Q15.5 20.5 17.5 18.5", BONE, 1.1)
        + dot(22.5, 21.5, 1, BLOOD)
        + line("M24 12Q31 11 30 17l-1.5 2.5", DIM, 0.9)
    )


def _seal() -> str:
    ribbons = fill("M14 24 10 37 14.5 35.5 17 38.5 20 27ZM26 24 30 37 25.5 35.5 23 38.5 20 27Z", DEEP)
    wax = (
        "M20 3.5Q25 2 27.5 6Q33 6.5 33 12Q37 15.5 34 20Q33.5 25.5 28.5 26Q25 30.5 20 28.5Q15 "
        "30.5 11.5 26Q6.5 25.5 6 20Q3 15.5 7 12Q7 6.5 12.5 6Q15 2 20 3.5Z"
    )
    print_ = ring(20, 16, 8.5, "#f2a3ae", 0.9) + line(
        "M14 19.5H26M15.5 19.5V13h3v6.5M18.5 13V9.5h3V13M21.5 13h3v6.5", "#f2a3ae", 1.1
    )
    return ribbons + fill(wax, "#b5324a") + print_ + line("M8.5 13Q9 8.5 13.5 8", BONE, 1, 0.7)


RELICS: Final[dict[str, str]] = {
    f"relic-RE0{number}": drawing()
    for number, drawing in enumerate((_chalice, _book, _hourglass, _lantern, _mask, _litany, _vial, _seal), 1)
}
