"""JupyterHub with hub/jupyterhub_config.py: everybody logs in, has a server of her own, and cannot open another's."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.test_together import open_table, who_can
from tests.browser.world import READY, ROOT, Started
from tests.common_tables.conftest import postgres
from vendetta_kit.server.hub_login import ClassAuthenticator, LoginRefused

__all__ = ["postgres"]

CONFIG = ROOT / "hub" / "jupyterhub_config.py"
PROXY = ROOT / "build" / "hub" / "node_modules" / ".bin" / "configurable-http-proxy"
PASSWORD = "gehenna-1999"
MOST_TURNS = 60
UNCHECKED = """addEventListener("DOMContentLoaded", () => {
    for (const field of document.querySelectorAll("input")) field.removeAttribute("maxlength");
    for (const form of document.forms) form.noValidate = true;
});"""
"""What somebody does who does not care what the form allows."""


def three_ports() -> int:
    """The first of three ports in a row that are free now: proxy, hub, the proxy's own door."""
    for port in range(20_100, 32_000, 10):
        with socket.socket() as a, socket.socket() as b, socket.socket() as c, suppress(OSError):
            for probe, number in ((a, port), (b, port + 1), (c, port + 2)):
                probe.bind(("127.0.0.1", number))
            return port
    raise AssertionError("no three ports in a row are free")


class Hub(Started):
    """The hub as a school starts it, on this machine only."""

    def __init__(self, folder: Path, **more: str) -> None:
        assert PROXY.exists(), "make browser installs it"
        port = three_ports()
        self.address = f"http://127.0.0.1:{port}/"
        env = {
            "VENDETTA_CLASS_PASSWORD": PASSWORD,
            "VENDETTA_HUB_PORT": str(port),
            "VENDETTA_HUB_PROXY": str(PROXY),
            "VENDETTA_HUB_STATE": str(folder),
            **more,
        }
        self.start(folder, [sys.executable, "-m", "jupyterhub", "-f", CONFIG], "hub/login", env, folder / "hub.log")

    def servers(self) -> int:
        """How many learners' servers are running."""
        children = psutil.Process(self._process.pid).children(recursive=True)  # a hub that has died is not without any
        lines = [child.cmdline() for child in children if child.is_running()]
        # since Python 3.14 what forks a server's kernels has that server's options in its own line, behind -c
        return sum("--hub" in line and "-c" not in line for line in lines)

    def stop(self) -> list[psutil.Process]:
        """End it; gives what is left of it."""
        children = self.children()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(READY)
        _, left = psutil.wait_procs(children, timeout=READY)
        for child in left:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        return left


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    running = Hub(tmp_path)
    yield running
    assert running.stop() == []


def asks_in(page: Page, hub: Hub, name: str, pin: str, password: str = PASSWORD) -> None:
    page.goto(hub.address)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password of the class").fill(password)
    page.get_by_label("Your own PIN").fill(pin)
    page.get_by_role("button", name="Sign in").click()


def logs_in(page: Page, hub: Hub, name: str, pin: str = "1234") -> Hands:
    asks_in(page, hub, name, pin)
    page.wait_for_url(f"**/user/{name}/voila/render/00_start_here.ipynb*")
    return Hands(page, f"{hub.address}user/{name}/").ready()


def test_learners_log_in_and_each_plays_on_a_server_of_her_own(hub: Hub, window: Opener) -> None:
    stranger = window(hub.address)
    stranger.goto(f"{hub.address}user/ada/voila/render/09_whole_game.ipynb")
    expect(stranger.get_by_label("Your own PIN")).to_be_visible()
    assert hub.servers() == 0
    ada = logs_in(window(hub.address), hub, "ada")
    ada.picture("hub-front")
    ada.walk(0)
    ada.walk(1)
    ben = logs_in(window(hub.address, may=("403",)), hub, "ben")
    assert hub.servers() == 2
    ben.open("09_whole_game", "seed=3")
    ben.move(0)

    ben.page.goto(f"{hub.address}user/ada/voila/render/00_start_here.ipynb")
    expect(ben.page.locator("body")).to_contain_text("403")
    assert ben.page.locator(".vk").count() == 0


