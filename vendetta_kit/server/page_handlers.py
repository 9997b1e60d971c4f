"""The request handlers of pages and their kernels; only the browser that got a page may use its kernel.

Jupyter's server accepts anybody who knows a kernel's id. Here each browser is identified by the signed cookie of its
first page (behind JupyterHub by its login); for all others the kernel does not exist: they can neither read its
messages, nor send any, nor end it.

A failure is explained on the page in plain words, without Python, and written to the server's log with its cause.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import re
import traceback
from collections.abc import AsyncIterator, Iterable, Iterator
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

from vendetta_kit.input_errors import cut
from vendetta_kit.server.kernel_pool import PageSlot
from vendetta_kit.server.running_servers import is_loopback
from vendetta_kit.server.websocket_guard import PROTOCOL, is_sound

_log = logging.getLogger(__name__)
_NUMBERS: Final = {
    errno.ENOSPC: "disk",
    errno.EDQUOT: "disk",
    errno.EACCES: "rights",
    errno.EPERM: "rights",
    errno.EROFS: "rights",
    errno.EMFILE: "files",
    errno.ENFILE: "files",
    errno.ENOMEM: "memory",
    errno.EAGAIN: "memory",
}
"""The kinds of failures of the operating system, by error number."""
KINDS: Final = (*dict.fromkeys(_NUMBERS.values()), "slow", "ended", "page", "kit")
LONGEST_CAUSE: Final = 300


def kind_of(fault: BaseException) -> str:
    """Return the kind of a failure, one of :data:`KINDS`, from the exception or those that caused it.

    >>> kind_of(OSError(errno.ENOSPC, "full")), kind_of(TimeoutError()), kind_of(KeyError("x"))
    ('disk', 'slow', 'kit')
    """
    for one in _chain(fault):
        # jupyter_client: "Kernel didn't respond in 60 seconds"
        if isinstance(one, TimeoutError) or "respond in" in str(one)[:200]:
            return "slow"
        if isinstance(one, MemoryError):
            return "memory"
        if isinstance(one, OSError) and one.errno in _NUMBERS:
            return _NUMBERS[one.errno]
        if type(one).__name__ == "DeadKernelError" or "died" in str(one)[:200]:
            return "ended"
        if type(one).__name__ == "CellExecutionError":
            return "page"
    return "kit"


def log_failure(where: str, fault: BaseException) -> None:
    """Print one line on a failure to the standard error output, which is the log: where, what and why."""
    _log.error("vendetta learn: %s: %s", cut(where, LONGEST_CAUSE), "; from ".join(map(_cause, _chain(fault))))


def _chain(fault: BaseException) -> Iterator[BaseException]:
    """Yield an exception and those that caused it."""
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _cause(fault: BaseException) -> str:
    # an error in a notebook's cell is in the last lines of a complete traceback
    said = f"{getattr(fault, 'ename', '')}: {fault.evalue}" if hasattr(fault, "evalue") else str(fault)
    frames = traceback.extract_tb(fault.__traceback__)
    at = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return cut(f"{type(fault).__name__}: {said}", LONGEST_CAUSE) + at


SOCKETS = 4
"""The most sockets of one page at the same time. It needs one, and another if the network lost the first."""
UNREAD = 32 * 2**20
"""Number of unsent bytes after which the socket of a browser that does not read is closed."""

HEARTBEAT = "<script>window.voila_heartbeat()</script>"
"""What Voilà sends every ten seconds while a page is not ready; without end if writing the page has failed."""
MOST_HEARTBEATS = 12
"""Number of heartbeats in a row after which a page is given up; on a busy machine a kernel takes a minute to start."""

LONGEST_PATH: Final = 1000
LONGEST_NAME: Final = 255
"""The most bytes of a file name on any system."""

TOLD: Final = frozenset(
    ("comm_open", "comm_msg", "comm_close", "comm_info_reply", "kernel_info_reply", "status", "shutdown_reply")
)
"""The types of kernel messages that are sent to the page. Others, such as tracebacks, hold paths of the server."""

_Kernel: Any = KernelHandler
_Closed: Any = VoilaShutdownKernelHandler
_Page: Any = TornadoVoilaHandler
_Socket: Any = VoilaKernelWebsocketHandler
_Connection: Any = ZMQChannelsWebsocketConnection
_Writing: Any = NotebookRenderer
_Template: Any = TemplateStaticFileHandler
_Identity: Any = PasswordIdentityProvider


def is_path(text: str) -> bool:
    """Return whether a part of an address is a valid relative path of a file of the kit, on any system.

    >>> [is_path(text) for text in ("vtes/drills.ipynb", "a/../b", f"a{chr(0)}", "x" * 256, "")]
    [True, False, False, False, True]
    """
    return (
        len(text) <= LONGEST_PATH
        and text.isprintable()
        and not set(text) & set('\\:*?"<>|')
        and all(0 < len(name.encode()) <= LONGEST_NAME and name not in (".", "..") for name in text.split("/") if text)
    )


def may_send(frame: object) -> bool:
    """Return whether a message of a kernel may be sent to its page."""
    if not isinstance(frame, bytes):  # a protocol that the pages do not use
        return False
    header = read_header_from_binary_message(frame)
    return header is not None and header.get("msg_type") in TOLD


def _answer(handler: Any, status: int, kind: str = "kit") -> str:
    """Return the HTML of the error page for a status and a kind of failure."""
    page = handler.settings["voila_jinja2_env"].get_template("error.html")
    told: str = page.render(status_code=status, kind=kind, base_url=handler.settings["base_url"])
    return told


class Plain:
    """Base of all handlers: invalid addresses give 404, and failures are explained and logged."""

    def prepare(self) -> Any:
        handler: Any = self
        for part in (*handler.path_args, *handler.path_kwargs.values()):
            if part is not None and not is_path(part):
                raise HTTPError(404)
        return super().prepare()  # type: ignore[misc]

    def send_error(self, status_code: int = 500, **more: Any) -> None:
        handler: Any = self
        if status_code == 403 and isinstance(handler, StaticFileHandler):  # do not reveal which files exist
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
        gone = isinstance(fault, StreamClosedError | WebSocketClosedError)  # the browser has left
        if not gone and (not isinstance(fault, HTTPError) or fault.status_code in (500, 501)):
            log_failure(handler.request.path, fault)


class _Own(Plain):
    """Base of handlers that only the browser with the kernel's page may use; others get 404."""

    async def prepare(self) -> None:
        await super().prepare()
        handler: Any = self
        kernel = [*handler.path_args, *handler.path_kwargs.values()][0]
        handler.place = handler.kernel_manager.place_of(kernel, handler.current_user.username)
        if handler.place is None:
            self.not_there()

    def not_there(self) -> None:
        """Answer a browser that does not have the kernel's page."""
        raise HTTPError(404, "no such kernel")

    def check_origin(self, *origin: str) -> bool:
        """Return whether the request comes from a page of this server, under any name that the server was given."""
        handler: Any = self
        asks = urlsplit(handler.request.headers.get("Origin", "")).hostname
        return asks in handler.settings["names"] or bool(super().check_origin(*origin))  # type: ignore[misc]


