"""What a player did several times in a game and paid for: Frenzies, wasted Blood, hopeless stays, needless Drains.

And the narrow Location on which most hung, won or lost.

All of it follows from the game's record (:mod:`vendetta_kit.games.vendetta.flows`); no game is imagined. A pattern says
what happened, and an estimate of what it cost in Influence.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from vendetta_kit.coach.game_for_coach import GamePattern
from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.bots.weights import GREEDY
from vendetta_kit.games.vendetta.engine.card_tables import REWARD_INFLUENCE
from vendetta_kit.games.vendetta.engine.rule_numbers import CAUSER_PAID, ROUNDS
from vendetta_kit.games.vendetta.flows import KnownHistory, LocationRound
from vendetta_kit.kernel.events import Account, Entry, Event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LEAST_WASTED: Final = 4
"""Wasted Blood of a game below this is not told."""
NARROW: Final = 2
"""A Location decided by at most so much Power was narrow."""
LEAST_HUNG: Final = 5
"""A narrow Location that changed less Influence than this is not told."""
LEAST_TAKEN: Final = 3
"""Blood taken by a card or left in the Pool, and Influence of lower places, are not told below this."""
_TIP: Final = 0.05
"""What a tip weighs for each Blood or Influence that it is about: less than any pattern that cost something."""
_BLOOD: Final = GREEDY.blood_later[1]
"""The Influence that 1 Blood is worth after a round that is not the last."""
_GOES_ON: Final = frozenset(("act", "step", "location", "phase", "turn", "frenzy", "score", "round"))
"""Kinds of events by which a Frenzy has ended."""


def patterns_of(history: KnownHistory, seat: int) -> list[GamePattern]:
    """Return the patterns of a seat's game, the costliest first."""
    rounds = flows.location_rounds(history)
    found = [*frenzies(history, seat), *_wasted(rounds, seat), *_hopeless(rounds, seat), *_early_drains(history, seat)]
    found += [*_narrow(history, rounds, seat), *_taken(history, seat), *_unspent(history, seat)]
    found += _placed(history, rounds, seat)
    return sorted(found, key=lambda pattern: (-pattern.cost, pattern.key))


def end_of_frenzy(history: KnownHistory, frenzy: Event) -> int:
    """Return the running number of the event before which all belongs to a Frenzy."""
    return next((e.n for e in history.events if e.n > frenzy.n and e.kind in _GOES_ON), history.last + 1)


