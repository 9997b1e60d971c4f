"""What a Clan card does, as far as a quick player sees it: its Power where it lies, and what it takes and gives.

These are rules of thumb, not rules: the engine alone knows what a card does. Where something depends on what is still
to come, an expectation stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from vendetta_kit.engine.tables import CLAN_CARDS, CLANS, IDS, POWER

__all__ = ["DOES", "GUESSED", "NEEDS_FACE_UP", "PRINTED", "TYPICAL", "Does", "Lying", "Spot", "cards_of", "power"]

PRINTED: Final[Mapping[str, int]] = {IDS[card]: POWER[card] for card in range(CLAN_CARDS)}
"""Printed Power by card id."""


def cards_of(clan: str | None) -> tuple[str, ...]:
    """The nine cards of a clan; none before there is one."""
    if clan is None:
        return ()
    first = CLANS.index(clan) * 9
    return IDS[first : first + 9]


class Lying(NamedTuple):
    """A card on a Position, or in thought."""

    card: str
    up: bool


class Spot(NamedTuple):
    """A Position as its cards see it."""

    cards: tuple[Lying, ...] = ()
    """Known cards of this Position."""
    unseen: int = 0
    """Cards here that the reader does not know."""
    blood: int = 0
    pool: float = 6
    """Blood in its player's Pool by the time the cards act."""
    alliance: int = 1
    spare: int = 1
    """Cards left in hand by then."""
    haven: bool = False
    round: int = 1
    rivals: float = 2.0
    """Rivals here, as far as can be expected."""
    their_cards: float = 2.0
    """Their cards here in all."""
    their_top: float = 2.0
    """The highest printed Power among those."""
    their_printed: float = 3.0
    """The printed Power of the strongest of them in all."""
    their_blood: float = 1.0
    """The Deployed Blood of the one of them who has most."""
    coming: float = 0.0
    """Cards that opponents will still play here."""
    elsewhere: float = 0.0
    """Cards that opponents will still play at other Locations."""


NEEDS_FACE_UP: Final = frozenset({"BR03", "GA06", "NO02", "NO03", "NO04", "NO06", "TO07", "VE05"})
"""Passive cards whose moment comes before the Revelation: face down they sleep through it."""

_A_CARD: Final = 2.3
"""Power of a card that nobody has chosen yet."""

