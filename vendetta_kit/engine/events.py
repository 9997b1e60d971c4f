"""What happened: a game's events and ledger entries, each with the rules that it rests on.

A :class:`Recorder` hangs on a game while somebody reads along; without one the engine emits nothing and spends nothing.
Events and entries share one running number, so that a log can tell both in the order in which they came to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .citations import CASES
from .event_kinds import EVENT_RULES, with_seats
from .state import (
    BANK_BLOOD,
    BANK_INFLUENCE,
    BLOOD,
    INFL,
    LOC,
    PHASE,
    PHASES,
    POOL,
    ROUND,
    STEP,
    STEPS,
    TOKENS_UP,
)
from .tables import AT, IDS

if TYPE_CHECKING:
    from .actions import Action
    from .game import Game

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})

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
"""Every cause of a ledger entry and the rules that it always rests on."""


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
"""Rulings that go along whenever one of these cards acts, asks or pays."""
PAYS: Final = frozenset(("gain", "spend", "lose", "steal", "play_by_effect", "bid", "shift", "deploy", "frenzy_paid"))
TELLS_CARD: Final = frozenset(("act", "choice", "relic_used"))


class Account(NamedTuple):
    """Where Blood or Influence lies: ``kind`` is bank, pool, position, card or score."""

    kind: str
    seat: int | None = None
    at: int | str | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: ``amount`` of a token went from one account to another.

    ``card`` is the card that paid or made it happen, ``by`` the seat whose effect it was.
    """

    n: int
    token: str
    source: Account
    target: Account
    amount: int
    cause: str
    rules: tuple[str, ...]
    card: str | None
    by: int | None
    round: int
    phase: str
    step: str
    at: int | str | None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``data`` everybody may know; ``secret`` only the seats in ``knows`` (a bit set)."""

    n: int
    kind: str
    rules: tuple[str, ...]
    seat: int | None
    round: int
    phase: str
    step: str
    at: int | str | None
    data: Mapping[str, Any]
    secret: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    knows: int = 0

    def seen_by(self, seat: int | None) -> Event:
        """The event as ``seat`` may know it (``None``: a spectator): what is secret is gone or joined to the data."""
        if not self.secret:
            return self
        if seat is not None and self.knows >> seat & 1:
            return replace(self, data=MappingProxyType({**self.data, **self.secret}), secret=NOTHING, knows=0)
        return replace(self, secret=NOTHING, knows=0)

    def named(self, name: Callable[[Any], Any]) -> dict[str, Any]:
        """Return the public fields with every seat in them replaced by what ``name`` makes of it."""
        return with_seats(self.kind, self.data, name)

    def get(self, key: str) -> Any:
        """A field of the event, public or secret, or ``None``; for those who may see the whole game."""
        return self.data.get(key, self.secret.get(key))


class Recorder:
    """What a recorded game keeps: events, ledger, actions taken, and the states to undo to."""

    undoes = True
    """Whether actions and the states to undo to are kept."""
    __slots__ = ("actions", "entries", "events", "next", "past")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.actions: list[tuple[int, Action]] = []
        self.past: list[tuple[Any, ...]] = []
        self.next = 0

    def copy(self) -> Recorder:
        """A twin; what it lists is immutable and shared."""
        twin = Recorder()
        twin.events = self.events[:]
        twin.entries = self.entries[:]
        twin.actions = self.actions[:]
        twin.past = self.past[:]
        twin.next = self.next
        return twin

    def event(
        self,
        g: Game,
        kind: str,
        seat: int | None = None,
        rules: tuple[str, ...] = (),
        secret: Mapping[str, Any] = NOTHING,
        knows: int = 0,
        at: int | None = None,
        **data: Any,
    ) -> None:
        """Record one event; ``at`` is a Location number, by default the one being resolved."""
        n = g.n
        where = n[LOC] if at is None else at
        if kind in TELLS_CARD:
            rules += CARD_RULES.get(data["card"], ())
        case = CASES.get(kind)
        if case is not None:
            rules += case(g, -1 if seat is None else seat, where, data)
        self.events.append(
            Event(
                self.next,
                kind,
                rules_of(EVENT_RULES[kind], rules),
                seat,
                n[ROUND],
                PHASES[n[PHASE]],
                STEPS[n[STEP]],
                AT[where] if where >= 0 else None,
                MappingProxyType(data),
                MappingProxyType(dict(secret)) if secret else NOTHING,
                knows if secret else 0,
            )
        )
        self.next += 1

    def entry(
        self, g: Game, source: int, target: int, amount: int, cause: str, card: int, by: int, rules: tuple[str, ...]
    ) -> None:
        """Record one ledger entry between two counts of ``g.n``."""
        self.line(g, token_of(source), account(source), account(target), amount, cause, card, by, rules)

    def line(
        self,
        g: Game,
        token: str,
        source: Account,
        target: Account,
        amount: int,
        cause: str,
        card: int = -1,
        by: int = -1,
        rules: tuple[str, ...] = (),
    ) -> None:
        """Record one ledger entry between two accounts."""
        n = g.n
        if card >= 0 and cause in PAYS:
            rules += CARD_RULES.get(IDS[card], ())
        where = source.at or target.at or (AT[n[LOC]] if n[LOC] >= 0 else None)
        self.entries.append(
            Entry(
                self.next,
                token,
                source,
                target,
                amount,
                cause,
                rules_of(CAUSE_RULES[cause], rules),
                IDS[card] if card >= 0 else None,
                by if by >= 0 else None,
                n[ROUND],
                PHASES[n[PHASE]],
                STEPS[n[STEP]],
                where,
            )
        )
        self.next += 1


def rules_of(always: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Both lists of rules, each rule once; the special case first."""
    if not more:
        return always
    return tuple(dict.fromkeys((*more, *always)))


def account(index: int) -> Account:
    """The account that a count of ``g.n`` stands for."""
    if index in (BANK_BLOOD, BANK_INFLUENCE):
        return Account("bank")
    if POOL <= index < INFL:
        return Account("pool", index - POOL)
    if INFL <= index < BLOOD:
        return Account("pool", index - INFL)
    if BLOOD <= index < TOKENS_UP:
        seat, loc = divmod(index - BLOOD, 4)
        return Account("position", seat, AT[loc])
    raise AssertionError(f"{index} is no account")


def token_of(index: int) -> str:
    """Which token the count ``index`` of ``g.n`` counts."""
    return "influence" if index == BANK_INFLUENCE or INFL <= index < BLOOD else "blood"
