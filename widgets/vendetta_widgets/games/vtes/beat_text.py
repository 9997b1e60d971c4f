"""What others have done at the table of V:TES, each deed in a dozen words, and whether it touches the reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Event
from vendetta_kit.kernel.log import LogLine

from ...html import Html, HtmlWriter, joined, tag
from ...move_replay import lines_of
from ...page_parts import colour_of
from ...parts.beat import MOST_WORDS
from .ring_html import change_of_pool
from .stage_parts import since_last, stolen_in

if TYPE_CHECKING:
    from collections.abc import Sequence


SOUNDS: Final = {"played": "card", "torpor": "frenzy", "destroyed": "frenzy", "ousted": "frenzy", "over": "victory"}
"""The sound of an event, by its kind (:mod:`vendetta_widgets.sounds`)."""
COME_TO: Final = (
    "blocked",
    "bled",
    "entry.bleed",
    "torpor",
    "destroyed",
    "diablerie",
    "outcome",
    "ousted",
    "point",
    "succeeds",
    "ready",
)
"""Kinds of lines that say what something has come to, which a deed is told by if it has no words of its own."""


MOST_NAMED: Final = 2
"""So many minions that bleed together are named."""
FEWEST_WORDS: Final = 5
"""So many words of a line at the least are left where it is cut at a comma."""


class Caption(NamedTuple):
    """A deed in words: ``kind`` is what came of it."""

    words: object
    kind: str


def caption(view: View, since: int, pen: HtmlWriter) -> Caption:
    """Say the deed that began with number ``since`` in a few words; the view lies as after it."""
    events = [event for event in view.events if event.n >= since]
    by_kind = {event.kind: event for event in events}
    if "ousted" in by_kind:
        blow = last_bleed(events, by_kind["ousted"])
        said = _ousted(view, by_kind["ousted"], pen)
        return Caption(said if blow is None else joined([bled_row(view, [blow], pen), ": ", said]), "ousted")
    if "bled" in by_kind:
        return Caption(bled_row(view, [by_kind["bled"]], pen), "bled")
    if "diablerie" in by_kind:
        return Caption(_diablerie(events, by_kind["diablerie"], pen), "diablerie")
    if "outcome" in by_kind:
        return Caption(_outcome(view, by_kind["outcome"], pen), "outcome")
    if {"combat", "combat_over"} & set(by_kind):
        return Caption(_fight(view, since_last(view, "combat"), pen), "combat")
    if "cancelled" in by_kind:
        return Caption(_cancelled(view, events, by_kind["cancelled"], pen), "cancelled")
    if "referendum" in by_kind:
        call = by_kind["referendum"]
        who, what = _name(view, call.seat), call.data.get("card")
        card = pen.name(what) if what else pen.say("vtes.strip.referendum")
        return Caption(pen.say("vtes.told.calls", name=who, card=card), "referendum")
    if "succeeds" in by_kind and by_kind["succeeds"].data["action"] == "hunt":
        return Caption(_hunted(view, by_kind["succeeds"], pen), "succeeds")
    line = _weightiest(lines_of(view, since, pen))
    if line is None:
        return Caption("", "")
    return Caption(_cut(line.text), line.kind)


def _arrow() -> Html:
    return tag("span", " → ", cls="vk-arrow", aria_hidden="true")


def _name(view: View, seat: int | None) -> str:
    return view.names[seat] if seat is not None else ""


def _ousted(view: View, event: Event, pen: HtmlWriter) -> str:
    by = event.data.get("predator")
    names = {"name": _name(view, event.seat), "by": _name(view, by)}
    return pen.say("vtes.told.ousts" if by is not None else "vtes.told.is_out", **names)


def last_bleed(events: Sequence[Event], out: Event) -> Event | None:
    """Return the bleed that took the last pool of who is out; ``None`` if she is out by anything else."""
    bleeds = [event for event in events if event.kind == "bled" and event.n < out.n]
    return bleeds[-1] if bleeds and bleeds[-1].data["target"] == out.seat else None


def pool_change(view: View, events: Sequence[Event]) -> tuple[int, int]:
    """Return a player's pool before and after these bleeds of it; the view lies as after them."""
    target = events[0].data["target"]
    taken = sum(
        entry.amount
        for entry in view.ledger
        if entry.n >= events[0].n and entry.cause == "bleed" and entry.source.seat == target
    )
    now = view.seats[target].pool if view.seats[target].here else 0
    return now + taken, now


