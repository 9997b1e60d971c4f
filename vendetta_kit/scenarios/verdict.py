"""Does it hold? Each expectation is compared with the game; only what it names counts.

Lists of cards are compared as sets, ``ranking`` in its order. What does not hold is told with what was found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from vendetta_kit.games.vendetta.engine.conflict import total_power
from vendetta_kit.games.vendetta.engine.event_kinds import of_event, seats_named
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import (
    ACTIVE,
    ALLIANCE,
    ALLY_AT,
    AMBITION,
    BLOOD,
    CARDS,
    CLAN,
    DECK,
    DRAINED,
    HAND,
    INFL,
    LOC,
    OUT,
    PHASE,
    PHASES,
    POOL,
    RANKING,
    RELIC,
    RELIC_USED,
    ROUND,
    STEP,
    STEPS,
    TOKENS_DOWN,
    TOKENS_UP,
    UP,
    turn_order,
)
from vendetta_kit.games.vendetta.engine.tables import BIT, CLANS, IDS, LOCATION_NUMBER
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.state import WHO

from .document import flow
from .model import Expectation

_MOST_SHOWN: Final = 6


def judge(g: Game, wanted: Expectation) -> list[str]:
    """What does not hold of an expectation, in words; empty if all of it holds."""
    return list(_JUDGES[wanted.kind](g, wanted))


def _compare(wants: Mapping[str, Any], found: Callable[[str], Any], show: Callable[[str, Any], Any]) -> Iterator[str]:
    for key, value in wants.items():
        there = found(key)
        same = set(there) == set(value) and len(there) == len(value) if _is_set(key, value) else there == value
        if not same:
            yield f"{key}: expected {flow(show(key, value))}, found {flow(show(key, there))}"


def _is_set(key: str, value: Any) -> bool:
    return isinstance(value, list) and key not in ("ranking", "order")


def _as_is(_: str, value: Any) -> Any:
    return value


def _ids(cards: tuple[int, ...]) -> list[str]:
    return [IDS[card] for card in cards]


def _name(g: Game, seat: int | None) -> str | None:
    return None if seat is None else g.names[seat]


# One kind after the other ----------------------------------------------------------------------------------


def _seat(g: Game, wanted: Expectation) -> Iterator[str]:
    n, z = g.n, g.z
    seat = wanted.about["seat"]

    def found(key: str) -> Any:
        if key == "diablerie":
            value = wanted.wants[key]
            tokens = {"up": n[TOKENS_UP + seat], "down": n[TOKENS_DOWN + seat]}
            return {side: tokens[side] for side in value} if isinstance(value, dict) else sum(tokens.values())
        if key == "relic":
            relic = n[RELIC + seat]
            state = {"id": IDS[relic] if relic >= 0 else None, "used": bool(n[RELIC_USED + seat])}
            return {part: state[part] for part in wanted.wants[key]}
        values: dict[str, Callable[[], Any]] = {
            "blood": lambda: n[POOL + seat],
            "influence": lambda: n[INFL + seat],
            "hand": lambda: _ids(z[HAND + seat]),
            "deck": lambda: _ids(z[DECK + seat]),
            "hand_size": lambda: len(z[HAND + seat]),
            "deck_size": lambda: len(z[DECK + seat]),
            "drained": lambda: _ids(z[DRAINED + seat]),
            "alliance": lambda: _ids(z[ALLIANCE + seat]),
            "score": lambda: g.scores[seat],
            "out": lambda: bool(n[OUT] >> seat & 1),
            "clan": lambda: CLANS[n[CLAN + seat]] if n[CLAN + seat] >= 0 else None,
        }
        return values[key]()

    yield from _compare(wanted.wants, found, _as_is)


def power(g: Game, seat: int, at: int | str) -> int:
    """A Position's Power: as it was counted in this round's conflict there, else as it lies now."""
    for event in reversed(g.events):
        if event.moment.round == g.n[ROUND] and event.at == at and event.kind == "count" and event.seat == seat:
            return int(event.data["power"])
    return total_power(g, seat, LOCATION_NUMBER[at])


def _position(g: Game, wanted: Expectation) -> Iterator[str]:
    n = g.n
    seat, at = wanted.about["seat"], wanted.about["at"]
    pos = seat * 4 + LOCATION_NUMBER[at]
    cards = g.z[CARDS + pos]
    values: dict[str, Callable[[], Any]] = {
        "deployed_blood": lambda: n[BLOOD + pos],
        "cards": lambda: _ids(cards),
        "face_down": lambda: [IDS[card] for card in cards if not n[UP] & BIT[card]],
        "face_up": lambda: [IDS[card] for card in cards if n[UP] & BIT[card]],
        "power": lambda: power(g, seat, at),
    }
    yield from _compare(wanted.wants, lambda key: values[key](), _as_is)


def ranking(g: Game, at: int | str) -> tuple[int, ...]:
    """The seats in the order in which they were ranked at a Location when it was last resolved; empty if nobody was."""
    for event in reversed(g.events):
        if event.at == at and event.kind == "winner":
            return tuple(event.data["ranking"])
        if event.at == at and event.kind == "lone" and event.seat is not None:
            return (event.seat,)
        if event.at == at and event.kind == "nobody":
            return ()
    return g.z[RANKING] if g.n[LOC] == LOCATION_NUMBER[at] else ()


def _location(g: Game, wanted: Expectation) -> Iterator[str]:
    at = wanted.about["at"]
    loc = LOCATION_NUMBER[at]

    def card(number: int) -> str | None:
        return IDS[number] if number >= 0 else None

    def found(key: str) -> Any:
        if key == "ally":
            return card(g.n[ALLY_AT + loc])
        if key == "location_card":
            return card(g.table.location_card[loc])
        ranked = ranking(g, at)
        return list(ranked) if key == "ranking" else ranked[0] if ranked else None

    def show(key: str, value: Any) -> Any:
        if key == "ranking":
            return [g.names[seat] for seat in value]
        return _name(g, value) if key == "winner" else value

    yield from _compare(wanted.wants, found, show)


def _ambition(g: Game, wanted: Expectation) -> Iterator[str]:
    values = {"ambition": g.n[AMBITION], "first": turn_order(g)[0]}
    yield from _compare(wanted.wants, values.__getitem__, lambda _, seat: _name(g, seat))


def _end(g: Game, wanted: Expectation) -> Iterator[str]:
    if not g.is_over:
        yield f"the game is not over: it is round {g.round}, {g.phase}"
        return
    if "winner" in wanted.wants:
        winners = list(g.winners)
        wants = wanted.wants["winner"]
        if not set(wants) <= set(winners) or (len(wants) > 1 and set(wants) != set(winners)):
            yield f"winner: expected {_names(g, wants)}, found {_names(g, winners)}"
    for seat, score in wanted.wants.get("final", {}).items():
        if g.scores[seat] != score:
            yield f"final: {g.names[seat]}: expected {flow(score)}, found {flow(g.scores[seat])}"


def _names(g: Game, seats: list[int]) -> str:
    names = [g.names[seat] for seat in seats]
    return names[0] if len(names) == 1 else flow(names)


def _moment(g: Game, wanted: Expectation) -> Iterator[str]:
    n = g.n
    values: dict[str, Any] = {
        "round": n[ROUND],
        "phase": PHASES[n[PHASE]],
        "step": STEPS[n[STEP]] or None,
        "turn": n[ACTIVE] if n[ACTIVE] >= 0 else None,
        "pending": [seat for seat in range(g.seats) if n[WHO] >> seat & 1],
        "over": g.is_over,
    }

    def show(key: str, value: Any) -> Any:
        if key == "pending":
            return [g.names[seat] for seat in value]
        return _name(g, value) if key == "turn" else value

    yield from _compare(wanted.wants, values.__getitem__, show)


def _hidden(g: Game, wanted: Expectation) -> Iterator[str]:
    for seat in wanted.about["from"]:
        text = json.dumps(g.view(seat).to_json())
        seen = [card for card in wanted.wants["cards"] if card in text]
        if seen:
            yield f"the view of {g.names[seat]} holds {', '.join(seen)}"


# Events and transfers --------------------------------------------------------------------------------------


def _event_has(event: Event, key: str, value: Any) -> bool:
    if key == "rule":
        return all(rule in event.rules for rule in value)
    there = of_event(event, key)
    if isinstance(there, Mapping):
        if isinstance(value, list):
            return set(there) == set(value)
        return isinstance(value, dict) and all(there.get(part) == want for part, want in value.items())
    if isinstance(there, tuple):
        there = [list(part) if isinstance(part, tuple) else part for part in there]
    if _is_set(key, value) and isinstance(there, list):
        return sorted(map(str, there)) == sorted(map(str, value))
    return bool(there == value) and isinstance(there, bool) == isinstance(value, bool)


def named(g: Game, event: Event) -> dict[str, Any]:
    """An event as an expectation would name it."""
    row: dict[str, Any] = {"event": event.kind}
    fields = {"seat": _name(g, event.seat), "at": event.at, **seats_named(event, g.names.__getitem__), **event.secret}
    for key, value in fields.items():
        if value is not None and key != "count":
            row[key] = dict(value) if isinstance(value, Mapping) else value
    row["rule"] = list(event.rules)
    return row


def _event(g: Game, wanted: Expectation) -> Iterator[str]:
    of_kind = [event for event in g.events if event.kind == wanted.about["event"]]
    holding = [event for event in of_kind if all(_event_has(event, k, v) for k, v in wanted.wants.items())]
    yield from _counted(wanted, len(holding), [flow(named(g, event)) for event in of_kind], "event")


def _account(account: Account) -> tuple[Any, ...]:
    if account.kind == "pool":
        return ("pool", account.seat)
    if account.kind == "position":
        return ("position", account.seat, account.at)
    return ("card", account.card) if account.kind == "card" else (account.kind,)


def _entry_has(entry: Entry, key: str, value: Any) -> bool:
    if key == "from":
        return bool(_account(entry.source) == value)
    if key == "to":
        return bool(_account(entry.target) == value)
    if key == "rule":
        return all(rule in entry.rules for rule in value)
    return bool(getattr(entry, key) == value)


def _shown_account(g: Game, account: Account) -> Any:
    if account.kind in ("pool", "score"):
        return _name(g, account.seat)
    if account.kind == "position":
        return {"seat": _name(g, account.seat), "at": account.at}
    return {"card": account.card} if account.kind == "card" else account.kind


def named_entry(g: Game, entry: Entry) -> dict[str, Any]:
    """An entry of the ledger as an expectation would name it."""
    accounts = {"from": _shown_account(g, entry.source), "to": _shown_account(g, entry.target)}
    return {**accounts, "amount": entry.amount, "cause": entry.cause}


def _transfer(g: Game, wanted: Expectation) -> Iterator[str]:
    of_kind = [entry for entry in g.ledger if entry.token == wanted.about["token"]]
    holding = [entry for entry in of_kind if all(_entry_has(entry, k, v) for k, v in wanted.wants.items())]
    lines = []
    for entry in of_kind:
        row = named_entry(g, entry)
        lines.append(flow({**row, "card": entry.card} if entry.card else row))
    yield from _counted(wanted, len(holding), lines, "transfer")


def _counted(wanted: Expectation, holding: int, lines: list[str], what: str) -> Iterator[str]:
    count = wanted.about.get("count")
    if (count is None and holding) or count == holding:
        return
    shown = "; ".join(lines[-_MOST_SHOWN:]) or "none at all"
    more = f" (the last {_MOST_SHOWN} of {len(lines)})" if len(lines) > _MOST_SHOWN else ""
    expected = "at least 1" if count is None else str(count)
    yield f"expected {expected} such {what}, found {holding}; of this kind there were{more}: {shown}"


_JUDGES: Final[dict[str, Callable[[Game, Expectation], Iterator[str]]]] = {
    "seat": _seat,
    "position": _position,
    "location": _location,
    "ambition": _ambition,
    "event": _event,
    "transfer": _transfer,
    "hidden": _hidden,
    "end": _end,
    "moment": _moment,
}
