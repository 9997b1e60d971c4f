"""Build the site of the documentation in build/docs/site: the pages, the essays with what they show, the reference.

    .venv-docs/bin/python scripts/docs.py           (make docs)

The essays are the notebooks of the laboratory, run anew; the reference has every public name of every public module.
At the end each link within the site is looked at, and that no page loads anything from another host.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

ROOT = Path(__file__).resolve().parent.parent
THERE = ROOT / "build" / "docs"
PAGES, SITE = THERE / "pages", THERE / "site"
ESSAYS = tuple(sorted((ROOT / "notebooks" / "laboratory").glob("*.ipynb")))
TAKEN = ("*.md", "LICENSE", "docs/**/*", "benchmarks/*.md", "data/**/README.md", "data/**/*.yaml", "tests/**/README.md")
"""What of the checkout is on the site, in the same folders, so that links lead where they lead in the checkout."""
PACKAGES = (ROOT / "vendetta_kit", ROOT / "widgets" / "vendetta_widgets")
LOADED = {"audio", "embed", "iframe", "img", "input", "script", "source", "track", "video"}
"""Elements whose ``src`` a browser fetches by itself; a ``link`` does so by its ``href``."""
FETCHED_LINKS = {"icon", "manifest", "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"}
STYLED = re.compile(r"url\(\s*['\"]?((?:https?:)?//[^'\")\s]+)|@import\s+['\"]((?:https?:)?//[^'\"]+)")


def main() -> int:
    """Build the site and check it; returns 0 if all links are good and no host is asked."""
    import docs_markdown  # needs griffe, which is only where this is run

    if doctest.testmod(docs_markdown).failed:
        return 1
    shutil.rmtree(THERE, ignore_errors=True)
    collect()
    essays = [essay(path) for path in ESSAYS]
    references = list(reference())
    built = subprocess.run([sys.executable, "-m", "zensical", "build", "--strict", "-f", config(essays, references)])
    if built.returncode:
        print("docs: the site could not be built, see above", file=sys.stderr)
        return 1
    wrong = [*faults_of_links(SITE), *foreign_hosts(SITE)]
    # An example in a docstring that has not become code is a quotation.
    quoted = [path for path in sorted(SITE.glob("reference/*.html")) if "<blockquote>" in path.read_text("utf-8")]
    wrong += [f"{path.relative_to(SITE)}: an example is shown as a quotation" for path in quoted]
    for line in wrong:
        print(f"docs: {line}", file=sys.stderr)
    count = sum(1 for _ in SITE.rglob("*.html"))
    print(
        f"docs: {count} pages, {len(essays)} essays, {len(references)} pages of reference in {SITE.relative_to(ROOT)}"
    )
    return int(bool(wrong))


def collect() -> None:
    """Copy the pages of the checkout to where the site is built from."""
    theme = ROOT / "docs" / "theme"
    for path in sorted({path for pattern in TAKEN for path in ROOT.glob(pattern) if path.is_file()}):
        if path.is_relative_to(theme) and path.suffix == ".html":
            continue
        target = PAGES / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    import plotly

    library = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    shutil.copyfile(library, PAGES / "docs" / "theme" / "plotly.min.js")


def config(essays: Iterable[tuple[str, str]], references: Iterable[tuple[str, str]]) -> str:
    """Write the configuration with all pages in its navigation; returns its path.

    Args:
        essays: title and page of each.
        references: the same of the pages of the Python interface.
    """
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    settings |= {"docs_dir": PAGES.name, "site_dir": SITE.name}
    settings["theme"]["custom_dir"] = os.path.relpath(ROOT / settings["theme"]["custom_dir"], THERE)
    python = settings["plugins"][-1]["mkdocstrings"]["handlers"]["python"]
    python["paths"] = [str(ROOT / path) for path in python["paths"]]
    python["options"]["extensions"] = [str(ROOT / path) for path in python["options"]["extensions"]]
    settings["nav"] += [
        {"Essays": [{title: page} for title, page in essays]},
        {"Reference": [{title: page} for title, page in references]},
    ]
    path = THERE / "mkdocs.yml"
    path.write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")
    return str(path)


# The essays -----------------------------------------------------------------------------------------------------------


def essay(path: Path) -> tuple[str, str]:
    """Run a notebook and write it as a page with all that its cells show; returns its title and page.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell ended with an error.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    quiet, where = ["--IPKernelApp.log_level=ERROR"], {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=900, resources=where, extra_arguments=quiet).execute()
    figures = 0
    parts: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(page_links(cell.source))
        elif cell.cell_type == "code" and "notebook-only" not in cell.metadata.get("tags", []):
            parts.append(f"```python\n{cell.source}\n```")
            for output in cell.outputs:
                html, is_figure = shown(output, f"figure-{figures}")
                figures += is_figure
                if html:
                    parts.append(f'<div class="essay-output">{html}</div>')
    if figures:
        parts.append('<script src="../docs/theme/plotly.min.js"></script>\n<script>drawFigures()</script>')
        parts.insert(
            1, "<script>const figures = []; function drawFigures() { figures.forEach((draw) => draw()); }</script>"
        )
    page = f"essays/{path.stem}.md"
    (PAGES / page).parent.mkdir(exist_ok=True)
    (PAGES / page).write_text("\n\n".join(parts) + "\n", "utf-8")
    return next(line.lstrip("# ") for line in parts[0].splitlines() if line.startswith("# ")), page


