"""How a game came out, told from its log: what cost the reader her pool, who bled whom most, and where she could turn.

Every number is the ledger's (:mod:`vendetta_kit.games.vtes.flows`), and every line leads to the table as it lay then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes import flows
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.flows import CounterFlow

from ...controls import button
from ...html import Html, HtmlWriter, tag
from ...move_replay import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


__all__ = ["how_it_came"]

MOST: Final = 3
"""So many of the worst losses are told."""


def how_it_came(view: View, pen: HtmlWriter, moment_of: Callable[[int], int], ways: Sequence[int]) -> Html | None:
    """Tell the reader how her game came out; ``None`` if she only looks on.

    Args:
        view: the game as it ended, or as it lies once she is out.
        moment_of: after how many actions the line with a running number had happened.
        ways: after how many actions she could go another way.
    """
    me = view.me
    if me is None:
        return None
    told = flows.known_history(view)
    sums = flows.pool_sums(told)[me]
    numbers = {key: getattr(sums, key) for key in ("start", "gained", "bled", "invested", "paid", "lost", "pool")}
    parts: list[Html | None] = [tag("h3", pen.say("vtes.story.title"))]
    parts.append(tag("p", pen.told(pen.say("vtes.story.pool", **numbers), ("START-02", "BLEED-02", "INF-03"))))
    moves = flows.pool_flows(told)
    by_others = [flow for flow in moves if flow.source.kind == "pool" and flow.source.seat == me and _hurts(flow)]
    by_me = [flow for flow in moves if flow.source.kind == "pool" and flow.source.seat != me and flow.by == me]
    worst = sorted(by_others, key=lambda flow: (-flow.amount, -flow.n))[:MOST]
    pools = {point.n: point.pool for point in flows.pool_points(told) if point.seat == me}
    lines = {line.n: line for line in lines_of(view, 0, pen)}
    if worst:
        parts.append(tag("h4", pen.say("vtes.story.worst")))
        items = []
        for flow in sorted(worst, key=lambda flow: flow.n):
            words = pen.say("vtes.story.line", turn=flow.turn, text=lines[flow.n].text, n=pools[flow.n])
            before = max((at for at in ways if at < moment_of(flow.n)), default=None)
            items.append(_turning(words, flow.rules, flow.n, before, pen))
        parts.append(tag("ul", items, cls="vt-story-lines"))
    dealt: dict[int, int] = {}
    for flow in by_me:
        if flow.source.seat is not None:
            dealt[flow.source.seat] = dealt.get(flow.source.seat, 0) + flow.amount
    if dealt:
        each = pen.say("comma").join(f"{view.names[seat]} {n}" for seat, n in dealt.items())
        parts.append(tag("p", pen.told(pen.say("vtes.story.dealt", each=each), ("BLEED-02",))))
    out = [event for event in view.events if event.kind in ("ousted", "withdrawn")]
    if out:
        parts.append(tag("h4", pen.say("vtes.story.turns")))
        items = []
        for event in out:
            if event.n in lines:
                words = pen.say("vtes.story.out", turn=event.moment.turn, text=lines[event.n].text)
                items.append(_turning(words, event.rules, event.n, None, pen))
        parts.append(tag("ul", items, cls="vt-story-lines"))
    return tag("section", parts, cls="vt-story", lang=pen.lang)


def _hurts(flow: CounterFlow) -> bool:
    """Whether somebody else made her lose it."""
    return flow.target.kind in ("bled", "loss") and flow.cause != "ousted"


def _turning(words: str, rules: Sequence[str], n: int, before: int | None, pen: HtmlWriter) -> Html:
    """A line of the story, the way to the table as it lay then, and to another way out of it."""
    ways = [button(pen.say("vtes.story.look"), "look_at", n, "vk-quiet", data_key=f"story-{n}")]
    if before is not None:
        ways.append(button(pen.say("vtes.story.what_if"), "what_if", before, "vk-quiet", data_key=f"story-if-{n}"))
    return tag("li", pen.told(words, rules), " ", tag("span", ways, cls="vk-buttons"))
