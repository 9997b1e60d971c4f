"""The end of a game: the winner with all that she gathered, the reader's own sum, three moments that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from vendetta_kit.coach.game_for_coach import GamePattern
from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.coach.deciding_moments import deciding_moments
from vendetta_kit.games.vendetta.engine.views import SeatView, View

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...page_parts import colour_of
from ...parts import DecidingMoment, EndRank, Gathered, SumPart, Winner, closing_scene, own_sum, portrait
from . import table_html
from .win_reason import why_won


class MomentText(NamedTuple):
    """What is told of a deciding moment, at the end and in the review."""

    title: str
    told: str
    worth: int
    """The Influence that it brought or cost."""
    unit: str
    """Whose it was."""
    against: bool
    """Whether it went to somebody else, or was lost."""


def moment_text(moment: GamePattern, pen: HtmlWriter) -> MomentText:
    """Return what is told of a deciding moment (:mod:`vendetta_kit.games.vendetta.coach.deciding_moments`)."""
    values = dict(moment.values)
    kind, _, how = moment.key.partition(".")
    for name in ("ally", "card"):
        values[name] = pen.name(values[name]) if values.get(name) else ""
    values["at"] = pen.name(str(moment.at)) if moment.at is not None else ""
    if kind in ("frenzy", "caused"):
        several = {1: "one", 2: "two"}.get(moment.times, "several")
        values["names"] = pen.say("and").join(dict.fromkeys(values.get("names", ())))
        title = pen.say(f"over.moment.{kind}.{several}", **values)
        told = pen.say(f"over.told.{kind}.card" if values["card"] else f"over.told.{kind}", **values)
        worth = round(moment.cost) if kind == "caused" else -round(moment.cost)
        return MomentText(title, told, worth, pen.say("influence.brief"), kind == "frenzy")
    lost = kind == "lost"
    title = pen.say("over.moment.place" if not values["ally"] else f"over.moment.{kind}", **values)
    told = pen.say(
        "over.told.powers" if not how and values["mine"] is not None else f"over.told.{moment.key}", **values
    )
    if values["ambition"]:
        told += " " + pen.say("over.told.ambition")
    unit = pen.say("over.for", name=values["name"]) if lost else pen.say("influence.brief")
    return MomentText(title, told, round(moment.cost), unit, lost)


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
    moments = [_moment(view, one, pen, choice_before) for one in deciding_moments(flows.known_history(view), view.me)]
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
    who = view.names[first]
    if isinstance(clan, box.Clan):
        vampire = f"{clan.vampire}, {pen.name(clan.id)}"
        who = pen.say("over.who", name=who, vampire=vampire) if mine else vampire
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


_COUNT: Final = ("count", "step")
"""Kinds of events that come with a Location's verdict: before them its cards and its Ally lie there still."""


def _moment(
    view: View, one: GamePattern, pen: HtmlWriter, choice_before: Callable[[int], int | None]
) -> DecidingMoment:
    text = moment_text(one, pen)
    seat = view.seats[one.values["seat"]]
    ally = one.values.get("ally")
    picture = art.wide(f"person-{ally}" if ally else f"vampire-{seat.clan}")
    when = pen.say("round", n=one.values["round"])
    earlier = (event.n for event in view.events if event.n < one.n and event.kind not in _COUNT)
    return DecidingMoment(
        max(earlier, default=one.n),
        choice_before(one.n),
        when,
        picture,
        text.title,
        text.told,
        text.worth,
        text.unit,
        text.against,
    )
