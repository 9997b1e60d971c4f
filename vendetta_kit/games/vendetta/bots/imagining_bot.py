"""What bots that imagine games have in common: how they choose and advise."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Protocol

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import Advice, ChoiceReason, advice
from .imagined_worlds import ImaginedWorlds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class ReasonedChoice(Protocol):
    """A choice with a function that gives its reasons."""

    @property
    def action(self) -> Action: ...
    @property
    def why(self) -> Callable[[], Sequence[ChoiceReason]]: ...


class ImaginingBot:
    """A bot that also gets imagined games; without them it chooses as the greedy bot does."""

    name = ""

    def choose(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> Action:
        """Return the choice after trying it in imagined games."""
        return self.think(view, rng, worlds).action

    def advise(
        self, view: View, lang: str = "en", rng: Random | None = None, worlds: ImaginedWorlds | None = None
    ) -> Advice:
        """Return the same choice with reasons in words."""
        thought = self.think(view, rng if rng is not None else Random(0), worlds)
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random, worlds: ImaginedWorlds | None = None) -> ReasonedChoice:
        """Return the choice with its reasons."""
        raise NotImplementedError
