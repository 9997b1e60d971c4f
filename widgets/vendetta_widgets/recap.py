"""What has come about since the person's last move: a stop after each Location that was resolved without her."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.rulebook.log import log_lines
from vendetta_kit.rulebook.words import event_text

from . import quiz
from .cards import seat_name
from .pen import Html, Pen, tag

if TYPE_CHECKING:
    from vendetta_kit.engine.events import Entry, Event
    from vendetta_kit.engine.views import View
    from vendetta_kit.rulebook.log import LogLine

    from .session import Session

__all__ = ["Recap", "moments"]

ENDED: Final = frozenset({"winner", "lone", "nobody"})
"""How the Conflict at a Location ends."""
TAKEN: Final = frozenset({"ally", "ally_removed", "victim", "no_victim", "ambition", "ambition_stays", "entry.reward"})
TOLD: Final = frozenset(
    {
        *("tokens", "withdraw", "withdraw_haven", "bids"),
        *(*ENDED, "ally", "ally_removed", "victim", "ambition", "ambition_stays"),
        *("frenzy", "frenzy_bare", "diablerie", "eliminated"),
    }
)
"""What is told again; the log has the rest."""
MOMENTS: Final = ("frenzy", "eliminated")
"""What has a banner of its own on the table; victory has the result."""
MOST: Final = 9


class Recap:
    """The stops that are still to come; ``at`` is how many actions had been taken at the one shown, or ``None``."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing is told again."""
        self.since: int | None = None
        """The number of the first thing that is new; ``None`` while she has not moved: then the last lines stand."""
        self._stops: list[int] = []
        self.told: frozenset[int] = frozenset()
        """After how many actions a Location was resolved since the person's last move."""

    def begin(self, session: Session, since: int) -> None:
        """The person has moved; events from number ``since`` on are new."""
        self.since = since
        view = session.view
        ends = [event.n for event in view.events if event.n >= since and event.kind == "resolved"]
        self.told = frozenset(map(session.moment_of, ends))
        self._stops = sorted(self.told - {session.actions})

    @property
    def at(self) -> int | None:
        return self._stops[0] if self._stops else None

    @property
    def state(self) -> tuple[int | None, int | None]:
        """What :meth:`html` depends on beside the view."""
        return self.since, self.at

    def go_on(self, session: Session) -> None:
        """Past this stop."""
        if self._stops:
            shown = session.view_at(self._stops.pop(0))
            self.since = shown.events[-1].n + 1 if shown.events else 0

    def html(self, view: View, pen: Pen) -> Html:
        """What has come about until now; at a stop with the button that goes on."""
        new = [line for line in log_lines(view, pen.lang) if line.n >= (self.since or 0)]
        since = len(view.events) + len(view.ledger) if self.since is None else self.since
        ends = [event for event in view.events if event.kind == "resolved" and event.n >= since]
        told = [_resolved(view, end, pen) for end in ends]
        whole = [(_begun(view, end), end.n) for end in ends]
        lines = [_line(line, pen) for line in new if line.kind in TOLD and not _is_outcome(line, whole)]
        if not lines and not told and self.at is None:
            return Html("")
        on = quiz.next_button(pen, "recap_on") if self.at is not None else None
        title = tag("h2", pen.say("recap.title"), data_home=True if self.at is not None else None)
        rest = tag("ul", lines[-MOST:], cls="vk-lines") if lines else None
        return tag("div", title, told, rest, on, cls="vk-recap-box", lang=pen.lang)


def moments(view: View, since: int | None, pen: Pen) -> Html:
    """A banner for each great moment from number ``since`` on."""
    found = [event for event in view.events if event.kind in MOMENTS and event.n >= since] if since is not None else []
    banners = [
        tag(
            "div",
            tag("b", pen.say(f"moment.{event.kind}")),
            " ",
            event_text(event, view.names, pen.lang, view.me),
            " ",
            pen.rules(event.rules),
            cls=f"vk-banner vk-banner-{event.kind}",
        )
        for event in found
    ]
    return tag("div", banners, lang=pen.lang) if banners else Html("")


# A Location that was resolved --------------------------------------------------------------------------------


def _resolved(view: View, end: Event, pen: Pen) -> Html:
    """A Location: everybody's Power, who won and by what, what was taken, and what the reader lost there."""
    begun = _begun(view, end)
    events = [event for event in view.events if begun <= event.n < end.n]
    winner = next((event.seat for event in events if event.kind in ("winner", "lone")), None)
    powers = []
    for event in events:
        if event.kind == "count" and event.seat is not None:
            name = seat_name(view.names, event.seat, view.me, pen)
            sign = tag("span", " ♛\ufe0e", pen.unseen(pen.say("recap.winner")), cls="vk-badge")
            power = tag("b", str(event.data["power"]), " ", pen.say("power"))
            powers.append(tag("li", name, " ", power, sign if event.seat == winner else None))
    wanted = {event.n for event in events if event.kind in ENDED or event.seat in (winner, view.me, None)}
    wanted |= {entry.n for entry in view.ledger if entry.target.seat in (winner, view.me)}
    lines = [line for line in log_lines(view, pen.lang) if line.n in wanted and _is_outcome(line, [(begun, end.n)])]
    assert end.at is not None
    return tag(
        "section",
        tag("h3", pen.place(end.at)),
        tag("ul", powers, cls="vk-powers") if powers else None,
        tag("ul", [_line(line, pen) for line in lines], cls="vk-lines"),
        _losses(view, begun, end, pen),
        cls="vk-resolved",
    )


def _begun(view: View, end: Event) -> int:
    """The number with which the resolution of that Location began."""
    return max(event.n for event in view.events if event.n < end.n and event.kind == "location")


def _is_outcome(line: LogLine, among: list[tuple[int, int]]) -> bool:
    """Whether a line says who won one of these Locations, or what was taken there."""
    return line.kind in ENDED | TAKEN and any(begun <= line.n < end for begun, end in among)


def _losses(view: View, begun: int, end: Event, pen: Pen) -> Html | None:
    """What the reader lost or spent there: Blood and Influence that went from her to others or to the Bank."""
    if view.me is None:
        return None
    lost = [entry for entry in view.ledger if begun <= entry.n < end.n and _goes_from(entry, view.me)]
    drained = {e.n for e in view.events if begun <= e.n < end.n and e.kind == "drain" and e.seat == view.me}
    if not lost and not drained:
        return tag("p", pen.say("recap.lost.nothing"), cls="vk-hint")
    sums = [(token, sum(entry.amount for entry in lost if entry.token == token)) for token in ("blood", "influence")]
    words = [pen.say(f"{token}.some", n=n) for token, n in sums if n]
    numbers = drained | {entry.n for entry in lost}
    lines = [_line(line, pen) for line in log_lines(view, pen.lang) if line.n in numbers]
    head = pen.say("recap.lost", what=pen.say("comma").join(words)) if words else pen.say("recap.lost.ally")
    return tag("div", tag("p", tag("b", head)), tag("ul", lines, cls="vk-lines"), cls="vk-losses")


def _goes_from(entry: Entry, me: int) -> bool:
    return entry.source.seat == me and entry.target.seat != me and entry.source.kind in ("pool", "position")


def _line(line: LogLine, pen: Pen) -> Html:
    return tag("li", line.text, " ", pen.rules(line.rules))
