"""Where results go: folders and addresses; what is not understood is refused and makes no folder."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import duckdb
import fsspec
import pytest
import s3fs
from moto.server import ThreadedMotoServer
from pyarrow.dataset import dataset

from tests.lab.conftest import SMALL, contents
from vendetta_kit.cli import main
from vendetta_kit.lab import CannotWrite, LabError, Tables, compact, simulate, storage, tables


@pytest.fixture
def memory() -> Iterator[Any]:
    there = fsspec.filesystem("memory")
    there.store.clear()
    yield there
    there.store.clear()


def in_memory(memory: Any, folder: str) -> dict[str, bytes]:
    return {path.removeprefix(f"/{folder}/"): memory.cat_file(path) for path in memory.find(f"/{folder}")}


def test_an_address_gets_the_same_bytes_as_a_folder_and_goes_on(small: Tables, memory: Any) -> None:
    simulate({**SMALL, "games": 6}, out="memory://many/small", progress=False)
    made = simulate(SMALL, out="memory://many/small/", progress=False)
    assert made.complete
    assert in_memory(memory, "many/small").keys() == contents(small.folder).keys()
    for name in small:
        assert made.arrow(name).equals(small.arrow(name)), name
    query = "SELECT sum(score) AS n FROM seats JOIN games USING (game)"
    assert made.sql(query).equals(small.sql(query))
    memory.store.clear()
    simulate(SMALL, out="memory://many/small", workers=1, progress=False)
    assert in_memory(memory, "many/small") == contents(small.folder)


def test_small_parts_are_merged_and_nothing_else_changes(small: Tables, memory: Any, tmp_path: Path) -> None:
    large = compact(small.folder, "memory://large")
    assert [len(large.paths(name)) for name in large] == [1] * len(small)
    for name in small:
        assert large.arrow(name).equals(small.arrow(name)), name
    before = in_memory(memory, "large")
    memory.rm_file("/large/seats/part-000000.parquet")
    assert compact(small.folder, "memory://large").complete
    assert in_memory(memory, "large") == before
    assert simulate({**SMALL, "games": 14, "chunk": None}, out="memory://large", progress=False).games == 14
    with pytest.raises(LabError, match="holds something else; expected an empty folder"):
        compact(small.folder, "memory://large")
    assert main(["simulate", "--out", small.folder, "--compact", str(tmp_path / "large")]) == 0
    assert len(list((tmp_path / "large").rglob("*.parquet"))) == len(small)
    assert in_memory(memory, "large").keys() >= contents(tmp_path / "large").keys()


def test_files_come_near_to_their_size(small: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vendetta_kit.lab.compaction.file_size", lambda path: 30_000_000)
    two = compact(small.folder, tmp_path, megabytes=70)
    assert two.plan.chunk == 6
    assert [len(two.paths(name)) for name in two] == [2] * len(small)
    assert all(two.arrow(name).equals(small.arrow(name)) for name in small)


def test_only_what_is_finished_is_merged(tmp_path: Path) -> None:
    made = simulate({**SMALL, "games": 6, "tables": "games"}, out=tmp_path / "cut", workers=1, progress=False)
    Path(made.paths("games")[1]).unlink()
    with pytest.raises(LabError, match="holds 3 of 6 games; expected a finished simulation"):
        compact(tmp_path / "cut", tmp_path / "large")
    with pytest.raises(LabError, match="no simulation here"):
        compact(tmp_path / "none", tmp_path / "large")
    assert not (tmp_path / "large").exists()


def test_a_file_address_is_a_folder(small: Tables, tmp_path: Path) -> None:
    assert simulate(SMALL, out=(tmp_path / "new").as_uri(), workers=1, progress=False).complete
    assert contents(tmp_path / "new") == contents(small.folder)
    assert tables((tmp_path / "new").as_uri()).complete


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ("s4://bucket/x", "'s4://bucket/x': no storage is called s4; expected a folder, s3://, gs:// or another"),
        ("s3:/bucket/x", "found 's3:/bucket/x'; expected s3:// for an address, ./ before it for a local folder"),
        (Path("s3://bucket/x"), "found 's3:/bucket/x'; expected s3://"),
        ("s3:bucket", "found 's3:bucket'; expected s3://"),
        ("", "found ''; expected a folder or an address"),
        ("a\0b", "expected a folder or an address"),
        ("memory://", "found 'memory://'; expected memory:// and a name"),
        ("simplecache::memory://x", "expected one address"),
        ("memory://x::file://y", "expected one address, not a chain"),
        ("file://elsewhere/x", "expected file:/// and an absolute path"),
        ("file://", "expected file:/// and an absolute path"),
    ],
    ids=str,
)
def test_what_is_not_understood_is_refused(
    out: Any, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for call in (lambda: simulate(SMALL, out=out, workers=1), lambda: tables(out)):
        with pytest.raises(LabError) as told:
            call()
        assert says in str(told.value)
    assert main(["simulate", "--games", "2", "--out", str(out)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_package_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any, **__: Any) -> Any:
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr(fsspec.core, "url_to_fs", missing)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LabError, match="'s3://bucket/x': a package is missing: Install s3fs to access S3"):
        simulate(SMALL, out="s3://bucket/x", workers=1)
    assert not list(tmp_path.iterdir())


def test_a_local_name_with_a_colon_stays_one() -> None:
    assert [storage.address_of(name) for name in ("run:1", "./s3:/x", "a/b:c", "C:\\x")] == [
        "run:1",
        "./s3:/x",
        "a/b:c",
        "C:\\x",
    ]


def test_a_memory_is_of_one_process(memory: Any) -> None:
    with pytest.raises(LabError, match="is in the memory of one process; expected workers=1"):
        simulate(SMALL, out="memory://x", workers=2)


def test_a_store_that_refuses_leaves_whole_parts(small: Tables, memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    written, room = type(memory).pipe_file, iter(range(1 + 7 + 3))

    def fills_up(self: Any, path: str, value: bytes, **more: Any) -> None:
        if next(room, None) is None:
            raise RuntimeError("QuotaExceeded:\nno more")
        written(self, path, value, **more)

    monkeypatch.setattr(type(memory), "pipe_file", fills_up)
    with pytest.raises(
        CannotWrite, match=r"part-000001.parquet: cannot be written: RuntimeError: QuotaExceeded: no more$"
    ):
        simulate(SMALL, out="memory://x", progress=False)
    assert tables("memory://x").chunks == [0]
    monkeypatch.undo()
    simulate(SMALL, out="memory://x", progress=False)
    assert in_memory(memory, "x") == contents(small.folder)


def test_elsewhere_a_file_is_moved_into_its_place(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As over SFTP, where writing takes its time: nothing half is ever called as the part is."""
    monkeypatch.setattr(storage, "_STORES", frozenset())
    storage.make_folder("memory://x/games")
    storage.write_file("memory://x/games/part", b"all of it")
    assert storage.read_file("memory://x/games/part") == b"all of it"
    assert storage.file_names("memory://x/games") == {"part"}

    def breaks(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPIPE, "gone")

    monkeypatch.setattr(type(memory), "mv", breaks)
    with pytest.raises(OSError, match="gone"):
        storage.write_file("memory://x/games/other", b"half")
    assert storage.file_names("memory://x/games") == {"part"}


