"""What V:TES asks now: what of it is picked, armed or aimed at, and which decisions one press can stand for."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from .offers import SELF, ActionGroup, Choices, ballot_of, choices, in_play, is_better_superior
from .unasked import armed_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


MOST_OF_HAND: Final = 4
"""So many ways to play cards of the hand stand in the bar at once."""
_OF_THE_HAND: Final = ("minion", "transfer", "discard")
"""What is asked about many cards, or has other places for them."""
CLOSABLE: Final = ("minion", "transfer")
"""The questions from which on the rest of a turn can be one press."""
MOST_VOTES: Final = 4
"""So many ways to vote stand in the bar; of more the main ones, and the rest on a press."""
SINGLE_VOTES: Final = -2
"""What is picked to have each way to vote by itself."""
OWN_MOVES: Final = (do.Bleed, do.Hunt, do.Leave, do.Rescue, do.Diablerize, do.Take)
"""What a minion does by itself, without a card."""


class DecisionState:
    """The open decision of one person: what is picked of it, and what stands out.

    Args:
        why_not: says why her seat may not do something now; ``None`` if it may.
        at_once: whether several decisions can be one press: transfers to one vampire, bleeds one after another, all
            votes of one side, a card of the hand in a short answer; a lesson tells each, but has the
            hand's votes, too.
        lets_go: until when what is asked in a view may be let go by, and with it what comes then: ``touched`` or
            ``action``; empty if it may not.
        arms: whether a card can be said to be used as soon as it is due: her action would be blocked, her block fall
            short, her bleed go through. A card of the hand once, a card in play each time.
        all_in_bar: whether a minion's ways stand in the bar, too, as beside a lesson's words, and not around it.
        proposes: what one would be advised to do in a view, which stands out; ``None``: nothing does.
        leaves_out: kinds of actions that are not offered, though they are legal.
        plans: what one would be advised to do about all contests, or for all the rest of the own turn; empty: nothing
            is.
    """

    def __init__(
        self,
        why_not: Callable[[Action], WhyNot | None],
        at_once: bool = True,
        lets_go: Callable[[View], str] = lambda _: "",
        all_in_bar: bool = False,
        arms: bool = False,
        proposes: Callable[[View], Action | None] = lambda _: None,
        plans: Callable[[View], list[Action]] = lambda _: [],
        leaves_out: tuple[type[Action], ...] = (),
    ) -> None:
        self._why_not = why_not
        self._at_once = at_once
        self._lets_go = lets_go
        self._all_in_bar = all_in_bar
        self._arms = arms
        self._proposes = proposes
        self._plans = plans
        self._leaves_out = leaves_out
        self.armed: set[int] = set()
        """Cards that are played or used by themselves as soon as they are due (:func:`.armed_for`)."""
        self.glow: Action | None = None
        """A move that a lesson waits for: it is marked, at each step."""
        self.notes: dict[str, int] | None = None
        """In a first game, in which turn each kind of question came first: there a sentence says what it is about."""
        self._asked: Decision | None = None
        self._picked: int | None = None
        self._chosen: int | None = None  # the minion that was picked last: a card that is picked then is for it
        self._view: View | None = None
        self._known: dict[int, SeenCard] = {}
        self._found = Choices((), None)

    # Hearing ------------------------------------------------------------------------------------------------

    def handle(self, what: str, value: Any) -> Action | None:
        """What was pressed; gives back an action once there is one."""
        if what == "pick":
            self._picked = int(value) if value is not None and int(value) != self._picked else None
            if self._picked is None or not self._is_held(self._picked):
                self._chosen = self._picked
            return None
        if what == "arm" and type(value) is int and self._armed_for(value):
            self.armed ^= {value}
            self._picked = None
            return None
        if what == "aim":
            return self._aim(value)
        if what != "act":
            return None
        self._picked = self._chosen = None  # it has done its part, even if it could be used again where it lies now
        return do.ACTIONS.from_json(value)

    def arm(self, number: int) -> None:
        """Have a card used as soon as it is due, if it can be."""
        if type(number) is int and self._armed_for(number):
            self.armed.add(number)

    def _armed_for(self, number: int) -> str:
        """Return when a card of her hand or in play would be used if it is armed; empty if it cannot be."""
        if not self._arms or self._view is None or self._view.me is None:
            return ""
        own = self._view.seats[self._view.me]
        card = next((seen.card for seen in (*own.hand, *own.held) if seen.number == number), None)
        return armed_for(card) if card is not None else ""

    def _aim(self, value: Any) -> Action | None:
        """A minion or a card was let go over what it shall act on: a bleed, or the one action that does it.

        Over the own side (:data:`SELF`) a card of the hand is played, or discarded. If there are several ways, what was
        moved is picked, and the bar has them.
        """
        source, target = value if isinstance(value, list) and len(value) == 2 else (None, None)
        if type(source) is not int or type(target) is not int:
            return None
        ways = [action for action in self._ways(source) if target == SELF or self._target(action) == target]
        bleeds = [action for action in ways if isinstance(action, do.Bleed) and target != SELF]
        if bleeds or len(ways) == 1:
            return (bleeds or ways)[0]
        self._picked = source if ways else self._picked
        return None

    def _target(self, action: Action) -> int:
        """What an action is aimed at: a player or a card; :data:`SELF`, if at nothing."""
        if isinstance(action, do.Bleed) and self._view is not None:
            prey = self._view.seats[self._view.moment.seat].prey
            return SELF if prey is None else prey
        target = getattr(action, "target", SELF)
        return target if isinstance(target, int) else SELF

    def takes_aim(self, view: View, number: int) -> bool:
        """Whether a minion or a card of the hand has an action at somebody, over whom it can be let go."""
        self._look(view)
        ways = self._ways(number) if view.decision is not None else []
        return any(self._target(action) >= 0 for action in ways) or (
            self._at_once and self._is_held(number) and bool(ways)
        )

    def _is_held(self, number: int) -> bool:
        """Whether a card is in the reader's hand."""
        view = self._view
        return view is not None and view.me is not None and any(c.number == number for c in view.seats[view.me].hand)

    def is_aimed_at(self, view: View, number: int | None) -> bool:
        """Whether something can be let go over a player or a card."""
        self._look(view)
        if number is None or view.decision is None:
            return False
        if number == SELF:
            return self._at_once and any(s.place == "hand" for s in self._found.subjects)
        return any(self._target(action) == number for s in self._found.subjects for action in s.actions)

    def _look(self, view: View) -> None:
        """Take in a view: what was picked stays as long as the question is the same and it can be answered with it.

        A card of the hand stays in any case: it says why it cannot be played.
        """
        if view is self._view:
            return
        self._view, self._known = view, in_play(view)
        asked = view.decision
        self._found = choices(view, asked, self._leaves_out) if asked is not None else Choices((), None)
        same = asked is not None and self._asked is not None and asked.kind == self._asked.kind
        own = {seen.number for seen in view.seats[view.me].hand} if view.me is not None else set()
        if not same or not (self._picked in own or self._ways(self._picked)):
            self._picked = None
        if not same or not self._ways(self._chosen):
            self._chosen = None
        self._asked = asked

    def _proposed(self) -> Action | None:
        """Return the action that stands out, among all controls of the decision; ``None``: none does."""
        view = self._view
        return self._proposes(view) if view is not None and view.decision is not None else None

    # What belongs where ---------------------------------------------------------------------------------------

    @property
    def _on_minions(self) -> bool:
        """Whether the minions are what is asked about: each has its ways around it."""
        return self._asked is not None and self._asked.kind == "minion"

    @property
    def _minion(self) -> int | None:
        """The minion whose ways are shown: picked, waited for, proposed, or the first that can do something."""
        if not self._on_minions:
            return None
        doers = list(dict.fromkeys(by for s in self._found.subjects for a in s.actions if (by := self._doer(a)) >= 0))
        if self._picked in doers or self._chosen in doers:
            return self._picked if self._picked in doers else self._chosen
        likely = [self._doer(action) for action in (self.glow, self._proposed()) if action is not None]
        return next((number for number in likely if number in doers), next(iter(doers), None))

    def _doer(self, action: Action) -> int:
        """The minion that would do it; a weapon or retainer is used by the minion on which it lies."""
        minion = getattr(action, "minion", SELF)
        if minion < 0 and isinstance(action, do.Use):
            for seen in self._known.values():
                if any(on.number == action.card for on in seen.on):
                    return seen.number if seen.number is not None else SELF
        return minion if isinstance(minion, int) else SELF

    def _ways(self, number: int | None) -> list[Action]:
        """All that can be done with a card, or by a minion; or what of the votes stands in the bar on a press alone."""
        if number is None:
            return []
        if number == SINGLE_VOTES:
            return self._single_votes()
        subject = self._about(number)
        found = list(subject.actions) if subject is not None else []
        if self._on_minions:
            found += [a for s in self._found.subjects for a in s.actions if self._doer(a) == number and a not in found]
        return found

    def _worthwhile(self, ways: list[Action]) -> list[Action]:
        """Leave out the basic ways of a card that do less than its superior level, which costs no more."""
        return [action for action in ways if not self._does_less(action, ways)]

    def _does_less(self, action: Action, ways: Sequence[Action]) -> bool:
        """Whether one of these ways does the same with the same card, only more of it, and it is not proposed."""
        if not isinstance(action, do.Play) or action.superior or not self._at_once:
            return False
        card = self._known[action.card].card
        better = card is not None and replace(action, superior=True) in ways and is_better_superior(card)
        return better and action not in (self.glow, self._proposed())

    def _about(self, number: int) -> ActionGroup | None:
        """What can be done with a card; of equal ones in her hand one is on offer, and stands for all."""
        if number not in self._known:
            return None
        card, copies = self._known[number].card, [self._found.of(number)]
        copies += [s for s in self._found.subjects if s.place == "hand" and self._known[s.number].card == card]
        return next((subject for subject in copies if subject is not None), None)

    def _in_bar(self) -> list[Action]:
        """The answers that stand in the bar while nothing is picked."""
        shown: list[Action] = []
        if self._view is None:
            return shown
        for subject in self._found.subjects:
            for action in subject.actions:
                moves = isinstance(action, do.Transfer | do.TakeBack)
                around = self._on_minions and self._doer(action) >= 0
                if isinstance(action, do.Pay | do.Yield) and len(self.settlements(self._view)) > 2:
                    continue  # all of them stand together
                if self._is_copy(action):
                    continue
                if subject.place != "hand" and not moves and (not around or action in self._more_of(self._minion)):
                    shown.append(action)
        apart = self._single_votes()
        return [action for action in (*shown, *self._few_of_hand()) if action not in apart]

    def _is_copy(self, action: Action) -> bool:
        """Whether it uses a card in play of which an equal one stands in the bar for the same."""
        if not isinstance(action, do.Use) or self._asked is None or self._doer(action) >= 0:
            return False
        card = self._known[action.card]
        same = [
            other
            for other in self._asked.legal
            if isinstance(other, do.Use)
            and replace(other, card=action.card) == action
            and self._known[other.card].card == card.card
            and self._known[other.card].counters == card.counters
        ]
        proposed = self._proposed()
        return action != (proposed if proposed in same else same[0])

    def _single_votes(self) -> list[Action]:
        """Return the ways to vote that have no button of their own while nothing is picked: where they are many, all
        but those of the strongest free source and the proposed one; none where all votes of a side are one press."""
        view, asked = self._view, self._asked
        if view is None or asked is None or asked.kind != "vote":
            return []
        votes = [action for action in asked.legal if isinstance(action, do.Vote)]
        if len(votes) <= MOST_VOTES:
            return []
        free = [vote for vote in votes if vote.source >= 0 and vote.minion < 0 and not self._is_held(vote.source)]
        main = max(free or votes, key=lambda vote: ballot_of(view, vote).votes).source
        together, proposed = bool(self.ballots(view, True)), self._proposed()
        return [vote for vote in votes if vote not in (proposed, self.glow) and (together or vote.source != main)]

    def _takes_from_bar(self) -> bool:
        """Whether the bar has the cards of the hand, too: in a short answer; in a lesson where votes are cast."""
        asked = self._asked
        return asked is not None and (asked.kind == "vote" or self._at_once) and asked.kind not in _OF_THE_HAND

    def _few_of_hand(self) -> list[Action]:
        """The ways of the hand's cards that are answers in the bar: all if they are few, else those of one way."""
        if not self._takes_from_bar():
            return []
        held = [self._worthwhile(s.actions) for s in self._held_once()]
        few = sum(map(len, held)) <= MOST_OF_HAND
        return [action for ways in held for action in ways if few or len(ways) == 1]

    def _held_once(self) -> list[ActionGroup]:
        """The cards of the hand that can be played, equal ones once: the proposed one, else the first."""
        proposed, once = self._proposed(), dict[str | None, ActionGroup]()
        for subject in self._found.subjects:
            if subject.place == "hand":
                card = self._known[subject.number].card
                if card not in once or proposed in subject.actions:
                    once[card] = subject
        return [*once.values()]

    def _more_of_hand(self) -> list[ActionGroup]:
        """The cards of the hand whose ways are too many for the bar: each is taken there, and then has its ways."""
        if not self._takes_from_bar():
            return []
        shown = self._few_of_hand()
        apart = self._single_votes()
        return [s for s in self._held_once() if not {*s.actions} & {*shown} and not {*s.actions} <= {*apart}]

    def bleeds(self, view: View) -> list[Action]:
        """Return the bleeds of all minions that can bleed now; empty if these are not several.

        The strongest is first, of equals the one with more blood: the first is the likeliest to be blocked.
        """
        self._look(view)
        if not self._at_once or not self._on_minions:
            return []
        found = [a for s in self._found.subjects for a in s.actions if isinstance(a, do.Bleed)]
        found.sort(key=lambda one: (-self._known[one.minion].bleed, -self._known[one.minion].counters))
        return [*found] if len(found) > 1 else []

    def ballots(self, view: View, yes: bool) -> list[Action]:
        """Return the votes of her minions and of her card on one side, which cost nothing, and a pass after them.

        Empty if these are not several.
        """
        self._look(view)
        asked = view.decision
        if not self._at_once or asked is None or asked.kind != "vote" or self._found.passes is None:
            return []
        found = [a for a in asked.legal if isinstance(a, do.Vote) and a.yes is yes and a.source >= 0 and a.minion < 0]
        found = [a for a in found if not self._is_held(a.source)]
        return [*found, do.Pass()] if len({action.source for action in found}) > 1 else []

    def closing(self, view: View, discards: bool = False) -> list[Action]:
        """Return all the rest of her turn that is proposed, if it is more than to pass: transfers, and nothing more.

        ``discards``: a card is discarded, too; empty if none is proposed.
        """
        self._look(view)
        asked = view.decision
        found = self._plans(view) if self._at_once and asked is not None and asked.kind in CLOSABLE else []
        if discards:
            return found if any(isinstance(action, do.Discard) for action in found) else []
        found = [do.Pass() if isinstance(action, do.Discard) else action for action in found]
        return found if len(found) > 1 and any(action != do.Pass() for action in found) else []

    def may_let_go(self, view: View) -> str:
        """Return until when what is asked may be let go by; a turn may not where its rest is proposed instead."""
        until = self._lets_go(view)
        return "" if until == "turn" and self.closing(view) else until

    def settlements(self, view: View) -> list[tuple[Action, ...]]:
        """Return what can be done about several contests in one press each; empty if there are not several (CONT-03).

        Of two all four ways, of more to hold on to all and to yield all.
        """
        self._look(view)
        asked = view.decision
        ways: dict[int, list[Action]] = {}
        if self._at_once and asked is not None and asked.kind == "untap":
            for action in asked.legal:
                if isinstance(action, do.Pay | do.Yield):
                    ways.setdefault(action.card, []).append(action)
        if len(ways) < 2:
            return []
        rows = list(product(*ways.values()))
        return rows if len(ways) == 2 else [row for row in rows if len({type(action) for action in row}) == 1]

    def _more_of(self, number: int | None) -> list[Action]:
        """Of a minion's own moves of one kind at one target all but the first: how much it pays, what it takes."""
        seen: set[tuple[type[Action], object]] = set()
        more: list[Action] = []
        for action in self._ways(number):
            what = type(action), getattr(action, "target", getattr(action, "source", SELF))
            if isinstance(action, OWN_MOVES) and self._doer(action) == number:
                more += [action] if what in seen else []
                seen.add(what)
        return more
