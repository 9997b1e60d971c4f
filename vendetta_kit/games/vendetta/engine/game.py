"""A game of Vendetta: set-up, what is legal, and what the kernel is given of its rules (:data:`RULES`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel import game as kernel
from vendetta_kit.kernel.agenda import chosen, run
from vendetta_kit.kernel.decisions import Kind
from vendetta_kit.kernel.events import Entry, Event, Recorder
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.rng import chance, scramble
from vendetta_kit.kernel.state import ANSWER, CHOICES, RNG, Step, blank

from . import agenda as todo
from . import effects, events, planning, refusal, resolution, rounds, scoring, setup, withdraw
from .actions import ACTIONS, BID0, CLAN0, END_CODE, RELIC0, STAY_CODE, WITHDRAW_CODE
from .agenda import AFTER, KEEP, PLAN, TOKEN
from .draining import can_be_drained
from .event_kinds import EVENTS
from .hooks import ANY_TIME, FEES, UP_AT
from .imagine import imagine
from .marks import fingerprints
from .numbers import BOX_BLOOD, BOX_INFLUENCE, DEADLY_TOKENS, FEE, FEWEST_SEATS, KEPT_BACK, MOST_BLOOD, ROUNDS
from .observe import Observation, observe
from .options import NO_GRID, PlanOptions, plan_grid
from .state import (
    ACTIVE,
    ALLIANCE,
    ALLIES,
    ALLY_AT,
    BANK_BLOOD,
    BANK_INFLUENCE,
    CLAN,
    HAND,
    LOC,
    MAX_SEATS,
    NUMBERS,
    OFFER,
    PHASE,
    PHASES,
    POOL,
    RELIC,
    ROUND,
    TOKENS_UP,
    UP,
    VICTIMS,
    ZONES,
)
from .tables import ALL_ALLIES, ALL_VICTIMS, AT, CLANS, IDS, LOCATIONS
from .transcript import table as table_lines
from .verbs import most_to_play

if TYPE_CHECKING:
    from vendetta_kit.kernel.saves import Reader

    from .views import View

RULINGS: Final[dict[str, tuple[str, str]]] = {
    "last_blood": ("forbid", "allow"),
    "nobody_left": ("after_conflict", "after_withdraw"),
    "mass_manipulation": ("after_leaving", "before_leaving"),
    "eyes_in_the_dark": ("each_turn", "once"),
    "mate_in_frenzy": ("blood", "nothing"),
    "blood_alone": ("ranked", "nothing"),
    "sarah_mcaleer": ("all", "undrained"),
    "ambrus_maropis": ("any_time", "own_turn"),
    "empty_hand": ("drains", "skips"),
    "card_and_blood": ("card_first", "one_move"),
}
"""Switches and their readings, the default first.

They are of RUL-01, RUL-32, KIT-07, KIT-11, KIT-15, RUL-30, KIT-04, RUL-22, RUL-19 and RUL-53.
"""
VERSION: Final = 3
"""How games are played now where the rulebook leaves nothing open; saves of earlier versions go on as they began.

