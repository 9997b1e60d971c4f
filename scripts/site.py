"""Build the kit as a static site: pages that need no server, with Python and the engine inside the browser.

    .venv-site/bin/python scripts/site.py [FOLDER]        (make site; the folder is build/site if not named)

JupyterLite is the page, Pyodide the Python. All that a page loads is put into the folder: Pyodide's own files, and for
every package one wheel, named with its digest in ``pyodide-lock.json``, so that nothing is looked for elsewhere.
A notebook's page leads to JupyterLite's console, dressed as a page of the kit, which runs the one cell that shows it.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "site"
PYODIDE = "314.0.6"
MICROPIP = "micropip==0.11.1"
"""Wants the Python that Pyodide is, so it cannot be installed here, only taken along."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PURE = "PyYAML"
"""Published only with a compiled part, which it works without: its wheel is made here, of its Python files."""
PACKAGES = tuple(
    """
    anywidget asttokens comm executing fsrs ipython ipython_pygments_lexers ipywidgets jedi matplotlib-inline
    openskill packaging parso prompt_toolkit psygnal pure_eval Pygments snowballstemmer stack-data
    traitlets typing_extensions wcwidth
    """.split()  # noqa: SIM905
)
"""What the kernel and the kit need in the browser, from the package index, all of it pure Python."""
OWN_WHEELS = ("ipykernel", "piplite", "pyodide_kernel")
"""What JupyterLite's kernel brings itself."""
FIGURES = "plotly"
"""Of this only the part for the browser goes along, which draws the dashboards."""
SETTINGS: dict[str, Any] = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "The Vendetta Kit",
        "disabledExtensions": ["@jupyterlab/codemirror-extension:commands"],
        "faviconUrl": "./favicon.svg",
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "pyodideUrl": "./pyodide/pyodide.mjs",
                "disablePyPIFallback": True,
                "pipliteUrls": [],
                "loadPyodideOptions": {"packages": []},
            }
        },
    },
}


class SiteError(Exception):
    """Why the site cannot be built. The message is one line."""


def main(argv: list[str]) -> int:
    out = Path(argv[0]).resolve() if argv else OUT
    try:
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder), out)
    except (SiteError, metadata.PackageNotFoundError) as fault:
        print(f"vendetta-kit: {' '.join(str(fault).split())}", file=sys.stderr)
        return 2
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.0f} MB; serve it with: python3 -m http.server --directory {out}")
    return 0


