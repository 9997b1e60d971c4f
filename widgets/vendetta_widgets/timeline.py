"""The timeline: back and forth through the game, taking over from any point, and the same moment through other eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .controls import Option, button, rail, row
from .html import Html, HtmlWriter, tag

__all__ = ["Timeline"]


class Timeline:
    """Where a person looks in a game: ``at`` is how many actions had been taken, ``None`` is now.

    ``eyes`` is the seat through whose eyes she looks.
    """

    def __init__(self, me: int) -> None:
        self._me = me
        self.at: int | None = None
        self.eyes = me

    def now(self) -> None:
        """Look at the game as it is."""
        self.at = None

    def reset(self) -> None:
        """Another game: look at it as it is, with her own eyes."""
        self.at, self.eyes = None, self._me

    def handle(self, do: str, value: Any, last: int, over: bool) -> bool:
        """What was pressed or moved; whether it was for the timeline. ``last`` is how many actions there are.

        Only when the game is ``over`` nobody's eyes are secret any more.
        """
        if do == "look" and type(value) is int:
            self.at = None if value >= last else max(0, value)
        elif do == "eyes" and type(value) is int and over:
            self.eyes = value
        else:
            return False
        return True

    def html(self, view: Any, last: int, over: bool, pen: HtmlWriter) -> Html:
        """The slider, and whose eyes to look through; ``view`` is the moment shown."""
        at = last if self.at is None else self.at
        name = pen.id()
        where = self._where(view, at, last, pen)
        slider = rail(pen, "look", at, last, "time", "timeline", where, name)
        words = tag("p", tag("b", pen.say("time"), id=name), " ", where, cls="vk-hint")
        return tag("div", words, slider, self._eyes(view, pen) if over else None, lang=pen.lang)

    def _where(self, view: Any, at: int, last: int, pen: HtmlWriter) -> str:
        where = pen.writing.when(view, pen)
        key = "time.then" if at < last else "time.now.one" if last == 1 else "time.now"
        return pen.say(key, at=at, last=last, where=where)

    def notice(self, view: Any, last: int, asked: Callable[[], Sequence[int]], branches: int, pen: HtmlWriter) -> Html:
        """That one looks at the past or plays a what-if, and the ways out; ``asked``: where she was to decide."""
        at = last if self.at is None else self.at
        found: list[Html | None] = []
        if at < last:
            lines = reversed(pen.lines(view))
            told = next((line.text for line in lines if not line.kind.startswith("entry.")), "")
            found.append(tag("h2", self._where(view, at, last, pen), data_home=True))
            found.append(tag("p", told, cls="vk-then"))
            options = [button(pen.say("time.to_now"), "look", last, "vk-primary")]
            if at in asked():
                options.append(button(pen.say("time.take_over"), "what_if", at))
            found.append(tag("div", options, cls="vk-buttons"))
        if branches:
            back = button(pen.say("time.come_back"), "come_back")
            found.append(tag("div", tag("p", pen.say("time.branch"), cls="vk-hint"), back))
        return tag("div", found, cls="vk-recap-box", lang=pen.lang) if found else Html("")

    def _eyes(self, view: Any, pen: HtmlWriter) -> Html:
        """Whose eyes to look through."""
        eyes = [Option(seat, name) for seat, name in enumerate(view.names)]
        return row(pen, pen.say("time.eyes"), "eyes", eyes, self.eyes, cls="vk-eyes")
