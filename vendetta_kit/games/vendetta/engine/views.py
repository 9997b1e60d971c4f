"""What a seat may know of a game, as names and ids.

A view translates what :func:`.observation.observe` lets a seat know. It contains no game and no order of a deck; only
its JSON form may be sent to a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel.agenda import PAUSED
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.events import Account, Entry, Event
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.state import ASK
from vendetta_kit.kernel.visibility import is_back
from vendetta_kit.registered_games import registered

from . import planning, resolution, rounds, scoring, setup, withdraw_step
from . import state as s
from .agenda import KEEP, KIND_NAMES, OVER, PLAN
from .card_tables import AT, BIT, CLANS, IDS, LOCATION_NUMBER, LOCATIONS
from .game import Game
from .observation import VendettaObservation
from .state import turn_order

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class CardView:
    """A Clan card on a Position: ``card`` is ``None`` if the reader may not know it; ``owner`` is a seat."""

    card: str | None
    face: str
    owner: int


@dataclass(frozen=True, slots=True)
class PositionView:
    """A seat's Deployed Blood and cards at a Location."""

    at: int | str
    blood: int
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What the reader may know of one seat.

    Attributes:
        seat: its number, from 0.
        name: of the player.
        clan: ``None`` before it is picked.
        blood: in the Pool.
        influence: in the Pool.
        tokens_up: Diablerie tokens that lie face up.
        tokens_down: Diablerie tokens that lie face down.
        alliance: the cards of its Alliance, by id.
        drained: the cards that it has Drained, by id.
        hand_size: how many cards are in hand.
        hand: the reader's own, by id; ``None`` for other seats.
        known_hand: of another seat: cards that are surely in hand.
        among: of another seat: cards that are surely in hand or face down.
        maybe: of another seat: cards that were seen before and may be back in the deck.
        deck_size: how many cards are in the deck.
        deck_bottom: the reader's own cards that were put under the deck; ``None`` for other seats.
        relic: by id, if the seat has one.
        relic_used: whether that was used.
        out: whether the player is out of the game.
        mate: the seat of the team mate; ``None`` without teams.
        score: what its Influence comes to now; ``None`` for who is out.
        positions: a :class:`PositionView` for each Location.
    """

    seat: int
    name: str
    clan: str | None
    blood: int
    influence: int
    tokens_up: int
    tokens_down: int
    alliance: tuple[str, ...]
    drained: tuple[str, ...]
    hand_size: int
    hand: tuple[str, ...] | None
    known_hand: tuple[str, ...]
    among: tuple[str, ...]
    maybe: tuple[str, ...]
    deck_size: int
    deck_bottom: tuple[str, ...] | None
    relic: str | None
    relic_used: bool
    out: bool
    mate: int | None
    score: int | None
    positions: tuple[PositionView, ...]


@dataclass(frozen=True, slots=True)
class LocationView:
    """A Location with its Ally and, in that variant, its Location card."""

    at: int | str
    ally: str | None
    location_card: str | None


@dataclass(frozen=True, slots=True)
class AgendaItem:
    """One coming turn, phase, Location or step."""

    name: str
    seat: int | None = None
    at: int | str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """All that one reader may know of a game now. Seats are numbers from 0; the own hand is ``seats[me].hand``.

    Attributes:
        me: the reader's seat, also as ``seat``; ``None`` for a spectator.
        names: of the players, by seat.
        round: from 1.
        phase: of the round, ``"set_up"`` before the first.
        step: of a Location's Resolution, else empty.
        at: the Location that is resolved; ``None`` outside of that.
        ambition: the seat with the Ambition token.
        active: the seat whose Planning turn it is; ``None`` outside of that.
        turn_number: which of the round's Planning turns it is, from 1; else 0.
        order: the seats in turn order, without who is out.
        seats: a :class:`SeatView` for each seat.
        locations: a :class:`LocationView` for each Location.
        victims_left: how many Victims are in their deck.
        allies_left: how many Allies are in theirs.
        offer: the clans or Relics that lie open to be picked.
        relics_open: the Relics that are shown until everybody has a clan.
        asked: the kind of the open decision, whoever is asked; empty if that may not be known.
        pending: the seats that are asked, as far as it may be known.
        decision: the reader's own open decision: ``kind``, ``question``, ``card``, ``at``, ``rules``, ``legal``.
        looking_at: the cards to choose from in Hand Building, else empty.
        teams: the seats of each team; empty without teams.
        rulings: the rules of this game where there is a choice, by id.
        ranking: the seats at the Location that is resolved, the best first, once that is known.
        agenda: what is to come, the next first (:class:`AgendaItem`).
        over: whether the game has ended.
        winners: the seats that have won.
        scores: what each seat's Influence comes to now; ``None`` for who is out.
        events: what has happened, as far as the reader may know.
        ledger: each change of Blood, Influence and tokens with its rule, as far as the reader may know.
    """

    me: int | None
    names: tuple[str, ...]
    round: int
    phase: str
    step: str
    at: int | str | None
    ambition: int
    active: int | None
    turn_number: int
    order: tuple[int, ...]
    seats: tuple[SeatView, ...]
    locations: tuple[LocationView, ...]
    victims_left: int
    allies_left: int
    offer: tuple[str, ...]
    relics_open: tuple[str, ...]
    asked: str
    pending: tuple[int, ...]
    decision: Decision | None
    looking_at: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    rulings: Mapping[str, str]
    ranking: tuple[int, ...]
    agenda: tuple[AgendaItem, ...]
    over: bool
    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]
    observation: VendettaObservation = field(repr=False, compare=False)
    """The content of the view as numbers, for bots; not in the JSON form."""

    @property
    def seat(self) -> int | None:
        """The reader's seat, as ``me``: what bots of all games call it."""
        return self.me

    @property
    def legal(self) -> Options:
        """The legal actions of the reader's open decision; empty if there is none."""
        return self.observation.offer

    def fee(self, at: int | str) -> int:
        """Return the fee in Blood for a face-down card of the reader at a Location (PLAN-11).

        Raises:
            KeyError: no Location has this name.
            ValueError: the reader is a spectator.
        """
        if self.me is None:
            raise ValueError("a spectator plays no card")
        seen = self.observation
        return planning.fee_of(seen.z[s.ALLIANCE + self.me], seen.location_card[LOCATION_NUMBER[at]])

    def __repr__(self) -> str:
        where = "over" if self.over else f"round {self.round}, {self.phase}"
        return f"<View of {'a spectator' if self.me is None else self.names[self.me]}: {where}>"

    def __str__(self) -> str:
        text: str = registered("vendetta").written().as_text(self)
        return text

    def _repr_html_(self) -> str:
        """Return the view as HTML for a notebook."""
        html: str = registered("vendetta").written().as_html(self)
        return html

    def _repr_svg_(self) -> str:
        """Return the view as a drawing, for documents that show no HTML."""
        svg: str = registered("vendetta").written().as_svg(self)
        return svg

    def to_json(self, log: bool = True) -> dict[str, Any]:
        """Return the view as JSON values; ``log=False`` leaves out events and ledger."""
        row: dict[str, Any] = {
            f.name: _plain(getattr(self, f.name))
            for f in fields(self)
            if f.name != "observation" and (log or f.name not in ("events", "ledger"))
        }
        return row


