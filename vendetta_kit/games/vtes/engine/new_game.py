"""The set-up of a new game of V:TES: decks are read, shuffled and dealt (START-01 to START-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.kernel.rng import random_below, scramble, shuffled
from vendetta_kit.kernel.state import ASKER, RNG, Step
from vendetta_kit.validation import one_of

from . import turn
from .board import names as ids_of
from .board import seats_from
from .card_reader import DECKS, CardReader, practice_deck
from .cards import Card
from .deck_list import against_sizes, listed
from .rule_numbers import (
    HAND_AT_START,
    POOL_AT_START,
    UNCONTROLLED_AT_START,
)
from .state import (
    ACTIVE,
    ANSWERED,
    ANTE,
    AT,
    BANK,
    BLOCKER,
    CRYPT,
    EDGE,
    FIRST,
    HAND,
    IN,
    LIBRARY,
    POOL,
    UNCONTROLLED,
    WIDTH,
)  # fmt: skip

if TYPE_CHECKING:
    from .game import Game


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
    n[EDGE] = n[BLOCKER] = n[ANSWERED] = n[ASKER] = -1
    n[IN] = (1 << seats) - 1
    n[BANK] = 0
    for seat, (crypt, library) in enumerate(piles):
        n[POOL + seat] = POOL_AT_START
        for region, pile in ((CRYPT, crypt), (LIBRARY, library)):
            z[region + seat] = shuffled(n, tuple(pile))
            for card in pile:
                g.rows[AT + card * WIDTH] = region + seat
    first = random_below(n, seats) if g.table.setup["first_player"] == "lot" else 0
    n[FIRST] = n[ACTIVE] = first
    rec = g.rec
    if rec is not None:
        rec.event(g, "table", None, ("RUL-01",), seats=seats, first=first)
    for seat in seats_from(g, first):
        if g.table.setup["ante"] == "yes":
            card = z[LIBRARY + seat][0]
            z[LIBRARY + seat] = z[LIBRARY + seat][1:]
            z[ANTE + seat] = (card,)
            g.rows[AT + card * WIDTH] = ANTE + seat
            if rec is not None:
                rec.event(g, "ante", seat, card=g.rules.card(g, card))
        _draw(g, seat, LIBRARY, HAND, HAND_AT_START)
        _draw(g, seat, CRYPT, UNCONTROLLED, UNCONTROLLED_AT_START)
        if rec is not None:
            secret = {"hand": ids_of(g, z[HAND + seat]), "uncontrolled": ids_of(g, z[UNCONTROLLED + seat])}
            rec.event(g, "dealt", seat, (), secret, 1 << seat)
    step: Step = (turn.begin_turn, first)
    g.agenda.append(step)


def _draw(g: Game, seat: int, source: int, target: int, count: int) -> None:
    cards = g.z[source + seat][:count]
    g.z[source + seat] = g.z[source + seat][count:]
    g.z[target + seat] = cards
    for card in cards:
        g.rows[AT + card * WIDTH] = target + seat
