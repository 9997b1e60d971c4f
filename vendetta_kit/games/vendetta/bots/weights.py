"""The greedy bot's values: every number that it plays by, with its reason.

All values are in Influence at the end of the game, because that decides who wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final


def _table(**values: float) -> Any:
    return field(default_factory=lambda: MappingProxyType(values))


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The values; ``dataclasses.replace`` makes a different player."""

    # Blood
    blood_later: tuple[float, float, float, float] = (0.4, 0.35, 0.3, 0.01)
    """The value of 1 Blood in the Pool after round 0, 1, 2, 3: Power for the next round; at the end it breaks ties."""
    blood_now: float = 0.16
    """The value of 1 Blood in the Pool while Planning turns are left this round: it can still become Power."""
    frenzy: float = 2.2
    """The cost of a Frenzy: a random card of the Alliance is Drained, and another player gets 1 Influence."""
    danger: tuple[float, ...] = (1.0, 0.5, 0.28, 0.15, 0.08, 0.04, 0.02)
    """The chance that a Pool of 0, 1, 2, … Blood ends in Frenzy while others can still take Blood."""
    safe_after: float = 0.35
    """The share of the danger of a Frenzy that is left at the last Location of the round."""

    # Locations
    ambition: float = 0.3
    """The value of the Ambition token, which wins all ties."""
    spread: float = 2.0
    """How far visible Power can still change by effects, their order and Withdraws (a standard deviation)."""
    hidden: float = 1.9
    """How far the Power of an unseen card may be from the estimate (a standard deviation)."""
    coming: float = 2.3
    """How far Power can change by each card that an opponent will still play, spread over the Locations."""
    usual_blood: float = 1.1
    """Blood that an opponent usually plays with a card."""
    stays: float = 0.9
    """The share of opponents who stay at a Location."""
    cover: float = 0.1
    """The value of hiding a card, for each point of Power above the usual: Rivals cannot react to it."""
    bluff: float = 0.0
    """The value of hiding a card, for each point of Power below the usual: Rivals overestimate it."""
    hide: float = 0.0
    """The value of hiding any card: Rivals do not know what they need to win."""

    certain: bool = False
    """Whether the bot recognizes a certain win, and considers ties in an auction."""
    bids: tuple[float, float, float, float] = (1.0, 0.4, 0.25, 0.15)
    """The chance that an opponent bids at least 0, 1, 2, 3 Blood in an auction."""

    # Effects
    harm: float = 0.08
    """The value of a loss of 1 Blood for one opponent: small, as there are several opponents."""
    cause: float = 1.25
    """The value of causing a Frenzy: 1 Influence, and an opponent's card is Drained."""
    card: float = 0.35
    """The value of one more card in hand to choose from."""
    look_from: tuple[int, float] = (6, 2.5)
    """When to look at a hidden card: with at least this much Blood in the Pool, and this much to win there."""
    give: float = 1.5
    """The cost of giving 1 Influence to a Rival."""

    # Draining
    diablerie: tuple[float, float, float] = (1.1, 1.6, 99.0)
    """The cost of the first, second and third Diablerie token: each costs 1 Influence; the third eliminates."""
    token_blood: float = 0.2
    """The value of a token for later rounds: 1 Blood each round without a cost."""
    drain_most: float = 3.0
    """The most that a Drain may cost to be considered."""
    drain_edge: float = 0.15
    """How much better a Drain must be than none; a Drained card cannot feed again."""
    ability: Mapping[str, float] = _table(
        AL05=0.4, AL07=0.4, AL08=0.4, AL12=0.4, AL13=0.2, AL14=0.0, AL15=0.3, AL26=1.2, AL27=0.5, AL28=-0.3, AL30=0.2
    )
    """The value of an Ally's lasting ability beyond its printed numbers."""

    # Set-up
    clan: Mapping[str, float] = _table(
        brujah=1.36, gangrel=1.0, malkavian=1.14, nosferatu=0.4, toreador=0.86, tremere=0.72, ventrue=1.57
    )
    """Success of a clan with this bot: its share of wins times four, in 900 games with random clans."""
    relic: Mapping[str, float] = _table(RE01=2.0, RE02=1.0, RE03=1.2, RE04=0.8, RE05=0.2, RE06=1.6, RE07=1.0, RE08=1.5)
    """The value of using a Relic once, besides its printed Influence."""

    # Relics: the value that using them must reach
    litany: tuple[float, float, float, float] = (2.0, 2.0, 1.8, 0.2)
    """What Halsted Litany must bring in round 0, 1, 2, 3; in the last round waiting has no use."""
    apocrypha: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 0.1)
    """What Sargon Apocrypha must bring in round 0, 1, 2, 3."""
    chalice: tuple[float, float, float, float] = (2.0, 2.0, 2.0, 2.0)
    """What the Isaac Chalice must bring in round 0, 1, 2, 3."""
    chalice_last: float = 0.5
    """What the Isaac Chalice must bring in the last Planning turn of the game."""
    lantern: float = 2.0
    """What the additional card of the Pullman Lantern must be worth."""


GREEDY: Final = Weights(cover=0.05, bluff=0.1, hide=0.15, certain=True)
"""The weights of ``greedy`` since version 3 of the rules (:data:`.game.VERSION`).

All other bots use :class:`Weights` unchanged: ``gentle`` because the deals of the first game were chosen for it, the
bots that imagine because puzzles and the coach's numbers were found with them.
"""