MOST_LISTED: Final = 64
"""The JSON form leaves out longer lists of legal actions; ``plays`` summarizes them."""


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int):  # most of what there is
        return value
    if isinstance(value, Decision):
        options = value.legal
        row = value.to_json()
        row["count"] = len(options)
        row["legal"] = [action.to_json() for action in options] if len(options) <= MOST_LISTED else None
        return row
    if isinstance(value, Options):
        return len(value)
    if isinstance(value, Account):
        return {key: part for key, part in value._asdict().items() if part is not None}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value


# What is known is decided by observe() -------------------------------------------------------------------


def _ids(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(IDS[c] for c in cards)


def _card(n: list[int], c: int, owner: dict[int, int]) -> CardView:
    if is_back(c):
        return CardView(None, "down", owner[-1 - c])
    return CardView(IDS[c], "up" if n[s.UP] & BIT[c] else "down", owner[c // 9])


def _seat(g: Game, seat: int, o: VendettaObservation, owner: dict[int, int]) -> SeatView:
    n, z = o.n, o.z
    mine = seat == o.seat
    hand = z[s.HAND + seat]
    clan = range(n[s.CLAN + seat] * 9, n[s.CLAN + seat] * 9 + 9) if n[s.CLAN + seat] >= 0 and not mine else ()
    positions = []
    for loc in LOCATIONS[g.seats]:
        cards = tuple(_card(n, c, owner) for c in z[s.CARDS + seat * 4 + loc])
        positions.append(PositionView(AT[loc], n[s.BLOOD + seat * 4 + loc], cards))
    bottom = min(n[s.KNOWN_BOTTOM + seat], len(z[s.DECK + seat]))
    return SeatView(
        seat=seat,
        name=g.names[seat],
        clan=CLANS[n[s.CLAN + seat]] if n[s.CLAN + seat] >= 0 else None,
        **s.SCHEMA.of_seat(n, seat),
        tokens_up=n[s.TOKENS_UP + seat],
        tokens_down=n[s.TOKENS_DOWN + seat],
        alliance=_ids(z[s.ALLIANCE + seat]),
        drained=_ids(z[s.DRAINED + seat]),
        hand_size=len(hand),
        hand=_ids(hand) if mine else None,
        known_hand=() if mine else _ids(tuple(c for c in hand if not is_back(c))),
        among=_ids(tuple(c for c in clan if n[s.AMONG] & BIT[c])),
        maybe=_ids(tuple(c for c in clan if n[s.MAYBE] & BIT[c])),
        deck_size=len(z[s.DECK + seat]),
        deck_bottom=_ids(z[s.DECK + seat][len(z[s.DECK + seat]) - bottom :]) if mine else None,
        relic=IDS[n[s.RELIC + seat]] if n[s.RELIC + seat] >= 0 else None,
        relic_used=bool(n[s.RELIC_USED + seat]),
        out=bool(n[s.OUT] >> seat & 1),
        mate=g.table.mate[seat] if g.table.teams else None,
        score=scoring.score(g, seat),
        positions=tuple(positions),
    )


COUNTERS: Final = s.SCHEMA.seat_keys
"""The attributes of a :class:`SeatView` that are counters in a Pool."""
TOKENS: Final = s.SCHEMA.tokens
"""The kinds of tokens of ledger entries."""
SHOWN: Final[dict[Callable[..., Any], tuple[str, bool, bool]]] = {
    setup.offer_clans: ("offer_clans", False, False),
    setup.pick_clan: ("pick_clan", True, False),
    setup.offer_relics: ("offer_relics", False, False),
    setup.pick_relic: ("pick_relic", True, False),
    setup.deal: ("deal", False, False),
    rounds.begin_round: ("round", False, False),
    rounds.feed: ("feed", False, False),
    rounds.location_setup: ("location_setup", False, False),
    rounds.hand_building: ("hand_building", False, False),
    planning.planning: ("planning", False, False),
    planning.turn: ("turn", True, False),
    planning.rest_of_turn: ("rest_of_turn", True, False),
    planning.turn_again: ("turn", True, False),
    planning.end_of_planning: ("end_of_planning", False, False),
    resolution.resolution: ("resolution", False, False),
    resolution.location: ("location", False, True),
    withdraw_step.withdraw_step: ("withdraw", False, False),
    resolution.revelation: ("revelation", False, False),
    resolution.preparation: ("preparation", False, False),
    resolution.conflict: ("conflict", False, False),
    resolution.aftermath: ("aftermath", False, False),
    rounds.end_of_round: ("end_of_round", False, False),
    scoring.finish: ("scoring", False, False),
}
"""The agenda's public steps: name, and whether a seat or a Location follows. Other steps are not shown."""


def agenda(g: Game) -> tuple[AgendaItem, ...]:
    """Return what is to come, the next first: turns, phases, Locations and steps."""
    items = []
    for step in reversed(g.agenda):
        shown = SHOWN.get(step[0])
        if shown is not None:
            name, seat, loc = shown
            items.append(AgendaItem(name, step[1] if seat else None, AT[step[1]] if loc else None))
    return tuple(items)


def view(g: Game, o: VendettaObservation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> View:
    """Return a seat's observation as a view, with the events and ledger entries that it may know."""
    n, z = o.n, o.z
    viewer, pending = o.reader, o.asked
    asked = viewer is not None and viewer in pending
    owner = {n[s.CLAN + seat]: seat for seat in range(g.seats)}
    looking = rounds.cards_looked_at(g, viewer) if asked and n[ASK] == KEEP and viewer is not None else ()
    offer = z[s.OFFER]
    return View(
        me=viewer,
        names=g.names,
        round=n[s.ROUND],
        phase=s.PHASES[n[s.PHASE]],
        step=s.STEPS[n[s.STEP]],
        at=AT[n[s.LOC]] if n[s.LOC] >= 0 else None,
        ambition=n[s.AMBITION],
        active=n[s.ACTIVE] if n[s.ACTIVE] >= 0 else None,
        turn_number=n[s.TURN_NUMBER] if n[ASK] in (PLAN, PLAN + 1) else 0,
        order=turn_order(g),
        seats=tuple(_seat(g, seat, o, owner) for seat in range(g.seats)),
        locations=tuple(
            LocationView(
                AT[loc],
                IDS[n[s.ALLY_AT + loc]] if n[s.ALLY_AT + loc] >= 0 else None,
                IDS[g.table.location_card[loc]] if g.table.location_card[loc] >= 0 else None,
            )
            for loc in LOCATIONS[g.seats]
        ),
        victims_left=len(z[s.VICTIMS]),
        allies_left=len(z[s.ALLIES]),
        offer=tuple(CLANS[c] if c < len(CLANS) else IDS[c] for c in offer),
        relics_open=_ids(z[s.RELICS_OPEN]),
        asked=KIND_NAMES[n[ASK]] if n[ASK] < PAUSED else "",
        pending=pending,
        decision=g.decision(viewer) if asked and viewer is not None else None,
        looking_at=_ids(looking),
        teams=tuple(scoring.sides(g)) if g.table.teams else (),
        rulings=dict(g.table.rulings),
        ranking=z[s.RANKING],
        agenda=agenda(g),
        over=n[ASK] == OVER,
        winners=g.winners,
        scores=g.scores,
        events=events,
        ledger=ledger,
        observation=o,
    )
