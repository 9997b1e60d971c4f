"""The real servers and a real browser: what every test here stands on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect
from xdist.scheduler import LoadScopeScheduling

from tests.browser.hands import Hands
from tests.browser.world import DESKTOP, PATIENCE, ROOT, Known, Lab, Server, for_all

LOCALES = {"en": "en-GB", "de": "de-DE"}
TOGETHER = {f"test_{name}" for name in ("below", "binder", "class", "hub", "lab", "lessons", "site")}
"""Files whose tests share a server or a browser of their own."""
NOT_TOLD = "localStorage.getItem('vendetta-kit/pace') ?? localStorage.setItem('vendetta-kit/pace', 'results')"
SHOWN = "if (origin !== 'null') localStorage.setItem('vendetta-kit/round-picture', 'shown')"
"""She has seen a round in pictures, which would stand before a first game; an empty page stores nothing."""
SHARED = "server"
"""By this name the processes that run tests are told of the server that they share."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Chromium (``chromium.sh`` says which, and what it leaves out); it looks for nothing in the network."""
    quiet = "disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync"
    return {
        **browser_type_launch_args,
        "executable_path": str(ROOT / "tests" / "browser" / "chromium.sh"),
        "args": ["--no-sandbox", *(f"--{word}" for word in quiet.split())],
    }


class ForAllWorkers:
    """Where tests run in several processes, the first one, which runs none, has the server that all of them share."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._server: Server | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        self._server = self._server or self._stack.enter_context(for_all())
        node.workerinput[SHARED] = (self._server.address, self._server.pid)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        """What the server does not do well in the end is told as a fault of the run."""
        try:
            self._stack.close()
        except AssertionError as fault:
            where = (str(Path(__file__).relative_to(ROOT)), None, SHARED)
            report = pytest.TestReport(f"{where[0]}::{SHARED}", where, {}, "failed", str(fault), "teardown")
            session.config.hook.pytest_runtest_logreport(report=report)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)


class Sharing(LoadScopeScheduling):
    """Gives each test to whichever process is free; those of a file that share a server or a browser stay together."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if Path(file).stem in TOGETHER else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing:
    return Sharing(config, log)


def pytest_configure(config: pytest.Config) -> None:
    Hands.quick = config.option.markexpr.startswith("not long")
    config.pluginmanager.register(ForAllWorkers(), SHARED)


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config) -> Iterator[Known]:
    """The kit's server, one for all tests."""
    shared = getattr(pytestconfig, "workerinput", {}).get(SHARED)
    if shared:
        yield Known(*shared)
    else:
        with for_all() as running:
            yield running


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab with copies of the kit's notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks", ignore=shutil.ignore_patterns(".*"))
    running = Lab(folder)
    yield running
    running.stop()


COMES_AGAIN = "console: Error: widget model not found"
"""ipywidgets gives a kernel four seconds to tell of its widgets. On a machine that is too busy for that the page loads
itself anew (`test_a_page_that_came_too_early_comes_again`); one that does not come fails whoever looks at it."""


class Watch:
    """All that must not happen on a page; ``may`` names what a test brings about itself."""

    def __init__(self, page: Page, home: str, may: tuple[str, ...] = ()) -> None:
        self.faults: list[str] = []
        self._may = (*may, COMES_AGAIN)
        self._home = urlsplit(home).netloc
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self._home:
            self._note(f"asks another host: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} {message.location.get('url', '')}")

    def _error(self, error: Error) -> None:
        self._note(f"page error: {error}")

    def _note(self, fault: str) -> None:
        if not any(words in fault for words in self._may):
            self.faults.append(fault)


Opener = Callable[..., Page]


@pytest.fixture
def window(browser: Browser) -> Iterator[Opener]:
    """Opens windows that are watched: ``window(address)``; with ``beside=page`` another one of the same browser."""
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def opened(
        address: str,
        size: tuple[int, int] = DESKTOP,
        beside: Page | None = None,
        may: tuple[str, ...] = (),
        **more: Any,
    ) -> Page:
        if beside is not None:
            context = beside.context
        else:
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        watches.append(Watch(page, address, may))
        return page

    yield opened
    faults = [fault for watch in watches for fault in watch.faults]  # what an empty page complains of is not the kit's
    for context in contexts:
        for page in context.pages:
            with suppress(Error):  # a page that is left ends its kernel; a window that is shut in a test tells nobody
                page.goto("about:blank")
        context.close()
    assert faults == []


@pytest.fixture
def hands(window: Opener, server: Known) -> Callable[..., Hands]:
    """A person before a fresh window of the kit: ``hands(PHONE, "de")``."""

    def sitting(size: tuple[int, int] = DESKTOP, lang: str = "en", calm: bool = False, **more: Any) -> Hands:
        wishes = {"locale": LOCALES[lang], "reduced_motion": "reduce" if calm else "no-preference"}
        page = window(server.address, size, **wishes, **more)
        page.add_init_script(SHOWN)
        if calm:  # she wants none of the others' moves told, unless a test says otherwise
            page.add_init_script(NOT_TOLD)
        return Hands(page, server.address, calm)

    return sitting