class Coming:
    """The kernel manager that Voilà uses to write one page: it gives the kernel's id before the kernel has started."""

    def __init__(self, kernels: Any) -> None:
        self._kernels = kernels
        self._coming: Any = None

    async def start_kernel(self, **more: Any) -> str:
        """Return the id of the page's kernel, which may not have started yet."""
        named, self._coming = self._kernels.promise(**more)
        return str(named)

    def get_kernel(self, _: str) -> Any:
        """Return an awaitable of the kernel."""
        return self._coming

    @property
    def failed(self) -> BaseException | None:
        """The exception with which the start of the kernel failed, or ``None``."""
        return self._coming.exception() if self._coming is not None and self._coming.done() else None


class PageWriter(_Writing):  # type: ignore[misc]
    """Writes a page and keeps exceptions, which Voilà would ignore."""

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
    """Handler of a notebook as a page. After it is sent, its kernel waits for it for a limited time.

    The first part is sent before the kernel has started; if that fails, an error page replaces it.
    """

    place: PageSlot | None = None
    fault: BaseException | None = None
    """The exception after the first part of the page was sent."""

    @cached_property
    def kernel_manager(self) -> Coming:
        """The kernel manager of this page."""
        return Coming(self.settings["kernel_manager"])

    def redirect_to_file(self, path: str) -> None:
        raise HTTPError(404)  # only notebooks are served as pages

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
    """Handler by which a loading page asks whether its kernel exists; deleting it is not possible here."""

    SUPPORTED_METHODS = ("GET",)

    async def get(self, kernel_id: str) -> None:
        self.kernel_manager.page_loads(self.place)
        await super().get(kernel_id)


class Closed(_Own, _Closed):  # type: ignore[misc]
    """Handler by which a page that is closed ends its kernel.

    A closing page cannot send Jupyter's XSRF token, but a POST of a foreign page has no cookie. Most pages send it
    twice; every request gets the same answer.
    """

    def check_xsrf_cookie(self) -> None:
        return

    def check_origin(self, *origin: str) -> bool:
        """Return whether a page of this server asks.

        Firefox names the origin ``null``, as no referrer is to be sent; the other header is the browser's own.
        """
        headers = self.request.headers
        unnamed = headers.get("Origin") == "null" and headers.get("Sec-Fetch-Site") == "same-origin"
        return unnamed or super().check_origin(*origin)

    def not_there(self) -> None:
        self.set_status(204)
        self.finish()


