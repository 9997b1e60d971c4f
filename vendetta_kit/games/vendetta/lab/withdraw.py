"""The Withdraw step at one Location as a simultaneous game of Stay or Withdraw.

For a seat at a Withdraw step it gives the pay-offs of every combination of tokens, averaged over games that the seat
can imagine, in Influence (the final total with the value of Blood and Alliance), the quantal response, the pure
equilibria, and the learner's own choice. Only what the seat knows is used.

Its budget is in counts (imagined games, steps of the solver), so that the same call gives the same result on every
machine. :meth:`Study.words` gives the result in words.

>>> from vendetta_kit import Game
>>> from vendetta_kit.games.vendetta import bots
>>> from random import Random
>>> game, rng = Game.new(seats=4, seed=7), Random(1)
>>> while game.view(0).asked != "withdraw" or 0 not in game.pending:
...     seat = game.to_act
...     events = game.apply(seat, bots.move(game, seat, bots.make("greedy"), rng))
>>> found = study(game, 0, worlds=4)
>>> sorted(found.chances) == list(found.seats), len(found.outcomes) == 2 ** len(found.seats)
(True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta.bots.equilibrium import MOST_STEPS, Profile, Quantal
from vendetta_kit.games.vendetta.bots.imagined_worlds import CardOdds, ImaginedWorlds
from vendetta_kit.games.vendetta.bots.playout import LOCATION, ROUND_END
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.bots.withdraw_subgame import ProfileOutcome, WithdrawSubgame, stand_off
from vendetta_kit.games.vendetta.engine.actions import At, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.message_text import fill
from vendetta_kit.kernel.actions import Action

HORIZONS: Final = (LOCATION, ROUND_END)
"""Where the play of a combination of tokens ends; at the Location's end, withdrawn cards have not counted yet."""

EVEN: Final = 0.05
"""Differences in Influence smaller than this count as none."""


class NoWithdrawStep(ValueError):
    """Raised where a seat has no token to choose. The message is one line."""


@dataclass(frozen=True, slots=True)
class Study:
    """The Withdraw game of one Location for one seat."""

    at: At
    seat: int
    names: tuple[str, ...]
    horizon: str
    worlds: int
    """The number of imagined games asked for; ``stand_off.worlds`` of them were different."""
    stand_off: WithdrawSubgame
    precision: float
    """How surely people take the better token: at 1, a gain of 1 Influence has odds of e to 1."""
    quantal: Quantal
    pure: tuple[Profile, ...]
    chosen: Action | None
    """The seat's choice, if known."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a token here, in the order of profiles."""
        return self.stand_off.seats

    @property
    def outcomes(self) -> Mapping[Profile, ProfileOutcome]:
        """The result of each combination of tokens."""
        return self.stand_off.outcomes

    @property
    def chances(self) -> dict[int, float]:
        """Each seat's chance to stay, by the quantal response."""
        return dict(zip(self.seats, self.quantal.chances, strict=True))

    @property
    def edge(self) -> float:
        """The gain in Influence from Stay over Withdraw against these chances."""
        return self.stand_off.game.edge(self.seats.index(self.seat), self.quantal.chances)

    @property
    def regret(self) -> float | None:
        """The average gain from the other token; 0 if the better one was chosen, ``None`` if none was."""
        if self.chosen is None:
            return None
        return max(0.0, -self.edge if isinstance(self.chosen, Stay) else self.edge)

    def table(self) -> list[dict[str, object]]:
        """Return one row for each combination of tokens and seat, for a data frame."""
        rows: list[dict[str, object]] = []
        for profile, outcome in self.outcomes.items():
            staying = ", ".join(self.names[seat] for seat, stays in zip(self.seats, profile, strict=True) if stays)
            for k, seat in enumerate(self.seats):
                rows.append(
                    {
                        "staying": staying,
                        "seat": seat,
                        "name": self.names[seat],
                        "stays": profile[k],
                        "influence": outcome.payoffs[k],
                        "wins": outcome.wins[k],
                        "blood": outcome.blood[k],
                        "equilibrium": profile in self.pure,
                    }
                )
        return rows

    def words(self, lang: str = "en") -> tuple[str, ...]:
        """Return the result as sentences."""
        say = _Words(lang)
        told = [say(f"tokens.worlds.{self.horizon}", worlds=self.worlds)]
        if self.quantal.precision < self.precision:
            reached, asked = say.number(self.quantal.precision), say.number(self.precision)
            told.append(say("tokens.unfinished", steps=self.quantal.steps, reached=reached, asked=asked))
        for seat, chance in self.chances.items():
            told.append(say("tokens.chance", name=self.names[seat], n=round(100 * chance)))
        told += [self._equilibrium(say, profile) for profile in self.pure] or [say("tokens.no_pure")]
        told.append(say(self._verdict(), gain=say.influence(abs(self.edge))))
        return tuple(told)

    def _equilibrium(self, say: _Words, profile: Profile) -> str:
        staying = [self.names[seat] for seat, stays in zip(self.seats, profile, strict=True) if stays]
        if len(staying) in (0, len(profile)):
            return say("tokens.pure.all" if staying else "tokens.pure.none")
        if len(staying) == 1:
            return say("tokens.pure.one", name=staying[0])
        return say("tokens.pure", names=staying)

    def _verdict(self) -> str:
        even = abs(self.edge) < EVEN
        if self.chosen is None:
            return "tokens.better." + ("even" if even else "stay" if self.edge > 0 else "leave")
        if even:
            return "tokens.chose.even"
        stayed = isinstance(self.chosen, Stay)
        return f"tokens.chose.{'stay' if stayed else 'leave'}.{'good' if stayed == (self.edge > 0) else 'bad'}"


