"""The kinds of decisions by number, and the questions of effects."""

from __future__ import annotations

from typing import Final

NOBODY: Final = 0
UNTAP_PHASE: Final = 1
MASTER_PHASE: Final = 2
OUT_OF_TURN: Final = 3
MINION_PHASE: Final = 4
BLOCK: Final = 5
REACT: Final = 6
BEFORE_RANGE: Final = 7
MANEUVER: Final = 8
STRIKE: Final = 9
PREVENT: Final = 10
ADDITIONAL: Final = 11
PRESS: Final = 12
BEFORE_VOTES: Final = 13
VOTE: Final = 14
BLOOD_HUNT: Final = 15
TRANSFER: Final = 16
DISCARD: Final = 17
HAND_DOWN: Final = 18
CHOOSE: Final = 19
OVER: Final = 20
ANSWER: Final = 21

NAMES: Final = (
    "", "untap", "master", "out_of_turn", "minion", "block", "react", "before_range", "maneuver", "strike", "prevent",
    "additional", "press", "before_votes", "vote", "blood_hunt", "transfer", "discard", "hand_down", "choose", "over",
    "answer",
)  # fmt: skip
RULES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("UNTAP-02", "UNTAP-03", "UNTAP-04", "PHASE-02"),
    ("LIB-11", "MAST-01", "MAST-03", "MAST-04"),
    ("LIB-14",),
    ("MIN-01", "MIN-02", "MIN-03", "ACT-01"),
    ("BLOCK-03", "BLOCK-04"),
    ("LIB-10", "BLOCK-07", "BLOCK-09", "BLOCK-13"),
    ("RANGE-03", "COMB-04"),
    ("RANGE-02", "COMB-04"),
    ("STRIKE-01", "STRIKE-02", "STRIKE-03"),
    ("DMG-01",),
    ("STRIKE-07",),
    ("PRESS-01",),
    ("POL-04",),
    ("POL-05", "POL-07", "RUL-06"),
    ("DBL-05", "RUL-20"),
    ("INF-01", "INF-03", "INF-04", "INF-05"),
    ("DISC-01",),
    ("LIB-05",),
    (),
    ("END-01", "END-04"),
    ("COMP-14", "LIB-10"),
)
"""The rules of each kind."""
QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    "terms": ("POL-02", "BLOCK-02"),
    "diablerize_blocked": ("TORP-05",),
    "diablerie_equipment": ("DBL-02",),
    "diablerie_discipline": ("DBL-04",),
    "rescue_consent": ("RUL-18",),
    "uncontrolled": ("CRYPT-04",),
    "option": ("POL-02", "BLOCK-02"),
    "share": ("POL-02", "BLOCK-02"),
    "fetch": ("COMP-14", "LIB-05"),
}
"""The questions of effects, with the rules of each."""
