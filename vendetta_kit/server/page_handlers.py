"""The addresses of the server that lead to a page's kernel, and who may use them: the browser that got the page.

Jupyter's server takes everybody who knows a kernel's id. Here the id alone is worth nothing: each browser is known by
the signed cookie that came with its first page (behind JupyterHub by its login), and to all others there is no such
kernel: they can neither read it, nor speak to it, nor end it.

Whatever goes wrong behind an address is told as what it is, in words and without a word of Python, and stands with its
cause in the server's log.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from functools import cached_property
from http.client import responses
from http.cookies import Morsel
from typing import Any, Final, cast
from urllib.parse import urlsplit

from jupyter_server.auth.identity import PasswordIdentityProvider
from jupyter_server.auth.logout import LogoutHandler
from jupyter_server.base.handlers import APIHandler
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.iostream import StreamBufferFullError, StreamClosedError
from tornado.web import HTTPError, RequestHandler, StaticFileHandler
from tornado.websocket import WebSocketClosedError
from voila import handler as voila_handler
from voila.notebook_renderer import NotebookRenderer
from voila.paths import collect_static_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler, read_header_from_binary_message
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from vendetta_kit.server.kernel_pool import PageSlot
from vendetta_kit.server.page_failures import kind_of, log_failure
from vendetta_kit.server.running_servers import is_loopback
from vendetta_kit.server.websocket_guard import PROTOCOL, is_sound

__all__ = ["Astray", "Connection", "FramedIdentity", "below", "doors", "is_path", "is_told"]

SOCKETS = 4
"""Most at once for one page. It has one, and one more when the network has lost the first."""
UNREAD = 32 * 2**20
"""So many bytes wait for a browser that does not read; then its socket is closed."""

HEARTBEAT = "<script>window.voila_heartbeat()</script>"
"""What Voilà sends every ten seconds while nothing comes of a page: for ever, where what writes the page has failed."""
MOST_HEARTBEATS = 12
"""So many in a row, then the page is given up: on a busy machine a kernel takes a minute to be there."""

LONGEST_PATH: Final = 1000
LONGEST_NAME: Final = 255
"""Bytes that a file's name has at most, on any machine."""

TOLD: Final = frozenset(
    ("comm_open", "comm_msg", "comm_close", "comm_info_reply", "kernel_info_reply", "status", "shutdown_reply")
)
"""What a page is told by its kernel. All else, as what Python writes when a message fails, is for who runs the server:
it holds the server's paths."""

_Kernel: Any = KernelHandler
_Closed: Any = VoilaShutdownKernelHandler
_Page: Any = TornadoVoilaHandler
_Socket: Any = VoilaKernelWebsocketHandler
_Connection: Any = ZMQChannelsWebsocketConnection
_Writing: Any = NotebookRenderer
_Template: Any = TemplateStaticFileHandler
_Identity: Any = PasswordIdentityProvider


def is_path(text: str) -> bool:
    """Return whether a part of an address may name a file of the kit's, on any machine.

    >>> [is_path(text) for text in ("vtes/drills.ipynb", "a/../b", f"a{chr(0)}", "x" * 256, "")]
    [True, False, False, False, True]
    """
    return (
        len(text) <= LONGEST_PATH
        and text.isprintable()
        and not set(text) & set('\\:*?"<>|')
        and all(0 < len(name.encode()) <= LONGEST_NAME and name not in (".", "..") for name in text.split("/") if text)
    )


def is_told(frame: object) -> bool:
    """Return whether what a kernel sends may go to its page."""
    if not isinstance(frame, bytes):  # the form that the pages do not speak
        return False
    header = read_header_from_binary_message(frame)
    return header is not None and header.get("msg_type") in TOLD


def _answer(handler: Any, status: int, kind: str = "kit") -> str:
    """The page that says in words why there is no other."""
    page = handler.settings["voila_jinja2_env"].get_template("error.html")
    told: str = page.render(status_code=status, kind=kind, base_url=handler.settings["base_url"])
    return told


