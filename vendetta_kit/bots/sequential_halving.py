"""How the tries of one decision are shared out among its choices: most go to those that look best."""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["halving"]

T = TypeVar("T")


def halving(choices: Sequence[T], budget: int, worth: Callable[[T], float]) -> Iterator[list[list[T]]]:
    """Share tries out by halving: all choices alike at first, then the better half of them, until two are left.

    Args:
        choices: one or more.
        budget: how many tries, all together.
        worth: what a choice has been worth so far; it is asked after each stage.

    Yields:
        The batches of a stage: choices to be tried once each, in one world, so that they are compared alike.

    >>> for stage in halving("abcd", 12, worth="dacb".index):
    ...     print(["".join(batch) for batch in stage])
    ['abcd']
    ['bc', 'bc', 'bc', 'bc']
    """
    alive = list(choices)
    stages = max(1, ceil(log2(len(alive))))
    left = budget
    for stage in range(stages):
        size = len(alive)
        each = max(1, left // ((stages - stage) * size))
        yield [alive[: max(0, left - k * size)] for k in range(each)]
        left -= min(left, each * size)
        alive = sorted(alive, key=worth, reverse=True)[: max(2, (size + 1) // 2)]