def bled_row(view: View, events: Sequence[Event], pen: HtmlWriter) -> Html:
    """Bleeds of one player are one row: who, whom, and the pool before and after."""
    target = events[0].data["target"]
    before, now = pool_change(view, events)
    change = tag("b", str(now), data_count=f"told-{events[-1].n}")
    who = tag("span", view.names[target], cls=f"vk-name vk-seat{colour_of(target, view.me)}")
    minions = [pen.name(event.data["minion"]) for event in events]
    by = pen.say("vtes.told.minions", n=len(minions)) if len(minions) > MOST_NAMED else pen.say("comma").join(minions)
    if before == now and not any(event.data["amount"] for event in events):
        return joined([by, _arrow(), who, ", ", pen.say("vtes.told.for_none", pool=now)])
    return joined([by, _arrow(), who, f", {before}", _arrow(), change])


def _cancelled(view: View, events: Sequence[Event], event: Event, pen: HtmlWriter) -> str:
    """Who has cancelled what with which card: that was played last before it."""
    by = next((one for one in reversed(events) if one.kind == "played" and one.n < event.n), None)
    names = {"name": _name(view, event.seat), "card": pen.name(event.data["card"])}
    if by is None or by.data["card"] == event.data["card"]:
        return pen.say("vtes.told.cancels", **names)
    return pen.say("vtes.told.cancels_with", **names, by=pen.name(by.data["card"]))


def _hunted(view: View, event: Event, pen: HtmlWriter) -> str:
    """Who has hunted, and her blood before and after."""
    name = event.data["minion"]
    seen = next((one for who in view.seats for one in (*who.ready, *who.torpor) if one.card == name), None)
    gained = sum(
        entry.amount for entry in view.ledger if entry.n >= event.n and entry.cause == "hunt" and entry.card == name
    )
    if seen is None or not gained:
        return pen.say("vtes.told.hunts", name=pen.name(name))
    old = seen.counters - gained
    key = "hunts_for" if old or not seen.capacity else "must_hunt"  # without blood it has no choice (HUNT-04)
    return pen.say(f"vtes.told.{key}", name=pen.name(name), old=old, new=seen.counters)


def _outcome(view: View, outcome: Event, pen: HtmlWriter) -> str:
    call = next((event for event in reversed(view.events) if event.kind == "referendum"), None)
    out, name = outcome.data, call.data.get("card") if call is not None else None
    key = "passes" if out["passes"] else "fails"
    what = pen.name(name) if name else pen.say("vtes.strip.referendum")
    return pen.say(f"vtes.told.{key}", card=what, yes=out["total_for"], no=out["total_against"])


def _fight(view: View, events: Sequence[Event], pen: HtmlWriter) -> str:
    """Who fought whom or blocked her, and what became of both; the combat begins these events."""
    fight = events[0]
    names = {"minion": pen.name(fight.data["minion"]), "other": pen.name(fight.data["other"])}
    ends: dict[str, str] = {}
    hurt: dict[str, int] = {}
    for event in events:
        if event.kind in ("torpor", "destroyed"):
            name = event.data["card" if event.kind == "torpor" else "minion"]
            ends[name] = pen.say(f"vtes.told.{event.kind}", name=pen.name(name))
        elif event.kind == "damage":
            name = event.data["minion"]
            hurt[name] = hurt.get(name, 0) + event.data["amount"] + event.data["aggravated"]
    ends |= {name: f"{pen.name(name)} −{n}" for name, n in hurt.items() if n and name not in ends}
    said = [*ends.values()]
    said += [pen.say("vtes.told.robbed", name=pen.name(victim), n=n) for victim, n in stolen_in(view, fight.n)]
    before = [event.kind for event in since_last(view, "action") if event.n < fight.n]
    words = "blocks" if "blocked" in before else "fights"
    deed = pen.say(f"vtes.told.{words}", **names)
    if view.combat is None:
        said = said or [pen.say("vtes.told.unhurt")]
    elif not said and (strikes := [event for event in events if event.kind == "strike" and event.data["card"]]):
        by, card = strikes[-1].data["minion"], strikes[-1].data["card"]
        return pen.say("vtes.told.strikes", name=pen.name(by), card=pen.name(card)) if card != by else deed
    return f"{deed}: {pen.say('comma').join(said)}" if said else deed


