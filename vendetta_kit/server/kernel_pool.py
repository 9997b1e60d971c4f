"""A pool of warm kernels and a cache of templates, for pages that open quickly.

Voilà's own preheating needs a waiting kernel for each notebook, and does not replace kernels that were culled as idle.
All pages of the kit begin with the same imports, so here any warm kernel can serve any page. A kernel is given to one
page only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.session import utcnow
from jupyter_server import CallContext
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from tornado.web import HTTPError
from traitlets import Bool, Float, Integer, Unicode, default
from voila import notebook_renderer
from voila.exporter import VoilaExporter

from vendetta_kit.server.kernel_forking import Forked
from vendetta_kit.server.page_visitor import ADDRESS, PAGE
from vendetta_kit.server.websocket_guard import Pace

IMPORTS = "import vendetta_widgets.page_kernel\ndel vendetta_widgets"
"""The imports of every page, run in kernels that were not forked from a process with these imports."""
STARTED = 60.0
"""Seconds within which a kernel must be warm."""
LOADING = 120.0
"""Seconds within which a page must connect after a browser has begun to load it."""


_Kernels: Any = AsyncMappingKernelManager
"""The base class as ``Any``, because its type hints do not say that its methods are asynchronous."""


class _Client(AsyncKernelClient):
    """A kernel client without a heartbeat, as the server watches the kernel's process.

    Jupyter's heartbeat is a thread. If it is stopped before it has run, as on a busy machine, it opens sockets without
    end, until server and kernel have none left.
    """

    def start_channels(
        self, shell: bool = True, iopub: bool = True, stdin: bool = True, hb: bool = False, control: bool = True
    ) -> None:
        super().start_channels(shell=shell, iopub=iopub, stdin=stdin, hb=hb, control=control)


class PageKernel(ServerKernelManager):
    """A kernel of :class:`WarmKernels`; its clients have no heartbeat."""

    @default("client_factory")
    def _client_factory_default(self) -> type[_Client]:
        return _Client

    async def _async_pre_start_kernel(self, **more: Any) -> Any:
        self.kernel_id = self.kernel_id or more.pop("kernel_id")
        if self.provisioner is None:
            self.provisioner = Forked(kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self)
        return await super()._async_pre_start_kernel(**more)


@dataclass(slots=True)
class PageSlot:
    """A page and its kernel: its browser, its sockets and messages, and whether it was sent and has connected."""

    browser: str = ""
    address: str = ""
    kernel: str = ""
    sockets: int = 0
    pace: Pace = field(default_factory=Pace)
    sent: bool = False
    loads: bool = False
    come: bool = False
    end: asyncio.TimerHandle | None = None  # ends the kernel unless the page connects before

    @classmethod
    def for_request(cls) -> PageSlot:
        """Return the slot of the page that is requested now, and keep it as ``place`` of the request's handler."""
        answering: Any = CallContext.get(CallContext.JUPYTER_HANDLER)
        if answering is None:
            return cls()
        place = cls(answering.current_user.username, _network(answering.request.remote_ip))
        answering.place = place
        return place

    def cancel_end(self) -> None:
        """Cancel the timer that would end the kernel."""
        if self.end is not None:
            self.end.cancel()


