"""What a session needs of a game, in one :class:`SessionSetup` each; :func:`.games.playing` returns a game's."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from vendetta_kit.input_checks import clean_name, number_of
from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.game import AnyGame, Rules
from vendetta_kit.kernel.refusal import BadSetup

if TYPE_CHECKING:
    from random import Random


ME: Final = 0
"""The player's seat."""
LONGEST_NAME: Final = 24
NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


class BotAdvice(Protocol):
    """A bot's advice: an action, its reasons and their rules."""

    @property
    def action(self) -> Action: ...
    @property
    def reasons(self) -> tuple[str, ...]: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


class Bots(Protocol):
    """The functions of a game's package ``bots``."""

    def names(self) -> tuple[str, ...]: ...
    def make(self, name: str) -> Any: ...
    def move(self, game: Any, seat: int, bot: Any, rng: Random) -> Action: ...
    def hint(self, game: Any, seat: int, bot: Any, lang: str = "en") -> BotAdvice: ...


class Wish(Protocol):
    """The set-up of a new game without the seed, and the bots."""

    GAME: ClassVar[str]

    @property
    def bots(self) -> str: ...
    @property
    def others(self) -> tuple[str, ...]:
        """The names of other players at the same machine, on the seats after the first."""

    def setup(self, seed: int) -> dict[str, Any]:
        """Return the arguments of the game's ``new``."""

    def query(self) -> dict[str, str]:
        """Return the query that asks for the same game between bots, without the players' names."""


def _same(setup: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(setup.get(key) == value for key, value in wanted.items() if key != "names")


def _told(view: Any, events: Sequence[Event]) -> Any:
    return replace(view, events=view.events + tuple(events))


@dataclass(frozen=True, slots=True)
class SessionSetup:
    """What a session needs of a game.

    Args:
        rules: its rules for the kernel.
        new: makes a game from the arguments of :meth:`Wish.setup`.
        wish: makes the default wish, given the player's name: ``(name=…)``.
        wish_of: returns the wish that makes a given game again: ``(set-up, bots)``.
        bots: its bots; ``quick`` is the one that replaces slow bots and gives advice.
        shown: returns the key of the words for what an event has revealed to a seat; empty if nothing.
        same: returns whether a set-up is the one wanted, except for the names.
        told: returns a view with some events added.
        own_cards: returns cards of a game that its pages do not know, as files may have their own.
        advise: what to do at a seat's open decision, and why; ``None``: the ``quick`` bot says so.
        advise_in_steps: thinks that out in steps, and goes before ``advise``.
        asked: returns the seats that a view shows as deciding; ``None`` if that is never hidden.
    """

    rules: Rules
    new: Callable[..., AnyGame]
    wish: Callable[..., Wish]
    wish_of: Callable[[Mapping[str, Any], str], Wish]
    bots: Bots
    shown: Callable[[Event, int], str]
    quick: str = "greedy"
    advise: Callable[[Any, int, str], BotAdvice] | None = None
    advise_in_steps: Callable[[Any, int, str], Generator[int, None, BotAdvice]] | None = None
    same: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = _same
    told: Callable[[Any, Sequence[Event]], Any] = _told
    own_cards: Callable[[Any], Sequence[str]] = lambda game: ()
    asked: Callable[[Any], Sequence[int]] | None = None

    @property
    def form(self) -> str:
        """The name of the format of a page's saves, such as ``vendetta-played/1``."""
        return f"{self.rules.id}-played/1"


def names_for(own: str, seats: int, others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return names by seat: the player's own, those of others at the same machine, and default names for bots.

    >>> names_for("Bob", 3), names_for("", 2), names_for("Ada", 4, ["Cy"])
    (('Bob', 'Cy', 'Dee'), ('Ann', 'Bob'), ('Ada', 'Cy', 'Bob', 'Dee'))
    """
    people = [clean_name(own, LONGEST_NAME) or NAMES[ME], *others]
    taken = {name.casefold() for name in people}
    bots = [other for other in (*NAMES[1:], NAMES[ME]) if other.casefold() not in taken]
    return (*people, *bots[: seats - len(people)])


def seats_of(given: Mapping[str, Any], players: str) -> int:
    """Return the number of players that a form or an address asks for by ``players``.

    Raises:
        BadSetup: it is not a number.
    """
    seats = number_of(players, 0, 99)
    if seats is None:
        raise BadSetup("players", Message("found", value=given["players"]), Message("want.players"))
    return seats


def company_of(given: Mapping[str, Any], seats: int, bots: Bots) -> dict[str, Any]:
    """Return the fields of a wish for seats, bots and names, from a form or an address.

    Raises:
        BadSetup: there are more players than seats.
    """
    bot, name = str(given.get("bots", "greedy")), str(given.get("name", ""))
    return {
        "seats": seats,
        "bots": bot if bot in bots.names() else "greedy",
        "name": clean_name(name, LONGEST_NAME),
        "others": people_of(str(given.get("others", "")), name, seats),
    }


def people_of(typed: str, own: str, seats: int) -> tuple[str, ...]:
    """Return the names typed for other players at the same machine, each once.

    Args:
        typed: names separated by commas.
        own: the player's own name.
        seats: the number of seats.

    Raises:
        BadSetup: there are more names than seats.

    >>> people_of("Bo, Cy,,bo ", "Ada", 4)
    ('Bo', 'Cy')
    """
    found: dict[str, str] = {}
    for name in typed.split(","):
        called = clean_name(name, LONGEST_NAME)
        if called and called.casefold() != (clean_name(own, LONGEST_NAME) or NAMES[ME]).casefold():
            found.setdefault(called.casefold(), called)
    if len(found) >= max(seats, 1):
        raise BadSetup("others", Message("found", value=typed), Message("want.names_here", most=seats - 1))
    return tuple(found.values())
