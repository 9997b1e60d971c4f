"""A printed card: what stands on it, put together from verbs that the engine knows (:mod:`.card_verbs`)."""

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
"""CRYPT-08."""

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
"""TITLE-01, TITLE-02, TITLE-03."""
UNIQUE_TITLES: Final = ("prince", "archbishop", "justicar")
"""With one holder for each city or clan."""


class Title(NamedTuple):
    """A title: its kind, and of what: a city, a clan, or the votes that an Independent's card gives."""

    kind: str
    of: str | int | None = None

    @property
    def unique(self) -> bool:
        """Whether there is one holder only, so that it can be contested."""
        return self.kind in UNIQUE_TITLES

    @property
    def votes(self) -> int:
        """Votes that it brings, but for a Priscus."""
        return self.of if isinstance(self.of, int) else VOTES[self.kind]


class StrikeEffect(NamedTuple):
    """What a strike does."""

    damage: int = 0
    with_strength: bool = False
    """Whether the minion's strength is added to the damage (EFF-02)."""
    ranged: bool = False
    aggravated: bool = False
    part_aggravated: int = 0
    """How many points of the damage are aggravated, where not all are."""
    first: bool = False
    dodge: bool = False
    combat_ends: bool = False
    steal_blood: int = 0
    destroy: str = ""
    """``equipment`` or ``weapon``."""
    steal: str = ""
    paralyze: bool = False
    """To torpor, tapped, and not to untap there (EFF-09)."""
    hands: bool = False
    """Whether it is a hand strike (EFF-01): its damage is the strength, and ``damage`` more."""
    self_damage: int = 0
    """Damage that the striking minion takes itself."""


class Barred(NamedTuple):
    """Who cannot block: ``ally``, ``vampire``, ``younger``, ``older``, or who is ``without`` a Discipline."""

    who: str
    of: str = ""


class Fetch(NamedTuple):
    """From where a card is fetched into the hand: ``ash_heap`` or ``library``, and of which type; empty: of any."""

    source: str
    type: str = ""


class Effect(NamedTuple):
    """One verb of a card's text, with its argument."""

    verb: str
    value: Any


Effects = tuple[Effect, ...]
X: Final = "x"
"""Stands for a number that is chosen when the card is played, and paid."""


class Needs(NamedTuple):
    """What whoever plays a card must be."""

    discipline: str = ""
    clan: str = ""
    sect: str = ""
    title: bool = False
    second: str = ""
    """Another Discipline that is needed beside the first."""
    capacity: int = 0
    """The least capacity."""
    office: tuple[str, ...] = ()
    """Kinds of titles of which one is needed."""


ANYBODY: Final = Needs()


@dataclass(frozen=True)
class Card:
    """A printed card. What does not concern its type is empty or 0.

    ``basic`` and ``superior`` are what happens when it is played; ``gives`` what it brings as long as it is in play;
    ``tap`` what it does when it is tapped, ``untap`` what it may do once in each untap phase of its controller.
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
    """Of what its cost has an X beside it: ``blood`` or ``pool``."""
    chooses: bool = False
    """Whether something is chosen as it is played: one of several effects, or X."""
    unique: bool = False
    kind: str = ""
    needs: Needs = ANYBODY
    target: str = ""
    stealth: int = 0
    once_each_turn: bool = False
    """Whether a minion, or of a master a Methuselah, can play it once in a turn only."""
    life: int = 0
    strength: int = 0
    bleed: int = 0
    basic: Effects = ()
    superior: Effects = ()
    gives: Effects = ()
    tap: Effects = ()
    untap: Effects = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by its fields, compiled too, where a frozen class cannot be filled in afterwards."""
        return Card, tuple([getattr(self, f.name) for f in fields(self)])

    @property
    def stock(self) -> int:
        """How many counters it comes into play with: life, or what it can be used for."""
        return self.life or self.given("ammunition") or self.given("uses") or self.given("counters") or 0

    @property
    def stays(self) -> bool:
        """Whether a master stays in play: what it brings, or can be used for, it has only there."""
        return self.kind == "location" or bool(self.gives or self.tap or self.untap)

    def effects(self, part: int) -> Effects:
        """Return the effects of a part: 1 basic, 2 superior, 3 when it is tapped, 4 in the untap phase.

        What was chosen is added as 16 times (choice + 1): which of its ``one_of``, or how much X is.
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
        """Return how many things there are to choose among at a level; 0 if there is no choice."""
        return next((len(effect.value) for effect in self.effects(level) if effect.verb == "one_of"), 0)

    def played(self) -> tuple[Effect, ...]:
        """Return all effects that it may have when it is played, those with them among which is chosen."""
        found = [*self.basic, *self.superior]
        for effect in (*self.basic, *self.superior):
            if effect.verb == "one_of":
                for option in effect.value:
                    found += option
        return tuple(found)

    def given(self, verb: str) -> Any:
        """Return the argument of a verb that it gives while in play; ``None`` if it does not."""
        for effect in self.gives:
            if effect.verb == verb:
                return effect.value
        return None

    def does(self, verb: str, level: int) -> Any:
        """Return the argument of a verb in its text at a level; ``None`` if it is not there."""
        for effect in self.effects(level):
            if effect.verb == verb:
                return effect.value
        return None

    def named(self, lang: str = "en") -> str:
        """Return its name in a language."""
        return self.name.get(lang) or self.name["en"]
