"""The moments of a game at which card effects run, and the decorators that register the effects.

To add a card, write one record in ``data/vendetta/cards/`` and its functions in ``effects/``, each with one of these
decorators. No step of the round names a card: it calls the functions registered for its moment, in the order of their
registration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from vendetta_kit.kernel.state import Step

from .card_tables import BIT, FIRST_ALLY, FIRST_LOCATION_CARD, FIRST_RELIC, FIRST_VICTIM, NUMBER
from .state import ALLIANCE, RELIC, RELIC_USED, UP, position_of, turn_order

if TYPE_CHECKING:
    from .game import Game

Hook = TypeVar("Hook", bound=Callable[..., Any])
Effect = Callable[["Game", int, int, int], None]
"""``effect(game, seat, Location, card)``: ``seat`` owns the Position on which the card lies (GLOS-02)."""
Bonus = Callable[["Game", int, int], int]
"""``bonus(game, seat, Location)``: returns Power added to the printed Power, calculated at the count (RUL-37)."""
Triggered = Callable[["Game", int, int, int], Step]
"""``triggered(game, seat, Location, card)``: returns a step for the agenda; empty for none."""
Codes = Callable[["Game", int, tuple[int, ...], int], tuple[int, ...]]
"""``codes(game, seat, cards looked at, usual number kept)``: returns codes of further ways to keep (HAND-02)."""


class PlanningAction(NamedTuple):
    """An action that a card allows in a Planning turn in addition to the play.

    Its codes are in ``range(first, after)``. ``codes`` returns those that are legal for a seat; ``do`` carries one out.
    """

    first: int
    after: int
    codes: Callable[[Game, int], tuple[int, ...]]
    do: Callable[[Game, int, int], None]


# Effects of Clan cards in Resolution ----------------------------------------------------------------------------

EFFECT: Final[dict[int, Effect]] = {}
BONUS: Final[dict[int, Bonus]] = {}
MOMENTS: Final[dict[str, int]] = {"revealed": 0, "preparation": 0, "first": 0, "conflict": 0, "aftermath": 0}
"""For each moment of Resolution, the bit set of Clan cards with an effect at that moment."""
AIMED: Final[list[int]] = [0]
"""Bit set of Clan cards whose effects count or target opponents or Rivals (RUL-51)."""


def acts(card_id: str, moment: str, aimed: bool = False) -> Callable[[Effect], Effect]:
    """Register a function as the effect of a Clan card at a moment; ``aimed`` if it concerns Rivals or opponents."""

    def register(effect: Effect) -> Effect:
        card = NUMBER[card_id]
        EFFECT[card] = effect
        MOMENTS[moment] |= BIT[card]
        if aimed:
            AIMED[0] |= BIT[card]
        return effect

    return register


def adds(card_id: str, conflict: bool = True, rivals: bool = False) -> Callable[[Bonus], Bonus]:
    """Register a function as the Power that a Clan card adds to its own.

    ``conflict`` if the card acts in the Conflict step, ``rivals`` if its Power counts Rivals.
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
    """Do nothing: a Conflict card that only changes its own Power is calculated at the count (RUL-37)."""


# Effects of face-up Clan cards outside their own step -------------------------------------------------------------

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
"""The effects of face-up Clan cards by moment. Each gets game, owner's seat, Location and card, and in addition:

- ``turn``: the step that begins a seat's Planning turn. Returns whether the card has asked a question first.
- ``played``: seat, Location, whether face down, after a play. Returns a step, empty for none (PLAN-20).
- ``hides``: seat, Location. Returns whether the seat must play face down there.
- ``watches``: Location. Returns whether the owner sees cards that are played face down there.
- ``planned``: nothing; Planning has ended.
- ``tokens``: the seats that stay, and the steps that carry out the tokens; it may add steps to that list.
- ``leaving``: seat, Location, before a withdrawal. Returns whether the card has asked how the seat withdraws.
- ``withdrawal``: seat, whether from the Haven. Returns rules that explain this withdrawal.
- ``withdrawn``: seat, its cards, whether from the Haven, after the withdrawal.
- ``revelation``: nothing; no card has been turned up yet.
- ``blood``: nothing. Returns the Power of 1 Deployed Blood on its Position (CONF-03).
- ``shields``: seat, Location. Returns whether the seat's Blood is safe from effects there.
- ``takes``: seat, Location. Returns the index where Blood goes that the seat pays or Loses there, or -1.
- ``hurt``: seat, Location, amount of Blood that the seat has just paid or lost.
- ``paid``: causer, seat, after the causer has caused the seat's Frenzy.
- ``thirst``: seat, Location. Returns whether the card has asked a question before the Drain of a Frenzy.
"""
BLOOD_MOMENTS: Final = ("shields", "takes", "hurt")
"""The moments at which Clan cards change what happens to a seat's Blood."""
UP_AT: Final[dict[str, int]] = dict.fromkeys((*CARDS_AT, "verbs"), 0)
"""For each moment of :data:`CARDS_AT`, the bit set of its cards; ``verbs`` has those of :data:`BLOOD_MOMENTS`."""
SHIELDS: Final[dict[int, Callable[[Game, int, int], bool]]] = {}
"""For Clan cards that name a card: ``(game, seat, card)``, returns whether the seat's Blood is safe from it."""
ON_PLAY: Final[dict[int, Effect]] = {}
"""Effects of Clan cards that happen when the card itself is played face up."""
ROUND_ENDS: Final[dict[int, Callable[[Game], None]]] = {}
"""What a Clan card that acted this round does at the end of the round, after all cards have returned to hands."""
COUNTS_RIVALS: Final[list[int]] = [0]
"""Bit set of Clan cards whose Power counts Rivals (RUL-51)."""


