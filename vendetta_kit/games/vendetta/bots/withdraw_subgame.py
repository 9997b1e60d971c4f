"""The Withdraw step as a simultaneous game: the result of each combination of tokens, over imagined games.

All players at a Location choose Stay or Withdraw in secret at the same time (WDR-01, WDR-02). In every imagined game
each profile of tokens is played by the fast player of :mod:`.playout`, and the pay-offs are averaged. The result is a
game with two choices for each player, which :mod:`.equilibrium` solves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from vendetta_kit.games.vendetta.engine.actions import STAY_CODE, WITHDRAW_CODE
from vendetta_kit.games.vendetta.engine.agenda import TOKEN
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import POOL, STAY, WINNER
from vendetta_kit.kernel.state import ASK

from .equilibrium import Profile, TwoChoices
from .imagined_worlds import ImaginedWorld
from .playout import LOCATION, ROUND_END, PlayoutPlayer, go_on, stop_after, worth
from .weights import Weights

Payoff = Callable[[Sequence[float], int], float]
"""``payoff(totals, seat)``: returns the value of all seats' final totals for one seat."""


@dataclass(frozen=True, slots=True)
class ProfileOutcome:
    """The average result of a profile of tokens, for each seat of the subgame."""

    payoffs: tuple[float, ...]
    wins: tuple[float, ...]
    """The share of imagined games in which each wins this Location."""
    blood: tuple[float, ...]
    """Blood in each Pool after the Location."""


class TokenMean(NamedTuple):
    """The average result of a token for one seat: pay-off, share of Locations won, Blood in its Pool afterwards."""

    payoff: float
    wins: float
    blood: float


@dataclass(frozen=True, slots=True)
class WithdrawSubgame:
    """The game of tokens. ``seats`` are its players in order; ``outcomes`` are by profile, True for Stay."""

    seats: tuple[int, ...]
    outcomes: dict[Profile, ProfileOutcome]
    worlds: int
    """The number of different imagined games in which each profile was played."""

    @property
    def game(self) -> TwoChoices:
        """Return the pay-offs as a game of two choices."""
        rows = {profile: outcome.payoffs for profile, outcome in self.outcomes.items()}
        return TwoChoices.of(len(self.seats), rows)

    def mean(self, seat: int, stays: bool, chances: Sequence[float]) -> TokenMean:
        """Return the average result of one seat's token if the others stay with these chances."""
        me = self.seats.index(seat)
        payoff = wins = blood = 0.0
        for profile, outcome in self.outcomes.items():
            if profile[me] != stays:
                continue
            p = 1.0
            for k, (chance, stay) in enumerate(zip(chances, profile, strict=True)):
                if k != me:
                    p *= chance if stay else 1 - chance
            payoff += p * outcome.payoffs[me]
            wins += p * outcome.wins[me]
            blood += p * outcome.blood[me]
        return TokenMean(payoff, wins, blood)


def own_worth(has: Sequence[float], seat: int) -> float:
    """Return a seat's own total, whatever the others have."""
    return has[seat]


def stand_off(
    worlds: Sequence[ImaginedWorld], w: Weights, seed: int, horizon: str = ROUND_END, payoff: Payoff = own_worth
) -> WithdrawSubgame:
    """Play every profile of tokens in every imagined game and return the average results.

    ``horizon`` is the end of the Location or of the round; in the latter the cards of those who left still count at the
    Haven. In one imagined game all profiles get the same random numbers. Tokens already chosen are taken back first.

    Raises:
        ValueError: ``worlds`` is empty, or no Withdraw step is open in them.
    """
    if not worlds or worlds[0].game.n[ASK] != TOKEN:
        raise ValueError("no Withdraw step is open here: nobody has a token to choose")
    first = worlds[0].game
    seats = tuple(s for s in range(first.seats) if first.n[STAY] >> s & 1)
    outcomes: dict[Profile, ProfileOutcome] = {}
    for bits in range(1 << len(seats)):
        profile = tuple(bool(bits >> k & 1) for k in range(len(seats)))
        sums = [[0.0] * len(seats) for _ in range(3)]
        for number, world in enumerate(worlds):
            game = world.game.copy(record=False)
            wins, blood, has = _played(game, seats, profile, PlayoutPlayer(w, Random(seed * 1000 + number)), w, horizon)
            for k, seat in enumerate(seats):
                for row, value in zip(sums, (payoff(has, seat), wins[k], blood[k]), strict=True):
                    row[k] += world.weight * value
        outcomes[profile] = ProfileOutcome(*(tuple(row) for row in sums))
    return WithdrawSubgame(seats, outcomes, len(worlds))


def _played(
    game: Game, seats: tuple[int, ...], profile: Profile, player: PlayoutPlayer, w: Weights, horizon: str
) -> tuple[list[float], list[float], list[float]]:
    """Return each seat's wins of the Location, its Blood in the Pool then, and its total at the end."""
    n = game.n
    game.unseal()
    if horizon == ROUND_END:
        stop_after(game, ROUND_END)
    stop_after(game, LOCATION)
    for seat, stays in zip(seats, profile, strict=True):
        game.advance(seat, STAY_CODE if stays else WITHDRAW_CODE)
    player.play_on(game)
    winner = n[WINNER] - 1
    blood = [float(n[POOL + seat]) for seat in seats]
    if horizon == ROUND_END:
        go_on(game)
        player.play_on(game)
    has = [worth(game, seat, w) for seat in range(game.seats)]
    return [float(seat == winner) for seat in seats], blood, has
