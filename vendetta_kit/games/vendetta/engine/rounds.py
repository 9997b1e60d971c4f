"""Phases of a round: Feed, Location Setup, Hand Building, end of the round (sections FLOW, FEED, LOC, HAND and EOR)."""

from __future__ import annotations

from itertools import combinations

from vendetta_kit.kernel.agenda import ask_all, seal, take_sealed_answers
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import random_below
from vendetta_kit.kernel.state import Step

from . import state as s
from .actions import keep_code, kept_cards
from .agenda import KEEP
from .card_hooks import KEEPS_MORE, ROUND_ENDS, call_relics, has
from .card_knowledge import all_in_hand, forget_hand, know
from .card_tables import FEED, IDS, LOCATIONS
from .draining import use_relic
from .game import Game
from .rule_numbers import FEWEST_SEATS, KEPT, KEPT_OF_THREE, LOOKED_AT, LOOKED_AT_FIRST_BY_THREE
from .state import turn_order, without


def begin_phase(g: Game, phase: int, rules: tuple[str, ...] = ()) -> None:
    """Begin a phase."""
    n = g.n
    n[s.PHASE] = phase
    n[s.STEP] = 0
    n[s.LOC] = -1
    if g.rec is not None:
        g.rec.event(g, "phase", rules=rules, phase=s.PHASES[phase])


def begin_round(g: Game, step: Step) -> None:
    """Begin a round with its five phases (FLOW-02). Step: ``(begin_round, 1 … 3)``."""
    g.n[s.ROUND] = step[1]
    if g.rec is not None:
        g.rec.event(g, "round", round_number=step[1])


# Feed ------------------------------------------------------------------------------------------------------


def feed(g: Game, step: Step) -> None:
    """Let each seat Gain Blood by the Feed values of its Alliance (FEED-01 to FEED-03)."""
    begin_phase(g, s.FEEDING, ("FEED-03",))
    z = g.z
    for seat in turn_order(g):
        blood = 0
        for card in z[s.ALLIANCE + seat]:
            blood += FEED[card]
        if blood > 0:
            held_back = g.rec is not None and any(FEED[card] < 0 for card in z[s.ALLIANCE + seat])
            move(g, s.BANK_BLOOD, s.POOL + seat, blood, "feed", -1, seat, ("RUL-12",) if held_back else ())
    if g.table.relics:
        call_relics(g, "feed", -1)


# Location Setup --------------------------------------------------------------------------------------------


def location_setup(g: Game, step: Step) -> None:
    """Put a random Ally face up on each Location (LOC-01). The deck's order is drawn when needed."""
    begin_phase(g, s.LOCATION_SETUP)
    n, z = g.n, g.z
    for loc in LOCATIONS[g.seats]:
        deck = z[s.ALLIES]
        if not deck:
            n[s.ALLY_AT + loc] = -1
            continue
        card = deck[random_below(n, len(deck))]
        for fixed in z[s.NEXT_ALLY]:
            if fixed in deck:
                card = fixed
                z[s.NEXT_ALLY] = without(z[s.NEXT_ALLY], fixed)
                break
        z[s.ALLIES] = without(deck, card)
        n[s.ALLY_AT + loc] = card
        if g.rec is not None:
            g.rec.event(g, "ally_placed", rules=("LOC-03",), at=loc, card=IDS[card])


# Hand Building ---------------------------------------------------------------------------------------------


def cards_looked_at(g: Game, seat: int) -> tuple[int, ...]:
    """Return the top cards of a seat's Clan deck that it looks at now (HAND-01, V3P-02)."""
    return g.z[s.DECK + seat][: count_looked_at(g.seats, g.n[s.ROUND])]


def count_looked_at(seats: int, number: int) -> int:
    """Return how many cards each player looks at in a round, by number of players (HAND-01, V3P-02)."""
    return LOOKED_AT_FIRST_BY_THREE if seats == FEWEST_SEATS and number == 1 else LOOKED_AT


def usually_kept(cards: int) -> int:
    """Return how many of ``cards`` are usually kept: one, but two of three (HAND-02, V3P-02).

    >>> usually_kept(2), usually_kept(3)
    (1, 2)
    """
    return KEPT_OF_THREE if cards == LOOKED_AT_FIRST_BY_THREE else KEPT


def hand_building(g: Game, step: Step) -> None:
    """Ask all seats in secret which of the top cards of their Clan decks they keep (HAND-01 to HAND-04)."""
    begin_phase(g, s.HAND_BUILDING, ("HAND-04",))
    z = g.z
    who = 0
    for seat in turn_order(g):
        if z[s.DECK + seat]:
            who |= 1 << seat
            if g.rec is not None:
                cards = tuple(IDS[c] for c in cards_looked_at(g, seat))
                rules = ("V3P-02",) if len(cards) == LOOKED_AT_FIRST_BY_THREE else ()
                g.rec.event(g, "looked", seat, rules, {"cards": cards}, 1 << seat, count=len(cards))
    if who:
        ask_all(g, KEEP, who)


