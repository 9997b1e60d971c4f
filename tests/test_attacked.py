"""What a visitor who means harm can send to the kit's server, and what comes of it: nothing, for everybody else.

Each test starts its server on this machine only, and talks to it without a browser.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from tests.browser.world import ROOT, Server, serving
from tests.selection import cases
from vendetta_kit.common_tables import BOUNDS
from vendetta_kit.common_tables.table_records import LETTERS
from vendetta_kit.server import page_handlers
from vendetta_kit.server.page_handlers import TOLD
from vendetta_kit.server.websocket_guard import AT_ONCE, LARGEST_MESSAGE, PER_SECOND, PROTOCOL
from vendetta_widgets.base_page import LARGEST_FILE

PATIENCE = 60
AT_ONCE_IS = 15
"""Seconds within which a server answers that nothing holds up, on a machine that has much else to do."""
GROWTH = 100_000_000
"""Bytes that the server's memory may grow by, whatever is sent to it."""
PAGE = "/voila/render/00_start_here.ipynb"
GAME = "/voila/render/09_whole_game.ipynb"
TOGETHER = "/voila/render/17_play_together.ipynb"
BEGIN = {"method": "custom", "content": {"type": "ready", "n": 1}}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[Visitor]:
    """A page that is open all the time; whatever is tried on it, it can be closed at the end."""
    she = Visitor(server).opens_a_page()
    yield she
    assert she.asks(f"/voila/api/shutdown/{she.kernel}", "POST").status == 204


class Answer:
    """What the server has answered to a plain request."""

    def __init__(self, found: http.client.HTTPResponse) -> None:
        self.status = found.status
        self.headers = found.headers
        self.cookie = (found.getheader("Set-Cookie") or "").split(";")[0]
        self.text = found.read().decode()


class Visitor:
    """Somebody who is no browser: she sends what she likes, from any of this machine's addresses."""

    def __init__(self, server: Server, address: str = "127.0.0.1") -> None:
        self.server, self.address, self.cookie, self.kernel = server, address, "", ""

    def asks(
        self, path: str, method: str = "GET", host: str = "", body: bytes = b"", keep: bool = False, **more: str
    ) -> Answer:
        port = int(self.server.address.rstrip("/").rsplit(":", 1)[1])
        line = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (self.address, 0))
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if host:
            headers["Host"] = host
        try:
            line.request(method, path, body or None, headers)
            answer = Answer(line.getresponse())
        finally:
            line.close()
        if keep:
            self.cookie = answer.cookie or self.cookie
        return answer

    def opens_a_page(self, page: str = PAGE) -> Visitor:
        answer = self.asks(page, keep=True)
        assert answer.status == 200
        (self.kernel,) = re.findall(r'"kernelId": "([^"]+)"', answer.text)
        return self

    async def socket(
        self, protocols: tuple[str, ...] = (PROTOCOL,), session: str = "", **headers: str
    ) -> WebSocketClientConnection:
        address = self.server.address.replace("http", "ws")
        return await websocket_connect(
            HTTPRequest(
                f"{address}api/kernels/{self.kernel}/channels?session_id={session or secrets.token_hex(4)}",
                headers={"Cookie": self.cookie, **headers},
            ),
            subprotocols=list(protocols) or None,
            max_message_size=2 * LARGEST_MESSAGE,
        )


def message(kind: str, content: dict[str, Any] | None = None, *buffers: bytes, channel: str = "shell") -> bytes:
    """A message as a page sends it."""
    told = Session().msg(kind, content or {})
    parts = [
        json.dumps(told[part], default=str).encode() for part in ("header", "parent_header", "metadata", "content")
    ]
    framed: bytes = serialize_msg_to_ws_v1([*parts, *buffers], channel)
    return framed


async def reply(socket: WebSocketClientConnection, kind: str = "kernel_info_reply") -> dict[str, Any]:
    """Wait for an answer of this kind; gives what it says."""
    while True:
        frame = await asyncio.wait_for(_next(socket), PATIENCE)
        assert isinstance(frame, bytes), "the socket is closed"
        header, _, _, content = deserialize_msg_from_ws_v1(frame)[1][:4]
        if json.loads(header)["msg_type"] == kind:
            found: dict[str, Any] = json.loads(content)
            return found


