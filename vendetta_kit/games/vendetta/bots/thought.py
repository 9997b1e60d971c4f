"""A choice with what spoke for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vendetta_kit.kernel.actions import Action

    from .bot import Reason

__all__ = ["Thought"]


class Thought(NamedTuple):
    """An action; ``why`` gives its reasons, worked out only when somebody asks."""

    action: Action
    why: Callable[[], Sequence[Reason]]
