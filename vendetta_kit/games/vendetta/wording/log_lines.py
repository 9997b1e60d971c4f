"""The log: events and ledger entries in order of their numbers, as lines of text with their rules.

Rows that belong together share a line (a play with its fee and its Blood), which has the rules of all of them.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from vendetta_kit.games.vendetta.wording.message_text import COUNTS_LATER, answered, entry_text, event_text
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LoggedView, LogLine, LogWriter, join_rules, sorted_rows

TELLER: Final = LogWriter(event_text, entry_text)
sentence: Final = TELLER.sentence
"""Returns an event or a ledger entry in one English sentence."""


def log_lines(view: LoggedView, lang: str = "en") -> list[LogLine]:
    """Return the events and ledger entries of a view as lines, in the order in which they happened.

    Rows that repeat another line are left out: an answer whose result follows, the Blood of a play, a card whose only
    effect is its own Power, which the count tells. The remaining line has the rules of both.
    """
    told, line_of = sorted_rows(view), TELLER.for_reader(view, lang)
    lines: list[LogLine] = []
    head: Event | None = None  # the previous line, while rows may still belong to it
    counted: list[tuple[int | None, LogLine]] = []  # seats, and lines of cards that wait for the count
    carried: tuple[str, ...] = ()  # rules of rows that the next line tells
    for row, after in zip_longest(told, told[1:]):
        if head is not None and _goes_with(row, head):
            lines[-1] = lines[-1]._replace(rules=join_rules(lines[-1].rules, row.rules))
            continue
        if after is not None and _said_by(row, after):
            carried = join_rules(carried, row.rules)
            continue
        event = head = row if isinstance(row, Event) else None
        line = line_of(row)
        if event is not None and event.kind in ("location", "count", *_ENDS_COUNT):
            for waiting in [one for one in counted if event.kind != "count" or one[0] == event.seat]:
                counted.remove(waiting)
                if event.kind != "location":
                    lines.remove(waiting[1])
                    carried = join_rules(carried, waiting[1].rules)
        if carried:
            line = line._replace(rules=join_rules(carried, line.rules))
        if event is not None and event.kind == "act" and event.data["card"] in COUNTS_LATER:
            counted.append((event.seat, line))
        lines.append(line)
        carried = ()
    return lines


_ENDS_COUNT: Final = ("winner", "lone", "nobody")
"""Kinds of events that end the count, so that no card waits for it."""


def _goes_with(row: Event | Entry, head: Event) -> bool:
    """Return whether the line of ``head`` already tells this row, such as the Blood of a play."""
    if head.kind == "play" and "by" not in head.data:
        if isinstance(row, Entry):
            return row.cause in ("fee", "play", "flip") and row.card is None
        return row.kind == "flip"
    return head.kind == "order" and isinstance(row, Event) and row.kind == "act"


_BRINGS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("use_relic", "yes"): ("relic_used",),
    ("blood_to_play", "value"): ("entry.play_by_effect",),
    ("blood_to_take", "value"): ("entry.take_back",),
    ("blood_after_card", "value"): ("entry.play",),
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
"""The kinds of events that tell the answer to a question, so that the answer needs no line."""


def _said_by(row: Event | Entry, after: Event | Entry) -> bool:
    """Return whether the next row tells all that this one would."""
    if isinstance(row, Entry):
        return False
    if row.kind == "order" and isinstance(after, Event) and after.kind == "act":
        return sum(card not in COUNTS_LATER for card in (row.data["card"], *row.data["others"])) < 2
    if row.kind == "act" and isinstance(after, Event) and after.kind == "ignored":
        return bool(row.data["card"] == after.data["card"])
    kind = after.kind if isinstance(after, Event) else f"entry.{after.cause}"
    return row.kind == "choice" and kind in _BRINGS.get((row.data["question"], answered(row)), ())
