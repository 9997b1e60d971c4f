"""Somebody who sits at the table with a good memory and nothing else: what may one reader of a game be sure of?

A :class:`Watcher` follows the events of a game and keeps, for each other player, every arrangement of the nine Clan
cards (hand, Clan deck, cards face down) that agrees with all that this reader was shown. It knows nothing of how the
engine keeps track of knowledge. What a view says about hidden cards must hold in *every* arrangement; what was never
shown may be named nowhere.

A place of a card that lies face down is called by the card that really lies there: that only tells places apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from vendetta_kit import Game
from vendetta_kit.games.vendetta.engine.card_tables import BIT, CLAN_CARDS, IDS, LOCATION_NUMBER, NUMBER
from vendetta_kit.games.vendetta.engine.state import CARDS, CLAN, DECK, HAND, OUT, UP
from vendetta_kit.kernel.events import Event

FROM_DECK = "MA06"  # Malkav's Bane plays the top card of the Clan deck; other effects play from a hand
EYES = NUMBER["NO03"]  # Eyes in the Dark: its player sees what others play face down there
OWN_SECRETS = {"looked", "kept", "draw", "shuffled_in", "held", "look", "returned", "withdraw", "withdraw_haven"}
"""Events whose secret part is for the seat alone that they are about."""


class World(NamedTuple):
    """One arrangement of a clan's hidden cards; ``down`` pairs each place with the card that lies there."""

    hand: frozenset[int]
    deck: frozenset[int]
    down: frozenset[tuple[int, int]]


Worlds = set[World]


def clan_cards_in(value: Any) -> Iterator[int]:
    """All Clan cards that are named anywhere in a JSON value or a part of an event, keys included."""
    if isinstance(value, str):
        number = NUMBER.get(value, CLAN_CARDS)
        if number < CLAN_CARDS:
            yield number
    elif hasattr(value, "items"):
        for key, part in value.items():
            yield from clan_cards_in(key)
            yield from clan_cards_in(part)
    elif isinstance(value, Iterable):
        for part in value:
            yield from clan_cards_in(part)


