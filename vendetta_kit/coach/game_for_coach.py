"""What the coach needs from a game: imagined games, a way to play them to the end, and their results.

Vendetta's is :data:`vendetta_kit.games.vendetta.coach.COACHING`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.log import LogLine

from .paired_statistics import Interval

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping, Sequence
    from random import Random


class GameResult(NamedTuple):
    """The result of a game for one seat."""

    won: float
    """1 for the winner, 0 for a loser; several winners share the 1, but each member of a winning team has 1."""
    score: float
    """The final score; 0 for a player who is out of the game."""


class SeatKnowledge(Protocol):
    """What a seat may know of a game, as a source of imagined games; it has no reference to the real game."""

    @property
    def share(self) -> float:
        """The part of a budget to spend on the open decision, 0 to 1; 1 for the most important kinds."""

    def worlds(self, count: int, rng: Random) -> Sequence[AnyGame]:
        """Return ``count`` imagined games, all equally likely, without sealed answers of others. Copy before use."""

    def ranked_codes(self, rng: Random) -> Sequence[int]:
        """Return the codes of all legal actions, the most promising first, without playing any game."""


class CoachedGame(Protocol):
    """The functions of a game that the coach needs to judge decisions."""

    @property
    def game(self) -> str:
        """The id of the game's rules."""

    def seat_knowledge(self, game: Any, seat: int | None) -> SeatKnowledge:
        """Return what a seat may know of the game now; for ``None``, only what is public."""

    def play_on(self, world: Any, rng: Random) -> None:
        """Play an imagined game to its end; each seat's bot uses only what that seat may know."""

    def outcomes(self, world: Any) -> Sequence[GameResult]:
        """Return the results of a game that is over, by seat."""


class Consequence(NamedTuple):
    """Something that can follow a choice, and how often it does."""

    key: str
    """A key of the game's texts for it."""
    at: int | str | None
    """The place where it happens, as the game names its places."""
    chosen: float
    """The share of imagined games in which it follows the player's choice, 0 to 1."""
    best: float
    """The share of imagined games in which it follows the coach's choice, 0 to 1."""
    rules: tuple[str, ...]
    after_chosen: tuple[int, int] | None = None
    """Where it is a contest: the seat's own number and the highest of the others after the player's choice, in the
    middle one of the imagined games in which the seat takes part; ``None`` if it mostly does not."""
    after_best: tuple[int, int] | None = None
    """The same after the coach's choice."""
    good: bool | None = None
    """Whether it is good for the seat; ``None`` if that depends."""

    @property
    def speaks_for_best(self) -> bool:
        """Whether the difference speaks for the coach's choice."""
        return self.good is not None and self.good == (self.best > self.chosen)


class GamePattern(NamedTuple):
    """Something that a seat did in a game, mostly several times, as the game's record shows it."""

    key: str
    """A key of the game's texts for it."""
    times: int
    cost: float
    """What it cost in final score, about."""
    n: int
    """The running number of the event at which it cost most."""
    at: int | str | None
    """The place where it cost most."""
    values: Mapping[str, Any]
    """What its text needs."""
    rules: tuple[str, ...]
    mistake: bool = True
    """Whether it could have been spared; else much hung on it, and ``cost`` says how much."""


class EquilibriumShares(NamedTuple):
    """How a secret, simultaneous choice compares with an equilibrium of mixed strategies."""

    share: float
    """How often the equilibrium makes this choice, 0 to 1."""
    edge: float
    """The score that the alternative would have gained; negative if it would have lost."""

    @property
    def even(self) -> bool:
        """Whether the equilibrium makes this choice often enough for it to be no mistake."""
        return self.share >= EVEN


LEAST_CHANCE: Final = 0.02
"""Below this chance to win a choice is defended by nothing that others may answer."""
EVEN: Final = 0.3
"""A choice is no mistake if the equilibrium makes it at least this often."""


class AnsweredChances(NamedTuple):
    """The chances to win after two choices if every player answers for her own good, instead of playing as bots do."""

    chosen: float
    best: float
    lead: Interval
    """The best choice's chance above the player's, in the same imagined games."""

    @property
    def even(self) -> bool:
        """Whether the best choice is not surely better then, so that the player's is no mistake.

        Where hardly a chance is left with either, nothing follows.
        """
        return self.lead.low <= 0 and self.chosen >= LEAST_CHANCE


class HiddenCards(NamedTuple):
    """Cards of another player that a seat could not know."""

    seat: int
    at: int | str | None
    """The place where they lay face down; ``None`` for a hand."""
    cards: tuple[str, ...]


class ReviewedGame(CoachedGame, Protocol):
    """The functions of a game that the coach needs to review finished games."""

    @property
    def quiet(self) -> Collection[str]:
        """The kinds of events that reveal nothing, such as the beginning of a turn or phase."""

    @property
    def unjudged(self) -> Collection[str]:
        """The kinds of decisions that are a matter of taste and are not judged."""

    @property
    def weighty(self) -> Collection[str]:
        """The kinds of decisions by which a seat chiefly decides what becomes of a place."""

    def place_of(self, game: Any, seat: int, action: Action) -> int | str | None:
        """Return the place that an action is about; ``None`` if it is about none."""

    def certain(self, game: Any, seat: int, action: Action) -> bool:
        """Return whether an action wins for certain what it is about, so that it is never a mistake."""

    def patterns(self, game: Any, seat: int) -> Sequence[GamePattern]:
        """Return what a seat did several times in a finished game and paid for, the costliest first."""

    def deciding(self, game: Any, seat: int) -> Sequence[GamePattern]:
        """Return the moments that decided a finished game for a seat, in the order of the game."""

    def answered_chances(
        self, game: Any, seat: int, chosen: Action, best: Action, seed: int
    ) -> Generator[int, None, AnsweredChances]:
        """Find in steps what two choices come to if every player answers for her own good; yield simulations."""

    def equilibrium_shares(self, game: Any, seat: int, action: Action, seed: int) -> EquilibriumShares | None:
        """Return how a secret choice compares with the equilibrium; ``None`` if none can be computed."""

    def consequences(
        self, game: Any, seat: int, chosen: Action, best: Action, count: int, seed: str
    ) -> Generator[int, None, Sequence[Consequence]]:
        """Find in steps what most often follows either choice, largest difference first; yield imagined games."""

    def hidden(self, game: Any, seat: int) -> Sequence[HiddenCards]:
        """Return the cards of others that the seat could not know."""

    def lines(self, view: Any, lang: str) -> Sequence[LogLine]:
        """Return the log of a view."""

    def headline(self, lines: Sequence[LogLine]) -> LogLine | None:
        """Return the most important of some log lines, or ``None``."""

    def said(self, asked: Decision, action: Action, names: Sequence[str], lang: str, brief: bool = False) -> str:
        """Return an action as text, as the answer to a decision; ``brief``: where its question is told already."""

    def did(self, asked: Decision, action: Action, at: int | str | None, names: Sequence[str], lang: str) -> str:
        """Return what the player did as a sentence to the player, without its full stop."""

    def fill(self, template: str, lang: str, values: Mapping[str, Any]) -> str:
        """Return a text template of the coach, filled with ``values``, formatted as in the game's own templates."""
