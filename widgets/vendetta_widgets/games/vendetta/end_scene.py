"""The end of a game: the winner with all that she gathered, the reader's own sum, three moments that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.kernel.events import Event

from ... import art
from ...controls import button
from ...html import Html, HtmlWriter, tag
from ...page_parts import colour_of
from ...parts import portrait
from . import table_html
from .location_outcome import VERDICTS
from .win_reason import why_won

__all__ = ["end_scene"]

MOST_AROUND: Final = 6
"""So many people stand around the winner; the log has all."""
MOMENTS: Final = 3


class _Moment(NamedTuple):
    """A Location that was won: when, where, by whom, with whom, and the Power of both sides."""

    n: int
    round: int
    at: int | str
    winner: int
    ally: str
    powers: tuple[int | None, int | None]
    """The reader's, and the best of the others' if the reader has won, else the winner's."""
    worth: int
    there: bool


def end_scene(view: View, pen: HtmlWriter, moment_of: Callable[[int], int], ways_back: Sequence[int]) -> Html:
    """Return the end of a game.

    Args:
        view: the table at the end, as the reader knows it.
        pen: writes.
        moment_of: after how many actions an event came.
        ways_back: after how many actions the reader could have decided otherwise.
    """
    out = [seat.seat for seat in view.seats if seat.out]
    scored = [seat for seat in view.order if seat not in out]
    ranked = sorted(scored, key=lambda seat: (seat not in view.winners, -(view.scores[seat] or 0)))
    pieces = [
        _winner(view, ranked, pen),
        _ranks(view, [*ranked, *out], pen),
        _own_sum(view, pen),
        _moments(view, pen, moment_of, ways_back),
    ]
    mine = " vk-won" if view.me in view.winners else ""
    return tag("section", pieces, cls=f"vk-end{mine}", aria_label=pen.say("over.title"), lang=pen.lang)


def _winner(view: View, ranked: Sequence[int], pen: HtmlWriter) -> Html:
    first = view.winners[0] if view.winners else (ranked[0] if ranked else 0)
    seat = view.seats[first]
    around = [(card, False) for card in seat.alliance] + [(card, True) for card in seat.drained]
    around.sort(key=lambda one: -_worth(*one))
    shown = around[:MOST_AROUND]
    half = (len(shown) + 1) // 2
    wings = [
        tag("ul", [_gathered(card, drained, pen) for card, drained in several], cls="vk-end-wing")
        for several in (list(reversed(shown[:half])), shown[half:])
    ]
    names = pen.say("and").join(view.names[winner] for winner in view.winners)
    mine = view.me in view.winners
    title = pen.say("over.you_rule") if mine else pen.say("over.rules", names=names)
    clan = box.find(seat.clan) if seat.clan else None
    who = f"{clan.vampire}, {pen.name(clan.id)}" if isinstance(clan, box.Clan) else view.names[first]
    score = sum(view.scores[winner] or 0 for winner in view.winners)
    tint = f"vk-tint{colour_of(first, view.me)}"
    middle = tag(
        "div",
        tag("span", "♛\ufe0e", cls="vk-end-crown", aria_hidden="true"),
        _face(seat, tint, "vk-por-end"),
        tag("h2", title, data_home=True),
        tag("p", pen.say("over.with", who=who), " ", tag("b", str(score)), " ", pen.say("influence.brief")),
        cls="vk-end-winner",
    )
    return tag("div", wings[0], middle, wings[1], cls="vk-end-top")


def _face(seat: SeatView, tint: str, cls: str) -> Html:
    if seat.clan is None:
        return portrait("", tint, cls=cls)
    return portrait(f"vampire-{seat.clan}", tint, f"clan-{seat.clan}", cls=cls)


def _worth(card: str, drained: bool) -> int:
    person = box.find(card)
    assert isinstance(person, box.Person)
    return person.drained_influence if drained else person.influence


def _gathered(card: str, drained: bool, pen: HtmlWriter) -> Html:
    picture = art.crop(f"person-{card}", "24 2 72 88")
    name = tag("span", pen.name(card), cls="vk-end-name")
    worth = tag("b", str(_worth(card, drained)))
    cls = "vk-end-person" + (" vk-drained" if drained else "")
    return tag("li", pen.opens_card(card, tag("span", picture, name, worth), cls))


def _ranks(view: View, order: Sequence[int], pen: HtmlWriter) -> Html:
    rows = []
    for k, number in enumerate(order):
        seat = view.seats[number]
        tint = f"vk-tint{colour_of(number, view.me)}"
        you = tag("small", pen.say("you.short")) if number == view.me else None
        score = view.scores[number]
        rows.append(
            tag(
                "li",
                tag("i", str(k + 1)),
                _face(seat, tint, "vk-por-small"),
                tag("h3", view.names[number], " ", you),
                tag("b", pen.say("out") if score is None else str(score)),
                cls=f"vk-rank {tint}" + (" vk-first" if number in view.winners else "") + (" vk-me" if you else ""),
            )
        )
    return tag("ol", rows, cls=f"vk-ranks vk-ranks-{len(rows)}")


