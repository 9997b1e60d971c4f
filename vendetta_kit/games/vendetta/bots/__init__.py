"""Bots that play Vendetta: each gets a view, chooses an action, and can give its reasons.

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

A hint for a player is made from the player's own view: ``bot.advise(game.view(seat), "de")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.argument_checks import ADVISER, BOT, GAME, RANDOM, takes
from vendetta_kit.bots import Advice, UnknownBot, new_bot
from vendetta_kit.former_names import former
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.kernel.actions import Action

from .bot import Bot, ChoiceReason, ImaginingBot, NothingToDecide
from .careful import CarefulBot
from .greedy import GentleBot, GreedyBot
from .imagined_worlds import ImaginedWorlds
from .random_bot import RandomBot
from .search import SearchBot
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random


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


def __dir__() -> list[str]:
    """Return what completion offers: what is public."""
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]


_BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "gentle": GentleBot,
    "greedy": GreedyBot,
    "careful": CarefulBot,
    "search": SearchBot,
}
"""The bots by name, the weakest first."""


def names() -> tuple[str, ...]:
    """Return the names of all bots, the weakest first.

    >>> names()[-1]
    'search'
    """
    return tuple(_BOTS)


def make(name: str) -> Bot:
    """Return the bot with this name. A bot keeps nothing, so one may play several seats and games.

    Raises:
        UnknownBot: no bot has this name.

    >>> make("greedy").name
    'greedy'

    The name ``coach`` gives the coach as a player: too slow for playing with people, but a measure for other bots.
    """
    if name == "coach":
        from vendetta_kit.games.vendetta.coach.coach_bot import CoachBot

        return CoachBot()
    return new_bot(_BOTS, name)


@takes(game=GAME, bot=BOT, rng=RANDOM)
def move(game: Game, seat: int, bot: Bot, rng: Random) -> Action:
    """Return the action that a bot chooses for a seat, from that seat's view only.

    A bot that imagines also gets games made from what the seat knows. In a game that began under earlier rules
    ``greedy`` chooses as it did then, because a kept game stores no more of a bot than its name.

    >>> import random
    >>> from vendetta_kit import Game
    >>> game = Game.new(seats=4, seed=7)
    >>> move(game, game.to_act, make("greedy"), random.Random(1)) in game.legal(game.to_act)
    True
    """
    view = game.view(seat, log=False)
    if isinstance(bot, ImaginingBot):
        return bot.choose(view, rng, ImaginedWorlds(game, seat))
    if game.table.version < 3 and isinstance(bot, GreedyBot):
        bot = bot.before()
    return bot.choose(view, rng)


@takes(game=GAME, bot=ADVISER, rng=RANDOM)
def hint(game: Game, seat: int, bot: Bot, lang: str = "en", rng: Random | None = None) -> Advice:
    """Return what a bot would do at a seat, with its reasons (:meth:`Bot.advise`); give imagining bots their games.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seats=4, seed=7)
    >>> hint(game, game.to_act, make("greedy")).action in game.legal(game.to_act)
    True
    """
    view = game.view(seat, log=False)
    if isinstance(bot, ImaginingBot):
        return bot.advise(view, lang, rng, ImaginedWorlds(game, seat))
    return bot.advise(view, lang, rng)


def __getattr__(name: str) -> Any:
    return former(__name__, {"Reason": ChoiceReason, "Worlds": ImaginedWorlds}, name)
