"""The Withdraw step as the simultaneous game that it is: what each set of tokens comes to, over imagined worlds.

Everybody at a Location chooses Stay or Withdraw in secret and at the same time (WDR-01, WDR-02). So in every imagined
world every profile of tokens is played out by the quick player of :mod:`.playout`, and the pay-offs are averaged: a
game with two choices for each player, which :mod:`.equilibrium` solves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.games.vendetta.engine.actions import STAY_CODE, WITHDRAW_CODE
from vendetta_kit.games.vendetta.engine.agenda import TOKEN
from vendetta_kit.games.vendetta.engine.state import POOL, STAY, WINNER
from vendetta_kit.kernel.state import ASK

from .equilibrium import Profile, TwoChoices
from .imagined_worlds import ImaginedWorld
from .playout import LOCATION, ROUND_END, PlayoutPlayer, go_on, stop_after, worth
from .weights import Weights

if TYPE_CHECKING:
    from vendetta_kit import Game


__all__ = ["Payoff", "ProfileOutcome", "TokenMean", "WithdrawSubgame", "own_worth", "stand_off"]

Payoff = Callable[[Sequence[float], int], float]
"""From what every seat has in the end, what that is worth to one of them."""


@dataclass(frozen=True, slots=True)
class ProfileOutcome:
    """What a profile of tokens comes to: averages over the worlds, seat by seat of the stand-off."""

    payoffs: tuple[float, ...]
    wins: tuple[float, ...]
    """The share of worlds in which each wins this Location."""
    blood: tuple[float, ...]
    """Blood in each Pool once the Location is done."""


class TokenMean(NamedTuple):
    """What a token comes to for one seat: pay-off, share of worlds in which it wins here, Blood in its Pool then."""

    payoff: float
    wins: float
    blood: float


@dataclass(frozen=True, slots=True)
class WithdrawSubgame:
    """The game of the tokens. ``seats`` are its players in order; ``outcomes`` go by profile, True for Stay."""

    seats: tuple[int, ...]
    outcomes: dict[Profile, ProfileOutcome]
    worlds: int
    """How many different worlds each was played out in."""

    @property
    def game(self) -> TwoChoices:
        """Its pay-offs alone."""
        rows = {profile: outcome.payoffs for profile, outcome in self.outcomes.items()}
        return TwoChoices.of(len(self.seats), rows)

    def mean(self, seat: int, stays: bool, chances: Sequence[float]) -> TokenMean:
        """What comes of one seat's token if the others stay by these chances."""
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
    """What a seat has itself, whatever the others have."""
    return has[seat]


def stand_off(
    worlds: Sequence[ImaginedWorld], w: Weights, seed: int, horizon: str = ROUND_END, payoff: Payoff = own_worth
) -> WithdrawSubgame:
    """Play every profile of tokens out in every world.

    ``horizon``: to the end of the Location, or of the round, where the cards of those who left still count at the
    Haven. Each world has the same chance for all profiles, so that they are compared alike. Tokens that lie there
    already are taken back first.

    Raises:
        ValueError: there is no world, or no Withdraw step is open in it.
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
    """Who wins the Location, whose Pool holds how much then, and what every seat has in the end."""
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
