"""The running servers of one person on this machine: a small file for each, removed when it ends.

A browser keeps games and progress by address. A second server has another address and an empty page there, which can
link to the first. Only servers for one person are recorded, and only their own pages read the list.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

OWN_ADDRESS: Final = "VENDETTA_SERVER"
"""The environment variable by which a server for one person tells its kernels its address."""
_SOUND: Final = re.compile("http:" r"//(?:127(?:\.\d{1,3}){3}|localhost|\[::1\]):\d{1,5}/")
LARGEST: Final = 1000


def is_loopback(host: str) -> bool:
    """Return whether a host name or address can be reached from this machine only.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "[::1]", "127.0.0.1.example", "192.0.2.1")]
    [True, True, True, False, False]
    """
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@contextlib.contextmanager
def record_server(address: str) -> Iterator[None]:
    """Record in a file, for the duration of the block, that a server is running; do nothing if that is impossible."""
    import psutil  # not available in a browser's Python

    path = None
    with contextlib.suppress(OSError):
        path = os.path.join(_folder(make=True), f"{os.getpid()}.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"pid": os.getpid(), "born": psutil.Process().create_time(), "address": address}, file)
    try:
        yield
    finally:
        if path is not None:
            with contextlib.suppress(OSError):
                os.remove(path)
                os.rmdir(os.path.dirname(path))  # fails unless it was the last file


def other_servers(address: str) -> list[str]:
    """Return the addresses of this person's other servers, the oldest first, for a page at this address.

    The list is empty if the page is not from a server for one person on this machine.
    """
    own, found = os.environ.get(OWN_ADDRESS), []
    try:
        is_here = is_loopback(urlsplit(address).hostname or "")
    except ValueError:  # not an address
        is_here = False
    if own and is_here:
        with contextlib.suppress(OSError):
            folder = _folder()
            ones = [_read(os.path.join(folder, name)) for name in os.listdir(folder)]
            found = sorted(one for one in ones if one is not None and one[1] != own)
    return [other for _, other in found]


def _folder(make: bool = False) -> str:
    """Return the folder of the files, which only this user can write to. Raises ``OSError`` if there is none."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and _is_own(runtime):
        folder = os.path.join(runtime, "vendetta-kit")
    else:
        user = f"-{os.geteuid()}" if hasattr(os, "geteuid") else ""  # on Windows the temporary folder is the user's own
        folder = os.path.join(tempfile.gettempdir(), f"vendetta-running{user}")
    if make:
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)
    if not _is_own(folder):
        raise PermissionError(folder)
    return folder


def _is_own(folder: str) -> bool:
    """Return whether a folder belongs to this user and nobody else can write to it."""
    try:
        about = os.lstat(folder)
    except OSError:
        return False
    foreign = hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & 0o022)
    return stat.S_ISDIR(about.st_mode) and not foreign


def _read(path: str) -> tuple[float, str] | None:
    """Return start time and address of a server from its file; remove the file and return ``None`` if it has ended."""
    import psutil

    try:
        with open(path, encoding="utf-8") as file:
            told = json.loads(file.read(LARGEST))
        born, pid, address = float(told["born"]), int(told["pid"]), str(told["address"])
        if _SOUND.fullmatch(address) and abs(psutil.Process(pid).create_time() - born) < 1:
            return born, address
    except psutil.AccessDenied:
        return None
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError, psutil.Error):
        pass
    with contextlib.suppress(OSError):
        os.remove(path)
    return None