async def closed(socket: WebSocketClientConnection) -> None:
    """Wait until the server has closed it."""
    while await asyncio.wait_for(_next(socket), PATIENCE) is not None:
        pass


async def _next(socket: WebSocketClientConnection) -> str | bytes | None:
    return await socket.read_message()


def numbers(size: int, order: Any, *given: int) -> bytes:
    return b"".join(number.to_bytes(size, order) for number in given)


LONG = 4_000_000
ATTACKS: dict[str, tuple[tuple[str, ...], Callable[[], bytes | str]]] = {
    "16 bytes that claim 50 million parts": ((), lambda: numbers(4, "big", 50_000_000, 0, 0, 0)),
    "16 bytes that claim 200 million parts": ((), lambda: numbers(4, "big", 200_000_000, 0, 0, 0)),
    "words sent as bytes": ((), lambda: b'{"channel":"shell"}'),
    "words, very deep": ((), lambda: "[" * 1_000_000),
    "the new form, endless": ((PROTOCOL,), lambda: b"\xff" * 8),
    "the new form, 50 million parts": ((PROTOCOL,), lambda: numbers(8, "little", 50_000_000, 0)),
    "the new form, no parts": ((PROTOCOL,), lambda: numbers(8, "little", 0)),
    "the new form, nothing": ((PROTOCOL,), lambda: b""),
    "the new form, words": ((PROTOCOL,), lambda: "{}"),
    "every part is all of it": (
        (PROTOCOL,),
        lambda: numbers(8, "little", 60, *(488 + (k % 2) * LONG for k in range(60))) + bytes(LONG),
    ),
    "a deep header": (
        (PROTOCOL,),
        lambda: serialize_msg_to_ws_v1([b"[" * 4000, b"{}", b"{}", b"{}"], "shell"),
    ),
    "a long header": (
        (PROTOCOL,),
        lambda: serialize_msg_to_ws_v1([b"[" + b"0," * LONG + b"0]", b"{}", b"{}", b"{}"], "shell"),
    ),
    "80 MB": ((PROTOCOL,), lambda: message("comm_msg", None, bytes(80_000_000))),
}


@pytest.mark.parametrize("attack", list(ATTACKS))
def test_a_frame_that_is_not_what_it_claims_closes_its_socket_and_holds_up_nobody(
    server: Server, page: Visitor, attack: str
) -> None:
    async def story() -> None:
        protocols, frame = ATTACKS[attack][0], ATTACKS[attack][1]()
        socket = await page.socket(protocols)
        before = server.process.memory_info().rss
        with suppress(WebSocketClosedError):  # before all of it was sent
            await socket.write_message(frame, isinstance(frame, bytes))
        begun = time.monotonic()
        other = await asyncio.to_thread(Visitor(server).asks, "/voila/static/voila.js")
        assert (other.status, time.monotonic() - begun < AT_ONCE_IS) == (200, True)
        await closed(socket)
        assert server.process.memory_info().rss - before < GROWTH

        again = await page.socket()  # the page itself goes on
        await again.write_message(message("kernel_info_request"), True)
        await reply(again)
        again.close()

    asyncio.run(story())


def test_the_largest_file_that_a_page_sends_fits_into_a_message() -> None:
    assert len(message("comm_msg", {"comm_id": "a" * 32, "data": {}}, bytes(LARGEST_FILE))) < LARGEST_MESSAGE


@pytest.mark.parametrize("channel", ["shell", "control", "stdin", "iopub", "no-such-channel"])
def test_a_visitor_runs_no_code(page: Visitor, tmp_path: Path, channel: str) -> None:
    written = tmp_path / "written"
    code = f"open({str(written)!r}, 'w').close()"

    async def story() -> None:
        socket = await page.socket()
        for kind in ("execute_request", "debug_request", "input_reply", "complete_request", "create_subshell_request"):
            content = {"code": code, "value": code, "silent": False, "cursor_pos": 0, "user_expressions": {"it": code}}
            await socket.write_message(message(kind, content, channel=channel), True)
        await socket.write_message(message("kernel_info_request"), True)
        await reply(socket)  # all that came before it has been done, or never will be
        socket.close()

    asyncio.run(story())
    assert not written.exists()


