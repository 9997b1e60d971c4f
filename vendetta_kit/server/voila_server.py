"""The command ``vendetta learn``: serves the notebooks as pages with Voilà, by default on this machine only.

Everything that the pages load comes from this server. It is Voilà with the kit's settings: the kit's page template, the
loopback address, warm kernels that end when their page is closed, little output, and handlers that only a page's own
browser can use. :class:`Room` has the settings that differ for a class.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any

from vendetta_kit.server.page_visitor import SHORTEST_PASSWORD, TEACHER, teachers_password
from vendetta_kit.server.running_servers import OWN_ADDRESS, is_loopback, record_server
from vendetta_kit.server.websocket_guard import LARGEST_MESSAGE

USUAL_PORT = 8866
HOST = "127.0.0.1"
FIRST_PAGE = "00_start_here.ipynb"
LARGEST_BODY = 2**20
"""The most bytes of a request's body; pages post little, and send files over their socket."""
MOST_FILES = 2**16
"""The most open files of the server, if the system allows it; a page needs about two dozen."""
LONGEST_TEMPORARY = 32
"""The longest path of a temporary folder for kernels' sockets, as the path of a socket may have 104 characters."""
ADDRESS = r"\d+(?:\.\d+){3}|\[[\da-f:.]+\]"
"""Pattern of an IP address as host. All are accepted: DNS rebinding by a foreign page needs a host name."""
NOT_NEEDED = (
    "@jupyter-notebook/lab-extension",
    "@jupyter-server/resource-usage",
    "@voila-dashboards/jupyterlab-preview",
    "jupyter-offlinenotebook",
    "jupyterlab-plotly",
    "jupyterlab_pygments",
)
"""Extensions of other packages for JupyterLab, which the pages do not need. voila.json has the same list."""
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NEEDED = ("voila", "ipywidgets", "ipykernel", "vendetta_widgets")


class _Fault(Exception):
    """Error: the pages cannot be served. The message is one line."""


