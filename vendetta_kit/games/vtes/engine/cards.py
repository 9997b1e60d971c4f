"""A printed card, with its text as verbs of the engine (:mod:`.card_verbs`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple

CAMARILLA, SABBAT, INDEPENDENT = "camarilla", "sabbat", "independent"

CLANS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("brujah", "gangrel", "malkavian", "nosferatu", "toreador", "tremere", "ventrue", "caitiff"), CAMARILLA
        ),
        **dict.fromkeys(
            (
                "brujah_antitribu", "gangrel_antitribu", "malkavian_antitribu", "nosferatu_antitribu",
                "toreador_antitribu", "tremere_antitribu", "ventrue_antitribu", "lasombra", "tzimisce", "pander",
            ),
            SABBAT,
        ),
        **dict.fromkeys(("assamite", "followers_of_set", "giovanni", "ravnos"), INDEPENDENT),
    }
)  # fmt: skip
"""The clans with the sect of each (SECT-01)."""

DISCIPLINES: Final = (
    "animalism", "auspex", "celerity", "chimerstry", "dementation", "dominate", "fortitude", "necromancy",
    "obfuscate", "obtenebration", "potence", "presence", "protean", "quietus", "serpentis", "thaumaturgy",
    "vicissitude",
)  # fmt: skip
"""All Disciplines (CRYPT-08)."""

VOTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "primogen": 1, "bishop": 1, "prince": 2, "archbishop": 2, "justicar": 3, "cardinal": 3, "inner_circle": 4,
        "priscus": 0, "independent": 0,
    }
)  # fmt: skip
"""Votes of a title (POL-09); Prisci vote among themselves (POL-12), an Independent has as many as its card says."""
SECT_OF_TITLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("primogen", "prince", "justicar", "inner_circle"), CAMARILLA),
        **dict.fromkeys(("bishop", "archbishop", "priscus", "cardinal"), SABBAT),
        "independent": INDEPENDENT,
    }
)
"""The sect of each kind of title (TITLE-01, TITLE-02, TITLE-03)."""
UNIQUE_TITLES: Final = ("prince", "archbishop", "justicar")
"""Kinds of titles with one holder for each city or clan."""


class Title(NamedTuple):
    """A title: its kind, and its city, its clan, or an Independent's number of votes."""

    kind: str
    of: str | int | None = None

    @property
    def unique(self) -> bool:
        """Whether only one vampire can hold it, so that it can be contested."""
        return self.kind in UNIQUE_TITLES

    @property
    def votes(self) -> int:
        """The number of its votes; 0 for a Priscus."""
        return self.of if isinstance(self.of, int) else VOTES[self.kind]


class StrikeEffect(NamedTuple):
    """The effect of a strike."""

    damage: int = 0
    with_strength: bool = False
    """Whether the minion's strength is added to the damage (EFF-02)."""
    ranged: bool = False
    aggravated: bool = False
    part_aggravated: int = 0
    """How much of the damage is aggravated, if not all is."""
    first: bool = False
    dodge: bool = False
    combat_ends: bool = False
    steal_blood: int = 0
    destroy: str = ""
    """What it destroys: ``equipment``, ``weapon``, or empty for nothing."""
    steal: str = ""
    paralyze: bool = False
    """Whether it sends a vampire to torpor, tapped and unable to untap there (EFF-09)."""
    hands: bool = False
    """Whether it is a hand strike (EFF-01): its damage is the strength, and ``damage`` more."""
    self_damage: int = 0
    """Damage to the striking minion itself."""

    def with_power(self, power: int) -> StrikeEffect:
        """Return it with a fighter's strength in its damage, if that counts (EFF-02)."""
        return self._replace(damage=self.damage + power) if self.with_strength else self

    @property
    def harm(self) -> tuple[int, int]:
        """Its ordinary and its aggravated damage (DMG-04)."""
        worst = self.damage if self.aggravated else min(self.part_aggravated, self.damage)
        return self.damage - worst, worst

    @property
    def at_long_range(self) -> bool:
        """Whether it works at long range, too (STRIKE-04)."""
        return self.ranged or self.dodge or self.combat_ends


class OwnCards:
    """The cards that somebody has written for a game, by id; two are the same only as one object."""

    __slots__ = ("records",)

    def __init__(self, records: Mapping[str, Card]) -> None:
        self.records = records


class Barred(NamedTuple):
    """Minions that cannot block: ``ally``, ``vampire``, ``younger``, ``older``, or those ``without`` a Discipline."""

    who: str
    of: str = ""


class Fetch(NamedTuple):
    """A card to fetch to the hand: from ``ash_heap`` or ``library``, of a type; empty for any."""

    source: str
    type: str = ""


class Effect(NamedTuple):
    """One verb of a card's text, with its argument."""

    verb: str
    value: Any


