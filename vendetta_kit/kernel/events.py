"""Events and ledger entries of a game, each with the rules behind it, and the recorder that collects them.

A game records only if it has a :class:`Recorder`; games without one are faster. Events and entries share one running
number, so that a log can list both in the order in which they happened.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .actions import Action

if TYPE_CHECKING:
    from .game import AnyGame

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only view of ``values``; unpickling needs a function for it."""
    return MappingProxyType(values)


# Python can neither pickle nor deep-copy these proxies; events, cards and weights, which hold them, must be both.
copyreg.pickle(MappingProxyType, lambda kept: (_read_only, (dict(kept),)))

SEAT_NAMES: Final = tuple(f"Seat {seat}" for seat in range(6))
"""What players are called in a sentence of which nobody knows the names."""
Moment = Any
"""The time of an event in the game: a named tuple that each game defines, such as round, phase and step."""


class Sentence:
    """What an event and a ledger entry are in print: one English sentence, as a spectator may know it."""

    __slots__ = ()
    moment: Moment

    def __str__(self) -> str:
        """Return the sentence; players are called by their seats. In a game that has no words: all fields."""
        told: str = self.moment.sentence(self) if hasattr(self.moment, "sentence") else repr(self)
        return told[:1].upper() + told[1:]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the sentence in a notebook; classes repeat the name, as IPython would take their ``__repr__`` first."""
        printer.text(str(self))


class Account(NamedTuple):
    """A place where counters lie: its kind (such as ``bank`` or ``pool``), whose it is, where, and on which card."""

    kind: str
    seat: int | None = None
    at: int | str | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Entry(Sentence):
    """One entry of the ledger: ``amount`` counters of the kind ``token`` went from one account to another.

    ``card`` is the id of the card that paid or caused it, ``by`` the seat whose effect it was. ``knows`` are the seats
    that may know the cards named here (a bit set; -1: all): a face-down card can carry visible counters.
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
    moment: Moment
    at: int | str | None
    knows: int = -1
    _repr_pretty_ = Sentence._repr_pretty_

    def seen_by(self, seat: int | None) -> Entry:
        """Return the entry without the cards that ``seat`` may not know (``None``: a spectator)."""
        if self.knows < 0 or (seat is not None and self.knows >> seat & 1):
            return self
        source, target = self.source._replace(card=None), self.target._replace(card=None)
        return replace(self, source=source, target=target, card=None, knows=-1)


@dataclass(frozen=True, slots=True)
class Event(Sentence):
    """One thing that happened. ``data`` is public; only the seats in ``knows`` (a bit set) may see ``secret``."""

    n: int
    kind: str
    rules: tuple[str, ...]
    seat: int | None
    moment: Moment
    at: int | str | None
    data: Mapping[str, Any]
    secret: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    knows: int = 0
    _repr_pretty_ = Sentence._repr_pretty_

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as ``seat`` may know it (``None``: a spectator).

        The secret fields are moved into ``data`` if the seat may know them, and left out otherwise.
        """
        if not self.secret:
            return self
        if seat is not None and self.knows >> seat & 1:
            return replace(self, data=MappingProxyType({**self.data, **self.secret}), secret=NOTHING, knows=0)
        return replace(self, secret=NOTHING, knows=0)

    def get(self, key: str) -> Any:
        """Return a field, public or secret, or ``None``; only for callers that may see everything."""
        return self.data.get(key, self.secret.get(key))


class Recorder:
    """The record of a game: set-up, events, ledger, actions taken, and the states to undo to.

    The seed in the set-up reveals everything hidden. So the recorder holds it and not the table: the games that bots
    imagine have no recorder, and so not the seed.
    """

    undoes = True
    """Whether the actions and the earlier states, for undo, are kept."""
    __slots__ = ("actions", "entries", "events", "next", "past", "setup")

    def __init__(self) -> None:
        self.setup: Mapping[str, Any] = NOTHING
        self.events: list[Event] = []
        self.entries: list[Entry] = []
        self.actions: list[tuple[int, Action]] = []
        self.past: list[tuple[Any, ...]] = []
        self.next = 0

    def copy(self) -> Recorder:
        """Return a copy with lists of its own; their items are immutable and shared."""
        twin = Recorder()
        twin.setup = self.setup
        twin.events = self.events[:]
        twin.entries = self.entries[:]
        twin.actions = self.actions[:]
        twin.past = self.past[:]
        twin.next = self.next
        return twin

    def event(
        self,
        g: AnyGame,
        kind: str,
        seat: int | None = None,
        rules: tuple[str, ...] = (),
        secret: Mapping[str, Any] = NOTHING,
        knows: int = 0,
        at: int | None = None,
        **data: Any,
    ) -> None:
        """Record one event; ``at`` is the number of a place, by default of the game's current place."""
        spec = g.rules
        where = spec.current_place(g) if at is None else at
        more = spec.event_rules(g, kind, -1 if seat is None else seat, where, data)
        self.events.append(
            Event(
                self.next,
                kind,
                rules_of(spec.events[kind].rules, rules + more),
                seat,
                spec.moment(g),
                spec.place(g, where) if where >= 0 else None,
                MappingProxyType(data),
                MappingProxyType(dict(secret)) if secret else NOTHING,
                knows if secret else 0,
            )
        )
        self.next += 1

    def entry(
        self, g: AnyGame, source: int, target: int, amount: int, cause: str, card: int, by: int, rules: tuple[str, ...]
    ) -> None:
        """Record one ledger entry between the accounts at two indices of ``g.n``."""
        spec = g.rules
        one, other = spec.account(g, source), spec.account(g, target)
        self.line(
            g, spec.token(source), one, other, amount, cause, card, by, rules, spec.entry_knows(g, source, target)
        )

    def line(
        self,
        g: AnyGame,
        token: str,
        source: Account,
        target: Account,
        amount: int,
        cause: str,
        card: int = -1,
        by: int = -1,
        rules: tuple[str, ...] = (),
        knows: int = -1,
    ) -> None:
        """Record one ledger entry between two accounts."""
        spec = g.rules
        named = spec.card(g, card) if card >= 0 else None
        if named is not None:
            rules += spec.entry_rules(cause, named)
        here = spec.current_place(g)
        self.entries.append(
            Entry(
                self.next,
                token,
                source,
                target,
                amount,
                cause,
                rules_of(spec.causes[cause], rules),
                named,
                by if by >= 0 else None,
                spec.moment(g),
                source.at or target.at or (spec.place(g, here) if here >= 0 else None),
                knows,
            )
        )
        self.next += 1


def rules_of(always: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Return both lists of rules, ``more`` before ``always``, each rule once.

    >>> rules_of(("PLAN-04", "PLAN-05"), ("PLAN-10", "PLAN-05"))
    ('PLAN-10', 'PLAN-05', 'PLAN-04')
    """
    if not more:
        return always
    return tuple(dict.fromkeys((*more, *always)))
