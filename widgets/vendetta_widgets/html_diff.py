"""What has changed between two drawings of a part of a page: few small edits instead of all of its HTML.

An edit is a list: what it does, the way to where (the places among the child nodes, from the part down), and with what:

- ``["text", way, words]``: the text there reads so;
- ``["attributes", way, {name: value}]``: these attributes; ``null`` takes one away;
- ``["swap", way, at, gone, html]``: from child ``at`` on ``gone`` children go, and this comes in their place.

``surface.js`` carries them out. Elements that stay are the same elements afterwards: with focus, scroll and whatever
the person has opened.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from .html import Element, Html, Pieces, attributes_of

__all__ = ["Edit", "edits"]

Edit = list[Any]

_has_field: Final = re.compile("<(?:input|select|textarea)[ >]").search
"""What a person has put into a field is no part of the HTML: what holds one is written anew as a whole."""
_ATOMS: Final = frozenset({"svg", "table"})
"""Their inside cannot be written apart from them."""
_EDIT: Final = 60
"""An edit takes a browser about as long as so many characters of new HTML."""
_WHOLE: Final = 120
"""... and to set a whole part beside what stood there takes about so many more."""


def edits(before: str, now: Html) -> list[Edit] | None:
    """What makes ``before`` into ``now``; ``None`` if writing all of it anew takes no more.

    >>> from vendetta_widgets.html import tag
    >>> ann, bob, others = tag("p", "Ann"), tag("p", "Bob"), [tag("p", "Somebody else")] * 9
    >>> edits(tag("div", ann, others), tag("div", bob, others))
    [['text', [0, 0, 0], 'Bob']]
    >>> edits(tag("div", others), tag("div", others, ann))
    [['swap', [0], 9, 0, '<p>Ann</p>']]
    """
    if not isinstance(before, Html) or not before or not now or _has_field(now) or _has_field(before):
        return None
    old = _nodes(before)
    found = _inside(old, _nodes(now), [])
    if found is None or old is None or _size(found) >= len(now) + _WHOLE:
        return None
    return None if [edit[:4] for edit in found] == [["swap", [], 0, len(old)]] else found


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


def _inside(old: list[str] | None, new: list[str] | None, way: list[int]) -> list[Edit] | None:
    """The edits among the children there; ``None`` if they cannot be told."""
    if old is None or new is None:
        return None
    first, short = 0, min(len(old), len(new))
    while first < short and _same(old[first], new[first]):
        first += 1
    last = 0
    while last < short - first and _same(old[-1 - last], new[-1 - last]):
        last += 1
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    pairs = [_node(a, b, [*way, first + k]) for k, (a, b) in enumerate(zip(gone, come, strict=False))]
    while pairs and pairs[-1] is None:
        pairs.pop()  # these go with what has no other
    found: list[Edit] = []
    for told, run in groupby(range(len(pairs)), lambda k: pairs[k] is not None):
        at = list(run)
        if told:
            found += (edit for k in at for edit in pairs[k] or ())
        else:
            found.append(["swap", way, first + at[0], len(at), "".join(come[at[0] : at[-1] + 1])])
    if len(pairs) < max(len(gone), len(come)):
        found.append(["swap", way, first + len(pairs), len(gone) - len(pairs), "".join(come[len(pairs) :])])
    return found


def _node(old: str, new: str, way: list[int]) -> list[Edit] | None:
    """The edits that make one node into another; ``None`` if the other had better come in its place."""
    if _same(old, new):
        return []
    if not isinstance(old, Element) or not isinstance(new, Element):
        return None if isinstance(old, Html) or isinstance(new, Html) else [["text", way, html.unescape(new)]]
    if old.name != new.name or old.name in _ATOMS or _key(old) != _key(new):
        return None
    found: list[Edit] = []
    was, now = attributes_of(old), attributes_of(new)
    if was != now:
        changed = {name: value for name, value in now.items() if was.get(name) != value}
        found.append(["attributes", way, dict.fromkeys(was.keys() - now.keys()) | changed])
    if old.pieces != new.pieces:
        inside = _inside(_merged(old.pieces), _merged(new.pieces), way)
        if inside is None:
            return None
        found += inside
    return found if _size(found) <= _EDIT + len(new) else None


def _same(old: str, new: str) -> bool:
    return old == new and isinstance(old, Html) == isinstance(new, Html)


def _key(element: Element) -> object:
    return element.attributes.get("id") or element.attributes.get("data_key")


def _size(found: Sequence[Edit]) -> int:
    """What the edits take, in characters of new HTML."""
    return sum(_EDIT + sum(len(str(part)) for part in edit[2:]) for edit in found)
