"""A game that starts in the middle, from a described position, and goes on by the usual rules.

:func:`position` takes the table part of a scenario file: ``seed``, ``round``, ``ambition``, ``seats``, ``locations``,
``deployed``, ``start``, ``next_random``, ``variants`` and ``rulings``. Only ``seats`` with names are required. Seats
are given by name, cards by id, Locations as 1, 2, 3 and ``haven``. Values that are left out are drawn by the seed,
each from its own random numbers, so that giving one value changes the others as little as possible:

- ``clan``: a clan that no other seat has. ``blood`` 6, ``influence`` 3, no Diablerie tokens. 0 Blood is a Frenzy.
- ``alliance``: one Victim. ``relic`` (only in that variant): a Relic that no other seat has.
- ``hand``: as many cards as a player holds at that point (HAND-08), less the own cards that are deployed; Starting
  cards come first. ``deck``: the remaining cards of the seven. A ``deck`` that is given is complete, top first; cards
  that are then nowhere take no part.
- ``locations``: an Ally at each Location not yet resolved. Before Location Setup they are the Allies to be revealed.
- ``deployed``: nothing. ``face`` is ``up`` by default. A card belongs to the seat of its clan, wherever it lies.
- ``start``: the first Planning turn. Besides ``phase`` it has, for Planning, ``turn`` (a name) and ``number`` (which of
  the round's turns; by default it follows from the deployed cards); for Resolution ``at`` and ``step``, and for the
  Aftermath ``ranking`` (names, best first; by default calculated). Without them Resolution begins at its beginning. The
  phases are feed, location_setup, hand_building, planning, resolution, end_of_round and scoring; and set_up, where
  only names, clans and Ambition are given and all else is dealt as usual.
- ``next_random``: lists of cards that are drawn next: ``frenzy``, ``ally``, ``victim``, and ``deck`` (put on top).

Besides :mod:`.ledger` only this module writes amounts of Blood and Influence, before the first step of the game: the
Bank gets the tokens of the box (COMP-11, COMP-12) that are not on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.input_errors import Message, Path, path_text
from vendetta_kit.kernel.agenda import run
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.rng import random_below, scramble, shuffled
from vendetta_kit.kernel.state import RNG

from . import rounds, scoring, setup
from .card_hooks import seat_that_watches
from .card_knowledge import know
from .card_tables import (
    ALL_LOCATION_CARDS,
    ALL_RELICS,
    ALL_VICTIMS,
    AT,
    BIT,
    CLAN_CARDS,
    CLANS,
    FIRST_ALLY,
    FIRST_LOCATION_CARD,
    FIRST_RELIC,
    FIRST_VICTIM,
    IDS,
    LIBRARY,
    LOCATION_NUMBER,
    LOCATIONS,
    NUMBER,
    STARTING,
)
from .game import RULINGS, VERSION, Game, Table
from .mid_game import build_agenda, locations_to_resolve
from .new_game import BLANK_N, BLANK_Z, agenda_of_round
from .rule_numbers import (
    DEADLY_TOKENS,
    FEWEST_SEATS,
    MOST_TOKENS,
    ONLY_TEAMS,
    ROUNDS,
    TEAM_SEATS,
)
from .state import (
    ALLIANCE,
    ALLIES,
    ALLY_AT,
    AMBITION,
    AMONG,
    BANKS,
    BLOOD,
    CARDS,
    CLAN,
    DECK,
    DRAINED,
    EXACT,
    HAND,
    MAX_SEATS,
    NEXT_ALLY,
    NEXT_FRENZY,
    NEXT_VICTIM,
    PHASE,
    PHASES,
    RELIC,
    RELIC_USED,
    REMOVED,
    ROUND,
    SCHEMA,
    STEPS,
    TOKENS_DOWN,
    TOKENS_UP,
    UP,
    VICTIMS,
)

RESERVED: Final = ("bank", "haven")


class PositionChecks(SetupChecks):
    """Checks the values of a described position."""

    def card(self, value: object, path: Path, first: int, end: int, what: Message) -> int:
        """Return the number of the card with id ``value``, which must be from ``first`` to before ``end``."""
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if first <= number < end:
            return number
        fault = Message("card_is_none", card=IDS[number]) if number >= 0 else Message("no_card", value=value)
        self.fail(path, fault, Message("want.card_of", what=what, first=IDS[first], last=IDS[end - 1]))

    def person(self, value: object, path: Path) -> int:
        """Return the number of the Ally or Victim with id ``value``."""
        number = NUMBER.get(value, -1) if isinstance(value, str) else -1
        if FIRST_ALLY <= number < FIRST_LOCATION_CARD:
            return number
        fault = Message("card_is_none", card=IDS[number]) if number >= 0 else Message("no_card", value=value)
        self.fail(path, fault, Message("want.person_of"))

    def player_name(self, value: object, path: Path, taken: Sequence[str]) -> str:
        """Return a player's name that no other player has and that is no keyword of a description."""
        name = super().player_name(value, path, taken)
        if name in RESERVED or name in NUMBER:
            self.fail(path, Message("name.else", value=name), Message("want.other_name"))
        return name


