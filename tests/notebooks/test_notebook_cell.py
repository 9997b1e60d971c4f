"""In a real kernel, what a reader's function prints and what fails in it comes out in the reader's cell."""

from __future__ import annotations

import time
from typing import Any

import pytest
from jupyter_client.manager import KernelManager

from tests.notebooks.own_sockets import manager

CELL = """
from vendetta_widgets import play

page = play(seed=7, players=3, lang="en")

@page.on_move
def mine(page):
    print("moves:", page.moves)
    raise KeyError("my own mistake")
"""
MOST_SECONDS = 60


@pytest.mark.long
def test_prints_and_errors_of_a_callback_come_out_in_its_cell() -> None:
    kernel: KernelManager = manager()
    kernel.start_kernel()
    client = kernel.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=MOST_SECONDS)
        asked = client.execute(CELL)
        found = until_idle(client, asked)
        opened = (message["content"] for message in found if message["msg_type"] == "comm_open")
        key = next(one["comm_id"] for one in opened if one["data"]["state"]["_model_name"] == "AnyModel")
        mine: list[dict[str, Any]] = []
        for data in ({"type": "ready", "n": 1}, {"type": "do", "do": "act", "value": first_move(client), "n": 2}):
            told = client.session.msg("comm_msg", {"comm_id": key, "data": {"method": "custom", "content": data}})
            client.shell_channel.send(told)
            until_idle(client, told["header"]["msg_id"], mine)
        while not any(message["msg_type"] == "error" for message in mine):  # the bots may think for a while
            mine.append(client.get_iopub_msg(timeout=MOST_SECONDS))
        mine = [message for message in mine if message["parent_header"].get("msg_id") == asked]
        assert [m["content"]["text"].split(":")[0] for m in mine if m["msg_type"] == "stream"] == ["moves"]
        (error,) = [message["content"] for message in mine if message["msg_type"] == "error"]
        assert (error["ename"], error["evalue"]) == ("KeyError", "'my own mistake'")
        assert "mine" in "\n".join(error["traceback"])
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)


def first_move(client: Any) -> dict[str, Any]:
    """Return the first legal action of the page's player."""
    asked = client.execute("print(page.game_state.decision.legal[0].to_json())")
    text = next(m["content"]["text"] for m in until_idle(client, asked) if m["msg_type"] == "stream")
    found: dict[str, Any] = eval(text)
    return found


def until_idle(client: Any, asked: str, found: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """Return the kernel's messages until it has done what was asked; they are added to those that were found."""
    found, late = [] if found is None else found, time.monotonic() + MOST_SECONDS
    while time.monotonic() < late:
        message = client.get_iopub_msg(timeout=MOST_SECONDS)
        found.append(message)
        ends = message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"
        if ends and message["parent_header"].get("msg_id") == asked:
            return found
    raise AssertionError(f"the kernel is still busy with {asked}")
