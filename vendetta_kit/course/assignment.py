"""Assignments of a teacher: lessons, scenarios and sets of drills in order, as one short text for a link.

>>> given = read_assignment("lesson:planning,scenario:frenzy-02-vampire,drill:planning", "For Tuesday")
>>> [item.text for item in given.items]
['lesson:planning', 'scenario:frenzy-02-vampire', 'drill:planning']
>>> given.query
'todo=lesson:planning,scenario:frenzy-02-vampire,drill:planning&name=For+Tuesday'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from vendetta_kit import scenarios
from vendetta_kit.course import lessons
from vendetta_kit.course.progress import Progress
from vendetta_kit.input_checks import clean_name
from vendetta_kit.input_errors import BadInput, Message

KINDS: Final = ("lesson", "scenario", "drill")
MOST: Final = 30
"""The most items of an assignment."""
MOST_LETTERS: Final = 60
"""The longest title of an assignment."""
DRILLS: Final = ("met", "all")
"""Topics of a set of drills other than one lesson: the rules that the learner has learned, or all rules."""


class BadAssignment(BadInput):
    """Error: a link names something that cannot be assigned. The message is one line."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of an assignment: a ``lesson``, a ``scenario`` or a ``drill``, by its id."""

    kind: str
    id: str

    @classmethod
    def of(cls, text: str) -> Item:
        """Return the item of a text in the form of :attr:`text`; :func:`is_available` checks whether the kit has it."""
        kind, _, name = text.partition(":")
        return cls(kind, name)

    @property
    def text(self) -> str:
        """The item in the form that links and progress files use, such as ``lesson:planning``."""
        return f"{self.kind}:{self.id}"

    def is_done(self, progress: Progress) -> bool:
        """Return whether a learner with this progress has done the item.

        >>> from vendetta_kit.course.progress import Progress
        >>> progress = Progress()
        >>> progress.lesson("planning", finished=True)
        >>> Item("lesson", "planning").is_done(progress), Item("drill", "planning").is_done(progress)
        (True, False)
        """
        if self.kind == "lesson":
            mark = progress.lessons.get(self.id)
            return mark is not None and mark.finished
        return self.text in progress.done


@dataclass(frozen=True, slots=True)
class Assignment:
    """Items in order, and the title that the teacher gave them."""

    items: tuple[Item, ...] = ()
    title: str = ""

    @property
    def text(self) -> str:
        """The items as one text, which :func:`read_assignment` reads."""
        return ",".join(item.text for item in self.items)

    @property
    def query(self) -> str:
        """The part of a link after its question mark."""
        values = {"todo": self.text, **({"name": self.title} if self.title else {})}
        return urlencode(values, safe=":,")

    def with_item(self, item: Item) -> Assignment:
        """Return the assignment with an item added at the end, unless it has it already."""
        return self if item in self.items else Assignment((*self.items, item), self.title)

    def without(self, item: Item) -> Assignment:
        """Return the assignment without one of its items."""
        return Assignment(tuple(other for other in self.items if other != item), self.title)

    def moved(self, item: Item, by: int) -> Assignment:
        """Return the assignment with an item moved up (``by`` below 0) or down."""
        if item not in self.items:
            return self
        left = [other for other in self.items if other != item]
        left.insert(max(0, self.items.index(item) + by), item)
        return Assignment(tuple(left), self.title)


def is_available(item: Item) -> bool:
    """Return whether the kit has this item."""
    if item.kind == "lesson":
        return item.id in lessons.ids()
    if item.kind == "drill":
        return item.id in (*DRILLS, *lessons.ids())
    return any(item.id == heading.id for heading in scenarios.headings())


def read_assignment(text: str, title: str = "") -> Assignment:
    """Return the assignment in a link.

    Args:
        text: the items, in the form of :attr:`Assignment.text`.
        title: the teacher's title; it is cut to one line of at most 60 characters.

    Raises:
        BadAssignment: it has no items, too many, or one that the kit does not have.
    """
    parts: Sequence[str] = [part.strip() for part in text[:9999].split(",") if part.strip()]
    if not parts:
        raise BadAssignment("", Message("todo.nothing"), Message("want.todo"))
    if len(parts) > MOST:
        raise BadAssignment("", Message("found_count", count=len(parts)), Message("want.few_todo", most=MOST))
    items: dict[Item, None] = {}
    for part in parts:
        item = Item.of(part)
        if item.kind not in KINDS:
            raise BadAssignment("", Message("found", value=part), Message("want.todo"))
        if not is_available(item):
            raise BadAssignment("", Message(f"todo.no_{item.kind}", value=item.id), Message("want.todo_of_kit"))
        items[item] = None
    return Assignment(tuple(items), clean_name(title, MOST_LETTERS))
