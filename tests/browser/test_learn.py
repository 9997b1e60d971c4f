"""``vendetta learn`` on the command line: one line for every fault, and a clean end."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest
from jinja2 import Environment, FileSystemLoader
from nbformat import v4

from tests.browser.world import READY, Server, free_port, serving
from tests.selection import mostly_long
from vendetta_kit import cli
from vendetta_kit.server import voila_server
from vendetta_kit.server.page_handlers import KINDS, kind_of, log_failure

PYTHON = {"kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}}

SERVES = "import sys; from vendetta_kit.server.voila_server import learn"
"""How a program begins that serves a folder."""


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
            taken.bind(("127.0.0.1", voila_server.USUAL_PORT))
            taken.listen(1)
        except OSError:
            pass  # somebody else has it: as good
        assert voila_server._free_port(None, voila_server.HOST) not in (0, voila_server.USUAL_PORT)


@pytest.mark.parametrize("missing", ["voila", "ipywidgets", "vendetta_widgets"])
def test_a_missing_package_is_named_in_one_line(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = voila_server.find_spec
    monkeypatch.setattr(voila_server, "find_spec", lambda name: None if name == missing else find(name))
    assert voila_server.learn(None, False) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert (
        said.err
        == f"vendetta learn: the package {missing} is missing: expected an installation with vendetta-kit[learn]\n"
    )


def test_what_is_for_notebooks_only_is_neither_run_nor_shown_on_a_served_page(tmp_path: Path) -> None:
    only = {"tags": ["notebook-only"]}
    notebook = v4.new_notebook(
        metadata=PYTHON,
        cells=[
            v4.new_markdown_cell("# A heading of the notebook", metadata=only),
            v4.new_code_cell("open('was-run', 'w').close()", metadata=only),
            v4.new_code_cell("print('shown' + '-on-the-page')"),
            v4.new_code_cell("print('checked' + '-in-the-notebook')", metadata=only),
        ],
    )
    nbformat.write(notebook, tmp_path / "page.ipynb")
    port = free_port()
    code = f"{SERVES}; sys.exit(learn({port}, False, {str(tmp_path)!r}))"
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
        with urllib.request.urlopen(f"{server.address}voila/render/{voila_server.FIRST_PAGE}", timeout=READY) as answer:
            page = answer.read().decode()
    assert page.count('"application/vnd.jupyter.widget-view+json"') == 1
    assert "Traceback" not in page


WITHOUT_HOME = {
    "no folder": {"HOME": os.devnull, "XDG_DATA_HOME": ""},
    "none that can be made": {"HOME": "/proc/nobody", "XDG_DATA_HOME": "/proc/data", "XDG_CACHE_HOME": "/proc/cache"},
    "nothing is said": {"HOME": "", "XDG_DATA_HOME": os.devnull},
}


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a home is not a variable")
@pytest.mark.parametrize("home", mostly_long(WITHOUT_HOME, quick=1))
def test_without_a_home_that_can_be_written_pages_open_and_nothing_is_left(home: str, tmp_path: Path) -> None:
    """As in a container with any user id, for a service's user, or at a kiosk."""
    folder = tempfile.mkdtemp(prefix="t-")  # short, for the kernels' sockets lie in it
    server = Server(free_port(), **WITHOUT_HOME[home], TMPDIR=folder)
    try:
        assert server.line().startswith("Common tables are kept only until it ends")
        with urllib.request.urlopen(server.address, timeout=READY) as answer:
            assert "voila_finish" in answer.read().decode()
    finally:
        ended = server.stop(signal.SIGTERM)  # as a service's manager does
    assert ended == (0, "\nThe Vendetta Kit is closed.\n", "")
    assert os.listdir(folder) == []
    os.rmdir(folder)


def test_no_temporary_folder_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(**_: str) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "mkdtemp", none)
    assert voila_server.learn(None, False) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.long
def test_what_fails_is_told_as_what_it_is_and_its_cause_stands_in_the_log(tmp_path: Path) -> None:
    failing = {
        "cell": ("open('/no/such/place')", "A part of this page went wrong", "FileNotFoundError"),
        "ended": ("import os; os._exit(3)", "The Python of this page has ended", "Kernel died"),
    }
    for name, (code, _, _) in failing.items():
        nbformat.write(v4.new_notebook(metadata=PYTHON, cells=[v4.new_code_cell(code)]), tmp_path / f"{name}.ipynb")
    (tmp_path / "folder.ipynb").mkdir()
    port = free_port()
    code = f"{SERVES}; sys.exit(learn({port}, False, {str(tmp_path)!r}))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("The Vendetta Kit is open")
        for name, (_, words, _) in failing.items():
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/render/{name}.ipynb", timeout=READY) as answer:
                page = answer.read().decode()
            assert words in page
            assert "places are taken" not in page
            assert "/no/such/place" not in page
        with pytest.raises(urllib.error.HTTPError, match="500"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/render/folder.ipynb", timeout=READY)
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=READY)
    assert server.returncode == 0
    lines = errors.splitlines()
    for (name, (_, _, cause)), line in zip([*failing.items(), ("folder", ("", "", "500"))], lines, strict=True):
        assert line.startswith(f"vendetta learn: /voila/render/{name}.ipynb: ")
        assert cause in line


