"""A person at V:TES's table: she presses what does a move, wherever it stands, and takes a card or a minion first."""

from __future__ import annotations

from typing import Any

from tests.widgets.helpers import Pressable, Reader
from vendetta_widgets.games.vtes.decision_state import SINGLE_VOTES

ASKS = ("panel", "ring_table", "hand")
"""The parts in which she is asked: the bar, the table, her hand."""


def doing(reader: Reader, action: Any) -> Pressable | None:
    """What does this at once, if anything does, by itself or with a card that is armed in the same press."""
    wanted = action.to_json()
    found = (b for b in reader.buttons(*ASKS) if b.value == wanted or (b.do == "act_with" and b.value[1] == wanted))
    return next((b for b in found if b.do in ("act", "act_with")), None)


def press(reader: Reader, action: Any, glows: bool = False) -> int:
    """Press what does this action; its card or its minion is taken first. Gives back how many presses that took.

    ``glows``: it is the move that a lesson waits for, and each press must be marked.
    """
    while getattr(reader.page, "_step", None) is not None:  # she is asked when all has been told
        reader.do("skip", None)
    for picks in ((), *((number,) for number in (*_about(action), SINGLE_VOTES))):
        for number in picks:
            taken = next((b for b in reader.buttons(*ASKS) if b.do == "pick" and b.value == number), None)
            if taken is None:
                break
            assert not glows or "vk-glow" in _looks(reader, taken), f"{taken.text} does not glow"
            reader.press(taken)
        if (button := doing(reader, action)) is not None:
            assert not glows or "vk-glow" in button.attributes["class"], f"{button.text} does not glow"
            reader.press(button)
            return 1 + len(picks)
        if picks:
            reader.do("pick", None)
    raise AssertionError(f"nothing does {action.to_json()}")


def _about(action: Any) -> list[int]:
    """What may have to be taken first: the card, then the minion."""
    numbers = [getattr(action, name, -1) for name in ("card", "source", "minion")]
    return [number for number in numbers if isinstance(number, int) and number >= 0]


def _looks(reader: Reader, button: Pressable) -> str:
    """The classes of a button and of the card in the hand that it is."""
    html = "".join(reader.parts.get(part, "") for part in ASKS)
    around = html.partition(f'data-key="held-card-{button.value}"')[0].rpartition("<div")[2]
    return f"{button.attributes.get('class', '')} {around}"