@pytest.mark.long
def test_two_learners_play_at_one_table_on_two_servers_and_postgresql(
    postgres: str, tmp_path: Path, window: Opener
) -> None:
    hub = Hub(tmp_path, VENDETTA_TABLES=postgres.format("postgres"))
    try:
        ada = logs_in(window(hub.address), hub, "ada")
        code = open_table(ada, "Ada", "3")
        link = ada.page.locator(".vk-address").input_value()
        ben = logs_in(window(hub.address), hub, "ben")
        assert hub.servers() == 2
        ben.page.goto(link)
        ben.page.wait_for_url(f"**/user/ben/voila/render/17_play_together.ipynb?table={code}")
        form = ben.ready().page.locator("form[data-do=table_join]")
        form.locator("input[name=name]").fill("Ben")
        ben.press(form.locator("[type=submit]"))
        ada.press(ada.find("[data-do=table_fill]"))
        ada.press(ada.find("[data-do=table_begin]"))
        moved = set()
        for turn in range(MOST_TURNS):
            her = who_can((ada, ben))
            assert her is not None
            her.move(turn)
            moved.add(her)
            if len(moved) == 2:
                break
        assert len(moved) == 2
    finally:
        assert hub.stop() == []


@pytest.mark.long
def test_a_name_that_is_taken_opens_with_its_own_pin_only(hub: Hub, window: Opener) -> None:
    logs_in(window(hub.address), hub, "ada", "1852")
    thief = window(hub.address, may=("403",))
    asks_in(thief, hub, "Ada", "1853")
    expect(thief.locator(".login_error")).to_contain_text("Somebody has this name already")
    expect(thief.locator(".login_error")).to_contain_text("Diesen Namen hat schon jemand")
    thief.goto(f"{hub.address}user/ada/voila/render/00_start_here.ipynb")
    expect(thief.get_by_label("Your own PIN")).to_be_visible()
    asks_in(thief, hub, "eve", "1852", "another-password")
    expect(thief.locator(".login_error")).to_contain_text("This is not the class's password.")
    logs_in(window(hub.address), hub, "ada", "1852")
    assert hub.servers() == 1


@pytest.mark.long
def test_a_name_or_a_pin_that_cannot_be_gets_words(hub: Hub, window: Opener) -> None:
    page = window(hub.address, may=("403",))
    page.add_init_script(UNCHECKED)
    for name, pin, words in (
        ("a" * 300, "1234", "up to 32 letters"),
        ("../ada", "1234", "bis zu 32 Buchstaben"),
        ("ada", "12", "at least 4 letters or digits"),
    ):
        page.goto(hub.address)
        page.locator("form").evaluate(
            "form => form.querySelectorAll('input').forEach(i => i.removeAttribute('maxlength'))"
        )
        page.locator("form").evaluate("form => form.noValidate = true")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password of the class").fill(PASSWORD)
        page.get_by_label("Your own PIN").fill(pin)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".login_error")).to_contain_text(words)
    assert hub.servers() == 0


def test_who_may_not_come_in_is_told_why(tmp_path: Path) -> None:
    asked = ClassAuthenticator(class_password=PASSWORD, names_file=str(tmp_path / "names.json"))

    def comes_in(name: str, pin: str, password: str = PASSWORD) -> str:
        asks = asked.authenticate(None, {"username": name, "otp": pin, "password": password})
        with ThreadPoolExecutor(1) as aside:  # the loop that runs here is that of the browser's driver
            return aside.submit(asyncio.run, asks).result()

    assert (comes_in("Ada", "1852"), comes_in("ada", "1852")) == ("ada", "ada")
    for name, pin, password, english, german in (
        ("ada", "1853", PASSWORD, "Somebody has this name already", "Diesen Namen hat schon jemand"),
        ("eve", "1852", "another-password", "This is not the class's password.", "nicht das Passwort der Klasse"),
        ("a" * 300, "1234", PASSWORD, "up to 32 letters", "bis zu 32 Buchstaben"),
        ("../ada", "1234", PASSWORD, "up to 32 letters", "bis zu 32 Buchstaben"),
        ("bea", "12", PASSWORD, "at least 4 letters or digits", "mindestens 4 Buchstaben oder Ziffern"),
    ):
        with pytest.raises(LoginRefused) as refused:
            comes_in(name, pin, password)
        assert english in refused.value.jupyterhub_message
        assert german in refused.value.jupyterhub_message


def test_the_hub_asks_for_a_password_worth_the_name() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "jupyterhub", "-f", str(CONFIG)],
        capture_output=True,
        text=True,
        check=False,
        timeout=READY,
        env={**os.environ, "VENDETTA_CLASS_PASSWORD": "short"},
    )
    assert ran.returncode != 0
    assert "VENDETTA_CLASS_PASSWORD is too short: expected at least 8 characters" in ran.stderr + ran.stdout


def test_the_hub_mode_without_a_hub_is_refused_in_one_line() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "vendetta_kit", "learn", "--hub"],
        capture_output=True,
        text=True,
        check=False,
        timeout=READY,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert (
        ran.stderr
        == "vendetta learn: --hub without a JupyterHub: expected to be started by one (see docs/ways-in.md)\n"
    )
