"""The table of V:TES in HTML, from one seat's view: prey at the left, predator at the right, the others across.

The reader's own minions lie in the middle, what is asked of them around the one that is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vtes.engine.views import SeenCard, SeenSeat, View
from vendetta_kit.kernel.log import next_row_number

from ... import art
from ...html import Html, HtmlWriter, tag
from ...page_parts import colour_of, seat_name, track
from ...parts import Number, StripSeat, portrait, seat_strip
from .card_html import back, minion, picture, record, sign_of
from .offers import SELF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .decision_bar import DecisionBar


PHASES: Final = ("untap", "master", "minion", "influence", "discard")
"""The five phases of a turn (PHASE-01)."""
SOON: Final = 9
"""In at most so many turns a prey may be out that it is said: with few minions it is no more than a guess."""
FEW: Final = 2
"""Up to so many minions of a neighbour have large cards …"""
SOME: Final = 4
"""… and up to so many middling ones."""


def around(view: View) -> list[int]:
    """Return the seats in the order in which they sit, from the reader's prey on; the reader is the last.

    >>> from vendetta_kit.games.vtes.engine.game import Game
    >>> around(Game.new(["whispers", "claw", "court"], seed=7).view(1))
    [2, 0, 1]
    """
    me, seats = view.me or 0, len(view.seats)
    return [(me + k) % seats for k in range(1, seats + 1)]


def face_of(view: View, seat: int) -> str:
    """Return the drawing of a player's face: the same in every game, and one's own always that of the first seat."""
    return f"person-seat{colour_of(seat, view.me)}"


def tint_of(view: View, seat: int) -> str:
    """Return the class that gives what a player owns her colour."""
    return f"vk-tint{colour_of(seat, view.me)}"


def clock(view: View, pen: HtmlWriter) -> Html:
    """Whose turn it is, and where in its five phases."""
    moment = view.moment
    whose = tag("p", pen.game("board", "turn", n=moment.turn), " · ", view.names[moment.seat], cls="vk-turn")
    now = PHASES.index(moment.phase) if moment.phase in PHASES else -1 if moment.phase == "set-up" else len(PHASES)
    phases = track([pen.say(f"vtes.phase.{phase}") for phase in PHASES], now, pen.say("vtes.clock"))
    return tag("div", whose, phases, cls="vt-clock", role="group", aria_label=pen.say("clock"), lang=pen.lang)


def strip(view: View, pen: HtmlWriter, before: View | None = None, related: bool = False) -> Html:
    """All players in one row, in the order of the ring: what stands above a stage.

    What their pools were ``before`` is marked; ``related``: it is said who is the reader's prey and predator.
    """

    def name_of(seat: int) -> str:
        said = [pen.say(f"vtes.{key}") for key in _relation(view, seat)] if related else []
        return " · ".join([view.seats[seat].name, *said])

    me = view.me or 0
    order = [(me + k) % len(view.seats) for k in range(len(view.seats))]
    changes = {k: _changes(view, k, before, pen) for k in order}
    seats = [
        StripSeat(
            key=f"strip-{seat}",
            tint=tint_of(view, seat),
            name=name_of(seat),
            sign=f"seat{colour_of(seat, view.me)}",
            portrait=face_of(view, seat),
            you=pen.say("you") if seat == view.me else "",
            numbers=(
                Number(
                    "type-master" if view.edge == seat else "blood", who.pool, pen.game("board", "pool"), f"pool-{seat}"
                ),
            ),
            on_turn=pen.say("vtes.on_turn") if seat == view.moment.seat and not view.over else "",
            badges=tuple(changes[seat]),
            touched=bool(changes[seat]),
        )
        for seat in order
        if (who := view.seats[seat]).here
    ]
    title = tag("h2", pen.say("players"), cls="vk-unseen")
    return tag("div", title, seat_strip(pen, seats, pen.say("players"), small=True), lang=pen.lang)


# The table -------------------------------------------------------------------------------------------------


def players(
    view: View,
    pen: HtmlWriter,
    panel: DecisionBar | None = None,
    before: View | None = None,
    told: Html | None = None,
    done: Html | None = None,
) -> Html:
    """All players as they sit, and the reader's own side; ``panel`` is what her minions are asked by.

    What ``before`` has not is marked: the change of each pool since then. ``told`` is the picture of what is told,
    ``done`` a line with what she has just done herself.
    """
    order = around(view)
    me, others = order[-1], order[:-1]

    def seat(k: int, place: str) -> Html:
        return _player(view, k, place, pen, before, panel)

    here = [k for k in others if view.seats[k].here]
    gone = [k for k in others if not view.seats[k].here]
    left, right = (here[:1], here[-1:]) if len(here) > 1 else (here, [])
    across = [k for k in here if k not in (*left, *right)]
    shown: list[Html | None] = [tag("h2", pen.say("players"), cls="vk-unseen")]
    shown += [seat(k, "prey") for k in left]
    left_table = tag("div", [_gone(view, k, pen) for k in gone], cls="vt-left-table") if gone else None
    middle = [*(seat(k, "across") for k in across), left_table]
    shown.append(tag("div", middle, cls=f"vt-across vt-across-{len(across)}"))
    shown += [seat(k, "predator") for k in right]
    shown.append(_centre(view, pen, panel, told, done))
    shown.append(_own(view, me, pen, panel, before))
    cls = f"vt-players vt-players-{len(order)}"
    return tag("section", shown, cls=cls, aria_label=pen.say("players"), lang=pen.lang)


def _player(
    view: View, seat: int, place: str, pen: HtmlWriter, before: View | None, panel: DecisionBar | None = None
) -> Html:
    who = view.seats[seat]
    few = len(who.ready) + len(who.torpor)
    crowd = "few" if few <= FEW else "some" if few <= SOME else "many"

    def aimed_at(number: int | None) -> bool:
        return panel is not None and panel.is_aimed_at(view, number)

    minions = [minion(pen, one, marks=_doing(view, one), drop=aimed_at(one.number)) for one in who.ready]
    minions += [minion(pen, one, torpid=True, drop=aimed_at(one.number)) for one in who.torpor]
    rows = [
        tag("div", minions, cls=f"vt-minions vt-{crowd}") if minions else None,
        tag(
            "div",
            _lying(who, pen),
            tag("span", [_coming(one, pen) for one in who.uncontrolled], cls="vt-coming") if who.uncontrolled else None,
            cls="vt-rest",
        ),
    ]
    turn = " vt-on-turn" if seat == view.moment.seat and not view.over else ""
    cls, drop = f"vt-player vt-at-{place} {tint_of(view, seat)}{turn}", aimed_at(seat)
    place_of = {"data_place": drop, "data_drop": seat if drop else None}
    return tag("article", _head(view, seat, pen, before), rows, cls=cls, data_thing=f"seat-{seat}", **place_of)


def _head(view: View, seat: int, pen: HtmlWriter, before: View | None) -> Html:
    who = view.seats[seat]
    relation = [tag("span", pen.say(f"vtes.{key}"), cls=f"vt-tag vt-tag-{key}") for key in _relation(view, seat)]
    if not relation and who.prey is not None and seat != view.me:  # one's own prey stands in what she bleeds
        relation = [tag("span", pen.say("vtes.hunts", name=view.names[who.prey]), cls="vt-tag")]
    state = []
    if who.points:
        said = pen.say("vtes.point" if who.points == 1 else "vtes.points")
        state.append(tag("span", tag("b", str(who.points)), " ", said, cls="vt-points"))
    if view.edge == seat:
        state.append(_edge(pen))
    if seat in view.asked and seat != view.me and not view.over:
        state.append(tag("span", "… ", pen.say("choosing"), cls="vk-badge"))
    if who.withdrawing:
        state.append(tag("span", pen.say("vtes.withdrawing"), cls="vk-badge"))
    if (last := _out_in(view, seat, pen)) is not None:
        state.append(last)
    hand = tag("span", pen.say("vtes.in_hand", n=len(who.hand)), cls="vt-small")
    names = tag("div", tag("h3", seat_name(view.names, seat, view.me, pen)), relation, hand, cls="vt-who")
    shown = [
        portrait(face_of(view, seat), tint_of(view, seat), key=f"seat-{seat}"),
        names,
        _pool(view, seat, pen, before),
    ]
    return tag("header", shown, tag("div", state, cls="vt-states") if state else None)


def _out_in(view: View, seat: int, pen: HtmlWriter) -> Html | None:
    """Say that nobody of the reader's prey can block now; or in how few turns it is out if all bleeds get through."""
    if view.me is None or view.seats[view.me].prey != seat or not view.seats[view.me].here:
        return None
    if view.seats[seat].ready and can_bleed_freely(view):
        return tag("span", pen.say("vtes.prey_tapped"), cls="vt-out-in vt-open-way")
    bleeds = sum(seen.bleed for seen in view.seats[view.me].ready)
    if not bleeds:
        return None
    turns = -(-view.seats[seat].pool // bleeds)
    if turns > SOON:
        return None
    words = pen.say("vtes.out_in" if turns != 1 else "vtes.out_in.one", n=turns)
    return tag("span", words, cls="vt-out-in", title=pen.say("vtes.out_in.hint", n=bleeds))


def piles(view: View, pen: HtmlWriter) -> Html:
    """How many cards the reader's own piles have, to lie beside her hand."""
    if view.me is None:
        return Html("")
    who = view.seats[view.me]
    counts = (("library", who.library), ("crypt", who.crypt), ("ash", len(who.ash)))
    shown = [tag("li", tag("b", str(n)), " ", pen.game("region", key)) for key, n in counts]
    return tag("ul", shown, cls="vt-piles", lang=pen.lang)


def _edge(pen: HtmlWriter) -> Html:
    return tag("span", art.use("type-master"), " ", pen.say("vtes.edge"), cls="vt-edge")


def _pool(view: View, seat: int, pen: HtmlWriter, before: View | None) -> Html:
    """Pool, and how much it has changed since ``before``."""
    number = tag("b", str(view.seats[seat].pool), data_count=f"pool-{seat}")
    changes = _changes(view, seat, before, pen)
    shown = tag("span", changes, cls="vt-deltas") if changes else None
    return tag("div", number, shown, tag("small", pen.game("board", "pool")), cls="vt-pool", data_spot=f"pool-{seat}")


def change_of_pool(view: View, seat: int, since: int, own: bool = False) -> int:
    """Return how much a player's pool has changed from the line with this number on; ``own``: by herself alone."""
    change = 0
    for entry in view.ledger:
        if entry.n >= since and not (own and entry.by != seat):
            change += entry.amount * ((entry.target.kind, entry.target.seat) == ("pool", seat))
            change -= entry.amount * ((entry.source.kind, entry.source.seat) == ("pool", seat))
    return change


def _changes(view: View, seat: int, before: View | None, pen: HtmlWriter) -> list[Html]:
    """How much a player's pool has changed since ``before``: by herself, where what she has paid is no loss, and else.

    What came of it is added up, so that she who gains by what she pays for has one number.
    """
    if before is None:
        return []
    own = change_of_pool(view, seat, next_row_number(before), own=True)
    others = view.seats[seat].pool - before.seats[seat].pool - own
    paid = (" ", tag("small", pen.say("vtes.paid"))) if own < 0 else ()
    shown = []
    for change, said in ((own, paid), (others, ())):
        looks = "vk-delta vt-paid" if said else "vk-delta" if change < 0 else "vk-delta vk-more"
        shown += [tag("span", f"{change:+d}".replace("-", "−"), *said, cls=looks)] if change else []
    return shown


def _relation(view: View, seat: int) -> Iterable[str]:
    """What a seat is to the reader: prey, predator, or both of them at the end."""
    if view.me is None or not view.seats[view.me].here:
        return
    found = [key for key in ("prey", "predator") if getattr(view.seats[view.me], key) == seat]
    if found:
        yield "_and_".join(found)


def _gone(view: View, seat: int, pen: HtmlWriter) -> Html:
    """Who is out of the game."""
    return tag(
        "article", seat_name(view.names, seat, view.me, pen), " ", pen.say("out"), cls=f"vt-gone {tint_of(view, seat)}"
    )


def _doing(view: View, seen: SeenCard) -> Iterable[str]:
    """What a minion is doing in what goes on."""
    number, action = seen.number, view.action
    if view.combat is not None and any(one.minion.number == number for one in view.combat.fighters):
        yield "fights"
    elif action is not None and action.actor.number == number:
        yield "acts"
    elif action is not None and action.blocker is not None and action.blocker.number == number:
        yield "blocks"


def _coming(seen: SeenCard, pen: HtmlWriter) -> Html:
    """An uncontrolled card of somebody else: its back with the counters, which are open."""
    if seen.card is None:
        return back(pen, seen)
    return tag("span", pen.chip(seen.card, " ", tag("b", str(seen.counters))), cls="vt-known")


def _lying(who: SeenSeat, pen: HtmlWriter, marked: Callable[[int | None], Html | None] | None = None) -> Html | None:
    """Cards that lie by themselves: locations, what is contested; ``marked`` gives what stands beside one."""
    chips: list[Html | None] = []
    for cls, cards in (("", who.held), ("vt-contested", who.contested)):
        for seen in cards:
            if seen.card:
                sign = art.use(sign_of(seen.card))
                tapped = pen.unseen(f" {pen.say('vtes.tapped')}") if seen.tapped else None
                name = [sign, tag("span", pen.name(seen.card)), tapped]
                chips.append(
                    pen.opens_card(seen.card, name, f"vk-chip vt-held {cls}{' vt-spent' if seen.tapped else ''}")
                )
                chips.append(marked(seen.number) if marked is not None else None)
    return tag("span", chips, cls="vt-lying") if chips else None


def aim_of_the_game(view: View, pen: HtmlWriter) -> Html | None:
    """Say what wins and what to do first, as long as the reader of a first game has no minion; ``None`` later."""
    who = view.seats[view.me or 0]
    if who.prey is None or who.ready or who.torpor:
        return None
    words = [tag("p", pen.say(f"vtes.aim.{key}", name=view.names[who.prey])) for key in ("wins", "first")]
    return tag("div", words, cls="vt-aim")


# The reader's own side ---------------------------------------------------------------------------------------


def _centre(
    view: View, pen: HtmlWriter, panel: DecisionBar | None, told: Html | None, done: Html | None = None
) -> Html:
    """What stands between the players: who has the Edge, and what the reader is asked about on the table, or told."""
    holder = pen.say("vtes.edge.nobody") if view.edge is None else view.names[view.edge]
    edge = tag(
        "p", art.use("type-master"), " ", tag("b", pen.say("vtes.edge")), " ", tag("small", holder), cls="vt-the-edge"
    )
    asked = view.decision.kind if view.decision is not None and panel is not None else ""
    inside = (panel.around(view, pen) if panel is not None else None) or told
    if asked == "transfer" and view.me is not None:
        cards = [_influence(view, seen, pen, panel) for seen in view.seats[view.me].uncontrolled]
        inside = tag("div", cards, cls="vt-influence vt-asked-influence")
    return tag("div", tag("div", edge, done, cls="vt-above"), inside, cls="vt-centre")


def _own(view: View, me: int, pen: HtmlWriter, panel: DecisionBar | None, before: View | None) -> Html:
    who = view.seats[me]
    if view.me is None:
        return _player(view, me, "own", pen, before)
    minions = []
    for seen in (*who.ready, *who.torpor):
        press, on, glow = (
            panel.of_minion(view, seen.number)
            if panel is not None and seen.number is not None
            else (None, False, False)
        )
        torpid = seen in who.torpor
        drags = press is not None and panel is not None and panel.takes_aim(view, press[1])
        drop = panel is not None and panel.is_aimed_at(view, seen.number)
        minions.append(minion(pen, seen, "own", _doing(view, seen), press, on, glow, torpid, drags=drags, drop=drop))
    nobody = pen.say("vtes.nobody_ready" if who.here else "vtes.you_are_out")
    empty = tag("p", nobody, cls="vk-empty") if not minions else None
    crowd = "few" if len(minions) <= SOME else "some" if len(minions) <= 2 * FEW + FEW else "many"
    left = tag(
        "div",
        _head(view, me, pen, before),
        _threat(view, pen, who.prey, me, "bleeds"),
        _lying(who, pen, (lambda number: panel.armed_mark(view, number, pen)) if panel is not None else None),
        cls="vt-me",
    )
    asked = view.decision.kind if view.decision is not None and panel is not None else ""
    waiting = () if asked == "transfer" else who.uncontrolled  # then they lie in the middle
    coming = tag(
        "div",
        tag("h4", pen.say("vtes.coming")) if waiting else None,
        tag("div", [_influence(view, seen, pen, None) for seen in waiting], cls="vt-influence"),
        _threat(view, pen, who.predator, me, "threat"),
        cls="vt-mine-coming",
    )
    turn = " vt-on-turn" if me == view.moment.seat and not view.over else ""
    rows = [left, tag("div", minions, empty, cls=f"vt-minions vt-own-minions vt-{crowd}"), coming]
    place = panel is not None and panel.is_aimed_at(view, SELF)
    place_of = {"data_place": place, "data_drop": SELF if place else None}
    return tag("article", rows, cls=f"vt-own vk-me {tint_of(view, me)}{turn}", data_thing=f"seat-{me}", **place_of)


def _threat(view: View, pen: HtmlWriter, other: int | None, me: int, key: str) -> Html | None:
    """How much the reader could bleed her prey for, or her predator her, by who is untapped when they act.

    Cards of the hand may add to it: what is known, and a question mark for these.
    """
    if other is None or not view.seats[me].here:
        return None
    bleeder = me if key == "bleeds" else other
    who, now = view.seats[bleeder], view.moment
    acts = now.seat == bleeder and now.phase == "minion"  # who is tapped bleeds no more this turn
    later = key == "bleeds" and now.seat == me and now.phase in PHASES[3:]
    n = sum(seen.bleed for seen in (who.untapped if acts else who.ready))
    much = pen.say("vtes.known_and_more", n=n) if who.hand else str(n)
    words = pen.say(f"vtes.{key}{'.later' if later else ''}", name=view.names[other])
    arrow = tag("span", cls="vt-arrow", aria_hidden="true")
    deadly = " vt-deadly" if key == "threat" and is_deadly(view, me) else ""
    return tag("p", arrow, words, " ", tag("b", much), cls=f"vt-threat vt-threat-{key}{deadly}")


def can_bleed_freely(view: View) -> bool:
    """Return whether it is the reader's minion phase and no minion of her prey is untapped, who could block."""
    me, now = view.me, view.moment
    prey = view.seats[me].prey if me is not None else None
    if prey is None or (now.seat, now.phase) != (me, "minion") or view.over:
        return False
    return bool(view.seats[now.seat].untapped) and not view.seats[prey].untapped


def is_deadly(view: View, me: int) -> bool:
    """Return whether a player's predator could bleed her out next turn: by what is in sight, and 1 by a card."""
    other = view.seats[me].predator
    n = sum(seen.bleed for seen in view.seats[other].ready) if other is not None else 0
    return n > 0 and n + 1 >= view.seats[me].pool


def _influence(view: View, seen: SeenCard, pen: HtmlWriter, panel: DecisionBar | None) -> Html:
    """An own uncontrolled card: a ring that fills up to its capacity, and where she may, what moves counters."""
    assert seen.card is not None
    capacity = record(seen.card).capacity
    share = min(1.0, seen.counters / capacity) if capacity else 1.0
    count = f"{seen.counters}/{capacity}" if capacity else str(seen.counters)
    words = pen.unseen(pen.say("vtes.waits" if capacity else "vtes.life", n=seen.counters, capacity=capacity))
    drawn = picture(seen.card)
    shown = [
        tag("span", art.face(drawn) if drawn else None, cls="vt-ring", style=f"--share:{share:.2f}"),
        tag("b", count, aria_hidden="true"),
        tag("span", pen.name(seen.card), cls="vt-card-name"),
        words,
    ]
    moves = panel.counters(view, seen, pen) if panel is not None else None
    face = pen.opens_card(seen.card, shown, "vt-waits")
    return tag("div", face, moves, cls="vt-coming-card", data_fly=f"card-{seen.number}")
