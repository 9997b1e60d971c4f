"""How much help a page gives: shown, on request, or as at a real table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.kernel.actions import Action

from .base_page import running_loop
from .controls import button
from .html import Html, HtmlWriter, tag
from .play_session import Session

if TYPE_CHECKING:
    from collections.abc import Callable


LEVELS: Final = ("shown", "asked", "table")


class HelpLevel:
    """The chosen level of help, and its advice.

    ``shown``: advice, totals and known cards of hands are on the page. ``asked``: advice on request. ``table``: nothing
    that a real table would not show; the player adds up and remembers.
    """

    def __init__(self) -> None:
        self._level = "asked"
        self.asked_at = -1  # the number of actions when advice was last asked for

    @property
    def level(self) -> str:
        return self._level

    @level.setter
    def level(self, wanted: str) -> None:
        if wanted in LEVELS:
            self._level = wanted

    @property
    def counts(self) -> bool:
        """Whether the page shows totals and known cards that follow from open information."""
        return self._level != "table"

    def html(
        self,
        session: Session,
        pen: HtmlWriter,
        said: Callable[[Action], str],
        presses: bool = False,
        ahead: Callable[[], tuple[Html, list[str]] | None] = lambda: None,
    ) -> Html:
        """Return advice on the open decision, or the button that asks for it; ``said`` returns an action in words.

        Until it is thought out, that is said in its place; the page goes on with it between two drawings.
        ``presses``: whether the advice is a button that does it, beside the one that asks for it and puts it away.
        ``ahead`` returns the button of several decisions that the advice stands for, and its reasons, if it does.
        """
        if session.view.decision is None or self._level == "table":
            return Html("")
        is_asked = self.asked_at == session.actions
        ask = button(pen.say("hint.ask"), "hint", cls="vk-quiet", data_key="hint", aria_expanded=str(is_asked).lower())
        if self._level == "asked" and not is_asked:
            return tag("div", ask, lang=pen.lang)
        if not session.is_advised(pen.lang) and running_loop() is not None:
            thinks = tag("p", tag("span", cls="vk-thinks", aria_hidden="true"), pen.say("hint.thinks"), role="status")
            box = tag("div", tag("h3", pen.say("hint.title")), thinks, cls="vk-hint-box", lang=pen.lang)
            return tag("div", ask, box) if presses and self._level == "asked" else box
        advice = session.advice(pen.lang)
        several = ahead()
        lines = [tag("li", reason) for reason in (several[1] if several is not None else advice.reasons)]
        title = tag("h3", pen.say("hint.title"))
        words = tag("b", said(advice.action))
        one = button(words, "act", advice.action.to_json(), data_key="advised") if presses else words
        what = tag("p", several[0] if several is not None else one)
        box = tag("div", title, what, tag("ul", lines), pen.rules(advice.rules), cls="vk-hint-box", lang=pen.lang)
        return tag("div", ask, box) if presses and self._level == "asked" else box
