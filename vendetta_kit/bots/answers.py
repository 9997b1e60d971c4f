"""How the greedy bot answers what cards ask: one small function for each question of the agenda.

Each says what every possible answer is worth, in Influence, and which reason speaks for the answer chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.engine.actions import Bid, Choose

from .bot import Reason, asked
from .cards import DOES, PRINTED, TYPICAL, Lying, Spot
from .planning import best_of
from .sight import total
from .thought import Thought

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from vendetta_kit.engine.actions import Action, At

    from .sight import Sight

__all__ = ["ANSWERS", "answer", "bid", "stay_and_leave"]

Worth = Callable[[Any], float]
"""What an answer is worth."""


class Answer(NamedTuple):
    """How to answer a question: what each value is worth, and why the chosen one."""

    worth: Worth
    why: Callable[[Any], Sequence[Reason]]


def answer(sight: Sight, rng: Random) -> Thought:
    """The answer to a card's question."""
    decision = asked(sight.view)
    known = ANSWERS.get(decision.question or "", _first)(sight)
    scores = [(known.worth(_value(action)), action) for action in decision.legal]
    _, best = best_of(scores, rng)
    return Thought(best, lambda: known.why(_value(best)))


def _value(action: Action) -> Any:
    return action.value if isinstance(action, Choose) else None


def _card(sight: Sight) -> str:
    return asked(sight.view).card or ""


def _here(sight: Sight) -> At:
    return sight.view.at if sight.view.at is not None else "haven"


def _one(key: str, rules: tuple[str, ...] = (), **values: Any) -> list[Reason]:
    return [Reason(key, 1.0, values, rules)]


def _yes_or_no(value: float, yes: Sequence[Reason], no: Sequence[Reason]) -> Answer:
    return Answer(lambda given: value if given is True else 0.0, lambda given: yes if given is True else no)


def _first(sight: Sight) -> Answer:
    return Answer(lambda given: 0.0, lambda given: _one("any"))


def _better(sight: Sight, at: At, **more: Any) -> float:
    """What a change of the own Position at a Location is worth."""
    if at not in sight.open:
        return 0.0
    return sight.present(at, **more).value - sight.present(at).value


def _more_power(sight: Sight, at: At, points: float) -> float:
    """What so many points of Power more (or fewer) are worth at a Location."""
    if at not in sight.open:
        return 0.0
    has = sight.power(at)
    return sight.place(at, max(0.0, has + points)).value - sight.place(at, has).value


# Staying and leaving ---------------------------------------------------------------------------------------


def stay_and_leave(sight: Sight, at: At) -> tuple[float, float]:
    """What staying at a Location is worth, and what leaving it."""
    spot = sight.spot(at)
    pool = sight.mine.blood
    threat = min(float(pool), sight.threat(at))
    ranked = bool(spot.cards) or sum(bool(sight.position(s, at).cards) for s in sight.others) > 1
    stay = sight.place(at, sight.power_of(at, spot)).value if ranked else 0.0  # Blood alone wins nothing (CONF-08)
    stay += sight.effects(at, spot) + sight.pool(pool - threat)
    leave = sight.pool(pool + spot.blood + (sight.cards_at[at] == "LC04"))
    if at != "haven" and "haven" in sight.open and spot.cards:
        carried = tuple(Lying(card, True) for card, _ in spot.cards)
        there = sight.spot("haven", carried)
        leave += sight.present("haven", carried).value - sight.present("haven").value
        leave += sight.effects("haven", there) - sight.effects("haven", sight.spot("haven"))
    leave += _whispers(sight, at, len(spot.cards))
    return stay, leave


def _whispers(sight: Sight, at: At, cards: int) -> float:
    """Feral Whispers: 2 Blood at that card's Location for each card that leaves another one."""
    for spot in sight.mine.positions:
        if spot.at != at and any(c.card == "NO04" and c.face == "up" for c in spot.cards):
            return _more_power(sight, spot.at, 2.0 * cards)
    return 0.0


