"""Gains and losses of Blood and Influence; every change is one :func:`vendetta_kit.kernel.ledger.move`.

The accounts are ``BANK_BLOOD``, ``POOL + seat``, ``BLOOD + seat * 4 + location``, ``BANK_INFLUENCE`` and
``INFL + seat``. The Bank begins with the tokens of the box (COMP-11, COMP-12) and is the only account that may fall
below 0, because the supply has no limit (RUL-13).
"""

from __future__ import annotations

from vendetta_kit.kernel.ledger import move

from .game import Game
from .state import BANK_BLOOD, BANK_INFLUENCE, BLOOD, INFL, OUT, POOL


def gain(g: Game, seat: int, amount: int, card: int = -1, rules: tuple[str, ...] = ()) -> None:
    """Let a seat Gain Blood, from the Bank to its Pool (GLOS-09)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_BLOOD, POOL + seat, amount, "gain", card, seat, rules)


def gain_influence(g: Game, seat: int, amount: int, cause: str, card: int = -1, rules: tuple[str, ...] = ()) -> None:
    """Let a seat Gain Influence, from the Bank to its Pool (GLOS-09)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_INFLUENCE, INFL + seat, amount, cause, card, seat, rules)


def lose_influence(
    g: Game, seat: int, amount: int, by: int, card: int = -1, cause: str = "lose", rules: tuple[str, ...] = ()
) -> int:
    """Let a seat Lose Influence, at most what it has (RUL-11); return the amount lost."""
    amount = min(amount, g.n[INFL + seat])
    if amount > 0:
        move(g, INFL + seat, BANK_INFLUENCE, amount, cause, card, by, rules)
    return amount


def deploy(g: Game, seat: int, loc: int, amount: int, card: int, rules: tuple[str, ...] = ()) -> None:
    """Put Blood from the Bank on a seat's Position (GLOS-07)."""
    if amount > 0 and not g.n[OUT] >> seat & 1:
        move(g, BANK_BLOOD, BLOOD + seat * 4 + loc, amount, "deploy", card, seat, rules)
