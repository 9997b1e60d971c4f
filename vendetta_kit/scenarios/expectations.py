"""The forms of expectation that all games share: events, ledger entries, hidden cards, the end, and the moment.

Each :class:`ExpectationForm` has a function that reads it and one that checks it; only the named keys are checked.
Lists of cards are compared as sets, ``ranking`` in its order. A failure names what was found instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel import state
from vendetta_kit.kernel.event_kinds import FieldKind, with_seats
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.state import WHO, StateSchema

from .dialect import ExpectationForm, ExpectedFact
from .model import Expectation
from .parser import Parser
from .yaml_document import yaml_line

Parts = Mapping[str, Sequence[str] | None]
"""The parts of a game's moment, such as round and phase, each with its possible words, or ``None`` for a number."""
AccountName = Callable[[tuple[str, ...], Account], Any]
"""A function that returns an account in the form that scenario files use: ``(names, account)``."""
_MOST_SHOWN: Final = 6


def _compare(wants: Mapping[str, Any], found: Callable[[str], Any], show: Callable[[str, Any], Any]) -> Iterator[str]:
    """Yield a text for each wanted value that was not found; ``show`` formats both values."""
    for key, value in wants.items():
        there = found(key)
        same = set(there) == set(value) and len(there) == len(value) if _is_set(key, value) else there == value
        if not same:
            yield f"{key}: expected {yaml_line(show(key, value))}, found {yaml_line(show(key, there))}"


def _is_set(key: str, value: Any) -> bool:
    return isinstance(value, list) and key not in ("ranking", "order")


def _as_is(_: Any, value: Any) -> Any:
    """Return a value as it is."""
    return value


def name_of(g: Any, seat: int | None) -> str | None:
    """Return the name of the player at a seat; ``None`` for no seat."""
    return None if seat is None else g.names[seat]


def _part(read: Parser, words: Sequence[str] | None, value: Any, path: Path) -> Any:
    return read.whole(value, path) if words is None else read.one_of(value, path, words)


# What lies on the table --------------------------------------------------------------------------------------


class Value(NamedTuple):
    """A type of value that can be expected of a position.

    Args:
        read: reads the value from a file: ``(parser, value, path)``.
        like: returns the found value in the form of the wanted one: ``(wanted, found)``.
        show: formats either for a message: ``(game, value)``.
    """

    read: Callable[[Any, Any, Path], Any]
    like: Callable[[Any, Any], Any] = _as_is
    show: Callable[[Any, Any], Any] = _as_is


Keys = Mapping[str, tuple[Value, Callable[..., Any]]]
"""What can be expected, by key: its type, and a function that returns the found value: ``(game, *about)``."""


def _number_or_cards(read: Parser, value: Any, path: Path) -> Any:
    return read.whole(value, path) if type(value) is int else read.cards(value, path)


def one_of_words(words: Sequence[str]) -> Value:
    """Return the type of values that are one of these words."""
    return Value(lambda read, value, path: read.one_of(value, path, words))


WHOLE: Final = Value(lambda read, value, path: read.whole(value, path))
TRUTH: Final = Value(lambda read, value, path: read.truth(value, path))
CARDS: Final = Value(lambda read, value, path: read.cards(value, path))
CARDS_OR_COUNT: Final = Value(_number_or_cards, lambda wanted, cards: len(cards) if type(wanted) is int else cards)
"""The type of values that are cards or a number of cards."""
SEAT: Final = Value(lambda read, value, path: read.seat(value, path), show=name_of)
NOBODY_OR_SEAT: Final = Value(lambda read, value, path: None if value is None else read.seat(value, path), show=name_of)

SIGNED: Final = Value(lambda read, value, path: read.whole(value, path, None))
_HOLDS: Final[Mapping[str, tuple[Value, Callable[[int], Any]]]] = {
    state.COUNT: (WHOLE, int),
    state.SIGNED: (SIGNED, int),
    state.TRUTH: (TRUTH, bool),
    state.SEAT: (NOBODY_OR_SEAT, lambda seat: seat if seat >= 0 else None),
}
"""How what a place holds is expected in a file and found in a game."""


