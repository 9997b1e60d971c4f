"""Double-entry bookkeeping: counters go from one account to another, with a cause and a rule.

An account *is* an index of ``g.n``. Once a game has begun, only :func:`move` changes a count; a test checks the source
of every game for this.
"""

from __future__ import annotations

from .events import Account
from .game import AnyGame
from .state import StateSchema


def move(
    g: AnyGame,
    source: int,
    target: int,
    amount: int,
    cause: str,
    card: int = -1,
    by: int = -1,
    rules: tuple[str, ...] = (),
) -> None:
    """Move ``amount`` (above 0) from one account to another.

    Args:
        source, target: indices of ``g.n``.
        cause: one of the causes that the game's rules declare.
        card: number of the card that paid or caused it, -1 if none did.
        by: the seat whose effect it was, -1 if no seat's.
        rules: ids of further rules, added to those of the cause.
    """
    n = g.n
    n[source] -= amount
    n[target] += amount
    if g.rec is not None:
        g.rec.entry(g, source, target, amount, cause, card, by, rules)


def account_of(schema: StateSchema, index: int) -> Account:
    """Return the account that a place of ``g.n`` is, as the game's schema declares it.

    Raises:
        IndexError: the index is no place of the game.
    """
    places = schema.at(index)
    seat, part = divmod(index - places.first, places.each)
    return Account(places.account, seat if places.of_seats else None, places.parts[part] if places.parts else None)
