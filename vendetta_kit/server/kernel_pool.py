"""What makes Voilà's pages quick: kernels that have started before anybody asks, and templates that are read once.

Voilà can warm pages up itself, but one notebook at a time: a folder of twenty pages would keep twenty kernels waiting,
and those that nobody asks for within the idle time end and are not replaced. All pages of the kit begin with the same
imports, so here any warm kernel will do for any page. Each is given to one page and never to another.
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

__all__ = ["PageSlot", "WarmKernels", "keep_templates"]

IMPORTS = "import vendetta_widgets.page_kernel\ndel vendetta_widgets"
"""What every page needs, where a kernel was not forked from a process that has it."""
STARTED = 60.0
"""Seconds that a kernel may take to get warm."""
LOADING = 120.0
"""Seconds that a page may take to load what it needs, in a browser that has begun to."""


_Kernels: Any = AsyncMappingKernelManager
"""Its methods are awaited here, which the types of the class that it comes from do not know."""


class _Client(AsyncKernelClient):
    """Talks to a kernel without a heartbeat: whether its process lives, the server sees.

    Jupyter's heart is a thread. One that is stopped before it has come to run, as on a busy machine, opens sockets as
    fast as it can until no more can be had, in the server nor in the kernel.
    """

    def start_channels(
        self, shell: bool = True, iopub: bool = True, stdin: bool = True, hb: bool = False, control: bool = True
    ) -> None:
        super().start_channels(shell=shell, iopub=iopub, stdin=stdin, hb=hb, control=control)


class PageKernel(ServerKernelManager):
    """A kernel of :class:`WarmKernels`: all that talk to it do so without a heartbeat."""

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
    """A page and its kernel: whose it is, what it has open and sent, and whether it has come."""

    browser: str = ""
    address: str = ""
    kernel: str = ""
    sockets: int = 0
    pace: Pace = field(default_factory=Pace)
    loads: bool = False
    come: bool = False
    end: asyncio.TimerHandle | None = None  # when the kernel ends unless the page comes

    @classmethod
    def here(cls) -> PageSlot:
        """For the page that is asked for right now; what answers has it as ``place``."""
        answering: Any = CallContext.get(CallContext.JUPYTER_HANDLER)
        if answering is None:
            return cls()
        place = cls(answering.current_user.username, _network(answering.request.remote_ip))
        answering.place = place
        return place

    def stay(self) -> None:
        """The kernel does not end by itself any more."""
        if self.end is not None:
            self.end.cancel()


def _network(address: str) -> str:
    """An address, or of the many that one machine may give itself what is common to all.

    >>> _network("192.0.2.7"), _network("2001:db8::1:2"), _network("2001:db8::7") == _network("2001:db8::1:2")
    ('192.0.2.7', '2001:db8::', True)
    """
    try:
        found = ip_address(address)
    except ValueError:  # a socket that has no address
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if found.version == 6 else address


class WarmKernels(_Kernels):  # type: ignore[misc]
    """Hands out kernels, warm ones first; ends those that nobody uses; never runs more than there are places."""

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
        self._waiting: list[tuple[str, asyncio.Task[None]]] = []  # kernels without a page, and what warms them
        self._unseen: set[str] = set()  # kernels that no page has been given yet
        self._starting: dict[str, PageSlot] = {}  # kernels that start for a page that waits
        self._given: dict[str, PageSlot] = {}  # kernels that have a page
        self._coming: set[asyncio.Task[Any]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._filling: asyncio.Task[None] | None = None
        self._last_given = float("-inf")
        self._closed = False

    # Handing out --------------------------------------------------------------------------------------------

    async def start_kernel(self, *, kernel_id: str | None = None, path: str | None = None, **more: Any) -> str:
        """A kernel for a page, at work in that page's folder: a warm one if there is one, else a new one."""
        named, coming = self.promise(kernel_id, path, **more)
        await coming
        return named

    def promise(
        self, kernel_id: str | None = None, path: str | None = None, **more: Any
    ) -> tuple[str, asyncio.Task[Any]]:
        """Name the kernel of the page that is asked for, and give what to wait for until it is there.

        So the page's first words need not wait for it.
        """
        place = PageSlot.here()
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
            return self.get_kernel(kernel)
        finally:
            del self._starting[kernel]
            self._last_given = asyncio.get_running_loop().time()
            self.fill()

    def _whose(self, place: PageSlot) -> dict[str, str]:
        """What a kernel is told of whose page it has: common tables count by it what was tried and was wrong.

        Behind a hub somebody is known by the name that she has logged in with: what her browser's address is, a proxy
        says that has it from her.
        """
        return {PAGE: place.kernel, ADDRESS: place.browser if self.named else place.address}

    def _admit(self, place: PageSlot) -> None:
        """Refuse a page for which there is no room, or whose browser or address has its share."""
        if self.places and self.taken >= self.places:
            raise HTTPError(503, "all places are taken")
        taken = [*self._given.values(), *self._starting.values()]
        if self.each and sum(other.browser == place.browser for other in taken) >= self.each:
            raise HTTPError(429, "this browser has all its places")
        if self.each_address and sum(other.address == place.address for other in taken) >= self.each_address:
            raise HTTPError(429, "this address has all its places")

    @property
    def taken(self) -> int:
        """How many pages have a kernel, or wait for it."""
        return len(set(self.list_kernel_ids()) - self._unseen - set(self._starting)) + len(self._starting)

    async def _start(self, kernel_id: str, **more: Any) -> None:
        # what a visitor sends that cannot be read is no news for who has started the server
        quiet = ["--log-level=CRITICAL"]
        await super()._async_start_kernel(kernel_id=kernel_id, extra_arguments=quiet, **more)

    async def _take(self, kernel: str, warmed: asyncio.Task[None], path: str | None, whose: dict[str, str]) -> bool:
        """Have a warm kernel work for a page; whether it can."""
        self._unseen.discard(kernel)
        with contextlib.suppress(Exception):
            await warmed
            if await self.get_kernel(kernel).is_alive():
                there = f"os.chdir({self.cwd_for_path(path)!r})\n" if path else ""
                await self._tell(kernel, f"import os\n{there}os.environ.update({whose!r})\ndel os")
                return True
        if kernel in self:  # a new one gets its name
            await super().shutdown_kernel(kernel, now=True)
        return False

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
            kernel: str = self.new_kernel_id()
            self._unseen.add(kernel)
            task = loop.create_task(self._warm_up(kernel))
            self._waiting.append((kernel, task))
            await asyncio.wait([task])
            if task.exception() is not None:
                with contextlib.suppress(ValueError):
                    self._waiting.remove((kernel, task))
                return  # the next page tries it again

    def _room(self) -> bool:
        standing = len(self._waiting)
        return not self._closed and standing < self.warm and not (self.places and self.taken + standing >= self.places)

    async def _warm_up(self, kernel: str) -> None:
        await self._start(kernel, path="", env={**os.environ, "SERVER_SOFTWARE": "voila"})
        await self._tell(kernel, IMPORTS, new=True)

    # Whose they are -----------------------------------------------------------------------------------------

    def place_of(self, kernel_id: str, browser: str) -> PageSlot | None:
        """The place of a kernel, for the browser that has its page; ``None`` for all others."""
        place = self._given.get(kernel_id)
        return place if place is not None and place.browser == browser else None

    def page_sent(self, place: PageSlot) -> None:
        """A page is on its way: it should come soon."""
        self._expect(place, self.unclaimed)

    def page_loads(self, place: PageSlot) -> None:
        """A browser has got the page, and loads what it needs. It says so once."""
        if not place.loads:
            place.loads = True
            self._expect(place, LOADING)

    def notify_connect(self, kernel_id: str) -> None:
        """A page has come."""
        place = self._given.get(kernel_id)
        if place is not None:
            place.come = True
            place.stay()
        super().notify_connect(kernel_id)

    def _expect(self, place: PageSlot, seconds: float) -> None:
        if not place.come and place.kernel in self._given:
            place.stay()
            place.end = asyncio.get_running_loop().call_later(seconds, self._unclaimed, place)

    def _unclaimed(self, place: PageSlot) -> None:
        task = asyncio.get_running_loop().create_task(self.shutdown_kernel(place.kernel))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    # Ending -------------------------------------------------------------------------------------------------

    async def shutdown_kernel(self, kernel_id: str, now: bool = False, restart: bool = False) -> None:
        """End a kernel, always at once; its page counts no more from now on.

        What a page must not lose is on the disk before it shows it. A kernel that is asked to end instead takes its
        wires down in one thread while it still answers in another, which may end in its own complaint.
        """
        self._forget(kernel_id)
        await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    def remove_kernel(self, kernel_id: str) -> Any:
        """Strike out a kernel that has ended, with the wires that a page left while it was ending."""
        self._forget(kernel_id)
        if kernel_id in self:
            self.stop_buffering(kernel_id)  # they are kept for a page that comes again, and this one cannot
        return super().remove_kernel(kernel_id)

    def _forget(self, kernel_id: str) -> None:
        place = self._given.pop(kernel_id, None)
        if place is not None:
            place.stay()

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
        """End all of them at once, also those that are just starting."""
        self._closed = True
        for place in self._given.values():
            place.stay()
        if self._filling is not None and not self._waiting:  # it waits for calm
            self._filling.cancel()
        # a start that is cut off would leave a process behind: it is a matter of a second
        warming = [task for _, task in self._waiting]
        tasks = [task for task in (*warming, *self._coming, *self._ending, self._filling) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=STARTED)
        self._waiting.clear()
        await asyncio.gather(*map(self._end, self.list_kernel_ids()))

    async def _end(self, kernel: str) -> None:
        with contextlib.suppress(HTTPError, KeyError):  # its page was left in this moment, and is ending it
            await self.shutdown_kernel(kernel)


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