# An object store over HTTP: moto's server, which speaks as S3 does -----------------------------------------


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A server with an empty bucket; processes that are started find it by the environment, as in earnest."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    s3fs.S3FileSystem.clear_instance_cache()
    there = s3fs.S3FileSystem(skip_instance_cache=True, use_listings_cache=False)
    there.mkdir("bucket")
    yield there
    urlopen(Request(f"http://{host}:{port}/moto-api/reset", method="POST"))
    server.stop()
    s3fs.S3FileSystem.clear_instance_cache()


def in_bucket(s3: Any, folder: str) -> dict[str, bytes]:
    return {path.removeprefix(f"{folder}/"): s3.cat_file(path) for path in s3.find(folder)}


def test_an_object_store_gets_the_same_bytes_and_others_read_them_as_they_lie(small: Tables, s3: Any) -> None:
    simulate({**SMALL, "games": 6}, out="s3://bucket/small", workers=1, progress=False)
    made = simulate(SMALL, out="s3://bucket/small", workers=1, progress=False)
    assert made.complete
    assert in_bucket(s3, "bucket/small") == contents(small.folder)
    told = "SELECT game, seat, score FROM read_parquet('s3://bucket/small/seats/*.parquet') ORDER BY game, seat"
    seats = small.arrow("seats").select(["game", "seat", "score"])
    with duckdb.connect() as database:
        database.register_filesystem(s3)
        found = database.sql(told).fetchall()
    assert found == [tuple(row.values()) for row in seats.to_pylist()]
    lying = dataset("bucket/small/seats", filesystem=s3, format="parquet")
    by_game = [("game", "ascending"), ("seat", "ascending")]
    assert lying.to_table(columns=seats.column_names).sort_by(by_game) == seats
    assert compact("s3://bucket/small", "s3://bucket/large").games == made.games
    assert len(s3.find("bucket/large/seats")) == 1


def test_a_bucket_that_there_is_not_is_told_in_one_line(s3: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--bots", "random", "--workers", "1", "--out", "s3://none/x"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith("vendetta simulate: s3://none/x")


@pytest.mark.long
def test_processes_write_to_an_object_store(small: Tables, s3: Any) -> None:
    simulate(SMALL, out="s3://bucket/two", workers=2, progress=False)
    assert in_bucket(s3, "bucket/two") == contents(small.folder)