@pytest.mark.parametrize("kind", [*KINDS, "full"])
def test_each_kind_of_failure_has_words_of_its_own_in_both_languages(kind: str) -> None:
    folder = Path(voila_server._template(), "voila", "templates", "vendetta")
    pages = Environment(loader=FileSystemLoader(folder), autoescape=True).get_template("error.html")
    told = {one: pages.render(status_code=500, kind=one, base_url="/") for one in KINDS}
    told["full"] = pages.render(status_code=503, base_url="/")
    (english,) = re.findall("<h1>(.*)</h1>", told[kind])
    (german,) = re.findall('<p lang="de">(.*)</p>', told[kind])
    assert english
    assert german
    assert [one for one, page in told.items() if english in page or german in page] == [kind]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (PermissionError(13, "no"), "rights"),
        (OSError(30, "read-only"), "rights"),
        (OSError(28, "full"), "disk"),
        (OSError(24, "many"), "files"),
        (MemoryError(), "memory"),
        (BlockingIOError(11, "no more processes"), "memory"),
        (TimeoutError(), "slow"),
        (RuntimeError("Kernel didn't respond in 60 seconds"), "slow"),
        (RuntimeError("Kernel died before replying to kernel_info"), "ended"),
        (ValueError("busy"), "kit"),
    ],
)
def test_a_failure_is_told_by_what_it_came_from(fault: Exception, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    assert kind_of(fault) == kind
    outer = LookupError("two\nlines")
    outer.__cause__ = fault
    assert kind_of(outer) == kind
    log_failure("/voila/render/x.ipynb", outer)
    (line,) = caplog.messages
    assert "\n" not in line
    assert type(fault).__name__ in line


def test_sigterm_while_it_starts_is_told() -> None:
    ended = "import os, signal, time; from vendetta_kit import cli; from vendetta_kit.server import voila_server\n"
    ended += "voila_server._check_installed = lambda: os.kill(os.getpid(), signal.SIGTERM) or time.sleep(60)\n"
    ended += "raise SystemExit(cli.main(['learn', '--no-browser']))"
    ran = subprocess.run([sys.executable, "-c", ended], capture_output=True, text=True, check=False, timeout=READY)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, "", "vendetta: ended by SIGTERM\n")


@pytest.mark.parametrize(
    "option",
    ["--base-url=/a b/", "--base-url=/../", "--base-url=", "--base-url=/voila/", "--base-url=https://x.invalid/"],
)
def test_a_base_path_that_is_none_is_named_in_one_line(option: str) -> None:
    assert_refused(option, "path")


SITES = ("*", "school.example", "javascript:x", "", *("https:" + rest for rest in ("//*.example", "//x/y", "//x;y")))


@pytest.mark.parametrize("origin", SITES)
def test_a_site_that_is_none_is_named_in_one_line(origin: str) -> None:
    assert_refused(f"--embed-in={origin}", "site")


def test_the_hub_decides_the_path_and_the_frame() -> None:
    for option in ("--base-url=/kit/", "--embed-in=https://school.example"):
        assert_refused("--hub", "do not go together", option)


def assert_refused(option: str, words: str, *more: str) -> None:
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        assert cli.main(["learn", "--no-browser", option, *more]) == 2
    (line,) = errors.getvalue().splitlines()
    assert words in line


def test_it_starts_with_one_line_and_ends_cleanly() -> None:
    server = Server(free_port())
    assert server.said == f"The Vendetta Kit is open at {server.address}  (Ctrl-C ends it)\n"
    assert server.stop() == (0, "\nThe Vendetta Kit is closed.\n", "")


def test_the_notebooks_and_the_template_are_found_where_a_wheel_puts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Path(voila_server._template(), "voila", "templates", "vendetta", "index.html.j2").is_file()
    assert Path(voila_server._notebooks(), voila_server.FIRST_PAGE).is_file()
    package = tmp_path / "vendetta_kit"
    monkeypatch.setattr(voila_server, "_PACKAGE", str(package))
    with pytest.raises(voila_server._Fault, match=voila_server.FIRST_PAGE):
        voila_server._notebooks()
    inside = package / "_notebooks" / voila_server.FIRST_PAGE
    inside.parent.mkdir(parents=True)
    inside.write_text("{}")
    assert voila_server._notebooks() == str(inside.parent)
