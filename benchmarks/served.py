"""The kit's server and a browser, for the benchmark of the pages: what is served, and the stopwatch inside a page."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from benchmarks.engines import ROOT, BenchmarkError

BARE_TEXT = "benchmark_text"
BARE_WIDGET = "benchmark_widget"
BARE_BUTTON = "benchmark_button"
BARE_CELLS = {
    BARE_TEXT: "print('ready')",
    BARE_WIDGET: "import ipywidgets\n\nipywidgets.HTML('<b>ready</b>')",
    BARE_BUTTON: (
        "import ipywidgets\n\n"
        "label = ipywidgets.Label('0')\n"
        "button = ipywidgets.Button(description='count')\n"
        "button.on_click(lambda _: setattr(label, 'value', str(int(label.value) + 1)))\n"
        "ipywidgets.VBox([button, label])"
    ),
}
"""The pages that the kit's are measured against: one cell each."""

READY = {BARE_TEXT: "pre", BARE_WIDGET: ".widget-html b", BARE_BUTTON: ".widget-label"}
KIT_READY = ".vk-panel button, .vk-quiz :is(button, input), .vk-steer button, .vk-drill .vk-primary-link"
"""Where a person goes on: a move, an answer, Go on, or the lesson that drills are waiting for."""

PATIENCE = 60
PAUSE = 0.05
"""Seconds before each click, for the kernels to fall idle in."""

SERVE = (
    "import sys\n"
    "from vendetta_kit.server.voila_server import Room, learn\n"
    "sys.exit(learn(int(sys.argv[1]), False, sys.argv[2], Room(warm=0)))"
)
"""Without kernels that wait already: what a page itself takes is measured, and the same for all."""

STOPWATCH = """
window.benchmark = { kernel: 0, ready: 0 };
{
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => (benchmark.kernel ||= performance.now()), { once: true });
    }
  };
  const look = () => {
    const seen = [...document.querySelectorAll("#rendered_cells :is(SELECTOR)")];
    if (seen.some((element) => element.getClientRects().length)) benchmark.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
benchmark.rest = async () => {
  for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame); // a tab that was behind is painted again
};
benchmark.click = (button, scope) =>
  new Promise((resolve, reject) => {
    let pressed = 0;
    setTimeout(reject, 10_000, new Error("nothing is redrawn"));
    const changed = new MutationObserver(() => {
      const then = performance.now();
      changed.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel(); // its message comes when the frame is painted
        port1.onmessage = () => resolve([then - pressed, performance.now() - pressed]);
        port2.postMessage(null);
      });
    });
    changed.observe(scope, { childList: true, subtree: true, characterData: true, attributes: true });
    document.addEventListener("click", () => (pressed = performance.now()), { capture: true, once: true });
    button.click();
  });
"""


def fill(folder: Path) -> None:
    """Copy the kit's pages there, and put the bare ones beside them."""
    home = ROOT / "notebooks"
    for path in (*home.glob("*.ipynb"), *home.glob("vtes/*.ipynb")):
        there = folder / path.relative_to(home)
        there.parent.mkdir(exist_ok=True)
        shutil.copy(path, there)
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    for name, source in BARE_CELLS.items():
        cell: dict[str, Any] = {
            "cell_type": "code",
            "id": "cell",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        about = {"kernelspec": kernel, "language_info": {"name": "python"}}
        notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": [cell | {"source": source}]}
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook), "utf-8")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """``vendetta learn`` on this folder of notebooks; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(PATIENCE, server.kill)
    watchdog.start()
    assert server.stdout is not None
    said = server.stdout.readline()
    watchdog.cancel()
    try:
        if not said:
            raise BenchmarkError(f"the pages are not served: {(server.communicate()[1].strip() or 'no word')[-200:]}")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the browser tests."""
    quiet = "disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync"
    with sync_playwright() as play:
        try:
            browser = play.chromium.launch(
                executable_path=os.environ.get("VENDETTA_CHROMIUM", "/usr/bin/chromium"),
                args=["--no-sandbox", *(f"--{word}" for word in quiet.split())],
            )
        except Error as fault:
            raise BenchmarkError(f"no browser: {str(fault).splitlines()[0]}; VENDETTA_CHROMIUM names one") from None
        with browser:
            yield browser


class Clicked(NamedTuple):
    """Milliseconds from a click until the page has changed, and until the frame that shows it is painted."""

    changed: float
    painted: float


class Opened:
    """A page of the server, opened and ready, with its times in milliseconds from the start of the navigation."""

    def __init__(self, context: BrowserContext, home: str, notebook: str, query: str = "") -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.add_init_script(STOPWATCH.replace("SELECTOR", READY.get(notebook, KIT_READY)))
        self._home, self._context = home, context
        try:
            self.page.goto(f"{home}voila/render/{notebook}.ipynb{query}", wait_until="commit")
            self.page.wait_for_function("benchmark.ready && benchmark.kernel")
        except Error as fault:
            raise BenchmarkError(f"{notebook} does not get ready: {str(fault).splitlines()[0]}") from None
        times: Mapping[str, Any] = self.page.evaluate("benchmark")
        self.shown = float(times["ready"])
        self.ready = max(self.shown, float(times["kernel"]))

    def click(self, button: str, scope: str) -> Clicked | None:
        """Press a button and wait until something inside ``scope`` has changed; ``None``: there is no such button.

        ``button`` and ``scope`` are JavaScript expressions. The page is painted and at rest before.
        """
        self.page.bring_to_front()
        self.page.evaluate("benchmark.rest()")
        time.sleep(PAUSE)
        found = f"(async () => {{ const it = {button}; return it ? await benchmark.click(it, {scope}) : null; }})()"
        try:
            took = self.page.evaluate(found)
        except Error as fault:
            raise BenchmarkError(f"{button}: {str(fault).splitlines()[0]}") from None
        return Clicked(*took) if took is not None else None

    def close(self) -> None:
        """Close the page and end its kernel, so that it is no burden to the next page."""
        kernel = self.page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
        self.page.close()
        ended = self._context.request.post(f"{self._home}voila/api/shutdown/{kernel}")
        if not ended.ok:
            raise BenchmarkError(f"the kernel of a closed page does not end: {ended.status} {ended.status_text}")
