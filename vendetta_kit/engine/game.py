"""A game of Vendetta: the one object through which everything is played.

The learner's click, a bot, a test, a scenario and a simulation all go through :meth:`Game.apply`. There is no second
way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from . import agenda as todo
from . import effects, planning, refusal, resolution, rounds, scoring, setup, withdraw
from .actions import BID0, CLAN0, END_CODE, RELIC0, STAY_CODE, WITHDRAW_CODE, Action
from .agenda import AFTER, KEEP, OVER, PLAN, TOKEN, run
from .decisions import Decision, decision
from .draining import can_be_drained
from .events import Entry, Event, Recorder
from .numbers import BOX_BLOOD, BOX_INFLUENCE, FEE, FEWEST_SEATS, KEPT_BACK, MOST_BLOOD, ROUNDS
from .options import Grid, Options, PlanOptions, plan_grid
from .refusal import BadSetup, IllegalAction, WhyNot
from .state import (
    ACTIVE,
    ALLIANCE,
    ALLIES,
    ALLY_AT,
    ANSWER,
    ASK,
    ASKER,
    BANK_BLOOD,
    BANK_INFLUENCE,
    CHOICES,
    CLAN,
    HAND,
    LOC,
    MAX_SEATS,
    NUMBERS,
    OFFER,
    PHASE,
    POOL,
    RELIC,
    RNG,
    ROUND,
    TOKENS_UP,
    UP,
    VICTIMS,
    WHO,
    ZONES,
    Step,
    chance,
    scramble,
)
from .tables import (
    ALL_ALLIES,
    ALL_VICTIMS,
    BIT,
    CLANS,
    EYES,
    LOCATIONS,
    NUMBER,
    QUAY,
)
from .verbs import most_to_play

if TYPE_CHECKING:
    from .views import View

RULINGS: Final[dict[str, tuple[str, str]]] = {
    "last_blood": ("forbid", "allow"),
    "nobody_left": ("after_conflict", "after_withdraw"),
    "mass_manipulation": ("after_leaving", "before_leaving"),
}
"""Switches and their readings, the default first (RUL-01, RUL-32, KIT-07)."""
PLAYED_BEFORE: Final[dict[str, str]] = {"mass_manipulation": "before_leaving"}
"""How games were played before there was a switch: the reading of a save that does not name it."""


class Table:
    """What does not change in a game: who sits where, variants, rulings. Shared by all copies."""

    __slots__ = (
        "abilities",
        "kept_back",
        "last_step",
        "location_card",
        "mate",
        "names",
        "nobody_after_withdraw",
        "relics",
        "robs_before_leaving",
        "rulings",
        "setup",
        "teams",
        "unusual",
    )

    def __init__(
        self,
        names: tuple[str, ...],
        location_card: tuple[int, ...],
        relics: bool,
        teams: bool,
        rulings: Mapping[str, str],
        setup: Mapping[str, Any],
    ) -> None:
        seats = len(names)
        self.names = names
        self.location_card = location_card
        self.relics = relics
        self.teams = teams
        self.mate = tuple((s + seats // 2) % seats for s in range(seats)) if teams else (-1,) * seats
        self.rulings = dict(rulings)
        self.kept_back = KEPT_BACK if rulings["last_blood"] == "forbid" else 0
        self.nobody_after_withdraw = rulings["nobody_left"] == "after_withdraw"
        self.robs_before_leaving = rulings["mass_manipulation"] == "before_leaving"
        self.setup = setup
        self.unusual = relics or QUAY in location_card
        self.last_step: Step = (scoring.finish,)
        self.abilities = _ABILITIES


_ABILITIES: Final = frozenset(NUMBER[f"AL{number:02}"] for number in (5, 7, 8, 12, 13, 14, 15, 26, 27, 28, 30))
"""Allies with a lasting ability, which a Drain ends (DRAIN-06)."""
_NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


def _blank() -> tuple[list[int], list[tuple[int, ...]]]:
    n = [0] * NUMBERS
    n[LOC] = n[ACTIVE] = n[ASKER] = -1
    n[BANK_BLOOD] = BOX_BLOOD
    n[BANK_INFLUENCE] = BOX_INFLUENCE
    for seat in range(MAX_SEATS):
        n[CLAN + seat] = n[RELIC + seat] = n[ANSWER + seat] = -1
    for loc in range(4):
        n[ALLY_AT + loc] = -1
    z: list[tuple[int, ...]] = [()] * ZONES
    z[VICTIMS] = ALL_VICTIMS
    z[ALLIES] = ALL_ALLIES
    return n, z


_BLANK_N, _BLANK_Z = _blank()


def agenda_of_round(round_number: int, seats: int) -> list[Step]:
    """The agenda of one round, last thing first (FLOW-02, RES-02)."""
    steps: list[Step] = [] if round_number == ROUNDS else [(rounds.end_of_round,)]
    for loc in reversed(LOCATIONS[seats]):
        steps += resolution.steps_of_location(loc)
    steps += [
        (resolution.resolution,),
        (planning.planning,),
        (rounds.hand_building,),
        (rounds.location_setup,),
        (rounds.feed,),
        (rounds.begin_round, round_number),
    ]
    return steps


_AGENDAS: Final = {
    seats: [(scoring.finish,), *(s for r in range(ROUNDS, 0, -1) for s in agenda_of_round(r, seats))]
    for seats in range(FEWEST_SEATS, MAX_SEATS + 1)
}


class Game:
    """A game in progress.

    ``n``, ``z`` and ``agenda`` are its changing state (:mod:`.state`), ``rec`` records what happens, ``table``
    holds what does not change. Make one with :meth:`new` or :meth:`load`.
    """

    __slots__ = ("_offer", "_offer_to", "agenda", "n", "rec", "seats", "table", "z")

    def __init__(
        self,
        seats: int,
        table: Table,
        n: list[int],
        z: list[tuple[int, ...]],
        agenda: list[Step],
        rec: Recorder | None,
    ) -> None:
        """For the engine's own use: make games with :meth:`new`, :meth:`load` or :meth:`copy`."""
        self.seats = seats
        self.table = table
        self.n = n
        self.z = z
        self.agenda = agenda
        self.rec = rec
        self._offer: Options = NO_OPTIONS  # what legal() returned last, good until the next action
        self._offer_to: int | None = None  # for which seat

    @classmethod
    def new(
        cls,
        seats: Any = 4,
        seed: Any = 0,
        clans: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        location_cards: bool | Sequence[str] = False,
        relics: bool = False,
        teams: bool = False,
        rulings: Mapping[str, str] | None = None,
        record: bool = True,
    ) -> Game:
        """Set up a game.

        Args:
            seats: players, 3 to 6; 6 only in teams (SET-01, FLOW-04).
            seed: decides everything random.
            clans: one clan id per seat; left out, the players choose from an offer (SET-09).
            names: one name per seat.
            location_cards: ``True`` draws one for each Location but the Haven (VLOC-01); or their ids in order.
            relics: play with Relics (VREL-01).
            teams: Tag Team: seats opposite each other play together, 4 or 6 seats (VTAG-01, VTAG-04).
            rulings: readings of rulings with a switch, e.g. ``{"last_blood": "allow"}``.
            record: keep events, ledger and undo; off, a game is several times faster and plays the same.

        Raises:
            BadSetup: something of this does not go together; the message is one line.

        >>> game = Game.new(seats=4, seed=7)
        >>> game.pending[game.to_act].kind
        'pick_clan'
        """
        options = refusal.check_setup(seats, seed, clans, names, location_cards, relics, teams, rulings)
        n = _BLANK_N[:]
        n[RNG] = scramble(seed)
        rec = Recorder() if record else None
        first = chance(n, seats)
        cards = options.location_cards
        if location_cards is True:
            cards = setup.choose_location_cards(n, len(LOCATIONS[seats]) - 1)
        by_place = [-1] * 4
        for loc, card in zip(LOCATIONS[seats], cards, strict=False):
            by_place[loc] = card
        table = Table(options.names, tuple(by_place), bool(relics), bool(teams), options.rulings, options.setup)
        todos = _AGENDAS[seats][:]
        g = Game(seats, table, n, _BLANK_Z[:], todos, rec)
        setup.first_player(g, first)
        todos.append((setup.deal,))
        if relics:
            todos.append((setup.offer_relics,))
        if clans is None:
            todos.append((setup.offer_clans,))
        else:
            for seat, clan in enumerate(options.clans):
                n[CLAN + seat] = clan
                if g.rec is not None:
                    g.rec.event(g, "clan", seat, clan=CLANS[clan])
        run(g)
        return g

    # What is to be decided --------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (EOG-01)."""
        return self.n[ASK] == OVER

    @property
    def to_act(self) -> int | None:
        """One of the seats that must decide now; ``None`` when the game is over."""
        return FIRST_SEAT[self.n[WHO]]

    @property
    def pending(self) -> dict[int, Decision]:
        """The open decision of each seat that must decide: several at once where the rule says "secretly"."""
        who = self.n[WHO]
        return {seat: decision(self, seat) for seat in range(self.seats) if who >> seat & 1}

    def legal(self, seat: Any) -> Options:
        """All that ``seat`` may do now, as a sequence that builds nothing before it is looked at."""
        n = self.n
        if type(seat) is not int or not 0 <= seat < self.seats or not n[WHO] >> seat & 1:
            return NO_OPTIONS
        if self._offer_to == seat:
            return self._offer
        kind = n[ASK]
        if kind == PLAN:
            offer: Options = plan_options(self, seat)
        elif kind == TOKEN:
            offer = TOKENS
        elif kind == AFTER:
            alliance = self.z[ALLIANCE + seat]
            if planning.ORDINARY(alliance) and not self.table.relics:
                offer = PlanOptions((), NO_GRID, 0, alliance, ONLY_END)
            else:
                drains = can_be_drained(alliance)
                offer = PlanOptions((), NO_GRID, 0, drains, (END_CODE, *planning.extras(self, seat)))
        else:
            offer = Options(_codes(self, seat, kind))
        self._offer = offer
        self._offer_to = seat
        return offer

    def why_not(self, seat: Any, action: Action) -> WhyNot | None:
        """``None`` if the action is legal; else every rule that forbids it, and the nearest legal action."""
        return refusal.why_not(self, seat, action)

    # Acting -----------------------------------------------------------------------------------------------

    def apply(self, seat: Any, action: Action) -> tuple[Event, ...]:
        """Do it, and everything that follows until somebody must decide again.

        Returns:
            The events of this, if the game is recorded (see :meth:`Event.seen_by` for what a seat may know of them).

        Raises:
            IllegalAction: it may not be; the game, its random state included, is unchanged.
        """
        offer = self._offer if self._offer_to == seat and type(seat) is int else self.legal(seat)
        if not isinstance(action, Action) or not offer.allows(action.code):
            raise refusal.refuse(self, seat, action)
        code = action.code
        n = self.n
        rec = self.rec
        self._offer_to = None
        if rec is None:
            ANSWERED[n[ASK]](self, seat, code)
            if not n[ASK]:
                run(self)
            return ()
        before = len(rec.events)
        if rec.undoes:
            rec.past.append((n[:], self.z[:], self.agenda[:], before, len(rec.entries), rec.next))
            rec.actions.append((seat, action))
        ANSWERED[n[ASK]](self, seat, code)
        run(self)
        return tuple(rec.events[before:])

    def undo(self) -> tuple[int, Action]:
        """Take the last action back and return it with its seat; works back to the start.

        Raises:
            ValueError: there is nothing to take back, or the game is not recorded.
        """
        rec = self.rec
        if rec is None:
            raise ValueError("undo needs a recorded game: Game.new(record=True)")
        if not rec.past:
            raise ValueError("nothing to undo: this is the start of the game")
        n, z, todos, events, entries, following = rec.past.pop()
        # the snapshot goes back into the same lists, so that whoever holds the game sees the change
        self.n[:] = n
        self.z[:] = z
        self.agenda[:] = todos
        self._offer_to = None
        del rec.events[events:]
        del rec.entries[entries:]
        rec.next = following
        return rec.actions.pop()

    def copy(self, record: bool = True) -> Game:
        """A twin that shares nothing that can change; ``record=False`` leaves the record behind."""
        rec = self.rec
        return Game(
            self.seats,
            self.table,
            self.n[:],
            self.z[:],
            self.agenda[:],
            rec.copy() if record and rec is not None else None,
        )

    def fork(self, after: int | None = None) -> Game:
        """A what-if branch: a twin as it was after the first ``after`` actions (default: all of them).

        Raises:
            ValueError: there were not so many actions, or the game is not recorded.
        """
        if self.rec is None:
            raise ValueError("fork needs a recorded game: Game.new(record=True)")
        done = len(self.rec.actions)
        if after is None:
            after = done
        if not 0 <= after <= done:
            raise ValueError(f"fork after action {after}: expected 0 to {done}")
        g = self.copy()
        while len(g.rec.actions) > after:  # type: ignore[union-attr]
            g.undo()
        return g

    # What was ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, secrets included; empty if not recorded. What a seat may know: ``view(seat).events``."""
        return tuple(self.rec.events) if self.rec is not None else ()

    @property
    def ledger(self) -> tuple[Entry, ...]:
        """Who paid whom, when and why; empty if not recorded."""
        return tuple(self.rec.entries) if self.rec is not None else ()

    @property
    def actions(self) -> tuple[tuple[int, Action], ...]:
        """All actions so far with their seats; empty if not recorded."""
        return tuple(self.rec.actions) if self.rec is not None else ()

    def moment(self, n: int) -> int:
        """After how many actions the event or ledger entry with the running number ``n`` had happened."""
        past = self.rec.past if self.rec is not None else ()
        return next((k for k, snapshot in enumerate(past) if snapshot[5] > n), len(past))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.names

    @property
    def round(self) -> int:
        """The round, 1 to 3; 0 during set-up."""
        return self.n[ROUND]

    @property
    def phase(self) -> str:
        """The phase, see :data:`.state.PHASES`."""
        from .state import PHASES

        return PHASES[self.n[PHASE]]

    @property
    def scores(self) -> tuple[int | None, ...]:
        """Influence in all by seat as things stand; ``None`` for who is out of the game (EOG-02, EOG-03)."""
        return tuple(scoring.score(self, seat) for seat in range(self.seats))

    @property
    def winner(self) -> int | None:
        """The winning seat once the game is over; of a team its first seat (see :attr:`winners`)."""
        return self.winners[0] if self.winners else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seat, or both seats of the winning team; empty before the end."""
        return scoring.standing(self)[0] if self.is_over else ()

    def view(self, seat: Any, log: bool = True) -> View:
        """All that ``seat`` may know, and nothing else; ``None`` is a spectator who sees what lies open.

        ``log=False`` leaves events and ledger out: all that a bot needs, and quicker.
        """
        from .views import view

        return view(self, seat, log)

    # Saving -----------------------------------------------------------------------------------------------

    def save(self, path: str) -> None:
        """Write the game to a file: seed, set-up, actions and fingerprints; either whole or not at all."""
        from .saves import save

        save(self, path)

    @staticmethod
    def load(path: str) -> Game:
        """Read a saved game and play it again.

        Raises:
            BadSave: the file is no save of this version, or was cut off or edited; the message says what and where.
        """
        from .saves import load

        return load(path)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"round {self.round}, {self.phase}"
        return f"<Game of {self.seats}: {where}>"

    def _repr_html_(self) -> str:
        """Show itself in a notebook as a table, with what a spectator may know."""
        return self.view(None, log=False)._repr_html_()


# The hot path: what is legal, in numbers ---------------------------------------------------------------------

NO_OPTIONS: Final = Options(())
TOKENS: Final = Options((STAY_CODE, WITHDRAW_CODE))
ONLY_END: Final = (END_CODE,)
NO_GRID: Final[Grid] = ((0,), frozenset())
FIRST_SEAT: Final[tuple[int | None, ...]] = (None, *((w & -w).bit_length() - 1 for w in range(1, 64)))
"""The lowest seat of a set of seats."""


def plan_options(g: Game, seat: int) -> PlanOptions:
    """What a seat may do in its Planning turn before the play (PLAN-08…13, RUL-01…03)."""
    n, z, table = g.n, g.z, g.table
    alliance = z[ALLIANCE + seat]
    most = pool = n[POOL + seat]
    if table.kept_back:
        most -= KEPT_BACK
    if not planning.ORDINARY(alliance) or table.unusual or n[UP] & BIT[EYES]:
        up = MOST_BLOOD if most > MOST_BLOOD else most
        grid = plan_grid(tuple(_limits_at(g, seat, loc, pool, up) for loc in LOCATIONS[g.seats]))
        return PlanOptions(
            z[HAND + seat], grid, n[TOKENS_UP + seat], can_be_drained(alliance), planning.extras(g, seat)
        )
    limits = USUAL_GRIDS[table.kept_back][pool if pool < 6 else 5]
    return PlanOptions(z[HAND + seat], limits[g.seats], n[TOKENS_UP + seat], alliance, ())


def _down(pool: int, cost: int, most: int) -> int:
    """Most Blood that may go along with a card played face down; -1 if the fee cannot be Spent (PLAN-11, RUL-02)."""
    if cost and pool < cost + KEPT_BACK:
        return -1
    left = most - cost
    return MOST_BLOOD if left > MOST_BLOOD else left if left > 0 else 0


def _limits_at(g: Game, seat: int, loc: int, pool: int, up: int) -> tuple[int, int, int]:
    down = _down(pool, planning.fee(g, seat, loc), pool - g.table.kept_back)
    return loc, -1 if planning.must_hide(g, seat, loc) else up, down


USUAL_GRIDS: Final = tuple(
    tuple(
        tuple(
            plan_grid(
                tuple(
                    (loc, min(MOST_BLOOD, max(0, pool - kept)), _down(pool, FEE, pool - kept))
                    for loc in LOCATIONS[seats]
                )
            )
            for seats in range(7)
        )
        for pool in range(6)
    )
    for kept in (0, 1)
)
"""Grids by RUL-01, Pool (5: or more) and number of players, where nothing bends the usual limits."""


def _codes(g: Game, seat: int, kind: int) -> tuple[int, ...]:
    """Codes of the options of every decision but a Planning turn's play and the tokens."""
    if kind == todo.CHOOSE:
        return g.z[CHOICES]
    if kind == KEEP:
        return rounds.keep_options(g, seat)
    if kind == todo.BID:
        return tuple(range(BID0, BID0 + most_to_play(g, seat) + 1))
    if kind == todo.PICK_CLAN:
        return tuple(CLAN0 + clan for clan in g.z[OFFER])
    return tuple(RELIC0 + card for card in g.z[OFFER])


ANSWERED: Final[tuple[Any, ...]] = (
    None,
    setup.clan_picked,
    setup.relic_picked,
    rounds.keep_answered,
    planning.plan_answered,
    planning.after_answered,
    withdraw.token_answered,
    effects.malkavian.bid_answered,
    todo.chosen,
)
"""What an answer does, by kind of decision."""
__all__ = ["BadSetup", "Game", "IllegalAction"]
