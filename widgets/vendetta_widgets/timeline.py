"""The timeline: a slider through a game's past, with links to play on from there and views of other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .controls import Option, button, row, slider_row
from .html import Html, HtmlWriter, tag
from .play_session import Session


class Timeline:
    """The point of a game that is shown: ``at`` is the number of actions taken, ``None`` is now.

    ``eyes`` is the seat whose view is shown.
    """

    def __init__(self, me: int) -> None:
        self.at: int | None = None
        self.eyes = me

    def now(self) -> None:
        """Go to the present."""
        self.at = None

    def handle(self, do: str, value: Any, last: int, over: bool) -> bool:
        """Handle what was pressed or moved; return whether it was for the timeline. ``last`` is the number of actions.

        Other seats' views are allowed only when the game is ``over``.
        """
        if do == "look" and type(value) is int:
            self.at = None if value >= last else max(0, value)
        elif do == "eyes" and type(value) is int and over:
            self.eyes = value
        else:
            return False
        return True

    def html(self, view: Any, last: int, over: bool, pen: HtmlWriter) -> Html:
        """Return the slider and the choice of the seat; ``view`` is the point shown."""
        at = last if self.at is None else self.at
        name = pen.id()
        where = self._where(view, at, last, pen)
        slider = slider_row(pen, "look", at, last, "time", "timeline", where, name)
        words = tag("p", tag("b", pen.say("time"), id=name), " ", where, cls="vk-hint")
        return tag("div", words, slider, self._eyes(view, pen) if over else None, lang=pen.lang)

    def _where(self, view: Any, at: int, last: int, pen: HtmlWriter) -> str:
        where = pen.writing.when(view, pen)
        key = "time.then" if at < last else "time.now.one" if last == 1 else "time.now"
        return pen.say(key, at=at, last=last, where=where)

    def notice(
        self, view: Any, session: Session, asked: Callable[[], Sequence[int]], pen: HtmlWriter, amid: int | None = None
    ) -> Html:
        """Return a note on the past or what-if shown, with buttons back; ``asked`` returns the turning points.

        ``amid`` is the row of the act that is looked at, if one is: beside it are steps to what the log tells before
        and after it.
        """
        last = session.actions
        at = last if self.at is None else self.at
        found: list[Html | None] = []
        if at < last:
            lines = reversed(pen.lines(view))
            told = next((line.text for line in lines if not line.kind.startswith("entry.")), "")
            found.append(tag("h2", self._where(view, at, last, pen), data_home=True))
            found.append(tag("p", told, cls="vk-then"))
            options = [button(pen.say("time.to_now"), "look", last, "vk-primary")]
            options += _steps(session.view, amid, pen) if amid is not None else []
            if at in asked():
                options.append(button(pen.say("time.take_over"), "what_if", at))
            found.append(tag("div", options, cls="vk-buttons"))
        return self.branch_note(session, pen, found)

    def branch_note(
        self, session: Session, pen: HtmlWriter, found: Sequence[Html | None] = (), better: str = ""
    ) -> Html:
        """Return what was ``found`` to say, and in a what-if the way back; ``better``: what is to be tried there."""
        if session.branches:
            back = button(pen.say("time.come_back"), "come_back")
            words = pen.say("time.better", action=better) if better else pen.say("time.branch")
            found = [*found, tag("div", tag("p", words, cls="vk-hint"), back, cls="vk-branch-note")]
        return tag("div", found, cls="vk-recap-box", lang=pen.lang) if found else Html("")

    def otherwise(self, session: Session, game: str, pen: HtmlWriter) -> Html | None:
        """Return how a what-if came out beside the game itself; ``None`` if no other way was gone, or it goes on."""
        endings = session.endings
        if endings is None:
            return None
        before, now = (pen.say("and").join(one.winners) or pen.say("over.nobody") for one in endings)
        words = pen.say(f"over.other.{game}", before=before, then=endings[0].score, now=now, n=endings[1].score)
        return tag("p", words, cls="vk-otherwise", lang=pen.lang)

    def _eyes(self, view: Any, pen: HtmlWriter) -> Html:
        """Return the choice of the seat whose view is shown."""
        eyes = [Option(seat, name) for seat, name in enumerate(view.names)]
        return row(pen, pen.say("time.eyes"), "eyes", eyes, self.eyes, cls="vk-eyes")


def _steps(whole: Any, amid: int, pen: HtmlWriter) -> list[Html]:
    """Return the buttons to what the log tells before and after row ``amid``; disabled at its ends."""
    told = [line.n for line in pen.lines(whole) if not line.kind.startswith("entry.")]
    back, on = max((n for n in told if n < amid), default=None), min((n for n in told if n > amid), default=None)
    return [
        button(pen.say(f"time.step_{key}"), "look_act", n, "vk-quiet", disabled=n is None, data_key=f"step-{key}")
        for key, n in (("back", back), ("on", on))
    ]