def _own_sum(view: View, pen: HtmlWriter) -> Html | None:
    """The reader's score as a sum, and how far she is behind or ahead."""
    if view.me is None or view.scores[view.me] is None:
        out = tag("h3", pen.say("over.out" if view.me is not None else "result.total"))
        return tag("div", out, table_html.result(view, pen), cls="vk-own-sum vk-own-out")
    parts = table_html.score_parts(view, view.me)
    shown: list[Html] = []
    for k, (name, n) in enumerate(parts):
        if k or n < 0:
            shown.append(tag("em", "−" if n < 0 else "+"))
        shown.append(
            tag("span", tag("b", str(abs(n))), pen.say(f"result.{name}"), cls="vk-sum" + (" vk-loss" if n < 0 else ""))
        )
    total = tag("span", tag("b", str(view.scores[view.me])), pen.say("influence.brief"), cls="vk-sum vk-sum-total")
    told = tag("div", why_won(view, pen), table_html.result(view, pen), cls="vk-all-sums")
    why = tag("details", tag("summary", pen.say("over.why")), told, cls="vk-end-why", data_key="end-why")
    title = tag("h3", pen.say("over.night"))
    return tag("div", title, shown, tag("em", "="), total, _gap(view, pen), why, cls="vk-own-sum")


def _gap(view: View, pen: HtmlWriter) -> Html | None:
    assert view.me is not None
    mine = view.scores[view.me] or 0
    others = [score or 0 for seat, score in enumerate(view.scores) if seat != view.me]
    if not others:
        return None
    n = mine - max(others)
    best = view.scores.index(max(others)) if max(others) in view.scores else 0
    key = "over.ahead" if n > 0 else "over.behind" if n < 0 else "over.level"
    return tag("span", pen.say(key, n=abs(n), name=view.names[best]), cls="vk-gap")


# Three moments ------------------------------------------------------------------------------------------------


def _moments(view: View, pen: HtmlWriter, moment_of: Callable[[int], int], ways_back: Sequence[int]) -> Html | None:
    found = sorted(_deciding(view), key=lambda one: one.n)
    if not found:
        return None
    cards = [_moment(view, one, pen, moment_of, ways_back) for one in found]
    title = tag("h3", pen.say("over.moments"), cls="vk-moments-title")
    return tag("div", title, tag("div", cards, cls="vk-end-moments"), cls="vk-end-decided")


def _deciding(view: View) -> list[_Moment]:
    """The Locations whose Ally counted most, those first where the reader was or who won."""
    found = []
    for event in view.events:
        if event.kind not in VERDICTS or event.seat is None or event.at is None:
            continue
        ally = next((one for one in view.events if one.n > event.n and one.kind == "ally" and one.at == event.at), None)
        if ally is None or ally.moment.round != event.moment.round:
            continue
        card = ally.data["card"]
        person = box.find(card)
        assert isinstance(person, box.Person)
        found.append(_of(view, event, card, person.influence))
    rank = {one.n: (one.there or one.winner in view.winners, one.worth) for one in found}
    return sorted(found, key=lambda one: rank[one.n], reverse=True)[:MOMENTS]


def _of(view: View, event: Event, card: str, worth: int) -> _Moment:
    assert event.seat is not None
    assert event.at is not None
    here = [one for one in view.events if one.at == event.at and one.moment.round == event.moment.round]
    powers = {one.seat: int(one.data["power"]) for one in here if one.kind == "count" and one.n <= event.n}
    mine = powers.get(view.me) if view.me is not None else None
    others = [n for seat, n in powers.items() if seat != view.me]
    theirs = max(others, default=None) if event.seat == view.me else powers.get(event.seat)
    tokens = next((one.data for one in here if one.kind == "tokens"), {"staying": (), "leaving": ()})
    there = event.seat == view.me or view.me in (*tokens["staying"], *tokens["leaving"])
    return _Moment(event.n, event.moment.round, event.at, event.seat, card, (mine, theirs), worth, there)


def _moment(
    view: View, one: _Moment, pen: HtmlWriter, moment_of: Callable[[int], int], ways_back: Sequence[int]
) -> Html:
    mine = one.winner == view.me
    words = {"ally": pen.name(one.ally), "name": view.names[one.winner], "at": pen.name(str(one.at))}
    title = pen.say("over.moment.won" if mine else "over.moment.lost", **words)
    if None in one.powers:
        text = pen.say("over.moment.alone" if mine or one.there is False else "over.moment.left", **words)
    else:
        text = pen.say("over.moment.powers", mine=one.powers[0], theirs=one.powers[1], **words)
    worth = tag("b", ("+" if mine else "−") + str(one.worth), cls="vk-gain" if mine else "vk-loss")
    at = moment_of(one.n)
    before = max((way for way in ways_back if way < at), default=None)
    presses = [button(pen.say("over.look"), "look_at", one.n, "vk-quiet", data_key=f"look-{one.n}")]
    if before is not None:
        presses.append(button(pen.say("over.what_if"), "what_if", before, "vk-quiet", data_key=f"what-if-{one.n}"))
    scene = tag(
        "div", tag("span", pen.say("round", n=one.round)), art.wide(f"person-{one.ally}"), cls="vk-moment-picture"
    )
    told = tag("div", tag("h4", title), tag("p", text), tag("footer", worth, presses), cls="vk-moment-told")
    return tag("article", scene, told, cls="vk-end-moment")
