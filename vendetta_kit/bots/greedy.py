"""A bot that takes what looks best now: it weighs each choice with the numbers of :mod:`.weights`, and can say why.

It does not think ahead: no worlds imagined, no answers of others foreseen. So its reasons are those that a person at
the table can check: Power that lies there, what a rank brings, how much Blood is left.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.engine.actions import Keep, PickClan, PickRelic, Stay, Withdraw
from vendetta_kit.engine.tables import NUMBER, RELIC_INFLUENCE

from .answers import answer, bid, card_worth, stay_and_leave
from .bot import Advice, Reason, advice, asked
from .cards import PRINTED, TYPICAL
from .chances import odds, prize
from .planning import after_play, best_of, plan
from .sight import Sight, total
from .swift import Swift
from .thought import Thought
from .weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vendetta_kit import Game
    from vendetta_kit.engine.actions import Action
    from vendetta_kit.engine.views import View

__all__ = ["GreedyBot", "why_withdraw"]


class GreedyBot:
    """Takes what its weights like best."""

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights if weights is not None else _USUAL

    def choose(self, view: View, rng: Random) -> Action:
        """What looks best; among equals, chance decides."""
        return self.think(view, rng).action

    @cached_property
    def choose_fast(self) -> Callable[[Game, int, Random], Action]:
        """The same choice without a view, for games by the million (see :mod:`.swift`)."""
        return Swift(self.weights).act

    def advise(self, view: View, lang: str = "en", rng: Random | None = None) -> Advice:
        """What looks best, with the weightiest of the reasons that decided."""
        thought = self.think(view, rng if rng is not None else Random(0))
        return advice(thought.action, thought.why(), view, lang)

    def think(self, view: View, rng: Random) -> Thought:
        """The choice, with its reasons for the asking."""
        decision = asked(view)
        if len(decision.legal) == 1:
            only = Reason("only", rules=decision.rules)
            return Thought(decision.legal[0], lambda: [only])
        return _DECIDES[decision.kind](Sight(view, self.weights), rng)


_USUAL: Final = Weights()


def pick_clan(sight: Sight, rng: Random) -> Thought:
    """The clan with which it wins most often."""
    clans = [(sight.w.clan.get(a.clan, 1.0), a) for a in asked(sight.view).legal if isinstance(a, PickClan)]
    _, best = best_of(clans, rng)
    assert isinstance(best, PickClan)
    clan = best.clan
    wins = round(25 * sight.w.clan.get(clan, 1.0))
    return Thought(
        best,
        lambda: [
            Reason("text", 2.0, {"text": clan}, ("SET-10",)),
            Reason("clan.wins", 1.0, {"clan": clan, "n": wins}),
        ],
    )


def pick_relic(sight: Sight, rng: Random) -> Thought:
    """The Relic whose use and printed Influence are worth most."""

    def worth(relic: str) -> float:
        return sight.w.relic.get(relic, 1.0) + RELIC_INFLUENCE[NUMBER[relic]]

    _, best = best_of(((worth(a.relic), a) for a in asked(sight.view).legal if isinstance(a, PickRelic)), rng)
    assert isinstance(best, PickRelic)
    relic = best.relic
    influence = RELIC_INFLUENCE[NUMBER[relic]]
    reasons = [
        Reason("relic.best", 2.0, {"card": relic}, ("VREL-03",)),
        Reason("text", 1.5, {"text": relic}, ("VREL-05",)),
    ]
    if influence:
        reasons.append(Reason("relic.influence", 1.0, {"card": relic, "n": influence}, ("VREL-07",)))
    return Thought(best, lambda: reasons)


def keep(sight: Sight, rng: Random) -> Thought:
    """The cards that are worth most in hand; a Relic for one more only where that is a good card."""

    def worth(action: Keep) -> float:
        usual = 2 if len(sight.view.looking_at) == 3 else 1
        value = total(card_worth(card) for card in action.cards)
        if action.give is not None:
            return value - card_worth(action.give)
        if len(action.cards) > usual:
            value -= sight.w.lantern  # the Relic is used up for it
        return value

    _, best = best_of(((worth(a), a) for a in asked(sight.view).legal if isinstance(a, Keep)), rng)
    assert isinstance(best, Keep)
    return Thought(best, lambda: _why_keep(sight, best))


def _why_keep(sight: Sight, best: Keep) -> list[Reason]:
    card = max(best.cards, key=card_worth)
    left = [c for c in sight.view.looking_at if c not in best.cards]
    reasons = []
    if left:
        other = max(left, key=card_worth)
        key = "keep.power" if TYPICAL[card] >= TYPICAL[other] else "keep.effect"
        reasons.append(Reason(key, 2.0, {"card": card, "other": other, "n": PRINTED[card]}, ("HAND-02", "HAND-03")))
    if best.give is not None:
        reasons.append(Reason("keep.give", 1.5, {"card": best.give}, ("HAND-02",)))
    elif not left:
        reasons.append(Reason("keep.all", 1.5, {"cards": best.cards}, ("HAND-02",)))
    reasons.append(Reason("keep.back", 0.5, {}, ("EOR-03",)))
    return reasons


def withdraw(sight: Sight, rng: Random) -> Thought:
    """Stay where that is worth more than Blood and cards are elsewhere."""
    at = asked(sight.view).at
    assert at is not None
    stay, leave = stay_and_leave(sight, at)
    _, best = best_of(((stay, Stay()), (leave, Withdraw())), rng)
    stays = isinstance(best, Stay)
    return Thought(best, lambda: why_withdraw(sight, at, stays, abs(stay - leave)))


def why_withdraw(sight: Sight, at: Any, stays: bool, edge: float) -> list[Reason]:
    spot = sight.spot(at)
    reasons = [odds(sight, at, (), 0, edge + 1, "stay" if stays else "leave")]
    threat = sight.threat(at)
    if stays:
        reasons += prize(sight, at, 0.6) if ".first" in reasons[0].key or ".alone" in reasons[0].key else []
        effect = max(((sight.does(at, c, spot), c) for c, _ in spot.cards), default=(0.0, ""))
        if effect[0] > 0.2:
            reasons.append(Reason("stay.effect", 0.8, {"card": effect[1]}, ("AFT-02", "WDR-07")))
        if threat < sight.mine.blood:
            reasons.append(Reason("stay.safe", 0.3, {"n": sight.mine.blood}, ("FRZ-01",)))
        return reasons
    if threat >= sight.mine.blood:
        reasons.append(Reason("leave.threat", 1.4, {"n": sight.mine.blood}, ("FRZ-01", "GLOS-18")))
    if spot.blood:
        reasons.append(Reason("leave.blood", 1.0, {"n": spot.blood}, ("WDR-05",)))
    if at != "haven" and spot.cards:
        reasons.append(Reason("leave.haven", 0.9, {}, ("WDR-06", "WDR-09")))
    elif at == "haven" and spot.cards:
        reasons.append(Reason("leave.hand", 0.5, {}, ("WDR-08",)))
    return reasons


_DECIDES: Final[Mapping[str, Callable[[Sight, Random], Thought]]] = {
    "pick_clan": pick_clan,
    "pick_relic": pick_relic,
    "keep": keep,
    "plan": plan,
    "after_play": after_play,
    "withdraw": withdraw,
    "bid": bid,
    "choose": answer,
}
"""Every kind of decision."""
