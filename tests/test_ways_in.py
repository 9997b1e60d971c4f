"""Kernels that wait for pages: each is given once, those that wait are spared, and there are never too many."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from jupyter_client.session import utcnow
from tornado.web import HTTPError
from voila.utils import ENV_VARIABLE

from tests.browser.world import free_port
from vendetta_kit.common_tables import store_at
from vendetta_kit.server import kernel_forking, page_handlers, running_servers, voila_server, writable_folders
from vendetta_kit.server.kernel_pool import PageSlot, WarmKernels
from vendetta_kit.server.page_handlers import HEARTBEAT, MOST_HEARTBEATS, Coming, Page
from vendetta_kit.server.page_visitor import DATABASE, TEACHER

PATIENCE = 180
"""Seconds until a test gives up: far more than the busiest machine needs."""


@contextmanager
def alone() -> Iterator[None]:
    """No kernel of this test is left when it ends; the process that forks them stays."""

    def kernels() -> list[psutil.Process]:
        return [child for mother in psutil.Process().children() for child in mother.children()]

    before = {child.pid for child in kernels()}
    yield
    left = [child for child in kernels() if child.pid not in before]
    _, alive = psutil.wait_procs(left, timeout=PATIENCE)
    assert alive == []


def run(folder: Path, story: Callable[[WarmKernels], Awaitable[None]], **numbers: Any) -> None:
    async def whole() -> None:
        kernels = WarmKernels(root_dir=str(folder), calm=0.0, **numbers)
        try:
            await asyncio.wait_for(story(kernels), PATIENCE)
        finally:
            await kernels.shutdown_all(now=True)

    with alone():
        asyncio.run(whole())


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def waiting(kernels: WarmKernels) -> set[str]:
    """The kernels that are warm."""
    return {kernel for kernel, task in kernels._waiting if task.done()}


async def value(kernels: WarmKernels, kernel: str, of: str) -> str:
    """What an expression is worth in a kernel."""
    client = kernels.get_kernel(kernel).client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=PATIENCE)
        reply = await client.execute("", user_expressions={"it": of}, reply=True, timeout=PATIENCE)
    finally:
        client.stop_channels()
    text: str = reply["content"]["user_expressions"]["it"]["data"]["text/plain"]
    return text


def test_each_warm_kernel_is_given_once_and_another_takes_its_place(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 2)
        warm = waiting(kernels)
        assert kernels.taken == 0
        given = [await kernels.start_kernel(path="") for _ in range(3)]
        assert set(given[:2]) == warm
        assert len(set(given)) == 3
        assert kernels.taken == 3
        await until(lambda: len(waiting(kernels)) == 2)
        assert not waiting(kernels) & set(given)
        loaded = "'vendetta_widgets.games.vendetta.game_page' in __import__('sys').modules"
        assert await value(kernels, given[0], loaded) == "True"
        names = "sorted(name for name in ('play', 'Session') if name in globals())"
        assert await value(kernels, given[0], names) == "[]"

    run(tmp_path, story, warm=2)


def test_kernels_are_forked_from_one_process_and_share_its_memory_but_not_its_chance(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        env = {**os.environ, ENV_VARIABLE.SERVER_SOFTWARE: "voila"}  # as Voilà asks for one
        given = [await kernels.start_kernel(path="", env=env) for _ in range(2)]
        for kernel in given:  # each has been told nothing
            assert await value(kernels, kernel, "__import__('os').environ['SERVER_SOFTWARE']") == "'voila'"
            assert await value(kernels, kernel, "'voila' in __import__('sys').modules") == "False"
            assert (
                await value(kernels, kernel, "'vendetta_widgets.play_session' in __import__('sys').modules") == "True"
            )
            assert await value(kernels, kernel, "__import__('sys').modules.get('debugpy', '')") == "None"
        processes = [psutil.Process(int(await value(kernels, kernel, "__import__('os').getpid()"))) for kernel in given]
        assert len({process.ppid() for process in processes} - {os.getpid()}) == 1
        for process in processes:
            memory = process.memory_full_info()
            assert memory.uss < memory.rss * 2 / 3
        assert len({await value(kernels, kernel, "__import__('random').random()") for kernel in given}) == 2

    run(tmp_path, story)


@pytest.mark.parametrize(("named", "whom"), [(False, "192.0.2.7"), (True, "bea")])
def test_a_kernel_is_told_by_the_server_whose_page_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool, whom: str
) -> None:
    monkeypatch.setattr(PageSlot, "for_request", lambda: PageSlot("bea", "192.0.2.7"))

    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 1)
        for _ in range(2):  # one that was warm, and one that is started
            kernel = await kernels.start_kernel(path="")
            page_visitor = "__import__('vendetta_kit.server.page_visitor').server.page_visitor"
            found = await value(
                kernels,
                kernel,
                f"tuple({page_visitor}.Visitor.of_kernel())",
            )
            assert found == repr((kernel, whom))

    run(tmp_path, story, warm=1, named=named)


@pytest.mark.parametrize(("password", "said"), [("owl", True), ("", True), ("nine owls", False), (None, False)])
def test_a_teachers_password_that_could_be_guessed_is_told_at_the_start(
    password: str | None, said: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(TEACHER, raising=False)
    if password is not None:
        monkeypatch.setenv(TEACHER, password)
    voila_server._check_password()
    told = capsys.readouterr().out
    assert ("must have 8 letters or more" in told) == said
    assert told.count("\n") == int(said)
    assert not password or password not in told


def test_where_no_process_can_be_forked_a_kernel_is_started_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_forking, "get_all_start_methods", lambda: ["spawn"])

    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 1)
        kernel = await kernels.start_kernel(path="")
        assert await value(kernels, kernel, "__import__('os').getppid()") == str(os.getpid())
        assert await value(kernels, kernel, "'vendetta_widgets.play_session' in __import__('sys').modules") == "True"

    run(tmp_path, story, warm=1)


SERVER = """
import asyncio
import sys
from vendetta_kit.common_tables import store_at
from vendetta_kit.server.kernel_pool import WarmKernels

