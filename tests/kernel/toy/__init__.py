"""*Hush*, a game of some two hundred lines: it proves that the kernel knows no other, and shows how a game is made.

Two to six players, a hand of three numbers each, three rounds. In each, everybody chooses in secret to stay or to
leave. Who leaves takes a coin. Then a window goes round those who stayed: each may lay cards, and whoever lays one lets
all think again. The largest sum takes a coin from everybody else who stayed; of equal ones the earlier seat. After
the rounds there is a poll: whoever has a card left may give it away, face down, for a coin, as long as somebody wants
to. What was not dealt and what was given away nobody may look at but who gave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from vendetta_kit.input_errors import Message
from vendetta_kit.kernel import agenda, game, priority_windows
from vendetta_kit.kernel.actions import Action, Actions, code_below
from vendetta_kit.kernel.decisions import Decision, DecisionKind
from vendetta_kit.kernel.event_kinds import FieldKind, kind
from vendetta_kit.kernel.events import Entry, Event, Recorder
from vendetta_kit.kernel.ledger import account_of, move
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.refusal import BadSetup, Reason, WhyNot
from vendetta_kit.kernel.rng import scramble, shuffled
from vendetta_kit.kernel.state import MAX_SEATS, NOBODY, OPEN, OWNER, RNG, StateSchema, Step
from vendetta_kit.kernel.visibility import Observation, VisibilityTable

# Where things lie, after the kernel's
SCHEMA = StateSchema()
ROUND = SCHEMA.number("round")
BANK = SCHEMA.number("bank", account="bank", counts="coin")
COINS = SCHEMA.number("coins", per=MAX_SEATS, account="coins", counts="coin", scenario_key="coins")
STAYED = SCHEMA.number("who stayed, as bits")
HAND = SCHEMA.zone("hand", OWNER, per=MAX_SEATS)
LAID = SCHEMA.zone("laid", OPEN, per=MAX_SEATS)
GIVEN = SCHEMA.zone("given away", OWNER, per=MAX_SEATS)
REST = SCHEMA.zone("rest", NOBODY)
STAY_OR_LEAVE, LAY, GIVE, OVER = 1, 2, 3, 4
CARDS = tuple(range(1, 19))
ROUNDS = 3


def name(card: int) -> str:
    """A card's id: H07 is the seven."""
    return f"H{card:02}"


# Actions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Stay(Action):
    """Stay in this round, or leave it."""

    do: ClassVar[str] = "stay"
    stays: bool = True

    def _code(self) -> int:
        return int(self.stays)


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """Do nothing."""

    do: ClassVar[str] = "pass"

    def _code(self) -> int:
        return 2


@dataclass(frozen=True, slots=True, repr=False)
class Lay(Action):
    """Lay a card, or give it away."""

    do: ClassVar[str] = "lay"
    card: int

    def _code(self) -> int:
        return 2 + self.card if code_below(self.card, 19) > 0 else -1


ACTIONS = Actions(
    (Stay, Pass, Lay), lambda code: Stay(bool(code)) if code < 2 else Pass() if code == 2 else Lay(code - 2)
)


# The game --------------------------------------------------------------------------------------------------


def begin_round(g: Hush, step: Step) -> None:
    g.n[ROUND] += 1
    g.n[STAYED] = 0
    if g.rec is not None:
        g.rec.event(g, "round", number=g.n[ROUND])
    agenda.ask_all(g, STAY_OR_LEAVE, (1 << g.seats) - 1)


def stay_answered(g: Hush, seat: int, code: int) -> None:
    if not agenda.seal(g, seat, code):
        return
    stayed = []
    for who, stays in agenda.take_sealed_answers(g, range(g.seats)):
        if stays:
            stayed.append(who)
            g.n[STAYED] |= 1 << who
        else:
            move(g, BANK, COINS + who, 1, "left", by=who)
    if g.rec is not None:
        g.rec.event(g, "stayed", staying=tuple(stayed))
    priority_windows.open_window(g, LAY, stayed)


