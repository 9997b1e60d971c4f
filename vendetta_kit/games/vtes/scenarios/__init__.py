"""V:TES's scenario files: their keys beside those of every game's (``data/vtes/scenarios/README.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import position
from vendetta_kit.games.vtes.engine.decision_kinds import BLOCK, BLOOD_HUNT, OUT_OF_TURN, STRIKE
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.games.vtes.engine.refusal import MOMENTS
from vendetta_kit.games.vtes.engine.rules import RULES
from vendetta_kit.games.vtes.engine.state import VOTING
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import ASK
from vendetta_kit.rulebook import VTES
from vendetta_kit.scenarios.dialect import Dialect
from vendetta_kit.scenarios.model import Do

from .expectations import FORMS
from .step_syntax import StepReader, step_of

THEMES: Final = ("lethal_bleed", "oust_in_two", "survive", "block", "reaction", "vote", "combat")
"""The themes of puzzles."""
ROUNDS: Final = 10
"""The rounds after which a story's game ends unless the file says otherwise (RUL-05)."""
_ALL: Final = tuple(range(1, RULES.over))


def prepare(table: Mapping[str, Any], record: bool) -> Game:
    """Return the game that a file's table describes, before its first step. Raises ``BadPosition``."""
    return Game.position({"rounds": ROUNDS, **table}, record)


def default(g: Game, seat: int) -> Action:
    """Return the action of a seat that the story does not mention: a bare-hand strike, a pass, else the first legal."""
    legal = g.legal(seat)
    if g.n[ASK] == STRIKE:
        return legal[0]
    return do.Pass() if do.Pass() in legal else legal[0]


def as_read(g: Game, before: Do | None, step: Do) -> bool:
    """Check whether a step passes in a referendum that has ended because no votes were left (POL-05)."""
    voted = before is not None and isinstance(before.action, do.Vote)
    return voted and isinstance(step.action, do.Pass) and not g.n[VOTING]


DIALECT: Final = Dialect(
    format="vtes-scenario/1",
    rules=RULES,
    table=position.KEYS,
    begins=("seats", "decks"),
    reader=StepReader,
    prepare=prepare,
    forms=FORMS,
    fits={**{kind: kinds for kind, (kinds, _) in MOMENTS.items()}, do.Pass: _ALL},
    default=default,
    is_rule=VTES.is_id,
    step=step_of,
    plays_out=(*range(BLOCK, BLOOD_HUNT), OUT_OF_TURN),
    as_read=as_read,
    themes=THEMES,
)
