"""A bot that takes the action with the highest value now, by :mod:`.weights`, and can give its reasons.

It imagines no hidden cards and foresees no answers, so a person at the table can check its reasons: Power on the
table, what a rank brings, how much Blood is left. The gentle bot plays as it does, but sometimes at random.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.actions import (
    Bid,
    Choose,
    Drain,
    Keep,
    PickClan,
    PickRelic,
    Play,
    Stay,
    action_of,
)
from vendetta_kit.games.vendetta.engine.card_tables import NUMBER, POWER, RELIC_INFLUENCE
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.options import PlanOptions
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action

from .answer_reasons import why_answer, why_bid
from .bot import Advice, Bot, ChoiceReason, WeighedChoice, advice, asked
from .greedy_choice import GreedyChooser
from .greedy_reasons import why_after_play, why_turn, why_withdraw
from .position_value import CARD, KINDS
from .random_bot import RandomBot
from .weights import GREEDY, Weights

if TYPE_CHECKING:
    from collections.abc import Sequence


class GreedyBot:
    """Takes the action with the best value by its weights."""

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights if weights is not None else GREEDY
        self.judgement = GreedyChooser(self.weights)
        self._usual = weights is None
        self._actions: dict[int, Action] = {}

    def before(self) -> GreedyBot:
        """Return the same bot as games of earlier versions use it (:data:`.game.VERSION`)."""
        return _of_before() if self._usual else self

    def choose(self, view: View, rng: Random) -> Action:
        """Return the action with the highest value, or a random one of several."""
        asked(view)
        return self.decide(view.observation, rng)

    def decide(self, seen: VendettaObservation, rng: Random) -> Action:
        """Return the action with the highest value, from an observation; no text is made, so it is fast."""
        code = self.judgement.choose(seen, rng)
        action = self._actions.get(code)
        if action is None:
            action = self._actions[code] = action_of(code)
        return action

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return the action with the highest value, with its most important reasons."""
        thought = self.think(view, rng if rng is not None else Random(0))
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random) -> WeighedChoice:
        """Return the choice with its reasons."""
        action = self.choose(view, rng)
        drains = isinstance(action, Drain) and asked(view).kind == "plan"
        after = action_of(self.judgement.plays.play_after) if drains else None
        return WeighedChoice(action, lambda: self._why(view, action, after))

    def why(self, view: View, action: Action) -> Sequence[ChoiceReason]:
        """Return the reasons for an action of the open decision, whoever chose it."""
        own = self.think(view, Random(0))
        return own.why() if own.action == action else self._why(view, action, None)

    # For other bots --------------------------------------------------------------------------------------------

    def liked(self, view: View) -> list[tuple[float, Play]]:
        """Return the plays of a Planning turn with their values in Influence, the best first."""
        worth = self.judgement.plays.scores(view.observation)
        plays = [(worth[a.code], k, a) for k, a in enumerate(asked(view).legal) if isinstance(a, Play)]
        return [(score, play) for score, _, play in sorted(plays, key=lambda row: (-row[0], row[1]))]

    def drain_cost(self, view: View, card: str) -> float:
        """Return the Influence that a Drain of a card costs at the end of the game."""
        plays = self.judgement.plays
        plays.look(view.observation)
        return plays.drain_cost(NUMBER[card], plays.tokens())

    def token(self, view: View) -> tuple[float, float]:
        """Return the values in Influence of staying at the Location being resolved and of leaving it."""
        return self.judgement.answers.token(view.observation)

    def why_play(self, view: View, play: Play) -> list[ChoiceReason]:
        """Return the reasons for a play, whoever chose it."""
        self.judgement.plays.look(view.observation)
        return why_turn(self.judgement.plays, play, None)

    def why_token(self, view: View, stays: bool, edge: float) -> list[ChoiceReason]:
        """Return the reasons for a token, whoever chose it; the first is this bot's own estimate of the conflict."""
        answers = self.judgement.answers
        answers.look(view.observation)
        return why_withdraw(answers, answers.here, stays, edge)

    # Reasons ---------------------------------------------------------------------------------------------------

    def _why(self, view: View, action: Action, after: Action | None) -> Sequence[ChoiceReason]:
        decision, o = asked(view), view.observation
        if len(decision.legal) == 1:
            return [ChoiceReason("only", rules=decision.rules)]
        if isinstance(action, PickClan):
            return self._why_clan(action.clan)
        if isinstance(action, PickRelic):
            return _why_relic(action.relic)
        if isinstance(action, Keep):
            return _why_keep(view, action)
        if decision.kind == "withdraw":
            stay, leave = self.token(view)
            return self.why_token(view, isinstance(action, Stay), abs(stay - leave))
        plays, answers = self.judgement.plays, self.judgement.answers
        if decision.kind == "plan":
            plays.look(o)
            return why_turn(plays, action, after if isinstance(after, Play) else None)
        if decision.kind == "after_play":
            plays.look(o)
            assert isinstance(o.offer, PlanOptions)
            return why_after_play(plays, action, bool(o.offer.parts()[3]))
        answers.look(o)
        if isinstance(action, Bid):
            return why_bid(answers, o, action.blood)
        assert isinstance(action, Choose)
        assert decision.question is not None
        return why_answer(answers, o, decision.question, action.value)

    def _why_clan(self, clan: str) -> list[ChoiceReason]:
        wins = round(25 * self.weights.clan.get(clan, 1.0))
        return [
            ChoiceReason("text", 2.0, {"text": clan}, ("SET-10",)),
            ChoiceReason("clan.wins", 1.0, {"clan": clan, "n": wins}),
        ]


