"""The choices of the greedy bot, from the numbers of an observation; :mod:`.greedy_reasons` gives the reasons.

It is written to be compiled by mypyc, because the bot plays millions of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta.engine.actions import CLAN0, RELIC0, STAY_CODE, WITHDRAW_CODE, kept_cards
from vendetta_kit.games.vendetta.engine.agenda import AFTER, BID, CHOOSE, KEEP, PICK_CLAN, PLAN, TOKEN
from vendetta_kit.games.vendetta.engine.card_tables import CLANS, IDS, RELIC_INFLUENCE
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.rounds import count_looked_at, usually_kept
from vendetta_kit.games.vendetta.engine.state import DECK, ROUND
from vendetta_kit.kernel.state import ASK

from .alliance_values import AllianceValues
from .answer_values import AnswerValues
from .play_values import PlayValues
from .position_value import CARD
from .weights import Weights

if TYPE_CHECKING:
    from random import Random


# Kinds of decisions and codes once more, typed for the compiler
_TOKEN: Final[int] = TOKEN
_PLAN: Final[int] = PLAN
_AFTER: Final[int] = AFTER
_CHOOSE: Final[int] = CHOOSE
_BID: Final[int] = BID
_STAY: Final[int] = STAY_CODE
_WITHDRAW: Final[int] = WITHDRAW_CODE


class GreedyChooser:
    """Chooses by one set of weights. It keeps nothing between decisions."""

    def __init__(self, w: Weights) -> None:
        worths = AllianceValues(w)
        self.lantern = worths.lantern
        self._keeps: dict[int, float] = {}
        self.plays = PlayValues(worths)
        self.answers = AnswerValues(worths)
        self.clan: list[float] = [float(w.clan.get(clan, 1.0)) for clan in CLANS]
        self.relic: dict[int, float] = {
            card: float(w.relic.get(IDS[card], 1.0) + influence) for card, influence in RELIC_INFLUENCE.items()
        }

    def choose(self, o: VendettaObservation, rng: Random) -> int:
        """Return the code of the action with the highest value, or a random one of several."""
        kind = o.n[ASK]
        if kind == _TOKEN:
            stay, leave = self.answers.token(o)
            return self.answers.best([_STAY, _WITHDRAW], [stay, leave], rng)
        offer = o.offer
        if len(offer) == 1:
            return offer.code_at(0)
        if kind == _PLAN:
            return self.plays.plan(o, rng)
        if kind == _AFTER:
            return self.plays.after_play(o, rng)
        codes = [offer.code_at(k) for k in range(len(offer))]
        if kind == _CHOOSE:
            return self.answers.answer(o, codes, rng)
        if kind == _BID:
            return self.answers.bid(o, codes, rng)
        if kind == KEEP:
            usual = usually_kept(min(count_looked_at(o.seats, o.n[ROUND]), len(o.z[DECK + o.seat])))
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
            value -= self.lantern  # this uses the Relic up
        return value
