"""A bot that chooses at random among the legal actions."""

from __future__ import annotations

from random import Random
from typing import Final

from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import Advice, ChoiceReason, advice, asked

__all__ = ["IDLE", "RandomBot"]

IDLE: Final = 0.2
"""How often it Drains although it could end its turn; otherwise it would Drain all its cards."""


class RandomBot:
    """Takes any legal action, with a preference for ending a turn."""

    name = "random"

    def choose(self, view: View, rng: Random) -> Action:
        """Return any legal action."""
        legal = asked(view).legal
        action = legal.sample(rng)
        if isinstance(action, Drain) and EndTurn() in legal and rng.random() > IDLE:
            return EndTurn()
        return action

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would do, and that there is no reason for it."""
        action = self.choose(view, rng if rng is not None else Random(0))
        several = len(asked(view).legal) > 1
        return advice(action, [ChoiceReason("random" if several else "only", rules=asked(view).rules)], view, lang)
