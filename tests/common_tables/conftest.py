"""A PostgreSQL of the tests' own, in a folder that goes with it; it listens at no port."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import create_engine

from tests.common_tables.people import Clock
from vendetta_kit.common_tables import Store

HERE = Path(__file__).resolve().parent
ON_SQLITE_FIRST = {"test_replicas.py", "test_at_once.py"}


def _programs() -> Path:
    """Where Debian puts the newest PostgreSQL's programs, or where they are on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    assert found or on_path, "these tests need PostgreSQL (Debian: sudo sh scripts/postgres_needs.sh)"
    return (found[-1] if found else Path(str(on_path))).parent


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL does not run as root: then it is somebody who may do nothing."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a database server with one empty database, ``tables``."""
    who = _unprivileged()
    folder = tempfile.mkdtemp(prefix="tables-")
    programs = _programs()
    if who:
        os.chown(folder, who["user"], who["group"])

    def run(program: str, *arguments: str) -> None:
        with open(os.path.join(folder, "said"), "w+") as said:  # a pipe would stay open as long as the server
            command = [str(programs / program), *arguments]
            code = subprocess.run(command, **who, cwd=folder, stdout=said, stderr=said, check=False).returncode
            said.seek(0)
            assert not code, said.read()

    data = os.path.join(folder, "data")
    try:
        run("initdb", "-D", data, "-U", "kit", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-l", os.path.join(folder, "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://kit@/{{}}?host={quote(folder)}"
        finally:
            run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave whole games on PostgreSQL to the long run: in the quick one the store is proven on both databases."""
    for item in items:
        if item.path.name in ON_SQLITE_FIRST and item.path.parent == HERE and "postgres" in item.name:
            item.add_marker(pytest.mark.long)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each of the two kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    found = str(request.getfixturevalue("postgres")).format("postgres")
    admin = create_engine(found, isolation_level="AUTOCOMMIT")
    with admin.connect() as db:  # another database for each test would take seconds, and its folder too
        db.exec_driver_sql("DROP SCHEMA public CASCADE")
        db.exec_driver_sql("CREATE SCHEMA public")
    admin.dispose()
    return found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[Store]:
    opened = Store(address, clock)
    yield opened
    opened.close()
