"""Cards of V:TES as somebody may write them: each verb, in each part, on each type of card, at each target."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from vendetta_kit.games.vtes.engine.card_reader import CardReader
from vendetta_kit.games.vtes.engine.card_verbs import TARGETS, TYPES, VERBS
from vendetta_kit.games.vtes.engine.card_verbs import beside as needed_beside
from vendetta_kit.games.vtes.engine.cards import Card
from vendetta_kit.kernel.refusal import BadPosition

PARTS = ("basic", "superior", "gives", "tap", "untap")
_NEEDED: dict[str, dict[str, Any]] = {
    "vampire": {"clan": "ventrue", "capacity": 4},
    "ally": {"life": 3, "strength": 1},
    "retainer": {"life": 2},
}
"""What a card of a type cannot do without."""


def value_of(takes: Any, kind: str = "") -> list[Any]:
    """Some arguments of a kind, each of a different form, for a card of a type."""
    if takes == "one_of":
        verbs = {"action_modifier": ("stealth", "bleed"), "reaction": ("intercept", "reduce_bleed")}
        return [[[{verb: 1}] for verb in verbs.get(kind, ("gain_pool", "draw"))]]
    if isinstance(takes, tuple):
        return list(takes)
    return {
        "number": [1, 2, 0],
        "truth": [True],
        "discipline": ["auspex"],
        "clan": ["lasombra"],
        "sect": ["sabbat"],
        "fetch": ["ash_heap", "library", {"from": "library", "type": "equipment"}],
        "barred": ["ally", "older", {"without": "auspex"}],
        "title": ["primogen", "priscus", {"prince": "Ulm"}, {"justicar": "brujah"}, {"independent": 1}],
        "strike": [
            {}, {"damage": 2}, {"damage": 1, "with_strength": True, "aggravated": True}, {"dodge": True, "first": True},
            {"steal_blood": 1, "ranged": True, "destroy": "weapon"}, {"paralyze": True, "steal": "equipment"},
            {"combat_ends": True}, {"hands": True, "self_damage": 1},
        ],
    }[takes]  # fmt: skip


def kinds_of(kind: str) -> tuple[str, ...]:
    """The sorts of a type of card that differ in where it lies."""
    return ("", "location", "discipline") if kind == "master" else ("",)


def row_of(kind: str, sort: str, part: str, effects: list[dict[str, Any]], target: str) -> dict[str, Any]:
    """A card of one part, whether it can be read or not."""
    row = {"id": "X", "name": "X", "type": kind, **_NEEDED.get(kind, {}), part: effects}
    if part == "superior":
        row |= {"requires": {"discipline": "presence"}}
    if sort:
        row["kind"] = sort
    if sort == "discipline" and part != "gives":
        row["gives"] = [{"discipline": "auspex"}]
    if part in ("tap", "untap") and any(str(verb).endswith("_from_card") for effect in effects for verb in effect):
        row["untap" if part == "tap" else "tap"] = [{"add_to_card": 1}]
    if target:
        row["target"] = target
    return row


def beside(verb: str, where: str = "") -> list[dict[str, Any]]:
    """What must stand beside a verb, as it is about that."""
    found = []
    about = needed_beside(verb, where)
    while about:
        found.append({about[0]: value_of(VERBS[about[0]].takes)[-1 if about[0] == "strike" else 0]})
        about = needed_beside(about[0], where)
    return found


def read(row: dict[str, Any]) -> Card | None:
    """The card that is written, ``None`` where the reader refuses it."""
    try:
        return CardReader().card(row, ())
    except BadPosition:
        return None


def rows_with(verb: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each card of one verb that the reader takes, with where the verb stands on it, in the words of its ``on``."""
    for kind, part in product(TYPES, PARTS):
        where = part if part in ("gives", "tap", "untap") else kind
        if where not in VERBS[verb].on:
            continue
        for sort, target, value in product(kinds_of(kind), ("", *TARGETS), value_of(VERBS[verb].takes, kind)):
            row = row_of(kind, sort, part, [{verb: value}, *beside(verb, where)], target)
            if read(row) is not None:
                yield where, row


def row_of_pair(one: str, two: str, shots: int = 1) -> tuple[str, dict[str, Any]] | None:
    """A card with two verbs in one part that the reader takes, with that part; ``None`` where it refuses them all.

    ``shots``: the ammunition of a card that is burned when it has none left.
    """
    for kind, part in product(TYPES, PARTS):
        where = part if part in ("gives", "tap", "untap") else kind
        if where not in VERBS[one].on or where not in VERBS[two].on:
            continue
        verbs = {verb: value_of(VERBS[verb].takes, kind)[0] for verb in (one, two)}
        if "burned_empty" not in verbs:  # enough for each verb, so that none is burned before its turn
            verbs |= {verb: 3 for verb in ("uses", "ammunition") if verb in verbs}
        for verb, other in ((one, two), (two, one)):
            if VERBS[verb].takes == "strike":
                verbs[verb] = {"damage": 2}
            for effect in [] if other in needed_beside(verb, where) else beside(verb, where):
                verbs = {**effect, **verbs}
        if "burned_empty" in verbs:
            verbs["ammunition"] = shots
        for sort, target in product(kinds_of(kind), ("", *TARGETS)):
            row = row_of(kind, sort, part, [{verb: value} for verb, value in verbs.items()], target)
            if read(row) is not None:
                return part, row
    return None
