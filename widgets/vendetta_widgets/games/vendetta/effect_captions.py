"""What cards do, in a few words: whose they are, and what each player has more or less by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import next_row_number

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of
from ...parts.beat import MOST_WORDS

MOST_TOLD: Final = 3
"""So many moves, or cards that act, are told at once: twelve words have room for them."""
TOUCHES_WEIGHT: Final = 100
OWN_WEIGHT: Final = 2 * TOUCHES_WEIGHT
"""What a card weighs more that touches the reader, or is hers, than one that only changes much."""


def effects_in_brief(view: View, rows: Sequence[Event | Entry], pen: HtmlWriter, most: int = MOST_WORDS) -> Html | None:
    """Return whose cards act in these rows and what they do, in numbers; ``None`` where nothing is counted or named.

    What comes of a card lies between its act and the next one. Where ``most`` words leave no room for all cards, the
    reader's own stay, then those that touch her most, and then those that change most.
    """
    acts = [row for row in rows if isinstance(row, Event) and row.kind in ("act", "choice", "silenced")]
    firsts = [act for k, act in enumerate(acts) if act.kind == "act" or not k]  # a card that has asked acts on
    if not firsts:
        return None
    ends = [*(act.n for act in firsts[1:]), next_row_number(view)]
    found = []
    for act, end in zip(firsts, ends, strict=True):
        card = act.data.get("card")
        if act.seat is None or not isinstance(card, str):
            continue
        effects = _effects(view, card, [row for row in rows if act.n <= row.n < end], pen)
        owner = act.seat if act.kind == "act" else _owner(view, card, act.seat)
        key = "beat.did.mine" if owner == view.me else "beat.did"
        name = pen.say(key, name=view.names[owner], card=pen.name(card))
        sign = art.use(f"seat{colour_of(owner, view.me)}", "vk-sign")
        if effects:
            weight = max(effect.weight for effect in effects) + OWN_WEIGHT * (owner == view.me)
            found.append((act.n, joined([sign, name, " "]), name, effects, weight))
    told: list[tuple[int, Html]] = []
    left = most
    for n, begins, name, effects, _ in sorted(found, key=lambda one: -one[4]):
        left -= len(name.split())
        kept: list[Html] = []
        for effect in effects:  # the reader's first
            if effect.words <= left:
                left -= effect.words
                kept.append(effect.told)
        if kept and len(told) < MOST_TOLD * most // MOST_WORDS:
            shown = [piece for one in kept for piece in (one, ", ")][:-1]
            told.append((n, tag("span", begins, shown, " ", cls="vk-told-one")))
    return joined([one for _, one in sorted(told)]) if told else None


class _Effect(NamedTuple):
    """What a card has done to somebody: as it is told, its words, and how much it weighs."""

    told: Html
    words: int
    weight: int = 1


def _effects(view: View, card: str, rows: Sequence[Event | Entry], pen: HtmlWriter) -> list[_Effect]:
    """Return what a card has done to each player's Power, Blood and Influence, and to cards, the reader first."""
    power: dict[int, tuple[int, int]] = {}
    tokens: dict[tuple[int, str], int] = {}
    found = []
    for row in rows:
        if isinstance(row, Entry):
            for seat, amount in ((row.source.seat, -row.amount), (row.target.seat, row.amount)):
                if seat is not None and row.source.seat != row.target.seat:
                    tokens[seat, row.token] = tokens.get((seat, row.token), 0) + amount
        elif row.kind == "printed" and row.data["by"] == card and row.seat is not None:
            was, now = power.get(row.seat, (0, 0))
            power[row.seat] = (was + row.data["before"], now + row.data["after"])
        elif words := _named(view, row, card, pen):
            mine = row.kind == "silenced" and row.seat == view.me
            found.append(_Effect(Html(words), len(words.split()), TOUCHES_WEIGHT if mine else 1))
    counts: list[_Effect] = []
    counted = []
    for seat, (was, now) in power.items():
        number = [art.use("power"), pen.unseen(pen.say("power")), f" {was} → {now}"]
        counted.append((seat, number, abs(now - was)))
    for (seat, token), n in tokens.items():
        if n and token in ("blood", "influence"):
            name = pen.say("step.blood" if token == "blood" else "influence.brief")
            change = f"{n:+d}".replace("-", "−")
            counted.append((seat, [change, " ", art.use(token), pen.unseen(name)], abs(n)))
    for seat, shown, weight in sorted(counted, key=lambda one: one[0] != view.me):
        who = called(view, seat, pen)
        told = tag("span", who, " ", shown, cls="vk-unbroken")
        counts.append(_Effect(told, len(who.split()), weight + TOUCHES_WEIGHT * (seat == view.me)))
    return sorted([*counts, *found], key=lambda effect: effect.weight < TOUCHES_WEIGHT)


def _owner(view: View, card: str, asked: int) -> int:
    """Return whose card it is that has asked somebody; who was asked, where it lies on the table no more."""
    lying = (item for seat in view.seats for found in seat.positions for item in found.cards)
    return next((item.owner for item in lying if item.card == card), asked)


def _named(view: View, row: Event, card: str, pen: HtmlWriter) -> str:
    """Return what has happened to a card or a player in words; empty where that is not told."""
    if row.kind == "choice" and row.data["question"] == "name_card":
        return pen.say("beat.did.names", card=pen.name(row.data["answer"]))
    if row.kind == "moved":
        return pen.say("beat.did.moved", card=_other(row, card, pen), at=pen.place(row.data["to"])).strip()
    if row.kind == "withdraw":
        return pen.say("beat.did.withdraw", at=pen.place(row.data["to"]))
    if row.kind == "face_down":
        return pen.say("beat.did.down", card=_other(row, card, pen)).strip()
    if row.kind == "play" and row.data["face"] == "up" and isinstance(row.data.get("card"), str):
        return pen.say("beat.did.play", card=pen.name(row.data["card"]))
    if row.kind == "returned":
        return pen.say("beat.did.returned")
    if row.kind == "silenced" and row.seat is not None:
        return pen.say("beat.did.silenced", name=called(view, row.seat, pen))
    return ""


def _other(row: Event, card: str, pen: HtmlWriter) -> str:
    """Return the name of the card that an event is about; empty if it is the one that acts."""
    return "" if row.data["card"] == card else pen.name(row.data["card"])


def called(view: View, seat: int, pen: HtmlWriter) -> str:
    """Return a player's name, or that it is the reader."""
    return pen.say("you.short") if seat == view.me else view.names[seat]