def _diablerie(events: Sequence[Event], deed: Event, pen: HtmlWriter) -> str:
    """Who devoured whom, and how a blood hunt came out."""
    hunts = [event.data["passes"] for event in events if event.kind == "outcome"]
    end = pen.say(f"vtes.told.{'hunted' if hunts[-1] else 'spared'}") if hunts else ""
    return pen.say("vtes.told.devours", name=pen.name(deed.data["card"]), victim=pen.name(deed.data["victim"]), end=end)


def _weightiest(lines: Sequence[LogLine]) -> LogLine | None:
    """Return the line that says what has come of it; else the first."""
    told = [line for line in lines if line.kind in COME_TO]
    return told[-1] if told else lines[0] if lines else None


def _cut(text: str) -> str:
    """Return a line with as many words as a caption has: what comes after its last comma is left out."""
    words = text.rstrip(".").split()
    if len(words) <= MOST_WORDS:
        return " ".join(words)
    whole = re.fullmatch(r"(.+)[,;] .*", " ".join(words[: MOST_WORDS + 1]))
    if whole is not None and len(whole[1].split()) >= FEWEST_WORDS:
        return whole[1]
    return " ".join(words[: MOST_WORDS - 1]) + " …"


def tried(view: View, block: Event, pen: HtmlWriter) -> str:
    """Say who tries to block an action that is going on, with what it is measured by."""
    numbers = {key: block.data[key] for key in ("intercept", "stealth")}
    return pen.say("vtes.told.tries", name=pen.name(block.data["minion"]), **numbers)


def slipped(view: View, since: int, pen: HtmlWriter) -> Html | None:
    """Say whose block has failed in a deed, and why; ``None`` where none has."""
    failed = [event for event in view.events if event.n >= since and event.kind == "block_failed"]
    if not failed or "stealth" not in failed[-1].data:
        return None
    data = failed[-1].data
    words = pen.say(
        "vtes.told.slips", name=pen.name(data["minion"]), intercept=data["intercept"], stealth=data["stealth"]
    )
    return tag("small", words, cls="vt-turn-sum")


def done_line(view: View, since: int, pen: HtmlWriter) -> Html:
    """Say what has come of what the reader has done from this number on: the bleeds of each player, and all else."""
    events = [event for event in view.events if event.n >= since]
    bleeds: dict[int, list[Event]] = {}
    for event in events:
        if event.kind == "bled":
            bleeds.setdefault(event.data["target"], []).append(event)
    said: list[object] = [bled_row(view, several, pen) for several in bleeds.values()]
    for event in events:
        if event.kind == "succeeds" and event.data["action"] == "hunt":
            said.append(_hunted(view, event, pen))
        elif event.kind in ("succeeds", "fails") and event.data["action"] != "bleed":
            line = next((line.text for line in lines_of(view, event.n, pen) if line.n == event.n), "")
            said.append(_cut(line))
    shown = [tag("span", words) for words in said[:MOST_NAMED]]
    return tag("p", shown, cls="vt-done", lang=pen.lang) if shown else Html("")


HARM: Final = frozenset({"damage", "torpor", "destroyed", "ousted"})
"""What is told of the player whose minion it happens to, or of herself."""