class Plain:
    """What all addresses have in common: an odd one leads nowhere, and what goes wrong is told and logged."""

    def prepare(self) -> Any:
        handler: Any = self
        for part in (*handler.path_args, *handler.path_kwargs.values()):
            if part is not None and not is_path(part):
                raise HTTPError(404)
        return super().prepare()  # type: ignore[misc]

    def send_error(self, status_code: int = 500, **more: Any) -> None:
        handler: Any = self
        if status_code == 403 and isinstance(handler, StaticFileHandler):  # what else lies there is told to nobody
            status_code, more = 404, {}
        super().send_error(status_code, **more)  # type: ignore[misc]

    def write_error(self, status_code: int, exc_info: Any = None, **_: Any) -> None:
        handler: Any = self
        if isinstance(handler, APIHandler):
            handler.set_header("Content-Type", "application/json")
            handler.finish(json.dumps({"message": responses.get(status_code, "Unknown")}))
        else:
            handler.set_header("Content-Type", "text/html; charset=UTF-8")
            for name, value in handler.settings.get("headers", {}).items():
                handler.set_header(name, value)
            handler.finish(_answer(handler, status_code, kind_of(exc_info[1]) if exc_info else "kit"))

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        handler, fault = cast("Any", self), value
        gone = isinstance(fault, StreamClosedError | WebSocketClosedError)  # the browser has
        if not gone and (not isinstance(fault, HTTPError) or fault.status_code in (500, 501)):
            log_failure(handler.request.path, fault)


class _Own(Plain):
    """What only the browser may use that was given the kernel; for all others it is not there."""

    async def prepare(self) -> None:
        await super().prepare()
        handler: Any = self
        kernel = [*handler.path_args, *handler.path_kwargs.values()][0]
        handler.place = handler.kernel_manager.place_of(kernel, handler.current_user.username)
        if handler.place is None:
            self.not_there()

    def not_there(self) -> None:
        """What the browser is told of a kernel that is not its own."""
        raise HTTPError(404, "no such kernel")

    def check_origin(self, *origin: str) -> bool:
        """Whether it is a page of the server's that asks; one in front may have its own name, which it was told."""
        handler: Any = self
        asks = urlsplit(handler.request.headers.get("Origin", "")).hostname
        return asks in handler.settings["names"] or bool(super().check_origin(*origin))  # type: ignore[misc]


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
    def failed(self) -> BaseException | None:
        """Why it will never be there."""
        return self._coming.exception() if self._coming is not None and self._coming.done() else None


class PageWriter(_Writing):  # type: ignore[misc]
    """Writes a page. What fails in that is noted, for Voilà would go on without a word."""

    async def generate_content_generator(self, *given: Any, **more: Any) -> AsyncIterator[Any]:
        try:
            async for words in super().generate_content_generator(*given, **more):
                yield words
        except Exception as fault:
            self.request_handler.fault = fault

    async def _jinja_kernel_start(self, *given: Any, **more: Any) -> Any:
        kernel = await super()._jinja_kernel_start(*given, **more)
        execute = self.executor.execute_cell

        async def noted(*cell: Any, **how: Any) -> Any:
            try:
                return await execute(*cell, **how)
            except Exception as fault:
                self.request_handler.fault = fault
                raise

        self.executor.execute_cell = noted
        return kernel


class Page(Plain, _Page):  # type: ignore[misc]
    """A notebook as a page. When it has been sent, its kernel waits for it, but not for long.

    Its first words are sent before there is a kernel; if there will be none, or if nothing more comes, a page that says
    so is sent instead.
    """

    place: PageSlot | None = None
    fault: BaseException | None = None
    """What failed after the page's first words were sent."""

    @cached_property
    def kernel_manager(self) -> Coming:
        """The page's own kernel."""
        return Coming(self.settings["kernel_manager"])

    def redirect_to_file(self, path: str) -> None:
        raise HTTPError(404)  # what is no notebook is no page, whatever file it may be

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        silent = 0
        async for words in super().get_generator(path):
            silent = silent + 1 if words.startswith(HEARTBEAT) else 0
            if self.kernel_manager.failed is not None:
                self.fault = self.kernel_manager.failed
            elif silent > MOST_HEARTBEATS:
                self.fault = TimeoutError("nothing came of the page")
            if self.fault is not None:
                break
            yield words
        if self.fault is not None:
            log_failure(self.request.path, self.fault)
            yield self._instead(self.fault)

    def _instead(self, fault: BaseException) -> str:
        status = fault.status_code if isinstance(fault, HTTPError) else 500
        told = json.dumps(_answer(self, status, kind_of(fault))).replace("</", "<\\/")
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
        if not is_told(message):
            return None
        try:
            return super().write_message(message, binary)
        except StreamBufferFullError:
            return self.ws_connection.stream.close()


