"""The kinds of decisions in Vendetta and the questions that its cards ask."""

from __future__ import annotations

from typing import Final

from .actions import NO, YES

# Kinds of open decisions (g.n[ASK]); 0 means none
PICK_CLAN, PICK_RELIC, KEEP, PLAN, AFTER, TOKEN, BID, CHOOSE, OVER = range(1, 10)
KIND_NAMES: Final = ("", "pick_clan", "pick_relic", "keep", "plan", "after_play", "withdraw", "bid", "choose", "over")
KIND_RULES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("SET-10",),
    ("VREL-03",),
    ("HAND-01", "HAND-02"),
    ("PLAN-03", "PLAN-12", "PLAN-22"),
    ("PLAN-22", "DRAIN-01", "RUL-18"),
    ("WDR-01", "WDR-02"),
    ("RUL-05",),
    (),
    ("EOG-01",),
)
SIMULTANEOUS: Final = (KEEP, TOKEN, BID)

QUESTIONS: Final[dict[str, tuple[str, ...]]] = {
    "mate": ("VTAG-05", "RUL-51"),
    "order": ("CONTR-04", "PREP-02"),
    "use_relic": ("VREL-05",),
    "do_it": ("CONTR-01",),
    "blood_to_play": ("RUL-05", "GLOS-06"),
    "blood_to_take": ("VLOC-04",),
    "to_haven": ("CONTR-01",),
    "cloak": ("CONTR-01", "WDR-06"),
    "turn_up": ("CONTR-01", "REV-01"),
    "turn_down": ("CONTR-01", "GLOS-16"),
    "take_back": ("CONTR-01",),
    "rival": ("CONTR-01", "GLOS-17"),
    "curfew": ("CONTR-01",),
    "name_card": ("CONTR-01", "GLOS-15"),
    "spend_half": ("CONTR-01", "GLOS-10", "RUL-04"),
    "spend_one": ("CONTR-01", "GLOS-10"),
    "swap": ("CONTR-01", "RUL-06"),
    "shift_blood": ("CONTR-01", "RUL-29", "RUL-45"),
    "gaze": ("CONTR-01", "RUL-48"),
    "toll": ("CONTR-01", "RUL-47", "RUL-48"),
    "tremere_ready": ("CONTR-01", "RUL-10"),
    "into_deck": ("CONTR-01",),
    "blood_after_card": ("RUL-53", "PLAN-12"),
}
"""The rules behind each question that a card asks (decision kind ``choose``)."""
QUESTION_NAMES: Final = tuple(QUESTIONS)
QUESTION_NUMBER: Final = {name: number for number, name in enumerate(QUESTION_NAMES)}

YES_OR_NO: Final = (YES, NO)


SILENT_QUESTIONS: Final = frozenset(("order", "turn_up", "into_deck", "take_back"))
"""Questions whose answers get no event of their own: the effect shows the answer, or it must stay secret."""
