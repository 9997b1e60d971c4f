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
_NAMED: Final = 2
"""More cards than these are counted, not named: their names would fill a button, and all lie on the table."""


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
    """What open cards take from the own Pool, which others change the numbers, and before whose the numbers hold."""

    def named(cards: Iterable[tuple[str, int]]) -> str:
        names = list(dict.fromkeys(_whose(view, card, seat, pen) for card, seat in cards))
        return pen.say("comma").join(names) if len(names) <= _NAMED else pen.say("stay.cards", count=len(names))

    own = found.of_pool(me)
    powers = sorted((one for one in found.changes if not one.pool), key=lambda one: one.seat != me)
    parts = []
    if own:
        key = "stay.blood" if own[-1].after else "stay.frenzy"
        by = named((one.card, one.by) for one in own)
        parts.append(pen.say(key, cards=by, before=own[0].before, after=own[-1].after))
    if len({one.card for one in powers}) == 1:
        one = powers[0]
        key = "stay.mine" if one.seat == me else "stay.theirs"
        by = pen.name(one.card) if one.by == one.seat != me else named([(one.card, one.by)])
        parts.append(pen.say(key, cards=by, name=view.names[one.seat], before=one.before, after=one.after))
    elif powers:
        parts.append(pen.say("stay.with", cards=named((one.card, one.by) for one in powers)))
    if found.left_out:
        parts.append(pen.say("stay.before", cards=named(found.left_out)))
    return pen.say("stay.and").join(parts)


def _whose(view: View, card: str, seat: int, pen: HtmlWriter) -> str:
    name = pen.name(card)
    return pen.say("stay.own" if seat == view.me else "stay.card", card=name, name=view.names[seat])
