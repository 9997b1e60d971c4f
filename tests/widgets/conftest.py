"""What every test of a page stands on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ipywidgets import Widget


@pytest.fixture(autouse=True, scope="module")
def closed() -> Iterator[None]:
    """Close what the pages of a file have opened: ipywidgets holds every widget until then, and a run would grow."""
    yield
    Widget.close_all()
