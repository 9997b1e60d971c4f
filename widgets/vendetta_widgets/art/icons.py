"""Small signs, 20 by 20, in the colour of the text they stand in."""

from __future__ import annotations

from typing import Final

from .drawing_strokes import dot, fill, group, line, ring

__all__ = ["ICONS"]

_DROP: Final = "M10 2C12.6 5.8 15.2 8.6 15.2 12a5.2 5.2 0 0 1-10.4 0C4.8 8.6 7.4 5.8 10 2Z"
_SMALL_DROP: Final = "M10 6.2C11.5 8.3 12.8 9.9 12.8 11.8a2.8 2.8 0 0 1-5.6 0C7.2 9.9 8.5 8.3 10 6.2Z"
_CARD: Final = "M5.5 2.5h9a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1Z"
_EYE: Final = "M1.8 10Q10 1.8 18.2 10Q10 18.2 1.8 10Z"
_BUST: Final = "M3.2 17.6C3.5 13.6 6 11.8 10 11.8s6.5 1.8 6.8 5.8Z"
_OCTAGON: Final = "M6.7 2h6.6L18 6.7v6.6L13.3 18H6.7L2 13.3V6.7Z"


def _full(d: str) -> str:
    return fill(d, "currentColor")


def _spot(x: float, y: float, r: float) -> str:
    return dot(x, y, r, "currentColor")


def _lines(*paths: str) -> str:
    return line("".join(paths))


_SWORDS: Final = _lines("M3 3 13.8 13.8M17 3 6.2 13.8M11.5 15.5l4-4M8.5 15.5l-4-4", "M14.5 14.5 17 17M5.5 14.5 3 17")

