"""Copy the notebooks to ``work/`` for JupyterLab, in one language: what is saved there changes no tracked file.

    .venv/bin/python scripts/lab_copies.py          (make lab)

The language is that of ``VENDETTA_LANG``, else of the machine's settings. A copy that somebody has changed is kept;
where the kit's notebook has changed since, too, the new one is laid beside it as ``NAME.new.ipynb``. All that is saved
there stays: ``make clean`` leaves ``work/`` alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vendetta_kit.safe_files import write_whole
from vendetta_widgets.page_phrases import languages

ROOT = Path(__file__).resolve().parent.parent
COPIED = ".copied.json"
"""The file in which the hash of each copy is kept."""
OTHERS = re.compile(r'<small lang="(\w+)">(.*)</small>', re.DOTALL)
"""A paragraph in another language than English."""


def main() -> int:
    lang = language(os.environ)
    for name in copy_all(ROOT / "notebooks", ROOT / "work", lang):
        print(f"work/{name}: you have changed the old one, so the kit's new one lies beside it")
    return 0


def language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, else English.

    >>> language({"VENDETTA_LANG": "de"}), language({"LANG": "de_AT.UTF-8"}), language({"LANG": "C"})
    ('de', 'de', 'en')
    """
    wishes = (environment.get(name, "")[:2].lower() for name in ("VENDETTA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next((wish for wish in wishes if wish in languages()), "en")


def copy_all(source: Path, target: Path, lang: str) -> list[str]:
    """Copy all notebooks in one language; return the names of those that lie beside a changed copy."""
    target.mkdir(exist_ok=True)
    kept = target / COPIED
    before: dict[str, str] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    now, beside = dict(before), []
    for path in notebooks(source):
        name = path.relative_to(source).as_posix()
        text = in_language(path.read_text("utf-8"), lang)
        own = target / name
        own.parent.mkdir(parents=True, exist_ok=True)
        if not own.exists() or _hash(own.read_text("utf-8")) == before.get(name):
            write_whole(str(own), text.encode())
        elif _hash(text) != before.get(name):
            new = own.with_suffix(".new.ipynb")
            write_whole(str(new), text.encode())
            beside.append(new.relative_to(target).as_posix())
        now[name] = _hash(text)
    write_whole(str(kept), (json.dumps(now, indent=1) + "\n").encode())
    return beside


def notebooks(source: Path) -> Iterator[Path]:
    """Yield the notebooks of a folder, sorted."""
    yield from (path for path in sorted(source.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts)


def in_language(text: str, lang: str) -> str:
    """Return a notebook's text with the words of one language only; what has no German stays English.

    A paragraph ``<small lang="de">…<br>…</small>`` is the German of as many paragraphs before it as it has lines.
    """
    found: dict[str, Any] = json.loads(text)
    for cell in found["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = _words("".join(cell["source"]), lang).splitlines(keepends=True)
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _words(source: str, lang: str) -> str:
    kept: list[str] = []
    for paragraph in re.split(r"\n{2,}", source):
        other = OTHERS.fullmatch(paragraph.strip())
        if other is None:
            kept.append(paragraph)
        elif other.group(1) == lang:
            words = other.group(2).split("<br>")
            told = kept[max(0, len(kept) - len(words)) :]  # the paragraphs that these are the translation of
            sign = re.match(r"#+ ", told[0]) if told else None
            if sign is not None:
                words[0] = sign.group() + words[0].removeprefix("**").removesuffix("**")
            kept[len(kept) - len(told) :] = words
    return "\n\n".join(kept)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
