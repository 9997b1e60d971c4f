"""Positions in the middle of a game, described by a person in scenarios, lessons and tests.

What the description leaves out is as after the set-up. Each player has the vampires and the Library of one stand-in
deck; the cards of the first seat are ``1-V1`` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel import game
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.refusal import BadPosition, SetupChecks
from vendetta_kit.kernel.rng import scramble, shuffled
from vendetta_kit.kernel.state import RNG, Step

from . import state as s
from .game import RULES, VERSION, Game, action_phase, begin_turn, end_phase, finish

DEALT: Final = ("players", "names", "practice")
"""Keys of a description that starts before the set-up."""
LAID: Final = ("seats", "turn", "phase", "city", "streets")
"""Keys of a description that starts after the set-up."""
KEYS: Final = (*LAID, *DEALT, "turns", "seed")
_PLACES: Final[Mapping[str, int]] = {"haven": s.HAVEN, "streets": s.OUT, "torpor": s.TORPOR}
_SEAT: Final = ("name", *s.SCHEMA.seat_keys, "leader", "rival", "hand", *_PLACES)
_VAMPIRE: Final = ("card", "blood", "exhausted", "party")
_PHASES: Final = {"beginning": begin_turn, "action": action_phase, "end": end_phase}


class _Laying(SetupChecks):
    """Puts the cards of a description in their places and checks that each is used once."""

    def __init__(self, n: list[int], z: list[tuple[int, ...]]) -> None:
        self.n, self.z = n, z
        self.taken: set[int] = set()
        self.events = s.EVENTS
        """How many Events may be in play."""

    def card(self, value: Any, path: Path, among: Sequence[int]) -> int:
        """Return the number of a card that has no place yet, or raise ``BadPosition``."""
        free = [s.card_id(card) for card in among if card not in self.taken]
        card = s.numbers()[self.one_of(value, path, free)]
        self.taken.add(card)
        return card

    def city_card(self, value: Any, path: Path, among: Sequence[int]) -> int:
        """Return the number of a card of the city that has no place yet; 4 Events must remain for the box (SET-01)."""
        card = self.card(value, path, among)
        events = len(self.taken & {*range(s.FIRST_CITY, s.FIRST_CITY + s.EVENTS)})
        if events > self.events:
            self.fail(path, Message("too_many_events", most=self.events, box=s.BOXED), Message("want.other_city_card"))
        return card

    def vampire(self, given: Any, path: Path, place: int, seat: int) -> None:
        """Place one vampire of a seat."""
        row = self.mapping({"card": given} if isinstance(given, str) else given, path, _VAMPIRE)
        named = self.key(row, "card", path, Message("want.card"))
        card = self.card(named, (*path, "card"), s.vampires_of(seat))
        self.z[place + seat] += (card,)
        most = s.blood_potency(card)
        least, usual = (0, 0) if place == s.TORPOR else (1, most)
        blood = self.whole(row.get("blood", usual), (*path, "blood"), least, most - (place == s.TORPOR))
        self.n[s.BLOOD + s.index_of(card)] = blood
        if self.truth(row.get("exhausted", False), (*path, "exhausted")):
            self.n[s.EXHAUSTED + seat] |= 1 << s.index_of(card) % s.FACTION_SIZE
        if place == s.OUT:
            party = self.whole(row.get("party", len(self.z[place + seat])), (*path, "party"), 1, s.FACTION_SIZE)
            self.n[s.PARTY + s.index_of(card)] = party
        elif "party" in row:
            self.fail((*path, "party"), Message("unknown_key"), Message("want.one_of", words=_VAMPIRE[:3]))

    def seat(self, row: Mapping[str, Any], path: Path, seat: int) -> None:
        """Place the cards and tokens of one player."""
        for key, place in _PLACES.items():
            for k, given in enumerate(self.items(row.get(key, []), (*path, key))):
                self.vampire(given, (*path, key, k), place, seat)
        mine = [card for place in _PLACES.values() for card in self.z[place + seat]]
        if "leader" in row:
            leader = s.numbers()[self.one_of(row["leader"], (*path, "leader"), [s.card_id(card) for card in mine])]
        else:
            leader = max(mine, key=s.blood_potency, default=0)
        self.n[s.LEADER + seat] = leader
        left = s.PRESTIGE_EACH - (s.blood_potency(leader) if leader else 0)
        s.SCHEMA.lay(self, {"prestige": left, **row}, path, self.n, seat)
        first = s.FIRST_LIBRARY + seat * s.LIBRARY_SIZE
        library = range(first, first + s.LIBRARY_SIZE)
        hand = self.items(row.get("hand", []), (*path, "hand"))
        among = (*library, *s.vampires_of(seat))
        self.z[s.HAND + seat] = tuple(self.card(card, (*path, "hand", k), among) for k, card in enumerate(hand))
        for place, cards in ((s.LIBRARY, library), (s.FACTION, s.vampires_of(seat))):
            self.z[place + seat] = shuffled(self.n, tuple(card for card in cards if card not in self.taken))

    def city(self, row: Mapping[str, Any], names: Sequence[str], active: int) -> None:
        """Place the City Deck and the cards in The Streets; 4 of the remaining Events go to the box."""
        n, z = self.n, self.z
        among = range(s.FIRST_CITY, s.FIRST_CITY + s.CITY_SIZE)
        for k, given in enumerate(self.items(row.get("streets", []), ("streets",))):
            path = ("streets", k)
            told = self.mapping({"card": given} if isinstance(given, str) else given, path, ("card", "of"))
            stays = [card for card in among if not s.ONGOING <= card - s.FIRST_CITY < s.EVENTS]
            card = self.city_card(self.key(told, "card", path, Message("want.card")), (*path, "card"), stays)
            z[s.STREETS] += (card,)
            which = card - s.FIRST_CITY
            if which < s.ONGOING:
                of = self.one_of(told.get("of", names[active]), (*path, "of"), names)
                n[s.COLOUR + which], n[s.MARKED + which] = names.index(of) + 1, 1
            elif "of" in told:
                self.fail((*path, "of"), Message("unknown_key"), Message("want.one_of", words=("card",)))
        top = self.items(row.get("city", []), ("city",))
        first = tuple(self.city_card(card, ("city", k), among) for k, card in enumerate(top))
        events = [card for card in among[: s.EVENTS] if card not in self.taken]
        z[s.BOX] = tuple(events[-s.BOXED :])
        rest = tuple(card for card in among if card not in self.taken and card not in z[s.BOX])
        z[s.CITY] = first + shuffled(n, rest)


def game_at(row: Any, record: bool = True, version: int = VERSION) -> Game:
    """Return a game that begins at a described position, before its first step.

    Args:
        row: ``seats`` (each with ``name``, ``prestige``, ``leader``, ``rival``, ``hand``, and the vampires in
            ``haven``,
            ``streets`` and ``torpor``: an id, or ``card``, ``blood``, ``exhausted``, ``party``), ``turn`` (a name),
            ``phase`` (``beginning``, ``action``, ``end``), ``city`` (its top cards), ``streets`` (the city's cards
            there: an id, or ``card`` and ``of``, the seat whose token is on an Ongoing Event), ``turns``, ``seed``.
        record: whether to keep events and ledger.
        version: :data:`.game.VERSION`; 1 for a save without a version.

    Raises:
        BadPosition: the description is wrong; the message says where and what was expected.

    >>> g = game_at({"seats": [{"name": "Ann", "haven": ["1-V2"]}, {"name": "Bob", "haven": ["2-V1"]}]})
    >>> g.names, g.n[s.PRESTIGE]
    (('Ann', 'Bob'), 15)
    """
    n, z = s.SCHEMA.blank()
    laying = _Laying(n, z)
    laying.whole(version, ("version",), 1, VERSION)
    laying.events = s.EVENTS - (s.BOXED if version > 1 else 0)
    row = laying.mapping(row, (), (*LAID, "turns", "seed"))
    seats = laying.items(laying.key(row, "seats", (), Message("want.list")), ("seats",))
    if not 2 <= len(seats) <= s.MOST:
        laying.found(("seats",), len(seats), Message("want.whole", least=2, most=s.MOST))
    n[RNG] = scramble(laying.whole(row.get("seed", 0), ("seed",), None))
    rows = [laying.mapping(given, ("seats", seat), _SEAT) for seat, given in enumerate(seats)]
    names: list[str] = []
    for seat, given in enumerate(rows):
        name = laying.key(given, "name", ("seats", seat), Message("want.text"))
        names.append(laying.player_name(name, ("seats", seat, "name"), names))
    for seat, given in enumerate(rows):
        laying.seat(given, ("seats", seat), seat)
    _give_rivals(laying, rows, names)
    active = names.index(laying.one_of(row.get("turn", names[0]), ("turn",), names))
    phase = laying.one_of(row.get("phase", "action"), ("phase",), tuple(_PHASES))
    laying.city(row, names, active)
    n[s.ACTIVE] = active
    n[s.PHASE] = 1 + tuple(_PHASES).index(phase)
    # not the first round: only the set-up gives the first turn more cards of the city (BEG-02)
    n[s.TURN] = len(names) + active + (phase != "beginning")
    turns = laying.whole(row.get("turns", 2), ("turns",), 1, 40)
    todo: list[Step] = [(finish,), *([(begin_turn,)] * (turns - 1)), (_PHASES[phase],)]
    setup = {"position": laying.plain(row), "version": version}
    return Game(game.Table(RULES, tuple(names), setup), n, z, todo, Recorder() if record else None)


def _give_rivals(laying: _Laying, rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> None:
    """Give each player a Rival token, by default that of the next player (SET-13)."""
    found: list[int] = []
    for seat, row in enumerate(rows):
        path: Path = ("seats", seat, "rival")
        others = tuple(name for k, name in enumerate(names) if k != seat)
        rival = names.index(laying.one_of(row.get("rival", names[(seat + 1) % len(names)]), path, others))
        if rival in found:
            laying.fail(path, Message("found", value=names[rival]), Message("want.rivals_once"))
        found.append(rival)
        laying.z[s.TAKEN + seat] = (s.FIRST_TOKEN + rival,)


def game_of_file(row: Mapping[str, Any], record: bool = True) -> Game:
    """Return the game in a file before its first step: a position with ``seats``, or a set-up for ``players``.

    Raises:
        BadPosition: the description is wrong.
    """
    if "players" not in row:
        return game_at(row, record)
    checks = _Laying([], [])
    row = checks.mapping(row, (), (*DEALT, "turns", "seed"))
    try:
        return Game.unbegun(
            row["players"],
            row.get("seed", 0),
            row.get("turns", 4),
            row.get("practice", "none"),
            row.get("names"),
            record,
        )
    except BadPosition as bad:  # files call these keys by other names
        raise BadPosition(("players",) if bad.path == ("seats",) else bad.path, bad.fault, bad.expected) from None