TABLE_KEYS: Final = (
    "variants", "rulings", "seed", "round", "ambition", "seats", "locations", "deployed", "start", "next_random",
)  # fmt: skip
SEAT_KEYS: Final = (
    "name", "clan", *SCHEMA.seat_keys, "hand", "deck", "alliance", "drained", "diablerie", "relic",
)  # fmt: skip
_BEFORE_ALLIES: Final = ("feed", "location_setup")
_BEFORE_HAND: Final = ("feed", "location_setup", "hand_building")


def position(spec: Mapping[str, Any], record: bool = True) -> Game:
    """Return a game that begins at the position in ``spec``.

    ``game.setup`` keeps ``{"position": spec}`` for saves, with all rulings and the version.

    Raises:
        BadPosition: (a :class:`BadSetup`) one line with the place, the mistake and what was expected.

    >>> game = position({"seats": [{"name": name} for name in ("Ann", "Bob", "Cy")], "round": 2, "ambition": "Bob"})
    >>> game.round, game.phase, game.to_act, len(game.view(1).seats[1].hand)
    (2, 'planning', 1, 5)
    """
    game = prepare(spec, record)
    run(game)
    return game


def prepare(spec: Mapping[str, Any], record: bool = True) -> Game:
    """Return such a game before its first step; :func:`.agenda.run` begins it."""
    return Builder(spec, record).game()


# Building --------------------------------------------------------------------------------------------------