In the first, Relics were laid out after the clans were chosen (VREL-01), Fearless could be carried out with no Deployed
Blood though RUL-01 forbade the last Blood, and everybody was told what Roberta Urbani had done (HAND-04).
In the second, a price for something done to Rivals was asked where there was none (CONTR-06), and ``greedy`` weighed
as :class:`vendetta_kit.games.vendetta.bots.weights.Weights` does.
"""


def usual_readings() -> dict[str, str]:
    """Return how each switch is read if nobody says otherwise."""
    return {name: readings[0] for name, readings in RULINGS.items()}


PLAYED_BEFORE: Final[dict[str, str]] = {
    "mass_manipulation": "before_leaving",
    "eyes_in_the_dark": "once",
    "mate_in_frenzy": "nothing",
    "blood_alone": "nothing",
    "sarah_mcaleer": "undrained",
    "ambrus_maropis": "own_turn",
    "empty_hand": "skips",
    "card_and_blood": "one_move",
}
"""How games were played before there was such a switch: the reading of a save that does not name it."""


class Table(kernel.Table):
    """What does not change in a game: who sits where, variants, rulings. Shared by all copies."""

    __slots__ = (
        "counts_drained",
        "kept_back",
        "last_step",
        "location_card",
        "location_cards",
        "looks_any_time",
        "mate",
        "mate_asked_once",
        "mate_pays_blood",
        "nobody_after_withdraw",
        "plays_in_one",
        "ranks_blood",
        "relics",
        "robs_before_leaving",
        "rulings",
        "skips_turn",
        "teams",
        "unusual",
        "version",
    )

    def __init__(
        self,
        names: tuple[str, ...],
        location_card: tuple[int, ...],
        relics: bool,
        teams: bool,
        rulings: Mapping[str, str],
        setup: Mapping[str, Any],
        version: int = VERSION,
    ) -> None:
        super().__init__(RULES, names, setup)
        self.version = version
        seats = len(names)
        self.location_card = location_card
        self.location_cards = max(location_card) >= 0
        self.relics = relics
        self.teams = teams
        self.mate = tuple((s + seats // 2) % seats for s in range(seats)) if teams else (-1,) * seats
        self.rulings = dict(rulings)
        self.kept_back = KEPT_BACK if rulings["last_blood"] == "forbid" else 0
        self.nobody_after_withdraw = rulings["nobody_left"] == "after_withdraw"
        self.robs_before_leaving = rulings["mass_manipulation"] == "before_leaving"
        self.mate_asked_once = rulings["eyes_in_the_dark"] == "once"
        self.mate_pays_blood = rulings["mate_in_frenzy"] == "blood"
        self.ranks_blood = rulings["blood_alone"] == "ranked"
        self.counts_drained = rulings["sarah_mcaleer"] == "all"
        self.looks_any_time = rulings["ambrus_maropis"] == "any_time"
        self.skips_turn = rulings["empty_hand"] == "skips"
        self.plays_in_one = rulings["card_and_blood"] == "one_move"
        self.unusual = relics or not FEES.keys().isdisjoint(location_card)
        self.last_step: Step = (scoring.finish,)

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = self.names, self.location_card, self.relics, self.teams, self.rulings, self.setup, self.version
        return kernel.table_again, (Table, made_of, self.whole)


_NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


def _blank() -> tuple[list[int], list[tuple[int, ...]]]:
    n, z = blank(NUMBERS, ZONES)
    n[LOC] = n[ACTIVE] = -1
    n[BANK_BLOOD] = BOX_BLOOD
    n[BANK_INFLUENCE] = BOX_INFLUENCE
    for seat in range(MAX_SEATS):
        n[CLAN + seat] = n[RELIC + seat] = -1
    for loc in range(4):
        n[ALLY_AT + loc] = -1
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


class Game(kernel.Game[Table]):
    """A game of Vendetta in progress. Make one with :meth:`new` or :meth:`load`.

    ``n``, ``z`` and ``agenda`` are its changing state (:mod:`.state`), ``rec`` records what happens, ``table`` holds
    what does not change.
    """

    __slots__ = ()

    def _twin(self, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None) -> Game:
        return Game(self.table, n, z, agenda, rec)

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
        version: int = VERSION,
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
            version: :data:`VERSION`; 1 for a save from before there was a second.
            record: keep events, ledger and undo; off, a game is several times faster and plays the same.

        Raises:
            BadSetup: something of this does not go together; the message is one line.

        >>> game = Game.new(seats=4, seed=7)
        >>> game.pending[game.to_act].kind
        'pick_clan'
        """
        options = refusal.check_setup(seats, seed, clans, names, location_cards, relics, teams, rulings, version)
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
        table = Table(
            options.names, tuple(by_place), bool(relics), bool(teams), options.rulings, options.setup, version
        )
        todos = _AGENDAS[seats][:]
        g = Game(table, n, _BLANK_Z[:], todos, rec)
        setup.first_player(g, first)
        todos.append((setup.deal,))
        if relics:
            todos.append((setup.offer_relics,))
        if clans is None:
            todos.append((setup.offer_clans,))
        else:
            if relics and version > 1:
                setup.lay_relics(g)
            for seat, clan in enumerate(options.clans):
                n[CLAN + seat] = clan
                if g.rec is not None:
                    g.rec.event(g, "clan", seat, clan=CLANS[clan])
        run(g)
        return g

    @property
    def round(self) -> int:
        """The round, 1 to 3; 0 during set-up."""
        return self.n[ROUND]

    @property
    def phase(self) -> str:
        """The phase, see :data:`.state.PHASES`."""
        return PHASES[self.n[PHASE]]

    def observe(self, seat: Any) -> Observation:
        """Return all that ``seat`` may know as numbers; ``None`` is a spectator. See :meth:`.kernel.Game.observe`."""
        seen: Any = super().observe(seat)
        observation: Observation = seen
        return observation

    def view(self, seat: Any, log: bool = True) -> View:
        """Return all that ``seat`` may know, and nothing else; ``None`` is a spectator who sees what lies open.

        ``log=False`` leaves events and ledger out: all that a bot needs, and quicker.
        """
        view: View = super().view(seat, log)
        return view

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


def of_what_is_known(seen: Observation, z: list[tuple[int, ...]]) -> Game:
    """Return a table as one seat knows it, with ``z`` in place of its zones, as a game: to be counted, not played."""
    table = Table(_NAMES[: seen.seats], seen.location_card, False, max(seen.mate) >= 0, usual_readings(), {})
    return Game(table, seen.n[:], z, [], None)


# The hot path: what is legal, in numbers ---------------------------------------------------------------------

TOKENS: Final = Options((STAY_CODE, WITHDRAW_CODE), ACTIONS)
ONLY_END: Final = (END_CODE,)


