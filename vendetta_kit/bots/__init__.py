"""What the bots of all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import quoted
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.game import AnyGame

AnyBot = TypeVar("AnyBot")

MOST_ACTIONS: Final = 20_000
"""The most actions of a game, far above those of any real one, for bots that would play without end."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The action that a bot advises, and why: at most three short sentences, and the ids of their rules."""

    action: Action
    reasons: tuple[str, ...]
    rules: tuple[str, ...]


class UnknownBot(ValueError):
    """Error: there is no such bot. The message is one line and names all bots."""


def new_bot(bots: Mapping[str, Callable[[], AnyBot]], name: str) -> AnyBot:
    """Return a new bot of that name, from the bots of a game. Raises :class:`UnknownBot`."""
    if name not in bots:
        own = ", or module:Class for one of your own" if isinstance(name, str) and "." in name else ""
        raise UnknownBot(f"bots: found {quoted(name)}; expected {one_of(list(bots), name)}{own}")
    return bots[name]()


def endless_text(seat: int, action: Action, bot: str) -> str:
    """Return what is said of a game that is stopped after :data:`MOST_ACTIONS`: its last action, and whose that was."""
    return f"not over after {MOST_ACTIONS} actions, the last of which was {action} of {bot} at seat {seat}"


def bot_random(game: AnyGame, seat: int) -> Random:
    """Return the random generator for a bot's next move, seeded by the game's seed, the number of actions and the seat.

    So a bot decides the same after an undo, and on every page of the same table.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seed=7)
    >>> bot_random(game, 0).random() == bot_random(game, 0).random() != bot_random(game, 1).random()
    True
    """
    return Random(f"{game.setup.get('seed', 0)}/{len(game.actions)}/{seat}")