def lay_answered(g: Hush, seat: int, code: int) -> None:
    if code == Pass().code:
        priority_windows.window_passed(g)
        return
    priority_windows.window_used(g)
    g.z[HAND + seat] = tuple(c for c in g.z[HAND + seat] if c != code - 2)
    g.z[LAID + seat] += (code - 2,)
    if g.rec is not None:
        g.rec.event(g, "laid", seat, card=name(code - 2))


def end_round(g: Hush, step: Step) -> None:
    stayed = [seat for seat in range(g.seats) if g.n[STAYED] >> seat & 1]
    best = max(stayed, key=lambda seat: sum(g.z[LAID + seat]), default=-1)
    for seat in stayed:
        if seat != best and g.n[COINS + seat]:
            move(g, COINS + seat, COINS + best, 1, "won", by=best)
    for seat in range(g.seats):
        g.z[LAID + seat] = ()
    if g.rec is not None and best >= 0:
        g.rec.event(g, "won", best)


def give_away(g: Hush, step: Step) -> None:
    priority_windows.open_poll(g, GIVE, range(g.seats))


def give_answered(g: Hush, seat: int, code: int) -> None:
    priority_windows.poll_answered(g, seat, code == Pass().code)
    if code != Pass().code:
        g.z[HAND + seat] = tuple(c for c in g.z[HAND + seat] if c != code - 2)
        g.z[GIVEN + seat] += (code - 2,)
        move(g, BANK, COINS + seat, 1, "given", by=seat)


def finish(g: Hush, step: Step) -> None:
    agenda.end_game(g)
    if g.rec is not None:
        g.rec.event(g, "over", winners=winners(g))


def options(g: Hush, seat: int, kind: int) -> Options:
    if kind == STAY_OR_LEAVE:
        return Options((1, 0), ACTIONS)
    return Options((Pass().code, *(card + 2 for card in g.z[HAND + seat])), ACTIONS)


def why_not(g: Hush, seat: Any, action: Any) -> WhyNot:
    legal = g.legal(seat)
    rule = "HUSH-02" if isinstance(action, Lay) else "HUSH-01"
    return WhyNot((HushReason(rule, "not_now", {"action": repr(action)}),), legal[0] if len(legal) else None)


def winners(g: Hush) -> tuple[int, ...]:
    most = max(g.n[COINS + seat] for seat in range(g.seats))
    return tuple(seat for seat in range(g.seats) if g.n[COINS + seat] == most)


# What a seat may know --------------------------------------------------------------------------------------

KNOWN = VisibilityTable(SCHEMA.zones, SCHEMA.numbers)


