"""``vendetta learn`` on the command line: one line for every fault, and a clean end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from tests.browser.world import READY, Server, free_port, serving
from vendetta_kit import serve


def learn(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command until it ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "vendetta_kit", "learn", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=READY,
        env={**os.environ, **environment},
    )


def test_a_port_that_is_taken_is_named_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        ran = learn("--port", str(port))
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.splitlines() == [
        f"vendetta learn: port {port} is taken: expected a free one; leave --port out to have one found"
    ]


@pytest.mark.parametrize("port", ["x", "0", "65536", "-1", "٣"])
def test_a_port_that_is_none_is_named_in_one_line(port: str) -> None:
    ran = learn("--port", port)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert len(ran.stderr.splitlines()) == 1
    assert "port" in ran.stderr


def test_without_a_wish_the_usual_port_is_taken_or_another_one() -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", serve.USUAL_PORT))
            taken.listen(1)
        except OSError:
            pass  # somebody else has it: as good
        assert serve._free_port(None, serve.HOST) not in (0, serve.USUAL_PORT)


@pytest.mark.parametrize("missing", ["voila", "ipywidgets", "vendetta_widgets"])
def test_a_missing_package_is_named_in_one_line(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = serve.find_spec
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == missing else find(name))
    assert serve.learn(None, False) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert (
        said.err
        == f"vendetta learn: the package {missing} is missing: expected an installation with vendetta-kit[learn]\n"
    )


def test_what_is_for_notebooks_only_is_neither_run_nor_shown_on_a_served_page(tmp_path: Path) -> None:
    only = {"tags": ["notebook-only"]}
    notebook = v4.new_notebook(
        metadata={"kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}},
        cells=[
            v4.new_markdown_cell("# A heading of the notebook", metadata=only),
            v4.new_code_cell("open('was-run', 'w').close()", metadata=only),
            v4.new_code_cell("print('shown' + '-on-the-page')"),
            v4.new_code_cell("print('checked' + '-in-the-notebook')", metadata=only),
        ],
    )
    nbformat.write(notebook, tmp_path / "page.ipynb")
    port = free_port()
    code = f"import sys; from vendetta_kit.serve import learn; sys.exit(learn({port}, False, {str(tmp_path)!r}))"
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stdout.readline().startswith("The Vendetta Kit is open")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/render/page.ipynb", timeout=READY) as answer:
        page = answer.read().decode()
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=READY)
    assert server.returncode == 0
    assert "shown-on-the-page" in page
    assert "A heading of the notebook" not in page
    assert "checked-in-the-notebook" not in page
    assert not (tmp_path / "was-run").exists()


def test_the_first_page_is_served_with_its_widget() -> None:
    with serving() as server:
        assert server.said == f"The Vendetta Kit is open at {server.address}  (Ctrl-C ends it)\n"
        with urllib.request.urlopen(f"{server.address}voila/render/{serve.FIRST_PAGE}", timeout=READY) as answer:
            page = answer.read().decode()
    assert page.count('"application/vnd.jupyter.widget-view+json"') == 1
    assert "Traceback" not in page


def test_it_starts_with_one_line_and_ends_cleanly() -> None:
    server = Server(free_port())
    assert server.said == f"The Vendetta Kit is open at {server.address}  (Ctrl-C ends it)\n"
    assert server.stop() == (0, "\nThe Vendetta Kit is closed.\n", "")


def test_the_notebooks_and_the_template_are_found_where_a_wheel_puts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(serve._template(), "voila", "templates", "vendetta", "index.html.j2").is_file()
    assert Path(serve._notebooks(), serve.FIRST_PAGE).is_file()
    package = tmp_path / "vendetta_kit"
    monkeypatch.setattr(serve, "_PACKAGE", str(package))
    with pytest.raises(serve._Fault, match=serve.FIRST_PAGE):
        serve._notebooks()
    inside = package / "_notebooks" / serve.FIRST_PAGE
    inside.parent.mkdir(parents=True)
    inside.write_text("{}")
    assert serve._notebooks() == str(inside.parent)
