"""What ``make lab`` does about the compiled engine; that it plays the same is seen by ``make compiled``."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, with folders of its own and sources that are one file."""
    spec = importlib.util.spec_from_file_location("compiled_script", ROOT / "scripts" / "compiled.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    (tmp_path / "source.py").write_text("a = 1\n")
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "LAB", tmp_path / "lab")
    monkeypatch.setattr(script, "SOURCES", ("source.py",))
    monkeypatch.setattr(script, "can_compile", lambda: True)
    return script


def makes(script: ModuleType, monkeypatch: pytest.MonkeyPatch, also: Any = lambda: None) -> list[list[str]]:
    """Let pip's part be one small file, and a build in the background be done at once."""
    begun: list[list[str]] = []

    def wheel(words: list[str], **_: Any) -> None:
        folder = Path(words[words.index("-w") + 1])
        with zipfile.ZipFile(folder / "kit.whl", "w") as packed:
            packed.writestr("vendetta_kit/__init__.py", "")
        also()

    def begin(words: list[str], **_: Any) -> None:
        begun.append(words[1:])

    monkeypatch.setattr(script.subprocess, "run", wheel)
    monkeypatch.setattr(script.subprocess, "Popen", begin)
    return begun


def test_what_plays_on_the_compiled_engine_is_there(compiled: ModuleType) -> None:
    named = [*compiled.TESTS, *(test.partition("::")[0] for test in compiled.STRENGTH)]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_it_is_built_once_and_again_when_the_sources_change(
    compiled: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = makes(compiled, monkeypatch)
    assert "in the background" in compiled.lab()
    assert [words[-1] for words in begun] == ["--lab-build"]
    assert compiled.build_for_lab() == 0
    assert (tmp_path / "lab" / "kit" / "vendetta_kit" / "__init__.py").is_file()
    assert compiled.lab() == "notebooks use the compiled engine"
    assert len(begun) == 1
    (tmp_path / "source.py").write_text("a = 2\n")
    assert "in the background" in compiled.lab()
    assert not (tmp_path / "lab" / "kit").exists(), "an engine of other sources is used by nobody"


def test_sources_that_change_while_it_builds(
    compiled: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makes(compiled, monkeypatch, lambda: (tmp_path / "source.py").write_text("a = 3\n"))
    compiled.lab()
    assert compiled.build_for_lab() == 1
    assert not (tmp_path / "lab" / "kit").exists()
    assert not (tmp_path / "lab" / "making").exists()


def test_two_at_once_build_once(compiled: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    makes(compiled, monkeypatch)
    compiled.lab()
    (tmp_path / "lab" / "making").mkdir()
    assert compiled.build_for_lab() == 0
    assert not (tmp_path / "lab" / "kit").exists()


def test_where_there_is_no_compiler_it_says_so(compiled: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = makes(compiled, monkeypatch)
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    assert compiled.lab().startswith("no C compiler that finds Python's headers")
    assert begun == []


def test_the_laboratory_looks_there_first() -> None:
    """``make lab`` has the build before the checkout on the path of its kernels."""
    said = subprocess.run(["make", "-n", "-s", "lab"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f'PYTHONPATH="{ROOT}/build/lab/kit' in said
    assert "compiled.py --lab" in said


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    recipe = project["tool"]["cibuildwheel"]
    named = [found[1] for line in project["project"]["classifiers"] if (found := re.search(r":: 3\.(\d+)$", line))]
    assert recipe["build"] == [f"cp3{minor}-*" for minor in named]
    assert recipe["environment"]["HATCH_BUILD_HOOK_ENABLE_CUSTOM"] == "1"
    assert (ROOT / recipe["environment"]["PIP_CONSTRAINT"]).is_file()


def test_what_is_left_out_of_the_compiled_run_is_there(compiled: ModuleType) -> None:
    """A test that is renamed would take its long time there again, and nothing would say so."""
    for test in compiled.STRENGTH:
        path, _, name = test.partition("::")
        assert path in compiled.TESTS or str(Path(path).parent) in compiled.TESTS, test
        assert f"\ndef {name}(" in (ROOT / path).read_text("utf-8"), test