def shown(output: Any, name: str) -> tuple[str, bool]:
    """Return what a cell has put out as HTML, and whether it is a figure of plotly, which gets this name.

    Args:
        output: an output in the form of notebooks, format 4.
        name: the id of the element in which a figure is drawn.
    """
    if output["output_type"] == "stream":
        return f"<pre>{escape(output['text'])}</pre>", False
    data = output.get("data", {})
    if (figure := data.get("application/vnd.plotly.v1+json")) is not None:
        drawn = json.dumps({"data": figure["data"], "layout": figure["layout"]}).replace("</", "<\\/")
        code = f'figures.push(() => {{ const it = {drawn}; Plotly.newPlot("{name}", it.data, it.layout); }});'
        return f'<div class="essay-figure" id="{name}"></div><script>{code}</script>', True
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return data[kind], False
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{data["image/png"].strip()}">', False
    return (f"<pre>{escape(data['text/plain'])}</pre>", False) if "text/plain" in data else ("", False)


def page_links(text: str) -> str:
    """Return the text of a cell with its links as they are on the site.

    Links to other essays and to pages lead there; a notebook that is no essay is named without a link.
    """
    names = {path.name for path in ESSAYS}

    def link(found: re.Match[str]) -> str:
        words, target, place = found.groups()
        if target.endswith(".ipynb"):
            name = target.rpartition("/")[2]
            return f"[{words}]({name.removesuffix('.ipynb')}.md)" if name in names else words
        return f"[{words}]({target.removeprefix('../')}{place or ''})"

    return re.sub(r"\[([^\]]*)\]\(([^)\s?#]+)([?#][^)]*)?\)", link, text)


# The reference --------------------------------------------------------------------------------------------------------


def reference() -> Iterator[tuple[str, str]]:
    """Write a page for each public package with all its public modules; yields title and page."""
    for package in PACKAGES:
        folders = sorted(path.parent for path in package.rglob("__init__.py"))
        for folder in folders:
            name = ".".join(folder.relative_to(package.parent).parts)
            if any(part.startswith("_") for part in name.split(".")):
                continue
            modules = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
            lines = [f"# {name}", "", *(f"::: {one}\n" for one in (name, *(f"{name}.{stem}" for stem in modules)))]
            page = f"reference/{name}.md"
            (PAGES / page).parent.mkdir(exist_ok=True)
            (PAGES / page).write_text("\n".join(lines), "utf-8")
            yield name, page


# The checks -----------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page has that can be linked to, where it links, and what a browser fetches for it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self._in_style = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the ids, links and fetched addresses of an element."""
        own = {key: value or "" for key, value in attrs}
        self.ids |= {own[key] for key in ("id", "name") if key in own}
        if tag in ("a", "area") and "href" in own:
            self.links.append(own["href"])
        if tag == "link" and FETCHED_LINKS & set(own.get("rel", "").split()):
            self.fetched.append(own["href"])
        if tag in LOADED:
            self.fetched += [own[key] for key in ("src", "poster") if own.get(key)]
            self.fetched += [one.split()[0] for one in own.get("srcset", "").split(",") if one.strip()]
        if tag in ("object", "image", "use"):
            self.fetched += [own[key] for key in ("data", "href", "xlink:href") if own.get(key)]
        self.fetched += styled(own.get("style", ""))
        self._in_style = tag == "style"

    def handle_data(self, data: str) -> None:
        """Note the fetched addresses of a style sheet within the page."""
        if self._in_style:
            self.fetched += styled(data)


def styled(text: str) -> list[str]:
    """Return the addresses of other hosts that a style sheet loads."""
    return ["".join(found) for found in STYLED.findall(text)]


def pages_of(site: Path) -> dict[Path, Page]:
    """Return all pages of a site, read."""
    return {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}


def faults_of_links(site: Path) -> list[str]:
    """Return a line for each link or fetched file within the site that leads nowhere."""
    pages = pages_of(site)
    wrong = []
    for path, page in pages.items():
        for link in (*page.links, *page.fetched):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            start = site if parts.path.startswith("/") else path.parent
            target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            where = path.relative_to(site)
            if not target.is_file():
                wrong.append(f"{where}: {link} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                wrong.append(f"{where}: {link}: there is no #{parts.fragment}")
    return wrong


def foreign_hosts(site: Path) -> list[str]:
    """Return a line for each address of another host that a browser would fetch by itself."""
    wrong = []
    for path, page in pages_of(site).items():
        wrong += [f"{path.relative_to(site)}: loads {one}" for one in page.fetched if urlsplit(one).netloc]
    for path in sorted(site.rglob("*.css")):
        wrong += [f"{path.relative_to(site)}: loads {one}" for one in styled(path.read_text("utf-8"))]
    return wrong


if __name__ == "__main__":
    sys.exit(main())
