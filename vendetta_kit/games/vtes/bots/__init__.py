"""Bots of V:TES: players that see only their seat's observation and give reasons for their choices.

>>> import random
>>> from vendetta_kit.games.vtes.engine.game import Game
>>> game, rng = Game.new(decks=["whispers", "claw"], seed=7, rounds=30), random.Random(1)
>>> bot = make("greedy")
>>> while not game.is_over:
...     seat = game.to_act
...     events = game.apply(seat, move(game, seat, bot, rng))
>>> game.is_over
True
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vendetta_kit.argument_checks import ADVISER, BOT, GAME, RANDOM, takes
from vendetta_kit.bots import Advice, UnknownBot, new_bot
from vendetta_kit.data_paths import languages
from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.board import printed
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.refusal import SetupChecks

from .bot import Bot, advice
from .bot_view import BotView
from .careful import AdvisingBot, CarefulBot
from .greedy import GreedyBot
from .random_bot import RandomBot
from .search import SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random


__all__ = [
    "Advice",
    "Bot",
    "CarefulBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "guarded_hint",
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
    "greedy": GreedyBot,
    "careful": CarefulBot,
    "search": SearchBot,
}


def names() -> tuple[str, ...]:
    """Return the names of all bots, weakest first.

    >>> names()
    ('random', 'greedy', 'careful', 'search')
    """
    return tuple(_BOTS)


def make(name: str) -> Bot:
    """Return the bot of that name; it has no state, so one may play several seats and games.

    Raises:
        UnknownBot: there is no such bot.

    >>> make("random").name
    'random'
    """
    return new_bot(_BOTS, name)


@takes(game=GAME, bot=BOT, rng=RANDOM)
def move(game: Game, seat: int, bot: Bot, rng: Random) -> Action:
    """Return a bot's action at a seat that must decide; the bot sees only what the seat may know.

    Raises:
        BadInput: the seat is not asked.

    >>> import random
    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> game = Game.new(["claw", "court"], seed=7)
    >>> move(game, game.to_act, make("random"), random.Random(1)) in game.legal(game.to_act)
    True
    """
    return bot.choose(_view(game, seat), rng)


@takes(game=GAME, bot=ADVISER)
def hint(game: Game, seat: int, bot: Bot, lang: str = "en") -> Advice:
    """Return the action that a bot would take at a seat, with its reasons in words.

    A card that it would play at the basic level is advised at the superior one where that costs the same and does all
    of the basic and more.

    Raises:
        BadInput: the seat is not asked, or there are no reasons in this language.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> game = Game.new(["claw", "court"], seed=7)
    >>> advice = hint(game, game.to_act, make("greedy"))
    >>> advice.action in game.legal(game.to_act), len(advice.reasons) > 0
    (True, True)
    """
    found = bot.advise(_view(game, seat), SetupChecks().one_of(lang, ("lang",), languages()))
    action = found.action
    if isinstance(action, do.Play) and not action.superior and printed(game, action.card).superior_does_all:
        better = do.Play(action.card, action.minion, action.target, True, action.choice)
        return replace(found, action=better) if better in game.legal(seat) else found
    return found


def guarded_hint(game: Game, seat: int, lang: str = "en") -> Advice:
    """Return what a person is advised at a seat: what the careful bot would do, as :func:`hint`, but with more caution.

    In a fight it counts with the worst strike that lies open, and the last blocker stays back in danger.

    Who learns the game should not be shown the way out of it: where the predator's minions could bleed the seat out
    before it untaps, its last untapped minion does nothing that taps it, unless that ousts the prey.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> game = Game.new(["claw", "court"], seed=7)
    >>> guarded_hint(game, game.to_act).action == hint(game, game.to_act, make("careful")).action
    True
    """
    bot = AdvisingBot()
    found, sight = hint(game, seat, bot, lang), _view(game, seat)
    if do.Pass() not in sight.legal or not bot.bares(sight, found.action):
        return found
    return advice(do.Pass(), bot.worth(sight, do.Pass())[1], lang)


def _view(game: Game, seat: int) -> BotView:
    """Return what a bot sees at a seat. Raises :class:`BadInput` if the seat is not asked."""
    if not len(game.legal(seat)):
        raise BadInput("seat", Message("found", value=seat), Message("want.asked", seats=list(game.pending)))
    return BotView(game, seat)
