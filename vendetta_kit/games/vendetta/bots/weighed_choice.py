"""A choice with what spoke for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason

__all__ = ["WeighedChoice"]


class WeighedChoice(NamedTuple):
    """An action; ``why`` gives its reasons, worked out only when somebody asks."""

    action: Action
    why: Callable[[], Sequence[ChoiceReason]]
