"""Sources of Influence: every change of a score, and the scores over time.

A score counts tokens, the Alliance, Drained cards, a Relic and some abilities, less Diablerie (EOG-02, EOG-03, EOG-08).
The ledger has the tokens; the rest follows from events. At every point the sums of :func:`scores_over_time` equal the
scores of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import HUMAN_ALLIES, IDS, JULIE, REWARD_INFLUENCE
from vendetta_kit.games.vendetta.engine.rule_numbers import HAVEN_MORE, HUMAN_ALLY_MORE
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.known_history import KnownHistory

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping


SCORE_CAUSES: Final = (
    "score_tokens",
    "score_alliance",
    "score_drained",
    "score_ability",
    "score_relic",
    "score_diablerie",
)
"""The parts of a final score, by causes of the ledger."""
PARTS: Final = (
    "start",
    "reward",
    "frenzy_paid",
    "given",
    "other",
    "lost",
    "alliance",
    "drained",
    "ability",
    "relic",
    "diablerie",
)
"""The parts of a score: first tokens, then points of cards."""

_TOKENS: Final = {"start": "start", "reward": "reward", "frenzy_paid": "frenzy_paid"}


@dataclass(frozen=True, slots=True)
class InfluencePoint:
    """A gain or loss (below 0) of Influence, with its lines of the log and rules."""

    n: int
    round: int
    phase: str
    at: int | str | None
    seat: int
    part: str
    amount: int
    card: str | None
    other: int | None
    """The player who gave or took it, or whose Frenzy it was paid for."""
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RacePoint:
    """A score after a change; ``None`` for a player who is out of the game."""

    n: int
    round: int
    phase: str
    at: int | str | None
    seat: int
    score: int | None
    change: int
    part: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of one side in one part of the score (below 0: it is behind), with the rules of those points.

    ``ahead`` and ``behind`` are the two sides' points in that part.
    """

    part: str
    amount: int
    rules: tuple[str, ...]
    ahead: int
    behind: int


@cache
def _worth() -> Mapping[str, tuple[int, int]]:
    """Return Influence by card: in an Alliance or as a Relic, and Drained."""
    people = {card.id: (card.influence, card.drained_influence) for card in (*box.allies(), *box.victims())}
    return people | {relic.id: (relic.influence, 0) for relic in box.relics()}


@cache
def _humans() -> tuple[str, frozenset[str]]:
    """Return the id of Julie Martin, and the ids of the human Allies."""

    return IDS[JULIE], frozenset(IDS[card] for card in HUMAN_ALLIES)


def rewards(at: int | str, number: int) -> tuple[int, ...]:
    """Return the Influence for the first, second and third place at a Location in a round (REW-05 to REW-08).

    >>> rewards(2, 3), rewards("haven", 3)
    ((3, 2, 1), (4, 2, 1))
    """
    first, *others = REWARD_INFLUENCE[number - 1]
    return (first + (HAVEN_MORE if at == "haven" else 0), *others)


def score_changes(history: KnownHistory) -> list[InfluencePoint]:
    """Return every change of every score in order.

    Points of a card count from the event that brings it; a Drained card no longer counts in the Alliance. A player who
    is out of the game loses all points.
    """
    return list(_points(history))


def lead(history: KnownHistory, ahead: Collection[int], behind: Collection[int]) -> list[Lead]:
    """Return the parts of the difference between two sides' scores, the largest first.

    Equal parts are left out; the amounts add up to the difference of the scores.

    Args:
        history: the history of the game.
        ahead: the seats of one side.
        behind: the seats of the other side.
    """
    amounts: dict[str, list[int]] = {}
    rules: dict[str, dict[str, None]] = {}
    for point in score_changes(history):
        for k, side in enumerate((ahead, behind)):
            if point.seat in side:
                amounts.setdefault(point.part, [0, 0])[k] += point.amount
                rules.setdefault(point.part, {}).update(dict.fromkeys(point.rules))
    scored: dict[str, dict[str, None]] = {}
    for entry in history.ledger:  # events of the scoring give the points of cards
        if entry.cause in SCORE_CAUSES and {entry.source.seat, entry.target.seat} & {*ahead, *behind}:
            scored.setdefault(entry.cause.removeprefix("score_"), {}).update(dict.fromkeys(entry.rules))
    rules |= scored
    found = [Lead(part, own - other, tuple(rules[part]), own, other) for part, (own, other) in amounts.items()]
    return sorted((one for one in found if one.amount), key=lambda one: (-one.amount, PARTS.index(one.part)))


