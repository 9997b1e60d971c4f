"""The log: events and ledger entries in their running order, as lines of words with their rules.

What one line can say, one line says (a play with its fee and its Blood); no rule is lost by that.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from vendetta_kit.games.vendetta.wording.words import COUNTS_LATER, answered, entry_text, event_text

if TYPE_CHECKING:
    from vendetta_kit.kernel.events import Entry, Event, Moment

__all__ = ["LogLine", "Watched", "log_lines"]


class LogLine(NamedTuple):
    """One line of a game's log: its running number, words, rules, and where in the game it belongs.

    ``kind`` is the event's kind; for a line of the ledger it is ``"entry."`` and the cause.
    """

    n: int
    text: str
    rules: tuple[str, ...]
    moment: Moment
    at: int | str | None
    kind: str


class Watched(Protocol):
    """The part of a view that a log, or any other account of a game, is made from."""

    @property
    def me(self) -> int | None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def ledger(self) -> tuple[Entry, ...]: ...


def after(view: Watched) -> int:
    """Return the running number after the last thing that has happened.

    >>> from vendetta_kit import Game
    >>> view = Game.new(seats=3, seed=7).view(0)
    >>> after(view) == 1 + view.events[-1].n
    True
    """
    return 1 + max((rows[-1].n for rows in (view.events, view.ledger) if rows), default=-1)


def log_lines(view: Watched, lang: str = "en") -> list[LogLine]:
    """Events and ledger of a view in the order in which they came to pass.

    What another line says too is folded into it: an answer into what it brings about, the Blood of a play into the
    play, a card that only changes its own Power into the count. The line that stays carries the rules of both.
    """
    rows = [_Row(event.n, event, None) for event in view.events]
    rows += [_Row(entry.n, None, entry) for entry in view.ledger]
    rows.sort(key=lambda row: row.n)
    lines: list[LogLine] = []
    head: Event | None = None  # the line above, while more of the same may follow it
    counted: dict[int | None, LogLine] = {}  # by seat: the line of a card that waits for the count
    carried: tuple[str, ...] = ()  # rules of rows that the next one says
    for row, after in zip_longest(rows, rows[1:]):
        if head is not None and _goes_with(row, head):
            lines[-1] = lines[-1]._replace(rules=_joined(lines[-1].rules, row.rules))
            continue
        if after is not None and _said_by(row, after):
            carried = _joined(carried, row.rules)
            continue
        event = head = row.event
        line = _line(row, view, lang)
        if event is not None and event.kind == "location":
            counted = {}
        elif event is not None and event.kind == "act" and event.data["card"] in COUNTS_LATER:
            counted[event.seat] = line
        elif event is not None and event.kind == "count" and event.seat in counted:
            waiting = counted[event.seat]
            lines.remove(waiting)
            carried = _joined(carried, waiting.rules)
        lines.append(line._replace(rules=_joined(carried, line.rules)))
        carried = ()
    return lines


class _Row(NamedTuple):
    """An event or an entry of the ledger."""

    n: int
    event: Event | None
    entry: Entry | None

    @property
    def rules(self) -> tuple[str, ...]:
        both = self.event or self.entry
        return both.rules if both is not None else ()


def _line(row: _Row, view: Watched, lang: str) -> LogLine:
    event, entry = row.event, row.entry
    if event is not None:
        words = event_text(event, view.names, lang, view.me)
        return LogLine(row.n, words, event.rules, event.moment, event.at, event.kind)
    assert entry is not None
    words, kind = entry_text(entry, view.names, lang), f"entry.{entry.cause}"
    return LogLine(row.n, words, entry.rules, entry.moment, entry.at, kind)


def _joined(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _goes_with(row: _Row, head: Event) -> bool:
    """Whether the line of ``head`` has said this already: the Blood of a play, the card that goes next."""
    event, entry = row.event, row.entry
    if head.kind == "play" and "by" not in head.data:
        if entry is not None:
            return entry.cause in ("fee", "play", "flip") and entry.card is None
        return event is not None and event.kind == "flip"
    return head.kind == "order" and event is not None and event.kind == "act"


_BRINGS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("use_relic", "yes"): ("relic_used",),
    ("blood_to_play", "value"): ("entry.play_by_effect",),
    ("blood_to_take", "value"): ("entry.take_back",),
    ("to_haven", "yes"): ("moved",),
    ("cloak", "yes"): ("withdraw",),
    ("turn_down", "value"): ("face_down",),
    ("curfew", "no"): ("silenced",),
    ("name_card", "value"): ("forestalled",),
    ("spend_half", "yes"): ("entry.spend",),
    ("spend_half", "no"): ("face_down",),
    ("spend_one", "yes"): ("entry.spend",),
    ("shift_blood", "value"): ("entry.shift",),
    ("gaze", "yes"): ("entry.shift",),
    ("gaze", "no"): ("entry.lose",),
    ("toll", "yes"): ("entry.steal",),
    ("toll", "no"): ("entry.give",),
    ("tremere_ready", "yes"): ("face_down",),
}
"""What the answer to a question brings about; said there, the answer needs no line of its own."""


def _said_by(row: _Row, after: _Row) -> bool:
    """Whether the next row says all that this one would."""
    event = row.event
    if event is None:
        return False
    if event.kind == "act" and after.event is not None and after.event.kind == "ignored":
        return bool(event.data["card"] == after.event.data["card"])
    if event.kind != "choice":
        return False
    kind = after.event.kind if after.event is not None else f"entry.{after.entry.cause}" if after.entry else ""
    return kind in _BRINGS.get((event.data["question"], answered(event)), ())
