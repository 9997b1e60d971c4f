"""Why a game was won or lost: one sentence, made of the numbers and the rules behind each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.views import View

from ...html import Html, HtmlWriter, joined, tag

if TYPE_CHECKING:
    from collections.abc import Collection


def why_won(view: View, pen: HtmlWriter) -> Html | None:
    """What makes the difference between the reader's score and the winner's, or the second's if she has won herself.

    ``None`` where there is none to tell: nobody looks on, somebody is out of the game, or the scores are equal.
    """
    told = flows.known_history(view)
    order = flows.ranked_sides(told)
    mine = next((side for side in order if view.me in side), None)
    if mine is None or len(order) < 2:
        return None
    ahead, behind = order[0], order[1] if mine == order[0] else mine
    scores = [sum(view.scores[seat] or 0 for seat in side) for side in (ahead, behind)]
    if scores[0] == scores[1]:
        return None
    n = scores[0] - scores[1]
    others = pen.say("and").join(view.names[seat] for seat in (behind if mine == ahead else ahead))
    own = pen.say("why.you")
    who = (own, others) if mine == ahead else (others, own)
    said = pen.say("why.won" if mine == ahead else "why.lost", n=n, names=others)
    parts: list[object] = []
    rules: list[str] = []
    for part in flows.lead(told, ahead, behind):
        sign = "+" if part.amount > 0 else "−"
        number = tag("b", f"{sign}{abs(part.amount)} {pen.say(f'dash.part.{part.part}')}")
        each = pen.say("why.each") if part.part == "frenzy_paid" else ""
        of = [f"{name} {signed(amount)}" for name, amount in zip(who, (part.ahead, part.behind), strict=True)]
        parts += [", " if parts else " ", number, f" ({pen.say('comma').join(of)}{each})"]
        rules += part.rules
    most = _most(told, ahead)
    if most is not None:
        parts += ["; ", pen.say("why.most", at=pen.place(most.at), n=most.amount)]
        rules += most.rules
    return tag("p", pen.told(joined([said, parts, "."]), rules), cls="vk-why-won")


def signed(n: int) -> str:
    """Write a number with a true minus sign."""
    return str(n) if n >= 0 else f"−{-n}"


class _Reward(NamedTuple):
    at: int | str
    amount: int
    rules: list[str]


def _most(told: flows.KnownHistory, side: Collection[int]) -> _Reward | None:
    """Where the winner was rewarded most."""
    at: dict[int | str, _Reward] = {}
    for point in flows.score_changes(told):
        if point.seat in side and point.part == "reward" and point.at is not None:
            old = at.get(point.at, _Reward(point.at, 0, []))
            at[point.at] = _Reward(point.at, old.amount + point.amount, [*old.rules, *point.rules])
    return max(at.values(), key=lambda reward: reward.amount, default=None)
