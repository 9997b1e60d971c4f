"""Which cases of a test run in ``make test``, and which in ``make test-all`` alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["mostly_long"]


def mostly_long(values: Iterable[Any], quick: int) -> list[Any]:
    """Return the values as parameters of a test; all but ``quick`` of them, spread evenly, are marked ``long``.

    >>> [bool(case.marks) for case in mostly_long(range(5), quick=2)]
    [False, True, True, False, True]
    """
    cases = list(values)
    kept = {number * len(cases) // quick for number in range(quick)} if quick < len(cases) else set(range(len(cases)))
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if number in kept else pytest.mark.long)
        for number, case in enumerate(cases)
    ]