class Socket(_Own, _Socket):  # type: ignore[misc]
    """The socket between a page and its kernel, with limits on the number of sockets and the rate of messages."""

    async def get(self, kernel_id: str) -> None:
        if self.place.sockets >= SOCKETS:
            raise HTTPError(429, "too many sockets for one page")
        self.place.sockets += 1
        try:
            await super().get(kernel_id)  # returns when the socket is closed
        finally:
            self.place.sockets -= 1

    connection: Any = None

    async def pre_get(self) -> None:
        await super().pre_get()
        if self.connection is None:  # its page was left meanwhile
            raise StreamClosedError

    async def open(self, kernel_id: str) -> None:
        if self.connection is not None:
            self.ws_connection.stream.max_write_buffer_size = UNREAD
            await super().open(kernel_id)

    def on_close(self) -> None:
        if self.connection is not None:
            super().on_close()

    def on_message(self, frame: bytes | str) -> Any:
        wait = self.place.pace.wait(len(frame), asyncio.get_running_loop().time())
        return self._later(wait, frame) if wait else super().on_message(frame)

    async def _later(self, wait: float, frame: bytes | str) -> None:
        await asyncio.sleep(wait)  # meanwhile nothing is read from this socket
        if self.connection is not None:
            super().on_message(frame)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        if not may_send(message):
            return None
        try:
            return super().write_message(message, binary)
        except StreamBufferFullError:
            return self.ws_connection.stream.close()


class Connection(_Connection):  # type: ignore[misc]
    """Connection between socket and kernel; a malformed frame closes the socket and is not parsed."""

    def handle_incoming_message(self, incoming_msg: bytes | str) -> None:
        if self.subprotocol == PROTOCOL and is_sound(incoming_msg):
            with suppress(Exception):  # the header may be invalid, which shows only when it is parsed
                super().handle_incoming_message(incoming_msg)
                return
        self.websocket_handler.close(1003, "not a message of these pages")


class TemplateFile(Plain, _Template):  # type: ignore[misc]
    """Handler of a file of a page's template; its address names the template and contains ``static``."""

    def prepare(self) -> Any:
        template, _, file = str(self.path_args[0]).partition("/")
        if not re.match("static/.", file):
            raise HTTPError(404)
        try:
            collect_static_paths(["voila", "nbconvert"], template)
        except ValueError:  # no such template
            raise HTTPError(404) from None
        return super().prepare()


DOORS: dict[Any, Any] = {
    TornadoVoilaHandler: Page,
    KernelHandler: Kernel,
    VoilaKernelWebsocketHandler: Socket,
    VoilaShutdownKernelHandler: Closed,
    TemplateStaticFileHandler: TemplateFile,
    VoilaContentsHandler: None,  # pages do not list files,
    TornadoVoilaTreeHandler: None,
    LogoutHandler: None,  # and there is no login
}
"""The handlers that replace Voilà's; ``None`` removes one."""


def kit_handlers(handlers: Iterable[Any]) -> list[Any]:
    """Return Voilà's addresses with the kit's handlers, without those that no page needs."""
    voila_handler.NotebookRenderer = PageWriter
    rebuilt = ((pattern, DOORS.get(handler, handler), *more) for pattern, handler, *more in handlers)
    return [(pattern, _plain(handler), *more) for pattern, handler, *more in rebuilt if handler is not None]


def _plain(handler: Any) -> Any:
    return handler if issubclass(handler, Plain) else type(handler.__name__, (Plain, handler), {})


def serve_below(base: str, app: Any) -> None:
    """Make an application answer below a path, whether a web server in front strips the path or not."""
    find = app.find_handler

    def find_handler(request: Any, **more: Any) -> Any:
        if not request.path.startswith(base):
            inside = "" if request.path == base[:-1] else request.path.lstrip("/")
            request.path = base + inside
            request.uri = request.path + (f"?{request.query}" if request.query else "")
        return find(request, **more)

    app.find_handler = find_handler


class FramedIdentity(_Identity):  # type: ignore[misc]
    """Identifies visitors if other sites may show the pages in a frame, by a cookie that browsers keep there.

    Browsers accept such a cookie only over HTTPS or from the same machine. Otherwise the usual cookie is set, and a
    page in a frame asks to be opened in its own window.
    """

    def set_login_cookie(self, handler: Any, user: Any) -> None:
        # built into Python from 3.14 on
        Morsel._reserved.setdefault("partitioned", "Partitioned")  # type: ignore[attr-defined]
        Morsel._flags.add("partitioned")  # type: ignore[attr-defined]
        if handler.request.protocol == "https" or is_loopback(handler.request.host_name):
            self.cookie_options = {"samesite": "None", "secure": True, "partitioned": True}
        else:
            self.cookie_options = {}
        super().set_login_cookie(handler, user)


class Astray(Plain, RequestHandler):
    """Handler that explains that a page does not exist, or that the server has no such host name."""

    def initialize(self, known: Any = None) -> None:
        self._known = known

    def prepare(self) -> None:
        raise HTTPError(404 if self._known.fullmatch(self.request.host_name) else 421)