def test_who_sends_too_fast_waits_and_loses_nothing(server: Server) -> None:
    more = 2 * PER_SECOND

    async def story() -> None:
        she = Visitor(server).opens_a_page()
        socket = await she.socket()
        begun = time.monotonic()
        for _ in range(AT_ONCE + more):
            await socket.write_message(message("comm_info_request"), True)
        other = await asyncio.to_thread(Visitor(server).asks, "/voila/static/voila.js")
        assert (other.status, time.monotonic() - begun < AT_ONCE_IS) == (200, True)
        for _ in range(AT_ONCE + more):
            await reply(socket, "comm_info_reply")
        assert time.monotonic() - begun > more / PER_SECOND - 0.1
        socket.close()

    asyncio.run(story())


def test_who_does_not_read_loses_her_socket_before_the_server_its_memory(server: Server) -> None:
    async def story() -> None:
        socket = await Visitor(server).opens_a_page(GAME).socket()
        await socket.write_message(message("comm_info_request"), True)
        known = await reply(socket, "comm_info_reply")
        before = server.process.memory_info().rss
        end = time.monotonic() + PATIENCE
        with suppress(WebSocketClosedError):
            while True:
                assert time.monotonic() < end
                for comm in known["comms"]:  # the page answers with all that it shows
                    await socket.write_message(message("comm_msg", {"comm_id": comm, "data": BEGIN}), True)
                await asyncio.sleep(1 / PER_SECOND)
        assert server.process.memory_info().rss - before < GROWTH

    asyncio.run(story())


async def told(socket: WebSocketClientConnection, text: str) -> None:
    """Wait until a page has drawn something with these words."""
    while True:
        frame = await asyncio.wait_for(_next(socket), PATIENCE)
        assert isinstance(frame, bytes), "the socket is closed"
        if text.encode() in frame:
            return


def test_wrong_codes_are_counted_by_the_server_for_the_page_and_the_address(server: Server) -> None:
    """Whatever a page says of itself: the kernel has been told by the server whose page it has."""
    bound = BOUNDS["code"].page

    async def story(she: Visitor) -> None:
        socket = await she.socket()
        await socket.write_message(message("comm_info_request"), True)
        comms = (await reply(socket, "comm_info_reply"))["comms"]  # the page, and what it is laid out by

        async def say(**content: Any) -> None:
            data = {"method": "custom", "content": content}
            for comm in comms:
                await socket.write_message(message("comm_msg", {"comm_id": comm, "data": data}), True)

        await say(type="ready", n=1, stored={"page": "x", "address": "192.0.2.1"}, address="192.0.2.1")
        for n in range(bound + 1):
            await say(type="do", n=2 + n, do="table_join", value={"code": f"ZZZZZZZ{LETTERS[n]}", "name": "Bea"})
            await told(socket, "too many wrong codes" if n == bound else f"ZZZZZZZ{LETTERS[n]}")
        socket.close()

    pages = [Visitor(server).opens_a_page(TOGETHER) for _ in range(2)]
    for she in pages:
        asyncio.run(story(she))
    db = sqlite3.connect(server.data / "vendetta-kit" / "tables.sqlite")
    tried = db.execute("SELECT page, address, count(*) FROM kit_tries GROUP BY page, address").fetchall()
    db.close()
    assert sorted(tried) == sorted((she.kernel, "127.0.0.1", bound) for she in pages)


def test_what_no_kernel_can_read_is_no_news_for_who_has_started_the_server(page: Visitor) -> None:
    async def story() -> None:
        socket = await page.socket()
        header = json.dumps(Session().msg("comm_msg")["header"], default=str).encode()
        for content in (b"[" * 1_000_000, b"{", b"\xff"):
            await socket.write_message(serialize_msg_to_ws_v1([header, b"{}", b"{}", content], "shell"), True)
        await socket.write_message(message("kernel_info_request"), True)
        await reply(socket)
        socket.close()

    asyncio.run(story())  # the server ends without a word: see above