class _Words:
    """Templates of one language, filled in when called."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.own: Mapping[str, str] = read_words("bots.json", lang)

    def __call__(self, key: str, **values: object) -> str:
        return fill(self.own[key], self.lang, values)

    def number(self, value: float) -> str:
        return fill(
            self.own["part.number"], self.lang, dict(zip(("whole", "part"), f"{value:.1f}".split("."), strict=True))
        )

    def influence(self, value: float) -> str:
        return fill(self.own["part.influence"], self.lang, {"n": self.number(value)})


def study(
    game: Game,
    seat: int,
    at: At | None = None,
    *,
    worlds: int = 20,
    precision: float = 1.0,
    most_steps: int = MOST_STEPS,
    horizon: str = ROUND_END,
    seed: int = 0,
    chosen: Action | None = None,
    likely: CardOdds | None = None,
    weights: Weights | None = None,
) -> Study:
    """Return the study of the current Withdraw step, as ``seat`` can see it.

    Args:
        game: at a Withdraw step; only what the seat knows is used, and chosen tokens count as not chosen.
        seat: a seat with a token to choose.
        at: the Location; by default the one that is being resolved.
        worlds: number of imagined games; the time grows with it, and doubles with every player.
        precision: how surely people take the better token (:attr:`Study.precision`).
        most_steps: the most steps of the solver.
        horizon: ``"round"`` or ``"location"``: where the play of each combination of tokens ends.
        seed: seed of the imagined games and their random events.
        chosen: the seat's choice, to be judged.

    Raises:
        NoWithdrawStep: this seat has no token to choose there now.
        ValueError: a count below 1, an unknown horizon, or a ``chosen`` that is no token.
    """
    if worlds < 1 or most_steps < 1 or precision < 0:
        found = f"{worlds}, {most_steps}, {precision}"
        raise ValueError(f"worlds, most_steps, precision: found {found}; expected 1, 1, 0 or more")
    if horizon not in HORIZONS:
        raise ValueError(f"horizon: found {horizon!r}; expected one of {', '.join(HORIZONS)}")
    if chosen is not None and not isinstance(chosen, Stay | Withdraw):
        raise ValueError(f"chosen: found {chosen!r}; expected Stay() or Withdraw()")
    view = game.view(seat, log=False)
    _check_open(view, seat, at)
    rng = Random(seed)
    drawn = ImaginedWorlds(game, seat, likely).draw(worlds, rng)
    off = stand_off(drawn, weights if weights is not None else Weights(), rng.getrandbits(20), horizon)
    quantal = off.game.quantal(precision, most_steps)
    where = view.at
    assert where is not None
    return Study(where, seat, view.names, horizon, worlds, off, precision, quantal, off.game.pure(), chosen)


def _check_open(view: View, seat: int, at: At | None) -> None:
    if view.asked != "withdraw":
        raise NoWithdrawStep("no Withdraw step is open now")
    if at is not None and at != view.at:
        raise NoWithdrawStep(f"Location {at!r} is not being resolved now, but {view.at!r}")
    if not any(spot.at == view.at and (spot.cards or spot.blood) for spot in view.seats[seat].positions):
        raise NoWithdrawStep(f"{view.names[seat]} has nothing at Location {view.at!r}, so there is no token to choose")
