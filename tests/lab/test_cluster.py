"""More than one machine: parts of a plan, executors by name, a Dask cluster, and recipes for SLURM and Kubernetes."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.lab.conftest import SMALL, contents
from vendetta_kit import cli, simulate_command
from vendetta_kit.lab import LabError, Tables, executor_of, executors, simulate

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "cluster"
BASH = ["bash"]


def test_all_parts_together_are_the_whole(small: Tables, tmp_path: Path) -> None:
    out = tmp_path / "parts"
    for k in (3, 1):
        made = simulate(SMALL, out=out, workers=1, progress=False, part=(k, 3))
    assert made.chunks == [0, 2, 3]
    before = contents(out)
    simulate(SMALL, out=out, workers=2, progress=False, part=(1, 3))
    assert contents(out) == before, "a part that is done is left alone"
    simulate(SMALL, out=out, workers=1, progress=False, part=(2, 3))
    simulate(SMALL, out=out, workers=1, progress=False, part=(9, 9))
    assert contents(out) == contents(small.folder)


def test_a_part_leaves_what_another_one_is_writing(small: Tables, tmp_path: Path) -> None:
    out = tmp_path / "parts"
    simulate(SMALL, out=out, workers=1, progress=False, part=(1, 2))
    writing = out / "games" / ".vendetta-abc.tmp"
    writing.write_bytes(b"half")
    simulate(SMALL, out=out, workers=1, progress=False, part=(2, 2))
    assert writing.exists()


@pytest.mark.parametrize("part", [(0, 3), (4, 3), (1,), (1.0, 2)])
def test_a_part_that_there_is_not(tmp_path: Path, part: Any) -> None:
    with pytest.raises(LabError, match="expected"):
        simulate(SMALL, out=tmp_path / "out", part=part)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "where", ["", "dask", "dask://scheduler", "dask://u@host:1", "tcp://host:8786", "k8s", "dask://h:x"]
)
def test_an_executor_that_is_not_understood_is_refused(tmp_path: Path, where: str) -> None:
    with pytest.raises(LabError, match=r"expected local, loky or dask://HOST:PORT"):
        executor_of(where)
    with pytest.raises(LabError, match=r"expected local, loky or dask://HOST:PORT"):
        simulate(SMALL, where, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_executor_by_its_name(tmp_path: Path) -> None:
    simulate({**SMALL, "games": 2}, "local", tmp_path / "out", workers=1, progress=False)
    assert Tables(tmp_path / "out").games == 2


def test_where_no_scheduler_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(executors, "_WAITS", 0.3)
    line = f"simulate --games 4 --bots random --out {tmp_path / 'out'} --executor dask://127.0.0.1:9"
    assert cli.main(shlex.split(line)) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith("vendetta simulate: 'dask://127.0.0.1:9': no scheduler answers there: ")


def test_a_part_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"simulate --games 4 --bots random --chunk 1 --workers 1 --out {tmp_path / 'out'} --part "
    assert cli.main(shlex.split(line + "2/2")) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("2 games in ")
    assert said[1] == "part 2 of 2 is done; 2 games are in other parts"
    assert cli.main(shlex.split(line + "3/2")) == 2
    assert "expected K/N with K from 1 to N, as 3/50" in capsys.readouterr().err


def test_dask_loses_a_worker_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scheduler with two processes, one of them killed as soon as a part is there: the same bytes come out."""
    from distributed import LocalCluster

    keys = {**SMALL, "games": 24, "chunk": 1, "tables": ["games", "seats"]}
    alone = simulate(keys, out=tmp_path / "alone", workers=1, progress=False)
    plan, out = tmp_path / "plan.yaml", tmp_path / "out"
    plan.write_text(yaml.safe_dump(keys))
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, scheduler_port=0, silence_logs=50
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        assert len(set(pids)) == 2
        there_at_death: list[int] = []

        def kill() -> None:
            end = time.monotonic() + 120
            while time.monotonic() < end:
                parts = list((out / "games").glob("part-*.parquet"))
                if parts:
                    os.kill(pids[0], signal.SIGKILL)
                    there_at_death.append(len(parts))
                    return
                time.sleep(0.005)

        killer = threading.Thread(target=kill)
        killer.start()
        address = cluster.scheduler_address.replace("tcp://", "dask://")
        assert cli.main(["simulate", str(plan), "--out", str(out), "--executor", address]) == 0
        killer.join()
    assert there_at_death
    assert there_at_death[0] < 24, "it was killed in the middle"
    assert contents(out) == contents(alone.folder)


@pytest.mark.long
def test_loky_writes_the_same_bytes(small: Tables, tmp_path: Path) -> None:
    with executor_of("loky", 2) as executor:
        simulate(SMALL, executor, tmp_path / "out", progress=False)
    assert contents(tmp_path / "out") == contents(small.folder)


# Recipes ---------------------------------------------------------------------------------------------------------


