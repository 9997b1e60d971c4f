"""The rules that were repaired since the first versions, for messages on saves that they stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendetta_kit.kernel.rules import Repairs

from . import decision_kinds
from .action_codes import PASS

EDITIONS: Final = (
    (
        "BLOCK-04", "BLOCK-09", "BLOCK-14", "LIB-14", "POL-08", "LIB-18", "END-01", "END-07", "CONT-01", "TCON-01",
        "ALLY-01", "SECT-03", "RTC-01", "EFF-04", "EFF-08", "DBL-04", "RANGE-05", "CRYPT-03", "BLEED-01", "MAST-01",
    ),
    ("LIB-14", "POL-13", "BLOCK-07"),
)  # fmt: skip
"""The repaired rules of each edition."""


def titles(ids: Sequence[str], lang: str) -> str:
    """Return rules in words, each as id and title."""
    from vendetta_kit.rulebook import VTES

    return ", ".join(f"{rule} {VTES.rule(rule, lang).title}" for rule in ids)


REPAIRS: Final = Repairs(
    EDITIONS,
    {
        decision_kinds.OUT_OF_TURN: "LIB-14",
        decision_kinds.BLOCK: "BLOCK-04",
        decision_kinds.REACT: "BLOCK-14",
        decision_kinds.BEFORE_RANGE: "LIB-14",
        decision_kinds.BEFORE_VOTES: "POL-13",
        decision_kinds.VOTE: "POL-13",
    },
    PASS,
    titles,
)
"""The repairs for the kernel."""
