"""Kernels that are forked from one process with all imports of a page already done, on systems that can fork.

Such a kernel starts in a tenth of the time of a new interpreter, and shares unchanged memory with the others.
``multiprocessing`` keeps that process; where it cannot (on Windows), each kernel is a new interpreter.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from multiprocessing import get_all_start_methods, get_context, parent_process, resource_tracker
from typing import TYPE_CHECKING, Any

from jupyter_client.provisioning.local_provisioner import LocalProvisioner

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

PRELOAD = (
    "vendetta_kit.cli",
    "vendetta_kit.server.kernel_forking",
    "ipykernel.kernelapp",
    "vendetta_widgets.page_kernel",
)
"""The modules that are imported before any kernel is forked; first the main program, as ``multiprocessing`` does."""
LAUNCHER = "ipykernel_launcher"


def can_fork(command: list[str]) -> bool:
    """Return whether a kernel with this start command can be forked instead: one of this Python interpreter."""
    return "forkserver" in get_all_start_methods() and command[:1] == [sys.executable] and LAUNCHER in command


class Forked(LocalProvisioner):
    """Kernel provisioner that forks kernels instead of starting new processes."""

    async def launch_kernel(self, cmd: list[str], **more: Any) -> Any:
        """Fork a kernel with the arguments of this command; return its connection data."""
        if not can_fork(cmd):
            return await super().launch_kernel(cmd, **more)
        context = get_context("forkserver")
        context.set_forkserver_preload(list(PRELOAD))
        arguments = cmd[cmd.index(LAUNCHER) + 1 :]
        env = json.dumps(more["env"])  # as text: some names in it are of classes that a kernel does not import
        child = context.Process(target=_work, args=(arguments, env, more.get("cwd")), daemon=True)
        await asyncio.to_thread(_start, child)  # in a thread: the first start takes as long as all imports
        self.process: Any = _Child(child)
        self.pid = self.pgid = self.process.pid  # the kernel first makes its own process group
        return self.connection_info


class _Child:
    """A forked kernel with the interface of ``subprocess.Popen``."""

    stdin = stdout = stderr = None

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process
        self.returncode: int | None = None
        self.pid = process.pid or 0

    def poll(self) -> int | None:
        """Return its exit code, ``None`` while it runs."""
        if self.returncode is None and self._process.exitcode is not None:
            self.returncode = self._process.exitcode
            self._process.close()
        return self.returncode

    def wait(self) -> int | None:
        """Wait until it has ended; return its exit code."""
        if self.returncode is None:
            self._process.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def _start(child: ForkServerProcess) -> None:
    # Ctrl-C is for the server alone; the forking process would print a traceback while it imports. The resource
    # tracker of multiprocessing is started first, because it resets the handling of Ctrl-C.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        child.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(arguments: list[str], env: str, folder: str | None) -> None:
    """Run a kernel in the forked process, until it is ended or its server is gone."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; a kernel ignores it anyway
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ.clear()
    os.environ.update(json.loads(env))
    if folder:
        os.chdir(folder)
    threading.Thread(target=_end_with_server, daemon=True).start()
    from vendetta_widgets.page_kernel import run

    run(arguments)


def _end_with_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)
