"""A bot for somebody's first games: it plays as the greedy one does, but at times does what comes to its mind."""

from __future__ import annotations

from random import Random
from typing import Final

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import Advice, Bot
from .greedy import GreedyBot
from .random_bot import RandomBot
from .weights import Weights

__all__ = ["SLIP", "GentleBot"]

SLIP: Final = 1 / 3
"""How often it does not think."""


class GentleBot:
    """Plays well enough to learn from, and leaves openings."""

    name = "gentle"

    def __init__(self) -> None:
        self._careful: Bot = GreedyBot(Weights())
        self._careless: Bot = RandomBot()

    def choose(self, view: View, rng: Random) -> Action:
        """Choose what looks best or, one time in three, any legal action."""
        return self._mind(rng).choose(view, rng)

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would choose there, and why, in words; without ``rng`` it thinks."""
        return (self._careful if rng is None else self._mind(rng)).advise(view, lang, rng)

    def _mind(self, rng: Random) -> Bot:
        return self._careless if rng.random() < SLIP else self._careful
