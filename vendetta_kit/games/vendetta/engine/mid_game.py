"""The agenda of a game that begins in the middle of a round (see :mod:`.position`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vendetta_kit.input_errors import Message
from vendetta_kit.kernel.state import Step

from . import conflict, planning, resolution, rounds, scoring, withdraw_step
from .card_hooks import wins_ties
from .card_tables import BIT, LOCATIONS, PLANNING_TURNS
from .draining import frenzy
from .new_game import agenda_of_round
from .rule_numbers import FEWEST_SEATS, ROUNDS
from .state import (
    ALLIANCE,
    BLOOD,
    BOUND_MATE,
    CARDS,
    CLAN,
    GIVEN,
    HERE,
    PLANNING,
    POOL,
    RANKING,
    RESOLUTION,
    STAY,
    STEPS,
    WINNER,
    turn_order,
)

if TYPE_CHECKING:
    from .position import Builder


def build_agenda(built: Builder) -> None:
    """Build the agenda from where the description begins."""
    g = built.g
    g.agenda = [(scoring.finish,)]
    for r in range(ROUNDS, built.round, -1) if built.phase != "scoring" else ():
        g.agenda += agenda_of_round(r, built.seats)
    whole_round = agenda_of_round(built.round, built.seats)
    phase = built.phase
    if phase == "feed":
        g.agenda += whole_round
    else:
        if g.rec is not None:
            g.rec.event(g, "round", round_number=built.round)
        first: dict[str, Any] = {
            "location_setup": rounds.location_setup,
            "hand_building": rounds.hand_building,
            "planning": planning.planning,
            "resolution": resolution.resolution,
            "end_of_round": rounds.end_of_round,
        }
        if phase in first:
            g.agenda += whole_round[: [step[0] for step in whole_round].index(first[phase]) + 1]
    if phase == "planning":
        g.agenda.pop()
        _lay_turns(built)
    elif phase == "resolution" and ("at" in built.start or "step" in built.start):
        g.agenda.pop()
        _lay_steps(built)
    for s in reversed(turn_order(g)):
        if not g.n[POOL + s]:
            g.agenda.append((frenzy, s, -1, -1))


def _lay_turns(built: Builder) -> None:
    """Add the remaining Planning turns, from the named seat's on (PLAN-01, PLAN-02)."""
    g = built.g
    n, z = g.n, g.z
    order = turn_order(g)
    turns = PLANNING_TURNS[built.seats][built.round - 1]
    who = built.seat(built.start["turn"], ("start", "turn")) if "turn" in built.start else order[0]
    number = 1
    for s in order:
        laid = sum(c // 9 == n[CLAN + s] for pos in range(built.seats * 4) for c in z[CARDS + pos])
        number = max(number, laid + (order.index(s) >= order.index(who)))
    number = min(number, turns)
    if "number" in built.start:
        number = built.whole(built.start["number"], ("start", "number"), 1, turns)
    todo: list[Step] = [(planning.turn, s, k) for k in range(number, turns + 1) for s in order]
    todo = todo[order.index(who) :]
    rounds.begin_phase(g, PLANNING, ("PLAN-02", "V3P-03") if built.seats == FEWEST_SEATS else ("PLAN-02",))
    n[BOUND_MATE] = 0
    g.agenda.append((planning.end_of_planning,))
    g.agenda.extend(reversed(todo))


def _lay_steps(built: Builder) -> None:
    """Begin within Resolution; the earlier steps of the Location count as done (RES-01, RES-02)."""
    g = built.g
    n = g.n
    here = locations_to_resolve(built)[0]
    step = built.one_of(built.start.get("step", "withdraw"), ("start", "step"), STEPS[1:])
    if "ranking" in built.start and step != "aftermath":
        built.fail(("start", "ranking"), Message("no_ranking", step=step), Message("want.aftermath"))
    rounds.begin_phase(g, RESOLUTION, ("RES-02",))
    done = LOCATIONS[built.seats].index(here)
    del g.agenda[len(g.agenda) - 7 * done :]
    if step == "withdraw":
        return
    del g.agenda[len(g.agenda) - STEPS.index(step) :]
    resolution.location(g, (resolution.location, here))
    for s in range(built.seats):
        if g.z[CARDS + s * 4 + here] or n[BLOOD + s * 4 + here]:
            n[STAY] |= 1 << s
        for c in g.z[CARDS + s * 4 + here]:
            n[HERE] |= BIT[c]
    withdraw_step.after_withdrawals(g, (withdraw_step.after_withdrawals,))
    if step == "aftermath":
        ranking = _ranking(built, here)
        g.z[RANKING] = ranking
        n[WINNER] = ranking[0] + 1 if ranking else 0
        for s in ranking[:2]:
            n[GIVEN] |= 1 << s


def _ranking(built: Builder, loc: int) -> tuple[int, ...]:
    g = built.g
    if "ranking" in built.start:
        rows = built.items(built.start["ranking"], ("start", "ranking"), Message("want.ranking"))
        ranking = tuple(built.seat(name, ("start", "ranking", k)) for k, name in enumerate(rows))
        if len(set(ranking)) != len(ranking) or not all(g.n[STAY] >> s & 1 for s in ranking):
            built.fail(("start", "ranking"), Message("bad_ranking"), Message("want.ranking_here"))
        return ranking
    here = [s for s in turn_order(g) if g.n[STAY] >> s & 1]
    with_cards = [s for s in here if g.z[CARDS + s * 4 + loc]]
    if len(with_cards) < 2:
        return tuple(with_cards)
    totals = {s: conflict.total_power(g, s, loc) for s in here}
    return tuple(sorted(here, key=lambda s: (-totals[s], not wins_ties(g.z[ALLIANCE + s]))))


def locations_to_resolve(built: Builder) -> tuple[int, ...]:
    """Return the Locations that are still to be resolved this round."""
    if built.phase in ("end_of_round", "scoring"):
        return ()
    if built.phase == "resolution" and "at" in built.start:
        here = built.at(built.start["at"], ("start", "at"))
        return tuple(loc for loc in LOCATIONS[built.seats] if loc >= here)
    return LOCATIONS[built.seats]
