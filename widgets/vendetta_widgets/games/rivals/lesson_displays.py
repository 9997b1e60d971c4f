"""Displays of Rivals' lessons: the chances of the draw beside a thousand draws, and the steps of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendetta_kit.games.rivals.engine.calculations import ATTACK_STEPS
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.games.rivals.engine.sampled_draws import DRAWS, expected_counts, sampled_assignments

from ...html import Html, HtmlWriter, tag
from ...page_parts import table

if TYPE_CHECKING:
    from collections.abc import Sequence


def draws(players: int, pen: HtmlWriter) -> Html:
    """Return a table of the assignments of Rivals: exact chance, count in a thousand draws, range of that count.

    Args:
        players: the number of players, 3 or 4.
        pen: the writer.
    """
    counted = sampled_assignments(players)
    rows = []
    for rivals, chance in chances(players).items():
        least, most = expected_counts(DRAWS, chance)
        cells = (str(chance), str(counted[rivals]), pen.say("rivals.draws.range", least=least, most=most))
        rows.append(tag("tr", tag("th", _way(rivals), scope="row"), [tag("td", cell) for cell in cells]))
    heads = [pen.say(f"rivals.draws.{key}") for key in ("way", "chance", "count", "within")]
    words = pen.told(pen.say("rivals.draws.hint", n=DRAWS), ("SET-18",))
    return tag("div", table(heads, rows, "rv-draws"), tag("p", words, cls="vk-hint"), cls="vk-display")


def _way(rivals: Sequence[int]) -> str:
    return "  ".join(f"{seat}→{rival}" for seat, rival in enumerate(rivals, 1))


def attack(pen: HtmlWriter) -> Html:
    """Return the steps of an attack in order; the fifth is missing on the player aid, and is shown as missing."""
    rows = []
    for step in ATTACK_STEPS:
        missing = step is None
        words = pen.say("rivals.attack.missing" if missing else f"rivals.attack.{step}")
        rows.append(tag("li", words, cls="rv-missing" if missing else None))
    words = pen.told(pen.say("rivals.attack.hint"), ("ATK-01",))
    return tag("div", tag("ol", rows, cls="rv-attack"), tag("p", words, cls="vk-hint"), cls="vk-display")
