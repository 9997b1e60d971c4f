"""``vendetta progress``: files of any kind are read, or refused with one line in the language that was asked for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from vendetta_kit.cli import main
from vendetta_kit.course.progress import Progress
from vendetta_kit.safe_files import MOST_BYTES


def refused(path: str, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """The one line that a file gets."""
    assert main(["progress", path, *more]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"vendetta progress: {path}: ")
    return said.err.removeprefix(f"vendetta progress: {path}: ").rstrip()


def test_a_good_file_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.json"
    progress = Progress()
    progress.met(["PLAN-11"])
    path.write_text(progress.dumps(), "utf-8")
    assert main(["progress", str(path), "--lang", "de"]) == 0
    assert capsys.readouterr().out.startswith("Regeln ")


def test_the_map_of_another_game_is_shown_and_files_keep_all_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, out = tmp_path / "mine.json", tmp_path / "out.json"
    progress = Progress()
    progress.met(["PLAN-11"])
    other = progress.of("vtes")
    other.used(["BLOCK-07", "BLOCK-08"])
    mine.write_text(other.of("a game of tomorrow").dumps(), "utf-8")
    assert main(["progress", str(mine), "--game", "vtes", "--json", "--lang", "en", "--out", str(out)]) == 0
    picture = json.loads(capsys.readouterr().out)
    assert (picture["game"], picture["counts"]["used"]) == ("vtes", 2)
    again = Progress.loads(out.read_text("utf-8"))
    assert again.level("PLAN-11") == "met"
    assert again.of("vtes").level("BLOCK-08") == "used"
    for wish in (["--game", "chess"], ["--game", "vtes", "--class"]):
        assert main(["progress", str(mine), *wish]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)


def test_what_never_ends_or_never_begins_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # opening it would wait for somebody who writes
    for path in ("/dev/zero", str(pipe)):
        assert refused(path, capsys, "--lang", "en").startswith("cannot be read (it is a pipe or a device); expected ")
        assert main(["scenario", "check", path]) == 2
        assert main(["lesson", "check", path]) == 2
        assert main(["simulate", path, "--out", str(tmp_path / "out")]) == 2
        assert capsys.readouterr().err.count("it is a pipe or a device") == 3


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "cannot be read (Is a directory); expected saved progress (vendetta-progress/2)"),
        ("de", "lässt sich nicht lesen (das ist ein Ordner); erwartet: ein gespeicherter Fortschritt"),
    ],
)
def test_a_fault_is_told_in_the_language_that_was_asked_for(
    lang: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(str(tmp_path), capsys, "--lang", lang).startswith(said)
    path = tmp_path / "mine.json"
    path.write_text('{"format": "vendetta-progress/1", "rules": {"PLAN-11": {"first": "x"}}}', "utf-8")
    fault = {"en": "found 'x'; expected a whole", "de": "gefunden: 'x'; erwartet: eine ganze Zahl"}[lang]
    assert refused(str(path), capsys, "--lang", lang).startswith(f"rules.PLAN-11.first: {fault}")


def test_the_language_of_the_terminal_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert refused("/nowhere/x.json", capsys).startswith("lässt sich nicht lesen (diese Datei gibt es nicht)")


def test_no_more_is_read_than_a_file_can_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(10**12)  # takes no room
    assert refused(str(path), capsys, "--lang", "en").startswith(f"larger than {MOST_BYTES} bytes; expected ")
