"""Who plays which chunk, and when, changes nothing; what is cut off, damaged or missing is made anew, and only that."""

from __future__ import annotations

import errno
import gc
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing.spawn import get_preparation_data
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.lab.conftest import SMALL, contents
from tests.selection import mostly_long
from vendetta_kit.games.vendetta.lab import planned_game
from vendetta_kit.lab import (
    CannotWrite,
    LabError,
    PlanError,
    Tables,
    chunks,
    simulate,
    simulation,
    storage,
    tables,
)

TIMES = 180
"""Seconds after which a test that waits for something has failed."""


@pytest.fixture
def copied(small: Tables, tmp_path: Path) -> Path:
    """A copy of the finished folder, to do harm to."""
    return Path(shutil.copytree(small.folder, tmp_path / "copied"))


def again(folder: Path, plan: dict[str, Any] | None = None, **how: Any) -> Tables:
    return simulate(plan or SMALL, out=folder, workers=1, progress=False, **how)


def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that are played from now on, in this process."""
    games: list[int] = []

    def play(plan: Any, number: int, *more: Any) -> Any:
        games.append(number)
        return as_usual(plan, number, *more)

    as_usual = planned_game.play
    monkeypatch.setattr(planned_game, "play", play)
    return games


class Backwards(Executor):
    """Does what it is given in the opposite order, all at once when the last is in."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.held: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.held.append((future, lambda: fn(*args, **kwargs)))
        if len(self.held) == self.count:
            for waiting, work in reversed(self.held):
                threading.Thread(target=lambda waiting=waiting, work=work: waiting.set_result(work())).start()
        return future


class Unreliable(ThreadPoolExecutor):
    """Every chunk fails the first ``times`` times, as on a cluster whose machines come and go."""

    def __init__(self, times: int) -> None:
        super().__init__(2)
        self.times = times
        self.given: dict[Any, int] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given[args] = self.given.get(args, 0) + 1
        if self.given[args] <= self.times:
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor("the machine has gone"))
            return future
        return super().submit(fn, *args, **kwargs)


# Results depend on nothing but the plan --------------------------------------------------------------------


def test_processes_write_the_same_bytes(small: Tables, tmp_path: Path) -> None:
    simulate(SMALL, out=tmp_path / "two", workers=2, progress=False)
    assert contents(tmp_path / "two") == contents(small.folder)


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), lambda: Backwards(4)], ids=["threads", "backwards"])
def test_any_executor_writes_the_same_bytes(small: Tables, tmp_path: Path, make: Callable[[], Executor]) -> None:
    made = simulate(SMALL, make(), tmp_path / "other", progress=False)
    assert made.complete
    assert contents(tmp_path / "other") == contents(small.folder)


def test_the_size_of_the_chunks_changes_no_value(small: Tables, tmp_path: Path) -> None:
    other = again(tmp_path, {**SMALL, "chunk": 5})
    assert len(other.paths("games")) == 3
    for name in small:
        assert other.arrow(name).equals(small.arrow(name)), name


def test_another_seed_is_another_result(small: Tables, tmp_path: Path) -> None:
    other = again(tmp_path, {**SMALL, "seed": 6, "games": 3})
    assert not other["seats"].equals(small["seats"].head(12))


def test_without_a_folder_it_makes_one_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    plan = {"games": 1, "bots": "random", "tables": "games"}
    made = simulate(plan, workers=1, progress=False)
    assert [path.name for path in tmp_path.iterdir()] == [made.folder]
    assert simulate(plan, workers=1, progress=False).folder == made.folder


# What is there is kept -------------------------------------------------------------------------------------


def test_a_finished_simulation_is_left_alone(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = played(monkeypatch)
    before = {path: path.stat().st_mtime_ns for path in copied.rglob("*.parquet")}
    assert again(copied).complete
    assert games == []
    assert {path: path.stat().st_mtime_ns for path in copied.rglob("*.parquet")} == before


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = len(content) // 6
    for k in range(at, at + 100):  # longer than the header of a page, which no checksum covers
        content[k] ^= 0x10
    path.write_bytes(content)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    """Whole, but of other games."""
    shutil.copy(path.with_name("part-000000.parquet"), path)


@pytest.mark.parametrize("harm", mostly_long([cut, flip, empty, foreign, Path.unlink], quick=1))
@pytest.mark.parametrize("name", ["games", "ledger"])
def test_a_damaged_part_is_made_anew_and_only_that(
    small: Tables, copied: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[Path], None], name: str
) -> None:
    games = played(monkeypatch)
    harm(copied / name / "part-000002.parquet")
    assert contents(copied) != contents(small.folder)
    assert again(copied).complete
    assert games == [6, 7, 8]
    assert contents(copied) == contents(small.folder)