def test_who_leaves_while_her_socket_opens_is_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Her kernel has not answered yet; the server's log says nothing of a stream that was closed."""
    closed: list[bool] = []

    async def leaves(self: Any) -> None:
        self.connection = SimpleNamespace(disconnect=lambda: closed.append(True))
        self.on_close()

    monkeypatch.setattr(page_handlers._Socket, "pre_get", leaves)
    opening = object.__new__(page_handlers.Socket)
    with pytest.raises(StreamClosedError):
        asyncio.run(opening.pre_get())
    asyncio.run(opening.open(""))
    opening.on_close()
    assert closed == [True]


def test_one_page_has_few_sockets(server: Server) -> None:
    async def story() -> None:
        she = Visitor(server).opens_a_page()
        opened = [await she.socket(session=str(k)) for k in range(4)]
        with pytest.raises(HTTPClientError, match="429"):
            await she.socket()
        for one in opened:
            one.close()

    asyncio.run(story())


def test_to_all_others_there_is_no_such_kernel(server: Server) -> None:
    she, other, nobody = (Visitor(server) for _ in range(3))
    she.opens_a_page()
    other.opens_a_page()
    kernel = server.kernel(she.kernel)
    own = f"/api/kernels/{she.kernel}"
    assert she.asks(own).status == 200
    for stranger in (other, nobody):
        assert stranger.asks(own).status == 404
        assert stranger.asks(f"/voila/api/shutdown/{she.kernel}", "POST").status == 204  # and nothing ends
        assert stranger.asks(own, "DELETE").status in (404, 405)
        stranger.kernel = she.kernel
        with pytest.raises(HTTPClientError, match="404"):
            asyncio.run(stranger.socket())
    assert she.asks(own, "DELETE").status == 405
    for path in ("/api/kernels", "/api/sessions", "/voila/api/contents", "/api/contents"):
        assert she.asks(path).status == 404
    end = f"/voila/api/shutdown/{she.kernel}"
    for foreign in ({"Origin": "http://evil.example"}, {"Origin": "null", "Sec_Fetch_Site": "cross-site"}):
        assert she.asks(end, "POST", **foreign).status == 404
    assert kernel.is_running()
    for _ in ("beforeunload", "pagehide"):
        assert she.asks(end, "POST", Origin="null", Sec_Fetch_Site="same-origin").status == 204  # as Firefox does
    assert psutil.wait_procs([kernel], PATIENCE)[1] == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"])
def test_a_name_that_is_not_the_servers_gets_no_page(server: Server, page: Visitor, host: str) -> None:
    for path in (PAGE, "/", "/voila/static/voila.js", "/api/kernels/0"):
        answer = Visitor(server).asks(path, host=host)
        assert answer.status == 421
        assert "does not go by this name" in answer.text
        assert "Unter diesem Namen" in answer.text
    with pytest.raises(HTTPClientError, match="421"):
        asyncio.run(page.socket(Host=host))


def test_a_foreign_page_opens_no_socket(page: Visitor) -> None:
    with pytest.raises(HTTPClientError, match="403"):
        asyncio.run(page.socket(Origin="//evil.example"))


def test_a_foreign_page_shows_none_in_a_frame(server: Server) -> None:
    """Unless whoever starts the server names its site: ``tests/browser/test_below.py``."""
    for path in (PAGE, "/voila/render/no.ipynb", "/nowhere"):
        answer = Visitor(server).asks(path)
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'self'"
        assert "samesite=none" not in str(answer.headers).lower()


def test_the_server_goes_by_the_names_that_it_was_told() -> None:
    with serving("--warm", "0", "--host", "Kit.School.example") as named:
        visitor = Visitor(named)
        for host in ("kit.school.example", "KIT.school.example:80", "localhost", "127.0.0.1", "[::1]:8866"):
            assert visitor.asks("/voila/static/voila.js", host=host).status == 200
        assert visitor.asks("/voila/static/voila.js", host="school.example").status == 421


