"""What the greedy bot thinks things are worth: every number that it plays by, each with its reason.

All is counted in Influence at the end of the game, for that is what wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

__all__ = ["GREEDY", "Weights"]


def _table(**values: float) -> Any:
    return field(default_factory=lambda: MappingProxyType(values))


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The numbers; change some with ``dataclasses.replace`` to have another player."""

    # Blood
    blood_later: tuple[float, float, float, float] = (0.4, 0.35, 0.3, 0.01)
    """One Blood kept in the Pool beyond round 0, 1, 2, 3: next round it is Power; after round 3 it only breaks ties."""
    blood_now: float = 0.16
    """One Blood in the Pool while there are Planning turns left this round: at least it can still become Power."""
    frenzy: float = 2.2
    """A Frenzy: a random card of the Alliance is Drained, and somebody else is paid 1 Influence."""
    danger: tuple[float, ...] = (1.0, 0.5, 0.28, 0.15, 0.08, 0.04, 0.02)
    """How likely a Pool of 0, 1, 2, … Blood ends in Frenzy while somebody can still take some."""
    safe_after: float = 0.35
    """How much of that danger is left when the Location is the last one of the round."""

    # Locations
    ambition: float = 0.3
    """The Ambition token: first choice of nothing, but it wins all ties."""
    spread: float = 2.0
    """How far a Power that lies open can still move: effects, orders, Withdraws (a standard deviation)."""
    hidden: float = 1.9
    """The same for each card that nobody has seen yet."""
    coming: float = 2.3
    """The same for each card that an opponent will still play, spread over the Locations."""
    usual_blood: float = 1.1
    """Blood that an opponent usually plays with a card."""
    stays: float = 0.9
    """How many opponents stay at a Location where they are, as a share."""
    cover: float = 0.1
    """A card that nobody sees, for each point of Power above the usual: Rivals cannot answer it."""
    bluff: float = 0.0
    """The same for each point below the usual: Rivals take it for more than it is."""
    hide: float = 0.0
    """The same for any card: Rivals do not know what they would need to win."""

    certain: bool = False
    """Whether it sees where it cannot be beaten, and reckons in an auction with whom it would tie."""
    bids: tuple[float, float, float, float] = (1.0, 0.4, 0.25, 0.15)
    """How likely an opponent bids at least 0, 1, 2, 3 Blood in an auction."""

    # Effects
    harm: float = 0.08
    """One Blood less for one opponent: one of several, so a small part of what it is worth to its player."""
    cause: float = 1.25
    """A Frenzy that one causes: 1 Influence, and a card of an opponent is Drained."""
    card: float = 0.35
    """One more card in hand to choose from."""
    look_from: tuple[int, float] = (6, 2.5)
    """To look at a hidden card: so much Blood in the Pool, and so much to be won there."""
    give: float = 1.5
    """One Influence handed to a Rival: one less here, one more there."""

    # Draining
    diablerie: tuple[float, float, float] = (1.1, 1.6, 99.0)
    """The first, second and third Diablerie token: each costs 1 Influence; the third is the end."""
    token_blood: float = 0.2
    """What a token gives back each round: 1 Blood for nothing."""
    drain_most: float = 3.0
    """What a Drain may cost at all: dearer ones are never looked at."""
    drain_edge: float = 0.15
    """How much better a Drain must be than none: what is Drained cannot feed again."""
    ability: Mapping[str, float] = _table(
        AL05=0.4, AL07=0.4, AL08=0.4, AL12=0.4, AL13=0.2, AL14=0.0, AL15=0.3, AL26=1.2, AL27=0.5, AL28=-0.3, AL30=0.2
    )
    """What an Ally's lasting ability is worth beyond its numbers."""

    # Set-up
    clan: Mapping[str, float] = _table(
        brujah=1.36, gangrel=1.0, malkavian=1.14, nosferatu=0.4, toreador=0.86, tremere=0.72, ventrue=1.57
    )
    """How well a clan does in this bot's hands: its share of wins times four, in 900 such games with random clans."""
    relic: Mapping[str, float] = _table(RE01=2.0, RE02=1.0, RE03=1.2, RE04=0.8, RE05=0.2, RE06=1.6, RE07=1.0, RE08=1.5)
    """What using a Relic once is worth; its printed Influence comes on top."""

    # Relics: what one must bring before it is used up
    litany: tuple[float, float, float, float] = (2.0, 2.0, 1.8, 0.2)
    """Halsted Litany in round 0, 1, 2, 3: in the last round there is nothing left to wait for."""
    apocrypha: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 0.1)
    """Sargon Apocrypha, the same way."""
    chalice: tuple[float, float, float, float] = (2.0, 2.0, 2.0, 2.0)
    """Isaac Chalice, the same way."""
    chalice_last: float = 0.5
    """Isaac Chalice in the last Planning turn of the game."""
    lantern: float = 2.0
    """Pullman Lantern: so much must the card be worth that comes on top."""


GREEDY: Final = Weights(cover=0.05, bluff=0.1, hide=0.15, certain=True)
"""How ``greedy`` weighs since the third version of the rules (:data:`.game.VERSION`).

All others go by :class:`Weights` as it is: ``gentle``, since the deals of the first game were chosen for it, and those
that imagine, since puzzles and the coach's numbers were found with them.
"""
