"""Values of Allies and Victims in an Alliance and costs of Draining them, calculated once for a bot's weights."""

from __future__ import annotations

from functools import cache

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import ALL_CARDS, DRAIN_BLOOD, FIRST_ALLY, FIRST_LOCATION_CARD, IDS
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS

from .weights import Weights


class AllianceValues:
    """Tables of the values of Allies and Victims, and the weights that are read most often."""

    def __init__(self, w: Weights) -> None:
        people = range(FIRST_ALLY, FIRST_LOCATION_CARD)
        nobody: list[float] = [0.0] * FIRST_ALLY
        rest: list[float] = [0.0] * (ALL_CARDS - FIRST_LOCATION_CARD)
        self.person: list[list[float]] = [
            nobody + [float(person_worth(IDS[card], max(0, ROUNDS - at), w)) for card in people] + rest
            for at in range(4)
        ]
        """By round and card: the value of an Ally or Victim in the Alliance."""
        self.drain: list[list[list[float]]] = [
            [
                nobody + [float(drain_worth(IDS[card], max(0, ROUNDS - at), w, tokens)) for card in people] + rest
                for tokens in range(3)
            ]
            for at in range(4)
        ]
        """By round, Diablerie tokens (2 or more as 2) and card: the final Influence that a Drain costs."""
        self.drained: list[int] = [DRAIN_BLOOD[card] for card in range(ALL_CARDS)]
        self.later: list[float] = [float(price) for price in w.blood_later]
        self.danger: list[float] = [float(risk) for risk in w.danger]
        self.blood_now = float(w.blood_now)
        self.frenzy = float(w.frenzy)
        self.safe_after = float(w.safe_after)
        self.ambition = float(w.ambition)
        self.spread2 = float(w.spread**2)
        self.hidden2 = float(w.hidden**2)
        self.coming2 = float(w.coming**2)
        self.usual_blood = float(w.usual_blood)
        self.stays = float(w.stays)
        self.cover = float(w.cover)
        self.bluff = float(w.bluff)
        self.hide = float(w.hide)
        self.certain = w.certain
        self.bids: list[float] = [float(share) for share in w.bids]
        self.harm = float(w.harm)
        self.cause = float(w.cause)
        self.card = float(w.card)
        self.give = float(w.give)
        self.look_blood = w.look_from[0]
        self.look_least = float(w.look_from[1])
        self.drain_most = float(w.drain_most)
        self.drain_edge = float(w.drain_edge)
        self.lantern = float(w.lantern)
        self.litany: list[float] = [float(least) for least in w.litany]
        self.apocrypha: list[float] = [float(least) for least in w.apocrypha]
        self.chalice: list[float] = [float(least) for least in w.chalice]
        self.chalice_last = float(w.chalice_last)


@cache
def person_worth(card: str, feeds: int, w: Weights) -> float:
    """Return the value in Influence of an Ally or Victim in an Alliance, with this many Feeds to come."""
    record = box.find(card)
    assert isinstance(record, box.Person)
    later = w.blood_later[ROUNDS - feeds]
    kept = record.influence + record.feed * feeds * later + w.ability.get(card, 0.0)
    drained = record.drained_influence + record.drain_blood * later
    if record.creature == "vampire":
        drained -= w.diablerie[0]
    return max(kept, drained) if card != "AL11" else kept


@cache
def drain_worth(card: str, feeds: int, w: Weights, tokens: int) -> float:
    """Return the final Influence that a Drain costs after ``tokens`` Diablerie tokens, without its Blood."""
    record = box.find(card)
    assert isinstance(record, box.Person)
    cost = (
        record.influence - record.drained_influence + record.feed * feeds * w.blood_later[2] + w.ability.get(card, 0.0)
    )
    if record.creature == "vampire":
        for k in range(2 if card == "AL14" else 1):
            cost += w.diablerie[min(tokens + k, 2)] - w.token_blood * (feeds + 1)
    return cost
