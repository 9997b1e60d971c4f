"""What can be expected of a table of Rivals, and of what can be reckoned there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.faults import Path, Said
from vendetta_kit.games.rivals.engine import reckoning
from vendetta_kit.games.rivals.engine import state as s
from vendetta_kit.games.rivals.engine.game import PHASES
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.kernel.events import Account
from vendetta_kit.scenarios import forms
from vendetta_kit.scenarios.dialect import Form, Wanted

if TYPE_CHECKING:
    from vendetta_kit.scenarios.model import Expectation

    from .reading import Reader

__all__ = ["FORMS"]

_PARTS: Final[forms.Parts] = {"phase": PHASES}


def _account_name(names: tuple[str, ...], account: Account) -> Any:
    return account.card or (names[account.seat] if account.seat is not None else account.kind)


# Somebody's cards and tokens -----------------------------------------------------------------------------------

_LISTS: Final = {"haven": s.HAVEN, "streets": s.OUT, "torpor": s.TORPOR, "hand": s.HAND, "discarded": s.DISCARDED}
_COUNTS: Final = {"library": s.LIBRARY, "faction": s.FACTION}
_SEAT: Final = ("prestige", "rival", "leader", "deck", *_LISTS, *_COUNTS)


def _read_seat(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("seat",), _SEAT).items():
        at = (*path, key)
        if key == "rival":
            wants[key] = None if value is None else read.seat(value, at)
        elif key == "leader":
            wants[key] = read.card(value, at)
        elif key in _LISTS and type(value) is not int:
            wants[key] = read.cards(value, at)
        else:
            wants[key] = read.whole(value, at)
    return Wanted({"seat": read.seat(row["seat"], (*path, "seat"))}, wants)


def _seat(g: Any, wanted: Expectation) -> Iterator[str]:
    seat = wanted.about["seat"]
    token = g.z[s.TAKEN + seat]
    found: dict[str, Any] = {
        "prestige": g.n[s.PRESTIGE + seat],
        "rival": token[0] - s.FIRST_TOKEN if token else None,
        "leader": s.card_id(g.n[s.LEADER + seat]) if g.n[s.LEADER + seat] else None,
        "deck": _deck(g, seat),
        **{key: len(g.z[zone + seat]) for key, zone in _COUNTS.items()},
    }
    for key, zone in _LISTS.items():
        lying = [s.card_id(card) for card in g.z[zone + seat]]
        found[key] = len(lying) if type(wanted.wants.get(key)) is int else lying

    def show(key: str, value: Any) -> Any:
        return g.names[value] if key == "rival" and value is not None else value

    yield from forms.compare(wanted.wants, found.__getitem__, show)


def _deck(g: Any, seat: int) -> int:
    """Count a player's deck, wherever its cards lie; the Haven and the Agenda card always lie before her (COMP-06)."""
    first = s.FIRST_LIBRARY + seat * s.LIBRARY_SIZE
    own = {*range(first, first + s.LIBRARY_SIZE), *s.vampires_of(seat)}
    return 2 + sum(card in own for zone in g.z[s.LIBRARY :] for card in zone)


# A vampire -----------------------------------------------------------------------------------------------------

_CARD: Final = ("blood", "potency", "wounded", "exhausted", "secrecy", "party")


def _read_card(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, ("card",), _CARD).items():
        at = (*path, key)
        wants[key] = read.truth(value, at) if key in ("wounded", "exhausted") else read.whole(value, at)
    card = read.card(row["card"], (*path, "card"))
    if s.numbers()[card] not in range(s.FIRST_VAMPIRE, s.FIRST_CITY):
        read.found((*path, "card"), card, Said("want.one_of", words=tuple(map(s.card_id, s.vampires_of(0)))))
    return Wanted({"card": card}, wants)


def _card(g: Any, wanted: Expectation) -> Iterator[str]:
    card = s.numbers()[wanted.about["card"]]
    seat, which = divmod(s.number_of(card), s.FACTION_SIZE)
    blood = g.n[s.BLOOD + s.number_of(card)]
    found = {
        "blood": blood,
        "potency": s.blood_potency(card),
        "wounded": reckoning.wounded(blood, s.blood_potency(card)),
        "exhausted": bool(g.n[s.EXHAUSTED + seat] >> which & 1),
        "secrecy": reckoning.secrecy(card in g.z[s.HAVEN + seat]),
        "party": g.n[s.PARTY + s.number_of(card)],
    }
    yield from forms.compare(wanted.wants, found.__getitem__, forms.as_is)


# The city, and what can be reckoned ------------------------------------------------------------------------------

_TABLE: Final = ("city", "revealed", "burned", "actions")


