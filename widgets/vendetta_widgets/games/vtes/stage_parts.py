"""What the stages of V:TES are made of: a minion on its side, a small card, the steps, what has happened since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.public_progress import SeenAction, Target
from vendetta_kit.games.vtes.engine.views import SeenCard, View
from vendetta_kit.kernel.events import Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of, seat_name
from ...parts import Side as StageSide
from ...parts import card, portrait, side
from .card_html import brief, hand_face, minion, record
from .offers import in_play
from .ring_html import face_of, tint_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


def who_html(view: View, aim: Target, pen: HtmlWriter) -> Html:
    """A player, or a card with its player."""
    player = seat_name(view.names, aim.seat, view.me, pen)
    return player if aim.card is None else joined([pen.chip(aim.card), " ", tag("small", player)])


def since_last(view: View, kind: str) -> list[Event]:
    """Return what has happened since the last event of a kind, which begins it."""
    found: list[Event] = []
    for event in reversed(view.events):
        found.append(event)
        if event.kind == kind:
            break
    return found[::-1]


def shown_card(view: View, aim: Target) -> SeenCard:
    """The card that a target is, as the reader sees it now; if it is gone, as it is printed."""
    seen = in_play(view).get(aim.number) if aim.number is not None else None
    if seen is not None:
        return seen
    assert aim.card is not None
    return SeenCard(aim.card, None, capacity=record(aim.card).capacity)


def side_of(view: View, aim: Target, pen: HtmlWriter, role: str, beside: Html | None = None, cls: str = "") -> Html:
    """A minion on its side of the stage, with its player and what it does."""
    name = f"{view.names[aim.seat]} · {role}"
    shown = minion(pen, replace(shown_card(view, aim), tapped=False), "duel") if aim.card is not None else None
    if shown is None:
        shown = portrait(face_of(view, aim.seat), tint_of(view, aim.seat), cls="vt-large-face")
    return tag(
        "div",
        side(
            StageSide(
                tint_of(view, aim.seat),
                name,
                f"seat{colour_of(aim.seat, view.me)}",
                cards=(shown,),
                beside=beside,
                key=role,
            )
        ),
        cls=f"vt-side {cls}".strip(),
    )


def may_block(view: View, action: SeenAction, pen: HtmlWriter) -> Html:
    """The players who may block an action that is aimed at nobody, in their order, with their untapped minions."""
    rows = []
    for seat in action.may_block:
        ready = _untapped(view, seat, pen)
        head = tag("h3", seat_name(view.names, seat, view.me, pen), " ", tag("small", pen.say("vtes.stage.may_block")))
        rows.append(tag("div", head, tag("div", ready, cls="vt-minions vt-some")))
    return tag("div", rows, cls="vt-side vt-may-block")


def _untapped(view: View, seat: int, pen: HtmlWriter) -> list[Html]:
    """The ready minions of a player that could still be sent to block."""
    return [minion(pen, seen) for seen in view.seats[seat].untapped]


def may_stop(view: View, target: Target, pen: HtmlWriter) -> Html | None:
    """The untapped minions of the player at whom an action is aimed; ``None`` where she has none."""
    ready = _untapped(view, target.seat, pen)
    if not ready or target.card is not None:
        return None
    return tag("div", ready, cls="vt-minions vt-some vt-may-stop", aria_label=pen.say("vtes.stage.may_block"))


def small_card(view: View, name: str, pen: HtmlWriter, note: str = "") -> Html:
    """A card that was played, at its level, with what it has done."""
    words = tag("small", note) if note else None
    opens = pen.opens_card(name, card(pen, hand_face(pen, name, is_superior(view, name)), "row"), "vt-played")
    return tag("span", opens, words, cls="vt-played-card")


PICTURED: Final = ("bled", "ready", "cancelled", "played", "used", "succeeds", "discarded")
"""Kinds of events of which a deed without a stage has its picture, what it has come to first."""


def picture_of(view: View, since: int, pen: HtmlWriter) -> Html | None:
    """Draw the deed that began with a number for the table's middle: who bleeds whom, whose minion or card it is.

    ``None``: there is nothing to be seen in it.
    """
    events = [event for event in view.events if event.n >= since and event.kind in PICTURED]
    if not events:
        return None
    event = min(reversed(events), key=lambda one: PICTURED.index(one.kind))
    name = event.data.get("minion") or event.data.get("card")
    if not isinstance(name, str) or (event.seat == view.me and event.kind in ("ready", "discarded")):
        return None  # her own new minion lies before her
    if record(name).type in ("vampire", "ally"):
        seen = replace(shown_card(view, where_is(view, name, event.seat)), tapped=False)
        drawn = minion(pen, seen, "coming", key=f"told-{event.n}")
    else:
        drawn = card(pen, hand_face(pen, name, is_superior(view, name)))
    other = event.data["target"] if event.kind == "bled" else event.seat
    if other is None or (other == view.me and event.kind != "bled"):
        return tag("div", drawn, cls="vt-pictured")
    beside = [drawn, tag("span", "▸", cls="vk-arrow", aria_hidden="true")]
    beside.append(portrait(face_of(view, other), tint_of(view, other), cls="vt-large-face"))
    return tag("div", beside if event.kind == "bled" else beside[::-1], cls="vt-pictured")


MOST_OF_FIGHT: Final = 4
"""So many cards that led to a combat, or were played in it beside the strikes, stand above it; the log has all."""


def cards_of_fight(view: View, strikes: Collection[str], pen: HtmlWriter) -> Html | None:
    """The card of the action that came to the last combat, and those played for and against it and in the combat.

    ``strikes`` stand elsewhere.
    """
    names: dict[str, int | None] = {}
    for event in since_last(view, "action"):
        if event.kind == "combat_over":
            break
        name = event.data.get("card") if event.kind in ("action", "played", "used") else None
        if name and name not in strikes:
            names.setdefault(name, event.seat)
    if not names:
        return None
    shown = [
        tag("span", small_card(view, name, pen), cls=tint_of(view, seat) if seat is not None else None)
        for name, seat in [*names.items()][:MOST_OF_FIGHT]
    ]
    return tag("div", shown, cls="vt-of-fight", aria_label=pen.say("vtes.played.fight"))


def what_it_does(view: View, name: str, pen: HtmlWriter, by: int | None = None) -> str:
    """What a card that was played does, at the level at which it was; another who has played it is named."""
    whose = view.names[by] if by is not None and by != view.me else ""
    return brief(name, pen.lang, is_superior(view, name), by=whose)


def is_superior(view: View, name: str) -> bool | None:
    """Whether a card was played at its superior level when it was last played; ``None`` if it never was."""
    for event in reversed(view.events):
        if event.kind == "played" and event.data["card"] == name:
            return bool(event.data["level"] == "superior")
    return None


def steps_html(pen: HtmlWriter, keys: Sequence[str], now: int) -> Html:
    """The steps of what goes on, and which is at hand."""
    items = [
        tag("li", pen.say(f"vtes.step.{key}"), cls="vk-now" if k == now else "vk-past" if k < now else "vk-later",
            aria_current="step" if k == now else None)
        for k, key in enumerate(keys)
    ]  # fmt: skip
    return tag("ol", items, cls="vk-track vt-steps")


def stolen_in(view: View, since: int) -> list[tuple[str, int]]:
    """Return the blood and life stolen from this number on: from whom, how much."""
    return [
        (entry.source.card, entry.amount)
        for entry in view.ledger
        if entry.n >= since and entry.cause == "stolen" and entry.source.card
    ]


def where_is(view: View, name: str, seat: int | None) -> Target:
    """Where a minion is now, by its card; if it is gone, whose it was as far as that is known."""
    for k, who in enumerate(view.seats):
        for seen in (*who.ready, *who.torpor):
            if seen.card == name and (seat is None or k == seat):
                return Target(k, name, seen.number)
    for k, who in enumerate(view.seats):
        if name in who.ash and (seat is None or k == seat):
            return Target(k, name)
    return Target(seat if seat is not None else view.moment.seat, name)


def votes_by_player(
    view: View, votes: Iterable[tuple[int, int, str | None]], pen: HtmlWriter, sign: str = ""
) -> list[Html]:
    """Votes, each of a seat, so many and of a source, as one block for each player with all her sources."""
    found: dict[int, list[tuple[int, str]]] = {}
    for seat, n, source in votes:
        found.setdefault(seat, []).append((n, pen.name(source) if source else pen.say("vtes.what.edge")))
    blocks = []
    for seat, parts in found.items():
        mark = art.use(f"seat{colour_of(seat, view.me)}")
        names = pen.say("comma").join(dict.fromkeys(name for _, name in parts))
        words = (tag("small", mark, " ", view.names[seat]), tag("small", names, cls="vt-sources"))
        looks = tint_of(view, seat) + (" vt-open-ballot" if sign else "")
        blocks.append(_block_of_votes(sum(n for n, _ in parts), words, sign, looks, names))
    return blocks


def block_of_prisci(n: int, pen: HtmlWriter, sign: str = "") -> Html:
    """The votes of the block of the Prisci, which no single player casts, and what decides on it (POL-12)."""
    words = (
        tag("small", pen.say("vtes.strip.prisci")),
        tag("small", pen.say("vtes.strip.prisci.by"), cls="vt-sources"),
    )
    return _block_of_votes(n, words, sign, title=pen.say("vtes.strip.prisci.hint"))


def _block_of_votes(n: int, words: object, sign: str = "", looks: str = "", title: str = "") -> Html:
    """So many votes in the bar, as wide as their number."""
    looks = looks or ("vt-open-ballot" if sign else "")
    inner = tag("span", tag("b", f"{n}{sign}"), words)
    return tag("span", inner, cls=f"vt-ballot {looks}".strip(), style=f"flex-grow:{n}", title=title or None)
