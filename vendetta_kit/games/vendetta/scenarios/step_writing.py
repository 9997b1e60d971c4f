"""Actions of Vendetta written as steps of a story."""

from __future__ import annotations

from typing import Any, Final

from vendetta_kit.games.vendetta.engine import actions as act
from vendetta_kit.games.vendetta.engine.agenda import QUESTION_NAMES
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import QUESTION

_FIELDS: Final[dict[type[Action], str]] = {
    act.Drain: "card",
    act.Bid: "blood",
    act.UseRelic: "target",
    act.PickClan: "clan",
    act.PickRelic: "relic",
}
"""Actions that a step gives as one value."""


def _answer_of(g: Game, action: act.Choose) -> Any:
    """Return the answer to a question as a scenario file gives it: a name where it is a seat."""
    value = action.value
    if type(value) is int and QUESTION_NAMES[g.n[QUESTION]] == "rival":
        return g.names[value]
    return value


def step_of(g: Game, seat: int, action: Action) -> dict[str, Any]:
    """Return an action of a seat as a step of a story; ``g`` is the game before it.

    >>> from vendetta_kit import Game
    >>> game = Game.new(seats=4, seed=7, names=("Ann", "Bob", "Cy", "Dee"))
    >>> step_of(game, 1, act.Play("TO01", 2, "down", 1))
    {'seat': 'Bob', 'play': 'TO01', 'at': 2, 'face': 'down', 'blood': 1}
    """
    who = {"seat": g.names[seat]}
    if isinstance(action, act.Play):
        beside = {key: n for key, n in (("blood", action.blood), ("flip", action.flips)) if n}
        return {**who, "play": action.card, "at": action.at, "face": action.face, **beside}
    if isinstance(action, act.Keep):
        return {**who, "keep": list(action.cards), **({"give": action.give} if action.give is not None else {})}
    if isinstance(action, act.Look):
        return {**who, "look": {"seat": g.names[action.seat], "at": action.at, "slot": action.slot}}
    if isinstance(action, act.Choose):
        return {**who, "choose": _answer_of(g, action)}
    field = _FIELDS.get(type(action))
    return {**who, action.do: True if field is None else getattr(action, field)}
