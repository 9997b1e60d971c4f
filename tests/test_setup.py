"""Setting up: which Python is taken, what stays when nothing better can be had, and folders of any name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.test_project import ROOT, files, named, project

PYTHON = """#!/bin/sh
# Stands for a Python 3.{minor}: it says what it is, and makes environments with a pip that installs as $PIP_DOES says.
case "$*" in
    *python_version*) echo "3.{minor}.0" ;;
    "-m pytest"*) [ "${{PYTEST_DOES:-}}" != fail ] ;;
    *sys.version_info*) [ {minor} -ge 11 ] && echo {minor} ;;
    *ensurepip*) exit {without_venv} ;;
    -V) echo "Python 3.{minor}.0" ;;
    "-m venv "*)
        mkdir -p "$3/bin" "$3/lib/python3.{minor}/site-packages"
        cp "$0" "$3/bin/python"
        ;;
    "-m pip --version") ;;
    "-m pip install"*)
        case "${{PIP_DOES:-}}" in
            away) echo "WARNING: Retrying (Retry(total=0" && exit 1 ;;
            refuses) echo "metadata-generation-failed" && exit 1 ;;
        esac
        here=$(dirname "$0")
        echo "$PWD" >"$here/../lib/python3.{minor}/site-packages/_vendetta_kit.pth"
        printf '#!/bin/sh\\n[ "${{PIP_DOES:-}}" != badly ] || {{ echo "cannot start"; exit 1; }}\\n' >"$here/vendetta"
        chmod +x "$here/vendetta"
        ;;
    "-I scripts/moved.py"*) exec "{real}" "$@" ;;
