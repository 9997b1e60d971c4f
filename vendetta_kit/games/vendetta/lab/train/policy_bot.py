"""What has learned in the environment as a bot: numbers in, the number of an action out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from inspect import signature
from random import Random
from typing import Any

import numpy as np

from vendetta_kit.bots import Advice
from vendetta_kit.games.vendetta.bots.bot import ChoiceReason, advice, asked
from vendetta_kit.games.vendetta.engine.actions import action_of
from vendetta_kit.games.vendetta.engine.state import CLAN
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .many_games import OneHot
from .numbering import Numbering
from .observation_row import described, row_of

_numbering = cache(Numbering)


@cache
def _wide(seats: int) -> OneHot:
    return OneHot(described(seats))


class PolicyBot(ABC):
    """A bot that is asked as the environment asks an agent; a class of your own has :meth:`act`.

    ``one_hot = True`` in the class if it has learned with that option.

    >>> from vendetta_kit.games.vendetta.bots import arena
    >>> class Last(PolicyBot):
    ...     def act(self, observation, action_mask, rng):
    ...         return action_mask.nonzero()[0][-1]
    >>> arena.play([Last, "random", "random"], games=3).games
    3
    """

    name = "policy"
    one_hot = False

    def __init_subclass__(cls) -> None:
        """Refuse a class whose :meth:`act` cannot be called as it will be."""
        super().__init_subclass__()
        try:
            signature(cls.act).bind(None, None, None, None)
        except TypeError:
            found = f"{cls.__name__}.act{signature(cls.act)}"
            raise TypeError(f"{found}; expected act(self, observation, action_mask, rng)") from None

    @abstractmethod
    def act(self, observation: Any, action_mask: Any, rng: Random) -> int:
        """Return the number of an action, one of those that ``action_mask`` has a 1 for.

        Args:
            observation: what the environment's ``observe`` has under this name, for the seat that is asked.
            action_mask: the same.
            rng: all chance of the bot.
        """

    def choose(self, view: View, rng: Random) -> Action:
        """Return the action whose number :meth:`act` gives. Raises ``BadInput`` if no action has it."""
        legal, seen, numbering = asked(view).legal, view.observation, _numbering()
        mask, clan = bytearray(numbering.size), seen.n[CLAN + seen.seat]
        numbering.mark(mask, 0, legal, clan, seen.seat, seen.seats)
        row = np.frombuffer(row_of(seen), np.uint8)
        if self.one_hot:
            row = _wide(seen.seats)(row[np.newaxis])[0]
        number = numbering.checked(self.act(row, np.frombuffer(mask, np.int8), rng))
        return action_of(numbering.code(number, clan, seen.seat, seen.seats))

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would do; its numbers are no reasons that could be told."""
        action = self.choose(view, rng if rng is not None else Random(0))
        return advice(action, [ChoiceReason("random", rules=asked(view).rules)], view, lang)
