"""The reasons of the greedy bot for its answers to cards' questions, one small function for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from vendetta_kit.games.vendetta.engine.actions import Choose
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLAN_CARDS, IDS, NUMBER, POWER
from vendetta_kit.games.vendetta.engine.observation import VendettaObservation
from vendetta_kit.games.vendetta.engine.state import BLOOD, CARDS, HAND
from vendetta_kit.kernel.state import ASKER

from .answer_values import WHEN, AnswerValues
from .bot import ChoiceReason
from .position_value import KINDS


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question and the chosen answer; ``answers`` must have read the observation before."""

    answers: AnswerValues
    o: VendettaObservation
    given: Any

    @property
    def loc(self) -> int:
        return self.answers.place_of_question()

    @property
    def pool(self) -> int:
        return self.answers.blood

    @property
    def at(self) -> int | str:
        """Return the Location of the question."""
        return AT[self.loc]

    @property
    def card(self) -> str:
        """Return the card that asks."""
        return IDS[self.o.n[ASKER]] if self.o.n[ASKER] >= 0 else ""

    @property
    def yes(self) -> bool:
        return self.given is True

    @property
    def none(self) -> bool:
        """Return whether nothing was chosen although something was offered."""
        return isinstance(self.given, bool)

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Return the player's own cards there."""
        return self.o.z[CARDS + self.o.seat * 4 + self.loc]

    @property
    def blood(self) -> int:
        """Return the player's own Blood there."""
        return self.o.n[BLOOD + self.o.seat * 4 + self.loc]

    @property
    def half(self) -> int:
        return (self.blood + 1) // 2


Why = Callable[[AnsweredQuestion], ChoiceReason]
Rules = tuple[str, ...]


def why_answer(answers: AnswerValues, o: VendettaObservation, question: str, given: Any) -> list[ChoiceReason]:
    """Return the reasons for this answer to a card's question."""
    why = WHY.get(question)  # a card added by a user may ask a new question
    return [why(AnsweredQuestion(answers, o, given)) if why is not None else _one("any")]


def _one(key: str, rules: tuple[str, ...] = (), **values: Any) -> ChoiceReason:
    return ChoiceReason(key, 1.0, values, rules)


def _always(key: str, rules: Rules, values: Callable[[AnsweredQuestion], Mapping[str, Any]]) -> Why:
    """Return a function that gives the same reason for every answer."""
    return lambda a: _one(key, rules, **values(a))


def _either(question: str, yes: Rules, no: Rules, values: Callable[[AnsweredQuestion], Mapping[str, Any]]) -> Why:
    """Return a function that gives one reason for Yes and another for No, with their rules."""
    return lambda a: _one(f"{question}.yes" if a.yes else f"{question}.no", yes if a.yes else no, **values(a))


def _mate(a: AnsweredQuestion) -> ChoiceReason:
    mate = a.answers.mate if a.answers.mate >= 0 else a.o.seat
    return _one("mate.counts" if a.yes else "mate.spared", ("VTAG-05",), name=mate, card=a.card)


def _order(a: AnsweredQuestion) -> ChoiceReason:
    others = [action.value for action in a.o.offer if isinstance(action, Choose)]
    late = all(WHEN[NUMBER[str(card)]] < 0 for card in others)
    key = "order.late" if late else "order.early" if WHEN[NUMBER[a.given]] > 0 else "order.rest"
    return _one(key, ("CONTR-04", "PREP-02"), card=a.given)


RELICS: Final[Mapping[str, str]] = {
    "RE02": "relic.apocrypha",
    "RE03": "relic.hourglass",
    "RE06": "relic.litany",
    "RE07": "relic.vial",
    "RE08": "relic.seal",
}
"""Relics that the bot uses when asked. It keeps the Mask, because it meant its own token."""


def _use_relic(a: AnsweredQuestion) -> ChoiceReason:
    key = RELICS.get(a.card, "relic.wait") if a.yes else "relic.wait"
    return _one(key, ("VREL-05",), card=a.card)


def _there(a: AnsweredQuestion) -> Mapping[str, Any]:
    """Return the bot's own Power at the Location of the question, and what others show there."""
    return {"at": a.at, "mine": round(a.answers.power_at(a.loc)), "theirs": a.answers.shown(a.loc)[0]}


def _blood_to_play(a: AnsweredQuestion) -> ChoiceReason:
    mine = round(a.answers.power_at(a.loc, float(a.given)))
    values = {"n": a.given, "at": a.at, "mine": mine, "left": a.pool - a.given}
    return _one("more_blood" if a.given else "more_blood.none", ("GLOS-06", "CONF-03"), **values)


