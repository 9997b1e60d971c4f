"""The moments of a game at which cards have a say, and the cards' functions that are called there.

Adding a card is one record in ``data/vendetta/cards/`` and its functions in ``effects/``, each with one of these
decorators: no step of the round names a card. A step calls those that belong to its moment, in the order in which they
registered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from vendetta_kit.kernel.state import Step

from .card_tables import BIT, FIRST_ALLY, FIRST_LOCATION_CARD, FIRST_RELIC, FIRST_VICTIM, NUMBER
from .state import ALLIANCE, RELIC, RELIC_USED, UP, place_of, turn_order

if TYPE_CHECKING:
    from .game import Game

Hook = TypeVar("Hook", bound=Callable[..., Any])
Effect = Callable[["Game", int, int, int], None]
"""``effect(game, seat, Location, card)``: the seat is the one on whose Position the card lies (GLOS-02)."""
Bonus = Callable[["Game", int, int], int]
"""``bonus(game, seat, Location)``: Power on top of the printed one, worked out at the count (RUL-37)."""
Triggered = Callable[["Game", int, int, int], Step]
"""``triggered(game, seat, Location, card)``: the step that a trigger lays on the agenda; empty if it does nothing."""
Codes = Callable[["Game", int, tuple[int, ...], int], tuple[int, ...]]
"""``codes(game, seat, cards looked at, how many are usually kept)``: what else may be kept, as codes (HAND-02)."""


class Aside(NamedTuple):
    """Something that can be done in a Planning turn beside the play.

    Its codes lie from ``first`` up to ``after``; ``codes`` are those that a seat may do now, ``do`` carries one out.
    """

    first: int
    after: int
    codes: Callable[[Game, int], tuple[int, ...]]
    do: Callable[[Game, int, int], None]


# Clan cards with a step of their own -----------------------------------------------------------------------------

EFFECT: Final[dict[int, Effect]] = {}
BONUS: Final[dict[int, Bonus]] = {}
MOMENTS: Final[dict[str, int]] = {"revealed": 0, "preparation": 0, "first": 0, "conflict": 0, "aftermath": 0}
"""For each moment of Resolution the bit set of Clan cards that act then."""
AIMED: Final[list[int]] = [0]
"""Bit set of Clan cards whose effect counts or targets opponents or Rivals (RUL-51)."""


def acts(card_id: str, moment: str, aimed: bool = False) -> Callable[[Effect], Effect]:
    """The function is the effect of a Clan card at a moment; ``aimed``: it is about Rivals or opponents."""

    def register(effect: Effect) -> Effect:
        card = NUMBER[card_id]
        EFFECT[card] = effect
        MOMENTS[moment] |= BIT[card]
        if aimed:
            AIMED[0] |= BIT[card]
        return effect

    return register


def adds(card_id: str, conflict: bool = True, rivals: bool = False) -> Callable[[Bonus], Bonus]:
    """The function is what a Clan card adds to its Power.

    ``conflict``: it acts in the Conflict step; ``rivals``: it counts Rivals.
    """

    def register(bonus: Bonus) -> Bonus:
        card = NUMBER[card_id]
        BONUS[card] = bonus
        if rivals:
            COUNTS_RIVALS[0] |= BIT[card]
        if conflict:
            EFFECT[card] = counts_later
            MOMENTS["conflict"] |= BIT[card]
        return bonus

    return register


def counts_later(g: Game, me: int, loc: int, card: int) -> None:
    """A Conflict card that only changes its own Power: nothing happens before the count (RUL-37)."""


# Clan cards that lie face up, whichever step it is ----------------------------------------------------------------

CARDS_AT: Final[dict[str, dict[int, Callable[..., Any]]]] = {
    "turn": {},
    "played": {},
    "hides": {},
    "watches": {},
    "planned": {},
    "tokens": {},
    "leaving": {},
    "withdrawal": {},
    "withdrawn": {},
    "revelation": {},
    "blood": {},
    "shields": {},
    "takes": {},
    "hurt": {},
    "paid": {},
    "thirst": {},
}
"""What a Clan card does at a moment, wherever it lies face up: all get game, owner's seat, Location and card, and then