_MORE: Final[Mapping[str, Callable[[Spot], float]]] = {
    "BR01": lambda s: -2 if s.blood else 0,
    "BR02": lambda s: 2 * (len(s.cards) + s.unseen),
    "GA02": lambda s: s.their_printed / 2,
    "GA03": lambda s: s.blood,
    "GA04": lambda s: s.their_blood / 2,
    "GA05": lambda s: min(6.0, max(0, s.pool + 2 - s.blood)) if s.blood else 0,
    "GA06": lambda s: s.coming,
    "GA08": lambda s: 2,
    "MA01": lambda s: _A_CARD * min(1, s.rivals),
    "MA02": lambda s: 1,
    "MA03": lambda s: _A_CARD * s.spare,
    "MA04": lambda s: 2 if len(s.cards) + s.unseen == 1 else 0.7,
    "MA06": lambda s: _A_CARD,
    "MA08": lambda s: len(s.cards) + s.unseen,
    "NO03": lambda s: s.coming,
    "NO05": lambda s: min(3, max(0, s.pool - 2)) * 0.6,
    "NO08": lambda s: 2 if s.haven else 0,
    "TO02": lambda s: min(7, s.alliance),
    "TO03": lambda s: min(s.alliance // 2, s.their_blood),
    "TO05": lambda s: len(s.cards) + s.unseen + s.their_cards,
    "TO07": lambda s: min(s.alliance, max(0, s.pool - 2)) * 0.6,
    "TR01": lambda s: -s.pool,
    "TR02": lambda s: 0 if s.pool >= 2 else -6,
    "TR07": lambda s: s.their_blood / 2 if s.pool >= 2 else 0,
    "VE01": lambda s: s.rivals,
    "VE02": lambda s: s.their_top,
    "VE04": lambda s: max([s.their_top, *(PRINTED[lying.card] for lying in s.cards)]),
    "VE06": lambda s: s.their_blood / 2,
}
"""What comes on top of the printed Power: the card's own words, and what it takes from the strongest Rival."""


GUESSED: Final = frozenset(_MORE) - {"BR01", "BR02", "GA03", "GA08", "MA08", "NO08", "TO02"}
"""Cards whose Power is only expected: it depends on what others do, or on what is still to come."""


def power(spot: Spot, unseen: float = _A_CARD) -> float:
    """Power of a Position in a conflict; ``unseen`` is what a card that cannot be seen is taken for.

    >>> power(Spot((Lying("BR01", True),), blood=2)), power(Spot((Lying("BR01", True),)))
    (6.0, 6.0)
    """
    total = spot.blood + spot.unseen * unseen
    least = 0
    for lying in spot.cards:
        if lying.card == "MA07":
            least = 4
    for card, up in spot.cards:
        worth: float = PRINTED[card]
        more = _MORE.get(card)
        if more is not None and (up or card not in NEEDS_FACE_UP):
            worth += more(spot)
        total += worth if worth > least else least
    return float(total)


TYPICAL: Final[Mapping[str, float]] = {card: power(Spot((Lying(card, True),), pool=4)) for card in PRINTED}
"""What a card's Power usually comes to, alone and face up."""


class Does(NamedTuple):
    """What a card does beside its Power, if its player stays: Blood for each Rival hit, and what its player gets."""

    steal: float = 0.0
    lose: float = 0.0
    gain: float = 0.0
    victims: float = 0.0
    influence: float = 0.0
    pay: float = 0.0
    """Blood that its player gives for it."""


DOES: Final[Mapping[str, Callable[[Spot], Does]]] = {
    "BR03": lambda s: Does(influence=0.1 * s.elsewhere),
    "BR04": lambda s: Does(lose=s.round),
    "BR05": lambda s: Does(lose=3),
    "BR06": lambda s: Does(lose=(s.blood + s.their_blood * 1.5) // 2),
    "BR07": lambda s: Does(steal=1),
    "BR08": lambda s: Does(influence=0.15 * s.rivals),
    "BR09": lambda s: Does(steal=1),
    "GA01": lambda s: Does(gain=s.blood),
    "GA04": lambda s: Does(gain=s.rivals * s.their_blood / 3),
    "GA07": lambda s: Does(gain=s.blood / 4),
    "GA09": lambda s: Does(steal=1),
    "MA05": lambda s: Does(steal=0.5),
    "MA09": lambda s: Does(steal=1),
    "NO01": lambda s: Does(influence=0.0 if s.haven else 0.4),
    "NO02": lambda s: Does(influence=0.2),
    "NO03": lambda s: Does(lose=0.3 * s.coming),
    "NO04": lambda s: Does(influence=0.2),
    "NO06": lambda s: Does(lose=0.5),
    "NO07": lambda s: Does(influence=0.2),
    "NO09": lambda s: Does(steal=1),
    "TO01": lambda s: Does(steal=s.alliance // 2),
    "TO04": lambda s: Does(victims=0.7),
    "TO06": lambda s: Does(influence=0.15),
    "TO08": lambda s: Does(victims=1),
    "TO09": lambda s: Does(steal=1),
    "TR02": lambda s: Does(pay=s.pool // 2),
    "TR03": lambda s: Does(gain=max(1.0, 7 - s.pool)),
    "TR05": lambda s: Does(lose=4, pay=s.pool // 2) if s.pool >= 2 and s.rivals >= 1 else Does(),
    "TR06": lambda s: Does(lose=0.5),
    "TR07": lambda s: Does(gain=s.rivals * s.their_blood / 3, pay=s.pool // 2) if s.their_blood > 2 else Does(),
    "TR08": lambda s: Does(influence=0.15),
    "TR09": lambda s: Does(steal=1, pay=1) if s.pool >= 2 else Does(),
    "VE01": lambda s: Does(influence=0.3 if s.coming + s.elsewhere < 6 else 0.15),
    "VE03": lambda s: Does(steal=0.7),
    "VE05": lambda s: Does(steal=1.0),
    "VE07": lambda s: Does(gain=s.their_top if s.rivals >= 1 else 0),
    "VE09": lambda s: Does(gain=1 if s.rivals >= 1 else 0),
}
