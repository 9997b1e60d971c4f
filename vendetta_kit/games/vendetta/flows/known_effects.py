"""What known cards will do at a Location, as far as one reader can work it out.

For Staying: everybody there stays, nobody's hidden card does anything, and cards whose effect somebody still chooses,
or that bring cards from a hand or a deck, are named instead of being counted.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.engine import state as s
from vendetta_kit.games.vendetta.engine.actions import Bid, Choose
from vendetta_kit.games.vendetta.engine.card_hooks import MOMENTS, wins_ties
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.conflict import (
    current_power,
    known_effect,
    known_effects_of_staying,
    known_location,
    turned_up,
)
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.token_verbs import lose
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.visibility import is_back

from .card_positions import At

_BEFORE_THE_COUNT: Final = ("revealed", "preparation", "first", "conflict")


class PowerChange(NamedTuple):
    """A card that surely acts, and what it changes: the Power of a seat, or with ``pool`` the Blood in its Pool."""

    card: str
    by: int
    seat: int
    before: int
    after: int
    pool: bool = False


class StayForecast(NamedTuple):
    """Power by seat once the known cards have acted, what they change, whose cards are left out, and who is first."""

    power: dict[int, int]
    changes: tuple[PowerChange, ...]
    left_out: tuple[tuple[str, int], ...]
    first: int | None = None

    def of_pool(self, seat: int) -> list[PowerChange]:
        """Return what the known cards change of a seat's Pool, in their order."""
        return [change for change in self.changes if change.pool and change.seat == seat]


def stay_forecast(view: View, at: At) -> StayForecast:
    """Return what Staying at a Location comes to in an open Withdraw step, if all others stay there, too.

    >>> from vendetta_kit.scenarios import ScenarioRun, find, load
    >>> view = ScenarioRun(load(find("lesson-04-leave"))).game.view(0)
    >>> stay_forecast(view, 1).power
    {0: 5, 1: 9, 2: 1}
    """
    loc = LOCATION_NUMBER[at]
    changes: list[PowerChange] = []
    left_out: list[tuple[str, int]] = []

    def notes(after: Game | str, card: int, seat: int) -> Game:
        """Add what a card has changed, or that it cannot be worked out; return the Location as it is then."""
        if isinstance(after, str):
            left_out.append((IDS[card], seat))
            return game
        for pool, old, new in ((False, _powers(game, loc), _powers(after, loc)), (True, *_pools(game, after))):
            changes.extend(
                PowerChange(IDS[card], seat, other, old[other], n, pool) for other, n in new.items() if old[other] != n
            )
        return after

    game = known_location(view.observation, loc)
    for seat, card, after in known_effects_of_staying(game, loc):
        game = notes(after, card, seat)
    seen = turned_up(view.observation, loc, game)
    game = known_location(seen, loc)
    for moment in _BEFORE_THE_COUNT:
        for seat in s.turn_order(game):
            for card in seen.z[s.CARDS + seat * 4 + loc]:
                if is_back(card) or not MOMENTS[moment] & game.n[s.UP] & BIT[card]:
                    continue
                game = notes(known_effect(game, seat, loc, card, frenzies=False), card, seat)
    power, order = _powers(game, loc), s.turn_order(game)
    ranks = sorted(power, key=lambda seat: (-power[seat], not wins_ties(game.z[s.ALLIANCE + seat]), order.index(seat)))
    return StayForecast(power, tuple(changes), tuple(left_out), ranks[0] if ranks else None)


TAKES_BLOOD: Final = {"toll": 2, "curfew": 3, "turn_up": 2, "spend_one": 1, "spend_half": 0}
"""What a yes to these questions takes from the Pool at most: half of it, where it says 0."""


def pool_after(view: View, action: Action) -> int | None:
    """Return what the asked player's Pool holds just after an answer that takes Blood from it; ``None`` for others.

    A Pool of 0 means a Frenzy: what is Spent leaves one Blood, and is not legal otherwise.
    """
    asked = view.decision
    assert asked is not None
    pool = view.seats[asked.seat].blood
    value = action.blood if isinstance(action, Bid) else action.value if isinstance(action, Choose) else None
    if not value or asked.at is None:
        return None
    if asked.question == "spend_half":
        return pool - pool // 2
    if asked.question in ("blood_to_play", "blood_after_card"):
        return pool - int(value)
    takes = int(value) if isinstance(action, Bid) else TAKES_BLOOD.get(asked.question or "")
    if takes is None:
        return None
    loc, card = LOCATION_NUMBER[asked.at], "NO06" if asked.question == "turn_up" else asked.card
    game = known_location(view.observation, loc)
    lose(game, asked.seat, takes, -1, loc, NUMBER[card] if card is not None else -1)
    return game.n[s.POOL + asked.seat]


def order_matters(view: View) -> str:
    """Return why it matters which card acts next, where the reader is asked that; empty if all orders are the same.

    ``frenzy`` if one may empty a Pool, ``asks`` if one asks somebody or brings cards, ``numbers`` if only sums differ.
    """
    asked = view.decision
    assert asked is not None
    assert asked.at is not None
    loc = LOCATION_NUMBER[asked.at]
    cards = [NUMBER[str(action.value)] for action in asked.legal if isinstance(action, Choose)]
    ends = []
    for order in permutations(cards):
        game = known_location(view.observation, loc)
        for card in order:
            after = known_effect(game, asked.seat, loc, card)
            if isinstance(after, str):
                return after
            game = after
        ends.append((game.n, game.z[s.PRINTED]))
    return "" if all(end == ends[0] for end in ends) else "numbers"


def _powers(game: Game, loc: int) -> dict[int, int]:
    found = {}
    for seat in range(game.seats):
        if game.z[s.CARDS + seat * 4 + loc] or game.n[s.BLOOD + seat * 4 + loc]:
            cards, blood = current_power(game, seat, loc)
            found[seat] = sum(cards) + blood
    return found


def _pools(before: Game, after: Game) -> tuple[dict[int, int], dict[int, int]]:
    old, new = ({seat: game.n[s.POOL + seat] for seat in range(game.seats)} for game in (before, after))
    return old, new
