"""A bot for first games: it plays as the greedy bot does, but sometimes takes a random action."""

from __future__ import annotations

from random import Random
from typing import Final

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .bot import Advice, Bot
from .greedy import GreedyBot
from .random_bot import RandomBot
from .weights import Weights

SLIP: Final = 1 / 3
"""How often it takes a random action."""


class GentleBot:
    """Plays well enough to learn from, and makes mistakes that can be used."""

    name = "gentle"

    def __init__(self) -> None:
        self._careful: Bot = GreedyBot(Weights())
        self._careless: Bot = RandomBot()

    def choose(self, view: View, rng: Random) -> Action:
        """Return the greedy bot's choice or, one time in three, any legal action."""
        return self._mind(rng).choose(view, rng)

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would choose, with reasons in words; without ``rng`` never a random action."""
        return (self._careful if rng is None else self._mind(rng)).advise(view, lang, rng)

    def _mind(self, rng: Random) -> Bot:
        return self._careless if rng.random() < SLIP else self._careful
