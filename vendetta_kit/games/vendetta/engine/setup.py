"""Set-up: first player, clans, Relics, decks, Pools, first Victim (sections SET, VREL and VLOC)."""

from __future__ import annotations

from typing import Final

from vendetta_kit.kernel.agenda import ask_all, close_decision
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import random_below, shuffled
from vendetta_kit.kernel.state import Step

from . import state as s
from .actions import CLAN0, RELIC0
from .agenda import PICK_CLAN, PICK_RELIC
from .card_knowledge import know
from .card_tables import ALL_LOCATION_CARDS, ALL_RELICS, AT, BIT, CLANS, IDS, LIBRARY, LOCATIONS, ORDERS, STARTING
from .game import Game
from .state import without

_AT_START: Final = tuple(
    [
        (s.BANKS[places.counts], places.first, places.usual)
        for places in s.SCHEMA.described
        if places.counts and places.usual
    ]
)
"""What each seat begins with: the Bank's place, the first seat's place, and how much (SET-19)."""


def first_player(g: Game, seat: int) -> None:
    """Carry out steps 1 and 2: give a random player the Ambition token (SET-02) and show Location cards (VLOC-03)."""
    g.n[s.AMBITION] = seat
    if g.rec is not None:
        variants = [name for name, on in (("teams", g.table.teams), ("relics", g.table.relics)) if on]
        if g.table.location_cards:
            variants.append("location_cards")
        places = tuple(AT[loc] for loc in LOCATIONS[g.seats])
        g.rec.event(g, "table", seats=g.seats, locations=places, variants=tuple(variants))
        g.rec.event(g, "first_player", seat)
        lay_location_cards(g)


def lay_location_cards(g: Game) -> None:
    """Record which Location cards lie open, in that variant (VLOC-03)."""
    for loc in LOCATIONS[g.seats]:
        if g.rec is not None and g.table.location_card[loc] >= 0:
            g.rec.event(g, "location_card", at=loc, card=IDS[g.table.location_card[loc]])


def choose_location_cards(n: list[int], count: int) -> tuple[int, ...]:
    """Return a random Location card for each Location but the Haven (VLOC-01, VLOC-02)."""
    return shuffled(n, ALL_LOCATION_CARDS)[:count]


def lay_relics(g: Game) -> None:
    """Put one Relic more than there are players face up on the table (VREL-01)."""
    g.z[s.RELICS_OPEN] = tuple(sorted(shuffled(g.n, ALL_RELICS)[: g.seats + 1]))
    if g.rec is not None:
        g.rec.event(g, "offer_relics", relics=tuple(IDS[c] for c in g.z[s.RELICS_OPEN]))


def offer_clans(g: Game, step: Step) -> None:
    """Reveal one clan sheet more than there are players and ask for choices in turn order (SET-09, SET-10).

    The sheets are drawn before the Relics although Relics lie there already (VREL-01), so that a seed keeps its sheets,
    Relics and decks.
    """
    n = g.n
    g.z[s.OFFER] = tuple(sorted(shuffled(n, tuple(range(len(CLANS))))[: g.seats + 1]))
    if g.table.relics and g.table.version > 1:
        lay_relics(g)
    if g.rec is not None:
        g.rec.event(g, "offer_clans", clans=tuple(CLANS[c] for c in g.z[s.OFFER]))
    g.agenda.append((clans_out,))
    g.agenda.extend((pick_clan, seat) for seat in reversed(ORDERS[g.seats][n[s.AMBITION]]))


def pick_clan(g: Game, step: Step) -> None:
    """Ask one seat for its clan."""
    ask_all(g, PICK_CLAN, 1 << step[1])


def clan_picked(g: Game, seat: int, code: int) -> None:
    """Give the seat the chosen clan sheet."""
    clan = code - CLAN0
    close_decision(g)
    g.n[s.CLAN + seat] = clan
    g.z[s.OFFER] = without(g.z[s.OFFER], clan)
    if g.rec is not None:
        g.rec.event(g, "clan", seat, clan=CLANS[clan])


def clans_out(g: Game, step: Step) -> None:
    """Remove clan sheets that nobody chose (SET-11)."""
    if g.rec is not None:
        g.rec.event(g, "clans_out", clans=tuple(CLANS[c] for c in g.z[s.OFFER]))
    g.z[s.OFFER] = ()


def offer_relics(g: Game, step: Step) -> None:
    """Ask for Relics in counter-clockwise order, the holder of the Ambition token last (VREL-02, VREL-03)."""
    z = g.z
    if not z[s.RELICS_OPEN]:  # version 1, or the clans were given
        lay_relics(g)
    z[s.OFFER], z[s.RELICS_OPEN] = z[s.RELICS_OPEN], ()
    g.agenda.append((relics_out,))
    g.agenda.extend((pick_relic, seat) for seat in ORDERS[g.seats][g.n[s.AMBITION]])


def pick_relic(g: Game, step: Step) -> None:
    """Ask one seat for its Relic."""
    ask_all(g, PICK_RELIC, 1 << step[1])


def relic_picked(g: Game, seat: int, code: int) -> None:
    """Give the seat the chosen Relic."""
    card = code - RELIC0
    close_decision(g)
    g.n[s.RELIC + seat] = card
    g.z[s.OFFER] = without(g.z[s.OFFER], card)
    if g.rec is not None:
        g.rec.event(g, "relic", seat, card=IDS[card])


def relics_out(g: Game, step: Step) -> None:
    """Remove Relics that nobody chose (VREL-04)."""
    if g.rec is not None:
        g.rec.event(g, "relics_out", relics=tuple(IDS[c] for c in g.z[s.OFFER]))
    g.z[s.OFFER] = ()


def deal(g: Game, step: Step) -> None:
    """Carry out steps 8 to 11: Starting cards, Clan deck, Pool, first Victim (SET-16 to SET-20)."""
    n, z = g.n, g.z
    starting = 0
    for seat in range(g.seats):
        clan = n[s.CLAN + seat]
        z[s.HAND + seat] = STARTING[clan]
        z[s.DECK + seat] = shuffled(n, LIBRARY[clan])
        for card in STARTING[clan]:
            starting |= BIT[card]
        if g.rec is not None:
            g.rec.event(g, "start", seat, ("KIT-17",), hand=tuple(IDS[c] for c in STARTING[clan]))
        for bank, first, amount in _AT_START:
            move(g, bank, first + seat, amount, "start", -1, seat)
        take_victim(g, seat, "alliance", ("SET-20",))
    know(g, starting, -1)  # the Starting cards of a clan are public


def take_victim(g: Game, seat: int, kind: str = "victim", rules: tuple[str, ...] = ()) -> bool:
    """Add a Victim from the deck to a seat's Alliance; return ``False`` if the deck is empty (RUL-13).

    The Victims deck lies face up, so its order does not matter: a random Victim is drawn when needed.
    """
    n, z = g.n, g.z
    deck = z[s.VICTIMS]
    if not deck:
        if g.rec is not None:
            g.rec.event(g, "no_victim", seat)
        return False
    card = deck[random_below(n, len(deck))]
    for fixed in z[s.NEXT_VICTIM]:
        if fixed in deck:
            card = fixed
            z[s.NEXT_VICTIM] = without(z[s.NEXT_VICTIM], fixed)
            break
    z[s.VICTIMS] = without(deck, card)
    z[s.ALLIANCE + seat] += (card,)
    if g.rec is not None:
        g.rec.event(g, kind, seat, rules, card=IDS[card])
    return True