Effects = tuple[Effect, ...]
X: Final = "x"
"""The value for a number that is chosen, and paid, when the card is played."""


MORE_IS_BETTER: Final = frozenset({
    "additional_strikes", "bleed", "bleed_action", "early_votes", "hunt_action", "intercept", "prevent",
    "reduce_bleed", "stealth", "strength", "untap_after", "votes",
})  # fmt: skip
"""The verbs of which whoever plays the card never wants less."""


class Needs(NamedTuple):
    """The requirements of a card."""

    discipline: str = ""
    clan: str = ""
    sect: str = ""
    title: bool = False
    second: str = ""
    """A second Discipline that is required too."""
    capacity: int = 0
    """The least capacity."""
    office: tuple[str, ...] = ()
    """Kinds of titles of which one is required."""


ANYBODY: Final = Needs()


@dataclass(frozen=True)
class Card:
    """A printed card. Fields that do not apply to its type are empty or 0.

    ``basic`` and ``superior`` are its effects when played, ``gives`` those while in play, ``tap`` those when tapped,
    ``untap`` those that its controller may use once in each untap phase.
    """

    id: str
    type: str
    name: Mapping[str, str]
    source: str = "kit"
    deck: str = ""
    # a vampire's
    clan: str = ""
    sect: str = ""
    capacity: int = 0
    disciplines: Mapping[str, int] = field(default_factory=dict)
    title: Title | None = None
    # a library card's
    blood: int = 0
    pool: int = 0
    x: str = ""
    """The part of the cost that has an X: ``blood``, ``pool``, or empty."""
    chooses: bool = False
    """Whether there is a choice when it is played: one of several effects, or X."""
    unique: bool = False
    kind: str = ""
    needs: Needs = ANYBODY
    target: str = ""
    stealth: int = 0
    once_each_turn: bool = False
    """Whether a minion (for a master: a Methuselah) can play it only once in a turn."""
    life: int = 0
    strength: int = 0
    bleed: int = 0
    basic: Effects = ()
    superior: Effects = ()
    gives: Effects = ()
    tap: Effects = ()
    untap: Effects = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by the fields, as a frozen compiled class cannot be filled in afterwards."""
        return Card, tuple([getattr(self, f.name) for f in fields(self)])

    @property
    def stock(self) -> int:
        """The number of counters with which it enters play: life, or uses."""
        return self.life or self.given("ammunition") or self.given("uses") or self.given("counters") or 0

    @property
    def stays(self) -> bool:
        """Whether a master stays in play, as a location or by effects in play."""
        return self.kind == "location" or bool(self.gives or self.tap or self.untap)

    def effects(self, part: int) -> Effects:
        """Return the effects of a part: 1 basic, 2 superior, 3 when it is tapped, 4 in the untap phase.

        A choice, the index of its ``one_of`` effect or the value of X, is added as 16 * (choice + 1).
        """
        if part > 15:
            return self._chosen(self.effects(part & 15), (part >> 4) - 1)
        if part < 3:
            return self.superior if part == 2 else self.basic
        return self.tap if part == 3 else self.untap

    def _chosen(self, effects: Effects, choice: int) -> Effects:
        found: list[Effect] = []
        for effect in effects:
            if effect.verb == "one_of":
                found += effect.value[choice]
            else:
                found.append(Effect(effect.verb, choice) if effect.value == X else effect)
        return tuple(found)

    def options(self, level: int) -> int:
        """Return the number of effects to choose among at a level; 0 if there is no choice."""
        return next((len(effect.value) for effect in self.effects(level) if effect.verb == "one_of"), 0)

    @property
    def superior_does_all(self) -> bool:
        """Whether the superior level, which costs the same, does all that the basic one does, and more of it."""
        found = {effect.verb: effect.value for effect in self.superior}
        grows = all(
            effect.verb in MORE_IS_BETTER and effect.verb in found and found[effect.verb] >= effect.value
            for effect in self.basic
        )
        return bool(self.basic) and grows and {*found} <= MORE_IS_BETTER

    def played(self) -> tuple[Effect, ...]:
        """Return all effects that it may have when played, those of choices included."""
        found = [*self.basic, *self.superior]
        for effect in (*self.basic, *self.superior):
            if effect.verb == "one_of":
                for option in effect.value:
                    found += option
        return tuple(found)

    def given(self, verb: str) -> Any:
        """Return the argument of a verb in ``gives``; ``None`` if it is not there."""
        for effect in self.gives:
            if effect.verb == verb:
                return effect.value
        return None

    def does(self, verb: str, level: int) -> Any:
        """Return the argument of a verb among its effects at a level; ``None`` if it is not there."""
        for effect in self.effects(level):
            if effect.verb == verb:
                return effect.value
        return None

    def named(self, lang: str = "en") -> str:
        """Return its name in a language."""
        return self.name.get(lang) or self.name["en"]
