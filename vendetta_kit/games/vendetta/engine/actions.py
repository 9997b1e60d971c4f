"""All actions of a seat, as small immutable values.

>>> Play("BR07", at=1, face="down", blood=3)
Play('BR07', at=1, face='down', blood=3)
>>> ACTIONS.from_json({"do": "play", "card": "BR07", "at": 1, "face": "down", "blood": 3}).to_json()
{'do': 'play', 'card': 'BR07', 'at': 1, 'face': 'down', 'blood': 3}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from vendetta_kit.kernel.actions import Action, Actions, code_below

from .card_tables import AT, CLAN_CARDS, CLANS, FIRST_RELIC, IDS, LOCATION_NUMBER, NUMBER

At = int | str
"""A Location as people name it: 1, 2, 3 or ``"haven"``."""

PLAY0: Final = 0  # + ((card * 4 + location) * 2 + down) * 12 + blood * 3 + flips
PLAYS_A_CARD: Final = 96
DRAIN0: Final = CLAN_CARDS * PLAYS_A_CARD
LOOK0: Final = DRAIN0 + 200  # + (seat * 4 + location) * 16 + slot
USE0: Final = LOOK0 + 400
END_CODE: Final = USE0 + 200
STAY_CODE: Final = END_CODE + 1
WITHDRAW_CODE: Final = END_CODE + 2
BID0: Final = END_CODE + 10
MOST_BLOOD: Final = 1000  # far above what a game can hold; keeps the ranges apart
CLAN0: Final = BID0 + MOST_BLOOD
RELIC0: Final = CLAN0 + 10
NO: Final = RELIC0 + 200
YES: Final = NO + 1
IN_HAVEN: Final = NO + 2
INT0: Final = NO + 10
CARD0: Final = INT0 + MOST_BLOOD
KEEP0: Final = CARD0 + 200  # + (clan * 512 + set of kept cards) * 10 + place of the given card (1 … 9), 0 if none


def _card(value: object) -> int:
    return NUMBER.get(value, -1) if isinstance(value, str) else -1


def _place(value: object) -> int:
    return LOCATION_NUMBER.get(value, -1) if isinstance(value, int | str) and not isinstance(value, bool) else -1


@dataclass(frozen=True, slots=True, repr=False)
class PickClan(Action):
    """Take one of the offered clan sheets in the set-up (SET-10)."""

    do: ClassVar[str] = "pick_clan"
    clan: str

    def _code(self) -> int:
        return CLAN0 + CLANS.index(self.clan) if self.clan in CLANS else -1


@dataclass(frozen=True, slots=True, repr=False)
class PickRelic(Action):
    """Take one of the offered Relics in the set-up (VREL-03)."""

    do: ClassVar[str] = "pick_relic"
    relic: str

    def _code(self) -> int:
        card = _card(self.relic)
        return RELIC0 + card if card >= FIRST_RELIC else -1


@dataclass(frozen=True, slots=True, repr=False)
class Keep(Action):
    """Keep these cards in Hand Building (HAND-02); with Roberta Urbani the card ``give`` goes under the deck."""

    do: ClassVar[str] = "keep"
    cards: tuple[str, ...]
    give: str | None = None

    def _code(self) -> int:
        if not isinstance(self.cards, tuple) or not self.cards:
            return -1
        numbers = [_card(card) for card in self.cards]
        given = _card(self.give) if self.give is not None else -2
        every = numbers if given == -2 else [*numbers, given]
        clan = numbers[0] // 9
        if len(set(every)) != len(every) or any(not 0 <= c < CLAN_CARDS or c // 9 != clan for c in every):
            return -1
        return keep_code(tuple(numbers), given)


@dataclass(frozen=True, slots=True, repr=False)
class Play(Action):
    """Play a card from the hand to the player's Position in a Planning turn (PLAN-03 to PLAN-16, DIAB-04).

    ``face`` is ``"up"`` or ``"down"``, ``blood`` the Blood from the Pool, ``flips`` the Diablerie tokens turned over.
    """

    do: ClassVar[str] = "play"
    card: str
    at: At
    face: str = "up"
    blood: int = 0
    flips: int = 0

    def _code(self) -> int:
        card, at = _card(self.card), _place(self.at)
        blood, flips = code_below(self.blood, 4), code_below(self.flips, 3)
        if 0 <= card < CLAN_CARDS and at >= 0 and blood >= 0 and flips >= 0 and self.face in ("up", "down"):
            return PLAY0 + ((card * 4 + at) * 2 + (self.face == "down")) * 12 + blood * 3 + flips
        return -1


@dataclass(frozen=True, slots=True, repr=False)
class Drain(Action):
    """Drain an Ally or Victim of the player's Alliance in a Planning turn (DRAIN-01)."""

    do: ClassVar[str] = "drain"
    card: str

    def _code(self) -> int:
        card = _card(self.card)
        return DRAIN0 + card if card >= CLAN_CARDS else -1


@dataclass(frozen=True, slots=True, repr=False)
class Look(Action):
    """Pay 1 Blood to see a face-down card with Ambrus Maropis; ``slot`` counts a Position's cards from 0."""

    do: ClassVar[str] = "look"
    seat: int
    at: At
    slot: int = 0

    def _code(self) -> int:
        seat, at, slot = code_below(self.seat, 6), _place(self.at), code_below(self.slot, 16)
        return LOOK0 + (seat * 4 + at) * 16 + slot if min(seat, at, slot) >= 0 else -1