@cases("waits", [False, True], quick=[False])
def test_plain_requests_take_few_places_and_give_them_back(waits: bool) -> None:
    with serving("--class", "4", "--warm", "1") as classroom:  # 6 places, 4 of them for one address
        robot = Visitor(classroom)
        with ThreadPoolExecutor(8) as hands:  # all at once: a busy server would have places given back meanwhile
            found = sorted(hands.map(lambda _: robot.asks(PAGE), range(8)), key=lambda answer: answer.status)
        assert [answer.status for answer in found] == [200] * 4 + [429] * 4
        assert "as many pages as one may have" in found[-1].text
        assert "Mehr Seiten" in found[-1].text
        Visitor(classroom, "127.0.0.2").opens_a_page()
        end = time.monotonic() + PATIENCE
        while waits and robot.asks(PAGE).status != 200:  # none of hers has come
            assert time.monotonic() < end
            time.sleep(0.1)


def test_one_browser_has_its_share_of_the_places_and_no_more() -> None:
    with serving("--places", "5", "--each", "2", "--warm", "1") as classroom:
        one, other = Visitor(classroom), Visitor(classroom)
        one.opens_a_page()
        first = one.kernel
        one.opens_a_page()
        assert one.asks(PAGE).status == 429
        other.opens_a_page()
        assert one.asks(f"/voila/api/shutdown/{first}", "POST").status == 204
        one.opens_a_page()


@pytest.mark.parametrize("path", ["/logout", "/login", "/nowhere", "/voila/render/no.ipynb", "/voila/tre"])
def test_an_address_that_leads_nowhere_says_so(server: Server, path: str) -> None:
    answer = Visitor(server).asks(path)
    assert answer.status == 404
    assert "There is no such page here" in answer.text
    assert "Diese Seite gibt es hier nicht" in answer.text


BEHIND = (
    "/voila/render/", "/voila/static/", "/voila/files/", "/voila/templates/", "/voila/labextensions/",
    "/voila/api/themes/", "/api/kernels/", "/voila/", "/",
)  # fmt: skip
ODD = (
    b"no.ipynb",
    b"a%2Fb.ipynb",
    b"%00.ipynb",
    b"x.ipynb%00",
    b"%0a.ipynb",
    b"a%0d%0aSet-Cookie:x.ipynb",
    b"%ff%fe.ipynb",
    b"\xff\xfe.ipynb",
    b"%ed%a0%80.ipynb",
    b"%zz.ipynb",
    b"x" * 300 + b".ipynb",
    b"x/" * 700 + b"x.ipynb",
    b"../../../../etc/passwd",
    b"..%2f..%2f..%2f..%2fetc%2fpasswd",
    b"..%5c..%5cx.ipynb",
    b"%2e%2e/x.ipynb",
    b"//etc/passwd",
    b"~root/x.ipynb",
    b".ipynb",
    b"vtes",
    b"vtes/x.txt",
    b"images/x.png",
    b"00_start_here.ipynb/",
    b"00_start_here.ipynb/x",
    b"00_start_here.IPYNB",
    b"lab",
    b"vendetta/static",
    b"vendetta/static/.",
    b"vendetta/static/%2e%2e/conf.json",
    b"vendetta/nothing/x",
    b"nosuch/static/x",
    b"%2e%2e/static/x",
    b"00000000-0000-0000-0000-000000000000",
    b"x-x-x-x-x/channels",
    b"0_x.ipynb?template=%ff",
    b"0_x.ipynb?" + b"a" * 9000,
)


