"""Set-up: first player, clans, Relics, decks, Pools, first Victim (section SET, VREL, VLOC)."""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask_all, close
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import chance, shuffled
from vendetta_kit.kernel.state import Step

from .actions import CLAN0, RELIC0
from .agenda import PICK_CLAN, PICK_RELIC
from .card_knowledge import know
from .card_tables import ALL_LOCATION_CARDS, ALL_RELICS, AT, BIT, CLANS, IDS, LIBRARY, LOCATIONS, ORDERS, STARTING
from .game import Game
from .rule_numbers import START_BLOOD, START_INFLUENCE
from .state import (
    ALLIANCE,
    AMBITION,
    BANK_BLOOD,
    BANK_INFLUENCE,
    CLAN,
    DECK,
    HAND,
    INFL,
    NEXT_VICTIM,
    OFFER,
    POOL,
    RELIC,
    RELICS_OPEN,
    VICTIMS,
    without,
)


def first_player(g: Game, seat: int) -> None:
    """Steps 1 and 2: a random player takes the Ambition token (SET-02); Location cards lie open (VLOC-03)."""
    g.n[AMBITION] = seat
    if g.rec is not None:
        variants = [name for name, on in (("teams", g.table.teams), ("relics", g.table.relics)) if on]
        if g.table.location_cards:
            variants.append("location_cards")
        places = tuple(AT[loc] for loc in LOCATIONS[g.seats])
        g.rec.event(g, "table", seats=g.seats, locations=places, variants=tuple(variants))
        g.rec.event(g, "first_player", seat)
        lay_location_cards(g)


def lay_location_cards(g: Game) -> None:
    """Say which Location cards lie open, in the variant (VLOC-03)."""
    for loc in LOCATIONS[g.seats]:
        if g.rec is not None and g.table.location_card[loc] >= 0:
            g.rec.event(g, "location_card", at=loc, card=IDS[g.table.location_card[loc]])


def choose_location_cards(n: list[int], count: int) -> tuple[int, ...]:
    """Step 2 of the variant: a random Location card for each Location but the Haven (VLOC-01, VLOC-02)."""
    return shuffled(n, ALL_LOCATION_CARDS)[:count]


def lay_relics(g: Game) -> None:
    """Step 2 of the variant: one Relic more than players, face up in the middle of the table (VREL-01)."""
    g.z[RELICS_OPEN] = tuple(sorted(shuffled(g.n, ALL_RELICS)[: g.seats + 1]))
    if g.rec is not None:
        g.rec.event(g, "offer_relics", relics=tuple(IDS[c] for c in g.z[RELICS_OPEN]))


def offer_clans(g: Game, step: Step) -> None:
    """Step 3: one clan sheet more than players is revealed, then they choose in turn order (SET-09, SET-10).

    Relics lie there already (VREL-01). Chance draws the sheets first all the same, so that a seed goes on meaning the
    same sheets, Relics and decks.
    """
    n = g.n
    g.z[OFFER] = tuple(sorted(shuffled(n, tuple(range(len(CLANS))))[: g.seats + 1]))
    if g.table.relics and g.table.version > 1:
        lay_relics(g)
    if g.rec is not None:
        g.rec.event(g, "offer_clans", clans=tuple(CLANS[c] for c in g.z[OFFER]))
    g.agenda.append((clans_out,))
    g.agenda.extend((pick_clan, seat) for seat in reversed(ORDERS[g.seats][n[AMBITION]]))


def pick_clan(g: Game, step: Step) -> None:
    """One seat chooses its clan."""
    ask_all(g, PICK_CLAN, 1 << step[1])


def clan_picked(g: Game, seat: int, code: int) -> None:
    """The chosen sheet is taken from the offer."""
    clan = code - CLAN0
    close(g)
    g.n[CLAN + seat] = clan
    g.z[OFFER] = without(g.z[OFFER], clan)
    if g.rec is not None:
        g.rec.event(g, "clan", seat, clan=CLANS[clan])


def clans_out(g: Game, step: Step) -> None:
    """Sheets that nobody chose leave the game (SET-11)."""
    if g.rec is not None:
        g.rec.event(g, "clans_out", clans=tuple(CLANS[c] for c in g.z[OFFER]))
    g.z[OFFER] = ()


def offer_relics(g: Game, step: Step) -> None:
    """Everybody has a clan: Relics are chosen counter-clockwise, the Ambition holder last (VREL-02, VREL-03)."""
    z = g.z
    if not z[RELICS_OPEN]:  # in the first version, or where the clans were given
        lay_relics(g)
    z[OFFER], z[RELICS_OPEN] = z[RELICS_OPEN], ()
    g.agenda.append((relics_out,))
    g.agenda.extend((pick_relic, seat) for seat in ORDERS[g.seats][g.n[AMBITION]])


def pick_relic(g: Game, step: Step) -> None:
    """One seat chooses its Relic."""
    ask_all(g, PICK_RELIC, 1 << step[1])


def relic_picked(g: Game, seat: int, code: int) -> None:
    """The chosen Relic is taken from the offer."""
    card = code - RELIC0
    close(g)
    g.n[RELIC + seat] = card
    g.z[OFFER] = without(g.z[OFFER], card)
    if g.rec is not None:
        g.rec.event(g, "relic", seat, card=IDS[card])


def relics_out(g: Game, step: Step) -> None:
    """Relics that nobody chose leave the game (VREL-04)."""
    if g.rec is not None:
        g.rec.event(g, "relics_out", relics=tuple(IDS[c] for c in g.z[OFFER]))
    g.z[OFFER] = ()


def deal(g: Game, step: Step) -> None:
    """Steps 8 to 11: Starting cards, Clan deck, Pool, first Victim (SET-16…20)."""
    n, z = g.n, g.z
    starting = 0
    for seat in range(g.seats):
        clan = n[CLAN + seat]
        z[HAND + seat] = STARTING[clan]
        z[DECK + seat] = shuffled(n, LIBRARY[clan])
        for card in STARTING[clan]:
            starting |= BIT[card]
        if g.rec is not None:
            g.rec.event(g, "start", seat, ("KIT-17",), hand=tuple(IDS[c] for c in STARTING[clan]))
        move(g, BANK_BLOOD, POOL + seat, START_BLOOD, "start", -1, seat)
        move(g, BANK_INFLUENCE, INFL + seat, START_INFLUENCE, "start", -1, seat)
        take_victim(g, seat, "alliance", ("SET-20",))
    know(g, starting, -1)  # everybody knows which two cards a player begins with


def take_victim(g: Game, seat: int, kind: str = "victim", rules: tuple[str, ...] = ()) -> bool:
    """A Victim from the deck joins a seat's Alliance; ``False`` if the deck is empty (RUL-13).

    All Victims are alike and their deck lies face up, so which one comes is drawn as it is needed.
    """
    n, z = g.n, g.z
    deck = z[VICTIMS]
    if not deck:
        if g.rec is not None:
            g.rec.event(g, "no_victim", seat)
        return False
    card = deck[chance(n, len(deck))]
    for fixed in z[NEXT_VICTIM]:
        if fixed in deck:
            card = fixed
            z[NEXT_VICTIM] = without(z[NEXT_VICTIM], fixed)
            break
    z[VICTIMS] = without(deck, card)
    z[ALLIANCE + seat] += (card,)
    if g.rec is not None:
        g.rec.event(g, kind, seat, rules, card=IDS[card])
    return True