class Builder(PositionChecks):
    """Reads a description and builds the game in the order table, seats, cards, counts, agenda."""

    def __init__(self, spec: Mapping[str, Any], record: bool) -> None:
        self.spec = self.mapping(spec, (), (*TABLE_KEYS, "version"))
        self.placed: dict[int, Path] = {}
        self.first_of_deck: list[int] = []
        rows = self.items(self.spec.get("seats"), ("seats",), Message("want.seats"))
        if not FEWEST_SEATS <= len(rows) <= MAX_SEATS:
            self.fail(("seats",), Message("found_count", count=len(rows)), Message("want.seats_rule"))
        self.rows = [self.mapping(row, ("seats", s), SEAT_KEYS) for s, row in enumerate(rows)]
        names: list[str] = []
        for s, row in enumerate(self.rows):
            names.append(self.player_name(row.get("name"), ("seats", s, "name"), names))
        self.names = tuple(names)
        self.seats = len(names)
        self.seed = self.whole(self.spec.get("seed", 0), ("seed",), -(2**63), 2**64 - 1)
        self.start = self.mapping(
            self.spec.get("start", {}), ("start",), ("phase", "turn", "number", "at", "step", "ranking")
        )
        self.phase = self.start.get("phase", "planning")
        if self.phase in STEPS[1:]:
            self.found(("start", "phase"), self.phase, Message("want.step_of_resolution", step=self.phase))
        self.one_of(self.phase, ("start", "phase"), PHASES)
        self._start_keys()
        n = BLANK_N[:]
        n[RNG] = scramble(self.seed)
        self.g = Game(self._table(), n, BLANK_Z[:], [], Recorder() if record else None)
        n[AMBITION] = self.ambition
        setup.lay_location_cards(self.g)

    def stream(self, what: int, seat: int = 0) -> list[int]:
        """Return a stream of random numbers for one purpose and seat."""
        return [scramble(scramble(self.seed) + 64 * what + seat + 1)]

    def seat(self, value: object, path: Path) -> int:
        """Return a seat by its name."""
        if not isinstance(value, str) or value not in self.names:
            self.fail(path, Message("nobody", value=value), Message("want.one_of", words=self.names))
        return self.names.index(value)

    def at(self, value: object, path: Path) -> int:
        """Return a Location of this game by its name."""
        places = [AT[loc] for loc in LOCATIONS[self.seats]]
        return LOCATION_NUMBER[self.one_of(value, path, places)]

    def put(self, number: int, path: Path) -> int:
        """Record where a card lies and return its number; a card cannot lie in two places."""
        if number in self.placed:
            self.fail(path, self.lies(number), Message("want.one_place"))
        self.placed[number] = path
        return number

    def lies(self, number: int) -> Message:
        """Return a message that says where a card already lies."""
        return Message("lies_already", card=IDS[number], place=path_text(self.placed[number]))

    def _start_keys(self) -> None:
        allowed = {"planning": ("turn", "number"), "resolution": ("at", "step", "ranking")}.get(self.phase, ())
        for key in self.start:
            if key != "phase" and key not in allowed:
                more = Message("want.phase_with", keys=allowed) if allowed else Message("want.phase_alone")
                self.fail(("start", key), Message("other_phase", phase=self.phase), more)

    # The table

    def _table(self) -> Table:
        spec = self.spec
        if self.phase == "set_up" and "round" in spec:
            self.fail(("round",), Message("round_in_set_up"), Message("want.none_of", key="round"))
        default = ROUNDS if self.phase == "scoring" else 1
        self.round = self.whole(spec.get("round", default), ("round",), 1, ROUNDS)
        if self.phase == "end_of_round" and self.round == ROUNDS:
            self.fail(("start", "phase"), Message("no_end_of_round"), Message("want.scoring"))
        if "ambition" in spec:
            self.ambition = self.seat(spec["ambition"], ("ambition",))
        else:
            self.ambition = random_below(self.stream(1), self.seats)
        variants = self.mapping(spec.get("variants", {}), ("variants",), ("location_cards", "relics", "teams"))
        teams = self._teams(variants.get("teams", False))
        named = [s for s, row in enumerate(self.rows) if row.get("relic") is not None]
        relics = self.truth(variants["relics"], ("variants", "relics")) if "relics" in variants else bool(named)
        if named and not relics:
            self.fail(("seats", named[0], "relic"), Message("no_relics"), Message("want.relics"))
        by_place = self._location_cards(variants.get("location_cards", False))
        version = self.whole(spec.get("version", VERSION), ("version",), 1, VERSION)
        given = self.mapping(spec.get("rulings", {}), ("rulings",), tuple(RULINGS))
        readings = self.readings(given, RULINGS, ("rulings",))
        kept = self.plain({**spec, "rulings": readings, "version": version})
        return Table(self.names, by_place, relics, teams, readings, {"position": kept}, version)

    def _teams(self, value: object) -> bool:
        path: Path = ("variants", "teams")
        teams = value if isinstance(value, bool) else bool(self.items(value, path, Message("want.teams")))
        if not teams:
            if self.seats == ONLY_TEAMS:
                self.fail(("seats",), Message("found_count", count=self.seats), Message("want.seats_without_teams"))
            return False
        if self.seats not in TEAM_SEATS:
            self.fail(path, Message("seats_are", count=self.seats), Message("want.seats_for_teams"))
        half = self.seats // 2
        usual = [f"[{self.names[s]}, {self.names[s + half]}]" for s in range(half)]
        if not isinstance(value, bool):
            pairs = set()
            for k, pair in enumerate(self.items(value, path)):
                two = self.items(pair, (*path, k), Message("want.two_names"))
                mates = [self.seat(name, (*path, k, i)) for i, name in enumerate(two)]
                if len(mates) != 2 or abs(mates[0] - mates[1]) != half:
                    self.found((*path, k), pair, Message("want.mates", pairs=usual))
                pairs.add(min(mates))
            if len(pairs) != half:
                self.found(path, value, Message("want.each_in_a_team", pairs=usual))
        return True

    def _location_cards(self, value: object) -> tuple[int, ...]:
        path: Path = ("variants", "location_cards")
        places = LOCATIONS[self.seats][:-1]
        by_place = [-1] * 4
        if isinstance(value, bool):
            cards = shuffled(self.stream(2), ALL_LOCATION_CARDS)[: len(places)] if value else ()
        else:
            rows = self.items(value, path, Message("want.location_cards"))
            cards = tuple(
                self.put(
                    self.card(c, (*path, k), FIRST_LOCATION_CARD, FIRST_RELIC, Message("a.location_card")), (*path, k)
                )
                for k, c in enumerate(rows)
            )
            if len(cards) != len(places):
                self.fail(
                    path, Message("found_count", count=len(cards)), Message("want.card_for_each", count=len(places))
                )
        for loc, number in zip(places, cards, strict=False):
            by_place[loc] = number
        return tuple(by_place)

    # The whole game

    def game(self) -> Game:
        """Return the finished game with its agenda, before its first step."""
        if self.phase == "set_up":
            self._from_the_start()
        else:
            self._clans()
            self._named_cards()
            self._other_cards()
            self._counts()
            self._knowledge()
            self.g.n[ROUND] = self.round
            self.g.n[PHASE] = PHASES.index(self.phase)
            build_agenda(self)
        return self.g

    def _from_the_start(self) -> None:
        g = self.g
        for s, row in enumerate(self.rows):
            for key in row:
                if key not in ("name", "clan"):
                    self.fail(("seats", s, key), Message("set_up_deals"), Message("want.name_and_clan"))
        for key in ("locations", "deployed"):
            if key in self.spec:
                self.fail((key,), Message("set_up_before"), Message("want.none_of", key=key))
        self._next_random()
        g.agenda = [
            (scoring.finish,),
            *(s for r in range(ROUNDS, 0, -1) for s in agenda_of_round(r, self.seats)),
            (setup.deal,),
        ]
        if g.table.relics:
            g.agenda.append((setup.offer_relics,))
        if any("clan" in row for row in self.rows):
            self._clans()
        else:
            g.agenda.append((setup.offer_clans,))

    def _clans(self) -> None:
        n = self.g.n
        taken: dict[int, int] = {}
        for s, row in enumerate(self.rows):
            if "clan" in row:
                clan = CLANS.index(self.one_of(row["clan"], ("seats", s, "clan"), CLANS))
                if clan in taken:
                    fault = Message("clan_taken", name=self.names[taken[clan]], clan=CLANS[clan])
                    self.fail(("seats", s, "clan"), fault, Message("want.each_clan_once"))
                taken[clan] = s
                n[CLAN + s] = clan
        free = [c for c in shuffled(self.stream(3), tuple(range(len(CLANS)))) if c not in taken]
        for s in range(self.seats):
            if n[CLAN + s] < 0:
                n[CLAN + s] = free.pop()

    # Cards

    def _own(self, s: int, key: str) -> tuple[int, ...]:
        clan = self.g.n[CLAN + s]
        path: Path = ("seats", s, key)
        found = []
        for k, value in enumerate(self.items(self.rows[s][key], path, Message("want.clan_cards"))):
            number = self.card(value, (*path, k), 0, CLAN_CARDS, Message("a.clan_card"))
            if number // 9 != clan:
                want = "want.card_of_clan" if "clan" in self.rows[s] else "want.card_of_drawn_clan"
                own, first, last = CLANS[number // 9], IDS[clan * 9], IDS[clan * 9 + 8]
                expected = Message(want, clan=CLANS[clan], first=first, last=last, own=own)
                self.fail((*path, k), Message("belongs", card=IDS[number], clan=own), expected)
            found.append(self.put(number, (*path, k)))
        return tuple(found)

    def _named_cards(self) -> None:
        n, z = self.g.n, self.g.z
        for s, row in enumerate(self.rows):
            for zone, key in ((HAND, "hand"), (DECK, "deck")):
                if key in row:
                    z[zone + s] = self._own(s, key)
            for zone, key in ((ALLIANCE, "alliance"), (DRAINED, "drained")):
                path: Path = ("seats", s, key)
                rows = self.items(row.get(key, []), path, Message("want.people"))
                z[zone + s] = tuple(self.put(self.person(c, (*path, k)), (*path, k)) for k, c in enumerate(rows))
            if row.get("relic") is not None:
                path = ("seats", s, "relic")
                relic = self.mapping(row["relic"], path, ("id", "used"))
                number = self.card(
                    relic.get("id"), (*path, "id"), ALL_RELICS[0], ALL_RELICS[-1] + 1, Message("a.relic")
                )
                n[RELIC + s] = self.put(number, (*path, "id"))
                n[RELIC_USED + s] = self.truth(relic.get("used", False), (*path, "used"))
        self._deployed()
        self._locations()

    def _deployed(self) -> None:
        n, z = self.g.n, self.g.z
        played = {n[CLAN + s] for s in range(self.seats)}
        for k, value in enumerate(self.items(self.spec.get("deployed", []), ("deployed",), Message("want.deployed"))):
            path: Path = ("deployed", k)
            row = self.mapping(value, path, ("seat", "at", "cards", "face", "blood"))
            who, where = (
                self.key(row, "seat", path, Message("want.seat")),
                self.key(row, "at", path, Message("want.location")),
            )
            pos = self.seat(who, (*path, "seat")) * 4 + self.at(where, (*path, "at"))
            if "cards" not in row and "blood" not in row:
                self.fail(path, Message("nothing_deployed"), Message("want.one_of_them"))
            up = self.one_of(row.get("face", "up"), (*path, "face"), ("down", "up")) == "up"
            for i, name in enumerate(self.items(row.get("cards", []), (*path, "cards"), Message("want.clan_cards"))):
                number = self.card(name, (*path, "cards", i), 0, CLAN_CARDS, Message("a.clan_card"))
                if number // 9 not in played:
                    fault = Message("belongs_to_nobody", card=IDS[number], clan=CLANS[number // 9])
                    names = [CLANS[c] for c in sorted(played)]
                    expected = Message("want.card_of_clans", clans=names[:-1], last=names[-1])
                    self.fail((*path, "cards", i), fault, expected)
                z[CARDS + pos] += (self.put(number, (*path, "cards", i)),)
                n[UP] |= BIT[number] if up else 0
            n[BLOOD + pos] += self.whole(row.get("blood", 0), (*path, "blood"), 0, MOST_TOKENS)

    def _locations(self) -> None:
        n = self.g.n
        places = LOCATIONS[self.seats]
        if "locations" not in self.spec:
            return
        rows = self.items(self.spec["locations"], ("locations",), Message("want.allies"))
        if len(rows) != len(places):
            self.fail(
                ("locations",),
                Message("found_count", count=len(rows)),
                Message("want.ally_for_each", count=len(places)),
            )
        for k, value in enumerate(rows):
            if value is not None:
                number = self.card(value, ("locations", k), FIRST_ALLY, FIRST_VICTIM, Message("a.ally"))
                # the format's own example repeats an Ally of an Alliance at a Location, so this is accepted
                known = self.placed.get(number, ())
                twin = known[:1] == ("seats",) and known[2] in ("alliance", "drained")
                n[ALLY_AT + places[k]] = number if twin else self.put(number, ("locations", k))

    def _next_random(self) -> None:
        z = self.g.z
        row = self.mapping(self.spec.get("next_random", {}), ("next_random",), ("frenzy", "ally", "victim", "deck"))
        for key, zone in (("frenzy", NEXT_FRENZY), ("ally", NEXT_ALLY), ("victim", NEXT_VICTIM)):
            path: Path = ("next_random", key)
            first, end, what = {
                "frenzy": (FIRST_ALLY, FIRST_LOCATION_CARD, Message("a.person")),
                "ally": (FIRST_ALLY, FIRST_VICTIM, Message("a.ally")),
                "victim": (FIRST_VICTIM, FIRST_LOCATION_CARD, Message("a.victim")),
            }[key]
            found = []
            for k, value in enumerate(self.items(row.get(key, []), path, Message("want.cards"))):
                number = self.card(value, (*path, k), first, end, what)
                if key != "frenzy" and number in self.placed:
                    self.fail((*path, k), self.lies(number), Message("want.still_in_deck", what=what))
                if number in found:
                    self.fail((*path, k), Message("named_twice", card=IDS[number]), Message("want.each_card_once"))
                found.append(number)
            z[zone] = tuple(found)
        for k, value in enumerate(self.items(row.get("deck", []), ("next_random", "deck"), Message("want.clan_cards"))):
            path = ("next_random", "deck", k)
            number = self.card(value, path, 0, CLAN_CARDS, Message("a.clan_card"))
            in_deck = any(number in z[DECK + s] for s in range(self.seats))
            if number in self.placed and not in_deck:
                self.fail(path, self.lies(number), Message("want.in_clan_deck"))
            if self.phase == "set_up":
                self.fail(path, Message("decks_shuffled"), Message("want.none_of", key="deck"))
            clans = [self.g.n[CLAN + s] for s in range(self.seats)]
            if number // 9 not in clans or number in self.first_of_deck:
                self.fail(path, Message("in_no_deck", card=IDS[number]), Message("want.of_a_deck"))
            if "deck" in self.rows[clans.index(number // 9)] and not in_deck:
                self.fail(path, Message("not_in_named_deck", card=IDS[number]), Message("want.of_that_deck"))
            self.first_of_deck.append(number)

    def _other_cards(self) -> None:
        """Draw all cards that the description leaves out."""
        n, z = self.g.n, self.g.z
        self._next_random()
        deployed = [0] * len(CLANS)
        for pos in range(self.seats * 4):
            for number in z[CARDS + pos]:
                deployed[number // 9] += 1
        for s, row in enumerate(self.rows):
            clan = n[CLAN + s]
            if "hand" not in row or "deck" not in row:
                pile = [c for c in shuffled(self.stream(4, s), LIBRARY[clan]) if c not in self.placed]
                if "hand" not in row:
                    size = self._hand_size() - deployed[clan]
                    hand = [c for c in STARTING[clan] if c not in self.placed][: max(0, size)]
                    hand += [c for c in pile if c not in self.first_of_deck][: max(0, size - len(hand))]
                    z[HAND + s] = tuple(hand)
                if "deck" not in row:
                    z[DECK + s] = tuple(
                        c for c in (*pile, *(c for c in STARTING[clan] if c in self.first_of_deck))
                        if c not in z[HAND + s]
                    )  # fmt: skip
            first = [c for c in self.first_of_deck if c // 9 == clan]
            z[DECK + s] = (*first, *(c for c in z[DECK + s] if c not in first))
        free = [c for c in shuffled(self.stream(5), ALL_VICTIMS) if c not in self.placed and c not in z[NEXT_VICTIM]]
        for s, row in enumerate(self.rows):
            if "alliance" not in row and free:
                z[ALLIANCE + s] = (self.put(free.pop(), ("seats", s, "alliance")),)
        if self.g.table.relics:
            left = [c for c in shuffled(self.stream(6), ALL_RELICS) if c not in self.placed]
            for s, row in enumerate(self.rows):
                if "relic" not in row:
                    n[RELIC + s] = left.pop()
        self._other_allies()
        z[VICTIMS] = tuple(c for c in z[VICTIMS] if c not in self.placed)
        z[ALLIES] = tuple(c for c in z[ALLIES] if c not in self.placed)

    def _hand_size(self) -> int:
        """Return the size of a hand: the Starting cards and what each Hand Building has added (HAND-07, V3P-02)."""
        built = range(1, self.round + (self.phase not in _BEFORE_HAND))
        kept = [rounds.usually_kept(rounds.count_looked_at(self.seats, number)) for number in built]
        return len(STARTING[0]) + sum(kept)

    def _other_allies(self) -> None:
        """Add an Ally at each Location still to be resolved; Allies at resolved Locations have left the game."""
        n, z = self.g.n, self.g.z
        ahead = locations_to_resolve(self)
        free = [
            c
            for c in shuffled(self.stream(7), tuple(range(FIRST_ALLY, FIRST_VICTIM)))
            if c not in self.placed and c not in z[NEXT_ALLY]
        ]
        for loc in LOCATIONS[self.seats]:
            if loc not in ahead:
                if n[ALLY_AT + loc] >= 0:
                    z[REMOVED] += (n[ALLY_AT + loc],)
                    n[ALLY_AT + loc] = -1
            elif "locations" in self.spec or self.phase in _BEFORE_ALLIES:
                continue
            elif free and (self.start.get("step") != "aftermath" or loc != ahead[0]):  # the winner has already taken it
                n[ALLY_AT + loc] = self.put(free.pop(), ("locations",))
        if "locations" in self.spec and self.phase in _BEFORE_ALLIES:
            coming = []
            for loc in LOCATIONS[self.seats]:
                number = n[ALLY_AT + loc]
                n[ALLY_AT + loc] = -1
                self.placed.pop(number, None)  # it is still in the deck
                if number >= 0 or free:
                    coming.append(number if number >= 0 else free.pop())
            z[NEXT_ALLY] = (*coming, *z[NEXT_ALLY])

    # Counts and knowledge

    def _counts(self) -> None:
        """Set the amounts of Blood and Influence, with the rest of the box in the Bank (COMP-11, COMP-12)."""
        n = self.g.n
        for s, row in enumerate(self.rows):
            SCHEMA.lay(self, row, ("seats", s), n, s)
            path: Path = ("seats", s, "diablerie")
            tokens = self.mapping(row.get("diablerie", {}), path, ("up", "down"))
            n[TOKENS_UP + s] = self.whole(tokens.get("up", 0), (*path, "up"), 0, DEADLY_TOKENS - 1)
            n[TOKENS_DOWN + s] = self.whole(tokens.get("down", 0), (*path, "down"), 0, DEADLY_TOKENS - 1)
            if n[TOKENS_UP + s] + n[TOKENS_DOWN + s] >= DEADLY_TOKENS:
                self.fail(path, Message("three_tokens"), Message("want.two_tokens"))
        for places in SCHEMA.numbers:
            if places.counts and places.account != "bank":
                n[BANKS[places.counts]] -= sum(n[k] for k in places.indices)

    def _knowledge(self) -> None:
        """Record that everybody knows a clan's Starting cards to be in the hand or among the face-down cards."""
        g = self.g
        n, z = g.n, g.z
        down = [c for pos in range(self.seats * 4) for c in z[CARDS + pos] if not n[UP] & BIT[c]]
        for s in range(self.seats):
            clan = n[CLAN + s]
            hidden = [c for c in down if c // 9 == clan]
            known = 0
            for c in STARTING[clan]:
                if c in z[HAND + s] or c in hidden:
                    known |= BIT[c]
            n[AMONG if hidden else EXACT] |= known
        for loc in LOCATIONS[self.seats]:
            other = seat_that_watches(g, loc)
            if other >= 0:
                for s in range(self.seats):
                    for c in z[CARDS + s * 4 + loc]:
                        if c in down:
                            know(g, BIT[c], other)
