"""Expectations that a scenario of Rivals can state, of a table or of a calculation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from vendetta_kit.games.rivals.engine import calculations
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.games.rivals.engine.game import PHASES
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios import expectations
from vendetta_kit.scenarios.dialect import ExpectationForm
from vendetta_kit.scenarios.expectations import CARDS_OR_COUNT, NOBODY_OR_SEAT, SEAT, TRUTH, WHOLE, Keys, Value
from vendetta_kit.scenarios.model import Expectation

from .step_syntax import StepReader

_PARTS: Final[expectations.Parts] = {"phase": PHASES}


def _account_name(names: tuple[str, ...], account: Account) -> Any:
    return account.card or (names[account.seat] if account.seat is not None else account.kind)


def _cards(zone: int) -> Callable[..., list[str]]:
    """Return a function that finds the cards in a zone of the table or of a seat."""
    return lambda g, seat=0: [s.card_id(card) for card in g.z[zone + seat]]


# A player's cards and tokens, a vampire, the city ---------------------------------------------------------------


def _rival(g: Any, seat: int) -> int | None:
    token = g.z[s.TAKEN + seat]
    return token[0] - s.FIRST_TOKEN if token else None


def _leader(g: Any, seat: int) -> str | None:
    return s.card_id(g.n[s.LEADER + seat]) if g.n[s.LEADER + seat] else None


def _deck(g: Any, seat: int) -> int:
    """Count all cards of a player's deck; the Haven and the Agenda card always belong to it (COMP-06)."""
    first = s.FIRST_LIBRARY + seat * s.LIBRARY_SIZE
    own = {*range(first, first + s.LIBRARY_SIZE), *s.vampires_of(seat)}
    return 2 + sum(card in own for zone in g.z[s.LIBRARY :] for card in zone)


_SEAT: Final[Keys] = {
    **expectations.numbers_of(s.SCHEMA, of_seats=True),
    "rival": (NOBODY_OR_SEAT, _rival),
    "leader": (Value(lambda read, value, path: read.card(value, path)), _leader),
    "deck": (WHOLE, _deck),
    "haven": (CARDS_OR_COUNT, _cards(s.HAVEN)),
    "streets": (CARDS_OR_COUNT, _cards(s.OUT)),
    "torpor": (CARDS_OR_COUNT, _cards(s.TORPOR)),
    "hand": (CARDS_OR_COUNT, _cards(s.HAND)),
    "discarded": (CARDS_OR_COUNT, _cards(s.DISCARDED)),
    "library": (WHOLE, lambda g, seat: len(g.z[s.LIBRARY + seat])),
    "faction": (WHOLE, lambda g, seat: len(g.z[s.FACTION + seat])),
}


def _read_vampire(read: StepReader, value: Any, path: Path) -> int:
    card = read.card(value, path)
    if s.numbers()[card] not in range(s.FIRST_VAMPIRE, s.FIRST_CITY):
        read.found(path, card, Message("want.one_of", words=tuple(map(s.card_id, s.vampires_of(0)))))
    return s.numbers()[card]


def _exhausted(g: Any, card: int) -> bool:
    seat, which = divmod(s.index_of(card), s.FACTION_SIZE)
    return bool(g.n[s.EXHAUSTED + seat] >> which & 1)


