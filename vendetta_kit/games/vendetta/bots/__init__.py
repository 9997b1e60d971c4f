"""Bots: players that see a view and nothing else, and can say why they do what they do.

>>> import random
>>> from vendetta_kit import Game
>>> from vendetta_kit.games.vendetta import bots
>>> bots.names()
('random', 'gentle', 'greedy', 'careful', 'search')
>>> game, rng = Game.new(seats=4, seed=7), random.Random(1)
>>> bot = bots.make("greedy")
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, bots.move(game, seat, bot, rng))
>>> game.winner is not None
True

A hint for a person is made from her own view: ``bot.advise(game.view(seat), "de")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.bots import Advice, UnknownBot, made
from vendetta_kit.former_names import former
from vendetta_kit.kernel.actions import Action

from .bot import Bot, ChoiceReason, NothingToDecide
from .careful import CarefulBot
from .gentle import GentleBot
from .greedy import GreedyBot
from .imagined_worlds import ImaginedWorlds
from .imagining_bot import ImaginingBot
from .random_bot import RandomBot
from .search import SearchBot
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from vendetta_kit import Game

__all__ = [
    "Advice",
    "Bot",
    "ChoiceReason",
    "ImaginedWorlds",
    "NothingToDecide",
    "UnknownBot",
    "Weights",
    "hint",
    "make",
    "move",
    "names",
]


_BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "gentle": GentleBot,
    "greedy": GreedyBot,
    "careful": CarefulBot,
    "search": SearchBot,
}
"""The bots by name, weakest first."""


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(_BOTS)


def make(name: str) -> Bot:
    """The bot of that name; it keeps nothing, so one may play several seats and games.

    Raises:
        UnknownBot: there is none.

    >>> make("greedy").name
    'greedy'

    Beside these, ``coach`` is the coach as a player: too slow to sit at a table with, but a measure for others.
    """
    if name == "coach":
        from vendetta_kit.games.vendetta.coach.coach_bot import CoachBot

        return CoachBot()
    return made(_BOTS, name)


def move(game: Game, seat: int, bot: Bot, rng: Random) -> Action:
    """What a bot does at a seat that must decide; it gets that seat's view and nothing else of the game.

    A bot that imagines also gets worlds made from what the seat knows. In a game that began in an earlier version of
    the rules ``greedy`` chooses as it did then: a kept game may hold no more of a bot than its name.
    """
    view = game.view(seat, log=False)
    if isinstance(bot, ImaginingBot):
        return bot.choose(view, rng, ImaginedWorlds(game, seat))
    if game.table.version < 3 and isinstance(bot, GreedyBot):
        bot = bot.before()
    return bot.choose(view, rng)


def hint(game: Game, seat: int, bot: Bot, lang: str = "en", rng: Random | None = None) -> Advice:
    """What a bot would do at a seat, and why, in words: :meth:`Bot.advise` with worlds for a bot that imagines."""
    view = game.view(seat, log=False)
    if isinstance(bot, ImaginingBot):
        return bot.advise(view, lang, rng, ImaginedWorlds(game, seat))
    return bot.advise(view, lang, rng)


def __getattr__(name: str) -> Any:
    return former(__name__, {"Reason": ChoiceReason, "Worlds": ImaginedWorlds}, name)
