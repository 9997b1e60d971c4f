"""The table of V:TES in HTML, from one seat's view: the ring of players, what lies before each, and what goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.views import SeenCard, SeenSeat, View

from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of, seat_name, table, track
from .card_html import back, in_brief, minion, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


__all__ = ["clock", "legend", "players", "result", "ring"]

PHASES: Final = ("untap", "master", "minion", "influence", "discard")
"""The five phases of a turn (PHASE-01)."""


def around(view: View) -> list[int]:
    """Return the seats in the order in which they sit, from the reader's prey on; the reader is the last.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> around(Game.new(["whispers", "claw", "court"], seed=7).view(1))
    [2, 0, 1]
    """
    me, seats = view.me or 0, len(view.seats)
    return [(me + k) % seats for k in range(1, seats + 1)]


def clock(view: View, pen: HtmlWriter) -> Html:
    """Whose turn it is, where in its five phases, and the ring of players."""
    moment = view.moment
    whose = tag("p", pen.game("board", "turn", n=moment.turn), " · ", view.names[moment.seat], cls="vk-turn")
    now = PHASES.index(moment.phase) if moment.phase in PHASES else -1 if moment.phase == "set-up" else len(PHASES)
    phases = track([pen.game("phase", phase) for phase in PHASES], now, pen.say("vtes.clock"))
    when = tag("div", whose, phases, cls="vt-clock", role="group", aria_label=pen.say("clock"))
    return tag("div", when, ring(view, pen), cls="vt-when", lang=pen.lang)


def ring(view: View, pen: HtmlWriter) -> Html:
    """Who bleeds whom: each player's pool, an arrow from predator to prey, and back to the first."""
    order = [seat for seat in [*around(view)[-1:], *around(view)[:-1]] if view.seats[seat].here]
    items = []
    for seat in order:
        who = view.seats[seat]
        now = " vt-on-turn" if seat == view.moment.seat and not view.over else ""
        edge = tag("span", pen.say("vtes.edge"), cls="vt-edge") if view.edge == seat else None
        pool = tag("span", tag("b", str(who.pool)), pen.unseen(" " + pen.game("board", "pool")), cls="vt-pool")
        shown = [seat_name(view.names, seat, view.me, pen), pool, edge]
        items.append(tag("li", shown, cls=f"vt-ring-seat{now}"))
    hint = pen.unseen(pen.say("vtes.ring.hint"))
    return tag("div", hint, tag("ol", items, cls="vt-ring-seats"), cls="vt-ring")


# The players -----------------------------------------------------------------------------------------------


def players(view: View, pen: HtmlWriter, before: View | None = None) -> Html:
    """All players as they sit: the prey at the reader's left, the predator at the right, the reader below.

    What ``before`` has not is marked.
    """
    seats = [_player(view, seat, pen, before.seats[seat] if before is not None else None) for seat in around(view)]
    cls = f"vt-players vt-players-{len(seats)}"
    return tag("section", seats, cls=cls, aria_label=pen.say("players"), lang=pen.lang)


def legend(view: View, pen: HtmlWriter) -> Html:
    """The disciplines in sight by their whole names: on the table they stand in brief."""
    on_minions = {name for who in view.seats for card in (*who.ready, *who.torpor) for name, _ in card.disciplines}
    hand = view.seats[view.me].hand if view.me is not None else ()
    in_hand = {record(card.card).needs.discipline for card in hand if card.card}
    shown = sorted((on_minions | in_hand) - {""})
    names = pen.say("comma").join(f"{in_brief(name)} {pen.game('discipline', name)}" for name in shown)
    return tag("p", pen.say("vtes.legend", names=names), cls="vt-legend", lang=pen.lang) if shown else Html("")


def _player(view: View, seat: int, pen: HtmlWriter, before: SeenSeat | None) -> Html:
    who = view.seats[seat]
    tags = [tag("span", pen.say(f"vtes.{key}"), cls=f"vt-tag vt-tag-{key}") for key in _relation(view, seat)]
    if view.edge == seat:
        tags.append(tag("span", pen.say("vtes.edge"), cls="vt-edge"))
    if seat in view.asked:
        tags.append(tag("span", "… ", pen.say("choosing"), cls="vk-badge"))
    if not who.here:
        tags.append(tag("span", "✕ ", pen.say("out"), cls="vk-badge"))
    if who.withdrawing:
        tags.append(tag("span", pen.say("vtes.withdrawing"), cls="vk-badge"))
    head = tag("header", tag("h3", seat_name(view.names, seat, view.me, pen)), _worth(who, pen, before), tags)
    mine = seat == view.me
    rows = [
        _minions(view, who.ready, pen, pen.game("region", "ready"), "ready"),
        _minions(view, who.torpor, pen, pen.game("region", "torpor"), "torpor") if who.torpor else None,
        _uncontrolled(who.uncontrolled, pen) if who.uncontrolled else None,
        _chips(who.held, pen, "held"),
        _chips(who.contested, pen, "contested"),
    ]
    marks = (" vk-me" if mine else "") + ("" if who.here else " vk-out")
    turn = " vt-on-turn" if seat == view.moment.seat and not view.over else ""
    return tag(
        "article",
        head,
        _counts(who, pen),
        rows if who.here else None,
        cls=f"vk-player vt-player vk-edge{colour_of(seat, view.me)}{marks}{turn}",
    )


def _relation(view: View, seat: int) -> Iterable[str]:
    """What a seat is to the reader: prey, predator, or both of them at the end."""
    if view.me is None or not view.seats[view.me].here:
        return
    if view.seats[view.me].prey == seat:
        yield "prey"
    if view.seats[view.me].predator == seat:
        yield "predator"


