"""The reader of cards: the practice set, and users' own cards, with the place of each error.

>>> cards = practice_set()
>>> sorted({card.deck for card in cards.values()})
['claw', 'court', 'household', 'whispers']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from vendetta_kit.data_paths import languages, read_yaml
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.refusal import SetupChecks

from .card_verbs import (
    APART,
    APART_IN_PLAY,
    BARRED,
    BEFORE_RANGE,
    BELOW_ZERO,
    CAN_BE_X,
    CANCELS,
    IN_VAIN_AFTER,
    IN_VAIN_BEFORE,
    LAID_ON,
    LIES_ON,
    MOMENTS,
    OF_ITS_CONTROLLER,
    PLAYED_WITH_X,
    SOURCES,
    TARGETS,
    TYPES,
    VERBS,
    beside,
)
from .cards import (
    CLANS,
    DISCIPLINES,
    SECT_OF_TITLE,
    UNIQUE_TITLES,
    VOTES,
    Barred,
    Card,
    Effect,
    Effects,
    Fetch,
    Needs,
    StrikeEffect,
    Title,
    X,
)

DECKS: Final = ("whispers", "claw", "court", "household")
"""The practice decks."""
_ALWAYS: Final = ("id", "name", "type", "source", "deck")
_PLAYED: Final = ("cost", "requires", "once_each_turn")
_IN_PLAY: Final = ("target", "gives", "tap", "untap")
_KEYS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "vampire": ("clan", "sect", "capacity", "disciplines", "title", *_IN_PLAY),
    "master": (*_PLAYED, "unique", "kind", *_IN_PLAY, "basic"),
    "out_of_turn": (*_PLAYED, "target", "basic"),
    "action": (*_PLAYED, "target", "stealth", "basic", "superior"),
    "political_action": (*_PLAYED, "unique", "target", "stealth", "basic", "superior", "gives"),
    "equipment": (*_PLAYED, "unique", "kind", "stealth", *_IN_PLAY),
    "retainer": (*_PLAYED, "unique", "stealth", "life", *_IN_PLAY),
    "ally": (*_PLAYED, "unique", "stealth", "life", "strength", "bleed", *_IN_PLAY),
    "action_modifier": (*_PLAYED, "target", "basic", "superior"),
    "reaction": (*_PLAYED, "target", "basic", "superior"),
    "combat": (*_PLAYED, "basic", "superior"),
}
"""The keys of cards by type, beside those of all cards."""
_KEYS: Final = tuple(dict.fromkeys([*_ALWAYS, *(key for keys in _KEYS_OF.values() for key in keys)]))
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


class CardReader(SetupChecks):
    """A reader of cards; it raises :class:`.BadPosition` with the place of an error."""

    def card(self, row: object, path: Path) -> Card:
        """Return the card that a mapping describes."""
        row = self.mapping(row, path)
        kind = self.one_of(self.key(row, "type", path, Message("want.one_of", words=TYPES)), (*path, "type"), TYPES)
        row = self.mapping(row, path, (*_ALWAYS, *_KEYS_OF[kind]))
        values: dict[str, Any] = {"type": kind, "id": self._id(row, path), "name": self._name(row, path)}
        for key in ("source", "deck"):
            if key in row:
                values[key] = self.called(row[key], (*path, key))
        if "target" in row:
            values["target"] = self.one_of(row["target"], (*path, "target"), TARGETS)
        if kind == "vampire":
            values |= self._vampire(row, path)
        else:
            values |= self._library(row, path, kind)
        for part in ("basic", "superior", "gives", "tap", "untap"):
            if part in row:
                stays_alone = row.get("kind") == "location"
                values[part] = self._effects(
                    row[part], (*path, part), kind, part, str(row.get("target", "")), stays_alone
                )
        if values.get("superior") and not values.get("needs", Needs()).discipline:
            self.fail((*path, "superior"), Message("vtes.superior_without"), Message("want.vtes_discipline"))
        self._choices(values, path)
        card = Card(**values)
        self._aimed(card, path)
        return card

    def _aimed(self, card: Card, path: Path) -> None:
        """Refuse a target for which the card does nothing, and a master that stays in play without a minion."""
        at = (*path, "target")
        texts = [card.basic, card.superior, card.tap, card.untap]
        texts += [some for text in texts for effect in text if effect.verb == "one_of" for some in effect.value]
        verbs = [effect.verb for text in texts for effect in text]
        if card.type == "master" and card.stays and card.kind != "location":
            if card.target not in LAID_ON:
                self.found(at, card.target, Message("want.one_of", words=LAID_ON))
        elif card.target and card.type != "action" and not any(card.target in VERBS[verb].aims for verb in verbs):
            self.fail(at, Message("vtes.aimed_at_nothing"), Message("want.vtes_no_target"))
        taken = next((verb for verb in verbs if verb in ("pool_from_card", "blood_from_card")), "")
        if taken and "add_to_card" not in verbs and card.given("counters") is None:
            needed = ("counters", "add_to_card")
            self.fail(path, Message("vtes.verb_alone"), Message("want.vtes_beside", words=needed))
        if card.kind == "discipline" and (card.given("discipline") is None or not card.target.endswith("vampire")):
            self.fail((*path, "kind"), Message("vtes.no_lesson"), Message("want.vtes_lesson"))

    def _choices(self, values: dict[str, Any], path: Path) -> None:
        """Refuse an X that is not both paid and used, and more than one choice."""
        played = (*values.get("basic", ()), *values.get("superior", ()))
        uses = any(effect.value == X for effect in played)
        several = any(effect.verb == "one_of" for effect in played)
        paid = values.get("x", "")
        if uses and not paid:
            self.fail((*path, "cost"), Message("missing"), Message("want.vtes_x_cost"))
        if paid and (several or not uses or (values.get("superior") and not _uses_x(values["superior"]))):
            self.fail((*path, "cost", paid), Message("vtes.x_alone"), Message("want.vtes_x_effect"))
        values["chooses"] = bool(paid or several)

    def _id(self, row: Mapping[str, Any], path: Path) -> str:
        return self.called(self.key(row, "id", path, Message("want.text")), (*path, "id"))

    def _name(self, row: Mapping[str, Any], path: Path) -> Mapping[str, str]:
        value = self.key(row, "name", path, Message("want.text"))
        if isinstance(value, str):
            return MappingProxyType({"en": self.called(value, (*path, "name"))})
        value = self.mapping(value, (*path, "name"), languages())
        self.key(value, "en", (*path, "name"), Message("want.text"))
        return MappingProxyType({lang: self.called(name, (*path, "name", lang)) for lang, name in value.items()})

    def _vampire(self, row: Mapping[str, Any], path: Path) -> dict[str, Any]:
        clan = self.one_of(self.key(row, "clan", path, Message("want.text")), (*path, "clan"), tuple(CLANS))
        disciplines = self.mapping(row.get("disciplines", {}), (*path, "disciplines"), DISCIPLINES)
        capacity = self.key(row, "capacity", path, Message("want.whole", least=1, most=11))
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
                self.fail((*path, "title"), Message("vtes.title_sect", title=values["title"].kind, sect=values["sect"]))
        return values

    def _library(self, row: Mapping[str, Any], path: Path, kind: str) -> dict[str, Any]:
        cost = self.mapping(row.get("cost", {}), (*path, "cost"), ("blood", "pool"))
        if "blood" in cost and kind in ("master", "out_of_turn"):
            self.fail(
                (*path, "cost", "blood"), Message("vtes.blood_of_nobody", type=kind), Message("want.vtes_pool_cost")
            )
        values: dict[str, Any] = {
            **self._cost(cost, (*path, "cost"), kind),
            "unique": self.truth(row.get("unique", False), (*path, "unique")),
            "needs": self._needs(row.get("requires", {}), (*path, "requires")),
        }
        if "kind" in row:
            values["kind"] = self.one_of(row["kind"], (*path, "kind"), _KINDS.get(kind, ()))
        if "once_each_turn" in row:
            values["once_each_turn"] = self.truth(row["once_each_turn"], (*path, "once_each_turn"))
        for key in ("stealth", "life", "strength", "bleed"):
            if key in row:
                values[key] = self.whole(row[key], (*path, key), 0, 9)
        if kind in ("ally", "retainer") and not values.get("life"):
            self.fail((*path, "life"), Message("missing"), Message("want.whole", least=1, most=9))
        if values["needs"].discipline and kind in ("master", "out_of_turn"):
            self.fail((*path, "requires", "discipline"), Message("vtes.master_discipline"))
        return values

    def _cost(self, cost: Mapping[str, Any], path: Path, kind: str) -> dict[str, Any]:
        """Return the fields of a card for its cost; one part may be X, which is chosen when the card is played."""
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
                self.found(at, given, Message("want.vtes_two_disciplines"))
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

    def _effects(self, rows: object, path: Path, kind: str, part: str, target: str, location: bool) -> Effects:
        found: list[Effect] = []
        where = part if part in ("gives", "tap", "untap") else kind
        for k, row in enumerate(self.items(rows, path)):
            at = (*path, k)
            row = self.mapping(row, at)
            if len(row) != 1:
                self.found(at, dict(row), Message("want.vtes_verb"))
            verb, value = next(iter(row.items()))
            allowed = tuple(name for name, v in VERBS.items() if where in v.on)
            if where == "gives":
                allowed = tuple(name for name in allowed if _can_give(kind, location, name))
            if location and part == "basic":  # a location has its target only when used
                allowed = tuple(name for name in allowed if not VERBS[name].aims)
            if kind == "vampire" and part == "tap":
                allowed = tuple(name for name in allowed if name != "votes")  # a vampire votes without being tapped
            if verb not in allowed:
                self.one_of(verb, at, allowed)
            aims = VERBS[verb].aims
            if aims and target not in aims:
                self.fail((*path[:-1], "target"), Message("found", value=target), Message("want.one_of", words=aims))
            if not target and "" in aims and where not in ("action", "political_action"):
                self.fail(
                    (*path[:-1], "target"), Message("missing"), Message("want.one_of", words=[a for a in aims if a])
                )
            if verb == "one_of":
                found.append(Effect(verb, self._one_of(value, (*at, verb), kind, part, target, location)))
                continue
            found.append(Effect(verb, self._value(verb, value, (*at, verb), where)))
            of = VERBS[verb].of
            if of and kind not in of:
                self.fail((*at, verb), Message("vtes.verb_of_type", type=kind), Message("want.vtes_type", words=of))
            if verb in {effect.verb for effect in found[:-1]}:
                self.fail((*at, verb), Message("vtes.twice", value=verb))
        self._beside(found, path, where)
        self._together(found, path, where)
        return tuple(found)

    def _one_of(
        self, value: object, path: Path, kind: str, part: str, target: str, location: bool
    ) -> tuple[Effects, ...]:
        """Return the lists of effects of which one is chosen."""
        rows = self.items(value, path)
        if len(rows) < 2:
            self.found(path, len(rows), Message("want.vtes_two_lists"))
        found = []
        for k, row in enumerate(rows):
            found.append(self._effects(row, (*path, k), kind, part, target, location))
            inner = next((effect for effect in found[-1] if effect.verb == "one_of" or effect.value == X), None)
            if inner is not None:
                self.fail((*path, k), Message("found", value=inner.verb), Message("want.vtes_no_choice"))
        return tuple(found)

    def _together(self, found: Sequence[Effect], path: Path, where: str) -> None:
        """Refuse verbs of one part, or of one part and one of its choices, of which one is always in vain."""
        lists: list[list[tuple[Path, Effect]]] = [[]]
        for k, effect in enumerate(found):
            here = (*path, k, effect.verb)
            if effect.verb != "one_of":
                lists = [[*before, (here, effect)] for before in lists]
                continue
            chosen = [
                [((*here, c, j, inner.verb), inner) for j, inner in enumerate(choice)]
                for c, choice in enumerate(effect.value)
            ]
            lists = [[*before, *choice] for before in lists for choice in chosen]
        for effects in lists:
            if where == "gives":
                self._apart(effects, APART_IN_PLAY)
                continue
            self._apart(effects, [*APART, *_apart_by_value({effect.verb: effect.value for _, effect in effects})])
            self._in_vain(effects)
            if where in ("action_modifier", "reaction", "tap"):
                self._one_moment(effects)

    def _apart(
        self, found: Sequence[tuple[Path, Effect]], apart: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> None:
        """Refuse verbs that exclude one another."""
        there = [effect.verb for _, effect in found]
        for ones, others in apart:
            other = next((verb for verb in others if verb in there), "")
            one = next((each for each in found if each[1].verb in ones), None)
            if one is not None and other:
                self._refuse_beside(*one, other)

    def _in_vain(self, found: Sequence[tuple[Path, Effect]]) -> None:
        """Refuse what does nothing to a target after what is done to it, or before."""
        for k, (here, effect) in enumerate(found):
            for _, earlier in found[:k]:
                after, before = IN_VAIN_AFTER.get(earlier.verb, ()), IN_VAIN_BEFORE.get(effect.verb, ())
                if effect.verb in after or earlier.verb in before:
                    self._refuse_beside(here, effect, earlier.verb)

    def _one_moment(self, found: Sequence[tuple[Path, Effect]]) -> None:
        """Refuse verbs that are never of use at the same moment of an action, at which all are chosen together."""
        moments = [next((moment for moment in MOMENTS if effect.verb in moment), None) for _, effect in found]
        for (here, effect), moment in zip(found, moments, strict=True):
            if moment != moments[0]:
                self._refuse_beside(here, effect, found[0][1].verb)

    def _refuse_beside(self, path: Path, effect: Effect, other: str) -> None:
        one = Message("vtes.apart", verb=effect.verb, beside=other)
        self.fail(path, one, Message("want.vtes_one_moment"))

    def _beside(self, found: Sequence[Effect], path: Path, where: str) -> None:
        """Refuse a verb without the verb that it needs beside it."""
        there = {effect.verb for effect in found}
        for k, effect in enumerate(found):
            needed = beside(effect.verb, where)
            if needed and there.isdisjoint(needed):
                self.fail(
                    (*path, k, effect.verb), Message("vtes.verb_alone"), Message("want.vtes_beside", words=needed)
                )

    def _value(self, verb: str, value: object, path: Path, where: str) -> Any:
        takes = VERBS[verb].takes
        if verb == "cancel":
            return self.one_of("master" if value is True else value, path, CANCELS[where])
        if isinstance(takes, tuple):
            return self.one_of(value, path, takes)
        if takes == "number":
            if value == X and verb in CAN_BE_X and where in PLAYED_WITH_X:
                return X
            return self.whole(value, path, -9 if where == "gives" and verb in BELOW_ZERO else 0, 20)
        if takes == "truth":
            if not self.truth(value, path):
                self.found(path, value, Message("want.vtes_true"))
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
                self.found(path, value, Message("want.vtes_title_of", title=kind))
            return Title(kind)
        row = self.mapping(value, path, (*UNIQUE_TITLES, "independent"))
        if len(row) != 1:
            self.found(path, dict(row), Message("want.one_of", words=kinds))
        kind, of = next(iter(row.items()))
        if kind == "independent":
            return Title(kind, self.whole(of, (*path, kind), 1, 9))
        return Title(
            kind, self.one_of(of, (*path, kind), tuple(CLANS)) if kind == "justicar" else self.called(of, path)
        )

    def _barred(self, value: object, path: Path) -> Barred:
        """Return the minions that cannot block: a word, or ``{without: auspex}``."""
        if isinstance(value, Mapping):
            row = self.mapping(value, path, ("without",))
            named = self.key(row, "without", path, Message("want.text"))
            return Barred("without", self.one_of(named, (*path, "without"), DISCIPLINES))
        return Barred(self.one_of(value, path, BARRED))

    def _fetch(self, value: object, path: Path) -> Fetch:
        """Return the source and type of a card to fetch: ``ash_heap``, or ``{from: library, type: equipment}``."""
        if not isinstance(value, Mapping):
            return Fetch(self.one_of(value, path, SOURCES))
        row = self.mapping(value, path, ("from", "type"))
        source = self.one_of(
            self.key(row, "from", path, Message("want.one_of", words=SOURCES)), (*path, "from"), SOURCES
        )
        kinds = tuple(kind for kind in TYPES if kind != "vampire")
        return Fetch(source, self.one_of(row["type"], (*path, "type"), kinds) if "type" in row else "")

    def _blow(self, value: object, path: Path) -> StrikeEffect:
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
        blow = StrikeEffect(**values)
        hurts = bool(blow.damage or blow.with_strength)
        for key, vain in (
            ("combat_ends", blow.combat_ends and blow != StrikeEffect(combat_ends=True)),  # nothing else takes effect
            ("steal", bool(blow.steal and blow.destroy)),
            ("paralyze", blow.paralyze and hurts),  # a vampire in torpor takes no damage
            ("aggravated", (blow.aggravated or blow.part_aggravated > 0) and not hurts),
        ):
            if vain:
                self.fail((*path, key), Message("vtes.strike_in_vain", key=key), Message("want.vtes_strike"))
        return blow


def _can_give(kind: str, location: bool, verb: str) -> bool:
    """Check whether a card in play of a type can give a verb to its controller, its bearer or itself."""
    if verb in OF_ITS_CONTROLLER:
        return True
    if verb == "for_all":
        return kind == "political_action"
    if location:
        return verb in ("counters", "votes")
    if kind in ("vampire", "ally"):
        return verb not in LIES_ON and not (kind == "ally" and verb == "capacity")
    return kind != "political_action"


def _apart_by_value(there: Mapping[str, Any]) -> list[tuple[Sequence[str], Sequence[str]]]:
    """Return the verbs that exclude one another on a card because of their arguments."""
    apart: list[tuple[Sequence[str], Sequence[str]]] = []
    if there.get("maneuver") == "must":
        apart.append((("maneuver",), BEFORE_RANGE))
    if there.get("set_range") == "long":  # nobody maneuvers then, so no hands and no other close strike hit (STRIKE-04)
        apart.append((("prevent_hands",), ("set_range",)))
        if "whole_combat" not in there:
            apart.append((("aggravated_hands",), ("set_range",)))
        if "strike" in there and not there["strike"].at_long_range:
            apart.append((("strike",), ("set_range",)))
    return apart


def _uses_x(effects: Effects) -> bool:
    return any(effect.value == X for effect in effects)


def read_cards(rows: object, path: Path = ()) -> dict[str, Card]:
    """Return cards by id from a list of mappings.

    Raises:
        BadPosition: one of them is invalid; the message says where and what was expected.
    """
    reader = CardReader()
    found: dict[str, Card] = {}
    for k, row in enumerate(reader.items(rows, path)):
        card = reader.card(row, (*path, k))
        if card.id in found:
            reader.fail((*path, k, "id"), Message("vtes.twice", value=card.id))
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