@dataclass(frozen=True, slots=True)
class Room:
    """The settings of a server that depend on its users.

    ``host`` is the address to listen at, ``warm`` the number of kernels kept ready, ``places`` the most open pages (0:
    no limit), ``idle`` the minutes without use after which an open page loses its place (0: never). ``each`` is the
    most pages of one browser, ``each_address`` of one address (0: no limit). ``names`` are further host names of the
    server. ``hub`` says that JupyterHub has started it and decides about address and access. ``base`` is the path of
    the pages on a web server in front, ``frames`` the origins of the sites that may show them in a frame.
    """

    host: str = HOST
    warm: int = 1
    places: int = 0
    idle: int = 0
    each: int = 0
    each_address: int = 0
    names: tuple[str, ...] = ()
    hub: bool = False
    base: str = "/"
    frames: tuple[str, ...] = ()

    @classmethod
    def of(cls, learners: int, host: str = HOST) -> Room:
        """Return the settings for a class: a warm kernel for each learner, half as many places more, 30 idle minutes.

        As a whole class may share one address behind a router, an address gets a place for each learner.

        >>> room = Room.of(20)
        >>> room.warm, room.places, room.idle, room.each, room.each_address
        (20, 30, 30, 4, 20)
        """
        return cls(host, learners, learners + (learners + 1) // 2, 30, 4, learners)


def learn(
    port: int | None = None, open_browser: bool = True, notebooks: str | None = None, room: Room | None = None
) -> int:
    """Serve the kit's pages until Ctrl-C, and open the first one in a browser.

    Args:
        port: the port; by default 8866 or, if that is taken, any free port.
        open_browser: whether to open the first page, if there is a browser.
        notebooks: the folder of the pages; by default the kit's own.
        room: the settings; by default for one person on this machine.

    Returns:
        The exit code: 0 after Ctrl-C, 2 (and one line on the standard error output) if the pages cannot be served.
    """
    room = room or Room()
    try:
        _check_installed()
        if room.hub:
            host, port, base = _place_of_hub()
            room = replace(room, host=host, base=base)
        chosen = _free_port(port, room.host)
        pages, template = notebooks or _notebooks(), _template()
        with _own_folder() as keeps_tables:
            server = _server(chosen, pages, template, open_browser, room, keeps_tables)
            open_many_files()
            return _serve(server, _address(room.host, chosen) if _is_for_one(room) else "")
    except _Fault as fault:
        print(f"vendetta learn: {fault}", file=sys.stderr)
        return 2


def open_many_files() -> None:
    """Raise the limit of open files of this process to what the system allows, at most :data:`MOST_FILES`."""
    if find_spec("resource") is None:  # Windows has no such limit
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        with contextlib.suppress(OSError, ValueError):  # the present limit may suffice
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _check_installed() -> None:
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise _Fault(f"the package {missing[0]} is missing: expected an installation with vendetta-kit[learn]")


@contextlib.contextmanager
def _own_folder() -> Iterator[bool]:
    """Make Jupyter write to the server's own folder; yield whether common tables outlive the server."""
    from vendetta_kit.server import writable_folders

    try:
        with writable_folders.own_folder() as keeps_tables:
            yield keeps_tables
    except writable_folders.NoFolder as fault:
        raise _Fault(str(fault)) from None


def _place_of_hub() -> tuple[str, int, str]:
    if find_spec("jupyterhub") is None:
        raise _Fault("the package jupyterhub is missing: expected an installation with vendetta-kit[hub]")
    from vendetta_kit.server import hub

    found = hub.hub_address()
    if found is None:
        raise _Fault("--hub without a JupyterHub: expected to be started by one (see docs/ways-in.md)")
    return found


def _notebooks() -> str:
    """Return the folder of the notebooks, inside the installed package or beside it in a checkout."""
    for folder in (os.path.join(_PACKAGE, "_notebooks"), os.path.join(os.path.dirname(_PACKAGE), "notebooks")):
        if os.path.isfile(os.path.join(folder, FIRST_PAGE)):
            return folder
    raise _Fault(f"the page {FIRST_PAGE} is missing: expected it in {_PACKAGE}/_notebooks; install the kit again")


def _template() -> str:
    """Return the Jupyter data folder that contains the page template."""
    spec = find_spec("vendetta_widgets")
    for package in spec.submodule_search_locations or () if spec is not None else ():
        folder = os.path.join(package, "template")
        if os.path.isdir(os.path.join(folder, "voila", "templates", "vendetta")):
            return folder
    raise _Fault("the page template is missing from vendetta_widgets: install the kit again")


def _free_port(wanted: int | None, host: str) -> int:
    """Return ``wanted`` if it is free; for ``None``, the usual port or any free one."""
    for port in (USUAL_PORT, 0) if wanted is None else (wanted,):
        with socket.socket(_family(host), socket.SOCK_STREAM) as probe:
            if os.name == "posix":  # a port whose last server has just ended counts as free
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                probe.listen(1)
            except OSError as error:
                if wanted is None and port and error.errno != errno.EADDRNOTAVAIL:
                    continue
                raise _Fault(_refused(port, host, error)) from None
            found: int = probe.getsockname()[1]
            return found
    raise AssertionError("port 0 always gives a port or an error")


def _family(host: str) -> int:
    try:
        found: int = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except (OSError, UnicodeError):
        raise _Fault(
            f"there is no address {host!r}: expected one of this machine's, or 0.0.0.0 for all of them"
        ) from None
    return found


def _refused(port: int, host: str, error: OSError) -> str:
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: expected one of its own, or 0.0.0.0 for all of them"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken: expected a free one; leave --port out to have one found"
    if error.errno == errno.EACCES:
        return f"port {port} is not for you to open: expected one from 1024 to 65535"
    return f"port {port} cannot be opened: {error.strerror}"


def _address(host: str, port: int, base: str = "/") -> str:
    """Return the URL of the pages; if the host stands for all addresses, with the machine's name.

    >>> _address("127.0.0.1", 8866), _address("::1", 8866, "/kit/")
    ('http://127.0.0.1:8866/', 'http://[::1]:8866/kit/')
    """
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host
    bracketed = f"[{name}]" if ":" in name else name
    return f"http://{bracketed}:{port}{base}"


def _is_for_one(room: Room) -> bool:
    """Return whether only the person at this machine can use the server, as far as can be known.

    >>> _is_for_one(Room()), _is_for_one(Room.of(20)), _is_for_one(Room(base="/kit/"))
    (True, False, False)
    """
    return room == Room(room.host, room.warm, idle=room.idle) and is_loopback(room.host)


def _known(room: Room) -> str:
    """Return the pattern of the host names by which the server may be called.

    Other names are refused, as a foreign page could let its own name point here (DNS rebinding).

    >>> known = re.compile(_known(Room(names=("kit.example",))))
    >>> [bool(known.fullmatch(name)) for name in ("localhost", "[::1]", "kit.example", "192.0.2.1.evil.example")]
    [True, True, True, False]
    """
    if room.hub:  # access is by the hub's cookie, which the browser sends to the hub's name only
        return ".*$"
    own = ["localhost", room.host, *room.names]
    if not is_loopback(room.host):
        machine = socket.gethostname()
        own += [machine, f"{machine}.local", socket.getfqdn()]
    return f"(?:{'|'.join([ADDRESS, *(re.escape(name.lower()) for name in own)])})$"


def _server(port: int, notebooks: str, template: str, open_browser: bool, room: Room, keeps_tables: bool = True) -> Any:
    """Return a Voilà server with the kit's settings that does not listen yet."""
    paths = [template, *filter(None, os.environ.get("JUPYTER_PATH", "").split(os.pathsep))]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(paths)
    # only the kernel of this Python, whatever else this user has installed
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

    # keeps jsonschema from spending two seconds on a grammar of international addresses that is not needed here
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

    from tornado.ioloop import IOLoop
    from tornado.web import RedirectHandler
    from traitlets.config import Config
    from voila.app import Voila

    from vendetta_kit.server import kernel_pool, page_handlers

    known = re.compile(_known(room))

    class Server(Voila):  # type: ignore[misc]
        """Voilà with the kit's first page instead of a list of files, and with one line of output when it is ready."""

        def init_handlers(self) -> list[Any]:
            first = {"url": f"{self.base_url}voila/render/{FIRST_PAGE}", "permanent": False}
            base = self.base_url
            to_first = (base, rf"{base}voila/?", rf"{base}voila/tree.*")
            own: list[Any] = [(pattern, RedirectHandler, first) for pattern in to_first]
            self.app.add_handlers(
                known.pattern, [*page_handlers.kit_handlers(own), *page_handlers.kit_handlers(super().init_handlers())]
            )
            page_handlers.serve_below(base, self.app)
            own_proxy = is_loopback(room.host)  # trust forwarded addresses only from a proxy on this machine
            self.app.listen = partial(self.app.listen, max_body_size=LARGEST_BODY, xheaders=own_proxy)
            return []  # no handlers for any other host name

        def launch_browser(self) -> None:
            address = _address(room.host, self.port, self.base_url)
            print(f"The Vendetta Kit is open at {address}  (Ctrl-C ends it)", flush=True)
            if not keeps_tables:
                print("Common tables are kept only until it ends: your data folder cannot be written.", flush=True)
            if not room.hub and not is_loopback(room.host):
                print("Everybody whose machine reaches this one can open it; it asks for no password.", flush=True)
            _check_password()
            loop: Any = IOLoop.current()
            loop.add_callback(self.kernel_manager.fill)
            _end_by_hand(loop.asyncio_loop)
            if open_browser:
                threading.Thread(target=_open, args=(address,), daemon=True).start()

        def stop(self) -> None:
            """End the kernels on the loop that started them, which also knows those that are still starting."""
            _end_by_hand(of=self.ioloop.asyncio_loop)
            self.ioloop.asyncio_loop.run_until_complete(self.kernel_manager.shutdown_all())
            shutil.rmtree(self.connection_dir, ignore_errors=True)

    config = Config()
    config.Voila.ip = room.host
    config.Voila.port = port
    config.Voila.port_retries = 0
    config.Voila.root_dir = notebooks
    config.Voila.open_browser = True  # calls launch_browser once the port is open
    config.Voila.config_file_paths = []  # ignore any voila.json
    config.Voila.log_level = "CRITICAL"
    config.Voila.base_url = room.base
    config.Voila.tornado_settings = {
        "names": frozenset(name.lower() for name in room.names),
        "websocket_max_message_size": LARGEST_MESSAGE,
        "default_handler_class": page_handlers.Astray,
        "default_handler_args": {"known": known},
    }
    config.Voila.kernel_websocket_connection_class = page_handlers.Connection
    config.VoilaConfiguration.template = "vendetta"
    config.VoilaConfiguration.theme = "dark"
    config.VoilaConfiguration.strip_sources = True
    config.VoilaConfiguration.show_tracebacks = False
    config.VoilaConfiguration.allow_template_override = "NO"
    config.VoilaConfiguration.allow_theme_override = "NO"
    config.VoilaConfiguration.extension_denylist = list(NOT_NEEDED)
    config.VoilaConfiguration.multi_kernel_manager_class = kernel_pool.WarmKernels
    config.WarmKernels.warm = room.warm
    config.WarmKernels.places = room.places
    config.WarmKernels.each = room.each
    config.WarmKernels.each_address = room.each_address
    config.WarmKernels.forgotten = 60 * room.idle
    # The kernel of a page that lost its connection ends after some minutes of being idle.
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_idle_timeout = 180
    config.KernelManager.transport_encryption = "auto"  # other users of this machine cannot read along
    if os.name == "posix" and len(tempfile.gettempdir()) <= LONGEST_TEMPORARY:
        config.KernelManager.transport = "ipc"  # a port could be taken between its choice and its use
    if room.hub:
        from vendetta_kit.server import hub

        hub.configure_for_hub(config)
    else:
        policy = " ".join(("frame-ancestors", "'self'", *room.frames))
        config.Voila.tornado_settings["headers"] = {"Content-Security-Policy": policy}
    if room.frames:
        config.Voila.identity_provider_class = page_handlers.FramedIdentity
    for name in ("asyncio", "tornado.access", "tornado.application", "tornado.general"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    kernel_pool.keep_templates()
    server = Server(config=config)
    server.initialize([])
    return server


def _check_password() -> None:
    """Print in one line that the teacher's page is disabled, if its password is too short."""
    if TEACHER in os.environ and teachers_password() is None:
        least = f"{SHORTEST_PASSWORD} letters or more"
        print(f"The teacher's page of tables stays closed: {TEACHER} must have {least}.", flush=True)


def _open(address: str) -> None:
    """Open the page in the person's browser, if there is one that does not run inside the terminal."""
    if sys.platform not in ("win32", "darwin") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    ):
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address, new=2)


