"""How much the page says unasked: shown, on request, or as at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel.actions import Action

from .controls import button
from .html import Html, HtmlWriter, tag
from .play_session import Session

if TYPE_CHECKING:
    from collections.abc import Callable


__all__ = ["LEVELS", "HelpLevel"]

LEVELS: Final = ("shown", "asked", "table")


class HelpLevel:
    """The level of help, and the advice that it gives.

    ``shown``: advice, sums and what is known of hands stand on the page. ``asked``: advice on request. ``table``:
    nothing that a real table would not do; nobody adds up or remembers for the person.
    """

    def __init__(self) -> None:
        self._level = "asked"
        self.asked_at = -1  # after how many actions advice was asked for

    @property
    def level(self) -> str:
        return self._level

    @level.setter
    def level(self, wanted: str) -> None:
        if wanted in LEVELS:
            self._level = wanted

    @property
    def counts(self) -> bool:
        """Whether the page adds up and remembers what follows from open information."""
        return self._level != "table"

    def html(self, session: Session, pen: HtmlWriter, said: Callable[[Action], str]) -> Html:
        """Advice on the open decision, or the button that asks for it; ``said`` puts an action into words."""
        if session.view.decision is None or self._level == "table":
            return Html("")
        if self._level == "asked" and self.asked_at != session.actions:
            return tag("div", button(pen.say("hint.ask"), "hint", cls="vk-quiet"), lang=pen.lang)
        advice = session.advice(pen.lang)
        lines = [tag("li", reason) for reason in advice.reasons]
        title = tag("h3", pen.say("hint.title"))
        what = tag("p", tag("b", said(advice.action)))
        return tag("div", title, what, tag("ul", lines), pen.rules(advice.rules), cls="vk-hint-box", lang=pen.lang)