def _points(history: KnownHistory) -> Iterator[InfluencePoint]:
    held: list[list[tuple[str, int]]] = [[] for _ in history.seats]  # (part, points) of cards at present
    alliance: list[list[str]] = [[] for _ in history.seats]
    drained: list[list[str]] = [[] for _ in history.seats]
    tokens = [0] * len(history.names)
    out = [False] * len(history.names)
    frenzied: int | None = None
    for row in history.rows():
        if isinstance(row, Event):
            if row.kind == "frenzy":
                frenzied = row.seat
            if row.seat is None:
                continue
            if row.kind == "eliminated":
                out[row.seat] = True
            for part, amount, card in _by_event(row, alliance, drained):
                held[row.seat].append((part, amount))
                yield InfluencePoint(
                    row.n, row.moment.round, row.moment.phase, row.at, row.seat, part, amount, card, None, row.rules
                )
            if row.kind == "eliminated":
                for part, amount in _summed(held[row.seat]):
                    yield InfluencePoint(
                        row.n,
                        row.moment.round,
                        row.moment.phase,
                        row.at,
                        row.seat,
                        part,
                        -amount,
                        None,
                        None,
                        row.rules,
                    )
                held[row.seat] = []
            continue
        if row.token != "influence" or row.cause in SCORE_CAUSES:
            continue
        for seat, amount in _ends(row):
            tokens[seat] += amount
            yield InfluencePoint(
                row.n,
                row.moment.round,
                row.moment.phase,
                row.at,
                seat,
                _part(row, amount),
                amount,
                row.card,
                _other(row, seat, frenzied),
                row.rules,
            )


def _by_event(
    event: Event, alliance: list[list[str]], drained: list[list[str]]
) -> Iterator[tuple[str, int, str | None]]:
    """Yield how an event changes the points of a seat's cards and Diablerie tokens."""
    assert event.seat is not None
    own, card = alliance[event.seat], str(event.data.get("card"))
    julie, humans = _humans()
    before = julie in own and sum(other in humans for other in own) == 1
    if event.kind in ("alliance", "ally", "victim"):
        own.append(card)
        if card in drained[event.seat]:  # a Relic returned it
            drained[event.seat].remove(card)
            yield "drained", -_worth()[card][1], card
        yield "alliance", _worth()[card][0], card
    elif event.kind == "drain":
        own.remove(card)
        drained[event.seat].append(card)
        yield "alliance", -_worth()[card][0], card
        yield "drained", _worth()[card][1], card
    elif event.kind == "relic":
        yield "relic", _worth()[card][0], card
    elif event.kind == "diablerie":
        yield "diablerie", -event.data["tokens"], card
    elif event.kind == "eliminated":
        own.clear()
        drained[event.seat].clear()
    after = julie in own and sum(other in humans for other in own) == 1
    if before != after:
        yield "ability", HUMAN_ALLY_MORE if after else -HUMAN_ALLY_MORE, julie


def _summed(held: list[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    for part in PARTS:
        amount = sum(n for other, n in held if other == part)
        if amount:
            yield part, amount


def _ends(entry: Entry) -> Iterator[tuple[int, int]]:
    """Yield the seats whose tokens the entry changes, with the amounts."""
    for account, sign in ((entry.source, -1), (entry.target, 1)):
        if account.kind == "pool" and account.seat is not None:
            yield account.seat, sign * entry.amount


def _part(entry: Entry, amount: int) -> str:
    if entry.cause in _TOKENS:
        return _TOKENS[entry.cause]
    if entry.cause in ("give", "steal"):
        return "given"
    return "lost" if amount < 0 else "other"


def _other(entry: Entry, seat: int, frenzied: int | None) -> int | None:
    if entry.cause == "frenzy_paid":
        return frenzied
    ends = {account.seat for account in (entry.source, entry.target)} - {seat, None}
    return next(iter(ends), None) if ends else None


def scores_over_time(history: KnownHistory) -> list[RacePoint]:
    """Return every score after each change; changes with the same cause are one."""
    now = dict.fromkeys(history.seats, 0)
    gone = {event.seat: event.n for event in history.events if event.kind == "eliminated"}
    found: list[RacePoint] = []
    for point in score_changes(history):
        now[point.seat] += point.amount
        is_out = point.seat in gone and point.n >= gone[point.seat]
        step = RacePoint(
            point.n,
            point.round,
            point.phase,
            point.at,
            point.seat,
            None if is_out else now[point.seat],
            point.amount,
            point.part,
            point.rules,
        )
        before = found[-1] if found else None
        if before is not None and (before.n, before.seat) == (step.n, step.seat):
            found[-1] = RacePoint(
                step.n,
                step.round,
                step.phase,
                step.at,
                step.seat,
                step.score,
                before.change + step.change,
                step.part,
                step.rules,
            )
        else:
            found.append(step)
    return found


def scores_of(history: KnownHistory) -> tuple[int | None, ...]:
    """Return the current scores; ``None`` for a player who is out of the game."""
    now = [0] * len(history.names)
    for point in score_changes(history):
        now[point.seat] += point.amount
    out = {event.seat for event in history.events if event.kind == "eliminated"}
    return tuple(None if seat in out else score for seat, score in enumerate(now))