def test_the_job_script_says_what_each_task_plays(tmp_path: Path) -> None:
    says = tmp_path / "says"
    says.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    says.chmod(0o755)
    given = {**os.environ, "VENDETTA": str(says), "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "50"}
    script = [*BASH, str(RECIPES / "slurm.sh"), "my plan.yaml", "s3://bucket/out"]
    words = subprocess.run(script, env=given, check=True, capture_output=True, text=True).stdout.splitlines()
    parser = argparse.ArgumentParser()
    simulate_command.add_options(parser)
    assert words[0] == "simulate"
    options = parser.parse_args(words[1:])
    assert (options.plan, options.out, options.part, options.yes) == ("my plan.yaml", "s3://bucket/out", (3, 50), True)


@pytest.mark.parametrize("given", [[], ["plan.yaml"], ["plan.yaml", "out"]])
def test_the_job_script_says_how_it_is_used(given: list[str]) -> None:
    """Also where no scheduler has started it, so that there is no task."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SLURM")}
    ran = subprocess.run([*BASH, str(RECIPES / "slurm.sh"), *given], env=outside, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (2, "usage: sbatch cluster/slurm.sh PLAN OUT\n")


@pytest.mark.long
def test_the_job_script_under_a_stand_in_scheduler(small: Tables, tmp_path: Path) -> None:
    """It runs each task of a small array as SLURM would: with the script's own settings as variables."""
    script = RECIPES / "slurm.sh"
    settings = dict(re.findall(r"^#SBATCH --([a-z-]+)=(\S+)$", script.read_text("utf-8"), re.M))
    first, last = map(int, settings["array"].split("-"))
    assert (first, last) == (1, 50)
    plan = tmp_path / "plan.yaml"
    plan.write_text(yaml.safe_dump(SMALL))
    vendetta = Path(sys.executable).with_name("vendetta")
    for task in (2, 1):
        given = {
            **os.environ,
            "VENDETTA": str(vendetta),
            "SLURM_ARRAY_TASK_ID": str(task),
            "SLURM_ARRAY_TASK_COUNT": "2",
            "SLURM_CPUS_PER_TASK": settings["cpus-per-task"],
        }
        subprocess.run([*BASH, str(script), str(plan), str(tmp_path / "out")], env=given, check=True)
    assert contents(tmp_path / "out") == contents(small.folder)


def test_the_job_of_kubernetes_is_one() -> None:
    import kubernetes_validate

    job = yaml.safe_load((RECIPES / "kubernetes.yaml").read_text("utf-8"))
    kubernetes_validate.validate(job, "1.31", strict=True)
    spec = job["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    (line,) = container["args"]
    (mounted,) = container["volumeMounts"]
    assert container["workingDir"] == mounted["mountPath"], "own bots lie beside the plan, where it plays"
    given = {each["name"]: each["value"] for each in container["env"]}
    assert (spec["completionMode"], spec["completions"]) == ("Indexed", int(given["PARTS"]))
    assert '"$((JOB_COMPLETION_INDEX + 1))/$PARTS"' in line
    said = line.replace("$((JOB_COMPLETION_INDEX + 1))", "50")
    for name, value in given.items():
        said = said.replace(f"${name}", value)
    assert "$" not in said, "nothing else is to be given in the command line"
    words = shlex.split(said)
    parser = argparse.ArgumentParser()
    simulate_command.add_options(parser)
    options = parser.parse_args(words[words.index("simulate") + 1 :])
    assert (options.out, options.part, options.workers, options.yes) == ("s3://bucket/vendetta", (50, 50), 1, True)


def test_the_image_of_the_job_has_what_the_job_imports() -> None:
    """Each package that the laboratory and a store need at run time is in the extras that the recipe installs."""
    recipe = (RECIPES / "Dockerfile").read_text("utf-8")
    job = yaml.safe_load((RECIPES / "kubernetes.yaml").read_text("utf-8"))
    image = job["spec"]["template"]["spec"]["containers"][0]["image"]
    assert f"docker build -t {image} -f cluster/Dockerfile ." in recipe
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = re.findall(r"/kit\[([a-z0-9,]+)\]", recipe)
    assert wanted
    extras, packages = set(wanted[0].split(",")), set()
    while extras:
        for line in project["optional-dependencies"][extras.pop()]:
            own = re.fullmatch(r"vendetta-kit\[([a-z0-9,]+)\]", line)
            if own:
                extras |= set(own[1].split(","))
            else:
                packages.add(re.split(r"[\[>=]", line)[0].lower())
    packages |= {re.split(r"[\[>=]", line)[0].lower() for line in project["dependencies"]}
    script = (
        "import sys; from vendetta_kit import lab; "
        "made = lab.simulate({'games': 2, 'bots': 'random', 'chunk': 2}, out=sys.argv[1], workers=1, progress=False); "
        "import fsspec; fsspec.get_filesystem_class('s3'); made.sql('select 1'); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    where = "memory://image"
    told = subprocess.run([sys.executable, "-c", script, where], check=True, capture_output=True, text=True).stdout
    imported = set(told.split())
    own_packages = packages_distributions()
    direct = {"duckdb", "fsspec", "pandas", "pyarrow", "s3fs"}
    assert direct <= imported, "it writes, reads back, and knows the store"
    assert {own_packages[name][0].lower() for name in direct} <= packages
