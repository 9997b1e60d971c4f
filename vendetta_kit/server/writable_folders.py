"""Folders that the server and its kernels write to, also where the person's own home cannot be written.

Jupyter, IPython and what they stand on write below the home as soon as they are imported. In a container with any user
id, for a service's user or at a kiosk there is none, or it is read-only. So they write to a folder of the kit's own,
which is there as long as the server.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import site
import tempfile
from collections.abc import Iterator

from platformdirs import user_data_dir

from vendetta_kit.server.page_visitor import DATABASE

__all__ = ["NoFolder", "can_write", "own_folder"]

OWN = ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR")
"""Always the kit's own: what a person has set up for her notebooks has nothing to do in the kit's pages."""
XDG = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""The person's, where they can be written."""


class NoFolder(Exception):
    """Not even a temporary folder can be made. The message is one line."""


def can_write(folder: str) -> bool:
    """Return whether something can be written to a folder, or the folder be made; it is tried.

    >>> can_write(tempfile.gettempdir()), can_write(os.path.join(os.devnull, "home"))
    (True, False)
    """
    while not os.path.lexists(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    try:
        os.rmdir(tempfile.mkdtemp(prefix=".vendetta-", dir=folder))
    except OSError:
        return False
    return True


@contextlib.contextmanager
def own_folder() -> Iterator[bool]:
    """Have this process, and all that it starts, write to a folder of the kit's own; at the end it is removed.

    Yields:
        Whether common tables are kept beyond the end: the place that they have can be written, or another was named.

    Raises:
        NoFolder: there is no place for it.
    """
    before = dict(os.environ)
    try:
        own = tempfile.mkdtemp(prefix="vendetta-kit-")
    except OSError as fault:
        raise NoFolder(f"no temporary folder can be made ({fault.strerror}): expected TMPDIR to name one") from None
    try:
        os.environ.update(_settings(own))
        yield os.environ.get(DATABASE) == before.get(DATABASE)
    finally:
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(own, ignore_errors=True)


def _settings(own: str) -> dict[str, str]:
    """What the environment needs so that all is written where it can be."""
    found = {name: _made(own, name) for name in OWN}
    found |= {name: _made(own, name) for name in XDG if os.environ.get(name) and not can_write(os.environ[name])}
    if not os.environ.get(DATABASE) and not _can_keep_tables():
        found[DATABASE] = f"sqlite:///{os.path.join(own, 'tables.sqlite')}"
    home = os.path.expanduser("~")
    if not os.path.isabs(home) or not can_write(home):
        if site.ENABLE_USER_SITE:  # what is installed for this person is still found by what is started
            found["PYTHONUSERBASE"] = site.getuserbase()
        found["HOME"] = found["USERPROFILE"] = _made(own, "HOME")
    return found


def _made(own: str, name: str) -> str:
    folder = os.path.join(own, name.lower())
    os.mkdir(folder, 0o700)
    return folder


def _can_keep_tables() -> bool:
    try:
        folder = user_data_dir("vendetta-kit")
    except RuntimeError:  # there is no home
        return False
    return os.path.isabs(folder) and can_write(folder)