def test_what_a_killed_writer_left_is_removed(small: Tables, copied: Path) -> None:
    (copied / "seats" / ".vendetta-abc.tmp").write_bytes(b"half")
    again(copied)
    assert contents(copied) == contents(small.folder)


def test_more_games_of_the_same_plan(small: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again(tmp_path, {**SMALL, "games": 7})
    games = played(monkeypatch)
    assert again(tmp_path, {**SMALL, "chunk": None}).complete
    assert games == [6, 7, 8, 9, 10, 11]
    assert {name: small[name].equals(tables(tmp_path)[name]) for name in small} == dict.fromkeys(small, True)


def test_a_chunk_that_a_smaller_plan_left_short_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again(tmp_path, {**SMALL, "games": 7})

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(planned_game, "play", stop)
    with pytest.raises(KeyboardInterrupt):
        again(tmp_path)
    left = tables(tmp_path)
    assert (left.games, left.complete, left.chunks) == (6, False, [0, 1])
    assert len(left["games"]) == 6


def test_more_tables_of_the_same_plan(small: Tables, tmp_path: Path) -> None:
    first = again(tmp_path, {**SMALL, "tables": ["seats"]})
    assert list(first) == ["seats"]
    with pytest.raises(KeyError, match="expected one of seats"):
        first["games"]
    more = again(tmp_path, {**SMALL, "tables": ["games", "ledger"]})
    assert list(more) == ["games", "seats", "ledger"]
    for name in more:
        assert more.arrow(name).equals(small.arrow(name)), name


def test_a_folder_holds_one_plan(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LabError, match=r"holds games of another plan \(seed\); expected the same plan or an empty"):
        again(copied, {**SMALL, "seed": 6})
    with pytest.raises(LabError, match="holds 12 games of this plan; expected as many or more"):
        again(copied, {**SMALL, "games": 6})
    monkeypatch.setattr("vendetta_kit.lab.plan.kit_mark", lambda game: "other")
    with pytest.raises(LabError, match="holds games of another version of the kit"):
        again(copied)
    assert len(tables(copied)["games"]) == 12  # and can be read all the same


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": "vendetta-lab/0"}'])
def test_a_folder_whose_plan_is_damaged(copied: Path, content: str) -> None:
    (copied / "plan.json").write_text(content)
    with pytest.raises(LabError, match=r"plan\.json: ") as told:
        tables(copied)
    assert "\n" not in str(told.value)


def test_a_plan_with_faults_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="unknown key 'gmaes'"):
        again(tmp_path / "new", {"gmaes": 3})
    with pytest.raises(LabError, match="workers=0; expected 1 or more"):
        simulate(SMALL, out=tmp_path / "new", workers=0)
    assert not (tmp_path / "new").exists()


# What goes wrong on the way --------------------------------------------------------------------------------


def test_a_full_disk_leaves_what_is_written(tmp_path: Path, small: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole, room = storage.write_whole, iter(range(6 + 2))

    def fills_up(path: str, content: bytes) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        write_whole(path, content)

    monkeypatch.setattr(storage, "write_whole", fills_up)
    with pytest.raises(CannotWrite, match=r"part-000001\.parquet: cannot be written: No space left on device$"):
        again(tmp_path)
    left = tables(tmp_path)
    assert (left.games, left.chunks) == (3, [0])
    assert left["ledger"].equals(small["ledger"].query("game < 3"))
    monkeypatch.undo()
    again(tmp_path)
    assert contents(tmp_path) == contents(small.folder)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="file"):
        again(tmp_path / "file")


