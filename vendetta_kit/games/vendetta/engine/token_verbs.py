"""The verbs Play, Spend, Lose and Steal for tokens, and the players whom an effect can target (section GLOS).

Gain is in :mod:`.ledger`; the verbs here can be changed by cards and can cause a Frenzy.
"""

from __future__ import annotations

from vendetta_kit.kernel.agenda import ask, carry_out_each
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from .actions import YES
from .agenda import YES_OR_NO
from .card_hooks import CARDS_AT, SHIELDS, UP_AT, call_cards, face_up
from .card_tables import IDS
from .draining import frenzy
from .game import Game
from .rule_numbers import KEPT_BACK
from .state import (
    BANK_BLOOD,
    BLOOD,
    CARDS,
    COUNTED_MATE,
    FORESTALLED,
    MATE,
    OUT,
    POOL,
    UP,
    turn_order,
)

# Targets ---------------------------------------------------------------------------------------------------


def opponents(g: Game, me: int) -> tuple[int, ...]:
    """Return all other seats in turn order; the team mate only if the effect was said to include it (VTAG-05)."""
    mate = g.table.mate[me] if not g.n[MATE] else -1
    return tuple([s for s in turn_order(g) if s not in (me, mate)])


def rivals(g: Game, me: int, loc: int) -> tuple[int, ...]:
    """Return the opponents with a card or Blood at a Location, in turn order (GLOS-17, GLOS-18)."""
    return _rivals(g, me, loc, g.n[MATE])


def counted_rivals(g: Game, me: int, loc: int) -> tuple[int, ...]:
    """Return the Rivals that count for a card's Power; the team mate as answered before the count (RUL-51)."""
    return _rivals(g, me, loc, g.n[COUNTED_MATE] >> me & 1)


def _rivals(g: Game, me: int, loc: int, with_the_mate: int) -> tuple[int, ...]:
    n, z = g.n, g.z
    mate = g.table.mate[me] if not with_the_mate else -1
    found = []
    for s in turn_order(g):
        if s not in (me, mate) and (z[CARDS + s * 4 + loc] or n[BLOOD + s * 4 + loc]):
            found.append(s)
    return tuple(found)


def is_at_location(g: Game, seat: int, loc: int) -> bool:
    """Return whether a seat has a card or Blood on its Position at a Location (WDR-01)."""
    return bool(g.z[CARDS + seat * 4 + loc]) or g.n[BLOOD + seat * 4 + loc] > 0


def with_mate(g: Game, seat: int, asked: bool, card: int, then: Step) -> None:
    """Carry out the step ``then``; if ``asked``, first ask ``seat`` whether it includes the team mate (RUL-51)."""
    g.n[MATE] = 0
    if asked:
        ask(g, seat, "mate", YES_OR_NO, (mate_answered, then), card)
    else:
        then[0](g, then)


def mate_answered(g: Game, step: Step, code: int) -> None:
    """Record whether the mate is included, then carry out the effect."""
    then: Step = step[1]
    g.n[MATE] = 1 if code == YES else 0
    then[0](g, then)


# Verbs -----------------------------------------------------------------------------------------------------


def can_spend(g: Game, seat: int, amount: int) -> bool:
    """Return whether a seat may Spend ``amount`` Blood; the last one it may not (GLOS-10)."""
    return g.n[POOL + seat] >= amount + KEPT_BACK


def spend(
    g: Game, seat: int, amount: int, loc: int, cause: str = "spend", card: int = -1, rules: tuple[str, ...] = ()
) -> None:
    """Make a seat pay Blood as a cost; ``loc`` is the Location where it happens, -1 for none.

    The Blood goes to the Bank, or where a card says (GLOS-10).
    """
    if amount <= 0:
        return
    if not g.n[UP] & UP_AT["verbs"]:
        move(g, POOL + seat, BANK_BLOOD, amount, cause, card, seat, rules)
        return
    target, by = account_for_payment(g, seat, loc)
    if by >= 0:
        card, rules = by, (*rules, "CONTR-01")
    move(g, POOL + seat, target, amount, cause, card, seat, rules)
    call_cards(g, "hurt", seat, loc, amount)