async def server():
    kernels = WarmKernels(connection_dir=sys.argv[1])
    print(await kernels.start_kernel(path=""), flush=True)
    await asyncio.sleep(3600)

asyncio.run(server())
"""


def test_kernels_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER, tmp_path], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline()
        left = psutil.Process(server.pid).children(recursive=True)
        assert any(process.parent() in left for process in left), "there is a kernel"
        server.kill()
    assert psutil.wait_procs(left, timeout=PATIENCE)[1] == []


def test_a_warm_kernel_works_in_the_folder_of_its_page(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()

    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 1)
        warm = waiting(kernels)
        kernel = await kernels.start_kernel(path="below")
        assert kernel in warm
        assert await value(kernels, kernel, "__import__('os').getcwd()") == repr(os.path.realpath(tmp_path / "below"))

    run(tmp_path, story, warm=1)


def test_there_are_never_more_kernels_than_places(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 2)
        coming = await asyncio.gather(*(kernels.start_kernel() for _ in range(3)), return_exceptions=True)
        given = [kernel for kernel in coming if isinstance(kernel, str)]
        (refused,) = [fault for fault in coming if isinstance(fault, HTTPError)]
        assert refused.status_code == 503
        assert len(kernels.list_kernel_ids()) == len(given) == 2
        await asyncio.sleep(0.2)
        assert waiting(kernels) == set()
        await kernels.shutdown_kernel(given[0])
        await kernels.start_kernel()
        assert kernels.taken == 2

    run(tmp_path, story, warm=3, places=2)


def test_a_warm_kernel_that_died_is_not_given(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 1)
        (dead,) = waiting(kernels)
        await kernels.shutdown_kernel(dead, now=True)
        given = await kernels.start_kernel()
        assert await kernels.get_kernel(given).is_alive()
        assert await value(kernels, given, "1 + 1") == "2"
        assert kernels.taken == 1

    run(tmp_path, story, warm=1)


def test_a_page_that_leaves_while_its_kernel_ends_leaves_no_wire_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that has had many pages would have no file left to open for the next one."""

    async def story(kernels: WarmKernels) -> None:
        named = await kernels.start_kernel()
        kernel = kernels.get_kernel(named)
        wires = {"shell": kernel.connect_shell(), "iopub": kernel.connect_iopub()}
        end = kernel.shutdown_kernel

        async def ends(*how: Any, **more: Any) -> None:
            kernels.start_buffering(named, "page", wires)  # its socket closes just now
            await end(*how, **more)

        monkeypatch.setattr(kernel, "shutdown_kernel", ends)
        await kernels.shutdown_kernel(named)
        assert all(wire.closed() for wire in wires.values())

    run(tmp_path, story)


