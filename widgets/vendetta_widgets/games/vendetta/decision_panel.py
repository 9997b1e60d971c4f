"""The decision panel: the open question in words, the legal answers to press, and of the others the reason why not.

A Planning play is built step by step (:mod:`.play_builder`), with its cost and the Power that it makes before it is
confirmed. A Drain asks first. The panel makes HTML from a view and gives back an action; it knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.actions import (
    ACTIONS,
    Bid,
    Choose,
    Drain,
    EndTurn,
    Keep,
    PickClan,
    PickRelic,
    Play,
    UseRelic,
)
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.games.vendetta.wording.message_text import action_text, answer_label, decision_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from ... import art
from ...controls import Option, button, not_now, row, value_of
from ...html import Html, HtmlWriter, joined, tag
from . import card_html
from .play_builder import STEPS, PlayBuilder

__all__ = ["Panel", "PanelInput"]

MOST_BLOOD: Final = 3
"""What a turn's play may bring at most (PLAN-12): more is not shown, not even as forbidden."""
_SIGNS: Final = {"blood": "blood", "flips": "diablerie"}
WITH_POOL: Final = ("plan", "after_play", "withdraw", "choose", "bid")
"""Where it matters how much Blood she has: it stands with the question."""


@dataclass(frozen=True, slots=True)
class PanelInput:
    """What the panel needs to know beside the view: all of it about the person's own seat."""

    why_not: Callable[[Action], WhyNot | None]
    fee: Callable[[Any], int]


