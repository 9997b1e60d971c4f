"""Weights of the greedy and the careful bot. The unit is one pool of the bot's own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the greedy bot."""

    prey_pool: float = 1.0
    """One pool that the prey burns."""
    other_pool: float = 0.2
    """One pool that another player burns."""
    oust: float = 12.0
    """The oust of the prey: a victory point and 6 pool."""
    edge: float = 1.0
    own_blood: float = 0.5
    """One blood of an own vampire."""
    other_blood: float = 0.3
    vampire: float = 5.0
    """An own vampire ready and not in torpor."""
    card: float = 0.15
    """A card kept in hand."""
    minion_point: float = 0.6
    """One more strength, bleed, stealth or intercept on a minion."""
    life_point: float = 0.7
    reserve: int = 3
    """The pool to keep after a vampire comes out, beyond what the predator can bleed until then."""
    surprise: float = 1.0
    """The bleed to expect from cards in the predator's hand."""
    out: float = 8.0
    """The loss of the bot's last pool."""
    late: float = 0.3
    """The share of ``out`` that a kept minion is worth if all minions together could not stop the predator."""
    blocked: float = 0.6
    """The share of an action's worth that is lost if it can be blocked."""
    danger: float = 0.5
    """An own tapped minion, which cannot block until the next turn."""
    lasts: float = 4.0
    """That counts in full while the predator's minions could bleed it out in so many turns."""
    nearly: float = 0.3
    """So much of an oust a bleed counts by its share of the prey's pool, where all its minions together are enough."""


DEFAULT = Weights()


@dataclass(frozen=True, slots=True)
class CarefulWeights(Weights):
    """Weights of the careful bot: those of the greedy one, and some for risks."""

    own_pool: float = 0.7
    """One pool that a master costs."""
    guard: float = 0.3
    """One pool that the predator could bleed in its next turn because no minion can block."""
    plenty: float = 10.0
    """The pool above which losing one pool counts less."""
    blocks: float = 0.7
    """The chance that an untapped minion stops a bleed."""
    lasting: float = 3.0
    """The turns for which a card that stays in play is used."""
    of_a_type: int = 3
    """The most cards of one type to keep in hand."""
    soon: int = 4
    """The most counters that a vampire may need to be expected soon."""


CAREFUL = CarefulWeights()
