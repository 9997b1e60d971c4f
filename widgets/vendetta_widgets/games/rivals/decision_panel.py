"""The decision panel of Rivals: the open question, with its answers by vampire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.games.rivals.engine import actions as do
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.message_text import action_text, decision_text, id_of, number_of, potency_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from ...controls import button, not_now
from ...html import Html, HtmlWriter, tag

if TYPE_CHECKING:
    from collections.abc import Callable


class Panel:
    """The decision panel of one player.

    Args:
        why_not: returns why the player's seat may not take an action now; ``None`` if it may.
    """

    def __init__(self, why_not: Callable[[Action], WhyNot | None]) -> None:
        self._why_not = why_not
        self.glow: Action | None = None
        """The move that a lesson waits for, which is marked."""

    def handle(self, what: str, value: Any) -> Action | None:
        """Handle what was pressed; return an action, ``None`` if there is none yet."""
        return do.ACTIONS.from_json(value) if what == "act" else None

    def question(self, view: View, pen: HtmlWriter) -> str:
        """Return the open question for a screen reader."""
        return decision_text(view.decision, pen.lang) if view.decision is not None else ""

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """Return the panel for a view's open decision; empty if there is none."""
        asked = view.decision
        if asked is None:
            return Html("")
        legal = list(asked.legal)
        rows = [self._row(view, card, asked, legal, pen) for card in self._vampires(view, asked)]
        plain = [self._press(action, asked, pen) for action in legal if getattr(action, "vampire", None) is None]
        plain += self._locked([do.Done()] if asked.kind == "act" else [], asked, legal, pen)
        question = tag("h2", self.question(view, pen), cls="vk-question")
        return tag("div", question, rows, tag("div", plain, cls="vk-buttons"), cls="vt-groups", lang=pen.lang)

    @staticmethod
    def _vampires(view: View, asked: Decision) -> tuple[str, ...]:
        """Return the vampires that the question can be about."""
        active = (*view.haven[asked.seat], *view.out[asked.seat])
        if asked.kind == "mend":
            return (*active, *view.torpor[asked.seat])
        return active if asked.kind == "act" else ()

    def _row(self, view: View, card: str, asked: Decision, legal: list[Action], pen: HtmlWriter) -> Html:
        number = number_of(card)
        shown = [self._press(a, asked, pen, brief=True) for a in legal if getattr(a, "vampire", None) == number]
        if asked.kind == "act":
            tried: list[Action] = [do.Move(number), do.Act(number)]
        else:
            tried = [do.Mend(number, number_of(view.hand[0]))] if view.hand and not shown else []
        shown += self._locked(tried, asked, legal, pen, brief=True)
        facts = f"{view.blood[card]}/{potency_of(card)} {pen.game('board', 'blood')}"
        name = pen.opens_card(card, pen.name(card), "vk-opens")
        head = tag("p", name, tag("small", facts), cls="vt-subject-name")
        buttons = tag("div", shown, cls="vk-buttons", role="group", aria_label=pen.name(card))
        return tag("div", head, buttons, cls="vt-subject")

    def _press(self, action: Action, asked: Decision, pen: HtmlWriter, brief: bool = False) -> Html:
        cls = "vk-glow" if action == self.glow else ""
        return button(self._text(action, asked, pen, brief), "act", action.to_json(), cls)

    def _locked(
        self, tried: list[Action], asked: Decision, legal: list[Action], pen: HtmlWriter, brief: bool = False
    ) -> list[Html]:
        """Return disabled buttons for what may not be done, with the reasons."""
        found = []
        for action in tried:
            why = self._why_not(action) if action not in legal else None
            if why is not None:
                nearest = self._text(why.nearest, asked, pen) if why.nearest is not None else ""
                found.append(not_now(pen, self._text(action, asked, pen, brief), why, nearest))
        return found

    @staticmethod
    def _text(action: Action, asked: Decision, pen: HtmlWriter, brief: bool = False) -> str:
        """Return an action as a whole sentence, or in brief beside its vampire."""
        if not brief:
            words = action_text(action, pen.lang, asked)
        elif isinstance(action, do.Mend):
            words = pen.say("rivals.do.mend", card=pen.name(id_of(action.card)))
        elif isinstance(action, do.Regroup):
            words = pen.say("rivals.do.regroup", n=action.party)
        else:
            words = pen.say(f"rivals.do.{action.do}")
        return words[:1].upper() + words[1:]
