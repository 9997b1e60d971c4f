"""What makes Voilà's pages quick: kernels that have started before anybody asks, and templates that are read once.

Voilà can warm pages up itself, but one notebook at a time: a folder of twenty pages would keep twenty kernels waiting,
and those that nobody asks for within the idle time end and are not replaced. All pages of the kit begin with the same
imports, so here any warm kernel will do for any page. Each is given to one page and never to another.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from datetime import timedelta
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from jupyter_client.session import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Float, Integer
from voila import notebook_renderer
from voila.exporter import VoilaExporter

__all__ = ["WarmKernels", "keep_templates"]

IMPORTS = (
    "from vendetta_widgets import drill, front, lesson, play\n"
    "from vendetta_widgets.session import Session\n"
    "Session(1).view\n"
    "del drill, front, lesson, play, Session"
)
"""What every page needs, and what the first game reads. Nothing that a learner will see is fixed by it."""
STARTED = 60.0
"""Seconds that a kernel may take to get warm."""


_Kernels: Any = AsyncMappingKernelManager
"""Its methods are awaited here, which the types of the class that it comes from do not know."""


class WarmKernels(_Kernels):  # type: ignore[misc]
    """Hands out kernels, warm ones first; ends those that nobody uses; never runs more than there are places."""

    warm = Integer(0, help="how many kernels wait for the next pages").tag(config=True)
    places = Integer(0, help="how many kernels may run at once; 0: any number").tag(config=True)
    forgotten = Integer(0, help="seconds until the kernel of an open but unused page ends; 0: never").tag(config=True)
    calm = Float(1.0, help="seconds without a new page before the next kernel is warmed up").tag(config=True)

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._waiting: list[asyncio.Task[str]] = []
        self._unseen: set[str] = set()  # kernels that no page has been given yet
        self._starting: set[str] = set()  # kernels that start for a page that waits
        self._coming = 0  # pages that wait for their kernel
        self._filling: asyncio.Task[None] | None = None
        self._last_given = float("-inf")
        self._closed = False

    # Handing out --------------------------------------------------------------------------------------------

    async def start_kernel(self, *, kernel_id: str | None = None, path: str | None = None, **more: Any) -> str:
        """A kernel for a page, at work in that page's folder: a warm one if there is one, else a new one."""
        if self.places and self.taken >= self.places:
            raise HTTPError(503, "all places are taken")
        kernel_id = kernel_id or self.new_kernel_id()
        self._coming += 1
        self._starting.add(kernel_id)
        try:
            warm = await self._take(path)
            return warm or await self._start(kernel_id, path=path, **more)
        finally:
            self._coming -= 1
            self._starting.discard(kernel_id)
            self._last_given = asyncio.get_running_loop().time()
            self.fill()

    @property
    def taken(self) -> int:
        """How many pages have a kernel, or wait for it."""
        return len(set(self.list_kernel_ids()) - self._unseen - self._starting) + self._coming

    async def _start(self, kernel_id: str, **more: Any) -> str:
        found: str = await super()._async_start_kernel(kernel_id=kernel_id, **more)
        return found

    async def _take(self, path: str | None) -> str | None:
        while self._waiting:
            with contextlib.suppress(Exception):
                kernel = await self._waiting.pop(0)
                self._unseen.discard(kernel)
                if kernel in self and await self.get_kernel(kernel).is_alive():
                    if path:
                        await self._tell(kernel, f"import os\nos.chdir({self.cwd_for_path(path)!r})\ndel os")
                    return kernel
        return None

    async def _tell(self, kernel: str, code: str, new: bool = False) -> None:
        """Run this in a kernel."""
        client = self.get_kernel(kernel).client()
        client.start_channels()
        try:
            if new:
                await client.wait_for_ready(timeout=STARTED)
            await client.execute(code, silent=True, reply=True, timeout=STARTED)
        finally:
            client.stop_channels()

    # Warming up ---------------------------------------------------------------------------------------------

    def fill(self) -> None:
        """Warm kernels up, one after the other, until there are enough."""
        if not self._closed and (self._filling is None or self._filling.done()):
            self._filling = asyncio.get_running_loop().create_task(self._fill())

    async def _fill(self) -> None:
        loop = asyncio.get_running_loop()
        while self._room():
            wait = self._last_given + self.calm - loop.time()
            if wait > 0:  # those who are just coming need the machine more
                await asyncio.sleep(wait)
                continue
            task = loop.create_task(self._warmed())
            self._waiting.append(task)
            await asyncio.wait([task])
            if task.exception() is not None:
                with contextlib.suppress(ValueError):
                    self._waiting.remove(task)
                return  # the next page tries it again

    def _room(self) -> bool:
        standing = len(self._waiting)
        return not self._closed and standing < self.warm and not (self.places and self.taken + standing >= self.places)

    async def _warmed(self) -> str:
        kernel: str = self.new_kernel_id()
        self._unseen.add(kernel)
        await self._start(kernel, path="", env={**os.environ, "SERVER_SOFTWARE": "voila"})
        await self._tell(kernel, IMPORTS, new=True)
        return kernel

    # Ending -------------------------------------------------------------------------------------------------

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that nobody uses; those that wait for a page are never idle for too long."""
        if kernel_id in self._unseen:
            return
        await super().cull_kernel_if_idle(kernel_id)
        if self.forgotten and kernel_id in self:
            kernel = self.get_kernel(kernel_id)
            if utcnow() - kernel.last_activity > timedelta(seconds=self.forgotten):
                await self.shutdown_kernel(kernel_id)

    async def shutdown_all(self, now: bool = False) -> None:
        """End all of them, also those that are just starting."""
        self._closed = True
        if self._filling is not None and not self._waiting:  # it waits for calm
            self._filling.cancel()
        # a start that is cut off would leave a process behind: it is a matter of a second
        tasks = [task for task in (*self._waiting, self._filling) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=STARTED)
        self._waiting.clear()
        await super().shutdown_all(now=now)


class _Templates(BytecodeCache):
    """Templates as Jinja has compiled them, in memory."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code


def keep_templates() -> None:
    """Have Voilà compile each page template once; it would do it again for every page that is opened."""
    templates = _Templates()

    class Exporter(VoilaExporter):  # type: ignore[misc]
        def _create_environment(self) -> Any:
            environment = super()._create_environment()
            environment.bytecode_cache = templates
            return environment

    notebook_renderer.VoilaExporter = Exporter
