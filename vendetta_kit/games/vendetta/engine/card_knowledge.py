"""Who has seen which hidden card, stored as bit sets of Clan cards.

There are three degrees of certainty (:data:`.state.EXACT`, ``AMONG``, ``MAYBE``), each stored for everybody and for
each seat that alone has looked (Ambrus Maropis, Eyes in the Dark). A card that is played face down or goes back into
a deck unseen lowers the degree; a card that is shown raises it (HAND-10, PLAN-25, RUL-20).
"""

from __future__ import annotations

from .card_hooks import UP_AT, seat_that_watches
from .card_tables import BIT
from .game import Game
from .state import AMONG, EXACT, HAND, MAYBE, PRIVATE, UP


def exact(n: list[int], seat: int | None) -> int:
    """Return the hidden cards whose exact place a seat knows; ``None`` is a spectator."""
    return n[EXACT] if seat is None else n[EXACT] | n[EXACT + 1 + seat]


def among(n: list[int], seat: int | None) -> int:
    """Return the hidden cards that a seat knows to be either in the owner's hand or face down on a Position."""
    cards = n[AMONG] if seat is None else n[AMONG] | n[AMONG + 1 + seat]
    return cards & ~exact(n, seat)


def known(n: list[int], seat: int) -> tuple[int, int, int]:
    """Return the hidden cards that a seat knows exactly, among others and maybe, without overlap; -1 is a spectator.

    The last are cards that it has seen and that may be back in the deck.
    """
    sure, near, perhaps = n[EXACT], n[AMONG], n[MAYBE]
    if n[PRIVATE] and seat >= 0:
        sure |= n[EXACT + 1 + seat]
        near |= n[AMONG + 1 + seat]
        perhaps |= n[MAYBE + 1 + seat]
    if near:
        near &= ~sure
    return sure, near, perhaps & ~sure & ~near if perhaps else 0


def know(g: Game, cards: int, seat: int) -> None:
    """Record that hidden ``cards`` (a bit set) were seen in their places, by ``seat`` or by everybody (-1)."""
    n = g.n
    if seat >= 0:
        n[PRIVATE] = 1
        n[EXACT + 1 + seat] |= cards
        return
    n[EXACT] |= cards
    n[AMONG] &= ~cards
    n[MAYBE] &= ~cards
    if n[PRIVATE]:
        for s in range(1, g.seats + 1):
            n[EXACT + s] &= ~cards
            n[AMONG + s] &= ~cards
            n[MAYBE + s] &= ~cards


def hide(g: Game, seat: int, hand: tuple[int, ...], card: int, loc: int) -> None:
    """Record that a card of a hand was played unseen: others no longer know which known hand card it was."""
    n = g.n
    cards = 0
    for c in hand:
        cards |= BIT[c]
    known = n[EXACT] & cards
    other = seat_that_watches(g, loc) if n[UP] & UP_AT["watches"] else -1
    if other == seat:
        other = -1
    if known:
        n[EXACT] ^= known
        n[AMONG] |= known
    if n[PRIVATE]:
        for s in range(g.seats):
            alone = n[EXACT + 1 + s] & cards
            if alone and s != other:
                n[EXACT + 1 + s] ^= alone
                n[AMONG + 1 + s] |= alone
    if other >= 0:  # this seat sees the card that is played and stays certain of the rest
        know(g, known | BIT[card], other)


def forget_hand(g: Game, seat: int) -> None:
    """Record that a card of a hand is about to go back to the deck in secret: others may no longer be sure of any."""
    n = g.n
    hand = 0
    for c in g.z[HAND + seat]:
        hand |= BIT[c]
    for s in range(g.seats + 1 if n[PRIVATE] else 1):
        moved = (n[EXACT + s] | n[AMONG + s]) & hand
        if moved:
            n[EXACT + s] &= ~moved
            n[AMONG + s] &= ~moved
            n[MAYBE + s] |= moved


def forget(g: Game, card: int) -> None:
    """Forget what was known of a card, because it has been drawn from a deck."""
    n = g.n
    for s in range(g.seats + 1 if n[PRIVATE] else 1):
        n[EXACT + s] &= ~BIT[card]
        n[AMONG + s] &= ~BIT[card]
        n[MAYBE + s] &= ~BIT[card]


def all_in_hand(g: Game) -> None:
    """Record that no card lies on the table: "in hand or face down" becomes "in hand"."""
    n, z = g.n, g.z
    hands = 0
    for seat in range(g.seats):
        for c in z[HAND + seat]:
            hands |= BIT[c]
    for s in range(g.seats + 1 if n[PRIVATE] else 1):
        n[EXACT + s] |= n[AMONG + s] & hands
        n[AMONG + s] &= ~hands
