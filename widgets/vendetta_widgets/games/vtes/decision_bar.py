"""What V:TES asks: the question in a bar, its answers where they belong.

A minion that is chosen has its ways around it, a card of the hand is taken and then played from the bar, counters are
moved on the vampires that wait; whatever is about no card stands in the bar itself. Each answer says what it
would change.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.message_text import words_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

from ... import art
from ...controls import button, not_now
from ...html import Html, HtmlWriter, joined, tag
from ...parts import HandCard, hand, question
from . import card_html, ring_html
from .card_html import idle_note, idle_reason, who_could
from .decision_state import SINGLE_VOTES, DecisionState
from .offers import (
    SELF,
    ActionGroup,
    MoveOffer,
    about,
    action_words,
    all_cast,
    block_with,
    is_full,
    lacks_target,
    may_block,
    offer,
    standing,
    whose,
    with_doubt,
)
from .stage_parts import since_last
from .strike_outlook import own_fighter
from .unasked import armed_for

if TYPE_CHECKING:
    from collections.abc import Iterable


NOTED: Final = ("out_of_turn", "master", "minion", "block", "react", "strike", "vote", "transfer", "discard")
"""The questions that a first game says a sentence about."""
MOST_WAYS: Final = 8
"""With more ways than these a card that is taken has only those of the minion that is shown."""
BOTH = 2
"""So many minions that could bleed are called both."""


def _asked_amid(view: View, pen: HtmlWriter) -> str:
    """Say where an action stands in which cards may be played now: a block is tried, or none was; else empty."""
    now = view.action
    if now is None or now.actor.card is None or view.combat is not None or view.referendum is not None:
        return ""
    if now.blocker is not None and now.blocker.card is not None:
        return pen.say("vtes.ask.react.block", name=pen.name(now.blocker.card), minion=pen.name(now.actor.card))
    unblocked = any(event.kind == "unblocked" for event in since_last(view, "action"))
    return pen.say("vtes.ask.react.open", minion=pen.name(now.actor.card)) if unblocked else ""


class DecisionBar(DecisionState):
    """The open decision of one person, shown."""

    # Showing: the bar -----------------------------------------------------------------------------------------

    def question(self, view: View, pen: HtmlWriter) -> str:
        """The open question, to be read out."""
        asked = view.decision
        if asked is None:
            return ""
        self._look(view)
        if asked.kind == "minion" and self._minion is not None:
            return pen.say("vtes.ask.minion", name=self._name(self._minion, pen))
        if asked.kind == "block" and view.action is not None and view.action.actor.card:
            return pen.say("vtes.ask.block", name=pen.name(view.action.actor.card))
        if asked.kind == "react" and (said := _asked_amid(view, pen)):
            return said
        if asked.kind == "strike" and view.combat is not None:
            k = own_fighter(view)
            one, other = (pen.name(view.combat.fighters[n].minion.card or "") for n in (k, 1 - k))
            return pen.say("vtes.ask.strike", name=one, other=other)
        if asked.kind == "transfer":
            return pen.say("vtes.ask.transfer.one" if view.transfers == 1 else "vtes.ask.transfer", n=view.transfers)
        if asked.kind == "blood_hunt":
            return pen.say("vtes.ask.blood_hunt")
        return words_of(view.own).decision_text(asked, pen.lang)

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """The bar for the open decision of a view; empty if there is none."""
        self._look(view)
        asked = view.decision
        if asked is None:
            return Html("")
        picked = self._picked if self._picked is not None and self._picked != self._minion else None
        does, note = self._does(picked, pen), self._note(view, asked, pen)
        more = does or joined([note or self._facts(view, asked, pen), pen.rules(asked.rules)])
        head = question(pen, self.question(view, pen), more)
        if picked is not None:
            answers = self._one(view, picked, pen)
        else:
            offered = [self._offer(view, action, pen) for action in self._in_bar()]
            answers = [
                *self._all_at_once(view, pen),
                *self._offered(view, offered, pen),
                *[self._taken(s, pen) for s in self._more_of_hand()],
                self._votes_apart(pen),
                self._passes(view, asked, pen),
            ]
        ways = self.verbs(view, pen) if self._all_in_bar else None
        cls = "vt-bar" + (" vt-takes" if does is not None else " vt-noted" if note is not None else "")
        return tag("div", head, ways, tag("div", answers, cls="vt-offers"), cls=cls, lang=pen.lang)

    def every_answer(self, view: View, pen: HtmlWriter, tells: bool) -> Html:
        """Return the open question of a view with all that is legal; ``tells``: with what each would change."""
        self._look(view)
        asked = view.decision
        assert asked is not None
        words = self.question(view, pen)
        if asked.kind == "minion":  # which minion acts is half of the answer
            words = words_of(view.own).decision_text(asked, pen.lang)
        facts = self._facts(view, asked, pen) if asked.kind != "minion" else None  # advice would tell or mislead
        head = question(pen, words, joined([facts, pen.rules(asked.rules)]))
        doers: dict[object, set[int | None]] = {}
        for action in asked.legal:
            doers.setdefault(getattr(action, "card", action.do), set()).add(self._doer(action))
        several = len({by for found in doers.values() for by in found if by is not None}) > 1
        answers = []
        for action in asked.legal:
            several_by = len(doers[getattr(action, "card", action.do)]) > 1
            one = offer(view, action, pen, several_by, tells and asked.kind != "minion")
            by = getattr(action, "minion", SELF)
            if several and not isinstance(action, do.Play) and by >= 0 and self._name(by, pen) not in one.label:
                one = replace(one, label=pen.say("vtes.with", name=self._name(by, pen), does=one.label))
            if isinstance(action, do.Bleed) or not (tells or isinstance(action, do.Play | do.Choose)):
                one = replace(one, effect="")
            answers.append(self._press(one))
        return tag("div", head, tag("div", answers, cls="vt-offers"), cls="vt-bar vt-bar-every", lang=pen.lang)

    def _offer(self, view: View, action: Action, pen: HtmlWriter) -> MoveOffer:
        """An answer in the bar; who plays a card is named where several could."""
        same = [a for a in self._in_bar() if isinstance(a, do.Play) and a.card == getattr(action, "card", SELF)]
        return offer(view, action, pen, who=len({self._doer(a) for a in same}) > 1)

    def _taken(self, held: ActionGroup, pen: HtmlWriter) -> Html:
        """A card of the hand with several ways, which the bar has once it is taken."""
        words = joined(
            [tag("b", self._name(held.number, pen)), " ", tag("small", pen.say("vtes.ways", n=len(held.actions)))]
        )
        proposed, glows = self._proposed() in held.actions, self.glow in held.actions
        looks = f"vt-offer{' vk-primary' if proposed else ''}{' vk-glow' if glows else ''}"
        return button(words, "pick", held.number, looks, data_key=f"take-{held.number}")

    def _votes_apart(self, pen: HtmlWriter) -> Html | None:
        """What has each way to vote by itself, where they are many."""
        apart = self._single_votes()
        if not apart:
            return None
        words = joined(
            [tag("b", pen.say("vtes.do.single_votes")), " ", tag("small", pen.say("vtes.ways", n=len(apart)))]
        )
        looks = f"vt-offer vk-quiet{' vk-glow' if self.glow in apart else ''}"
        return button(words, "pick", SINGLE_VOTES, looks, data_key="single-votes")

    def _all_at_once(self, view: View, pen: HtmlWriter) -> list[Html | None]:
        """What does several decisions in one press: the rest of a turn, the bleeds of all minions, a side's votes."""
        shown: list[Html | None] = [self._closing(view, pen), self._closing(view, pen, discards=True)]
        rows = self.settlements(view)
        if rows:
            plan, proposed = {*self._plans(view)}, self._proposed()
            best = next((row for row in rows if plan >= {*row} or (not plan and proposed in row)), None)
            shown += [self._settlement(view, k, row, row == best, pen) for k, row in enumerate(rows)]
        bleeds, prey = self.bleeds(view), view.seats[view.moment.seat].prey
        if bleeds and prey is not None:
            n = sum(self._known[a.minion].bleed for a in bleeds if isinstance(a, do.Bleed))
            key = "vtes.do.bleed_both" if len(bleeds) == BOTH else "vtes.do.bleed_all"
            label, hint = pen.say(key, n=len(bleeds), name=view.names[prey], sum=n), pen.say("vtes.do.bleed_all.hint")
            all_tap = len(bleeds) == sum(not one.tapped for one in view.seats[view.moment.seat].ready)
            told = (may_block(view, prey, pen), pen.say("vtes.do.bleed_all.taps") if all_tap else "")
            words = joined([tag("b", label), " ", tag("small", " · ".join(filter(None, told)))])
            shown.append(button(words, "bleed_all", None, "vk-quiet vt-offer", title=hint, data_key="bleed-all"))
        for yes in (True, False):
            ballots = self.ballots(view, yes)
            if not ballots or view.referendum is None:
                continue
            after, side = all_cast(view, ballots), 0 if yes else 1
            n = after.standing[side] - view.referendum.standing[side]
            label = pen.say(f"vtes.do.all_{'for' if yes else 'against'}", n=n)
            effect = standing(view, after, pen)
            words = joined([tag("b", label), " ", tag("small", effect)])
            hint = pen.say("vtes.do.all_votes.hint")
            against_own = not yes and view.referendum.caller == view.me
            stands_out = self._proposed() in ballots[:-1]
            looks = f"vt-offer {'vk-primary' if stands_out else 'vt-idle-offer' if against_own else ''}".rstrip()
            shown.append(button(words, "vote_all", yes, looks, title=hint, data_key=f"vote-all-{yes}"))
        return shown

    def advised(self, view: View, pen: HtmlWriter) -> tuple[Html, list[str]] | None:
        """Return the press that ends the turn, where that is what stands out, with what it brings to each vampire."""
        plan = self.closing(view)
        if not plan:
            return None
        moved, lines = Counter([action.card for action in plan if isinstance(action, do.Transfer)]), []
        for number, n in moved.items():
            seen = self._known[number]
            left = (card_html.record(seen.card).capacity if seen.card else 0) - seen.counters - n
            lines.append(
                pen.say("vtes.close.left" if left > 0 else "vtes.close.full", name=self._name(number, pen), n=left)
            )
        words = tag("b", pen.say("vtes.let_go.turn"), ": ", *self._moves(view, moved, pen))
        return button(words, "close", None, data_key="advised"), lines

    def _moves(self, view: View, moved: Counter[int], pen: HtmlWriter) -> list[str]:
        """Onto whom pool goes, and what pool is left."""
        found = [f"{self._name(card, pen)} +{n}" for card, n in moved.items()]
        if moved and view.me is not None:  # first, where the rest may be cut
            pool = view.seats[view.me].pool
            what = pen.say("vtes.what.pool")
            found.insert(0, pen.say("vtes.change", what=what, old=pool, new=pool - moved.total()))
        return [" · ".join(found)]

    def _closing(self, view: View, pen: HtmlWriter, discards: bool = False) -> Html | None:
        """What ends her turn as she would be advised: onto whom pool goes, what pool is left; apart, with a discard."""
        plan = self.closing(view, discards)
        asked = view.decision
        if not plan or view.me is None or asked is None:
            return None
        if discards:
            if asked.kind != "transfer" and not self.closing(view):
                return None  # so early it would let an influence phase go by
            card = next(action.card for action in plan if isinstance(action, do.Discard))
            words = pen.say("vtes.do.close.discards", name=self._name(card, pen))
            hint = pen.say("vtes.do.close.discards.hint")
            return button(words, "close", True, "vt-offer vk-quiet", title=hint, data_key="close-discards")
        moved = Counter([action.card for action in plan if isinstance(action, do.Transfer)])
        words = joined([tag("b", pen.say("vtes.let_go.turn")), " ", tag("small", *self._moves(view, moved, pen))])
        hint = pen.say("vtes.do.close.hint")
        return button(words, "close", None, "vt-offer vk-primary vt-closing", title=hint, data_key="close")

    def _settlement(self, view: View, k: int, row: tuple[Action, ...], first: bool, pen: HtmlWriter) -> Html:
        """What is done about all contests at once: what is held on to, what burns, the pool that it costs."""
        assert view.me is not None
        own = view.seats[view.me]
        held = {action.card for action in row if isinstance(action, do.Pay)}
        lost = [action.card for action in row if isinstance(action, do.Yield)]
        pool = own.pool - sum(seen.number in held for seen in own.contested)
        if held and lost:
            label = pen.say("vtes.do.pay", name=pen.say("comma").join(self._name(number, pen) for number in held))
        else:
            label = pen.say(f"vtes.do.{'yield' if lost else 'pay'}_all")
        effects = [pen.say("vtes.told.destroyed", name=self._name(number, pen)) for number in lost if held]
        if pool < own.pool:
            effects.append(pen.say("vtes.change", what=pen.say("vtes.what.pool"), old=own.pool, new=pool))
        words = joined([tag("b", label), " ", tag("small", " · ".join(effects)) if effects else None])
        return button(words, "settle", k, "vt-offer vk-primary" if first else "vt-offer", data_key=f"settle-{k}")

    def _facts(self, view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
        """The few numbers that a choice is measured by."""
        if asked.kind == "block" and view.action is not None and view.action.stealth > 0:
            return tag("span", pen.say("vtes.block.needs", n=view.action.stealth), " ", cls="vt-fact")
        if asked.kind == "minion":
            left, prey = len(view.seats[asked.seat].untapped), view.seats[asked.seat].prey
            if left and ring_html.is_deadly(view, asked.seat):
                name = view.names[view.seats[asked.seat].predator or 0]
                return tag("span", pen.say("vtes.ask.guard", name=name), " ", cls="vt-fact vt-warns")
            if prey is not None and ring_html.can_bleed_freely(view):
                key = "all_tapped" if view.seats[prey].ready else "no_blocker"
                return tag("span", pen.say(f"vtes.ask.{key}", name=view.names[prey]), " ", cls="vt-fact")
            return tag("span", pen.say("vtes.left", n=left), " ", cls="vt-fact")
        return None

    def _note(self, view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
        """What a kind of question is about, in a sentence, in the turn in which a first game asks it first."""
        if self.notes is None or asked.kind not in NOTED:
            return None
        first = self.notes.setdefault(asked.kind, view.moment.turn)
        return tag("span", pen.say(f"vtes.note.{asked.kind}"), " ") if first == view.moment.turn else None

    def _does(self, number: int | None, pen: HtmlWriter) -> Html | None:
        """What a card of the hand that is taken does, in words; ``None`` where none is."""
        card = self._known[number].card if number is not None and self._is_held(number) else None
        if card is None:
            return None
        return tag("span", tag("b", pen.name(card)), " ", card_html.brief(card, pen.lang), cls="vt-card-does")

    def said(self, action: Action, view: View, pen: HtmlWriter) -> str:
        """An action as a sentence."""
        return action_words(action, view, pen.lang, view.decision)

    def _one(self, view: View, number: int, pen: HtmlWriter) -> list[Html | None]:
        """What is picked: all its ways; or why it has none now."""
        ways = self._ways(number)
        if self._is_held(number):  # a card that is taken while a minion is chosen is for it, if it can play it
            doer = self._minion if self._on_minions and len(ways) > MOST_WAYS else self._chosen
            ways = self._worthwhile([action for action in ways if self._doer(action) == doer] or ways)
        looks, to_all = "vk-icon vk-quiet vt-back-out", pen.say("vtes.back_to_all")
        back = button("✕", "pick", None, looks, aria_label=to_all, data_key="pick-none")
        if not ways:
            why = self._why_not(self._attempt(view, number))
            label = self._name(number, pen)
            nearest = self.said(why.nearest, view, pen) if why is not None and why.nearest is not None else ""
            card = self._known[number].card
            reason = tag("small", idle_note(view, card, pen)) if card and self._is_held(number) else None
            locked = not_now(pen, joined([label, " ", reason]), why, nearest) if why is not None else None
            return [self._arming(view, number, pen), locked, back]
        several = len({self._doer(a) for a in ways}) > 1
        offers = [with_doubt(view, offer(view, action, pen, who=several), pen) for action in ways]
        if len(offers) > BOTH and len({one.effect for one in offers}) == 1:  # what all do stands beside the question
            name = self._name(number, pen) + " "
            offers = [
                replace(one, label=one.label.removeprefix(name), effect=whose(view, one.action)) for one in offers
            ]
        return [self._arming(view, number, pen), *self._offered(view, offers, pen), back]

    def _offered(self, view: View, offers: list[MoveOffer], pen: HtmlWriter) -> list[Html | None]:
        """Buttons, of which the proposed one stands out, if no press for several decisions does; a lone way, too."""
        proposed = self._proposed()
        alone = self._picked is not None and len(offers) == 1
        together = isinstance(proposed, do.Vote) and proposed in self.ballots(view, proposed.yes)
        together = together or (isinstance(proposed, do.Pay | do.Yield) and bool(self.settlements(view)))
        shown: list[Html | None] = []
        for one in offers:
            helped = block_with(view, one.action, pen) if self._arms and isinstance(one.action, do.Block) else None
            if helped is not None:
                shown.append(self._press(helped[0], one.action == proposed, card=helped[1]))
                continue
            shown.append(self._press(one, alone or (one.action == proposed and not together)))
            if isinstance(one.action, do.Use):
                shown.append(self._arming(view, one.action.card, pen))
        return shown

    def _attempt(self, view: View, number: int) -> Action:
        """Return how a card of the hand would most likely be played now, to be told why it cannot."""
        assert view.me is not None
        own = view.seats[view.me].ready
        acting = view.action.actor.number if view.action is not None else None
        printed = card_html.record(self._known[number].card or "")
        needs = printed.needs.discipline

        def unlikely(seen: SeenCard) -> tuple[bool, bool, bool]:
            lacks = bool(needs) and needs not in dict(seen.disciplines)
            return lacks, seen.number not in (acting, self._chosen), seen.tapped

        likely = sorted(own, key=unlikely)
        minion = likely[0].number if likely and printed.type not in ("master", "out_of_turn") else None
        return do.Play(number, SELF if minion is None else minion)

    def _passes(self, view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
        if (
            self._found.passes is None
        ):  # in a minion phase hungry vampires hunt first; elsewhere something must be chosen
            tried = [do.Pass()] if asked.kind == "minion" else []
            return self._locked(tried, view, pen)
        proposed, closing = self._proposed(), bool(self.closing(view))
        until = self.may_let_go(view)
        ends = (
            until == "turn" and proposed == self._found.passes and (self.notes is not None or bool(self._plans(view)))
        )
        looks = "vt-pass" if proposed in (None, self._found.passes) and not (closing or ends) else "vt-pass vk-quiet"
        first = proposed == self._found.passes and not (closing or ends)
        one = self._press(offer(view, self._found.passes, pen), first, looks, data_enter=not ends)
        if not until:
            return one
        words = [tag("b", pen.say(f"vtes.let_go.{until}")), " ", tag("small", pen.say(f"vtes.let_go.{until}.does"))]
        all_that_comes = button(
            joined(words),
            "let_go",
            None,
            "vt-offer vk-primary" if ends else "vk-quiet vt-offer",
            data_enter=ends,
            title=pen.say(f"vtes.let_go.{until}.hint"),
            data_key="let-go",
        )
        return joined([one, all_that_comes])

    def _locked(self, tried: Iterable[Action], view: View, pen: HtmlWriter) -> Html | None:
        """What may not be done, with the reason on a press."""
        shown = []
        for action in tried:
            why = self._why_not(action)
            if why is not None:
                nearest = self.said(why.nearest, view, pen) if why.nearest is not None else ""
                shown.append(not_now(pen, self.said(action, view, pen), why, nearest))
        return joined(shown) if shown else None

    def _press(
        self, offered: MoveOffer, primary: bool = False, cls: str = "", card: int | None = None, **more: Any
    ) -> Html:
        """A button for a move; ``card``: what is armed for it in the same press."""
        effect = tag("small", offered.effect, cls="vk-loss" if offered.loses else None) if offered.effect else None
        glows = "vk-glow" if offered.action == self.glow else ""
        first = "vk-primary" if primary else "vt-idle-offer" if offered.idle else ""
        looks = " ".join(part for part in ("vt-offer", cls, first, glows) if part)
        done = offered.action.to_json()
        return button(
            joined([tag("b", offered.label), " ", effect]),
            "act" if card is None else "act_with", done if card is None else [card, done], looks,
            data_key=f"act-{offered.action.code}", **more,
        )  # fmt: skip

    # Showing: what is pressed on the table ----------------------------------------------------------------------

    def of_minion(self, view: View, number: int) -> tuple[tuple[str, int] | None, bool, bool]:
        """What a press on an own minion does, whether it is chosen, and whether a lesson waits for it."""
        self._look(view)
        if not self._on_minions or view.decision is None or not self._ways(number):
            return None, False, False
        waited = self.glow is not None and self._doer(self.glow) == number and self._minion != number
        return ("pick", number), self._minion == number, waited

    def around(self, view: View, pen: HtmlWriter) -> Html | None:
        """Return what stands around the minion that is chosen, if its ways do not stand in the bar."""
        return None if self._all_in_bar else self.verbs(view, pen)

    def verbs(self, view: View, pen: HtmlWriter) -> Html | None:
        """The ways of the minion that is chosen, to stand around it; what it cannot do is there, with its reason."""
        self._look(view)
        number = self._minion
        if number is None or view.decision is None:
            return None
        proposed = self._proposed()
        shown: list[Html] = []
        cards: dict[str, list[Action]] = {}
        more = self._more_of(number)
        own = [action for action in self._ways(number) if self._doer(action) == number and action not in more]
        own.sort(
            key=lambda action: (action != proposed, self._in_vain(view, action))
        )  # what stands out is in the middle
        for action in own:
            if isinstance(action, do.Play) and (card := self._known[action.card].card) is not None:
                cards.setdefault(card, []).append(action)
            else:
                shown.append(self._verb(offer(view, action, pen), action == proposed))
        for ways in cards.values():
            first = proposed in ways and getattr(proposed, "card", SELF) != self._picked
            shown.insert(0 if proposed in ways else len(shown), self._card_verb(view, ways, first, pen))
        for tried in (do.Bleed(number), do.Hunt(number)):
            if tried not in own and (why := self._why_not(tried)) is not None:
                nearest = self.said(why.nearest, view, pen) if why.nearest is not None else ""
                label = pen.say(f"vtes.verb.{tried.do}")
                shown.append(tag("div", not_now(pen, label, why, nearest), cls="vt-verb vt-cannot"))
        name = self._name(number, pen)
        return tag("div", shown, cls=f"vt-verbs vt-verbs-{len(shown)}", role="group", aria_label=name, lang=pen.lang)

    def _verb(self, offered: MoveOffer, first: bool = False) -> Html:
        glows = " vk-glow" if offered.action == self.glow else ""
        leads = " vt-first" if first else " vt-idle-offer" if offered.idle else ""
        sign = tag("span", art.use(offered.sign) if offered.sign else None, cls="vt-verb-sign")
        words = tag("span", tag("b", offered.label), " ", tag("small", offered.effect) if offered.effect else None)
        return button(
            joined([sign, words]), "act", offered.action.to_json(), f"vt-verb{leads}{glows}",
            data_key=f"act-{offered.action.code}",
        )  # fmt: skip

    def _in_vain(self, view: View, action: Action) -> bool:
        """Whether a card would be played at nothing."""
        card = self._known[action.card].card if isinstance(action, do.Play) else None
        return card is not None and lacks_target(view, card)

    def _card_verb(self, view: View, ways: list[Action], first: bool, pen: HtmlWriter) -> Html:
        """A card that the minion can play: at once if there is one way; else it is taken, and the bar has its ways."""
        ways = self._worthwhile(ways)
        if len(ways) == 1:
            return self._verb(offer(view, ways[0], pen), first)
        shown = offer(view, ways[0], pen)
        card = ways[0].card if isinstance(ways[0], do.Play) else SELF
        name = pen.name(self._known[card].card or "")
        sign = tag("span", art.use(shown.sign) if shown.sign else None, cls="vt-verb-sign")
        words = tag("span", tag("b", name), " ", tag("small", pen.say("vtes.ways", n=len(ways))))
        looks = "vt-verb" + (" vt-first" if first else "") + (" vk-glow" if self.glow in ways else "")
        return button(joined([sign, words]), "pick", card, looks, data_key=f"take-{card}")

    def counters(self, view: View, seen: SeenCard, pen: HtmlWriter) -> Html | None:
        """What moves counters to an uncontrolled vampire and back: 1, or as many as it takes."""
        self._look(view)
        subject = self._found.of(seen.number) if seen.number is not None else None
        asked = view.decision
        if subject is None or asked is None or asked.kind != "transfer":
            return None
        shown: list[Html] = []
        proposed = self._proposed()
        for action in subject.actions:
            if not isinstance(action, do.Transfer | do.TakeBack):
                continue
            n = self._most(view, action) if self._at_once and isinstance(action, do.Transfer) else 1
            first = " vk-primary" if action == proposed and not self.closing(view) else ""
            offered = offer(view, action, pen)
            sign = "+1" if isinstance(action, do.Transfer) else "−1"
            glows = "vk-glow" if action == self.glow else ""
            looks = f"vt-count {glows}{'' if n > 1 else first}"
            shown.append(
                button(
                    sign, "act", action.to_json(), looks, data_key=f"act-{action.code}",
                    aria_label=f"{offered.label}: {offered.effect}", title=offered.label,
                )
            )  # fmt: skip
            if n > 1:
                words = pen.say("vtes.do.transfers", n=n, name=pen.name(seen.card or ""))
                shown.insert(
                    1,
                    button(
                        f"+{n}", "act_times", [n, action.to_json()], f"vt-count{first}", aria_label=words,
                        title=words, data_key=f"times-{action.code}",
                    ),
                )  # fmt: skip
        warned = self._contests(seen.card) if seen.card else None
        twice = any(one.card == seen.card and one.counters for one in self._others_coming(view, seen))
        note = None
        if is_full(seen):
            note = tag("small", pen.say("vtes.full"), cls="vt-note")
        elif warned is not None:
            note = tag("small", pen.say("vtes.contests", name=warned), cls="vt-note vt-warns")
        elif twice:
            note = tag("small", pen.say("vtes.contests.own"), cls="vt-note vt-warns")
        name = pen.name(seen.card) if seen.card else ""
        return joined([tag("span", shown, cls="vt-counts", role="group", aria_label=name), note])

    def _contests(self, card: str) -> str | None:
        """Who has a copy of an unready vampire in play: were he to come out, both would be contested (CONT-01)."""
        assert self._view is not None
        for seat in self._view.seats:
            if any(seen.card == card for seen in (*seat.ready, *seat.torpor, *seat.contested)):
                return seat.name
        return None

    def _others_coming(self, view: View, seen: SeenCard) -> list[SeenCard]:
        """Return the own unready vampires but one."""
        return [one for one in view.seats[view.me or 0].uncontrolled if one.number != seen.number]

    def _most(self, view: View, action: do.Transfer) -> int:
        """Return how many transfers at once would go there: to the capacity, and not into the last pool."""
        seen = self._known[action.card]
        assert seen.card is not None
        assert view.me is not None
        room = card_html.record(seen.card).capacity - seen.counters
        return min(view.transfers, room, view.seats[view.me].pool - 1)

    def _arming(self, view: View, number: int, pen: HtmlWriter) -> Html | None:
        """What arms a card, or does so no more."""
        when = self._armed_for(number)
        if not when:
            return None
        in_play = all(seen.number != number for seen in view.seats[view.me or 0].hand)
        label = pen.say("vtes.arm.always" if in_play else f"vtes.arm.{when}")
        hint = pen.say(f"vtes.arm.{when}.hint") + (" " + pen.say("vtes.arm.always.hint") if in_play else "")
        on = number in self.armed
        picked = number == self._picked and not in_play  # then it says when it would be used
        return button(
            joined([tag("b", label), " ", tag("small", pen.say(f"vtes.arm.{when}.hint")) if picked else None]),
            "arm",
            number,
            f"vt-offer vt-arm{' vt-arm-always' if in_play else ''}",
            on=on,
            title=hint,
            data_key=f"arm-{number}",
        )

    def armed_mark(self, view: View, number: int | None, pen: HtmlWriter) -> Html | None:
        """What stands beside an own card in play that is used each time: a press ends that."""
        self._look(view)
        return self._arming(view, number, pen) if number is not None and number in self.armed else None

    # Showing: the hand ------------------------------------------------------------------------------------------

    def hand(self, view: View, pen: HtmlWriter, live: bool = True) -> Html:
        """The own hand as a fan; what can be played now is lit.

        ``live``: whether a card can be picked; else it opens.
        """
        if view.me is None or not view.seats[view.me].here or not view.seats[view.me].hand:
            return Html("")
        if live:
            self._look(view)
        shown = []
        proposed = self._proposed() if live and self._picked is None else None
        elsewhere = any(proposed in held.actions for held in self._more_of_hand()) or proposed in self._in_bar()
        elsewhere = elsewhere or (self._on_minions and proposed in self._ways(self._minion))
        for seen in view.seats[view.me].hand:
            number = seen.number
            if seen.card is None or number is None:
                continue
            ways = self._ways(number) if live and view.decision is not None else []
            idle = not ways and number not in self.armed
            face = card_html.hand_face(pen, seen.card)
            if idle:
                note = idle_note(view, seen.card, pen) if live else ""
                face = replace(face, text=card_html.brief(seen.card, pen.lang, short=True), note=note)
            elif isinstance(proposed, do.Discard) and number == proposed.card:
                needs = who_could(view, seen.card, pen) and idle_reason(view, seen.card, pen)
                face = replace(face, note=pen.say("vtes.idle.discard", why=needs or pen.say("vtes.idle.least")))
            shown.append(
                HandCard(
                    face,
                    f"card-{number}",
                    do="pick" if live and view.decision is not None else "",
                    value=number,
                    drag=number if live and self.takes_aim(view, number) else None,
                    on=number == self._picked if live and view.decision is not None else None,
                    glow=self.glow in ways if self.glow is not None else False,
                    opens=f"card:{seen.card}",
                    idle=idle,
                    proposed=not elsewhere and proposed is not None and number == about(proposed),
                    mark=pen.say(f"vtes.armed.{when}")
                    if number in self.armed and (when := armed_for(seen.card))
                    else "",
                )
            )
        return hand(pen, shown, pen.say("vtes.hand"))

    def _name(self, number: int, pen: HtmlWriter) -> str:
        seen = self._known.get(number)
        return pen.name(seen.card) if seen is not None and seen.card is not None else ""