def numbers_of(schema: StateSchema, of_seats: bool) -> dict[str, tuple[Value, Callable[..., Any]]]:
    """Return what can be expected of the declared numbers that have a key: of those of each seat, or of the others."""

    def finder(places: state.Places, told: Callable[[int], Any]) -> Callable[..., Any]:
        return lambda g, seat=0: told(g.n[places.first + seat])

    return {
        places.scenario_key: (_HOLDS[places.holds][0], finder(places, _HOLDS[places.holds][1]))
        for places in schema.numbers
        if places.scenario_key and places.of_seats == of_seats
    }


def state_form(kind: str, about: Mapping[str, Value], keys: Keys) -> ExpectationForm:
    """Return a form of expectation about the position.

    Args:
        kind: name of the form.
        about: the keys that name the subject; a row with all of them has this form. If there are none, a row with any
            of ``keys`` has it.
        keys: what can be expected of the subject.
    """

    def read(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
        given = read.wants_some(row, path, tuple(about), tuple(keys))
        wants = {key: keys[key][0].read(read, value, (*path, key)) for key, value in given.items()}
        return ExpectedFact({key: value.read(read, row[key], (*path, key)) for key, value in about.items()}, wants)

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        def found(key: str) -> Any:
            value, find = keys[key]
            return value.like(wanted.wants[key], find(g, *wanted.about.values()))

        yield from _compare(wanted.wants, found, lambda key, value: keys[key][0].show(g, value))

    return ExpectationForm(kind, (tuple(about),) if about else tuple((key,) for key in keys), read, judge)


# Events ------------------------------------------------------------------------------------------------------


def event_form(parts: Parts) -> ExpectationForm:
    """Return the form of expectation about an event; ``parts`` are the parts of the game's moment."""
    of_any = {"seat": FieldKind.SEAT, "at": FieldKind.PLACE}

    def read(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
        kinds = read.dialect.rules.events
        kind = read.one_of(row["event"], (*path, "event"), tuple(kinds))
        fields = {**kinds[kind].fields, **of_any}
        read.mapping(row, path, ("event", "rule", "count", *(key for key in fields if key != "count"), *parts))
        wants: dict[str, Any] = {}
        about: dict[str, Any] = {"event": kind}
        for key, value in row.items():
            here = (*path, key)
            if key == "count":
                about[key] = read.whole(value, here)
            elif key == "rule":
                wants[key] = read.some_rules(value, here)
            elif key in parts:
                wants[key] = value
            elif key != "event":
                wants[key] = _field(read, fields[key], value, here)
        return ExpectedFact(about, wants)

    def has(event: Event, key: str, value: Any) -> bool:
        if key == "rule":
            return all(rule in event.rules for rule in value)
        if key in parts:
            there = getattr(event.moment, key)
        else:
            there = getattr(event, key) if key in of_any else event.get(key)
        if isinstance(there, Mapping):
            if isinstance(value, list):
                return set(there) == set(value)
            return isinstance(value, dict) and all(there.get(part) == want for part, want in value.items())
        if isinstance(there, tuple):
            there = [list(part) if isinstance(part, tuple) else part for part in there]
        if _is_set(key, value) and isinstance(there, list):
            return sorted(map(str, there)) == sorted(map(str, value))
        return bool(there == value) and isinstance(there, bool) == isinstance(value, bool)

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        of_kind = [event for event in g.events if event.kind == wanted.about["event"]]
        holding = [event for event in of_kind if all(has(event, k, v) for k, v in wanted.wants.items())]
        yield from _counted(wanted, len(holding), [yaml_line(named_event(g, event)) for event in of_kind], "event")

    return ExpectationForm("event", (("event",),), read, judge)


def _field(read: Parser, holds: FieldKind, value: Any, path: Path) -> Any:
    """Return the value of an event's field, read from a file by what it holds; files name seats by players' names."""
    if holds is FieldKind.SEATS:
        return read.seats(value, path)
    if holds is FieldKind.GROUPS:
        return [read.seats(group, (*path, k)) for k, group in enumerate(read.items(value, path))]
    if holds is FieldKind.NUMBER_BY_SEAT:
        return {read.seat(name, (*path, name)): n for name, n in read.mapping(value, path, None).items()}
    if holds is FieldKind.CARDS or (holds is FieldKind.NUMBER_BY_CARD and not isinstance(value, dict)):
        return read.cards(value, path)
    if value is None:
        return None
    one = {FieldKind.SEAT: read.seat, FieldKind.CARD: read.card, FieldKind.PLACE: read.at}.get(holds)
    return value if one is None else one(value, path)


def named_event(g: Any, event: Event) -> dict[str, Any]:
    """Return an event in the form that expectations use."""
    kind = g.rules.events[event.kind]
    row: dict[str, Any] = {"event": event.kind}
    fields = {
        "seat": name_of(g, event.seat),
        "at": event.at,
        **with_seats(kind, event.data, g.names.__getitem__),
        **event.secret,
    }
    for key, value in fields.items():
        if value is not None and key != "count":
            row[key] = dict(value) if isinstance(value, Mapping) else value
    row["rule"] = list(event.rules)
    return row


# The ledger ---------------------------------------------------------------------------------------------------


def _plain_account(names: tuple[str, ...], account: Account) -> Any:
    held = {key: part for key, part in account._asdict().items() if part is not None}
    if account.seat is not None:
        held["seat"] = names[account.seat]
    return held if len(held) > 1 else account.kind


def transfer_form(parts: Parts, schema: StateSchema, account_name: AccountName = _plain_account) -> ExpectationForm:
    """Return the form of expectation about a ledger entry.

    Args:
        parts: the parts of the game's moment.
        schema: the game's, which names the kinds of counters.
        account_name: returns an account in the form that files use.
    """
    keys = ("transfer", "from", "to", "amount", "cause", "card", "rule", "by", "count", *parts)

    def read(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
        read.mapping(row, path, keys)
        about: dict[str, Any] = {"token": read.one_of(row["transfer"], (*path, "transfer"), schema.tokens)}
        wants: dict[str, Any] = {}
        for key, value in row.items():
            here = (*path, key)
            if key in ("from", "to"):
                wants[key] = read.account(value, here)
            elif key == "amount":
                wants[key] = read.whole(value, here)
            elif key == "count":
                about[key] = read.whole(value, here)
            elif key == "cause":
                wants[key] = read.one_of(value, here, tuple(read.dialect.rules.causes))
            elif key == "card":
                wants[key] = None if value is None else read.card(value, here)
            elif key == "rule":
                wants[key] = read.some_rules(value, here)
            elif key == "by":
                wants[key] = None if value is None else read.seat(value, here)
            elif key in parts:
                wants[key] = _part(read, parts[key], value, here)
        return ExpectedFact(about, wants)

    def has(entry: Entry, key: str, value: Any) -> bool:
        if key in ("from", "to"):
            there = entry.source if key == "from" else entry.target
            return all(part is None or part == found for part, found in zip(value, there, strict=True))
        if key == "rule":
            return all(rule in entry.rules for rule in value)
        return bool(getattr(entry.moment if key in parts else entry, key) == value)

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        of_kind = [entry for entry in g.ledger if entry.token == wanted.about["token"]]
        holding = [entry for entry in of_kind if all(has(entry, k, v) for k, v in wanted.wants.items())]
        lines = []
        for entry in of_kind:
            row = named_entry(g, entry, account_name)
            lines.append(yaml_line({**row, "card": entry.card} if entry.card else row))
        yield from _counted(wanted, len(holding), lines, "transfer")

    return ExpectationForm("transfer", (("transfer",),), read, judge)


def named_entry(g: Any, entry: Entry, account_name: AccountName) -> dict[str, Any]:
    """Return a ledger entry in the form that expectations use."""
    accounts = {"from": account_name(g.names, entry.source), "to": account_name(g.names, entry.target)}
    return {**accounts, "amount": entry.amount, "cause": entry.cause}


def _counted(wanted: Expectation, holding: int, lines: list[str], what: str) -> Iterator[str]:
    count = wanted.about.get("count")
    if (count is None and holding) or count == holding:
        return
    shown = "; ".join(lines[-_MOST_SHOWN:]) or "none at all"
    more = f" (the last {_MOST_SHOWN} of {len(lines)})" if len(lines) > _MOST_SHOWN else ""
    expected = "at least 1" if count is None else str(count)
    yield f"expected {expected} such {what}, found {holding}; of this kind there were{more}: {shown}"


# What is hidden, the end, and the moment ----------------------------------------------------------------------


def _read_hidden(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
    read.mapping(row, path, ("hidden_from", "cards"))
    read.key(row, "cards", path, Message("want.hidden"))
    about = {"from": read.some_seats(row["hidden_from"], (*path, "hidden_from"))}
    return ExpectedFact(about, {"cards": read.cards(row["cards"], (*path, "cards"))})


def _hidden(g: Any, wanted: Expectation) -> Iterator[str]:
    for seat in wanted.about["from"]:
        text = json.dumps(g.view(seat).to_json())
        seen = [card for card in wanted.wants["cards"] if card in text]
        if seen:
            yield f"the view of {g.names[seat]} holds {', '.join(seen)}"


HIDDEN: Final = ExpectationForm("hidden", (("hidden_from",),), _read_hidden, _hidden)
"""The form of expectation about cards that some seats must not see in their views."""


def _read_end(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
    read.mapping(row, path, ("winner", "final"))
    wants: dict[str, Any] = {}
    if "winner" in row:
        wants["winner"] = read.some_seats(row["winner"], (*path, "winner"))
    if "final" in row:
        here = (*path, "final")
        scores = read.mapping(row["final"], here, None)
        wants["final"] = {
            read.seat(name, (*here, name)): None if score is None else read.whole(score, (*here, name), None)
            for name, score in scores.items()
        }
    return ExpectedFact({}, wants)


def _end(g: Any, wanted: Expectation) -> Iterator[str]:
    if not g.is_over:
        now = g.rules.moment(g)._asdict().items()
        when = ", ".join(f"{part} {value}" if type(value) is int else value for part, value in now if value)
        yield f"the game is not over: it is {when}"
        return
    if "winner" in wanted.wants:
        winners = list(g.winners)
        wants = wanted.wants["winner"]
        if not set(wants) <= set(winners) or (len(wants) > 1 and set(wants) != set(winners)):
            yield f"winner: expected {_names(g, wants)}, found {_names(g, winners)}"
    for seat, score in wanted.wants.get("final", {}).items():
        if g.scores[seat] != score:
            yield f"final: {g.names[seat]}: expected {yaml_line(score)}, found {yaml_line(g.scores[seat])}"


def _names(g: Any, seats: list[int]) -> str:
    names = [g.names[seat] for seat in seats]
    return names[0] if len(names) == 1 else yaml_line(names)


END: Final = ExpectationForm("end", (("winner",), ("final",)), _read_end, _end)
"""The form of expectation about the winner and the final scores."""


def moment_form(parts: Parts, active: Callable[[Any], int] | None = None) -> ExpectationForm:
    """Return the form of expectation about the moment and the open decision.

    Args:
        parts: the parts of the game's moment.
        active: returns the seat whose turn it is, -1 for none; ``None`` for a game without turns.
    """
    keys = (*parts, *(("turn",) if active is not None else ()), "pending", "over")

    def read(read: Parser, row: Mapping[str, Any], path: Path) -> ExpectedFact:
        read.mapping(row, path, keys)
        wants: dict[str, Any] = {}
        for key, value in row.items():
            here = (*path, key)
            if key in parts:
                wants[key] = _part(read, parts[key], value, here)
            elif key == "turn":
                wants[key] = None if value is None else read.seat(value, here)
            elif key == "pending":
                wants[key] = read.some_seats(value, here)
            else:
                wants[key] = read.truth(value, here)
        return ExpectedFact({}, wants)

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        turn = active(g) if active is not None else -1
        values: dict[str, Any] = {
            **{part: value or None for part, value in g.rules.moment(g)._asdict().items() if part in parts},
            "turn": turn if turn >= 0 else None,
            "pending": [seat for seat in range(g.seats) if g.n[WHO] >> seat & 1],
            "over": g.is_over,
        }

        def show(key: str, value: Any) -> Any:
            if key == "pending":
                return [g.names[seat] for seat in value]
            return name_of(g, value) if key == "turn" else value

        yield from _compare(wanted.wants, values.__getitem__, show)

    return ExpectationForm("moment", tuple((key,) for key in keys), read, judge)
