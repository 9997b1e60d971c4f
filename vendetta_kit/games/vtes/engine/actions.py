"""The actions of this game. Cards are physical cards, by number; -1 is none.

>>> Bleed(14), ACTIONS[Bleed(14).code] == Bleed(14), ACTIONS.from_json({"do": "bleed", "minion": 14})
(Bleed(14), True, Bleed(14))
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

from vendetta_kit.kernel.actions import Action, Actions

_LIMIT: Final = 1 << 11  # more cards than six players can bring
_TRUTHS: Final = {("play", "superior"), ("vote", "yes"), ("vote", "superior")}


_NAMES: Final[dict[str, tuple[str, ...]]] = {}


def _names(kind: type[Move]) -> tuple[str, ...]:
    """Return the fields of a kind of action, looked up once."""
    if kind.do not in _NAMES:
        _NAMES[kind.do] = tuple(f.name for f in fields(kind) if f.init)
    return _NAMES[kind.do]


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """The base class of this game's actions; their fields are whole numbers from -1 on, or booleans."""

    number: ClassVar[int] = 0

    def _code(self) -> int:
        code = 0
        for name in reversed(_names(type(self))):
            value = getattr(self, name)
            if isinstance(value, bool) is not ((self.do, name) in _TRUTHS):
                return -1  # True does not count as 1
            if not isinstance(value, int) or not -1 <= value < _LIMIT - 1:
                return -1
            code = code * _LIMIT + value + 1
        return code * 32 + self.number


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Move):
    """Do nothing, or nothing more."""

    do: ClassVar[str] = "pass"
    number: ClassVar[int] = 0


@dataclass(frozen=True, slots=True, repr=False)
class Choose(Move):
    """Answer a question: a card, a seat, a number, 1 for yes and 0 for no."""

    do: ClassVar[str] = "choose"
    number: ClassVar[int] = 1
    value: int


@dataclass(frozen=True, slots=True, repr=False)
class TakeEdge(Move):
    """Take 1 pool for the Edge (UNTAP-03)."""

    do: ClassVar[str] = "take_edge"
    number: ClassVar[int] = 2


@dataclass(frozen=True, slots=True, repr=False)
class Pay(Move):
    """Pay for a contested card, or for the contested title of a vampire."""

    do: ClassVar[str] = "pay"
    number: ClassVar[int] = 3
    card: int


@dataclass(frozen=True, slots=True, repr=False)
class Yield(Move):
    """Yield a contested card, or the contested title of a vampire."""

    do: ClassVar[str] = "yield"
    number: ClassVar[int] = 4
    card: int


@dataclass(frozen=True, slots=True, repr=False)
class Withdraw(Move):
    """Announce that you will withdraw (WITH-01)."""

    do: ClassVar[str] = "withdraw"
    number: ClassVar[int] = 5


@dataclass(frozen=True, slots=True, repr=False)
class Play(Move):
    """Play a card from hand: the minion that plays it (-1: the Methuselah), its target, its level.

    ``choice`` is the index of its ``one_of`` effect from 0, or the value of X; -1 if there is nothing to choose.
    """

    do: ClassVar[str] = "play"
    number: ClassVar[int] = 6
    card: int
    minion: int = -1
    target: int = -1
    superior: bool = False
    choice: int = -1

    @property
    def part(self) -> int:
        """The card's part that takes effect: its level, with the choice (:meth:`.Card.effects`)."""
        return (2 if self.superior else 1) | (self.choice + 1) << 4


@dataclass(frozen=True, slots=True, repr=False)
class Use(Move):
    """Use a card in play."""

    do: ClassVar[str] = "use"
    number: ClassVar[int] = 7
    card: int
    target: int = -1


@dataclass(frozen=True, slots=True, repr=False)
class Bleed(Move):
    """Bleed your prey."""

    do: ClassVar[str] = "bleed"
    number: ClassVar[int] = 8
    minion: int