- ``turn``: the step that begins a seat's Planning turn. Returns whether the card has asked first.
- ``played``: seat, Location, whether face down. A card has been played: returns a step, or nothing (PLAN-20).
- ``hides``: seat, Location. Returns whether the seat must play face down there.
- ``watches``: Location. Returns whether its player sees what goes face down there.
- ``planned``: Planning has ended.
- ``tokens``: those who stay, and the steps that carry the tokens out, to which it may add.
- ``leaving``: seat, Location. The seat withdraws; returns whether the card has asked how.
- ``withdrawal``: seat, whether home from the Haven. Returns rules that tell of that withdrawal.
- ``withdrawn``: seat, its cards, whether home from the Haven. They have gone.
- ``revelation``: nothing has turned up yet.
- ``blood``: returns what 1 Deployed Blood is worth on its Position (CONF-03).
- ``shields``: seat, Location. Returns whether Blood of the seat is safe from effects there.
- ``takes``: seat, Location. Returns the place to which Blood goes that the seat pays or Loses there, or -1.
- ``hurt``: seat, Location, Blood. The seat has paid or lost so much.
- ``paid``: causer, seat. The one has caused the other's Frenzy.
- ``thirst``: seat, Location. Returns whether the card has asked before a Frenzy's Drain.
"""
BENDS: Final = ("shields", "takes", "hurt")
"""The moments at which Clan cards bend a verb."""
UP_AT: Final[dict[str, int]] = dict.fromkeys((*CARDS_AT, "verbs"), 0)
"""The cards of each of these moments, as a bit set; ``verbs`` are those that bend one."""
HELD_OFF: Final[dict[int, Callable[[Game, int, int], bool]]] = {}
"""Clan cards that name another one: ``(game, seat, card)``, whether the seat's Blood is safe from that card."""
LAID: Final[dict[int, Effect]] = {}
"""What a Clan card does when it is itself played face up."""
ROUND_ENDS: Final[dict[int, Callable[[Game], None]]] = {}
"""What a Clan card that has acted leaves for the end of the round, when all cards are back in their hands."""
COUNTS_RIVALS: Final[list[int]] = [0]
"""Bit set of Clan cards whose Power counts Rivals (RUL-51)."""


def when(card_id: str, moment: str) -> Callable[[Hook], Hook]:
    """The function is what a Clan card does at a moment of :data:`CARDS_AT`."""

    def register(hook: Hook) -> Hook:
        card = NUMBER[card_id]
        CARDS_AT[moment][card] = hook
        UP_AT[moment] |= BIT[card]
        if moment in BENDS:
            UP_AT["verbs"] |= BIT[card]
        return hook

    return register


def face_up(g: Game, moment: str) -> list[tuple[int, int, int]]:
    """Return owner's seat, Location and card of the Clan cards of a moment that lie face up."""
    up = g.n[UP]
    if not up & UP_AT[moment]:
        return []
    return [(*divmod(place_of(g, card), 4), card) for card in CARDS_AT[moment] if up & BIT[card]]


def call_cards(g: Game, moment: str, *more: Any) -> None:
    """Let all Clan cards that lie face up do what they do at a moment."""
    for owner, at, card in face_up(g, moment):
        CARDS_AT[moment][card](g, owner, at, card, *more)


def watcher(g: Game, loc: int) -> int:
    """Return the seat that sees what goes face down at a Location, or -1."""
    for owner, at, card in face_up(g, "watches"):
        if CARDS_AT["watches"][card](g, owner, at, card, loc):
            return owner
    return -1


# Allies, and what others share with them -------------------------------------------------------------------------

ACQUIRED: Final[dict[int, Effect]] = {}
"""What an Ally does when it is acquired (RUL-41)."""
PLAYED_BY_OWN: Final[dict[int, Triggered]] = {}
"""What an Ally does when its player has played a card to that Location (PLAN-20), as a step, or nothing."""
PAID: Final[dict[int, Effect]] = {}
"""What an Ally brings its player for a Frenzy that it caused; the Location is where that was, or -1."""
PAYS_BLOOD: Final[set[int]] = set()
"""Those of them that bring Blood, not Influence (KIT-15)."""
SCORES: Final[dict[int, Callable[[tuple[int, ...]], int]]] = {}
"""What an Ally counts beside its printed Influence: gets its player's Alliance (RUL-50)."""
FEES: Final[dict[int, Callable[[int], int]]] = {}
"""What an Ally of the player's, or the Location's card, makes of the fee for a card face down, in Blood (PLAN-09)."""
KEEPS_MORE: Final[dict[int, Codes]] = {}
"""What an Ally or a Relic lets its player keep beside what is usual in Hand Building."""
ASIDES: Final[dict[int, Aside]] = {}
"""What an Ally or a Relic lets its player do beside the play, in the order of the codes."""
ANY_TIME: Final[set[int]] = set()
"""Those of them whose player need not wait for a Planning turn (RUL-22)."""
TOKENS: Final[dict[int, int]] = {}
"""Vampires that bring another number of Diablerie tokens than usual when they are Drained."""
NOT_DRAINED: Final[set[int]] = set()
"""Allies that cannot be Drained (RUL-09)."""
DRAINED_FIRST: Final[set[int]] = set()
"""Allies that a Frenzy Drains before all others (RUL-10)."""
WINS_TIES: Final[set[int]] = set()
"""Allies whose player wins all ties (RUL-40)."""

