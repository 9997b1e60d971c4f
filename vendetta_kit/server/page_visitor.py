"""Whose page a kernel serves, as the server knows it, what lets a teacher in, and where tables are kept.

Nothing of it comes from the page.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["ADDRESS", "DATABASE", "PAGE", "SHORTEST_PASSWORD", "TEACHER", "Visitor", "teachers_password"]

PAGE: Final = "VENDETTA_PAGE"
"""In the environment of a page's kernel, put there by the server: names the page as no other is named."""
ADDRESS: Final = "VENDETTA_ADDRESS"
"""In the environment of a page's kernel: its browser's address, or behind a hub the name that was logged in with."""
TEACHER: Final = "VENDETTA_TEACHER"
"""In the environment of the server: the password of the teacher's page."""
DATABASE: Final = "VENDETTA_TABLES"
"""In the environment of the server: the address of the database of its common tables."""
SHORTEST_PASSWORD: Final = 8
_THIS: Final = secrets.token_hex(8)
"""This process, where no server has named the page: a notebook in JupyterLab."""


class Visitor(NamedTuple):
    """A page, and who or where the browser is that shows it."""

    page: str
    address: str

    @classmethod
    def here(cls, environment: Mapping[str, str] = os.environ) -> Visitor:
        """Return whose page this kernel is.

        >>> Visitor.here({"VENDETTA_PAGE": "7f", "VENDETTA_ADDRESS": "192.0.2.7"})
        Visitor(page='7f', address='192.0.2.7')
        """
        return cls(environment.get(PAGE, _THIS), environment.get(ADDRESS, ""))


def teachers_password(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return what opens the teacher's page; ``None`` if there is none, or one that is too short to be any good.

    >>> teachers_password({"VENDETTA_TEACHER": "owl"}), teachers_password({"VENDETTA_TEACHER": "nine owls"})
    (None, 'nine owls')
    """
    found = environment.get(TEACHER, "")
    return found if len(found) >= SHORTEST_PASSWORD else None
