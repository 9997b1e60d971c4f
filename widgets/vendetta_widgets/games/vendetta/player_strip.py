"""The strip of players: each a face and a colour, with what everybody may know of them."""

from __future__ import annotations

from collections.abc import Collection

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import View

from ... import art
from ...controls import button
from ...html import Html, HtmlWriter, tag
from ...page_parts import colour_of
from ...parts import Number, StripSeat, seat_strip


def seats(
    view: View,
    pen: HtmlWriter,
    knows: bool = True,
    small: bool = False,
    touched: Collection[int] = (),
    opens: bool = False,
) -> Html:
    """Write the strip of players, in turn order: faces, Pool, Influence and hand; who is next, and who is out.

    With ``opens`` the reader's own seat opens the Alliance where that has no room beside the hand.
    """
    order = [*view.order, *(seat.seat for seat in view.seats if seat.seat not in view.order)]
    shown = [_strip_seat(view, pen, seat, k, knows, seat in touched, opens) for k, seat in enumerate(order)]
    return seat_strip(pen, shown, pen.say("players"), small)


def _strip_seat(view: View, pen: HtmlWriter, number: int, k: int, knows: bool, touched: bool, opens: bool) -> StripSeat:
    seat = view.seats[number]
    tint = colour_of(number, view.me)
    now = ""
    if number == view.active:
        now = pen.say("active")
    elif number in view.pending and len(view.pending) > 1:
        now = pen.say("choosing")
    numbers = [
        Number("blood", seat.blood, pen.say("number.blood"), f"blood-{number}", "vk-stat-blood"),
        Number("influence", seat.influence, pen.say("number.influence"), f"influence-{number}", "vk-stat-influence"),
        Number("hand", seat.hand_size, pen.say("number.hand"), "", "vk-stat-less"),
    ]
    if seat.tokens_up + seat.tokens_down:
        n = seat.tokens_up + seat.tokens_down
        numbers.append(Number("diablerie", n, pen.say("number.diablerie"), "", "vk-stat-less"))
    if knows and seat.score is not None:
        word = pen.say("score.brief")
        numbers.append(Number("", seat.score, pen.say("number.score"), f"score-{number}", "vk-stat-less", word))
    badges = []
    if number == view.ambition:
        badges.append(tag("span", art.use("ambition"), " ", tag("span", pen.say("ambition.brief")), cls="vk-ambition"))
    clan = box.find(seat.clan) if seat.clan else None
    line = f"{clan.vampire} · {pen.name(clan.id)}" if isinstance(clan, box.Clan) else ""
    if seat.mate is not None:
        line, mate = pen.say("mate", name=view.names[seat.mate]), colour_of(seat.mate, view.me)
        badges.append(tag("span", art.use(f"seat{mate}", "vk-sign"), cls=f"vk-mate vk-tint{mate}", aria_hidden="true"))
    return StripSeat(
        f"seat-{number}",
        f"vk-tint{tint}",
        view.names[number],
        f"seat{tint}",
        portrait=f"vampire-{seat.clan}" if seat.clan else "",
        crest=f"clan-{seat.clan}" if seat.clan else "",
        line=line,
        you=pen.say("you.short") if number == view.me else "",
        place="" if seat.out else str(k + 1),
        numbers=tuple(numbers),
        badges=tuple(badges),
        on_turn=now,
        out=pen.say("out") if seat.out else "",
        press=button(pen.unseen(pen.say("alliance.own")), "alliance", None, "vk-own-open", data_key="own-open")
        if opens and number == view.me and (seat.alliance or seat.drained)
        else None,
        touched=touched,
    )