@dataclass(frozen=True, slots=True, repr=False)
class UseRelic(Action):
    """Return a Drained card to the Alliance with the Isaac Chalice, in a Planning turn."""

    do: ClassVar[str] = "use_relic"
    target: str

    def _code(self) -> int:
        card = _card(self.target)
        return USE0 + card if CLAN_CARDS <= card < FIRST_RELIC else -1


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the player's Planning turn."""

    do: ClassVar[str] = "end_turn"

    def _code(self) -> int:
        return END_CODE


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Choose the Stay token in the Withdraw step (WDR-04)."""

    do: ClassVar[str] = "stay"

    def _code(self) -> int:
        return STAY_CODE


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Choose the Withdraw token in the Withdraw step (WDR-05)."""

    do: ClassVar[str] = "withdraw"

    def _code(self) -> int:
        return WITHDRAW_CODE


@dataclass(frozen=True, slots=True, repr=False)
class Bid(Action):
    """Make a secret bid of Blood from the Pool in an Auction of Blood."""

    do: ClassVar[str] = "bid"
    blood: int

    def _code(self) -> int:
        blood = code_below(self.blood, MOST_BLOOD)
        return BID0 + blood if blood >= 0 else -1


@dataclass(frozen=True, slots=True, repr=False)
class Choose(Action):
    """Answer any other question with ``True``, ``False``, a card id, a seat, a Location or a number."""

    do: ClassVar[str] = "choose"
    value: bool | int | str

    def _code(self) -> int:
        value = self.value
        if isinstance(value, bool):
            return YES if value else NO
        if isinstance(value, int):
            return INT0 + value if 0 <= value < MOST_BLOOD else -1
        if value == "haven":
            return IN_HAVEN
        card = _card(value)
        return CARD0 + card if card >= 0 else -1


def keep_code(cards: tuple[int, ...], give: int = -2) -> int:
    """Return the code of keeping ``cards``, numbers of one clan's cards, and of giving ``give`` (-2 for none)."""
    clan = cards[0] // 9
    kept = 0
    for c in cards:
        kept |= 1 << (c - clan * 9)
    return KEEP0 + (clan * 512 + kept) * 10 + (give - clan * 9 + 1 if give != -2 else 0)


_kept: dict[int, tuple[tuple[int, ...], int]] = {}


def kept_cards(code: int) -> tuple[tuple[int, ...], int]:
    """Return the cards kept and the card given (-1 for none) from the code of a :class:`Keep`."""
    if code in _kept:
        return _kept[code]
    rest, give = divmod(code - KEEP0, 10)
    clan, kept = divmod(rest, 512)
    cards = tuple(clan * 9 + k for k in range(9) if kept >> k & 1)
    answer = _kept[code] = cards, (clan * 9 + give - 1 if give else -1)
    return answer


def _decode(code: int) -> Action:
    if code < DRAIN0:
        rest, low = divmod(code - PLAY0, 12)
        blood, flips = divmod(low, 3)
        rest, down = divmod(rest, 2)
        card, at = divmod(rest, 4)
        return Play(IDS[card], AT[at], "down" if down else "up", blood, flips)
    if code < LOOK0:
        return Drain(IDS[code - DRAIN0])
    if code < USE0:
        pos, slot = divmod(code - LOOK0, 16)
        return Look(pos // 4, AT[pos % 4], slot)
    if code < END_CODE:
        return UseRelic(IDS[code - USE0])
    if code < BID0:
        return (EndTurn(), Stay(), Withdraw())[code - END_CODE]
    if code < CLAN0:
        return Bid(code - BID0)
    if code < RELIC0:
        return PickClan(CLANS[code - CLAN0])
    if code < NO:
        return PickRelic(IDS[code - RELIC0])
    if code < INT0:
        return Choose((False, True, "haven")[code - NO])
    if code < CARD0:
        return Choose(code - INT0)
    if code < KEEP0:
        return Choose(IDS[code - CARD0])
    cards, give = kept_cards(code)
    return Keep(tuple(IDS[c] for c in cards), IDS[give] if give >= 0 else None)


ACTIONS: Final = Actions(
    (PickClan, PickRelic, Keep, Play, Drain, Look, UseRelic, EndTurn, Stay, Withdraw, Bid, Choose), _decode
)
"""The one shared action value with a code, created when first asked for."""


def action_of(code: int) -> Action:
    """Return the one shared action value with this code."""
    return ACTIONS[code]


class _Parts(dict[int, tuple[int, int, int, int, int]]):
    def __missing__(self, code: int) -> tuple[int, int, int, int, int]:
        rest, low = divmod(code, 12)
        rest, down = divmod(rest, 2)
        card, loc = divmod(rest, 4)
        blood, flips = divmod(low, 3)
        parts = self[code] = (card, loc, down, blood, flips)
        return parts


play_parts: Final = _Parts()
"""Card number, Location number, face down (0 or 1), Blood and flips, by the code of a play."""
