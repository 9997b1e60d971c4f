"""What a session is given of a game: how one begins, what can be wished for, who its bots are.

One frozen :class:`SessionSetup` for each game; :func:`.games.playing` finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.game import AnyGame, Rules
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.validation import number_of, tidy

if TYPE_CHECKING:
    from random import Random


__all__ = [
    "LONGEST_NAME",
    "ME",
    "BotAdvice",
    "SessionSetup",
    "Wish",
    "company_of",
    "names_for",
    "people_of",
    "seats_of",
]

ME: Final = 0
"""The person's seat."""
LONGEST_NAME: Final = 24
NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


class BotAdvice(Protocol):
    """What a bot would do, why, and the rules that this is about."""

    @property
    def action(self) -> Action: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


class Bots(Protocol):
    """A game's bots, as the package of that name has them."""

    def names(self) -> tuple[str, ...]: ...
    def make(self, name: str) -> Any: ...
    def move(self, game: Any, seat: int, bot: Any, rng: Random) -> Action: ...
    def hint(self, game: Any, seat: int, bot: Any, lang: str = "en") -> BotAdvice: ...


class Wish(Protocol):
    """What a new game shall be: all that is said of it but the seed, and the bots."""

    GAME: ClassVar[str]

    @property
    def bots(self) -> str: ...
    @property
    def others(self) -> tuple[str, ...]:
        """The names of other people at the same machine, on the seats after hers."""

    def setup(self, seed: int) -> dict[str, Any]:
        """Return the arguments of the game's ``new``."""

    def query(self) -> dict[str, str]:
        """Return the words of an address that ask for the same between bots; the people's names are not among them."""


def _same(setup: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(setup.get(key) == value for key, value in wanted.items() if key != "names")


def _told(view: Any, events: Sequence[Event]) -> Any:
    return replace(view, events=view.events + tuple(events))


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """What a session is given of a game.

    Args:
        rules: all that the kernel is given of it.
        new: makes a game of what :meth:`Wish.setup` says.
        wish: makes the usual wish: ``(name=…)``, the person's name.
        wish_of: what must be wished for to have a game again: ``(set-up, bots)``.
        bots: its bots; ``quick`` moves for bots that nobody wants to wait for, and gives advice.
        shown: whether an event has shown the person something that was hidden: a key of the page's words, or nothing.
        same: whether a set-up is the one wanted, but for the names.
        told: a view with some events more, as the person knows it when they have been told.
        own_cards: cards of a game that its pages do not know: a file may have brought its own.
        asked: the seats of which a view says that they are asked; ``None``: nobody is ever asked in hiding.
    """

    rules: Rules
    new: Callable[..., AnyGame]
    wish: Callable[..., Wish]
    wish_of: Callable[[Mapping[str, Any], str], Wish]
    bots: Bots
    shown: Callable[[Event], str]
    quick: str = "greedy"
    same: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = _same
    told: Callable[[Any, Sequence[Event]], Any] = _told
    own_cards: Callable[[Any], Sequence[str]] = lambda game: ()
    asked: Callable[[Any], Sequence[int]] | None = None

    @property
    def form(self) -> str:
        """The name of the format in which a page keeps a game, such as ``vendetta-played/1``."""
        return f"{self.rules.id}-played/1"


def names_for(own: str, seats: int, others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return names for a table: the person's own, tidied, those of others at her machine, and other ones for bots.

    >>> names_for("Bob", 3), names_for("", 2), names_for("Ada", 4, ["Cy"])
    (('Bob', 'Cy', 'Dee'), ('Ann', 'Bob'), ('Ada', 'Cy', 'Bob', 'Dee'))
    """
    people = [tidy(own, LONGEST_NAME) or NAMES[ME], *others]
    taken = {name.casefold() for name in people}
    bots = [other for other in (*NAMES[1:], NAMES[ME]) if other.casefold() not in taken]
    return (*people, *bots[: seats - len(people)])


def seats_of(given: Mapping[str, Any], players: str) -> int:
    """Return how many players a form or an address asks for, whose words for it are ``players``.

    Raises:
        BadSetup: that is no number.
    """
    seats = number_of(players, 0, 99)
    if seats is None:
        raise BadSetup("players", Message("found", value=given["players"]), Message("want.players"))
    return seats


def company_of(given: Mapping[str, Any], seats: int, bots: Bots) -> dict[str, Any]:
    """Return what a form or an address says in any game of who sits at the table, as wishes have it.

    Raises:
        BadSetup: more people than there is room for.
    """
    bot, name = str(given.get("bots", "greedy")), str(given.get("name", ""))
    return {
        "seats": seats,
        "bots": bot if bot in bots.names() else "greedy",
        "name": tidy(name, LONGEST_NAME),
        "others": people_of(str(given.get("others", "")), name, seats),
    }


def people_of(typed: str, own: str, seats: int) -> tuple[str, ...]:
    """Return the names that were typed for others at the same machine, each once.

    Args:
        typed: names with commas between them.
        own: the person's own name.
        seats: at the table.

    Raises:
        BadSetup: they are more than there is room for.

    >>> people_of("Bo, Cy,,bo ", "Ada", 4)
    ('Bo', 'Cy')
    """
    found: dict[str, str] = {}
    for name in typed.split(","):
        called = tidy(name, LONGEST_NAME)
        if called and called.casefold() != (tidy(own, LONGEST_NAME) or NAMES[ME]).casefold():
            found.setdefault(called.casefold(), called)
    if len(found) >= max(seats, 1):
        raise BadSetup("others", Message("found", value=typed), Message("want.names_here", most=seats - 1))
    return tuple(found.values())
