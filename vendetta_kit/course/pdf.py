"""Makes a PDF of an HTML page with the Chromium or Chrome that is installed on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PATIENCE: Final = 60
"""The most seconds that printing may take."""
_NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_IN_WINDOWS: Final = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
_QUIET: Final = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
)


class NoBrowser(Exception):
    """Error: no PDF could be made. The message is one line and says what to do instead."""


def browser_path() -> str:
    """Return the path of a Chromium, Chrome or Edge: what ``VENDETTA_CHROMIUM`` names, else an installed one.

    Raises:
        NoBrowser: none is installed.
    """
    wanted = os.environ.get("VENDETTA_CHROMIUM")
    if wanted:
        found = shutil.which(wanted)
        if found is None:
            raise NoBrowser(f"VENDETTA_CHROMIUM={wanted} is not a program: expected a Chromium or Chrome")
        return found
    for candidate in _candidates():
        found = shutil.which(candidate)
        if found is not None:
            return found
    raise NoBrowser("a PDF needs Chromium or Chrome, and none was found: write an .html file, open it and print it")


def _candidates() -> Iterator[str]:
    yield from _NAMES
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder in os.environ:
            yield from (os.path.join(os.environ[folder], *name.split("/")) for name in _IN_WINDOWS)


def to_pdf(page: str) -> bytes:
    """Return a self-contained HTML page as a PDF, with the paper size of its style.

    Raises:
        NoBrowser: there is no browser, or it did not print.
    """
    program = browser_path()
    with tempfile.TemporaryDirectory(prefix="vendetta-") as folder:
        source, target = Path(folder, "aid.html"), Path(folder, "aid.pdf")
        source.write_text(page, encoding="utf-8")
        # Chromium's sandbox does not work for the superuser, as which containers often run.
        root = sys.platform != "win32" and os.geteuid() == 0
        command = [
            program,
            *_QUIET,
            *(["--no-sandbox"] if root else []),
            f"--user-data-dir={Path(folder, 'profile')}",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        try:
            ran = subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise NoBrowser(_failed(program, f"said nothing for {PATIENCE} seconds")) from None
        except OSError as error:
            raise NoBrowser(_failed(program, f"cannot be run: {error.strerror}")) from None
        if ran.returncode != 0 or not target.is_file():
            said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NoBrowser(_failed(program, f"printed nothing: {said[-1] if said else f'exit code {ran.returncode}'}"))
        return target.read_bytes()


def _failed(program: str, how: str) -> str:
    return f"{program} {how}: write an .html file, open it and print it"
