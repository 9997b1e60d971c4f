"""What has come about since the person's last move: a stop after each Location that was resolved without her."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.rulebook.log import log_lines

from . import quiz
from .pen import Html, Pen, tag

if TYPE_CHECKING:
    from vendetta_kit.engine.views import View

    from .session import Session

__all__ = ["Recap"]

TOLD: Final = frozenset(
    {
        *("tokens", "withdraw", "withdraw_haven", "bids"),
        *("winner", "lone", "nobody", "ally", "ally_removed", "victim", "ambition", "ambition_stays"),
        *("frenzy", "frenzy_bare", "diablerie", "eliminated"),
    }
)
"""What is told again; the log has the rest."""
MOST: Final = 9


class Recap:
    """The stops that are still to come; ``at`` is how many actions had been taken at the one shown, or ``None``."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing is told again."""
        self._since = 0
        self._stops: list[int] = []

    def begin(self, session: Session, since: int) -> None:
        """The person has moved; events from number ``since`` on are new."""
        self._since = since
        view = session.view
        ends = [event.n for event in view.events if event.n >= since and event.kind == "resolved"]
        self._stops = sorted({session.moment_of(n) for n in ends} - {session.actions})

    @property
    def at(self) -> int | None:
        return self._stops[0] if self._stops else None

    @property
    def state(self) -> tuple[int, int | None]:
        """What :meth:`html` depends on beside the view."""
        return self._since, self.at

    def go_on(self, session: Session) -> None:
        """Past this stop."""
        if self._stops:
            shown = session.view_at(self._stops.pop(0))
            self._since = shown.events[-1].n + 1 if shown.events else 0

    def html(self, view: View, pen: Pen) -> Html:
        """What has come about until now; at a stop with the button that goes on."""
        found = [line for line in log_lines(view, pen.lang) if line.n >= self._since and line.kind in TOLD]
        lines = [tag("li", line.text, " ", pen.rules(line.rules)) for line in found[-MOST:]]
        if not lines and self.at is None:
            return Html("")
        on = quiz.next_button(pen, "recap_on") if self.at is not None else None
        title = tag("h2", pen.say("recap.title"), data_home=True if self.at is not None else None)
        return tag("div", title, tag("ul", lines, cls="vk-lines"), on, cls="vk-recap-box", lang=pen.lang)
