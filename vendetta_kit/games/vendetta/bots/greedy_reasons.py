"""The greedy bot's reasons to play, Drain, stay or leave, from the numbers by which it chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Look, Play, UseRelic
from vendetta_kit.games.vendetta.engine.card_estimates import A_CARD
from vendetta_kit.games.vendetta.engine.card_tables import (
    AT,
    DRAINED_INFLUENCE,
    HAVEN,
    IDS,
    INFLUENCE,
    LOCATION_NUMBER,
    NUMBER,
)
from vendetta_kit.games.vendetta.engine.rule_numbers import MOST_BLOOD, ROUNDS
from vendetta_kit.games.vendetta.engine.state import ALLY_AT, BLOOD, CARDS, RELIC
from vendetta_kit.kernel.actions import Action

from .bot import ChoiceReason
from .own_position_value import OwnPositionValue
from .play_values import PlayValues
from .position_value import GUESSED, KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping


# A Planning turn -------------------------------------------------------------------------------------------


def why_turn(plays: PlayValues, action: Action, play_after: Play | None) -> list[ChoiceReason]:
    """Return the reasons for an action of a Planning turn; ``play_after`` is the play that a Drain pays for."""
    if isinstance(action, Play):
        return why_play(plays, action)
    if isinstance(action, Drain) and play_after is None:
        return [*_drain_facts(plays, action.card), _what_for(plays, plays.left + 1)]
    if isinstance(action, Drain) and play_after is not None:
        better = {"at": play_after.at, "card": play_after.card, "blood": play_after.blood}
        dear = play_after.blood >= plays.blood
        rules = ("PLAN-22", "PLAN-12") if dear else ("PLAN-22",)
        return [
            *_drain_facts(plays, action.card),
            ChoiceReason("drain.play" if dear else "drain.card", 1.0, better, rules),
        ]
    return _aside(plays, action)


def why_after_play(plays: PlayValues, action: Action, could: bool) -> list[ChoiceReason]:
    """Return the reasons to end the turn or to act before that; ``could`` says whether a card could be Drained."""
    if isinstance(action, Drain):
        short = plays.blood < _SAFE
        safe = ChoiceReason("drain.safe", 1.0, {"n": plays.blood}, ("FRZ-01", "FRZ-04"))
        return [*_drain_facts(plays, action.card), safe if short else _what_for(plays, plays.left)]
    if not isinstance(action, EndTurn):
        return _aside(plays, action)
    if not could:
        return [ChoiceReason("end.only", rules=("PLAN-22",))]
    later = [] if plays.round == ROUNDS else [ChoiceReason("end.feed", 0.5, {}, ("FEED-04",))]
    return [ChoiceReason("end", 1.0, {"n": plays.blood}, ("DRAIN-05", "PLAN-22")), *later]


def _aside(plays: PlayValues, action: Action) -> list[ChoiceReason]:
    """Return the reasons for a Relic that brings a Drained card back, or for a look at a hidden card."""
    if isinstance(action, UseRelic):
        card = NUMBER[action.target]
        gain = INFLUENCE[card] - DRAINED_INFLUENCE[card]
        values = {"relic": IDS[plays.counts[RELIC + plays.me]], "card": action.target, "n": gain}
        return [ChoiceReason("chalice", float(gain), values, ("VREL-05",))]
    assert isinstance(action, Look)
    return [ChoiceReason("look", 1.0, {"at": action.at, "name": action.seat}, ("RUL-22",))]


def why_play(plays: PlayValues, play: Play) -> list[ChoiceReason]:
    """Return the reasons for a play."""
    card, loc, up = NUMBER[play.card], LOCATION_NUMBER[play.at], play.face == "up"
    weighed = plays.weigh(card, loc, up, play.blood, play.flips)
    deployed = play.blood + play.flips
    reasons = [odds(plays, loc, weighed.place, "with" if deployed else "without", (card, up), deployed)]
    if ".first" in reasons[0].key:
        reasons += prize(plays, loc, 0.35)
    if abs(weighed.effect) > 0.1 and KINDS[card].effect is not None:
        reasons.append(_coming(plays, play) or _effect(plays, play, weighed.effect))
    if play.flips:
        reasons.append(ChoiceReason("flips", 0.3, {}, ("DIAB-04", "DIAB-05")))
    reasons.append(_left(plays, play, plays.blood - play.blood - weighed.fee, weighed.pool))
    if not up:
        fee = weighed.fee
        rules = ("PLAN-09", "PLAN-17") if fee else ("PLAN-17",)
        reasons.append(ChoiceReason("down" if fee else "down.free", weighed.cover + 0.1, {"n": fee}, rules))
    elif KINDS[card].asleep:
        reasons.append(ChoiceReason("needs_up", 0.6, {"card": play.card}, ("PLAN-20", "PLAN-08")))
    return reasons


def _effect(plays: PlayValues, play: Play, worth: float) -> ChoiceReason:
    loc, card = LOCATION_NUMBER[play.at], play.card
    plays.lay(loc, float(play.blood + play.flips))
    plays.add(NUMBER[card], True)
    effect = plays.effect_of(NUMBER[card])
    met = plays.met(loc)
    each = effect.steal + effect.lose
    poor = [rival.seat for rival in met if rival.pool <= each and rival.there > 0.5]
    if poor and each >= 1:
        return ChoiceReason("effect.frenzy", worth + 1, {"card": card, "name": poor[0]}, ("FRZ-01", "FRZ-02"))
    hit = {"card": card, "n": round(sum(rival.there for rival in met))}
    if effect.steal >= 1:
        return ChoiceReason("effect.steal", worth, hit, ("GLOS-12", "GLOS-17"))
    if effect.lose >= 1:
        return ChoiceReason("effect.lose", worth, hit, ("GLOS-11", "GLOS-17"))
    if effect.victims:
        return ChoiceReason("effect.victim", worth, {"card": card}, ("REW-04",))
    if effect.gain >= 1:
        return ChoiceReason("effect.gain", worth, {"card": card}, ("GLOS-09",))
    return ChoiceReason("effect", worth, {"card": card, "text": card}, ("CONTR-01",))


def _coming(plays: PlayValues, play: Play) -> ChoiceReason | None:
    """Return who may still come for a card that acts on Rivals, where nobody is yet, and what brings them there."""
    loc = LOCATION_NUMBER[play.at]
    plays.lay(loc, float(play.blood + play.flips))
    plays.add(NUMBER[play.card], True)
    effect = plays.effect_of(NUMBER[play.card])
    met = plays.met(loc)
    there = any(plays.zones[CARDS + r.seat * 4 + loc] or plays.counts[BLOOD + r.seat * 4 + loc] for r in met)
    left = {other.seat: other.left for other in plays.others}
    likely = max((rival for rival in met if left[rival.seat]), key=lambda rival: rival.there, default=None)
    if there or likely is None or effect.steal + effect.lose < 1:
        return None
    values = {"card": play.card, "name": likely.seat, "n": left[likely.seat], "at": play.at}
    ally = plays.counts[ALLY_AT + loc]
    if ally >= 0:
        return ChoiceReason("effect.coming.ally", 1.5, {**values, "ally": IDS[ally]}, ("GLOS-17", "REW-01"))
    return ChoiceReason("effect.coming", 1.5, values, ("GLOS-17",))


def _left(plays: PlayValues, play: Play, left: int, cost: float) -> ChoiceReason:
    if plays.round == ROUNDS and play.blood and not plays.left:
        return ChoiceReason("pool.last", 0.4, {"n": left}, ("EOG-05",))
    if left <= 2:
        return ChoiceReason("pool.low", 0.3 - cost, {"n": left}, ("FRZ-01",))
    if play.blood < MOST_BLOOD and plays.left:
        return ChoiceReason("pool.turns", 0.2, {"n": left, "turns": plays.left}, ("PLAN-02", "PLAN-12"))
    return ChoiceReason("pool.keep", 0.15, {"n": left}, ("FRZ-01",))


_SAFE: Final = 5
"""With so much Blood in the Pool hardly any loss brings Frenzy."""


def _what_for(plays: PlayValues, cards: int) -> ChoiceReason:
    """Return what more Blood would be for; ``cards`` are still to be played in this round."""
    values = {"n": plays.blood, "most": MOST_BLOOD * cards}
    if plays.blood < MOST_BLOOD * cards:
        return ChoiceReason("drain.room", 1.0, values, ("PLAN-12", "PLAN-16"))
    return ChoiceReason("drain.guard" if plays.round == ROUNDS else "drain.later", 1.0, values, ("FRZ-01", "EOG-05"))


def _drain_facts(plays: PlayValues, card: str) -> list[ChoiceReason]:
    record = box.find(card)
    assert isinstance(record, box.Person)
    lost = record.influence - record.drained_influence
    values = {"card": card, "blood": record.drain_blood, "n": lost}
    key, rules = "drain.cost" if lost else "drain.free", ("DRAIN-04", "DRAIN-05")
    if record.creature == "vampire":
        facts = [ChoiceReason(f"{key}.vampire", 2.0, {**values, "n": lost + 1, "lost": lost}, (*rules, "DIAB-02"))]
        taken = {"card": card, "n": plays.tokens()}
        weight = 1.5 if plays.tokens() else 0.9
        facts.append(ChoiceReason("drain.vampire", weight, taken, ("DIAB-01", "DIAB-02", "DIAB-03")))
        return facts
    facts = [ChoiceReason(key, 2.0, values, rules)]
    if record.feed and plays.round == ROUNDS:
        facts.append(ChoiceReason("drain.no_feed", 0.5, {"card": card}, ("FEED-04",)))
    return facts


# Stay or Withdraw ------------------------------------------------------------------------------------------


def why_withdraw(own: OwnPositionValue, loc: int, stays: bool, edge: float) -> list[ChoiceReason]:
    """Return the reasons to stay at a Location or to leave; ``edge`` is the difference in value, in Influence."""
    cards = own.zones[CARDS + own.me * 4 + loc]
    blood = own.counts[BLOOD + own.me * 4 + loc]
    reasons = [odds(own, loc, edge + 1, "stay" if stays else "leave")]
    threat = own.threat(loc)
    if stays:
        reasons += prize(own, loc, 0.6) if ".first" in reasons[0].key or ".alone" in reasons[0].key else []
        worth, card = max(_effects(own, loc), default=(0.0, ""))
        if worth > 0.2:
            reasons.append(ChoiceReason("stay.effect", 0.8, {"card": card}, ("AFT-02", "WDR-07")))
        if threat < float(own.blood):
            reasons.append(ChoiceReason("stay.safe", 0.3, {"n": own.blood}, ("FRZ-01",)))
        return reasons
    if threat >= float(own.blood):
        reasons.append(ChoiceReason("leave.threat", 1.4, {"n": own.blood}, ("FRZ-01", "GLOS-18")))
    if blood:
        reasons.append(ChoiceReason("leave.blood", 1.0, {"n": blood}, ("WDR-05",)))
    if loc != HAVEN and cards:
        reasons.append(ChoiceReason("leave.haven", 0.9, {}, ("WDR-06", "WDR-09")))
    elif loc == HAVEN and cards:
        reasons.append(ChoiceReason("leave.hand", 0.5, {}, ("WDR-08",)))
    return reasons


def _effects(own: OwnPositionValue, loc: int) -> list[tuple[float, str]]:
    """Return the value of each own card's effect there, if face up."""
    own.lay(loc, 0.0)
    found = []
    for k in range(own.count):
        card = own.cards[k].card
        if KINDS[card].effect is not None:
            found.append((own.hits(loc, own.effect_of(card)), IDS[card]))
        else:
            found.append((0.0, IDS[card]))
    return found


