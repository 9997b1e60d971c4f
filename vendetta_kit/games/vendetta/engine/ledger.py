"""Blood and Influence: who Gains, Loses and Deploys them; every way is one :func:`vendetta_kit.kernel.ledger.move`.

The accounts are ``BANK_BLOOD``, ``POOL + seat``, ``BLOOD + seat * 4 + location`` and, for Influence, ``BANK_INFLUENCE``
and ``INFL + seat``. The Bank begins with the tokens of the box (COMP-11, COMP-12) and is the only account that may run
below zero, since the supply is no limit (RUL-13).
"""

from __future__ import annotations

from vendetta_kit.kernel.ledger import move

from .game import Game
from .state import BANK_BLOOD, BANK_INFLUENCE, BLOOD, INFL, OUT, POOL


def gain(g: Game, seat: int, amount: int, card: int = -1, rules: tuple[str, ...] = ()) -> None:
    """A seat Gains Blood: Bank to Pool (GLOS-09)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_BLOOD, POOL + seat, amount, "gain", card, seat, rules)


def gain_influence(g: Game, seat: int, amount: int, cause: str, card: int = -1, rules: tuple[str, ...] = ()) -> None:
    """A seat Gains Influence: Bank to Pool (GLOS-09)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_INFLUENCE, INFL + seat, amount, cause, card, seat, rules)


def lose_influence(
    g: Game, seat: int, amount: int, by: int, card: int = -1, cause: str = "lose", rules: tuple[str, ...] = ()
) -> int:
    """A seat Loses Influence, as much as it has (RUL-11); returns how much that was."""
    amount = min(amount, g.n[INFL + seat])
    if amount > 0:
        move(g, INFL + seat, BANK_INFLUENCE, amount, cause, card, by, rules)
    return amount


def deploy(g: Game, seat: int, loc: int, amount: int, card: int, rules: tuple[str, ...] = ()) -> None:
    """Bank Blood onto a seat's Position: Deployed Blood at once (GLOS-07)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_BLOOD, BLOOD + seat * 4 + loc, amount, "deploy", card, seat, rules)
