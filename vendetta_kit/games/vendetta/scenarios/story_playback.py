"""Playing a story of Vendetta: where it can stop, and what seats do that it does not mention.

It can stop between the five steps of a Location and after each Location, phase and round. Decisions that the story
leaves out get a default: stay, no, first in order, no Blood in a bid, the first of the cards looked at, or else the
first choice. A Planning turn has a default only where ``run_to`` must pass it: the first card face up at the first
Location, without Blood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from vendetta_kit.games.vendetta.engine import actions as act
from vendetta_kit.games.vendetta.engine import resolution, rounds, scoring, withdraw_step
from vendetta_kit.games.vendetta.engine.agenda import (
    AFTER,
    BID,
    CHOOSE,
    KEEP,
    PICK_CLAN,
    PICK_RELIC,
    PLAN,
    QUESTION_NAMES,
    TOKEN,
)
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.planning import planning
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK, QUESTION
from vendetta_kit.scenarios.dialect import START

GOALS: Final = (
    "end_of_location",
    "end_of_phase",
    "end_of_round",
    "step:withdraw",
    "step:revelation",
    "step:preparation",
    "step:conflict",
    "step:aftermath",
)
_PAUSES: Final[dict[Any, tuple[str, ...]]] = {
    rounds.begin_round: ("end_of_phase", "end_of_round"),
    rounds.location_setup: ("end_of_phase",),
    rounds.hand_building: ("end_of_phase",),
    planning: ("end_of_phase",),
    resolution.resolution: ("end_of_phase",),
    rounds.end_of_round: ("end_of_location", "end_of_phase"),
    scoring.finish: ("end_of_location", "end_of_phase"),
    resolution.location: ("end_of_location",),
    withdraw_step.withdraw_step: ("step:withdraw",),
    resolution.revelation: ("step:revelation",),
    resolution.preparation: ("step:preparation",),
    resolution.conflict: ("step:conflict",),
    resolution.aftermath: ("step:aftermath",),
}
"""Where the story can stop: the steps of the agenda, and the goals reached before them, in this order."""
FITS: Final[dict[type[Action], tuple[int, ...]]] = {
    act.Play: (PLAN,),
    act.Drain: (PLAN, AFTER),
    act.Look: (PLAN, AFTER, TOKEN),
    act.UseRelic: (PLAN, AFTER),
    act.EndTurn: (AFTER,),
    act.Stay: (TOKEN,),
    act.Withdraw: (TOKEN,),
    act.Keep: (KEEP,),
    act.Bid: (BID,),
    act.Choose: (CHOOSE,),
    act.PickClan: (PICK_CLAN,),
    act.PickRelic: (PICK_RELIC,),
}
NEVER_BY_DEFAULT: Final = (PLAN, PICK_CLAN, PICK_RELIC)
IDLE: Final = (AFTER,)
TURN_ENDS: Final[Mapping[type[Action], tuple[int, ...]]] = {act.EndTurn: (PLAN, AFTER)}


def start(table: Mapping[str, Any]) -> str:
    """Return the goal at which a story begins."""
    here = table.get("start", {})
    if here.get("phase") == "resolution" and ("at" in here or "step" in here):
        return f"step:{here.get('step', 'withdraw')}"
    return START


def pauses(g: Game) -> Iterator[tuple[int, str]]:
    """Yield the places of a game's agenda where a story can stop; never before the first step."""
    todo = g.agenda[:]
    for k in range(len(todo) - 2, -1, -1):
        step = todo[k]
        if step[0] is resolution.location and todo[k + 1][0] is not resolution.end_of_location:
            continue
        for goal in _PAUSES.get(step[0], ()):
            yield k, goal


def default(g: Game, seat: int) -> Action:
    """Return what a seat does that the story does not mention."""
    legal = g.legal(seat)
    kind = g.n[ASK]
    if kind == TOKEN:
        return act.Stay()
    if kind == AFTER:
        return act.EndTurn()
    if kind == BID:
        return act.Bid(0)
    if kind == CHOOSE and act.Choose(False) in legal:
        return act.Choose(False)
    if kind == PLAN:
        plays = [action for action in legal if isinstance(action, act.Play) and not action.blood and not action.flips]
        return next((play for play in plays if play.face == "up"), plays[0] if plays else legal[0])
    return legal[0]


def by_order(g: Game, seat: int, cards: tuple[str, ...]) -> Action | None:
    """Return the answer of a seat for which the story gives the order of its cards, if that is asked now."""
    if g.n[ASK] != CHOOSE or QUESTION_NAMES[g.n[QUESTION]] != "order":
        return None
    legal = g.legal(seat)
    return next((action for action in map(act.Choose, cards) if action in legal), None)
