"""What every test of a page stands on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ipywidgets import Widget

from vendetta_kit.coach import review_depths


@pytest.fixture(autouse=True)
def brief_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the coach's advice rest on a handful of simulations: what it is worth is tested elsewhere."""
    depth = review_depths.DEPTHS[1]
    monkeypatch.setitem(review_depths.DEPTHS, 1, depth._replace(decision=4, look=3))


@pytest.fixture(autouse=True, scope="module")
def closed() -> Iterator[None]:
    """Close what the pages of a file have opened: ipywidgets holds every widget until then, and a run would grow."""
    yield
    Widget.close_all()
