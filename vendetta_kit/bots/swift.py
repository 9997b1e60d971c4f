"""The greedy bot without a view: it reads the engine's numbers and chooses the same, a hundred times faster.

This is for games by the million. :mod:`.greedy` says how it judges, and can say why; here is the same judgement once
more, in numbers, with what is asked for again and again worked out once. What it reads is what a view would show, see
:mod:`.swift_sight`. A test holds it to both: the same choice as from the view, and the same in every imagined world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.engine.actions import CLAN0, KEEP0, RELIC0, STAY_CODE, WITHDRAW_CODE, action_of, kept_cards
from vendetta_kit.engine.agenda import AFTER, BID, CHOOSE, KEEP, PICK_CLAN, PLAN, TOKEN
from vendetta_kit.engine.options import PlanOptions
from vendetta_kit.engine.rounds import looked_at
from vendetta_kit.engine.state import ASK
from vendetta_kit.engine.tables import CLANS, IDS, RELIC_INFLUENCE

from .swift_answers import SwiftAnswers
from .swift_cards import CARD
from .swift_plan import SwiftPlan
from .swift_worths import Worths

if TYPE_CHECKING:
    from random import Random

    from vendetta_kit.engine.actions import Action
    from vendetta_kit.engine.game import Game

    from .weights import Weights

__all__ = ["Swift"]

# Kinds of decisions and codes once more, as numbers of the machine
_TOKEN: Final[int] = TOKEN
_PLAN: Final[int] = PLAN
_AFTER: Final[int] = AFTER
_CHOOSE: Final[int] = CHOOSE
_BID: Final[int] = BID
_STAY: Final[int] = STAY_CODE
_WITHDRAW: Final[int] = WITHDRAW_CODE
_KEEPS: Final[int] = KEEP0


class Swift:
    """Chooses as :class:`.greedy.GreedyBot` does with the same weights."""

    def __init__(self, w: Weights) -> None:
        worths = Worths(w)
        self.lantern = worths.lantern
        self._actions: list[Action | None] = [None] * _KEEPS
        self._keeps: dict[int, float] = {}
        self.planner = SwiftPlan(worths)
        self.answers = SwiftAnswers(worths)
        self.clan: list[float] = [float(w.clan.get(clan, 1.0)) for clan in CLANS]
        self.relic: dict[int, float] = {
            card: float(w.relic.get(IDS[card], 1.0) + influence) for card, influence in RELIC_INFLUENCE.items()
        }

    def act(self, game: Game, seat: int, rng: Random) -> Action:
        """What looks best at a seat that must decide; among equals, chance decides."""
        code = self.choose(game, seat, rng)
        if code >= _KEEPS:  # so many of them that a list would be too long
            return action_of(code)
        action = self._actions[code]
        if action is None:
            action = self._actions[code] = action_of(code)
        return action

    def choose(self, game: Game, seat: int, rng: Random) -> int:
        """The code of what looks best at a seat that must decide; among equals, chance decides."""
        kind = game.n[ASK]
        if kind == _TOKEN:
            stay, leave = self.answers.stay_and_leave_at(game, seat)
            return self.answers.best([_STAY, _WITHDRAW], [stay, leave], rng)
        offer = game.legal(seat)
        if len(offer) == 1:
            return offer.code_at(0)
        if kind == _PLAN:
            assert isinstance(offer, PlanOptions)
            return self.planner.plan(game, offer, seat, rng)
        if kind == _AFTER:
            assert isinstance(offer, PlanOptions)
            return self.planner.after_play(game, offer, seat, rng)
        codes = [offer.code_at(k) for k in range(len(offer))]
        if kind == _CHOOSE:
            return self.answers.answer(game, seat, codes, rng)
        if kind == _BID:
            return self.answers.bid(game, seat, codes, rng)
        if kind == KEEP:
            usual = 2 if len(looked_at(game, seat)) == 3 else 1
            worths = [self._kept(code, usual) for code in codes]
        elif kind == PICK_CLAN:
            worths = [self.clan[code - CLAN0] for code in codes]
        else:
            worths = [self.relic[code - RELIC0] for code in codes]
        return self.answers.best(codes, worths, rng)

    def _kept(self, code: int, usual: int) -> float:
        worth = self._keeps.get(code * 4 + usual)
        if worth is None:
            worth = self._keeps[code * 4 + usual] = self._keep(code, usual)
        return worth

    def _keep(self, code: int, usual: int) -> float:
        cards, give = kept_cards(code)
        value = 0.0
        for card in cards:
            value += CARD[card]
        if give >= 0:
            return value - CARD[give]
        if len(cards) > usual:
            value -= self.lantern  # the Relic is used up for it
        return value