def frenzies(history: KnownHistory, seat: int) -> Iterator[GamePattern]:
    """Yield the seat's Frenzies as one pattern, with the card that caused most of them."""
    changes = [point for point in flows.score_changes(history) if point.seat == seat]
    found: list[tuple[float, Event, str, int]] = []
    for event in history.events:
        if event.kind != "frenzy" or event.seat != seat:
            continue
        end = end_of_frenzy(history, event)
        lost = -sum(point.amount for point in changes if event.n < point.n < end)
        paid = CAUSER_PAID if event.data["causer"] is not None else 0
        card, taken = card_that_emptied(history, event)
        found.append((lost + paid, event, card, taken))
    if not found:
        return
    worst = max(found, key=lambda row: row[0])[1]
    causes = Counter(card for _, _, card, _ in found if card)
    card, times = causes.most_common(1)[0] if causes else ("", 0)
    named = bool(card) and (len(found) == 1 or times > 1)
    amounts = sorted(n for _, _, own, n in found if not named or own == card)
    values = {"n": len(found), "card": card, "keep": amounts[len(amounts) // 2] + 1}
    total = float(sum(row[0] for row in found))
    rules = tuple(dict.fromkeys(("FRZ-01", "FRZ-04", *worst.rules)))
    yield GamePattern("frenzy.card" if named else "frenzy", len(found), total, worst.n, worst.at, values, rules)


def card_that_emptied(history: KnownHistory, frenzy: Event) -> tuple[str, int]:
    """Return the card that emptied the Pool, and the most Blood that its effect took from one player then."""
    entries = [entry for entry in history.ledger if entry.token == "blood"]
    last = next((e for e in reversed(entries) if e.n < frenzy.n and e.source.seat == frenzy.seat), None)
    if last is None or last.card is None or last.card not in box.records():
        return "", 1
    near = [e for e in entries if e.card == last.card and e.by == last.by and abs(e.n - frenzy.n) <= _NEAR]
    return last.card, max(e.amount for e in near if e.source.seat == frenzy.seat or e.source.kind == "pool")


_NEAR: Final = 8
"""Rows of the record that belong to one effect, about."""


def _wasted(rounds: Sequence[LocationRound], seat: int) -> Iterator[GamePattern]:
    """Yield Blood without which the seat would have had the same place, before the last round."""
    own = [w for place in rounds if place.round < ROUNDS for w in place.waste if w.seat == seat]
    wasted, all_of_it = sum(w.wasted for w in own), sum(w.blood for w in own)
    if wasted < LEAST_WASTED or 2 * wasted < all_of_it:
        return
    worst = max(own, key=lambda w: w.wasted)
    values = {"n": wasted, "all": all_of_it, "most": worst.wasted, "round": worst.round, "at": worst.at}
    times = sum(w.wasted > 0 for w in own)
    yield GamePattern("wasted", times, wasted * _BLOOD, worst.n, worst.at, values, ("EOR-02", "CONF-03"))


def _hopeless(rounds: Sequence[LocationRound], seat: int) -> Iterator[GamePattern]:
    """Yield the Locations at which the seat stayed with Blood although more Power than it ever had lay open.

    Only a place that brings nothing was without a chance: the first three get Influence (REW-05).
    """
    found = []
    for place in rounds:
        stayed = next((choice for choice in place.choices if choice.seat == seat and choice.stayed), None)
        count = place.at_stage("count", seat)
        paid = len(REWARD_INFLUENCE[place.round - 1])
        if stayed is None or count is None or not count.blood or seat in (*place.ranking[:-1], *place.ranking[:paid]):
            continue
        most = max((other.power for other in stayed.others), default=0)
        if most > count.power and len(place.ranking) > 1:
            found.append((count.blood, stayed, most, count.power))
    if not found:
        return
    _, worst, most, power = max(found, key=lambda row: row[0])
    spent = sum(row[0] for row in found)
    values = {"n": len(found), "blood": spent, "at": worst.at, "round": worst.round, "mine": power, "theirs": most}
    rules = ("WDR-05", "REW-11")
    yield GamePattern("hopeless", len(found), spent * _BLOOD, worst.n, worst.at, values, rules)


def _narrow(history: KnownHistory, rounds: Sequence[LocationRound], seat: int) -> Iterator[GamePattern]:
    """Yield the Location that most hung on for the seat, of those won or lost by at most :data:`NARROW` Power."""
    changes = flows.score_changes(history)
    found = []
    for place in rounds:
        if len(place.ranking) < 2 or seat not in place.ranking:
            continue
        won = place.winner == seat
        other = place.ranking[1] if won else place.ranking[0]
        mine, theirs = place.at_stage("count", seat), place.at_stage("count", other)
        if mine is None or theirs is None or abs(mine.power - theirs.power) > NARROW:
            continue
        whose = place.ranking[0]
        gain = sum(point.amount for point in changes if point.seat == whose and place.n < point.n <= place.last)
        if gain >= LEAST_HUNG:
            found.append((gain, place, mine, theirs, other))
    if not found:
        return
    gain, place, mine, theirs, other = max(found, key=lambda row: row[0])
    key = ("narrow.won" if place.winner == seat else "narrow.lost") + (".tie" if mine.power == theirs.power else "")
    pool = next((one.blood for one in reversed(flows.pools(history)) if one.seat == seat and one.n <= mine.n), 0)
    values = {"round": place.round, "at": place.at, "mine": mine.power, "theirs": theirs.power, "gain": gain}
    values |= {"margin": abs(mine.power - theirs.power), "need": theirs.power - mine.power + 1, "pool": pool}
    values["name"] = history.names[other]
    yield GamePattern(key, 1, float(gain), mine.n, place.at, values, ("CONF-03", "REW-11"), mistake=False)


def _early_drains(history: KnownHistory, seat: int) -> Iterator[GamePattern]:
    """Yield Drains of the seat's own will whose Blood it did not need before the next Feed."""
    levels = [level for level in flows.pools(history) if level.seat == seat]
    starts = [event.n for event in history.events if event.kind == "round"]
    found = []
    for event in history.events:
        if event.kind != "drain" or event.seat != seat or event.moment.phase != "planning":
            continue
        record = box.find(str(event.data["card"]))
        if not isinstance(record, box.Person) or event.moment.round >= ROUNDS or not record.feed:
            continue
        until = next((n for n in starts if n > event.n), history.last + 1)
        after = [level.blood for level in levels if event.n < level.n < until]
        if after and min(after) > record.drain_blood:
            found.append((record.feed * (ROUNDS - event.moment.round), event, record))
    if not found:
        return
    _, worst, record = max(found, key=lambda row: row[0])
    lost = sum(row[0] for row in found)
    values = {"n": len(found), "card": record.id, "round": worst.moment.round, "blood": lost}
    rules = ("FEED-04", "DRAIN-05")
    yield GamePattern("drain", len(found), lost * _BLOOD, worst.n, None, values, rules)


def _taken(history: KnownHistory, seat: int) -> Iterator[GamePattern]:
    """Yield the Blood that the card of another took from the seat's Pool, of the card that took most."""
    found: dict[tuple[str, int], list[Entry]] = {}
    for entry in history.ledger:
        own = entry.token == "blood" and entry.source == Account("pool", seat)
        if own and entry.by not in (None, seat) and isinstance(box.records().get(entry.card or ""), box.ClanCard):
            found.setdefault((entry.card or "", entry.by or 0), []).append(entry)
    (card, by), entries = max(found.items(), key=lambda row: sum(e.amount for e in row[1]), default=(("", 0), []))
    taken = sum(entry.amount for entry in entries)
    if taken >= LEAST_TAKEN:
        worst = max(entries, key=lambda entry: entry.amount)
        values = {"n": taken, "card": card, "name": history.names[by], "round": worst.moment.round, "at": worst.at}
        yield GamePattern("taken", len(entries), taken * _TIP, worst.n, worst.at, values, ("WDR-04", *worst.rules))


def _unspent(history: KnownHistory, seat: int) -> Iterator[GamePattern]:
    """Yield the Blood that lay in the seat's Pool when the game ended, where it only decides ties."""
    last = next((level for level in reversed(flows.pools(history)) if level.seat == seat), None)
    if last is not None and last.blood >= LEAST_TAKEN:
        values = {"n": last.blood, "round": ROUNDS}
        yield GamePattern("unspent", 1, last.blood * _TIP, last.n, None, values, ("EOG-05", "PLAN-16"))


def _placed(history: KnownHistory, rounds: Sequence[LocationRound], seat: int) -> Iterator[GamePattern]:
    """Yield what second and third places brought the seat: who stays is paid without winning."""
    changes, found, brought = flows.score_changes(history), [], 0
    for place in rounds:
        if seat in place.ranking[1 : len(REWARD_INFLUENCE[place.round - 1])]:
            own = (p for p in changes if p.seat == seat and place.n < p.n <= place.last)
            brought += sum(p.amount for p in own if p.part in ("reward", "alliance"))
            found.append(place)
    if brought >= LEAST_TAKEN:
        values = {"n": len(found), "gain": brought, "round": found[0].round, "at": found[0].at}
        rules = ("REW-05", "REW-02")
        yield GamePattern("placed", len(found), brought * _TIP, found[0].n, found[0].at, values, rules, mistake=False)