def _worth(who: SeenSeat, pen: HtmlWriter, before: SeenSeat | None) -> Html:
    """Pool and victory points; how much the pool has changed since ``before``."""
    pool = tag(
        "span", tag("b", str(who.pool), _change(who.pool, before)), " ", pen.game("board", "pool"), cls="vt-pool"
    )
    words = pen.say("vtes.point" if who.points == 1 else "vtes.points")
    points = tag("span", tag("b", str(who.points)), " ", words, cls="vt-points")
    return joined([pool, points])


def _counts(who: SeenSeat, pen: HtmlWriter) -> Html:
    """How many cards lie where."""
    counts = [("hand", len(who.hand)), ("library", who.library), ("crypt", who.crypt)]
    small = [tag("li", tag("b", str(n)), " ", pen.game("region", key)) for key, n in counts]
    return tag("ul", small, tag("li", _heap(who.ash, pen)), cls="vt-counts")


def _change(pool: int, before: SeenSeat | None) -> Html | None:
    if before is None or before.pool == pool:
        return None
    return tag("span", f" {pool - before.pool:+d}".replace("-", "−"), cls="vk-delta")


def _heap(ash: Sequence[str], pen: HtmlWriter) -> Html:
    """The ash heap, whose cards anybody may look at."""
    title = [tag("b", str(len(ash))), " ", pen.game("region", "ash")]
    if not ash:
        return joined(title)
    found = [tag("li", pen.chip(card)) for card in dict.fromkeys(reversed(ash))]
    return tag("details", tag("summary", title), tag("ul", found, cls="vt-heap"))


def _minions(view: View, lying: Sequence[SeenCard], pen: HtmlWriter, title: str, region: str) -> Html:
    shown = [minion(pen, seen, _doing(view, seen)) for seen in lying]
    empty = tag("p", pen.say("vtes.nobody", region=title), cls="vk-empty") if not shown else None
    head = tag("h4", title, cls="vk-unseen" if region == "ready" else None)
    return tag("div", head, tag("div", shown, cls="vt-minions"), empty, cls=f"vt-region vt-{region}")


def _doing(view: View, seen: SeenCard) -> Iterable[str]:
    """What a minion is doing in what goes on."""
    number, action = seen.number, view.action
    if view.combat is not None and any(one.minion.number == number for one in view.combat.fighters):
        yield "fights"
    elif action is not None and action.actor.number == number:
        yield "acts"
    elif action is not None and action.blocker is not None and action.blocker.number == number:
        yield "blocks"


def _uncontrolled(lying: Sequence[SeenCard], pen: HtmlWriter) -> Html:
    """Cards that only their controller may look at; the counters on them are open."""
    shown = [back(pen, seen.counters) if seen.card is None else _waiting(seen, pen) for seen in lying]
    title = tag("h4", pen.game("region", "uncontrolled"))
    return tag("div", title, tag("div", shown, cls="vt-waiting"), cls="vt-region vt-uncontrolled")


def _waiting(seen: SeenCard, pen: HtmlWriter) -> Html:
    """A card of one's own in the uncontrolled region: how many counters it has, and how many it needs."""
    assert seen.card is not None
    capacity = record(seen.card).capacity
    count = f"{seen.counters}/{capacity}" if capacity else str(seen.counters)
    key = "vtes.waits" if capacity else "vtes.life"
    words = pen.unseen(pen.say(key, n=seen.counters, capacity=capacity))
    shown = [pen.name(seen.card), " ", tag("b", count, aria_hidden="true"), words]
    return pen.opens_card(seen.card, shown, "vk-chip")


def _chips(lying: Sequence[SeenCard], pen: HtmlWriter, region: str) -> Html | None:
    """Cards that lie by themselves, such as locations."""
    if not lying:
        return None
    tapped = tag("small", " ", pen.say("vtes.tapped"))
    shown = [pen.chip(seen.card, tapped if seen.tapped else None) for seen in lying if seen.card]
    title = tag("h4", pen.game("region", region))
    return tag("div", title, tag("div", shown, cls="vt-waiting"), cls="vt-region")


# The end ---------------------------------------------------------------------------------------------------


def result(view: View, pen: HtmlWriter) -> Html:
    """Who has won, with everybody's victory points and pool."""
    ranked = sorted(range(len(view.seats)), key=lambda seat: (-view.seats[seat].points, -view.seats[seat].pool))
    rows = []
    for seat in ranked:
        who = view.seats[seat]
        won = tag("span", " ♛\ufe0e ", pen.say("won"), cls="vk-badge") if seat in view.winners else None
        out = pen.say("out") if not who.here else str(who.pool)
        cells = [tag("td", tag("b", str(who.points)), cls="vk-total"), tag("td", out)]
        rows.append(tag("tr", tag("th", seat_name(view.names, seat, view.me, pen), won, scope="row"), cells))
    heads = [pen.say("players"), pen.say("vtes.points"), pen.game("board", "pool")]
    title = (
        pen.say("vtes.result.you")
        if view.winners == (view.me,)
        else pen.game("board", "won", names=[view.names[seat] for seat in view.winners])
    )
    crown = tag("span", "♛\ufe0e ", aria_hidden="true")
    rules = tag("p", pen.told(pen.say("vtes.result.hint"), ("END-04", "OBJ-03")), cls="vk-hint")
    return tag(
        "div", tag("h2", crown, title[:1].upper() + title[1:], data_home=True), rules,
        table(heads, rows, "vk-result"), cls="vk-over", lang=pen.lang,
    )  # fmt: skip
