"""What Staying comes to, in a line beside its button: Power against Power, and which cards change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.decisions import Decision

from ...html import Html, HtmlWriter, tag

UNKNOWN: Final = "\u00a0+\u00a0?"
"""What stands behind a sum beside which cards lie face down; no line ends within it."""


def staying(view: View, asked: Decision, pen: HtmlWriter) -> list[Html]:
    """What staying comes to: the own Power and the most that another has there once open cards have acted, and how."""
    lying = flows.powers(view, asked.at) if asked.at is not None else []
    if asked.at is None or all(power.seat == asked.seat for power in lying):
        return []
    found = flows.stay_forecast(view, asked.at)
    hidden = any(part.card is None for power in lying if power.seat != asked.seat for part in power.parts)
    most = max(n for seat, n in found.power.items() if seat != asked.seat)
    against = {"mine": found.power.get(asked.seat, 0), "most": f"{most}{UNKNOWN if hidden else ''}"}
    sums, how = tag("small", pen.say("stay.against", **against)), _how(view, asked.seat, found, pen)
    if most == against["mine"] and found.first is not None:
        tie = pen.say("stay.tie.mine" if found.first == asked.seat else "stay.tie", name=view.names[found.first])
        how = pen.say("stay.and").join([tie, how] if how else [tie])
    return [sums, *([Html(" "), tag("small", how, cls="vk-stay-how")] if how else [])]


def _how(view: View, me: int, found: flows.StayForecast, pen: HtmlWriter) -> str:
    """Which open cards have changed the numbers, and before whose the numbers hold; what touches the person first."""

    def named(cards: Iterable[tuple[str, int]]) -> str:
        return pen.say("comma").join(dict.fromkeys(_whose(view, card, seat, pen) for card, seat in cards))

    changes = [one for one in found.changes if not one.pool or one.seat == me]
    changes.sort(key=lambda one: (one.pool, one.seat != me))
    parts = []
    if len({one.card for one in changes}) == 1:
        one = changes[0]
        own = "stay.mine" if not one.pool else "stay.blood" if one.after else "stay.frenzy"
        key = own if one.seat == me else "stay.theirs"
        values = {"name": view.names[one.seat], "before": one.before, "after": one.after}
        by = pen.name(one.card) if one.by == one.seat and key == "stay.theirs" else named([(one.card, one.by)])
        parts.append(pen.say(key, cards=by, **values))
    elif changes:
        parts.append(pen.say("stay.with", cards=named((one.card, one.by) for one in changes)))
    if found.left_out:
        parts.append(pen.say("stay.before", cards=named(found.left_out)))
    return pen.say("stay.and").join(parts)


def _whose(view: View, card: str, seat: int, pen: HtmlWriter) -> str:
    name = pen.name(card)
    return pen.say("stay.own" if seat == view.me else "stay.card", card=name, name=view.names[seat])
