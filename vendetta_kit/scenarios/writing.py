"""Writing a scenario down: its values as YAML that reads as a person would write it, and moves as steps of a story.

>>> print(write({"id": "x", "title": {"en": "Night one: the feast"}, "seats": [{"name": "No", "blood": 3}]}), end="")
id: x
title: {en: 'Night one: the feast'}
seats:
  - {name: 'No', blood: 3}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from vendetta_kit.games.vendetta.engine import actions as act
from vendetta_kit.games.vendetta.engine.agenda import QUESTION_NAMES
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.state import QUESTION

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.game import Game

__all__ = ["answer_of", "step_of", "write"]

_WIDE: Final = 10**6
_IN_ROWS: Final = ("seats", "deployed", "steps", "expect")
"""Keys whose lists have a line for each of their values."""

_FIELDS: Final[dict[type[Action], str]] = {
    act.Drain: "card",
    act.Bid: "blood",
    act.UseRelic: "target",
    act.PickClan: "clan",
    act.PickRelic: "relic",
}
"""Actions that a step names by one value."""


def write(document: Mapping[str, Any]) -> str:
    """Write the values of a scenario as YAML; :func:`.parse.parse_text` reads the same values.

    Args:
        document: plain values by key, in the order in which they are to stand.
    """
    lines = []
    for key, value in document.items():
        if key in _IN_ROWS and value:
            lines += [f"{key}:", *(f"  - {_flow(row)}" for row in value)]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """A value on one line, in quotation marks where YAML would take it for something else."""
    import yaml

    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=_WIDE, sort_keys=False)
    return text.removesuffix("...\n").rstrip("\n")


def answer_of(g: Game, action: act.Choose) -> Any:
    """Return the answer to a question as a scenario file gives it: a name where a seat is asked for."""
    value = action.value
    if type(value) is int and QUESTION_NAMES[g.n[QUESTION]] == "rival":
        return g.names[value]
    return value


def step_of(g: Game, seat: int, action: Action) -> dict[str, Any]:
    """Return the step of a story in which a seat does this; ``g`` is the game before it.

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
        return {**who, "choose": answer_of(g, action)}
    field = _FIELDS.get(type(action))
    return {**who, action.do: True if field is None else getattr(action, field)}