@cache
def _of_before() -> GreedyBot:
    return GreedyBot(Weights())


def _why_relic(relic: str) -> list[ChoiceReason]:
    influence = RELIC_INFLUENCE[NUMBER[relic]]
    reasons = [
        ChoiceReason("relic.best", 2.0, {"card": relic}, ("VREL-03",)),
        ChoiceReason("text", 1.5, {"text": relic}, ("VREL-05",)),
    ]
    if influence:
        reasons.append(ChoiceReason("relic.influence", 1.0, {"card": relic, "n": influence}, ("VREL-07",)))
    return reasons


def _in_hand(card: str) -> float:
    return CARD[NUMBER[card]]


def _why_keep(view: View, best: Keep) -> list[ChoiceReason]:
    card = max(best.cards, key=_in_hand)
    left = [c for c in view.looking_at if c not in best.cards]
    reasons = []
    if left:
        other = max(left, key=_in_hand)
        key = "keep.power" if KINDS[NUMBER[card]].usual >= KINDS[NUMBER[other]].usual else "keep.effect"
        values = {"card": card, "other": other, "n": POWER[NUMBER[card]]}
        reasons.append(ChoiceReason(key, 2.0, values, ("HAND-02", "HAND-03")))
    if best.give is not None:
        reasons.append(ChoiceReason("keep.give", 1.5, {"card": best.give}, ("HAND-02",)))
    elif not left:
        reasons.append(ChoiceReason("keep.all", 1.5, {"cards": best.cards}, ("HAND-02",)))
    reasons.append(ChoiceReason("keep.back", 0.5, {}, ("EOR-03",)))
    return reasons


SLIP: Final = 1 / 3
"""How often it takes a random action."""


class GentleBot:
    """Plays well enough to learn from, and makes mistakes that can be used."""

    name = "gentle"

    def __init__(self) -> None:
        self._careful: Bot = GreedyBot(Weights())
        self._careless: Bot = RandomBot()

    def choose(self, view: View, rng: Random) -> Action:
        """Return the greedy bot's choice or, one time in three, any legal action."""
        return self._mind(rng).choose(view, rng)

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """Return what it would choose, with reasons in words; without ``rng`` never a random action."""
        return (self._careful if rng is None else self._mind(rng)).advise(view, lang, rng)

    def _mind(self, rng: Random) -> Bot:
        return self._careless if rng.random() < SLIP else self._careful
