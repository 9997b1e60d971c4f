"""What a Binder service makes of binder/: its links open the course in Voilà and in JupyterLab, below a path."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hands import Hands
from tests.browser.world import READY, ROOT, Started, free_port

BUILT = ROOT / "build" / "binder"
OWN = Path(sys.prefix)
LINK = re.compile(r"urlpath=([\w/.-]+)")


class Binder(Started):
    """The server as a Binder service starts it for a visitor, on this machine only.

    ``env`` is the environment that it runs in and ``source`` the files of the kit that it shows.
    """

    def __init__(self, folder: Path, env: Path, source: Path) -> None:
        self.programs = env / "bin"
        assert (self.programs / "jupyter").is_file(), "make binder builds it"
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
        jupyter = [self.programs / "jupyter", "lab" if env == OWN else "notebook"]
        told = {
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "JUPYTER_TOKEN": self.key,
        }
        command = [*jupyter, *(f"--ServerApp.{key}={value}" for key, value in options.items())]
        self.start(source, command, "api", told, folder / "binder.log")

    def stop(self) -> None:
        """End it and its kernels."""
        children = self.children()
        self._process.terminate()
        self._process.wait(READY)
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()


@pytest.fixture(scope="module", params=["own", pytest.param("built", marks=pytest.mark.long)])
def binder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Binder]:
    """In the quick run the tests' own environment takes the place of what ``make binder`` builds."""
    where = (OWN, ROOT) if request.param == "own" else (BUILT / "env", BUILT / "src")
    running = Binder(tmp_path_factory.mktemp("binder"), *where)
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


@pytest.mark.long
def test_kernels_of_pages_that_were_left_come_to_an_end() -> None:
    command = [BUILT / "env" / "bin" / "jupyter", "server", "--show-config-json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=READY).stdout)
    assert 0 < told["MappingKernelManager"]["cull_idle_timeout"] <= 600


def test_what_is_done_after_the_build_settles_that_they_do(tmp_path: Path) -> None:
    """``binder/postBuild``, run as the service runs it, in an environment with nothing in it."""
    venv.create(tmp_path / "env", symlinks=True)
    env = {**os.environ, "NB_PYTHON_PREFIX": str(tmp_path / "env")}
    subprocess.run(["sh", ROOT / "binder" / "postBuild"], check=True, timeout=READY, env=env)
    told = json.loads((tmp_path / "env" / "etc" / "jupyter" / "jupyter_server_config.json").read_text("utf-8"))
    assert 0 < told["MappingKernelManager"]["cull_idle_timeout"] <= 600