esac
"""
TOOLS = (
    "cat", "chmod", "cp", "cut", "dirname", "grep", "mkdir", "mv", "rm", "sed", "sh", "sleep", "sort", "tail",
    "touch",
)  # fmt: skip


class House:
    """A checkout with the scripts that set up, and a machine that has these Pythons and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "Vendétta köpie"
        self.path = folder / "bin"
        (self.root / "scripts").mkdir(parents=True)
        self.path.mkdir()
        for name in ("setup.sh", "moved.py", "pythons.py"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts")
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found is not None, tool
            (self.path / tool).symlink_to(found)

    def has(self, name: str, minor: int, without_venv: bool = False) -> Path:
        """Put a Python of this minor version on the PATH."""
        python = self.path / name
        python.write_text(PYTHON.format(minor=minor, without_venv=int(without_venv), real=sys.executable))
        python.chmod(0o755)
        return python

    def sets_up(self, *arguments: str, root: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str((root or self.root) / "scripts" / "setup.sh"), *(arguments or ("learn",))],
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": str(self.path), "LC_ALL": "C", **env},
        )

    def tries_all(self, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.root / "scripts" / "pythons.py")],
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": str(self.path), "HOME": str(self.path), **env},
        )


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_what_is_supported_is_said_alike_everywhere() -> None:
    script = (ROOT / "scripts/setup.sh").read_text("utf-8")
    oldest, tested = (int(re.findall(rf"^{name}=(\d+)$", script, re.M)[0]) for name in ("OLDEST", "TESTED"))
    about: dict[str, Any] = project()
    assert about["requires-python"] == f">=3.{oldest}"
    minors = [one.rpartition(".")[2] for one in about["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert minors == [str(minor) for minor in range(oldest, tested + 1)]
    assert f"Python 3.{oldest} to 3.{tested}" in (ROOT / "README.md").read_text("utf-8")
    for name in ("constraints.txt", "constraints-bench.txt", "constraints-site.txt", "constraints-docs.txt"):
        assert f"on Python 3.{oldest} to 3.{tested}." in (ROOT / name).read_text("utf-8").splitlines()[0]


@pytest.mark.parametrize(
    ("machine", "taken"),
    [
        ({"python3.11": 11, "python3": 11}, "python3.11"),
        ({"python3.11": 11, "python3.13": 13, "python3.14": 14, "python3": 11}, "python3.14"),
        ({"python3.12": 12, "python3": 14}, "python3"),
        ({"python": 13}, "python"),
        ({"python3.10": 10, "python3": 10, "python3.12": 12}, "python3.12"),
        ({"python3.14": 14, "python3.15": 15}, "python3.14"),
        ({"python3.16": 16, "python3.15": 15, "python3.9": 9}, "python3.15"),
    ],
)
def test_the_newest_python_that_was_tested_is_taken_and_named(
    house: House, machine: dict[str, int], taken: str
) -> None:
    for name, minor in machine.items():
        house.has(name, minor)
    ran = house.sets_up()
    assert ran.returncode == 0, ran.stderr
    minor = machine[taken]
    assert ran.stdout.splitlines()[0] == (f"vendetta-kit: making .venv with Python 3.{minor}.0 ({house.path / taken})")
    assert ran.stdout.splitlines()[-1] == "vendetta-kit: .venv is ready"
    assert ("warning: Python 3.11 to 3.14 are tested, this one is newer" in ran.stderr) == (minor > 14)
    assert house.sets_up("pythons").stdout.splitlines()[0] == str(house.path / taken)


def test_a_python_that_is_named_is_taken_or_refused_in_one_line(house: House) -> None:
    house.has("python3.14", 14)
    other = house.has("other python", 12)
    assert f"with Python 3.12.0 ({other})" in house.sets_up(PYTHON=str(other)).stdout
    shutil.rmtree(house.root / ".venv")
    for named_so in (str(house.has("old", 10)), "/nowhere/python3"):
        ran = house.sets_up(PYTHON=named_so)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr == (
            f"vendetta-kit: PYTHON={named_so} is no Python 3.11 or newer: name another, or leave it out\n"
        )


def test_a_python_without_venv_is_passed_over_or_named(house: House) -> None:
    bare = house.has("python3.14", 14, without_venv=True)
    ran = house.sets_up()
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"vendetta-kit: {bare} has no venv module: install it first")
    house.has("python3.12", 12)
    assert "with Python 3.12.0" in house.sets_up().stdout


def test_a_machine_without_python_is_told_in_one_line(house: House) -> None:
    house.has("python3", 10)
    ran = house.sets_up()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [
        "vendetta-kit: no Python 3.11 or newer found: install one, or name it with make PYTHON=/path/to/python3"
    ]


def test_a_kit_that_does_not_start_is_not_called_ready(house: House) -> None:
    house.has("python3", 11)
    ran = house.sets_up(PIP_DOES="badly")
    assert ran.returncode == 1
    assert "ready" not in ran.stdout
    assert ran.stderr == "vendetta-kit: the kit does not start in .venv: cannot start\n"
    assert not (house.root / ".venv/.ready-learn").exists()


def test_python_finds_the_kit_by_letters_that_every_locale_has(house: House) -> None:
    house.has("python3", 11)
    for folder in (".venv", "build/pythons/3.11.0"):
        ran = house.sets_up("learn", folder)
        assert ran.returncode == 0, ran.stderr
        packages = house.root / folder / "lib/python3.11/site-packages"
        pointed = (packages / "_vendetta_kit.pth").read_text("ascii").splitlines()
        assert [(packages / line).resolve() for line in pointed] == [house.root, house.root / "widgets"]


def made(house: House) -> Path:
    """A checkout that is set up; a file of its environment shows whether it is still the same."""
    house.has("python3", 11)
    assert house.sets_up().returncode == 0
    command = house.root / ".venv/bin/jupyter"
    command.write_text(f"#!{house.root}/.venv/bin/python3.11\nprint('works')\n")
    command.chmod(0o755)
    return command


@pytest.mark.parametrize("fault", ["refuses", "badly"])
def test_the_environment_from_before_stays_where_no_new_one_can_be_had(house: House, fault: str) -> None:
    command = made(house)
    house.has("python3", 13)
    (house.root / ".venv/bin/python").unlink()
    ran = house.sets_up(PIP_DOES=fault)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "vendetta-kit: .venv is again the one from before"
    assert command.exists()
    assert sorted(path.name for path in house.root.iterdir()) == [".venv", "scripts"]
    ran = house.sets_up()
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not command.exists()
    assert sorted(path.name for path in house.root.iterdir()) == [".venv", "scripts"]


def test_a_set_up_that_was_killed_loses_nothing(house: House) -> None:
    command = made(house)
    (house.root / ".venv").rename(house.root / ".venv.old")
    (house.root / ".venv/bin").mkdir(parents=True)  # half made, as after a power cut
    assert house.sets_up(PIP_DOES="refuses").returncode == 1
    assert command.exists()


@pytest.mark.parametrize("name", ["elsewhere", "woanders, für länger"])
def test_a_moved_checkout_keeps_its_environment(house: House, name: str) -> None:
    made(house)
    there = house.root.rename(house.root.with_name(name))
    ran = house.sets_up(root=there)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0] == "vendetta-kit: .venv has come here from another folder"
    assert (there / ".venv/.home").read_text("utf-8") == f"{there}\n"
    command = there / ".venv/bin/jupyter"
    (there / ".venv/bin/python").unlink()
    (there / ".venv/bin/python").symlink_to(sys.executable)
    assert subprocess.run([command], capture_output=True, text=True, check=True).stdout == "works\n"