def _turn_up(a: AnsweredQuestion) -> ChoiceReason:
    number = NUMBER.get(a.card, CLAN_CARDS)
    values = {"card": a.card, "n": round(KINDS[number].usual if number < CLAN_CARDS else 2.0)}
    return _one("turn_up.yes", ("GLOS-16",), **values) if a.yes else _one("turn_up.no", ("FRZ-01",), **values)


def _turn_down(a: AnsweredQuestion) -> ChoiceReason:
    if a.none:
        return _one("turn_down.none", ("RUL-36",))
    key = "turn_down.four" if a.card == "MA07" else "turn_down.least"
    return _one(key, ("RUL-36",), card=a.given, n=POWER[NUMBER[a.given]])


def _take_back(a: AnsweredQuestion) -> ChoiceReason:
    if a.none:
        return _one("take_back.none", ("CONF-03",), at=a.at)
    return _one("take_back", ("GLOS-12",), card=a.given)


def _curfew(a: AnsweredQuestion) -> ChoiceReason:
    cards = [IDS[card] for card in a.cards if KINDS[card].effect is not None]
    if a.yes:
        return _one("curfew.yes", ("GLOS-12",), cards=cards)
    return _one("curfew.no", ("FRZ-01",), n=a.pool) if cards else _one("curfew.nothing", ("GLOS-12",))


def _spend_half(a: AnsweredQuestion) -> ChoiceReason:
    what = {"TR02": "artifacts", "TR05": "cauldron"}.get(a.card, "arcane")
    values = {"card": a.card, "n": a.pool // 2, "left": a.pool - a.pool // 2}
    if a.yes:
        return _one(f"{what}.yes", ("GLOS-10",), **values)
    return _one(f"{what}.no", ("GLOS-10", "FRZ-01"), **values)


def _spend_one(a: AnsweredQuestion) -> ChoiceReason:
    if a.yes:
        return _one("spend_one.yes", ("GLOS-12",), n=len(a.answers.met(a.loc)))
    return _one("spend_one.no", ("GLOS-10",))


def _shift_blood(a: AnsweredQuestion) -> ChoiceReason:
    if a.none:
        return _one("shift_blood.no", ("RUL-29",))
    return _one("shift_blood", ("EOR-02", "RUL-45"), n=a.half, at=a.given)


WHY: Final[Mapping[str, Why]] = {
    "mate": _mate,
    "order": _order,
    "use_relic": _use_relic,
    "do_it": _either("vanish", ("PREP-04", "WDR-05"), ("CONF-03",), _there),
    "blood_to_play": _blood_to_play,
    "blood_to_take": _always("take_back_blood", ("VLOC-04", "EOR-02"), lambda a: {"n": a.given}),
    "to_haven": _either("to_haven", ("RES-02",), ("CONF-03",), lambda a: {"card": a.card, "at": a.at}),
    "cloak": _either(
        "cloak", ("WDR-06",), ("WDR-05",), lambda a: {"card": a.card, "at": AT[a.answers.where(NUMBER[a.card], a.loc)]}
    ),
    "turn_up": _turn_up,
    "turn_down": _turn_down,
    "take_back": _take_back,
    "rival": _always("rival", ("GLOS-02",), lambda a: {"name": a.given, "n": len(a.o.z[HAND + a.given])}),
    "curfew": _curfew,
    "name_card": _always("name_card", ("GLOS-15",), lambda a: {"card": a.given, "n": POWER[NUMBER[a.given]]}),
    "spend_half": _spend_half,
    "spend_one": _spend_one,
    "swap": _either("swap", ("CONF-03",), ("RUL-06",), lambda a: {"n": a.pool + 2, "left": a.blood}),
    "shift_blood": _shift_blood,
    "gaze": _either("gaze", ("EOR-02",), ("CONF-03",), lambda a: {"n": a.half, "at": a.at}),
    "toll": _either("toll", ("GLOS-12",), ("FRZ-01",), lambda a: {"n": a.pool}),
    "tremere_ready": _either("ready", ("RUL-10", "FRZ-04"), ("RUL-10",), lambda a: {}),
    "blood_after_card": _always("blood_after_card", ("RUL-53",), lambda a: {"n": a.given, "left": a.pool - a.given}),
    "into_deck": _always("into_deck", ("HAND-07",), lambda a: {"card": a.given}),
}
"""The function that gives the reasons for each question that a card can ask."""


def why_bid(answers: AnswerValues, o: VendettaObservation, blood: int) -> list[ChoiceReason]:
    """Return the reasons for bidding this amount of Blood."""
    loc = answers.place_of_question()
    owner = NUMBER["MA02"] in o.z[CARDS + o.seat * 4 + loc]
    key = "bid.none" if not blood else "bid.owner" if owner else "bid"
    return [_one(key, ("RUL-05", "FRZ-01"), n=blood, left=answers.blood - blood)]
