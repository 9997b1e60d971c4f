"""Cards and Deployed Blood on Positions, updated event by event, as far as the reader knows them.

A view shows the table only between actions, and one action often resolves a whole Location. A test checks that after
every action the result agrees with the view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from vendetta_kit.games.vendetta import box
from vendetta_kit.kernel.events import Account, Entry, Event

At = int | str


@dataclass(frozen=True, slots=True)
class PositionCard:
    """A Clan card on a Position; ``card`` is ``None`` if the reader may not know it."""

    card: str | None
    owner: int
    up: bool
    power: int
    """Its printed Power after effects; 0 for an unknown card."""


@cache
def _powers() -> Mapping[str, int]:
    return {card.id: card.power for card in box.clan_cards()}


class PositionTable:
    """The Positions at one point of a game; :meth:`follow` applies the next event or entry."""

    def __init__(self) -> None:
        self.cards: dict[tuple[int, At], list[PositionCard]] = {}
        self.blood: dict[tuple[int, At], int] = {}

    def here(self, seat: int, at: At) -> list[PositionCard]:
        """Return the cards of a Position."""
        return self.cards.setdefault((seat, at), [])

    def at_location(self, at: At) -> list[int]:
        """Return the seats with a card or Blood there."""
        found = {seat for (seat, place), cards in self.cards.items() if place == at and cards}
        found |= {seat for (seat, place), blood in self.blood.items() if place == at and blood}
        return sorted(found)

    def open_power(self, seat: int, at: At) -> int:
        """Return the printed Power of face-up cards plus 1 for each Blood."""
        return self.blood.get((seat, at), 0) + sum(card.power for card in self.here(seat, at) if card.up)

    def hidden(self, seat: int, at: At) -> int:
        """Return how many cards lie face down."""
        return sum(not card.up for card in self.here(seat, at))

    def follow(self, row: Event | Entry) -> None:
        """Apply an event or a ledger entry."""
        if isinstance(row, Event):
            change = getattr(self, f"_{row.kind}", None)
            if change is not None:
                change(row)
            return
        if row.token == "blood":
            self._move(row.source, -row.amount)
            self._move(row.target, row.amount)

    def _move(self, account: Account, amount: int) -> None:
        if account.kind == "position":
            assert account.seat is not None
            assert account.at is not None
            place = account.seat, account.at
            self.blood[place] = self.blood.get(place, 0) + amount

    # One method for each kind of event that moves or turns a card -----------------------------------------------

    def _play(self, event: Event) -> None:
        card = event.data.get("card")
        owner = event.data.get("owner", event.seat)
        lying = PositionCard(card, owner, event.data["face"] == "up", _powers().get(card or "", 0))
        self.here(_seat(event), _place(event)).append(lying)

    def _revealed(self, event: Event) -> None:
        here = self.here(_seat(event), _place(event))
        for card in event.data["cards"]:
            known = next((old for old in here if old.card == card and not old.up), None)
            old = known or next(old for old in here if old.card is None)
            here[here.index(old)] = PositionCard(card, old.owner, True, _powers()[card])

    def _face_down(self, event: Event) -> None:
        self._change(event.data["card"], up=False)

    def _printed(self, event: Event) -> None:
        self._change(event.data["card"], power=event.data["after"])

    def _change(self, card: str, **what: bool | int) -> None:
        for here in self.cards.values():
            for k, old in enumerate(here):
                if old.card == card:
                    here[k] = replace(old, **what)  # type: ignore[arg-type]

    def _withdraw(self, event: Event) -> None:
        place, to = _place(event), event.data["to"]
        going = self.here(_seat(event), place)
        if len(event.data["cards"]) == len(going):  # all are shown: face up from now on
            shown = iter(event.data["cards"])
            going = [
                PositionCard(card, old.owner, True, _powers()[card]) for card, old in zip(shown, going, strict=True)
            ]
        self.cards[_seat(event), place] = []
        self.here(_seat(event), to).extend(going)

    def _withdraw_haven(self, event: Event) -> None:
        self.cards[_seat(event), _place(event)] = []

    def _moved(self, event: Event) -> None:
        self.here(_seat(event), event.data["to"]).append(self._take(event))

    def _returned(self, event: Event) -> None:
        if event.data["by"] is not None:  # else the player is out of the game, and all cards there with them
            self._take(event)

    def _take(self, event: Event) -> PositionCard:
        """Remove and return an event's card from its Position; for an unknown card any face-down one."""
        here, card = self.here(_seat(event), _place(event)), event.data.get("card")
        if card is None:
            here[:] = [old if old.up else replace(old, card=None, power=0) for old in here]
        known = next((old for old in here if card is not None and old.card == card), None)
        taken = known or next(old for old in here if old.card is None)
        here.remove(taken)
        return replace(taken, card=card)

    def _eliminated(self, event: Event) -> None:
        for (seat, _), here in self.cards.items():
            here[:] = [card for card in here if seat != event.seat and card.owner != event.seat]

    def _resolved(self, event: Event) -> None:
        """Reset printed Power, which effects change for one Location only."""
        for here in self.cards.values():
            here[:] = [replace(card, power=_powers().get(card.card or "", 0)) for card in here]

    def _cards_back(self, event: Event) -> None:
        self.cards.clear()


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _place(event: Event) -> At:
    assert event.at is not None
    return event.at