def _end_by_hand(loop: Any = None, of: Any = None) -> None:
    """Make Ctrl-C and a service manager's SIGTERM stop this loop; without a loop, raise ``KeyboardInterrupt``.

    With a loop, an exception could be caught by whatever is running, and the server would go on. ``of`` is a loop that
    has ended, whose handlers are removed.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # loops on Windows have no signal handlers
            if of is not None:
                of.remove_signal_handler(number)
            # shells start background processes with Ctrl-C ignored
            signal.signal(number, signal.default_int_handler)
            if loop is not None:
                loop.add_signal_handler(number, loop.stop)


def _serve(server: Any, alone_at: str = "") -> int:
    """Run a server until it ends; return the exit code. ``alone_at`` is the address to record for one person."""
    _end_by_hand()
    try:
        if alone_at:
            os.environ[OWN_ADDRESS] = alone_at
        with record_server(alone_at) if alone_at else contextlib.nullcontext():
            server.start()  # returns after Ctrl-C, when the kernels have ended
    except KeyboardInterrupt:  # a second Ctrl-C, while the kernels were ending
        pass
    except SystemExit:  # the port was taken after it had been found free
        print(f"vendetta learn: port {server.port} is taken: expected a free one", file=sys.stderr)
        return 2
    print("\nThe Vendetta Kit is closed.", flush=True)
    return 0
