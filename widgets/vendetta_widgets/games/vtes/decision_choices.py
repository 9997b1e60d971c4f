"""What can be done in an open decision of V:TES, grouped by what it is about: a minion, a card, a player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.games.vtes.wording.message_text import practice_words
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision

from .card_html import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


__all__ = ["SELF", "ActionGroup", "Choices", "action_words", "choices", "in_play", "is_full"]

SELF: Final = -1
"""The subject of what is about no card."""
_ORDER: Final = (
    do.TakeEdge, do.Pay, do.Bleed, do.Block, do.Strike, do.Transfer, do.Vote, do.Hunt, do.Leave, do.Rescue,
    do.Diablerize, do.Take, do.Play, do.Use, do.Call, do.Choose, do.TakeBack, do.Draw, do.Yield, do.Discard,
    do.Withdraw,
)  # fmt: skip
"""The most usual first."""


@dataclass(slots=True)
class ActionGroup:
    """A card, or with number :data:`SELF` the player, and what can be done with it."""

    number: int
    place: str
    """``hand``, ``minions``, ``uncontrolled``, ``play``, ``choose`` or ``self``."""
    actions: list[Action] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Choices:
    """All that a decision offers: its subjects, and the ways out of it."""

    subjects: tuple[ActionGroup, ...]
    passes: Action | None

    def of(self, number: int) -> ActionGroup | None:
        """Return the subject of a card; ``None`` if nothing can be done with it."""
        return next((subject for subject in self.subjects if subject.number == number), None)


def choices(view: View, asked: Decision) -> Choices:
    """Group what a decision offers; within a subject, and among them, the most usual stands first, a full vampire last.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> view = Game.new(["whispers", "claw"], seed=7, first_player="first_seat").view(0)
    >>> found = choices(view, view.decision)
    >>> found.passes, {subject.place for subject in found.subjects}
    (Pass(), {'hand'})
    """
    places = {number: place for place, numbers in _places(view, asked.seat) for number in numbers}
    found: dict[int, ActionGroup] = {}
    passes: Action | None = None
    for action in asked.legal:
        if isinstance(action, do.Pass):
            passes = action
            continue
        number = about(action)
        place = "self" if number == SELF else "choose" if isinstance(action, do.Choose) else places.get(number, "play")
        found.setdefault(number, ActionGroup(number, place)).actions.append(action)
    for subject in found.values():
        subject.actions.sort(key=_usual)
    order, known = ("minions", "uncontrolled", "choose", "hand", "play", "self"), in_play(view)

    def rank(subject: ActionGroup) -> tuple[int, int, bool]:
        first = subject.actions[0]
        return order.index(subject.place), _usual(first), isinstance(first, do.Transfer) and is_full(known[first.card])

    return Choices(tuple(sorted(found.values(), key=rank)), passes)


def is_full(seen: SeenCard) -> bool:
    """Whether a vampire has all the counters that he can hold.

    Uncontrolled he comes out after the phase (INF-06); in play a hunt brings him nothing (HUNT-02).
    """
    return seen.card is not None and seen.counters >= (seen.capacity or record(seen.card).capacity)


def about(action: Action) -> int:
    """Return the card that an action is about."""
    if isinstance(action, do.Vote):
        return action.source
    if isinstance(action, do.Strike):
        return action.weapon
    if isinstance(action, do.Choose):
        return action.value
    for name in ("card", "minion"):
        number = getattr(action, name, None)
        if isinstance(number, int):
            return number
    return SELF


def _usual(action: Action) -> int:
    return _ORDER.index(type(action))


def _places(view: View, seat: int) -> Iterator[tuple[str, Iterable[int]]]:
    own = view.seats[seat]
    yield "hand", _numbers(own.hand)
    yield "minions", _numbers((*own.ready, *own.torpor))
    yield "uncontrolled", _numbers(own.uncontrolled)


def _numbers(cards: Iterable[SeenCard]) -> list[int]:
    return [seen.number for seen in cards if seen.number is not None]


def in_play(view: View) -> dict[int, SeenCard]:
    """Return every card that the reader knows by its number, with what lies on it."""
    found: dict[int, SeenCard] = {}

    def take(cards: Iterable[SeenCard]) -> None:
        for seen in cards:
            if seen.number is not None:
                found[seen.number] = seen
            take(seen.on)

    for seat in view.seats:
        for region in (seat.hand, seat.uncontrolled, seat.ready, seat.torpor, seat.held, seat.contested):
            take(region)
    if view.referendum is not None:  # the card that called it lies in no region
        for ballot in view.referendum.ballots:
            if ballot.number is not None:
                found.setdefault(ballot.number, SeenCard(ballot.card, ballot.number))
    return found


def action_words(action: Action, view: View | None, lang: str, asked: Decision | None = None) -> str:
    """Say in a sentence what an action does, to the reader of a view; ``asked``: what it answers."""
    known, names = (in_play(view), view.names) if view is not None else ({}, ())
    return practice_words().action_text(
        action, names, lambda number: known[number].card if number in known else None, lang, asked
    )