SURE, FAIR = 0.6, 0.35


def likely(chances: tuple[float, float, float]) -> str:
    """Return the rank to name for these chances: first, first.fair, second, third or last."""
    first, second, third = chances
    if first >= SURE:
        return "first"
    if first >= FAIR:
        return "first.fair"
    if first + second >= SURE:
        return "second"
    return "third" if first + second + third >= SURE else "last"


def odds(
    own: OwnPositionValue, loc: int, weight: float, key: str, add: tuple[int, bool] | None = None, blood: int = 0
) -> ChoiceReason:
    """Return a reason that names the bot's Power there, what others show, and the rank that is likely.

    Power that visible cards take away is named with these cards.

    ``key`` is the situation: a play with or without Blood, staying or leaving. ``add`` is a card that is added, and
    whether face up.
    """
    own.lay(loc, float(blood))
    if add is not None:
        own.add(*add)
    has = own.power_here(loc)
    lost = round(own.power(A_CARD)) - round(has)  # before the others' Positions are set up in the same place
    about = any(own.cards[k].card in GUESSED for k in range(own.count))
    rank = likely(own.chances(loc, has))
    theirs = [(own.zones[CARDS + s.seat * 4 + loc], own.counts[BLOOD + s.seat * 4 + loc]) for s in own.others]
    if not any(cards or blood for cards, blood in theirs):
        rank = "alone"
    most, loses_tie = own.shown(loc)
    hidden = sum(card < 0 for cards, _ in theirs for card in cards)
    tied = rank != "alone" and most == round(has) and not hidden and not about
    if tied and loses_tie and rank.startswith("first"):
        rank = "second"
    values: dict[str, Any] = {
        "at": AT[loc],
        "mine": round(has),
        "theirs": most,
        "tie": ("lost" if loses_tie else "won") if tied else "",
        "hidden": hidden,
        "blood": blood,
        "about": about,
    }
    if lost > 0:
        values["curbs"] = tuple(dict.fromkeys(IDS[card] for card in own.curbs(loc)))
        values["lost"] = lost
    return ChoiceReason(
        f"odds.{key}.{rank}",
        max(weight, 0.5) + 1,
        values,
        ("CONF-03", *_RULES[rank.split(".")[0]], *(("CONTR-03",) if tied else ())),
    )


_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "alone": ("CONF-07",),
    "first": ("CONF-04", "REW-01"),
    "second": ("REW-02",),
    "third": ("REW-05",),
    "last": ("REW-11",),
}


def prize(own: OwnPositionValue, loc: int, weight: float) -> list[ChoiceReason]:
    """Return the reasons that name what the winner gets there."""
    ally = own.counts[ALLY_AT + loc]
    if ally < 0:
        return []
    record = box.find(IDS[ally])
    assert isinstance(record, box.Person)
    values = {"at": AT[loc], "ally": IDS[ally], "n": record.influence, "feed": record.feed}
    if loc == HAVEN:
        return [ChoiceReason("prize.haven", weight, values, ("REW-01", "REW-08", "REW-09"))]
    feeds = record.feed > 0 and own.round < ROUNDS
    return [ChoiceReason("prize.feeds" if feeds else "prize", weight, values, ("REW-01", "CARD-01"))]
