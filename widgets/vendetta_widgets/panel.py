"""The decision panel: the open question in words, and the legal answers as buttons, nothing else.

A Planning play is built step by step (:mod:`.building`); every other answer is one click.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ipywidgets import Box, VBox

from vendetta_kit import box
from vendetta_kit.engine.actions import Action, Choose, Drain, EndTurn, Keep, PickClan, PickRelic, Play, UseRelic
from vendetta_kit.rulebook.words import answer_label, decision_text

from . import cards
from .building import STEPS, PlayBuilder
from .controls import Cards, Option, Row, note, show
from .pen import Html, Pen, tag
from .session import ME

if TYPE_CHECKING:
    from vendetta_kit.engine.decisions import Decision
    from vendetta_kit.engine.views import SeatView, View

    from .session import Session

__all__ = ["Panel"]


class Panel(VBox):
    """Shows the open decision and gives back an action."""

    def __init__(
        self, session: Session, guarded: Callable[..., Callable[..., None]], act: Callable[[Action], None]
    ) -> None:
        self._session = session
        self._build: PlayBuilder | None = None
        self._asked: Decision | None = None
        self._sure: Drain | None = None  # a Drain that ends the game for its player, asked about once more
        self._pen = Pen()
        self.question = note("vk-question")
        self.cards = Cards(guarded(self._card_chosen))
        self.steps = {step: Row(guarded(self._chooser(step)), f"vk-step-{step}") for step in STEPS[1:]}
        self.cost = note("vk-cost")
        self.confirm = Row(guarded(act), "vk-confirm")
        self.answers = Row(guarded(act), "vk-answers")
        self.asides = Row(guarded(self._aside), "vk-asides")
        self._act = act
        self.question_text = ""
        self._building = VBox([*self.steps.values(), self.cost, self.confirm])
        self._building.add_class("vk-building")
        self._table = Box([self.cards, self._building])
        self._table.add_class("vk-deciding")
        super().__init__([self.question, self._table, self.answers, self.asides])
        self.add_class("vk-panel")

    # Showing ----------------------------------------------------------------------------------------------

    def show(self, view: View, pen: Pen) -> None:
        """Show the open decision of a view; a play that is being built goes on if the question is the same."""
        self._sure = None
        self._pen = pen
        asked = view.decision
        if asked is None:
            self._build = self._asked = None
            self.question_text = ""
            self.question.value = self._waiting(view, pen)
            self._clear()
            return
        if self._asked is None or asked.legal is not self._asked.legal:
            self._build = PlayBuilder(asked.legal) if asked.kind == "plan" else None
        self._asked = asked
        self.question_text = decision_text(asked, view.names, pen.lang)
        self.question.value = self._question(view, asked, pen)
        if self._build is not None:
            self._show_build(view, asked, pen)
        else:
            self._show_answers(view, asked, pen)

    def _clear(self) -> None:
        self.cards.show("", ())
        for row in (*self.steps.values(), self.confirm, self.answers, self.asides):
            row.show("", ())
        self.cost.value = ""
        show(self._building, False)
        show(self._table, False)

    def _waiting(self, view: View, pen: Pen) -> Html:
        if view.over:
            return tag("p", pen.say("over.hint"), cls="vk-hint", lang=pen.lang)
        return tag("p", pen.say("out.hint" if view.seats[ME].out else "waiting"), cls="vk-hint", lang=pen.lang)

    def _question(self, view: View, asked: Decision, pen: Pen) -> Html:
        hint = self._hint(view, asked, pen)
        asker = cards.chip(pen, asked.card) if asked.card is not None else None
        return tag(
            "div",
            tag("h2", self.question_text),
            tag("p", hint, " " if hint else None, asker, " " if asker else None, pen.rules(asked.rules), cls="vk-hint"),
            lang=pen.lang,
        )

    def _hint(self, view: View, asked: Decision, pen: Pen) -> str:
        if asked.kind == "withdraw":
            mine = next(position for position in view.seats[ME].positions if position.at == asked.at)
            key = "hint.withdraw.haven" if asked.at == "haven" else "hint.withdraw"
            return pen.say(key, blood=mine.blood, cards=len(mine.cards))
        if asked.kind in ("pick_clan", "keep", "plan", "after_play"):
            return pen.say(f"hint.{asked.kind}")
        return ""

    # Answers of one click ---------------------------------------------------------------------------------

    def _show_answers(self, view: View, asked: Decision, pen: Pen) -> None:
        self._clear()
        faces, plain, asides = [], [], []
        for action in asked.legal:
            option = self._option(view, asked, action, pen)
            if isinstance(action, Drain):
                asides.append(option)
            elif option.face:
                faces.append(option)
            else:
                plain.append(option)
        self.cards.show("", faces)
        show(self._table, bool(faces))
        self.answers.show("", plain)
        self.asides.show(pen.say("asides.after") if asides else "", asides)

    def _option(self, view: View, asked: Decision, action: Action, pen: Pen) -> Option:
        label = answer_label(asked, action, view.names, pen.lang)
        if isinstance(action, Drain):
            return Option(action, f"{label}; {self._worth(view, action, pen)}")
        shown = _card_of(action)
        face = str(cards.card(pen, shown)) if shown is not None else ""
        return Option(action, label, face, primary=isinstance(action, EndTurn))

    def _worth(self, view: View, action: Drain, pen: Pen) -> str:
        """What draining a card means at the end of the game."""
        person = box.find(action.card)
        assert isinstance(person, box.Person)
        words = pen.say("drain.worth", before=person.influence, after=person.drained_influence)
        if self._ends_it(view.seats[ME], action):
            words += pen.say("drain.out")
        return words

    def _ends_it(self, seat: SeatView, action: Drain) -> bool:
        """Whether this Drain brings the third Diablerie token (DIAB-03, RUL-15)."""
        person = box.find(action.card)
        if not isinstance(person, box.Person) or person.creature != "vampire" or not person.ally:
            return False
        brings = 2 if person.id == "AL14" else 1
        return seat.tokens_up + seat.tokens_down + brings >= 3

    def _aside(self, action: Action | None) -> None:
        """A Drain or the like; one that would end the game for the player is asked about first (RUL-15)."""
        view, pen = self._session.view, self._pen
        if action is None:
            self.show(view, pen)
        elif isinstance(action, Drain) and self._ends_it(view.seats[ME], action) and self._sure != action:
            self._sure = action
            really = Option(action, pen.say("drain.sure.do", name=pen.name(action.card)), primary=True)
            self.asides.show(pen.say("drain.sure"), [really, Option(None, pen.say("cancel"))])
        else:
            self._act(action)

    # A play, step by step ---------------------------------------------------------------------------------

    def _show_build(self, view: View, asked: Decision, pen: Pen) -> None:
        build = self._build
        assert build is not None
        self.answers.show("", ())
        show(self._table, True)
        hand = [
            Option(card, pen.say("choose", card=pen.name(card)), str(cards.card(pen, card)))
            for card in build.options("card")
        ]
        self.cards.show(pen.say("step.card"), hand, build.chosen["card"])
        show(self._building, True)
        for step in STEPS[1:]:
            options = [self._step_option(step, value, pen) for value in build.options(step)]
            if step == "flips" and len(options) == 1:
                options = []
            self.steps[step].show(pen.say(f"step.{step}"), options, build.chosen[step])
        self.cost.value = self._cost(view, build.play, pen)
        play = build.play
        words = answer_label(asked, play, view.names, pen.lang) if play is not None else ""
        self.confirm.show("", [Option(play, words, primary=True)] if play is not None else [])
        others = [self._option(view, asked, action, pen) for action in build.others]
        self.asides.show(pen.say("asides.before") if others else "", others)

    def _step_option(self, step: str, value: Any, pen: Pen) -> Option:
        if step == "at":
            return Option(value, pen.place(value))
        if step == "face":
            assert self._build is not None
            fee = self._session.fee(self._build.chosen["at"])
            return Option(value, pen.say("face.down.free" if value == "down" and not fee else f"face.{value}", fee=fee))
        return Option(value, pen.say(f"{step}.{'none' if value == 0 else 'some'}", n=value))

    def _cost(self, view: View, play: Play | None, pen: Pen) -> Html:
        if play is None:
            return tag("p", pen.say("cost.later"), cls="vk-hint", lang=pen.lang)
        pool = view.seats[ME].blood
        fee = self._session.fee(play.at) if play.face == "down" else 0
        parts = []
        if fee:
            parts.append(pen.say("cost.fee", n=fee))
        if play.blood:
            parts.append(pen.say("cost.blood", n=play.blood))
        if play.flips:
            parts.append(pen.say("cost.flips", n=play.flips))
        if not fee and not play.blood:
            parts.insert(0, pen.say("cost.nothing"))
        pool_words = pen.say("cost.pool", before=pool, after=pool - fee - play.blood)
        return tag("p", "; ".join(parts), ". ", tag("b", pool_words), lang=pen.lang)

    def _chooser(self, step: str) -> Callable[[Any], None]:
        def choose(value: Any) -> None:
            assert self._build is not None
            self._build.choose(step, value)
            self.show(self._session.view, self._pen)

        return choose

    def _card_chosen(self, value: Any) -> None:
        if self._build is not None:
            self._chooser("card")(value)
        else:
            self._act(value)


def _card_of(action: Action) -> str | None:
    """The card that an answer is about, if a look at it says all."""
    if isinstance(action, PickClan):
        return action.clan
    if isinstance(action, PickRelic):
        return action.relic
    if isinstance(action, UseRelic):
        return action.target
    if isinstance(action, Keep):
        return action.cards[0] if len(action.cards) == 1 and action.give is None else None
    if isinstance(action, Choose) and isinstance(action.value, str) and action.value != "haven":
        return action.value
    return None
