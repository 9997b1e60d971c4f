"""Finding puzzles in games of bots: decisions with one clearly best action by the coach's judgement.

A decision is written as a scenario first, and the decision in that scenario is judged. It is kept if the coach's best
action is ahead of every other one by more than :data:`LEAST`, intervals included, with ten times the simulations that
found it, and with both values of each switchable ruling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from random import Random
from typing import Any, Final

from vendetta_kit import Game
from vendetta_kit.coach import Verdict, judge
from vendetta_kit.coach.judge import compare
from vendetta_kit.games.vendetta.bots.greedy_choice import GreedyChooser
from vendetta_kit.games.vendetta.bots.weights import Weights
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.engine.actions import Drain, EndTurn, Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.agenda import AFTER
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.games.vendetta.engine.rule_numbers import ROUNDS
from vendetta_kit.games.vendetta.engine.state import INFL, LOC, POOL, ROUND
from vendetta_kit.games.vendetta.scenarios import DIALECT, THEMES
from vendetta_kit.games.vendetta.scenarios.step_writing import step_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK
from vendetta_kit.scenarios import loads, run
from vendetta_kit.scenarios.yaml_writing import scenario_yaml

from .position_yaml import table_of
from .puzzle_titles import title_of

__all__ = ["BUDGET", "LEAST", "TIMES", "mine_game", "ruling_sets", "themes_of", "verify"]

BUDGET: Final = 96
"""Simulations for finding a puzzle."""
TIMES: Final = 10
"""The factor of simulations for verifying a puzzle with each ruling."""
LEAST: Final = 0.05
"""The smallest lead, as a chance of winning, that makes an action clearly best."""
MOST: Final = 2
"""The most puzzles of one game, so that learners do not meet the same table often."""
_GLANCE: Final = 24
"""Simulations for a first estimate of a token; a Planning turn has so many choices that it gets them all."""
_PROMISING: Final = 0.12
"""The average lead in the first estimate that justifies more simulations."""
_EACH: Final = (8, 16)
"""Simulations for each legal choice of a Planning turn, in the first and the second pass."""
_RIVALS: Final = 4
"""The number of next best choices that are compared with the best."""
_TRIES: Final = 4
"""The most decisions of one game that are verified."""
_GRADES: Final = (0.5, 0.3)
"""The lead for grade 1, and for grade 2."""
_NAMES: Final = ("Ann", "Bob", "Cy", "Dee")
_RULES: Final = {
    "withdraw": ("WDR-03",),
    "drain": ("DRAIN-04",),
    "frenzy": ("FRZ-01",),
    "face_down": ("PLAN-11",),
    "last_haven": ("CONF-07",),
    "diablerie": ("DIAB-01",),
    "ties": ("CONF-04",),
    "planning": ("PLAN-03",),
}


def ruling_sets() -> tuple[dict[str, str], ...]:
    """Return the rulings under which a puzzle must hold: the defaults, and each switch set the other way.

    >>> len(ruling_sets())
    11
    """
    return ({}, *({switch: other} for switch, (_, other) in RULINGS.items()))


def verify(
    table: dict[str, Any],
    seat: int,
    actions: Sequence[Action],
    budget: int,
    seed: int,
    before: Sequence[Action] = (),
) -> list[Verdict] | None:
    """Compare the first action with the others with each set of rulings.

    Args:
        table: the table part of the scenario file.
        seat: the seat that decides.
        actions: the action that must be best, then those to compare it with.
        budget: number of simulations with each set of rulings.
        seed: seed of the imagined games.
        before: what the seat does before it decides.

    Returns:
        The verdict for each, or ``None`` if the action is not clearly best with one of them.
    """
    found = []
    for given in ruling_sets():
        here = _decision({**table, "rulings": given}, seat, before)
        verdict = compare(here, seat, COACHING, actions, budget, seed=seed)
        if verdict.clear < LEAST:
            return None
        found.append(verdict)
    return found


def _decision(table: dict[str, Any], seat: int, before: Sequence[Action]) -> Game:
    """Return the game of a table after these actions of a seat."""
    game = position(table)
    for action in before:
        game.apply(seat, action)
    return game


def _twin(here: Game, seat: int, action: Action) -> Action | None:
    """Return the same play with the other facing, if legal: how a card lies is part of the question."""
    if not isinstance(action, Play):
        return None
    twin = replace(action, face="up" if action.face == "down" else "down")
    return twin if here.why_not(seat, twin) is None else None


def mine_game(seed: int, watch: Callable[[], object] | None = None, drawn: bool = False) -> Iterator[dict[str, Any]]:
    """Play one game of bots and yield its best puzzles as documents of scenario files.

    Args:
        seed: seed of the game, the imagined games and their random events.
        watch: called after each decision that was examined.
        drawn: whether clans are random; otherwise bots choose them, some clans very seldom.
    """
    rng = Random(f"puzzles/{seed}")
    seats = rng.choice((3, 4, 4))
    clans = Random(f"puzzles/clans/{seed}").sample(CLANS, seats) if drawn else None
    game = Game.new(seats=seats, seed=seed, names=_NAMES[:seats], clans=clans)
    choose = GreedyChooser(Weights()).choose
    lots = Random(f"puzzles/rank/{seed}")
    moments: list[_Moment] = []
    table: dict[str, Any] | None = None
    before: tuple[Action, ...] = ()
    while (seat := game.to_act) is not None:
        if game.n[ASK] != AFTER or table is None:  # what follows a play in the same turn is told from its beginning
            table, before = table_of(game, seat, seed), ()
        if table is not None and len(game.legal(seat)) > 1:
            moment = _promising(game, seat, table, before, seed, lots.random())
            if watch is not None:
                watch()
            if moment is not None:
                moments.append(moment)
        code = choose(game.observe(seat), rng)
        before = (*before, game.rules.actions[code])
        game.advance(seat, code)
    found: set[int] = set()
    for moment in sorted(moments, key=lambda one: one.rank)[:_TRIES]:
        if moment.seat not in found and (document := _puzzle(moment, seed)) is not None:
            found.add(moment.seat)
            yield document
            if len(found) == MOST:
                return


@dataclass(frozen=True, slots=True)
class _Moment:
    """A decision that may become a puzzle."""

    here: Game
    seat: int
    table: dict[str, Any]
    before: tuple[Action, ...]
    """What the seat has done in this turn since ``table``."""
    actions: tuple[Action, ...]
    """The action that seems best, then those to compare it with, the next best first."""
    rank: tuple[int, float]
    """The lowest are verified first: rare kinds, in random order within a kind; else all puzzles would be easy."""


def _promising(
    game: Game, seat: int, table: dict[str, Any], before: tuple[Action, ...], seed: int, luck: float
) -> _Moment | None:
    here = _decision(table, seat, before)
    if seat not in here.pending or list(here.legal(seat)) != list(game.legal(seat)):
        return None
    drains = here.n[ASK] == AFTER
    planning = table["start"]["phase"] == "planning" and not drains
    for budget in (BUDGET,) if planning else (_GLANCE, BUDGET):
        first = judge(here, seat, COACHING, budget, seed=seed)
        if _ahead(first) < _PROMISING:
            return None
    if len(first.best.alike) > 1:
        return None
    actions = tuple(look.action for look in first.looks)
    if planning:
        found = _among_all(here, seat, actions, seed)
        if found is None:
            return None
        actions = found
    if not isinstance(actions[0], Drain | EndTurn | Play | Stay | Withdraw):
        return None
    kinds, others = (_line(here, seat, action, seed)[1] for action in actions[:2])
    rare = bool((kinds ^ others) & {"frenzy", "diablerie", "tie"})
    rank = 0 if planning or drains else 1 if rare else 2
    return _Moment(here, seat, table, before, actions, (rank, luck))


def _ahead(verdict: Verdict) -> float:
    """Return the average lead of the best action over all other estimated actions."""
    return min((look.loss.mean for look in verdict.estimated[1:] if look.loss is not None), default=0.0)


def _among_all(here: Game, seat: int, likely: Sequence[Action], seed: int) -> tuple[Action, ...] | None:
    """Try every legal action in two passes; return the best one with those to compare it with."""
    best = likely[0]
    if _ahead(compare(here, seat, COACHING, likely[:_RIVALS], BUDGET, seed=seed)) < _PROMISING:
        return None
    rivals: dict[Action, None] = {}
    for turn, each in enumerate(_EACH):
        budget = each * len(here.legal(seat))
        every = judge(here, seat, COACHING, budget, seed=f"{seed}/{turn}", chosen=best, look=None, keep=_RIVALS)
        if any(len(look.alike) > 1 and best in look.alike for look in every.looks):
            return None
        rivals |= dict.fromkeys(look.action for look in every.looks[:_RIVALS])
        best = min(every.estimated, key=lambda look: look.loss.mean if look.loss is not None else 0.0).action
        others = [look.loss for look in every.estimated if look.loss is not None and look.action != best]
        if sum(loss.mean - _loss(every, best) < _PROMISING / 3 for loss in others):
            return None
    twin = _twin(here, seat, best)
    rivals |= {twin: None} if twin is not None else {}
    rivals.pop(best, None)
    near = compare(here, seat, COACHING, (best, *rivals), BUDGET * 4, seed=seed)
    if _ahead(near) < _PROMISING / 2:
        return None
    kept = [look.action for look in near.estimated[: _RIVALS + 1]]
    return (*kept, twin) if twin is not None and twin not in kept else tuple(kept)


def _loss(verdict: Verdict, action: Action) -> float:
    look = verdict.look_of(action)
    return look.loss.mean if look is not None and look.loss is not None else 0.0


def _puzzle(moment: _Moment, seed: int) -> dict[str, Any] | None:
    here, seat, table, action = moment.here, moment.seat, moment.table, moment.actions[0]
    verdicts = verify(table, seat, moment.actions, BUDGET * TIMES, seed, moment.before)
    if verdicts is None:
        return None
    losses = [look.loss for verdict in verdicts for look in verdict.estimated[1:] if look.loss is not None]
    least = min(losses, key=lambda loss: loss.low)
    line, kinds, after = _line(here, seat, action, seed)
    _, others, _ = _line(here, seat, verdicts[0].looks[1].action, seed)
    themes = themes_of(here, moment.actions, kinds, others)
    if not themes:
        return None
    grade = next((k for k, gap in enumerate(_GRADES, 1) if least.mean >= gap), len(_GRADES) + 1)
    number = table["start"].get("number", table["start"].get("at"))
    kind = "token" if table["start"]["phase"] != "planning" else "drain" if moment.before else "turn"
    document = {
        "format": DIALECT.format,
        "id": f"puzzle-{seed}-{table['round']}-{kind}-{number}-{seat}",
        "title": title_of(here, seat, themes),
        "rules": [rule for theme in themes for rule in _RULES[theme]],
        "puzzle": {
            "themes": themes,
            "grade": grade,
            "gap": round(100 * least.mean),
            "interval": [floor(100 * least.low), min(100, ceil(100 * least.high))],
            "simulations": BUDGET * TIMES,
            **({"after": len(moment.before)} if moment.before else {}),
        },
        **table,
        "steps": [*_steps_before(moment), *line],
        "expect": _expected(after, seat, len(here.events)),
    }
    return document if run(loads(scenario_yaml(document))).ok else None


def _steps_before(moment: _Moment) -> Iterator[dict[str, Any]]:
    """Yield the steps that lead from the table to the decision."""
    game = position(moment.table)
    for action in moment.before:
        yield step_of(game, moment.seat, action)
        game.apply(moment.seat, action)


def _line(here: Game, seat: int, action: Action, seed: int) -> tuple[list[dict[str, Any]], set[str], Game]:
    """Play on after an action until the Location is resolved or the round ends.

    Returns:
        The steps, the kinds of events, and the game after them.
    """
    game = here.copy()
    rng = Random(f"puzzles/line/{seed}")
    choose = GreedyChooser(Weights()).choose
    began, at, told = game.n[ROUND], game.n[LOC], len(game.events)
    steps = [step_of(game, seat, action)]
    game.apply(seat, action)
    while (who := game.to_act) is not None and game.n[ROUND] == began and (at < 0 or game.n[LOC] == at):
        code = choose(game.observe(who), rng)
        done = game.rules.actions[code]
        steps.append(step_of(game, who, done))
        game.apply(who, done)
    return steps, {event.kind for event in game.events[told:]} | _tied(game, told), game


def _expected(after: Game, seat: int, told: int) -> list[dict[str, Any]]:
    """Return what the steps lead to: the winner there, the seat's Pool, and at the end of the game all scores."""
    won = [event for event in after.events[told:] if event.kind == "winner"]
    found = [
        {"event": "winner", "seat": after.names[event.seat], "at": event.at} for event in won if event.seat is not None
    ]
    has = {"seat": after.names[seat], "blood": after.n[POOL + seat], "influence": after.n[INFL + seat]}
    return [*found, has]


def _tied(game: Game, told: int) -> set[str]:
    return {"tie" for event in game.events[told:] if event.kind == "winner" and event.data.get("tied")}


def themes_of(here: Game, weighed: Sequence[Action], kinds: set[str], others: set[str]) -> list[str]:
    """Return the themes of a decision.

    Args:
        here: the game at the decision.
        weighed: the best action, then the other estimated ones.
        kinds: kinds of events after the best action.
        others: kinds of events after the next best one.
    """
    action = weighed[0]
    token = isinstance(action, Stay | Withdraw)
    plays = [one for one in weighed if isinstance(one, Play)]
    faces = {(one.card, one.at, one.face) for one in plays}
    holds = {
        "withdraw": token,
        "drain": any(isinstance(one, Drain) for one in weighed),
        "frenzy": "frenzy" in kinds ^ others,
        "face_down": isinstance(action, Play) and {(action.card, action.at, face) for face in ("up", "down")} <= faces,
        "last_haven": token and here.n[ROUND] == ROUNDS and AT[here.n[LOC]] == "haven",
        "diablerie": "diablerie" in kinds ^ others,
        "ties": "tie" in kinds ^ others,
        "planning": isinstance(action, Play),
    }
    return [theme for theme in THEMES if holds[theme]]