def options(g: Game, seat: int, kind: int) -> Options:
    """Return what a seat that must decide may do."""
    if kind == PLAN:
        return plan_options(g, seat)
    if kind == TOKEN:
        if ANY_TIME.isdisjoint(g.z[ALLIANCE + seat]) or not g.table.looks_any_time or g.n[ANSWER + seat] >= 0:
            return TOKENS
        return Options((STAY_CODE, WITHDRAW_CODE, *planning.extras(g, seat, ANY_TIME)), ACTIONS)
    if kind == AFTER:
        alliance = g.z[ALLIANCE + seat]
        if planning.ORDINARY(alliance) and not g.table.relics:
            return PlanOptions((), NO_GRID, alliance, ONLY_END)
        return PlanOptions((), NO_GRID, can_be_drained(alliance), (END_CODE, *planning.extras(g, seat)))
    return Options(_codes(g, seat, kind), ACTIONS)


def plan_options(g: Game, seat: int) -> PlanOptions:
    """What a seat may do in its Planning turn before the play (PLAN-08…13, RUL-01…03)."""
    n, z, table = g.n, g.z, g.table
    alliance = z[ALLIANCE + seat]
    tokens = n[TOKENS_UP + seat]
    most = pool = n[POOL + seat]
    if table.kept_back:
        most -= KEPT_BACK
    if not planning.ORDINARY(alliance) or table.unusual or n[UP] & UP_AT["hides"]:
        up = MOST_BLOOD if most > MOST_BLOOD else most
        grid = plan_grid(tuple(_limits_at(g, seat, loc, pool, up) for loc in LOCATIONS[g.seats]), tokens)
        return PlanOptions(z[HAND + seat], grid, can_be_drained(alliance), planning.extras(g, seat))
    limits = USUAL_GRIDS[table.kept_back][pool if pool < 6 else 5]
    return PlanOptions(z[HAND + seat], limits[g.seats][tokens], alliance, ())


def _down(pool: int, cost: int, most: int) -> int:
    """Most Blood that may go along with a card played face down; -1 if the fee cannot be Spent (PLAN-11, RUL-02)."""
    if cost and pool < cost + KEPT_BACK:
        return -1
    left = most - cost
    return MOST_BLOOD if left > MOST_BLOOD else left if left > 0 else 0


def _limits_at(g: Game, seat: int, loc: int, pool: int, up: int) -> tuple[int, int, int]:
    down = _down(pool, planning.fee(g, seat, loc), pool - g.table.kept_back)
    return loc, -1 if planning.hidden_by(g, seat, loc) >= 0 else up, down


USUAL_GRIDS: Final = tuple(
    tuple(
        tuple(
            tuple(
                plan_grid(
                    tuple(
                        (loc, min(MOST_BLOOD, max(0, pool - kept)), _down(pool, FEE, pool - kept))
                        for loc in LOCATIONS[seats]
                    ),
                    tokens,
                )
                for tokens in range(DEADLY_TOKENS)
            )
            for seats in range(7)
        )
        for pool in range(6)
    )
    for kept in (0, 1)
)
"""Grids by RUL-01, Pool (5: or more), number of players and tokens, where nothing bends the usual limits."""


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


# What the kernel is given -------------------------------------------------------------------------------------


def _view(g: Game, seen: Observation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> View:
    from .views import view

    return view(g, seen, events, ledger)


def _set_up(setup: Mapping[str, Any], file: Reader) -> Game:
    from .saves import set_up

    return set_up(setup, file)


def _scores(g: Game) -> tuple[int | None, ...]:
    return tuple([scoring.score(g, seat) for seat in range(g.seats)])


_ANSWERED: Final[tuple[Any, ...]] = (
    None,
    setup.clan_picked,
    setup.relic_picked,
    rounds.keep_answered,
    planning.plan_answered,
    planning.after_answered,
    withdraw.token_answered,
    effects.malkavian.bid_answered,
    chosen,
    None,
)
RULES: Final = kernel.Rules(
    id="vendetta",
    actions=ACTIONS,
    kinds=tuple(
        [
            Kind(name, rules, answered, card=name in ("choose", "bid"), sealed=number in todo.SIMULTANEOUS)
            for number, (name, rules, answered) in enumerate(
                zip(todo.KIND_NAMES, todo.KIND_RULES, _ANSWERED, strict=True)
            )
        ]
    ),
    questions=todo.QUESTIONS,
    told_otherwise=todo.TOLD_OTHERWISE,
    events=EVENTS,
    causes=events.CAUSE_RULES,
    switches=RULINGS,
    options=options,
    could=lambda g, seat, kind: True,
    why_not=refusal.why_not,
    told_impossible=True,
    reason=refusal.Reason,
    basics={"no_action": "FLOW-02", "no_seat": "SET-01"},
    observe=observe,
    imagine=imagine,
    view=_view,
    moment=events.moment,
    here=events.here,
    place=lambda g, number: AT[number],
    card=lambda g, number: IDS[number],
    account=events.account,
    token=events.token_of,
    event_rules=events.event_rules,
    entry_rules=events.entry_rules,
    begin=_set_up,
    marks=fingerprints,
    table=table_lines,
    usually_none=frozenset(("below", "blood", "blood_power", "exchange", "fee", "flips", "tied", "ties", "unseen")),
    scores=_scores,
    winners=lambda g: scoring.sides_by_rank(g)[0],
)
"""All that the kernel is given of this game."""
