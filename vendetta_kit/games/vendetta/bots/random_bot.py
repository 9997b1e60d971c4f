"""A bot that chooses at random among the legal actions."""

from __future__ import annotations

from random import Random
from typing import Final

from vendetta_kit.games.vendetta.engine.actions import DRAIN0, END_CODE, LOOK0, action_of
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.options import Options

from .bot import Advice, ChoiceReason, advice, asked

IDLE: Final = 0.2
"""How often it Drains although it could end its turn; otherwise it would Drain all its cards."""


def random_code(legal: Options, rng: Random) -> int:
    """Return the code of any legal action, with a preference for ending a turn."""
    code = legal.code_at(int(rng.random() * len(legal)))
    if DRAIN0 <= code < LOOK0 and legal.allows(END_CODE) and rng.random() > IDLE:
        return END_CODE
    return code


class RandomBot:
    """Takes any legal action, with a preference for ending a turn."""

    name = "random"

    def choose(self, view: View, rng: Random) -> Action:
        """Return any legal action."""
        return action_of(random_code(asked(view).legal, rng))

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would do, and that there is no reason for it."""
        action = self.choose(view, rng if rng is not None else Random(0))
        several = len(asked(view).legal) > 1
        return advice(action, [ChoiceReason("random" if several else "only", rules=asked(view).rules)], view, lang)
