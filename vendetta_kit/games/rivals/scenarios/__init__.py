"""Scenario files of Rivals: the keys in addition to those of every game (``data/rivals/scenarios/README.md``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vendetta_kit.games.rivals.engine import actions as do
from vendetta_kit.games.rivals.engine import game, position
from vendetta_kit.kernel.actions import Action
from vendetta_kit.rulebook import RIVALS
from vendetta_kit.scenarios.dialect import STEP, Dialect

from .expectations import FORMS
from .step_syntax import StepReader, step_of

_BEFORE: Final = {
    game.set_up_leaders: f"{STEP}city_deck",
    game.set_up_rivals: f"{STEP}leaders",
    game.set_up_hands: f"{STEP}rivals",
    game.begin_turn: "end_of_turn",
    game.finish: "end_of_turn",
}
"""The steps of the agenda at which a story can stop, with the step that has just ended."""
GOALS: Final = tuple(dict.fromkeys((*_BEFORE.values(), f"{STEP}hands")))


def pauses(g: game.Game) -> Iterator[tuple[int, str]]:
    """Yield the places of the agenda before which a story can stop; the first begins the turn and ends no step."""
    top = len(g.agenda) - 1
    for k in range(top - 1, -1, -1):
        goal = _BEFORE.get(g.agenda[k][0])
        if goal is not None:
            yield k, f"{STEP}hands" if g.agenda[k + 1][0] is game.set_up_hands else goal


def default(g: game.Game, seat: int) -> Action:
    """Return the action of a seat that the story does not mention: use actions without a vampire, then go on."""
    legal = g.legal(seat)
    return do.Done() if do.Done() in legal else legal[0]


DIALECT: Final = Dialect(
    format="rivals-scenario/1",
    rules=game.RULES,
    table=position.KEYS,
    begins=("seats", "players"),
    reader=StepReader,
    prepare=position.game_of_file,
    forms=FORMS,
    fits={
        do.TakeToken: (game.TAKE,),
        do.Unhosted: (game.ACT,),
        do.Act: (game.ACT,),
        do.Move: (game.ACT,),
        do.Regroup: (game.ACT,),
        do.Mend: (game.MEND,),
        do.Done: (game.ACT, game.MEND, game.ENDS),
    },
    default=default,
    is_rule=RIVALS.is_id,
    step=step_of,
    goals=GOALS,
    pauses=pauses,
)
