"""The addresses of the server that lead to a page's kernel, and who may use them: the browser that got the page.

Jupyter's server takes everybody who knows a kernel's id. Here the id alone is worth nothing: each browser is known by
the signed cookie that came with its first page (behind JupyterHub by its login), and to all others there is no such
kernel: they can neither read it, nor speak to it, nor end it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from functools import cached_property
from typing import Any

from jupyter_server.auth.logout import LogoutHandler
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.iostream import StreamBufferFullError
from tornado.web import HTTPError, RequestHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from vendetta_kit.frames import PROTOCOL, is_sound
from vendetta_kit.warm import Place

__all__ = ["Astray", "Connection", "doors"]

SOCKETS = 4
"""Most at once for one page. It has one, and one more when the network has lost the first."""
UNREAD = 32 * 2**20
"""So many bytes wait for a browser that does not read; then its socket is closed."""

HEARTBEAT = "<script>window.voila_heartbeat()</script>"
"""What Voilà sends every ten seconds while nothing comes of a page: for ever, where what writes the page has failed."""
MOST_HEARTBEATS = 12
"""So many in a row, then the page is given up: on a busy machine a kernel takes a minute to be there."""

_Kernel: Any = KernelHandler
_Closed: Any = VoilaShutdownKernelHandler
_Page: Any = TornadoVoilaHandler
_Socket: Any = VoilaKernelWebsocketHandler
_Connection: Any = ZMQChannelsWebsocketConnection


class _Own:
    """What only the browser may use that was given the kernel; for all others it is not there."""

    async def prepare(self) -> None:
        await super().prepare()  # type: ignore[misc]
        handler: Any = self
        kernel = [*handler.path_args, *handler.path_kwargs.values()][0]
        handler.place = handler.kernel_manager.place_of(kernel, handler.current_user.username)
        if handler.place is None:
            self.not_there()

    def not_there(self) -> None:
        """What the browser is told of a kernel that is not its own."""
        raise HTTPError(404, "no such kernel")


class Coming:
    """The kernels as Voilà asks for one while it writes a page: named at once, waited for where the page needs it."""

    def __init__(self, kernels: Any) -> None:
        self._kernels = kernels
        self._coming: Any = None

    async def start_kernel(self, **more: Any) -> str:
        """The name of the page's kernel, which may not be there yet."""
        named, self._coming = self._kernels.promise(**more)
        return str(named)

    def get_kernel(self, _: str) -> Any:
        """What to wait for until it is there."""
        return self._coming

    @property
    def failed(self) -> bool:
        """Whether it will never be there."""
        return self._coming is not None and self._coming.done() and self._coming.exception() is not None


class Page(_Page):  # type: ignore[misc]
    """A notebook as a page. When it has been sent, its kernel waits for it, but not for long.

    Its first words are sent before there is a kernel; if there will be none, or if nothing more comes, a page that says
    so is sent instead.
    """

    place: Place | None = None

    @cached_property
    def kernel_manager(self) -> Coming:
        """The page's own kernel."""
        return Coming(self.settings["kernel_manager"])

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        silent = 0
        async for words in super().get_generator(path):
            silent = silent + 1 if words.startswith(HEARTBEAT) else 0
            if self.kernel_manager.failed or silent > MOST_HEARTBEATS:
                yield self._instead(500)
                return
            yield words

    def _instead(self, status: int) -> str:
        page = self.settings["voila_jinja2_env"].get_template("error.html")
        told = json.dumps(page.render(status_code=status, base_url=self.settings["base_url"])).replace("</", "<\\/")
        return f"<script>document.open(); document.write({told}); document.close();</script>"

    def on_finish(self) -> None:
        super().on_finish()
        if self.place is not None:
            self.settings["kernel_manager"].page_sent(self.place)


class Kernel(_Own, _Kernel):  # type: ignore[misc]
    """Whether the page's kernel is there, which the page asks while it loads; it is ended in another way."""

    SUPPORTED_METHODS = ("GET",)

    async def get(self, kernel_id: str) -> None:
        self.kernel_manager.page_loads(self.place)
        await super().get(kernel_id)


class Closed(_Own, _Closed):  # type: ignore[misc]
    """A page that is left ends its kernel at once.

    It cannot send what Jupyter wants as proof that this is no foreign page; but a foreign page's POST has no cookie.
    Most pages say it twice, and others say it in vain: the answer is the same, that there is nothing more to do.
    """

    def check_xsrf_cookie(self) -> None:
        return

    def not_there(self) -> None:
        self.set_status(204)
        self.finish()


class Socket(_Own, _Socket):  # type: ignore[misc]
    """What page and kernel say to each other: few sockets for one page, at a pace that a person can have."""

    async def get(self, kernel_id: str) -> None:
        if self.place.sockets >= SOCKETS:
            raise HTTPError(429, "too many sockets for one page")
        self.place.sockets += 1
        try:
            await super().get(kernel_id)  # ends with the socket
        finally:
            self.place.sockets -= 1

    async def open(self, kernel_id: str) -> None:
        self.ws_connection.stream.max_write_buffer_size = UNREAD
        await super().open(kernel_id)

    def on_message(self, frame: bytes | str) -> Any:
        wait = self.place.pace.wait(len(frame), asyncio.get_running_loop().time())
        return self._later(wait, frame) if wait else super().on_message(frame)

    async def _later(self, wait: float, frame: bytes | str) -> None:
        await asyncio.sleep(wait)  # nothing more is read from this socket meanwhile
        if self.connection is not None:
            super().on_message(frame)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        try:
            return super().write_message(message, binary)
        except StreamBufferFullError:
            return self.ws_connection.stream.close()


class Connection(_Connection):  # type: ignore[misc]
    """Between socket and kernel: a frame that is not what it claims to be closes the socket, unread."""

    def handle_incoming_message(self, incoming_msg: bytes | str) -> None:
        if self.subprotocol == PROTOCOL and is_sound(incoming_msg):
            super().handle_incoming_message(incoming_msg)
        else:
            self.websocket_handler.close(1003, "not a message of these pages")


DOORS: dict[Any, Any] = {
    TornadoVoilaHandler: Page,
    KernelHandler: Kernel,
    VoilaKernelWebsocketHandler: Socket,
    VoilaShutdownKernelHandler: Closed,
    VoilaContentsHandler: None,  # no page lists the others,
    TornadoVoilaTreeHandler: None,
    LogoutHandler: None,  # and nobody has logged in here
}
"""What stands where Voilà has a handler of its own; ``None``: nothing."""


def doors(handlers: Iterable[Any]) -> list[Any]:
    """Voilà's addresses with the kit's handlers behind them, without those that no page needs."""
    rebuilt = ((pattern, DOORS.get(handler, handler), *more) for pattern, handler, *more in handlers)
    return [rule for rule in rebuilt if rule[1] is not None]


class Astray(RequestHandler):
    """Says in words that there is no such page, or that the server is not known by the name that was asked for."""

    def initialize(self, known: Any = None) -> None:
        self._known = known

    def prepare(self) -> None:
        raise HTTPError(404 if self._known.fullmatch(self.request.host_name) else 421)

    def write_error(self, status_code: int, **_: Any) -> None:
        page = self.settings["voila_jinja2_env"].get_template("error.html")
        self.finish(page.render(status_code=status_code, base_url=self.settings["base_url"]))
