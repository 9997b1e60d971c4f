"""A choice with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason


class WeighedChoice(NamedTuple):
    """An action; ``why`` calculates its reasons when called."""

    action: Action
    why: Callable[[], Sequence[ChoiceReason]]
