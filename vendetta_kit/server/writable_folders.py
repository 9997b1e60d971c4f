"""Folders that the server and its kernels write to, also if the home folder is missing or read-only.

Jupyter, IPython and their dependencies write below the home folder as soon as they are imported. In containers, for
service users and at kiosks that can fail. So they write to a folder of the kit, which exists as long as the server.
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

OWN = ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR")
"""Variables that always name the kit's folder: a person's settings for notebooks shall not affect the pages."""
XDG = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""Variables of the person's folders, which are used if they can be written."""


class NoFolder(Exception):
    """Error: not even a temporary folder can be created. The message is one line."""


def can_write(folder: str) -> bool:
    """Return whether a folder can be written to, or created, by trying it.

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
    """Make this process, and all that it starts, write to a folder of the kit, which is removed at the end.

    Yields:
        Whether common tables outlive the server: their default folder can be written, or another one is set.

    Raises:
        NoFolder: no such folder can be created.
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
    """Return the environment variables that make everything write to folders where that is possible."""
    found = {name: _made(own, name) for name in OWN}
    found |= {name: _made(own, name) for name in XDG if os.environ.get(name) and not can_write(os.environ[name])}
    if not os.environ.get(DATABASE) and not _can_keep_tables():
        found[DATABASE] = f"sqlite:///{os.path.join(own, 'tables.sqlite')}"
    home = os.path.expanduser("~")
    if not os.path.isabs(home) or not can_write(home):
        if site.ENABLE_USER_SITE:  # so that processes still find packages installed for this user
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
    except RuntimeError:  # no home folder
        return False
    return os.path.isabs(folder) and can_write(folder)
