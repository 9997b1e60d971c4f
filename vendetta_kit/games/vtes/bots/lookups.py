"""What V:TES's bots look up of a card or of the table, without any worth: who meets it, who may block."""

from __future__ import annotations

from typing import Any

from vendetta_kit.games.vtes.engine.board import capacity, is_card, is_vampire, level, predator, prey, seat_of
from vendetta_kit.games.vtes.engine.card_play import against_vampire
from vendetta_kit.games.vtes.engine.cards import ANYBODY, Card, Effects

__all__ = ["counts_seats", "intercept_gained", "may_block_of", "meets"]


def meets(s: Any, card: Card, minion: int) -> bool:
    """Whether a minion is what a card asks for, and could ever pay its blood."""
    needs = card.needs
    if not is_vampire(s.g, minion):
        return needs == ANYBODY and not card.blood
    return (
        all(level(s.g, minion, name) > 0 for name in (needs.discipline, needs.second) if name)
        and against_vampire(s.g, minion, needs) is None
        and card.blood <= capacity(s.g, minion)
    )


def intercept_gained(what: Effects) -> int:
    """Return how much nearer effects bring a blocker to the acting minion."""
    return sum(effect.value for effect in what if effect.verb in ("intercept", "reduce_stealth"))


def counts_seats(card: Card) -> bool:
    """Whether what a referendum takes from each can be told without a target."""
    return any(effect.verb in ("share_pool_loss", "burn_pool_by_vampire") for effect in card.basic)


def may_block_of(s: Any, target: int) -> list[int]:
    """Return who could block an action aimed at this: its owner, or prey and predator (BLOCK-03)."""
    me = s.seat
    if is_card(s.g, target) and seat_of(s.g, target) != me:
        return [seat_of(s.g, target)]
    if 0 <= target < s.seats and target != me:
        return [target]
    return list({p for p in (prey(s.g, me), predator(s.g, s.seat)) if p >= 0})
