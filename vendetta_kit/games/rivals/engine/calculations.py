"""Calculations of Rivals that need no game: winner, knock-out, Wounded, payment, damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

AGENDA_TO_WIN: Final = 13
FOR_THE_TOKEN: Final = 3
ATTACK_STEPS: Final[tuple[str | None, ...]] = (
    "declaration", "intel", "type_and_card", "block_and_reaction", None, "reveal", "abilities", "resolution",
)  # fmt: skip
"""The steps of an attack in order (ATK-01); ``None`` is the fifth, which the source's player aid leaves out."""
DEFENCE: Final[Mapping[str, str]] = MappingProxyType(
    {"physical": "physical", "ranged": "physical", "social": "social", "mental": "mental"}
)
"""The attribute that reduces each type of damage (VAMP-05 to VAMP-07). The source names no bonus to Ranged attacks."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends: ``winner`` is a seat, or ``None`` for a tie that only the missing page could decide; ``rule`` is
    the rule that ended it, ``agenda`` each seat's points."""

    winner: int | None
    rule: str
    agenda: tuple[int, ...]


def is_wounded(blood: int, potency: int) -> bool:
    """Return whether a vampire with this Blood and Blood Potency is Wounded (VAMP-10).

    >>> [is_wounded(blood, 5) for blood in (3, 2, 1, 0)]
    [False, True, True, True]
    """
    return 2 * blood <= potency


def can_play(potency: int, asked: int) -> bool:
    """Return whether a vampire of this Blood Potency, whatever its Blood, can play a card that asks for it (VAMP-03).

    >>> can_play(4, 4), can_play(4, 5)
    (True, False)
    """
    return asked <= potency


def after_recruiting(prestige: int, potency: int) -> tuple[int, int]:
    """Return the player's Prestige after recruiting a vampire, and the vampire's Blood (VAMP-12).

    Raises:
        ValueError: the player has too little Prestige.

    >>> after_recruiting(9, 4)
    (5, 4)
    """
    if potency > prestige:
        raise ValueError(f"prestige: found {prestige}; expected at least {potency}, the vampire's Blood Potency")
    return prestige - potency, potency


def after_paying(own: int, others: int, amount: int) -> tuple[int, int]:
    """Return the tokens of the player's own colour and of other colours after paying: own tokens go first (CITY-07).

    Raises:
        ValueError: there are fewer tokens than ``amount``.

    >>> after_paying(3, 2, 4), after_paying(3, 2, 2)
    ((0, 1), (1, 2))
    """
    if amount > own + others:
        raise ValueError(f"amount: found {amount}; expected at most {own + others}")
    of_own = min(own, amount)
    return own - of_own, others - (amount - of_own)


def secrecy(in_haven: bool) -> int:
    """Return the Secrecy of a vampire in its Haven, or elsewhere (HAV-02).

    >>> secrecy(True), secrecy(False)
    (1, 0)
    """
    return int(in_haven)


def can_attack(intel: int, secrecy: int) -> bool:
    """Return whether this Intel is enough against this Secrecy (HAV-03).

    >>> can_attack(1, 1), can_attack(1, 2), can_attack(0, 0)
    (True, False, True)
    """
    return intel >= secrecy


def damage_taken(damage: int, kind: str, attributes: Mapping[str, int]) -> int:
    """Return the damage that is left after the vampire's attribute has reduced it (VAMP-05 to VAMP-07).

    Args:
        damage: the damage dealt.
        kind: ``physical``, ``ranged``, ``social`` or ``mental``.
        attributes: the vampire's ``physical``, ``social`` and ``mental``.

    >>> mine = {"physical": 2, "social": 1, "mental": 0}
    >>> [damage_taken(3, kind, mine) for kind in DEFENCE]
    [1, 1, 2, 3]
    """
    return max(0, damage - attributes[DEFENCE[kind]])


def after_damage(blood: int, damage: int) -> tuple[int, bool]:
    """Return a vampire's Blood after damage, and whether it goes into torpor (VAMP-11).

    >>> after_damage(4, 3), after_damage(4, 5)
    ((1, False), (0, True))
    """
    left = max(0, blood - damage)
    return left, left == 0


def agenda_for(owner: int, rival: int) -> int:
    """Return the Agenda that a player with this Rival gets for ``owner``'s defeated or burned vampire (AGD-04, RUL-01).

    >>> agenda_for(owner=2, rival=2), agenda_for(owner=1, rival=2)
    (1, 0)
    """
    return int(owner == rival)


def is_knocked_out(prestige: int, active: int) -> bool:
    """Return whether a player who just lost something is knocked out: no Prestige, or no active vampire (GOAL-05).

    Args:
        prestige: the player's Prestige.
        active: how many vampires of the player are in play; those in torpor do not count.

    >>> is_knocked_out(0, 3), is_knocked_out(9, 0), is_knocked_out(1, 1)
    (True, True, False)
    """
    return prestige <= 0 or active <= 0


def ending_after_knock_out(agenda: Sequence[int], rivals: Sequence[int], out: int, by: int | None) -> Ending:
    """Return how a game ends when a player is knocked out (GOAL-03 to GOAL-08).

    Args:
        agenda: each seat's points before the knock-out.
        rivals: each seat's Rival, as a seat.
        out: the seat that is knocked out.
        by: the seat whose effect did it; ``None`` for no seat. The source does not cover a player's own effect.

    Raises:
        ValueError: ``by`` equals ``out``.

    >>> ending_after_knock_out((2, 9, 4), (1, 2, 0), out=1, by=0)
    Ending(winner=0, rule='GOAL-03', agenda=(2, 0, 4))
    >>> ending_after_knock_out((2, 9, 4), (1, 2, 0), out=1, by=2)
    Ending(winner=0, rule='GOAL-04', agenda=(5, 0, 4))
    """
    if by == out:
        raise ValueError(f"by: found {by}; expected another seat, or None: our source says nothing of one's own effect")
    after = list(agenda)
    after[out] = 0
    if by is not None and rivals[by] == out:
        return Ending(by, "GOAL-03", tuple(after))
    after[rivals.index(out)] += FOR_THE_TOKEN
    if after[rivals.index(out)] >= AGENDA_TO_WIN:
        return Ending(rivals.index(out), "GOAL-02", tuple(after))
    most = [seat for seat, points in enumerate(after) if points == max(after)]
    return Ending(most[0], "GOAL-04", tuple(after)) if len(most) == 1 else Ending(None, "GOAL-09", tuple(after))
