"""The game object of Vendetta, its fixed table, and the rulings that can be switched.

The rules are in other modules, which import this one; :data:`.rules.RULES` hands them to the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Never

from vendetta_kit.argument_checks import argument_names
from vendetta_kit.input_errors import installed
from vendetta_kit.kernel import game as kernel
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.refusal import SetupChecks
from vendetta_kit.kernel.state import Step
from vendetta_kit.registered_games import registered

from .card_hooks import FEES
from .rule_numbers import KEPT_BACK
from .state import PHASE, PHASES, ROUND

if TYPE_CHECKING:
    from .observation import VendettaObservation
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
"""The switchable rulings with their possible values, the default first.

In this order they belong to RUL-01, RUL-32, KIT-07, KIT-11, KIT-15, RUL-30, KIT-04, RUL-22, RUL-19 and RUL-53.
"""
VERSION: Final = 3
"""The version of the rules that new games follow; saves of earlier versions go on by the rules of theirs.

Version 1 laid Relics out after the clans were chosen (VREL-01), allowed Fearless without Deployed Blood although RUL-01
forbids it, and told everybody what Roberta Urbani had done (HAND-04). Version 2 asked for a price even where there was
no Rival to pay for (CONTR-06), and ``greedy`` used :class:`vendetta_kit.games.vendetta.bots.weights.Weights`.
"""


def default_rulings() -> dict[str, str]:
    """Return the default value of each switchable ruling."""
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
"""The value of a ruling in a save that does not name it, because the switch did not exist yet."""


class Table(kernel.Table):
    """The part of a game that does not change: players, variants and rulings. All copies of a game share it."""

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
        from .rules import RULES
        from .scoring import finish

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
        self.last_step: Step = (finish,)

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = self.names, self.location_card, self.relics, self.teams, self.rulings, self.setup, self.version
        return kernel.unpickle_table, (Table, made_of, self.whole)


NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
"""What players are called where nobody says otherwise."""


class Game(kernel.Game[Table]):
    """A game of Vendetta in progress. Make one with :meth:`new` or :meth:`load`.

    ``n``, ``z`` and ``agenda`` are the changing state (:mod:`.state`), ``rec`` is the recorder, ``table`` the fixed
    part.

    >>> game = Game.new(seats=3, seed=7)
    >>> while not game.is_over:
    ...     events = game.apply(game.to_act, game.legal(game.to_act)[0])
    >>> game.scores, game.names[game.winner]
    ((15, 7, 9), 'Ann')
    """

    __slots__ = ()

    def _twin(self, n: list[int], z: list[tuple[int, ...]], agenda: list[Step], rec: Recorder | None) -> Game:
        return Game(self.table, n, z, agenda, rec)

    @classmethod
    def new(
        cls,
        seats: int = 4,
        seed: int = 0,
        clans: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        location_cards: bool | Sequence[str] = False,
        relics: bool = False,
        teams: bool = False,
        rulings: Mapping[str, str] | None = None,
        version: int = VERSION,
        record: bool = True,
        **other: Never,
    ) -> Game:
        """Return a new game.

        Args:
            seats: number of players, 3 to 6; 6 only in teams (SET-01, FLOW-04).
            seed: seed of all random events.
            clans: one clan id for each seat; by default the players choose from an offer (SET-09).
            names: one name for each seat.
            location_cards: ``True`` to draw one for each Location but the Haven (VLOC-01), or their ids in order.
            relics: whether to play with Relics (VREL-01).
            teams: whether to play Tag Team: seats opposite each other are a team, 4 or 6 seats (VTAG-01, VTAG-04).
            rulings: values of switchable rulings, such as ``{"last_blood": "allow"}``.
            version: :data:`VERSION`; 1 for a save without a version.
            record: whether to keep events, ledger and undo; without them a game is several times faster.

        Raises:
            BadSetup: the arguments are wrong or do not fit together; the message is one line.

        >>> game = Game.new(seats=4, seed=7)
        >>> game.pending[game.to_act].kind
        'pick_clan'
        """
        from .new_game import new_game

        if other:
            SetupChecks().only(other, argument_names(Game.new))
        return new_game(seats, seed, clans, names, location_cards, relics, teams, rulings, version, record)

    @classmethod
    def position(cls, row: Any = None, **described: Any) -> Game:
        """Return a game that begins at a described position; what is left out is drawn by the seed.

        Args:
            row: the table as a scenario file describes it; all keys stand in its module, :mod:`.engine.position`.
                ``seats`` has an object for each player: ``name`` and, where it matters, ``clan``, ``blood``,
                ``influence``, ``hand``, ``deck``, ``alliance``, ``drained``, ``diablerie``. ``deployed`` lists what
                lies on Positions: ``{"seat": "Bob", "at": 1, "cards": ["TO01"], "face": "down", "blood": 1}``.
                ``start`` is where it begins: ``{"phase": "planning", "turn": "Ann"}``. Also ``round``, ``ambition``,
                ``locations``, ``seed``, ``variants``, ``rulings``, ``next_random``.
            described: the same keys as arguments, in place of ``row``.

        Raises:
            BadPosition: the position is not possible; the one-line message says what and where.

        >>> seats = [{"name": "Ann", "clan": "brujah", "blood": 2}, {"name": "Bob"}, {"name": "Cy"}]
        >>> game = Game.position({"seats": seats, "start": {"phase": "planning", "turn": "Ann"}})
        >>> game.to_act, game.view(0).seats[0].blood
        (0, 2)
        >>> Game.position(seats=seats, round=2).round
        2
        """
        from .position import position

        return position(SetupChecks().described(row, described))

    @property
    def round(self) -> int:
        """The number of the round, 1 to 3; 0 during set-up."""
        return self.n[ROUND]

    @property
    def phase(self) -> str:
        """The current phase, one of :data:`.state.PHASES`."""
        return PHASES[self.n[PHASE]]

    def observe(self, seat: Any) -> VendettaObservation:
        """Return all that ``seat`` may know, as numbers; ``None`` is a spectator. See :meth:`.kernel.Game.observe`.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> len(game.observe(2).offer), len(game.observe(None).offer)
        (4, 0)
        """
        seen: Any = super().observe(seat)
        observation: VendettaObservation = seen
        return observation

    def view(self, seat: Any, log: bool = True) -> View:
        """Return exactly what ``seat`` may know; ``None`` is a spectator.

        ``log=False`` leaves out events and ledger, which is faster and enough for a bot.

        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.view(2), len(game.view(2).legal)
        (<View of Cy: round 0, set_up>, 4)
        """
        view: View = super().view(seat, log)
        return view

    def frame(self, table: str, number: int = 0) -> Any:
        """Return a table of this game as a pandas DataFrame, with the columns that the laboratory has.

        Args:
            table: ``"ledger"`` or ``"events"``.
            number: what stands in the column ``game``, to put frames of several games together.

        Raises:
            ValueError: there is no such table, or the game has no record.

        It tells all, what is hidden as well; pandas and pyarrow come with ``vendetta-kit[lab]``.

        >>> from vendetta_kit import Game
        >>> len(Game.new(seats=4, seed=7).frame("events")) > 0
        True
        """
        with installed("lab"):
            return registered("vendetta").plans().frame(self, table, number)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Game:
        """Read a saved game from a file and play it again to where it was saved.

        Raises:
            BadSave: the file is no save of this version, or it is damaged; the message says what and where.

        >>> import os, tempfile
        >>> from vendetta_kit import Game
        >>> game = Game.new(seats=3, seed=7)
        >>> game.save(path := os.path.join(tempfile.mkdtemp(), "game.json"))
        >>> Game.load(path)
        <Game of 3: round 0, set_up>
        """
        from .saves import load

        return load(path)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"round {self.round}, {self.phase}"
        return f"<Game of {self.seats}: {where}>"

    def _repr_html_(self) -> str:
        """Return the table as HTML for a notebook, with what a spectator may know."""
        return self.view(None, log=False)._repr_html_()


def game_for_counting(seen: VendettaObservation, z: list[tuple[int, ...]]) -> Game:
    """Return what one seat knows as a game for counting, with ``z`` as its zones; it cannot be played."""
    table = Table(NAMES[: seen.seats], seen.location_card, False, max(seen.mate) >= 0, default_rulings(), {})
    return Game(table, seen.n[:], z, [], None)
