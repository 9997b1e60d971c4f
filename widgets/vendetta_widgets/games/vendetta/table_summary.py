"""The table in brief, for narrow pages: what lies at each Location in a few signs, and what is the reader's own.

It stays above what is asked, where the table itself lies far below; each piece leads to the whole of it.
"""

from __future__ import annotations

from functools import cache

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import CardView, LocationView, PositionView, View

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from .table_html import NUMBER_SIGNS

__all__ = ["glance"]


def glance(view: View, pen: HtmlWriter) -> Html:
    """Show every Location in brief; in Resolution only the one that is being resolved, which is all that is asked of.

    Empty where nothing lies on the table yet. All of it is made from the view.
    """
    now = [place for place in view.locations if view.phase == "resolution" and place.at == view.at]
    pieces = [_place(view, place, pen) for place in now or view.locations]
    own = _own(view, pen)
    if not pieces and own is None:
        return Html("")
    places = tag("div", pieces, cls="vk-glance-places") if pieces else None
    return tag("div", places, own, role="group", aria_label=pen.say("glance"), lang=pen.lang)


def _leads(there: str, cls: str, *content: object) -> Html:
    return tag("button", content, type="button", data_go=there, cls=cls)


def _place(view: View, place: LocationView, pen: HtmlWriter) -> Html:
    lying = [(seat, found) for seat in view.order for found in view.seats[seat].positions if found.at == place.at]
    rows = [_position(view, seat, found, pen) for seat, found in lying if found.cards or found.blood]
    ally = tag("span", pen.name(place.ally), cls="vk-glance-ally") if place.ally is not None else None
    name = tag("b", pen.place(place.at))
    return _leads(f'.vk-place[data-place="{place.at}"]', "vk-glance-place", name, " ", ally, " ", rows)


def _position(view: View, seat: int, found: PositionView, pen: HtmlWriter) -> Html:
    """Whose it is, the cards as they lie, and the Blood beside them."""
    who = tag("span", view.names[seat], cls="vk-glance-name")
    cards = [_lying(item, pen.lang) for item in found.cards]
    blood = joined([" ", _blood(found.blood, pen)]) if found.blood else None
    own = " vk-glance-own" if seat == view.me else ""
    return tag("span", art.use(f"seat{seat}", "vk-sign"), who, " ", cards, blood, cls=f"vk-seat{seat}{own}")


def _blood(n: int, pen: HtmlWriter) -> Html:
    return tag("span", art.use("blood"), str(n), pen.unseen(f" {pen.say('number.blood')}"), cls="vk-blood")


@cache
def _lying(item: CardView, lang: str) -> Html:
    """A card by its printed Power; the back of one that the reader does not know."""
    pen = HtmlWriter(lang)
    if item.card is None:
        return joined([art.use("back"), pen.unseen(f" {pen.say('face_down')} ")])
    record = box.find(item.card)
    assert isinstance(record, box.ClanCard)
    said = pen.unseen(f" {pen.say('power')}{' ' + pen.say('face_down') if item.face == 'down' else ''} ")
    return tag("span", str(record.power), said, cls="vk-mini-power" + (" vk-down" if item.face == "down" else ""))


def _own(view: View, pen: HtmlWriter) -> Html | None:
    """The reader's own numbers."""
    if view.me is None or view.phase == "set_up":
        return None
    seat = view.seats[view.me]
    numbers = (("blood", seat.blood), ("influence", seat.influence), ("hand", seat.hand_size))
    shown = [
        tag("span", art.use(NUMBER_SIGNS[key]), str(n), " ", tag("small", pen.say(f"number.{key}")))
        for key, n in numbers
    ]
    return _leads(".vk-player.vk-me", "vk-glance-mine", shown)
