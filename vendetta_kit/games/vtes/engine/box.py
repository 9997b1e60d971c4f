"""The cards of the practice set, and cards that a person has written: read from data, each fault told with its place.

>>> cards = practice_set()
>>> sorted({card.deck for card in cards.values()})
['claw', 'court', 'household', 'whispers']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.faults import Path, Said
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.paths import read_yaml

from .cards import (
    CLANS,
    DISCIPLINES,
    SECT_OF_TITLE,
    UNIQUE_TITLES,
    VOTES,
    Barred,
    Blow,
    Card,
    Effect,
    Effects,
    Fetch,
    Needs,
    Title,
    X,
)
from .verbs import BARRED, BELOW_ZERO, CAN_BE_X, LASTS_FOR_ALL, PLAYED_WITH_X, SOURCES, TARGETS, TYPES, VERBS

DECKS: Final = ("whispers", "claw", "court", "household")
"""The practice decks."""
_KEYS: Final = (
    "id", "name", "type", "source", "deck", "clan", "sect", "capacity", "disciplines", "title", "cost", "unique",
    "kind", "requires", "target", "once_each_turn",
    "stealth", "life", "strength", "bleed", "basic", "superior", "gives", "tap", "untap",
)  # fmt: skip
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "master": ("location", "discipline", "other"),
    "equipment": ("weapon", "other"),
}
SECTS: Final = tuple(sorted(set(CLANS.values())))
_LEVELS: Final = {"basic": 1, "superior": 2}
_BLOW: Final = (
    "damage", "with_strength", "ranged", "aggravated", "first", "dodge", "combat_ends", "steal_blood", "destroy",
    "steal", "paralyze", "hands", "self_damage",
)  # fmt: skip


class Reader(SetupChecks):
    """Reads cards; a fault is raised as :class:`.BadPosition` with the place of it."""

    def card(self, row: object, path: Path) -> Card:
        """Return the card that a mapping describes."""
        row = self.mapping(row, path, _KEYS)
        kind = self.one_of(self.key(row, "type", path, Said("want.one_of", words=TYPES)), (*path, "type"), TYPES)
        values: dict[str, Any] = {"type": kind, "id": self._id(row, path), "name": self._name(row, path)}
        for key in ("source", "deck"):
            if key in row:
                values[key] = self.called(row[key], (*path, key))
        if kind == "vampire":
            values |= self._vampire(row, path)
        else:
            values |= self._library(row, path, kind)
        for part in ("basic", "superior", "gives", "tap", "untap"):
            if part in row:
                values[part] = self._effects(row[part], (*path, part), kind, part, str(row.get("target", "")))
        if values.get("superior") and not values.get("needs", Needs()).discipline:
            self.fail((*path, "superior"), Said("vtes.superior_without"), Said("want.vtes_discipline"))
        self._choices(values, path)
        return Card(**values)

    def _choices(self, values: dict[str, Any], path: Path) -> None:
        """Hold that X is paid and used, and that there is one thing to choose at most."""
        played = (*values.get("basic", ()), *values.get("superior", ()))
        uses = any(effect.value == X for effect in played)
        several = any(effect.verb == "one_of" for effect in played)
        paid = values.get("x", "")
        if uses and not paid:
            self.fail((*path, "cost"), Said("missing"), Said("want.vtes_x_cost"))
        if paid and (several or not uses or (values.get("superior") and not _uses_x(values["superior"]))):
            self.fail((*path, "cost", paid), Said("vtes.x_alone"), Said("want.vtes_x_effect"))
        values["chooses"] = bool(paid or several)

    def _id(self, row: Mapping[str, Any], path: Path) -> str:
        return self.called(self.key(row, "id", path, Said("want.text")), (*path, "id"))

    def _name(self, row: Mapping[str, Any], path: Path) -> Mapping[str, str]:
        value = self.key(row, "name", path, Said("want.text"))
        if isinstance(value, str):
            return MappingProxyType({"en": self.called(value, (*path, "name"))})
        value = self.mapping(value, (*path, "name"), ("en", "de"))
        self.key(value, "en", (*path, "name"), Said("want.text"))
        return MappingProxyType({lang: self.called(name, (*path, "name", lang)) for lang, name in value.items()})

    def _vampire(self, row: Mapping[str, Any], path: Path) -> dict[str, Any]:
        clan = self.one_of(self.key(row, "clan", path, Said("want.text")), (*path, "clan"), tuple(CLANS))
        disciplines = self.mapping(row.get("disciplines", {}), (*path, "disciplines"), DISCIPLINES)
        capacity = self.key(row, "capacity", path, Said("want.whole", least=1, most=11))
        values: dict[str, Any] = {
            "clan": clan,
            "sect": self.one_of(row.get("sect", CLANS[clan]), (*path, "sect"), SECTS),
            "capacity": self.whole(capacity, (*path, "capacity"), 1, 11),
            "disciplines": MappingProxyType(
                {
                    name: _LEVELS[self.one_of(level, (*path, "disciplines", name), tuple(_LEVELS))]
                    for name, level in disciplines.items()
                }
            ),
        }
        if "title" in row:
            values["title"] = self.title(row["title"], (*path, "title"))
            if SECT_OF_TITLE[values["title"].kind] != values["sect"]:
                self.fail((*path, "title"), Said("vtes.title_sect", title=values["title"].kind, sect=values["sect"]))
        return values

    def _library(self, row: Mapping[str, Any], path: Path, kind: str) -> dict[str, Any]:
        cost = self.mapping(row.get("cost", {}), (*path, "cost"), ("blood", "pool"))
        if "blood" in cost and kind in ("master", "out_of_turn"):
            self.fail((*path, "cost", "blood"), Said("vtes.blood_of_nobody", type=kind), Said("want.vtes_pool_cost"))
        values: dict[str, Any] = {
            **self._cost(cost, (*path, "cost"), kind),
            "unique": self.truth(row.get("unique", False), (*path, "unique")),
            "needs": self._needs(row.get("requires", {}), (*path, "requires")),
        }
        if "kind" in row:
            values["kind"] = self.one_of(row["kind"], (*path, "kind"), _KINDS.get(kind, ()))
        if "target" in row:
            values["target"] = self.one_of(row["target"], (*path, "target"), TARGETS)
        if "once_each_turn" in row:
            values["once_each_turn"] = self.truth(row["once_each_turn"], (*path, "once_each_turn"))
        for key in ("stealth", "life", "strength", "bleed"):
            if key in row:
                values[key] = self.whole(row[key], (*path, key), 0, 9)
        if kind in ("ally", "retainer") and not values.get("life"):
            self.fail((*path, "life"), Said("missing"), Said("want.whole", least=1, most=9))
        if values["needs"].discipline and kind in ("master", "out_of_turn"):
            self.fail((*path, "requires", "discipline"), Said("vtes.master_discipline"))
        return values

    def _cost(self, cost: Mapping[str, Any], path: Path, kind: str) -> dict[str, Any]:
        """Return what a card costs; one part of it may be X, which is chosen when the card is played."""
        found: dict[str, Any] = {}
        for key in ("blood", "pool"):
            given = cost.get(key, 0)
            if given == X and kind in PLAYED_WITH_X and "x" not in found:
                found["x"] = key
            else:
                found[key] = self.whole(given, (*path, key))
        return found

    def _needs(self, row: object, path: Path) -> Needs:
        """Return what a card requires: ``discipline`` may name two, ``title`` may be ``true`` or kinds of titles."""
        row = self.mapping(row, path, ("discipline", "clan", "sect", "title", "capacity"))
        known: list[str] = []
        if "discipline" in row:
            at = (*path, "discipline")
            given = row["discipline"] if isinstance(row["discipline"], list) else [row["discipline"]]
            if not 1 <= len(given) <= 2:
                self.found(at, given, Said("want.vtes_two_disciplines"))
            known = [self.one_of(name, at, DISCIPLINES) for name in given]
        titled = row.get("title", False)
        office: tuple[str, ...] = ()
        if not isinstance(titled, bool):
            names = titled if isinstance(titled, list) else [titled]
            office = tuple([self.one_of(name, (*path, "title"), tuple(VOTES)) for name in names])
        return Needs(
            known[0] if known else "",
            self.one_of(row["clan"], (*path, "clan"), tuple(CLANS)) if "clan" in row else "",
            self.one_of(row["sect"], (*path, "sect"), SECTS) if "sect" in row else "",
            titled is True,
            known[1] if len(known) > 1 else "",
            self.whole(row["capacity"], (*path, "capacity"), 1, 11) if "capacity" in row else 0,
            office,
        )

    def _effects(self, rows: object, path: Path, kind: str, part: str, target: str) -> Effects:
        found = []
        for k, row in enumerate(self.items(rows, path)):
            at = (*path, k)
            row = self.mapping(row, at)
            if len(row) != 1:
                self.found(at, dict(row), Said("want.vtes_verb"))
            verb, value = next(iter(row.items()))
            where = part if part in ("gives", "tap", "untap") else kind
            allowed = tuple(name for name, v in VERBS.items() if where in v.on)
            if where == "gives" and kind == "political_action":  # it stays in play by itself, for its caller
                allowed = LASTS_FOR_ALL
            if verb not in allowed:
                self.one_of(verb, at, allowed)
            aims = VERBS[verb].aims
            if aims and target not in aims:
                self.fail((*path[:-1], "target"), Said("found", value=target), Said("want.one_of", words=aims))
            if not target and "" in aims and where not in ("action", "political_action"):
                self.fail((*path[:-1], "target"), Said("missing"), Said("want.one_of", words=[a for a in aims if a]))
            if verb == "one_of":
                found.append(Effect(verb, self._one_of(value, (*at, verb), kind, part, target)))
                continue
            found.append(Effect(verb, self._value(verb, value, (*at, verb), where)))
            of = VERBS[verb].of
            if of and kind not in of:
                self.fail((*at, verb), Said("vtes.verb_of_type", type=kind), Said("want.vtes_type", words=of))
        self._beside(found, path)
        return tuple(found)

    def _one_of(self, value: object, path: Path, kind: str, part: str, target: str) -> tuple[Effects, ...]:
        """Return the lists of verbs of which one is chosen."""
        rows = self.items(value, path)
        if len(rows) < 2:
            self.found(path, len(rows), Said("want.vtes_two_lists"))
        found = []
        for k, row in enumerate(rows):
            found.append(self._effects(row, (*path, k), kind, part, target))
            inner = next((effect for effect in found[-1] if effect.verb == "one_of" or effect.value == X), None)
            if inner is not None:
                self.fail((*path, k), Said("found", value=inner.verb), Said("want.vtes_no_choice"))
        return tuple(found)

    def _beside(self, found: Sequence[Effect], path: Path) -> None:
        """Refuse a verb without the one that it is about."""
        there = {effect.verb for effect in found}
        for k, effect in enumerate(found):
            beside = VERBS[effect.verb].beside
            if beside and there.isdisjoint(beside):
                self.fail((*path, k, effect.verb), Said("vtes.verb_alone"), Said("want.vtes_beside", words=beside))

    def _value(self, verb: str, value: object, path: Path, where: str) -> Any:
        takes = VERBS[verb].takes
        if isinstance(takes, tuple):
            return self.one_of(value, path, takes)
        if takes == "number":
            if value == X and verb in CAN_BE_X and where in PLAYED_WITH_X:
                return X
            return self.whole(value, path, -9 if where == "gives" and verb in BELOW_ZERO else 0, 20)
        if takes == "truth":
            if not self.truth(value, path):
                self.found(path, value, Said("want.vtes_true"))
            return True
        if takes == "discipline":
            return self.one_of(value, path, DISCIPLINES)
        if takes == "clan":
            return self.one_of(value, path, tuple(CLANS))
        if takes == "sect":
            return self.one_of(value, path, SECTS)
        if takes == "barred":
            return self._barred(value, path)
        if takes == "fetch":
            return self._fetch(value, path)
        return self.title(value, path) if takes == "title" else self._blow(value, path)

    def title(self, value: object, path: Path) -> Title:
        """Return a title: ``primogen``, ``{prince: Ghent}``, ``{justicar: brujah}``, ``{independent: 2}``."""
        kinds = tuple(VOTES)
        if isinstance(value, str):
            kind = self.one_of(value, path, kinds)
            if kind in UNIQUE_TITLES or kind == "independent":
                self.found(path, value, Said("want.vtes_title_of", title=kind))
            return Title(kind)
        row = self.mapping(value, path, (*UNIQUE_TITLES, "independent"))
        if len(row) != 1:
            self.found(path, dict(row), Said("want.one_of", words=kinds))
        kind, of = next(iter(row.items()))
        if kind == "independent":
            return Title(kind, self.whole(of, (*path, kind), 1, 9))
        return Title(
            kind, self.one_of(of, (*path, kind), tuple(CLANS)) if kind == "justicar" else self.called(of, path)
        )

    def _barred(self, value: object, path: Path) -> Barred:
        """Return who cannot block: a word, or ``{without: auspex}``."""
        if isinstance(value, Mapping):
            row = self.mapping(value, path, ("without",))
            named = self.key(row, "without", path, Said("want.text"))
            return Barred("without", self.one_of(named, (*path, "without"), DISCIPLINES))
        return Barred(self.one_of(value, path, BARRED))

    def _fetch(self, value: object, path: Path) -> Fetch:
        """Return from where a card is fetched: ``ash_heap``, or ``{from: library, type: equipment}``."""
        if not isinstance(value, Mapping):
            return Fetch(self.one_of(value, path, SOURCES))
        row = self.mapping(value, path, ("from", "type"))
        source = self.one_of(self.key(row, "from", path, Said("want.one_of", words=SOURCES)), (*path, "from"), SOURCES)
        kinds = tuple(kind for kind in TYPES if kind != "vampire")
        return Fetch(source, self.one_of(row["type"], (*path, "type"), kinds) if "type" in row else "")

    def _blow(self, value: object, path: Path) -> Blow:
        row = self.mapping(value, path, _BLOW)
        values: dict[str, Any] = {}
        for key, given in row.items():
            if key == "aggravated" and type(given) is int:
                values["part_aggravated"] = self.whole(given, (*path, key), 1, 20)
            elif key in ("damage", "steal_blood", "self_damage"):
                values[key] = self.whole(given, (*path, key), 0, 20)
            elif key in ("destroy", "steal"):
                values[key] = self.one_of(given, (*path, key), ("equipment", "weapon"))
            else:
                values[key] = self.truth(given, (*path, key))
        if values.get("hands"):
            values["with_strength"] = True
        return Blow(**values)


def _uses_x(effects: Effects) -> bool:
    return any(effect.value == X for effect in effects)


def read_cards(rows: object, path: Path = ()) -> dict[str, Card]:
    """Return cards by id from a list of mappings.

    Raises:
        BadPosition: one of them is no card; the message says where and what was expected.
    """
    reader = Reader()
    found: dict[str, Card] = {}
    for k, row in enumerate(reader.items(rows, path)):
        card = reader.card(row, (*path, k))
        if card.id in found:
            reader.fail((*path, k, "id"), Said("vtes.twice", value=card.id))
        found[card.id] = card
    return found


@cache
def practice_set() -> Mapping[str, Card]:
    """Return the cards of the kit's own four decks by id."""
    cards: dict[str, Card] = {}
    for name in DECKS:
        rows = read_yaml("vtes", "cards", f"{name}.yaml")
        cards |= {card.id: card for card in read_cards([{**row, "deck": name} for row in rows["cards"]]).values()}
    return MappingProxyType(cards)


@cache
def practice_deck(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the crypt and the library of a practice deck, as card ids, copies repeated."""
    rows = read_yaml("vtes", "cards", f"{name}.yaml")
    return tuple(_copies(rows["crypt"])), tuple(_copies(rows["library"]))


def _copies(counts: Mapping[str, int]) -> Sequence[str]:
    return [card for card, count in counts.items() for _ in range(count)]