def _network(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, as one machine can have many of those.

    >>> _network("192.0.2.7"), _network("2001:db8::1:2"), _network("2001:db8::7") == _network("2001:db8::1:2")
    ('192.0.2.7', '2001:db8::', True)
    """
    try:
        found = ip_address(address)
    except ValueError:  # the socket has no address
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if found.version == 6 else address


class WarmKernels(_Kernels):  # type: ignore[misc]
    """Kernel manager that gives kernels to pages, warm ones first, ends unused ones, and limits their number."""

    kernel_manager_class = Unicode(f"{__name__}.{PageKernel.__name__}").tag(config=True)
    warm = Integer(0, help="how many kernels wait for the next pages").tag(config=True)
    places = Integer(0, help="how many kernels may run at once; 0: any number").tag(config=True)
    each = Integer(0, help="how many of them for one browser; 0: any number").tag(config=True)
    each_address = Integer(0, help="how many of them for one address; 0: any number").tag(config=True)
    named = Bool(False, help="whether who is behind a page is known by a name, as at a hub").tag(config=True)
    unclaimed = Float(30.0, help="seconds until a kernel ends whose page was sent, but never comes").tag(config=True)
    forgotten = Integer(0, help="seconds until the kernel of an open but unused page ends; 0: never").tag(config=True)
    calm = Float(1.0, help="seconds without a new page before the next kernel is warmed up").tag(config=True)

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._waiting: list[tuple[str, asyncio.Task[None]]] = []  # kernels without a page, with their warm-up tasks
        self._unseen: set[str] = set()  # kernels that have never had a page
        self._starting: dict[str, PageSlot] = {}  # kernels that start for a waiting page
        self._given: dict[str, PageSlot] = {}  # kernels with a page
        self._coming: set[asyncio.Task[Any]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._filling: asyncio.Task[None] | None = None
        self._last_given = float("-inf")
        self._closed = False

    # Handing out --------------------------------------------------------------------------------------------

    async def start_kernel(self, *, kernel_id: str | None = None, path: str | None = None, **more: Any) -> str:
        """Return the id of a kernel for a page, working in the page's folder: a warm one, or else a new one."""
        named, coming = self.promise(kernel_id, path, **more)
        await coming
        return named

    def promise(
        self, kernel_id: str | None = None, path: str | None = None, **more: Any
    ) -> tuple[str, asyncio.Task[Any]]:
        """Return the id of the requested page's kernel, and a task that ends when the kernel has started.

        So the first part of the page can be sent before the kernel has started.
        """
        place = PageSlot.for_request()
        self._admit(place)
        waiting = self._waiting.pop(0) if self._waiting else None
        place.kernel = waiting[0] if waiting is not None else kernel_id or self.new_kernel_id()
        self._starting[place.kernel] = place
        warmed = waiting[1] if waiting is not None else None
        coming = asyncio.get_running_loop().create_task(self._bring(place, warmed, path, **more))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)
        return place.kernel, coming

    async def _bring(self, place: PageSlot, warmed: asyncio.Task[None] | None, path: str | None, **more: Any) -> Any:
        kernel = place.kernel
        try:
            whose = self._whose(place)
            if warmed is None or not await self._take(kernel, warmed, path, whose):
                await self._start(kernel, path=path, **more | {"env": {**(more.get("env") or os.environ), **whose}})
            self._given[kernel] = place
            if place.sent:  # its browser left while the kernel was starting
                self._expect(place, self.unclaimed)
            return self.get_kernel(kernel)
        finally:
            del self._starting[kernel]
            self._last_given = asyncio.get_running_loop().time()
            self.fill()

    def _whose(self, place: PageSlot) -> dict[str, str]:
        """Return the environment variables that identify a page to its kernel; common tables count failed tries by it.

        Behind a hub the learner's login name is used, as a browser's address could be forged in the proxy's headers.
        """
        return {PAGE: place.kernel, ADDRESS: place.browser if self.named else place.address}

    def _admit(self, place: PageSlot) -> None:
        """Refuse a page if all places are taken, or if its browser or address has too many."""
        if self.places and self.taken >= self.places:
            raise HTTPError(503, "all places are taken")
        taken = [*self._given.values(), *self._starting.values()]
        if self.each and sum(other.browser == place.browser for other in taken) >= self.each:
            raise HTTPError(429, "this browser has all its places")
        if self.each_address and sum(other.address == place.address for other in taken) >= self.each_address:
            raise HTTPError(429, "this address has all its places")

    @property
    def taken(self) -> int:
        """The number of pages that have a kernel or wait for one."""
        return len(set(self.list_kernel_ids()) - self._unseen - set(self._starting)) + len(self._starting)

    async def _start(self, kernel_id: str, **more: Any) -> None:
        # malformed messages of visitors shall not fill the terminal of the server
        quiet = ["--log-level=CRITICAL"]
        await super()._async_start_kernel(kernel_id=kernel_id, extra_arguments=quiet, **more)

    async def _take(self, kernel: str, warmed: asyncio.Task[None], path: str | None, whose: dict[str, str]) -> bool:
        """Set a warm kernel up for a page; return whether it could be done."""
        self._unseen.discard(kernel)
        with contextlib.suppress(Exception):
            await warmed
            if await self.get_kernel(kernel).is_alive():
                there = f"os.chdir({self.cwd_for_path(path)!r})\n" if path else ""
                await self._tell(kernel, f"import os\n{there}os.environ.update({whose!r})\ndel os")
                return True
        if kernel in self:  # otherwise a new kernel gets this id
            await super().shutdown_kernel(kernel, now=True)
        return False

    async def _tell(self, kernel: str, code: str, new: bool = False) -> None:
        """Run code in a kernel; raise an error if it fails."""
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
        """Start warming up kernels, one after the other, until there are enough."""
        if not self._closed and (self._filling is None or self._filling.done()):
            self._filling = asyncio.get_running_loop().create_task(self._fill())

    async def _fill(self) -> None:
        loop = asyncio.get_running_loop()
        while self._room():
            wait = self._last_given + self.calm - loop.time()
            if wait > 0:  # pages that are just opening come first
                await asyncio.sleep(wait)
                continue
            kernel: str = self.new_kernel_id()
            self._unseen.add(kernel)
            task = loop.create_task(self._warm_up(kernel))
            self._waiting.append((kernel, task))
            await asyncio.wait([task])
            if task.exception() is not None:
                if (kernel, task) in self._waiting:  # otherwise a page was to have it, which ends it
                    self._waiting.remove((kernel, task))
                    self._unseen.discard(kernel)
                    await self._end(kernel)
                return  # tried again with the next page

    def _room(self) -> bool:
        standing = len(self._waiting)
        return not self._closed and standing < self.warm and not (self.places and self.taken + standing >= self.places)

    async def _warm_up(self, kernel: str) -> None:
        await self._start(kernel, path="", env={**os.environ, "SERVER_SOFTWARE": "voila"})
        await self._tell(kernel, IMPORTS, new=True)

    # Whose they are -----------------------------------------------------------------------------------------

    def place_of(self, kernel_id: str, browser: str) -> PageSlot | None:
        """Return the slot of a kernel if the browser has its page; else ``None``."""
        place = self._given.get(kernel_id)
        return place if place is not None and place.browser == browser else None

    def page_sent(self, place: PageSlot) -> None:
        """Record that a page was sent, or that its browser has left: its kernel ends unless the page connects soon."""
        place.sent = True
        self._expect(place, self.unclaimed)

    def page_loads(self, place: PageSlot) -> None:
        """Record, once for each page, that a browser has begun to load it, and give it more time."""
        if not place.loads:
            place.loads = True
            self._expect(place, LOADING)

    def notify_connect(self, kernel_id: str) -> None:
        """Record that a page has connected."""
        place = self._given.get(kernel_id)
        if place is not None:
            place.come = True
            place.cancel_end()
        super().notify_connect(kernel_id)

    def _expect(self, place: PageSlot, seconds: float) -> None:
        if not place.come and place.kernel in self._given:
            place.cancel_end()
            place.end = asyncio.get_running_loop().call_later(seconds, self._unclaimed, place)

    def _unclaimed(self, place: PageSlot) -> None:
        task = asyncio.get_running_loop().create_task(self.shutdown_kernel(place.kernel))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    # Ending -------------------------------------------------------------------------------------------------

    async def shutdown_kernel(self, kernel_id: str, now: bool = False, restart: bool = False) -> None:
        """Kill a kernel at once; its page no longer counts.

        Nothing is lost, as pages save everything before they show it. A kernel that is asked to end closes its sockets
        in one thread while it still answers in another, and may print a traceback.
        """
        self._forget(kernel_id)
        await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    def remove_kernel(self, kernel_id: str) -> Any:
        """Remove a kernel that has ended, and the messages that were kept for a reconnect of its page."""
        self._forget(kernel_id)
        if kernel_id in self:
            self.stop_buffering(kernel_id)  # its page cannot come back
        return super().remove_kernel(kernel_id)

    def _forget(self, kernel_id: str) -> None:
        place = self._given.pop(kernel_id, None)
        if place is not None:
            place.cancel_end()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that has been idle for too long, unless it waits for a page."""
        if kernel_id in self._unseen:
            return
        await super().cull_kernel_if_idle(kernel_id)
        if self.forgotten and kernel_id in self:
            kernel = self.get_kernel(kernel_id)
            if utcnow() - kernel.last_activity > timedelta(seconds=self.forgotten):
                await self.shutdown_kernel(kernel_id)

    async def shutdown_all(self, now: bool = False) -> None:
        """End all kernels at once, also those that are still starting."""
        self._closed = True
        for place in self._given.values():
            place.cancel_end()
        if self._filling is not None and not self._waiting:  # it waits until no page is opening
            self._filling.cancel()
        # wait for kernels that are starting: a start that is cut off would leave a process behind
        warming = [task for _, task in self._waiting]
        tasks = [task for task in (*warming, *self._coming, *self._ending, self._filling) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=STARTED)
        self._waiting.clear()
        await asyncio.gather(*map(self._end, self.list_kernel_ids()))

    async def _end(self, kernel: str) -> None:
        with contextlib.suppress(HTTPError, KeyError):  # its page was closed just now and is ending it
            await self.shutdown_kernel(kernel)


class _Templates(BytecodeCache):
    """Cache of compiled Jinja templates, in memory."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code


def keep_templates() -> None:
    """Make Voilà compile each page template only once, instead of again for each page."""
    templates = _Templates()

    class Exporter(VoilaExporter):  # type: ignore[misc]
        def _create_environment(self) -> Any:
            environment = super()._create_environment()
            environment.bytecode_cache = templates
            return environment

    notebook_renderer.VoilaExporter = Exporter