def build(work: Path, out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    pyodide = fetch_pyodide(work)
    wheels = fetch_wheels(work / "wheels")
    lite(work, out)
    runtime = out / "pyodide"
    runtime.mkdir()
    for name in PYODIDE_FILES:
        shutil.copy(pyodide / name, runtime)
    for wheel in wheels:
        shutil.copy(wheel, runtime)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    packages = {entry["name"]: entry for entry in map(entry_of, wheels)}
    (runtime / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": packages}), "utf-8")
    tell_the_kernel(out, sorted(packages))
    write_pages(out)
    dress(out)


# --- what comes from elsewhere ----------------------------------------------------------------------------


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command that says something only if it fails."""
    try:
        ran = subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise SiteError(f"{command[0]} is missing: install it first") from None
    if ran.returncode:
        raise SiteError(f"{' '.join(map(str, command[:4]))} … failed: {(ran.stderr or ran.stdout).strip()[-400:]}")
    return ran.stdout


def fetch_pyodide(work: Path) -> Path:
    """Pyodide as npm has it: Python and its standard library for the browser."""
    named = run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", cwd=work).strip().splitlines()[-1]
    shutil.unpack_archive(work / named, work / "npm")
    return work / "npm" / "package"


def fetch_wheels(folder: Path) -> list[Path]:
    """A pure wheel of every package, the kit's own among them."""
    folder.mkdir()
    pip = (sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check")
    wanted = [MICROPIP, *(f"{name}=={metadata.version(name)}" for name in PACKAGES)]
    run(*pip, "download", "--no-deps", "--only-binary", ":all:", "--python-version", "3.14", "--implementation", "py",
        "--abi", "none", "--platform", "any", "-d", folder, *wanted)  # fmt: skip
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    pure_wheel(PURE, files_of(PURE), folder)
    pure_wheel(
        FIGURES, {f"{FIGURES}/__init__.py": b"", **files_of(FIGURES, "plotly/package_data/plotly.min.js")}, folder
    )
    static = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi")
    for name in OWN_WHEELS:
        found = sorted(static.glob(f"{name}-*.whl"))
        if not found:
            raise SiteError(f"jupyterlite-pyodide-kernel does not bring {name}: install it again")
        shutil.copy(found[-1], folder)
    return sorted(folder.glob("*.whl"))


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def files_of(name: str, only: str = "") -> dict[str, bytes]:
    """The Python files of an installed package, or only one file."""
    found = {
        path.as_posix(): path.locate().read_bytes()
        for path in metadata.files(name) or ()
        if (path.as_posix() == only if only else path.suffix == ".py" and not path.parts[0].startswith("_"))
    }
    if not found:
        raise SiteError(f"{name} is not installed as expected: install it again")
    return found


def pure_wheel(name: str, files: dict[str, bytes], folder: Path) -> None:
    """A wheel of these files of an installed package."""
    found = metadata.distribution(name)
    stem = f"{name.lower()}-{found.version}"
    about = f"{stem}.dist-info"
    files = {**files, f"{about}/METADATA": (found.read_text("METADATA") or "").encode()}
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: vendetta-kit\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    rows = io.StringIO()
    record = csv.writer(rows, lineterminator="\n")
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.writerow([path, f"sha256={digest}", len(content)])
    record.writerow([f"{about}/RECORD", "", ""])
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in {**files, f"{about}/RECORD": rows.getvalue().encode()}.items():
            wheel.writestr(path, content)


# --- the site ---------------------------------------------------------------------------------------------


def lite(work: Path, out: Path) -> None:
    """JupyterLite's own pages, with the widgets' front ends."""
    here = work / "lite"
    here.mkdir()
    (here / "jupyter-lite.json").write_text(json.dumps(SETTINGS), "utf-8")
    command = [
        sys.executable,
        "-m",
        "jupyter",
        "lite",
        "build",
        "--output-dir",
        out,
        "--no-sourcemaps",
        "--no-unused-shared-packages",
    ]
    run(*command, "--apps", "repl", cwd=here)  # of its pages only the one that runs its code by itself


def entry_of(wheel: Path) -> dict[str, Any]:
    """A wheel as Pyodide's list of packages knows it."""
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as content:
        tops = {path.split("/")[0].removesuffix(".py") for path in content.namelist() if path.endswith(".py")}
    return {
        "name": canonical(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if not top.endswith((".dist-info", ".data"))),
        "depends": [],
        "unvendored_tests": False,
    }


def tell_the_kernel(out: Path, packages: list[str]) -> None:
    """Where Pyodide is, and that all packages are to be loaded at once, before anything is looked for."""
    path = out / "jupyter-lite.json"
    settings = json.loads(path.read_text("utf-8"))
    kernel = "@jupyterlite/pyodide-kernel-extension:kernel"
    plugin = settings["jupyter-config-data"].setdefault("litePluginSettings", {}).setdefault(kernel, {})
    plugin.update(SETTINGS["jupyter-config-data"]["litePluginSettings"][kernel])
    plugin["loadPyodideOptions"] = {"packages": packages}
    path.write_text(json.dumps(settings, indent=1), "utf-8")


TEMPLATE = ROOT / "widgets" / "vendetta_widgets" / "template"
STATIC = TEMPLATE / "voila" / "templates" / "vendetta" / "static"


def part(name: str) -> str:
    """A piece of the site's pages."""
    return (TEMPLATE / "site" / name).read_text("utf-8")


def static(name: str) -> str:
    """A file that these pages share with those of the kit's server."""
    return (STATIC / name).read_text("utf-8")


def write_pages(out: Path) -> None:
    """A page for every notebook that needs no server: it runs the one cell that shows the page."""
    folder = ROOT / "notebooks"
    folders = ("*.ipynb", "dashboards/*.ipynb", "vtes/*.ipynb", "rivals/*.ipynb")
    for path in sorted(found for name in folders for found in folder.glob(name)):
        notebook = json.loads(path.read_text("utf-8"))
        if notebook["metadata"].get("needs_server"):
            continue
        cells = [
            "".join(cell["source"])
            for cell in notebook["cells"]
            if cell["cell_type"] == "code" and "notebook-only" not in cell["metadata"].get("tags", ())
        ]
        where = out / path.relative_to(folder).with_suffix(".html")
        where.parent.mkdir(exist_ok=True)
        root = "" if where.parent == out else "../"
        page = part("page.html").replace("TITLE", notebook["metadata"]["title"]).replace("ROOT", root)
        where.write_text(page.replace("CODE", json.dumps("\n".join(cells))), "utf-8")
    shutil.copy(out / "00_start_here.html", out / "index.html")
    shutil.copy(TEMPLATE / "site" / "favicon.svg", out)


def dress(out: Path) -> None:
    """Make JupyterLite's console look like a page of the kit."""
    path = out / "repl" / "index.html"
    text = path.read_text("utf-8")
    for old, new in (
        ("<title>REPLite</title>", part("head.html").replace("DRESS", static("dress.js"))),
        ('<link rel="manifest" href="../manifest.webmanifest">', ""),
        ('data-notebook="repl">', f'data-notebook="repl" data-voila="site">\n{part("body.html")}'),
    ):
        if text.count(old) != 1:
            raise SiteError(f"JupyterLite's page is not as expected: {old} is missing from it")
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    (out / "site.css").write_text(static("vendetta-page.css") + part("site.css"), "utf-8")
    for font in STATIC.glob("crimson-pro-*"):
        shutil.copy(font, out)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
