"""A new game of Vendetta: its table, its state before anything has happened, and its agenda."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from vendetta_kit.kernel.agenda import run
from vendetta_kit.kernel.events import Recorder
from vendetta_kit.kernel.rng import random_below, scramble
from vendetta_kit.kernel.state import RNG, Step

from . import planning, refusal, resolution, rounds, scoring, setup
from .card_tables import ALL_ALLIES, ALL_VICTIMS, CLANS, LOCATIONS
from .game import Game, Table
from .rule_numbers import FEWEST_SEATS, ROUNDS
from .state import ALLIES, CLAN, MAX_SEATS, SCHEMA, VICTIMS


def _blank() -> tuple[list[int], list[tuple[int, ...]]]:
    n, z = SCHEMA.blank()
    z[VICTIMS] = ALL_VICTIMS
    z[ALLIES] = ALL_ALLIES
    return n, z


BLANK_N, BLANK_Z = _blank()


def agenda_of_round(round_number: int, seats: int) -> list[Step]:
    """Return the agenda of one round, the last step first (FLOW-02, RES-02)."""
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


def new_game(
    seats: Any,
    seed: Any,
    clans: Sequence[str] | None,
    names: Sequence[str] | None,
    location_cards: bool | Sequence[str],
    relics: bool,
    teams: bool,
    rulings: Mapping[str, str] | None,
    version: int,
    record: bool,
) -> Game:
    """Return a new game, see :meth:`.game.Game.new`. Raises :class:`BadSetup`."""
    options = refusal.check_setup(seats, seed, clans, names, location_cards, relics, teams, rulings, version)
    n = BLANK_N[:]
    n[RNG] = scramble(seed)
    rec = Recorder() if record else None
    first = random_below(n, seats)
    cards = options.location_cards
    if location_cards is True:
        cards = setup.choose_location_cards(n, len(LOCATIONS[seats]) - 1)
    by_place = [-1] * 4
    for loc, card in zip(LOCATIONS[seats], cards, strict=False):
        by_place[loc] = card
    table = Table(options.names, tuple(by_place), bool(relics), bool(teams), options.rulings, options.setup, version)
    todos = _AGENDAS[seats][:]
    g = Game(table, n, BLANK_Z[:], todos, rec)
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