# The questions ---------------------------------------------------------------------------------------------


def _mate(sight: Sight) -> Answer:
    card = _card(sight)
    counts = card == "TO05" or (card == "VE01" and sight.view.step == "conflict") or card == "GA06"
    rules = ("VTAG-05",)
    mate = sight.mate if sight.mate is not None else sight.me
    yes, no = _one("mate.counts", rules, name=mate, card=card), _one("mate.spared", rules, name=mate, card=card)
    return _yes_or_no(1.0 if counts else -1.0, yes, no)


FIRST_TO_ACT: Final = ("MA03", "MA01", "TO08", "TR02", "TR07", "GA05", "BR07", "VE06", "GA08", "GA04", "TR09", "TO09")
LAST_TO_ACT: Final = ("TR03", "MA07", "MA05", "NO05", "NO07", "GA07", "GA01")


def _order(sight: Sight) -> Answer:
    def worth(card: str) -> float:
        if card in FIRST_TO_ACT:
            return 50.0 - FIRST_TO_ACT.index(card)
        if card in LAST_TO_ACT:
            return -50.0 - LAST_TO_ACT.index(card)
        return 0.0

    def why(card: str) -> list[Reason]:
        late = all(action.value in LAST_TO_ACT for action in asked(sight.view).legal if isinstance(action, Choose))
        key = "order.late" if late else "order.early" if card in FIRST_TO_ACT else "order.rest"
        return _one(key, ("CONTR-04", "PREP-02"), card=card)

    return Answer(worth, why)


def _use_relic(sight: Sight) -> Answer:
    return RELICS.get(_card(sight), _keep_relic)(sight)


def _keep_relic(sight: Sight) -> Answer:
    wait = _one("relic.wait", ("VREL-05",), card=_card(sight))
    return _yes_or_no(-1.0, wait, wait)


def _relic_when(value: float, least: float, key: str) -> Callable[[Sight], Answer]:
    def known(sight: Sight) -> Answer:
        yes = _one(key, ("VREL-05",), card=_card(sight))
        return _yes_or_no(value - least, yes, _one("relic.wait", ("VREL-05",), card=_card(sight)))

    return known


def _apocrypha(sight: Sight) -> Answer:
    spots = sight.open[: max(0, sight.mine.blood - 1)]
    value = total(_better(sight, at, blood=1) for at in spots if sight.spot(at).cards or sight.spot(at).blood)
    value += 0.15 * len(spots)
    value += sight.pool(sight.mine.blood - len(spots)) - sight.pool(sight.mine.blood)
    return _relic_when(value, sight.w.apocrypha[sight.round], "relic.apocrypha")(sight)


def _litany(sight: Sight) -> Answer:
    value = _more_power(sight, _here(sight), 3)
    return _relic_when(value, sight.w.litany[sight.round], "relic.litany")(sight)


RELICS: Final[Mapping[str, Callable[[Sight], Answer]]] = {
    "RE02": _apocrypha,
    "RE03": _relic_when(1, 0, "relic.hourglass"),
    "RE06": _litany,
    "RE07": _relic_when(1, 0, "relic.vial"),
    "RE08": _relic_when(1, 0, "relic.seal"),
}
"""Relics that it uses; the Mask it keeps, for its own token was meant."""


def _do_it(sight: Sight) -> Answer:
    at = _here(sight)
    stay, leave = stay_and_leave(sight, at)
    leave += sight.hits(at, DOES["BR09"](sight.spot(at)))  # Steal 1 from each Rival, as a Hunt does
    mine, theirs = round(sight.power(at)), max([0, *(r.shown for r in sight.rivals(at))])
    values = {"at": at, "mine": mine, "theirs": theirs}
    yes, no = _one("vanish.yes", ("PREP-04", "WDR-05"), **values), _one("vanish.no", ("CONF-03",), **values)
    return _yes_or_no(leave - stay, yes, no)


