"""The project itself: pins without addresses, a tidy house, nothing loaded from another host, one version."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet

import vendetta_kit
from scripts import release

ROOT = Path(__file__).resolve().parent.parent
PIN_FILES = (
    "constraints.txt",
    "constraints-bench.txt",
    "constraints-site.txt",
    "constraints-docs.txt",
    "binder/requirements.txt",
)
FOLDERS = (
    "vendetta_kit/games/vendetta/box",
    "vendetta_kit/rulebook",
    "vendetta_kit/games/vendetta/engine/effects",
    "vendetta_kit/scenarios",
    "widgets/vendetta_widgets",
    "notebooks",
    "data/vendetta/cards",
    "data/vendetta/rules",
    "data/vendetta/scenarios",
    "data/vendetta/lang/en",
    "data/lang/en",
    "data/lang/de",
    "tests",
    "benchmarks",
    "binder",
)
LOADING = {".py", ".js", ".mjs", ".css", ".html", ".j2", ".svg", ".ipynb"}
# Names of XML vocabularies and this very machine: nothing is fetched from them. ".invalid" leads nowhere.
HARMLESS_HOST = re.compile(r"www\.w3\.org|localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.(?:example|invalid)")
# In Python a host that is filled in at run time is a server that a test or command has just started.
FILLED_IN = re.compile(r"\{|%s")
ADDRESS = re.compile(r"\b(?:https?|wss?)://([^\s/'\"`<>)\\]*)")
BARE_ADDRESS = re.compile(r"(?:src|href)\s*=\s*\\?[\"']//|url\(\s*[\"']?//|@import\s+[\"']//")
FROM_A_NETWORK = re.compile(r"include_plotlyjs\s*=\s*[\"']cdn|notebook_connected")
MOST_LINES = 620


@cache
def files() -> tuple[Path, ...]:
    """What git holds or would take in; without git, all that is not made by the tools."""
    asked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode == 0 and asked.stdout:
        found = (ROOT / name for name in asked.stdout.split("\0") if name)
    else:
        made = {".git", "build", "dist", "__pycache__", "node_modules"}
        found = (
            path
            for path in ROOT.rglob("*")
            if not any(part in made or part.startswith(".venv") for part in path.relative_to(ROOT).parts)
        )
    return tuple(sorted(path for path in found if path.is_file()))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def pins(name: str) -> list[str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def canonical(pin: str) -> str:
    name, _, version = pin.partition("==")
    return f"{re.sub(r'[-_.]+', '-', name.lower())}=={version}"


def project() -> dict[str, object]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert isinstance(table, dict)
    return table


@pytest.mark.parametrize("name", PIN_FILES)
def test_pins_are_names_and_versions_only(name: str) -> None:
    for line in pins(name):
        if name.startswith("binder/") and line == ".":
            continue
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.+!]*", line), f"{name}: {line}"


def test_pins_suit_every_python_that_the_readme_names() -> None:
    """Also the first of each: Debian's 3.11 is 3.11.2, and a pin that wanted 3.11.5 could not be installed there."""
    pinned = {canonical(pin) for pin in pins("constraints.txt")}
    asked = {
        canonical(f"{one.name}=={one.version}"): SpecifierSet(one.metadata.get("Requires-Python") or "")
        for one in distributions()
    }
    known = pinned & asked.keys()
    assert len(known) > 100, "run this where `make setup-test` has installed the pins"
    wrong = [
        pin for pin in sorted(known) for first in ("3.11.0", "3.12.0", "3.13.0", "3.14.0") if first not in asked[pin]
    ]
    assert wrong == []


def test_binder_uses_the_versions_that_are_tested() -> None:
    tested = {canonical(pin) for pin in pins("constraints.txt")}
    assert {canonical(pin) for pin in pins("binder/requirements.txt") if pin != "."} <= tested
    assert (ROOT / "binder/runtime.txt").read_text("utf-8") == "python-3.11\n"


def test_no_address_of_a_package_index_in_what_sets_up() -> None:
    suspects = [path for path in files() if path.is_relative_to(ROOT / "scripts")]
    assert suspects
    for path in (ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / ".ci/run", *suspects):
        text = path.read_text("utf-8")
        assert "://" not in text, named(path)
        assert not re.search(r"--(?:extra-)?index-url|--find-links|--trusted-host", text), named(path)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_house_has_all_its_folders(folder: str) -> None:
    assert any(path.is_relative_to(ROOT / folder) for path in files()), f"{folder} is missing or empty"


def test_the_readme_is_short_and_has_both_commands_on_the_first_screen() -> None:
    readme = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert len(readme) <= 120
    first_screen = "\n".join(readme[:20])
    assert "make learn" in first_screen
    assert "make test" in first_screen
    named = re.findall(r"`make ([\w-]+)", "\n".join(readme))
    assert {"lab", "site", "docs"} <= set(named)
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    assert set(named) <= targets


