"""The set-up of a new game of V:TES: decks are read, shuffled and dealt (START-01 to START-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vendetta_kit.input_checks import one_of
from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.rng import random_below, scramble, shuffled
from vendetta_kit.kernel.state import MAX_SEATS, RNG, Step

from . import state as s
from . import turn
from .board import names as ids_of
from .board import seats_from
from .card_reader import DECKS, CardReader, practice_deck, practice_set, read_cards
from .cards import Card, OwnCards
from .deck_list import against_sizes, listed
from .game import NAMES, SWITCHES, Game, Table
from .rule_numbers import (
    FEWEST_SEATS,
    HAND_AT_START,
    POOL_AT_START,
    UNCONTROLLED_AT_START,
)
from .state import as_rows, blank_card


def dealt(
    decks: Sequence[Any],
    names: Sequence[str] | None = None,
    seed: int = 0,
    first_player: str = "lot",
    contested_counters: str = "keep",
    ante: str = "no",
    ask_always: str = "no",
    rounds: int = 0,
    cards: Sequence[Any] = (),
    record: bool = True,
) -> Game:
    """Return a game after its set-up, before its first step. Arguments and errors as for :meth:`.game.Game.new`."""
    read = CardReader()
    given = {"first_player": first_player, "contested_counters": contested_counters, "ante": ante,
             "ask_always": ask_always}  # fmt: skip
    given = read.readings(given, SWITCHES)
    read.whole(seed, ("seed",), None)
    read.whole(rounds, ("rounds",))
    seats = read.items(decks, ("decks",), Message("want.vtes_decks", least=FEWEST_SEATS, most=MAX_SEATS))
    if not FEWEST_SEATS <= len(seats) <= MAX_SEATS:
        read.found(("decks",), decks, Message("want.vtes_decks", least=FEWEST_SEATS, most=MAX_SEATS))
    called = read.player_names(names, len(seats), NAMES)
    own = read_cards(cards, ("cards",))
    records = {**practice_set(), **own}
    printed: list[Any] = [None] * s.FIRST_CARD
    owner: list[int] = [-1] * s.FIRST_CARD
    piles: list[tuple[list[int], list[int]]] = []
    for seat, deck in enumerate(seats):
        crypt, library = cards_of_deck(read, deck, records, seat, len(seats))
        piles.append(([], []))
        for pile, ids in zip(piles[-1], (crypt, library), strict=True):
            for card_id in ids:
                pile.append(len(printed))
                printed.append(records[card_id])
                owner.append(seat)
    setup = read.plain({"decks": seats, "names": called, "seed": seed, **given, "rounds": rounds, "cards": cards})
    n, z = s.SCHEMA.blank()
    rows = [blank_card(0)] * (len(printed) - s.FIRST_CARD)
    table = Table(called, setup, printed, owner, own=OwnCards(own) if own else None)
    n += [0] * len(table.bearers)
    g = Game(table, n, z, [], Recorder() if record else None, as_rows(rows))
    deal(g, piles, seed)
    return g


def cards_of_deck(
    read: CardReader, deck: Any, records: Mapping[str, Card], seat: int, seats: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a deck's crypt and library as card ids (COMP-05 to COMP-07, RUL-10)."""
    path: Path = ("decks", seat)
    if isinstance(deck, str) and "\n" in deck:
        deck = _listed(read, deck, path, records, seats)
    if isinstance(deck, str):
        return practice_deck(read.one_of(deck, path, DECKS))
    if not isinstance(deck, Mapping) or set(deck) != {"crypt", "library"}:
        read.found(path, deck, Message("want.vtes_deck"))
    found: list[tuple[str, ...]] = []
    for part in ("crypt", "library"):
        ids: list[str] = []
        if not isinstance(deck[part], Mapping):
            read.found((*path, part), deck[part], Message("want.vtes_copies"))
        known = {c.id for c in records.values() if (c.type == "vampire") == (part == "crypt")}
        for card_id, copies in deck[part].items():
            if card_id not in known:
                read.found((*path, part), card_id, one_of(sorted(known), card_id))
            ids += [card_id] * read.whole(copies, (*path, part, card_id), 1, 200)
        found.append(tuple(ids))
    crypt, library = found
    for part, _, want in against_sizes(len(crypt), len(library), seats):
        count = len(crypt if part == "crypt" else library)
        read.fail((*path, part), Message("found_count", count=count), want)
    return crypt, library


def _listed(
    read: CardReader, text: str, path: Path, records: Mapping[str, Card], seats: int
) -> dict[str, dict[str, int]]:
    """Return a deck given as a deck list; raise its first error if it has any."""
    deck = listed(text, records, seats)
    if deck.slips:
        first, more = deck.slips[0].told(), len(deck.slips) - 1
        read.fail(path, Message("vtes.deck_slips", first=first, more=more) if more else first)
    return deck.deck


def deal(g: Game, piles: Sequence[tuple[Sequence[int], Sequence[int]]], seed: int) -> None:
    """Shuffle, deal hands and uncontrolled regions, choose the first player (START-01 to START-07, RUL-01)."""
    n, z = g.n, g.z
    seats = g.seats
    n[RNG] = scramble(seed)
    n[s.IN] = (1 << seats) - 1
    for seat, (crypt, library) in enumerate(piles):
        n[s.POOL + seat] = POOL_AT_START
        for region, pile in ((s.CRYPT, crypt), (s.LIBRARY, library)):
            z[region + seat] = shuffled(n, tuple(pile))
            for card in pile:
                g.rows[s.AT + card * s.WIDTH] = region + seat
    first = random_below(n, seats) if g.table.setup["first_player"] == "lot" else 0
    n[s.FIRST] = n[s.ACTIVE] = first
    rec = g.rec
    if rec is not None:
        rec.event(g, "table", None, ("RUL-01",), seats=seats, first=first)
    for seat in seats_from(g, first):
        if g.table.setup["ante"] == "yes":
            card = z[s.LIBRARY + seat][0]
            z[s.LIBRARY + seat] = z[s.LIBRARY + seat][1:]
            z[s.ANTE + seat] = (card,)
            g.rows[s.AT + card * s.WIDTH] = s.ANTE + seat
            if rec is not None:
                rec.event(g, "ante", seat, card=g.rules.card(g, card))
        _draw(g, seat, s.LIBRARY, s.HAND, HAND_AT_START)
        _draw(g, seat, s.CRYPT, s.UNCONTROLLED, UNCONTROLLED_AT_START)
        if rec is not None:
            secret = {"hand": ids_of(g, z[s.HAND + seat]), "uncontrolled": ids_of(g, z[s.UNCONTROLLED + seat])}
            rec.event(g, "dealt", seat, (), secret, 1 << seat)
    step: Step = (turn.begin_turn, first)
    g.agenda.append(step)


def _draw(g: Game, seat: int, source: int, target: int, count: int) -> None:
    cards = g.z[source + seat][:count]
    g.z[source + seat] = g.z[source + seat][count:]
    g.z[target + seat] = cards
    for card in cards:
        g.rows[s.AT + card * s.WIDTH] = target + seat
