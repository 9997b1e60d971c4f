"""A piece of a page as a browser holds it, without a browser: read from HTML, and changed by edits."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
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


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        inside = [node.name for node in self._open]
        assert not (tag in ENDS_A_PARAGRAPH and "p" in inside), f"<{tag}> in {' '.join(inside)}"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, f"</{tag}> in <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        children = self._open[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += data
        else:
            children.append(data)


def read(html: str) -> Node:
    """A piece of HTML as a browser would hold it."""
    reading = _Reading()
    reading.feed(html)
    reading.close()
    assert len(reading._open) == 1, f"<{reading._open[-1].name}> is not closed"
    return reading.root