@dataclass(frozen=True, slots=True, repr=False)
class Hunt(Move):
    """Hunt."""

    do: ClassVar[str] = "hunt"
    number: ClassVar[int] = 9
    minion: int


@dataclass(frozen=True, slots=True, repr=False)
class Take(Move):
    """Take equipment from another of your minions; ``which`` is a bit set of its pieces, in order."""

    do: ClassVar[str] = "take"
    number: ClassVar[int] = 10
    minion: int
    source: int
    which: int


@dataclass(frozen=True, slots=True, repr=False)
class Leave(Move):
    """Leave torpor."""

    do: ClassVar[str] = "leave"
    number: ClassVar[int] = 11
    minion: int


@dataclass(frozen=True, slots=True, repr=False)
class Rescue(Move):
    """Rescue a vampire from torpor; ``pays`` is the blood that the rescuer pays of the cost."""

    do: ClassVar[str] = "rescue"
    number: ClassVar[int] = 12
    minion: int
    target: int
    pays: int


@dataclass(frozen=True, slots=True, repr=False)
class Diablerize(Move):
    """Diablerize a vampire in torpor."""

    do: ClassVar[str] = "diablerize"
    number: ClassVar[int] = 13
    minion: int
    target: int


@dataclass(frozen=True, slots=True, repr=False)
class Block(Move):
    """Try to block the action."""

    do: ClassVar[str] = "block"
    number: ClassVar[int] = 14
    minion: int


@dataclass(frozen=True, slots=True, repr=False)
class Strike(Move):
    """Strike with bare hands (-1) or a weapon; ``target`` is a retainer or a piece of equipment, or -1."""

    do: ClassVar[str] = "strike"
    number: ClassVar[int] = 15
    weapon: int = -1
    target: int = -1


@dataclass(frozen=True, slots=True, repr=False)
class Vote(Move):
    """Cast the votes of one source: a vampire, a card, or the Edge (-1).

    A card that a minion plays for votes names the ``minion`` and its level.
    """

    do: ClassVar[str] = "vote"
    number: ClassVar[int] = 16
    source: int
    yes: bool
    minion: int = -1
    superior: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Call(Move):
    """Call a blood hunt."""

    do: ClassVar[str] = "call"
    number: ClassVar[int] = 17


@dataclass(frozen=True, slots=True, repr=False)
class Transfer(Move):
    """Put 1 pool onto an uncontrolled vampire."""

    do: ClassVar[str] = "transfer"
    number: ClassVar[int] = 18
    card: int


@dataclass(frozen=True, slots=True, repr=False)
class TakeBack(Move):
    """Take 1 counter from an uncontrolled vampire back into your pool."""

    do: ClassVar[str] = "take_back"
    number: ClassVar[int] = 19
    card: int


@dataclass(frozen=True, slots=True, repr=False)
class Draw(Move):
    """Move the top card of your crypt into your uncontrolled region."""

    do: ClassVar[str] = "draw"
    number: ClassVar[int] = 20


@dataclass(frozen=True, slots=True, repr=False)
class Discard(Move):
    """Discard a card."""

    do: ClassVar[str] = "discard"
    number: ClassVar[int] = 21
    card: int


KINDS: Final[tuple[type[Move], ...]] = (
    Pass, Choose, TakeEdge, Pay, Yield, Withdraw, Play, Use, Bleed, Hunt, Take, Leave, Rescue, Diablerize, Block,
    Strike, Vote, Call, Transfer, TakeBack, Draw, Discard,
)  # fmt: skip


def _decode(code: int) -> Action:
    kind = KINDS[code % 32]
    code //= 32
    values: dict[str, Any] = {}
    for name in _names(kind):
        code, digit = divmod(code, _LIMIT)
        values[name] = bool(digit - 1) if (kind.do, name) in _TRUTHS else digit - 1
    return kind(**values)


ACTIONS: Final = Actions(KINDS, _decode)