ICONS: Final[dict[str, str]] = {
    # What is counted
    "blood": _full(_DROP),
    "influence": line("M10 6.8v6M10 12.8 5.6 15M10 12.8 14.4 15")
    + _full("M10 10l2.8 2.8L10 15.6 7.2 12.8Z")
    + ring(10, 4.4, 2.2)
    + ring(3.7, 16, 1.9)
    + ring(16.3, 16, 1.9),
    "power": _full("M10 1.2 12 4.5V12H8V4.5Z") + _lines("M5.5 12.5h9M10 12.5v4") + _spot(10, 17.5, 1.4),
    "feed": _full("M10 1.5C11.4 3.6 12.6 5 12.6 6.7a2.6 2.6 0 0 1-5.2 0C7.4 5 8.6 3.6 10 1.5Z")
    + _lines("M2.5 11.5h15C17.5 15 14.5 17 10 17S2.5 15 2.5 11.5Z", "M7 19h6"),
    "drain": _spot(6, 4.5, 1.9)
    + _spot(14, 4.5, 1.9)
    + _lines("M6 7.5v4M14 7.5v2")
    + _full("M6 12.5c1 1.5 1.8 2.3 1.8 3.4a1.8 1.8 0 0 1-3.6 0c0-1.1.8-1.9 1.8-3.4Z"),
    # Where cards are
    "hand": _lines("M9.5 3.2 17.5 4.9 15 17 7 15.3ZM6.5 5.7 2.7 7.4 6 14.5")
    + _full("M12.3 7.4 14.4 10.6 11.7 13.2 9.7 10Z"),
    "deck": _lines("M3.5 5.5 10 2.2l6.5 3.3L10 8.8Z", "M3.5 10 10 13.3 16.5 10", "M3.5 14.3 10 17.6l6.5-3.3"),
    "face-down": line(_CARD) + _lines("M7.5 7 10 4.5 12.5 7 10 9.5ZM7.5 13 10 10.5 12.5 13 10 15.5Z"),
    "face-up": line(_CARD) + _full(_SMALL_DROP),
    # Tokens
    "diablerie": line(_OCTAGON)
    + _full("M6 5.8h2.6L7.8 11.5Q6.6 9 6 5.8ZM11.4 5.8H14Q13.4 9 12.2 11.5Z")
    + _full("M10 10.5c1 1.5 1.8 2.3 1.8 3.2a1.8 1.8 0 0 1-3.6 0c0-.9.8-1.7 1.8-3.2Z"),
    "diablerie-used": line(_OCTAGON)
    + line("M6 5.8h2.6l-.8 5.7Q6.6 9 6 5.8ZM11.4 5.8H14Q13.4 9 12.2 11.5Z")
    + _lines("M4.4 15.6 15.6 4.4"),
    "ambition": _full("M1.5 18.5V16.3H4.8V14H8.1V11.7H18.5V18.5Z")
    + _full("M13.3 .3 14.7 4.1 18.5 5.5 14.7 6.9 13.3 10.7 11.9 6.9 8.1 5.5 11.9 4.1Z"),
    "haven": _lines("M8 3.5V1.5h4v2M6 7V3.5h8V7M3.5 18V7h13v11Z") + _full("M8 18v-4.5a2 2 0 0 1 4 0V18Z"),
    "lock": _lines("M4.5 9h11v8.5h-11ZM6.8 9V6a3.2 3.2 0 0 1 6.4 0V9") + _spot(10, 12.4, 1.3) + _lines("M10 12.5v2.3"),
    # Help
    "rule": _lines("M10 5Q7 2.8 2.5 3.5v12.5Q7 15.3 10 17.5Q13 15.3 17.5 16V3.5Q13 2.8 10 5ZV17.5"),
    "hint": _full("M10 1.5C12 4 12.8 5.3 12.8 6.7a2.8 2.8 0 0 1-5.6 0C7.2 5.3 8 4 10 1.5Z")
    + _lines("M7.5 11.5h5v5h-5ZM4 17.5h12"),
    "question": _lines("M6 6.5A4 3.9 0 1 1 11.8 10Q10 11 10 13") + _spot(10, 16.7, 1.3),
    "eye": line(_EYE) + ring(10, 10, 2.8) + _spot(10, 10, 1.1),
    # Going about
    "undo": _lines("M7.5 3 3.5 7l4 4M3.5 7H12a5 5 0 0 1 0 10H7"),
    "backward": _lines("M12.5 3.5 6 10l6.5 6.5"),
    "forward": _lines("M7.5 3.5 14 10l-6.5 6.5"),
    "play": _full("M6 3.2 16.5 10 6 16.8Z"),
    "check": group(_lines("M3.5 10.5 8 15 16.5 5.5"), stroke_width=2.2),
    "cross": group(_lines("M4.5 4.5l11 11M15.5 4.5l-11 11"), stroke_width=2),
    "save": _lines("M10 2.5v9.5M6 8.5l4 4 4-4M3 13v4.5h14V13"),
    "load": _lines("M10 12.5V3M6 6.5l4-4 4 4M3 13v4.5h14V13"),
    "language": _lines("M2.5 3h9v7.5H7L4 13v-2.5H2.5Z", "M13.5 7h4v7.5H16V17l-3-2.5H8.5V13")
    + _lines("M5 5.7h4M5 7.8h2.5"),
    "map": _lines("M2.5 4.5 7.5 2.5l5 2 5-2v13l-5 2-5-2-5 2ZM7.5 2.5v13M12.5 4.5v13"),
    "print": _lines("M5.5 7V2.5h9V7M5.5 14.5h-3V7h15v7.5h-3M5.5 11.5h9v6h-9Z") + _spot(15, 9.2, 0.8),
    # The moments of a Clan card
    "preparation": _lines("M2 15.5h16M5 15.5a5 5 0 0 1 10 0", "M10 7.5V4M4.3 9.8 2.5 8M15.7 9.8 17.5 8")
    + _full("M6.8 15.5a3.2 3.2 0 0 1 6.4 0Z"),
    "conflict": _SWORDS,
    "aftermath": _full("M12.5 2A8 8 0 1 0 17.8 13 7 7 0 0 1 12.5 2Z"),
    "passive": ring(10, 10, 7.5) + ring(10, 10, 4) + _spot(10, 10, 1.4),
    "withdraw": _lines("M9.5 2.5h-6v15h6", "M7.5 10H17M13.5 6.5 17 10l-3.5 3.5"),
    "stay": _lines("M10 2 16.5 4.2V10Q16 15 10 18Q4 15 3.5 10V4.2Z") + _full("M10 5v9.8Q6.6 13 6.3 9.8V6.2Z"),
    "round": _lines("M16.6 10A6.6 6.6 0 1 1 14.3 5M14.8 1.5v4h-4") + _spot(10, 10, 1.6),
    # What kind of card it is, in V:TES
    "type-master": _full("M2.5 6.5 6.3 9.6 10 3.5l3.7 6.1 3.8-3.1-1.4 8H3.9Z") + _lines("M4.5 17.3h11"),
    "type-out_of_turn": _lines("M5 2.5h10M5 17.5h10M6 2.5C6 8 14 12 14 17.5M14 2.5C14 8 6 12 6 17.5")
    + _full("M7.6 16.4Q10 13 12.4 16.4Z"),
    "type-action": _full("M10 2 15.5 10.2H12V18H8V10.2H4.5Z"),
    "type-action_modifier": _full("M8.6 3.6h2.8v5h5v2.8h-5v5H8.6v-5h-5V8.6h5Z"),
    "type-political_action": _lines("M3 10.5h14v7H3Z", "M7 10.5v-8h6v8M7.5 13.3h5") + _lines("M8.6 6.2 9.8 7.4 11.7 5"),
    "type-reaction": _full("M10 1.8 16.8 4.4V9.6Q16.4 15.2 10 18.4Q3.6 15.2 3.2 9.6V4.4Z"),
    "type-combat": _SWORDS,
    "type-equipment": _lines("M2.8 7h14.4v9.5H2.8ZM7.3 7V4h5.4v3M2.8 11h5.4M11.8 11h5.4") + ring(10, 11, 1.5),
    "type-retainer": _spot(8, 6.4, 3.4)
    + _full("M2 17.2C2.3 13 4.6 11.4 8 11.4s5.7 1.6 6 5.8Z")
    + _lines("M14 4.5h4M16 2.5v4"),
    "type-ally": _spot(6.2, 7.2, 2.9)
    + _spot(13.8, 7.2, 2.9)
    + _full("M1 17C1.2 13.4 3.2 11.8 6.2 11.8S10 13.4 10 17ZM10 17c0-3.6 .8-5.2 3.8-5.2s5 1.6 5.2 5.2Z"),
    # Who it is
    "vampire": _lines("M2 6Q10 10.5 18 6Q17 15.5 10 16.5Q3 15.5 2 6Z")
    + _full("M5 7.6 8.2 8.5 7 14ZM15 7.6 11.8 8.5 13 14Z"),
    "human": _spot(10, 6.2, 3.9) + _full(_BUST),
    "victim": ring(10, 6.2, 3.6)
    + line(_BUST)
    + _full("M10 12.6c.9 1.3 1.5 1.9 1.5 2.8a1.5 1.5 0 0 1-3 0c0-.9.6-1.5 1.5-2.8Z"),
    # A sign of their own for each seat
    "seat0": _spot(10, 10, 7),
    "seat1": _full("M10 1.8 17.5 10 10 18.2 2.5 10Z"),
    "seat2": _full("M10 2.5 18 16.8H2Z"),
    "seat3": _full("M3.5 3.5h13v13h-13Z"),
    "seat4": _full("M7.3 2.5h5.4v4.8h4.8v5.4h-4.8v4.8H7.3v-4.8H2.5V7.3h4.8Z"),
    "seat5": _full("M10 1.5 12.3 7.3 18.5 7.7 13.7 11.7 15.3 17.7 10 14.3 4.7 17.7 6.3 11.7 1.5 7.7 7.7 7.3Z"),
}
