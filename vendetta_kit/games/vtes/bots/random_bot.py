"""A bot that knows no more than what is legal."""

from __future__ import annotations

from random import Random

from vendetta_kit.bots import Advice
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason
from .bot_view import BotView

__all__ = ["RandomBot"]


class RandomBot:
    """Does anything that is legal, each as likely as the others."""

    name = "random"

    def choose(self, sight: BotView, rng: Random) -> Action:
        """Return any of the legal actions."""
        return sight.legal.sample(rng)

    def advise(self, sight: BotView, lang: str = "en") -> Advice:
        """Return the first legal action; there is no reason for it."""
        return Advice(sight.legal[0], (ChoiceReason("chance", 0.0).text(lang),), ())
