"""A piece of a page as a browser holds it, without a browser: read from HTML, and changed by edits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from vendetta_widgets.pen import VOID

ENDS_A_PARAGRAPH = frozenset(
    {
        *("address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figcaption"),
        *("figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav"),
        *("ol", "p", "pre", "search", "section", "table", "ul"),
    }
)
"""Where one of these begins, a browser ends the paragraph that is open: the page is then not as it was written."""


@dataclass
class Node:
    """An element; its children are elements and texts."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def edit(self, edits: list[list[Any]]) -> None:
        """Carry out edits as ``surface.js`` does."""
        for kind, way, *rest in edits:
            if kind == "text":
                above = self._at(way[:-1])
                assert isinstance(above.children[way[-1]], str)
                above.children[way[-1]] = rest[0]
                continue
            there = self._at(way)
            if kind == "attributes":
                for name, value in rest[0].items():
                    if value is None:
                        del there.attributes[name]
                    else:
                        there.attributes[name] = value
            else:
                assert kind == "swap"
                at, gone, html = rest
                assert at + gone <= len(there.children)
                there.children[at : at + gone] = read(html).children

    def _at(self, way: list[int]) -> Node:
        node = self
        for place in way:
            child = node.children[place]
            assert isinstance(child, Node)
            node = child
        return node


_PIECE = re.compile(
    r"""(?P<text>[^<]+)
    | </(?P<end>[a-z][a-z0-9-]*)>
    | <(?P<start>[a-z][a-z0-9-]*) (?P<attributes>(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*) \s*(?P<closed>/?)>""",
    re.VERBOSE | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:="([^"]*)")?""")


def read(html: str) -> Node:
    """A piece of HTML as a browser would hold it. What is not written as the kit writes it fails.

    A page is read after each press of thousands: a general parser takes longer for that than the page to be made.
    """
    root = Node("")
    open_ = [root]
    at = 0
    for piece in _PIECE.finditer(html):
        assert piece.start() == at, f"no HTML: {html[at : at + 60]!r}"
        at = piece.end()
        kind = piece.lastgroup
        if kind == "text":
            text = piece[0]
            open_[-1].children.append(unescape(text) if "&" in text else text)
        elif kind == "end":
            name = piece["end"]
            assert open_[-1].name == name, f"</{name}> in <{open_[-1].name}>"
            open_.pop()
        else:
            name = piece["start"]
            if name in ENDS_A_PARAGRAPH:
                inside = [node.name for node in open_]
                assert "p" not in inside, f"<{name}> in {' '.join(inside)}"
            written = piece["attributes"]
            node = Node(name, {key: unescape(value) for key, value in _ATTRIBUTE.findall(written)} if written else {})
            open_[-1].children.append(node)
            if not piece["closed"] and name not in VOID:
                open_.append(node)
    assert at == len(html), f"no HTML: {html[at : at + 60]!r}"
    assert len(open_) == 1, f"<{open_[-1].name}> is not closed"
    return root
