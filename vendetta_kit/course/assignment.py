"""What a teacher gives a class to do: lessons, scenarios and sets of drills in an order, as one short text for a link.

>>> given = read("lesson:planning,scenario:frenzy-02-vampire,drill:planning", "For Tuesday")
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
from vendetta_kit.input_errors import BadInput, Message
from vendetta_kit.validation import tidy

__all__ = ["KINDS", "MOST", "MOST_LETTERS", "Assignment", "BadAssignment", "Item", "known", "read"]

KINDS: Final = ("lesson", "scenario", "drill")
MOST: Final = 30
"""So many things are given at once."""
MOST_LETTERS: Final = 60
"""The longest title of an assignment."""
DRILLS: Final = ("met", "all")
"""What a set of drills may be about beside one lesson: what the pupil has learned, or all rules."""


class BadAssignment(BadInput):
    """A link that names something which cannot be done; the message is one line."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do: a ``lesson``, a ``scenario`` or a ``drill``, by its id."""

    kind: str
    id: str

    @classmethod
    def of(cls, text: str) -> Item:
        """Return what :attr:`text` names; whether there is such a thing says :func:`known`."""
        kind, _, name = text.partition(":")
        return cls(kind, name)

    @property
    def text(self) -> str:
        """Return it as a link and a progress file name it."""
        return f"{self.kind}:{self.id}"

    def is_done(self, progress: Progress) -> bool:
        """Whether a pupil with this progress has done it.

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
    """Things to do in an order, and the title that the teacher gave them."""

    items: tuple[Item, ...] = ()
    title: str = ""

    @property
    def text(self) -> str:
        """Return the items as one text; :func:`read` makes the same of it."""
        return ",".join(item.text for item in self.items)

    @property
    def query(self) -> str:
        """Return the part of a link behind its question mark."""
        values = {"todo": self.text, **({"name": self.title} if self.title else {})}
        return urlencode(values, safe=":,")

    def with_item(self, item: Item) -> Assignment:
        """Return the same with one more thing at its end; what is there already stays where it is."""
        return self if item in self.items else Assignment((*self.items, item), self.title)

    def without(self, item: Item) -> Assignment:
        """Return the same without one of its things."""
        return Assignment(tuple(other for other in self.items if other != item), self.title)

    def moved(self, item: Item, by: int) -> Assignment:
        """Return the same with one of its things further up (``by`` below 0) or down."""
        if item not in self.items:
            return self
        left = [other for other in self.items if other != item]
        left.insert(max(0, self.items.index(item) + by), item)
        return Assignment(tuple(left), self.title)


def known(item: Item) -> bool:
    """Whether there is such a thing in this kit."""
    if item.kind == "lesson":
        return item.id in lessons.ids()
    if item.kind == "drill":
        return item.id in (*DRILLS, *lessons.ids())
    return any(item.id == heading.id for heading in scenarios.headings())


def read(text: str, title: str = "") -> Assignment:
    """Read what a link names.

    Args:
        text: the items, as :attr:`Assignment.text` writes them.
        title: the teacher's; it is cut to one line of at most 60 letters.

    Raises:
        BadAssignment: it names nothing, too much, or what this kit does not have.
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
        if not known(item):
            raise BadAssignment("", Message(f"todo.no_{item.kind}", value=item.id), Message("want.todo_of_kit"))
        items[item] = None
    return Assignment(tuple(items), tidy(title, MOST_LETTERS))
