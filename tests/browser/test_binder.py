"""What a Binder service makes of binder/: its links open the course in Voilà and in JupyterLab, below a path."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import READY, ROOT, Started, free_port

BUILT = ROOT / "build" / "binder"
LINK = re.compile(r"urlpath=([\w/.-]+)")


class Binder(Started):
    """The server as a Binder service starts it for a visitor, on this machine only."""

    def __init__(self, folder: Path) -> None:
        assert (BUILT / "env" / "bin" / "jupyter").is_file(), "make binder builds it"
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/user/abc/"
        self.key = secrets.token_hex(16)
        options = {
            "ip": "127.0.0.1",
            "port": port,
            "port_retries": 0,
            "base_url": "/user/abc/",
            "open_browser": False,
            "allow_root": True,
        }
        jupyter = [BUILT / "env" / "bin" / "jupyter", "notebook"]
        env = {
            "PATH": f"{BUILT / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "JUPYTER_TOKEN": self.key,
        }
        command = [*jupyter, *(f"--ServerApp.{key}={value}" for key, value in options.items())]
        self.start(BUILT / "src", command, "api", env, folder / "binder.log")

    def stop(self) -> None:
        """End it and its kernels."""
        children = self.children()
        self._process.terminate()
        self._process.wait(20)
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()


@pytest.fixture(scope="module")
def binder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Binder]:
    running = Binder(tmp_path_factory.mktemp("binder"))
    yield running
    running.stop()


def links() -> list[str]:
    """Where the links in the documentation lead to."""
    return LINK.findall((ROOT / "docs" / "ways-in.md").read_text("utf-8"))


def test_one_click_opens_the_course(binder: Binder, window: Opener) -> None:
    (path,) = [link for link in links() if link.startswith("voila/")]
    # Voilà's own call to end the kernel of a page that is left is refused by a Jupyter server: binder/postBuild
    her = Hands(window(binder.address, may=("voila/api/shutdown",)), binder.address)
    her.page.goto(f"{binder.address}{path}?token={binder.key}")
    her.ready()
    expect(her.page.locator("h1")).to_be_visible()
    her.accessible()
    her.walk(0)
    her.walk(1)
    her.picture("binder-voila")
    her.page.locator(".vk-frame a[data-notebook^='03_planning']").first.click()
    her.page.wait_for_url("**/user/abc/voila/render/notebooks/03_planning.ipynb*")
    her.ready()


def test_another_click_opens_jupyterlab(binder: Binder, window: Opener) -> None:
    (path,) = [link for link in links() if link.startswith("lab/")]
    her = Hands(window(binder.address), binder.address)
    her.page.goto(f"{binder.address}{path}?token={binder.key}")
    cell = her.page.locator(".jp-Notebook .jp-CodeCell .cm-content").first
    cell.click()
    expect(her.page.get_by_role("button", name=re.compile(r"\| Idle"))).to_be_visible()
    cell.press("Shift+Enter")
    her.ready()
    her.picture("binder-lab")


def test_who_has_no_token_gets_in_nowhere(binder: Binder) -> None:
    def found(path: str) -> str:
        try:
            with urllib.request.urlopen(f"{binder.address}{path}", timeout=READY) as answer:
                return str(answer.url)
        except urllib.error.HTTPError as refused:
            return str(refused.code)

    for path in links():
        assert "/user/abc/login?" in found(path)
    for path in ("api/kernels", "api/contents", "api/terminals"):
        assert found(path) == "403"


def test_kernels_of_pages_that_were_left_come_to_an_end(binder: Binder) -> None:
    command = [BUILT / "env" / "bin" / "jupyter", "server", "--show-config-json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=READY).stdout)
    assert 0 < told["MappingKernelManager"]["cull_idle_timeout"] <= 600