class Panel:
    """The open decision of one person.

    ``glow`` is a move that a lesson waits for: it is marked, at each step. ``help`` is how much is said unasked.
    """

    def __init__(self, ask: PanelInput) -> None:
        self._ask = ask
        self._build: PlayBuilder | None = None
        self._asked: Decision | None = None
        self._sure: Drain | None = None  # a Drain that waits for a yes
        self._own: SeatView | None = None
        self._names: tuple[str, ...] = ()
        self.glow: Action | None = None
        self.counts = True
        """Whether Power is added up for the person."""
        self.hints = True
        """Whether a question comes with a word on what its answers do; elsewhere it may be told better."""
        self.beside_refusal: Callable[[Action, HtmlWriter], Html | None] = lambda action, pen: None
        """What stands beside the reason why an action may not be: what can be done with the refusal."""

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> Action | None:
        """What was pressed; gives back an action once there is one."""
        if do == "step" and self._build is not None:
            step, chosen = value
            self._build.choose(str(step), chosen)
            return None
        if do == "aim" and self._build is not None:
            card, at, *blood = value
            self._build.choose("card", card)
            self._build.choose("at", at)
            if blood:
                self._build.choose("blood", blood[0])
            return None
        if do == "drain":
            self._sure = None
            action = ACTIONS.from_json(value) if value is not None else None
            self._sure = action if isinstance(action, Drain) else None
            return None
        if do == "act":
            self._sure = None
            return ACTIONS.from_json(value)
        return None

    def picked(self, view: View) -> str | None:
        """Return the card that is picked for the view's open play; ``None`` if none is."""
        if self._build is None or self._asked is None or view.decision is None:
            return None
        card: str | None = self._build.chosen["card"] if view.decision.legal is self._asked.legal else None
        return card

    # Showing ------------------------------------------------------------------------------------------------

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """The panel for the open decision of a view; what is being built stays while the question is the same."""
        asked = view.decision
        if asked is None:
            self._build = self._asked = self._sure = None
            return Html("")
        if self._asked is None or asked.legal is not self._asked.legal:
            self._build = PlayBuilder(asked.legal) if asked.kind == "plan" else None
            self._sure = None
        self._asked = asked
        self._own, self._names = view.seats[asked.seat], view.names
        parts: list[Html | None] = [self._question(view, asked, pen)]
        if self._sure is not None:
            parts.append(self._really(view, self._sure, pen))
        elif self._build is not None:
            parts.append(self._building(view, asked, self._build, pen))
        else:
            parts.append(self._answers(view, asked, pen))
        return tag("div", parts, lang=pen.lang)

    def question(self, view: View, pen: HtmlWriter) -> str:
        """The open question, to be read out."""
        return decision_text(view.decision, view.names, pen.lang) if view.decision is not None else ""

    def _question(self, view: View, asked: Decision, pen: HtmlWriter) -> Html:
        hint = self._hint(view, asked, pen)
        asker = _asker(view, asked, pen)
        purse = _purse(view, asked, pen) if asked.kind in WITH_POOL else None
        return tag(
            "div",
            tag("h2", decision_text(asked, view.names, pen.lang), data_home=True),
            tag(
                "div",
                [joined([part, " "]) for part in (purse, hint, asker) if part],
                pen.rules(asked.rules),
                cls="vk-hint",
            ),
            cls="vk-question",
        )

    def _hint(self, view: View, asked: Decision, pen: HtmlWriter) -> str:
        if asked.kind == "withdraw":  # what it comes to here, in numbers: nobody else tells that
            mine = _own_position(view, asked.at)
            key = "hint.withdraw.haven" if asked.at == "haven" else "hint.withdraw"
            return pen.say(key, blood=mine.blood, cards=len(mine.cards))
        if self.hints and asked.kind in ("pick_clan", "keep", "plan", "after_play"):
            return pen.say(f"hint.{asked.kind}")
        return ""

    # Answers of one press -------------------------------------------------------------------------------------

    def _answers(self, view: View, asked: Decision, pen: HtmlWriter) -> Html:
        faces, plain, asides = [], [], []
        for action in asked.legal:
            if isinstance(action, Drain):
                asides.append(action)
            elif (shown := _card_of(action)) is not None:
                faces.append(self._face(view, asked, action, shown, pen))
            else:
                plain.append(self._option(view, asked, action, pen))
        return joined(
            [
                tag("div", faces, cls="vk-hand") if faces else None,
                self._relics(view, pen) if asked.kind == "pick_clan" and view.relics_open else None,
                row(pen, "", "act", plain, cls="vk-answers"),
                self._forbidden(asked, pen),
                self._drains(view, asked, asides, "asides.after", pen),
            ]
        )

    def _relics(self, view: View, pen: HtmlWriter) -> Html:
        """The Relics that lie open while clans are chosen; they are taken afterwards (VREL-01, VREL-02)."""
        said = tag("p", pen.told(pen.say("relics.open"), ("VREL-01", "VREL-02")))
        return tag("div", said, tag("div", [card_html.card(pen, card) for card in view.relics_open], cls="vk-hand"))

    def _face(self, view: View, asked: Decision, action: Action, card: str, pen: HtmlWriter) -> Html:
        """A card to choose: all of it can be pressed."""
        label = answer_label(asked, action, view.names, pen.lang)
        glow = " vk-glow" if action == self.glow else ""
        press = button(label, "act", action.to_json())
        deck = pen.opens(f"deck:{card}", pen.say("deck.open"), "vk-opens") if isinstance(action, PickClan) else None
        return tag("div", card_html.card(pen, card), deck, press, cls=f"vk-choice{glow}")

    def _option(self, view: View, asked: Decision, action: Action, pen: HtmlWriter) -> Option:
        label = answer_label(asked, action, view.names, pen.lang)
        return Option(action.to_json(), label, primary=isinstance(action, EndTurn), glow=action == self.glow)

    def _forbidden(self, asked: Decision, pen: HtmlWriter) -> Html | None:
        """What people try here and may not do, each with its reason."""
        tried: list[tuple[object, Action]] = []
        if asked.kind == "bid":
            most = max((action.blood for action in asked.legal if isinstance(action, Bid)), default=0)
            tried.append((str(most + 1), Bid(most + 1)))
        elif asked.kind == "after_play":
            hand = (self._own.hand or ()) if self._own is not None else ()
            tried += [(pen.say("try.play_again"), Play(hand[0], 1))] if hand else []
        return self._locked(tried, pen)

    def _locked(self, tried: Iterable[tuple[object, Action]], pen: HtmlWriter) -> Html | None:
        found = []
        for label, action in tried:
            why = self._ask.why_not(action)
            if why is not None:
                found.append(self._not_now(label, action, why, pen))
        return tag("div", found, cls="vk-buttons vk-forbidden") if found else None

    def _not_now(self, label: object, action: Action, why: WhyNot, pen: HtmlWriter, **more: Any) -> Html:
        nearest = action_text(why.nearest, self._names, pen.lang) if why.nearest is not None else ""
        return not_now(pen, label, why, nearest, then=self.beside_refusal(action, pen), **more)

    # Drains ---------------------------------------------------------------------------------------------------

    def _drains(self, view: View, asked: Decision, drains: list[Drain], key: str, pen: HtmlWriter) -> Html | None:
        assert self._own is not None
        options = [
            Option(action.to_json(), answer_label(asked, action, view.names, pen.lang), glow=action == self.glow)
            for action in drains
        ]
        never = [
            (answer_label(asked, Drain(card), view.names, pen.lang), Drain(card))
            for card in self._own.alliance
            if Drain(card) not in drains and asked.kind in ("plan", "after_play")
        ]
        allowed = row(pen, pen.say(key), "drain", options, cls="vk-asides") if options else None
        return joined([allowed, self._locked(never, pen)]) if allowed or never else None

    def _really(self, view: View, action: Drain, pen: HtmlWriter) -> Html:
        """A Drain asks first: what it brings, what it costs for good."""
        person = box.find(action.card)
        assert isinstance(person, box.Person)
        assert view.decision is not None
        own = view.seats[view.decision.seat]
        out = _ends_it(own, person)
        words = [
            tag("p", pen.say("drain.brings", n=person.drain_blood, name=pen.name(action.card))),
            tag("p", pen.say("drain.costs", before=person.influence, after=person.drained_influence, feed=person.feed)),
        ]
        if person.creature == "vampire" and person.ally:
            words.append(tag("p", pen.told(pen.say("drain.diablerie"), ("DIAB-01", "DIAB-02", "DIAB-03"))))
        if out:
            words.append(tag("div", "⚠\ufe0e ", pen.told(pen.say("drain.sure"), ("DIAB-03", "RUL-15")), cls="vk-warn"))
        key = "drain.sure.do" if out else "drain.do"
        yes = button(pen.say(key, name=pen.name(action.card)), "act", action.to_json(), "vk-primary vk-yes")
        no = button(pen.say("cancel"), "drain", None, "vk-no")
        return tag("div", words, tag("div", yes, no, cls="vk-buttons"), cls="vk-really", role="group")

    # A play, step by step ---------------------------------------------------------------------------------------

    def _building(self, view: View, asked: Decision, build: PlayBuilder, pen: HtmlWriter) -> Html:
        hand = [self._hand_card(build, card, pen) for card in build.options("card")]
        steps = [self._step(view, build, step, pen) for step in STEPS[1:]] if build.chosen["card"] is not None else []
        drains = [action for action in build.others if isinstance(action, Drain)]
        rest = [self._option(view, asked, action, pen) for action in build.others if not isinstance(action, Drain)]
        extras = row(pen, pen.say("asides.before"), "act", rest, cls="vk-asides") if rest else None
        whole = tag(
            "button",
            pen.say("hand.whole"),
            type="button",
            cls="vk-button vk-quiet vk-hand-whole",
            data_more=True,
            aria_expanded="false",
        )
        play = [
            tag("div", hand, whole, cls="vk-hand vk-hand-small", role="group", aria_label=pen.say("step.card")),
            tag("div", steps, self._cost(view, asked, build.play, pen), cls="vk-building"),
        ]
        aside = [self._drains(view, asked, drains, "asides.before", pen), extras]
        last = self._locked([(pen.say("try.end_turn"), EndTurn())], pen)
        first = isinstance(self.glow, Drain)  # what is waited for stands where it is seen
        return joined([aside, play, last] if first else [play, aside, last])

    def _hand_card(self, build: PlayBuilder, card: str, pen: HtmlWriter) -> Html:
        on = build.chosen["card"] == card
        glow = isinstance(self.glow, Play) and self.glow.card == card and not on
        text = pen.id()
        choose = button(
            card_html.line(pen, card),
            "step",
            ["card", card],
            on=on,
            data_key=f"hand-{card}",
            data_drag=value_of(card),
            aria_describedby=text,
        )
        cls = "vk-choice" + (" vk-on" if on else "") + (" vk-glow" if glow else "")
        return tag("div", choose, tag("p", card_html.text(pen, card), cls="vk-text", id=text), cls=cls)

    # On the table ---------------------------------------------------------------------------------------------

    @property
    def aiming(self) -> str:
        """What the Locations on the table show of the play that is being built."""
        build = self._build
        return "" if build is None else repr((build.place, *build.chosen.values(), self.glow))

    def aims(self, view: View, pen: HtmlWriter) -> dict[Any, Html]:
        """What stands at each Location of the table: a press that plays there, and the Blood that may go along.

        With one press a chosen card is aimed at a Location with its Blood; how it lies is asked where it is aimed at.

        The panel has the same for those who use the keyboard or hear the page.
        """
        build = self._build
        if view.decision is None or build is None or self._sure is not None:
            return {}
        legal, found = build.places(), {}
        for place in view.locations:
            at = place.at
            if at in legal:
                glow = "vk-glow" if self._glows(build, "at", at) and build.place != at else ""
                press = button(
                    pen.say("aim"), "step", ["at", at], glow, on=build.place == at, tabindex=-1, data_drop=value_of(at)
                )
            elif build.chosen["card"] is not None and (why := self._ask.why_not(tried := self._tried(build, "at", at))):
                press = self._not_now(pen.say("aim"), tried, why, pen, tabindex=-1)
            else:
                continue
            here = self._along(build, at, pen) if build.chosen["card"] is not None and at in legal else None
            found[at] = tag("div", press, here, cls="vk-aim", aria_hidden="true")
        return found

    def _along(self, build: PlayBuilder, at: Any, pen: HtmlWriter) -> Html:
        """The Blood of the play, at each Location; facing and Diablerie tokens, at the one that it goes to."""
        aimed, rows = build.chosen["at"] == at, []
        for step in ("blood", "face", "flips") if aimed else ("blood",):
            legal = build.along(at) if step == "blood" else build.options(step)
            if len(legal) > 1:
                words = [self._press_along(build, at, step, value, aimed, pen) for value in legal]
                sign = art.use(_SIGNS[step]) if step in _SIGNS else None
                rows.append(tag("div", sign, words, cls="vk-buttons"))
        return tag("div", rows, cls="vk-along")

    def _press_along(self, build: PlayBuilder, at: Any, step: str, value: Any, aimed: bool, pen: HtmlWriter) -> Html:
        label = self._step_label(step, value, build, pen, short=True)
        do, of = ("aim", [build.chosen["card"], at, value]) if step == "blood" else ("step", [step, value])
        return button(label, do, of, on=aimed and build.chosen[step] == value, tabindex=-1)

    def _step(self, view: View, build: PlayBuilder, step: str, pen: HtmlWriter) -> Html | None:
        """One step of the play: what is legal can be pressed, of the rest it says why not."""
        legal = build.options(step)
        if not legal or (step == "flips" and not self._has_tokens()):
            return None
        shown = []
        for value in self._values(view, step, legal):
            label = self._step_label(step, value, build, pen)
            if value in legal:
                on = build.chosen[step] == value
                glow = self._glows(build, step, value) and not on
                shown.append(button(label, "step", [step, value], "vk-glow" if glow else "", on=on))
                continue
            tried = self._tried(build, step, value)
            why = self._ask.why_not(tried)
            if why is not None:
                shown.append(self._not_now(label, tried, why, pen))
        name = pen.id()
        words = tag("p", pen.say(f"step.{step}"), cls="vk-label", id=name)
        group = tag("div", shown, cls="vk-buttons", role="group", aria_labelledby=name)
        return tag("div", words, group, cls=f"vk-row-of-buttons vk-step-{step}")

    def _values(self, view: View, step: str, legal: tuple[Any, ...]) -> list[Any]:
        """What is shown at a step: all that is legal, and what people expect beside it."""
        if step == "at":
            return [place.at for place in view.locations]
        if step == "face":
            return ["up", "down"]
        if step == "blood":
            return list(range(max(MOST_BLOOD, *legal) + 1))
        return list(range(max(legal) + 2))

    def _has_tokens(self) -> bool:
        return self._own is not None and self._own.tokens_up + self._own.tokens_down > 0

    def _tried(self, build: PlayBuilder, step: str, value: Any) -> Play:
        """The play with this value at this step, and as little as possible after it."""
        chosen = {name: build.chosen[name] for name in STEPS[: STEPS.index(step)]}
        return Play(**{**chosen, step: value}) if step != "at" else Play(chosen["card"], value)

    def _glows(self, build: PlayBuilder, step: str, value: Any) -> bool:
        if not isinstance(self.glow, Play):
            return False
        before = STEPS[: STEPS.index(step)]
        return all(build.chosen[name] == getattr(self.glow, name) for name in before) and (
            getattr(self.glow, step) == value
        )

    def _step_label(self, step: str, value: Any, build: PlayBuilder, pen: HtmlWriter, short: bool = False) -> object:
        if step == "at":
            return pen.place(value)
        if step == "face":
            if short:
                return pen.say(f"face.{value}.short")
            fee = self._ask.fee(build.chosen["at"])
            return pen.say("face.down.free" if value == "down" and not fee else f"face.{value}", fee=fee)
        return joined([str(value), pen.unseen(f" {pen.say(f'step.{step}')}")])

    def _cost(self, view: View, asked: Decision, play: Play | None, pen: HtmlWriter) -> Html:
        """What the play costs and the Power that it makes, and the button that does it."""
        if play is None:
            return tag("p", pen.say("cost.later"), cls="vk-hint")
        own = view.seats[asked.seat]
        fee = self._ask.fee(play.at) if play.face == "down" else 0
        parts = [
            pen.say(f"cost.{key}", n=n) for key, n in (("fee", fee), ("blood", play.blood), ("flips", play.flips)) if n
        ]
        pool = pen.say("cost.pool", before=own.blood, after=own.blood - fee - play.blood)
        power = self._power(view, play, fee, pen) if self.counts else None
        spent = f" ({', '.join(parts)})" if parts else ""
        words = tag("p", tag("b", pool), spent, ". ", power, cls="vk-cost")
        return tag("div", words, self._confirm(view, asked, play, pen), cls="vk-confirming", aria_live="off")

    def _confirm(self, view: View, asked: Decision, play: Play, pen: HtmlWriter) -> Html:
        label = answer_label(asked, play, view.names, pen.lang)
        glow = " vk-glow" if play == self.glow else ""
        return button(label, "act", play.to_json(), f"vk-primary vk-confirm{glow}", data_enter=True)

    def confirm(self, view: View, pen: HtmlWriter) -> Html:
        """The whole play once more, for narrow screens: below the table, where the panel is out of sight."""
        play = self._build.play if self._build is not None and self._sure is None else None
        if play is None or view.decision is None:
            return Html("")
        return tag("div", self._confirm(view, view.decision, play, pen), lang=pen.lang)

    def _power(self, view: View, play: Play, fee: int, pen: HtmlWriter) -> Html:
        """The Power on the Position as it would be counted with these cards face up."""
        found = flows.power_of_play(view, play, fee)
        cards = found.power - found.blood_power
        words = pen.say("cost.power", cards=cards, blood=found.blood_power, total=found.power)
        return pen.told(words, ("CONF-03",))


def _purse(view: View, asked: Decision, pen: HtmlWriter) -> Html:
    """What there is to play and pay with; on a narrow page it stands above the table in brief."""
    return tag("span", art.use("blood"), " ", pen.say("purse", n=view.seats[asked.seat].blood), cls="vk-purse")


def _asker(view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
    """The card that asks, and whose it is if it is another player's."""
    if asked.card is None:
        return None
    record = box.find(asked.card)
    owner = next((s for s in view.seats if isinstance(record, box.ClanCard) and s.clan == record.clan), None)
    whose = None
    if owner is not None and owner.seat != asked.seat:
        whose = joined([pen.say("asked.by", name=owner.name), " "])
    return joined([whose, pen.chip(asked.card)])


def _own_position(view: View, at: Any) -> Any:
    assert view.decision is not None
    return next(position for position in view.seats[view.decision.seat].positions if position.at == at)


def _ends_it(seat: SeatView, person: box.Person) -> bool:
    """Whether this Drain brings the third Diablerie token (DIAB-03, RUL-15)."""
    if person.creature != "vampire" or not person.ally:
        return False
    brings = 2 if person.id == "AL14" else 1
    return seat.tokens_up + seat.tokens_down + brings >= 3


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