def raw(server: Server, line: bytes) -> bytes:
    """Send a line that no library would send; gives all of the answer."""
    with socket.create_connection(("127.0.0.1", int(server.address.rstrip("/").rsplit(":", 1)[1])), PATIENCE) as wire:
        wire.sendall(line + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        found = b""
        while more := wire.recv(65536):
            found += more
    return found


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
@pytest.mark.parametrize("behind", BEHIND)
def test_an_odd_address_is_told_that_it_leads_nowhere(server: Server, behind: str, method: bytes) -> None:
    for odd in ODD:
        answer = raw(server, method + b" " + behind.encode() + odd)
        status = int(answer.split(b" ", 2)[1])
        assert status in (400, 404) or (status == 405 and method == b"HEAD"), (odd, answer[:200])
        for never in (b"Traceback", str(ROOT).encode(), b"site-packages"):
            assert never not in answer
        api = b"application/json" in answer
        assert api or method == b"HEAD" or answer.endswith(b"</html>") or status == 400, (odd, answer[-200:])
    # the server ends without a word: none of it was a failure


MEANT_TO_FAIL: dict[str, tuple[str, dict[str, Any]]] = {
    "a widget of no kind": ("comm_open", {"comm_id": "1", "target_name": "jupyter.widget", "data": {}}),
    "a state that is none": (
        "comm_open",
        {"comm_id": "2", "target_name": "jupyter.widget", "data": {"state": {"_model_name": 7}}},
    ),
    "another version": (
        "comm_open",
        {"comm_id": "3", "target_name": "jupyter.widget", "data": {"state": {}}, "metadata": {"version": "x"}},
    ),
    "nobody's target": ("comm_open", {"comm_id": "4", "target_name": "no.such", "data": {}}),
    "a target that is none": ("comm_open", {"comm_id": "5", "target_name": [], "data": {}}),
    "nothing": ("comm_open", {}),
    "control": ("comm_open", {"comm_id": "6", "target_name": "jupyter.widget.control", "data": {}}),
    "closing nothing": ("comm_close", {}),
    "to nobody": ("comm_msg", {"comm_id": "7", "data": {}}),
    "asking for nothing": ("comm_info_request", {"target_name": []}),
    "kernel info, oddly": ("kernel_info_request", {"x": "\ud800"}),
}
SENT_TO_A_PAGE: tuple[Any, ...] = (
    {"method": "update", "state": {"layout": "IPY_MODEL_nothing"}},
    {"method": "update", "state": {"_view_count": "x", "tooltip": []}},
    {"method": "update"},
    {"method": "custom"},
    {"method": "custom", "content": []},
    {"method": []},
    [],
    None,
)


def test_what_fails_in_a_kernel_tells_its_page_nothing_of_the_server(server: Server) -> None:
    """What Python writes of a failure, a traceback with the server's paths, goes the same wires as widgets do."""

    async def story() -> None:
        she = Visitor(server).opens_a_page()
        socket = await she.socket()
        await socket.write_message(message("comm_info_request"), True)
        comms = (await reply(socket, "comm_info_reply"))["comms"]
        sent = [message(*one) for one in MEANT_TO_FAIL.values()]
        sent += [message("comm_msg", {"comm_id": comm, "data": data}) for comm in comms for data in SENT_TO_A_PAGE]
        sent += [message(kind, {}, channel=on) for kind in ("execute_request", "x") for on in ("control", "stdin")]
        for one in sent:
            await socket.write_message(one, True)
        last = "kernel_info_reply"
        await socket.write_message(message("kernel_info_request"), True)
        kinds, answered = set(), 0
        while answered < 2:  # the one among what was sent, and the last
            frame = await asyncio.wait_for(_next(socket), PATIENCE)
            assert isinstance(frame, bytes)
            kind = json.loads(deserialize_msg_from_ws_v1(frame)[1][0])["msg_type"]
            kinds.add(kind)
            answered += kind == last
            for never in (b"Traceback", b"site-packages", str(ROOT).encode(), b"Exception"):
                assert never not in frame, (kind, frame)
        assert kinds <= TOLD
        socket.close()

    asyncio.run(story())


def test_a_header_that_is_none_closes_its_socket(page: Visitor) -> None:
    async def story() -> None:
        for header in (b"[" * 3000, b"{", b"\xff", b"[]", b"7"):
            socket = await page.socket()
            await socket.write_message(serialize_msg_to_ws_v1([header, b"{}", b"{}", b"{}"], "shell"), True)
            await closed(socket)

    asyncio.run(story())  # the server ends without a word


def test_a_large_body_is_not_taken(server: Server, page: Visitor) -> None:
    before = server.process.memory_info().rss
    try:
        answer = page.asks(f"/voila/api/shutdown/{page.kernel}", "POST", body=bytes(80_000_000))
    except OSError:  # the server hangs up while it is sent
        pass
    else:
        assert answer.status in (400, 413)
    assert server.process.memory_info().rss - before < GROWTH