class Connection(_Connection):  # type: ignore[misc]
    """Between socket and kernel: a frame that is not what it claims to be closes the socket, unread."""

    def handle_incoming_message(self, incoming_msg: bytes | str) -> None:
        if self.subprotocol == PROTOCOL and is_sound(incoming_msg):
            with suppress(Exception):  # its header is none, which only who reads it can know
                super().handle_incoming_message(incoming_msg)
                return
        self.websocket_handler.close(1003, "not a message of these pages")


class TemplateFile(Plain, _Template):  # type: ignore[misc]
    """A file of a page's template; its address names the template and has ``static`` in it."""

    def prepare(self) -> Any:
        template, _, file = str(self.path_args[0]).partition("/")
        if not re.match("static/.", file):
            raise HTTPError(404)
        try:
            collect_static_paths(["voila", "nbconvert"], template)
        except ValueError:  # there is no such template
            raise HTTPError(404) from None
        return super().prepare()


DOORS: dict[Any, Any] = {
    TornadoVoilaHandler: Page,
    KernelHandler: Kernel,
    VoilaKernelWebsocketHandler: Socket,
    VoilaShutdownKernelHandler: Closed,
    TemplateStaticFileHandler: TemplateFile,
    VoilaContentsHandler: None,  # no page lists the others,
    TornadoVoilaTreeHandler: None,
    LogoutHandler: None,  # and nobody has logged in here
}
"""What stands where Voilà has a handler of its own; ``None``: nothing."""


def doors(handlers: Iterable[Any]) -> list[Any]:
    """Voilà's addresses with the kit's handlers behind them, without those that no page needs."""
    voila_handler.NotebookRenderer = PageWriter
    rebuilt = ((pattern, DOORS.get(handler, handler), *more) for pattern, handler, *more in handlers)
    return [(pattern, _plain(handler), *more) for pattern, handler, *more in rebuilt if handler is not None]


def _plain(handler: Any) -> Any:
    return handler if issubclass(handler, Plain) else type(handler.__name__, (Plain, handler), {})


def below(base: str, app: Any) -> None:
    """Have an application answer below a path, whether a web server in front strips that path or leaves it."""
    find = app.find_handler

    def find_handler(request: Any, **more: Any) -> Any:
        if not request.path.startswith(base):
            inside = "" if request.path == base[:-1] else request.path.lstrip("/")
            request.path = base + inside
            request.uri = request.path + (f"?{request.query}" if request.query else "")
        return find(request, **more)

    app.find_handler = find_handler


class FramedIdentity(_Identity):  # type: ignore[misc]
    """Who a visitor is, where other sites may show the pages in a frame: a cookie that a browser keeps there, too.

    Browsers take such a one over HTTPS only, and on this very machine. Elsewhere it is the usual one, and a page in a
    frame says that it must be opened in a window of its own.
    """

    def set_login_cookie(self, handler: Any, user: Any) -> None:
        # as Python itself has it from 3.14 on
        Morsel._reserved.setdefault("partitioned", "Partitioned")  # type: ignore[attr-defined]
        Morsel._flags.add("partitioned")  # type: ignore[attr-defined]
        if handler.request.protocol == "https" or is_loopback(handler.request.host_name):
            self.cookie_options = {"samesite": "None", "secure": True, "partitioned": True}
        else:
            self.cookie_options = {}
        super().set_login_cookie(handler, user)


class Astray(Plain, RequestHandler):
    """Says in words that there is no such page, or that the server is not known by the name that was asked for."""

    def initialize(self, known: Any = None) -> None:
        self._known = known

    def prepare(self) -> None:
        raise HTTPError(404 if self._known.fullmatch(self.request.host_name) else 421)
