"""What the bots that imagine have in common: they choose and advise by thinking about worlds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import Advice, ChoiceReason, advice
from .imagined_worlds import ImaginedWorlds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


__all__ = ["ImaginingBot"]


class ReasonedChoice(Protocol):
    """What thinking comes to: a choice, and its reasons for the asking."""

    @property
    def action(self) -> Action: ...
    @property
    def why(self) -> Callable[[], Sequence[ChoiceReason]]: ...


class ImaginingBot:
    """A bot that gets, beside its view, worlds made from what its seat knows; without them it can only be greedy."""

    name = ""

    def choose(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> Action:
        """The choice that thinking about the worlds comes to."""
        return self.think(view, rng, worlds).action

    def advise(
        self, view: View, lang: str = "en", rng: Random | None = None, worlds: ImaginedWorlds | None = None
    ) -> Advice:
        """The same, with reasons."""
        thought = self.think(view, rng if rng is not None else Random(0), worlds)
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> ReasonedChoice:
        """The choice, with its reasons for the asking."""
        raise NotImplementedError
