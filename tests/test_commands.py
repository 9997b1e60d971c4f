"""Every command of ``vendetta``, where what it prints to is closed, full, gone or knows few letters.

The commands are those of the parser: a new one needs its line in :data:`SAMPLES`.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest

from vendetta_kit import cli
from vendetta_kit.cli import main
from vendetta_kit.coach import review_command
from vendetta_kit.course import puzzle_set
from vendetta_kit.safe_files import write_whole
from vendetta_kit.server import voila_server

ROOT = Path(__file__).resolve().parents[1]
FULL = Path("/dev/full")
PUZZLE = str(ROOT / "data/puzzles/puzzle-1-3-token-1-1.yaml")
SAMPLES: dict[str, tuple[str, ...]] = {
    "": (),
    "rules": ("PLAN-11", "--lang", "de"),
    "scenario check": (str(ROOT / "data/vendetta/scenarios/frenzy-02-vampire.yaml"),),
    "lesson check": (str(ROOT / "tests/course/small_lesson.yaml"),),
    "puzzles check": (PUZZLE,),
    "puzzles mine": ("--count", "1", "--out", "{dir}"),
    "puzzles sheet": (PUZZLE, "--lang", "de", "--out", "-"),
    "deck check": (str(ROOT / "tests/vtes/deck.txt"), "--lang", "de"),
    "aid": ("--lang", "de", "--out", "-"),
    "progress": (str(ROOT / "tests/frozen/files/progress.json"), "--lang", "de"),
    "review": ("save.json",),
    "learn": ("--no-browser",),
    "simulate": ("--describe",),
}
"""What each command is given, so that it prints something and ends; ``{dir}`` is a folder."""
OUT = {
    "puzzles mine": ("--count", "1", "--out", "{out}"),
    "puzzles sheet": (PUZZLE, "--out", "{out}.html"),
    "aid": ("--out", "{out}.html"),
    "progress": (str(ROOT / "tests/frozen/files/progress.json"), "--out", "{out}"),
    "simulate": ("--games", "1", "--workers", "1", "--out", "{out}"),
}
"""The same for those that write files."""


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command by its words, the bare ``vendetta`` among them."""

    def below(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> Iterator[tuple[str, argparse.ArgumentParser]]:
        deeper = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        if not deeper or not words:
            yield " ".join(words), parser
        for action in deeper:
            for name, inner in action.choices.items():
                yield from below(inner, (*words, name))

    return dict(below(cli._parser(), ()))


COMMANDS = commands()


def arguments(words: str, given: tuple[str, ...], folder: Path) -> list[str]:
    return [*words.split(), *(each.format(dir=folder, out=folder / "out") for each in given)]


@pytest.fixture(autouse=True)
def _what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what thinks, serves or searches for minutes say one thing and end: here only its output matters."""

    def learn(*_: Any, **__: Any) -> int:
        print("open at … für alle")
        return 0

    monkeypatch.setattr(voila_server, "learn", learn)
    monkeypatch.setattr(puzzle_set, "mined", lambda *_: iter([("a.yaml", b"a: 1")]))
    monkeypatch.setattr(review_command, "review", lambda *_: (0, "Rückblick …"))


def test_every_command_is_tried() -> None:
    assert COMMANDS.keys() == SAMPLES.keys()
    writers = {words for words, parser in COMMANDS.items() if any(a.dest == "out" for a in parser._actions)}
    assert writers == OUT.keys()


class Streams:
    """What a command has said, and to what."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.err = io.StringIO()
        monkeypatch.setattr(sys, "stderr", self.err)

    def runs(self, given: list[str], out: TextIO | None, err: TextIO | None = None) -> int:
        self._patch.setattr(sys, "stdout", out)
        self._patch.setattr(sys, "stderr", err or self.err)
        code = main(given)
        assert sys.stdout is out
        return code

    def line(self) -> str:
        said = self.err.getvalue()
        assert said.count("\n") == 1, said
        assert "Traceback" not in said
        return said


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Streams:
    return Streams(monkeypatch)


def full() -> TextIO:
    return FULL.open("w", encoding="utf-8")


def gone() -> TextIO:
    """A pipe whose reader has gone away."""
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w", encoding="utf-8")


@pytest.mark.parametrize("more", [(), ("--help",)], ids=["", "help"])
@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize(
    ("make", "says"),
    [(lambda: None, os.strerror(errno.EBADF)), (full, os.strerror(errno.ENOSPC))],
    ids=["closed", "full"],
)
def test_where_nothing_can_be_printed_one_line_says_so(
    make: Callable[[], Any], says: str, words: str, more: tuple[str, ...], streams: Streams, tmp_path: Path
) -> None:
    out = make()
    assert streams.runs(arguments(words, more or SAMPLES[words], tmp_path), out) == 2
    assert streams.line() == f"vendetta: what it says cannot be written: {says}\n"
    if out is not None:
        out.close()  # what could not be written is not tried again when Python ends


@pytest.mark.parametrize("words", COMMANDS)
def test_who_has_read_enough_is_told_nothing(words: str, streams: Streams, tmp_path: Path) -> None:
    out = gone()
    assert streams.runs(arguments(words, SAMPLES[words], tmp_path), out) == 0
    assert streams.err.getvalue() == ""
    out.close()


@pytest.mark.parametrize("words", COMMANDS)
def test_a_terminal_that_knows_few_letters_gets_the_others_as_question_marks(
    words: str, streams: Streams, tmp_path: Path
) -> None:
    bare, plain = io.BytesIO(), io.BytesIO()
    out = io.TextIOWrapper(bare, "ascii")
    assert streams.runs(arguments(words, SAMPLES[words], tmp_path), out) == 0
    assert out.errors == "strict"
    assert streams.runs(arguments(words, SAMPLES[words], tmp_path), io.TextIOWrapper(plain, "utf-8")) == 0
    assert bare.getvalue()
    assert bare.getvalue().decode("ascii") == plain.getvalue().decode("utf-8").encode("ascii", "replace").decode()


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("make", [lambda: None, full, gone], ids=["closed", "full", "gone"])
def test_a_fault_that_can_be_told_nobody_is_still_a_fault(
    make: Callable[[], Any], words: str, streams: Streams, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    out, err = io.StringIO(), make()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert main([*words.split(), "--no-such-option"]) == 2
    assert sys.stderr is err
    if err is not None:
        err.close()
    assert out.getvalue() == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("words", OUT)
def test_a_full_disk_is_told_with_the_file_that_could_not_be_written(
    words: str, streams: Streams, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)
    assert streams.runs(arguments(words, OUT[words], tmp_path), io.StringIO()) == 2
    assert str(tmp_path / "out") in streams.line()
    assert os.strerror(errno.ENOSPC) in streams.line()
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == []


@pytest.mark.parametrize("words", OUT)
def test_a_folder_that_takes_no_files_is_told(words: str, streams: Streams, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way", "utf-8")
    given = tuple(each.replace("{out}", "{out}/below") for each in OUT[words])
    assert streams.runs(arguments(words, given, tmp_path), io.StringIO()) == 2
    assert str(tmp_path / "out") in streams.line()


def test_no_file_takes_the_place_of_a_device_or_a_link(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        write_whole(str(FULL), "text")
    assert stat.S_ISCHR(FULL.stat().st_mode)
    (tmp_path / "file").write_text("old", "utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text("utf-8") == "new"


def shell(line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell in which ``vendetta`` is this kit's."""
    before = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    line = line.replace("vendetta", f"{sys.executable} -m vendetta_kit", 1)
    return subprocess.run(
        ["sh", "-c", line], env=before | env, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("vendetta rules PLAN-11 >/dev/full", 2, "vendetta: what it says cannot be written: No space left on device\n"),
        ("vendetta rules PLAN-11 >&-", 2, "vendetta: what it says cannot be written: Bad file descriptor\n"),
        ("vendetta rules PLAN-99 2>&-", 2, ""),
        ("vendetta rules PLAN-99 2>/dev/full", 2, ""),
    ],
)
def test_the_shell_sees_the_same(line: str, code: int, says: str) -> None:
    done = shell(line)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", says)


@pytest.mark.long
@pytest.mark.parametrize("words", [words for words in COMMANDS if words not in ("learn", "review", "puzzles mine")])
def test_the_shell_sees_the_same_of_every_command(words: str, tmp_path: Path) -> None:
    given = " ".join(arguments(words, SAMPLES[words], tmp_path))
    for way, code, lines in ((">/dev/full", 2, 1), (">&-", 2, 1), (">&- 2>&-", 2, 0), ("| head -1", 0, 0)):
        done = shell(f"vendetta {given} {way}")
        assert (done.returncode, done.stderr.count("\n")) == (code, lines), (way, done.stderr)
    for env in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}):
        done = shell(f"vendetta {given}", **env)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
