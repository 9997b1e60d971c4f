"""What bots of all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from vendetta_kit.input_errors import shown
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

__all__ = ["Advice", "UnknownBot", "chance", "made"]

AnyBot = TypeVar("AnyBot")


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do, and why: at most three short sentences, and the rules that they are about."""

    action: Action
    reasons: tuple[str, ...]
    rules: tuple[str, ...]


class UnknownBot(ValueError):
    """There is no such bot; the message is one line and names those there are."""


def made(bots: Mapping[str, Callable[[], AnyBot]], name: str) -> AnyBot:
    """Return the bot of that name, out of a game's own. Raises :class:`UnknownBot`: there is none."""
    if name not in bots:
        raise UnknownBot(f"There is no bot {shown(name)}; there are: {', '.join(bots)}")
    return bots[name]()


def chance(game: AnyGame, seat: int) -> Random:
    """Return the chance of the next move of a bot on ``seat``, made of the seed and of how many actions were taken.

    It is the same after an undo, so that nothing is won by trying, and on every page that plays the same table.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seed=7)
    >>> chance(game, 0).random() == chance(game, 0).random() != chance(game, 1).random()
    True
    """
    return Random(f"{game.setup.get('seed', 0)}/{len(game.actions)}/{seat}")
