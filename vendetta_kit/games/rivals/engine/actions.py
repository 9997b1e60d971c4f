"""The actions of the set-up and of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from vendetta_kit.kernel.actions import Action, Actions, code_below

_CARDS: Final = 256
_MOVE, _ACT, _PARTY = (k * _CARDS for k in range(1, 4))
_PARTIES: Final = 8
_LAST_MEND: Final = _PARTY + _CARDS * _PARTIES


@dataclass(frozen=True, slots=True, repr=False)
class TakeToken(Action):
    """Take a Rival token that lies face down (SET-11)."""

    do: ClassVar[str] = "take"

    def _code(self) -> int:
        return 0


@dataclass(frozen=True, slots=True, repr=False)
class Done(Action):
    """End the Action Phase or mending, or go past the place where the source text ends."""

    do: ClassVar[str] = "done"

    def _code(self) -> int:
        return 1


@dataclass(frozen=True, slots=True, repr=False)
class Unhosted(Action):
    """Use an action that exhausts no vampire (ACT-04), to draw or recruit; which is not recorded (ACT-02)."""

    do: ClassVar[str] = "unhosted"

    def _code(self) -> int:
        return 2


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """Move a vampire to The Streets (MOVE-01)."""

    do: ClassVar[str] = "move"
    vampire: int

    def _code(self) -> int:
        return _MOVE + self.vampire if code_below(self.vampire, _CARDS) > 0 else -1


@dataclass(frozen=True, slots=True, repr=False)
class Act(Action):
    """Use an action that exhausts a vampire (ACT-04); which kind of action is not recorded (ACT-02)."""

    do: ClassVar[str] = "act"
    vampire: int

    def _code(self) -> int:
        return _ACT + self.vampire if code_below(self.vampire, _CARDS) > 0 else -1


@dataclass(frozen=True, slots=True, repr=False)
class Regroup(Action):
    """Put a vampire in The Streets into one of its owner's parties there, numbered from 1 (MOVE-03)."""

    do: ClassVar[str] = "regroup"
    vampire: int
    party: int

    def _code(self) -> int:
        if code_below(self.vampire, _CARDS) <= 0 or code_below(self.party, _PARTIES) <= 0:
            return -1
        return _PARTY + self.vampire * _PARTIES + self.party


@dataclass(frozen=True, slots=True, repr=False)
class Mend(Action):
    """Discard a card to mend 1 Blood on a vampire (END-03)."""

    do: ClassVar[str] = "mend"
    vampire: int
    card: int

    def _code(self) -> int:
        if code_below(self.vampire, _CARDS) <= 0 or code_below(self.card, _CARDS) <= 0:
            return -1
        return _LAST_MEND + self.vampire * _CARDS + self.card


def _decode(code: int) -> Action:
    if code < _MOVE:
        return (TakeToken(), Done(), Unhosted())[code]
    if code < _ACT:
        return Move(code - _MOVE)
    if code < _PARTY:
        return Act(code - _ACT)
    if code < _LAST_MEND:
        return Regroup(*divmod(code - _PARTY, _PARTIES))
    return Mend(*divmod(code - _LAST_MEND, _CARDS))


ACTIONS: Final = Actions((TakeToken, Done, Unhosted, Move, Act, Regroup, Mend), _decode)
