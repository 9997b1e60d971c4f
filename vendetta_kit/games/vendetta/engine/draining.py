"""Draining, Diablerie, Frenzy and elimination (sections DRAIN, DIAB and FRZ)."""

from __future__ import annotations

from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.rng import random_below
from vendetta_kit.kernel.state import Step

from . import state as s
from .card_hooks import (
    CARDS_AT,
    DRAINED_FIRST,
    LASTING,
    NOT_DRAINED,
    PAID,
    PAYS_BLOOD,
    TOKENS,
    UP_AT,
    call_cards,
    call_place,
    call_relic,
    face_up,
)
from .card_knowledge import know
from .card_tables import BIT, DRAIN_BLOOD, IDS, LOCATIONS, VAMPIRE
from .events import CARD_RULES
from .game import Game
from .ledger import gain_influence, lose_influence
from .rule_numbers import BARE_BLOOD, BARE_INFLUENCE, CAUSER_PAID, DEADLY_TOKENS, TOKENS_OF_A_VAMPIRE
from .state import NEXT_FRENZY as FIXED
from .state import owner_of, without


def can_be_drained(alliance: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of an Alliance that may be Drained (RUL-09)."""
    return alliance if NOT_DRAINED.isdisjoint(alliance) else tuple([c for c in alliance if c not in NOT_DRAINED])


def drain(g: Game, seat: int, card: int, rules: tuple[str, ...] = ()) -> None:
    """Drain a card of a seat's Alliance: Blood, changed Influence, the end of its ability (DRAIN-03 to DRAIN-07)."""
    n, z = g.n, g.z
    z[s.ALLIANCE + seat] = without(z[s.ALLIANCE + seat], card)
    z[s.DRAINED + seat] += (card,)
    if g.rec is not None:
        g.rec.event(g, "drain", seat, rules + (("DRAIN-06",) if card in LASTING else ()), card=IDS[card])
    blood = DRAIN_BLOOD[card]
    if blood:
        move(g, s.BANK_BLOOD, s.POOL + seat, blood, "drain", card, seat)
    if card in VAMPIRE:
        tokens = TOKENS.get(card, TOKENS_OF_A_VAMPIRE)
        n[s.TOKENS_UP + seat] += tokens
        if g.rec is not None:
            g.rec.event(
                g, "diablerie", seat, rules + (("CONTR-01",) if card in TOKENS else ()), card=IDS[card], tokens=tokens
            )
        if n[s.TOKENS_UP + seat] + n[s.TOKENS_DOWN + seat] >= DEADLY_TOKENS:
            eliminate(g, seat)


# Frenzy ----------------------------------------------------------------------------------------------------


def frenzy(g: Game, step: Step) -> None:
    """Put a seat with an empty Pool into Frenzy and pay the player who caused it (FRZ-01, FRZ-02).

    Step: ``(frenzy, seat, causer or -1, Location of the effect or -1)``.
    """
    _, seat, by, loc = step
    n = g.n
    causer = by if by >= 0 and not n[s.OUT] >> by & 1 else -1
    mate = causer >= 0 and g.table.mate[seat] == causer
    if g.rec is not None:
        why = ("FRZ-12", "RUL-06") if causer < 0 else ("VTAG-06", "KIT-15") if mate else ("RUL-06",)
        g.rec.event(g, "frenzy", seat, why, at=loc, causer=causer if causer >= 0 else None)
    if mate:
        _pay_for_mate(g, causer, loc)
    elif causer >= 0:
        _pay_causer(g, seat, causer, loc)
    g.agenda.append((thirst, seat, loc))
    if g.table.relics:
        call_relic(g, "frenzy", seat, loc)


def _pay_causer(g: Game, seat: int, causer: int, loc: int) -> None:
    gain_influence(g, causer, CAUSER_PAID, "frenzy_paid")
    alliance = g.z[s.ALLIANCE + causer]
    if g.n[s.UP] & UP_AT["paid"]:
        call_cards(g, "paid", causer, seat)
    for card, pays in PAID.items():
        if card in alliance:
            pays(g, causer, loc, card)
    if loc >= 0 and g.table.location_cards:
        call_place(g, "frenzy_paid", causer, loc)


def _pay_for_mate(g: Game, causer: int, loc: int) -> None:
    """Give nothing in Influence for the Frenzy of a team mate (VTAG-06); what gives Blood still does (KIT-15)."""
    if g.table.mate_pays_blood:
        for card in g.z[s.ALLIANCE + causer]:
            if card in PAYS_BLOOD:
                PAID[card](g, causer, loc, card)


def thirst(g: Game, step: Step) -> None:
    """Drain a seat in Frenzy until it has Blood or nothing left to Drain (FRZ-04 to FRZ-07, RUL-08 to RUL-10).

    Step: ``(thirst, seat, Location)``.
    """
    _, seat, loc = step
    if g.n[s.UP] & UP_AT["thirst"]:
        for owner, at, card in face_up(g, "thirst"):
            if CARDS_AT["thirst"][card](g, owner, at, card, seat, loc):
                return
    random_drain(g, (random_drain, seat, loc))


def random_drain(g: Game, step: Step) -> None:
    """Carry out one Drain of a Frenzy: an Ally that goes first (RUL-10), else a random card, else 1 Influence."""
    seat, loc = step[1], step[2]
    n, z = g.n, g.z
    cards = can_be_drained(z[s.ALLIANCE + seat])
    if not cards:
        if g.rec is not None:
            spared: tuple[str, ...] = ("RUL-09",) if z[s.ALLIANCE + seat] else ()
            g.rec.event(g, "frenzy_bare", seat, spared + (() if n[s.INFL + seat] else ("FRZ-14", "RUL-11")), at=loc)
        lose_influence(g, seat, BARE_INFLUENCE, -1, cause="frenzy_bare")
        move(g, s.BANK_BLOOD, s.POOL + seat, BARE_BLOOD, "frenzy_bare", -1, seat)
        return
    if not DRAINED_FIRST.isdisjoint(cards):
        card = next(c for c in cards if c in DRAINED_FIRST)
        why: tuple[str, ...] = ("RUL-10", "FRZ-06")
    else:
        card = cards[random_below(n, len(cards))] if len(cards) > 1 else cards[0]
        why = ("FRZ-04", "FRZ-05", "FRZ-06")
        for fixed in z[FIXED]:
            if fixed in cards:
                card = fixed
                z[FIXED] = without(z[FIXED], fixed)
                break
    if len(step) > 3:
        why += ("RUL-08",)
    drain(g, seat, card, (*why, "FRZ-08") if card in VAMPIRE else why)
    if n[s.POOL + seat] == 0 and not n[s.OUT] >> seat & 1:
        g.agenda.append((random_drain, seat, loc, True))  # the Pool is still empty


# Cards that turn over or leave -----------------------------------------------------------------------------


def turn_down(g: Game, seat: int, card: int, by: int) -> None:
    """Turn a face-up card on a seat's Position face down; all players still know it."""
    n = g.n
    n[s.UP] &= ~BIT[card]
    know(g, BIT[card], -1)
    if g.rec is not None:
        g.rec.event(g, "face_down", seat, CARD_RULES.get(IDS[by], ()), card=IDS[card], by=IDS[by])


def use_relic(g: Game, seat: int) -> None:
    """Mark a seat's Relic as used up (VREL-06)."""
    g.n[s.RELIC_USED + seat] = 1
    if g.rec is not None:
        g.rec.event(g, "relic_used", seat, card=IDS[g.n[s.RELIC + seat]])


def eliminate(g: Game, seat: int) -> None:
    """Remove a player who has a third Diablerie token, with all that is theirs (DIAB-03, RUL-14)."""
    n, z = g.n, g.z
    n[s.OUT] |= 1 << seat
    n[s.STAY] &= ~(1 << seat)
    n[s.BANE] &= ~(1 << seat)
    if n[s.WINNER] == seat + 1:
        n[s.WINNER] = 0
    if g.rec is not None:
        g.rec.event(g, "eliminated", seat)
    if n[s.POOL + seat]:
        move(g, s.POOL + seat, s.BANK_BLOOD, n[s.POOL + seat], "eliminated")
    if n[s.INFL + seat]:
        move(g, s.INFL + seat, s.BANK_INFLUENCE, n[s.INFL + seat], "eliminated")
    z[s.REMOVED] += z[s.ALLIANCE + seat] + z[s.DRAINED + seat]
    z[s.HAND + seat] = z[s.DECK + seat] = z[s.ALLIANCE + seat] = z[s.DRAINED + seat] = ()
    for loc in LOCATIONS[g.seats]:
        pos = seat * 4 + loc
        if n[s.BLOOD + pos]:
            move(g, s.BLOOD + pos, s.BANK_BLOOD, n[s.BLOOD + pos], "eliminated")
    theirs = 0
    for pos in range(g.seats * 4):
        for card in z[s.CARDS + pos]:
            if card // 9 == n[s.CLAN + seat]:
                z[s.CARDS + pos] = without(z[s.CARDS + pos], card)
                theirs |= BIT[card]
            elif pos // 4 == seat:  # another player's card returns to its owner
                z[s.CARDS + pos] = without(z[s.CARDS + pos], card)
                if g.rec is not None:
                    shown = IDS[card] if n[s.UP] & BIT[card] else None
                    g.rec.event(g, "returned", owner_of(g, card), ("KIT-12", "RUL-14"), card=shown, by=None)
                back_to_hand(g, card)
    n[s.UP] &= ~theirs
    n[s.RELIC + seat] = -1
    alive = [other for other in range(g.seats) if not n[s.OUT] >> other & 1]
    if n[s.AMBITION] == seat:
        n[s.AMBITION] = next(
            (seat + k) % g.seats for k in range(1, g.seats + 1) if not n[s.OUT] >> (seat + k) % g.seats & 1
        )
        if g.rec is not None:
            g.rec.event(g, "ambition", n[s.AMBITION], ("RUL-14", "DIAB-03"))
    if len(alive) == 1 or (g.table.teams and len(alive) == 2 and g.table.mate[alive[0]] == alive[1]):
        g.agenda[:] = [g.table.last_step]


def back_to_hand(g: Game, card: int) -> None:
    """Return a deployed card that left its Position to its owner's hand; players who have seen it still know it."""
    n = g.n
    if n[s.UP] & BIT[card]:
        n[s.UP] &= ~BIT[card]
        know(g, BIT[card], -1)
    owner = owner_of(g, card)
    if owner >= 0:
        g.z[s.HAND + owner] += (card,)
