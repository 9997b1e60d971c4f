"""Views: what a seat may know of a game (START-04, START-06, LIB-02), for pages and bots."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.visibility import is_back
from vendetta_kit.registered_games import registered

from . import state as s
from .board import (
    bleed_of,
    blood,
    capacity,
    clan,
    is_tapped,
    is_vampire,
    level,
    names,
    on,
    predator,
    prey,
    printed,
    strength,
    title,
)
from .cards import DISCIPLINES, OwnCards
from .events import GameMoment, moment
from .game import Game
from .masters import being_played
from .public_progress import SeenAction, SeenCombat, SeenReferendum, action, combat, referendum
from .visibility import VtesObservation


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a view.

    Attributes:
        card: its id; ``None`` if unknown.
        number: tells copies apart.
        counters: blood, life, or pool on an uncontrolled vampire.
        tapped: whether it is tapped.
        capacity: of a vampire, else 0.
        strength: of a minion, else 0.
        bleed: of a minion, else 0.
        title: the kind of a vampire's valid title.
        of: that title's city, clan or votes.
        clan: of a vampire, else empty.
        disciplines: of a vampire, each with 1 for basic and 2 for superior.
        on: the cards on it, as equipment and retainers.
    """

    card: str | None
    number: int | None
    counters: int = 0
    tapped: bool = False
    capacity: int = 0
    strength: int = 0
    bleed: int = 0
    title: str | None = None
    of: str | int | None = None
    clan: str = ""
    disciplines: tuple[tuple[str, int], ...] = ()
    on: tuple[SeenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """A player in a view; regions are as their owner sees them if that is the reader.

    Attributes:
        name: of the player.
        here: whether still in the game.
        pool: pool counters.
        points: victory points.
        prey: a seat; ``None`` for who is out.
        predator: the same.
        withdrawing: whether a withdrawal has been announced.
        library: how many cards the library has.
        crypt: how many the crypt has.
        hand: the cards in hand.
        uncontrolled: the vampires that may be influenced, with the pool on them.
        ready: the ready minions.
        torpor: the vampires in torpor.
        held: cards in play that are no minions, as locations.
        contested: cards that are out of play while they are contested.
        ash: the ids of the ash heap, the first burned first.
        removed: those that were removed from the game.
        ante: those that were set aside at the beginning of a game for ante.
    """

    name: str
    here: bool
    pool: int
    points: int
    prey: int | None
    predator: int | None
    withdrawing: bool
    library: int
    crypt: int
    hand: tuple[SeenCard, ...]
    uncontrolled: tuple[SeenCard, ...]
    ready: tuple[SeenCard, ...]
    torpor: tuple[SeenCard, ...]
    held: tuple[SeenCard, ...]
    contested: tuple[SeenCard, ...]
    ash: tuple[str, ...]
    removed: tuple[str, ...]
    ante: tuple[str, ...]

    @property
    def untapped(self) -> tuple[SeenCard, ...]:
        """The ready minions that are not tapped."""
        return tuple(seen for seen in self.ready if not seen.tapped)


@dataclass(frozen=True, slots=True)
class View:
    """All that one reader may know of a game, and nothing more. The own hand is ``seats[me].hand``.

    Attributes:
        me: the reader's seat; ``None`` for a spectator.
        moment: the ``turn`` from 1, its ``phase``, and the ``seat`` whose turn it is.
        edge: the seat that has the Edge; ``None`` while nobody has.
        transfers: how many the active player has left.
        seats: a :class:`SeenSeat` for each player.
        asked: the seats that are asked, as far as it may be known.
        winners: the seats that have won; empty before the end.
        decision: the reader's own open decision: ``kind``, ``question``, ``card``, ``at``, ``rules``, ``legal``.
        events: what has happened, as far as the reader may know.
        ledger: each change of pool, blood and life with its rule, as far as the reader may know.
        action: the current action (:class:`.public_progress.SeenAction`), or ``None``.
        combat: the current combat (:class:`.public_progress.SeenCombat`), or ``None``.
        referendum: the current referendum (:class:`.public_progress.SeenReferendum`), or ``None``.
        own: the cards that were written for this game, which all may read; ``None``: none were.
        master: whether a master of the active player is being played, which others may answer.
    """

    me: int | None
    moment: GameMoment
    edge: int | None
    transfers: int
    seats: tuple[SeenSeat, ...]
    asked: tuple[int, ...]
    winners: tuple[int, ...]
    decision: Decision | None
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]
    action: SeenAction | None = None
    combat: SeenCombat | None = None
    referendum: SeenReferendum | None = None
    own: OwnCards | None = field(default=None, repr=False, compare=False)
    master: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that there are winners (RUL-23)."""
        return bool(self.winners)

    def __repr__(self) -> str:
        where = "over" if self.over else f"turn {self.moment.turn}, {self.moment.phase} phase"
        return f"<V:TES view of {'a spectator' if self.me is None else self.names[self.me]}: {where}>"

    def __str__(self) -> str:
        text: str = registered("vtes").written().as_text(self)
        return text

    def _repr_html_(self) -> str:
        """Return the view as an HTML table, for notebooks."""
        html: str = registered("vtes").written().as_html(self)
        return html

    def _repr_svg_(self) -> str:
        """Return the view as a drawing, for documents that show no HTML."""
        svg: str = registered("vtes").written().as_svg(self)
        return svg

    def to_json(self) -> dict[str, Any]:
        """Return the view without legal actions, events and ledger, for JSON."""
        return {
            "me": self.me,
            "moment": list(self.moment),
            "edge": self.edge,
            "seats": [asdict(seat) for seat in self.seats],
            "asked": list(self.asked),
            "action": asdict(self.action) if self.action is not None else None,
            "combat": asdict(self.combat) if self.combat is not None else None,
            "referendum": asdict(self.referendum) if self.referendum is not None else None,
            "events": [{"kind": e.kind, "seat": e.seat, **e.data} for e in self.events],
        }


def _seen(g: Game, card: int) -> SeenCard:
    """Return an open card."""
    vampire = is_vampire(g, card)
    held = title(g, card) if vampire else None
    minion = vampire or printed(g, card).type == "ally"
    return SeenCard(
        g.rules.card(g, card),
        card,
        blood(g, card),
        is_tapped(g, card),
        capacity(g, card) if vampire else 0,
        strength(g, card) if minion else 0,
        bleed_of(g, card) if minion else 0,
        held.kind if held is not None else None,
        held.of if held is not None else None,
        clan(g, card) if vampire else "",
        tuple((name, known) for name in DISCIPLINES if (known := level(g, card, name))) if vampire else (),
        tuple(_seen(g, c) for c in on(g, card)),
    )


def _somebody(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _seat(g: Game, seat: int, seen: VtesObservation) -> SeenSeat:
    n, z = seen.n, seen.z
    here = bool(n[s.IN] >> seat & 1)

    def closed(region: int) -> tuple[SeenCard, ...]:
        """Return cards that only their controller may look at; the counters on them are open."""
        counters = seen.counters[seat] if region == s.UNCONTROLLED else (0,) * len(z[region + seat])
        return tuple(
            SeenCard(None, None, count) if is_back(card) else SeenCard(g.rules.card(g, card), card, count)
            for card, count in zip(z[region + seat], counters, strict=True)
        )

    def lying(*regions: int) -> tuple[SeenCard, ...]:
        return tuple(_seen(g, card) for region in regions for card in z[region + seat])

    return SeenSeat(
        g.names[seat],
        here,
        n[s.POOL + seat],
        n[s.POINTS + seat],
        _somebody(prey(g, seat)) if here else None,
        _somebody(predator(g, seat)) if here else None,
        bool(n[s.LEAVING + seat]),
        len(z[s.LIBRARY + seat]),
        len(z[s.CRYPT + seat]),
        closed(s.HAND),
        closed(s.UNCONTROLLED) + lying(s.NEW),
        lying(s.READY),
        lying(s.TORPOR),
        lying(s.HELD),
        lying(s.CONTESTED),
        names(g, z[s.ASH + seat]),
        names(g, z[s.REMOVED + seat]),
        names(g, z[s.ANTE + seat]),
    )


def view(g: Game, seen: VtesObservation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> View:
    """Return the view of an observation."""
    me = seen.reader
    return View(
        me,
        moment(g),
        seen.n[s.EDGE] if seen.n[s.EDGE] >= 0 else None,
        seen.n[s.TRANSFERS_LEFT],
        tuple(_seat(g, seat, seen) for seat in range(g.seats)),
        seen.asked,
        g.winners,
        g.decision(me) if me is not None and me in seen.asked else None,
        events,
        ledger,
        action(g),
        combat(g),
        referendum(g),
        g.table.own,
        master=being_played(g) >= 0,
    )