def _secrecy(g: Any, card: int) -> int:
    return calculations.secrecy(card in g.z[s.HAVEN + s.index_of(card) // s.FACTION_SIZE])


_VAMPIRE: Final[Keys] = {
    "blood": (WHOLE, lambda g, card: g.n[s.BLOOD + s.index_of(card)]),
    "potency": (WHOLE, lambda g, card: s.blood_potency(card)),
    "wounded": (TRUTH, lambda g, card: calculations.is_wounded(g.n[s.BLOOD + s.index_of(card)], s.blood_potency(card))),
    "exhausted": (TRUTH, _exhausted),
    "secrecy": (WHOLE, _secrecy),
    "party": (WHOLE, lambda g, card: g.n[s.PARTY + s.index_of(card)]),
}
_TABLE: Final[Keys] = {
    "city": (WHOLE, lambda g: len(g.z[s.CITY])),
    "revealed": (CARDS_OR_COUNT, _cards(s.STREETS)),
    "burned": (CARDS_OR_COUNT, _cards(s.BURNED)),
    **expectations.numbers_of(s.SCHEMA, of_seats=False),
}


# Calculations ---------------------------------------------------------------------------------------------------


def _reckoned(kind: str, about: Mapping[str, Value], keys: Keys) -> ExpectationForm:
    """Return a form of expectation that calculates from the numbers in its row and compares the results named there."""
    form = expectations.state_form(kind, about, keys)

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        try:
            yield from form.judge(g, wanted)
        except ValueError as fault:  # the source does not cover it, or the game has not reached it
            yield str(fault)

    return replace(form, judge=judge)


def _damage(g: Any, damage: int, kind: str, attribute: int, blood: int) -> tuple[int, int, bool]:
    """Return the damage taken, the Blood left, and whether the vampire goes into torpor."""
    attributes = {**dict.fromkeys(("physical", "social", "mental"), 0), calculations.DEFENCE[kind]: attribute}
    taken = calculations.damage_taken(damage, kind, attributes)
    return taken, *calculations.after_damage(blood, taken)


def _read_agenda(read: StepReader, value: Any, path: Path) -> tuple[int, ...]:
    row = read.mapping(value, path, read.names)
    return tuple(read.whole(row.get(name, 0), (*path, name)) for name in read.names)


def _knock_out(g: Any, out: int, by: int | None, agenda: tuple[int, ...]) -> calculations.Ending:
    if not all(g.z[s.TAKEN + seat] for seat in range(g.seats)):
        raise ValueError("not everybody has a Rival yet")
    rivals = [g.z[s.TAKEN + seat][0] - s.FIRST_TOKEN for seat in range(g.seats)]
    return calculations.ending_after_knock_out(agenda, rivals, out, by)


def _read_draw(read: StepReader, value: Any, path: Path) -> tuple[int, ...]:
    order = [read.whole(token, (*path, k), 1, s.MOST) for k, token in enumerate(read.items(value, path))]
    if sorted(order) != list(range(1, max(len(order), 2) + 1)):
        read.found(path, value, Message("want.rivals_once"))
    return tuple(order)


_CHANCE: Final = re.compile(r"[01]|0\.[0-9]{1,9}|[0-9]{1,9}/[1-9][0-9]{0,8}", re.ASCII)
"""The number of digits is limited: a power of ten with a large exponent would take too long to write out."""


def _read_chance(read: StepReader, value: Any, path: Path) -> str:
    text = "" if isinstance(value, bool) else str(value)
    if _CHANCE.fullmatch(text) and Fraction(text) <= 1:
        return str(Fraction(text))
    read.found(path, value, Message("want.chance"))


_AGENDA: Final = Value(_read_agenda)

FORMS: Final = (
    expectations.event_form(_PARTS),
    expectations.transfer_form(_PARTS, s.SCHEMA, _account_name),
    expectations.HIDDEN,
    expectations.state_form("seat", {"seat": SEAT}, _SEAT),
    expectations.state_form("card", {"card": Value(_read_vampire)}, _VAMPIRE),
    _reckoned(
        "attack",
        {"intel": WHOLE, "against": WHOLE},
        {"enough": (TRUTH, lambda g, intel, against: calculations.can_attack(intel, against))},
    ),
    _reckoned(
        "damage",
        {
            "damage": WHOLE,
            "type": expectations.one_of_words(tuple(calculations.DEFENCE)),
            "attribute": WHOLE,
            "blood": WHOLE,
        },
        {
            "taken": (WHOLE, lambda *about: _damage(*about)[0]),
            "left": (WHOLE, lambda *about: _damage(*about)[1]),
            "torpor": (TRUTH, lambda *about: _damage(*about)[2]),
        },
    ),
    _reckoned(
        "knock_out",
        {"knock_out": SEAT, "by": NOBODY_OR_SEAT, "agenda": _AGENDA},
        {
            "winner": (NOBODY_OR_SEAT, lambda *about: _knock_out(*about).winner),
            "rule": (Value(lambda read, value, path: read.rule(value, path)), lambda *about: _knock_out(*about).rule),
            "after": (_AGENDA, lambda *about: _knock_out(*about).agenda),
        },
    ),
    _reckoned(
        "draw",
        {"draw": Value(_read_draw)},
        {
            "chance": (Value(_read_chance), lambda g, order: str(chances(len(order)).get(order, Fraction()))),
            "ways": (WHOLE, lambda g, order: len(chances(len(order)))),
        },
    ),
    expectations.state_form("table", {}, _TABLE),
    expectations.moment_form(_PARTS, lambda g: g.n[s.ACTIVE] if g.n[s.TURN] else -1),
)
"""All forms of expectations; the first form that fits a row is used."""