def _blood_to_play(sight: Sight) -> Answer:
    at, pool = _here(sight), sight.mine.blood

    def worth(blood: int) -> float:
        return _better(sight, at, blood=blood) + sight.pool(pool - blood) - sight.pool(pool)

    def why(blood: int) -> list[Reason]:
        values = {"n": blood, "at": at, "mine": round(sight.power(at, blood=blood)), "left": pool - blood}
        return _one("more_blood" if blood else "more_blood.none", ("GLOS-06", "CONF-03"), **values)

    return Answer(worth, why)


def _blood_to_take(sight: Sight) -> Answer:
    return Answer(lambda blood: float(blood), lambda blood: _one("take_back_blood", ("VLOC-04", "EOR-02"), n=blood))


def _to_haven(sight: Sight) -> Answer:
    at, card = _here(sight), _card(sight)
    value = sight.present("haven", (Lying(card, True),)).value - sight.present("haven").value
    if at in sight.open:  # its Power will be missed here
        without = sight.spot(at, without=card)
        stays = sight.place(at, sight.power_of(at, without)).value if without.cards or without.blood else 0.0
        value += stays - sight.present(at).value
    yes, no = _one("to_haven.yes", ("RES-02",), card=card), _one("to_haven.no", ("CONF-03",), card=card, at=at)
    return _yes_or_no(value + 0.01, yes, no)


def _cloak(sight: Sight) -> Answer:
    at, card = _here(sight), _card(sight)
    there = next((s.at for s in sight.mine.positions if any(c.card == card for c in s.cards)), at)
    spot = sight.spot(at)
    value = _better(sight, there, add=spot.cards, blood=spot.blood)
    usual = sight.pool(sight.mine.blood + spot.blood) - sight.pool(sight.mine.blood)
    usual += _better(sight, "haven", add=tuple(Lying(c, True) for c, _ in spot.cards))
    values = {"card": card, "at": there}
    return _yes_or_no(value - usual, _one("cloak.yes", ("WDR-06",), **values), _one("cloak.no", ("WDR-05",), **values))


def _turn_up(sight: Sight) -> Answer:
    at, card, pool = _here(sight), _card(sight), sight.mine.blood
    power = TYPICAL.get(card, 2.0)
    value = sight.present(at).value - _without(sight, at, power) + sight.pool(pool - 2) - sight.pool(pool)
    values = {"card": card, "n": round(power)}
    yes, no = _one("turn_up.yes", ("GLOS-16",), **values), _one("turn_up.no", ("FRZ-01",), **values)
    return _yes_or_no(value, yes, no)


def _without(sight: Sight, at: At, power: float) -> float:
    return sight.place(at, max(0.0, sight.power(at) - power)).value


def _turn_down(sight: Sight) -> Answer:
    at, asks = _here(sight), _card(sight)

    def now(card: str) -> float:
        with_it, without = sight.spot(at), sight.spot(at, without=card)
        return sight.power_of(at, with_it) - sight.power_of(at, without)

    def worth(card: str | bool) -> float:
        if isinstance(card, bool):
            return 0.0
        if asks == "MA07":  # face down it is worth 4, whatever it says
            return 4.0 - PRINTED[card]
        return -now(card)

    def why(card: str | bool) -> list[Reason]:
        if isinstance(card, bool):
            return _one("turn_down.none", ("RUL-36",))
        key = "turn_down.four" if asks == "MA07" else "turn_down.least"
        return _one(key, ("RUL-36",), card=card, n=PRINTED[card])

    return Answer(worth, why)


def _take_back(sight: Sight) -> Answer:
    at = _here(sight)
    rivals = sum(1 for r in sight.rivals(at) if r.seat != sight.mate)
    poor = sum(1 for r in sight.rivals(at) if r.seat != sight.mate and r.pool <= 1)

    def worth(card: str | bool) -> float:
        if isinstance(card, bool):
            return 0.0
        left = sight.spot(at, without=card)
        after = sight.place(at, sight.power_of(at, left)).value if left.cards or left.blood else 0.0
        pool = sight.mine.blood
        gain = sight.pool(pool + rivals) - sight.pool(pool) + rivals * sight.w.harm + poor * sight.w.cause
        return after - sight.present(at).value + gain

    def why(card: str | bool) -> list[Reason]:
        if isinstance(card, bool):
            return _one("take_back.none", ("CONF-03",), at=at)
        return _one("take_back", ("GLOS-12",), card=card)

    return Answer(worth, why)


