"""The changes between two versions of a part of a page, as small edits instead of all its HTML.

An edit is a list: its kind, its path (indices among the child nodes, from the part down), and its values:

- ``["text", way, words]``: set the text;
- ``["attributes", way, {name: value}]``: set these attributes; ``null`` removes one;
- ``["swap", way, at, gone, html]``: replace ``gone`` children from child ``at`` on by ``html``.

``surface.js`` applies them. Elements that stay keep focus, scroll position and what the user has opened.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from .html import READ_OUT, Element, Html, Pieces, attributes_of, with_words

Edit = list[Any]

_has_field: Final = re.compile("<(?:input|select|textarea)[ >]").search
"""Finds fields: what is typed there is not in the HTML, so parts with fields are replaced as a whole."""
_ATOMS: Final = frozenset({"svg", "table"})
"""Elements whose content can be replaced only with them."""
_EDIT: Final = 60
"""The cost of an edit in a browser, in characters of new HTML."""
_WHOLE: Final = 120
"""The further cost of replacing a whole part, in characters."""


def edits(before: str, now: Html) -> list[Edit] | None:
    """Return the edits that change ``before`` into ``now``; ``None`` if replacing all of it costs no more.

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


def edits_with_words(changes: Iterable[Edit], change: Callable[[str], str]) -> list[Edit]:
    """Return edits in which ``change`` was made in all that is read.

    >>> edits_with_words([["text", [0], "ann"], ["swap", [0], 1, 0, "<p>bob</p>"]], str.upper)
    [['text', [0], 'ANN'], ['swap', [0], 1, 0, '<p>BOB</p>']]
    """
    found = []
    for kind, *rest, new in changes:
        if kind == "text":
            new = change(new)
        elif kind == "swap":
            new = with_words(new, change)
        else:
            new = {name: change(text) if text and name in READ_OUT else text for name, text in new.items()}
        found.append([kind, *rest, new])
    return found


def _nodes(of: str) -> list[str] | None:
    """Return the nodes of a piece of HTML; ``None`` if only parsing could tell them."""
    if isinstance(of, Pieces):
        return _merged(of.pieces)
    if isinstance(of, Element):
        return [of]
    return None


def _merged(pieces: Sequence[str]) -> list[str] | None:
    """Return pieces as nodes: adjacent texts are joined, empty ones dropped."""
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
    """Return the edits among the children at a path; ``None`` if they are unknown."""
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
        pairs.pop()  # these are replaced with the children that have no counterpart
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
    """Return the edits that change one node into another; ``None`` if it must be replaced."""
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
    """Return the cost of edits, in characters of new HTML."""
    return sum(_EDIT + sum(len(str(part)) for part in edit[2:]) for edit in found)


def update_with_words(message: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return an update in which ``change`` was made in all that is read."""
    found = dict(message)
    for key in {"title", "say"} & found.keys():
        found[key] = change(found[key])
    for key in {"frame", "dialog"} & found.keys():
        found[key] = found[key] and with_words(found[key], change)
    found["parts"] = {
        name: with_words(new, change) if isinstance(new, str) else new and edits_with_words(new, change)
        for name, new in found["parts"].items()
    }
    if "missed" in found:
        found["missed"] = [
            [*which, with_words(value, change) if value and "dialog" in which else value]
            for *which, value in found["missed"]
        ]
    return found