def lose(g: Game, seat: int, amount: int, by: int, loc: int, card: int) -> None:
    """Make a seat Lose Blood at ``loc`` by an effect of ``card``, played by ``by`` (GLOS-11, FRZ-03)."""
    n = g.n
    if amount <= 0 or n[OUT] >> seat & 1:
        return
    up = n[UP] & UP_AT["verbs"]
    if (up or n[FORESTALLED]) and _shielded(g, seat, loc, card):
        return
    have = n[POOL + seat]
    if have:
        target = account_for_payment(g, seat, loc)[0] if up else BANK_BLOOD
        rules: tuple[str, ...] = ("FRZ-03",) if amount > have else ()
        if target != BANK_BLOOD:
            rules += ("CONTR-01",)
        if by >= 0 and n[OUT] >> by & 1:
            rules += ("KIT-23",)
        move(g, POOL + seat, target, amount if amount < have else have, "lose", card, by, rules)
    if up:
        call_cards(g, "hurt", seat, loc, amount)
    if n[POOL + seat] == 0:
        g.agenda.append((frenzy, seat, by, loc))


def steal(g: Game, seat: int, amount: int, by: int, loc: int, card: int) -> None:
    """Let ``by`` Steal Blood from the Pool of ``seat``, at most what is there (GLOS-12, CONTR-05)."""
    n = g.n
    if amount <= 0 or n[OUT] >> seat & 1:
        return
    if n[OUT] >> by & 1:
        if g.rec is not None:
            g.rec.event(g, "ignored", by, ("KIT-23",), card=IDS[card], spared=seat)
        return
    up = n[UP] & UP_AT["verbs"]
    if (up or n[FORESTALLED]) and _shielded(g, seat, loc, card):
        return
    have = n[POOL + seat]
    if have:
        rules = ("CONTR-05",) if amount > have else ()
        move(g, POOL + seat, POOL + by, amount if amount < have else have, "steal", card, by, rules)
    if up:
        call_cards(g, "hurt", seat, loc, amount)
    if n[POOL + seat] == 0:
        g.agenda.append((frenzy, seat, by, loc))


def play_blood(g: Game, seat: int, loc: int, amount: int, cause: str, card: int) -> None:
    """Move Blood from a seat's Pool to its Position (PLAN-16); the last one only if RUL-01 is set to ``allow``."""
    if amount <= 0:
        return
    n = g.n
    move(g, POOL + seat, BLOOD + seat * 4 + loc, amount, cause, card, seat)
    if n[POOL + seat] == 0:
        g.agenda.append((frenzy, seat, -1, loc))


def most_to_play(g: Game, seat: int) -> int:
    """Return how much Blood a seat may play from its Pool (RUL-01)."""
    return max(0, g.n[POOL + seat] - g.table.kept_back)


def lose_each(g: Game, targets: tuple[int, ...], amount: int, by: int, loc: int, card: int) -> None:
    """Make each target Lose ``amount`` Blood in turn (RUL-07)."""
    carry_out_each(g, targets, lambda seat: (_lose_step, seat, amount, by, loc, card))


def steal_each(g: Game, targets: tuple[int, ...], amount: int, by: int, loc: int, card: int) -> None:
    """Let ``by`` Steal ``amount`` Blood from each target in turn (RUL-07)."""
    carry_out_each(g, targets, lambda seat: (_steal_step, seat, amount, by, loc, card))


def _lose_step(g: Game, step: Step) -> None:
    _, seat, amount, by, loc, card = step
    lose(g, seat, amount, by, loc, card)


def _steal_step(g: Game, step: Step) -> None:
    _, seat, amount, by, loc, card = step
    steal(g, seat, amount, by, loc, card)


def _shielded(g: Game, seat: int, loc: int, card: int) -> bool:
    by = -1
    if loc >= 0:
        for owner, at, shield in face_up(g, "shields"):
            if CARDS_AT["shields"][shield](g, owner, at, shield, seat, loc):
                by = shield
    if by < 0 and g.n[FORESTALLED]:
        for other, safe in SHIELDS.items():
            if safe(g, seat, card):
                by = other
    if by >= 0 and g.rec is not None:
        g.rec.event(g, "protected", seat, card=IDS[by], against=IDS[card] if card >= 0 else None)
    return by >= 0


def account_for_payment(g: Game, seat: int, loc: int) -> tuple[int, int]:
    """Return the account that Blood goes to which a seat pays or Loses there, and the card that causes it, or -1."""
    if loc >= 0:
        for owner, at, card in face_up(g, "takes"):
            place: int = CARDS_AT["takes"][card](g, owner, at, card, seat, loc)
            if place >= 0:
                return place, card
    return BANK_BLOOD, -1
