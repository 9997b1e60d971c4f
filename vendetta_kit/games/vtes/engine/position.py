"""Games that begin at a described position, for scenarios, tests and what-ifs.

What is left out is empty or as at the start of a game. Each card named is a physical card of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel import agenda
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.rng import scramble
from vendetta_kit.kernel.state import MAX_SEATS, RNG

from . import state as s
from . import turn
from .card_reader import CardReader, practice_set, read_cards
from .cards import Card, OwnCards
from .game import SWITCHES, Game, Table
from .rule_numbers import FEWEST_SEATS
from .state import as_rows, blank_card

_ORDER: Final = ("ready", "torpor", "uncontrolled", "held", "hand", "library", "crypt", "ash", "ante")
"""The regions of a seat in the order in which their cards are numbered."""
_REGIONS: Final = {name: s.HAND + s.REGION_NAMES.index(name) * MAX_SEATS for name in _ORDER}
_SEAT: Final = ("name", *s.SCHEMA.seat_keys, "out", *_ORDER)
_CARD: Final = ("card", "blood", "tapped", "paralyzed", "title", "on")
_DEALT: Final = (
    "decks", "names", "first_player", "rounds", "seed", "cards", "ante", "contested_counters", "ask_always",
)  # fmt: skip
KEYS: Final = ("seats", "turn", "phase", "number", "edge", *_DEALT)


class _Laying(CardReader):
    """A reader that places the cards of a description."""

    def __init__(self, records: Mapping[str, Card]) -> None:
        self.records = records
        self.printed: list[Any] = [None] * s.FIRST_CARD
        self.owner: list[int] = [-1] * s.FIRST_CARD
        self.rows: list[list[int]] = []
        self.counters: list[int] = []
        self.titles: list[tuple[int, Any]] = []

    def lay(self, row: object, path: Path, region: int, seat: int, host: int = -1) -> int:
        """Place a card with the cards on it; return its number."""
        if isinstance(row, str):
            row = {"card": row}
        row = self.mapping(row, path, _CARD)
        card_id = self.key(row, "card", path, Message("want.text"))
        self.one_of(card_id, (*path, "card"), tuple(self.records))
        card = len(self.printed)
        record = self.records[card_id]
        self.printed.append(record)
        self.owner.append(seat)
        numbers = blank_card(region + seat)
        self.rows.append(numbers)
        default = record.capacity if region in (s.READY, s.TORPOR) else 0
        if record.type in ("ally", "retainer") and region in (s.READY, s.ATTACHED):
            default = record.life
        if record.type == "equipment" and region == s.ATTACHED:
            default = record.stock
        self.counters.append(self.whole(row.get("blood", default), (*path, "blood")))
        numbers[s.TAPPED] = int(self.truth(row.get("tapped", False), (*path, "tapped")))
        numbers[s.MARKS] = s.PARALYZED if self.truth(row.get("paralyzed", False), (*path, "paralyzed")) else 0
        numbers[s.HOST] = host
        title = self.title(row["title"], (*path, "title")) if "title" in row else record.title
        if title is not None and region in (s.READY, s.TORPOR):
            self.titles.append((card, title))
        for k, other in enumerate(self.items(row.get("on", []), (*path, "on"))):
            self.lay(other, (*path, "on", k), s.ATTACHED, seat, card)
        return card


def new(row: Any, record: bool = True) -> Game:
    """Return a game that begins at a described position, in a phase of a turn.

    Args:
        row: ``seats`` (each ``name``, ``pool``, ``points``, ``out`` and regions with cards: an id, or ``card``,
            ``blood``, ``tapped``, ``title``, ``on``), ``turn`` (a name), ``phase``, ``number`` of the turn, ``edge`` (a
            name), ``seed``, the user's own ``cards``, and the switches. With ``decks`` in place of ``seats`` the game
            is dealt from them and begins with its first turn; other arguments of :meth:`.Game.new` are then allowed.
        record: whether events, ledger and undo are kept.

    Raises:
        BadPosition: the description is invalid; the message says where and what was expected.
    """
    reader = CardReader()
    if isinstance(row, Mapping) and "decks" in row:
        return Game.new(**reader.mapping(row, (), _DEALT), record=record)
    row = reader.mapping(row, (), KEYS)
    own = read_cards(row.get("cards", []), ("cards",))
    laying = _Laying({**practice_set(), **own})
    seats = laying.items(laying.key(row, "seats", (), Message("want.list")), ("seats",))
    if not FEWEST_SEATS <= len(seats) <= MAX_SEATS:
        reader.found(("seats",), len(seats), Message("want.whole", least=FEWEST_SEATS, most=MAX_SEATS))
    n, z = s.SCHEMA.blank()
    names: list[str] = []
    for seat, given in enumerate(seats):
        path: Path = ("seats", seat)
        given = laying.mapping(given, path, _SEAT)
        name = laying.key(given, "name", path, Message("want.text"))
        names.append(laying.player_name(name, (*path, "name"), names))
        out = laying.truth(given.get("out", False), (*path, "out"))
        s.SCHEMA.lay(laying, given, path, n, seat, without=("pool",) if out else ())
        n[s.IN] |= int(not out) << seat
        for key, region in _REGIONS.items():
            for k, what in enumerate(laying.items(given.get(key, []), (*path, key))):
                laying.lay(what, (*path, key, k), region, seat)
    n += laying.counters
    for card, numbers in enumerate(laying.rows, s.FIRST_CARD):
        z[numbers[s.AT]] += (card,)
    switches = {key: words for key, words in SWITCHES.items() if key != "first_player"}
    setup = {
        "position": reader.plain(row),
        **reader.readings(row, switches),
        "rounds": reader.whole(row.get("rounds", 0), ("rounds",)),
    }
    table = Table(tuple(names), setup, laying.printed, laying.owner, True, OwnCards(own) if own else None)
    for card, title in laying.titles:
        if title not in table.titles:
            table.titles.append(title)
        laying.rows[card - s.FIRST_CARD][s.TITLE] = table.titles.index(title) + 1
    n[RNG] = scramble(reader.whole(row.get("seed", 0), ("seed",), None))
    here = tuple(name for seat, name in enumerate(names) if n[s.IN] >> seat & 1)
    if len(here) < FEWEST_SEATS:
        reader.found(("seats",), len(here), Message("want.whole", least=FEWEST_SEATS, most=MAX_SEATS))
    active = names.index(reader.one_of(row.get("turn", here[0]), ("turn",), here))
    n[s.ACTIVE] = n[s.FIRST] = active
    if row.get("edge") is not None:
        n[s.EDGE] = names.index(reader.one_of(row["edge"], ("edge",), here))
    n[s.TURN] = reader.whole(row.get("number", 5), ("number",), 1)
    g = Game(table, n, z, [], Recorder() if record else None, as_rows(laying.rows))
    phase = s.PHASES.index(reader.one_of(row.get("phase", "minion"), ("phase",), s.PHASES[1:6]))
    steps: Sequence[Any] = (turn.untap_phase, turn.master_phase, turn.minion_phase, turn.influence_phase,
                            turn.discard_phase, turn.end_turn)  # fmt: skip
    g.agenda += [(step,) for step in reversed(steps[phase - 1 :])]
    agenda.run(g)
    return g
