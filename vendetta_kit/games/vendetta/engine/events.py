"""The causes of ledger entries, the ledger's accounts, and the rulings on cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.ledger import account_of
from vendetta_kit.registered_games import registered

from .citations import CASES
from .game import Game
from .state import LOC, PHASE, PHASES, ROUND, SCHEMA, STEP, STEPS


class GameMoment(NamedTuple):
    """A point in time: ``round`` 1 to 3 (0 before the first Feed), ``phase``, and ``step`` of Resolution."""

    round: int
    phase: str
    step: str

    def sentence(self, row: Event | Entry) -> str:
        """Return an event or a ledger entry of this time in one English sentence, as a spectator may know it."""
        told: str = registered("vendetta").written().sentence(row)
        return told


def moment(g: Game) -> GameMoment:
    """Return the current round, phase and step."""
    n = g.n
    return GameMoment(n[ROUND], PHASES[n[PHASE]], STEPS[n[STEP]])


def current_location(g: Game) -> int:
    """Return the number of the Location that is being resolved, -1 if none is."""
    return g.n[LOC]


CAUSE_RULES: Final[dict[str, tuple[str, ...]]] = {
    "start": ("SET-19",),
    "feed": ("FEED-01", "FEED-02"),
    "fee": ("PLAN-09", "GLOS-10"),
    "play": ("PLAN-12", "PLAN-13", "PLAN-16"),
    "play_by_effect": ("RUL-05", "GLOS-06"),
    "flip": ("DIAB-05", "DIAB-06"),
    "drain": ("DRAIN-04",),
    "gain": ("GLOS-09",),
    "spend": ("GLOS-10",),
    "lose": ("GLOS-11",),
    "steal": ("GLOS-12", "GLOS-13"),
    "deploy": ("GLOS-07",),
    "withdraw": ("WDR-05",),
    "take_back": ("CONTR-01",),
    "discard": ("CONTR-01",),
    "shift": ("CONTR-01",),
    "swap": ("CONTR-01",),
    "bid": ("RUL-05",),
    "frenzy_paid": ("FRZ-02",),
    "frenzy_bare": ("FRZ-07",),
    "reward": ("REW-15",),
    "give": ("CONTR-01",),
    "round_end": ("EOR-02",),
    "eliminated": ("RUL-14",),
    "score_alliance": ("EOG-02",),
    "score_drained": ("EOG-02", "DRAIN-05"),
    "score_tokens": ("EOG-02",),
    "score_diablerie": ("EOG-03", "DIAB-02"),
    "score_relic": ("EOG-08", "VREL-07"),
    "score_ability": ("CARD-03",),
}
"""All causes of ledger entries, with the rules of each."""


CARD_RULES: Final[dict[str, tuple[str, ...]]] = {
    "AL02": ("RUL-07", "RUL-41"),
    "MA05": ("KIT-13",),
    "MA07": ("KIT-08", "RUL-36"),
    "NO03": ("KIT-11",),
    "NO07": ("RUL-27", "PREP-04"),
    "RE02": ("KIT-14", "RUL-52"),
    "TR06": ("KIT-06",),
    "TR08": ("RUL-10", "RUL-46"),
    "VE02": ("KIT-09",),
    "VE03": ("RUL-46",),
    "VE05": ("RUL-28", "KIT-07"),
}
"""Rulings to name whenever one of these cards acts, asks or pays."""
PAYS: Final = frozenset(("gain", "spend", "lose", "steal", "play_by_effect", "bid", "shift", "deploy", "frenzy_paid"))
TELLS_CARD: Final = frozenset(("act", "choice", "relic_used"))


def event_rules(g: Game, kind: str, seat: int, at: int, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rules of this single event, without those of its kind."""
    rules = CARD_RULES.get(data["card"], ()) if kind in TELLS_CARD else ()
    case = CASES.get(kind)
    return rules if case is None else rules + case(g, seat, at, data)


def entry_rules(cause: str, card: str) -> tuple[str, ...]:
    """Return the rulings to name when this card pays."""
    return CARD_RULES.get(card, ()) if cause in PAYS else ()


def account(g: Game, index: int) -> Account:
    """Return the account for an index of ``g.n``."""
    return account_of(SCHEMA, index)


def token_of(index: int) -> str:
    """Return the kind of token that the index of ``g.n`` counts."""
    return SCHEMA.at(index).counts
