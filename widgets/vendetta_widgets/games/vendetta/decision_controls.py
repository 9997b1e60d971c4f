"""How a decision is made: the question in the bar, the hand, the places on the table, and one button that does it.

A Planning play is put together step by step (:mod:`.play_builder`): a card of the hand, a place on the table, in the
bar how it lies and what goes along, with what it costs before it is confirmed. A Drain asks first. What may not be done
stays in its place and says why. All of it is HTML made from a view; what is pressed comes back as an action.
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
    Stay,
    UseRelic,
    Withdraw,
)
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.games.vendetta.wording.message_text import action_text, answer_label, decision_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from ... import art
from ...controls import Option, button, not_now, row, value_of
from ...html import Html, HtmlWriter, joined, tag
from ...parts import Change, Choice, HandCard, OptionRow, confirm_bar, hand, mini, question
from . import card_html
from .play_builder import STEPS, PlayBuilder
from .stay_text import staying
from .table_html import OnTable

PRESSES: Final = ("step", "aim", "unpick", "drain", "act")
"""What :meth:`DecisionControls.handle` takes: each page that has the controls passes these on."""
AIMED: Final = ("card", "at", "blood", "face")
"""What one press at a Location chooses, in this order; the later ones may be left out."""
MOST_BLOOD: Final = 3
"""What a turn's play may bring at most (PLAN-12): more is not shown, not even as forbidden."""
WITH_POOL: Final = ("after_play", "withdraw", "choose", "bid")
"""Where it matters how much Blood she has: it stands with the question."""
ON_THE_TABLE: Final = ("pick_clan", "pick_relic")
"""What is chosen before anything lies on the table, and has room there."""


@dataclass(frozen=True, slots=True)
class PanelInput:
    """What the controls need to know beside the view: all of it about the person's own seat."""

    why_not: Callable[[Action], WhyNot | None]
    fee: Callable[[Any], int]


