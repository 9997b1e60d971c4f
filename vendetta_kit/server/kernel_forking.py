"""Kernels that are forked from one process in which all that a page needs is imported, where the system can fork.

Such a kernel is there in a tenth of the time of a new interpreter, and shares its memory with all others as long as
nobody writes to it. ``multiprocessing`` keeps that process; a Python that cannot (on Windows) starts each kernel anew.
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

__all__ = ["PRELOAD", "Forked", "can_fork"]

PRELOAD = (
    "vendetta_kit.cli",
    "vendetta_kit.server.kernel_forking",
    "ipykernel.kernelapp",
    "vendetta_widgets.page_kernel",
)
"""What is imported before any kernel is forked. ``multiprocessing`` runs the main program again, which is the first."""
LAUNCHER = "ipykernel_launcher"


def can_fork(command: list[str]) -> bool:
    """Return whether a kernel that is started by this command can be forked instead: one of this very Python."""
    return "forkserver" in get_all_start_methods() and command[:1] == [sys.executable] and LAUNCHER in command


class Forked(LocalProvisioner):
    """Starts kernels by forking, and otherwise deals with them as with any of this machine."""

    async def launch_kernel(self, cmd: list[str], **more: Any) -> Any:
        """Fork a kernel that does what this command would have done."""
        if not can_fork(cmd):
            return await super().launch_kernel(cmd, **more)
        context = get_context("forkserver")
        context.set_forkserver_preload(list(PRELOAD))
        arguments = cmd[cmd.index(LAUNCHER) + 1 :]
        env = json.dumps(more["env"])  # as plain text: some of its names are of classes that a kernel need not know
        child = context.Process(target=_work, args=(arguments, env, more.get("cwd")), daemon=True)
        await asyncio.to_thread(_start, child)  # the first one waits for all the imports
        self.process: Any = _Child(child)
        self.pid = self.pgid = self.process.pid  # it makes a group of its own before anything else
        return self.connection_info


class _Child:
    """A forked kernel, to be dealt with as if ``subprocess`` had started it."""

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
        """Wait until it has ended."""
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
    # Ctrl-C is for the server alone: the process that forks would complain of it while it imports. What else
    # multiprocessing starts comes first: it takes Ctrl-C again for itself.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        child.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(arguments: list[str], env: str, folder: str | None) -> None:
    """What a forked process does from now on: it is a kernel, until it is ended or whoever forked it has gone."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what came just before was not for it; a kernel ignores it anyway
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