LASTING: Final[set[int]] = set()
"""Allies with a lasting ability, which a Drain ends (DRAIN-06)."""
BENDS_PLANNING: Final[set[int]] = set()
"""Allies that change what their player may do in a Planning turn."""
OWN_TRIGGERS: Final[set[int]] = set()
"""Allies that do something when their player plays a card."""


def does(card_id: str, table: dict[int, Hook]) -> Callable[[Hook], Hook]:
    """The function is what a card does, or says, in the way that the table tells."""

    def register(hook: Hook) -> Hook:
        card = NUMBER[card_id]
        found: Any = table
        found[card] = hook
        if found is not ACQUIRED:
            lasts(card_id)
        if found is FEES:
            BENDS_PLANNING.add(card)
        elif found is PLAYED_BY_OWN:
            OWN_TRIGGERS.add(card)
        return hook

    return register


def lasts(card_id: str, *tables: set[int]) -> None:
    """Say that a card, if it is an Ally, has a lasting ability, and put it into these sets of Allies that are alike."""
    card = NUMBER[card_id]
    if FIRST_ALLY <= card < FIRST_VICTIM:
        LASTING.add(card)
        for table in tables:
            table.add(card)


def aside(
    card_id: str,
    first: int,
    after: int,
    codes: Callable[[Game, int], tuple[int, ...]],
    do: Callable[[Game, int, int], None],
    any_time: bool = False,
) -> None:
    """Let an Ally's or Relic's player do something in a Planning turn, beside the play: see :class:`Aside`.

    ``any_time``: and before the choice of a token, where a hidden card can still matter.
    """
    ASIDES[NUMBER[card_id]] = Aside(first, after, codes, do)
    lasts(card_id, BENDS_PLANNING, *((ANY_TIME,) if any_time else ()))


def aside_of(code: int) -> int:
    """Return the card by which an action with that code is done in a Planning turn, beside the play."""
    return next(card for card, other in ASIDES.items() if other.first <= code < other.after)


def wins_ties(alliance: tuple[int, ...]) -> bool:
    """Whether somebody in an Alliance wins its player all ties (RUL-40)."""
    return not WINS_TIES.isdisjoint(alliance)


def has(g: Game, seat: int, card: int) -> bool:
    """Whether an Ally is in a seat's Alliance, or a Relic is the seat's and not used up."""
    n = g.n
    return card in g.z[ALLIANCE + seat] or (n[RELIC + seat] == card and not n[RELIC_USED + seat])


# Location cards and Relics -----------------------------------------------------------------------------------

PLACES: Final[dict[str, dict[int, Effect]]] = {
    "withdrawn": {},
    "revealed": {},
    "rewarded": {},
    "aftermath": {},
    "frenzy_paid": {},
    "resolved": {},
}
"""What a Location card does when that has just happened there; the seat is who it happened to, or -1 (VLOC-04).

``rewarded`` comes for each seat in the order of ranks; ``frenzy_paid`` is about who caused a Frenzy there.
"""
RELICS: Final[dict[str, dict[int, Effect]]] = {
    "feed": {},
    "resolution": {},
    "tokens": {},
    "conflict": {},
    "rewarded": {},
    "frenzy": {},
}
"""What a Relic that is not used up does for its seat: the Location is where that is, or -1 (VREL-05).

``tokens`` have just been revealed; ``conflict`` has not begun; of a ``frenzy`` the seat has not yet Drained.
"""


def at(card_id: str, moment: str) -> Callable[[Effect], Effect]:
    """The function is what a Location card or Relic does at a moment of :data:`PLACES` or :data:`RELICS`."""

    def register(effect: Effect) -> Effect:
        card = NUMBER[card_id]
        assert card >= FIRST_LOCATION_CARD, card_id
        (RELICS if card >= FIRST_RELIC else PLACES)[moment][card] = effect
        return effect

    return register


def call_place(g: Game, moment: str, seat: int, loc: int) -> bool:
    """Let a Location's card do what it does at a moment; return whether there is one that does."""
    card = g.table.location_card[loc]
    if card not in PLACES[moment]:
        return False
    PLACES[moment][card](g, seat, loc, card)
    return True


def call_relic(g: Game, moment: str, seat: int, loc: int) -> None:
    """Let a seat's Relic do what it does at a moment, if it is not used up."""
    n = g.n
    relic = n[RELIC + seat]
    if relic in RELICS[moment] and not n[RELIC_USED + seat]:
        RELICS[moment][relic](g, seat, loc, relic)


def call_relics(g: Game, moment: str, loc: int) -> None:
    """Let all Relics do what they do at a moment; what they lay on the agenda comes in turn order."""
    for seat in reversed(turn_order(g)):
        call_relic(g, moment, seat, loc)