def _rival(sight: Sight) -> Answer:
    def worth(seat: int) -> float:
        other = sight.view.seats[seat]
        known = [TYPICAL[card] for card in other.known_hand]
        value = total(known) + (other.hand_size - len(known)) * sight.unseen(other)
        return value * (0.2 if seat == sight.mate else 1.0)

    def why(seat: int) -> list[Reason]:
        return _one("rival", ("GLOS-02",), name=seat, n=sight.view.seats[seat].hand_size)

    return Answer(worth, why)


def _curfew(sight: Sight) -> Answer:
    at, pool = _here(sight), sight.mine.blood
    spot = sight.spot(at)
    value = sight.effects(at, spot) + sight.pool(pool - 3) - sight.pool(pool)
    cards = [card for card, _ in spot.cards if card in DOES]
    yes = _one("curfew.yes", ("GLOS-12",), cards=cards)
    no = _one("curfew.no", ("FRZ-01",), n=pool) if cards else _one("curfew.nothing", ("GLOS-12",))
    return _yes_or_no(value, yes, no)


def _name_card(sight: Sight) -> Answer:
    def worth(card: str) -> float:
        return PRINTED[card] + (0.6 if card in DOES else 0.0)

    return Answer(worth, lambda card: _one("name_card", ("GLOS-15",), card=card, n=PRINTED[card]))


def _spend_half(sight: Sight) -> Answer:
    at, card, pool = _here(sight), _card(sight), sight.mine.blood
    half = pool // 2
    cost = sight.pool(pool - half) - sight.pool(pool)
    if card == "TR02":
        gain = sight.present(at).value - _without(sight, at, 6)
        yes, no = "artifacts.yes", "artifacts.no"
    elif card == "TR05":
        gain = sight.hits(at, DOES["TR05"](sight.spot(at))._replace(pay=0))
        yes, no = "cauldron.yes", "cauldron.no"
    else:
        gain = sight.hits(at, DOES["TR07"](sight.spot(at))._replace(pay=0))
        gain += _more_power(sight, at, sight.around(at).their_blood / 2)
        yes, no = "arcane.yes", "arcane.no"
    values = {"card": card, "n": half, "left": pool - half}
    return _yes_or_no(gain + cost, _one(yes, ("GLOS-10",), **values), _one(no, ("GLOS-10", "FRZ-01"), **values))


def _spend_one(sight: Sight) -> Answer:
    at = _here(sight)
    value = sight.hits(at, DOES["TR09"](sight.spot(at, pool=9)))
    rivals = sum(1 for r in sight.rivals(at) if r.seat != sight.mate)
    yes, no = _one("spend_one.yes", ("GLOS-12",), n=rivals), _one("spend_one.no", ("GLOS-10",))
    return _yes_or_no(value, yes, no)


def _swap(sight: Sight) -> Answer:
    at, pool = _here(sight), sight.mine.blood
    blood = sight.spot(at).blood
    value = sight.pool(blood) - sight.pool(pool) + _more_power(sight, at, pool + 2 - blood)
    values = {"n": pool + 2, "left": blood}
    return _yes_or_no(value, _one("swap.yes", ("CONF-03",), **values), _one("swap.no", ("RUL-06",), **values))


def _shift_blood(sight: Sight) -> Answer:
    half = (sight.spot(_here(sight)).blood + 1) // 2

    def worth(there: At | bool) -> float:
        return 0.0 if isinstance(there, bool) else _better(sight, there, blood=half)

    def why(there: At | bool) -> list[Reason]:
        if isinstance(there, bool):
            return _one("shift_blood.no", ("RUL-29",))
        return _one("shift_blood", ("EOR-02", "RUL-45"), n=half, at=there)

    return Answer(worth, why)