_pairs: dict[tuple[int, ...], tuple[int, ...]] = {}


def keep_options(g: Game, seat: int) -> tuple[int, ...]:
    """Return the codes of all ways to keep cards, including those that Allies and the Relic allow."""
    cards = cards_looked_at(g, seat)
    keep = usually_kept(len(cards))
    if len(cards) <= keep:
        return (keep_code(cards),)
    options = _pairs.get(cards)
    if options is None:
        options = _pairs[cards] = tuple(keep_code(some) for some in combinations(cards, keep))
    for card in g.z[s.ALLIANCE + seat]:
        if card in KEEPS_MORE:
            options += KEEPS_MORE[card](g, seat, cards, keep)
    if g.table.relics:
        relic = g.n[s.RELIC + seat]
        if relic in KEEPS_MORE and has(g, seat, relic):
            options += KEEPS_MORE[relic](g, seat, cards, keep)
    return options


def may_exchange(g: Game, seat: int, cards: tuple[int, ...]) -> bool:
    """Return whether an Ally lets a seat that looks at these cards put a hand card under the deck instead."""
    keep = usually_kept(len(cards))
    if len(cards) <= keep or not g.z[s.HAND + seat]:
        return False
    return any(card in KEEPS_MORE for card in g.z[s.ALLIANCE + seat])


def keep_answered(g: Game, seat: int, code: int) -> None:
    """Record a seat's secret choice; move the cards once all choices are in."""
    if seal(g, seat, code):
        for other, kept in take_sealed_answers(g, turn_order(g)):
            _keep(g, other, kept)


def _keep(g: Game, seat: int, code: int) -> None:
    n, z = g.n, g.z
    seen = cards_looked_at(g, seat)
    cards, give = kept_cards(code)
    rest = tuple([c for c in seen if c not in cards])
    usual = usually_kept(len(seen))
    rules: tuple[str, ...] = ("V3P-02",) if usual == KEPT_OF_THREE else ()
    relic = give < 0 and len(cards) > usual and len(seen) > usual
    exchange = give >= 0 or (g.table.version > 1 and not relic and may_exchange(g, seat, seen))
    if relic:
        use_relic(g, seat)
        rules += ("VREL-05",)
    if exchange:
        rules += ("CARD-03",)
        forget_hand(g, seat)
    if give >= 0:
        z[s.HAND + seat] = without(z[s.HAND + seat], give)
        rest += (give,)
    z[s.HAND + seat] += cards
    z[s.DECK + seat] = z[s.DECK + seat][len(seen) :] + rest
    n[s.KNOWN_BOTTOM + seat] += len(rest)
    if g.rec is not None:
        secret = {"cards": tuple(IDS[c] for c in cards), "bottom": tuple(IDS[c] for c in rest)}
        more = len(cards) - (give >= 0)
        g.rec.event(g, "kept", seat, rules, secret, 1 << seat, count=more, exchange=exchange)


# End of the round ------------------------------------------------------------------------------------------


def end_of_round(g: Game, step: Step) -> None:
    """Return Deployed Blood to the Bank and cards to hands, and turn tokens face up (EOR-02 to EOR-04)."""
    begin_phase(g, s.END_OF_ROUND, ("EOR-01",))
    n = g.n
    for seat in turn_order(g):
        for loc in LOCATIONS[g.seats]:
            blood = n[s.BLOOD + seat * 4 + loc]
            if blood:
                move(g, s.BLOOD + seat * 4 + loc, s.BANK_BLOOD, blood, "round_end", -1, seat)
    take_cards_back(g)
    for seat in turn_order(g):
        if n[s.TOKENS_DOWN + seat]:
            n[s.TOKENS_UP + seat] += n[s.TOKENS_DOWN + seat]
            n[s.TOKENS_DOWN + seat] = 0
            if g.rec is not None:
                g.rec.event(g, "tokens_up", seat)
    for ends in ROUND_ENDS.values():
        ends(g)


def take_cards_back(g: Game) -> None:
    """Return every deployed card to its owner's hand, also from another player's Position (EOR-03)."""
    n, z = g.n, g.z
    owner = {n[s.CLAN + seat]: seat for seat in range(g.seats)}
    seen = n[s.UP]
    for pos in range(s.CARDS, s.CARDS + g.seats * 4):
        for c in z[pos]:
            z[s.HAND + owner[c // 9]] += (c,)
        z[pos] = ()
    n[s.UP] = 0
    if seen:
        know(g, seen, -1)
    all_in_hand(g)
    if g.rec is not None:
        for seat in turn_order(g):
            g.rec.event(g, "cards_back", seat, count=len(z[s.HAND + seat]))