def test_who_contributes_is_told_folders_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    folders = re.findall(r"^\| `([\w/]+/)` \|", text, flags=re.MULTILINE)
    assert len(folders) > 15
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []


def test_each_of_the_ten_changes_names_files_that_exist() -> None:
    """The steps in docs/kernel.md, to which CONTRIBUTING.md points one by one."""
    steps = (ROOT / "docs/kernel.md").read_text("utf-8").partition("## How to make a change")[2]
    changes = re.split(r"^### ", steps, flags=re.MULTILINE)[1:]
    assert len(changes) == 10
    pointed = set(re.findall(r"docs/kernel\.md#([\w-]+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    for change in changes:
        title, _, rows = change.partition("\n")
        assert anchor(title) in pointed, title
        cells = [line.split("|")[1] for line in rows.splitlines() if line.startswith("| `")]
        paths = [path for cell in cells for path in re.findall(r"`([^`]+/[^`]*)`", cell)]
        assert len(paths) >= 3, title
        assert [path for path in paths if not (ROOT / path).exists()] == [], title


@pytest.mark.parametrize(
    ("page", "ids", "lines"),
    [
        ("README.md", ["vendetta"], 1),
        ("docs/programmers.md", ["vendetta"], 100),
        ("docs/python.md", ["vendetta", "vtes"], 100),
    ],
)
def test_the_examples_of_a_page_run(
    page: str,
    ids: list[str],
    lines: int,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examples = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), flags=re.DOTALL)
    names: dict[str, Any] = {}
    games = []
    monkeypatch.chdir(tmp_path)  # an example may write a file
    for example in examples:
        exec(compile(example, page, "exec"), names)
        games.append(names["game"])
    assert list(dict.fromkeys(game.rules.id for game in games)) == ids
    assert all(game.is_over for game in games)
    assert len(capsys.readouterr().out.splitlines()) >= lines


def anchor(title: str) -> str:
    """The name by which a heading can be linked to."""
    words = re.sub(r"[`*\[\]]|\(http[^)]*\)", "", title).strip().lower()
    return re.sub(r"[^\w\s-]", "", words).replace(" ", "-")


def test_links_between_pages_lead_somewhere() -> None:
    pages = {path: path.read_text("utf-8") for path in files() if path.suffix == ".md"}
    headings = {path: {anchor(one) for one in re.findall(r"^#+ (.+)$", text, re.M)} for path, text in pages.items()}
    wrong = []
    for path, text in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            if link.startswith("https://"):
                continue
            target, _, place = link.partition("#")
            there = (path.parent / target).resolve() if target else path
            if not there.exists() or (place and place not in headings[there]):
                wrong.append(f"{named(path)}: {link}")
    assert len(pages) > 15
    assert wrong == []


def test_what_is_called_public_is_there() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \|(.*)$", (ROOT / "docs/public.md").read_text("utf-8"), re.MULTILINE)
    assert "vendetta_kit" in dict(rows)
    for name, told in rows:
        module = importlib.import_module(name)
        public = getattr(module, "__all__", None) or re.findall(r"`(\w+)`", told)
        assert public, name
        assert [one for one in public if not hasattr(module, one)] == [], name


def test_a_public_host_runs_what_a_person_runs_on_each_python() -> None:
    flows = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github/workflows").glob("*.yml")}
    classifiers: Any = project()["classifiers"]
    minors = [one.rpartition(" ")[2] for one in classifiers if re.search(r":: 3\.\d+$", one)]
    (job,) = flows["test"]["jobs"].values()
    assert job["strategy"]["matrix"]["python"] == minors
    assert any(step.get("run", "").startswith("make test ") for step in job["steps"])
    nightly = flows["nightly"]
    assert nightly[True]["schedule"], "YAML reads the key on as true"
    (job,) = nightly["jobs"].values()
    assert {word for step in job["steps"] for word in re.findall(r"^make (\S+)", step.get("run", ""))} == {
        "test-all",
        "release",
    }
    (setup,) = (
        step["with"]["python-version"].split() for step in job["steps"] if "setup-python" in step.get("uses", "")
    )
    assert sorted(setup) == minors
    (job,) = flows["wheels"]["jobs"].values()
    assert job["strategy"]["matrix"]["machine"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert any("-m cibuildwheel" in step.get("run", "") for step in job["steps"])


def test_forms_of_issues_can_be_filled_in() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert len(forms) == 3
    for path in forms:
        form = yaml.safe_load(path.read_text("utf-8"))
        assert {"name", "description", "body"} <= form.keys(), path.name
        asked = [field for field in form["body"] if field["type"] != "markdown"]
        assert all(field["id"] and field["attributes"]["label"] for field in asked), path.name
        assert any(field.get("validations", {}).get("required") for field in asked), path.name


def test_nothing_is_loaded_from_another_host() -> None:
    faults = []
    for path in files():
        if path.suffix not in LOADING:
            continue
        text = path.read_text("utf-8")
        if not any(pattern.search(text) for pattern in (ADDRESS, BARE_ADDRESS, FROM_A_NETWORK)):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            hosts = [host.partition(":")[0] if host[:1] != "[" else host[:5] for host in ADDRESS.findall(line)]
            foreign = [
                host
                for host in hosts
                if host
                and not HARMLESS_HOST.fullmatch(host)
                and not (path.suffix in {".py", ".ipynb"} and FILLED_IN.match(host))
            ]
            bare = path != Path(__file__).resolve() and (BARE_ADDRESS.search(line) or FROM_A_NETWORK.search(line))
            if foreign or bare:
                faults.append(f"{named(path)}:{number}: {line.strip()[:100]}")
    assert faults == []


def test_notebooks_are_kept_without_outputs() -> None:
    faults = []
    for path in files():
        if path.suffix != ".ipynb":
            continue
        notebook = json.loads(path.read_text("utf-8"))
        assert "widgets" not in notebook["metadata"], f"{named(path)} holds the state of its widgets"
        for number, cell in enumerate(notebook["cells"], 1):
            kept = "keep_output" in cell.get("metadata", {}).get("tags", [])
            if cell.get("outputs") and not kept:
                faults.append(f"{named(path)}, cell {number}")
    assert faults == []


def test_no_module_is_too_long_to_read() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in files() if path.suffix == ".py"}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_a_variable_of_the_environment_has_one_meaning() -> None:
    """Each of the kit's own is named in one place: two that are called alike would overwrite each other."""
    named = [
        node.value
        for path in files()
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in ("vendetta_kit", "widgets")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        if isinstance(node.value, str) and re.fullmatch(r"VENDETTA_[A-Z_]+", node.value)
    ]
    assert len(named) >= 5
    assert sorted(named) == sorted(set(named))


def test_one_version() -> None:
    assert release.agreed_version(ROOT) == project()["version"] == vendetta_kit.__version__


@pytest.mark.parametrize(
    ("package", "changelog", "said"),
    [
        ("0.3.0", "## 0.2.0 (2026-11-26)", "__version__"),
        ("0.2.0", "## Unreleased\n## 0.1.0 (2026-11-21)", "CHANGELOG.md"),
        ("0.2.0", "## 0.2.0", "CHANGELOG.md"),
    ],
)
def test_no_release_of_a_version_that_is_not_agreed(tmp_path: Path, package: str, changelog: str, said: str) -> None:
    (tmp_path / "vendetta_kit").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n', "utf-8")
    (tmp_path / "vendetta_kit/version.py").write_text(f'__version__ = "{package}"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(changelog, "utf-8")
    with pytest.raises(release.ReleaseError, match=said):
        release.agreed_version(tmp_path)


def test_playing_needs_the_standard_library_only() -> None:
    """Without site-packages a game can be made and a move be played; no widget, table or plot is imported."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from vendetta_kit import Game\n"
        "game = Game.new(seats=4, seed=1)\n"
        "game.apply(game.to_act, game.legal(game.to_act)[0])\n"
        "own = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(sorted(own - {'__main__'}))"
    )
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, "['vendetta_kit']"), ran.stderr


def test_the_wheel_carries_data_notebooks_and_widgets(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        inside = set(opened.namelist())
    for start, folder in (
        ("vendetta_kit/_data", "data"),
        ("vendetta_kit/_notebooks", "notebooks"),
        ("vendetta_widgets", "widgets/vendetta_widgets"),
        ("vendetta_kit", "vendetta_kit"),
    ):
        wanted = {
            f"{start}/{path.relative_to(ROOT / folder).as_posix()}"
            for path in files()
            if path.is_relative_to(ROOT / folder)
        }
        assert wanted
        assert wanted <= inside, sorted(wanted - inside)[:5]
    assert not any(name.startswith(("tests/", "benchmarks/", "data/", "notebooks/")) for name in inside)


def test_the_font_of_titles_lies_beside_its_styles_with_its_licence() -> None:
    static = ROOT / "widgets/vendetta_widgets/template/voila/templates/vendetta/static"
    asked = set(re.findall(r'url\("([^"]+)"\)', (static / "vendetta-page.css").read_text("utf-8")))
    assert asked == {path.name for path in static.glob("*.woff2")}
    assert all((static / name).read_bytes()[:4] == b"wOF2" for name in asked)
    assert "SIL OPEN FONT LICENSE Version 1.1" in (static / "crimson-pro-OFL.txt").read_text("utf-8")