def touches(view: View, since: int) -> bool:
    """Whether the deed that began with this number concerns the reader's pool, minions or cards."""
    if view.me is None:
        return False
    for event in view.events:
        if event.n >= since and (_is_about(event.data, view) or (event.kind in HARM and event.seat == view.me)):
            return True
    return any(
        entry.n >= since and view.me in (entry.source.seat, entry.target.seat) and entry.by not in (None, view.me)
        for entry in view.ledger
    )


def _is_about(data: Any, view: View) -> bool:
    return view.me in (data.get("at_seat"), data.get("target"), data.get("predator"))


def turn_sum(view: View, pen: HtmlWriter) -> Html | None:
    """Say what somebody else's turn, which is over, has done to the reader's pool; ``None`` if it has not changed."""
    if view.me is None or view.moment.seat == view.me:
        return None
    begun = max((event.n for event in view.events if event.kind == "turn"), default=0)
    now = view.seats[view.me].pool
    change = change_of_pool(view, view.me, begun)
    if not change:
        return None
    words = pen.say("vtes.told.turn", name=view.names[view.moment.seat], old=now - change, new=now)
    return tag("small", words, cls="vt-turn-sum")


MOST_CHANGES: Final = 2
"""So many pools stand in the caption of a turn; the table shows all."""
COUNTED: Final = ("bled", "combat", "outcome", "ready")
"""What of a turn is counted: bleeds, combats, referendums, minions that become ready."""


def sum_of_turn(view: View, since: int, pen: HtmlWriter) -> Html:
    """Say in a caption what a turn, or the part of it from this number on, has done to the pools of all."""
    pools = [(seat, change_of_pool(view, seat, since)) for seat, who in enumerate(view.seats) if who.here]
    changed = sorted((-abs(change), seat, change) for seat, change in pools if change)
    shown: list[object] = []
    for _, seat, change in changed[:MOST_CHANGES]:
        now = view.seats[seat].pool
        who = tag("span", view.names[seat], cls=f"vk-name vk-seat{colour_of(seat, view.me)}")
        shown += [pen.say("comma") if shown else "", who, f" {now - change}", _arrow(), tag("b", str(now))]
    whose = pen.say("vtes.told.turn_of", name=view.names[view.moment.seat])
    return joined([whose, " ", *(shown or [pen.say("vtes.told.no_change")])])


def quiet_sum(view: View, since: int, pen: HtmlWriter) -> list[object]:
    """Say in a caption what came of turns in which nobody acted: who is ready now, and the pools that changed."""
    ready = [event for event in view.events if event.n >= since and event.kind == "ready"]
    named = [f"{pen.name(event.data['card'])} ({_name(view, event.seat)})" for event in ready[:MOST_NAMED]]
    named += [pen.say("vtes.told.more", n=len(ready) - MOST_NAMED)] if len(ready) > MOST_NAMED else []
    said = pen.say("vtes.told.ready", names=pen.say("comma").join(named)) if named else pen.say("vtes.told.quiet")
    begun = max((e.n for e in view.events if e.n <= since and e.kind in ("turn", "phase")), default=since)
    changes = [(k, change_of_pool(view, k, begun)) for k, who in enumerate(view.seats) if who.here and k != view.me]
    pools = [f"{view.names[k]} {view.seats[k].pool - n} → {view.seats[k].pool}" for k, n in changes if n]
    return [said, tag("small", " · ".join(pools), cls="vt-turn-sum") if pools else None]


def deeds_of_turn(view: View, since: int, pen: HtmlWriter) -> Html | None:
    """Count what there was in a turn from this number on: bleeds, combats, referendums, new minions."""
    kinds = [event.kind for event in view.events if event.n >= since]
    counts = [pen.say(f"vtes.told.count.{kind}", n=kinds.count(kind)) for kind in COUNTED if kind in kinds]
    return tag("small", " · ".join(counts), cls="vt-turn-sum") if counts else None