class Watcher:
    """What ``viewer`` (a seat, or ``None`` for somebody who only looks on) has been shown so far."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self.game = game
        self.viewer = viewer
        self.worlds: dict[int, Worlds] = {}
        self.up: set[int] = set()
        self.place: dict[int, tuple[int, Any]] = {}  # of every deployed card: whose Position, and where
        self.shown: set[int] = set()
        self.out: int | None = None
        self.read = 0
        self.follow()

    # Following the game ----------------------------------------------------------------------------------

    def follow(self) -> None:
        """Read all events that are new."""
        events = self.game.rec.events if self.game.rec is not None else []
        for event in events[self.read :]:
            before = set(self.up)
            handler = getattr(self, f"_{event.kind}", None)
            if handler is not None:
                handler(event)
            self._check_event(event, before)
        self.read = len(events)

    def _check_event(self, event: Event, before: set[int]) -> None:
        """Nothing but what lies open is told to everybody, and secrets only to whom they belong."""
        if event.kind != "start":
            keys = ("by", "against", "card") if event.kind == "choice" else ("by", "against")
            causes = set(clan_cards_in([event.data.get(key) for key in keys]))
            assert causes <= self.shown, event  # an effect goes on when its card has turned or is back in a hand
            named = set(clan_cards_in(event.data)) - causes
            assert named <= before | self.up, (event, [IDS[card] for card in named - before - self.up])
        if event.secret:
            assert event.seat is not None
            eyes = self.place.get(EYES)
            watching = {event.seat}
            if event.kind == "play" and EYES in self.up and eyes is not None and eyes[1] == event.at:
                watching.add(eyes[0])
            assert event.kind == "play" or event.kind in OWN_SECRETS, event
            assert event.knows == sum(1 << seat for seat in watching), event

    def owner(self, card: int) -> int:
        """The seat that plays this card's clan."""
        n = self.game.n
        return next(seat for seat in range(self.game.seats) if n[CLAN + seat] == card // 9)

    def _each(self, owner: int, change: Callable[[World], Iterable[World]]) -> None:
        if owner in self.worlds:
            self.worlds[owner] = {after for world in self.worlds[owner] for after in change(world)}
            assert self.worlds[owner], f"nothing agrees with what was shown of seat {owner}"

    def _known(self, event: Event) -> int | None:
        """The secret card of an event, if this reader is told."""
        told = event.seen_by(self.viewer)
        return NUMBER[told.data["card"]] if "card" in event.secret and "card" in told.data else None

    def _show(self, card: int) -> None:
        """A card lies open now, wherever it lies."""
        self.shown.add(card)
        if card not in self.up:
            self.up.add(card)
            self._each(
                self.owner(card),
                lambda w: [World(w.hand, w.deck, w.down - {(card, card)})] if (card, card) in w.down else [],
            )

    def _into_hand(self, card: int) -> None:
        """A deployed card goes to its owner's hand: seen if it lay open, else unseen."""
        self.place.pop(card)
        if card in self.up:
            self.up.discard(card)
            self._each(self.owner(card), lambda w: [World(w.hand | {card}, w.deck, w.down)])
        else:
            self._each(
                self.owner(card),
                lambda w: [World(w.hand | {c}, w.deck, w.down - {(p, c)}) for p, c in w.down if p == card],
            )

    # What each kind of event says --------------------------------------------------------------------------

    def _start(self, event: Event) -> None:
        hand = frozenset(NUMBER[card] for card in event.data["hand"])
        self.shown |= hand
        assert event.seat is not None
        if event.seat != self.viewer:
            clan = self.game.n[CLAN + event.seat] * 9
            self.worlds[event.seat] = {World(hand, frozenset(range(clan, clan + 9)) - hand, frozenset())}

    def _kept(self, event: Event) -> None:
        assert event.seat is not None

        def change(w: World) -> Iterator[World]:
            back: frozenset[int]
            for back in (frozenset(), *(frozenset((give,)) for give in w.hand if event.data["exchange"])):
                for some in combinations(sorted(w.deck), event.data["count"] + len(back)):
                    cards = frozenset(some)
                    yield World(w.hand - back | cards, w.deck - cards | back, w.down)

        self._each(event.seat, change)

    def _draw(self, event: Event) -> None:
        assert event.seat is not None
        self._each(event.seat, lambda w: [World(w.hand | {c}, w.deck - {c}, w.down) for c in w.deck])

    def _play(self, event: Event) -> None:
        card = NUMBER[event.get("card")]
        owner = self.owner(card)
        self.place[card] = (event.seat or 0, event.at)
        if event.data["face"] == "up":
            self.shown.add(card)
            self.up.add(card)
            if event.get("by") == FROM_DECK:
                self._each(owner, lambda w: [World(w.hand, w.deck - {card}, w.down)] if card in w.deck else [])
            else:
                self._each(owner, lambda w: [World(w.hand - {card}, w.deck, w.down)] if card in w.hand else [])
            return
        known = self._known(event)
        if known is not None:
            self.shown.add(known)

        def change(w: World) -> Iterator[World]:
            for c in w.hand if known is None else w.hand & {known}:
                yield World(w.hand - {c}, w.deck, w.down | {(card, c)})

        self._each(owner, change)

    def _revealed(self, event: Event) -> None:
        for card in event.data["cards"]:
            self._show(NUMBER[card])

    def _face_down(self, event: Event) -> None:
        card = NUMBER[event.data["card"]]
        self.up.discard(card)
        self._each(self.owner(card), lambda w: [World(w.hand, w.deck, w.down | {(card, card)})])

    def _moved(self, event: Event) -> None:
        card = NUMBER[event.data["card"]]
        self.place[card] = (self.place[card][0], event.data["to"])

    def _withdraw(self, event: Event) -> None:
        for card in event.data["cards"]:
            self._show(NUMBER[card])
        for card in (*event.data["cards"], *event.secret.get("unseen", ())):
            self.place[NUMBER[card]] = (event.seat or 0, event.data["to"])

    def _withdraw_haven(self, event: Event) -> None:
        here = [card for card, place in self.place.items() if place == (event.seat, event.at)]
        assert len(here) == event.data["count"]
        assert {IDS[card] for card in here if card in self.up} == set(event.data["cards"])
        for card in here:
            self._into_hand(card)

    def _returned(self, event: Event) -> None:
        name = event.get("card")
        if name is not None:
            self._into_hand(NUMBER[name])
            return
        lost = [card for card, place in self.place.items() if place[0] == self.out and card not in self.up]
        self._into_hand(next(card for card in lost if self.owner(card) == event.seat))

    def _cards_back(self, event: Event) -> None:
        for card in [card for card in self.place if self.owner(card) == event.seat]:
            self._into_hand(card)

    def _shuffled_in(self, event: Event) -> None:
        assert event.seat is not None
        self._each(event.seat, lambda w: [World(w.hand - {c}, w.deck | {c}, w.down) for c in w.hand])

    def _look(self, event: Event) -> None:
        card = NUMBER[event.get("card")]
        if self._known(event) is not None:
            self.shown.add(card)
            self._each(self.owner(card), lambda w: [w] if (card, card) in w.down else [])

    def _eliminated(self, event: Event) -> None:
        self.out = event.seat
        self.worlds.pop(event.seat or 0, None)
        for card in [card for card in self.place if self.owner(card) == event.seat]:
            del self.place[card]
            self.up.discard(card)

    # What may be said --------------------------------------------------------------------------------------

    def check_truth(self) -> None:
        """The real arrangement is one of those that agree with the events: the events tell the whole story."""
        n, z = self.game.n, self.game.z
        for seat, worlds in self.worlds.items():
            if n[OUT] >> seat & 1:
                continue
            clan = n[CLAN + seat]
            deployed = [card for zone in range(CARDS, CARDS + 24) for card in z[zone] if card // 9 == clan]
            down = frozenset((card, card) for card in deployed if not n[UP] & BIT[card])
            assert World(frozenset(z[HAND + seat]), frozenset(z[DECK + seat]), down) in worlds
        for card, (holder, at) in self.place.items():
            assert card in z[CARDS + holder * 4 + LOCATION_NUMBER[at]]
            assert (card in self.up) == bool(n[UP] & BIT[card])

    def in_hand(self, seat: int) -> frozenset[int]:
        """Cards that are in this seat's hand in every arrangement."""
        return frozenset.intersection(*(world.hand for world in self.worlds[seat]))

    def near(self, seat: int) -> frozenset[int]:
        """Cards that are in this seat's hand or face down in every arrangement."""
        return frozenset.intersection(*(world.hand | {card for _, card in world.down} for world in self.worlds[seat]))

    def face_down(self, seat: int) -> dict[int, int]:
        """Places of face-down cards of this seat where in every arrangement the same card lies."""
        return dict(frozenset.intersection(*(world.down for world in self.worlds[seat])))

    def never_shown(self) -> set[int]:
        """Clan cards of others, and of clans that nobody plays, that this reader has never been shown."""
        mine = self.game.n[CLAN + self.viewer] if self.viewer is not None else -1
        return {card for card in range(CLAN_CARDS) if card not in self.shown and card // 9 != mine}