def _read_table(read: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
    wants: dict[str, Any] = {}
    for key, value in read.wants_some(row, path, (), _TABLE).items():
        listed = key in ("revealed", "burned") and type(value) is not int
        wants[key] = read.cards(value, (*path, key)) if listed else read.whole(value, (*path, key))
    return Wanted({}, wants)


def _table(g: Any, wanted: Expectation) -> Iterator[str]:
    found: dict[str, Any] = {"city": len(g.z[s.CITY]), "actions": g.n[s.ACTIONS_LEFT]}
    for key, zone in (("revealed", s.STREETS), ("burned", s.BURNED)):
        lying = [s.card_id(card) for card in g.z[zone]]
        found[key] = len(lying) if type(wanted.wants.get(key)) is int else lying
    yield from forms.compare(wanted.wants, found.__getitem__, forms.as_is)


def _reckoned(
    kind: str, needed: tuple[str, ...], results: tuple[str, ...], read: Callable[[Reader, str, Any, Path], Any],
    reckon: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]], shown: Callable[[Any, str, Any], Any],
) -> Form:  # fmt: skip
    """Return a form that reckons something of the numbers in its row, and compares the results that it names."""

    def read_row(reader: Reader, row: Mapping[str, Any], path: Path) -> Wanted:
        wants = reader.wants_some(row, path, needed, results)
        for key in needed:
            reader.key(row, key, path, Said("want.key", key=key))
        about = {key: read(reader, key, row[key], (*path, key)) for key in needed}
        return Wanted(about, {key: read(reader, key, value, (*path, key)) for key, value in wants.items()})

    def judge(g: Any, wanted: Expectation) -> Iterator[str]:
        try:
            found = reckon(g, wanted.about)
        except ValueError as fault:  # our source does not say it, or the table is not so far
            yield str(fault)
            return
        yield from forms.compare(wanted.wants, found.__getitem__, lambda key, value: shown(g, key, value))

    return Form(kind, (needed,), read_row, judge)


def _read_attack(read: Reader, key: str, value: Any, path: Path) -> Any:
    return read.truth(value, path) if key == "enough" else read.whole(value, path)


def _read_damage(read: Reader, key: str, value: Any, path: Path) -> Any:
    if key == "type":
        return read.one_of(value, path, tuple(reckoning.DEFENCE))
    return read.truth(value, path) if key == "torpor" else read.whole(value, path)


def _damage(g: Any, about: Mapping[str, Any]) -> Mapping[str, Any]:
    attributes = {
        **dict.fromkeys(("physical", "social", "mental"), 0),
        reckoning.DEFENCE[about["type"]]: about["attribute"],
    }
    taken = reckoning.damage_taken(about["damage"], about["type"], attributes)
    left, torpor = reckoning.after_damage(about["blood"], taken)
    return {"taken": taken, "left": left, "torpor": torpor}


def _read_knock_out(read: Reader, key: str, value: Any, path: Path) -> Any:
    if key in ("agenda", "after"):
        row = read.mapping(value, path, read.names)
        return tuple(read.whole(row.get(name, 0), (*path, name)) for name in read.names)
    if key == "rule":
        return read.rule(value, path)
    return None if value is None and key != "knock_out" else read.seat(value, path)


def _knock_out(g: Any, about: Mapping[str, Any]) -> Mapping[str, Any]:
    if not all(g.z[s.TAKEN + seat] for seat in range(g.seats)):
        raise ValueError("not everybody has a Rival yet")
    rivals = [g.z[s.TAKEN + seat][0] - s.FIRST_TOKEN for seat in range(g.seats)]
    ending = reckoning.knock_out(about["agenda"], rivals, about["knock_out"], about["by"])
    return {"winner": ending.winner, "rule": ending.rule, "after": ending.agenda}


def _read_draw(read: Reader, key: str, value: Any, path: Path) -> Any:
    if key == "draw":
        order = [read.whole(token, (*path, k), 1, s.MOST) for k, token in enumerate(read.items(value, path))]
        if sorted(order) != list(range(1, max(len(order), 2) + 1)):
            read.found(path, value, Said("want.rivals_once"))
        return order
    if key == "chance":
        try:
            return str(Fraction(str(value)))
        except (ValueError, ZeroDivisionError):
            read.found(path, value, Said("want.text"))
    return read.whole(value, path)


def _draw(g: Any, about: Mapping[str, Any]) -> Mapping[str, Any]:
    exact = chances(len(about["draw"]))
    return {"chance": str(exact.get(tuple(about["draw"]), Fraction())), "ways": len(exact)}


def _as_named(g: Any, key: str, value: Any) -> Any:
    return g.names[value] if key == "winner" and value is not None else value


def _plain(g: Any, key: str, value: Any) -> Any:
    return value


FORMS: Final = (
    forms.event(_PARTS),
    forms.transfer(_PARTS, ("token",), _account_name),
    forms.HIDDEN,
    Form("seat", (("seat",),), _read_seat, _seat),
    Form("card", (("card",),), _read_card, _card),
    _reckoned("attack", ("intel", "against"), ("enough",), _read_attack,
              lambda g, about: {"enough": reckoning.can_attack(about["intel"], about["against"])}, _plain),
    _reckoned("damage", ("damage", "type", "attribute", "blood"), ("taken", "left", "torpor"), _read_damage, _damage,
              _plain),
    _reckoned("knock_out", ("knock_out", "by", "agenda"), ("winner", "rule", "after"), _read_knock_out, _knock_out,
              _as_named),
    _reckoned("draw", ("draw",), ("chance", "ways"), _read_draw, _draw, _plain),
    Form("table", tuple((key,) for key in _TABLE), _read_table, _table),
    forms.moment(_PARTS, lambda g: g.n[s.ACTIVE] if g.n[s.TURN] else -1),
)  # fmt: skip
"""All forms, the first that fits a row is meant."""
