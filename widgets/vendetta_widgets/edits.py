"""What has changed between two drawings of a part of a page: few small edits instead of all of its HTML.

An edit is a list: what it does, the way to where (the places among the child nodes, from the part down), and with what:

- ``["text", way, words]``: the text there reads so;
- ``["attributes", way, {name: value}]``: these attributes; ``null`` takes one away;
- ``["swap", way, at, gone, html]``: from child ``at`` on ``gone`` children go, and this comes in their place;
- ``["fill", way, html]``: this is all that is inside.

``surface.js`` carries them out. Elements that stay are the same elements afterwards: with focus, scroll and whatever
the person has opened.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any, Final

from .pen import Element, Html, Pieces, attributes_of

__all__ = ["Edit", "edits"]

Edit = list[Any]

_has_field: Final = re.compile("<(?:input|select|textarea)[ >]").search
"""What a person has put into a field is no part of the HTML: what holds one is written anew as a whole."""
_ATOMS: Final = frozenset({"svg", "table"})
"""Their inside cannot be written apart from them."""
_LEAST: Final = 24
"""About as many characters as an edit takes beside what is new."""


def edits(before: str, now: Html) -> list[Edit] | None:
    """What makes ``before`` into ``now``; ``None`` if writing all of it anew takes no more.

    >>> from vendetta_widgets.pen import tag
    >>> names = [tag("p", tag("b", name), " waits", cls="vk-name") for name in ("Ann", "Bob")]
    >>> edits(tag("div", names[0], "a long text " * 9), tag("div", names[1], "a long text " * 9))
    [['text', [0, 0, 0, 0], 'Bob']]
    >>> edits(tag("ul", names), tag("ul", *names, names[0]))
    [['swap', [0], 2, 0, '<p class="vk-name"><b>Ann</b> waits</p>']]
    """
    if not before or not now or _has_field(now) or _has_field(before):
        return None
    found: list[Edit] = []
    if not isinstance(before, Html) or not _inside(_nodes(before), _nodes(now), [], found):
        return None
    return found if _size(found) < len(now) else None


def _nodes(of: str) -> list[str] | None:
    """The nodes that a piece of HTML becomes in the page; ``None`` if that cannot be told without reading it."""
    if isinstance(of, Pieces):
        return _merged(of.pieces)
    if isinstance(of, Element):
        return [of]
    return None


def _merged(pieces: Sequence[str]) -> list[str] | None:
    """Pieces as nodes: texts that stand side by side are one, empty ones are none."""
    found: list[str] = []
    text = False
    for piece in pieces:
        if not piece:
            continue
        if isinstance(piece, Element):
            found.append(piece)
            text = False
        elif isinstance(piece, Html):
            return None
        elif text:
            found[-1] += piece
        else:
            found.append(piece)
            text = True
    return found


def _inside(old: list[str] | None, new: list[str] | None, way: list[int], found: list[Edit]) -> bool:
    """Add the edits among the children there; whether they can be told."""
    if old is None or new is None:
        return False
    first, short = 0, min(len(old), len(new))
    while first < short and old[first] == new[first] and _kind(old[first]) == _kind(new[first]):
        first += 1
    last = 0
    while last < short - first and old[-1 - last] == new[-1 - last] and _kind(old[-1 - last]) == _kind(new[-1 - last]):
        last += 1
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    both = min(len(gone), len(come))
    for at in range(both):
        if not _node(gone[at], come[at], [*way, first + at], found):
            return False
    if len(gone) != len(come):
        found.append(["swap", way, first + both, len(gone) - both, "".join(come[both:])])
    return True


def _node(old: str, new: str, way: list[int], found: list[Edit]) -> bool:
    """Add the edits that make one node into another; whether they can be told."""
    if old == new and _kind(old) == _kind(new):
        return True
    if not isinstance(old, Element) or not isinstance(new, Element):
        if isinstance(old, Html) or isinstance(new, Html):
            found.append(["swap", way[:-1], way[-1], 1, new])
        else:
            found.append(["text", way, html.unescape(new)])
        return True
    if _key(old) != _key(new):
        return False  # what has a name of its own may have gone elsewhere: that is for the browser to see
    if old.name != new.name or old.name in _ATOMS:
        found.append(["swap", way[:-1], way[-1], 1, new])
        return True
    was, now = attributes_of(old), attributes_of(new)
    if was != now:
        changed = {name: value for name, value in now.items() if was.get(name) != value}
        found.append(["attributes", way, dict.fromkeys(was.keys() - now.keys()) | changed])
    content = "".join(new.pieces)
    if content == "".join(old.pieces):
        return True
    smaller: list[Edit] = []
    if _inside(_merged(old.pieces), _merged(new.pieces), way, smaller) and _size(smaller) <= len(content) + 2 * _LEAST:
        found += smaller
    else:
        found.append(["fill", way, content])
    return True


def _kind(node: str) -> bool:
    return isinstance(node, Html)


def _key(element: Element) -> object:
    return element.attributes.get("id") or element.attributes.get("data_key")


def _size(found: Sequence[Edit]) -> int:
    """About as many characters as the edits take."""
    return sum(_LEAST + sum(len(str(part)) for part in edit[2:]) for edit in found)
