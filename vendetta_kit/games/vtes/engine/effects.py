"""What cards do, beside what :mod:`.plays` has: each verb one small function (:mod:`.verbs` has its rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .strikes import hurt
from .strikes import to_torpor as send_to_torpor

if TYPE_CHECKING:
    from .game import Game


def damage(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Inflict damage outside of a combat: nobody plays combat cards to prevent it (COMB-03, DMG-02)."""
    hurt(g, target, value, 0)


def aggravated_damage(g: Game, seat: int, card: int, minion: int, target: int, value: int) -> None:
    """Inflict aggravated damage outside of a combat (DMG-04)."""
    hurt(g, target, 0, value)


def to_torpor(g: Game, seat: int, card: int, minion: int, target: int, value: Any) -> None:
    """Send a ready vampire to torpor (TORP-01, TORP-02)."""
    send_to_torpor(g, target)


EFFECTS: Final[dict[str, Any]] = {
    "damage": damage,
    "aggravated_damage": aggravated_damage,
    "to_torpor": to_torpor,
}
"""Each verb that simply happens; the arguments are those of :func:`.plays.effects`."""