class DecisionControls:
    """The open decision of one person.

    ``glow`` is a move that a lesson waits for: it is marked, at each step.
    """

    def __init__(self, ask: PanelInput) -> None:
        self._ask = ask
        self._build: PlayBuilder | None = None
        self._asked: Decision | None = None
        self._sure: Drain | None = None  # a Drain that waits for a yes
        self._own: SeatView | None = None
        self._names: tuple[str, ...] = ()
        self.glow: Action | None = None
        self.opened = False
        """Whether the person's Alliance lies open where it has no room of its own."""
        self.counts = True
        """Whether Power is added up for the person."""
        self.leads = True
        """Whether the answer that most give stands out."""
        self.hints = True
        """Whether a question comes with a word on what its answers do; elsewhere it may be told better."""
        self.told: object = None
        """What others have done just before, in a few words: it stands with the question."""
        self.asks: Html | None = None
        """The way to advice, for pages where the hand has no room beside it."""
        self.beside_refusal: Callable[[Action, HtmlWriter], Html | None] = lambda action, pen: None
        """What stands beside the reason why an action may not be: what can be done with the refusal."""

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> Action | None:
        """Take what was pressed; return an action once there is one."""
        self.opened = False
        if do == "step" and self._build is not None:
            step, chosen = value
            self._build.choose(str(step), chosen)
            return None
        if do == "unpick" and self._build is not None:
            self._build.reset()
            return None
        if do == "aim" and self._build is not None:
            for step, chosen in zip(AIMED, value, strict=False):
                self._build.choose(step, chosen)
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

    def look(self, view: View) -> Decision | None:
        """Take note of the open decision of a view; what is being put together stays while the question is the same."""
        asked = view.decision
        if asked is None:
            self._build = self._asked = self._sure = None
            return None
        if self._asked is None or asked.legal is not self._asked.legal:
            self._build = PlayBuilder(asked.legal) if asked.kind == "plan" else None
            self._sure = None
        self._asked = asked
        self._own, self._names = view.seats[asked.seat], view.names
        return asked

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """Bar and hand together, for pages that have them beside the table."""
        if self.look(view) is None:
            return Html("")
        pieces = [self.bar(view, pen), self.offer(view, pen), self.hand(view, pen), self.own_alliance(view, pen)]
        return tag("div", pieces, cls="vk-controls", lang=pen.lang)

    def question(self, view: View, pen: HtmlWriter) -> str:
        """The open question, to be read out."""
        return decision_text(view.decision, view.names, pen.lang) if view.decision is not None else ""

    # The bar --------------------------------------------------------------------------------------------------

    def bar(self, view: View, pen: HtmlWriter) -> Html:
        """What is asked, or the play that is being put together, with its options and the button that does it."""
        asked = self.look(view)
        if asked is None:
            return Html("")
        if self._sure is not None:
            return self._really(view, self._sure, pen)
        if self._build is not None and self._build.chosen["card"] is not None:
            return self._play_bar(view, asked, self._build, pen)
        return self._question_bar(view, asked, pen)

    def _question_bar(self, view: View, asked: Decision, pen: HtmlWriter) -> Html:
        words = decision_text(asked, view.names, pen.lang)
        more = (
            tag("span", self.told, cls="vk-caption vk-just-told") if self.told else None,
            _purse(view, asked, pen) if asked.kind in WITH_POOL else None,
            self._hint(view, asked, pen),
            _asker(view, asked, pen),
        )
        hint = joined([joined([part, " "]) for part in more if part])
        told = question(pen, pen.told(words, asked.rules), hint)
        plain = [self.option(view, asked, action, pen) for action in asked.legal if is_in_bar(action)]
        answers = row(pen, "", "act", plain, cls="vk-answers")
        forbidden = self._forbidden(asked, pen)
        return tag("div", told, answers, forbidden, self.asks, cls="vk-confirmbar", lang=pen.lang)

    def _hint(self, view: View, asked: Decision, pen: HtmlWriter) -> str:
        if asked.question == "order" and (why := flows.order_matters(view)):
            return pen.say(f"hint.order.{why}")
        if self.hints and not self.told and asked.kind in ("pick_clan", "keep", "plan", "after_play"):
            return pen.say(f"hint.{asked.kind}")
        return pen.say("hint.keep.brief") if asked.kind == "keep" and view.round == 1 and not self.told else ""

    def option(self, view: View, asked: Decision, action: Action, pen: HtmlWriter) -> Option:
        """Return an answer with what it comes to in numbers."""
        label: object = answer_label(asked, action, view.names, pen.lang)
        if isinstance(action, Withdraw):  # what it comes to here, in numbers: nobody else tells that
            mine = _own_position(view, asked.at)
            home, one = asked.at == "haven", len(mine.cards) == 1
            brings = [pen.say("withdraw.blood", blood=mine.blood)] if mine.blood else []
            if mine.cards:
                held = len(mine.cards)
                brings.append(pen.say(f"withdraw.cards{'.haven' if home else ''}{'.one' if one else ''}", cards=held))
            label = joined([str(label), " ", tag("small", pen.say("comma").join(brings))])
        elif isinstance(action, Stay) and self.counts:
            label = joined([str(label), " ", *staying(view, asked, pen)])
        elif comes := _comes_to(view, asked, action, pen):
            label = joined([str(label), " ", tag("small", comes)])
        leads = self.leads and isinstance(action, EndTurn)
        return Option(action.to_json(), label, primary=leads, glow=action == self.glow)

    def _forbidden(self, asked: Decision, pen: HtmlWriter) -> Html | None:
        """What people try here and may not do, each with its reason."""
        tried: list[tuple[object, Action]] = []
        if asked.kind == "bid":
            most = max((action.blood for action in asked.legal if isinstance(action, Bid)), default=0)
            tried.append((str(most + 1), Bid(most + 1)))
        elif asked.kind == "after_play":
            held = (self._own.hand or ()) if self._own is not None else ()
            tried += [(pen.say("try.play_again"), Play(held[0], 1))] if held else []
        elif asked.kind == "plan" and self.hints:  # a guide has told that each turn is one card
            tried.append((pen.say("try.end_turn"), EndTurn()))
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

    # A play, step by step ---------------------------------------------------------------------------------------

    def _play_bar(self, view: View, asked: Decision, build: PlayBuilder, pen: HtmlWriter) -> Html:
        """The card that is taken, where it goes, and what can still be chosen about it."""
        card, at = build.chosen["card"], build.chosen["at"]
        face = card_html.face(pen, card)
        where = pen.say("bar.to", at=pen.name(str(at))) if at is not None else pen.say("bar.where")
        words = tag("span", tag("b", face.name), tag("small", where))
        head = tag(
            "div", mini(pen, face), words, _says(pen, card) if at is None else None, cls="vk-what", data_home=True
        )
        options = [found for step in STEPS[2:] if (found := self._step(build, step, pen))] if at is not None else []
        back = button(_cross(pen, "bar.back"), "unpick", cls="vk-icon vk-unpick", data_escape=True)
        play = build.play
        if play is None:
            return confirm_bar(pen, head, options, [], None, back)
        confirm = button(
            joined([pen.say("bar.play"), tag("kbd", "Enter", cls="vk-if-keys", aria_hidden="true")]),
            "act",
            play.to_json(),
            "vk-primary vk-confirm" + (" vk-glow" if play == self.glow else ""),
            data_enter=True,
            data_key="confirm",
            aria_description=answer_label(asked, play, view.names, pen.lang),
        )
        return confirm_bar(pen, head, options, self._changes(view, asked, play, pen), confirm, back)

    def _changes(self, view: View, asked: Decision, play: Play, pen: HtmlWriter) -> list[Change]:
        """The Pool, and the Power on the Position as it would be counted with what lies there turned up."""
        own = view.seats[asked.seat]
        fee = self._ask.fee(play.at) if play.face == "down" else 0
        spent = fee + play.blood
        pool = pen.say("change.frenzy" if 0 < own.blood == spent else "change.pool")
        changes = [Change(pool, own.blood, own.blood - spent, loss=spent > 0)]
        if self.counts:
            now = next((found.known for found in flows.powers(view, play.at) if found.seat == asked.seat), 0)
            then = flows.power_of_play(view, play, fee).power
            changes.append(Change(pen.say("change.power"), now, then))
        return changes

    def _step(self, build: PlayBuilder, step: str, pen: HtmlWriter) -> OptionRow | None:
        """One step of the play: what is legal can be pressed, of the rest it says why not."""
        legal = build.options(step)
        if not legal or (step == "flips" and not self._has_tokens()):
            return None
        shown = []
        for value in self._values(step, legal):
            label = self._step_label(step, value, build, pen)
            if value in legal:
                on = build.chosen[step] == value
                sign = f"face-{value}" if step == "face" else ""
                glow = self._glows(build, step, value) and not on
                shown.append(Choice(label, "step", [step, value], on, glow=glow, sign=sign, key=f"{step}-{value}"))
                continue
            tried = self._tried(build, step, value)
            why = self._ask.why_not(tried)
            if why is not None:
                shown.append(Choice(label, instead=self._not_now(label, tried, why, pen)))
        name = "" if step == "face" else pen.say(f"step.{step}")
        return OptionRow(name, tuple(shown), f"vk-step-{step}")

    def _values(self, step: str, legal: tuple[Any, ...]) -> list[Any]:
        """What is shown at a step: all that is legal, and what people expect beside it."""
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

    def _step_label(self, step: str, value: Any, build: PlayBuilder, pen: HtmlWriter) -> object:
        if step == "face":
            fee = self._ask.fee(build.chosen["at"])
            return pen.say("face.down.fee" if value == "down" and fee else f"face.{value}.short", fee=fee)
        sign = art.use("blood", "vk-drop-sign") if step == "blood" else None
        return joined([sign, str(value), pen.unseen(f" {pen.say(f'step.{step}')}")])

    # The hand -------------------------------------------------------------------------------------------------

    def offer(self, view: View, pen: HtmlWriter) -> Html:
        """Cards to choose from that lie where the table will be: clans, and Relics; empty where nothing is offered."""
        asked = self.look(view)
        if asked is None or asked.kind not in ON_THE_TABLE:
            return Html("")
        relics = None
        if asked.kind == "pick_clan" and view.relics_open:
            shown = [HandCard(card_html.face(pen, card), f"relic-{card}") for card in view.relics_open]
            said = tag("p", pen.told(pen.say("relics.open"), ("VREL-01", "VREL-02")))
            relics = tag("div", said, hand(pen, shown, pen.say("relics.open")), cls="vk-relics-open")
        faces = hand(pen, self._offered(view, asked, pen), decision_text(asked, view.names, pen.lang), "vk-offer")
        return tag("div", faces, relics, lang=pen.lang)

    def hand(self, view: View, pen: HtmlWriter) -> Html:
        """What she holds; in a play, or where a card is asked for, each card can be taken."""
        asked = self.look(view)
        if asked is None or asked.kind in ON_THE_TABLE:
            return Html("")
        if self._sure is not None:
            return held(view, pen)
        cards = self._offered(view, asked, pen)
        build = self._build
        if build is not None:
            cards = [*(self._hand_card(build, card, pen) for card in build.options("card")), *cards]
        return hand(pen, cards, decision_text(asked, view.names, pen.lang)) if cards else held(view, pen)

    def _offered(self, view: View, asked: Decision, pen: HtmlWriter) -> list[HandCard]:
        """Answers that are cards: one press takes one."""
        found = []
        for action in asked.legal:
            card = _card_of(action)
            if card is None or isinstance(action, Drain):
                continue
            label = answer_label(asked, action, view.names, pen.lang)
            face = card_html.face(pen, card)
            opens = f"deck:{card}" if isinstance(action, PickClan) else f"card:{card}"
            glow = action == self.glow
            found.append(HandCard(face, f"card-{card}", "act", action.to_json(), glow=glow, opens=opens, label=label))
        return found

    def _hand_card(self, build: PlayBuilder, card: str, pen: HtmlWriter) -> HandCard:
        on = build.chosen["card"] == card
        glow = isinstance(self.glow, Play) and self.glow.card == card and not on
        face = card_html.face(pen, card)
        return HandCard(face, f"card-{card}", "step", ["card", card], card, on, glow, f"card:{card}")

    # On the table ---------------------------------------------------------------------------------------------

    @property
    def aiming(self) -> str:
        """What the Locations on the table show of the play that is being put together."""
        build = self._build
        return "" if build is None else repr((build.place, *build.chosen.values(), self.glow, self._sure))

    def on_table(self, view: View, pen: HtmlWriter) -> OnTable:
        """Return what stands at the Locations while a play is put together."""
        taken = self._build is not None and self._build.chosen["card"] is not None
        return OnTable(self.targets(view, pen), self.ghosts(view, pen), self.along(pen), taken)

    def targets(self, view: View, pen: HtmlWriter) -> dict[Any, Html]:
        """What stands at each Location to be pressed, or the reason why the taken card may not go there."""
        asked, build = self.look(view), self._build
        if asked is None or build is None or self._sure is not None:
            return {}
        legal, found = build.places(), {}
        for place in view.locations:
            at = place.at
            name = pen.name(str(at))
            if at in legal:
                on = build.place == at
                glow = " vk-glow" if self._glows(build, "at", at) and not on else ""
                press = tag(
                    "button",
                    pen.unseen(pen.say("aim.at", at=name)),
                    type="button",
                    cls=f"vk-target{' vk-on' if on else ''}{glow}",
                    data_do="step",
                    data_value=value_of(["at", at]),
                    data_drop=value_of(at),
                    data_target=True,
                    data_key=f"target-{at}",
                    aria_pressed=str(on).lower(),
                )
                found[at] = press
            elif build.chosen["card"] is not None and (why := self._ask.why_not(tried := self._tried(build, "at", at))):
                found[at] = self._not_now(pen.say("aim.not"), tried, why, pen, data_target=True)
        return found

    def along(self, pen: HtmlWriter) -> dict[Any, Html]:
        """Return what stands at each Location while a card is taken and no Location is: Blood, and a card face down.

        Place and that are chosen with one press.
        """
        build = self._build
        if build is None or self._sure is not None or build.chosen["card"] is None or build.chosen["at"] is not None:
            return {}
        presses = {at: self._along(build, at, pen) for at in build.places()}
        return {at: press for at, press in presses.items() if press is not None}

    def _along(self, build: PlayBuilder, at: Any, pen: HtmlWriter) -> Html | None:
        several = [n for n in build.at(at).options("blood") if n]
        presses = [
            button(
                joined([art.use("blood"), tag("span", str(n), aria_hidden="true")]),
                "aim",
                [build.chosen["card"], at, n],
                aria_label=pen.say("aim.blood", at=pen.name(str(at)), n=n),
                data_key=f"along-{at}-{n}",
            )
            for n in several
        ]
        if "down" in build.at(at).options("face"):
            presses.append(
                button(
                    joined([art.use("face-down"), tag("span", pen.say("face.down.short"), aria_hidden="true")]),
                    "aim",
                    [build.chosen["card"], at, 0, "down"],
                    aria_label=pen.say("aim.down", at=pen.name(str(at))),
                    data_key=f"along-{at}-down",
                )
            )
        return tag("span", presses, cls="vk-along", role="group") if presses else None

    def ghosts(self, view: View, pen: HtmlWriter) -> dict[Any, Html]:
        """The play that is being put together, as it would lie at its Location."""
        build = self._build
        if build is None or self._sure is not None or build.chosen["card"] is None or build.chosen["at"] is None:
            return {}
        face = card_html.face(pen, build.chosen["card"])
        down = " vk-own-down" if build.chosen["face"] == "down" else ""
        return {build.chosen["at"]: mini(pen, face, cls=f"vk-planned{down}")}

    # Drains ---------------------------------------------------------------------------------------------------

    def own_alliance(self, view: View, pen: HtmlWriter) -> Html:
        """The people around her: whoever can be Drained now is pressed; of the others it says why not."""
        if view.me is None:
            return Html("")
        asked = self.look(view) if self._sure is None else None
        own = view.seats[view.me]
        people = []
        for card in own.alliance:
            drain = Drain(card)
            if asked is not None and asked.seat == view.me and drain in asked.legal:
                glow = " vk-glow" if drain == self.glow else ""
                person = card_html.bust(pen, card)
                label = answer_label(asked, drain, view.names, pen.lang)
                press = tag(
                    "button",
                    person,
                    pen.unseen(label),
                    type="button",
                    cls=f"vk-bust-press vk-drain{glow}",
                    data_do="drain",
                    data_value=value_of(drain.to_json()),
                    data_key=f"drain-{card}",
                )
            else:
                person = card_html.bust(pen, card)
                why = self._ask.why_not(drain) if asked is not None and asked.kind in ("plan", "after_play") else None
                if why is not None:
                    press = self._not_now(person, drain, why, pen, cls="vk-bust-press")
                else:
                    press = pen.opens_card(card, person, "vk-bust-press")
            people.append(tag("li", press, data_fly=f"person-{card}", data_key=f"own-{card}"))
        people += [
            tag(
                "li",
                pen.opens_card(card, card_html.bust(pen, card, drained=True), "vk-bust-press"),
                cls="vk-is-drained",
            )
            for card in own.drained
        ]
        if not people:
            return Html("")
        drains = asked is not None and any(isinstance(action, Drain) for action in asked.legal)
        hint = tag("small", pen.say("alliance.drain")) if drains else None
        title = tag("h2", pen.say("alliance.own"), " ", hint)
        cross = _cross(pen, "close")
        shut = button(cross, "alliance", None, "vk-icon vk-own-shut", data_key="own-shut", data_escape=True)
        cls = "vk-own-opened" if self.opened else None
        shown = tag("ul", people, cls=f"vk-busts vk-busts-{len(people)}")
        return tag("div", title, shown, shut if self.opened else None, cls=cls, lang=pen.lang)

    def _really(self, view: View, action: Drain, pen: HtmlWriter) -> Html:
        """A Drain asks first: what it brings, what it costs for good."""
        person = box.find(action.card)
        assert isinstance(person, box.Person)
        assert view.decision is not None
        own = view.seats[view.decision.seat]
        out = _ends_it(own, person)
        worth = pen.say("drain.worth")
        words: list[object] = [pen.say("drain.ask", name=pen.name(action.card))]
        more = []
        if out:
            more.append(tag("span", "⚠\ufe0e ", pen.told(pen.say("drain.sure"), ("DIAB-03", "RUL-15")), cls="vk-warn"))
        elif person.creature == "vampire" and person.ally:
            more.append(pen.told(pen.say("drain.diablerie"), ("DIAB-01", "DIAB-02", "DIAB-03")))
        changes = [
            Change(pen.say("change.pool"), own.blood, own.blood + person.drain_blood),
            Change(worth, person.influence, person.drained_influence, loss=person.drained_influence < person.influence),
        ]
        if person.feed:
            changes.append(Change(pen.say("drain.feed"), person.feed, 0, loss=True))
        key = "drain.sure.do" if out else "drain.do"
        label = pen.say(key, name=pen.name(action.card))
        yes = button(label, "act", action.to_json(), "vk-primary vk-yes", data_enter=True)
        no = button(_cross(pen, "cancel"), "drain", None, "vk-icon vk-no", data_escape=True)
        return confirm_bar(pen, question(pen, joined(words), joined(more) if more else None), [], changes, yes, no)


