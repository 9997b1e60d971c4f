"""Effects that several cards share."""

from __future__ import annotations

from collections.abc import Callable

from vendetta_kit.kernel.agenda import ask
from vendetta_kit.kernel.ledger import move
from vendetta_kit.kernel.state import Step

from ..agenda import YES_OR_NO
from ..card_tables import AT, BIT, HAVEN, IDS, POWER
from ..events import CARD_RULES
from ..game import Game
from ..planning import played
from ..state import BANK_BLOOD, BLOOD, CARDS, HERE, POOL, PRINTED, UP, owner_of
from ..token_verbs import account_for_payment, spend


def printed_now(g: Game, card: int) -> int:
    """Return a Clan card's printed Power as changed by effects at this Location (RUL-37)."""
    changes = g.z[PRINTED]
    power = POWER[card]
    for k in range(0, len(changes), 2):
        if changes[k] == card:
            power = changes[k + 1]
    return power


def take_deployed(g: Game, me: int, targets: tuple[int, ...], loc: int, card: int) -> None:
    """Move half of each target's Deployed Blood here, rounded up, into the Pool of ``me``.

    This is no Steal, because the Blood is not from a Pool (GLOS-13).
    """
    for rival in targets:
        blood = (g.n[BLOOD + rival * 4 + loc] + 1) // 2
        if blood:
            move(g, BLOOD + rival * 4 + loc, POOL + me, blood, "take_back", card, me)


def half_of_pool(g: Game, me: int) -> int:
    """Return half of a Pool, rounded down; 0 cannot be Spent (RUL-04)."""
    return g.n[POOL + me] // 2


def spend_half(g: Game, me: int, loc: int, card: int) -> None:
    """Spend half of the Pool, rounded down (W-12)."""
    spend(g, me, half_of_pool(g, me), loc, "spend", card, ("RUL-04",))


def ask_price(g: Game, me: int, loc: int, card: int, question: str, then: Step, targets: tuple[int, ...]) -> None:
    """Ask whether the player pays a card's price for its effect on ``targets``.

    Without a Rival the effect is lost (CONTR-06), except where the Blood stays with the player (GLOS-10).
    """
    if targets or g.table.version < 3 or account_for_payment(g, me, loc)[0] != BANK_BLOOD:
        ask(g, me, question, YES_OR_NO, then, card)
    elif g.rec is not None:
        g.rec.event(g, "ignored", me, card=IDS[card])


def change_printed(g: Game, seat: int, card: int, by: int, change: Callable[[int], int]) -> None:
    """Change a card's printed Power for this Location (RUL-37)."""
    before = printed_now(g, card)
    after = change(before)
    if after != before and g.n[UP] & BIT[card]:  # a face-down card counts 0 either way
        g.z[PRINTED] += (card, after)
        if g.rec is not None:
            why = CARD_RULES.get(IDS[by], ())
            g.rec.event(g, "printed", seat, why, card=IDS[card], by=IDS[by], before=before, after=after)


def play_face_up(g: Game, seat: int, card: int, loc: int, by: int, rules: tuple[str, ...] = ()) -> None:
    """Play a card face up on ``seat``'s Position by an effect; triggers follow (RUL-21)."""
    g.n[UP] |= BIT[card]
    g.n[HERE] |= BIT[card]
    g.z[CARDS + seat * 4 + loc] += (card,)
    if g.rec is not None:
        g.rec.event(
            g,
            "play",
            seat,
            (*rules, "RUL-21"),
            card=IDS[card],
            owner=owner_of(g, card),
            face="up",
            blood=0,
            flips=0,
            fee=0,
            by=IDS[by],
        )
    g.agenda.append((played, seat, loc, 0, 0))


def to_haven(g: Game, seat: int, card: int, loc: int) -> None:
    """Move a card from a Position to the same seat's Position at the Haven."""
    z = g.z
    pos = seat * 4 + loc
    i = z[CARDS + pos].index(card)
    z[CARDS + pos] = z[CARDS + pos][:i] + z[CARDS + pos][i + 1 :]
    z[CARDS + seat * 4 + HAVEN] += (card,)
    if g.rec is not None:
        g.rec.event(g, "moved", seat, card=IDS[card], to=AT[HAVEN])
