"""The player aid: a whole game on one sheet of paper, as a self-contained HTML page for printing.

The parts that all games share are here: lines with their rules and pages, panels, strips, tables, two sides. A subclass
for each game adds the content.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Self

from vendetta_kit.data_paths import data_dir, read_json, read_words
from vendetta_kit.input_checks import one_of
from vendetta_kit.rulebook import Rulebook
from vendetta_kit.rulebook.rule_records import Rule, Ruling, UnknownLanguage

PAPERS: Final[Mapping[str, tuple[str, str]]] = {"a4": ("297mm", "210mm"), "letter": ("279.4mm", "215.9mm")}
"""Width and height of each paper size, in landscape format."""
MARGIN: Final = "8mm"


def style(*more: str) -> str:
    """Return the style sheet of all player aids; ``more`` is the path, below the data, of a game's additions."""
    found = []
    for path in (("aid", "sheet.css"), *([more] if more else [])):
        with open(os.path.join(data_dir(), *path), encoding="utf-8") as file:
            found.append(file.read())
    return "\n".join(found)


class UnknownPaper(ValueError):
    """Error: there is no sheet for this paper size. The message is one line and names those that exist."""


@dataclass(frozen=True)
class Sheet:
    """The sheet of a game in one language.

    Args:
        lang: the language of ``all``.
        book: the game's rulebook.
        structure: the ids of the rules behind each line.
        all: the texts: ``page``, ``titles``, ``names`` and ``lines``.
        values: the numbers in the texts by name.
        style: the style sheet.
    """

    lang: str
    book: Rulebook
    structure: Mapping[str, tuple[str, ...]]
    all: Mapping[str, Mapping[str, str]]
    values: Mapping[str, int]
    style: str

    @classmethod
    def of(cls, game: str, lang: str, book: Rulebook, values: Mapping[str, int], folder: str = "") -> Self:
        """Return the sheet of a game; ``folder`` is that of its texts and additions to the style, if it has its own.

        Raises:
            UnknownLanguage: the game has no sheet in this language; the one-line message names those there are.
        """
        if lang not in book.languages():
            raise UnknownLanguage(f"lang: found {lang!r}; expected {one_of(book.languages())}")
        structure = {key: tuple(rules) for key, rules in read_json(game, "aid", "sheet.json").items()}
        looks = style(*([folder, "aid", "sheet.css"] if folder else []))
        return cls(lang, book, structure, read_words("aid.json", lang, folder), values, looks)

    # Words

    def words(self, key: str) -> str:
        return self.all["lines"][key].format(**self.values)

    def lines(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return all lines by key, each with its text without markup and the ids of its rules."""
        return {key: (self.words(key).replace("**", ""), self.rules(key)) for key in self.structure}

    def rules(self, key: str) -> tuple[str, ...]:
        return self.structure[key]

    def text(self, words: str) -> str:
        return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(words, quote=False))

    def name(self, key: str, **values: Any) -> str:
        return escape(self.all["names"][key].format(**values), quote=False)

    def title(self, panel: str) -> str:
        return f"<h2>{escape(self.all['titles'][panel].format(**self.values), quote=False)}</h2>"

    def where(self, rules: Iterable[str]) -> Iterable[int]:
        """Return the pages of rules in the rulebook, for the small print."""
        return [page for rule in self.entries(rules) for page in rule.pages]

    def entries(self, rules: Iterable[str]) -> list[Rule | Ruling]:
        """Return the rules or rulings with these ids."""
        return [found for found in map(self.book.find, rules) if isinstance(found, Rule | Ruling)]

    def ref(self, key: str) -> str:
        rules = self.rules(key)
        places = sorted(set(self.where(rules)))
        where = f"{_short(rules)} · {self.all['page']['page']} {', '.join(map(str, places))}"
        return f'<small data-rules="{" ".join(rules)}">{where}</small>'

    def line(self, key: str, tag: str = "p") -> str:
        return f"<{tag}>{self.text(self.words(key))} {self.ref(key)}</{tag}>"

    def listed(self, panel: str, keys: Sequence[str], tag: str = "ul") -> str:
        return f"<{tag}>{''.join(self.line(f'{panel}.{key}', 'li') for key in keys)}</{tag}>"

    def panel(self, name: str, *inside: str) -> str:
        return f'<section class="panel {name}">{self.title(name)}{"".join(inside)}</section>'

    # The page

    def start(self) -> str:
        """Return the HTML beside the title."""
        raise NotImplementedError

    def front(self) -> str:
        """Return the HTML of the first side, below its title."""
        raise NotImplementedError

    def back(self) -> str:
        """Return the HTML of the second side."""
        raise NotImplementedError

    def sign(self, strip: str, cell: str) -> str:
        """Return the HTML of a symbol after the name of a strip's part; empty unless a game draws one."""
        return ""

    def page(self, paper: str) -> str:
        """Return the complete page as HTML, without scripts or anything from another host.

        Raises:
            UnknownPaper: there is no such paper size.
        """
        if paper not in PAPERS:
            raise UnknownPaper(f"unknown paper {paper!r}: expected {' or '.join(PAPERS)}")
        words = {key: escape(text) for key, text in self.all["page"].items()}
        width, height = PAPERS[paper]
        name = paper.upper() if paper == "a4" else paper
        return f"""<!DOCTYPE html>
<html lang="{self.lang}">
<head>
<meta charset="utf-8">
<title>{words["title"]}</title>
<meta name="description" content="{words["description"]}">
<meta name="viewport" content="width=1200">
<link rel="icon" href="data:,">
<style>
@page {{ size: {name} landscape; margin: {MARGIN}; }}
:root {{ --width: {width}; --height: {height}; --margin: {MARGIN}; }}
{self.style}</style>
</head>
<body>
<main>
<div class="side">
<header><div><h1>{words["title"]}</h1><p class="sub">{words["subtitle"]}</p></div>{self.start()}</header>
{self.front()}
{self.foot(1)}
</div>
<div class="side">
{self.back()}
{self.foot(2)}
</div>
</main>
</body>
</html>
"""

    def foot(self, side: int) -> str:
        words = self.all["page"]
        left = words["small"] if side == 1 else words["fan"]
        right = words["side"].format(side=side)
        return f"<footer><span>{escape(left)}</span><span>{escape(words['title'])} · {escape(right)}</span></footer>"

    def strip(self, name: str, cells: Sequence[str], beside: str, below: str = "") -> str:
        """Return the HTML of a strip: its parts in a row, in the order in which they are played."""
        items = []
        for number, cell in enumerate(cells, 1):
            head = f"<i>{number}</i>{self.name(cell)}{self.sign(name, cell)}"
            key = f"{name}.{cell}"
            items.append(f"<li><h3>{head}</h3><p>{self.text(self.words(key))}</p>{self.ref(key)}</li>")
        title = self.title(name).replace("</h2>", f"{beside}</h2>")
        return f'<section class="strip {name}">{title}<ol>{"".join(items)}</ol>{below}</section>'

    def columns(self, *columns: Sequence[str]) -> str:
        inside = "".join(f"<div>{''.join(panels)}</div>" for panels in columns)
        return f'<div class="columns">{inside}</div>'

    # Tables

    def table(self, head: Sequence[str], rows: Iterable[str], label: str) -> str:
        top = f"<thead><tr>{''.join(head)}</tr></thead>" if head else ""
        return f'<table aria-label="{escape(label)}">{top}<tbody>{"".join(rows)}</tbody></table>'

    def heads(self, *names: str) -> list[str]:
        return [f'<th scope="col">{self.name(name)}</th>' for name in names]

    def row(self, key: str, first: str, cells: Sequence[str]) -> str:
        """Return the HTML of a table row, with the ids of its rules in the second cell."""
        shown = [f"{cells[0]} {self.ref(key)}", *cells[1:]]
        return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in shown)}</tr>'


def _short(rules: Iterable[str]) -> str:
    """Return rule ids as one text in which each section is named once.

    >>> _short(["PLAN-09", "PLAN-10", "PLAN-11", "GLOS-10", "WDR-01", "WDR-03"])
    'PLAN-09–11, GLOS-10, WDR-01/03'
    """
    groups: dict[str, list[str]] = {}
    for rule in rules:
        section, _, number = rule.partition("-")
        groups.setdefault(section, []).append(number)
    found = []
    for section, some in groups.items():
        run = len(some) > 2 and [int(number) for number in some] == list(range(int(some[0]), int(some[0]) + len(some)))
        found.append(f"{section}-{some[0]}–{some[-1]}" if run else f"{section}-{'/'.join(some)}")
    return ", ".join(found)
