"""``vendetta simulate``, as a person types it."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import vendetta_kit
from tests.selection import mostly_long
from vendetta_kit import cli, lab
from vendetta_kit.games.vendetta.lab import tables

QUICK = "--games 4 --bots random --workers 1"
TIMES = 180


def typed(line: str) -> int:
    return cli.main(["simulate", *shlex.split(line)])


def test_games_become_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    line = f"{QUICK} --out {out} --clans brujah,gangrel,malkavian,ventrue --variants relics,location_cards"
    line += " --rulings last_blood=allow --seed 3 --rotate --chunk 2 --tables games,seats"
    assert typed(line) == 0
    assert capsys.readouterr().out == f"4 games in {out}: games, seats\n"
    made = tables(out)
    assert set(made["seats"]["clan"]) == {"brujah", "gangrel", "malkavian", "ventrue"}
    assert made["games"]["relics"].all()
    assert set(made["games"]["last_blood"]) == {"allow"}
    assert (made.plan.seed, made.plan.rotate, made.plan.chunk, made.plan.players) == (3, True, 2, 4)


def test_the_same_again_and_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(f"{QUICK} --out {tmp_path}") == 0
    assert typed(f"--out {tmp_path} --games 6 --workers 1 --tables decisions") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1] == f"6 games in {tmp_path}: games, seats, rounds, locations, decisions (4 were there)"
    assert typed(f"--out {tmp_path} --games 2 --workers 1 --seed 4") == 2, "fewer games, and others"
    assert "holds games of another plan (seed" in capsys.readouterr().err


def test_a_plan_file_and_options_before_it(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("players: 3\ngames: 900\nbots: [random, random, random]\nclans: deal\n")
    assert typed(f"{plan} --out {tmp_path / 'out'} --games 2 --workers 1") == 0
    assert list(tables(tmp_path / "out")["games"]["players"]) == [3, 3]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--out DIR --bots greddy", "vendetta simulate: bots: found 'greddy'; expected one of random, gentle"),
        ("--out DIR --clans brujahh", "vendetta simulate: clans: unknown clan 'brujahh': did you mean 'brujah'?"),
        ("--out DIR --variants relicts", "vendetta simulate: variants: unknown key 'relicts': did you mean 'relics'?"),
        (
            "--out DIR --rulings last_blood",
            "vendetta simulate: rulings: last_blood: found ''; expected forbid or allow",
        ),
        ("--out DIR --tables seat", "vendetta simulate: tables: unknown table 'seat': did you mean 'seats'?"),
        ("--out DIR --games 0", "vendetta simulate: games: found 0; expected a whole number from 1"),
        ("--out DIR --games ten", "vendetta simulate: argument --games: found 'ten'; expected a whole number"),
        ("--out DIR --games 4 --bots random --workers 0", "vendetta simulate: workers=0; expected 1 or more"),
        ("--out DIR PLAN", "vendetta simulate: PLAN:1: unknown key 'gmaes': did you mean 'games'?"),
        ("--out DIR no-such-plan.yaml", "vendetta simulate: no-such-plan.yaml:1: file: cannot be read"),
        ("--games 4", "vendetta simulate: --out is missing; expected a folder to write to"),
        ("--out PLAN", "vendetta simulate: PLAN/plan.json: cannot be read: Not a directory"),
        ("--out DIR --gaems 4", "vendetta: unrecognized arguments: --gaems"),
        ("--out DIR --bot greedy", "vendetta: unrecognized arguments: --bot"),
    ],
)
def test_a_fault_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    plan, out = tmp_path / "plan.yaml", tmp_path / "out"
    plan.write_text("gmaes: 4\n")
    assert typed(line.replace("DIR", str(out)).replace("PLAN", str(plan))) == 2
    said = capsys.readouterr().err
    assert said.startswith(says.replace("PLAN", str(plan)))
    assert said.count("\n") == 1
    assert not out.exists()


def test_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"--game vtes --players 2 --bots random --decks claw,court --rounds 8 --workers 1 --out {tmp_path}"
    assert typed(f"{line} --games 2") == 0
    assert capsys.readouterr().out == f"2 games in {tmp_path}: games, seats\n"
    assert list(tables(tmp_path)["seats"].deck) == ["claw", "court"] * 2
    assert typed(f"--games 3 --workers 1 --out {tmp_path}") == 0, "the folder says which game"
    assert capsys.readouterr().out == f"3 games in {tmp_path}: games, seats (2 were there)\n"
    assert typed(f"--game vendetta --out {tmp_path}") == 2
    assert "holds games of another plan (game" in capsys.readouterr().err
    assert typed("--describe --game vtes") == 0
    assert "# actions: one row is an action of a minion" in capsys.readouterr().out
    assert typed("--describe --game chess") == 2
    assert typed(f"--game chess --out {tmp_path / 'new'}") == 2
    said = capsys.readouterr().err
    assert said.splitlines() == [
        "vendetta simulate: --game: found 'chess'; expected one of vendetta, vtes",
        "vendetta simulate: game: found 'chess'; expected one of vendetta, vtes",
    ]


class Asked(io.StringIO):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("options", "stdin", "begun"),
    [("", io.StringIO("y\n"), False), ("", Asked("\n"), False), ("", Asked("y\n"), True), ("--yes", Asked(), True)],
    ids=["no terminal", "no", "yes", "--yes"],
)
def test_what_costs_more_than_an_hour_is_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: str,
    stdin: io.StringIO,
    begun: bool,
) -> None:
    seconds = iter(range(0, 10**6, 4000))
    monkeypatch.setattr("vendetta_kit.lab.simulation_cost.time.process_time", lambda: next(seconds))
    monkeypatch.setattr("sys.stdin", stdin)
    out = tmp_path / "out"
    line = f"--games 20 --bots random --workers 1 --tables games --out {out} {options}"
    assert typed(line) == (0 if begun else 2)
    said = capsys.readouterr().err
    first, told = said.splitlines()[:2]
    assert first == "a few games are played first, to say what all will cost"
    assert re.fullmatch(r"20 games: 22 core hours, (less than )?0\.\d+ GB \(as 1 of them tell\)", told)
    assert ("Begin? [y/N]" in said) == (isinstance(stdin, Asked) and not options)
    assert ("vendetta simulate: not begun; expected --yes" in said) == (not begun)
    assert out.exists() == begun


def test_the_cost_is_near_to_what_it_comes_to(tmp_path: Path) -> None:
    plan = lab.plan_of({"games": 100, "bots": "random", "tables": ["games", "seats", "ledger"], "chunk": 50})
    told = lab.cost_of(plan)
    assert told is not None
    assert (told.games, told.measured) == (100, 10)
    made = lab.simulate(plan, out=tmp_path, workers=1, progress=False)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*.parquet")) / 1e9
    assert 0.5 < told.gigabytes / size < 2
    assert made.complete
    assert lab.cost_of(plan, 9) is None
    half = lab.cost_of(plan, 50)
    assert half is not None
    assert (half.games, half.measured) == (50, 5)


def test_the_tables_are_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("--describe") == 0
    said = capsys.readouterr().out
    assert "# ledger: one row is tokens that went from one account to another" in said
    assert "| score | int16, may be null | Influence |" in said


def test_without_the_packages_of_the_laboratory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vendetta = vendetta_kit.games.vendetta
    for of in (vendetta, vendetta_kit):
        monkeypatch.setattr(of, "lab", of.lab)  # which another one is about to take the place of
    rooms = ("vendetta_kit.games.vendetta.lab", "vendetta_kit.lab")
    for name in [name for name in sys.modules if name.startswith(rooms)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert typed(f"{QUICK} --out {tmp_path}") == 2
    said = capsys.readouterr().err
    assert (
        said == "vendetta simulate: the package pyarrow is missing; expected an installation with vendetta-kit[lab]\n"
    )


def started(line: str, before: str = "") -> subprocess.Popen[str]:
    command = f"{before}exec {shlex.quote(sys.executable)} -m vendetta_kit simulate {line}"
    return subprocess.Popen(
        ["/bin/sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hears_ctrl_c,
    )


def hears_ctrl_c() -> None:
    """As in a terminal, even where the tests themselves were started in the background, deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


