"""What the server tells a kernel in environment variables: its page, the teacher's password, the database of tables.

Nothing of it comes from the page.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple

PAGE: Final = "VENDETTA_PAGE"
"""Environment variable of a page's kernel, set by the server: a unique name of the page."""
ADDRESS: Final = "VENDETTA_ADDRESS"
"""Environment variable of a page's kernel: its browser's address, or behind a hub the login name."""
TEACHER: Final = "VENDETTA_TEACHER"
"""Environment variable of the server: the password of the teacher's page."""
DATABASE: Final = "VENDETTA_TABLES"
"""Environment variable of the server: the URL of the database of its common tables."""
SHORTEST_PASSWORD: Final = 8
_THIS: Final = secrets.token_hex(8)
"""The name of this process as a page if no server has set one: a notebook in JupyterLab."""


class Visitor(NamedTuple):
    """A page, and the address or login name of its browser."""

    page: str
    address: str

    @classmethod
    def of_kernel(cls, environment: Mapping[str, str] = os.environ) -> Visitor:
        """Return the page that this kernel serves.

        >>> Visitor.of_kernel({"VENDETTA_PAGE": "7f", "VENDETTA_ADDRESS": "192.0.2.7"})
        Visitor(page='7f', address='192.0.2.7')
        """
        return cls(environment.get(PAGE, _THIS), environment.get(ADDRESS, ""))


def teachers_password(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the password of the teacher's page; ``None`` if there is none or it is too short.

    >>> teachers_password({"VENDETTA_TEACHER": "owl"}), teachers_password({"VENDETTA_TEACHER": "nine owls"})
    (None, 'nine owls')
    """
    found = environment.get(TEACHER, "")
    return found if len(found) >= SHORTEST_PASSWORD else None
