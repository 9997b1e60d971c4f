"""Which cases of a test run in ``make test``, and which in ``make test-all`` alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def mostly_long(values: Iterable[Any], quick: int) -> list[Any]:
    """Return the values as parameters of a test; all but ``quick`` of them, spread evenly, are marked ``long``.

    >>> [bool(case.marks) for case in mostly_long(range(5), quick=2)]
    [False, True, False, True, True]
    """
    cases = list(values)
    kept = {number * len(cases) // quick for number in range(quick)} if quick < len(cases) else set(range(len(cases)))
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if number in kept else pytest.mark.long)
        for number, case in enumerate(cases)
    ]


def cases(names: str, all_of_them: Sequence[Any], quick: Sequence[Any], ids: Any = None) -> pytest.MarkDecorator:
    """Return the mark by which a test runs for all of these cases, in the quick run for ``quick`` alone.

    Several ``names`` (``"size, lang"``) take a tuple for each case; ``ids`` is pytest's.
    """
    assert all(case in all_of_them for case in quick), quick
    several = "," in names
    return pytest.mark.parametrize(
        names,
        [
            pytest.param(*(case if several else (case,)), marks=() if case in quick else pytest.mark.long)
            for case in all_of_them
        ],
        ids=ids,
    )