def test_the_chunk_of_a_worker_that_dies_is_done_again(small: Tables, tmp_path: Path) -> None:
    """Workers are killed while they play, twice if there is time for it."""
    killed: list[int] = []
    plan = {**SMALL, "games": 40, "chunk": 1, "tables": ["games", "seats"]}

    def kill() -> None:
        end = time.monotonic() + TIMES
        for parts_there in (1, 4):
            while len(list(tmp_path.glob("games/*.parquet"))) < parts_there and time.monotonic() < end:
                time.sleep(0.01)
            for worker in multiprocessing.active_children()[:1]:
                worker.kill()
                killed.append(worker.pid or 0)

    killer = threading.Thread(target=kill)
    killer.start()
    made = simulate(plan, out=tmp_path, workers=2, progress=False)
    killer.join()
    assert killed
    assert made.complete
    assert all(
        made.arrow(name).slice(0, rows).equals(small.arrow(name)) for name, rows in (("games", 12), ("seats", 48))
    )
    assert not list(tmp_path.rglob(".*"))


@pytest.mark.long
def test_a_script_needs_no_test_of_its_name(tmp_path: Path) -> None:
    plan = "{'games': 4, 'bots': 'random'}"
    script = f"from vendetta_kit import lab\nprint(lab.simulate({plan}, out='made', workers=2))\n"
    (tmp_path / "script.py").write_text(script, "utf-8")
    ran = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.stdout.count("of 4 games"), "Traceback" in ran.stderr) == (1, False), ran.stderr


def test_workers_read_no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    script = ModuleType("__main__")
    script.__file__ = __file__
    monkeypatch.setitem(sys.modules, "__main__", script)
    assert any(key.startswith("init_main") for key in get_preparation_data("worker"))
    with simulation.without_script():
        assert not any(key.startswith("init_main") for key in get_preparation_data("worker"))
    assert sys.modules["__main__"] is script


def test_workers_that_die_again_and_again_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_begin", sys.exit)  # the first thing a worker does
    monkeypatch.setattr(simulation, "MOST_TRIES", 2)
    with pytest.raises(LabError, match=r"workers died 2 times at games 0 to 2 .*: parts so far are in") as told:
        simulate(SMALL, out=tmp_path, workers=2, progress=False)
    assert "\n" not in str(told.value)


def test_an_executor_whose_machines_come_and_go(small: Tables, tmp_path: Path) -> None:
    assert simulate(SMALL, Unreliable(simulation.MOST_TRIES - 1), tmp_path, progress=False).complete
    assert contents(tmp_path) == contents(small.folder)


def test_an_executor_that_never_works(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="workers died 4 times"):
        simulate(SMALL, Unreliable(simulation.MOST_TRIES), tmp_path, progress=False)
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(LabError, match=r"the executor takes no more work \(.*\): parts so far are in"):
        simulate(SMALL, closed, tmp_path, progress=False)


def test_a_worker_with_another_kit_is_refused(tmp_path: Path, small: Tables) -> None:
    with pytest.raises(LabError, match="another version of the kit"):
        chunks.do_chunk(json.dumps(small.plan.to_json()), "other", str(tmp_path), 0)


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """As in a terminal, even where the tests were started in the background, deaf to it.

    Hypothesis watches the garbage collector, and Python drops what is raised in such a watcher, Ctrl-C too.
    """
    watchers, gc.callbacks[:] = list(gc.callbacks), []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    gc.callbacks[:] = watchers


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_leaves_no_worker(tmp_path: Path, small: Tables, workers: int) -> None:
    plan = {**SMALL, "games": 400, "chunk": 1}

    def interrupt() -> None:
        end = time.monotonic() + TIMES
        while len(list(tmp_path.glob("games/*.parquet"))) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    pressed = threading.Thread(target=interrupt)
    pressed.start()
    with pytest.raises(KeyboardInterrupt):
        simulate(plan, out=tmp_path, workers=workers, progress=False)
    pressed.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert multiprocessing.active_children() == []
    left = tables(tmp_path)
    assert 2 <= left.games < 400
    assert not left.complete
    assert set(left["games"]["game"]) == set(left["seats"]["game"]) == set(left.chunks)
    assert not list(tmp_path.rglob(".*"))
    kept = left["seats"].query("game < 12")
    assert kept.reset_index(drop=True).equals(
        small["seats"][small["seats"]["game"].isin(kept["game"])].reset_index(drop=True)
    )


def test_the_progress_bar(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied / "games" / "part-000001.parquet").unlink()
    simulate(SMALL, out=copied, workers=1, progress=True)
    told = capsys.readouterr().err
    assert "waiting for the first part of " in told.split("\r")[1]
    assert "12/12" in told.split("\r")[-1]
    assert "waiting" not in told.split("\r")[-1]
    simulate(SMALL, out=copied, workers=1)  # nobody watches
    assert capsys.readouterr().err == ""