STOPS = [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM), (1, signal.SIGTERM)]


@pytest.mark.parametrize(("workers", "number"), mostly_long(STOPS[1:] + STOPS[:1], quick=1))
def test_ctrl_c_and_sigterm_end_it_in_good_order_and_the_same_command_goes_on(
    tmp_path: Path, workers: int, number: int
) -> None:
    line = f"--games 60 --bots random --chunk 2 --out {tmp_path} --workers {workers}"
    running = started(line)
    end = time.monotonic() + TIMES
    while not list(tmp_path.glob("games/*.parquet")) and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(running.pid, number)  # as the terminal does, or timeout: to everybody
    out, err = running.communicate(timeout=TIMES)
    assert running.returncode == 128 + number, err
    left = tables(tmp_path)
    assert 0 < left.games < 60
    cost, _, stopped = err.partition("\n")[2].partition("\n")
    assert cost.startswith("60 games: "), cost
    assert (out, stopped) == ("", f"\nstopped: {left.games} of 60 games are in {tmp_path}; the same command goes on\n")
    assert typed(line.replace(f"--workers {workers}", "--workers 1")) == 0
    assert len(tables(tmp_path)["games"]) == 60


@pytest.mark.parametrize("workers", mostly_long([2, 1], quick=1))
def test_a_full_disk_is_one_line_and_exit_2(tmp_path: Path, workers: int) -> None:
    """No file may be larger than 16 kB; the decisions of ten games are."""
    line = f"--games 20 --chunk 10 --bots random --out {tmp_path} --workers {workers} --tables decisions,games"
    running = started(line, before="ulimit -f 32; ")
    out, err = running.communicate(timeout=TIMES)
    cost, _, fault = err.partition("\n")[2].partition("\n")
    assert (running.returncode, out, fault.count("\n")) == (2, "", 1), err
    assert cost.startswith("20 games: ")
    assert fault.startswith("vendetta simulate: ")
    assert err.endswith(".parquet: cannot be written: File too large\n")
    assert len(tables(tmp_path)["games"]) == 0
