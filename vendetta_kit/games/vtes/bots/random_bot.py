"""The random bot."""

from __future__ import annotations

from random import Random

from vendetta_kit.bots import Advice
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason
from .bot_view import BotView


class RandomBot:
    """A bot that takes any legal action, each with the same chance."""

    name = "random"

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return a random legal action."""
        return sight.legal.sample(rng)

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the first legal action, with chance as its reason."""
        return Advice(sight.legal[0], (ChoiceReason("chance", 0.0).text(lang),), ())
