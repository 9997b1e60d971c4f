"""A piece of a page as a browser holds it, without a browser: read from HTML, and changed by edits."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple

from vendetta_widgets.html import VOID

ENDS_A_PARAGRAPH = frozenset(
    {
        *("address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figcaption"),
        *("figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "menu", "nav"),
        *("ol", "p", "pre", "search", "section", "table", "ul"),
    }
)
"""Where one of these begins, a browser ends the paragraph that is open: the page is then not as it was written."""


class Node(NamedTuple):
    """An element; its children are elements and texts. Elements that are written alike share their attributes."""

    name: str
    attributes: dict[str, str]
    children: list[Node | str]

    def edit(self, edits: list[list[Any]]) -> None:
        """Carry out edits as ``surface.js`` does."""
        for kind, way, *rest in edits:
            if kind == "swap":
                at, gone, html = rest
                there = self._at(way)
                assert at + gone <= len(there.children)
                there.children[at : at + gone] = read(html).children
                continue
            above = self._at(way[:-1])
            old = above.children[way[-1]]
            if kind == "text":
                assert isinstance(old, str)
                above.children[way[-1]] = rest[0]
            else:
                assert kind == "attributes"
                assert isinstance(old, Node)
                attributes = dict(old.attributes)
                for name, value in rest[0].items():
                    if value is None:
                        del attributes[name]
                    else:
                        attributes[name] = value
                above.children[way[-1]] = old._replace(attributes=attributes)

    def _at(self, way: list[int]) -> Node:
        node = self
        for place in way:
            child = node.children[place]
            assert isinstance(child, Node)
            node = child
        return node


_START = re.compile(
    r"""(?P<name>[a-z][a-z0-9-]*) (?P<attributes>(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*) \s*(?P<closed>/?)""",
    re.VERBOSE | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:="([^"]*)")?""")


class _Start(NamedTuple):
    name: str
    attributes: dict[str, str]
    closed: bool
    ends_a_paragraph: bool


@lru_cache(5000)
def _start(written: str) -> _Start:
    """What stands between < and >, where an element begins: most of a page's elements are written many times."""
    found = _START.fullmatch(written)
    assert found, f"no HTML: {written[:60]!r}"
    name = found["name"]
    attributes = {key: unescape(value) for key, value in _ATTRIBUTE.findall(found["attributes"])}
    return _Start(name, attributes, bool(found["closed"]) or name in VOID, name in ENDS_A_PARAGRAPH)


def read(html: str) -> Node:
    """A piece of HTML as a browser would hold it. What is not written as the kit writes it fails.

    A page is read after each press of thousands: a general parser takes longer for that than the page to be made.
    """
    root = here = Node("", {}, [])
    open_: list[Node] = []
    paragraphs = 0
    text, *pieces = html.split("<")
    if text:
        root.children.append(unescape(text))
    for piece in pieces:
        written, end, text = piece.partition(">")
        assert end, f"no HTML: {piece[:60]!r}"
        if written[:1] == "/":
            assert open_, f"<{written}> outside"
            assert here.name == written[1:], f"<{written}> in <{here.name}>"
            paragraphs -= here.name == "p"
            here = open_.pop()
        else:
            name, attributes, closed, ends_a_paragraph = _start(written)
            assert not (paragraphs and ends_a_paragraph), f"<{name}> in a paragraph"
            node = Node(name, attributes, [])
            here.children.append(node)
            if not closed:
                open_.append(here)
                here = node
                paragraphs += name == "p"
        if text:
            here.children.append(unescape(text) if "&" in text else text)
    assert here is root, f"<{here.name}> is not closed"
    return root