def test_a_kernel_is_named_before_it_is_there(tmp_path: Path) -> None:
    """A page's first words go out meanwhile; what takes its place is counted from then on."""

    async def story(kernels: WarmKernels) -> None:
        named, coming = kernels.promise(path="")
        assert not coming.done()
        assert kernels.taken == 1
        with pytest.raises(HTTPError):
            kernels.promise()
        assert await coming is kernels.get_kernel(named)
        assert kernels.taken == 1
        assert await value(kernels, named, "1 + 1") == "2"

    run(tmp_path, story, places=1)


def test_a_kernel_that_never_comes_gives_its_place_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(kernels: WarmKernels) -> None:
        async def fails(kernel: str, **_: object) -> None:
            raise BlockingIOError(kernel)

        monkeypatch.setattr(kernels, "_start", fails)
        page = Coming(kernels)
        await page.start_kernel(path="", kernel_name="python3", env={})
        assert not page.failed
        with pytest.raises(BlockingIOError):
            await page.get_kernel("")
        assert page.failed
        assert kernels.taken == 0

    run(tmp_path, story)


def test_a_page_of_which_nothing_more_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What writes a page can fail unheard; Voilà then sends heartbeats for ever."""

    async def beats(*_: object) -> AsyncIterator[str]:
        yield "first words"
        while True:
            yield f"{HEARTBEAT}\n"

    async def sent() -> list[str]:
        page = object.__new__(Page)
        page.__dict__.update(kernel_manager=Coming(None), request=SimpleNamespace(path="/voila/render/a.ipynb"))
        return [words async for words in page.get_generator("a.ipynb")]

    monkeypatch.setattr(page_handlers._Page, "get_generator", beats)
    monkeypatch.setattr(Page, "_instead", lambda _, fault: f"instead: {fault}")
    first, *heartbeats, last = asyncio.run(sent())
    assert first == "first words"
    assert len(heartbeats) == MOST_HEARTBEATS
    assert last == "instead: nothing came of the page"


def test_who_waits_is_spared_and_who_is_forgotten_is_ended(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        given = await kernels.start_kernel()
        await until(lambda: len(waiting(kernels)) == 1)
        for kernel in kernels.list_kernel_ids():
            kernels.get_kernel(kernel).last_activity = utcnow() - timedelta(hours=1)
        kernels._kernel_connections[given] = 1  # its page is open
        kernels.forgotten = 7200
        await kernels.cull_kernels()
        assert given in kernels
        kernels.forgotten = 1800
        await kernels.cull_kernels()
        assert given not in kernels
        assert len(waiting(kernels) & set(kernels.list_kernel_ids())) == 1

    run(tmp_path, story, warm=1, cull_idle_timeout=60)


def test_a_kernel_waits_for_its_page_but_not_for_long(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        left, come, loading = [await kernels.start_kernel() for _ in range(3)]
        kernels.page_loads(kernels._given[loading])
        for kernel in (come, loading):
            place = kernels._given[kernel]
            kernels.page_sent(place)
            assert place.end is not None
        assert (come_end := kernels._given[come].end) is not None
        kernels.notify_connect(come)
        assert come_end.cancelled()
        kernels.page_sent(kernels._given[come])
        assert kernels._given[come].end is come_end
        kernels.page_sent(kernels._given[left])
        await until(lambda: left not in kernels)
        assert come in kernels
        assert kernels.place_of(left, "") is None

    run(tmp_path, story, unclaimed=0.1)


def test_a_page_that_is_left_while_its_kernel_starts_leaves_none_behind(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        named, coming = kernels.promise(path="")
        kernels.page_sent(kernels._starting[named])
        await coming
        await until(lambda: named not in kernels)

    run(tmp_path, story, unclaimed=0.1)


def test_a_kernel_that_does_not_become_warm_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would stay for ever: no page can have it, and those that wait are not ended for being idle."""

    async def story(kernels: WarmKernels) -> None:
        async def fails(kernel: str, *_: object, **__: object) -> None:
            raise TimeoutError(kernel)

        tell = kernels._tell
        monkeypatch.setattr(kernels, "_tell", fails)
        kernels.fill()
        await until(lambda: kernels._filling is not None and kernels._filling.done())
        assert kernels.list_kernel_ids() == []
        monkeypatch.setattr(kernels, "_tell", tell)
        kernels.fill()
        await until(lambda: len(waiting(kernels)) == 1)
        assert kernels.list_kernel_ids() == list(waiting(kernels))

    run(tmp_path, story, warm=1)


