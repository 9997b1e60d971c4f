"""A combat of V:TES on its stage: what each of the two could do while it goes on, and its verdict once it is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.public_progress import SeenCombat, SeenFighter, Target
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.kernel.events import Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...parts import stage
from .card_html import record
from .offers import in_play
from .stage_parts import (
    cards_of_fight,
    shown_card,
    side_of,
    since_last,
    small_card,
    steps_html,
    stolen_in,
    where_is,
    who_html,
)
from .strike_outlook import Hit, after_hit, best_hit, hit_text, own_fighter, spared_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


MOST_STEPS: Final = 5
"""So many steps of a combat stand on its stage."""
IN_COMBAT: Final = {
    "round", "maneuver", "strike", "dodged", "prevented", "damage", "press", "torpor", "destroyed", "combat_ends",
}  # fmt: skip
"""The kinds of lines that are steps of a combat."""


@dataclass(slots=True)
class _Fought:
    """What has come of a combat for one of its two: strikes, damage, and how it ended."""

    strikes: list[str] = field(default_factory=list)
    damage: int = 0
    aggravated: int = 0
    end: str = ""


def combat(view: View, fight: SeenCombat, pen: HtmlWriter) -> Html:
    """Round and range; the two face to face, with their strikes and the damage of this round."""
    events = since_last(view, "round")
    chosen = [one.strike is not None for one in fight.fighters]
    now = 2 if any(chosen) else 1
    asked = view.decision.kind if view.decision is not None else ""
    now = {"before_range": 0, "maneuver": 1, "strike": 2, "prevent": 3, "additional": 3, "press": 4}.get(asked, now)
    sides = []
    for k, one in enumerate(fight.fighters):
        role = pen.say(f"vtes.stage.{'acting' if k == 0 else 'opposing'}")
        beside = joined([_fighter(view, one, events, pen), _outlook(view, fight, k, now, pen)])
        sides.append(side_of(view, one.minion, pen, role, beside))
    strikes = [_strike_card(view, one, pen) for one in fight.fighters]
    middle = tag(
        "div",
        steps_html(pen, ("before", "range", "strikes", "damage", "press"), now),
        tag(
            "p",
            tag("span", f"{pen.say('vtes.strip.round')} {fight.round}"),
            " · ",
            tag("span", pen.say("vtes.strip.long" if fight.long else "vtes.strip.close")),
            cls="vt-range",
        ),
        tag("div", strikes, cls="vt-strikes" if any(chosen) else "vt-strikes vt-unchosen"),
        cards_of_fight(view, [one.strike for one in fight.fighters if one.strike], pen),
        cls="vt-middle",
    )
    return stage(pen, pen.say("vtes.strip.combat"), [sides[0]], middle, [sides[1]], cls="vt-stage-combat")


STRIKES: Final = 2
"""The step of a combat in which strikes are chosen; what comes before it leads there."""


def _outlook(view: View, fight: SeenCombat, k: int, now: int, pen: HtmlWriter) -> Html | None:
    """What a fighter could strike for, and what would become of it by the other's strike; later, by what has hit it.

    Cards of a hand may do more, or prevent it: what lies open, and that there may be more.
    """
    known, one = in_play(view), fight.fighters[k]
    seen, waits = shown_card(view, one.minion), Hit(one.hurt, one.aggravated)
    if now > STRIKES:
        return tag("p", tag("b", after_hit(seen, waits, pen)), cls="vt-outlook") if any(waits) else None
    hits = [best_hit(view, n, known) for n in (k, 1 - k)]
    seats = [fight.fighters[n].minion.seat for n in (k, 1 - k)]
    mine = [fight.fighters[n].strike is not None or seat == view.me for n, seat in zip((k, 1 - k), seats, strict=True)]
    more = [not own and bool(view.seats[seat].hand) for own, seat in zip(mine, seats, strict=True)]
    deals = pen.say("vtes.fight.deals.more" if more[0] else "vtes.fight.deals", much=hit_text(hits[0], pen))
    if spared := spared_by(view, k):
        deals = pen.say(f"vtes.effect.spared.{spared}")
    told: list[Html | None] = [tag("span", deals)]
    if any(hits[1]):
        by = pen.name(fight.fighters[1 - k].minion.card or "")
        told.append(tag("span", pen.say("vtes.fight.hit_by", name=by), " ", tag("b", after_hit(seen, hits[1], pen))))
    return tag("p", told, cls="vt-outlook")


def _strike_card(view: View, one: SeenFighter, pen: HtmlWriter) -> Html:
    """The strike of one of the two: a card face, its own hands, or a back before it is chosen, with who chooses now."""
    name = pen.name(one.minion.card) if one.minion.card else ""
    if one.strike is None:
        fight, asked, words = view.combat, view.decision, "no_strike"
        if fight is not None and asked is not None and asked.kind == "strike":
            words = "strikes_now" if fight.fighters[own_fighter(view)] is one else "strikes_then"
        looks = "vt-no-strike vt-strikes-now" if words == "strikes_now" else "vt-no-strike"
        shown = tag("span", art.use("conflict"), tag("span", pen.say(f"vtes.strip.{words}")), cls=looks)
    elif one.strike and one.strike != one.minion.card:
        shown = small_card(view, one.strike, pen)
    else:
        own = pen.say(f"vtes.strip.{'own' if one.strike else 'hands'}")
        shown = tag("span", art.use("conflict"), tag("b", own), cls="vt-no-strike vt-bare")
    aim = tag("small", "▸ ", who_html(view, one.aim, pen)) if one.aim is not None and one.aim.card else None
    return tag("div", tag("small", name), shown, aim, cls="vt-strike")


def _fighter(view: View, one: SeenFighter, events: Iterable[Event], pen: HtmlWriter) -> Html:
    """Strength, strikes to come, damage of this round and to come."""
    seen = shown_card(view, one.minion)
    taken = [event for event in events if event.kind == "damage" and event.data["minion"] == one.minion.card]
    facts = [("strength", max(0, seen.strength + one.stronger))]
    facts += [("strip.more", one.more_strikes), ("strip.hurt", one.hurt), ("strip.hurt_badly", one.aggravated)]
    facts.append(("strip.taken", sum(event.data["amount"] for event in taken)))
    facts.append(("strip.taken_badly", sum(event.data["aggravated"] for event in taken)))
    shown = [
        tag(
            "span",
            pen.say(f"vtes.{key}"),
            " ",
            tag("b", str(n)),
            cls="vt-fact" + (" vt-hurt" if "hurt" in key or "taken" in key else ""),
        )
        for key, n in facts
        if n or key == "strength"
    ]
    return tag("p", shown, cls="vt-facts")


def fought(view: View, events: Sequence[Event], pen: HtmlWriter, fighters: Sequence[Target]) -> Html:
    """A combat, with which these events begin, as it came out: strikes, damage, and what became of each."""
    fight = events[0]
    sides: dict[str, _Fought] = {fight.data["minion"]: _Fought(), fight.data["other"]: _Fought()}
    long = False
    for event in events:
        who = event.data.get("minion") or event.data.get("card")
        if event.kind == "range":
            long = bool(event.data["long"])
        one = sides.get(who) if isinstance(who, str) else None
        if one is None:
            continue
        if event.kind == "strike":
            one.strikes.append(event.data["card"] or "")
        elif event.kind == "damage":
            one.damage += event.data["amount"]
            one.aggravated += event.data["aggravated"]
        elif event.kind in ("torpor", "destroyed"):
            one.end = event.kind
    shown, verdict = [], []
    for k, (name, one) in enumerate(sides.items()):
        known = next((one for one in fighters[k : k + 1] if one.card == name), None)
        aim = known or where_is(view, name, fight.seat if k == 0 else None)
        stolen = sum(n for victim, n in stolen_in(view, fight.n) if victim == name)
        hurt = one.damage + one.aggravated
        heals = record(name).type == "vampire"  # an ally burns life (DMG-06)
        spared = "robbed" if stolen else "unhurt"
        end = one.end or (spared if not hurt else "healed" if heals else "wounded")
        beside = tag(
            "div",
            tag("b", f"−{hurt + stolen}", cls="vt-blow") if hurt or stolen else None,
            tag("span", pen.say(f"vtes.end.{end}", n=hurt), cls=f"vt-stamped vt-end-{end}"),
        )
        verdict.append((end, pen.say(f"vtes.verdict.{end}", name=pen.name(name), n=hurt + stolen)))
        role = pen.say(f"vtes.stage.{'acting' if k == 0 else 'opposing'}")
        shown.append(side_of(view, aim, pen, role, beside, f"vt-ends-{end}"))
    strikes = []
    for name, one in sides.items():
        blow = one.strikes[-1] if one.strikes else None
        if blow and blow != name:
            drawn = small_card(view, blow, pen)
        else:
            words = pen.say(
                "vtes.strip.no_strike" if blow is None else "vtes.strip.own" if blow else "vtes.strip.hands"
            )
            drawn = tag("span", art.use("conflict"), tag("b", words), cls="vt-no-strike vt-bare")
        strikes.append(tag("div", tag("small", pen.name(name)), drawn, cls="vt-strike"))
    cards = cards_of_fight(view, [one.strikes[-1] for one in sides.values() if one.strikes], pen)
    middle = tag(
        "div",
        _verdict(view, fight, verdict, pen),
        tag("p", pen.say("vtes.strip.long"), cls="vt-range") if long else None,
        tag("div", cards, tag("div", strikes, cls="vt-strikes"), cls="vt-told-cards"),
        _course(view, events, pen),
        cls="vt-middle",
    )
    return stage(pen, pen.say("vtes.strip.combat"), [shown[0]], middle, [shown[1]], cls="vt-stage-combat vt-stage-told")


def _verdict(view: View, fight: Event, ends: Sequence[tuple[str, str]], pen: HtmlWriter) -> Html:
    """What a combat came to in one line: whether it has stopped the action, and what became of both."""
    events = since_last(view, "action")
    stopped = any(event.kind == "blocked" and event.n < fight.n for event in events)
    stopped = stopped and not any(event.kind == "succeeds" for event in events)
    key = "bleed" if events[0].data.get("action") == "bleed" else "action"
    first = [pen.say(f"vtes.verdict.stopped.{key}")] if stopped else []
    both = pen.say("vtes.told.unhurt") if {end for end, _ in ends} == {"unhurt"} else ""
    told = both or pen.say("comma").join(words for _, words in ends)
    return tag("p", " ".join([*first, f"{told}."]), cls="vt-fight-verdict")


def _course(view: View, events: Sequence[Event], pen: HtmlWriter) -> Html | None:
    """The steps of a combat that is over, one after the other; the first of a long one are left to the log."""
    over = next((event.n for event in events if event.kind == "combat_over"), events[-1].n)
    lines = [
        line
        for line in pen.lines(view)
        if events[0].n < line.n < over and (line.kind.split(".")[0] in IN_COMBAT or line.kind == "entry.stolen")
    ]
    if sum(line.kind == "round" for line in lines) == 1:
        lines = [line for line in lines if line.kind != "round"]
    shown = [tag("li", line.text, style=f"--k:{k}") for k, line in enumerate(lines[-MOST_STEPS:])]
    return tag("ol", shown, cls="vt-course", aria_label=pen.say("vtes.end.steps")) if shown else None
