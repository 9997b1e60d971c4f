"""Behind a web server that has the pages below a path of its own, and inside a page of a learning platform."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import READY, Server, free_port, serving

BASE = "/kit/"
FRONT = "voila/render/00_start_here.ipynb"
Change = Callable[[bytes], bytes]


def same(head: bytes) -> bytes:
    return head


def stripped(head: bytes) -> bytes:
    """A request without the path that is the web server's own."""
    return re.sub(rb"^(\w+ )/kit/", rb"\1/", head)


def without_cookie(head: bytes) -> bytes:
    """An answer without its cookies, as if the browser had not kept them."""
    return re.sub(rb"\r\nSet-Cookie:[^\r]*", b"", head, flags=re.IGNORECASE)


class InFront:
    """A web server in front: what is below its path goes on to the kit, all else is not there. Sockets go through."""

    def __init__(self, behind: int, asked: Change = same, answered: Change = same) -> None:
        self.behind, self.asked, self.answered = behind, asked, answered

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if not re.match(rb"\w+ /kit/", head):
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if not re.search(rb"\r\nUpgrade:", head, re.IGNORECASE):  # one request for each connection
                head = re.sub(rb"\r\nConnection:[^\r]*", b"", head, flags=re.IGNORECASE)
                head = head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            there, back = await asyncio.open_connection("127.0.0.1", self.behind)
            back.write(self.asked(head))
            sends = asyncio.create_task(self._pass(reader, back))
            writer.write(self.answered(await there.readuntil(b"\r\n\r\n")))
            await self._pass(there, writer)
            sends.cancel()
            back.close()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the browser has gone
        finally:
            writer.close()

    @staticmethod
    async def _pass(source: asyncio.StreamReader, goal: asyncio.StreamWriter) -> None:
        while some := await source.read(65536):
            goal.write(some)
            await goal.drain()


class School:
    """A page of a learning platform that shows another in a frame."""

    def __init__(self, shown: str) -> None:
        body = f'<!doctype html><title>School</title><iframe width=1200 height=800 src="{shown}"></iframe>'.encode()
        self.answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + body

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.answer)
        writer.close()


@contextmanager
def listening(at: InFront | School, port: int = 0) -> Iterator[int]:
    """Have it listen on this machine, on a loop of its own; gives the port."""
    found: SimpleQueue[tuple[int, Callable[[], object]]] = SimpleQueue()

    async def listen() -> None:
        ended = asyncio.Event()
        async with await asyncio.start_server(at.meet, "127.0.0.1", port) as listener:
            loop = asyncio.get_running_loop()
            found.put((listener.sockets[0].getsockname()[1], lambda: loop.call_soon_threadsafe(ended.set)))
            await ended.wait()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

    thread = threading.Thread(target=lambda: asyncio.run(listen()), daemon=True)
    thread.start()
    number, end = found.get(timeout=READY)
    try:
        yield number
    finally:
        end()
        thread.join()


@pytest.fixture(scope="module")
def school() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(school: int) -> Iterator[Server]:
    with serving("--base-url", BASE, "--embed-in", f"http://localhost:{school}") as running:
        assert running.said.endswith(f"{BASE}  (Ctrl-C ends it)\n")
        yield running


def port_of(server: Server) -> int:
    return int(server.address.rstrip("/").rsplit(":", 1)[1])


@pytest.mark.parametrize("asked", [same, stripped], ids=["the path is left", "the path is stripped"])
def test_below_a_path_pages_open_answer_and_lead_on(window: Opener, server: Server, asked: Change) -> None:
    with listening(InFront(port_of(server), asked)) as port:
        address = f"http://127.0.0.1:{port}{BASE}"
        page = window(address, may=("no.ipynb",), reduced_motion="reduce", locale="en-GB")
        her = Hands(page, address, True)
        page.goto(address)
        her.ready()
        expect(page).to_have_url(address + FRONT)
        her.press(her.find(".vk-map .vk-field").first)
        page.keyboard.press("Escape")
        her.follow("A whole game")
        assert page.url.startswith(f"{address}voila/render/09_whole_game.ipynb")
        page.goto(f"{address}voila/render/no.ipynb")
        assert page.locator("a").last.get_attribute("href") == BASE
        page.goto("about:blank")


def test_a_platform_that_was_named_shows_a_page_in_a_frame_and_it_answers(
    window: Opener, server: Server, school: int
) -> None:
    with listening(School(f"{server.address[:-1]}{BASE}{FRONT}"), school):
        page = window(server.address, may=("asks another host: http://localhost",), locale="en-GB")
        page.goto(f"http://localhost:{school}/")
        inside = page.frame_locator("iframe")
        expect(inside.locator("h1")).to_be_visible()
        inside.locator(".vk-map .vk-field").first.click()
        expect(inside.locator("dialog.vk-dialog")).to_be_visible()
        (cookie,) = [one for one in page.context.cookies() if one["name"].startswith("username")]
        assert (cookie["sameSite"], cookie["secure"], cookie["httpOnly"]) == ("None", True, True)
        page.goto("about:blank")


def test_any_other_site_shows_no_page_in_a_frame(window: Opener, server: Server) -> None:
    with listening(School(f"{server.address[:-1]}{BASE}{FRONT}")) as other:
        page = window(server.address, may=("asks another host: http://localhost", "frame-ancestors"))
        page.goto(f"http://localhost:{other}/")
        page.wait_for_function("frames.length === 1")
        expect(page.frame_locator("iframe").locator(".vk")).to_have_count(0)
        page.goto("about:blank")


@pytest.mark.long
def test_where_the_browser_keeps_no_cookie_in_a_frame_the_page_leads_to_a_window_of_its_own(
    window: Opener, server: Server, school: int
) -> None:
    with listening(InFront(port_of(server), answered=without_cookie)) as port:
        address = f"http://127.0.0.1:{port}{BASE}{FRONT}"
        with listening(School(address), school):
            page = window(address, may=("asks another host: http://localhost", "console: ", "page error: "))
            page.goto(f"http://localhost:{school}/")
            inside = page.frame_locator("iframe")
            alone = inside.locator("#vendetta-alone")
            expect(alone).to_be_visible()
            assert alone.get_attribute("href") == address
            page.goto("about:blank")
