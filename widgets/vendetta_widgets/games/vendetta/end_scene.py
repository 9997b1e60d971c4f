"""The end of a game: the winner with all that she gathered, the reader's own sum, three moments that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.views import SeatView, View
from vendetta_kit.kernel.events import Event

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of
from ...parts import DecidingMoment, EndRank, Gathered, SumPart, Winner, closing_scene, own_sum, portrait
from ...parts.closing_scene import MOMENTS
from . import table_html
from .location_outcome import VERDICTS
from .win_reason import why_won

NEAR: Final = 4
"""A Location that so much Power more had won is told with that number."""


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


def end_scene(view: View, pen: HtmlWriter, choice_before: Callable[[int], int | None]) -> Html:
    """Return the end of a game.

    Args:
        view: the table at the end, as the reader knows it.
        pen: writes.
        choice_before: after how many actions the reader last had a choice before an event; ``None``: she had none.
    """
    out = [seat.seat for seat in view.seats if seat.out]
    sides = flows.ranked_sides(flows.known_history(view))
    ranked = [seat for side in sides for seat in sorted(side, key=lambda seat: -(view.scores[seat] or 0))]
    shown = [seat for seat in ranked if seat not in out] + out
    moments = [_moment(view, one, pen, choice_before) for one in _deciding(view)]
    ranks = [_rank(view, seat, pen) for seat in shown]
    own = _own_sum(view, sides, pen)
    return closing_scene(pen, view.me in view.winners, _winner(view, shown, pen), ranks, own, moments)


def _winner(view: View, ranked: Sequence[int], pen: HtmlWriter) -> Winner:
    first = view.winners[0] if view.winners else (ranked[0] if ranked else 0)
    seat = view.seats[first]
    around = [(card, False) for card in seat.alliance] + [(card, True) for card in seat.drained]
    around.sort(key=lambda one: -_worth(*one))
    names = pen.say("and").join(view.names[winner] for winner in view.winners)
    mine = view.me in view.winners
    several = len(view.winners) > 1
    title = pen.say("over.you_rule" if mine else "over.rule" if several else "over.rules", names=names)
    clan = box.find(seat.clan) if seat.clan else None
    who = f"{clan.vampire}, {pen.name(clan.id)}" if isinstance(clan, box.Clan) else view.names[first]
    if several:
        who = names
    score = sum(view.scores[winner] or 0 for winner in view.winners)
    told = joined([pen.say("over.with", who=who), " ", tag("b", str(score)), " ", pen.say("influence.brief")])
    tint = f"vk-tint{colour_of(first, view.me)}"
    gathered = tuple(_gathered(card, drained, pen) for card, drained in around)
    return Winner(_face(seat, tint, "vk-por-end"), title, told, gathered)


def _face(seat: SeatView, tint: str, cls: str) -> Html:
    if seat.clan is None:
        return portrait("", tint, cls=cls)
    return portrait(f"vampire-{seat.clan}", tint, f"clan-{seat.clan}", cls=cls)


def _worth(card: str, drained: bool) -> int:
    person = box.find(card)
    assert isinstance(person, box.Person)
    return person.drained_influence if drained else person.influence


def _gathered(card: str, drained: bool, pen: HtmlWriter) -> Gathered:
    picture = art.crop(f"person-{card}", "24 2 72 88")
    return Gathered(picture, pen.name(card), str(_worth(card, drained)), card, drained)


def _rank(view: View, number: int, pen: HtmlWriter) -> EndRank:
    tint, score, mate = f"vk-tint{colour_of(number, view.me)}", view.scores[number], view.seats[number].mate
    both = sum(view.scores[seat] or 0 for seat in (number, mate)) if mate is not None else 0
    return EndRank(
        tint,
        _face(view.seats[number], tint, "vk-por-small"),
        view.names[number],
        pen.say("over.rank.out") if score is None else str(score),
        note=pen.say("over.of", n=both) if mate is not None and score is not None else "",
        you=pen.say("you.short") if number == view.me else "",
        won=number in view.winners,
    )


def _own_sum(view: View, sides: Sequence[tuple[int, ...]], pen: HtmlWriter) -> Html:
    """The reader's score as a sum, and how far she is behind or ahead."""
    mine = view.scores[view.me] if view.me is not None else None
    if view.me is None or mine is None:
        title = pen.say("over.out" if view.me is not None else "result.total")
        return own_sum(pen, title, more=table_html.result(view, pen))
    terms = [SumPart(pen.say(f"result.{name}"), n) for name, n in table_html.score_parts(view, view.me)]
    more = joined([why_won(view, pen), table_html.result(view, pen)])
    return own_sum(
        pen, pen.say("over.night"), terms, SumPart(pen.say("influence.brief"), mine), _gap(view, sides, pen), more
    )


def _gap(view: View, sides: Sequence[tuple[int, ...]], pen: HtmlWriter) -> str:
    """How far the reader, or her team, is ahead of the best other player or team, or behind."""
    others = [side for side in sides if view.me not in side]
    if not others:
        return ""
    own = next(side for side in sides if view.me in side)
    mine, best = (sum(view.scores[seat] or 0 for seat in side) for side in (own, others[0]))
    n = mine - best
    key = "over.ahead" if n > 0 else "over.behind" if n < 0 else "over.level"
    gap = pen.say(key, n=abs(n), name=pen.say("and").join(view.names[seat] for seat in others[0]))
    return gap if len(own) == 1 else pen.say("over.team", n=mine, gap=gap)


# Three moments ------------------------------------------------------------------------------------------------


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


def _moment(view: View, one: _Moment, pen: HtmlWriter, choice_before: Callable[[int], int | None]) -> DecidingMoment:
    mine = one.winner == view.me
    words = {"ally": pen.name(one.ally), "name": view.names[one.winner], "at": pen.name(str(one.at))}
    title = pen.say("over.moment.won" if mine else "over.moment.lost", **words)
    own, theirs = one.powers
    if own is None or theirs is None:
        text = pen.say("over.moment.alone" if mine or one.there is False else "over.moment.left", **words)
    else:
        need = theirs - own + 1
        key = "near" if not mine and 0 < need <= NEAR else "powers"
        text = pen.say(f"over.moment.{key}", mine=own, theirs=theirs, n=need, **words)
    picture, worth = art.wide(f"person-{one.ally}"), one.worth if mine else -one.worth
    when, before = pen.say("round", n=one.round), choice_before(one.n)
    return DecidingMoment(one.n, before, when, picture, title, text, worth)