@dataclass(frozen=True, slots=True)
class HushView:
    """All that one reader may know."""

    me: int | None
    names: tuple[str, ...]
    coins: tuple[int, ...]
    cards: tuple[int, ...]
    hand: tuple[int, ...] | None
    asked: tuple[int, ...]
    decision: Decision | None
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it but the offer."""
        happened = [{"kind": event.kind, "seat": event.seat, **event.data} for event in self.events]
        hand = list(map(name, self.hand)) if self.hand is not None else None
        return {"me": self.me, "coins": self.coins, "cards": self.cards, "hand": hand, "events": happened}


def view(g: Hush, seen: Observation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> HushView:
    me = seen.reader
    return HushView(
        me,
        g.names,
        tuple(seen.n[COINS : COINS + g.seats]),
        tuple(len(seen.z[HAND + s]) for s in range(g.seats)),
        seen.z[HAND + me] if me is not None else None,
        seen.asked,
        g.decision(me) if me is not None and me in seen.asked else None,
        events,
        ledger,
    )


# What the kernel is given ----------------------------------------------------------------------------------


class HushMoment(NamedTuple):
    """When it is."""

    round: int


@dataclass(frozen=True, slots=True)
class HushReason(Reason):
    """Why something is not possible."""

    def text(self, lang: str = "en") -> str:
        return REASONS[self.key][lang].format(**self.shown())


REASONS = {
    "not_now": {"en": "Not now: {action}.", "de": "Jetzt nicht: {action}."},
    "no_action": {"en": "Not an action of Hush: {action}.", "de": "Keine Aktion von Hush: {action}."},
    "no_seat": {"en": "Not a seat: {seat}, seats are 0 to {last}.", "de": "Kein Sitz: {seat}, Sitze: 0 bis {last}."},
}


def table(g: Hush) -> Iterator[str]:
    for seat, name in enumerate(g.names):
        yield f"  | {name}: {g.n[COINS + seat]} coins, {g.z[HAND + seat]}"


RULES = game.Rules(
    id="hush",
    actions=ACTIONS,
    kinds=(
        DecisionKind(""),
        DecisionKind("stay_or_leave", ("HUSH-01",), stay_answered, sealed=True),
        DecisionKind("lay", ("HUSH-02",), lay_answered, quiet=True),
        DecisionKind("give", ("HUSH-04",), give_answered),
        DecisionKind("over", ("HUSH-05",)),
    ),
    events={
        "dealt": kind("HUSH-00", hand=FieldKind.CARDS),
        "round": kind("HUSH-01", number=FieldKind.NUMBER),
        "stayed": kind("HUSH-01", staying=FieldKind.SEATS),
        "laid": kind("HUSH-02", card=FieldKind.CARD),
        "won": kind("HUSH-03"),
        "over": kind("HUSH-05", winners=FieldKind.SEATS),
    },
    causes={"left": ("HUSH-01",), "won": ("HUSH-03",), "given": ("HUSH-04",)},
    switches={"ask_always": ("no", "yes")},
    options=options,
    has_choice=lambda g, seat, kind: bool(g.z[HAND + seat]) or g.table.setup["ask_always"] == "yes",
    why_not=why_not,
    explains_impossible=True,
    reason=HushReason,
    basics={"no_action": "HUSH-01", "no_seat": "HUSH-01"},
    observe=KNOWN.observe,
    imagine=KNOWN.imagine,
    view=view,
    moment=lambda g: HushMoment(g.n[ROUND]),
    card=lambda g, number: name(number),
    account=lambda g, index: account_of(SCHEMA, index),
    token=lambda index: SCHEMA.at(index).counts,
    begin=lambda setup, file: Hush.new(**file.mapping(setup, ("setup",), ("seats", "seed", "ask_always"))),
    table=table,
    scores=lambda g: tuple(g.n[COINS : COINS + g.seats]),
    winners=winners,
)


class Hush(game.Game[game.Table]):
    """A game of Hush."""

    @classmethod
    def new(cls, seats: int = 3, seed: int = 0, ask_always: str = "no", record: bool = True) -> Hush:
        """Deal and begin. Raises ``BadSetup``."""
        g = cls.dealt(seats, seed, ask_always, record)
        agenda.run(g)
        return g

    @classmethod
    def dealt(cls, seats: int = 3, seed: int = 0, ask_always: str = "no", record: bool = True) -> Hush:
        """Deal: nothing has begun. Raises ``BadSetup``."""
        if not 2 <= seats <= MAX_SEATS:
            raise BadSetup("seats", Message("found", value=seats), Message("want.seats_rule"))
        n, z = SCHEMA.blank()
        n[RNG] = scramble(seed)
        n[COINS : COINS + seats] = [2] * seats
        setup: Mapping[str, Any] = {"seats": seats, "seed": seed, "ask_always": ask_always}
        todo: list[Step] = [(finish,), (give_away,), *([(end_round,), (begin_round,)] * ROUNDS)]
        names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")[:seats]
        g = cls(game.Table(RULES, names, setup), n, z, todo, Recorder() if record else None)
        pack = shuffled(n, CARDS)
        z[REST] = pack[seats * 3 :]
        for seat in range(seats):
            z[HAND + seat] = tuple(sorted(pack[seat * 3 : seat * 3 + 3]))
            if g.rec is not None:
                g.rec.event(g, "dealt", seat, (), {"hand": tuple(map(name, z[HAND + seat]))}, 1 << seat)
        return g
