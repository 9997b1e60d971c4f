"""A Planning play, built step by step: card, Location, facing, Blood, flips. No widgets here.

At each step only what is legal with the steps before it is on offer. What is chosen stays while it is legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from operator import attrgetter
from typing import Any, Final

from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.kernel.actions import Action

STEPS: Final = ("card", "at", "face", "blood", "flips")
_steps_of: Final = attrgetter(*STEPS)
_TAKEN_AS_READ: Final = {"face": "up", "blood": 0, "flips": 0}
"""What a step stands at as soon as a Location is chosen, where it is legal: a card face up, with nothing along."""


class PlayBuilder:
    """The play that a person puts together from the legal actions of her Planning turn.

    >>> build = PlayBuilder([Play("BR01", 1), Play("BR01", 1, blood=1), Play("BR02", 2, "down")])
    >>> build.options("card"), build.play is None
    (('BR01', 'BR02'), True)
    >>> build.choose("card", "BR01"); build.choose("at", 1); build.options("blood"), build.play
    ((0, 1), Play('BR01', at=1))
    """

    def __init__(self, legal: Iterable[Action]) -> None:
        actions = list(legal)
        self._plays = [_steps_of(action) for action in actions if isinstance(action, Play)]
        self.others = [action for action in actions if not isinstance(action, Play)]
        """What can be done besides a play: Drains and the like."""
        self.chosen: dict[str, Any] = dict.fromkeys(STEPS)
        self._aimed: Any = None  # a Location that was pressed before a card was

    def options(self, step: str) -> tuple[Any, ...]:
        """What is legal at a step, in order; nothing before the steps before it are chosen."""
        k = STEPS.index(step)
        before = tuple(self.chosen[name] for name in STEPS[:k])
        return tuple(dict.fromkeys(play[k] for play in self._plays if play[:k] == before))

    def choose(self, step: str, value: Any) -> None:
        """Choose at one step; the later ones stay as they are where that is still legal.

        A Location may be chosen before the card: it is taken as soon as a card is chosen that may go there.

        Raises:
            ValueError: this is not on offer.
        """
        if step == "at" and self.chosen["card"] is None and value in self.places():
            self._aimed = value
            return
        if value not in self.options(step):
            raise ValueError(f"{step}={value!r} is not on offer")
        self.chosen[step] = value
        for later in STEPS[STEPS.index(step) + 1 :]:
            options = self.options(later)
            if self.chosen[later] not in options:
                self.chosen[later] = self._usual(later, options)

    def at(self, at: Any) -> PlayBuilder:
        """Return the play with the chosen card at a Location, as it lies there: face up or face down."""
        there = copy(self)
        there.chosen = dict(self.chosen)
        there.choose("at", at)
        return there

    def reset(self) -> None:
        """Nothing is chosen any more."""
        self.chosen = dict.fromkeys(STEPS)
        self._aimed = None

    def places(self) -> tuple[Any, ...]:
        """Where the chosen card may go; with none chosen, where any card may."""
        if self.chosen["card"] is not None:
            return self.options("at")
        return tuple(dict.fromkeys(play[STEPS.index("at")] for play in self._plays))

    @property
    def place(self) -> Any:
        """The Location that is chosen, or was pressed before a card; ``None`` if there is none."""
        return self.chosen["at"] if self.chosen["card"] is not None else self._aimed

    def _usual(self, step: str, options: tuple[Any, ...]) -> Any:
        if step == "at" and self._aimed in options:
            return self._aimed
        if step not in _TAKEN_AS_READ or not options:
            return None
        return _TAKEN_AS_READ[step] if _TAKEN_AS_READ[step] in options else options[0]

    @property
    def play(self) -> Play | None:
        """The play as chosen so far, once it is whole."""
        if any(value is None for value in self.chosen.values()):
            return None
        return Play(**self.chosen)
