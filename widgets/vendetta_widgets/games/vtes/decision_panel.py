"""The decision panel of V:TES: the open question, and its answers grouped by what they are about.

A common move is one press; a card with many ways to be played is picked first, in the hand or here, and then its way.
A card of the hand that cannot be played now says why when it is picked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.card_text import option_text
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from ...controls import button, not_now
from ...html import Html, HtmlWriter, joined, tag
from . import card_html
from .decision_choices import SELF, ActionGroup, Choices, choices, in_play, is_full

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


__all__ = ["Panel"]

MOST_WAYS: Final = 3
"""So many ways of a subject stand beside it; if there are more it is picked first."""
ONE_ROW: Final = 8
"""More cards than that lie in two rows where there is room for a fan."""
_YES_NO: Final = ("diablerize_blocked", "rescue_consent")
"""Questions that are answered by yes or no: 1 and 0 are no players there."""


class Panel:
    """The open decision of one person.

    Args:
        why_not: says why her seat may not do something now; ``None`` if it may.
        at_once: whether several transfers to one vampire can be one press; a lesson tells each.
        lets_go: whether what is asked in a view may be let go by, and with it all of that kind until the turn is over.
    """

    def __init__(
        self,
        why_not: Callable[[Action], WhyNot | None],
        at_once: bool = True,
        lets_go: Callable[[View], bool] = lambda _: False,
    ) -> None:
        self._why_not = why_not
        self._at_once = at_once
        self._lets_go = lets_go
        self.glow: Action | None = None
        """A move that a lesson waits for: it is marked, at each step."""
        self._asked: Decision | None = None
        self._picked: int | None = None
        self._view: View | None = None
        self._known: dict[int, SeenCard] = {}

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, what: str, value: Any) -> Action | None:
        """What was pressed; gives back an action once there is one."""
        if what == "pick":
            self._picked = int(value) if value is not None and int(value) != self._picked else None
            return None
        return do.ACTIONS.from_json(value) if what == "act" else None

    def _look(self, view: View) -> None:
        """Take in a view: what was picked stays as long as the question is the same and it can be answered with it.

        A card of the hand stays in any case: it says why it cannot be played.
        """
        if view is self._view:
            return
        self._view, self._known = view, in_play(view)
        asked = view.decision
        same = asked is not None and self._asked is not None and asked.kind == self._asked.kind
        if not same or asked is None or not self._still(view, asked):
            self._picked = None
        self._asked = asked

    def _still(self, view: View, asked: Decision) -> bool:
        """Whether what was picked is something to be picked in this view, too."""
        own = {seen.number for seen in view.seats[view.me].hand} if view.me is not None else set()
        return self._picked in own or (self._picked is not None and choices(view, asked).of(self._picked) is not None)

    # Showing ------------------------------------------------------------------------------------------------

    def question(self, view: View, pen: HtmlWriter) -> str:
        """The open question, to be read out."""
        return practice_words().decision_text(view.decision, pen.lang) if view.decision is not None else ""

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """The panel for the open decision of a view; empty if there is none."""
        self._look(view)
        asked = view.decision
        if asked is None:
            return Html("")
        found = choices(view, asked)
        head = tag(
            "div",
            tag("h2", self.question(view, pen), data_home=True),
            tag("p", self._purse(view, asked, pen), pen.rules(asked.rules), cls="vk-hint"),
            cls="vk-question",
        )
        if self._picked is not None:
            body = self._one(view, asked, found, self._picked, pen)
        else:
            body = self._all(view, asked, found, pen)
        return tag("div", head, body, self._passes(view, asked, found, pen), lang=pen.lang)

    def said(self, action: Action, view: View, pen: HtmlWriter) -> str:
        """An action as a sentence."""
        self._look(view)
        assert view.decision is not None
        return self._text(action, view.decision, pen)

    def hand(self, view: View, pen: HtmlWriter, live: bool = True) -> Html:
        """The own hand as a fan; what can be done with a card now lights up.

        ``live``: whether a card can be picked; else it opens.
        """
        if view.me is None or not view.seats[view.me].hand:
            return Html("")
        if not live:
            past = [tag("li", card_html.past_card(pen, seen.card)) for seen in view.seats[view.me].hand if seen.card]
            return _fan(past, pen)
        self._look(view)
        found = choices(view, view.decision) if view.decision is not None else Choices((), None)
        fan = [
            tag(
                "li",
                card_html.hand_card(
                    pen, seen.card, number, self._about(found, number) is not None, number == self._picked
                ),
            )
            for seen in view.seats[view.me].hand
            if seen.card is not None and (number := seen.number) is not None
        ]
        return _fan(fan, pen)

    def _about(self, found: Choices, number: int) -> ActionGroup | None:
        """What can be done with a card; of equal ones in her hand one is on offer, and stands for all."""
        card, copies = self._known[number].card, [found.of(number)]
        copies += [s for s in found.subjects if s.place == "hand" and self._known[s.number].card == card]
        return next((subject for subject in copies if subject is not None), None)

    @staticmethod
    def _purse(view: View, asked: Decision, pen: HtmlWriter) -> Html | None:
        """What a choice is paid from or measured by: her pool, her transfers, the stealth that a block must reach."""
        if asked.kind == "block" and view.action is not None and view.action.stealth > 0:
            return tag("b", pen.say("vtes.block.needs", n=view.action.stealth), " ", cls="vt-purse")
        said = [f"{view.seats[asked.seat].pool} {pen.game('board', 'pool')}"]
        if asked.kind == "transfer":
            said.append(pen.say("vtes.transfers", n=view.transfers))
        elif asked.kind not in ("untap", "master", "minion"):
            return None
        return tag("b", " · ".join(said), " ", cls="vt-purse")

    def _passes(self, view: View, asked: Decision, found: Choices, pen: HtmlWriter) -> Html | None:
        if found.passes is None:  # in a minion phase hungry vampires hunt first; elsewhere something must be chosen
            tried = [(self._text(do.Pass(), asked, pen), do.Pass())] if asked.kind == "minion" else []
            return self._locked(tried, asked, pen)
        cls = f"vt-pass {self._glow(found.passes)}"
        one = button(self._text(found.passes, asked, pen), "act", found.passes.to_json(), cls, data_enter=True)
        if not self._lets_go(view):
            return one
        all_that_comes = button(pen.say("vtes.let_go"), "let_go", None, "vk-quiet", title=pen.say("vtes.let_go.hint"))
        return tag("div", one, all_that_comes, cls="vk-buttons vt-passes")

    # All that can be done -------------------------------------------------------------------------------------

    def _all(self, view: View, asked: Decision, found: Choices, pen: HtmlWriter) -> Html:
        groups = []
        for place in dict.fromkeys(subject.place for subject in found.subjects):
            rows = [self._row(view, asked, s, pen) for s in found.subjects if s.place == place]
            groups.append(tag("section", tag("h3", pen.say(f"vtes.group.{place}")), rows, cls="vt-group"))
        return tag("div", groups, self._idle(view, asked, found, pen), cls="vt-groups")

    def _row(self, view: View, asked: Decision, subject: ActionGroup, pen: HtmlWriter) -> Html:
        """A subject and the ways that it offers; where there are many, one button that picks it."""
        if subject.number == SELF or subject.place == "choose":
            buttons = [self._press(self._text(a, asked, pen), a) for a in subject.actions]
            return tag("div", buttons, cls="vk-buttons")
        plain = [a for a in subject.actions if not isinstance(a, do.Play) or subject.place != "hand"]
        if subject.place == "hand" and len(subject.actions) > MOST_WAYS:
            words = pen.say("vtes.ways", n=len(subject.actions))
            shown = [button(words, "pick", subject.number, f"vk-quiet {self._glow(*subject.actions)}")]
        else:
            first = _each_kind(plain) if len(plain) > MOST_WAYS + 1 else subject.actions
            several = asked.kind == "minion" or len({getattr(a, "minion", SELF) for a in first}) > 1
            shown = [self._press(self._way(view, a, pen, several), a) for a in first]
            if self._at_once and isinstance(first[0], do.Transfer) and (n := self._most(view, first[0])) > 1:
                words = pen.say("vtes.do.transfers", n=n)
                shown.insert(1, button(words, "act_times", [n, first[0].to_json()]))
            if len(first) < len(subject.actions):
                rest = len(subject.actions) - len(first)
                cls = f"vk-quiet {self._glow(*set(subject.actions).difference(first))}"
                shown.append(button(pen.say("vtes.ways", n=rest), "pick", subject.number, cls))
        group = tag("div", shown, cls="vk-buttons", role="group", aria_label=self._name(subject.number, pen))
        return tag("div", self._subject(subject.number, pen, subject.place), group, cls="vt-subject")

    def _subject(self, number: int, pen: HtmlWriter, place: str = "") -> Html:
        seen = self._known[number]
        assert seen.card is not None
        facts = None
        poll = self._view.referendum if self._view is not None else None
        votes = {ballot.number: ballot.votes for ballot in poll.ballots} if poll is not None else {}
        capacity = seen.capacity or card_html.record(seen.card).capacity
        if number in votes:
            key = "vtes.votes.prisci" if seen.title == "priscus" else "vtes.votes"
            facts = tag("small", pen.say(key, n=votes[number]))
        elif capacity:
            key = "vtes.blood" if seen.capacity else "vtes.full" if is_full(seen) else "vtes.waits"
            facts = tag("small", pen.say(key, n=seen.counters, capacity=capacity))
            if not seen.capacity and (there := self._contests(seen.card)) is not None:
                facts = joined([facts, tag("small", pen.say("vtes.contests", name=there), cls="vt-warns")])
        elif place != "hand" and card_html.record(seen.card).life:
            facts = tag("small", pen.say("vtes.life", n=seen.counters))
        elif place == "play":
            facts = tag("small", card_html.brief(seen.card, pen.lang))
        elif (price := card_html.cost(pen, seen.card)) is not None:
            facts = tag("small", price)
        return tag("p", pen.opens_card(seen.card, pen.name(seen.card), "vk-opens"), facts, cls="vt-subject-name")

    def _contests(self, card: str) -> str | None:
        """Who has a copy of an unready vampire in play: were he to come out, both would be contested (CONT-01)."""
        assert self._view is not None
        for seat in self._view.seats:
            if any(seen.card == card for seen in (*seat.ready, *seat.torpor, *seat.contested)):
                return seat.name
        return None

    def _most(self, view: View, action: do.Transfer) -> int:
        """Return how many transfers at once would go there: to the capacity, and not into the last pool."""
        seen = self._known[action.card]
        assert seen.card is not None
        assert view.me is not None
        room = card_html.record(seen.card).capacity - seen.counters
        return min(view.transfers, room, view.seats[view.me].pool - 1)

    def _idle(self, view: View, asked: Decision, found: Choices, pen: HtmlWriter) -> Html | None:
        """One's minions with which nothing can be done where others can act or block, each with its reason."""
        tried: list[tuple[str, Action]] = []
        kinds: dict[str, Callable[[int], Action]] = {"minion": do.Bleed, "block": do.Block}
        if asked.kind not in kinds:
            return None
        own = view.seats[asked.seat]
        for seen in (*own.ready, *own.torpor):
            if seen.number is not None and found.of(seen.number) is None:
                tried.append((self._name(seen.number, pen), kinds[asked.kind](seen.number)))
        locked = self._locked(tried, asked, pen)
        return tag("section", tag("h3", pen.say("vtes.idle")), locked, cls="vt-group") if locked else None

    def _locked(self, tried: Iterable[tuple[str, Action]], asked: Decision, pen: HtmlWriter) -> Html | None:
        """What may not be done, with the reason on a press."""
        shown = []
        for label, action in tried:
            why = self._why_not(action)
            if why is not None:
                nearest = self._text(why.nearest, asked, pen) if why.nearest is not None else ""
                shown.append(not_now(pen, label, why, nearest))
        return tag("div", shown, cls="vk-buttons vk-forbidden") if shown else None

    # One subject ------------------------------------------------------------------------------------------------

    def _one(self, view: View, asked: Decision, found: Choices, number: int, pen: HtmlWriter) -> Html:
        """What is picked: what it says, and all its ways, by who plays it; or why it has none now."""
        subject = self._about(found, number)
        seen = self._known[number]
        assert seen.card is not None
        title = pen.say("vtes.group.ways" if subject is not None else "vtes.group.no_way", name=pen.name(seen.card))
        text = tag("p", pen.writing.text(seen.card, pen.lang), cls="vt-picked-text")
        ways: list[Html | None] = []
        if subject is None:
            action = self._attempt(view, number)
            ways.append(self._locked([(self._text(action, asked, pen), action)], asked, pen))
        else:
            by = dict.fromkeys(getattr(action, "minion", SELF) for action in subject.actions)
            for minion in by:
                own = [a for a in subject.actions if getattr(a, "minion", SELF) == minion]
                pressed = [self._press(self._way(view, a, pen, minion == SELF or len(by) == 1), a) for a in own]
                buttons = tag("div", pressed, cls="vk-buttons")
                several = minion != SELF and minion != number and len(by) > 1
                ways.append(tag("div", self._subject(minion, pen), buttons, cls="vt-subject") if several else buttons)
        back = button(pen.say("vtes.back_to_all"), "pick", None, "vk-quiet")
        return tag("div", tag("section", tag("h3", title), text, ways, cls="vt-group vt-picked"), back, cls="vt-groups")

    def _attempt(self, view: View, number: int) -> Action:
        """Return how a card of the hand would most likely be played now, to be told why it cannot."""
        assert view.me is not None
        own = view.seats[view.me].ready
        acting = view.action.actor.number if view.action is not None else None
        likely = sorted(own, key=lambda seen: (seen.number != acting, seen.tapped))
        printed = card_html.record(self._known[number].card or "")
        minion = likely[0].number if likely and printed.type not in ("master", "out_of_turn") else None
        return do.Play(number, SELF if minion is None else minion)

    # Words ------------------------------------------------------------------------------------------------------

    def _press(self, label: str, action: Action) -> Html:
        return button(label, "act", action.to_json(), self._glow(action))

    def _glow(self, *actions: Action) -> str:
        return "vk-glow" if self.glow in actions else ""

    def _name(self, number: int, pen: HtmlWriter) -> str:
        """What a number in an action stands for: a player, or a card that the reader knows."""
        assert self._view is not None
        if number < len(self._view.names):  # cards have higher numbers
            return self._view.names[number]
        seen = self._known.get(number)
        card = seen.card if seen is not None else None
        return pen.name(card) if card is not None else pen.game("part", "a_card")

    def _text(self, action: Action, asked: Decision, pen: HtmlWriter) -> str:
        """An action as a whole sentence, wherever it stands."""
        assert self._view is not None
        known = self._known
        return practice_words().action_text(
            action, self._view.names, lambda n: known[n].card if n in known else None, pen.lang, asked
        )

    def _way(self, view: View, action: Action, pen: HtmlWriter, minion: bool = True) -> str:
        """An action in brief, beside what it is about; ``minion``: whether who plays it is said."""
        if isinstance(action, do.Bleed):
            prey = view.seats[view.moment.seat].prey
            assert prey is not None
            return pen.say("vtes.do.bleed", name=view.names[prey], n=self._known[action.minion].bleed)
        if isinstance(action, do.Vote):
            key = "vtes.do.for" if action.yes else "vtes.do.against"
            by = self._parts(action.minion, -1, action.superior, action.source, pen, minion)
            return pen.say("comma").join([pen.say(key), *by])
        if isinstance(action, do.Play):
            by = self._parts(action.minion, action.target, action.superior, action.card, pen, minion)
            printed = card_html.record(self._known[action.card].card or "") if action.card in self._known else None
            if printed is not None and action.choice >= 0:
                by.append(option_text(printed, action.part & 15, action.choice, pen.lang).lstrip(",: "))
            words = pen.say("comma").join(by) or pen.say("vtes.do.play")
            return words[:1].upper() + words[1:]
        if isinstance(action, do.Use | do.Strike):
            by = self._parts(-1, action.target, False, -1, pen, minion)
            return " ".join([pen.say(f"vtes.do.{action.do}"), *by])
        if isinstance(action, do.Hunt) and is_full(self._known[action.minion]):
            return pen.say("vtes.do.hunt.full")
        if isinstance(action, do.Transfer) and is_full(self._known[action.card]):
            return pen.say("vtes.do.transfer.full")
        brief = {do.Hunt, do.Leave, do.Block, do.Transfer, do.TakeBack, do.Pay, do.Yield, do.Discard}
        if type(action) in brief:
            return pen.say(f"vtes.do.{action.do}")
        assert view.decision is not None
        return self._text(action, view.decision, pen)

    def _parts(self, minion: int, target: int, superior: bool, card: int, pen: HtmlWriter, by: bool) -> list[str]:
        """By whom, at which level, at what."""
        parts = [pen.say("vtes.by", name=self._name(minion, pen))] if by and minion in self._known else []
        printed = card_html.record(self._known[card].card or "") if card in self._known else None
        if printed is not None and printed.superior:
            parts.append(pen.say("vtes.superior" if superior else "vtes.basic"))
        if target >= 0:
            parts.append(pen.say("vtes.at", name=self._name(target, pen)))
        return parts


def _fan(held: Sequence[Html], pen: HtmlWriter) -> Html:
    """The cards of a hand, one beside the other."""
    rows = "vt-fan vt-fan-rows" if len(held) > ONE_ROW else "vt-fan"
    return tag("ol", held, cls=rows, aria_label=pen.say("vtes.hand"), lang=pen.lang)


def _each_kind(actions: Sequence[Action]) -> list[Action]:
    """Return what is offered at once of many ways: one of each kind, and more only where there are few kinds."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    more = [action for same in kinds.values() for action in same[1:]]
    shown = [same[0] for same in kinds.values()]
    return [*shown, *more[: max(0, MOST_WAYS - len(shown))]]
