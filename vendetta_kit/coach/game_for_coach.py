"""What a game gives the coach: worlds that a seat can imagine, somebody who plays them on, and what came out.

The coach itself knows no game. Vendetta's is :data:`vendetta_kit.games.vendetta.coach.COACHING`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.game import AnyGame
from vendetta_kit.kernel.log import LogLine

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random


__all__ = [
    "EVEN",
    "CoachedGame",
    "Consequence",
    "EquilibriumShares",
    "GameResult",
    "HiddenCards",
    "ReviewedGame",
    "SeatKnowledge",
]


class GameResult(NamedTuple):
    """How a game came out for one seat."""

    won: float
    """1 for the winner; winners share it, but a team has won together."""
    score: float
    """What it has in the end; 0 for who is out."""


class SeatKnowledge(Protocol):
    """All that a seat may know of a game, as worlds to be played on. It holds nothing else of the real one."""

    @property
    def share(self) -> float:
        """How much of a budget the open decision is worth; 1 for the weightiest kinds."""

    def worlds(self, count: int, rng: Random) -> Sequence[AnyGame]:
        """Return so many imagined games, to be copied, each as likely as the others, with nothing sealed by others."""

    def first_look(self, rng: Random) -> Sequence[int]:
        """Return the codes of all legal actions, those first that look best before anything is tried."""


class CoachedGame(Protocol):
    """A game for the coach."""

    @property
    def game(self) -> str:
        """The id of its rules."""

    def insight(self, game: Any, seat: int | None) -> SeatKnowledge:
        """Return what a seat may know of the game as it stands; ``None`` is the table: what lies open to all."""

    def play_on(self, world: Any, rng: Random) -> None:
        """Play an imagined game to its end, each seat by what it may know there."""

    def outcomes(self, world: Any) -> Sequence[GameResult]:
        """Return how an ended game came out, seat by seat."""


class Consequence(NamedTuple):
    """One thing that comes about after a choice, and in which share of the worlds."""

    key: str
    """What it is: a key of the game's words."""
    at: int | str | None
    """Where, as the game names its places."""
    chosen: float
    """In which share of the worlds after what was chosen, 0 to 1."""
    best: float
    """… and after what the coach would have chosen."""
    rules: tuple[str, ...]


class EquilibriumShares(NamedTuple):
    """What an equilibrium of a choice made in secret and at once says of what was chosen."""

    share: float
    """How often it is chosen there, 0 to 1."""
    edge: float
    """What the other one would have brought more, in score; negative: less."""

    @property
    def even(self) -> bool:
        """Whether who mixes as she should chooses this often enough: it is no mistake then."""
        return self.share >= EVEN


EVEN: Final = 0.3
"""What is chosen so often in an equilibrium is no mistake."""


class HiddenCards(NamedTuple):
    """Cards that others held and a seat could not know."""

    seat: int
    at: int | str | None
    """Where they lay face down; ``None``: in hand."""
    cards: tuple[str, ...]


class ReviewedGame(CoachedGame, Protocol):
    """A game whose finished games can be reviewed."""

    @property
    def quiet(self) -> Collection[str]:
        """Kinds of events by which nobody learns anything: that a turn or a phase begins."""

    def tokens(self, game: Any, seat: int, action: Action, seed: int) -> EquilibriumShares | None:
        """Return what the equilibrium says of a secret choice; ``None`` where there is none to be found."""

    def ways(self, game: Any, seat: int, chosen: Action, best: Action, count: int, seed: str) -> Sequence[Consequence]:
        """Return what comes about most often after either choice, that which differs most first."""

    def hidden(self, game: Any, seat: int) -> Sequence[HiddenCards]:
        """Return what others held that the seat could not know: hindsight."""

    def lines(self, view: Any, lang: str) -> Sequence[LogLine]:
        """Return the log of a view."""

    def headline(self, lines: Sequence[LogLine]) -> LogLine | None:
        """Return the line that says most of what came about."""

    def said(self, asked: Decision, action: Action, names: Sequence[str], lang: str) -> str:
        """Return an action in words, as the answer to what was asked."""

    def fill(self, template: str, lang: str, values: Mapping[str, Any]) -> str:
        """Return a template of the coach's words, filled as the game fills its own."""