def while_face_up(card_id: str, moment: str) -> Callable[[Hook], Hook]:
    """Register a function as the effect of a Clan card at a moment of :data:`CARDS_AT`."""

    def register(hook: Hook) -> Hook:
        card = NUMBER[card_id]
        CARDS_AT[moment][card] = hook
        UP_AT[moment] |= BIT[card]
        if moment in BLOOD_MOMENTS:
            UP_AT["verbs"] |= BIT[card]
        return hook

    return register


def face_up(g: Game, moment: str) -> list[tuple[int, int, int]]:
    """Return owner's seat, Location and card of each face-up Clan card with an effect at a moment."""
    up = g.n[UP]
    if not up & UP_AT[moment]:
        return []
    return [(*divmod(position_of(g, card), 4), card) for card in CARDS_AT[moment] if up & BIT[card]]


def call_cards(g: Game, moment: str, *more: Any) -> None:
    """Run the effects of all face-up Clan cards at a moment."""
    for owner, at, card in face_up(g, moment):
        CARDS_AT[moment][card](g, owner, at, card, *more)


def seat_that_watches(g: Game, loc: int) -> int:
    """Return the seat that sees cards played face down at a Location, or -1."""
    for owner, at, card in face_up(g, "watches"):
        if CARDS_AT["watches"][card](g, owner, at, card, loc):
            return owner
    return -1


# Effects of Allies, some shared with other types of cards ---------------------------------------------------------

ACQUIRED: Final[dict[int, Effect]] = {}
"""Effects of Allies when they are acquired (RUL-41)."""
PLAYED_BY_OWN: Final[dict[int, Triggered]] = {}
"""Effects of Allies after their player has played a card to a given Location (PLAN-20): a step, empty for none."""
PAID: Final[dict[int, Effect]] = {}
"""What an Ally gives its player for causing a Frenzy; the Location is where it happened, or -1."""
PAYS_BLOOD: Final[set[int]] = set()
"""Allies that give Blood instead of Influence for a Frenzy (KIT-15)."""
SCORES: Final[dict[int, Callable[[tuple[int, ...]], int]]] = {}
"""Influence of an Ally in addition to the printed one; the function gets its player's Alliance (RUL-50)."""
FEES: Final[dict[int, Callable[[int], int]]] = {}
"""How an Ally or a Location card changes the fee in Blood for a face-down card (PLAN-09)."""
KEEPS_MORE: Final[dict[int, Codes]] = {}
"""Further cards that an Ally or a Relic lets its player keep in Hand Building."""
PLANNING_ACTIONS: Final[dict[int, PlanningAction]] = {}
"""Actions that Allies and Relics allow in addition to the play, in the order of their codes."""
ANY_TIME: Final[set[int]] = set()
"""Allies and Relics whose action needs no Planning turn (RUL-22)."""
TOKENS: Final[dict[int, int]] = {}
"""Vampires that give an unusual number of Diablerie tokens when they are Drained, with that number."""
NOT_DRAINED: Final[set[int]] = set()
"""Allies that cannot be Drained (RUL-09)."""
DRAINED_FIRST: Final[set[int]] = set()
"""Allies that a Frenzy Drains before all other cards (RUL-10)."""
WINS_TIES: Final[set[int]] = set()
"""Allies whose player wins all ties (RUL-40)."""