def test_a_page_says_once_that_it_loads(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        place = kernels._given[await kernels.start_kernel()]
        kernels.page_loads(place)
        first = place.end
        kernels.page_loads(place)
        assert place.end is first is not None

    run(tmp_path, story)


def test_closing_while_kernels_are_starting_leaves_none_behind(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        kernels.fill()
        await asyncio.sleep(0.1)

    run(tmp_path, story, warm=2)


def test_a_page_that_is_left_while_all_are_ended_is_no_failure(tmp_path: Path) -> None:
    """Its kernel is ended from two sides, and one of them finds that there is none any more."""

    async def story(kernels: WarmKernels) -> None:
        given = [await kernels.start_kernel(path="") for _ in range(2)]
        listed = kernels.list_kernel_ids()
        kernels.list_kernel_ids = lambda: listed  # as it was when the ending began
        await kernels.shutdown_kernel(given[0])
        await kernels.shutdown_all()
        del kernels.list_kernel_ids
        assert kernels.list_kernel_ids() == []

    run(tmp_path, story)


def test_what_a_page_opens_is_given_back_when_it_is_left(tmp_path: Path) -> None:
    async def story(kernels: WarmKernels) -> None:
        here, after = psutil.Process(), []
        for _ in range(4):
            given = [await kernels.start_kernel(path="") for _ in range(2)]
            for kernel in given:
                assert await value(kernels, kernel, "1") == "1"
            held = here.num_fds()
            for kernel in given:
                await kernels.shutdown_kernel(kernel)
            after.append(here.num_fds())
            assert held > after[-1]
        assert after[-1] - after[0] < len(after), f"less than one for each time: {after}"

    run(tmp_path, story)


def test_what_talks_to_a_kernel_has_no_heartbeat(tmp_path: Path) -> None:
    """One that is stopped before its thread has run would take every socket of the server."""

    async def story(kernels: WarmKernels) -> None:
        client = kernels.get_kernel(await kernels.start_kernel(path="")).client()
        client.start_channels()  # as Voilà does for each page
        await client.wait_for_ready(timeout=PATIENCE)
        assert client.channels_running
        assert not client.hb_channel.is_alive()
        client.stop_channels()

    run(tmp_path, story)


def test_a_kernel_ends_without_a_word(tmp_path: Path) -> None:
    """It would take its wires down while it still answers, and complain of that on the server's screen."""

    async def story(kernels: WarmKernels) -> None:
        kernel = await kernels.start_kernel(path="")
        assert await value(kernels, kernel, "1") == "1"
        process = kernels.get_kernel(kernel).provisioner.process
        await kernels.shutdown_kernel(kernel)
        assert process.returncode == -signal.SIGKILL

    run(tmp_path, story)


def test_a_server_may_have_as_many_files_open_as_the_machine_allows() -> None:
    """A page takes about two dozen; the usual limit of 1,024, or 256, would be reached by one class."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    asked = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (200, r.getrlimit(r.RLIMIT_NOFILE)[1]))"
    told = "voila_server.open_many_files(); print(r.getrlimit(r.RLIMIT_NOFILE)[0])"
    ran = subprocess.run(
        [sys.executable, "-c", f"{asked}; from vendetta_kit.server import voila_server; {told}"],
        capture_output=True,
        text=True,
        check=True,
    )
    most = voila_server.MOST_FILES if most == resource.RLIM_INFINITY else min(most, voila_server.MOST_FILES)
    assert int(ran.stdout) == most


@pytest.mark.parametrize("host", ["nonsense.invalid", "192.0.2.1", "a..b"])
def test_an_address_that_is_not_here_is_named_in_one_line(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert voila_server.learn(None, False, room=voila_server.Room(host)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert host in said.err


HERE, THERE = "http://127.0.0.1:8867/", "http://127.0.0.1:8866/"


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's runtime folder, for which a server of hers is at HERE."""
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv(running_servers.OWN_ADDRESS, HERE)
    return tmp_path / "vendetta-kit"


def test_a_running_server_is_known_until_it_ends(runtime: Path) -> None:
    assert running_servers.other_servers(HERE) == []
    with running_servers.record_server(THERE):
        assert running_servers.other_servers(HERE) == [THERE]
    assert running_servers.other_servers(HERE) == []
    assert not runtime.exists()
    with running_servers.record_server(HERE):
        assert running_servers.other_servers(HERE) == [], "it is no other"


def test_a_kernel_knows_its_own_server_whoever_its_browser_is(runtime: Path, tmp_path: Path) -> None:
    """Whose page it has is told to it beside that, by other names: the page names other servers and never its own."""

    async def story(kernels: WarmKernels) -> None:
        kernel = await kernels.start_kernel(path="")
        asked = f"__import__('vendetta_kit.server.running_servers').server.running_servers.other_servers({HERE!r})"
        assert await value(kernels, kernel, asked) == "[]"
        with running_servers.record_server(HERE):
            assert await value(kernels, kernel, asked) == "[]", "it is no other"
        with running_servers.record_server(THERE):
            assert await value(kernels, kernel, asked) == repr([THERE])

    run(tmp_path, story)


def test_a_server_that_was_killed_or_a_file_that_is_none_is_not_told_and_goes(runtime: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        born = psutil.Process(other.pid).create_time()
        runtime.mkdir(0o700)
        file = runtime / "1.json"
        file.write_text(json.dumps({"pid": other.pid, "born": born, "address": THERE}))
        assert running_servers.other_servers(HERE) == [THERE]
        other.kill()
    bad: tuple[Any, ...] = ({}, [], 7, {"pid": os.getpid(), "born": 1, "address": THERE}, {"pid": "x"}, {"pid": 1e999})
    evil = "http://evil.example/"
    mine = {"pid": os.getpid(), "born": psutil.Process().create_time()}
    strange = [{**mine, "address": address} for address in (evil, "javascript:x", f"{THERE}x", 7)]
    assert running_servers.other_servers(HERE) == []
    assert not file.exists()
    for text in ("", "{", "[" * 900, "\0", *map(json.dumps, (*bad, *strange))):
        file.write_text(text)
        assert running_servers.other_servers(HERE) == []
        assert not file.exists()


@pytest.mark.skipif(os.name != "posix", reason="folders have no such rights elsewhere")
def test_a_folder_that_others_can_write_to_is_not_believed(runtime: Path) -> None:
    with running_servers.record_server(THERE):
        runtime.chmod(0o777)
        assert running_servers.other_servers(HERE) == []
        runtime.chmod(0o700)
        assert running_servers.other_servers(HERE) == [THERE]


def test_a_home_that_can_be_written_stays_the_persons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (*writable_folders.XDG, DATABASE):
        monkeypatch.delenv(name, raising=False)
    before = dict(os.environ)
    with writable_folders.own_folder() as keeps_tables:
        assert keeps_tables
        assert os.environ["HOME"] == str(tmp_path)
        assert DATABASE not in os.environ
        own = Path(os.environ["IPYTHONDIR"]).parent
        assert all(Path(os.environ[name]).parent == own for name in writable_folders.OWN)
    assert dict(os.environ) == before
    assert not own.exists()
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_replaced_and_all_else_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.join(os.devnull, "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", os.devnull)
    monkeypatch.delenv(DATABASE, raising=False)
    with writable_folders.own_folder() as keeps_tables:
        assert not keeps_tables
        assert writable_folders.can_write(os.environ["XDG_CACHE_HOME"])
        assert os.environ["XDG_CONFIG_HOME"] == str(tmp_path / "config")
        store_at().close()
    monkeypatch.setenv(DATABASE, f"sqlite:///{tmp_path / 'mine.sqlite'}")
    with writable_folders.own_folder() as keeps_tables:
        assert keeps_tables, "a place was named"
        store_at().close()
    assert (tmp_path / "mine.sqlite").is_file()


def test_voila_elsewhere_is_told_the_same_as_here() -> None:
    told = json.loads((Path(__file__).parents[1] / "voila.json").read_text("utf-8"))["VoilaConfiguration"]
    assert tuple(told["extension_denylist"]) == voila_server.NOT_NEEDED


def test_ctrl_c_in_a_terminal_ends_it_without_a_word_also_while_the_first_kernel_is_coming() -> None:
    """A terminal tells every process of a command."""
    command = [sys.executable, "-m", "vendetta_kit", "learn", "--no-browser", "--port", str(free_port())]
    quiet = {"start_new_session": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **quiet) as server:  # type: ignore[call-overload]
        assert server.stdout.readline().startswith("The Vendetta Kit is open")
        time.sleep(0.3)  # it has begun to fork, or is about to: whichever, nothing may be said
        os.killpg(server.pid, signal.SIGINT)
        said, errors = server.communicate(timeout=PATIENCE)
    assert (server.returncode, said, errors) == (0, "\nThe Vendetta Kit is closed.\n", "")
