"""What things are worth to the greedy bot, and to the careful one, in pool of their own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the greedy bot. One pool of its own is 1."""

    prey_pool: float = 1.0
    """One pool that the prey burns."""
    other_pool: float = 0.2
    """One pool that somebody else burns."""
    oust: float = 12.0
    """The prey out: a point and 6 pool."""
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
    """So much pool is left when a vampire is out, beyond what the predator can bleed until then."""
    surprise: float = 1.0
    """So much more than the predator's minions show may come of its hand."""
    out: float = 8.0
    """Its own last pool."""
    late: float = 0.3
    """How much of that it still counts to keep back a minion, where all together could not stop the predator."""
    blocked: float = 0.6
    """How much of an action's worth is lost where somebody can block it."""
    danger: float = 0.5
    """An own tapped minion, which cannot block until the next turn."""


DEFAULT = Weights()


@dataclass(frozen=True, slots=True)
class CarefulWeights(Weights):
    """Weights of the careful bot: those of the greedy one, and what it fears."""

    own_pool: float = 0.7
    """One pool of its own that a master costs, beside the fear of having too little."""
    guard: float = 0.3
    """One pool that the predator could bleed in its next turn, because nobody is there to block."""
    plenty: float = 10.0
    """With more pool than this it fears for each the less."""
    blocks: float = 0.7
    """How often an untapped minion stops a bleed."""
    lasting: float = 3.0
    """So many turns something that stays in play serves."""
    of_a_type: int = 3
    """So many cards of one type in hand are not too many."""
    soon: int = 4
    """A vampire that needs so many counters will be out soon."""


CAREFUL = CarefulWeights()