LASTING: Final[set[int]] = set()
"""Allies with a lasting ability, which ends when they are Drained (DRAIN-06)."""
CHANGES_PLANNING: Final[set[int]] = set()
"""Allies that change what their player may do in a Planning turn."""
OWN_TRIGGERS: Final[set[int]] = set()
"""Allies with an effect when their player plays a card."""


def ability(card_id: str, table: dict[int, Hook]) -> Callable[[Hook], Hook]:
    """Register a function as the effect of a card of the kind that ``table`` holds."""

    def register(hook: Hook) -> Hook:
        card = NUMBER[card_id]
        found: Any = table
        found[card] = hook
        if found is not ACQUIRED:
            lasting_ability(card_id)
        if found is FEES:
            CHANGES_PLANNING.add(card)
        elif found is PLAYED_BY_OWN:
            OWN_TRIGGERS.add(card)
        return hook

    return register


def lasting_ability(card_id: str, *tables: set[int]) -> None:
    """Record that an Ally has a lasting ability, and add it to these sets; other types of cards are left out."""
    card = NUMBER[card_id]
    if FIRST_ALLY <= card < FIRST_VICTIM:
        LASTING.add(card)
        for table in tables:
            table.add(card)


def planning_action(
    card_id: str,
    first: int,
    after: int,
    codes: Callable[[Game, int], tuple[int, ...]],
    do: Callable[[Game, int, int], None],
    any_time: bool = False,
) -> None:
    """Register an action that an Ally or a Relic allows in a Planning turn: see :class:`PlanningAction`.

    ``any_time`` allows it also before the choice of a token, where a hidden card can still matter.
    """
    PLANNING_ACTIONS[NUMBER[card_id]] = PlanningAction(first, after, codes, do)
    lasting_ability(card_id, CHANGES_PLANNING, *((ANY_TIME,) if any_time else ()))


def card_of_action(code: int) -> int:
    """Return the card that allows the additional action with this code."""
    return next(card for card, other in PLANNING_ACTIONS.items() if other.first <= code < other.after)


def wins_ties(alliance: tuple[int, ...]) -> bool:
    """Return whether an Alliance has a card that wins its player all ties (RUL-40)."""
    return not WINS_TIES.isdisjoint(alliance)


def has(g: Game, seat: int, card: int) -> bool:
    """Return whether a seat has an Ally in its Alliance, or a Relic that is not used up."""
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
"""Effects of Location cards by moment; the seat is the one concerned, or -1 (VLOC-04).

``rewarded`` runs for each seat in order of ranks; for ``frenzy_paid`` the seat is who caused the Frenzy.
"""
RELICS: Final[dict[str, dict[int, Effect]]] = {
    "feed": {},
    "resolution": {},
    "tokens": {},
    "conflict": {},
    "rewarded": {},
    "frenzy": {},
}
"""Effects of Relics that are not used up, by moment; the Location is where it happens, or -1 (VREL-05).

``tokens`` runs just after the tokens are revealed, ``conflict`` before the Conflict step, ``frenzy`` before the Drain.
"""


def variant_effect(card_id: str, moment: str) -> Callable[[Effect], Effect]:
    """Register a function as the effect of a Location card or Relic at a moment of :data:`PLACES` or :data:`RELICS`."""

    def register(effect: Effect) -> Effect:
        card = NUMBER[card_id]
        assert card >= FIRST_LOCATION_CARD, card_id
        (RELICS if card >= FIRST_RELIC else PLACES)[moment][card] = effect
        return effect

    return register


def call_place(g: Game, moment: str, seat: int, loc: int) -> bool:
    """Run the effect of a Location's card at a moment; return whether it has one."""
    card = g.table.location_card[loc]
    if card not in PLACES[moment]:
        return False
    PLACES[moment][card](g, seat, loc, card)
    return True


def call_relic(g: Game, moment: str, seat: int, loc: int) -> None:
    """Run the effect of a seat's Relic at a moment, if the Relic is not used up."""
    n = g.n
    relic = n[RELIC + seat]
    if relic in RELICS[moment] and not n[RELIC_USED + seat]:
        RELICS[moment][relic](g, seat, loc, relic)


def call_relics(g: Game, moment: str, loc: int) -> None:
    """Run the effects of all Relics at a moment; the steps that they add to the agenda run in turn order."""
    for seat in reversed(turn_order(g)):
        call_relic(g, moment, seat, loc)