def _cross(pen: HtmlWriter, key: str) -> Html:
    """A cross, which says what it takes back to those who hear the page."""
    return joined([tag("span", "✕", aria_hidden="true"), pen.unseen(pen.say(key))])


def held(view: View, pen: HtmlWriter) -> Html:
    """What the reader holds, to look at."""
    own = view.seats[view.me] if view.me is not None else None
    if own is None or not own.hand:
        return Html("")
    faces = [HandCard(card_html.face(pen, card), f"card-{card}", opens=f"card:{card}") for card in own.hand]
    return hand(pen, faces, pen.say("row.hand.own"), "vk-resting")


def _purse(view: View, asked: Decision, pen: HtmlWriter) -> Html:
    """What there is to play and pay with; on a narrow page it stands above the table in brief."""
    n = view.seats[asked.seat].blood
    shown = tag("b", str(n), aria_hidden="true")
    return tag("span", art.use("blood"), shown, pen.unseen(pen.say("purse", n=n)), cls="vk-purse")


def _asker(view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
    """Another's card that asks, and whose it is; an own one has its name in the question."""
    if asked.card is None:
        return None
    record = box.find(asked.card)
    owner = next((s for s in view.seats if isinstance(record, box.ClanCard) and s.clan == record.clan), None)
    if owner is None or owner.seat == asked.seat:
        return None
    return joined([pen.say("asked.by", name=owner.name), " ", pen.chip(asked.card)])


def _comes_to(view: View, asked: Decision, action: Action, pen: HtmlWriter) -> str:
    """What an answer makes of the own Pool, or of Influence; of several amounts, only the one that brings a Frenzy."""
    own = view.seats[asked.seat]
    after = flows.pool_after(view, action)
    if after == 0 or (after is not None and after != own.blood and asked.question in flows.TAKES_BLOOD):
        return pen.say("comes.pool" if after else "comes.frenzy", before=own.blood, after=after)
    if asked.question in ("toll", "gaze") and isinstance(action, Choose) and not action.value:
        return pen.say("comes.influence", before=own.influence, after=max(0, own.influence - 1))
    return ""


def _own_position(view: View, at: Any) -> Any:
    assert view.decision is not None
    return next(position for position in view.seats[view.decision.seat].positions if position.at == at)


def _says(pen: HtmlWriter, card: str) -> Html | None:
    """When a picked card acts and all that it says: on the card itself there may be room for less."""
    record = box.find(card)
    if not isinstance(record, box.ClanCard):
        return None
    when = tag("b", pen.say(f"when.{record.type}"))
    return tag("span", when, " ", box.text(card, pen.lang), cls="vk-what-says")


def _ends_it(seat: SeatView, person: box.Person) -> bool:
    """Whether this Drain brings the third Diablerie token (DIAB-03, RUL-15)."""
    if person.creature != "vampire" or not person.ally:
        return False
    brings = 2 if person.id == "AL14" else 1
    return seat.tokens_up + seat.tokens_down + brings >= 3


def is_in_bar(action: Action) -> bool:
    """Return whether an answer is a button with words: it is no card, and nothing is put together for it."""
    return not isinstance(action, Drain | Play) and _card_of(action) is None


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
