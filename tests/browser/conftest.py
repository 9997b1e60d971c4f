"""The real server and a real browser: what every test here stands on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"
READY = 60
"""Seconds until the server must have said that it is ready."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, or the one that ``VENDETTA_CHROMIUM`` names; it looks for nothing in the network."""
    quiet = "disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync"
    return {
        **browser_type_launch_args,
        "executable_path": os.environ.get("VENDETTA_CHROMIUM", "/usr/bin/chromium"),
        "args": ["--no-sandbox", *(f"--{word}" for word in quiet.split())],
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """``vendetta learn`` as a person starts it."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vendetta_kit", "learn", "--no-browser", "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        watchdog = threading.Timer(READY, self._process.kill)
        watchdog.start()
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        watchdog.cancel()

    def stop(self) -> tuple[int, str, str]:
        """End it as Ctrl-C does: exit code, the rest of what it said, and its errors."""
        self._process.send_signal(signal.SIGINT)
        said, errors = self._process.communicate(timeout=60)
        return self._process.returncode, said, errors


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The kit's server, for all tests; it must end without a word of complaint."""
    running = Server(free_port())
    assert running.address in running.said, running.stop()
    yield running
    code, said, errors = running.stop()
    assert code == 0, errors
    assert said == "\nThe Vendetta Kit is closed.\n"
    assert errors == ""


class Watch:
    """All that must not happen on a page."""

    def __init__(self, page: Page, home: str) -> None:
        self.faults: list[str] = []
        self._home = urlsplit(home).netloc
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self._home:
            self.faults.append(f"asks another host: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _error(self, error: Error) -> None:
        self.faults.append(f"page error: {error}")


@pytest.fixture(params=[(1280, 900)], ids=["desktop"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """How large the window is."""
    found: tuple[int, int] = request.param
    return found


@pytest.fixture
def watched(browser: Browser, server: Server, size: tuple[int, int]) -> Iterator[Page]:
    """A fresh page that must ask no other host and raise no error."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(15_000)
    watch = Watch(page, server.address)
    yield page
    context.close()
    assert watch.faults == []
