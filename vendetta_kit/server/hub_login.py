"""The login of a class at JupyterHub: the class's password, and a name with a PIN for each learner.

A name belongs to the learner who uses it first and chooses a PIN with it. The salted hashes are in one file that the
teacher can read; removing a line from it frees the name.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import secrets
import time
from pathlib import Path
from typing import Any

from jupyterhub.auth import Authenticator
from tornado.web import HTTPError
from traitlets import Unicode

SHORTEST, LONGEST = 4, 100
"""The fewest and most characters of a PIN."""
TRIES = 5
"""Number of wrong PINs after which a name is locked for a while."""
REST = 60.0
"""Seconds for which a name is locked."""
COST = {"n": 2**14, "r": 8, "p": 1}
"""Parameters of scrypt: 16 MB and some hundredths of a second for each PIN, against guessing from a lost file."""
LETTERS = r"\w(?:[\w .-]{0,30}\w)?"
"""Pattern of a name, which becomes part of addresses and the name of a folder."""

_Authenticator: Any = Authenticator


class LoginRefused(HTTPError):
    """Error: a login is refused. The message is shown on the form."""

    def __init__(self, english: str, german: str) -> None:
        super().__init__(403, "not let in")
        self.jupyterhub_message = f"{english} · {german}"


class Names:
    """The file of taken names, each with the salted hash of its PIN."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wrong: dict[str, list[float]] = {}

    def check_pin(self, name: str, pin: str) -> bool:
        """Return whether the PIN is right for the name; a new name is stored with this PIN.

        >>> import tempfile
        >>> names = Names(Path(tempfile.mkdtemp(), "names.json"))
        >>> names.check_pin("ada", "1852"), names.check_pin("ada", "1853"), names.check_pin("ada", "1852")
        (True, False, True)
        """
        taken = self._read()
        if name not in taken:
            salt = secrets.token_hex(16)
            self._write({**taken, name: {"salt": salt, "hash": _hash(pin, salt)}})
            return True
        right = secrets.compare_digest(_hash(pin, taken[name]["salt"]), taken[name]["hash"])
        if right:
            self._wrong.pop(name, None)
        else:
            self._wrong.setdefault(name, []).append(time.monotonic())
        return right

    def is_locked(self, name: str) -> bool:
        """Return whether a name is locked after too many wrong PINs."""
        recent = [when for when in self._wrong.get(name, ()) if time.monotonic() - when < REST]
        return len(recent) >= TRIES

    def _read(self) -> dict[str, dict[str, str]]:
        if not self._path.exists():
            return {}
        found: dict[str, dict[str, str]] = json.loads(self._path.read_text("utf-8"))
        return found

    def _write(self, names: dict[str, dict[str, str]]) -> None:
        new = self._path.with_suffix(".new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(
                "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(kept)}" for name, kept in names.items()) + "\n}\n"
            )
        new.replace(self._path)


def _hash(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), **COST).hex()


class ClassAuthenticator(_Authenticator):  # type: ignore[misc]
    """Authenticates learners by the class's password, a name, and the PIN of that name."""

    class_password = Unicode(help="the password that the class is told").tag(config=True)
    names_file = Unicode(help="where the names that are taken are kept").tag(config=True)

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.request_otp = True  # gives the form a third field, which is the PIN here
        self._names = Names(Path(self.names_file))
        self._one_by_one = asyncio.Lock()

    async def authenticate(self, handler: Any, data: dict[str, str]) -> str:
        """Return the learner's name. Raises :class:`LoginRefused`, which says what is wrong."""
        name: str = self.normalize_username(data.get("username", ""))
        if not re.fullmatch(LETTERS, name):
            raise LoginRefused(
                "A name has up to 32 letters or digits, with spaces, dots and dashes between them.",
                "Ein Name hat bis zu 32 Buchstaben oder Ziffern, dazwischen Leerzeichen, Punkte und Striche.",
            )
        if not secrets.compare_digest(data.get("password", "").encode(), self.class_password.encode()):
            raise LoginRefused("This is not the class's password.", "Das ist nicht das Passwort der Klasse.")
        pin = data.get("otp", "")
        if not SHORTEST <= len(pin) <= LONGEST:
            raise LoginRefused(
                f"A PIN has at least {SHORTEST} letters or digits. With a new name you choose it; tell it to nobody.",
                f"Eine PIN hat mindestens {SHORTEST} Buchstaben oder Ziffern. Mit einem neuen Namen wählst du sie und "
                "sagst sie niemandem.",
            )
        async with self._one_by_one:  # hashing takes a moment, in which the hub serves others
            if self._names.is_locked(name):
                raise LoginRefused(
                    "Too many wrong PINs for this name: try again in a minute.",
                    "Zu viele falsche PINs für diesen Namen: Versuche es in einer Minute noch einmal.",
                )
            if await asyncio.to_thread(self._names.check_pin, name, pin):
                return name
        raise LoginRefused(
            "Somebody has this name already, with another PIN. If it is not you, take another name.",
            "Diesen Namen hat schon jemand, mit einer anderen PIN. Bist du es nicht, nimm einen anderen Namen.",
        )