def _gaze(sight: Sight) -> Answer:
    at = _here(sight)
    half = (sight.spot(at).blood + 1) // 2
    value = _more_power(sight, at, -1.5 * half) + 1.0  # the other answer costs 1 Influence
    values = {"n": half, "at": at}
    return _yes_or_no(value, _one("gaze.yes", ("EOR-02",), **values), _one("gaze.no", ("CONF-03",), **values))


def _toll(sight: Sight) -> Answer:
    pool = sight.mine.blood
    value = sight.pool(pool - 2) - sight.pool(pool) + sight.w.give
    return _yes_or_no(value, _one("toll.yes", ("GLOS-12",), n=pool), _one("toll.no", ("FRZ-01",), n=pool))


def _tremere_ready(sight: Sight) -> Answer:
    alliance = sight.mine.alliance
    cost = total(sight.drain_cost(card) for card in alliance) / len(alliance) if alliance else 1.0
    at = _here(sight)
    value = cost + _more_power(sight, at, -1) if at in sight.open else cost
    return _yes_or_no(value - 0.3, _one("ready.yes", ("RUL-10", "FRZ-04")), _one("ready.no", ("RUL-10",)))


def _into_deck(sight: Sight) -> Answer:
    return Answer(lambda card: -card_worth(card), lambda card: _one("into_deck", ("HAND-07",), card=card))


def card_worth(card: str) -> float:
    """What a Clan card is worth in hand, by its Power and what it does among a few Rivals."""
    does = DOES[card](Spot(alliance=3, round=2, blood=1)) if card in DOES else None
    if does is None:
        return TYPICAL[card]
    return TYPICAL[card] + 1.2 * does.steal + 0.9 * does.lose + 0.4 * (does.gain - does.pay) + 2.0 * does.victims


ANSWERS: Final[Mapping[str, Callable[[Sight], Answer]]] = {
    "mate": _mate,
    "order": _order,
    "use_relic": _use_relic,
    "do_it": _do_it,
    "blood_to_play": _blood_to_play,
    "blood_to_take": _blood_to_take,
    "to_haven": _to_haven,
    "cloak": _cloak,
    "turn_up": _turn_up,
    "turn_down": _turn_down,
    "take_back": _take_back,
    "rival": _rival,
    "curfew": _curfew,
    "name_card": _name_card,
    "spend_half": _spend_half,
    "spend_one": _spend_one,
    "swap": _swap,
    "shift_blood": _shift_blood,
    "gaze": _gaze,
    "toll": _toll,
    "tremere_ready": _tremere_ready,
    "into_deck": _into_deck,
}
"""Every question that a card can ask."""


def bid(sight: Sight, rng: Random) -> Thought:
    """Auction of Blood: as much as the card that one would have to turn down is worth, never into danger."""
    at, pool = _here(sight), sight.mine.blood
    owner = any(c.card == "MA02" for c in sight.position(sight.mine, at).cards)
    up = [PRINTED[card] for card, shown in sight.spot(at).cards if shown]
    at_stake = sight.present(at).value - _without(sight, at, min(up, default=0))
    rivals = max(1, sum(1 for _ in sight.rivals(at)))

    def worth(blood: int) -> float:
        safe = min(1.0, 0.25 + 0.3 * blood) if blood else 1 / (rivals + 2)
        deployed = _more_power(sight, at, blood) if owner else 0.0
        return safe * at_stake + deployed + sight.pool(pool - blood) - sight.pool(pool)

    scores = [(worth(action.blood), action) for action in asked(sight.view).legal if isinstance(action, Bid)]
    _, best = best_of(scores, rng)
    assert isinstance(best, Bid)
    key = "bid.none" if not best.blood else "bid.owner" if owner else "bid"
    values = {"n": best.blood, "left": pool - best.blood}
    return Thought(best, lambda: _one(key, ("RUL-05", "FRZ-01"), **values))
