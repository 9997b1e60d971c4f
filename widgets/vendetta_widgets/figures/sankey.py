"""Flow diagrams: nodes in columns from left to right, bands between them as wide as their amount."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol

from .figure_style import GROUND, SEATS, TEXT, Spec, Words, column_titles, empty_layout, faded, layout

HEIGHT: Final = 365
GREY: Final = "#8d7f73"
_GAP: Final = 0.05


class End(Protocol):
    """A node, at which a band begins or ends: a kind and a seat."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...


class Band(Protocol):
    """An amount that went from one node to another."""

    @property
    def source(self) -> Any: ...
    @property
    def target(self) -> Any: ...
    @property
    def amount(self) -> int: ...
    @property
    def lines(self) -> Sequence[int]:
        """The running numbers of its lines of the log."""


def key_of(band: Band) -> str:
    """Return the key of a band, which stays the same while it grows.

    >>> from vendetta_kit.kernel.flow_graph import Link, Node
    >>> key_of(Link(Node("feed"), Node("pool", 1), 3, (), (), ()))
    'feed>pool:1'
    """
    return f"{name_of(band.source)}>{name_of(band.target)}"


def name_of(node: End) -> str:
    """Return the name of a node in keys of bands."""
    return node.kind if node.seat is None else f"{node.kind}:{node.seat}"


class Flows(ABC):
    """A flow diagram of a game. Subclasses define the column and the words of each kind of node.

    ``who``: the seat whose flows are highlighted; the others' are faded.
    """

    COLUMNS: ClassVar[dict[str, int]]
    """The column of each kind of node, from 0 on the left."""
    PLACES: ClassVar[tuple[float, ...]]
    """The place of each column, from 0 on the left to 1 on the right."""
    LAST: ClassVar[tuple[str, ...]] = ()
    """Kinds of nodes at the bottom of their column."""
    COLOURS: ClassVar[dict[str, str]] = {}
    """Colours of nodes without a seat."""

    def __init__(self, names: Sequence[str], who: int | None, say: Words) -> None:
        self.names, self.who, self.say = names, who, say

    @abstractmethod
    def label(self, node: Any) -> str:
        """Return the words beside a node."""

    @abstractmethod
    def words(self, band: Any) -> str:
        """Return the words shown when a band is pointed at."""

    def spec(self, found: Sequence[Band], whole: Sequence[Band], titles: Sequence[str], empty: str) -> Spec:
        """Return the figure.

        Args:
            found: the bands to draw.
            whole: the bands at the end of the game, so that nodes keep their places while the flows grow.
            titles: the titles of the columns.
            empty: the words if there are no bands.
        """
        if not found:
            return {"data": [], "layout": layout(HEIGHT) | empty_layout(empty)}
        nodes = sorted({node for band in found for node in (band.source, band.target)}, key=self._order)
        index = {node: k for k, node in enumerate(nodes)}
        heights = self._heights(whole)
        node = {
            "label": [f"{self.label(node)} {_through(node, found)}" for node in nodes],
            "color": [self._colour(node) for node in nodes],
            "pad": 14,
            "x": [self._across(self.COLUMNS[node.kind]) for node in nodes],
            "y": [heights[node] for node in nodes],
            "customdata": [name_of(node) for node in nodes],
        }
        link = {
            "source": [index[band.source] for band in found],
            "target": [index[band.target] for band in found],
            "value": [band.amount for band in found],
            "color": [self._band_colour(band) for band in found],
            "customdata": [key_of(band) for band in found],
            "label": [self.words(band) for band in found],
        }
        return diagram(HEIGHT, node, link, titles, self.PLACES)

    def _across(self, column: int) -> float:
        """Return the x of a column's nodes; plotly leaves out nodes on the very edge."""
        if column == 0:
            return 0.001
        return 0.98 if column == len(self.PLACES) - 1 else self.PLACES[column] - 0.01

    def _order(self, node: End) -> tuple[int, int, str, int]:
        """Return the sort key of a node: by column, and in it those without a player first."""
        return self.COLUMNS[node.kind], int(node.kind in self.LAST), node.kind, -1 if node.seat is None else node.seat

    def _heights(self, whole: Sequence[Band]) -> dict[Any, float]:
        """Return the y of each node's middle in the whole game, so that nothing jumps while the flows grow."""
        heights: dict[Any, float] = {}
        nodes = sorted({node for band in whole for node in (band.source, band.target)}, key=self._order)
        for column in range(len(self.PLACES)):
            here = [node for node in nodes if self.COLUMNS[node.kind] == column]
            sizes = [_through(node, whole) for node in here]
            room = 1 - _GAP * (len(here) - 1)
            top = 0.0
            for node, size in zip(here, sizes, strict=True):
                share = room * size / sum(sizes)
                heights[node] = min(0.999, max(0.001, top + share / 2))
                top += share + _GAP
        return heights

    def _colour(self, node: End) -> str:
        if node.seat is None:
            return self.COLOURS.get(node.kind, GREY)
        return faded(SEATS[node.seat], 0.95 if self.who in (None, node.seat) else 0.55)

    def _band_colour(self, band: Band) -> str:
        seats = [node.seat for node in (band.source, band.target) if node.seat is not None]
        colour = SEATS[seats[0]] if seats else GREY
        return faded(colour, 0.72 if self.who is None or self.who in seats else 0.26)


def diagram(
    height: int, node: dict[str, Any], link: dict[str, Any], titles: Sequence[str], places: Sequence[float]
) -> Spec:
    """Return a figure of nodes and bands in plotly's form, under the titles of its columns."""
    told = {"hovertemplate": "%{label}<extra></extra>"}
    trace: dict[str, Any] = {
        "type": "sankey",
        "arrangement": "fixed",
        "textfont": {"color": TEXT, "size": 13, "shadow": f"0 0 3px {GROUND}"},
        "node": {"line": {"color": GROUND, "width": 1}, "thickness": 15, **node, **told},
        "link": {**link, **told},
    }
    margin = {"l": 8, "r": 8, "t": 52, "b": 16}
    return {"data": [trace], "layout": layout(height, margin=margin, annotations=column_titles(titles, places))}


def _through(node: Any, found: Sequence[Band]) -> int:
    into = sum(band.amount for band in found if band.target == node)
    return max(into, sum(band.amount for band in found if band.source == node))