def test_the_same_folder_by_another_name_is_no_other_folder(house: House, tmp_path: Path) -> None:
    made(house)
    link = tmp_path / "link"
    link.symlink_to(house.root)
    ran = house.sets_up(root=link, PWD=str(link))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0].startswith("vendetta-kit: installing for 'learn'")


def test_every_python_is_tried_and_what_could_not_be_is_named(house: House, tmp_path: Path) -> None:
    house.has("python3.11", 11)
    house.has("python3", 11)
    house.has("python3.10", 10)
    newest, bare = house.has("python3.14", 14), house.has("python3.13", 13, without_venv=True)
    installed = tmp_path / "pyenv/versions/3.12.0/bin"
    installed.mkdir(parents=True)
    house.has("other", 12).rename(installed / "python3.12")
    ran = house.tries_all(PYENV_ROOT=str(tmp_path / "pyenv"))
    assert ran.returncode == 0, ran.stderr
    told = ran.stdout[ran.stdout.index("make pythons: ") :].splitlines()[1:]
    last = told.pop()
    assert re.sub(r"\d+ s$", "", last) == "Python 3.14.0 passed, 3.13.0 not run, 3.12.0 passed, 3.11.0 passed in "
    assert [re.sub(r", \d+ s$", "", line) for line in told] == [
        f"  Python 3.14.0 ({newest}): passed",
        f"  Python 3.13.0 ({bare}): not run: it has no venv module (Debian, Ubuntu: apt-get install python3-venv)",
        f"  Python 3.12.0 ({installed / 'python3.12'}): passed",
        f"  Python 3.11.0 ({house.path / 'python3.11'}): passed",
    ]
    made_now = sorted(path.name for path in (house.root / "build/pythons").iterdir())
    assert made_now == ["3.11.0", "3.12.0", "3.14.0"]
    assert house.tries_all(PYTHONS="python3.13").returncode == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [({"PIP_DOES": "refuses"}, "it could not be set up"), ({"PYTEST_DOES": "fail"}, "see its tests above")],
)
def test_a_python_on_which_something_fails_is_told(house: House, fault: dict[str, str], told: str) -> None:
    house.has("python3.14", 14)
    ran = house.tries_all(**fault)
    assert ran.returncode == 1
    assert f"FAILED: {told}" in ran.stdout.splitlines()[-2]


def test_a_python_that_is_asked_for_and_not_there_is_told_in_one_line(house: House) -> None:
    ran = house.tries_all(PYTHONS="python3.15")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == ("vendetta-kit: PYTHONS: python3.15 does not run: expected the name or path of a Python\n")
    assert house.tries_all().stderr == "vendetta-kit: there is no Python here that could be tried\n"


@pytest.mark.long
def test_a_checkout_with_letters_beyond_ascii_in_a_c_locale_is_set_up_once_and_moves_without_a_network(
    tmp_path: Path,
) -> None:
    there = tmp_path / "Vendétta-köpie"
    for path in files():
        target = there / named(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    unset = ("LANG", "LC_CTYPE", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH")
    env = {name: value for name, value in os.environ.items() if name not in unset} | {"LC_ALL": "C"}
    oldest = {"PYTHON": found} if (found := shutil.which("python3.11", path="/usr/bin:/usr/local/bin")) else {}

    def learns(**more: str) -> str:
        ran = subprocess.run(
            ["make", "setup-learn"],
            cwd=there,
            env={**env, **oldest, **more},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def runs() -> None:
        ran = subprocess.run(
            [there / ".venv/bin/vendetta", "rules", "PLAN-11"], env=env, capture_output=True, check=True
        )
        assert b"PLAN-11" in ran.stdout

    assert learns().splitlines()[-1] == "vendetta-kit: .venv is ready"
    runs()
    assert "Nothing to be done" in learns()
    there = there.rename(tmp_path / "öfter bewegt")
    assert learns(PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull).splitlines()[-1] == (
        "vendetta-kit: .venv is ready"
    )
    runs()
