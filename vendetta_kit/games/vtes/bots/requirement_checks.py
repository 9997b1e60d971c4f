"""Facts about cards and the table that the bots use: who meets a requirement, who may block."""

from __future__ import annotations

from typing import Any

from vendetta_kit.games.vtes.engine.board import (
    capacity,
    in_play,
    is_card,
    is_vampire,
    level,
    predator,
    prey,
    printed,
    seat_of,
    title_of,
)
from vendetta_kit.games.vtes.engine.card_play import against_vampire
from vendetta_kit.games.vtes.engine.cards import ANYBODY, Card, Effects, Title
from vendetta_kit.games.vtes.engine.state import CONTESTED, READY, TORPOR


def meets_needs(s: Any, card: Card, minion: int) -> bool:
    """Check whether a minion meets a card's requirement and could ever pay its blood."""
    needs = card.needs
    if not is_vampire(s.g, minion):
        return needs == ANYBODY and not card.blood
    return (
        all(level(s.g, minion, name) > 0 for name in (needs.discipline, needs.second) if name)
        and against_vampire(s.g, minion, needs) is None
        and card.blood <= capacity(s.g, minion)
    )


def intercept_gained(what: Effects) -> int:
    """Return by how much effects raise intercept or lower stealth; what is chosen as the card is played counts 0."""
    helping = [effect.value for effect in what if effect.verb in ("intercept", "reduce_stealth")]
    return sum(value for value in helping if isinstance(value, int))


def counts_seats(card: Card) -> bool:
    """Check whether a referendum's effect on each seat is known without a target."""
    return any(effect.verb in ("share_pool_loss", "burn_pool_by_vampire") for effect in card.basic)


def may_block_of(s: Any, target: int) -> list[int]:
    """Return the seats that could block an action at ``target``: its owner's, else prey and predator (BLOCK-03)."""
    me = s.seat
    if is_card(s.g, target) and seat_of(s.g, target) != me:
        return [seat_of(s.g, target)]
    if 0 <= target < s.seats and target != me:
        return [target]
    return list({p for p in (prey(s.g, me), predator(s.g, s.seat)) if p >= 0})


def would_contest(s: Any, card: Card) -> bool:
    """Check whether a copy of a unique card is in play or contested, so that one more would be (CRYPT-01, LIB-09)."""
    if not card.unique and card.type != "vampire":
        return False
    turned = (c for seat in range(s.seats) for c in s.z[CONTESTED + seat])
    return any(printed(s.g, c).id == card.id for c in (*in_play(s.g), *turned))


def rivals(s: Any, card: int) -> list[int]:
    """Return the seats of the others that contest a card, or a vampire's title, with this one (CONT-01, TCON-01)."""
    if card in s.z[CONTESTED + s.seat]:
        mine = printed(s.g, card).id
        return [k for k in range(s.seats) for c in s.z[CONTESTED + k] if c != card and printed(s.g, c).id == mine]
    held = title_of(s.g, card)
    return [seat_of(s.g, c) for c in holders(s, held) if c != card] if held is not None else []


def holders(s: Any, held: Title) -> list[int]:
    """Return the vampires in play that have a title, contested or not; none if several may have it (TCON-01)."""
    regions = (READY, TORPOR) if held.unique else ()
    in_them = (c for region in regions for seat in range(s.seats) for c in s.z[region + seat])
    return [c for c in in_them if is_vampire(s.g, c) and title_of(s.g, c) == held]
