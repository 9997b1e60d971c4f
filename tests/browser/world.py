"""Where the tests take place: the kit's server, JupyterLab, the sizes of windows, and where pictures are kept."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots" if os.environ.get("VENDETTA_PICTURES") else None
"""Where pictures are kept, if somebody wants to look at them."""
DESKTOP = (1280, 900)
PHONE = (390, 844)
PATIENCE = 180_000
"""Milliseconds until a test gives up: far more than the busiest machine needs, for none may depend on its speed."""
TEACHER = "nine owls"
"""The teacher's password on the servers of the tests."""
READY = 180
"""Seconds until a server must have said that it is ready."""
FEW = 64
"""Files that the server may have open, after hundreds of pages, beyond those that it had before the first."""


def free_port() -> int:
    """One that is free on this machine now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Known:
    """A server that runs already, in whichever process it was started: where it is, and which kernels it has."""

    def __init__(self, address: str, pid: int) -> None:
        self.address = address
        self.pid = pid

    @property
    def data(self) -> Path:
        """Where it keeps what it keeps."""
        return Path(self._own.name)

    @property
    def process(self) -> psutil.Process:
        """The server itself, without its kernels."""
        return psutil.Process(self.pid)

    def kernels(self) -> list[psutil.Process]:
        """The kernels that it runs now, those that wait for a page among them: it has a process that forks them."""
        return [kernel for mother in self.process.children() for kernel in _children(mother)]

    def rest(self) -> None:
        """Wait until no kernel is left but the one that waits for the next page."""
        end = time.monotonic() + READY
        while len(self.kernels()) != 1:
            assert time.monotonic() < end, f"{len(self.kernels())} kernels, and no page is open"
            time.sleep(0.1)

    def kernel_of(self, page: Page) -> psutil.Process:
        """The kernel that this page talks to."""
        own = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
        return self.kernel(own)

    def kernel(self, name: str) -> psutil.Process:
        """The kernel of this name, which is in the names of its sockets."""
        (found,) = [kernel for kernel in self.kernels() if name in _sockets(kernel)]
        return found


class Server(Known):
    """``vendetta learn`` as a person starts it, or a teacher, with more to say; its tables are its own."""

    def __init__(self, port: int, *more: str, **environment: str) -> None:
        """``environment`` is added to that of the tests; the server sees no others that are running."""
        self._own = tempfile.TemporaryDirectory(prefix="kit-")
        own = {"XDG_DATA_HOME": self._own.name, "XDG_RUNTIME_DIR": self._own.name, "VENDETTA_TEACHER": TEACHER}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vendetta_kit", "learn", "--no-browser", "--port", str(port), *more],
            cwd=ROOT,
            env={**os.environ, **own, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        super().__init__(f"http://127.0.0.1:{port}/", self._process.pid)
        watchdog = threading.Timer(READY, self._process.kill)
        watchdog.start()
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        watchdog.cancel()

    def kill(self) -> None:
        """End it at once, with all its kernels, as a power cut does."""
        for process in (self.process, *self.process.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.communicate(timeout=60)
        self._own.cleanup()

    def line(self) -> str:
        """The next line that it says."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """End it as Ctrl-C does, or by another signal: exit code, the rest of what it said, and its errors."""
        self._process.send_signal(number)
        said, errors = self._process.communicate(timeout=60)
        self._own.cleanup()
        return self._process.returncode, said, errors


@contextlib.contextmanager
def for_all() -> Iterator[Server]:
    """The server of all tests; in the end it has left no files open, and ends without a word of complaint."""
    running = Server(free_port())
    assert running.address in running.said, running.stop()
    running.rest()
    files = running.process.num_fds()
    yield running
    left, fault = 0, ""
    try:
        running.rest()
        left = running.process.num_fds() - files
    except AssertionError as kept:
        fault = f"{kept}; its kernels were begun at {[time.ctime(one.create_time()) for one in running.kernels()]}"
    code, said, errors = running.stop()
    assert not fault, f"{fault}; the server said: {errors or 'nothing'}"
    assert code == 0, f"{code}: {errors}"
    assert (said, errors) == ("\nThe Vendetta Kit is closed.\n", ""), f"{said}: {errors}"
    assert left <= FEW, "each page leaves files open: the server would end up with none to open"


@contextlib.contextmanager
def serving(*more: str, **environment: str) -> Iterator[Server]:
    """A server with these options; it must end without a word of complaint."""
    running = Server(free_port(), *more, **environment)
    try:
        yield running
    finally:
        code, _, errors = running.stop()
    assert (code, errors) == (0, ""), f"{code}: {errors}"


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        found: list[psutil.Process] = process.children()
        return found
    except psutil.Error:  # it has just ended
        return []


def _sockets(process: psutil.Process) -> str:
    try:
        return " ".join(str(socket.laddr) for socket in process.net_connections(kind="unix"))
    except psutil.Error:  # it has just ended
        return ""


class Wire:
    """The network between a browser and a server, which can break: what it carries, it carries unchanged.

    ``address`` leads through it. All of it is on this machine.
    """

    def __init__(self, server: Server) -> None:
        self._port = int(server.address.rstrip("/").rpartition(":")[2])
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._whole = threading.Event()
        self._whole.set()
        self._deaf = threading.Event()
        self.lost = b""
        """What the server has said and the browser has not heard."""
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}/"
        threading.Thread(target=self._let_in, daemon=True).start()

    def cut(self) -> None:
        """Break all connections, and let none through until :meth:`resume`."""
        self._whole.clear()
        self._break()

    def resume(self) -> None:
        """Let connections through again, and answers too."""
        self._deaf.clear()
        self._whole.set()

    def lose_answers(self) -> None:
        """Carry on what the browser says, and let nothing of what the server says through."""
        self.lost = b""
        self._deaf.set()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self.cut()

    def _break(self) -> None:
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):  # the door is closed
            while True:
                near = self._door.accept()[0]
                if not self._whole.is_set():
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                with self._lock:
                    self._open |= {near, far}
                for ends in ((near, far, False), (far, near, True)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):  # it has been broken
            while carried := source.recv(2**16):
                if answers and self._deaf.is_set():
                    self.lost += carried
                else:
                    target.sendall(carried)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Started:
    """A server that a test starts on this machine only, with a file of what it says; it answers at ``address``."""

    address: str

    def start(self, folder: Path, command: Sequence[object], up: str, env: Mapping[str, str], log: Path) -> None:
        """Start it in a folder and wait until it answers at ``up``; ``env`` is added to this environment."""
        self._log = log.open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **env},
        )
        end = time.monotonic() + READY
        while time.monotonic() < end and self._process.poll() is None:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}{up}", timeout=2):
                return
            time.sleep(0.1)
        self.stop()
        raise AssertionError(f"{type(self).__name__} does not start: {self.log()}")

    def log(self) -> str:
        """What it has said."""
        self._log.seek(0)
        return self._log.read()

    def children(self) -> list[psutil.Process]:
        """All that it has started and that is still running with it."""
        return psutil.Process(self._process.pid).children(recursive=True) if self._process.poll() is None else []

    def stop(self) -> Any:
        """End it and all that it has started."""
        raise NotImplementedError


class Lab(Started):
    """JupyterLab with the kit's notebooks, on this machine only; it has no news to tell and looks for no extensions.

    It works on copies: what Lab saves does not touch the kit's own notebooks. ``key`` opens it.
    """

    def __init__(self, folder: Path) -> None:
        """``folder`` holds ``notebooks/``, and all that JupyterLab writes."""
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        self.key = secrets.token_hex(16)
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": folder,
            "ServerApp.open_browser": False,
            "ServerApp.allow_root": True,
            "LabApp.app_settings_dir": ROOT / "scripts" / "lab",
            "LabApp.user_settings_dir": folder / "user",
            "LabApp.workspaces_dir": folder / "workspaces",
            "LabApp.extension_manager": "readonly",
            "LabApp.news_url": "",
        }
        command = [sys.executable, "-m", "jupyter", "lab", *(f"--{key}={value}" for key, value in options.items())]
        env = {"JUPYTER_CONFIG_DIR": str(folder / "config"), "JUPYTER_TOKEN": self.key}
        self.start(folder, command, "api", env, folder / "lab.log")

    def stop(self) -> None:
        """End it and its kernels."""
        children = self.children()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()


@contextlib.contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Have Python's own file server give out a folder; yields its address, which ends in a slash."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    home = f"http://127.0.0.1:{port}/"
    end = time.monotonic() + READY
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(home, timeout=2):
            break
        time.sleep(0.1)
    yield home
    server.terminate()
    server.wait(10)
