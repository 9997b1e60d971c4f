"""A game of Vendetta in progress: what changes in it, what does not, and the readings that can be switched.

What is legal and what follows from an action is not here: the steps of the rules import this module, never the other
way round. :data:`.rules.RULES` brings them together for the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.kernel import game as kernel
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.state import Step

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
        return kernel.table_again, (Table, made_of, self.whole)


NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
"""What players are called where nobody says otherwise."""


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
        from .new_game import new_game

        return new_game(seats, seed, clans, names, location_cards, relics, teams, rulings, version, record)

    @property
    def round(self) -> int:
        """The round, 1 to 3; 0 during set-up."""
        return self.n[ROUND]

    @property
    def phase(self) -> str:
        """The phase, see :data:`.state.PHASES`."""
        return PHASES[self.n[PHASE]]

    def observe(self, seat: Any) -> VendettaObservation:
        """Return all that ``seat`` may know as numbers; ``None`` is a spectator. See :meth:`.kernel.Game.observe`."""
        seen: Any = super().observe(seat)
        observation: VendettaObservation = seen
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


def of_what_is_known(seen: VendettaObservation, z: list[tuple[int, ...]]) -> Game:
    """Return a table as one seat knows it, with ``z`` in place of its zones, as a game: to be counted, not played."""
    table = Table(NAMES[: seen.seats], seen.location_card, False, max(seen.mate) >= 0, usual_readings(), {})
    return Game(table, seen.n[:], z, [], None)
