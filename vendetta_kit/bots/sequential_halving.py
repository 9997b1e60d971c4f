"""Successive halving: divides a number of tries among choices, most of them to the best ones."""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")


def halving(choices: Sequence[T], budget: int, worth: Callable[[T], float]) -> Iterator[list[list[T]]]:
    """Divide tries by successive halving: first all choices equally, then the better half, until two are left.

    Args:
        choices: one or more choices.
        budget: number of tries in all.
        worth: returns the value of a choice so far; called after each stage.

    Yields:
        The batches of a stage: choices to be tried once each, in the same imagined game.

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
